"""Finds, loads and tests wasmtime."""

from __future__ import annotations

import importlib.util
from typing import Any, Final

from cardengine.fast.errors import Reason, UnavailableError

_EMPTY: Final = b"\0asm\x01\0\0\0"
"""An empty module."""


def is_there() -> bool:
    """Whether wasmtime is installed; doesn't load it."""
    return importlib.util.find_spec("wasmtime") is not None


def wasmtime() -> Any:
    """Load wasmtime.

    Raises:
        UnavailableError: it isn't installed, or can't be loaded.
    """
    if not is_there():
        raise UnavailableError(
            Reason.MISSING, "wasmtime isn't installed", "install it with `pip install cardengine[fast]`"
        )
    try:
        import wasmtime as found  # noqa: PLC0415 - slow, and an extra
    except Exception as error:  # noqa: BLE001 - a library that is broken may raise anything
        raise broken(error) from None
    return found


def works(library: Any, engine: Any) -> bool:
    """Whether wasmtime compiles an empty module: if so, the failure of another module isn't its fault."""
    try:
        library.Module(engine, _EMPTY)
    except Exception:  # noqa: BLE001 - a library that is broken may raise anything
        return False
    return True


def broken(error: BaseException) -> UnavailableError:
    """The error for a wasmtime that doesn't work."""
    words = str(error).strip().split("\n")[0] or type(error).__name__
    return UnavailableError(
        Reason.BROKEN, f"wasmtime is installed, but doesn't work: {words}",
        "install it anew (`pip install --force-reinstall wasmtime`), or go on with `--backend interpreter`",
    )  # fmt: skip
