"""The flow of a game that waits for a choice, and rewinding it so that a position can be set up.

A loop fixes its list of cards when it begins. A position that changes the zone which a loop iterates over therefore
has to be set up before that loop: the game is rewound to the start of the loop and continues from there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cardengine.layout.space import Memory
from cardengine.model import program as p
from cardengine.model.program import Header
from cardengine.runtime.machine import Machine
from cardengine.tree import nodes as t
from cardengine.tree.types import PLAYER, element
from cardengine.tree.walk import walk


@dataclass(frozen=True, slots=True)
class _Level:
    """An active part of the program, like a stack frame: the main flow, a procedure, or an action's steps.

    Attributes:
        start: its first instruction.
        pc: its current instruction.
        choice: the choice, if these are an action's steps.
        procedure: the procedure, if this is one.
    """

    start: int
    pc: int
    choice: p.Choice | None = None
    procedure: p.Procedure | None = None


@dataclass(frozen=True, slots=True)
class Point:
    """A point in the flow to rewind to: an instruction at a level (0 is the innermost)."""

    level: int
    pc: int


class Flow:
    """The active levels of a game that waits for a choice.

    Args:
        machine: the game's machine.
        m: its memory; ``rewind`` and ``at_player`` change it.
    """

    def __init__(self, machine: Machine, m: Memory) -> None:
        self.machine = machine
        self.program = machine.program
        self.m = m
        self.levels = self._levels()

    def _levels(self) -> list[_Level]:
        parts: dict[int, p.Choice | p.Procedure | None] = {0: None}
        parts |= {procedure.entry: procedure for procedure in self.program.procedures.values()}
        parts |= {action.entry: choice for choice in self.program.choices for action in choice.actions}
        levels = []
        pc = int(self.m[Header.PC])
        while True:
            start = max(entry for entry in parts if entry <= pc)
            match parts[start]:
                case p.Choice() as choice:
                    levels.append(_Level(start, pc, choice=choice))
                    pc = self.m[choice.frame.back]
                case p.Procedure() as procedure:
                    levels.append(_Level(start, pc, procedure=procedure))
                    pc = self.m[procedure.back] - 1
                case None:
                    return [*levels, _Level(start, pc)]

    def _loops(self, level: _Level) -> Iterator[tuple[int, p.ListNext | p.CountNext]]:
        """The running loops of a level, outermost first, each with the number of its next-item instruction."""
        for number in range(level.start, level.pc):
            match self.program.code[number]:
                case (p.ListNext() | p.CountNext()) as loop if level.pc < loop.done:
                    yield number, loop

    def asking(self) -> Point:
        """The point just before the choice is offered."""
        pc = self.levels[0].pc
        return Point(0, pc - 1 if isinstance(self.program.code[pc], p.Offer) else pc)

    def before_loops_over(self, zones: Iterable[str]) -> Point | None:
        """The point before the outermost running loop over cards of one of these zones."""
        names = set(zones)
        for depth, level in reversed(list(enumerate(self.levels))):
            for number, loop in self._loops(level):
                start = self.program.code[number - 1]
                over_items = isinstance(loop, p.ListNext) and loop.loop.kind is not None
                if over_items and isinstance(start, p.ListStart) and names & self._zones_in(start.source):
                    return Point(depth, number - 1)
        return None

    def _zones_in(self, source: t.Expr) -> set[str]:
        """The names of the zones that an expression reads, including inside definitions."""
        found: set[str] = set()
        waiting, done = [source], set[str]()
        while waiting:
            for part in walk(waiting.pop()):
                if isinstance(part, t.ZoneRef | t.ZoneFamily | t.EveryZone):
                    found.add(part.name)
                elif isinstance(part, t.DefineCall) and part.name not in done:
                    done.add(part.name)
                    waiting.append(self.program.ruleset.defines[part.name].body)
        return found

    def at_player(self, seat: int, latest: Point) -> Point | None:
        """Make a seat the next one of the innermost loop over players around a point; returns where to rewind to."""
        for depth in range(latest.level, len(self.levels)):
            level = self.levels[depth]
            limit = latest.pc if depth == latest.level else level.pc
            for number, loop in reversed(list(self._loops(level))):
                start = self.program.code[number - 1]
                if number >= limit or not isinstance(loop, p.ListNext) or not isinstance(start, p.ListStart):
                    continue
                if element(start.source.type) != PLAYER:
                    continue
                address = loop.loop.address
                seats = self.m[address + 2 : address + 2 + self.m[address + 1]]
                if seat not in seats:
                    return None
                self.m[address] = seats.index(seat)
                return Point(depth, number)
        return None

    def counting(self, name: str, latest: Point) -> tuple[p.CountStart, p.CountNext] | None:
        """The loop around a point whose counter is this game variable."""
        for depth in range(latest.level, len(self.levels)):
            level = self.levels[depth]
            limit = latest.pc if depth == latest.level else level.pc
            for number, loop in self._loops(level):
                start = self.program.code[number - 1]
                if number >= limit or not isinstance(loop, p.CountNext) or not isinstance(start, p.CountStart):
                    continue
                if isinstance(loop.counter, t.Variable) and loop.counter.name == name:
                    return start, loop
        return None

    # Going back --------------------------------------------------------------------------------

    def rewind(self, point: Point) -> None:
        """Rewind to a point: whatever began after it is undone."""
        m = self.m
        choice = self.program.choices[m[Header.CHOICE] - 1]
        self._leave_choice(choice)
        m[Header.CHOICE] = m[Header.WAITING] = m[Header.SECRET] = 0
        for level in self.levels[: point.level]:
            self._leave_phases(level, level.start)
            self._leave_level(level)
        level = self.levels[point.level]
        self._leave_phases(level, point.pc)
        self._leave_loops(level, point.pc)
        m[Header.PC] = point.pc

    def _leave_choice(self, choice: p.Choice) -> None:
        frame = choice.frame
        for cell in (frame.you, frame.back, frame.taken):
            self.m[cell] = 0
        self._zero(frame.captures, frame.stop)
        for seat in range(self.machine.space.players):
            choice.records.uncommit(self.m, seat)

    def _leave_level(self, level: _Level) -> None:
        self._leave_loops(level, level.start - 1)
        if level.choice is not None:
            self._leave_choice(level.choice)
        if level.procedure is not None:
            self.m[level.procedure.back] = 0
            end = next(i for i in self.program.code[level.start :] if isinstance(i, p.Return))
            self._zero(end.start, end.stop)

    def _leave_loops(self, level: _Level, after: int) -> None:
        """Clear the registers of the loops between a point and a level's current instruction."""
        code = self.program.code
        for number, loop in self._loops(level):
            clear = code[loop.done]
            if not isinstance(clear, p.Clear) or number < after:
                continue
            keep = slice(clear.start, clear.start)
            if number == after and isinstance(loop, p.ListNext):
                keep = slice(loop.loop.address, loop.loop.address + 2 + loop.loop.capacity)
            kept = self.m[keep]
            self._zero(clear.start, clear.stop)
            self.m[keep] = kept

    def _leave_phases(self, level: _Level, after: int) -> None:
        code = self.program.code
        for number in range(level.pc, after, -1):
            enter = code[number]
            if isinstance(enter, p.EnterPhase):
                leaves = [n for n, i in enumerate(code) if isinstance(i, p.LeavePhase) and i.cell == enter.cell]
                if level.pc < max(leaves):
                    self.m[Header.PHASE] = self.m[enter.cell]
                    self.m[enter.cell] = 0

    def _zero(self, start: int, stop: int) -> None:
        self.m[start:stop] = [0] * (stop - start)
