"""The comparison: for each ruleset the speed of all that plays it, measured in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

from benchmarks import growth, handwritten_area52, native, openspiel
from benchmarks.compiled import compiled_decisions
from benchmarks.contests import BY_HAND, Contest
from benchmarks.interpreter import interpreted
from benchmarks.report import Report, number, ratio
from benchmarks.timing import Play, Rate, medians, timed
from cardengine.runtime.game import Game

INTERPRETER, COMPILED, PYTHON = "interpreter", "wasm", "Python by hand"
C = next(iter(native.PROGRAMS))
WHOLE, ROLLOUTS, DEALT, LOOP = "evaluate_bots", "rollouts", "rollouts and deal", "Python loop"
FASTEST = "OpenSpiel"

SPEEDS = {
    INTERPRETER: INTERPRETER,
    COMPILED: COMPILED,
    "OpenSpiel C++": FASTEST,
    "OpenSpiel Python": LOOP,
    "C": C,
    PYTHON: PYTHON,
}
"""The headings of the speeds, and whose they are."""

RATIOS = {
    "wasm / interpreter": INTERPRETER,
    "wasm / OpenSpiel C++": FASTEST,
    "wasm / OpenSpiel Python": LOOP,
    "wasm / C": C,
}
"""The headings of the ratios, and what the compiled backend is compared with."""

Progress = Callable[[str], None]
"""Is told what is measured next."""


class Comparison:
    """Measures, and remembers what was missing.

    Args:
        seconds: about how long one measurement takes.
        repeats: how many measurements a median is of.
        directory: where programs are built.
        progress: is told what is measured next.
    """

    def __init__(self, seconds: float, repeats: int, directory: Path, progress: Progress) -> None:
        self.seconds = seconds
        self.repeats = repeats
        self.directory = directory
        self.progress = progress
        self.missing: dict[str, None] = {}

    def rulesets(self, contests: Iterable[Contest]) -> tuple[Report, Report, Report]:
        """All that plays each ruleset, side by side; OpenSpiel's speed loop by loop; and the programs by hand."""
        report = Report(
            "Decisions a second (k: thousands, M: millions), random play, one thread", ("ruleset", *SPEEDS, *RATIOS)
        )
        loops = Report(
            "OpenSpiel's loops, decisions a second, and how long its games are",
            (
                "game",
                WHOLE,
                "rollouts, no deal",
                DEALT,
                LOOP,
                "a game there",
                "a game here",
                "games: wasm / OpenSpiel C++",
            ),
        )
        by_hand = Report("Area 52 by hand, decisions a second", ("", "decisions a second", f"{COMPILED} / this"))
        for contest in contests:
            self.progress(contest.title)
            sides = self._engines(contest.load())
            if contest.name == BY_HAND:
                sides[PYTHON] = timed(_by_hand_in_python)
                self._try(self._c_sides, sides)
            if contest.spiel is not None:
                self._try(partial(_spiel_sides, contest.spiel), sides)
            rates = medians(sides, self.seconds, self.repeats)
            speed = {side: rate.per_second for side, rate in rates.items()}
            if contest.name == BY_HAND:
                for side in (COMPILED, PYTHON, *native.PROGRAMS):
                    by_hand.add(side, number(speed.get(side)), ratio(speed.get(COMPILED), speed.get(side)))
            if WHOLE in rates:
                each = (number(speed.get(side)) for side in (WHOLE, ROLLOUTS, DEALT, LOOP))
                here = rates.get(COMPILED, rates[INTERPRETER])
                there = rates[WHOLE]
                speed[FASTEST] = max(speed[side] for side in (WHOLE, DEALT) if side in speed)
                games = ratio(speed.get(COMPILED, 0.0) / here.a_game or None, speed[FASTEST] / there.a_game)
                loops.add(contest.title, *each, f"{there.a_game:.1f}", f"{here.a_game:.1f}", games)
            speeds = (number(speed.get(side)) for side in SPEEDS.values())
            ratios = (ratio(speed.get(COMPILED), speed.get(side)) for side in RATIOS.values())
            report.add(contest.title, *speeds, *ratios)
        return report, loops, by_hand

    def growth(self) -> tuple[Report, Report]:
        """The trick game in sizes: by its deck, and by its hands."""
        rates = {}
        for size in growth.SIZES:
            self.progress(f"growth, {size.deck} cards, hands of {size.hand}")
            game = growth.load(size)
            rates[size] = medians(self._engines(game), self.seconds, self.repeats)
        by_deck = _growth_report("By the size of the deck, hands of 3", "deck")
        for size in growth.DECKS:
            _add_size(by_deck, str(size.deck), rates[size])
        by_hand = _growth_report(f"By the size of hands, a deck of {growth.HANDS[0].deck}", "hand")
        for size in growth.HANDS:
            _add_size(by_hand, str(size.hand), rates[size])
        return by_deck, by_hand

    def notes(self) -> list[str]:
        """What couldn't be measured, a line each."""
        return list(self.missing)

    def _engines(self, game: Game) -> dict[str, Play]:
        sides: dict[str, Play] = {INTERPRETER: interpreted(game)}
        self._try(partial(_compiled_side, game), sides)
        return sides

    def _c_sides(self) -> dict[str, Play]:
        return {name: native.by_hand_in_c(self.directory, source) for name, source in native.PROGRAMS.items()}

    def _try(self, make: Callable[[], Mapping[str, Play]], sides: dict[str, Play]) -> None:
        """Add sides, or remember why they are missing."""
        try:
            sides.update(make())
        except ImportError as error:
            self.missing[f"wasm: {error}"] = None
        except (openspiel.SpielError, native.CompilerError) as error:
            self.missing[str(error)] = None


def _compiled_side(game: Game) -> dict[str, Play]:
    compiled_decisions(game, 1, 0)
    return {COMPILED: partial(compiled_decisions, game)}


def _spiel_sides(name: str) -> dict[str, Play]:
    spiel = openspiel.Spiel(openspiel.load(name))
    sides: dict[str, Play] = {WHOLE: spiel.whole, LOOP: spiel.python_loop}
    if spiel.rollable is not None:
        sides |= {ROLLOUTS: spiel.rollouts, DEALT: spiel.dealt_rollouts}
    return sides


def _by_hand_in_python(games: int, seed: int) -> int:
    return sum(handwritten_area52.play(seed, game).decisions for game in range(games))


def _growth_report(title: str, axis: str) -> Report:
    headings = (f"{INTERPRETER}, games/s", f"{INTERPRETER}, decisions/s", "wasm, games/s", "wasm, decisions/s")
    return Report(title, (axis, "decisions a game", *headings))


def _add_size(report: Report, name: str, rates: Mapping[str, Rate]) -> None:
    cells = []
    for side in (INTERPRETER, COMPILED):
        rate = rates.get(side)
        cells += [number(rate and rate.per_second / rate.a_game), number(rate and rate.per_second)]
    report.add(name, f"{rates[INTERPRETER].a_game:.0f}", *cells)
