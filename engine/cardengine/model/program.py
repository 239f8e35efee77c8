"""The program of one game: its flow lowered to instructions with explicit targets, its choices, its layout."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from cardengine.diagnostics import Span
from cardengine.facts import Facts
from cardengine.layout.space import Register, Space
from cardengine.model.codec import Arguments, Records
from cardengine.tree import nodes as t
from cardengine.tree.symbols import ActionDecl, ChoiceDecl, Ruleset


class Header:
    """The first cells of the state, before variables, zones, items and registers."""

    PC: Final = 0
    """The instruction to go on with."""
    OUTCOME: Final = 1
    """An ``Outcome``."""
    WINNERS: Final = 2
    """The mask of seats named by ``win`` or ``wins``."""
    STEPS: Final = 3
    """Choices and loop turns so far."""
    PHASE: Final = 4
    """The number of the phase, plus one; 0 for none."""
    CHOICE: Final = 5
    """The number of the choice being asked, plus one; 0 for none."""
    WAITING: Final = 6
    """The mask of seats that have still to choose."""
    SECRET: Final = 7
    """Whether the choice being asked is a secret one."""
    SIZE: Final = 8


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction; the program counter goes to the next one unless it says otherwise."""

    span: Span


@dataclass(frozen=True, slots=True)
class Effect(Instruction):
    """A step without flow: it moves cards or sets variables."""

    step: t.Step


@dataclass(frozen=True, slots=True)
class SetLocal(Instruction):
    """A ``let``."""

    register: Register
    value: t.Expr


@dataclass(frozen=True, slots=True)
class Jump(Instruction):
    """Go on at ``target``."""

    target: int


@dataclass(frozen=True, slots=True)
class Branch(Instruction):
    """Go on at ``otherwise`` when the condition doesn't hold."""

    condition: t.Expr
    otherwise: int


@dataclass(frozen=True, slots=True)
class Turn(Instruction):
    """A loop's turn begins: it counts towards the step cap."""


@dataclass(frozen=True, slots=True)
class ListStart(Instruction):
    """Take a loop's list, sorted by its keys, and for items the zone where each lies."""

    loop: ListLoop
    source: t.Expr
    it: t.Local
    keys: tuple[t.SortKey, ...]


@dataclass(frozen=True, slots=True)
class ListLoop:
    """The registers of a loop over a list: cursor, count, the values, and for items the place of each."""

    address: int
    capacity: int
    kind: str | None


@dataclass(frozen=True, slots=True)
class ListNext(Instruction):
    """The next value into the register, or on to ``done``; items that have moved are passed over."""

    loop: ListLoop
    register: Register
    done: int


@dataclass(frozen=True, slots=True)
class CountStart(Instruction):
    """Take a counter's bounds; ``cell`` holds how many turns are left (-1: no end), the next one the next value."""

    counter: t.Expr
    low: t.Expr
    high: t.Expr | None
    cell: int


@dataclass(frozen=True, slots=True)
class CountNext(Instruction):
    """Set the counter for the next turn, or go on at ``done``."""

    counter: t.Expr
    cell: int
    done: int


@dataclass(frozen=True, slots=True)
class TimesStart(Instruction):
    """Take the number of turns."""

    amount: t.Expr
    cell: int


@dataclass(frozen=True, slots=True)
class TimesNext(Instruction):
    """One turn less, or on to ``done``."""

    cell: int
    done: int


@dataclass(frozen=True, slots=True)
class Clear(Instruction):
    """Registers from ``start`` to before ``stop`` are out of scope: 0 again, so that equal positions are equal."""

    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class EnterPhase(Instruction):
    """A named phase begins (``number`` from 1); the one around it is kept in ``cell``."""

    number: int
    cell: int


@dataclass(frozen=True, slots=True)
class LeavePhase(Instruction):
    """Back to the phase that ``cell`` keeps."""

    cell: int


@dataclass(frozen=True, slots=True)
class Call(Instruction):
    """Run a procedure: its arguments into its registers, the return address into its cell."""

    procedure: str
    arguments: tuple[t.Expr, ...]


@dataclass(frozen=True, slots=True)
class Return(Instruction):
    """Back to where the procedure was run."""

    cell: int
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Prepare(Instruction):
    """Fill the frame of a choice: the chooser, and the outer names that its actions read."""

    choice: int
    player: t.Expr
    captures: tuple[tuple[Register, t.Expr], ...]
    secret: bool


@dataclass(frozen=True, slots=True)
class Offer(Instruction):
    """Ask: the game stops here until an action is applied, unless there is none."""

    choice: int
    until: int | None
    """The number of the action that ends the asking; None asks once."""


@dataclass(frozen=True, slots=True)
class Together(Instruction):
    """Ask several players at once; the game stops here until all have committed."""

    choice: int
    players: t.Expr
    captures: tuple[tuple[Register, t.Expr], ...]


@dataclass(frozen=True, slots=True)
class Committed(Instruction):
    """Run the committed actions in seat order, one a visit; then go on."""

    choice: int


@dataclass(frozen=True, slots=True)
class EndAction(Instruction):
    """An action is done: back to the place that asked."""

    choice: int
    action: int


@dataclass(frozen=True, slots=True)
class Finish(Instruction):
    """The game ends."""

    verdict: t.Verdict


@dataclass(frozen=True, slots=True)
class Crown(Instruction):
    """The game ends, and these players win."""

    players: t.Expr


@dataclass(frozen=True, slots=True)
class Frame:
    """The cells of a choice.

    Attributes:
        you: the chooser.
        back: the instruction to return to after an action.
        taken: the action just done, plus one.
        captures: first cell of the outer names that its actions read; up to ``parameters``.
        parameters: first cell of its actions' parameters; up to ``stop``.
    """

    you: int
    back: int
    taken: int
    captures: int
    parameters: int
    stop: int


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a choice: where its steps begin, and how its arguments lie."""

    decl: ActionDecl
    number: int
    entry: int
    arguments: Arguments


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice, its actions, its frame, and how actions are noted as cells."""

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
class Program:
    """One game, ready to run: a ruleset with its options and its number of players."""

    ruleset: Ruleset
    options: dict[str, int | Fraction]
    players: int
    space: Space
    facts: Facts
    code: tuple[Instruction, ...]
    choices: tuple[Choice, ...]
    procedures: dict[str, Procedure]

    def choice(self, name: str) -> Choice:
        """The choice of that name."""
        return next(choice for choice in self.choices if choice.decl.name == name)
