"""The core, written out for people."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cardengine
from cardengine.core.game import Core, lower
from cardengine.core.show import show, written
from cardengine.core.symbols import Names
from cardengine.ir import memory
from cardengine.ir import nodes as ir
from cardengine.ir.builder import Builder
from cardengine.ir.memory import TooLargeError
from cardengine.ir.nodes import Binary, Const, Get, Op
from cardengine.model.load import load_text
from cardengine.model.program import Header
from cardengine.runtime.game import Game
from tests.generic.helpers import every_table
from tests.generic.helpers import load as game_of

_BUILDER = Builder("operations")
add, load, sub = _BUILDER.add, _BUILDER.load, _BUILDER.sub

PROCEDURES = """\
game: Procedures
text: All kinds of registers
players: 2
cards: {pack: standard}
zones:
  table:
    deck: face-down pile
    columns: 2 face-up piles
  player:
    hand: face-down row seen by owner
variables:
  game:
    round: number from 0 to 9
  player:
    taken: number from 0 to 9
procedures:
  deal(amount is a number):
    - repeat amount times:
        - for each player in players:
            - draw 1 from deck to player.hand
setup:
  - shuffle every card into deck
  - run deal(3)
play:
  - for round from 1 to 2:
      - players choose laying together
  - end the game
choices:
  laying:
    text: Lay
    lay:
      text: Lay cards
      choose:
        laid: 1 to 2 cards from your hand
      do:
        - add count(laid) to your taken
        - move laid to columns[1]
result:
  score: your taken
"""


@pytest.fixture(scope="module")
def game() -> Game:
    return cardengine.load("area52")


@pytest.fixture(scope="module")
def core(game: Game) -> Core:
    return lower(game.machine, lean=True)


def lines(core: Core, function: ir.Function) -> list[str]:
    """A function of a game's, without the heading."""
    module = ir.Module([function], core.layout.top, [])
    found = list(written(cardengine.load("area52").program, core.layout, module))
    return found[found.index("") + 1 : -2]


# Statements and expressions --------------------------------------------------------------------------


def test_statements(core: Core) -> None:
    b = Builder("of all kinds", ("seat",), result=True)
    with b.loop() as loop:
        b.leave(loop, ir.IsZero(b.parameter(0)))
        with b.block() as block:
            with b.if_(Get(0)):
                b.leave(block)
            then, otherwise = b.if_else(load(Header.OUTCOME))
            with b.inside(then):
                b.emit(ir.Again(loop))
            with b.inside(otherwise):
                b.emit(ir.Fill(Header.STEPS, 2))
        b.emit(ir.Copy(Const(0), Const(core.layout.image), Const(7)))
        b.emit(ir.Move(b.parameter(0), 0, 1, 8))
    b.call(b.function, Const(3))
    b.give(b.let(load(Header.PC)))
    assert lines(core, b.function) == [
        "function of_all_kinds(seat) gives a number",
        "    loop 1",
        "        leave loop 1 if not seat",
        "        block 1",
        "            if seat",
        "                leave block 1",
        "            if [outcome]",
        "                again loop 1",
        "            else",
        "                clear 2 cells from [steps]",
        "        copy 7 cells from [image] to [pc]",
        "        move 8 cells from [seat + 1] to [seat]",
        "    of_all_kinds(3)",
        "    x1 = [pc]",
        "    return x1",
    ]


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (Binary(Op.MUL, add(Get(0), 1), Get(1)), "(a + 1) * b"),
        (add(Binary(Op.MUL, Get(0), Get(1)), 1), "(a * b) + 1"),
        (add(add(Get(0), Get(1)), Get(0)), "a + b + a"),
        (add(Get(0), add(Get(1), Get(0))), "a + (b + a)"),
        (sub(sub(Get(0), Get(1)), sub(Get(0), Get(1))), "(a - b) - (a - b)"),
        (add(Get(0), -3), "a - 3"),
        (Binary(Op.LT_U, Get(0), Binary(Op.SHR_U, Get(1), Const(3))), "a < u (b >> u 3)"),
        (Binary(Op.AND, ir.IsZero(Get(0)), Binary(Op.NE, Get(1), Const(2))), "(not a) and (b <> 2)"),
        (ir.IsZero(ir.IsZero(Get(0))), "not (not a)"),
        (add(ir.Place(Get(0), 4, Get(1)), 1), "place(b, 4 cells from [a]) + 1"),
        (ir.Choose(Get(0), ir.Ones(Get(0)), ir.Zeros(Get(1))), "choose(a, ones(a), zeros(b))"),
        (Binary(Op.REM_U, Get(0), Binary(Op.DIV, Get(1), Const(-2))), "a rem u (b div -2)"),
    ],
)  # fmt: skip
def test_expressions(core: Core, expr: ir.Expr, text: str) -> None:
    b = Builder("f", ("a", "b"), result=True)
    b.give(expr)
    assert lines(core, b.function)[1:] == [f"    return {text}"]


def test_cells_have_names(core: Core) -> None:
    space, layout = core.layout.space, core.layout
    card = space.items["card"]
    aliens, attackers = space.cells[0], space.cells[1]
    wave = space.variables["game", "wave"]
    place = Get(0)
    expected: list[tuple[ir.Expr | None, int, str]] = [
        (None, Header.PC, "[pc]"),
        (None, wave.address, "[wave]"),
        (None, aliens.address, "[aliens.count]"),
        (None, aliens.address + 2, "[aliens + 2]"),
        (place, attackers.address, "[attackers + place]"),
        (place, attackers.address + 1, "[attackers + place + 1]"),
        (None, aliens.segment + 1, "[aliens.undecided + 1]"),
        (place, card.face, "[card.face + place]"),
        (Const(3), card.place, "[card.place + 3]"),
        (place, 0, "[place]"),
        (add(place, 2), 1, "[place + 2 + 1]"),
        (None, layout.trouble, "[trouble]"),
        (place, layout.scores + 1, "[scores + place + 1]"),
        (place, layout.records, "[records + place]"),
        (add(Const(aliens.address), place), 1, "[aliens + place + 1]"),
    ]
    for base, offset, text in expected:
        b = Builder("f", ("place",), result=True)
        b.give(ir.Load(base, offset))
        assert lines(core, b.function)[1:] == [f"    return {text}"]
        b = Builder("f", ("place",))
        b.emit(ir.Store(base, offset, Const(1)))
        assert lines(core, b.function)[1:] == [f"    {text} = 1"]


def test_registers_have_the_names_of_the_ruleset() -> None:
    game = cardengine.Game(load_text(PROCEDURES, "procedures.yaml"))
    core = lower(game.machine, lean=True)
    names = Names(game.program, core.layout)
    found = {region.name for address in range(game.program.space.size) if (region := names.of(address)[0]) is not None}
    assert {
        "laying.you", "laying.back", "laying.taken", "laying.commits", "lay.laid", "deal.back", "deal.amount",
        "times.left", "each player.cursor", "each player.values", "round.left", "round.next", "taken", "hand.1",
        "hand.2", "columns.1", "columns.2",
    } <= found  # fmt: skip
    assert all(names.of(address)[0] is not None for address in range(game.program.space.size))


# Whole games -----------------------------------------------------------------------------------------


@every_table
def test_every_game_is_written_out(path: Path, players: int) -> None:
    game = game_of(path, players)
    for lean in (True, False):
        text = show(game.machine, lean=lean)
        assert text == show(game.machine, lean=lean)
        # Every instruction is headed by its sentence.
        numbered = [place for place, line in enumerate(text) if re.fullmatch(r" +\d+: \w+", line)]
        assert [text[place].split() for place in numbered] == [
            [f"{number}:", type(instruction).__name__] for number, instruction in enumerate(game.program.code)
        ]
        for place, instruction in zip(numbered, game.program.code, strict=True):
            first = instruction.span.text.split()[0]
            assert text[place - 1].lstrip().startswith(("; " + first[:40], "; the end of all steps"))
        # Every cell with a fixed address has a name, and every line of code fits a name that is told.
        code = text[: text.index("; constant cells")]
        assert [line for line in code if re.search(r"\[\d+\]", line.split(";")[0])] == []
        functions = [
            line.split("function ")[1].split("(")[0] for line in code if "function " in line and line[0] not in " ;"
        ]
        assert len(set(functions)) == len(functions)


def test_an_author_recognises_the_rules() -> None:
    text = "\n".join(show(cardengine.load("area52").machine))
    assert "; draw options.reveal from aliens to attackers (area52.yaml:39)\n            9: Effect\n" in text
    assert "[card.color + " in text
    assert "; the end of all steps\n            23: Finish\n" in text


def test_sentences_of_a_variant_name_their_file() -> None:
    text = "\n".join(show(cardengine.load("area52/refilled").machine))
    assert "; fill defenders up to options.board from aliens (refilled.yaml:9)" in text


def test_options_reach_the_core() -> None:
    usual, changed = (
        "\n".join(show(cardengine.load("area52", options=given).machine)) for given in ({}, {"penalty": 77})
    )
    assert (usual.count(", 50, 0)"), usual.count(", 77, 0)")) == (1, 0)
    assert (changed.count(", 50, 0)"), changed.count(", 77, 0)")) == (0, 1)


def test_a_game_that_is_too_large_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = cardengine.load("area52").machine
    monkeypatch.setattr(memory, "MAX_CELLS", 1000)
    with pytest.raises(TooLargeError, match="1,000 cells of memory"):
        show(machine)
