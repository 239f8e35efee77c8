"""The built-in functions: a table of what each comes to, and the forms that they refuse."""

from __future__ import annotations

import pytest

from cardengine.lang import builtins
from tests.lang.helpers import diagnostics, errors, fault, play

KEYS = """
players: 4
cards:
  suits: [cups, coins]
  ranks: [ace, two, three, four, five, six]
  order: ace high
  value: {ace: 1}
zones:
  table:
    deck: face-down pile
    row: face-up row
    heap: face-up pile
    none: face-up row
    small: face-up row at most 3
    spots: 2 face-up rows at most 5
variables:
  game:
    found: number from -999999 to 999999, initially 0
    held: a card or nothing
    wanted: a player
"""
# In the row: 5 2 ace 2 of cups, coins, cups, coins; on the heap, top first: 3 4 6 of cups.
SETUP = """
setup:
  - shuffle every card into deck
  - draw 4 from deck to row
  - draw 3 from deck to heap
"""
ORDER = "five_cups two_coins ace_cups two_cups six_cups four_cups three_cups"


def come(expression: str) -> object:
    """What a numeric expression comes to."""
    state = play(f"{KEYS}{SETUP}  - set found to {expression}\n", ORDER)
    assert state.fault is None, state.fault
    return state.var("found")


TABLE = {
    "count": [("count(row)", 4), ("count(none)", 0), ("count([1, 1])", 2), ("count(players)", 4)],
    "sum": [("sum(value of row)", 10), ("sum(value of none)", 0), ("sum([1, 2])", 3)],
    "min": [
        ("min(value of row)", 1), ("min(3, 2)", 2), ("min(3, 2, 1)", 1), ("min(value of none, default 7)", 7),
        ("if min(rank of row) is two then 1 else 0", 1), ("if min(rank of row) is ace then 1 else 0", 0),
    ],
    "max": [
        ("max(value of row)", 5), ("max(3, count(row))", 4), ("max(value of none, default 9)", 9),
        ("if max(rank of row) is ace then 1 else 0", 1), ("max(1 / 2, 1 / 3) * 2 rounded down", 1),
    ],
    "median": [
        ("median(value of row)", 2), ("median([4, 9, 1])", 4), ("median([9, 1, 4, 4])", 4), ("median([3, 8])", 3),
        ("median([7])", 7), ("median(value of none, default 8)", 8),
        ("median([1 / 2, 1 / 3, 1 / 4]) * 6 rounded down", 2),
        ("if median(rank of row) is two then 1 else 0", 1), ("if median([ace, two, six]) is six then 1 else 0", 1),
    ],
    "any": [("if any(row) then 1 else 0", 1), ("if any(none) then 1 else 0", 0),
            ("if any((value > 4) of row) then 1 else 0", 1), ("if any((value > 4) of none) then 1 else 0", 0)],
    "all": [("if all((value > 0) of row) then 1 else 0", 1), ("if all((value > 1) of row) then 1 else 0", 0),
            ("if all((value > 1) of none) then 1 else 0", 1)],
    "empty": [("if empty(none) then 1 else 0", 1), ("if empty(row) then 1 else 0", 0),
              ("if empty(row where value > 9) then 1 else 0", 1)],
    "distinct": [("count(distinct(rank of row))", 3), ("sum(distinct([3, 1, 3, 2]))", 6),
                 ("distinct([3, 1, 3, 2])[2]", 1), ("count(distinct(none))", 0)],
    "same": [("if same(suit of heap) then 1 else 0", 1), ("if same(suit of row) then 1 else 0", 0),
             ("if same(suit of none) then 1 else 0", 1)],
    "run": [
        ("if run(rank of heap) then 1 else 0", 0), ("if run([3, 1, 2]) then 1 else 0", 1),
        ("if run([1, 1, 2]) then 1 else 0", 0), ("if run(rank of none) then 1 else 0", 1),
        # By the declared order: the ace follows the six, not the two's place.
        ("if run([six, ace, five]) then 1 else 0", 1), ("if run([ace, two]) then 1 else 0", 0),
    ],
    "sort": [
        ("first(sort(row by value)).value", 1), ("last(sort(row by value)).value", 5),
        ("first(sort(row by rank)).value", 2), ("last(sort(row by rank)).value", 1),
        # Stable: of the two twos the one that lay first.
        ("if first(sort(row by rank)).suit is coins then 1 else 0", 1),
        ("sort([3, 1, 2] by 0 - it)[1]", 3), ("count(sort(none by value))", 0),
    ],
    "highest": [("count(highest(row by rank))", 1), ("count(highest((row where no) by value))", 0),
                ("first(highest(row by value)).value", 5), ("count(highest(none by value))", 0)],
    "lowest": [("count(lowest(row by rank))", 2), ("first(lowest(row by value)).value", 1),
               ("if first(lowest(row by rank)).suit is coins then 1 else 0", 1)],
    "partition": [
        ("count(partition(row by rank))", 3), ("count(first(partition(row by rank)))", 2),
        ("count(last(partition(row by rank)))", 1), ("max(count(it) of partition(row by suit))", 3),
        ("count(partition(none by rank))", 0),
    ],
    "first": [("first(row).value", 5), ("count(first(row, 2))", 2), ("sum(value of first(row, 2))", 7),
              ("count(first(row, 9))", 4), ("count(first(row, 0 - 1))", 0), ("first([4, 5])", 4),
              ("first(value of none, default 3)", 3), ("if first(none, default nothing) is nothing then 1 else 0", 1)],
    "last": [("last(row).value", 2), ("sum(value of last(row, 2))", 3), ("count(last(row, 0))", 0),
             ("count(last(row, 9))", 4), ("last(value of none, default 8)", 8)],
    "top": [("top(heap).value", 3), ("sum(value of top(heap, 2))", 7), ("count(top(none, 2))", 0),
            ("top(value of none, default 6)", 6)],
    "reverse": [("reverse([1, 2, 3])[1]", 3), ("first(reverse(row)).value", 2), ("top(reverse(heap)).value", 6)],
    "onward": [("count(onward(heap[2]))", 2), ("onward(heap[2])[1].value", 3), ("count(onward(row[3]))", 2)],
    "left": [("if left(first(players), 1) is players[2] then 1 else 0", 1),
             ("if left(first(players), 5) is players[2] then 1 else 0", 1),
             ("if left(first(players), 0 - 1) is last(players) then 1 else 0", 1)],
    "next": [("if next(first(players), players) is players[2] then 1 else 0", 1),
             ("if next(last(players), players) is first(players) then 1 else 0", 1),
             ("if next(first(players), [first(players)]) is first(players) then 1 else 0", 1),
             ("if next(players[2], [first(players), players[4]]) is players[4] then 1 else 0", 1)],
    "poker_rank": [("if poker_rank(row) > poker_rank(heap) then 1 else 0", 1),
                   ("if poker_rank(none) < poker_rank(heap) then 1 else 0", 1)],
    "unmelded": [("unmelded(row by value)", 10), ("unmelded(none by value)", 0)],
    "room": [("room(small)", 3), ("room(spots[2])", 5), ("room(row)", 8)],
    "absolute": [("absolute(0 - 5)", 5), ("absolute(5)", 5), ("absolute(-1 / 2) * 2 rounded up", 1)],
    "subsets": [
        ("count(subsets(row, 2))", 6), ("count(subsets(row, 0, 4))", 16), ("count(subsets(row, 5))", 0),
        ("count(subsets(row, 0))", 1), ("count(subsets(row, 2, 3) where sum(value of it) is 7)", 2),
        ("max(sum(it) of subsets([1, 2, 3], 2))", 5),
    ],
}  # fmt: skip


@pytest.mark.parametrize(("expression", "result"), [case for cases in TABLE.values() for case in cases])
def test_built_in_functions(expression: str, result: int) -> None:
    assert come(expression) == result


def test_every_built_in_function_has_a_row_in_the_table() -> None:
    assert set(builtins.NAMES) <= set(TABLE)


@pytest.mark.parametrize(
    ("expression", "problem"),
    [
        ("count()", ("T402", "count()")),
        ("count(row, heap)", ("T402", "count(row, heap)")),
        ("count(row by value)", ("T402", "count(row by value)")),
        ("count(sort(row))", ("T402", "sort(row)")),
        ("count(row, default 3)", ("T402", "count(row, default 3)")),
        ("first(default 3, row).value", ("T402", "first(default 3, row)")),
        ("first(row, default first(row), default first(row)).value", ("T402", None)),
        ("count(first(row, 2, default 3))", ("T402", None)),
        ("first(row, default 3).value", ("T401", "3")),
        ("sum(row)", ("T401", "row")),
        ("min(row)", ("T401", "row")),
        ("max(suit of row)", ("T401", "suit of row")),
        ("median(row)", ("T401", "row")),
        ("median(1, 2)", ("T402", "median(1, 2)")),
        ("min(1, yes)", ("T401", "yes")),
        ("if all(row) then 1 else 0", ("T401", "row")),
        ("if run(suit of row) then 1 else 0", ("T401", "suit of row")),
        ("if same(row) then 1 else 0", ("T401", "row")),
        ("count(sort(row by it))", ("T401", "it")),
        ("count(onward(row))", ("T401", "row")),
        ("room(first(row))", ("T401", "first(row)")),
        ("absolute(yes)", ("T401", "yes")),
        ("count(subsets(row, yes))", ("T401", "yes")),
        ("poker_rank(players)", ("T401", "players")),
        ("if left(3, 1) is wanted then 1 else 0", ("T401", "3")),
        ("if next(first(players), row) is wanted then 1 else 0", ("T401", "row")),
        ("count(distinct(subsets(row, 2)))", ("T401", "subsets(row, 2)")),
        ("cuont(row)", ("N302", "cuont")),
    ],
)
def test_functions_refuse_what_does_not_fit(expression: str, problem: tuple[str, str | None]) -> None:
    found = errors(f"{KEYS}setup:\n  - set found to {expression}\n")
    assert [code for code, _ in found] == [problem[0]]
    if problem[1] is not None:
        assert found == [problem]


def test_a_wrong_call_shows_the_form_of_the_function() -> None:
    (problem,) = [p for p in diagnostics(f"{KEYS}setup:\n  - set found to count(row, heap)\n") if p.code.id == "T402"]
    assert problem.help == "its form: count(LIST)"


def test_a_misspelt_function_is_suggested() -> None:
    (problem,) = [p for p in diagnostics(f"{KEYS}setup:\n  - set found to cuont(row)\n") if p.code.id == "N302"]
    assert problem.help == "did you mean `count`?"


def test_poker_ranks_need_rank_and_suit() -> None:
    keys = "cards: {columns: {title: name}, list: [[fool], [world]]}\n"
    assert errors(keys + "setup:\n  - let x be poker_rank(every card)\n") == [("T401", "poker_rank(every card)")]


@pytest.mark.parametrize(
    "expression",
    ["first(none)", "top(none)", "last(none)", "min(value of none)", "max(rank of none)", "median(rank of none)"],
)
def test_of_nothing_is_a_fault_without_a_default(expression: str) -> None:
    assert "of nothing" in fault(f"let x be {expression}", keys=KEYS)


def test_a_fault_in_constants_is_found_when_it_is_reached_not_before() -> None:
    """What is constant is computed while a game is built; a fault in it must wait for its step."""
    part = "setup:\n  - if no:\n      - let x be count(subsets(every card, 8))\n  - win\n"
    assert play(part).fault is None
    assert "subsets" in fault("let x be count(subsets(every card, 8))")
    keys = "cards: {suits: [cups], ranks: [one, two]}\n"
    assert "of nothing" in fault("let x be first(every card where rank is one and rank is two)", keys=keys)
