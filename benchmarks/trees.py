"""The trees that are compared: this one and others of the repository, each measured by a process of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Self

HERE: Final = Path(__file__).parents[1]
"""The tree that this file lies in."""

_WORKER = Path(__file__).with_name("worker.py")


class TreeError(Exception):
    """There is no such commit, or a tree can't be measured."""


class MeasureError(Exception):
    """One measurement wasn't possible; the others go on."""


@contextmanager
def checked_out(commit: str, repository: Path = HERE) -> Iterator[Path]:
    """A commit in a temporary worktree, which is removed afterwards, also after Ctrl-C.

    Raises:
        TreeError: there is no such commit.
    """
    found = _git(repository, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}^{{commit}}")
    if found.returncode:
        raise TreeError(f"{commit} is no commit of this repository")
    directory = Path(tempfile.mkdtemp(prefix="cardengine-bench-"))
    tree = directory / "tree"
    try:
        added = _git(repository, "worktree", "add", "--detach", str(tree), found.stdout.strip())
        if added.returncode:
            raise TreeError(f"git can't check {commit} out: {added.stderr.strip()}")
        yield tree
    finally:
        _git(repository, "worktree", "remove", "--force", str(tree))
        shutil.rmtree(directory, ignore_errors=True)
        _git(repository, "worktree", "prune")


def _git(repository: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Git's answer. It is out of Ctrl-C's reach, so that a worktree is there whole or not at all."""
    try:
        return subprocess.run(
            ["git", "-C", str(repository), *arguments],
            capture_output=True,
            text=True,
            check=False,
            start_new_session=True,
        )
    except OSError as error:
        raise TreeError(f"git can't be started: {error}") from None


class Worker:
    """A process that measures a tree.

    Args:
        tree: where its files lie.
        without: the passes of the compiler that are switched off.

    Raises:
        TreeError: it doesn't start.
    """

    def __init__(self, tree: Path, without: tuple[str, ...] = ()) -> None:
        path = os.pathsep.join([str(tree / "engine"), str(tree)])
        # -P: benchmarks.worker has siblings of this tree beside it, which mustn't be taken for the other's.
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(_WORKER), *without],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
            cwd=tree,
            start_new_session=True,
        )
        try:
            self.titles: list[str] = json.loads(self._read())
        except TreeError:
            self.close()
            raise TreeError(f"{tree} can't be measured: its process has ended") from None

    def measure(self, what: str, title: str, games: int = 1, seed: int = 0) -> tuple[int, float]:
        """One measurement: the decisions, and the seconds of processor time.

        Args:
            what: a method of the worker's ``Bench``.
            title: of the game.
            games: how many are played.
            seed: whose games.

        Raises:
            MeasureError: it isn't possible in this tree.
            TreeError: the process has ended.
        """
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps([what, title, games, seed]) + "\n")
            self._process.stdin.flush()
        answer = json.loads(self._read())
        if isinstance(answer, str):
            raise MeasureError(answer)
        decisions, seconds = answer
        return decisions, seconds

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def _read(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise TreeError("the measuring process has ended")
        return line
