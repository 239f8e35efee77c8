from __future__ import annotations

import subprocess
import sys

import pytest

from cardengine.version import __version__
from tests.cli.helpers import refused, run, run_alone

COMMANDS = ["play", "validate", "test", "simulate", "replay", "list"]


def test_version() -> None:
    ran = run("--version")
    assert (ran.code, ran.out) == (0, f"cardengine {__version__}\n")


def test_help_names_the_commands() -> None:
    ran = run("--help")
    assert ran.code == 0
    for command in COMMANDS:
        assert command in ran.out


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help(command: str) -> None:
    ran = run(command, "--help")
    assert ran.code == 0
    assert "Usage" in ran.out


def test_help_loads_nothing_heavy() -> None:
    # Measured in modules, not in seconds, which depend on the machine.
    code = "import sys, cardengine.cli.app; print([m for m in ('lark', 'yaml', 'jsonschema') if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "[]"


@pytest.mark.parametrize(
    "words",
    [
        ["nonsense"],
        ["play"],
        ["simulate", "area52"],
        ["simulate", "area52", "-n", "many"],
        ["play", "area52", "--sed", "1"],
    ],
)
def test_wrong_usage(words: list[str]) -> None:
    refused(run(*words), 2)


def test_wrong_usage_in_a_process() -> None:
    ran = run_alone("play", "area52", "--seed", "-1")
    refused(ran, 2, "--seed")
    assert ran.out == ""


def test_list() -> None:
    ran = run("list")
    assert ran.code == 0
    assert "area52: Area 52, 1 player\n" in ran.out
    assert "Hold a secret base" in ran.out
