"""Error handling of the command line: exit codes, and a clear message instead of a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from functools import wraps
from typing import NoReturn, ParamSpec, TextIO

import typer

from cardengine.diagnostics import Code, Diagnostic, DiagnosticError, Family, Severity, render_text, visible

P = ParamSpec("P")

DEBUG = "CARDENGINE_DEBUG"
"""The environment variable that makes an internal error show its traceback."""


class ExitCode(IntEnum):
    """The exit code of a command."""

    OK = 0
    PROBLEMS = 1
    """Problems in a ruleset, a test or a record."""
    USAGE = 2
    """A file that can't be read, or wrong usage of the command."""
    INTERNAL = 70
    """An internal error of cardengine."""
    INTERRUPTED = 130
    """Ctrl-C."""


_USAGE = frozenset({Code.UNKNOWN_OPTION, Code.OPTION_VALUE, Code.PLAYERS, Code.SEAT, Code.BACKEND})


def exit_code(diagnostics: Iterable[Diagnostic], *, asked: bool = True) -> ExitCode:
    """The exit code for these problems: that of the worst one.

    Args:
        diagnostics: the problems; warnings are ignored.
        asked: whether options, players and seats come from the command line, so that a wrong one is wrong usage.
    """
    worst = ExitCode.OK
    for diagnostic in diagnostics:
        if diagnostic.severity is Severity.WARNING:
            continue
        wrong_use = diagnostic.code.family is Family.FILES or (asked and diagnostic.code in _USAGE)
        worst = max(worst, ExitCode.USAGE if wrong_use else ExitCode.PROBLEMS)
    return worst


def wants_color(stream: object) -> bool:
    """Whether to write colours to a stream: it is a terminal, and nothing in the environment forbids it."""
    isatty = getattr(stream, "isatty", None)
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(isatty and isatty())


def print_problems(diagnostics: Iterable[Diagnostic]) -> None:
    """Write problems to stderr."""
    print(render_text(diagnostics, wants_color(sys.stderr)), file=sys.stderr)


def usage_error(message: str, help_: str | None = None, code: Code = Code.SEAT) -> NoReturn:
    """Report wrong usage of a command.

    Raises:
        DiagnosticError: always.
    """
    raise DiagnosticError((Diagnostic(code, message, help=help_),))


def prepare_streams() -> None:
    """Keep unencodable characters and closed streams from ending the program with a traceback.

    Raises:
        SystemExit: stdout is closed, so a command's output would be lost.
    """
    closed = sys.stdout is None
    _reopen_closed()
    if closed:
        print_problems((Diagnostic(Code.UNREADABLE_FILE, "writing is impossible: stdout is closed"),))
        raise SystemExit(ExitCode.USAGE)
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _reopen_closed() -> None:
    """Open the null device in the place of each closed standard stream.

    Otherwise the next opened file would get its number, and output meant for the terminal would be written to it.
    """
    if sys.stdin is None:
        sys.stdin = _null(0)
    if sys.stdout is None:
        sys.stdout = _null(1)
    if sys.stderr is None:
        sys.stderr = _null(2)


def _null(number: int) -> TextIO:
    descriptor = os.open(os.devnull, os.O_RDWR)
    if descriptor != number:
        os.dup2(descriptor, number)
        os.close(descriptor)
    return open(number, "r" if number == 0 else "w", encoding="utf-8", closefd=False)


def guarded(command: Callable[P, None]) -> Callable[P, None]:
    """Wrap a command so that every error ends it with an exit code and a clear message."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        with no_traceback():
            command(*args, **kwargs)

    return run


@contextmanager
def no_traceback() -> Iterator[None]:
    """Turn exceptions into messages and exit codes."""
    try:
        yield
        sys.stdout.flush()
    except DiagnosticError as error:
        print_problems(error.diagnostics)
        raise SystemExit(exit_code(error.diagnostics)) from None
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        raise SystemExit(ExitCode.INTERRUPTED) from None
    except BrokenPipeError:
        _close_stdout()
        raise SystemExit(ExitCode.PROBLEMS) from None
    except OSError as error:
        _unwritable(error)
    except (typer.Exit, typer.Abort):
        raise
    except Exception as error:
        if os.environ.get(DEBUG) or _is_usage_error(error):
            raise
        _internal(error)


def _is_usage_error(error: Exception) -> bool:
    """Whether Typer itself will show this error; the module of its error classes depends on its version."""
    return hasattr(error, "exit_code") and hasattr(error, "show")


def _close_stdout() -> None:
    # The reader has gone; without this Python would report an error once more when it flushes at the end.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _unwritable(error: OSError) -> NoReturn:
    reason = (error.strerror or str(error)).lower()
    place = str(error.filename) if error.filename is not None else None
    print_problems((Diagnostic(Code.UNREADABLE_FILE, f"reading or writing has failed: {reason}", place=place),))
    raise SystemExit(ExitCode.USAGE) from None


def _internal(error: Exception) -> NoReturn:
    words = visible(str(error)).strip().split("\n")[0][:200]
    print(f"cardengine has a fault of its own: {type(error).__name__}: {words}", file=sys.stderr)
    print(f"Please report it. With {DEBUG}=1 in the environment the whole traceback is shown.", file=sys.stderr)
    raise SystemExit(ExitCode.INTERNAL) from None
