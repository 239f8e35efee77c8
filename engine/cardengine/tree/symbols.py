"""The declarations of a ruleset, and the checked ruleset itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from cardengine.diagnostics import Span
from cardengine.tree.nodes import Domain, Expr, Facing, Local, Steps
from cardengine.tree.types import EnumType, ItemType, Type


class OwnerKind(Enum):
    """The kind of owner of a zone or variable."""

    TABLE = "table"
    PLAYER = "player"
    TEAM = "team"
    ITEM = "item"


@dataclass(frozen=True, slots=True)
class Owner:
    """An owner: the table (or the game), each player, each team, or each item of a kind."""

    kind: OwnerKind
    item: str | None = None

    @property
    def name(self) -> str:
        """The word for it in a ruleset."""
        return self.item or self.kind.value


class Audience(Enum):
    """Who sees the face-down cards of a zone."""

    NOBODY = "nobody"
    OWNER = "owner"
    OTHERS = "all but owner"
    EVERYBODY = "everybody"


@dataclass(frozen=True, slots=True)
class ZoneDecl:
    """A zone, or a family of zones, that each owner has."""

    name: str
    span: Span
    owner: Owner
    item: ItemType
    is_pile: bool
    facing: Facing
    seen_by: Audience
    count: int | None = None
    each: EnumType | None = None
    hides_count: bool = False
    refill: str | None = None
    limit: Expr | None = None

    @property
    def is_family(self) -> bool:
        """Whether each owner has several such zones."""
        return self.count is not None or self.each is not None

    @property
    def places(self) -> int:
        """How many such zones each owner has."""
        return len(self.each.members) if self.each else self.count or 1


@dataclass(frozen=True, slots=True)
class VariableDecl:
    """A variable of the game or of each owner."""

    name: str
    span: Span
    owner: Owner
    domain: Domain
    initial: Expr | None

    @property
    def type(self) -> Type:
        """The type of its values."""
        return self.domain.type


@dataclass(frozen=True, slots=True)
class OptionDecl:
    """An option: constant within one game, chosen by whoever starts it."""

    name: str
    span: Span
    domain: Domain
    default: Expr
    text: str


@dataclass(frozen=True, slots=True)
class Column:
    """A printed attribute."""

    name: str
    type: Type
    domain: Domain | None = None


@dataclass(frozen=True, slots=True)
class KindDecl:
    """The cards, or one kind of pieces: their attributes, with a row of constants for each card or class.

    Cards exist from the start, one for each row. Pieces are put into play by ``bring``: each player has ``limit``
    slots for them, and ``pattern`` gives their names.
    """

    name: str
    span: Span
    columns: tuple[Column, ...]
    rows: tuple[tuple[Expr, ...], ...]
    texts: tuple[str, ...] = ()
    classes: EnumType | None = None
    pattern: str = ""
    limit: Expr | None = None

    @property
    def is_piece(self) -> bool:
        """Whether its items are pieces."""
        return self.limit is not None

    def column(self, name: str) -> Column | None:
        """The attribute of that name."""
        return next((column for column in self.columns if column.name == name), None)


@dataclass(frozen=True, slots=True)
class DefineDecl:
    """A named expression with parameters."""

    name: str
    span: Span
    parameters: tuple[Local, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class ProcedureDecl:
    """Named steps with parameters."""

    name: str
    span: Span
    parameters: tuple[Local, ...]
    steps: Steps


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of an action."""

    local: Local
    domain: Domain


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition for an action to be legal, and the sentence that is shown when it doesn't hold."""

    test: Expr
    reason: str


@dataclass(frozen=True, slots=True)
class ActionDecl:
    """One action of a choice."""

    name: str
    choice: str
    span: Span
    text: str
    parameters: tuple[Parameter, ...]
    conditions: tuple[Condition, ...]
    evaluate: Expr | None
    steps: Steps


class IfNone(Enum):
    """What happens when a choice has no legal action."""

    SKIP = "skip"
    """It is skipped, as a public event."""
    FAULT = "fault"
    """It can't happen: the game ends as a fault."""


@dataclass(frozen=True, slots=True)
class ChoiceDecl:
    """A choice and its actions.

    Attributes:
        you: the chooser.
        captures: the outer names that its actions read.
        if_none: what happens when no action is legal; None when the ruleset doesn't say (then it is skipped).
    """

    name: str
    span: Span
    text: str
    you: Local
    captures: tuple[Local, ...]
    actions: tuple[ActionDecl, ...]
    if_none: IfNone | None = None

    def action(self, name: str) -> ActionDecl | None:
        """The action of that name."""
        return next((action for action in self.actions if action.name == name), None)


class Ranking(Enum):
    """Who wins when the scores decide."""

    HIGHEST = "highest score"
    LOWEST = "lowest score"
    HIGHEST_TEAM = "highest team score"
    LOWEST_TEAM = "lowest team score"


@dataclass(frozen=True, slots=True)
class ResultDecl:
    """How a game is scored; ``you`` and ``won`` are locals that the score may use."""

    score: Expr | None
    you: Local
    won: Local
    ranking: Ranking | None


@dataclass(frozen=True, slots=True)
class Presentation:
    """How zones are arranged on the screen, and their labels; it has no effect on the rules."""

    layout: tuple[tuple[str, ...], ...] = ()
    show: tuple[tuple[str, str], ...] = ()
    """Values to show: the kind of owner (`game`, `player`, a kind of items) and the name of the definition."""
    labels: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A checked ruleset: complete, resolved and typed."""

    title: str
    text: str
    fewest: int
    most: int
    teams: tuple[tuple[int, ...], ...]
    kinds: Mapping[str, KindDecl]
    enums: Mapping[str, EnumType]
    strengths: Mapping[str, tuple[int, ...]]
    options: Mapping[str, OptionDecl]
    zones: Mapping[str, ZoneDecl]
    variables: Mapping[tuple[str, str], VariableDecl]
    defines: Mapping[str, DefineDecl]
    procedures: Mapping[str, ProcedureDecl]
    choices: Mapping[str, ChoiceDecl]
    phases: tuple[str, ...]
    setup: Steps
    play: Steps
    requirements: tuple[Condition, ...]
    result: ResultDecl
    presentation: Presentation
    span: Span
    scratch: tuple[Local, ...]
    """The locals that are needed only while one expression is evaluated."""
