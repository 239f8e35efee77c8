"""Name resolution: what a bare name, or a name after a dot, refers to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardengine.diagnostics import Code, Span
from cardengine.lang.world import Names, World
from cardengine.tree.nodes import (
    AllPlayers,
    AllTeams,
    Attribute,
    Constant,
    DefineCall,
    Expr,
    IsFaceUp,
    LocalValue,
    MembersOf,
    OwnerOf,
    TeamOf,
    Variable,
    ZoneFamily,
    ZoneOf,
    ZoneRef,
)
from cardengine.tree.symbols import OwnerKind, ZoneDecl
from cardengine.tree.types import (
    BOOL,
    NOTHING,
    PLAYER,
    TEAM,
    UNKNOWN,
    EnumType,
    ItemType,
    ListType,
    OptionalType,
    Type,
    ZoneType,
    describe,
    element,
    fits,
)

if TYPE_CHECKING:
    from cardengine.lang.expressions import ExpressionChecker

WORDS = {"yes": 1, "no": 0}


def resolve(checker: ExpressionChecker, name: str, span: Span, names: Names, wanted: Type | None) -> Expr:
    """Resolve a bare name: a field of ``it``, a local, something of the game, or an enum member."""
    item = _of_item(checker, name, span, names)
    local = _local(name, span, names)
    outside = local or _of_game(checker, name, span, names)
    if item is not None and outside is not None:
        checker.world.error(
            Code.AMBIGUOUS_NAME, f"`{name}` could be the item's or something outside", span,
            f"write `it.{name}` for the item's" + (", or give the outer one another name" if local else ""),
        )  # fmt: skip
        return checker.unknown(span)
    found = item or outside or _word(checker, name, span, wanted)
    if found is not None:
        return found
    _report_unknown(checker, name, span, names)
    return checker.unknown(span)


def _of_item(checker: ExpressionChecker, name: str, span: Span, names: Names) -> Expr | None:
    if names.it is None:
        return None
    it = LocalValue(names.it.type, span, names.it)
    if name in checker.world.fields(names.it.type):
        return dotted(checker, it, name, span)
    parameters = checker.world.define_parameters.get(name)
    if parameters is not None and len(parameters) == 1 and fits(names.it.type, parameters[0].type):
        define = checker.world.check_define(name, span)
        return DefineCall(define.body.type, span, name, (it,)) if define else checker.unknown(span)
    return None


def _local(name: str, span: Span, names: Names) -> Expr | None:
    if name == "it" and names.it is not None:
        return LocalValue(names.it.type, span, names.it)
    if name == "you" and names.you is not None:
        return LocalValue(PLAYER, span, names.you)
    if name == "won" and names.allow_won is not None:
        return LocalValue(BOOL, span, names.allow_won)
    local = names.find(name, span)
    return LocalValue(local.type, span, local) if local is not None else None


def _of_game(checker: ExpressionChecker, name: str, span: Span, names: Names) -> Expr | None:
    world = checker.world
    if name == "players":
        return AllPlayers(ListType(PLAYER), span)
    if name == "teams":
        return AllTeams(ListType(TEAM), span)
    if name in WORDS:
        return Constant(BOOL, span, WORDS[name])
    if name == "nothing":
        return Constant(NOTHING, span, -1)
    variable = world.variables.get(("game", name))
    if variable is not None:
        return Variable(variable.type, span, name, None, "game")
    zone = world.zones.get(name)
    if zone is not None and zone.owner.kind is OwnerKind.TABLE:
        return _zone(zone, None, span)
    parameters = world.define_parameters.get(name)
    if parameters is not None and not parameters:
        define = world.check_define(name, span)
        return DefineCall(define.body.type, span, name, ()) if define else checker.unknown(span)
    return None


def _word(checker: ExpressionChecker, name: str, span: Span, wanted: Type | None) -> Expr | None:
    if isinstance(wanted, OptionalType):
        wanted = wanted.item
    if isinstance(wanted, EnumType) and name in wanted.members:
        return Constant(wanted, span, wanted.members.index(name))
    owners = checker.world.enums_with(name)
    if len(owners) == 1:
        return Constant(owners[0], span, owners[0].members.index(name))
    if owners:
        kinds = ", ".join(enum.name for enum in owners)
        checker.world.error(Code.AMBIGUOUS_NAME, f"`{name}` is a word of several kinds: {kinds}", span)
        return checker.unknown(span)
    return None


def _zone(zone: ZoneDecl, owner: Expr | None, span: Span) -> Expr:
    kind = ZoneType(zone.item)
    if zone.is_family:
        return ZoneFamily(ListType(kind), span, zone.name, owner)
    return ZoneRef(kind, span, zone.name, owner, None)


def dotted(checker: ExpressionChecker, base: Expr, name: str, place: Span, whole: Span | None = None) -> Expr:
    """Resolve ``base.name``. An optional base is assumed to be present; if it isn't, that is a fault in play."""
    span = whole or place
    of = base.type.item if isinstance(base.type, OptionalType) else base.type
    if of is UNKNOWN:
        return checker.unknown(span)
    found = (
        _own_field(base, of, name, span)
        or _printed(checker, base, of, name, span)
        or _owned(checker, base, of, name, span)
    )
    if found is None:
        _report_field(checker, of, name, place)
        return checker.unknown(span)
    return found


def _own_field(base: Expr, of: Type, name: str, span: Span) -> Expr | None:
    """The built-in fields of a zone, card or piece."""
    if isinstance(of, ZoneType):
        return OwnerOf(PLAYER, span, base) if name == "owner" else None
    if not isinstance(of, ItemType):
        return None
    match name:
        case "face_up":
            return IsFaceUp(BOOL, span, base)
        case "owner":
            return OwnerOf(PLAYER, span, base)
        case "zone":
            return ZoneOf(ZoneType(of), span, base)
        case _:
            return None


def _printed(checker: ExpressionChecker, base: Expr, of: Type, name: str, span: Span) -> Expr | None:
    """A printed attribute of a card, a piece or a class of pieces."""
    for kind in checker.world.kinds.values():
        column = kind.column(name)
        if column is not None and (of == ItemType(kind.name) or (kind.classes == of and column.type != of)):
            return Attribute(column.type, span, kind.name, name, base)
    return None


def _owned(checker: ExpressionChecker, base: Expr, of: Type, name: str, span: Span) -> Expr | None:
    """A variable or zone that belongs to a player, a team, a card or a piece."""
    world = checker.world
    if of == PLAYER and name == "team":
        return TeamOf(TEAM, span, base)
    if of == TEAM and name == "members":
        return MembersOf(ListType(PLAYER), span, base)
    owner = world.owner_word(of)
    variable = world.variables.get((owner, name))
    if variable is not None:
        return Variable(variable.type, span, name, base, owner)
    zone = world.zones.get(name)
    return _zone(zone, base, span) if zone is not None and zone.owner.name == owner else None


def _report_field(checker: ExpressionChecker, of: Type, name: str, place: Span) -> None:
    world = checker.world
    inner = element(of)
    if inner is not None and name in world.fields(inner):
        help_ = f"write `{name} of ...` for all of them, or take one with `first(...)`"
        message = f"{describe(of)} has no `{name}`; each of its items has"
        world.error(Code.UNKNOWN_FIELD, message, place, help_)
    else:
        world.unknown(Code.UNKNOWN_FIELD, f"field of {describe(of)}", name, place, world.fields(of))


def _report_unknown(checker: ExpressionChecker, name: str, span: Span, names: Names) -> None:
    world = checker.world
    for outer in names.outer:
        if name in world.fields(outer.type):
            world.error(
                Code.UNKNOWN_NAME, f"`{name}` belongs to the outer item, which can't be reached from here", span,
                "move this part to a definition that takes the outer item as its parameter",
            )  # fmt: skip
            return
    if name in ("you", "your"):
        world.error(
            Code.NO_CHOOSER, "`you` needs a chooser: it stands in choices and in the score only", span,
            "name the player who is meant",
        )  # fmt: skip
        return
    if name in world.options:
        world.error(Code.UNKNOWN_NAME, f"`{name}` is an option", span, f"write `options.{name}`")
        return
    zone = world.zones.get(name)
    if zone is not None:
        owner = zone.owner.name
        help_ = f"write `your {name}`, `{owner}.{name}`, `{name} of ...` or `every {name}`"
        world.error(Code.UNKNOWN_NAME, f"each {owner} has a `{name}`; say whose", span, help_)
        return
    owners = [owner for (owner, variable) in world.variables if variable == name]
    if owners:
        help_ = f"write `{owners[0]}.{name}` or `{name} of ...`"
        world.error(Code.UNKNOWN_NAME, f"each {owners[0]} has a `{name}`; say whose", span, help_)
        return
    parameters = world.define_parameters.get(name)
    if parameters:
        form = f"{name}({', '.join(local.name for local in parameters)})"
        world.error(Code.ARGUMENTS, f"`{name}` takes values", span, f"its form: {form}")
        return
    world.unknown(Code.UNKNOWN_NAME, "name", name, span, _known(world, names))


def _known(world: World, names: Names) -> Iterator[str]:
    """All names that may stand alone at a place."""
    yield from (*names.locals, *world.game_names(), *world.options, "players")
    if names.it is not None:
        yield from world.fields(names.it.type)
    for enum in world.enums.values():
        yield from enum.members
