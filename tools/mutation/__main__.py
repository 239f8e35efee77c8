"""``python -m tools.mutation``: see which planted faults the tests notice."""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tools.mutation.argued import argued
from tools.mutation.mutants import Change, Mutant, change, modules, mutants_of, only_strict, planted
from tools.mutation.nearest import guarded, nearest
from tools.mutation.trials import ENGINE, Result, Trial, Verdict, copies, preload, run

VERDICTS = ("caught", "timed out", "argued", "survived")
ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    """Plant faults, and say which survive; 1 when one does in a guarded module and isn't argued."""
    options = _options()
    engine = ROOT / ENGINE
    every = [name for name in modules(engine) if not options.only or any(part in name for part in options.only)]
    first = [mutant for name in every if guarded(name) for mutant in mutants_of(engine, name)]
    first = _some(first, options.guarded, options.seed)
    others: list[Mutant] = []
    if options.others:
        others = [mutant for name in every if not guarded(name) for mutant in mutants_of(engine, name)]
        others = _some(others, options.others, options.seed)
    print(f"{len(first)} faults in guarded modules, {len(others)} elsewhere", flush=True)
    preload()
    campaign = Campaign(engine, argued())
    try:
        with copies(ROOT, options.jobs) as places:
            run(campaign.clean([*first, *others]), places, options.most)
            if campaign.broken:
                print("\n".join(["Without a fault these fail:", *campaign.broken]), file=sys.stderr)
                return 2
            run(campaign.faulty([*first, *others]), places, options.most)
    except KeyboardInterrupt:
        print("\nInterrupted; so far:")
    if options.output is not None:
        options.output.write_text("".join(json.dumps(row) + "\n" for row in campaign.rows), encoding="utf-8")
    return campaign.report()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutate", description=__doc__)
    parser.add_argument("--only", action="append", help="modules whose name has this in it; may be repeated")
    parser.add_argument("--guarded", type=int, metavar="N", help="at most so many in guarded modules, drawn at random")
    parser.add_argument("--others", type=int, default=300, metavar="N", help="so many elsewhere, drawn at random")
    parser.add_argument("--seed", type=int, default=1, help="of what is drawn")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="copies of the project used at once")
    parser.add_argument("--most", type=float, default=600, metavar="S", help="seconds that one fault may take")
    parser.add_argument("--output", type=Path, help="write a line of JSON for each fault")
    return parser.parse_args()


def _some(mutants: Sequence[Mutant], most: int | None, seed: int) -> list[Mutant]:
    if most is None or most >= len(mutants):
        return list(mutants)
    return [mutants[number] for number in sorted(random.Random(seed).sample(range(len(mutants)), most))]


@dataclass
class Campaign:
    """What has been tried, and what came of it."""

    engine: Path
    argued: frozenset[tuple[str, Change]]
    seconds: dict[tuple[str, ...], float] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)
    rows: list[dict[str, object]] = field(default_factory=list)

    def clean(self, mutants: Sequence[Mutant]) -> Iterator[tuple[Trial, Callable[[Result], None]]]:
        """Each group of tests without a fault: it must pass, and shows how long it takes."""
        for tests in dict.fromkeys(nearest(mutant.module) for mutant in mutants):
            yield Trial(tests), partial(self._note_clean, tests)

    def _note_clean(self, tests: tuple[str, ...], result: Result) -> None:
        self.seconds[tests] = result.seconds
        if result.verdict is not Verdict.SURVIVED:
            self.broken.append(f"{' '.join(tests)}: {result.by or result.verdict.value}\n{result.log}")

    def faulty(self, mutants: Sequence[Mutant]) -> Iterator[tuple[Trial, Callable[[Result], None]]]:
        """Each fault with the tests nearest to it."""
        for mutant in mutants:
            before = (self.engine / mutant.module).read_text(encoding="utf-8")
            after = planted(self.engine, mutant)
            line, changed = change(before, after)
            if only_strict(changed):
                continue
            tests = nearest(mutant.module)
            trial = Trial(tests, 3 * self.seconds[tests] + 10, mutant.module, after)
            yield trial, partial(self._note, mutant, line, changed)

    def _note(self, mutant: Mutant, line: int, changed: Change, result: Result) -> None:
        verdict = result.verdict.value
        if result.verdict is Verdict.SURVIVED and (mutant.module, changed) in self.argued:
            verdict = "argued"
        self.rows.append({
            "module": mutant.module, "number": mutant.number, "line": line, "verdict": verdict, "by": result.by,
            "seconds": round(result.seconds, 2), "gone": changed[0], "come": changed[1],
        })  # fmt: skip
        if verdict == Verdict.SURVIVED.value:
            print(f"{mutant.module}:{line} survives", *(f"- {gone}" for gone in changed[0]),
                  *(f"+ {come}" for come in changed[1]), sep="\n  ", flush=True)  # fmt: skip
        elif len(self.rows) % 50 == 0:
            print(f"... {len(self.rows)} tried", flush=True)

    def report(self) -> int:
        """Print the figures; 1 when a fault in a guarded module survives that isn't argued."""
        # Not before: the trials are forked from a process that knows nothing of the engine.
        from cardengine.analysis.statistics import wilson  # noqa: PLC0415

        unguarded = 0
        for title, kept in (("guarded modules", True), ("elsewhere", False)):
            rows = [row for row in self.rows if guarded(str(row["module"])) is kept]
            if not rows:
                continue
            counts = {
                word: sum(row["verdict"] == word for row in rows)
                for word in ("caught", "timed out", "argued", "survived")
            }
            low, high = wilson(counts["survived"], len(rows))
            figures = ", ".join(f"{count} {word}" for word, count in counts.items())
            print(f"{title}: {len(rows)} faults: {figures}; surviving {counts['survived'] / len(rows):.1%} "
                  f"(95 %: {low:.1%} to {high:.1%})")  # fmt: skip
            unguarded += counts["survived"] if kept else 0
        return 1 if unguarded else 0


if __name__ == "__main__":
    sys.exit(main())
