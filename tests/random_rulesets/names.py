"""What can be named at a place of a random ruleset, by its type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Protocol, TypeVar

from cardengine.tree.types import (
    BOOL,
    CARD,
    FRACTION,
    INT,
    PLAYER,
    TEAM,
    EnumType,
    ItemType,
    ListType,
    OptionalType,
    Type,
    ZoneType,
)
from tests.random_rulesets.declarations import Declarations, Scope, Zone

Make = Callable[[], str]
LARGEST = "(999999999 * 999999999 * 9 + 223372054 * 999999999 + 999999999 + 78147853)"
"""The greatest number of 64 bits, as literals have nine digits at most."""
T = TypeVar("T")
PILE: Final = ZoneType(CARD)


class Source(Protocol):
    """Where choices come from: a number from 0 to just below ``n``; 0 is the plainest."""

    def __call__(self, n: int, /) -> int: ...


class Names:
    """Names what a place of a ruleset can say, by type."""

    def __init__(self, declared: Declarations, source: Source) -> None:
        self.declared = declared
        self.below = source

    # Drawing -----------------------------------------------------------------------------------

    def pick(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))] if len(things) > 1 else things[0]

    def chance(self, percent: int) -> bool:
        """Whether something rarer than the plain thing is taken."""
        return self.below(100) >= 100 - percent

    def risky(self) -> bool:
        return self.declared.risk > 0 and self.chance(self.declared.risk)

    def one(self, forms: Sequence[Make]) -> str:
        return self.pick(forms)()

    # Names -------------------------------------------------------------------------------------

    def leaves(self, kind: Type, scope: Scope) -> list[Make]:
        """The shortest ways to say something of a type."""
        found: list[Make] = []
        match kind:
            case EnumType(_, members):
                found.append(lambda: self.pick(members))
            case ItemType("card") if self.declared.named_cards:
                found.append(lambda: self.pick(self.declared.named_cards))
            case ZoneType(item):
                plain = [z for z in self.zones(scope, "table") if z.item == item and not z.family]
                found += [partial(str, z.name) for z in plain]
                if scope.you:
                    own = [z for z in self.zones(scope, "player", mine=True) if z.item == item and not z.family]
                    found += [partial(str, f"your {z.name}") for z in own]
            case OptionalType(inner):
                found.append(lambda: "nothing")
                found += self.leaves(inner, scope)
            case ListType(inner):
                found += self.list_leaves(inner, scope)
            case _ if kind is INT:
                found.append(lambda: str(self.below(7)))
            case _ if kind is BOOL:
                found.append(lambda: self.pick(("yes", "no")))
            case _ if kind is FRACTION:
                found.append(lambda: f"({1 + self.below(9)} / {1 + self.below(6)})")
            case _ if kind is PLAYER and not scope.fixed:
                found.append(lambda: self.pick(("first(players)", "last(players)")))
                if scope.you:
                    found.append(lambda: "you")
            case _ if kind is TEAM and not scope.fixed:
                found.append(lambda: self.pick(("first(players).team", "last(teams)")))
            case _:
                pass
        return found + self.named(kind, scope)

    def named(self, kind: Type, scope: Scope) -> list[Make]:
        """Names that stand for something of exactly that type."""
        declared = self.declared
        found: list[Make] = [partial(str, name) for name, type_ in scope.locals if type_ == kind]
        if scope.it is not None:
            if scope.it == kind:
                found.append(lambda: "it")
            found += [partial(self.field, name) for name in self.fields(scope.it, kind, scope)]
            found += [
                partial(str, d.name) for d in self.declared.defines
                if d.result == kind and d.parameters == (scope.it,) and (d.open or not scope.open) and not scope.fixed
            ]  # fmt: skip
        if scope.won and kind is BOOL:
            found.append(lambda: "won")
        found += [partial(str, f"options.{name}") for name, type_ in declared.options if type_ == kind]
        if not scope.fixed:
            found += [partial(str, v.name) for v in declared.variables if v.owner == "game" and v.type == kind]
            found += [
                partial(str, d.name) for d in declared.defines
                if d.result == kind and not d.parameters and (d.open or not scope.open)
            ]  # fmt: skip
            if scope.you:
                found += [
                    partial(str, f"your {v.name}") for v in declared.variables if v.owner == "player" and v.type == kind
                ]
        return found

    def field(self, name: str) -> str:
        return self.pick(("", "it.")) + name

    def fields(self, of: Type, kind: Type, scope: Scope) -> list[str]:
        """What may stand behind the dot of ``of``, bare as well, and has a type."""
        declared = self.declared
        inner = of.item if isinstance(of, OptionalType) else of
        found: list[str] = []
        if isinstance(inner, ItemType):
            found += [name for name, type_ in declared.columns[inner.kind] if type_ == kind]
            if not scope.fixed:
                found += ["face_up"] if kind is BOOL and not scope.open else []
                found += ["owner"] if kind is PLAYER and not scope.open and self.declared.risk > 20 else []
                found += ["zone"] if kind == ZoneType(inner) and not scope.open and declared.placed else []
        if isinstance(inner, EnumType):
            for piece, classes in declared.classes.items():
                if classes == inner:
                    found += [n for n, type_ in declared.columns[piece] if type_ == kind and type_ != inner]
        if inner is PLAYER and kind is TEAM:
            found.append("team")
        if inner is TEAM and kind == ListType(PLAYER):
            found.append("members")
        word = self.owner_word(inner)
        if word and not scope.fixed:
            found += [v.name for v in declared.variables if v.owner == word and v.type == kind]
            if isinstance(kind, ZoneType):
                zones = self.zones(scope, word)
                found += [z.name for z in zones if z.item == kind.item and not z.family]
        return found

    def owner_word(self, of: Type) -> str:
        if of is PLAYER or of is TEAM:
            return "player" if of is PLAYER else "team"
        return of.kind if isinstance(of, ItemType) else ""

    def zones(self, scope: Scope, owner: str, *, mine: bool = False) -> list[Zone]:
        """The zones of an owner that may be read here."""
        if scope.fixed:
            return []
        return [
            z for z in self.declared.zones
            if z.owner == owner and (not scope.open or z.open or (mine and z.mine))
        ]  # fmt: skip

    def has(self, kind: Type, scope: Scope) -> bool:
        """Whether something of a type can be named without fault."""
        return bool(self.leaves(kind, scope))

    def list_leaves(self, inner: Type, scope: Scope) -> list[Make]:
        found: list[Make] = []
        if scope.fixed:
            return found
        match inner:
            case EnumType(name, _) if " " not in name:
                found.append(lambda: f"every {name}")
            case ItemType(name):
                plain = [z for z in self.zones(scope, "table") if z.item == inner]
                found += [partial(str, f"every {z.name}" if z.family else z.name) for z in plain]
                if scope.you:
                    own = [z for z in self.zones(scope, "player", mine=True) if z.item == inner and not z.family]
                    found += [partial(str, f"your {z.name}") for z in own]
                owned = [z for z in self.zones(scope, "player") if z.item == inner]
                found += [partial(str, f"every {z.name}") for z in owned]
                found.append(lambda: f"every {name}")
            case ZoneType(item):
                found += [partial(str, z.name) for z in self.zones(scope, "table") if z.family and z.item == item]
            case _ if inner is PLAYER:
                found.append(lambda: "players")
            case _ if inner is TEAM:
                found.append(lambda: "teams")
            case _:
                pass
        return found
