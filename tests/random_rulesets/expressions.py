"""Random well-typed expressions, written out as the language has them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

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
from tests.random_rulesets.declarations import Define, Scope, Zone
from tests.random_rulesets.names import LARGEST, PILE, Make, Names


class Expressions(Names):
    """Writes expressions of a type that the names in scope allow."""

    # Any type ----------------------------------------------------------------------------------

    def of(self, kind: Type, scope: Scope, depth: int) -> str:
        """An expression of a type."""
        leaves = self.leaves(kind, scope)
        if depth <= 0 or (leaves and self.chance(25)):
            return self.one(leaves) if leaves else self.last_resort(kind, scope)
        forms = leaves[:2] + self.deeper(kind, scope, depth - 1)
        return self.one(forms) if forms else self.last_resort(kind, scope)

    def last_resort(self, kind: Type, scope: Scope) -> str:
        """For types that have no name of their own."""
        match kind:
            case OptionalType():
                return "nothing"
            case ListType(ListType() as inner):
                return f"[reverse({self.of(inner, scope, 0)})]"
            case ListType(inner):
                return f"[{self.of(inner, scope, 0)}]"
            case ItemType("card"):
                return "first(every card)"
            case ItemType(name):
                return f"first(every {name})"
            case ZoneType(ItemType(name)) if name != "card":
                zone = next(z for z in self.declared.zones if z.item == ItemType(name) and z.owner == "player")
                return f"first(players).{zone.name}"
            case _:
                raise AssertionError(kind)

    def deeper(self, kind: Type, scope: Scope, depth: int) -> list[Make]:
        """Ways to make something of a type from other expressions."""
        found = self.common(kind, scope, depth)
        match kind:
            case ListType(inner):
                found += self.list_forms(inner, scope, depth)
            case OptionalType(inner):
                found += [
                    lambda: self.of(inner, scope, depth),
                    lambda: self.default_end(inner, "nothing", scope, depth),
                ]
            case EnumType() if kind in self.declared.enums:
                if kind.name == "rank" and not scope.fixed:
                    found.append(lambda: self.extreme(kind, scope, depth))
            case ZoneType():
                found += self.zone_forms(kind, scope, depth)
            case _ if kind is INT:
                found += self.int_forms(scope, depth)
            case _ if kind is BOOL:
                found += self.bool_forms(scope, depth)
            case _ if kind is FRACTION:
                found += self.fraction_forms(scope, depth)
            case _ if kind is PLAYER and not scope.fixed:
                found += [
                    lambda: f"left({self.of(PLAYER, scope, depth)}, {self.of(INT, scope, depth)})",
                    lambda: f"next({self.of(PLAYER, scope, depth)}, {self.of(ListType(PLAYER), scope, depth)})",
                ]
            case _:
                pass
        return found

    def common(self, kind: Type, scope: Scope, depth: int) -> list[Make]:
        """Ways that every type has."""
        w = self.of
        found: list[Make] = [
            lambda: f"(if {w(BOOL, scope, depth)} then {w(kind, scope, depth)} else {w(kind, scope, depth)})"
        ]
        if scope.fixed:
            return found
        found += [partial(self.call, d, scope, depth) for d in self.declared.defines
                  if d.result == kind and d.parameters and (d.open or not scope.open)]  # fmt: skip
        if not isinstance(kind, OptionalType | ZoneType) and not self.deep(kind):
            found.append(lambda: self.default_end(kind, w(kind, scope, depth), scope, depth))
            if self.risky():
                found += [
                    lambda: f"({w(ListType(kind), scope, depth)})[{w(INT, scope, 0)}]",
                    lambda: f"{self.pick(('first', 'last', 'top'))}({w(ListType(kind), scope, depth)})",
                ]
        for owner in self.owners(scope):
            names = self.fields(owner, kind, scope)
            if names:
                found.append(partial(self.dotted, owner, names, scope, depth))
        if self.risky():
            for variable in self.declared.variables:
                if isinstance(variable.type, OptionalType) and variable.owner == "game":
                    names = self.fields(variable.type, kind, scope)
                    found += [partial(str, f"{variable.name}.{name}") for name in names]
        return found

    def deep(self, kind: Type) -> bool:
        return isinstance(kind, ListType) and isinstance(kind.item, ListType)

    def owners(self, scope: Scope) -> list[Type]:
        """Types that have something behind a dot and that can be had here."""
        found: list[Type] = [PLAYER, TEAM, CARD, *self.declared.classes.values()]
        return found + [kind for kind in self.declared.kinds if kind != CARD and self.has(kind, scope)]

    def dotted(self, owner: Type, names: list[str], scope: Scope, depth: int) -> str:
        base = self.of(owner, scope, depth)
        if base[0] != "(" and not base.replace("_", "").replace(".", "").isalnum() and not base.endswith(")"):
            base = f"({base})"
        return f"{base}.{self.pick(names)}"

    def call(self, define: Define, scope: Scope, depth: int) -> str:
        given = [self.of(kind, scope, max(depth - 1, 0)) for kind in define.parameters]
        return f"{define.name}({', '.join(given)})"

    def default_end(self, kind: Type, default: str, scope: Scope, depth: int) -> str:
        return f"{self.pick(('first', 'last', 'top'))}({self.of(ListType(kind), scope, depth)}, default {default})"

    def extreme(self, kind: Type, scope: Scope, depth: int) -> str:
        source = self.of(ListType(kind), scope, depth)
        default = "" if self.risky() else f", default {self.of(kind, scope, 0)}"
        return f"{self.pick(('max', 'min', 'median'))}({source}{default})"

    # Numbers -----------------------------------------------------------------------------------

    def int_forms(self, scope: Scope, depth: int) -> list[Make]:
        w, declared = self.of, self.declared

        def two(operator: str) -> str:
            return f"({w(INT, scope, depth)} {operator} {w(INT, scope, depth)})"

        found: list[Make] = [
            lambda: two("+"),
            lambda: two("-"),
            lambda: two("*"),
            lambda: f"({w(INT, scope, depth)} mod {self.divisor(scope, depth)})",
            lambda: f"({w(INT, scope, depth)} / {self.divisor(scope, depth)} rounded {self.pick(('down', 'up'))})",
            lambda: f"({w(FRACTION, scope, depth)} rounded {self.pick(('down', 'up'))})",
            lambda: f"(-{w(INT, scope, depth)})",
            lambda: f"absolute({w(INT, scope, depth)})",
            lambda: f"{self.pick(('min', 'max'))}({self.several(INT, scope, depth)})",
            lambda: self.pick(("10", "99", "999999999", "(-3)", "1000000", "0", LARGEST, f"(-{LARGEST} - 1)")),
        ]
        if scope.fixed:
            return found
        found += [
            lambda: f"count({w(self.any_list(scope), scope, depth)})",
            lambda: f"count({w(ListType(CARD), scope, depth)})",
            lambda: f"sum({w(ListType(INT), scope, depth)})",
            lambda: self.extreme(INT, scope, depth),
            lambda: f"count({w(ListType(ListType(self.element(scope))), scope, depth)})",
        ]
        if self.has(PILE, scope):
            found.append(lambda: f"room({w(PILE, scope, depth)})")
        columns = dict(declared.columns["card"])
        if "rank" in columns and "suit" in columns:
            found += [
                lambda: f"poker_rank(first({w(ListType(CARD), scope, depth)}, {self.below(9)}))",
                lambda: (
                    f"unmelded(first({w(ListType(CARD), scope, depth)}, {self.below(10)}) by "
                    f"{w(INT, scope.within(CARD), min(depth, 1))})"
                ),
            ]
        return found

    def divisor(self, scope: Scope, depth: int) -> str:
        if self.risky():
            return self.of(INT, scope, depth)
        return self.pick(("2", "3", "(-4)", "7", "(absolute(" + self.of(INT, scope, min(depth, 1)) + ") + 1)"))

    def several(self, kind: Type, scope: Scope, depth: int) -> str:
        return ", ".join(self.of(kind, scope, depth) for _ in range(2 + self.below(2)))

    def fraction_forms(self, scope: Scope, depth: int) -> list[Make]:
        w = self.of

        def mixed() -> str:
            return w(self.pick((FRACTION, INT)), scope, depth)

        found: list[Make] = [
            lambda: f"({mixed()} / {self.divisor(scope, depth)})",
            lambda: f"({w(FRACTION, scope, depth)} {self.pick(('+', '-', '*'))} {mixed()})",
            lambda: f"(-{w(FRACTION, scope, depth)})",
            lambda: f"absolute({w(FRACTION, scope, depth)})",
            lambda: f"{self.pick(('min', 'max'))}({w(FRACTION, scope, depth)}, {mixed()})",
        ]
        if not scope.fixed:
            found += [
                lambda: f"sum({w(ListType(FRACTION), scope, depth)})",
                lambda: self.extreme(FRACTION, scope, depth),
            ]
        return found

    # Conditions --------------------------------------------------------------------------------

    def bool_forms(self, scope: Scope, depth: int) -> list[Make]:
        w = self.of

        def compared() -> str:
            left, right = w(self.pick((INT, INT, FRACTION)), scope, depth), w(self.pick((INT, INT, FRACTION)), scope, 0)
            return f"({left} {self.pick(('<', '<=', '>', '>=', 'is', 'is not'))} {right})"

        found: list[Make] = [
            compared,
            lambda: f"({w(BOOL, scope, depth)} and {w(BOOL, scope, depth)})",
            lambda: f"({w(BOOL, scope, depth)} or {w(BOOL, scope, depth)})",
            lambda: f"(not {w(BOOL, scope, depth)})",
            lambda: self.equal(scope, depth),
        ]
        if scope.fixed:
            return found
        alike: list[Type] = [BOOL, PLAYER, FRACTION, *self.declared.enums]
        found += [
            lambda: f"{self.pick(('any', 'empty'))}({w(self.any_list(scope), scope, depth)})",
            lambda: f"{self.pick(('any', 'empty'))}({w(ListType(CARD), scope, depth)})",
            lambda: f"{self.pick(('any', 'all'))}({w(ListType(BOOL), scope, depth)})",
            lambda: f"{self.pick(('same', 'run'))}({w(ListType(INT), scope, depth)})",
            lambda: f"same({w(ListType(self.pick(alike)), scope, depth)})",
            lambda: self.contained(scope, depth),
        ]
        rank = next((enum for enum in self.declared.enums if enum.name == "rank"), None)
        if rank is not None:
            found += [
                lambda: f"run({w(ListType(rank), scope, depth)})",
                lambda: f"({w(rank, scope, depth)} {self.pick(('<', '<=', '>', '>='))} {w(rank, scope, depth)})",
            ]
        if scope.possible:
            found.append(lambda: f"possible({self.pick(scope.possible)})")
        return found

    def equal(self, scope: Scope, depth: int) -> str:
        kinds: list[Type] = [INT, BOOL, *self.declared.enums]
        if not scope.fixed:
            kinds += [PLAYER, TEAM, OptionalType(PLAYER), *map(OptionalType, self.declared.enums)]
            kinds += [v.type for v in self.declared.variables if isinstance(v.type, OptionalType)]
            kinds += [CARD] if not scope.open else []
            kinds += [PILE] if self.has(PILE, scope) else []
        kind = self.pick(kinds)
        other = kind.item if isinstance(kind, OptionalType) and self.chance(30) else kind
        if isinstance(other, ItemType) and not self.has(other, scope):
            other = kind
        left, right = self.of(kind, scope, depth), self.of(other, scope, min(depth, 1))
        if isinstance(kind, OptionalType):
            names = self.named(kind, scope)
            left = self.one(names) if names else self.default_end(kind.item, "nothing", scope, depth)
        return f"({left} {self.pick(('is', 'is not'))} {right})"

    def contained(self, scope: Scope, depth: int) -> str:
        kind = self.element(scope)
        if scope.open and isinstance(kind, ItemType):
            kind = INT
        if isinstance(kind, ItemType) and not self.has(kind, scope) and kind != CARD:
            kind = PLAYER
        item, source = self.of(kind, scope, min(depth, 1)), self.of(ListType(kind), scope, depth)
        return f"({item} {self.pick(('in', 'not in'))} {source})"

    # Lists -------------------------------------------------------------------------------------

    def element(self, scope: Scope) -> Type:
        """What lists may be of."""
        kinds: list[Type] = [INT, CARD, PLAYER, BOOL, *self.declared.enums, *self.declared.kinds[1:], CARD, INT]
        return self.pick([*kinds, FRACTION, TEAM])

    def any_list(self, scope: Scope) -> Type:
        return ListType(self.element(scope))

    def list_forms(self, inner: Type, scope: Scope, depth: int) -> list[Make]:
        if scope.fixed:
            return []
        w, many, kind = self.of, ListType(inner), ListType(inner)
        if isinstance(inner, ListType):
            return self.deep_forms(inner, scope, depth)
        found: list[Make] = [
            lambda: f"({w(kind, scope, depth)} where {w(BOOL, scope.within(inner), depth)})",
            lambda: self.each_of(inner, scope, depth),
            lambda: f"{self.pick(('first', 'last', 'top'))}({w(many, scope, depth)}, {w(INT, scope, 0)})",
            lambda: f"reverse({w(many, scope, depth)})",
            lambda: f"distinct({w(many, scope, depth)})",
            lambda: f"({w(many, scope, depth)} with {w(many, scope, depth)})",
            lambda: f"({w(many, scope, depth)} without {w(many, scope, depth)})",
            lambda: self.keyed(("sort", "highest", "lowest"), kind, scope, depth),
        ]
        if self.has(inner, scope):
            found += [
                lambda: f"[{', '.join(w(inner, scope, depth) for _ in range(1 + self.below(3)))}]",
                lambda: f"({w(many, scope, depth)} {self.pick(('with', 'without'))} {w(inner, scope, depth)})",
            ]
        if not isinstance(inner, ZoneType):
            found.append(lambda: f"first({w(ListType(many), scope, depth)}, default reverse({w(many, scope, 0)}))")
        match inner:
            case ItemType() if inner == CARD and self.declared.placed and not scope.open:
                found.append(lambda: f"onward({w(inner, scope, depth)})")
            case ItemType():
                found.append(lambda: self.joined_zones(inner, scope, depth))
            case _ if inner is PLAYER:
                found += [
                    lambda: f"({self.source_postfix(scope, depth)} starting with {self.postfix(PLAYER, scope, depth)})",
                    lambda: f"({w(TEAM, scope, depth)}).members",
                ]
            case _:
                pass
        return found

    def source_postfix(self, scope: Scope, depth: int) -> str:
        return self.pick(("players", f"({self.of(ListType(PLAYER), scope, depth)})"))

    def postfix(self, kind: Type, scope: Scope, depth: int) -> str:
        return f"({self.of(kind, scope, depth)})"

    def each_of(self, inner: Type, scope: Scope, depth: int) -> str:
        """``E of LIST``."""
        if isinstance(inner, ZoneType):
            return self.last_resort_zones(inner, scope)
        over = self.element(scope)
        body = self.of(inner, scope.within(over), depth)
        return f"(({body}) of {self.of(ListType(over), scope, depth)})"

    def last_resort_zones(self, inner: ZoneType, scope: Scope) -> str:
        leaves = self.list_leaves(inner, scope)
        return self.one(leaves) if leaves else f"[{self.of(inner, scope, 0)}]"

    def joined_zones(self, item: ItemType, scope: Scope, depth: int) -> str:
        """``hand of players``, the cards."""
        zones = self.zones(scope, "player")
        mine = [z for z in zones if z.item == item]
        if not mine:
            return f"every {item.kind}"
        zone = self.pick(mine)
        return f"({zone.name} of {self.of(ListType(PLAYER), scope, depth)})"

    def keyed(self, functions: Sequence[str], kind: ListType, scope: Scope, depth: int) -> str:
        keys: list[Type] = [INT, INT, BOOL, FRACTION, *self.declared.enums]
        key = self.of(self.pick(keys), scope.within(kind.item), min(depth, 2))
        return f"{self.pick(functions)}({self.of(kind, scope, depth)} by {key})"

    def deep_forms(self, inner: ListType, scope: Scope, depth: int) -> list[Make]:
        if isinstance(inner.item, ListType):
            return []
        w, kind = self.of, ListType(inner)
        small = 1 + self.below(3)
        return [
            lambda: f"subsets(first({w(inner, scope, depth)}, {2 + self.below(4)}), {w(INT, scope, 0)})",
            lambda: f"subsets({w(inner, scope, depth)}, 1, {small})",
            lambda: self.keyed(("partition",), inner, scope, depth),
            lambda: f"({w(kind, scope, depth)} where {w(BOOL, scope.within(inner), depth)})",
            lambda: f"[distinct({w(inner, scope, depth)}), first({w(inner, scope, depth)}, 4)]",
            lambda: f"first({w(kind, scope, depth)}, {small})",
            lambda: self.keyed(("sort", "highest", "lowest"), kind, scope, depth),
            lambda: f"reverse({w(kind, scope, depth)})",
        ]

    # Zones -------------------------------------------------------------------------------------

    def zone_forms(self, kind: ZoneType, scope: Scope, depth: int) -> list[Make]:
        found: list[Make] = []
        for zone in self.zones(scope, "table"):
            if zone.family and zone.item == kind.item:
                found.append(partial(self.placed_in, zone, zone.name, scope, depth))
        if not scope.open:
            for zone in self.zones(scope, "player"):
                if zone.family and zone.item == kind.item:
                    owner = f"({self.of(PLAYER, scope, 0)}).{zone.name}"
                    found.append(partial(self.placed_in, zone, owner, scope, depth))
        return found

    def placed_in(self, zone: Zone, base: str, scope: Scope, depth: int) -> str:
        if zone.each is not None:
            return f"{base}[{self.of(zone.each, scope, depth)}]"
        index = self.of(INT, scope, depth)
        safe = f"({index} mod {zone.count} + 1)"
        return f"{base}[{index if self.risky() else safe}]"
