"""Sentences that move, turn and show cards."""

from __future__ import annotations

import pytest

from cardengine.runtime.state import State
from tests.lang.helpers import errors, fault, play

TABLE = """
cards: {suits: [cups], ranks: [one, two, three, four, five, six]}
zones:
  table:
    deck: face-down pile
    pile: face-up pile
    row: face-up row
    hidden: face-down row
    kept: pile keeping faces
    small: face-up row at most 2
    stock: face-down pile refilled from waste
    waste: face-up pile
  player:
    hand: face-down row seen by owner
"""
ORDER = ["one_cups", "two_cups", "three_cups", "four_cups", "five_cups", "six_cups"]


def after(*steps: str) -> State:
    """A state after the deck was laid, `one` on top, and the steps were done."""
    lines = "".join(f"  - {step}\n" for step in ("shuffle every card into deck", *steps))
    state = play(TABLE + "setup:\n" + lines, *[ORDER] + [[]] * 9)
    assert state.fault is None, state.fault
    assert sum(state.counts().values()) == len(ORDER)
    return state


def ranks(state: State, zone: str, owner: int | None = None) -> str:
    """The ranks in a zone, the first letters of one to six as numbers."""
    numbers = {text: str(place) for place, text in enumerate(ORDER, start=1)}
    return "".join(numbers[card] for card in state.zone(zone, owner))


@pytest.mark.parametrize(
    ("steps", "zone", "expected"),
    [
        # As a block, order kept: the first of it ends on top of a pile, and first in a row.
        (["move top(deck, 3) to pile"], "pile", "123"),
        (["move top(deck, 3) to row"], "row", "123"),
        (["move top(deck, 1) to pile", "move top(deck, 2) to pile"], "pile", "231"),
        (["move top(deck, 1) to row", "move top(deck, 2) to row"], "row", "123"),
        (["move top(deck, 1) to pile", "move top(deck, 2) to bottom of pile"], "pile", "123"),
        (["move top(deck, 1) to row", "move top(deck, 2) to bottom of row"], "row", "123"),
        (["move top(deck, 1) to row", "move top(deck, 2) to top of row"], "row", "231"),
        (["move top(deck, 1) to pile", "move top(deck, 2) to top of pile"], "pile", "231"),
        (["move reverse(top(deck, 3)) to row"], "row", "321"),
        (["move deck to pile"], "pile", "123456"),
        (["move deck to row"], "row", "123456"),
        (["move top(deck) to row"], "row", "1"),
        (["move last(deck) to row"], "row", "6"),
        # Nothing to move is nothing done; a card may move within its zone.
        (["move row to pile"], "pile", ""),
        (["move top(deck) to bottom of deck"], "deck", "234561"),
        (["move top(deck, 3) to row", "move first(row) to row"], "row", "231"),
        # Another takes its place.
        (["move top(deck, 3) to row", "move row[2] to pile, top(deck) taking its place"], "row", "143"),
        (["move top(deck, 3) to row", "move row[1] to pile, row[3] taking its place"], "row", "32"),
        (["move top(deck, 3) to row", "move row[3] to pile, row[1] taking its place"], "row", "21"),
        (["move top(deck, 3) to row", "move row[1] to row, top(deck) taking its place"], "row", "4231"),
        (["move top(deck, 3) to pile", "move pile[2] to row, top(deck) taking its place"], "pile", "143"),
        (["move top(deck, 3) to row", "move row[2] to bottom of deck, top(deck) taking its place"], "deck", "562"),
    ],
)
def test_move_keeps_the_order_of_a_block(steps: list[str], zone: str, expected: str) -> None:
    assert ranks(after(*steps), zone) == expected


@pytest.mark.parametrize(
    ("steps", "zone", "expected"),
    [
        (["draw 2 from deck to row"], "row", "12"),
        (["draw 2 from deck to pile"], "pile", "21"),
        (["draw 2 from deck to bottom of pile"], "pile", "12"),
        (["draw 2 from deck to top of row"], "row", "21"),
        (["draw 9 from deck to row"], "row", "123456"),
        (["draw 0 from deck to row"], "row", ""),
        (["draw 0 - 3 from deck to row"], "row", ""),
        (["draw 5 from deck to row up to 3"], "row", "123"),
        (["draw 1 from deck to row up to 3"], "row", "1"),
        (["draw 4 from deck to row", "draw 5 from deck to row up to 3"], "row", "1234"),
        (["fill row up to 4 from deck"], "row", "1234"),
        (["fill row up to 9 from deck"], "row", "123456"),
        (["draw 3 from deck to row", "fill row up to 2 from deck"], "row", "123"),
        (["draw 3 from deck to row", "draw 1 from row to pile"], "pile", "1"),
    ],
)
def test_draw_and_fill_take_what_there_is(steps: list[str], zone: str, expected: str) -> None:
    assert ranks(after(*steps), zone) == expected


@pytest.mark.parametrize(
    ("steps", "hands"),
    [
        (["deal 2 from deck to hand of players"], ("13", "24")),
        (["deal all from deck to hand of players"], ("135", "246")),
        (["deal 9 from deck to hand of players"], ("135", "246")),
        (["deal 0 from deck to hand of players"], ("", "")),
        (["deal 1 from deck to hand of players starting with left(first(players), 1)"], ("2", "1")),
        (["deal 1 from deck to hand of (players where it is first(players))"], ("1", "")),
        (["deal 1 from deck to hand of (players where no)"], ("", "")),
        (["deal 1 from deck to first(players).hand"], ("1", "")),
        (["deal 2 from deck to every hand"], ("13", "24")),
    ],
)
def test_deal_goes_round_in_the_order_of_the_players(steps: list[str], hands: tuple[str, str]) -> None:
    state = after(*steps)
    assert (ranks(state, "hand", 0), ranks(state, "hand", 1)) == hands


def test_drawing_from_an_empty_pile_refills_it_first() -> None:
    state = after("draw 3 from deck to waste", "draw 1 from deck to stock", "draw 3 from stock to row")
    assert ranks(state, "row") == "412"  # the refilled pile lies in pack order, as the script says nothing
    assert ranks(state, "stock") == "3"
    assert ranks(state, "waste") == ""


def test_refilling_happens_only_when_a_card_is_wanted() -> None:
    state = after("draw 3 from deck to waste", "draw 1 from deck to stock", "draw 1 from stock to row")
    assert ranks(state, "waste") == "321"
    assert ranks(state, "stock") == ""


def test_drawing_ends_when_nothing_is_left_to_refill_with() -> None:
    assert ranks(after("draw 1 from deck to waste", "draw 5 from stock to row"), "row") == "1"


def test_a_move_never_refills() -> None:
    assert ranks(after("draw 3 from deck to waste", "move top(stock, 1) to row"), "row") == ""


def test_shuffle_into_permutes_the_whole_zone() -> None:
    lines = ["shuffle every card into deck", "draw 2 from deck to pile", "shuffle pile into deck"]
    steps = "".join(f"  - {line}\n" for line in lines)
    state = play(TABLE + "setup:\n" + steps, ORDER, ["six_cups", "two_cups"])
    assert ranks(state, "deck") == "621345"
    assert ranks(state, "pile") == ""


def test_shuffle_alone_permutes_the_zone_as_it_is() -> None:
    steps = "setup:\n  - shuffle every card into deck\n  - draw 3 from deck to row\n  - shuffle row\n"
    state = play(TABLE + steps, ORDER, ["three_cups", "one_cups"])
    assert ranks(state, "row") == "312"


@pytest.mark.parametrize(
    ("steps", "up"),
    [
        (["draw 1 from deck to row"], True),
        (["draw 1 from deck to hidden"], False),
        (["draw 1 from deck to row face down"], False),
        (["draw 1 from deck to hidden face up"], True),
        (["draw 1 from deck to kept"], False),
        (["draw 1 from deck to row", "move first(row) to kept"], True),
        (["draw 1 from deck to kept face up", "move first(kept) to hidden"], False),
        (["move top(deck) to bottom of row face down"], False),
        (["move top(deck) to row", "turn down row"], False),
        (["move top(deck) to hidden", "turn up first(hidden)"], True),
        (["move top(deck) to hidden", "turn up hidden", "move hidden to hidden"], False),
        (["turn up top(deck)"], True),
    ],
)
def test_facing_follows_the_zone_unless_the_step_says_otherwise(steps: list[str], up: bool) -> None:
    assert after(*steps).facing("one_cups") is up


def test_exchange_swaps_places_and_each_lies_as_its_new_zone_wants() -> None:
    state = after("draw 3 from deck to row", "exchange row[2] for top(deck)")
    assert ranks(state, "row") == "143"
    assert ranks(state, "deck") == "256"
    assert state.facing("four_cups")
    assert not state.facing("two_cups")


def test_exchange_within_one_zone() -> None:
    assert ranks(after("draw 3 from deck to row", "exchange row[1] for row[3]"), "row") == "321"
    assert ranks(after("draw 3 from deck to row", "exchange row[1] for row[1]"), "row") == "123"


def test_show_tells_just_those_players() -> None:
    state = after("deal 2 from deck to hand of players", "show first(players).hand to left(first(players), 1)")
    shown = [[event for event in state.history_for(seat) if event["event"] == "shown"] for seat in (0, 1)]
    assert [event["cards"] for event in shown[1]] == [["one_cups", "three_cups"]]
    assert [event["cards"] for event in shown[0]] == [["one_cups", "three_cups"]]  # his own cards
    assert state.view(1)["zones"]["hand"]["0"]["cards"] == [None, None]  # they lie as before


def test_a_zone_over_its_bound_is_a_fault_that_names_it() -> None:
    keys = TABLE
    assert "small takes no more than 2" in fault(
        ["shuffle every card into deck", "draw 3 from deck to small"], keys=keys
    )
    assert "line" in fault(["shuffle every card into deck", "move top(deck, 3) to small"], keys=keys)


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("move first(row) to pile", "`first` of nothing"),
        ("move row[1] to pile", "there is no item 1"),
        ("exchange first(every card) for last(every card)", "lies in no zone"),
        ("move first(every card) to pile, last(every card) taking its place", "lies in no zone"),
    ],
)
def test_cards_that_are_not_there_are_faults(step: str, message: str) -> None:
    assert message in fault(step, keys=TABLE)


def test_nothing_can_take_its_own_place() -> None:
    steps = ["shuffle every card into deck", "draw 2 from deck to row", "move row[1] to pile, row[1] taking its place"]
    assert "its own place" in fault(steps, keys=TABLE)


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("move 3 to pile", "3"),
        ("move top(deck) to players", "players"),
        ("move top(deck, 2) to pile, top(deck) taking its place", "top(deck, 2)"),
        ("draw deck from deck to row", "deck"),
        ("draw 1 from 3 to row", "3"),
        ("draw 1 from top(deck, 2) to row", "top(deck, 2)"),
        ("deal 1 from deck to players", "players"),
        ("fill 3 up to 4 from deck", "3"),
        ("shuffle 3 into deck", "3"),
        ("turn up players", "players"),
        ("exchange deck for row", "deck"),
        ("show row to 3", "3"),
        ("bring 3 into row", "3"),
    ],
)
def test_steps_take_only_what_fits(step: str, words: str) -> None:
    found = errors(TABLE + f"setup:\n  - {step}\n")
    assert ("T401", words) in found


@pytest.mark.parametrize(
    ("steps", "zone", "expected"),
    [
        (["move top(deck, 2) with top(deck, 3) to row"], "row", "123"),
        (["move [top(deck), top(deck)] to pile"], "pile", "1"),
        (["shuffle top(deck, 2) with top(deck, 2) into pile"], "pile", "12"),
    ],
)
def test_a_card_that_a_list_names_twice_moves_once(steps: list[str], zone: str, expected: str) -> None:
    assert ranks(after(*steps), zone) == expected


def test_a_card_that_a_list_names_twice_is_turned_and_shown_once() -> None:
    state = after("draw 1 from deck to hidden", "show hidden with hidden to players", "turn up hidden with hidden")
    for kind in ("shown", "turned"):
        (event,) = [event for event in state.history() if event["event"] == kind]
        assert event["cards"] == ["one_cups"]


@pytest.mark.parametrize("step", ["move deck to small", "shuffle deck into small", "move top(deck, 3) to small"])
def test_a_zone_that_has_no_room_for_a_block_takes_nothing_of_it(step: str) -> None:
    """The fault ends the game, but every card still lies somewhere."""
    state = play(TABLE + f"setup:\n  - shuffle every card into deck\n  - {step}\n", ORDER, [])
    assert state.fault is not None
    assert state.counts() == {"deck": 6}


def test_a_full_zone_may_be_put_in_another_order() -> None:
    state = after("draw 2 from deck to small", "move reverse(small) to small", "shuffle small")
    assert sorted(ranks(state, "small")) == ["1", "2"]
