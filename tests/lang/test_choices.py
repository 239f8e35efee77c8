"""Choices: who is asked what, which actions are on offer and in which order, and the names that they see."""

from __future__ import annotations

import pytest

from cardengine.diagnostics import DiagnosticError
from cardengine.runtime.actions import IllegalAction
from tests.lang.helpers import diagnostics, do, errors, play, texts, warnings

KEYS = """
cards: {suits: [cups, coins], ranks: [one, two, three], value: {one: 1, two: 2, three: 3}}
players: 3
zones:
  table:
    deck: face-down pile
    row: face-up row
    spots: 2 face-up rows
  player:
    hand: face-up row
variables:
  game:
    x: number from 0 to 9999
    flag: yes or no
  player:
    y: number from 0 to 99
setup:
  - shuffle every card into deck
  - draw 3 from deck to row
"""
ORDER = "one_cups two_cups three_cups one_coins two_coins three_coins"


def offer(choose: str, when: str = "", players: str = "3") -> list[str]:
    """The actions that a first choice offers, one action `go` with these parameters and this condition."""
    choose_lines = "".join(f"        {line}\n" for line in choose.splitlines())
    part = KEYS.replace("players: 3", f"players: {players}") + "play:\n  - first(players) chooses move\n"
    part += f"choices:\n  move:\n    text: Move\n    go:\n      text: Go\n      choose:\n{choose_lines}"
    if when:
        part += f"      when: {when}\n"
    return texts(play(part, ORDER))


@pytest.mark.parametrize(
    ("choose", "expected"),
    [
        ("c: a card from row", ["go one_cups", "go two_cups", "go three_cups"]),
        ("c: a card from row where value > 1", ["go two_cups", "go three_cups"]),
        ("c: a card from spots[1]", []),
        ("c: a card from row[2]", None),
        ("c: 2 cards from row", ["go one_cups two_cups", "go one_cups three_cups", "go two_cups three_cups"]),
        ("c: 4 cards from row", []),
        ("c: 0 cards from row", ["go"]),
        (
            "c: 2 to 3 cards from row",
            ["go one_cups two_cups", "go one_cups three_cups", "go two_cups three_cups",
             "go one_cups two_cups three_cups"],
        ),
        ("c: any cards from first(row, 2)", ["go", "go one_cups", "go two_cups", "go one_cups two_cups"]),
        ("c: 3 to 2 cards from row", []),
        ("who: a player", ["go p1", "go p2", "go p3"]),
        ("who: a player from players where it is not you", ["go p2", "go p3"]),
        ("who: a player where it is not you", ["go p2", "go p3"]),
        ("who: a player or nothing", ["go p1", "go p2", "go p3", "go nothing"]),
        ("s: a suit", ["go cups", "go coins"]),
        ("s: a suit where it is not cups", ["go coins"]),
        ("s: a suit from suit of row", ["go cups"]),
        ("r: a rank", ["go one", "go two", "go three"]),
        ("b: yes or no", ["go yes", "go no"]),
        ("w: high or low", ["go high", "go low"]),
        ("n: number from 2 to 4", ["go 2", "go 3", "go 4"]),
        ("n: number from 4 to 2", []),
        ("n: number from 2 to 9 by 3", ["go 2", "go 5", "go 8"]),
        ("n: number from 1 to count(row)", ["go 1", "go 2", "go 3"]),
        ("z: a row from spots", ["go spots.1", "go spots.2"]),
        ("z: a row from spots where any(it)", []),
        ("z: 1 rows from spots", ["go spots.1", "go spots.2"]),
        ("z: a row from hand of players", None),
        # Parameters are nested loops, the first one outermost; a later one may read an earlier.
        ("c: a card from first(row, 2)\nn: number from 1 to c.value",
         ["go one_cups 1", "go two_cups 1", "go two_cups 2"]),
        ("n: number from 1 to 2\nc: a card from row where value < n", ["go 2 one_cups"]),
        ("c: a card from row\nd: a card from row where it is not c and value > c.value",
         ["go one_cups two_cups", "go one_cups three_cups", "go two_cups three_cups"]),
    ],
)  # fmt: skip
def test_domains_in_canonical_order(choose: str, expected: list[str] | None) -> None:
    if expected is None:
        with pytest.raises(DiagnosticError, match=r"wanted here|does not fit"):
            offer(choose)
    else:
        assert offer(choose) == expected


def test_conditions_see_all_parameters() -> None:
    assert offer("c: 2 cards from row", "sum(value of c) is 4") == ["go one_cups three_cups"]
    assert offer("c: a card from row\nn: number from 1 to 3", "c.value is n and n > 1") == [
        "go two_cups 2",
        "go three_cups 3",
    ]


@pytest.mark.parametrize(
    ("choose", "problem"),
    [
        ("c: a suit from row", ("T404", "suit")),
        ("c: 2 card from row", ("T404", "card")),
        ("c: a card from 3", ("T401", "3")),
        ("c: a thing", ("N302", "thing")),
        ("c: a card", ("T404", "a card")),
        ("c: a card where value > 1", ("T404", "a card where value > 1")),
        ("c: fraction from 0 to 1", ("T404", "fraction from 0 to 1")),
        ("c: number from yes to 3", ("T401", "yes")),
        ("c: yes cards from row", ("T401", "yes")),
        ("c: cards", ("T404", "cards")),
        ("c: high or high", ("T404", "high or high")),
        ("x: a card from row", ("N304", "x")),
        ("you: a card from row", ("N304", "you")),
        ("count: a card from row", ("N304", "count")),
        ("cups: a card from row", ("N304", "cups")),
        ("c: a card from hand", ("N302", "hand")),
        ("c: a card from your fist", ("N301", "your fist")),
        ("c: a card from row where value > n", ("N302", "n")),
    ],
)
def test_domains_that_do_not_work(choose: str, problem: tuple[str, str]) -> None:
    part = KEYS + "play:\n  - first(players) chooses move\n"
    part += f"choices:\n  move:\n    text: Move\n    go:\n      text: Go\n      choose:\n        {choose}\n"
    assert problem in errors(part)


def test_actions_come_in_declared_order_and_only_if_legal() -> None:
    part = """
players: 1
variables: {game: {x: number from 0 to 9}}
play:
  - choose move until done
choices:
  move:
    text: Move
    never: {text: N, when: no}
    second: {text: S, when: x > 0}
    first_of: {text: F, do: [add 1 to x]}
    done: {text: D, when: x > 1}
"""
    state = play(part)
    assert texts(state) == ["first_of"]
    do(state, "first_of")
    assert texts(state) == ["second", "first_of"]
    do(state, "second", "first_of")
    assert texts(state) == ["second", "first_of", "done"]
    do(state, "done")
    assert state.over


def test_refusals_give_the_reason_that_the_ruleset_states() -> None:
    part = (
        KEYS
        + """
play:
  - first(players) chooses move
choices:
  move:
    text: Move
    go:
      text: Go
      choose:
        c: a card from row
      when:
        c.value > 1: It must be worth more than one
        c.value < 3: It must be worth less than three
    stay: {text: S, when: count(row) > 5}
"""
    )
    state = play(part, ORDER)
    assert texts(state) == ["go two_cups"]
    for text, reason in {
        "go one_cups": "It must be worth more than one",
        "go three_cups": "It must be worth less than three",
        "go one_coins": "the c must be a card from row",
        "stay": "stay isn't allowed now",
    }.items():
        with pytest.raises(IllegalAction) as refused:
            state.parse_action(text)
        assert str(refused.value) == reason


def test_possible_asks_whether_another_action_could_be_taken() -> None:
    part = (
        KEYS
        + """
play:
  - first(players) chooses move
choices:
  move:
    text: Move
    take: {text: T, choose: {c: a card from row where value > 2}, do: [move c to your hand]}
    give_up: {text: G, when: not possible(take)}
"""
    )
    assert texts(play(part, ORDER)) == ["take three_cups"]
    assert texts(play(part.replace("> 2", "> 3"), ORDER)) == ["give_up"]


@pytest.mark.parametrize(
    ("when", "problem"),
    [
        ("possible(nothing_such)", ("N302", "nothing_such")),
        ("possible(1)", ("T402", "possible(1)")),
        ("possible(go, go)", ("T402", "possible(go, go)")),
        ("possible(go)", ("N307", "possible(go)")),
    ],
)
def test_possible_refuses(when: str, problem: tuple[str, str]) -> None:
    part = f"players: 1\nplay: [choose move]\nchoices:\n  move: {{text: M, go: {{text: G, when: {when!r}}}}}\n"
    assert [problem[0]] == [code for code, _ in errors(part)]


def test_possible_in_a_ring_of_actions_is_refused() -> None:
    part = """
players: 1
play: [choose move]
choices:
  move:
    text: M
    go: {text: G, when: not possible(stay)}
    stay: {text: S, when: not possible(go)}
"""
    assert {code for code, _ in errors(part)} == {"N307"}


def test_possible_outside_of_a_choice_is_refused() -> None:
    assert errors("setup:\n  - if possible(go):\n      - win\n") == [("N306", "possible(go)")]


# How choices are asked -------------------------------------------------------------------------------


def test_a_choice_without_a_legal_action_is_skipped_as_all_see() -> None:
    part = (
        KEYS
        + """
play:
  - for each player in players:
      - player chooses move until done
  - set x to 7
choices:
  move:
    text: Move
    go: {text: G, choose: {c: a card from row where value is player.y}, do: [add 1 to your y]}
    done: {text: D, when: no}
"""
    )
    state = play(part + "", ORDER)
    assert state.over
    assert state.var("x") == 7
    for seat in range(3):
        skipped = [event for event in state.history_for(seat) if event["event"] == "skipped"]
        assert [event["player"] for event in skipped] == ["p1", "p2", "p3"]
        assert {event["choice"] for event in skipped} == {"move"}


def test_until_asks_again_with_fresh_conditions() -> None:
    part = (
        KEYS
        + """
play:
  - first(players) chooses move until done
  - set x to 7
choices:
  move:
    text: Move
    go: {text: G, choose: {c: a card from row}, do: [move c to your hand]}
    done: {text: D, when: any(your hand)}
"""
    )
    state = play(part, ORDER)
    assert texts(state) == ["go one_cups", "go two_cups", "go three_cups"]
    do(state, "go two_cups")
    assert texts(state) == ["go one_cups", "go three_cups", "done"]
    do(state, "done")
    assert state.over


def test_actions_of_other_choices_may_have_the_same_name() -> None:
    part = """
players: 1
variables: {game: {x: number from 0 to 99}}
play: [choose lead, choose follow]
choices:
  lead: {text: L, go: {text: G, do: [add 1 to x]}}
  follow: {text: F, go: {text: G, do: [add 10 to x]}}
"""
    state = do(play(part), "go")
    assert state.var("x") == 1
    assert do(state, "go").var("x") == 11


@pytest.mark.parametrize(
    ("step", "problem"),
    [
        ("first(players) chooses mvoe", ("N302", "mvoe")),
        ("first(players) chooses move until pass", ("N302", "pass")),
        ("3 chooses move", ("T401", "3")),
        ("row choose move together", ("T401", "row")),
        ("choose move", ("N306", "choose move")),
    ],
)
def test_asking_that_does_not_work(step: str, problem: tuple[str, str]) -> None:
    part = KEYS + f"play:\n  - {step}\nchoices:\n  move: {{text: M, go: {{text: G}}}}\n"
    assert problem in errors(part)


def test_a_choice_that_asks_itself_is_refused() -> None:
    part = """
players: 1
play: [choose move]
choices:
  move: {text: M, go: {text: G, do: [you chooses other]}}
  other: {text: O, stay: {text: S, do: [you chooses move]}}
"""
    assert {code for code, _ in errors(part)} == {"N307"}


def test_choices_inside_actions() -> None:
    """A block, a challenge: another player is asked while an action is under way."""
    part = (
        KEYS
        + """
play:
  - first(players) chooses attack
  - set x to x * 10
choices:
  attack:
    text: Attack
    hit:
      text: H
      choose: {target: a player where it is not you, amount: number from 1 to 3}
      do:
        - set flag to no
        - target chooses block
        - if not flag:
            - add amount to target.y
        - add 1 to x
  block:
    text: Block
    block: {text: B, when: amount < 3, do: [set flag to yes]}
    let_be: {text: L}
"""
    )
    state = do(play(part, ORDER), "hit p3 2")
    assert state.player == 2
    assert state.var("amount") == 2
    assert texts(state) == ["block", "let_be"]
    blocked = do(state.clone(), "block")
    assert (blocked.var("y", 2), blocked.var("x")) == (0, 10)
    taken = do(state, "let_be")
    assert (taken.var("y", 2), taken.var("x")) == (2, 10)
    assert texts(do(play(part, ORDER), "hit p2 3")) == ["let_be"]


# Names from the places that ask ----------------------------------------------------------------------

TWO_PLACES = """
players: 1
variables: {game: {x: number from 0 to 999}}
play:
  - for n from 1 to 2:
      - let m be n * 10
      - choose move
  - for n from 5 to 5:
      - let m be 7
      - choose move
choices:
  move:
    text: Move
    go: {text: G, do: [add n * 100 + m to x]}
"""


def test_an_action_reads_the_names_in_scope_wherever_it_is_asked() -> None:
    state = play(TWO_PLACES)
    seen = []
    while not state.over:
        seen.append((state.var("n"), state.var("m")))
        do(state, "go")
    assert seen == [(1, 10), (2, 20), (5, 7)]
    assert state.var("x") == 110 + 220 + 507


def test_a_name_that_one_place_lacks_is_reported_with_that_place() -> None:
    part = TWO_PLACES.replace("      - let m be 7\n", "")
    (problem,) = diagnostics(part)
    assert (problem.code.id, problem.span.text if problem.span else "") == ("N302", "m")
    assert problem.help == "it is missing at line 8"


def test_a_name_of_another_type_at_one_place_is_reported() -> None:
    assert errors(TWO_PLACES.replace("let m be 7", "let m be yes")) == [("N302", "m")]


def test_a_missing_name_on_the_left_of_is_is_reported_too() -> None:
    part = TWO_PLACES.replace("      - let m be 7\n", "").replace("{text: G,", "{text: G, when: m is 10,")
    assert errors(part) == [("N302", "m")]


def test_what_an_action_captures_can_not_be_set() -> None:
    part = TWO_PLACES.replace("add n * 100 + m to x", "set m to 3")
    assert errors(part) == [("T403", "m")]
    part = TWO_PLACES.replace("go: {text: G,", "go: {text: G, choose: {k: number from 1 to 2},").replace(
        "add n * 100 + m to x", "set k to 3"
    )
    assert errors(part) == [("T403", "k")]


def test_an_action_may_set_its_own_let() -> None:
    state = do(play(TWO_PLACES.replace("[add n * 100 + m to x]", "[let k be n, add 4 to k, set x to k]")), "go")
    assert state.var("x") == 5


# Warnings --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "warned"),
    [
        ("{text: G}", False),
        ("{text: G, when: x > 3}", True),
        ("{text: G, choose: {n: number from 1 to x}}", True),
        ("{text: G, choose: {s: a suit}}", False),
        ("{text: G, choose: {s: a suit where it is not cups}}", True),
        ("{text: G, choose: {c: a card from row where value > 1}}", True),
    ],
)
def test_a_choice_that_may_offer_nothing_is_warned_of(action: str, warned: bool) -> None:
    part = KEYS + f"play:\n  - first(players) chooses move\nchoices:\n  move: {{text: M, go: {action}}}\n"
    assert (("W602", "move") in warnings(part)) is warned


def test_what_nothing_uses_is_warned_of() -> None:
    part = """
options:
  speed: {is: number from 1 to 3, default: 1, text: Speed}
procedures:
  unused:
    - win
choices:
  move: {text: M, go: {text: G}}
"""
    assert sorted(warnings(part)) == [("W601", "move"), ("W601", "speed"), ("W601", "unused")]


def test_a_parameter_does_not_hide_a_name_of_a_place_that_asks() -> None:
    part = TWO_PLACES.replace("go: {text: G,", "go: {text: G, choose: {m: number from 1 to 2},")
    assert errors(part) == [("N304", "m")]
