"""What the built-in functions do. Their types are in ``lang.builtins``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

from cardengine.constructs.hands import melds, poker
from cardengine.evaluation.compiled import Compiled, Function, constant
from cardengine.layout.faults import Fault
from cardengine.layout.space import WORD_MAX, WORD_MIN, Memory, ZoneCell
from cardengine.tree import nodes as t
from cardengine.tree.types import BOOL, element

if TYPE_CHECKING:
    from cardengine.evaluation.compiler import Compiler

MAX_SUBSETS = 100_000
"""The most lists that ``subsets`` gives; more is a fault, so that an expression stays bounded."""


def zone_reader(cells: Sequence[ZoneCell]) -> Callable[[Memory, int], list[int]]:
    """A function that gives the items of a zone by number, a pile's top first."""
    addresses = [cell.address for cell in cells]
    piles = [cell.decl.is_pile for cell in cells]

    def read(m: Memory, zone: int) -> list[int]:
        a = addresses[zone]
        if piles[zone]:
            return m[a + m[a] : a : -1]
        return m[a + 1 : a + 1 + m[a]]

    return read


def rotated(players: Sequence[int], start: int, seats: int) -> list[int]:
    """Players in turn from ``start``; when it is not among them, from the next one leftwards."""
    return sorted(players, key=lambda seat: (seat - start) % seats)


def next_left(player: int, players: Sequence[int], seats: int) -> int:
    """The next of the players to the left, not the player himself; himself when there is no other."""
    others = [seat for seat in players if seat != player]
    return min(others, key=lambda seat: (seat - player) % seats) if others else player


def is_run(values: Sequence[int]) -> bool:
    """Whether values follow one another without a gap, in any order."""
    ordered = sorted(values)
    return all(after - before == 1 for before, after in pairwise(ordered))


def compile_call(compiler: Compiler, expr: t.Call) -> Compiled:
    """The closure of a call of a built-in."""
    compiled = _BUILDERS[expr.function](compiler, expr)
    foldable = expr.key is None and expr.default is None and expr.function not in ("onward", "room")
    if foldable and all(compiler.compile(argument).constant for argument in expr.arguments):
        try:
            return constant(compiled.value)
        except Fault:
            return compiled
    return compiled


def _result(call: Function, low: int = WORD_MIN, high: int = WORD_MAX, most: int = WORD_MAX) -> Compiled:
    return Compiled(call, low, high, most=most)


def _count(compiler: Compiler, expr: t.Call) -> Compiled:
    argument = expr.arguments[0]
    source = compiler.compile(argument)
    if isinstance(argument, t.ItemsOf):
        zone = compiler.compile(argument.zone)
        addresses = [cell.address for cell in compiler.space.cells]
        if zone.constant:
            address = addresses[zone.value]
            return _result(lambda m: m[address], 0, source.most)
        number = zone.call
        return _result(lambda m: m[addresses[number(m)]], 0, source.most)
    call = source.call
    return _result(lambda m: len(call(m)), 0, source.most)


def _sum(compiler: Compiler, expr: t.Call) -> Compiled:
    source = compiler.compile(expr.arguments[0])
    call = source.call
    low, high = min(0, source.low * source.most), max(0, source.high * source.most)
    return compiler.bounded(expr, lambda m: sum(call(m)), low, high)


def _extreme(compiler: Compiler, expr: t.Call) -> Compiled:
    pick = min if expr.function == "min" else max
    argument = expr.arguments[0]
    source = compiler.compile(argument)
    strengths = compiler.strengths(element(argument.type) or BOOL)
    call, span, name = source.call, expr.span, expr.function
    default = compiler.function(expr.default) if expr.default is not None else None
    key = strengths.__getitem__ if strengths is not None else None
    if isinstance(argument, t.ListOf) and argument.items and key is None:
        items = [compiler.compile(item) for item in argument.items]
        # The least of several is at most the lowest of their bounds, the greatest at least the highest.
        low, high = pick(item.low for item in items), pick(item.high for item in items)
        if len(items) == 2:
            first, second = (item.call for item in items)
            return _result(lambda m: pick(first(m), second(m)), low, high)
        return _result(lambda m: pick(call(m)), low, high)

    def extreme(m: Memory) -> Any:
        values = call(m)
        if not values:
            if default is None:
                raise Fault(f"`{name}` of nothing", span)
            return default(m)
        return pick(values, key=key)

    if default is None:
        return _result(extreme, source.low, source.high)
    other = compiler.compile(expr.default) if expr.default is not None else source
    return _result(extreme, min(source.low, other.low), max(source.high, other.high))


def _any(compiler: Compiler, expr: t.Call) -> Compiled:
    argument = expr.arguments[0]
    if element(argument.type) is BOOL:
        call = compiler.function(argument)
        return _result(lambda m: any(call(m)), 0, 1)
    return _occupied(compiler, argument, wanted=True)


def _empty(compiler: Compiler, expr: t.Call) -> Compiled:
    return _occupied(compiler, expr.arguments[0], wanted=False)


def _occupied(compiler: Compiler, argument: t.Expr, *, wanted: bool) -> Compiled:
    if isinstance(argument, t.ItemsOf):
        zone = compiler.compile(argument.zone)
        addresses = [cell.address for cell in compiler.space.cells]
        if zone.constant:
            address = addresses[zone.value]
            return _result((lambda m: m[address] > 0) if wanted else (lambda m: m[address] == 0), 0, 1)
        number = zone.call
        return _result(lambda m: (m[addresses[number(m)]] > 0) is wanted, 0, 1)
    call = compiler.function(argument)
    return _result((lambda m: bool(call(m))) if wanted else (lambda m: not call(m)), 0, 1)


def _all(compiler: Compiler, expr: t.Call) -> Compiled:
    call = compiler.function(expr.arguments[0])
    return _result(lambda m: all(call(m)), 0, 1)


def _distinct(compiler: Compiler, expr: t.Call) -> Compiled:
    source = compiler.compile(expr.arguments[0])
    call = source.call
    return _result(lambda m: list(dict.fromkeys(call(m))), source.low, source.high, source.most)


def _same(compiler: Compiler, expr: t.Call) -> Compiled:
    call = compiler.function(expr.arguments[0])
    return _result(lambda m: len(set(call(m))) <= 1, 0, 1)


def _run(compiler: Compiler, expr: t.Call) -> Compiled:
    call = compiler.function(expr.arguments[0])
    strengths = compiler.strengths(element(expr.arguments[0].type) or BOOL)
    if strengths is None:
        return _result(lambda m: is_run(call(m)), 0, 1)
    return _result(lambda m: is_run([strengths[x] for x in call(m)]), 0, 1)


def key_function(compiler: Compiler, it: t.Local, key: t.Expr) -> Callable[[Memory], Callable[[int], Any]]:
    """A function of an item, for sorting: its key, an enum member by its strength."""
    address = compiler.space.register(it).address
    call = compiler.measured(key).call

    def with_memory(m: Memory) -> Callable[[int], Any]:
        def of(x: int) -> Any:
            m[address] = x
            return call(m)

        return of

    return with_memory


def _sort(compiler: Compiler, expr: t.Call) -> Compiled:
    source = compiler.compile(expr.arguments[0])
    assert expr.it is not None
    assert expr.key is not None
    call, key = source.call, key_function(compiler, expr.it, expr.key)
    return _result(lambda m: sorted(call(m), key=key(m)), source.low, source.high, source.most)


def _best(compiler: Compiler, expr: t.Call) -> Compiled:
    source = compiler.compile(expr.arguments[0])
    assert expr.it is not None
    assert expr.key is not None
    call, key = source.call, key_function(compiler, expr.it, expr.key)
    pick = max if expr.function == "highest" else min

    def best(m: Memory) -> list[int]:
        values = call(m)
        if not values:
            return []
        of = key(m)
        keys = [of(x) for x in values]
        edge = pick(keys)
        return [x for x, k in zip(values, keys, strict=True) if k == edge]

    return _result(best, source.low, source.high, source.most)


def _partition(compiler: Compiler, expr: t.Call) -> Compiled:
    source = compiler.compile(expr.arguments[0])
    assert expr.it is not None
    assert expr.key is not None
    call, key = source.call, key_function(compiler, expr.it, expr.key)

    def partition(m: Memory) -> list[list[int]]:
        of = key(m)
        groups: dict[Any, list[int]] = {}
        for x in call(m):
            groups.setdefault(of(x), []).append(x)
        return [groups[k] for k in sorted(groups)]

    return _result(partition)


def _end(compiler: Compiler, expr: t.Call) -> Compiled:
    source = compiler.compile(expr.arguments[0])
    call, span, name = source.call, expr.span, expr.function
    at_end = name == "last"
    if len(expr.arguments) == 2:
        amount = compiler.function(expr.arguments[1])
        if at_end:
            return _result(lambda m: call(m)[-n:] if (n := amount(m)) > 0 else [], source.low, source.high, source.most)
        return _result(lambda m: call(m)[: max(0, amount(m))], source.low, source.high, source.most)
    default = compiler.function(expr.default) if expr.default is not None else None
    place = -1 if at_end else 0

    def end(m: Memory) -> Any:
        values = call(m)
        if values:
            return values[place]
        if default is None:
            raise Fault(f"`{name}` of nothing", span)
        return default(m)

    return _result(end, min(source.low, -1), source.high)


def _reverse(compiler: Compiler, expr: t.Call) -> Compiled:
    source = compiler.compile(expr.arguments[0])
    call = source.call
    return _result(lambda m: call(m)[::-1], source.low, source.high, source.most)


def _onward(compiler: Compiler, expr: t.Call) -> Compiled:
    item = compiler.present(expr.arguments[0])
    place = compiler.item_space(expr.arguments[0]).place
    cells, read = compiler.space.cells, zone_reader(compiler.space.cells)
    span = expr.span
    low, high = compiler.space.range_of(expr.arguments[0].type)

    def onward(m: Memory) -> list[int]:
        x = item(m)
        zone = m[place + x] - 1
        if zone < 0:
            raise Fault("it lies in no zone", span)
        values = read(m, zone)
        here = values.index(x)
        return values[: here + 1] if cells[zone].decl.is_pile else values[here:]

    return _result(onward, low, high, high + 1)


def _left(compiler: Compiler, expr: t.Call) -> Compiled:
    player, amount = compiler.present(expr.arguments[0]), compiler.function(expr.arguments[1])
    seats = compiler.space.players
    return _result(lambda m: (player(m) + amount(m)) % seats, 0, seats - 1)


def _next(compiler: Compiler, expr: t.Call) -> Compiled:
    player, players = compiler.present(expr.arguments[0]), compiler.function(expr.arguments[1])
    seats = compiler.space.players
    return _result(lambda m: next_left(player(m), players(m), seats), 0, seats - 1)


def _poker(compiler: Compiler, expr: t.Call) -> Compiled:
    call = compiler.function(expr.arguments[0])
    tables = compiler.space.items["card"].tables
    strengths = poker_strengths(compiler)
    ranks = [strengths[rank] for rank in tables["rank"]]
    suits = tables["suit"]
    span = expr.span

    def rank(m: Memory) -> int:
        cards = call(m)
        if len(cards) > poker.MAX_CARDS:
            raise Fault(f"`poker_rank` looks at {poker.MAX_CARDS} cards at most, not at {len(cards)}", span)
        return poker.rank([(ranks[x], suits[x]) for x in cards])

    return _result(rank, 0, poker.HIGHEST)


def poker_strengths(compiler: Compiler) -> Sequence[int]:
    """How strong each rank is in poker: in its declared order, but an ace that would be the lowest is high."""
    members = compiler.space.ruleset.enums["rank"].members
    strengths = compiler.space.ruleset.strengths.get("rank") or range(len(members))
    if "ace" in members and strengths[members.index("ace")] == min(strengths):
        return [max(strengths) + 1 if word == "ace" else s for word, s in zip(members, strengths, strict=True)]
    return strengths


def _unmelded(compiler: Compiler, expr: t.Call) -> Compiled:
    assert expr.it is not None
    assert expr.key is not None
    source, key = compiler.compile(expr.arguments[0]), key_function(compiler, expr.it, expr.key)
    call, span = source.call, expr.span
    tables = compiler.space.items["card"].tables
    strengths = compiler.space.ruleset.strengths.get("rank")
    ranks = [strengths[rank] if strengths else rank for rank in tables["rank"]]
    suits = tables["suit"]

    def unmelded(m: Memory) -> int:
        cards = call(m)
        if len(cards) > melds.MAX_CARDS:
            raise Fault(f"`unmelded` looks at {melds.MAX_CARDS} cards at most, not at {len(cards)}", span)
        of = key(m)
        return melds.least_left([ranks[x] for x in cards], [suits[x] for x in cards], [of(x) for x in cards])

    value = compiler.measured(expr.key)
    return compiler.bounded(expr, unmelded, min(0, value.low * source.most), max(0, value.high * source.most))


def _room(compiler: Compiler, expr: t.Call) -> Compiled:
    zone = compiler.function(expr.arguments[0])
    cells = compiler.space.cells

    def room(m: Memory) -> int:
        cell = cells[zone(m)]
        free: int = cell.capacity - m[cell.address]
        return free

    return _result(room, 0, max((cell.capacity for cell in cells), default=0))


def _absolute(compiler: Compiler, expr: t.Call) -> Compiled:
    inner = compiler.compile(expr.arguments[0])
    call = inner.call
    edge = max(abs(inner.low), abs(inner.high))
    return compiler.bounded(expr, lambda m: abs(call(m)), 0, edge)


def _subsets(compiler: Compiler, expr: t.Call) -> Compiled:
    call = compiler.function(expr.arguments[0])
    sizes = [compiler.function(argument) for argument in expr.arguments[1:]]
    span = expr.span

    def subsets(m: Memory) -> list[list[int]]:
        values = call(m)
        low, high = sizes[0](m), sizes[-1](m)
        found: list[list[int]] = []
        for size in range(max(low, 0), min(high, len(values)) + 1):
            for part in combinations(values, size):
                found.append(list(part))
                if len(found) > MAX_SUBSETS:
                    raise Fault(f"there are more than {MAX_SUBSETS} subsets", span)
        return found

    return _result(subsets)


_BUILDERS: dict[str, Callable[[Compiler, t.Call], Compiled]] = {
    "count": _count,
    "sum": _sum,
    "min": _extreme,
    "max": _extreme,
    "any": _any,
    "all": _all,
    "empty": _empty,
    "distinct": _distinct,
    "same": _same,
    "run": _run,
    "sort": _sort,
    "highest": _best,
    "lowest": _best,
    "partition": _partition,
    "first": _end,
    "last": _end,
    "top": _end,
    "reverse": _reverse,
    "onward": _onward,
    "left": _left,
    "next": _next,
    "poker_rank": _poker,
    "unmelded": _unmelded,
    "room": _room,
    "absolute": _absolute,
    "subsets": _subsets,
}
