"""The program of one game: instructions with explicit jump targets, choices, and the layout of the state."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from cardengine.constructs.base import COST_MAX
from cardengine.diagnostics import Span
from cardengine.facts import Facts
from cardengine.layout.space import Register, Space
from cardengine.model.codec import Arguments, Records
from cardengine.tree import nodes as t
from cardengine.tree.symbols import ActionDecl, ChoiceDecl, Ruleset


class Header:
    """The first cells of the state, before items, variables, zones and registers."""

    PC: Final = 0
    """The program counter: the next instruction."""
    OUTCOME: Final = 1
    """An ``Outcome``."""
    WINNERS: Final = 2
    """The mask of the seats named by ``win`` or ``wins``."""
    STEPS: Final = 3
    """The number of choices and loop turns so far."""
    WORK: Final = 4
    """The work done so far, less what choices have given back; see ``model.work``."""
    PHASE: Final = 5
    """The number of the current phase plus one; 0 for none."""
    CHOICE: Final = 6
    """The number of the open choice plus one; 0 for none."""
    WAITING: Final = 7
    """The mask of the seats that have still to choose."""
    SECRET: Final = 8
    """The seat of the open secret choice plus one; 0 for none."""
    SIZE: Final = 9


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction; the next one follows unless stated otherwise."""

    span: Span


@dataclass(frozen=True, slots=True)
class Effect(Instruction):
    """Carries out a step without flow: moves cards or sets variables."""

    step: t.Step


@dataclass(frozen=True, slots=True)
class SetLocal(Instruction):
    """Writes a value into a register: a ``let``."""

    register: Register
    value: t.Expr


@dataclass(frozen=True, slots=True)
class Jump(Instruction):
    """Jumps to ``target``."""

    target: int


@dataclass(frozen=True, slots=True)
class Branch(Instruction):
    """Jumps to ``otherwise`` if the condition doesn't hold."""

    condition: t.Expr
    otherwise: int


@dataclass(frozen=True, slots=True)
class Turn(Instruction):
    """Begins a turn of a loop, which counts towards the step cap."""


@dataclass(frozen=True, slots=True)
class ListStart(Instruction):
    """Stores a loop's list, sorted by its keys, and for items the zone in which each lies."""

    loop: ListLoop
    source: t.Expr
    it: t.Local
    keys: tuple[t.SortKey, ...]


@dataclass(frozen=True, slots=True)
class ListLoop:
    """The registers of a loop over a list: cursor, count, values, and for items their zones."""

    address: int
    capacity: int
    kind: str | None


@dataclass(frozen=True, slots=True)
class ListNext(Instruction):
    """Puts the next value into the register, or jumps to ``done``; items that have moved are skipped."""

    loop: ListLoop
    register: Register
    done: int


@dataclass(frozen=True, slots=True)
class CountStart(Instruction):
    """Stores a counter's bounds: in ``cell`` the remaining turns (-1: endless), in the one after it the next value."""

    counter: t.Expr
    low: t.Expr
    high: t.Expr | None
    cell: int


@dataclass(frozen=True, slots=True)
class CountNext(Instruction):
    """Sets the counter for the next turn, or jumps to ``done``."""

    counter: t.Expr
    cell: int
    done: int


@dataclass(frozen=True, slots=True)
class TimesStart(Instruction):
    """Stores the number of turns."""

    amount: t.Expr
    cell: int


@dataclass(frozen=True, slots=True)
class TimesNext(Instruction):
    """Counts down, or jumps to ``done``."""

    cell: int
    done: int


@dataclass(frozen=True, slots=True)
class Clear(Instruction):
    """Zeroes the registers from ``start`` to before ``stop``: out of scope, they must not make positions differ."""

    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class EnterPhase(Instruction):
    """Enters a phase (``number`` from 1), saving the one around it in ``cell``."""

    number: int
    cell: int


@dataclass(frozen=True, slots=True)
class LeavePhase(Instruction):
    """Restores the phase saved in ``cell``."""

    cell: int


@dataclass(frozen=True, slots=True)
class Call(Instruction):
    """Calls a procedure: stores its arguments and the return address."""

    procedure: str
    arguments: tuple[t.Expr, ...]


@dataclass(frozen=True, slots=True)
class Return(Instruction):
    """Returns from a procedure."""

    cell: int
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Prepare(Instruction):
    """Fills the frame of a choice: the chooser, and the captures that its actions read."""

    choice: int
    player: t.Expr
    captures: tuple[tuple[Register, t.Expr], ...]
    secret: bool


@dataclass(frozen=True, slots=True)
class Offer(Instruction):
    """Asks a choice: the game stops here until an action is applied, unless none is legal."""

    choice: int
    until: int | None
    """The number of the action after which it isn't asked again; None to ask once."""


@dataclass(frozen=True, slots=True)
class Together(Instruction):
    """Asks several players at once; the game stops here until all have committed."""

    choice: int
    players: t.Expr
    captures: tuple[tuple[Register, t.Expr], ...]


@dataclass(frozen=True, slots=True)
class Committed(Instruction):
    """Carries out the committed actions in seat order, one on each visit; then continues."""

    choice: int


@dataclass(frozen=True, slots=True)
class EndAction(Instruction):
    """Ends an action: returns to the instruction that asked."""

    choice: int
    action: int


@dataclass(frozen=True, slots=True)
class Finish(Instruction):
    """Ends the game."""

    verdict: t.Verdict


@dataclass(frozen=True, slots=True)
class Crown(Instruction):
    """Ends the game; these players win."""

    players: t.Expr


@dataclass(frozen=True, slots=True)
class Frame:
    """The cells of a choice.

    Attributes:
        you: the chooser.
        back: the instruction to return to after an action.
        taken: the number of the action just done plus one.
        captures: first cell of the captures, which end before ``parameters``.
        parameters: first cell of the parameters of its actions, which end before ``stop``.
    """

    you: int
    back: int
    taken: int
    captures: int
    parameters: int
    stop: int


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a choice: where its steps begin, and the layout of its arguments."""

    decl: ActionDecl
    number: int
    entry: int
    arguments: Arguments


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice, its actions, its frame, and the layout of its records."""

    decl: ChoiceDecl
    number: int
    actions: tuple[Action, ...]
    frame: Frame
    records: Records


@dataclass(frozen=True, slots=True)
class Procedure:
    """A procedure: where it begins, its parameters, the cell of its return address."""

    entry: int
    parameters: tuple[Register, ...]
    back: int


@dataclass(frozen=True, slots=True)
class Charge:
    """What an instruction is charged whenever it is begun.

    Attributes:
        amount: so much, if there is no table.
        counts: the cells with the lengths of the lists that it reads.
        table: for the greatest of these lengths what is charged.
    """

    amount: int
    counts: tuple[int, ...] = ()
    table: tuple[int, ...] = ()

    def plus(self, more: int) -> Charge:
        """So much more."""
        table = tuple(min(amount + more, COST_MAX) for amount in self.table)
        return Charge(min(self.amount + more, COST_MAX), self.counts, table)


@dataclass(frozen=True, slots=True)
class Program:
    """One game, ready to run: a ruleset with its options and number of players."""

    ruleset: Ruleset
    options: dict[str, int | Fraction]
    players: int
    space: Space
    facts: Facts
    code: tuple[Instruction, ...]
    choices: tuple[Choice, ...]
    procedures: dict[str, Procedure]
    budget: int = 0
    """How much work may be done."""

    def choice(self, name: str) -> Choice:
        """The choice of that name."""
        return next(choice for choice in self.choices if choice.decl.name == name)
