"""The typed tree: what a ruleset means once every name is resolved and every type is known.

Expressions, steps and domains are frozen and carry the span of the text they came from. They name
declarations (zones, variables, defines, choices) by name; ``symbols.Ruleset`` holds those.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from cardengine.diagnostics import Span
from cardengine.tree.types import Type


class Storage(Enum):
    """Where a local name lives."""

    STATE = "state"
    """In a register of the state: it must survive a choice (let, loop variable, parameter of an action)."""
    SCRATCH = "scratch"
    """Only while one expression is evaluated (``it``, a parameter of a define)."""


@dataclass(frozen=True, eq=False, slots=True)
class Local:
    """A name with a scope: a parameter, a loop variable, a ``let``, ``you`` or ``it``. Compared by identity."""

    name: str
    type: Type
    storage: Storage
    span: Span | None = None


# Expressions ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Expr:
    """An expression: pure, total, typed."""

    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Constant(Expr):
    """A number, a bool (0, 1), an enum member, a card, or nothing (-1), as the integer that stands for it."""

    value: int


@dataclass(frozen=True, slots=True)
class OptionValue(Expr):
    """``options.NAME``: constant in one game."""

    name: str


@dataclass(frozen=True, slots=True)
class LocalValue(Expr):
    """The value of a local name."""

    local: Local


@dataclass(frozen=True, slots=True)
class Variable(Expr):
    """A declared variable, of the game (no owner) or of one player, team, card or piece."""

    name: str
    owner: Expr | None
    owner_kind: str


@dataclass(frozen=True, slots=True)
class Attribute(Expr):
    """A printed attribute of a card or piece, or of a class of pieces."""

    kind: str
    name: str
    of: Expr


@dataclass(frozen=True, slots=True)
class IsFaceUp(Expr):
    """Whether an item lies face up."""

    of: Expr


@dataclass(frozen=True, slots=True)
class OwnerOf(Expr):
    """The player in whose zone an item lies."""

    of: Expr


@dataclass(frozen=True, slots=True)
class ZoneOf(Expr):
    """The zone in which an item lies."""

    of: Expr


@dataclass(frozen=True, slots=True)
class AllPlayers(Expr):
    """``players``: every seat, in order."""


@dataclass(frozen=True, slots=True)
class AllTeams(Expr):
    """``teams``: every team, in the order declared; without teams every player is a team of one."""


@dataclass(frozen=True, slots=True)
class TeamOf(Expr):
    """``player.team``."""

    of: Expr


@dataclass(frozen=True, slots=True)
class MembersOf(Expr):
    """``team.members``: its players, by seat."""

    of: Expr


@dataclass(frozen=True, slots=True)
class EveryItem(Expr):
    """``every card``: all items of a kind, in pack order; of pieces, those that have come into being."""

    kind: str


@dataclass(frozen=True, slots=True)
class EveryMember(Expr):
    """``every suit``: the members of an enum, as declared."""


@dataclass(frozen=True, slots=True)
class ZoneRef(Expr):
    """One zone: of the table or of ``owner``, and of a family the one at ``index`` (from 1, or an enum member)."""

    name: str
    owner: Expr | None
    index: Expr | None


@dataclass(frozen=True, slots=True)
class ZoneFamily(Expr):
    """All zones of a family of one owner, as a list of zones."""

    name: str
    owner: Expr | None


@dataclass(frozen=True, slots=True)
class EveryZone(Expr):
    """All zones of a name, over all owners, as a list of zones: by seat, then piece, then place in the family."""

    name: str


@dataclass(frozen=True, slots=True)
class ItemsOf(Expr):
    """The items of a zone, in its order; a pile's from the top."""

    zone: Expr


@dataclass(frozen=True, slots=True)
class Joined(Expr):
    """The items of several zones, or of several lists, one after another."""

    parts: Expr


@dataclass(frozen=True, slots=True)
class Each(Expr):
    """``E of LIST``: E with each item as ``it``."""

    body: Expr
    it: Local
    source: Expr


@dataclass(frozen=True, slots=True)
class Filter(Expr):
    """``LIST where C``."""

    source: Expr
    it: Local
    condition: Expr


@dataclass(frozen=True, slots=True)
class Conditional(Expr):
    """``if C then A else B``."""

    condition: Expr
    then: Expr
    otherwise: Expr


class Operator(Enum):
    """Operators of two integers."""

    PLUS = "+"
    MINUS = "-"
    TIMES = "*"
    MODULO = "mod"


@dataclass(frozen=True, slots=True)
class Arithmetic(Expr):
    """Two numbers or fractions; ``mod`` takes the sign of its right side."""

    operator: Operator
    left: Expr
    right: Expr


class Rounding(Enum):
    """Which way a quotient goes: down is towards minus infinity."""

    DOWN = "down"
    UP = "up"


@dataclass(frozen=True, slots=True)
class Quotient(Expr):
    """``a / b``: an exact fraction; with a rounding, a number."""

    left: Expr
    right: Expr
    rounding: Rounding | None


@dataclass(frozen=True, slots=True)
class Round(Expr):
    """A fraction made a number."""

    of: Expr
    rounding: Rounding


@dataclass(frozen=True, slots=True)
class Negated(Expr):
    """``-E``."""

    of: Expr


class Comparison(Enum):
    """Comparisons of two things with an order."""

    LESS = "<"
    AT_MOST = "<="
    MORE = ">"
    AT_LEAST = ">="


@dataclass(frozen=True, slots=True)
class Compare(Expr):
    """An order of numbers, fractions or enum members (ranks by the declared order)."""

    operator: Comparison
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Equal(Expr):
    """``is``, ``is not``."""

    left: Expr
    right: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class Contains(Expr):
    """``x in L``, ``x not in L``."""

    item: Expr
    source: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class And(Expr):
    """Both; the right side is not looked at when the left is no."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Or(Expr):
    """Either; the right side is not looked at when the left is yes."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Not(Expr):
    """``not E``."""

    of: Expr


@dataclass(frozen=True, slots=True)
class With(Expr):
    """A list with another list's items at its end."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Without(Expr):
    """A list without those of its items that another list has."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class ListOf(Expr):
    """``[a, b]``."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Index(Expr):
    """``L[n]``, counted from 1."""

    source: Expr
    index: Expr


@dataclass(frozen=True, slots=True)
class Rotated(Expr):
    """``PLAYERS starting with P``."""

    source: Expr
    start: Expr


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """A built-in function. ``key`` (with its ``it``) stands after ``by``, ``default`` after that word."""

    function: str
    arguments: tuple[Expr, ...]
    it: Local | None = None
    key: Expr | None = None
    default: Expr | None = None


@dataclass(frozen=True, slots=True)
class DefineCall(Expr):
    """A definition of the ruleset, with its arguments."""

    name: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Possible(Expr):
    """``possible(ACTION)``: whether the chooser could take that action now."""

    choice: str
    action: str


# Domains -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Domain:
    """What a name ranges over; ``type`` is the type of one value."""

    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class NumberDomain(Domain):
    """Whole numbers from ``low`` to ``high``, both included, ``step`` apart."""

    low: Expr
    high: Expr
    step: Expr | None


@dataclass(frozen=True, slots=True)
class FractionDomain(Domain):
    """Exact fractions from ``low`` to ``high``, both included."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class AllDomain(Domain):
    """Every value of a finite type: yes or no, the words of an enum, every player, or nothing."""


@dataclass(frozen=True, slots=True)
class OneOfDomain(Domain):
    """One item of a list."""

    source: Expr


@dataclass(frozen=True, slots=True)
class SubsetDomain(Domain):
    """Some items of a list, from ``low`` to ``high`` of them (all of it when absent); the type is a list."""

    source: Expr
    low: Expr
    high: Expr | None


# Steps ---------------------------------------------------------------------------------------------


class Facing(Enum):
    """How a zone lays its items."""

    UP = "face-up"
    DOWN = "face-down"
    KEEP = "keeping faces"


class End(Enum):
    """Where in a zone a card goes."""

    NATURAL = "natural"
    """On top of a pile, at the end of a row."""
    TOP = "top"
    BOTTOM = "bottom"


@dataclass(frozen=True, slots=True)
class Step:
    """Something that happens."""

    span: Span


@dataclass(frozen=True, slots=True)
class Target:
    """Where items go."""

    zone: Expr
    end: End
    facing: Facing | None


@dataclass(frozen=True, slots=True)
class Move(Step):
    """``move C to Z``: the items as a block, order kept."""

    items: Expr
    target: Target


@dataclass(frozen=True, slots=True)
class MoveReplaced(Step):
    """``move X to Z, Y taking its place``."""

    item: Expr
    target: Target
    successor: Expr


@dataclass(frozen=True, slots=True)
class Draw(Step):
    """``draw N from Z to Z``; with ``limit`` while the target holds fewer than that."""

    amount: Expr | None
    source: Expr
    target: Target
    limit: Expr | None


@dataclass(frozen=True, slots=True)
class Deal(Step):
    """``deal N from Z to ZONES``: one to each in turn; ``amount`` None deals all that the source holds."""

    amount: Expr | None
    source: Expr
    zones: Expr


@dataclass(frozen=True, slots=True)
class Shuffle(Step):
    """``shuffle C into Z``: the items join the zone, then the whole zone is permuted."""

    items: Expr | None
    zone: Expr


@dataclass(frozen=True, slots=True)
class Turn(Step):
    """``turn up C``, ``turn down C``."""

    items: Expr
    up: bool


@dataclass(frozen=True, slots=True)
class Exchange(Step):
    """``exchange X for Y``: two items change places."""

    first: Expr
    second: Expr


@dataclass(frozen=True, slots=True)
class Bring(Step):
    """``bring CLASS into Z``: a new piece comes into being."""

    kind: str
    model: Expr
    zone: Expr


@dataclass(frozen=True, slots=True)
class Show(Step):
    """``show C to P``: those players learn what the items are."""

    items: Expr
    players: Expr


@dataclass(frozen=True, slots=True)
class Assign(Step):
    """``set V to E``, ``add E to V`` (``sign`` 1), ``subtract E from V`` (``sign`` -1); ``sign`` 0 sets."""

    target: Expr
    value: Expr
    sign: int


@dataclass(frozen=True, slots=True)
class Reset(Step):
    """``reset V of LIST``: back to the initial value; without ``owners``, of the game or of every owner."""

    variables: tuple[str, ...]
    owners: Expr | None


@dataclass(frozen=True, slots=True)
class Let(Step):
    """``let x be E``."""

    local: Local
    value: Expr


@dataclass(frozen=True, slots=True)
class Run(Step):
    """``run p(args)``."""

    name: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Ask(Step):
    """``P chooses c``; ``captures`` pairs the choice's locals with what they stand for here."""

    choice: str
    player: Expr
    secret: bool
    until: str | None
    scope: Scope


@dataclass(frozen=True, slots=True)
class AskTogether(Step):
    """``PLAYERS choose c together``."""

    choice: str
    players: Expr
    scope: Scope


@dataclass(frozen=True, slots=True)
class Scope:
    """The local names in scope where a choice is asked."""

    locals: tuple[Local, ...]

    def find(self, name: str) -> Local | None:
        """The local of that name, if there is one."""
        return next((local for local in self.locals if local.name == name), None)


class Verdict(Enum):
    """How a game is ended by a step."""

    WIN = "win"
    LOSE = "lose"
    END = "end the game"


@dataclass(frozen=True, slots=True)
class EndGame(Step):
    """``win``, ``lose``, ``end the game``."""

    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Wins(Step):
    """``P wins``."""

    players: Expr


@dataclass(frozen=True, slots=True)
class Stop(Step):
    """``stop``: leave the innermost loop."""


@dataclass(frozen=True, slots=True)
class Skip(Step):
    """``skip``: go on with the innermost loop's next turn."""


Steps = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """One arm of an if; ``condition`` None is the else."""

    condition: Expr | None
    steps: Steps


@dataclass(frozen=True, slots=True)
class If(Step):
    """``if``, ``else if``, ``else``."""

    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class SortKey:
    """``highest E first``: a key of a stable sort."""

    highest: bool
    key: Expr


@dataclass(frozen=True, slots=True)
class ForEach(Step):
    """``for each x in L, highest K first``."""

    local: Local
    source: Expr
    it: Local
    keys: tuple[SortKey, ...]
    steps: Steps


@dataclass(frozen=True, slots=True)
class CountFrom(Step):
    """``for n from A to B``; the counter is a game variable or a local."""

    counter: Expr
    low: Expr
    high: Expr | None
    steps: Steps


@dataclass(frozen=True, slots=True)
class While(Step):
    """``repeat while C``; ``repeat`` without a condition."""

    condition: Expr | None
    steps: Steps


@dataclass(frozen=True, slots=True)
class Times(Step):
    """``repeat N times``."""

    amount: Expr
    steps: Steps


@dataclass(frozen=True, slots=True)
class Phase(Step):
    """``phase x``: a named block."""

    name: str
    steps: Steps
