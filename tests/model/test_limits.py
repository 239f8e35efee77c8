"""What would make a ruleset too much work is refused: nobody waits, and nothing overflows."""

from __future__ import annotations

import time

import pytest

from cardengine.diagnostics import DiagnosticError
from cardengine.model.load import load_text
from tests.lang.helpers import diagnostics, errors, play, whole

SECONDS = 5.0


def codes(part: str) -> set[str]:
    """The codes of the errors of a ruleset, which must be found quickly."""
    begin = time.perf_counter()
    found = {code for code, _ in errors(part)}
    assert time.perf_counter() - begin < SECONDS
    return found


def chain(length: int, form: str, base: str) -> str:
    """Definitions that each use the one before."""
    lines = "".join(f"  d{n}: {form.replace('@', f'd{n - 1}')}\n" for n in range(1, length))
    return (
        f"zones: {{table: {{deck: face-down pile}}}}\ndefine:\n  d0: {base}\n{lines}setup: [let y be d{length - 1}]\n"
    )


@pytest.mark.parametrize(
    ("form", "base"),
    [
        ("@ + @", "count(deck)"),
        ("@ * @", "3"),
        ("(@ * @) rounded down", "1 / 3"),
        ("@ with @", "[1, 2]"),
        ("if @ then @ else @", "yes"),
        ("max(@, @)", "1"),
    ],
)
def test_definitions_that_double_at_each_step_are_refused(form: str, base: str) -> None:
    assert codes(chain(60, form, base)) == {"P105"}


def test_a_long_chain_of_definitions_is_refused_in_either_order() -> None:
    assert codes(chain(400, "@ + 1", "1")) == {"P105"}
    lines = "".join(f"  d{n}: d{n + 1} + 1\n" for n in range(400))
    assert codes(f"define:\n{lines}  d400: 1\nsetup: [let y be d0]\n") == {"P105"}


def test_a_reasonable_chain_of_definitions_works() -> None:
    assert play(chain(40, "@ + 1", "1")).fault is None


def test_deep_sentences_under_deep_definitions_still_run() -> None:
    deep = "(" + "1 + (" * 25 + "1" + ")" * 25 + ")"
    part = chain(35, "@ + 1", deep).replace("[let y be d34]", f"['let y be max(d34, {'max(' * 20}d34{', 1)' * 20})']")
    assert play(part).fault is None


@pytest.mark.parametrize(
    "sentence",
    [
        "let y be " + "(" * 900 + "1" + ")" * 900,
        "let y be " + "not " * 450 + "yes",
        "let y be " + "- " * 900 + "1",
        "let y be " + "[" * 900 + "1" + "]" * 900,
        "let y be 1" + " + 1" * 490,
        "let y be " + "max(" * 200 + "1" + ", 1)" * 200,
        "let y be yes" + " in [yes" * 30 + "]" * 30,
        "let y be " + "(" * 40 + "yes" + " in [yes])" * 40,
        "let y be " + "if yes then " * 60 + "1" + " else 2" * 60,
        "let y be every card" + " where rank is ace" * 50,
        "let y be " + "rank of (" * 60 + "every card" + ")" * 60,
        "let y be a" + ".a" * 900,
        "let y be a" + "[1]" * 600,
        "move " * 390,
        "x" * 1999,
        "x" * 200_000,
        "1" * 1999,
        "let y be " + "9" * 1900,
    ],
    ids=range(18),
)
def test_sentences_of_every_shape_are_answered_quickly(sentence: str) -> None:
    assert codes(f"setup:\n  - '{sentence}'\n") <= {"P101", "P102", "P104", "P105", "N301", "N302", "T401"}


def test_loops_over_long_lists_count_towards_the_size() -> None:
    more = " with every card" * 60
    loops = "  - for each c in twice:\n      - skip\n" * 40
    defines = f"define:\n  many: every card{more}\n  twice: many with many\n"
    assert codes(f"{defines}setup:\n{loops}") == {"V505"}


def test_many_procedures_that_run_each_other_are_no_matter() -> None:
    lines = "".join(f"  p{n}: [run p{n + 1}()]\n" for n in range(900))
    part = f"procedures:\n{lines}  p900: [win]\nsetup: ['run p0()']\n"
    assert play(part).winners == (0, 1)


def test_many_problems_are_no_matter() -> None:
    begin = time.perf_counter()
    found = diagnostics("setup:\n" + "".join(f"  - mvoe row{n} to dekc\n" for n in range(1500)))
    assert len(found) == 1500
    assert time.perf_counter() - begin < 4 * SECONDS


@pytest.mark.parametrize(
    "part",
    [
        "cards: {pack: standard, packs: 99999999}\n",
        "cards: {pack: standard, jokers: 99999999}\n",
        "cards: {columns: {title: name, copies: number from 1 to 999999999}, list: [[fool, 999999999]]}\n",
        "players: 16\nzones: {player: {hand: 100 face-up rows}}\ncards: {pack: standard, packs: 30}\n",
        "zones: {card: {on_it: 100 face-up rows}}\n",
    ],
)
def test_games_that_are_too_large_are_refused(part: str) -> None:
    assert codes(part) == {"V505"}


@pytest.mark.parametrize(
    "players",
    ["17", "1 to 17", "3 to 2", "1 to " + "9" * 5000, "9" * 5000 + " to 1"],
)
def test_numbers_of_players_out_of_range(players: str) -> None:
    with pytest.raises(DiagnosticError):
        load_text(whole(f"players: {players}\n"))


BIG = """
players: 1
zones: {table: {deck: face-up row}}
setup: [shuffle every card into deck]
play: [choose move]
choices:
  move:
    text: M
    go:
      text: G
      choose:
        @
"""


@pytest.mark.parametrize(
    "domains",
    [
        "c: any cards from deck",
        "c: 26 cards from deck",
        "c: 2 cards from deck\n        d: 3 cards from deck",
        "n: number from 1 to 999999999 * 9999",
        "n: number from 0 - 999999999 to 999999999 by 2",
        "n: number from 1 to 9999\n        m: number from 1 to 9999",
    ],
)
def test_choices_with_too_many_actions_are_refused_when_loaded(domains: str) -> None:
    begin = time.perf_counter()
    with pytest.raises(DiagnosticError, match=r"could be offered in .* ways; the most is 250,000"):
        play(BIG.replace("@", domains))
    assert time.perf_counter() - begin < 2 * SECONDS


@pytest.mark.parametrize("most", ["min(9999 * count(deck), 9)", "min(9, 9999 * count(deck), 8)"])
def test_the_lesser_of_two_bounds_is_a_bound(most: str) -> None:
    assert len(play(BIG.replace("@", f"n: number from 1 to {most}")).actions()) in (8, 9)


def test_the_greater_of_two_bounds_is_one_for_the_least() -> None:
    domain = "n: number from max(0 - 9999 * count(deck), 1) to 9"
    assert len(play(BIG.replace("@", domain)).actions()) == 9


def test_a_list_longer_than_any_zone_is_a_fault_where_it_is_kept() -> None:
    more = " with every card" * 60
    defines = f"define:\n  many: every card{more}\n  twice: many with many\n"
    state = play(f"{defines}setup:\n  - let y be twice with twice\n")
    assert state.fault is not None
    assert "there is room for" in state.fault
