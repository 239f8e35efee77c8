"""What expressions come to, and which types they take."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.lang.helpers import errors, fault, play, value

CARDS = """
cards:
  suits: {cups: red, coins: black}
  ranks: [one, two, three, four]
  value: {one: 1, two: 2, three: 3, four: 4}
players: 3
zones:
  table:
    deck: face-down pile
    row: face-up row
    heap: face-up pile
    spots: 3 face-up rows
    piles_of: face-up pile for each suit
  player:
    hand: face-up row
    box: 2 face-up piles
define:
  worth(card): card.value * 2
  both(card, amount is a number): card.value + amount
  five: 5
  fits(cards): count(cards) > 2
  numbers: [3, 1, 2]
  listed:
    - 1 + 1
    - 4
"""
ROW = "setup:\n  - shuffle every card into deck\n  - draw 4 from deck to row\n  - deal 1 from deck to hand of players\n"


def come(expression: str, kind: str = "number from -999999999 to 999999999") -> object:
    """What an expression comes to; one to four of cups lie in the row, the first three coins in the hands."""
    variables = f"variables:\n  game:\n    found: {kind}\n    held: a card or nothing\n    n: number from 0 to 9\n"
    state = play(f"{CARDS}{variables}{ROW}  - set found to {expression}\n")
    assert state.fault is None, state.fault
    return state.var("found")


def true(expression: str) -> bool:
    """Whether a condition holds at that place."""
    found = come(expression, "yes or no")
    assert isinstance(found, bool)
    return found


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("10 - 3 - 2", 5),
        ("-3 + 5", 2),
        ("- (2 + 3)", -5),
        ("2 * -3", -6),
        ("7 / 2 rounded down", 3),
        ("7 / 2 rounded up", 4),
        ("-7 / 2 rounded down", -4),
        ("-7 / 2 rounded up", -3),
        ("7 / -2 rounded down", -4),
        ("1 + 7 / 2 rounded down", 4),
        ("(1 / 3 + 2 / 3) rounded down", 1),
        ("(1 / 3 + 1 / 3) rounded up", 1),
        ("7 mod 3", 1),
        ("-7 mod 3", 2),
        ("7 mod -3", -2),
        ("if 1 < 2 then 3 else 4", 3),
        ("if 2 < 1 then 3 else if 1 < 2 then 4 else 5", 4),
        ("sum([1, 2, 3])", 6),
        ("[5, 6, 7][2]", 6),
        ("first(row).value", 1),
        ("row[3].value", 3),
        ("sum(value of row)", 10),
        ("sum((value * 2) of row)", 20),
        ("count(row where value > 2)", 2),
        ("sum(value of row where value > 2)", 7),
        ("sum(value of (row where value > 2))", 7),
        ("sum((it * it) of [1, 2, 3])", 14),
        ("worth(first(row))", 2),
        ("both(last(row), 10)", 14),
        ("sum(worth of row)", 20),
        ("worth(if yes then first(row) else last(row))", 2),
        ("worth(last(row where worth > 2))", 8),
        ("five + five", 10),
        ("sum(numbers)", 6),
        ("sum(listed)", 6),
        ("count(hand of players)", 3),
        ("count(every hand)", 3),
        ("count((hand of players) where rank is one)", 1),
        ("count(hand of players where no)", 0),
        ("count(every card)", 8),
        ("count(every rank)", 4),
        ("count(every player)", 3),
        ("count(every spots)", 0),
        ("count(spots)", 3),
        ("count(box of players)", 0),
        ("count(spots[2])", 0),
        ("count(piles_of[cups])", 0),
        ("count(piles_of[first(row).suit])", 0),
        ("count(row with first(hand of players))", 5),
        ("count(row with heap)", 4),
        ("count(row without first(row))", 3),
        ("count(row without row)", 0),
        ("count(players without first(players))", 2),
        ("count(row with row)", 8),
        ("first(players).box[1].owner.hand[1].value", 1),
        ("first(row with [last(row)]).value", 1),
        ("count(if yes then row else heap)", 4),
        ("sum(value of (if no then row else last(row, 2)))", 7),
    ],
)
def test_numbers(expression: str, result: int) -> None:
    assert come(expression) == result


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("yes", True),
        ("not yes", False),
        ("not 1 is 2", True),
        ("1 < 2 and 2 < 3", True),
        ("1 < 2 and 2 < 1", False),
        ("2 < 1 or 1 < 2", True),
        ("yes or no and no", True),
        ("not no and no", False),
        ("1 <= 1", True),
        ("1 >= 2", False),
        ("2 > 1", True),
        ("1 is 1", True),
        ("1 is not 1", False),
        ("1 is 1 / 1", True),
        ("1 / 2 < 2 / 3", True),
        ("one is first(row).rank", True),
        ("first(row).rank is one", True),
        ("first(row).rank < last(row).rank", True),
        ("first(row).rank < three", True),
        ("four > first(row).rank", True),
        ("first(row).suit is cups", True),
        ("first(row).color is red", True),
        ("first(row) in row", True),
        ("first(row) not in heap", True),
        ("first(row).suit in [coins]", False),
        ("cups in [first(row).suit, coins]", True),
        ("2 in [1, 2]", True),
        ("3 not in numbers", False),
        ("first(players) in players", True),
        ("held is nothing", True),
        ("nothing is held", True),
        ("held is first(row)", False),
        ("first(row).face_up", True),
        ("top(deck).face_up", False),
        ("first(row).zone is row", True),
        ("first(row).zone is heap", False),
        ("first(hand of players).owner is first(players)", True),
        ("first(players).hand.owner is first(players)", True),
        ("fits(row)", True),
        ("fits(top(row, 1))", False),
        ("any(players where it is last(players))", True),
        ("(if yes then cups else coins) is cups", True),
        ("first([cups, coins]) is cups", True),
        ("first(every suit where it is not cups) is coins", True),
    ],
)
def test_conditions(expression: str, result: bool) -> None:
    assert true(expression) is result


def test_and_or_and_if_evaluate_no_more_than_they_need() -> None:
    assert true("any(heap) and first(heap).value > 1") is False
    assert true("empty(heap) or first(heap).value > 1") is True
    assert come("if any(heap) then first(heap).value else 7") == 7


def test_starting_with_turns_the_list() -> None:
    assert true("first(players starting with last(players)) is last(players)")
    assert true("last(players starting with players[2]) is players[1]")
    # Not among them: the next one leftwards begins.
    assert true("first((players where it is not players[2]) starting with players[2]) is players[3]")


@pytest.mark.parametrize(
    ("score", "result"),
    [
        ("1 / 3", Fraction(1, 3)),
        ("37 / 2", Fraction(37, 2)),
        ("6 / 3", 2),
        ("1 / 3 + 1 / 6", Fraction(1, 2)),
        ("0 / 7", 0),
    ],
)
def test_scores_are_exact(score: str, result: object) -> None:
    scores = play(f"players: 1\nresult: {{score: {score}}}\n").scores
    assert scores == (result,)
    assert type(scores[0]) is type(result)


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("1 / (count(heap)) rounded down", "division by zero"),
        ("5 mod count(heap)", "division by zero"),
        ("first(heap).value", "`first` of nothing"),
        ("last(heap).value", "`last` of nothing"),
        ("top(heap).value", "`top` of nothing"),
        ("min(value of heap)", "`min` of nothing"),
        ("max(value of heap)", "`max` of nothing"),
        ("row[5].value", "there is no item 5: there are 4"),
        ("row[0].value", "there is no item 0"),
        ("count(spots[count(row)])", "there is no place 4: there are 3"),
        ("first(row).owner.hand[1].value", "belongs to no player"),
        ("held.value", "there is nothing here"),
        ("999999999 * 999999999 * 999999999", "the number leaves 64 bits"),
        ("(count(row) * 999999999) * 999999999 * 9", "the number leaves 64 bits"),
        ("sum([999999999 * 999999999 * 9, 999999999 * 999999999 * 9])", "the number leaves 64 bits"),
        ("count(subsets(every card with every card with every card, 8))", "more than 100000 subsets"),
    ],
)
def test_what_can_not_be_computed_is_a_fault_with_its_place(expression: str, message: str) -> None:
    state = play(
        f"{CARDS}variables:\n  game:\n    found: number from 0 to 9\n    held: a card or nothing\n"
        f"{ROW}  - set found to {expression}\n"
    )
    assert state.fault is not None
    assert message in state.fault
    assert "(line 3" in state.fault or "(line 4" in state.fault
    assert state.winners == ()


def test_the_message_of_a_fault_names_line_and_column() -> None:
    assert fault("let x be 1 mod (2 - 2)") == "division by zero (line 2, column 14 of <text>)"


@pytest.mark.parametrize(
    ("expression", "problem"),
    [
        ("1 + yes", ("T401", "yes")),
        ("first(row) + 1", ("T401", "first(row)")),
        ("1 / 2", ("T401", "1 / 2")),
        ("row", ("T401", "row")),
        ("if 1 then 2 else 3", ("T401", "1")),
        ("if yes then 2 else first(row)", ("T401", "first(row)")),
        ("if first(row).suit is 7 then 1 else 2", ("T401", "first(row).suit is 7")),
        ("if row is heap[1] then 1 else 2", ("T401", "row is heap[1]")),
        ("if first(row) is row then 1 else 2", ("T401", "first(row) is row")),
        ("if first(row).suit < cups then 1 else 2", ("T401", "first(row).suit")),
        ("if first(row) > 1 then 1 else 2", ("T401", "first(row)")),
        ("if first(row).rank > 1 then 1 else 2", ("T401", "1")),
        ("if first(row) in 3 then 1 else 2", ("T401", "3")),
        ("if 3 in row then 1 else 2", ("T401", "3")),
        ("if yes is 1 then 1 else 2", ("T401", "yes is 1")),
        ("if held > 1 then 1 else 2", ("T401", "held")),
        ("if not 3 then 1 else 2", ("T401", "3")),
        ("if yes and 3 then 1 else 2", ("T401", "3")),
        ("if 3 or yes then 1 else 2", ("T401", "3")),
        ("sum(row)", ("T401", "row")),
        ("sum(rank of row)", ("T401", "rank of row")),
        ("sum([1, yes])", ("T401", "yes")),
        ("count(3)", ("T401", "3")),
        ("count(row with 3)", ("T401", "3")),
        ("count(row with players)", ("T401", "players")),
        ("count(row without 3)", ("T401", "3")),
        ("count(row where value)", ("T401", "value")),
        ("count(row starting with first(players))", ("T401", "row")),
        ("count(players starting with 3)", ("T401", "3")),
        ("row[yes].value", ("T401", "yes")),
        ("count(piles_of[1])", ("T401", "1")),
        ("count(spots[cups])", ("T401", "cups")),
        ("3[1]", ("T401", "3")),
        ("worth(3)", ("T401", "3")),
        ("worth()", ("T402", "worth()")),
        ("worth(first(row), 2)", ("T402", "worth(first(row), 2)")),
        ("worth + 1", ("T402", "worth")),
        ("five()", None),
        ("five(3)", ("T402", "five(3)")),
        ("-yes", ("T401", "yes")),
        ("yes rounded down", ("T401", "yes")),
        ("if fits(first(row)) then 1 else 2", ("T401", "first(row)")),
    ],
)
def test_nothing_is_converted(expression: str, problem: tuple[str, str] | None) -> None:
    found = errors(
        f"{CARDS}variables:\n  game:\n    found: number from 0 to 9\n    held: a card or nothing\n"
        f"setup:\n  - set found to {expression}\n"
    )
    assert found == ([] if problem is None else [problem])


def test_a_define_whose_items_differ_in_type_is_refused() -> None:
    assert errors("define:\n  mixed:\n    - 1\n    - yes\n") == [("T401", "yes")]


@pytest.mark.parametrize(
    ("defines", "problem"),
    [
        ("one_more: one_more + 1", [("N307", "one_more")]),
        ("one_more: two_more + 1\n  two_more: one_more + 1", [("N307", "one_more")]),
        ("f(card): f(card)", [("N307", "f(card)")]),
    ],
)
def test_definitions_that_lead_back_to_themselves(defines: str, problem: list[tuple[str, str]]) -> None:
    assert errors(f"define:\n  {defines}\n") == problem


def test_a_define_sees_neither_the_chooser_nor_the_callers_names() -> None:
    part = """
players: 1
define:
  mine: count(your hand)
  other: n + 1
play:
  - for n from 1 to 2:
      - choose move
zones: {player: {hand: face-up row}}
choices:
  move:
    text: Move
    go:
      text: Go
      when: mine > other
"""
    assert errors(part) == [("N306", "your hand"), ("N302", "n")]


def test_big_constants_stay_exact_within_64_bits() -> None:
    assert value("999999999 * 999999999 mod 1000007", kind="number from 0 to 1000007") == 999999999**2 % 1000007


def test_a_definition_used_inside_its_own_argument() -> None:
    assert value("twice(twice(twice(1)))", keys="define:\n  twice(n is a number): n + n\n") == 8
    assert (
        value("both(both(1, 2), both(3, 4))", keys="define:\n  both(n is a number, m is a number): n * 10 + m\n") == 154
    )


def test_a_filter_inside_a_definition_inside_a_filter() -> None:
    keys = "define:\n  above(card): count(every card where it.rank > card.rank and suit is card.suit)\n"
    keys += "cards: {suits: [cups, coins], ranks: [one, two, three]}\n"
    assert value("sum(above of every card)", keys=keys) == 6
    assert value("count(every card where above(it) is 2)", keys=keys) == 2
