"""Views, events and information: what each seat learns follows from the declared visibility, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cardengine.runtime.state import State
from tests.lang.helpers import do, play

CARDS = "cards: {suits: [cups], ranks: [one, two, three, four, five, six]}\nplayers: 3\n"
ORDER = "one_cups two_cups three_cups four_cups five_cups six_cups"
ALL = ["one_cups", "two_cups"]
NONE = [None, None]


def two_in(zone: str, *, owner: str = "player", more: str = "", facing: str = "") -> State:
    """A state with the first two cards in a zone (of the first player) that is declared so."""
    target = "zone_it" if owner == "table" else "first(players).zone_it"
    part = f"{CARDS}zones:\n  table:\n    deck: face-down pile\n"
    part += f"    zone_it: {zone}\n" if owner == "table" else f"  {owner}:\n    zone_it: {zone}\n"
    part += f"setup:\n  - shuffle every card into deck\n  - move top(deck, 2) to {target}{facing}\n{more}"
    state = play(part, ORDER, [])
    assert state.fault is None
    return state


def shown(state: State, seat: int, *, owner: str = "player") -> dict[str, Any]:
    """How the zone looks to a seat."""
    found = state.view(seat)["zones"]["zone_it"]
    zone: dict[str, Any] = found if owner == "table" else found["0"]
    return zone


@pytest.mark.parametrize(
    ("zone", "owner", "sees"),
    [
        ("face-up row", "table", "yyy"),
        ("face-up pile", "table", "yyy"),
        ("face-down row", "table", "nnn"),
        ("face-down pile", "table", "nnn"),
        ("face-down row seen by everybody", "table", "yyy"),
        ("face-down row seen by nobody", "table", "nnn"),
        ("row keeping faces", "table", "nnn"),
        ("face-up row", "player", "yyy"),
        ("face-down row", "player", "nnn"),
        ("face-down row seen by owner", "player", "ynn"),
        ("face-down pile seen by owner", "player", "ynn"),
        ("face-down row seen by all but owner", "player", "nyy"),
        ("face-down row seen by everybody", "player", "yyy"),
        ("face-down row seen by nobody", "player", "nnn"),
        ("row keeping faces seen by owner", "player", "ynn"),
    ],
)
def test_who_sees_the_cards_of_a_zone(zone: str, owner: str, sees: str) -> None:
    state = two_in(zone, owner=owner)
    for seat, letter in enumerate(sees):
        cards = ALL if letter == "y" else NONE
        assert shown(state, seat, owner=owner) == {"count": 2, "cards": cards}
        (moved,) = [event for event in state.history_for(seat) if event["event"] == "moved"]
        assert moved["cards"] == cards
        assert (moved["from"], moved["to"]) == ("deck", "zone_it" if owner == "table" else "zone_it.p1")
        text = state.information(seat)
        assert ("one_cups" in text) is (letter == "y")


@pytest.mark.parametrize(
    ("zone", "facing", "cards"),
    [
        ("face-down row", " face up", ALL),
        ("face-up row", " face down", NONE),
        ("row keeping faces", " face up", ALL),
    ],
)
def test_a_card_turned_by_its_step_is_seen_accordingly(zone: str, facing: str, cards: list[str | None]) -> None:
    assert shown(two_in(zone, facing=facing), 2)["cards"] == cards


@pytest.mark.parametrize(("seat", "first", "second"), [(0, 2, ALL), (1, None, []), (2, None, [])])
def test_a_hidden_count_hides_how_many_and_where(seat: int, first: int | None, second: list[str | None]) -> None:
    state = two_in("face-down row seen by owner hiding count")
    assert shown(state, seat) == {"count": first, "cards": second}
    moved = [event for event in state.history_for(seat) if event["event"] == "moved"]
    assert bool(moved) is (seat == 0)


def test_of_a_hidden_count_the_cards_that_lie_open_are_shown() -> None:
    state = two_in("face-down row seen by owner hiding count", more="  - turn up last(first(players).zone_it)\n")
    assert shown(state, 1) == {"count": None, "cards": ["two_cups"]}


def test_an_empty_zone_of_hidden_count_looks_like_one_that_is_not() -> None:
    full = two_in("face-down row seen by owner hiding count")
    empty = two_in("face-down row seen by owner hiding count", more="  - move first(players).zone_it to deck\n")
    assert shown(full, 1) == shown(empty, 1) == {"count": None, "cards": []}
    assert shown(empty, 0) == {"count": 0, "cards": []}


def test_nobody_knows_the_order_of_a_face_down_pile_not_even_its_owner() -> None:
    state = two_in(
        "face-down pile seen by owner", more="  - move reverse(first(players).zone_it) to first(players).zone_it\n"
    )
    assert state.zone("zone_it", 0) == ["two_cups", "one_cups"]
    assert shown(state, 0)["cards"] == ["one_cups", "two_cups"]


def test_a_card_that_comes_out_of_a_hand_is_told_to_who_sees_it_then() -> None:
    state = two_in("face-down row seen by owner", more="  - move last(first(players).zone_it) to bottom of deck\n")
    events = [[e for e in state.history_for(seat) if e["event"] == "moved"][-1] for seat in range(3)]
    assert [event["cards"] for event in events] == [["two_cups"], [None], [None]]


PIECES = (
    CARDS
    + """
pieces:
  ship:
    columns: {class: name, hull: number from 1 to 9}
    list: [[boat, 1], [raft, 2]]
    limit: 2
zones:
  table: {deck: face-down pile}
  player:
    fleet: face-down row of ship seen by owner hiding count
    hand: face-down row seen by owner
  ship:
    hold: face-down row seen by owner
    deck_of: face-up row
variables:
  ship: {damage: number from 0 to 9}
setup:
  - shuffle every card into deck
  - bring boat into first(players).fleet
  - draw 1 from deck to first(first(players).fleet).hold
  - draw 1 from deck to first(first(players).fleet).deck_of
  - set first(first(players).fleet).damage to 3
"""
)


def test_a_pieces_zones_and_variables_show_only_to_who_sees_the_piece() -> None:
    state = play(PIECES, ORDER)
    assert state.view(0)["zones"]["hold"] == {"s1.1": {"count": 1, "cards": ["one_cups"]}}
    assert state.view(0)["zones"]["deck_of"] == {"s1.1": {"count": 1, "cards": ["two_cups"]}}
    assert state.view(0)["variables"]["ship"] == {"s1.1": {"damage": 3}}
    assert state.view(0)["pieces"] == {"s1.1": {"class": "boat", "hull": 1}}
    for seat in (1, 2):
        view = state.view(seat)
        assert view["zones"]["hold"] == view["zones"]["deck_of"] == {}
        assert view["variables"].get("ship", {}) == {}
        assert view["pieces"] == {}
        text = json.dumps(view) + state.information(seat)
        for word in ("s1.1", "boat", "one_cups", "two_cups", "damage"):
            assert word not in text


def test_a_piece_that_is_turned_up_shows_what_lies_on_it() -> None:
    state = play(PIECES + "  - turn up every fleet\n", ORDER)
    assert state.view(1)["zones"]["hold"] == {"s1.1": {"count": 1, "cards": [None]}}
    assert state.view(1)["zones"]["deck_of"] == {"s1.1": {"count": 1, "cards": ["two_cups"]}}
    assert state.view(1)["variables"]["ship"] == {"s1.1": {"damage": 3}}
    assert state.view(1)["pieces"] == {"s1.1": {"class": "boat", "hull": 1}}


def test_states_that_differ_only_in_what_a_seat_can_not_see_look_the_same_to_it() -> None:
    part = (
        CARDS
        + """
zones:
  table: {deck: face-down pile, out: face-up pile}
  player: {hand: face-down row seen by owner, mat: face-down row}
setup:
  - shuffle every card into deck
  - deal 1 from deck to hand of players
  - deal 1 from deck to mat of players
play:
  - repeat 2 times:
      - for each player in players:
          - player chooses move
choices:
  move:
    text: Move
    swap: {text: S, do: [exchange first(your hand) for first(your mat)]}
    stay: {text: N}
"""
    )
    first = play(part, "one_cups two_cups three_cups four_cups five_cups six_cups")
    second = play(part, "one_cups three_cups two_cups four_cups six_cups five_cups")
    for text in ("swap", "swap", "stay", "stay", "swap"):
        do(first, text)
        do(second, text)
        assert first.view(0) == second.view(0)
        assert first.information(0) == second.information(0)
        assert first.events_for(0) == second.events_for(0)
    assert first.view(1) != second.view(1)


def test_views_and_events_are_plain_data() -> None:
    state = play(PIECES + "  - turn up every fleet\n", ORDER)
    for seat in range(3):
        for data in (state.view(seat), state.events_for(seat), state.history_for(seat)):
            assert json.loads(json.dumps(data)) == data


def test_a_view_names_choice_phase_players_and_what_is_asked_about() -> None:
    part = (
        CARDS
        + """
zones: {table: {deck: face-down pile, row: face-up row}, player: {hand: face-down row seen by owner}}
setup: [shuffle every card into deck, draw 1 from deck to row, deal 1 from deck to hand of players]
play:
  - phase middle:
      - for each shown in row:
          - for each secret_one in first(players).hand:
              - last(players) chooses move
choices:
  move: {text: M, go: {text: G, when: shown.face_up, do: [show secret_one to you]}}
"""
    )
    state = play(part, ORDER)
    view = state.view(2)
    assert (view["seat"], view["players"], view["choice"], view["phase"]) == (2, [2], "move", "middle")
    assert view["asked"] == {"shown": "one_cups"}
    assert state.view(0)["asked"] == {"shown": "one_cups", "secret_one": "two_cups"}


# What is remembered of where cards lie ---------------------------------------------------------------


def known(steps: list[str], card: str) -> list[int]:
    """The seats that are counted as knowing where a card lies, after some steps."""
    part = (
        CARDS
        + """
zones:
  table: {deck: face-down pile, row: face-down row, out: face-up pile, other: face-down row}
  player: {hand: face-down row seen by owner}
setup:
  - shuffle every card into deck
"""
    )
    state = play(part + "".join(f"  - {step}\n" for step in steps), ORDER, [], [])
    machine = state._machine
    kind = machine.space.items["card"]
    mask = state.vector[kind.seen + kind.texts.index(card)]
    return [seat for seat in range(3) if mask >> seat & 1]


@pytest.mark.parametrize(
    ("steps", "card", "seats"),
    [
        ([], "one_cups", []),
        (["draw 1 from deck to out"], "one_cups", [0, 1, 2]),
        (["draw 1 from deck to row"], "one_cups", []),
        (["draw 1 from deck to row face up"], "one_cups", [0, 1, 2]),
        (["deal 1 from deck to hand of players"], "two_cups", [1]),
        (["draw 1 from deck to row", "turn up row", "turn down row"], "one_cups", [0, 1, 2]),
        (["draw 1 from deck to row", "show row to last(players)"], "one_cups", [2]),
        # Moved on face down, it is still known; shuffled, it isn't.
        (["draw 1 from deck to out", "move out to row"], "one_cups", [0, 1, 2]),
        (["draw 1 from deck to out", "move out to deck"], "one_cups", [0, 1, 2]),
        (["draw 1 from deck to out", "move out to deck", "shuffle deck"], "one_cups", []),
        (["draw 2 from deck to out", "move out to row", "shuffle row"], "one_cups", []),
        (["deal 1 from deck to hand of players", "shuffle every hand into deck"], "two_cups", []),
        # From two known cards one goes, unseen: which is left is known to the owner alone.
        (["draw 2 from deck to out", "move out to first(players).hand", "move first(first(players).hand) to other"],
         "one_cups", [0]),
        # When both go, nothing is lost.
        (["draw 2 from deck to out", "move out to row", "move row to other"], "one_cups", [0, 1, 2]),
        # A face-up card goes from a row: the others are known as before.
        (["draw 2 from deck to out", "move out to row", "turn up last(row)", "move last(row) to out"],
         "two_cups", [0, 1, 2]),
    ],
)  # fmt: skip
def test_where_a_card_lies_is_known_to_who_saw_it_until_it_is_mixed(
    steps: list[str], card: str, seats: list[int]
) -> None:
    assert known(steps, card) == seats


def test_a_fraction_that_is_shown_is_text_as_in_every_json() -> None:
    state = play("""
variables: {game: {x: number from 1 to 9}}
define:
  half: x / 2
  whole: x * 2 / 2
table: {show: {game: [half, whole]}}
play: [first(players) chooses move]
choices: {move: {text: M, go: {text: G}}}
""")
    shown = state.view(0)["shown"]
    assert shown == {"game": {"half": "1/2", "whole": 1}}
    json.dumps(shown)
