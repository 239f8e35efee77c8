"""The nodes of the typed tree: expressions, domains and steps.

Nodes are frozen and carry the span of the text that they came from. They refer to declarations (zones,
variables, definitions, choices) by name; ``symbols.Ruleset`` holds those.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from cardengine.diagnostics import Span
from cardengine.tree.types import Type


class Storage(Enum):
    """Where the value of a local is stored."""

    STATE = "state"
    """In a register of the state, because it must survive a choice: a let, a loop variable, an action's parameter."""
    SCRATCH = "scratch"
    """Only while one expression is evaluated: ``it``, or a parameter of a definition."""


@dataclass(frozen=True, eq=False, slots=True)
class Local:
    """A local name: a parameter, a loop variable, a ``let``, ``you`` or ``it``. Compared by identity."""

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
    """A number, a bool (0 or 1), an enum member, a card, or nothing (-1), as an integer."""

    value: int


@dataclass(frozen=True, slots=True)
class OptionValue(Expr):
    """``options.NAME``, which is constant within one game."""

    name: str


@dataclass(frozen=True, slots=True)
class LocalValue(Expr):
    """The value of a local name."""

    local: Local


@dataclass(frozen=True, slots=True)
class Variable(Expr):
    """A declared variable of the game (without owner) or of one player, team, card or piece."""

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
    """``teams``: every team, as declared; without teams each player is a team of one."""


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
    """``every card``: all items of a kind, in pack order; of pieces, those in play."""

    kind: str


@dataclass(frozen=True, slots=True)
class EveryMember(Expr):
    """``every suit``: the members of an enum, as declared."""


@dataclass(frozen=True, slots=True)
class ZoneRef(Expr):
    """One zone, of the table or of ``owner``; in a family, the one at ``index`` (from 1, or an enum member)."""

    name: str
    owner: Expr | None
    index: Expr | None


@dataclass(frozen=True, slots=True)
class ZoneFamily(Expr):
    """All zones of one owner's family, as a list of zones."""

    name: str
    owner: Expr | None


@dataclass(frozen=True, slots=True)
class EveryZone(Expr):
    """All zones of one declaration, of all owners, as a list: by seat, then piece, then place in the family."""

    name: str


@dataclass(frozen=True, slots=True)
class ItemsOf(Expr):
    """The items of a zone in order, a pile's from the top."""

    zone: Expr


@dataclass(frozen=True, slots=True)
class Joined(Expr):
    """The concatenated items of several zones or lists."""

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
    """Arithmetic operators."""

    PLUS = "+"
    MINUS = "-"
    TIMES = "*"
    MODULO = "mod"


@dataclass(frozen=True, slots=True)
class Arithmetic(Expr):
    """An operation on two numbers or fractions; ``mod`` takes the sign of its right operand."""

    operator: Operator
    left: Expr
    right: Expr


class Rounding(Enum):
    """The direction of rounding; down is towards minus infinity."""

    DOWN = "down"
    UP = "up"


@dataclass(frozen=True, slots=True)
class Quotient(Expr):
    """``a / b``: an exact fraction, or a number if it is rounded."""

    left: Expr
    right: Expr
    rounding: Rounding | None


@dataclass(frozen=True, slots=True)
class Round(Expr):
    """A fraction rounded to a number."""

    of: Expr
    rounding: Rounding


@dataclass(frozen=True, slots=True)
class Negated(Expr):
    """``-E``."""

    of: Expr


class Comparison(Enum):
    """Comparisons of two ordered values."""

    LESS = "<"
    AT_MOST = "<="
    MORE = ">"
    AT_LEAST = ">="


@dataclass(frozen=True, slots=True)
class Compare(Expr):
    """A comparison of numbers, fractions or enum members (ranks by their declared order)."""

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
    """``A and B``; B isn't evaluated if A is no."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Or(Expr):
    """``A or B``; B isn't evaluated if A is yes."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Not(Expr):
    """``not E``."""

    of: Expr


@dataclass(frozen=True, slots=True)
class With(Expr):
    """A list with the items of another one appended."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Without(Expr):
    """A list without the items of another one."""

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
    """A call of a built-in function; ``key`` (with its ``it``) follows ``by``, ``default`` the word ``default``."""

    function: str
    arguments: tuple[Expr, ...]
    it: Local | None = None
    key: Expr | None = None
    default: Expr | None = None


@dataclass(frozen=True, slots=True)
class DefineCall(Expr):
    """A call of a definition of the ruleset."""

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
    """The values that a name can have; ``type`` is the type of one value."""

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
    """From ``low`` to ``high`` items of a list (without ``high``, up to all); the type is a list."""

    source: Expr
    low: Expr
    high: Expr | None


# Steps ---------------------------------------------------------------------------------------------


class Facing(Enum):
    """The facing that a zone gives its items."""

    UP = "face-up"
    DOWN = "face-down"
    KEEP = "keeping faces"


class End(Enum):
    """At which end of a zone a card is put."""

    NATURAL = "natural"
    """On top of a pile, at the end of a row."""
    TOP = "top"
    BOTTOM = "bottom"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a ruleset."""

    span: Span


@dataclass(frozen=True, slots=True)
class Target:
    """The destination of a move."""

    zone: Expr
    end: End
    facing: Facing | None


@dataclass(frozen=True, slots=True)
class Move(Step):
    """``move C to Z``: moves the items as a block, keeping their order."""

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
    """``draw N from Z to Z``; with ``limit``, only while the target holds fewer items."""

    amount: Expr | None
    source: Expr
    target: Target
    limit: Expr | None


@dataclass(frozen=True, slots=True)
class Deal(Step):
    """``deal N from Z to ZONES``: one to each in turn; without ``amount``, everything that the source holds."""

    amount: Expr | None
    source: Expr
    zones: Expr


@dataclass(frozen=True, slots=True)
class Shuffle(Step):
    """``shuffle C into Z``: moves the items into the zone, then permutes the whole zone."""

    items: Expr | None
    zone: Expr


@dataclass(frozen=True, slots=True)
class Turn(Step):
    """``turn up C``, ``turn down C``."""

    items: Expr
    up: bool


@dataclass(frozen=True, slots=True)
class Exchange(Step):
    """``exchange X for Y``: swaps two items."""

    first: Expr
    second: Expr


@dataclass(frozen=True, slots=True)
class Bring(Step):
    """``bring CLASS into Z``: puts a new piece into play."""

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
    """``set V to E`` (``sign`` 0), ``add E to V`` (1), ``subtract E from V`` (-1)."""

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
    """``P chooses c``; ``scope`` has the locals that the choice may capture."""

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
    """The locals in scope where a choice is asked."""

    locals: tuple[Local, ...]

    def find(self, name: str) -> Local | None:
        """The local of that name, or None."""
        return next((local for local in self.locals if local.name == name), None)


class Verdict(Enum):
    """The way in which a step ends the game."""

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
    """``stop``: leaves the innermost loop."""


@dataclass(frozen=True, slots=True)
class Skip(Step):
    """``skip``: continues with the next turn of the innermost loop."""


Steps = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """One branch of an if; the ``else`` branch has no condition."""

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
