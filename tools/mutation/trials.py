"""Trials: the tests are run against a copy of the project with a fault in it, several copies at a time."""

from __future__ import annotations

import importlib
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import pytest

ENGINE = Path("engine")
LARGEST = 4 * 1024**3
"""So many bytes a trial may use: a fault may ask for more than there is."""
BREAK = 0.05
LAST = 3000
"""So many characters of what a trial prints are kept."""
PRELOADED = ("hypothesis", "jsonschema", "lark", "rich", "typer", "wasmtime", "yaml")
"""What the tests import besides the engine: each trial is forked from a process that has them already."""


class Verdict(Enum):
    """What came of a trial."""

    CAUGHT = "caught"
    TIMED_OUT = "timed out"
    SURVIVED = "survived"


@dataclass(frozen=True)
class Trial:
    """What is to be run.

    Attributes:
        tests: the tests, in order.
        seconds: of a processor; more is a fault noticed, too. None: as many as there are.
        module: the module with the fault, and ``text`` its text; None: the project as it is.
    """

    tests: tuple[str, ...]
    seconds: float | None = None
    module: str | None = None
    text: str = ""


@dataclass(frozen=True)
class Result:
    """What came of a trial: the first test that failed, the processor's seconds, and the end of what was printed."""

    verdict: Verdict
    by: str
    seconds: float
    log: str


class _FirstFailure:
    """A plugin for pytest that writes down the first test, or the file, that fails."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.path.exists():
            self.path.write_text(report.nodeid, encoding="utf-8")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.path.exists():
            self.path.write_text(report.nodeid, encoding="utf-8")


@dataclass
class _Running:
    copy: Path
    trial: Trial
    started: float
    done: Callable[[Result], None]


@contextmanager
def copies(root: Path, count: int) -> Iterator[list[Path]]:
    """Copies of the project, as git lists its files; they are gone afterwards."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=root, check=True, capture_output=True, encoding="utf-8",
    ).stdout.splitlines()  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="cardengine-mutation-") as folder:
        made = [Path(folder).resolve() / str(number) for number in range(count)]
        for copy in made:
            for name in listed:
                if (root / name).is_file():
                    (copy / name).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(root / name, copy / name)
        yield made


def preload() -> None:
    """Import what all trials need, and nothing of the engine."""
    for name in PRELOADED:
        importlib.import_module(name)


def run(trials: Iterable[tuple[Trial, Callable[[Result], None]]], copies: Sequence[Path], most: float) -> None:
    """Run trials, one in each copy at a time, and hand on what came of each.

    Args:
        trials: each with who is told of its result.
        copies: where they are run.
        most: a trial that takes longer than so many seconds by the clock is ended.
    """
    free = list(copies)
    running: dict[int, _Running] = {}
    left = iter(trials)
    more = True
    try:
        while more or running:
            while more and free:
                following = next(left, None)
                if following is None:
                    more = False
                    break
                copy, (trial, done) = free.pop(), following
                running[_start(copy, trial)] = _Running(copy, trial, time.monotonic(), done)
            if not running:
                continue
            pid, status, used = os.wait4(-1, os.WNOHANG)
            if pid:
                ended = running.pop(pid)
                _kill(pid)  # what it has started and left behind
                free.append(ended.copy)
                _restore(ended.copy, ended.trial)
                ended.done(_result(ended.copy, status, used.ru_utime + used.ru_stime))
                continue
            for number, one in running.items():
                if time.monotonic() - one.started > most:
                    _kill(number)
            time.sleep(BREAK)
    finally:
        for pid in running:
            _kill(pid)


def _kill(group: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def _start(copy: Path, trial: Trial) -> int:
    if trial.module is not None:
        path = copy / ENGINE / trial.module
        path.with_suffix(".original").write_bytes(path.read_bytes())
        shutil.copystat(path, path.with_suffix(".original"))
        path.write_text(trial.text, encoding="utf-8")
    _failure(copy).unlink(missing_ok=True)
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        code = int(pytest.ExitCode.INTERNAL_ERROR)
        try:
            code = _tests(copy, trial)
        except BaseException:  # noqa: BLE001 - nothing may get out into the parent's code
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    return pid


def _restore(copy: Path, trial: Trial) -> None:
    if trial.module is not None:
        path = copy / ENGINE / trial.module
        path.with_suffix(".original").replace(path)


def _failure(copy: Path) -> Path:
    return copy.with_suffix(".failure")


def _tests(copy: Path, trial: Trial) -> int:
    """Run the tests in this process, which is a trial's own."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_DATA, (LARGEST, LARGEST))
    if trial.seconds is not None:
        seconds = int(trial.seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    os.chdir(copy)
    with copy.with_suffix(".log").open("wb") as log, Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    # What has been compiled of a file with a fault must not stay.
    sys.dont_write_bytecode = trial.module is not None
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1" if sys.dont_write_bytecode else ""
    os.environ["PYTHONPATH"] = str(copy / ENGINE)
    for name in [name for name in sys.modules if name.split(".")[0] in ("tools", "cardengine")]:
        del sys.modules[name]
    sys.path[:0] = [str(copy / ENGINE), str(copy)]
    there = [test for test in trial.tests if Path(test).exists()]
    # What is imported already is a plugin of pytest, too, and would have its assertions rewritten.
    ignored = "ignore::pytest.PytestAssertRewriteWarning"
    arguments = [
        "-x",
        "-q",
        "--tb=short",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-W",
        ignored,
        f"--rootdir={copy}",
    ]
    # One after another: the first ones are fast, and usually sufficient.
    for test in there:
        code = int(pytest.main([*arguments, test], plugins=[_FirstFailure(_failure(copy))]))
        if code:
            return code
    return 0


def _result(copy: Path, status: int, seconds: float) -> Result:
    log = copy.with_suffix(".log").read_text(encoding="utf-8", errors="replace")[-LAST:]
    if os.WIFSIGNALED(status):
        return Result(Verdict.TIMED_OUT, f"signal {os.WTERMSIG(status)}", seconds, log)
    code = os.WEXITSTATUS(status)
    if code in (pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise RuntimeError(f"the tests can't be run:\n{log}")
    by = _failure(copy).read_text(encoding="utf-8") if _failure(copy).exists() else ""
    return Result(Verdict.CAUGHT if code else Verdict.SURVIVED, by, seconds, log)
