"""Trees against each other: who takes turns with whom, what the ratios mean, and that nothing is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmarks import __main__ as program
from benchmarks.duel import Contest, Measure, contest, duel, geometric_mean
from benchmarks.report import NOTHING
from benchmarks.timing import SEEDS
from benchmarks.trees import HERE, MeasureError, TreeError, Worker, checked_out


class _Side:
    """Plays so fast; each of its measurements is noted in a list that all sides share."""

    def __init__(self, name: str, log: list[tuple[str, int]], speed: float = 10.0, *, slow: int = -1) -> None:
        self.name, self.log, self.speed, self.slow = name, log, speed, slow
        self.titles = ["bridge", "whist"]
        self.decisions = 6

    def measure(self, what: str, title: str, games: int = 1, seed: int = 0) -> tuple[int, float]:
        if title == "bridge" and what == Measure.COMPILED:
            raise MeasureError("it is too large")
        self.log.append((self.name, seed // SEEDS))
        late = 100.0 if seed // SEEDS == self.slow else 1.0
        return self.decisions * games, late * games / self.speed


def whist(first: _Side, second: _Side, measure: Measure = Measure.COMPILED) -> Contest:
    return contest({"here": first, "there": second}, measure, "whist", seconds=1.0, repeats=3)


def test_the_sides_take_turns_over_the_same_games() -> None:
    log: list[tuple[str, int]] = []
    whist(_Side("a", log), _Side("b", log))
    measured = [entry for entry in log if entry[1]]
    assert measured == [("a", 1), ("b", 1), ("b", 2), ("a", 2), ("a", 3), ("b", 3)]


@pytest.mark.parametrize("measure", list(Measure))
def test_above_one_the_first_is_better(measure: Measure) -> None:
    one = whist(_Side("a", [], speed=30.0), _Side("b", [], speed=20.0), measure)
    assert one.ratios == {"there": pytest.approx(1.5)}
    assert one.value == pytest.approx(180.0 if measure.plays else 1 / 30)


def test_one_slow_measurement_counts_for_nothing() -> None:
    assert whist(_Side("a", [], slow=2), _Side("b", [], slow=3)).ratios["there"] == pytest.approx(1.0)


def test_other_games_are_noticed() -> None:
    first, second = _Side("a", []), _Side("b", [])
    assert whist(first, second).same
    second.decisions = 7
    assert not whist(first, second).same


def test_a_geometric_mean_takes_twice_and_half_as_nothing() -> None:
    assert geometric_mean([2.0, 0.5]) == pytest.approx(1.0)
    assert geometric_mean([8.0, 1.0, 1.0]) == pytest.approx(2.0)
    assert geometric_mean([]) is None


def test_slow_games_are_named_and_what_failed_says_why() -> None:
    sides = {"here": _Side("a", [], 8.0), "there": _Side("b", [], 10.0), "old": _Side("c", [], 8.0)}
    sides["old"].titles = ["whist", "bridge", "skat"]
    sides["here"].titles = ["whist", "bridge", "euchre"]
    [report] = duel(sides, [Measure.COMPILED], {"whist", "bridge", "euchre"}.__contains__, seconds=1.0, repeats=1,
                    progress=lambda _: None)  # fmt: skip
    assert report.headings == ("ruleset", "here", "there", "old")
    assert report.rows == [
        ("whist", "48.0", "0.800", "1.000"),
        ("bridge", NOTHING, NOTHING, NOTHING),
        ("geometric mean", "", "0.800", "1.000"),
    ]
    assert report.notes == [
        "bridge: it is too large",
        "Below 0.85 of there: whist (0.80).",
        "Below 0.85 of old: none.",
        "Not known to all sides: euchre.",
    ]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository of one commit."""
    here = tmp_path / "repository"
    here.mkdir()
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-qm", "First"]):
        (here / "file").write_text("as it was\n")
        author = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        subprocess.run(["git", "-C", str(here), *author, *arguments], check=True)
    return here


def worktrees(repository: Path) -> int:
    listed = subprocess.run(["git", "-C", str(repository), "worktree", "list"], capture_output=True, check=True)
    return len(listed.stdout.splitlines())


def test_a_commit_is_checked_out_for_a_while(repository: Path) -> None:
    (repository / "file").write_text("as it is\n")
    seen: list[Path] = []

    def interrupted() -> None:
        with checked_out("HEAD", repository) as tree:
            assert (tree / "file").read_text() == "as it was\n"
            assert worktrees(repository) == 2
            seen.append(tree.parent)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert not seen[0].exists()
    assert worktrees(repository) == 1


@pytest.mark.parametrize("commit", ["nonesuch", "HEAD:file", "", "--all"])
def test_what_is_no_commit_is_refused(repository: Path, commit: str) -> None:
    with pytest.raises(TreeError, match="is no commit of this repository"), checked_out(commit, repository):
        pass
    assert worktrees(repository) == 1


def test_a_worker_measures_its_tree() -> None:
    with Worker(HERE) as worker:
        assert "kuhn_poker" in worker.titles
        decisions, seconds = worker.measure("compiled", "kuhn_poker", 100, 1)
        assert (decisions, 0) == (worker.measure("interpreter", "kuhn_poker", 100, 1)[0], 0)
        assert 200 <= decisions <= 300
        assert seconds > 0
        assert worker.measure("load", "kuhn_poker")[1] > 0
        assert worker.measure("compile", "kuhn_poker")[1] > 0
        with pytest.raises(MeasureError, match="nonesuch"):
            worker.measure("compiled", "nonesuch")


def test_a_tree_without_a_bench_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(TreeError, match="can't be measured"):
        Worker(tmp_path)
    capfd.readouterr()


@pytest.mark.skipif(not (HERE / ".git").exists(), reason="needs a repository")
def test_ctrl_c_leaves_nothing_behind(tmp_path: Path) -> None:
    arguments = [sys.executable, "-m", "benchmarks", "--against", "HEAD", "--only", "kuhn_poker"]
    before = worktrees(HERE)
    process = subprocess.Popen(arguments, cwd=HERE, stderr=subprocess.PIPE, text=True, env=_with_temporary(tmp_path))
    assert process.stderr is not None
    assert process.stderr.readline().startswith("measuring kuhn_poker")
    assert len(list(tmp_path.iterdir())) == 1
    time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode != 0
    assert list(tmp_path.iterdir()) == []
    assert worktrees(HERE) == before


def _with_temporary(directory: Path) -> dict[str, str]:
    return {**os.environ, "TMPDIR": str(directory)}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--without", "nonesuch"], "invalid choice"),
        (["--against"], "expected one argument"),
        (["--measure", "compiled"], "--measure goes with --against or --without"),
        (["--against", "HEAD", "--measure", "memory"], "invalid Measure value"),
    ],
)
def test_wrong_arguments_are_refused(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        program.main(arguments)
    assert caught.value.code == 2
    assert said in capsys.readouterr().err


def test_an_unknown_commit_is_said_in_one_line() -> None:
    with pytest.raises(SystemExit) as caught:
        program.main(["--against", "nonesuch"])
    assert caught.value.code == "nonesuch is no commit of this repository."
