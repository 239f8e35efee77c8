"""Adapters: games for other frameworks.

Each needs an extra of the project (``pip install 'cardengine[open-spiel]'``, ``'cardengine[pettingzoo]'``), and is
imported on first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from cardengine.adapters.errors import AdapterError, MissingExtraError
from cardengine.adapters.numbering import MAX_ACTIONS, Numbering

if TYPE_CHECKING:
    from cardengine.adapters.open_spiel import to_open_spiel
    from cardengine.adapters.pettingzoo import to_aec_env

__all__ = ["MAX_ACTIONS", "AdapterError", "MissingExtraError", "Numbering", "to_aec_env", "to_open_spiel"]

_HOME = {"to_open_spiel": "open_spiel", "to_aec_env": "pettingzoo"}


def __getattr__(name: str) -> object:
    """Load an adapter when it is first asked for, so that the others work without its extra."""
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'cardengine.adapters' has no attribute {name!r}")
    return getattr(import_module(f"cardengine.adapters.{home}"), name)
