"""The checker's environment: the declarations so far, and the names in scope."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from cardengine.diagnostics import MAX_SHOWN, Code, Diagnostic, Span, suggest
from cardengine.tree.nodes import Local
from cardengine.tree.symbols import (
    ChoiceDecl,
    DefineDecl,
    KindDecl,
    OptionDecl,
    OwnerKind,
    ProcedureDecl,
    VariableDecl,
    ZoneDecl,
)
from cardengine.tree.types import PLAYER, TEAM, EnumType, ItemType, Type


@dataclass(slots=True)
class World:
    """The declarations of a ruleset while it is being checked.

    Definitions are checked on first use: ``check_define`` returns the checked one, or None after a report.
    """

    report: list[Diagnostic]
    kinds: dict[str, KindDecl] = field(default_factory=dict)
    enums: dict[str, EnumType] = field(default_factory=dict)
    ordered: set[str] = field(default_factory=set)
    options: dict[str, OptionDecl] = field(default_factory=dict)
    zones: dict[str, ZoneDecl] = field(default_factory=dict)
    variables: dict[tuple[str, str], VariableDecl] = field(default_factory=dict)
    procedures: dict[str, ProcedureDecl] = field(default_factory=dict)
    procedure_parameters: dict[str, tuple[Local, ...]] = field(default_factory=dict)
    choices: dict[str, ChoiceDecl] = field(default_factory=dict)
    action_names: dict[str, tuple[str, ...]] = field(default_factory=dict)
    define_parameters: dict[str, tuple[Local, ...]] = field(default_factory=dict)
    checked_defines: dict[str, DefineDecl] = field(default_factory=dict)
    check_define: Callable[[str, Span], DefineDecl | None] = lambda _name, _span: None
    scratch: list[Local] = field(default_factory=list)
    """The locals that are needed only while one expression is evaluated."""
    asked_possible: list[tuple[str, str, str, Span]] = field(default_factory=list)
    """Uses of ``possible``: the choice, the action that asks, the action that it asks about, and the span."""
    broken: set[str] = field(default_factory=set)
    """Names whose declarations are wrong and reported, so that their uses aren't reported again."""
    used_options: set[str] = field(default_factory=set)
    most_players: int = 1
    kept_report: list[Diagnostic] = field(init=False)

    def __post_init__(self) -> None:
        self.kept_report = self.report

    def error(self, code: Code, message: str, span: Span, help: str | None = None, notes: tuple[str, ...] = ()) -> None:
        """Report an error."""
        self.report.append(Diagnostic(code, message, span, help=help, notes=notes))

    def unknown(self, code: Code, what: str, name: str, span: Span, candidates: Iterable[str]) -> None:
        """Report an unknown name with the most similar known one, unless its declaration was reported already.

        Beyond the number of problems that are shown there is no help, and the candidates, which may be generated
        lazily, aren't read.
        """
        if name in self.broken:
            return
        if len(self.report) > 2 * MAX_SHOWN:
            self.error(code, f"unknown {what} `{name}`", span)
            return
        candidates = list(candidates)
        close = suggest(name, candidates)
        help_: str | None = f"did you mean `{close}`?"
        if close is None:
            known = sorted(set(candidates))
            help_ = f"there is: {', '.join(known[:24])}" if known else None
        self.error(code, f"unknown {what} `{name}`", span, help_)

    def enums_with(self, word: str) -> list[EnumType]:
        """The enums that have a member of this name."""
        found: list[EnumType] = []
        for enum in self.enums.values():
            if word in enum.members and enum not in found:
                found.append(enum)
        return found

    def type_named(self, word: str) -> Type | None:
        """The type that a word such as ``card``, ``suit`` or ``player`` names."""
        if word in ("player", "team"):
            return PLAYER if word == "player" else TEAM
        if word in self.kinds:
            return ItemType(word)
        return self.enums.get(word)

    def owner_word(self, owner: Type) -> str:
        """The key under which an owner of this type declares zones and variables; empty if it can't own any."""
        if owner in (PLAYER, TEAM):
            return "player" if owner == PLAYER else "team"
        return owner.kind if isinstance(owner, ItemType) else ""

    def fields(self, of: Type) -> list[str]:
        """The names that may follow a dot after a value of this type."""
        names: list[str] = []
        match of:
            case ItemType(kind):
                declared = self.kinds.get(kind)
                names += [column.name for column in declared.columns] if declared else []
                names += ["face_up", "owner", "zone"]
            case EnumType(name, _):
                for pieces in self.kinds.values():
                    if pieces.classes and pieces.classes.name == name:
                        names += [column.name for column in pieces.columns if column.type != pieces.classes]
            case _:
                pass
        if of == PLAYER:
            names.append("team")
        if of == TEAM:
            names.append("members")
        word = self.owner_word(of)
        names += [zone.name for zone in self.zones.values() if zone.owner.name == word]
        names += [name for (owner, name) in self.variables if owner == word]
        return names

    def is_game_name(self, name: str) -> bool:
        """Whether a name has a meaning everywhere: a game variable, a table zone, a definition."""
        zone = self.zones.get(name)
        on_table = zone is not None and zone.owner.kind is OwnerKind.TABLE
        return on_table or ("game", name) in self.variables or name in self.define_parameters

    def game_names(self) -> Iterator[str]:
        """All such names."""
        yield from (name for (owner, name) in self.variables if owner == "game")
        yield from (zone.name for zone in self.zones.values() if zone.owner.kind is OwnerKind.TABLE)
        yield from self.define_parameters


@dataclass(frozen=True, slots=True)
class Names:
    """The names in scope at one place."""

    locals: dict[str, Local] = field(default_factory=dict)
    you: Local | None = None
    it: Local | None = None
    outer: tuple[Local, ...] = ()
    choice: str | None = None
    action: str = ""
    capture: Callable[[str, Span], Local | None] | None = None
    allow_won: Local | None = None

    def find(self, name: str, span: Span) -> Local | None:
        """The local of that name; captured, if necessary, from the steps that ask this choice."""
        local = self.locals.get(name)
        if local is None and self.capture is not None:
            return self.capture(name, span)
        return local

    def within(self, it: Local) -> Names:
        """These names inside ``where``, ``of`` or ``by``."""
        return replace(self, it=it, outer=(*self.outer, self.it) if self.it else self.outer)

    def plus(self, *more: Local) -> Names:
        """These names with further locals."""
        return replace(self, locals={**self.locals, **{local.name: local for local in more}})


@contextmanager
def loud(world: World) -> Iterator[None]:
    """Report problems even inside ``muted``, for parts that are checked only once."""
    tried, world.report = world.report, world.kept_report
    try:
        yield
    finally:
        world.report = tried


@contextmanager
def muted(world: World) -> Iterator[list[Diagnostic]]:
    """Collect reports separately, to try something out."""
    kept, world.report = world.report, []
    try:
        yield world.report
    finally:
        world.report = kept
