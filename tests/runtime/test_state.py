"""What can be asked of a state: zones, variables, seats, copies, keys."""

from __future__ import annotations

import pytest

from cardengine.runtime.state import State
from tests.lang.helpers import do, game, play

PART = """
players: 2
teams: [[0], [1]]
cards: {suits: [cups, coins], ranks: [one, two, three], value: {one: 1, two: 2, three: 3}}
pieces:
  ship:
    columns: {class: name, hull: number from 1 to 9}
    list: [[boat, 1], [raft, 2]]
    name: q{seat}.{number}
    limit: 2
zones:
  table:
    deck: face-down pile
    row: face-up row
    spots: 2 face-up rows
    by_suit: face-up pile for each suit
  player:
    hand: face-down row seen by owner
    piles_of: 2 face-up piles
    fleet: face-up row of ship
  ship:
    hold: face-down row seen by owner
variables:
  game: {n: number from 0 to 9, who: a player, word: high or low, flag: yes or no, held: a card or nothing}
  player: {points: number from 0 to 99}
  ship: {damage: number from 0 to 9}
setup:
  - shuffle every card into deck
  - bring raft into last(players).fleet
  - draw 1 from deck to first(last(players).fleet).hold
  - draw 1 from deck to row
  - draw 1 from deck to spots[2]
  - draw 1 from deck to by_suit[coins]
  - draw 1 from deck to first(players).piles_of[2]
  - set held to first(row)
  - set word to low
  - set last(players).points to 4
  - set first(last(players).fleet).damage to 2
play:
  - repeat:
      - for each member in row:
          - for each player in players:
              - player chooses move
choices:
  move:
    text: M
    go: {text: G, do: [set n to member.value]}
"""
ORDER = "one_cups two_cups three_cups one_coins two_coins three_coins"


@pytest.fixture
def state() -> State:
    return play(PART, ORDER)


def test_zones_of_the_table_of_players_of_pieces_and_of_families(state: State) -> None:
    assert state.zone("deck") == ["three_coins"]
    assert state.zone("row") == ["two_cups"]
    assert state.zone("spots", 2) == state.zone("spots", place=2) == ["three_cups"]
    assert state.zone("spots", 1) == []
    assert state.zone("by_suit", "coins") == ["one_coins"]
    assert state.zone("piles_of", 0, 2) == ["two_coins"]
    assert state.zone("fleet", 1) == ["q2.1"]
    assert state.zone("hold", "q2.1") == ["one_cups"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("dekc",), "there is no zone dekc; did you mean deck?"),
        (("zzzzz",), "there is no zone zzzzz: deck, row"),
        (("hand",), "say whose hand: there is one for each player"),
        (("hand", 2), "there is no seat 2: seats go from 0 to 1"),
        (("hand", -1), "there is no seat -1"),
        (("hand", "p1"), "there is no seat p1"),
        (("row", 0), "row belongs to the table"),
        (("spots",), "say which spots: 1 to 2"),
        (("spots", 3), "say which spots: 1 to 2"),
        (("spots", 0), "say which spots: 1 to 2"),
        (("by_suit",), "say which by_suit: cups, coins"),
        (("by_suit", "swords"), "say which by_suit: cups, coins"),
        (("piles_of", 0), "say which piles_of: 1 to 2"),
        (("hold",), "say whose hold: there is one for each ship"),
        (("hold", "q3.1"), "there is no ship q3.1"),
    ],
)
def test_a_zone_that_is_not_there_is_a_clear_key_error(
    state: State, arguments: tuple[str | int, ...], message: str
) -> None:
    with pytest.raises(KeyError) as missing:
        state.zone(*arguments)  # type: ignore[arg-type]  # the wrong ones are the point
    assert message in missing.value.args[0]


def test_variables_of_the_game_of_players_and_of_pieces(state: State) -> None:
    assert state.var("n") == 0
    assert state.var("who") == 0
    assert state.var("word") == "low"
    assert state.var("flag") is False
    assert state.var("held") == "two_cups"
    assert [state.var("points", seat) for seat in (0, 1)] == [0, 4]
    assert state.var("damage", "q2.1") == 2
    assert state.var("member") == "two_cups"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("pionts",), "there is no variable pionts; did you mean points?"),
        (("points",), "say whose points: there is one for each player"),
        (("points", 2), "there is no seat 2"),
        (("damage", "x"), "there is no ship x"),
        (("n", 0), "n"),
        (("member", 0), "member"),
    ],
)
def test_a_variable_that_is_not_there_is_a_clear_key_error(
    state: State, arguments: tuple[str | int, ...], message: str
) -> None:
    with pytest.raises(KeyError) as missing:
        state.var(*arguments)  # type: ignore[arg-type]  # the wrong ones are the point
    assert message in missing.value.args[0]


def test_a_seat_that_is_not_there_is_a_clear_error(state: State) -> None:
    for call in (state.actions, state.view, state.events_for, state.information, state.history_for):
        for seat in (2, -1):
            with pytest.raises(ValueError, match=f"there is no seat {seat}: seats go from 0 to 1"):
                call(seat)


def test_facing_of_cards(state: State) -> None:
    assert state.facing("two_cups")
    assert not state.facing("one_cups")
    with pytest.raises(KeyError, match="there is no card or piece nine_cups"):
        state.facing("nine_cups")


def test_counts_tell_where_all_cards_lie(state: State) -> None:
    counts = state.counts()
    assert counts == {
        "hold.q2.1": 1, "row": 1, "spots.2": 1, "by_suit.coins": 1, "piles_of.p1.2": 1, "deck": 1,
    }  # fmt: skip


def test_a_clone_goes_its_own_way(state: State) -> None:
    other = state.clone()
    assert other.key() == state.key()
    do(other, "go")
    assert state.var("n") == 0
    assert other.var("n") == 2
    assert other.key() != state.key()
    assert len(other.history()) > len(state.history())


def test_a_key_leaves_out_chance_and_the_number_of_steps() -> None:
    part = """
players: 1
play: [repeat: [choose move]]
choices: {move: {text: M, go: {text: G}}}
"""
    state = play(part.replace("play: [repeat: [choose move]]", "play:\n  - repeat:\n      - choose move"))
    first = state.key()
    do(state, "go", "go")
    assert state.key() == first
    assert state.steps > 2
    hash(first)


def test_a_state_that_keeps_no_log_plays_the_same() -> None:
    made = game(PART)
    kept, quick = made.new(seed=4), made.new(seed=4, log=False)
    for _ in range(5):
        kept.apply(kept.actions()[0])
        quick.apply(quick.actions()[0])
        assert kept.key() == quick.key()
        assert kept.view(0) == quick.view(0)
    with pytest.raises(ValueError, match="keeps no log"):
        quick.events_for(0)


def test_actions_know_their_seat_sentence_and_arguments(state: State) -> None:
    (action,) = state.actions()
    assert (action.name, action.text, str(action), action.seat, action.sentence) == ("go", "go", "go", 0, "G")
    assert dict(action.args) == {}
    assert state.actions(1) == ()
    assert hash(action) == hash(state.actions()[0])
