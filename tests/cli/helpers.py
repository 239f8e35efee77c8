"""Running the command line, in this process and in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from typer.testing import CliRunner

from cardengine.cli.app import app

ROOT = Path(__file__).resolve().parents[2]


class Ran(NamedTuple):
    """What a command has written, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def text(self) -> str:
        """Both streams."""
        return self.out + self.err


def run(*words: str | Path, stdin: str = "") -> Ran:
    """Run a command in this process."""
    result = CliRunner().invoke(app, [str(word) for word in words], input=stdin, catch_exceptions=False)
    return Ran(result.exit_code, result.stdout, result.stderr)


def start(*words: str | Path, cwd: Path | None = None, **more: Any) -> subprocess.Popen[str]:
    """Start a command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", "from cardengine.cli import main; main()", *map(str, words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        env={**os.environ, "NO_COLOR": "1"},
        **more,
    )


def run_alone(*words: str | Path, stdin: str = "", cwd: Path | None = None) -> Ran:
    """Run a command in a process of its own."""
    with start(*words, cwd=cwd) as process:
        out, err = process.communicate(stdin, timeout=60)
    return Ran(process.returncode, out, err)


def refused(ran: Ran, code: int, *words: str) -> None:
    """Check that a command has ended as it should for bad input: a clear word on stderr, no traceback."""
    assert ran.code == code, ran.text
    assert "Traceback" not in ran.text
    assert "fault of its own" not in ran.text
    for word in words:
        assert word in ran.text, ran.text
