"""Games once more, in plain Python, to be played along with the engine's.

An oracle is a generator function of the number of players, the options and a function that gives the order of the next
shuffle, the top first. It yields the seat that is to choose and the texts of its legal actions, is sent the text of the
one that is taken, and returns the scores.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from pathlib import Path
from random import Random

import cardengine

Asked = tuple[int, Collection[str]]
Oracle = Generator[Asked, str, Sequence[int]]
Shuffled = Callable[[], list[str]]
MakeOracle = Callable[[int, Mapping[str, str], Shuffled], Oracle]
Choose = Callable[[Random, Sequence[str]], str]

RULESETS = Path(__file__).parents[2] / "rulesets"


class Recorder:
    """A chance source that remembers its shuffles."""

    undecided = False

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


def follow(
    name: str, make: MakeOracle, players: int, seed: int, choose: Choose = evenly, **options: str | int
) -> int:
    """Play a random game beside its oracle; both must ask for the same and come to the same scores.

    Returns:
        How many choices there were.
    """
    game = cardengine.load(RULESETS / f"{name}.yaml", options=options, players=players)
    chance, random = Recorder(seed), Random(f"{name} {players} {seed}")
    state = game.new(chance=chance)
    oracle = make(players, game.option_texts(), lambda: chance.orders.pop(0))
    asked = next(oracle)
    steps = 0
    while not state.over:
        texts = [action.text for action in state.actions()]
        assert chance.orders == [], "the engine shuffled more often"
        assert state.player == asked[0], (steps, asked)
        assert sorted(texts) == sorted(asked[1]), (steps, state.choice)
        text = choose(random, texts)
        state.apply(game.parse_action(text, state))
        steps += 1
        try:
            asked = oracle.send(text)
        except StopIteration as end:
            assert state.over, "the oracle's game is over, the engine's is not"
            assert list(state.scores) == list(end.value)
            assert state.outcome.name in ("ENDED", "WON")
    return steps
