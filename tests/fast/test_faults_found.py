"""Faults that random rulesets have found, each reduced to what brings it about."""

from __future__ import annotations

import pytest

from cardengine.diagnostics import Severity
from cardengine.fast import Engine, Reason, UnavailableError
from cardengine.runtime.outcome import Outcome
from tests.fast.lockstep import alike
from tests.lang.helpers import diagnostics, game
from tests.random_rulesets.names import LARGEST

PIECES = """
    pieces:
      ship:
        limit: 3
        columns: {class: name}
        list: [[boat], [barge]]
      fort:
        limit: 2
        columns: {model: name}
        list: [[keep], [tower]]
    zones:
      table: {deck: face-down pile}
      player: {fleet: face-up row of ships, land: face-down row of forts}
      ship: {cargo: face-down row seen by everybody, boats: face-down row of ships}
      fort: {cellar: face-up row, port: face-up row of ships}
"""

SINGLE = "this is a list of fractions; a single value or a list of them is wanted here"
WHOLE = "this is a list of fractions; a list of whole things is wanted here"


def test_a_phase_in_an_action_alone_is_a_phase() -> None:
    alike("""
    play:
      - first(players) chooses go
    choices:
      go:
        text: Choose
        act:
          text: Do it
          do:
            - phase deep:
                - last(players) chooses stay
      stay:
        text: Choose
        act: {text: Stay}
    """)


def test_steps_of_an_action_may_ask_what_is_possible() -> None:
    made = alike("""
    zones: {table: {deck: face-down pile, row: face-up row}}
    variables: {game: {n: number from 0 to 9}}
    setup: [move every card to deck]
    play:
      - first(players) chooses go
    choices:
      go:
        text: Choose
        act:
          text: Do it
          do:
            - draw 1 from deck to row
            - if possible(other):
                - add 1 to n
            - for each x in first(deck, if possible(other) then 2 else 0):
                - add 1 to n
        other:
          text: Do it
          when: any(row)
    result: {score: n}
    """)
    state = made.new(1)
    state.apply(state.parse_action("act"))
    assert state.scores == (3, 3)


def test_a_zone_stands_for_its_cards_as_a_default() -> None:
    alike("""
    zones: {table: {deck: face-down pile}}
    setup: [move every card to deck]
    result: {score: "count(first(subsets(deck, 60), default deck))"}
    """)


def test_cards_under_cards_where_there_are_no_pieces() -> None:
    alike("""
    zones:
      table: {deck: face-down pile}
      player: {hand: face-down row seen by owner}
      card: {under: face-up row}
    setup:
      - shuffle every card into deck
      - deal 2 from deck to hand of players
      - draw 3 from deck to first(every hand).under
      - shuffle every under into last(every hand).under
    play:
      - first(players) chooses go
    choices:
      go:
        text: Choose
        act:
          text: Do it
          choose: {card: a card from your hand}
          do: [move card to first(every card).under face down]
    """)


def test_who_sees_what_lies_in_pieces_in_pieces_of_several_kinds() -> None:
    alike(
        PIECES
        + """
    setup:
      - shuffle every card into deck
      - bring boat into first(players).fleet
      - bring barge into last(players).fleet
      - bring tower into last(players).land
      - draw 2 from deck to first(every ship).cargo
      - draw 2 from deck to first(every fort).cellar
      - move last(every ship) to first(every fort).port
      - move first(every ship) to last(every ship).boats
      - draw 2 from deck to first(every ship).cargo
      - shuffle first(every ship).cargo
    play:
      - first(players) chooses go
    choices:
      go:
        text: Choose
        act:
          text: Do it
          do: [move last(every cargo) to first(every fort).cellar]
    """
    )


def test_pieces_that_lie_in_each_other_are_seen_by_who_sees_both() -> None:
    made = alike(
        PIECES
        + """
    setup:
      - shuffle every card into deck
      - bring boat into first(players).fleet
      - bring barge into first(players).fleet
      - let one_ship be first(every ship)
      - let other_ship be last(every ship)
      - move one_ship to other_ship.boats
      - move other_ship to one_ship.boats
      - draw 2 from deck to one_ship.cargo
      - move one_ship to one_ship.boats
    """
    )
    assert made.new(1).outcome is Outcome.ENDED


@pytest.mark.parametrize(
    "score", ["top(top(if v then [[1 / 2]] else [[1 / 3]]))", "count(partition([[if v then 1 else 2]] by 1))"]
)
def test_what_lists_in_lists_have_no_room_for_is_left_to_the_interpreter(score: str) -> None:
    made = game(f"variables: {{game: {{v: yes or no}}}}\nresult: {{score: '{score}'}}")
    with pytest.raises(UnavailableError) as caught:
        Engine(made)
    assert caught.value.reason is Reason.TOO_LARGE


@pytest.mark.parametrize(
    "step",
    [
        "draw 999999999 from deck to deck",
        "draw n from deck to bottom of deck",
        "draw n from deck to heap",
        "fill deck up to n from deck",
        "deal n from deck to [deck, heap]",
        "draw -999999999 * 999999999 * 9 from deck to heap up to n",
        "draw n from deck to heap up to -n * 999999999 * 9",
    ],
)
def test_drawing_round_and_round_comes_to_an_end(step: str) -> None:
    made = alike(f"""
    cards: {{suits: [hearts, spades], ranks: [ace, two, three]}}
    zones: {{table: {{deck: face-down pile refilled from heap, heap: face-down pile refilled from deck}}}}
    variables: {{game: {{n: "number from 0 to 999999999, initially 999999999"}}}}
    setup:
      - shuffle every card into deck
    play:
      - {step}
    """)
    assert made.new(1).outcome is Outcome.ENDED


def test_jokers_in_a_poker_hand_have_no_suit() -> None:
    alike("""
    cards: {pack: standard, jokers: [big, small], packs: 3}
    zones: {table: {deck: face-down pile, row: face-up row at most 12}}
    variables: {player: {points: number from 0 to 99999999}}
    setup: [shuffle (every card where suit is nothing or rank is ace) into deck]
    play:
      - for each player in players:
          - move row to deck
          - shuffle deck
          - draw 7 from deck to row
          - set player.points to poker_rank(row)
    result: {score: your points}
    """)


def test_melds_of_cards_alike() -> None:
    made = alike("""
    cards: {suits: [hearts], ranks: [ace, two, three], value: {ace: 1, two: 5, three: 7}, packs: 2}
    zones: {table: {deck: face-down pile}}
    setup: [shuffle every card into deck]
    result: {score: unmelded(deck by value)}
    """)
    assert made.new(1).scores == (0, 0)


@pytest.mark.parametrize(
    "score",
    [
        "10 / min(value of row) rounded up",
        "10 mod [3, 4][9]",
        "min((value / 3) of row) rounded up",
        "sum((10 / it rounded down) of [first(value of row), min(value of row)])",
    ],
)
def test_nothing_is_divided_by_what_is_not_there(score: str) -> None:
    made = alike(f"""
    cards: {{pack: standard, value: {{ace: 1, jack: 11, queen: 12, king: 13}}}}
    zones: {{table: {{deck: face-down pile, row: face-up row}}}}
    setup: [move every card to deck]
    result: {{score: "{score}"}}
    """)
    assert made.new(1).outcome is Outcome.FAULT


@pytest.mark.parametrize(
    "score",
    [
        "10 / (n * 8 * (n * 8)) rounded down",
        "10 mod (n * 8 * (n * 8))",
        "max(1, (-n * 8 * 999999999 * 2 - n * 8 * 147483650) / 7) rounded up",
        "(n * 8 / 3) * (n * 8 / 5) / (n * 8 / 7) rounded up",
    ],
)
def test_what_leaves_64_bits_is_left_to_the_interpreter(score: str) -> None:
    made = game(f"""
    variables: {{game: {{n: "number from 1 to 999999999, initially 536870912"}}}}
    result: {{score: "{score}"}}
    """)
    assert [result.outcome for result in Engine(made).play(["random"] * 2, 3, 0, 2).results()] == [None, None]


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ("play:\n  - let x be [1 / 2, 1 / 3]", SINGLE),
        ("play:\n  - for each x in [1 / 2]:\n      - win", WHOLE),
        (
            "play:\n  - first(players) chooses go\n"
            "choices: {go: {text: Go, act: {text: Act, choose: {x: 'a fraction from [1 / 2]'}}}}",
            "a parameter is no fraction",
        ),
    ],
)  # fmt: skip
def test_a_fraction_never_gets_into_the_state(part: str, message: str) -> None:
    assert [problem.message for problem in diagnostics(part) if problem.severity is Severity.ERROR] == [message]


def test_a_fraction_that_is_whole_is_a_fraction_in_a_list() -> None:
    made = alike("""
    options: {o: {is: fraction from -1 to 7/2, default: 3, text: Share}}
    variables: {game: {v: "yes or no, initially yes"}}
    result: {score: "sum(if v then [options.o] else [options.o, 1 / 2]) + (if options.o in [options.o] then 1 else 0)"}
    """)
    assert made.new(1).scores == (4, 4)


def test_players_who_are_there_twice_stay_so_in_turn() -> None:
    made = alike("""
    variables: {game: {lead: a player}}
    play:
      - set lead to last(players)
      - let twice be (players with players)
      - let turn be (twice starting with lead)
      - set lead to turn[2]
    result: {score: if lead is you then 1 else 0}
    """)
    assert made.new(1).scores == (0, 1)


def test_melds_whose_total_leaves_64_bits_are_left_to_the_interpreter() -> None:
    made = game(f"""
    cards: {{suits: [cups], ranks: [low, high], value: {{low: 1, high: "{LARGEST}"}}}}
    variables: {{game: {{v: yes or no}}}}
    result: {{score: "if v then 1 else unmelded(every card by value)"}}
    """)
    assert made.new(1).outcome is Outcome.FAULT
    assert [result.outcome for result in Engine(made).play(["random"] * 2, 3, 0, 1).results()] == [None]


def test_the_greatest_number_may_be_the_end_of_a_list() -> None:
    made = alike(f"""
    variables: {{game: {{v: yes or no}}}}
    result: {{score: "max([1, 2] with (if v then 3 else {LARGEST})) - sum([{LARGEST}] where it > 1)"}}
    """)
    assert made.new(1).scores == (0, 0)
