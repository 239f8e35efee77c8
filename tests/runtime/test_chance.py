"""Sources of chance, right and broken; piles whose order chance has still to decide."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction

import pytest

from cardengine.runtime.chance import Chance, ChanceError, ScriptedChance, SeededChance
from cardengine.runtime.game import Game
from cardengine.runtime.outcome import Outcome
from cardengine.runtime.state import State
from tests.lang.helpers import game, play

PACK = """
players: 1
cards: {suits: [cups], ranks: [one, two, three, four], value: {one: 1, two: 2, three: 3, four: 4}}
zones:
  table:
    deck: face-down pile
    row: face-up row
    other: face-down pile
    hidden: face-down row
variables:
  game: {held: a card or nothing, x: number from 0 to 99}
setup:
  - shuffle every card into deck
"""


def with_steps(*steps: str) -> Game:
    return game(PACK + "".join(f"  - {step}\n" for step in steps))


# Scripts and seeds -----------------------------------------------------------------------------------


def test_a_script_may_name_the_first_cards_only() -> None:
    state = play(PACK, ["three_cups"])
    assert state.zone("deck") == ["three_cups", "one_cups", "two_cups", "four_cups"]
    assert play(PACK, "four_cups two_cups").zone("deck")[:2] == ["four_cups", "two_cups"]


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ([], "the script has no outcome left for deck"),
        ([3], "the script has a number where deck is shuffled"),
        ([["six_cups"]], "the script puts six_cups into deck, where it isn't"),
        ([["one_cups", "one_cups"]], "the script puts one_cups into deck, where it isn't"),
    ],
)
def test_a_script_that_does_not_fit_says_so(script: list[Sequence[str] | int], message: str) -> None:
    with pytest.raises(ChanceError) as broken:
        with_steps().new(chance=ScriptedChance(script))
    assert str(broken.value) == message


class _Given:
    """A source that gives what it is told to, right or wrong."""

    def __init__(self, order: Callable[[list[str]], list[str]], picked: int = 0, *, undecided: bool = False) -> None:
        self.order = order
        self.picked = picked
        self.undecided = undecided
        self.asked: list[tuple[str, list[str]]] = []

    def shuffle(self, what: str, cards: Sequence[str]) -> Sequence[str]:
        self.asked.append((what, list(cards)))
        return self.order(list(cards))

    def pick(self, what: str, n: int) -> int:
        return self.picked

    def draw(self, what: str, cards: Sequence[str]) -> int:
        return self.pick(what, len(cards))

    def clone(self) -> _Given:
        return self


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (lambda cards: cards[1:], "the new order of deck has 3 cards; it held 4"),
        (lambda cards: [], "the new order of deck has 0 cards; it held 4"),
        (lambda cards: [*cards, "five_cups"], "the new order of deck has other cards than it held"),
        (lambda cards: [*cards, cards[0]], "the new order of deck has other cards than it held"),
        (lambda cards: [cards[0]] * 4, "the new order of deck has other cards than it held"),
        (lambda cards: ["", *cards[1:]], "the new order of deck has other cards than it held"),
    ],
)
def test_a_shuffle_must_give_back_the_cards(order: Callable[[list[str]], list[str]], message: str) -> None:
    with pytest.raises(ChanceError) as broken:
        with_steps().new(chance=_Given(order))
    assert str(broken.value) == message


def test_a_source_of_ones_own_needs_two_methods_and_is_copied_with_the_state() -> None:
    class Mine:
        """No ``undecided``, no ``draw``, no ``clone``."""

        def __init__(self, calls: int = 0) -> None:
            self.calls = calls

        def shuffle(self, what: str, cards: Sequence[str]) -> Sequence[str]:
            self.calls += 1
            return cards[::-1]

        def pick(self, what: str, n: int) -> int:
            raise AssertionError

    class Copying(Mine):
        """One with a way of its own to be copied."""

        def clone(self) -> Copying:
            return Copying(self.calls + 100)

    for mine, more in ((Mine(), 0), (Copying(), 100)):
        state = with_steps("draw 1 from deck to row").new(chance=mine)
        assert state.zone("row") == ["four_cups"]
        assert state.chance is mine
        other = state.clone().chance
        assert type(other) is type(mine)
        assert other is not mine
        assert (mine.calls, other.calls) == (1, 1 + more)


def test_an_incomplete_source_never_leaves_a_pile_undecided() -> None:
    class Lazy:
        undecided = True

        def shuffle(self, what: str, cards: Sequence[str]) -> Sequence[str]:
            return cards[::-1]

        def pick(self, what: str, n: int) -> int:
            raise AssertionError

    assert with_steps("draw 1 from deck to row").new(chance=Lazy()).zone("row") == ["four_cups"]


@pytest.mark.parametrize("picked", [-1, 4, 1000])
def test_a_pick_must_be_in_range(picked: int) -> None:
    made = with_steps("draw 1 from deck to row")
    with pytest.raises(ChanceError, match=f"the pick for deck must be from 0 to 3, not {picked}"):
        made.new(chance=_Given(list, picked, undecided=True))


def test_cards_come_to_chance_in_pack_order_whatever_order_they_had() -> None:
    source = _Given(lambda cards: cards[::-1])
    made = with_steps("draw 3 from deck to row", "shuffle row into deck", "draw 2 from deck to other", "shuffle other")
    state = made.new(chance=source)
    pack = ["one_cups", "two_cups", "three_cups", "four_cups"]
    assert source.asked[:2] == [("deck", pack), ("deck", pack)]
    assert source.asked[2] == ("other", ["three_cups", "four_cups"])
    assert state.zone("other") == ["four_cups", "three_cups"]


def test_one_seed_is_one_deal_for_ever_and_games_of_a_seed_differ() -> None:
    made = with_steps()
    assert made.new(seed=7).zone("deck") == made.new(seed=7).zone("deck")
    orders = {tuple(made.new(seed=7, number=number).zone("deck")) for number in range(20)}
    assert len(orders) > 8
    assert made.new(seed=2**64 - 1).zone("deck")
    for seed in (-1, 2**64):
        with pytest.raises(ValueError, match="seed"):
            made.new(seed=seed)


def test_sources_follow_the_protocol() -> None:
    assert isinstance(SeededChance(1), Chance)
    assert isinstance(ScriptedChance(), Chance)
    assert isinstance(_Given(list), Chance)


def test_alike_cards_keep_apart_through_a_shuffle() -> None:
    part = PACK.replace("ranks: [one, two, three, four]", "ranks: [one, two], packs: 2").replace(
        ", three: 3, four: 4", ""
    )
    state = game(part).new(seed=3)
    assert sorted(state.zone("deck")) == ["one_cups", "one_cups", "two_cups", "two_cups"]
    items = [item for item in range(4) if state.vector[state._machine.space.items["card"].place + item]]
    assert items == [0, 1, 2, 3]


# Undecided piles -------------------------------------------------------------------------------------


class _NeedsPick(Exception):  # noqa: N818 - it asks for more
    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.n = n


class _Listed:
    """A source that follows picks and asks for one more at their end."""

    def __init__(self, picks: Sequence[int], *, undecided: bool) -> None:
        self.picks = list(picks)
        self.undecided = undecided
        self.calls: list[tuple[str, int]] = []

    def shuffle(self, what: str, cards: Sequence[str]) -> Sequence[str]:
        left = list(cards)
        return [left.pop(self.pick(what, len(left))) for _ in range(len(left))]

    def pick(self, what: str, n: int) -> int:
        self.calls.append((what, n))
        if n == 1:
            return 0
        if not self.picks:
            raise _NeedsPick(n)
        return self.picks.pop(0)

    def draw(self, what: str, cards: Sequence[str]) -> int:
        return self.pick(what, len(cards))

    def clone(self) -> _Listed:
        return self


def distribution(made: Game, read: Callable[[State], Hashable], *, undecided: bool) -> dict[Hashable, Fraction]:
    """What comes out, with its exact probability, over all picks."""
    found: dict[Hashable, Fraction] = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        picks, probability = waiting.pop()
        try:
            state = made.new(chance=_Listed(picks, undecided=undecided))
        except _NeedsPick as need:
            waiting += [((*picks, number), probability / need.n) for number in range(need.n)]
        else:
            assert state.fault is None, state.fault
            found[read(state)] = found.get(read(state), Fraction(0)) + probability
    return found


def seen(state: State) -> Hashable:
    """What can be told from outside: the open cards and the variables."""
    return tuple(state.zone("row")), state.var("held"), state.var("x"), state.outcome


STEPS = [
    ["draw 2 from deck to row"],
    ["draw 4 from deck to row"],
    ["draw 1 from deck to row", "move first(row) to bottom of deck", "draw 3 from deck to row"],
    ["draw 1 from deck to row", "move first(row) to deck", "draw 3 from deck to row"],
    ["draw 2 from deck to row", "move row to bottom of deck", "draw 4 from deck to row"],
    ["draw 2 from deck to row", "shuffle row into deck", "draw 2 from deck to row"],
    ["draw 1 from deck to row", "draw 1 from row to bottom of deck", "draw 1 from deck to hidden",
     "draw 2 from deck to row"],
    ["draw 2 from deck to other", "draw 1 from other to row", "draw 2 from deck to row"],
    ["draw 2 from deck to other", "shuffle other", "draw 1 from other to row"],
    ["draw 2 from deck to hidden", "draw 1 from hidden to row"],
    ["draw 1 from deck to row up to 3", "fill row up to 3 from deck"],
    ["deal 2 from deck to [row, hidden]"],
    ["shuffle deck where value > 2 into other", "draw 1 from other to row", "draw 1 from deck to row"],
    ["set x to count(deck)", "if any(deck where value is 2):\n      - draw 1 from deck to row"],
    # What reads the order of a pile must find it decided, not in pack order.
    ["move top(deck, 2) to row"],
    ["move deck to row"],
    ["set held to top(deck)"],
    ["set x to top(deck).value * 10 + last(deck).value"],
    ["let found be top(deck, 2)", "move found to row"],
    ["for each card in deck:\n      - if card.value > 2:\n          - move card to row"],
    ["turn up top(deck, 1)", "set x to sum(value of deck where face_up)"],
    ["shuffle top(deck, 2) into other", "draw 1 from deck to row", "draw 1 from other to row"],
    ["exchange top(deck) for last(deck)", "draw 2 from deck to row"],
    ["show top(deck, 1) to players", "draw 1 from deck to row"],
    ["draw 1 from deck to row", "move first(row) to deck", "move onward(deck[2]) to row"],
    ["draw 1 from deck to row", "set x to sum(value of first(row).zone)"],
    ["move first(deck where value is 3) to row", "draw 2 from deck to row"],
    ["move first(deck where value is 3) to other, first(deck where value is 4) taking its place",
     "draw 3 from deck to row"],
    ["set x to first(sort(deck by 0 - value)).value"],
    ["run take(deck)"],
]  # fmt: skip


@pytest.mark.parametrize("steps", STEPS, ids=[" / ".join(steps)[:60] for steps in STEPS])
def test_an_undecided_pile_gives_the_same_distribution_as_a_decided_one(steps: list[str]) -> None:
    more = "procedures:\n  take(pile):\n    - draw 1 from pile to row\n    - move last(pile) to row\n"
    made = game(more + PACK + "".join(f"  - {step}\n" for step in steps))
    lazy = distribution(made, seen, undecided=True)
    eager = distribution(made, seen, undecided=False)
    assert sum(lazy.values()) == 1
    assert lazy == eager


def test_every_order_of_a_pack_is_equally_likely() -> None:
    made = with_steps("draw 4 from deck to row")
    assert set(distribution(made, seen, undecided=True).values()) == {Fraction(1, 24)}


def test_one_pick_is_asked_for_each_card_that_is_drawn_and_none_before() -> None:
    source = _Listed([2, 0], undecided=True)
    state = with_steps("draw 2 from deck to row").new(chance=source)
    assert source.calls == [("deck", 4), ("deck", 3)]
    assert state.zone("row") == ["three_cups", "one_cups"]
    assert with_steps().new(chance=_Listed([], undecided=True)).outcome is Outcome.ENDED


def test_the_last_card_left_needs_no_choice_among_several() -> None:
    source = _Listed([3, 2, 1], undecided=True)
    state = with_steps("draw 4 from deck to row").new(chance=source)
    assert state.zone("row") == ["four_cups", "three_cups", "two_cups", "one_cups"]
    assert [n for _, n in source.calls if n > 1] == [4, 3, 2]


def test_a_card_put_under_an_undecided_pile_comes_last_and_one_put_on_it_first() -> None:
    under = with_steps("draw 1 from deck to row", "move first(row) to bottom of deck", "draw 4 from deck to row")
    on_top = with_steps("draw 1 from deck to row", "move first(row) to deck", "draw 1 from deck to row")
    for picks in ([0, 2, 0], [3, 1, 1]):
        first = ["one_cups", "two_cups", "three_cups", "four_cups"][picks[0]]
        assert under.new(chance=_Listed(picks, undecided=True)).zone("row")[-1] == first
        assert on_top.new(chance=_Listed(picks, undecided=True)).zone("row") == [first]
