"""Games at machine speed: the core as WebAssembly, run by wasmtime (``pip install cardengine[fast]``)."""

from cardengine.fast.engine import Batch, Engine, GameResult
from cardengine.fast.errors import Reason, UnavailableError
from cardengine.fast.loading import is_there
from cardengine.fast.stepping import FastState

__all__ = ["Batch", "Engine", "FastState", "GameResult", "Reason", "UnavailableError", "is_there"]
