"""Lowers a whole game."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cardengine.core.alike import asks_who_knows
from cardengine.core.driver import driving
from cardengine.core.flow import Flow, close, scoring
from cardengine.core.inspection import Inspection
from cardengine.core.instructions import INSTRUCTIONS
from cardengine.core.lowering import Lowering, Unit
from cardengine.core.offers import listing
from cardengine.ir import nodes as ir
from cardengine.ir.builder import Builder
from cardengine.ir.memory import Layout
from cardengine.model.program import Header
from cardengine.runtime.machine import Machine
from cardengine.runtime.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Core:
    """A lowered game.

    Attributes:
        layout: the layout of the memory.
        module: the functions, with the size and the constants of the memory.
    """

    layout: Layout
    module: ir.Module


def lower(machine: Machine, *, lean: bool) -> Core:
    """Lower a game.

    Args:
        machine: the game.
        lean: leave out what only views and comparisons of positions need.

    Raises:
        TooLargeError: the game is too large.
    """
    space = machine.space
    layout = Layout.of(space, machine.memory()[: space.size])
    tracks = not lean or asks_who_knows(space)
    unit = Unit(machine, lean, tracks, layout, Inspection(machine.facts))
    low = Lowering(unit, Builder("outside of all functions"))
    driving(low, _running(low))
    return Core(layout, ir.Module(unit.functions, layout.top, layout.data))


def _running(low: Lowering) -> ir.Function:
    """``run()``: runs from the program counter to the next choice or the end."""
    code = low.program.code
    for choice in low.program.choices:
        listing(low, choice)
    scoring(low)
    low = low.function("run", export=True)
    b = low.b
    pc = b.var(b.load(Header.PC), "pc")
    b.keep_all()
    with b.block() as exit_, b.loop() as turns:
        low = replace(low, exit=exit_)
        parts = [ir.Block() for _ in code]
        b.emit(ir.Dispatch(pc, parts))
        for number, (part, instruction) in enumerate(zip(parts, code, strict=True)):
            with b.inside(part.body):
                b.faulty = False
                flow = Flow(replace(low, made={}), turns, parts, pc, number)
                flow.charge()
                INSTRUCTIONS.lower(flow, instruction)
                low.settle()
            b.release()
    # Something couldn't be computed: the game ends with a fault, or is handed back to the interpreter.
    b.put(Header.WINNERS, 0)
    close(low, Outcome.FAULT)
    return b.function
