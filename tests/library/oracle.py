"""Games once more, in plain Python, to be played along with the engine's.

An oracle is a generator function of the number of players, the options and a function that gives the order of the next
shuffle, the top first. It yields what is asked, is sent the text of the action that is taken, and returns the scores;
of a game that is won or lost, an ``End``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import cardengine
from cardengine import Game

Table = Mapping[str, Sequence[Sequence[str]]]
"""The cards of a zone, or of each zone of a family: piles top first."""
Asked = tuple[int, Collection[str]] | tuple[int, Collection[str], Table]
"""The seat that is to choose, the texts of its legal actions, and, where all lies open, what lies where."""


@dataclass(frozen=True)
class End:
    """The end of a game that is won or lost."""

    scores: Sequence[int]
    winners: Sequence[int]


Oracle = Generator[Asked, str, Sequence[int] | End]
Shuffled = Callable[[], list[str]]
MakeOracle = Callable[[int, Mapping[str, str], Shuffled], Oracle]
Choose = Callable[[Random, Sequence[str]], str]
Options = Mapping[str, str | int]

RULESETS = Path(__file__).parents[2] / "rulesets"


class Recorder:
    """A chance source that remembers its shuffles."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.orders: list[list[str]] = []

    def shuffle(self, what: str, cards: Sequence[str]) -> Sequence[str]:
        order = list(cards)
        self.random.shuffle(order)
        self.orders.append(order)
        return order

    def pick(self, what: str, n: int) -> int:
        raise AssertionError(f"no game here picks a number: {what}, {n}")

    def clone(self) -> Recorder:
        raise AssertionError("no game here is copied")


def evenly(random: Random, texts: Sequence[str]) -> str:
    """Any action; each name of an action is equally likely."""
    name = random.choice(sorted({text.split()[0] for text in texts}))
    return random.choice([text for text in texts if text.split()[0] == name])


def patiently(*better: str, patience: int = 100) -> Choose:
    """Any action, with a liking for those of some names; gives up once in so many, or when nothing else is left."""

    def choose(random: Random, texts: Sequence[str]) -> str:
        others = [text for text in texts if text != "give_up"]
        if "give_up" in texts and (not others or random.random() < 1 / patience):
            return "give_up"
        liked = [text for text in others if text.split()[0] in better]
        return random.choice(liked if liked and random.random() < 0.6 else others)

    return choose


@cache
def load(name: str, players: int, options: tuple[tuple[str, str | int], ...]) -> Game:
    """A bundled game, loaded once."""
    return cardengine.load(RULESETS / f"{name}.yaml", options=dict(options), players=players)


def follow(
    name: str,
    make: MakeOracle,
    players: int,
    seed: int,
    choose: Choose = evenly,
    options: Options | None = None,
) -> int:
    """Play a random game beside its oracle; both must ask for the same and come to the same end.

    Args:
        name: the ruleset.
        make: its oracle.
        players: how many play.
        seed: decides the shuffles and the choices.
        choose: takes one of the texts of the legal actions.
        options: of the game; the oracle is told all of them.

    Returns:
        How many choices there were.
    """
    game = load(name, players, tuple((options or {}).items()))
    chance, random = Recorder(seed), Random(f"{name} {players} {seed}")
    state = game.new(chance=chance)
    oracle = make(players, game.option_texts(), lambda: chance.orders.pop(0))
    asked = next(oracle)
    steps = 0
    while True:
        texts = [action.text for action in state.actions()]
        assert chance.orders == [], "the engine shuffled more often"
        assert state.player == asked[0], (steps, asked)  # nobody, if the engine's game is over already
        assert sorted(texts) == sorted(asked[1]), (steps, state.choice)
        if len(asked) == 3:
            zones = state.view(0)["zones"]
            for zone, piles in asked[2].items():
                shown = zones[zone] if isinstance(zones[zone], list) else [zones[zone]]
                assert [pile["cards"] for pile in shown] == list(piles), (steps, zone)
        text = choose(random, texts)
        state.apply(game.parse_action(text, state))
        steps += 1
        try:
            asked = oracle.send(text)
        except StopIteration as stop:
            end: Sequence[int] | End = stop.value
            break
    assert state.over, "the oracle's game is over, the engine's is not"
    if isinstance(end, End):
        assert (list(state.scores), list(state.winners or ())) == (list(end.scores), list(end.winners))
        assert state.outcome.name == ("WON" if end.winners else "LOST")
    else:
        assert list(state.scores) == list(end)
        assert state.outcome.name == "ENDED"
    return steps
