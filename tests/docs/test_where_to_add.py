"""The section "Where to add things" of the architecture page, followed to the letter in a copy of the engine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cardengine
from tests.docs.book import DOCS, ROOT

ENGINE = Path(cardengine.__file__).parent

VERB = '''
"""``mirror``: the items of a row lie the other way round."""

from dataclasses import dataclass

from cardengine.constructs.verbs.base import Form, Phrase, Verb
from cardengine.tree.nodes import Expr, Step


@dataclass(frozen=True, slots=True)
class Mirror(Step):
    zone: Expr


def _mirror(effects, step):
    zone, addresses = effects.function(step.zone), effects.board.addresses

    def mirror(m, _context):
        a = addresses[zone(m)]
        m[a + 1 : a + 1 + m[a]] = m[a + 1 : a + 1 + m[a]][::-1]

    return mirror


def _lower(low, step):
    b, spot = low.b, low.board.spot(step.zone)
    low.settle()
    left, right = b.var(b.add(spot.address, 1)), b.var(b.add(spot.address, b.load(spot.address)))
    with b.loop() as loop:
        b.leave(loop, b.ge(left, right))
        kept = b.let(b.load(left))
        b.store(left, 0, b.load(right))
        b.store(right, 0, kept)
        b.step(left)
        b.step(right, -1)


MIRROR = Verb(
    Mirror,
    (Phrase("mirror", Form("mirror ROW", "mirror market"), {"mirror": lambda s: Mirror(s.span, s.zone(0))}, ()),),
    lambda order, step: order.zone(step.zone),
    _mirror,
    _lower,
    (),
)
'''

FUNCTION = '''
"""Twice a number: `twice`."""

from cardengine.constructs.base import Function, Order, Reveals, number
from cardengine.tree import nodes as t
from cardengine.tree.types import INT


def _check(checker, name, given, names, span):
    return t.Call(INT, span, name, (checker.number(given.plain[0], names),))


def _facts(facts, call):
    inner = facts.of(call.arguments[0])
    return number(inner, low=2 * inner.low, high=2 * inner.high)


def _closure(closures, call, _fact):
    inner = closures.function(call.arguments[0])
    return lambda m: 2 * inner(m)


FUNCTIONS = (
    Function(
        name="twice", form="twice(N)", text="twice the number", examples=(("twice(3)", "6"),), arguments=(1, 1),
        check=_check, facts=_facts, closure=_closure,
        lower=lambda low, call: low.b.mul(low.num(call.arguments[0]), 2),
        order=Order.IGNORED, reveals=Reveals.MEMBERS,
    ),
)
'''

IN = '    |  sum_ "in" sum_                                                    -> in_\n'

NODE = """

@dataclass(frozen=True, slots=True)
class Divides(Expr):
    left: Expr
    right: Expr
"""

OPERATOR = '''
"""Whether a number divides another: `A divides B`."""

from cardengine.constructs.base import Operator, truth
from cardengine.constructs.syntax import subtrees
from cardengine.tree import nodes as t
from cardengine.tree.types import BOOL


def _check(checker, tree, names, expected):
    left, right = (checker.number(part, names) for part in subtrees(tree))
    return t.Divides(BOOL, checker.span(tree), left, right)


def _closure(closures, expr, _fact):
    left, right = closures.function(expr.left), closures.function(expr.right)
    return lambda m: left(m) != 0 and right(m) % left(m) == 0


def _lower(low, expr):
    b = low.b
    left, right = b.let(low.num(expr.left)), b.let(low.num(expr.right))
    nothing = b.not_(left)
    return b.and_(b.not_(nothing), b.not_(b.rem(right, b.choose(nothing, 1, left))))


OPERATORS = (
    Operator(
        t.Divides, (("`A divides B`", "whether B is a multiple of A"),), (("3 divides 6", "yes"),), {"divides": _check},
        lambda facts, expr: truth(facts.of(expr.left), facts.of(expr.right)), _closure, _lower,
    ),
)
'''

GAME = """
game: Mirrors
players: 1
cards: {pack: standard, value: {ace: 1, jack: 11, queen: 12, king: 13}}
zones: {table: {deck: face-down pile, row: face-up row}}
variables: {game: {n: number from 0 to 99}}
setup:
  - move every card to deck
  - draw 5 from deck to row
  - mirror row
  - set n to twice(first(row).value)
  - if first(row).value divides n and not n divides first(row).value:
      - add 1 to n
play: [choose going]
choices: {going: {text: Go on, go: {text: Go on}}}
"""

MATCHES = '''
"""Whether two cards are the same: `A matches B`."""

from cardengine.constructs.base import Operator, truth
from cardengine.constructs.syntax import subtrees
from cardengine.tree import nodes as t
from cardengine.tree.types import BOOL, CARD


def _check(checker, tree, names, expected):
    left, right = (checker.typed(part, names, CARD) for part in subtrees(tree))
    return t.Matches(BOOL, checker.span(tree), left, right)


def _closure(closures, expr, _fact):
    left, right = closures.function(expr.left), closures.function(expr.right)
    return lambda m: left(m) == right(m)


OPERATORS = (
    Operator(
        t.Matches, (("`A matches B`", "whether they are the same card"),), (("AC matches AC", "yes"),),
        {"matches": _check}, lambda facts, expr: truth(facts.of(expr.left), facts.of(expr.right)), _closure,
        lambda low, expr: low.b.eq(low.num(expr.left), low.num(expr.right)),
    ),
)
'''

HIDDEN = """
game: Hidden
players: 2
cards: {pack: standard}
zones: {table: {deck: face-down pile}, player: {hand: face-down row seen by owner}}
setup:
  - move every card to deck
  - deal 1 from deck to hand of players
play: [first(players) chooses telling]
choices:
  telling:
    text: Tell
    pass: {text: Nothing}
    tell:
      text: Tell who has the ace
      choose: {whom: a player}
      when: first(whom.hand) matches AC
define:
  lucky(player): first(player.hand) matches AC
table:
  show: {player: [lucky]}
"""

TELLING = """
import sys
from cardengine.model.load import RulesetError, load_text
from cardengine.runtime.game import Game

text = sys.stdin.read()
try:
    load_text(text)
except RulesetError as error:
    print(*[problem.code.id for problem in error.diagnostics])
state = Game(load_text(text.replace("      when: first(whom.hand) matches AC\\n", ""))).new(seed=1)
print(*[state.view(seat)["shown"].get("player") for seat in range(2)])
"""

PLAY = """
import sys
from cardengine.fast import Engine, FastState
from cardengine.model.load import load_text
from cardengine.runtime.game import Game

game = Game(load_text(sys.stdin.read()))
state = game.new(seed=1)
print(*state.zone("row"), state.var("n"), FastState(Engine(game, lean=False), seed=1).vector == state.vector)
"""


def section() -> str:
    return (DOCS / "architecture.md").read_text(encoding="utf-8").split("\n## Where to add things\n", 1)[1]


def copied(tmp_path: Path) -> Path:
    """A copy of the engine."""
    copy = tmp_path / "cardengine"
    shutil.copytree(ENGINE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for folder in ("rulesets", "schemas"):
        (copy / folder).symlink_to(ROOT / folder)
    return copy


def add_operator(copy: Path, word: str, record: str) -> None:
    """Add an operator of two sides that binds like `in`."""
    grammar = copy / "lang" / "grammar.lark"
    text = grammar.read_text()
    assert IN in text
    grammar.write_text(text.replace(IN, IN.replace('"in"', f'"{word}"').replace("in_", word) + IN, 1))
    (copy / "constructs" / "operators" / f"{word}.py").write_text(record)
    with (copy / "tree" / "nodes.py").open("a") as nodes:
        nodes.write(NODE.replace("Divides", word.title()))


def run(tmp_path: Path, program: str, text: str) -> str:
    """What a program prints that reads a text and uses the copy."""
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", program], input=text, capture_output=True, text=True, check=False, env=environment,
        cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_verb_a_function_and_an_operator_are_one_file_each_beside_grammar_and_node(tmp_path: Path) -> None:
    copy = copied(tmp_path)
    (copy / "constructs" / "verbs" / "mirror.py").write_text(VERB)
    (copy / "constructs" / "functions" / "twice.py").write_text(FUNCTION)
    grammar = copy / "lang" / "grammar.lark"
    rule = '     | "rotate" expr "by" expr '
    text = grammar.read_text()
    assert rule in text
    grammar.write_text(text.replace(rule, '     | "mirror" expr -> mirror\n' + rule, 1))
    add_operator(copy, "divides", OPERATOR)
    assert run(tmp_path, PLAY, GAME).split() == ["5C", "4C", "3C", "2C", "AC", "11", "True"]


def test_a_new_operator_on_cards_tells_nobody_what_he_does_not_see(tmp_path: Path) -> None:
    """No list has to be kept for it: what makes something else of cards counts as telling them."""
    add_operator(copied(tmp_path), "matches", MATCHES)
    codes, shown = run(tmp_path, TELLING, HIDDEN).splitlines()
    assert codes == "T405"
    assert shown == "{'0': {'lucky': True}} None"


@pytest.mark.parametrize("word", ["rotate", "median"])
def test_a_construct_is_named_where_the_page_says_and_nowhere_else(word: str) -> None:
    named = {
        file.relative_to(ENGINE).as_posix()
        for file in ENGINE.rglob("*")
        if file.suffix in (".py", ".lark") and re.search(rf"\b{word}\b", file.read_text(encoding="utf-8"))
    }
    expected = {
        "rotate": {"lang/grammar.lark", "constructs/verbs/rotate.py", "runtime/event_views.py"},
        "median": {"constructs/functions/median.py"},
    }
    assert named == expected[word]
    assert all(f"`{file}`" in section() or f"`{Path(file).parent}/`" in section() for file in named)


def test_all_that_the_section_names_is_there() -> None:
    names = re.findall(r"`([\w./-]+(?:\.\w+|/))`", section()) + re.findall(r"\]\(([\w./-]+)\)", section())
    places = [ENGINE, ENGINE / "constructs" / "verbs", ENGINE / "constructs" / "functions", ROOT, DOCS]
    assert len(names) > 15
    assert [name for name in names if not any((place / name).exists() for place in places)] == []
