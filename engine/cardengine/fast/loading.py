"""wasmtime: found, loaded and tried."""

from __future__ import annotations

import importlib.util
from typing import Any, Final

from cardengine.fast.errors import Reason, UnavailableError

_EMPTY: Final = b"\0asm\x01\0\0\0"
"""A module without anything in it."""


def is_there() -> bool:
    """Whether wasmtime is installed; it isn't loaded yet."""
    return importlib.util.find_spec("wasmtime") is not None


def wasmtime() -> Any:
    """The module.

    Raises:
        UnavailableError: it isn't installed, or can't be loaded.
    """
    if not is_there():
        raise UnavailableError(
            Reason.MISSING, "wasmtime isn't installed", "install it with `pip install cardengine[fast]`"
        )
    try:
        import wasmtime as found  # noqa: PLC0415 - it takes a while, and is an extra
    except Exception as error:  # noqa: BLE001 - a library that is broken may raise anything
        raise broken(error) from None
    return found


def works(library: Any, engine: Any) -> bool:
    """Whether wasmtime compiles a module with which nothing can be wrong: another's failure isn't its fault then."""
    try:
        library.Module(engine, _EMPTY)
    except Exception:  # noqa: BLE001 - a library that is broken may raise anything
        return False
    return True


def broken(error: BaseException) -> UnavailableError:
    """What is said of a wasmtime that doesn't work."""
    words = str(error).strip().split("\n")[0] or type(error).__name__
    return UnavailableError(
        Reason.BROKEN, f"wasmtime is installed, but doesn't work: {words}",
        "install it anew (`pip install --force-reinstall wasmtime`), or go on with `--backend interpreter`",
    )  # fmt: skip
