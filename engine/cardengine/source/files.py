"""Reads an untrusted text file."""

from __future__ import annotations

import stat
from itertools import islice
from pathlib import Path
from typing import Final, NoReturn

from cardengine.diagnostics import (
    Code,
    Diagnostic,
    DiagnosticError,
    Label,
    SourceText,
    Span,
    quoted,
    suggest,
)
from cardengine.source.characters import check_characters
from cardengine.source.limits import MAX_FILE_BYTES

_BOM: Final = b"\xef\xbb\xbf"
_MAX_NEIGHBOURS: Final = 1000
_UTF16_BOMS: Final = (b"\xff\xfe", b"\xfe\xff")


def read_source(path: Path) -> SourceText:
    """The text of a file.

    Args:
        path: the file; its path becomes the name of the text. A byte order mark is dropped.

    Raises:
        DiagnosticError: there is no such file, it isn't a regular file, it can't be read, it is too large, it
            isn't UTF-8, or it has forbidden characters.
    """
    name = path.as_posix()
    data = read_bytes(path, MAX_FILE_BYTES).removeprefix(_BOM)
    if b"\0" in data:
        if data.startswith(_UTF16_BOMS):
            _fail(Code.NOT_UTF8, "the text is in UTF-16, not in UTF-8", name, "save it as UTF-8")
        _fail(Code.BINARY_FILE, "this is not a text: there are zero bytes in it", name)
    try:
        source = SourceText(name, data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise DiagnosticError([_not_utf8(name, data, error)]) from None
    problems = check_characters(source)
    if problems:
        raise DiagnosticError(problems)
    return source


def text_source(text: str, name: str) -> SourceText:
    """A text that doesn't come from a file, subject to the same checks.

    Args:
        text: the text; a byte order mark is dropped.
        name: its name.

    Raises:
        DiagnosticError: it is too large, or has characters that no text has.
    """
    if len(text) > MAX_FILE_BYTES or len(text.encode(errors="surrogatepass")) > MAX_FILE_BYTES:
        _fail(Code.FILE_TOO_LARGE, f"the text has more than {MAX_FILE_BYTES // 1024} KiB", name)
    source = SourceText(name, text.removeprefix("\ufeff"))
    problems = check_characters(source)
    if problems:
        raise DiagnosticError(problems)
    return source


def read_bytes(path: Path, most: int) -> bytes:
    """The bytes of a plain file.

    Args:
        path: the file.
        most: how many bytes it may have.

    Raises:
        DiagnosticError: there is no such file, it is no plain file (a pipe could be waited for for ever, a device
            has no end), it can't be read, or it is too large.
    """
    name = path.as_posix()
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            _fail(Code.NOT_A_FILE, "this is a folder", name, "name a file inside it")
        if not stat.S_ISREG(status.st_mode):
            _fail(Code.NOT_A_FILE, "this is no plain file", name)
        if status.st_size > most:
            _too_large(name, most)
        with path.open("rb") as file:
            data = file.read(most + 1)
    except FileNotFoundError:
        _fail(Code.FILE_NOT_FOUND, "there is no such file", name, _similar(path))
    except (OSError, ValueError) as error:  # ValueError: the name contains NUL
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        _fail(Code.UNREADABLE_FILE, f"the file can't be read: {reason.lower()}", name)
    if len(data) > most:  # files of /proc claim to be empty
        _too_large(name, most)
    return data


def _similar(path: Path) -> str | None:
    """A suggestion: the file in the same folder with the most similar name."""
    try:
        names = {other.stem: other.name for other in islice(path.parent.iterdir(), _MAX_NEIGHBOURS)}
    except OSError:
        return None
    guess = suggest(path.stem, names)
    return None if guess is None else f"did you mean {quoted(names[guess])}?"


def _too_large(name: str, most: int) -> NoReturn:
    _fail(Code.FILE_TOO_LARGE, f"the file has more than {most // 1024} KiB", name)


def _fail(code: Code, message: str, name: str, help: str | None = None) -> NoReturn:
    raise DiagnosticError([Diagnostic(code, message, help=help, place=name)])


def _not_utf8(name: str, data: bytes, error: UnicodeDecodeError) -> Diagnostic:
    source = SourceText(name, data.decode("utf-8", errors="replace"))
    offset = len(data[: error.start].decode("utf-8"))
    span = Span(source, offset, offset + 1)
    return Diagnostic(
        Code.NOT_UTF8,
        "the text is not in UTF-8",
        span,
        labels=(Label(span, f"the byte 0x{data[error.start]:02x} has no meaning here"),),
        help="save it as UTF-8",
    )
