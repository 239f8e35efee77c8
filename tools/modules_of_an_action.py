"""Counts, with a profile hook, the modules that take part in playing one action of Area 52, and in preparing it.

    python -m tools.modules_of_an_action [--list]

Runs on any commit whose tree has the ``cardengine`` package on the path; it uses nothing else of the project.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import cardengine

RULESET = "area52"
ACTION = "single_attack 7S"


def modules(calls: Counter[str]) -> list[str]:
    """The modules of the package in which functions were called, those with the most calls first."""
    found: Counter[str] = Counter()
    for file, number in calls.items():
        parts = Path(file).parts
        if "cardengine" in parts:
            at = len(parts) - 1 - parts[::-1].index("cardengine")
            found[".".join(parts[at + 1 :]).removesuffix(".py")] += number
    return [name for name, _ in found.most_common()]


@contextmanager
def counted(calls: Counter[str]) -> Iterator[None]:
    """Count the calls of Python functions inside the ``with``, by file."""

    def hook(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            calls[frame.f_code.co_filename] += 1

    sys.setprofile(hook)
    try:
        yield
    finally:
        sys.setprofile(None)


def stages() -> dict[str, list[str]]:
    """For each stage of a game, the modules that take part in it."""

    def within(body: Callable[[], Any]) -> tuple[Any, list[str]]:
        calls: Counter[str] = Counter()
        with counted(calls):
            result = body()
        return result, modules(calls)

    cardengine.load(RULESET, players=1).new(seed=7)  # so that late imports and caches are in place
    game, loading = within(lambda: cardengine.load(RULESET, players=1))
    state, starting = within(lambda: game.new(seed=7))
    _, playing = within(lambda: state.apply(state.parse_action(ACTION)))
    number = next(n for n, (_, values) in enumerate(state.offered(0)) if values)
    move = state.offered(0)[number]
    _, taking = within(lambda: state.take(0, move))
    return {
        "load": loading,
        "new game": starting,
        "parse and apply an action": playing,
        "take an action": taking,
        "all of it": sorted({*loading, *starting, *playing, *taking}),
    }


def main(arguments: list[str]) -> None:
    """Print the number of modules, or with ``--list`` their names."""
    for stage, names in stages().items():
        print(f"{stage}: {len(names)} modules")
        if "--list" in arguments:
            print("    " + "\n    ".join(names))


if __name__ == "__main__":
    main(sys.argv[1:])
