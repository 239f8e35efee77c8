"""For every code about sentences, names, types and values: something that produces it, with its place and advice."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from cardengine.diagnostics import Code, Diagnostic, SourceText, Span
from cardengine.diagnostics.codes import Family
from cardengine.lang import forms
from cardengine.lang.parser import Entry, parse
from cardengine.source import ScalarNode
from tests.lang.helpers import diagnostics

ZONES = """
zones:
  table: {deck: face-down pile, row: face-up row, discard: face-up pile}
  player: {hand: face-down row seen by owner}
variables:
  game: {x: number from 0 to 9}
"""


@dataclass(frozen=True)
class Case:
    """A ruleset with one problem: the words it points at (None: not looked at), a part of its message and help."""

    code: Code
    part: str
    words: str | None
    message: str
    help: str = ""
    more: dict[str, Any] = field(default_factory=dict)


def move_choice(line: str) -> str:
    """A game for one whose only choice has an action with this line."""
    return (
        ZONES
        + f"players: 1\nplay: [choose move]\nchoices:\n  move:\n    text: M\n    go:\n      text: G\n      {line}\n"
    )


CASES = [
    Case(Code.SENTENCE, ZONES + "setup:\n  - move row discard\n", "discard", "`discard` does not fit here"),
    Case(Code.SENTENCE, ZONES + "setup:\n  - move row\n", "", "the sentence ends too soon"),
    Case(Code.SENTENCE, ZONES + "setup:\n  - move row too discard\n", "too", "`too`", "did you mean `to`?"),
    Case(Code.SENTENCE, ZONES + "setup:\n  - if any(row)\n", "if", "`if` has steps under it", "colon"),
    Case(
        Code.UNKNOWN_VERB,
        ZONES + "setup:\n  - mvoe row to discard\n",
        "mvoe",
        "no sentence fits",
        "did you mean `move`?",
    ),
    Case(
        Code.UNKNOWN_VERB,
        ZONES + "setup:\n  - flibber row\n",
        "flibber",
        "no sentence fits",
        "sentences begin with: add",
    ),
    Case(Code.FOREIGN_SYMBOL, ZONES + "setup:\n  - set x to x % 2\n", "%", "`%` is not part of the language", "`mod`"),
    Case(Code.FOREIGN_SYMBOL, ZONES + "setup:\n  - if x == 2:\n      - win\n", "==", "`==`", "write `is`"),
    Case(Code.FOREIGN_SYMBOL, ZONES + "setup:\n  - if x != 2:\n      - win\n", "!=", "`!=`", "write `is not`"),
    Case(Code.FOREIGN_SYMBOL, ZONES + "setup:\n  - if x > 2 && x < 5:\n      - win\n", "&&", "`&&`", "write `and`"),
    Case(Code.FOREIGN_SYMBOL, ZONES + "setup:\n  - if x > 2 || x < 5:\n      - win\n", "||", "`||`", "write `or`"),
    Case(Code.FOREIGN_SYMBOL, ZONES + "setup:\n  - if !yes:\n      - win\n", "!", "`!`", "write `not`"),
    Case(Code.FOREIGN_SYMBOL, ZONES + "setup:\n  - if x = 2:\n      - win\n", "=", "`=`", "write `is`"),
    Case(
        Code.SENTENCE_TOO_LONG,
        ZONES + "setup:\n  - set x to " + "1 + " * 600 + "1\n",
        None,
        "characters; the most is 2000",
        "define",
    ),
    Case(
        Code.SENTENCE_TOO_DEEP,
        ZONES + "setup:\n  - set x to " + "(" * 70 + "1" + ")" * 70 + "\n",
        None,
        "levels of nesting; the most is 64",
        "define",
    ),
    Case(
        Code.SENTENCE_TOO_DEEP,
        ZONES + "setup:\n  - set x to sum([" + "1," * 600 + "1])\n",
        None,
        "parts; the most is 500",
    ),
    Case(Code.NO_LOOP, "setup:\n  - stop\n", "stop", "`stop` stands in no loop"),
    Case(
        Code.UNKNOWN_FIELD,
        ZONES + "setup:\n  - if first(row).siut is hearts:\n      - win\n",
        "siut",
        "unknown field of a card `siut`",
        "`suit`",
    ),
    Case(
        Code.UNKNOWN_FIELD,
        ZONES + "setup:\n  - if row.suit is hearts:\n      - win\n",
        "suit",
        "each of its items has",
        "`suit of ...`",
    ),
    Case(
        Code.UNKNOWN_NAME,
        ZONES + "setup:\n  - move row to dicard\n",
        "dicard",
        "unknown name `dicard`",
        "did you mean `discard`?",
    ),
    Case(
        Code.UNKNOWN_NAME,
        ZONES + "setup:\n  - move hand to discard\n",
        "hand",
        "each player has a `hand`; say whose",
        "`player.hand`",
    ),
    Case(
        Code.UNKNOWN_NAME,
        "options: {size: {is: number from 1 to 2, default: 1}}\nsetup:\n  - if size is 1:\n      - win\n",
        "size",
        "is an option",
        "options.size",
    ),
    Case(
        Code.UNKNOWN_NAME,
        "setup:\n  - run pya(1)\nprocedures: {pay(n is a number): [win]}\n",
        "pya",
        "unknown procedure",
        "`pay`",
    ),
    Case(
        Code.AMBIGUOUS_NAME,
        ZONES + "setup:\n  - for each suit in every suit:\n      - if any(row where suit is suit):\n          - win\n",
        "suit",
        "",
        "",
    ),
    Case(
        Code.AMBIGUOUS_NAME,
        "cards: {suits: [stars, moons], ranks: [stars, two]}\nsetup:\n  - let y be stars\n",
        "stars",
        "a word of several kinds: suit, rank",
    ),
    Case(Code.NAME_TAKEN, "define:\n  count: 3\n", "count", "is a word of the language", "another name"),
    Case(Code.NAME_TAKEN, ZONES + "define:\n  deck: 3\n", "deck", "has a meaning already"),
    Case(
        Code.UNKNOWN_CARD,
        "cards: {suits: [hearts], ranks: [two]}\nsetup:\n  - if first(every card) is QS:\n      - win\n",
        "QS",
        "there is no card `QS`",
    ),
    Case(
        Code.NO_CHOOSER,
        ZONES + "setup:\n  - draw 5 from deck to your hand\n",
        "your hand",
        "`your` needs a chooser",
        "player.hand",
    ),
    Case(Code.NO_CHOOSER, ZONES + "setup:\n  - draw 5 from deck to you.hand\n", "you", "`you` needs a chooser"),
    Case(
        Code.RECURSION,
        "define:\n  a_is: b_is + 1\n  b_is: a_is + 1\n",
        "a_is",
        "is defined by itself",
        "a_is -> b_is -> a_is",
    ),
    Case(
        Code.TYPE,
        ZONES + "setup:\n  - if first(row).suit is 7:\n      - win\n",
        "first(row).suit is 7",
        "can never be a number",
    ),
    Case(
        Code.ARGUMENTS,
        ZONES + "setup:\n  - set x to count(row, deck)\n",
        "count(row, deck)",
        "`count` is not used so",
        "count(LIST)",
    ),
    Case(
        Code.NOT_SETTABLE,
        ZONES + "setup:\n  - set first(row).rank to two\n",
        "first(row).rank",
        "only a variable can be set",
    ),
    Case(
        Code.DOMAIN,
        move_choice("choose: {c: a suit from your hand}"),
        "suit",
        "`suit` does not fit: the list holds cards",
        "write `card`",
    ),
    Case(
        Code.DOMAIN, "variables: {game: {held: a card}}\n", "a card", "which card is it at first?", "a card or nothing"
    ),
    Case(Code.HIDDEN, move_choice("when: any(deck where suit is hearts)"), None, "", ""),
    Case(
        Code.OUT_OF_BOUNDS, "variables:\n  game:\n    n: number from 1 to 9, initially 10\n", "10", "`n` is 10 at first"
    ),
    Case(Code.OUT_OF_BOUNDS, "variables:\n  game:\n    n: number from 9 to 1\n", "number from 9 to 1", "has no value"),
    Case(
        Code.UNKNOWN_OPTION,
        'options: {speed: {is: number from 1 to 3, default: 1}}\nsetup: ["let y be options.speed"]\n',
        "",
        "no option `sped`",
        "did you mean `speed`?",
        {"options": {"sped": 2}},
    ),
    Case(
        Code.OPTION_VALUE,
        'options: {speed: {is: number from 1 to 3, default: 1}}\nsetup: ["let y be options.speed"]\n',
        "speed",
        "the option `speed` is 9; it must be from 1 to 3",
        "",
        {"options": {"speed": 9}},
    ),
    Case(
        Code.OPTION_VALUE,
        'options: {speed: {is: slow or fast, default: slow}}\nsetup: ["let y be options.speed"]\n',
        "speed",
        "can't be `fats`",
        "did you mean `fast`?",
        {"options": {"speed": "fats"}},
    ),
    Case(
        Code.CONSTANT_FAULT,
        "options: {n: {is: number from 0 to 3, default: 0}}\n"
        "variables: {game: {y: number from 0 to 9 / options.n rounded down}}\n",
        "9 / options.n rounded down",
        "division by zero",
    ),
    Case(
        Code.TOO_LARGE,
        "cards: {pack: standard, packs: 999}\n",
        "{pack: standard, packs: 999}",
        "the most is 2000",
        "lower",
    ),
    Case(Code.PLAYERS, "players: 5 to 2\n", "5 to 2", "is no number of players", "the fewest first"),
    Case(Code.PLAYERS, "players: 2 to 4\n", "", "is a game for 2 to 4, not for 7", "", {"players": 7}),
    Case(Code.PLAYERS, "teams: [[0, 1], [1]]\n", "[[0, 1], [1]]", "each seat from 0 to 1"),
    Case(
        Code.CARDS,
        "cards: {columns: {title: name, n: number from 1 to 2}, list: [[fool]]}\n",
        "[fool]",
        "a row has 2 cells; this has 1",
        "title, n",
    ),
    Case(
        Code.ZONE,
        "zones: {table: {heap: pile}}\n",
        "pile",
        "how do cards lie in it?",
        "face-up, face-down, keeping faces",
    ),
    Case(Code.CHOICE, "players: 1\nplay: [choose move]\nchoices: {move: {text: M}}\n", "move", "offers no action"),
    Case(
        Code.UNUSED,
        "options: {speed: {is: number from 1 to 3, default: 1}}\n",
        "speed",
        "the option `speed` changes nothing",
    ),
    Case(Code.MAY_BE_EMPTY, move_choice("when: x > 3"), "move", "may have no legal action"),
    Case(Code.MISSING_KEY, "result: {winner: highest score}\n", "highest score", "but there is none", "add `score:`"),
]

ELSEWHERE = {Code.SEAT, Code.DATA_FILE, Code.REQUIREMENT, Code.NO_CHANGE, Code.BACKEND, Code.TOO_MUCH_WORK}
"""Codes of seats, of data files, of variants, of compiled games and of budgets, which are tested beside those."""


def chosen(case: Case) -> Diagnostic:
    """The problem of a case that has its code."""
    found = [problem for problem in diagnostics(case.part, **case.more) if problem.code is case.code]
    assert found, f"no {case.code.id} among {[p.code.id for p in diagnostics(case.part, **case.more)]}"
    return found[0]


@pytest.mark.parametrize("case", CASES, ids=[f"{case.code.name}-{n}" for n, case in enumerate(CASES)])
def test_each_mistake_has_its_code_its_place_its_message_and_its_advice(case: Case) -> None:
    problem = chosen(case)
    if case.words is not None:
        assert ("" if problem.span is None else problem.span.text) == case.words
    assert case.message in problem.message
    assert case.help in (problem.help or "")


def test_every_code_is_produced_by_something() -> None:
    families = (Family.PARSING, Family.NAMES, Family.TYPES, Family.VALUES, Family.WARNINGS)
    wanted = {code for code in Code if code.family in families} - ELSEWHERE
    assert wanted - {case.code for case in CASES} == set()


@pytest.mark.parametrize("verb", ["move", "draw", "deal", "fill", "shuffle", "turn", "exchange", "bring", "show", "set",
                                  "add", "subtract", "reset", "let", "run"])  # fmt: skip
def test_a_sentence_that_goes_wrong_shows_the_form_of_its_verb_and_an_example(verb: str) -> None:
    (problem,) = diagnostics(f"setup:\n  - {verb}\n")
    assert problem.code is Code.SENTENCE
    assert any(note.startswith(f"its form: {verb} ") for note in problem.notes)
    assert any(note.startswith(f"example: {verb} ") for note in problem.notes)


@pytest.mark.parametrize(
    ("entry", "example"),
    [
        *((Entry.STEP, form.example) for form in forms.STEPS.values()),
        *((Entry.HEADER, form.example.removesuffix(":")) for form in forms.HEADERS.values()),
        *((Entry.DOMAIN, form.example) for form in forms.DOMAINS.values()),
        (Entry.ZONE, forms.ZONE.example),
        (Entry.SIGNATURE, forms.SIGNATURE.example),
    ],
)
def test_the_examples_that_messages_show_can_be_read(entry: Entry, example: str) -> None:
    source = SourceText("example.yaml", example)
    report: list[Diagnostic] = []
    tree = parse(entry, ScalarNode(Span(source, 0, len(example)), example), report)
    assert report == []
    assert tree is not None
