"""Compiled games: WebAssembly, run by wasmtime (``pip install cardengine[fast]``).

The names are imported on first use, since only simulations need them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardengine.fast.engine import Engine
    from cardengine.fast.errors import Reason, UnavailableError
    from cardengine.fast.loading import is_there
    from cardengine.fast.results import Batch, GameResult
    from cardengine.fast.stepping import FastState, HandedBackError

__all__ = ["Batch", "Engine", "FastState", "GameResult", "HandedBackError", "Reason", "UnavailableError", "is_there"]

_HOME = {
    "Batch": "results",
    "Engine": "engine",
    "FastState": "stepping",
    "GameResult": "results",
    "HandedBackError": "stepping",
    "Reason": "errors",
    "UnavailableError": "errors",
    "is_there": "loading",
}


def __getattr__(name: str) -> Any:
    """Import a name on first use."""
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)
