from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from cardengine.diagnostics import Code, Diagnostic, DiagnosticError
from cardengine.source import MAX_FILE_BYTES, read_source


def problem_of(path: Path) -> Diagnostic:
    with pytest.raises(DiagnosticError) as caught:
        read_source(path)
    (problem,) = caught.value.diagnostics
    assert problem.file == path.as_posix()
    return problem


def written(folder: Path, data: bytes) -> Path:
    path = folder / "game.yaml"
    path.write_bytes(data)
    return path


def test_a_text_is_read_as_it_is(tmp_path: Path) -> None:
    path = written(tmp_path, "game: Café\r\n# ♠\n".encode())
    source = read_source(path)
    assert source.text == "game: Café\r\n# ♠\n"
    assert source.name == path.as_posix()


def test_a_byte_order_mark_is_dropped(tmp_path: Path) -> None:
    assert read_source(written(tmp_path, b"\xef\xbb\xbfgame: x")).text == "game: x"


def test_an_empty_file_is_a_text(tmp_path: Path) -> None:
    assert read_source(written(tmp_path, b"")).text == ""


def test_no_such_file(tmp_path: Path) -> None:
    (tmp_path / "scopa.yaml").write_text("game: x")
    problem = problem_of(tmp_path / "scoppa.yaml")
    assert problem.code is Code.FILE_NOT_FOUND
    assert problem.help == "did you mean `scopa.yaml`?"
    assert problem_of(tmp_path / "other.yaml").help is None
    assert problem_of(tmp_path / "no_folder" / "scopa.yaml").code is Code.FILE_NOT_FOUND


def test_a_folder(tmp_path: Path) -> None:
    assert problem_of(tmp_path).code is Code.NOT_A_FILE


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in this system's folders")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    begin = time.process_time()
    assert problem_of(tmp_path / "pipe").code is Code.NOT_A_FILE
    assert time.process_time() - begin < 1


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no endless file in this system")
def test_an_endless_file_is_not_read() -> None:
    assert problem_of(Path("/dev/zero")).code is Code.NOT_A_FILE


def test_a_name_that_no_file_can_have(tmp_path: Path) -> None:
    assert problem_of(tmp_path / "a\0b").code is Code.UNREADABLE_FILE
    assert problem_of(tmp_path / ("x" * 5000)).code is Code.UNREADABLE_FILE
    file = written(tmp_path, b"game: x")
    assert problem_of(file / "inside").code is Code.UNREADABLE_FILE


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, b"game: x")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    problem = problem_of(path)
    assert problem.code is Code.UNREADABLE_FILE
    assert problem.message == "the file can't be read: permission denied"


def test_the_limit_of_size(tmp_path: Path) -> None:
    assert len(read_source(written(tmp_path, b"#" * MAX_FILE_BYTES)).text) == MAX_FILE_BYTES
    problem = problem_of(written(tmp_path, b"#" * (MAX_FILE_BYTES + 1)))
    assert problem.code is Code.FILE_TOO_LARGE
    assert "256 KiB" in problem.message


def test_a_file_that_grows_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, b"#" * (MAX_FILE_BYTES + 1))
    status = os.stat_result((*path.stat()[:6], 0, *path.stat()[7:]))
    monkeypatch.setattr(Path, "stat", lambda self, **_: status)
    assert problem_of(path).code is Code.FILE_TOO_LARGE


def test_ten_megabytes_take_no_time(tmp_path: Path) -> None:
    path = written(tmp_path, b"a: b\n" * 2_000_000)
    begin = time.process_time()
    assert problem_of(path).code is Code.FILE_TOO_LARGE
    assert time.process_time() - begin < 0.2


@pytest.mark.parametrize(
    ("data", "line", "column", "byte"),
    [
        (b"game: Caf\xe9\n", 1, 10, "0xe9"),
        ("game: Caf\xe9 ♠\n".encode() + b"x\xff", 2, 2, "0xff"),
        (b"\xef\xbb\xbfab\xc3", 1, 3, "0xc3"),
        (b"a\n\xed\xa0\x80", 2, 1, "0xed"),
    ],
)
def test_other_encodings_are_pointed_at(tmp_path: Path, data: bytes, line: int, column: int, byte: str) -> None:
    problem = problem_of(written(tmp_path, data))
    assert problem.code is Code.NOT_UTF8
    assert problem.span is not None
    assert (problem.span.line, problem.span.column) == (line, column)
    assert byte in problem.labels[0].message


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_wide_encodings_are_recognised(tmp_path: Path, encoding: str) -> None:
    problem = problem_of(written(tmp_path, "game: x".encode(encoding)))
    assert problem.code is Code.NOT_UTF8


def test_a_binary_file(tmp_path: Path) -> None:
    assert problem_of(written(tmp_path, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")).code is Code.BINARY_FILE
    assert problem_of(written(tmp_path, b"game: x\0")).code is Code.BINARY_FILE


def test_all_hidden_characters_are_told(tmp_path: Path) -> None:
    with pytest.raises(DiagnosticError) as caught:
        read_source(written(tmp_path, "a\u202eb\u200bc".encode()))
    assert [problem.code for problem in caught.value.diagnostics] == [Code.FORBIDDEN_CHARACTER] * 2
