"""Numbers for actions: each action of each choice with all possible arguments, counted from 0.

The numbers depend only on the ruleset, its options and the number of players, so they are the same in every run. They
follow the order of declaration: choices, their actions, parameters as nested loops, the first one outermost. Arguments
are the words that the chooser would write, so a number reveals no more than the text of an action: a card that the
chooser can't see is represented by its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from cardengine.adapters.domains import ParameterDomain, domain_of
from cardengine.adapters.errors import AdapterError
from cardengine.model.codec import Slot
from cardengine.model.program import Action as Declared
from cardengine.model.program import Choice
from cardengine.runtime.actions import Action, Argument
from cardengine.runtime.game import Game
from cardengine.runtime.names import value_text
from cardengine.runtime.state import State

MAX_ACTIONS = 100_000
"""The most actions of a game that adapters accept."""

Value = tuple[str, ...]
"""The value of one parameter: one word, or the words of a subset."""


@dataclass(frozen=True)
class _Block:
    """The numbers of one action of one choice."""

    choice: str
    action: Declared
    first: int
    values: tuple[tuple[Value, ...], ...]
    places: tuple[Mapping[Value, int], ...]

    @property
    def count(self) -> int:
        return prod(len(values) for values in self.values)

    def text(self, offset: int) -> str:
        words: list[str] = []
        for values in reversed(self.values):
            offset, place = divmod(offset, len(values))
            words[:0] = values[place]
        return " ".join([self.action.decl.name, *words])


class Numbering:
    """The numbers of a game's actions.

    Args:
        game: the game.
        most: the most actions to accept.

    Raises:
        AdapterError: it has more, which the message counts, or a parameter without bounds, which it names.

    >>> import cardengine
    >>> numbering = Numbering(cardengine.load("kuhn_poker"))
    >>> [numbering.text(number) for number in range(numbering.count)]
    ['check', 'bet', 'fold', 'call']
    """

    def __init__(self, game: Game, most: int = MAX_ACTIONS) -> None:
        self.game = game
        space = game.machine.space
        domains = {
            (choice.decl.name, action.number): [
                domain_of(game.machine, choice, parameter) for parameter in action.decl.parameters
            ]
            for choice in game.program.choices
            for action in choice.actions
        }
        self.count = sum(prod(domain.count for domain in found) for found in domains.values())
        if self.count > most:
            raise AdapterError(
                f"{game.title} has {self.count:,} possible actions, counted over all that their parameters can be; "
                f"an adapter takes at most {most:,}"
            )
        self._space = space
        self._blocks: dict[tuple[str, int], _Block] = {}
        self._order: list[_Block] = []
        first = 0
        for choice in game.program.choices:
            for action in choice.actions:
                block = _block(choice, action, first, domains[choice.decl.name, action.number])
                self._blocks[choice.decl.name, action.number] = block
                self._order.append(block)
                first += block.count

    def number(self, state: State, action: Action) -> int:
        """The number of an action that is legal in a state."""
        choice = state.choice
        assert choice is not None
        block = self._blocks[choice, action.number]
        offset = 0
        for slot, places, values in zip(block.action.arguments.slots, block.places, block.values, strict=True):
            offset = offset * len(values) + places[self._value(slot, action.args[slot.name])]
        return block.first + offset

    def _value(self, slot: Slot, argument: Argument) -> Value:
        if isinstance(argument, tuple):
            return tuple(sorted(argument))
        if isinstance(argument, str):
            return (argument,)
        return (value_text(self._space, slot.kind, -1 if argument is None else int(argument)),)

    def legal(self, state: State, seat: int | None = None) -> dict[int, Action]:
        """The legal actions of a seat, by default the one to choose, by number, ascending.

        Of actions that differ only in identical cards, the first one represents all.
        """
        found: dict[int, Action] = {}
        for action in state.actions(seat):
            found.setdefault(self.number(state, action), action)
        return dict(sorted(found.items()))

    def text(self, number: int) -> str:
        """The text of the action with a number.

        Raises:
            IndexError: there is no such number.
        """
        if not 0 <= number < self.count:
            raise IndexError(f"there is no action {number}: numbers go from 0 to {self.count - 1}")
        block = next(block for block in reversed(self._order) if block.first <= number and block.count)
        return block.text(number - block.first)


def _block(choice: Choice, action: Declared, first: int, domains: Sequence[ParameterDomain]) -> _Block:
    values = tuple(tuple(_values(domain)) for domain in domains)
    places = tuple({value: place for place, value in enumerate(found)} for found in values)
    return _Block(choice.decl.name, action, first, values, places)


def _values(domain: ParameterDomain) -> Iterator[Value]:
    """All values of a parameter, in order; the words of a subset are sorted, so that each subset occurs once."""
    if not domain.subset:
        yield from ((word,) for word in domain.copies)
        return
    seen: list[Value] = []
    for size in range(domain.low, domain.high + 1):
        seen += _subsets(list(domain.copies.items()), size)
    yield from (tuple(sorted(value)) for value in seen)


def _subsets(copies: Sequence[tuple[str, int]], size: int) -> Iterator[Value]:
    """The selections of ``size`` words, each at most as often as it has copies."""
    if not size:
        yield ()
        return
    for at, (word, count) in enumerate(copies):
        for times in range(min(count, size), 0, -1):
            for rest in _subsets(copies[at + 1 :], size - times):
                yield (*([word] * times), *rest)
