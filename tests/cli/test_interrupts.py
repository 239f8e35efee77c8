"""Ctrl-C ends whatever a command is at, with one line and without a traceback."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

from tests.docs.book import ROOT

SOON = 10.0
"""Seconds. On a machine that has nothing else to do it is less than half a second."""

LONG = {
    "simulate, compiled": ("simulate", "hearts", "-n", "1000000000"),
    "simulate, interpreted": ("simulate", "hearts", "-n", "1000000", "--backend", "interpreter"),
    "simulate, two processes": ("simulate", "hearts", "-n", "1000000000", "--jobs", "2"),
    "validate": ("validate", *["rulesets"] * 60),
    "test": ("test", *["rulesets"] * 20),
}
"""Commands that take minutes."""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
@pytest.mark.parametrize("command", LONG.values(), ids=LONG)
def test_a_command_is_interrupted_soon(command: tuple[str, ...]) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "cardengine", *command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True,
    ) as process:  # fmt: skip
        time.sleep(2.5)
        assert process.poll() is None, "it should take minutes"
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, problems = process.communicate(timeout=60)
    assert time.monotonic() - begun < SOON
    # A shell makes 130 of both. Python ends itself by the signal if it came while a module compiled something.
    assert process.returncode in (130, -signal.SIGINT)
    # On a busy machine the command may not have begun yet.
    assert problems.split() in ([], ["Stopped."])
