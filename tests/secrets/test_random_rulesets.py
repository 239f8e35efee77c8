"""In random rulesets no seat is told what it can't see, and what it can't see decides nothing about its samples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from cardengine import Game, State
from cardengine.diagnostics import Code, DiagnosticError, Severity
from cardengine.model.load import load_text
from cardengine.model.program import Header
from cardengine.runtime.generator import seat_stream, stream
from cardengine.runtime.knowledge import SamplingError
from cardengine.tree import nodes as t
from cardengine.tree.symbols import ActionDecl, Audience, Ruleset
from cardengine.tree.types import CARD
from cardengine.tree.walk import walk
from tests.random_rulesets.rulesets import Case, build
from tests.secrets.twins import differences, play
from tests.secrets.worlds import exchanged_cards, told

EVERYDAY = range(160)
LONG = range(160, 4000)
MOVES = 12
STEP_CAP = 200
REFUSED = {Code.TOO_LARGE, Code.CONSTANT_FAULT, Code.OPTION_VALUE, Code.HIDDEN}
"""What a random ruleset may be refused for; a careless one for telling what is hidden, too."""


def ruleset(number: int) -> Case:
    """A random ruleset; every other one doesn't care what its choosers may see."""
    rng = stream(number, 9, 9)
    return build(lambda n: rng.below(n) if n > 1 else 0, careless=number % 2 == 1)


@cache
def game_of(number: int) -> Game | None:
    """The game of a random ruleset; None when it is refused."""
    case = ruleset(number)
    try:
        return Game(load_text(case.text), case.options, case.players, STEP_CAP)
    except DiagnosticError as error:
        codes = {problem.code for problem in error.diagnostics if problem.severity is Severity.ERROR}
        assert codes <= REFUSED, (number, codes)
        return None


def games(numbers: range) -> Iterator[tuple[int, Game]]:
    """The games of random rulesets, but for those of a kind that is known to tell too much."""
    for number in numbers:
        game = game_of(number)
        if game is not None and not goes_through_every_card(game.loaded.ruleset):
            yield number, game


# What is known to tell too much. Each is work on the language, and to be mended; nothing else is left out.
#
# - A choice that goes through every card: hidden cards are offered by their places, but in pack order, so the order
#   tells which is which; `first(every card).zone` tells where a card lies, as `AS.zone` would, which is refused.
# - A variable that names a card is shown to all, whoever sees the card; so are variables of hidden cards. Such games
#   are compared until it happens: see `tests.secrets.twins`.


def goes_through_every_card(ruleset: Ruleset) -> bool:
    """Whether some choice does."""
    return any(
        isinstance(part, t.EveryItem) and part.kind == CARD.kind
        for choice in ruleset.choices.values()
        for action in choice.actions
        for part in read_by(ruleset, action)
    )


def read_by(ruleset: Ruleset, action: ActionDecl) -> Iterator[object]:
    """All expressions that decide whether an action is offered, or what it is worth."""
    left: list[Any] = [parameter.domain for parameter in action.parameters]
    left += [condition.test for condition in action.conditions]
    left += [action.evaluate] if action.evaluate is not None else []
    while left:
        for part in walk(left.pop()):
            yield part
            if isinstance(part, t.DefineCall):
                left.append(ruleset.defines[part.name].body)


def check(numbers: range) -> Counter[str]:
    """Compare pairs of games; gives how much was compared, and over what."""
    done: Counter[str] = Counter()
    for number, game in games(numbers):
        done.update(features(game))
        course = play(game, number, MOVES)
        for seat in range(game.players):
            for across in (False, True):
                rng = stream(number, across, seat_stream(seat))
                exchange = exchanged_cards(game, course.state.vector, course.seen[seat], rng, across=across)
                if exchange:
                    found, compared = differences(game, course, seat, exchange)
                    assert found == [], f"ruleset {number}, p{seat + 1}\n{ruleset(number).text}"
                    done["choices"] += compared
    return done


def features(game: Game) -> Iterator[str]:
    """What a ruleset has of that which hides things."""
    ruleset = game.loaded.ruleset
    for zone in ruleset.zones.values():
        if zone.facing is not t.Facing.UP:
            yield f"{zone.item.kind == 'card'} seen by {zone.seen_by.name}"
        if zone.hides_count:
            yield "hidden count"
    kind = game.program.space.items["card"]
    if len(set(kind.pack)) < kind.count:
        yield "alike"
    for (owner, _), cells in game.program.space.variables.items():
        yield f"variable of {owner}"
        yield f"variable that is {cells.decl.type}"
    for instruction in game.program.code:
        if getattr(instruction, "secret", False):
            yield "secret"
        yield type(instruction).__name__


NEEDED = {f"True seen by {audience.name}" for audience in Audience} | {
    "False seen by NOBODY", "hidden count", "alike", "variable of card", "secret", "Together",
}  # fmt: skip


def test_nobody_is_told_what_he_does_not_see() -> None:
    done = check(EVERYDAY)
    assert done["choices"] > 500
    assert [feature for feature in NEEDED if done[feature] < 3] == []


@pytest.mark.full
def test_nobody_is_told_what_he_does_not_see_in_many_rulesets() -> None:
    check(LONG)


def states(numbers: range) -> Iterator[tuple[Game, State]]:
    """States of random games, a few of each."""
    for number, game in games(numbers):
        state = game.new(seed=number)
        rng = stream(number, 2, 2)
        for _ in range(MOVES):
            yield game, state
            if state.over:
                break
            seat = state.players[rng.below(len(state.players))]
            offered = state.offered(seat)
            state.take(seat, offered[rng.below(len(offered))])


def unseen_after(before: State, after: State) -> bool:
    """Whether what a seat has just done is to be seen by nobody else yet."""
    if before.vector[Header.SECRET]:
        return after.saved().veil == before.saved().veil
    return len(before.players) > 1


def test_what_others_choose_in_secret_or_unseen_is_told_to_nobody_before_it_is_done() -> None:
    compared: Counter[str] = Counter()
    for game, state in states(EVERYDAY):
        for seat in state.players:
            others = [other for other in range(game.players) if other != seat]
            after = []
            for offered in state.offered(seat)[:4]:
                child = state.clone()
                child.take(seat, offered)
                after.append(child)
            unseen = [child for child in after if unseen_after(state, child)]
            for child in unseen[1:]:
                for other in others:
                    assert told(game, child, other) == told(game, unseen[0], other)
                    compared["secret" if child.vector[Header.SECRET] else "together"] += 1
    assert compared["secret"] > 5
    assert compared["together"] > 20


def test_samples_look_the_same_to_their_seat() -> None:
    drawn = 0
    for game, state in states(EVERYDAY):
        for seat in range(game.players):
            try:
                sample = state.sampler(seat, stream(1, 1, 1))()
            except SamplingError:
                continue
            drawn += 1
            assert set(state.players) <= set(sample.players)
            assert sample.information(seat) == state.information(seat)
            assert sample.view(seat) | {"players": []} == state.view(seat) | {"players": []}
            assert [a.text for a in sample.actions(seat)] == [a.text for a in state.actions(seat)]
            for other in set(range(game.players)) - {seat}:
                assert "committed" not in sample.information(other).rpartition("\n")[2]
    assert drawn > 500
