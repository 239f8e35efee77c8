"""Games played in both engines at once; and that the driver sees it when they differ."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from random import Random
from typing import Any, ClassVar

import pytest

import cardengine
from cardengine.adapters.open_spiel import to_open_spiel
from cardengine.model.link import OptionValue
from cardengine.model.load import load_text
from cardengine.runtime.actions import Action
from cardengine.runtime.game import Game
from cardengine.runtime.state import State
from tests.openspiel.lockstep import Deal, DivergenceError, Mapping, Moves, Played, play_in_lockstep
from tests.openspiel.mappings import Goofspiel, Kuhn, Leduc

GAMES: list[Mapping] = [
    *(Kuhn(players) for players in (2, 3, 10)),
    *(Leduc(players) for players in (2, 3, 6, 10)),
    Goofspiel(),
    Goofspiel(cards=6, order="descending", returns="point_difference", secret=False),
    Goofspiel(3, cards=7, order="ascending", returns="total_points"),
    Goofspiel(7, cards=4, returns="point_difference"),
]


def play_many(mapping: Mapping, games: int) -> list[Played]:
    return [play_in_lockstep(mapping, seed) for seed in range(games)]


def name(mapping: Mapping) -> str:
    return str(mapping.spiel)


@pytest.mark.parametrize("mapping", GAMES, ids=name)
def test_a_few_games_agree(mapping: Mapping) -> None:
    played = play_many(mapping, 30)
    assert all(game.actions and game.compared for game in played)
    assert len({game.actions for game in played}) >= 5


@pytest.mark.full
@pytest.mark.parametrize("mapping", GAMES, ids=name)
def test_a_thousand_games_agree(mapping: Mapping) -> None:
    for seed in range(1000, 2000):
        play_in_lockstep(mapping, seed)


class _MoreRaises(Leduc):
    """A rule differs: three raises in a round."""

    game = cardengine.load("leduc_poker", options={"raises": 3})


class _DearerAnte(Leduc):
    """A rule differs that no action shows, only the coins."""

    game = cardengine.load("leduc_poker", options={"ante": 2})


class _Blind(_DearerAnte):
    """The same, without a look at what players know: the returns differ in the end."""

    def knowledge(self, ours: State, theirs: Any, seat: int) -> tuple[object, object]:
        return (), ()


class _WrongCards(Kuhn):
    """The deal doesn't agree."""

    def outcome(self, text: str) -> int:
        return self.players - super().outcome(text)

    def knowledge(self, ours: State, theirs: Any, seat: int) -> tuple[object, object]:
        return (), ()


class _Strange(Kuhn):
    """Chance is asked for what there isn't."""

    def outcome(self, text: str) -> int:
        return 99


class _Merged(Kuhn):
    """Two actions are taken for one."""

    def moves(self, ours: State, theirs: Any, action: Action) -> Moves:
        return (0,)


class _Turned(Kuhn):
    """The seats are mixed up."""

    def player(self, seat: int) -> int:
        return 1 - seat


@pytest.mark.parametrize(
    ("mapping", "message"),
    [
        (_MoreRaises, "the legal actions of player"),
        (_DearerAnte, "what seat 0 knows"),
        (_Blind, "the returns"),
        (_WrongCards, "the returns"),
        (_Strange, "chance: 99 here"),
        (_Merged, "two actions are one there"),
        (_Turned, "who is to choose"),
    ],
)
def test_what_differs_is_found(mapping: Callable[[], Mapping], message: str) -> None:
    with pytest.raises(DivergenceError, match=message):
        play_many(mapping(), 60)


class _LateGoofspiel(Goofspiel):
    """The ruleset as it is: it asks for the last card, too, and OpenSpiel doesn't."""

    options: ClassVar[dict[str, OptionValue]] = {"cards": 4, "scoring": "win", "bids": "secret"}
    game = cardengine.load("goofspiel", options=options)

    def unasked(self, ours: State, theirs: Any) -> Action | None:
        last = ours.actions()
        return last[0] if len(last) == 1 else None


def test_choices_that_only_we_ask_for_are_passed_over() -> None:
    assert all(len(game.actions) == 6 for game in play_many(_LateGoofspiel(cards=4), 20))


HEAD = """
game: A pair
players: 2
cards: {suits: [cups], ranks: [one, two, three, four, five, six, seven, eight]}
zones:
  table: {deck: face-down pile, away: face-up row}
  player: {hand: face-down row seen by owner}
setup:
  - shuffle every card into deck
  - deal 4 from deck to hand of players
result: {score: count(away where rank > four)}
"""
AT_ONCE = """
play:
  - for each player in players:
      - player chooses giving
choices:
  giving:
    text: Lay two cards away
    give:
      text: Lay them away
      choose: {pair: 2 cards from your hand}
      do:
        - move pair to away
"""
ONE_BY_ONE = """
play:
  - for each player in players:
      - player chooses first_card
      - player chooses second_card
choices:
  first_card:
    text: Lay a card away
    give:
      text: Lay it away
      choose: {card: a card from your hand}
      when: any(your hand where rank > card.rank)
      do:
        - move card to away
  second_card:
    text: Lay another one away
    give:
      text: Lay it away
      choose: {card: a card from your hand where rank > HIGHER}
      do:
        - move card to away
"""


class _Pairs(Mapping):
    """One action of ours is two of theirs. Their engine is ours, too, with other rules."""

    def __init__(self, higher: str) -> None:
        self.texts = HEAD + AT_ONCE, HEAD + ONE_BY_ONE.replace("HIGHER", higher)

    @cached_property
    def game(self) -> Game:
        return Game(load_text(self.texts[0]))

    @cached_property
    def spiel(self) -> Any:
        return to_open_spiel(Game(load_text(self.texts[1])))

    def chance(self, ours: State, theirs: Any, deal: Deal) -> int:
        dealt = deal.order("deck")
        wanted = dealt[len(theirs.history())]
        return sorted(dealt[len(theirs.history()) :], key=self.place).index(wanted)

    def place(self, card: str) -> int:
        return self.game.machine.space.items["card"].texts.index(card)

    def moves(self, ours: State, theirs: Any, action: Action) -> Moves:
        first, second = sorted(self.place(card) for card in action.args["pair"])
        return (first, 8 + second)


def test_one_action_may_be_several_there() -> None:
    mapping = _Pairs("last(away).rank")
    assert all(len(game.actions) == 2 for game in play_many(mapping, 30))


def test_an_action_that_goes_on_differently_is_found() -> None:
    mapping = _Pairs("three")
    with pytest.raises(DivergenceError, match="how the action goes on"):
        play_many(mapping, 30)


def test_the_deal_is_remembered() -> None:
    deal = Deal(Random(1))
    order = deal.shuffle("deck", ["a", "b", "c", "d"])
    assert sorted(order) == ["a", "b", "c", "d"]
    assert deal.order("deck") == order
    assert deal.pick("deck", 3) == deal.picks[-1]
