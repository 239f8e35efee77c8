"""Play on a real terminal: a pseudo terminal, where the system has one."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from cardengine.model.load import load_text
from cardengine.runtime.game import Game
from tests.analysis.games import DUEL

pty = pytest.importorskip("pty", reason="this system has no pseudo terminals")

CLEAR = "\x1b[H\x1b[2J\x1b[3J"


# A session's leader that opens a terminal gets it as its own: only then Ctrl-C comes as a signal.
RUN = "import os; os.open(os.ttyname(0), os.O_RDWR); from cardengine.cli import main; main()"


class Terminal:
    """A command on a terminal of its own."""

    def __init__(self, words: tuple[str, ...], environment: dict[str, str]) -> None:
        self.master, slave = pty.openpty()
        variables = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
        variables |= {"TERM": "xterm-256color", "PYTHONUTF8": "1"} | environment
        self.process = subprocess.Popen(
            [sys.executable, "-c", RUN, *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=variables,
            start_new_session=True,
        )
        os.close(slave)
        self.seen = ""

    def until(self, words: str) -> str:
        """Read until some words come; gives what came since the last time."""
        deadline = time.monotonic() + 30
        while words not in self.seen:
            self._wait(deadline)
        found, self.seen = self.seen, ""
        return found

    def interrupt(self, words: str) -> str:
        """Press Ctrl-C, every three seconds again, until some words come; gives what came since the last time.

        Python loses a signal that comes after readline has begun to write the prompt and before it waits for a key
        (its `select` doesn't end by a signal that was there before): who presses within that moment presses again.
        """
        deadline = time.monotonic() + 30
        while words not in self.seen:
            self.type("\x03")
            again = time.monotonic() + 3
            while words not in self.seen and time.monotonic() < again:
                self._wait(deadline)
        found, self.seen = self.seen, ""
        return found

    def _wait(self, deadline: float) -> None:
        """Read what comes within a second."""
        ready, _, _ = select.select([self.master], [], [], 1)
        assert time.monotonic() < deadline, self.seen[-2000:]
        if ready:
            data = self._read()
            assert data, self.seen[-2000:]
            self.seen += data

    def _read(self) -> str:
        try:
            return os.read(self.master, 65536).decode("utf-8", errors="replace")
        except OSError:  # how Linux says that the other end is closed
            return ""

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def code(self) -> int:
        """Wait for its end; gives the exit code."""
        return self.process.wait(timeout=20)

    def close(self) -> None:
        self.process.kill()
        self.process.wait(timeout=20)
        os.close(self.master)


class Open(Protocol):
    def __call__(self, *words: str, **environment: str) -> Terminal: ...


@pytest.fixture
def terminal() -> Iterator[Open]:
    opened: list[Terminal] = []

    def open_(*words: str, **environment: str) -> Terminal:
        opened.append(Terminal(words, environment))
        return opened[-1]

    yield open_
    for each in opened:
        each.close()


@pytest.fixture
def duel(tmp_path: Path) -> str:
    file = tmp_path / "duel.yaml"
    file.write_text(DUEL, encoding="utf-8")
    return str(file)


def drawn(card: str) -> str:
    return card.replace("T", "10").translate(str.maketrans("CDHS", "♣♦♥♠"))


def test_colours_and_suits(terminal: Open) -> None:
    screen = terminal("play", "area52", "--seed", "3")
    shown = screen.until("? for help)")
    assert "\x1b[1;31m4♥" in shown
    assert "\x1b[1m8♠" in shown
    screen.type("sacrifice 10♣\n")
    assert "10♣" in screen.until("? for help)")
    screen.type("q\n")
    screen.until("--seed 3")
    assert screen.code() == 0


def test_no_color_is_obeyed(terminal: Open) -> None:
    screen = terminal("play", "area52", "--seed", "3", NO_COLOR="1")
    shown = screen.until("? for help)")
    assert "4♥" in shown
    assert "\x1b[" not in shown.replace("\x1b[?2004h", "")  # readline's own: that is how it asks for pasted text
    screen.type("\x04")
    screen.until("--seed 3")
    assert screen.code() == 0


def test_plain_on_a_terminal(terminal: Open) -> None:
    screen = terminal("play", "area52", "--seed", "3", "--plain")
    shown = screen.until("? for help)")
    assert "defenders (6): 8S 2C KC TC 6S 9C" in shown
    assert "♠" not in shown
    screen.type("q\n")
    screen.until("--seed 3")
    assert screen.code() == 0


def test_ctrl_c(terminal: Open) -> None:
    screen = terminal("play", "area52", "--seed", "3")
    screen.until("? for help)")
    said = screen.interrupt("Stopped.")
    assert "Traceback" not in said
    assert screen.code() == 130


def test_the_keyboard_is_handed_over(duel: str, terminal: Open) -> None:
    state = Game(load_text(DUEL), players=2).new(3)
    first, second = ([drawn(card) for card in state.zone("hand", seat)] for seat in range(2))
    screen = terminal("play", duel, "--seed", "3", "--seats", "human")
    for turn in range(4):
        mine, theirs = (first, second) if turn % 2 == 0 else (second, first)
        waiting = screen.until("press Enter when nobody else can see the screen")
        assert CLEAR in waiting
        after = waiting.rpartition(CLEAR)[2]
        assert not [card for card in (*first[turn // 2 + 1 :], *second[turn // 2 + 1 :]) if card in after]
        screen.type("\n")
        shown = screen.until("? for help)")
        assert CLEAR in shown
        assert all(card in shown for card in mine[turn // 2 :])
        assert not [card for card in theirs[(turn + 1) // 2 :] if card in shown]
        # The arrow up would show the other one's last line.
        screen.type("\x1b[A\n")
        assert "You: " not in screen.until("? for help)")
        screen.type("1\n")
        screen.until("Press Enter to hide what you see")
        screen.type("\n")
    screen.until("press Enter when nobody")
    screen.type("\n")
    screen.until("? for help)")
    screen.type("q\n")
    screen.until("--seats human,human")
    assert screen.code() == 0


def test_progress_and_its_end(terminal: Open) -> None:
    screen = terminal("simulate", "area52", "-n", "1000000000", "--seed", "1")
    screen.until("games")
    said = screen.interrupt("Stopped.")
    assert "Traceback" not in said
    assert "score" not in said
    assert screen.code() == 130
