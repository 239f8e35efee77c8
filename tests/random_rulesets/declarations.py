"""What a random ruleset has declared, and what may be named at a place of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from cardengine.tree.types import EnumType, ItemType, Type


@dataclass(frozen=True)
class Zone:
    name: str
    owner: str
    item: ItemType
    each: EnumType | None = None
    count: int = 0
    open: bool = False
    mine: bool = False
    limit: int = 0

    @property
    def family(self) -> bool:
        return self.each is not None or self.count > 0


@dataclass(frozen=True)
class Variable:
    name: str
    owner: str
    type: Type
    low: int = 0
    high: int = 0


@dataclass(frozen=True)
class Define:
    name: str
    parameters: tuple[Type, ...]
    result: Type
    open: bool


@dataclass
class Declarations:
    """What a ruleset has declared."""

    few: int = 2
    most: int = 2
    teams: bool = False
    columns: dict[str, list[tuple[str, Type]]] = field(default_factory=dict)
    classes: dict[str, EnumType] = field(default_factory=dict)
    enums: list[EnumType] = field(default_factory=list)
    named_cards: tuple[str, ...] = ()
    options: list[tuple[str, Type]] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    variables: list[Variable] = field(default_factory=list)
    defines: list[Define] = field(default_factory=list)
    placed: bool = True
    """Whether every card lies somewhere once the game has begun."""
    risk: int = 0
    """Of a hundred expressions so many may be at fault."""
    careless: bool = False
    """Whether choices read what their choosers may not see, which the checker mostly refuses."""
    names: int = 0

    def fresh(self, letter: str) -> str:
        self.names += 1
        return f"{letter}{self.names}"

    @property
    def kinds(self) -> list[ItemType]:
        return [ItemType(kind) for kind in self.columns]


@dataclass(frozen=True)
class Scope:
    """What may be named at a place."""

    locals: tuple[tuple[str, Type], ...] = ()
    it: Type | None = None
    you: bool = False
    won: bool = False
    open: bool = False
    fixed: bool = False
    """Only what is known before a game begins."""
    possible: tuple[str, ...] = ()

    def plus(self, name: str, kind: Type) -> Scope:
        return replace(self, locals=(*self.locals, (name, kind)))

    def within(self, it: Type) -> Scope:
        return replace(self, it=it)
