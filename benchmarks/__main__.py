"""Run the benchmarks: ``python -m benchmarks``, or ``make bench``."""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from collections.abc import Collection, Sequence
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console

from benchmarks.comparison import Comparison
from benchmarks.contests import BY_HAND, contests
from benchmarks.duel import Measure, duel
from benchmarks.interpreter import waiting
from benchmarks.report import Report
from benchmarks.trees import HERE, TreeError, Worker, checked_out
from cardengine.ir.passes import PASSES

GROWTH = "growth"
WIDTH = 150


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the engine beside all that plays the same games, and print tables.

    Args:
        arguments: the command line; that of the process if None.
    """
    known = contests()
    names = sorted({contest.name for contest in known} | {GROWTH})
    options = _parse(arguments, names)
    only = set(options.only or names)
    if options.against or options.without:
        try:
            reports = _duel(options, {contest.title for contest in known if contest.name in only})
        except TreeError as error:
            sys.exit(f"{error}.")
        _print(options, reports, [])
        return
    with tempfile.TemporaryDirectory() as directory:
        comparison = Comparison(options.seconds, options.repeats, Path(directory), _progress)
        reports = []
        reports += comparison.rulesets(contest for contest in known if contest.name in only)
        if GROWTH in only:
            reports += comparison.growth()
        if not options.only:
            reports.append(_waiting())
    _print(options, reports, comparison.notes())


def _duel(options: argparse.Namespace, titles: Collection[str]) -> list[Report]:
    """This tree against the commits that were named, and against itself without single passes."""
    measures = options.measure or list(Measure if options.against else (Measure.COMPILED, Measure.COMPILE))
    with ExitStack() as stack:
        trees = {commit: stack.enter_context(checked_out(commit)) for commit in options.against}
        sides = {"here": stack.enter_context(Worker(HERE))}
        sides |= {commit: stack.enter_context(Worker(tree)) for commit, tree in trees.items()}
        sides |= {f"without {name}": stack.enter_context(Worker(HERE, (name,))) for name in options.without}
        return duel(
            sides,
            measures,
            titles.__contains__,
            seconds=options.seconds,
            repeats=options.repeats,
            progress=_progress,
        )


def _print(options: argparse.Namespace, reports: Sequence[Report], notes: Sequence[str]) -> None:
    reports = [report for report in reports if report.rows]
    head = (
        f"{_processor()}, {os.cpu_count()} processors, {platform.system()}, Python {platform.python_version()}; "
        f"medians of {options.repeats} measurements of {options.seconds:g} s"
    )
    if options.markdown:
        print("\n".join([f"{head}.\n", *(report.markdown() for report in reports), *notes]))
        return
    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    console.print(head, markup=False, highlight=False)
    for report in reports:
        report.show(console)
    for note in notes:
        console.print(note, markup=False, highlight=False)


def _parse(arguments: Sequence[str] | None, names: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description="Measure the engine beside all that plays the same games."
    )
    parser.add_argument(
        "--only", metavar="NAME", action="append", choices=names, help="only this; may be given more than once"
    )
    parser.add_argument("--repeats", type=_count, default=5, help="how many measurements a median is of (5)")
    parser.add_argument("--seconds", type=_duration, default=0.2, help="about how long one measurement takes (0.2)")
    parser.add_argument(
        "--against", metavar="COMMIT", action="append", default=[], help="compare this tree with a commit"
    )
    parser.add_argument(
        "--without",
        metavar="PASS",
        action="append",
        default=[],
        choices=[each.name for each in PASSES],
        help="compare with this pass of the compiler switched off",
    )
    parser.add_argument(
        "--measure",
        action="append",
        type=Measure,
        choices=list(Measure),
        help="with --against or --without: only this; may be given more than once",
    )
    parser.add_argument("--markdown", action="store_true", help="print the tables as Markdown")
    options = parser.parse_args(arguments)
    if options.measure and not (options.against or options.without):
        parser.error("--measure goes with --against or --without")
    if any(commit.startswith("-") for commit in options.against):
        parser.error("--against needs a commit")
    return options


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError("give a number from 1 to 1000")
    return int(text)


def _duration(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.001 <= value <= 600:
        raise argparse.ArgumentTypeError("give seconds, from 0.001 to 600")
    return value


def _waiting() -> Report:
    _progress("what a user waits for")
    report = Report("What a user waits for", ("", "milliseconds"))
    for what, milliseconds in waiting(BY_HAND).items():
        report.add(what, f"{milliseconds:.0f}" if milliseconds >= 100 else f"{milliseconds:.3g}")
    return report


def _processor() -> str:
    """What the processor is called, where that can be found out."""
    try:
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "model name":
                return f"{value.strip()} ({platform.machine()})"
    except OSError:
        pass
    return platform.machine()


def _progress(what: str) -> None:
    print(f"measuring {what} ...", file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
