"""Area 52 by hand in C: compiling the programs, running them, reading what they print."""

from __future__ import annotations

import shutil
import subprocess
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.timing import Play

FOLDER: Final = Path(__file__).parent / "c"


class Source(NamedTuple):
    """A program: its file, and flags that say what it is to do."""

    file: str
    flags: tuple[str, ...] = ()


LISTED: Final = Source("area52.c")
NOTED: Final = Source("area52.c", ("-DNOTED",))
PACKED: Final = Source("area52_packed.c")
REJECTING: Final = Source("area52.c", ("-DREJECTING",))
PROGRAMS: Final = {
    "C: lists all legal actions": LISTED,
    "C: notes what it needs, as compiled rulesets do": NOTED,
    "C: the board packed into a word": PACKED,
    "C: draws until it is legal (other games)": REJECTING,
}
"""What they are, in words."""

SAME_GAMES: Final = (LISTED, NOTED, PACKED)
"""The programs that play the engine's games."""

BUILDS: Final = {
    "native": ("-O3", "-march=native"),
    "avx2": ("-O3", "-march=x86-64-v3"),
    "plain": ("-O3",),
}
"""The builds that are tried, and their flags: which is fastest differs from processor to processor."""


class Line(NamedTuple):
    """How one game went, as the program prints it."""

    number: int
    outcome: str
    score: int
    decisions: int
    steps: int


class CompilerError(Exception):
    """There is no compiler, or it can't make a program that runs."""


def compiler() -> str:
    """The C compiler.

    Raises:
        CompilerError: there is none.
    """
    found = shutil.which("cc")
    if found is None:
        raise CompilerError("there is no C compiler `cc` on the path")
    return found


def build(directory: Path, source: Source, *more: str) -> dict[str, Path]:
    """Compile a program in every way that works here.

    Args:
        directory: where to put it.
        source: the program.
        more: further flags.

    Raises:
        CompilerError: there is no compiler, or none of the builds compiles and runs.
    """
    programs = {}
    said = ""
    for name, flags in BUILDS.items():
        program = directory / "-".join((source.file.removesuffix(".c"), *source.flags, *more, name))
        command: list[str | Path] = [compiler(), "-std=gnu11", *flags, *source.flags, *more, "-o", program]
        command.append(FOLDER / source.file)
        made = subprocess.run(command, capture_output=True, text=True, check=False)
        if made.returncode == 0 and _run(program, "--games", "1").returncode == 0:
            programs[name] = program
        said = said or made.stderr
    if not programs:
        raise CompilerError(f"`cc` can't compile {source.file}: {said.strip()[:500]}")
    return programs


def games(program: Path, seed: int, first: int, count: int) -> list[Line]:
    """Games one by one.

    Args:
        program: the program.
        seed: their seed.
        first: the number of the first.
        count: how many.
    """
    printed = _run(program, "--seed", str(seed), "--first", str(first), "--games", str(count), "--print").stdout
    return [
        Line(int(number), outcome, int(score), int(decisions), int(steps))
        for number, outcome, score, decisions, steps in map(str.split, printed.splitlines())
    ]


def totals(program: Path, count: int, seed: int) -> tuple[int, float]:
    """Play the first games of a seed; gives the number of decisions, and the seconds as the program takes them."""
    _, decisions, _, _, seconds = _run(program, "--seed", str(seed), "--games", str(count)).stdout.split()
    return int(decisions), float(seconds)


def by_hand_in_c(directory: Path, source: Source) -> Play:
    """A program's fastest build as a side of a comparison.

    Raises:
        CompilerError: as for ``build``.
    """
    programs = build(directory, source)
    seconds = {name: min(totals(program, 200_000, 1)[1] for _ in range(3)) for name, program in programs.items()}
    return partial(totals, programs[min(seconds, key=seconds.__getitem__)])


def _run(program: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
