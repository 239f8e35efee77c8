"""Lowers the built-in functions."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import TYPE_CHECKING

from cardengine.constructs.functions import FUNCTIONS
from cardengine.constructs.functions.subsets import MAX_SUBSETS
from cardengine.core.arithmetic import cheap
from cardengine.core.builder import binary
from cardengine.core.definitions import spread_call
from cardengine.core.ir import Const, Expr, Op
from cardengine.core.library.melds import unmelded as unmelded_cards
from cardengine.core.library.ordering import Keyed
from cardengine.core.library.poker import poker_rank as poker_hands
from cardengine.core.library.subsets import each_subset, plain_subsets
from cardengine.core.lists import one_of, reversed_, some, walk_tested
from cardengine.core.memory import UNBOUNDED, Trouble
from cardengine.core.values import (
    Array,
    Consumer,
    Frac,
    Range,
    Seq,
    Strided,
    Tuple,
    Value,
    fraction,
    item_of,
    same,
    set_fraction,
)  # fmt: skip
from cardengine.layout.space import WORD_MAX, WORD_MIN
from cardengine.tree import nodes as t
from cardengine.tree.types import BOOL, FRACTION, ListType

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering

Walk = Callable[[Consumer], None]
"""Iterates over a list without building it; gets the code for each value."""

WORD_BITS = 64
"""Sets of values in a range of at most this size are represented by the bits of one number."""

ADDED_UP = 16
"""The counts of at most so many zones are added up without a loop."""

_MAX_TERM = 2**40
"""Sums of smaller numbers fit into 64 bits."""


# Counting --------------------------------------------------------------------------------------------


def length(low: Lowering, argument: t.Expr) -> Expr:
    """The number of values of a list, without building the list."""
    b = low.b
    match argument:
        case t.ItemsOf() if low.zone_name(argument.zone) is None:
            return b.load(b.load(b.let(low.num(argument.zone)), low.addresses))
        case t.With():
            left = b.let(length(low, argument.left))
            return b.add(left, length(low, argument.right))
        case t.Each() if not low.inspection.risky(argument.body):
            # What is computed for each value doesn't change their number, unless it is a fault.
            return length(low, argument.source)
        case t.Filter():
            return _fitting(low, argument)
        case t.Joined() if zones := _zones_of(low, argument):
            return reduce(b.add, zones)
        case t.Each() | t.Joined() | t.EveryItem() | t.DefineCall() | t.Without() | t.Conditional() | t.Rotated():
            return _walked(low, argument)
        case t.Call(function=function) if FUNCTIONS[function].walks:
            return _walked(low, argument)
        case _:
            return low.seq(argument).count(b)


def _walked(low: Lowering, argument: t.Expr) -> Expr:
    size = low.b.var(0, "n")
    low.each(argument, lambda _: low.b.step(size))
    return size


def _fitting(low: Lowering, argument: t.Filter) -> Expr:
    b = low.b
    size = b.var(0, "n")

    def one(_: Value, fits: Expr) -> None:
        if cheap(fits):
            b.step(size, fits)
            return
        with b.if_(fits):
            b.step(size)

    walk_tested(low, argument, one)
    return size


def _zones_of(low: Lowering, argument: t.Joined) -> list[Expr] | None:
    """The counts of the zones that a list joins, if these are few and known."""
    if not isinstance(argument.parts, t.EveryZone | t.ZoneFamily):
        return None
    zones = low.seq(argument.parts)
    if not (isinstance(zones, Range) and isinstance(zones.low, Const) and isinstance(zones.beyond, Const)):
        return None
    numbers = range(zones.low.value, zones.beyond.value)
    return [low.b.load(low.space.cells[zone].address) for zone in numbers] if len(numbers) <= ADDED_UP else None


def count(low: Lowering, call: t.Call) -> Expr:
    """``count(LIST)``."""
    return length(low, call.arguments[0])


def total(low: Lowering, call: t.Call) -> Value:
    """``sum(LIST)``."""
    b, [source] = low.b, call.arguments
    if item_of(source) is FRACTION:
        num, den = b.var(0), b.var(1)

        def add(x: Value) -> None:
            set_fraction(b, num, den, low.arithmetic.combine(t.Operator.PLUS, Frac(num, den), fraction(x)))

        low.each(source, add)
        return Frac(num, den)
    items = low.known(source)
    small = low.fits_word(call) or max(abs(items.low), abs(items.high)) < _MAX_TERM
    few = few_values(low, source) if small else None
    if few is not None:
        return reduce(b.add, few)
    found = b.var(0, "sum")

    def one(x: Expr) -> None:
        b.set(found, b.add(found, x) if small else low.arithmetic.checked(Op.ADD, found, x))

    low.each_number(source, one)
    return found


def few_values(low: Lowering, argument: t.Expr) -> list[Expr] | None:
    """The values of a list, if their number is known and small."""
    source = argument.source if isinstance(argument, t.Each) else argument
    value = low.names.get(source.local) if isinstance(source, t.LocalValue) else None
    if not isinstance(value, Tuple):
        return None
    found: list[Expr] = []
    low.each_number(argument, lambda x: found.append(low.b.let(x)))
    return found


# The least and the greatest --------------------------------------------------------------------------


def least(low: Lowering, call: t.Call) -> Value:
    """``min(LIST)``."""
    return _extreme(low, call, Op.LT)


def greatest(low: Lowering, call: t.Call) -> Value:
    """``max(LIST)``."""
    return _extreme(low, call, Op.GT)


def _extreme(low: Lowering, call: t.Call, op: Op) -> Value:
    b, argument = low.b, call.arguments[0]
    item = item_of(argument)
    if FRACTION in (item, call.type):
        return _extreme_fraction(low, call, op)
    table = low.strengths(item)
    if isinstance(argument, t.ListOf) and len(argument.items) == 2 and table is None:
        first, second = (b.let(low.num(part)) for part in argument.items)
        return b.choose(binary(op, second, first), second, first)
    best, found = b.var(0, "best"), b.var(0, "any")

    def one(x: Expr) -> None:
        pair = (x, best) if table is None else (b.load(x, table), b.load(best, table))
        with b.if_(b.or_(b.not_(found), binary(op, *pair))):
            b.set(best, x)
            b.set(found, 1)

    low.each_number(argument, one)
    if not isinstance(argument, t.ListOf):
        with b.if_(b.not_(found)):
            if call.default is None:
                low.trouble()
            else:
                b.set(best, low.num(call.default))
    return best


def _extreme_fraction(low: Lowering, call: t.Call, op: Op) -> Value:
    b = low.b
    num, den, found = b.var(0), b.var(1), b.var(0)

    def one(x: Value) -> None:
        value = low.arithmetic.fit(fraction(x))
        with b.if_(b.or_(b.not_(found), binary(op, b.mul(value.num, den), b.mul(num, value.den)))):
            set_fraction(b, num, den, value)
            b.set(found, 1)

    low.each(call.arguments[0], one)
    with b.if_(b.not_(found)):
        if call.default is None:
            low.trouble()
        else:
            set_fraction(b, num, den, low.frac(call.default))
    return Frac(num, den)


# Conditions ------------------------------------------------------------------------------------------


def any_(low: Lowering, call: t.Call) -> Expr:
    """``any(LIST)``: whether it has a value; of a list of conditions, whether one of them holds."""
    [argument] = call.arguments
    if item_of(argument) is BOOL:
        return _search(low, argument, lambda x: x)
    return _occupied(low, argument)


def empty(low: Lowering, call: t.Call) -> Expr:
    """``empty(LIST)``."""
    return low.b.not_(_occupied(low, call.arguments[0]))


def all_(low: Lowering, call: t.Call) -> Expr:
    """``all(LIST)``."""
    return low.b.not_(_search(low, call.arguments[0], low.b.not_))


def _occupied(low: Lowering, argument: t.Expr) -> Expr:
    """Whether a list has a value, stopping at the first one if possible."""
    b = low.b
    lazy = isinstance(argument, t.Filter | t.DefineCall | t.Joined) and low.inspection.early(argument)
    if not lazy or (isinstance(argument, t.Joined) and _zones_of(low, argument) is not None):
        return b.truth(length(low, argument))
    found = b.var(0, "any")
    with b.block() as block:

        def leave(_: Value) -> None:
            b.set(found, 1)
            b.leave(block)

        def one(x: Value, fits: Expr) -> None:
            if cheap(fits):
                # Reading a whole zone costs less than an unpredictable branch.
                b.set(found, b.or_(found, fits))
                return
            with b.if_(fits):
                leave(x)

        if isinstance(argument, t.Filter) and isinstance(argument.source, t.ItemsOf):
            walk_tested(low, argument, one)
        else:
            low.each(argument, leave)
    return found


def _search(low: Lowering, argument: t.Expr, test: Callable[[Expr], Expr]) -> Expr:
    """Whether a list has a value that passes a test."""
    b = low.b
    found = b.var(0, "any")
    early = low.inspection.early(argument)
    with b.block() as block:

        def one(x: Expr) -> None:
            with b.if_(test(x)):
                b.set(found, 1)
                if early:
                    b.leave(block)

        low.each_number(argument, one)
    return found


def same_(low: Lowering, call: t.Call) -> Expr:
    """``same(LIST)``: whether all values are equal."""
    b, [argument] = low.b, call.arguments
    few = few_values(low, argument)
    if few:
        return b.both(*(b.eq(x, few[0]) for x in few[1:])) if few[1:] else Const(1)
    equal = b.var(1, "same")
    if item_of(argument) is FRACTION or isinstance(item_of(argument), ListType):
        values = low.collected(argument)

        def other(x: Value) -> None:
            with b.if_(b.not_(same(b, values.at(b, Const(0)), x))):
                b.set(equal, 0)

        values.each(b, other)
        return equal
    found, first = b.var(0, "any"), b.var(0)

    def one(x: Expr) -> None:
        with b.if_(b.not_(found)):
            b.set(first, x)
            b.set(found, 1)
        with b.if_(b.ne(first, x)):
            b.set(equal, 0)

    low.each_number(argument, one)
    return equal


def run(low: Lowering, call: t.Call) -> Expr:
    """``run(LIST)``: consecutive in any order."""
    b, [argument] = low.b, call.arguments
    item = item_of(argument)
    table, strengths, known = low.strengths(item), low.space.strengths(item), low.known(argument)
    least_, most = (min(strengths), max(strengths)) if strengths else (known.low, known.high)

    def strength(x: Expr) -> Expr:
        return x if table is None else b.load(x, table)

    if most - least_ < WORD_BITS:
        return _run_of_bits(low, argument, strength, least_)
    # No value occurs twice, and the difference of the greatest and the least is their number minus one.
    values = low.gathered(argument, lambda put: low.each_number(argument, lambda x: put(strength(x))))
    lowest, highest, fine = b.var(WORD_MAX), b.var(WORD_MIN), b.var(1, "run")
    with b.count(0, values.size) as place:
        x = b.let(values.number(b, place))
        with b.if_(b.lt(x, lowest)):
            b.set(lowest, x)
        with b.if_(b.gt(x, highest)):
            b.set(highest, x)
        with b.count(0, place) as earlier, b.if_(b.eq(values.number(b, earlier), x)):
            b.set(fine, 0)
    with b.if_(values.size):
        b.set(fine, b.and_(fine, b.eq(b.sub(highest, lowest), b.sub(values.size, 1))))
    return fine


def _run_of_bits(low: Lowering, argument: t.Expr, strength: Callable[[Expr], Expr], least_: int) -> Expr:
    """A run has as many bits as values, without a gap."""
    b = low.b
    bits, size = b.var(0, "bits"), b.var(0, "n")

    def one(x: Expr) -> None:
        b.set(bits, b.or_(bits, b.bit(b.sub(strength(x), least_))))
        b.step(size)

    low.each_number(argument, one)
    lowest = b.let(b.shr_u(bits, b.zeros(bits)))
    gapless = b.not_(b.and_(lowest, b.add(lowest, 1)))
    return b.and_(b.eq(b.ones(bits), size), gapless)


# Parts of a list -------------------------------------------------------------------------------------


def end(low: Lowering, call: t.Call) -> Value:
    """``first(LIST)``, ``last(LIST)``, ``top(PILE)``, also with the number of values."""
    if len(call.arguments) == 2:
        return some(low, call)
    b, argument, last = low.b, call.arguments[0], call.function == "last"
    item = item_of(argument)
    lazy = isinstance(argument, t.Filter | t.DefineCall | t.Joined | t.Each) and low.inspection.early(argument)
    if last or not lazy or FRACTION in (item, call.type) or isinstance(item, ListType):
        seq = low.seq(argument)
        size = b.let(seq.count(b))
        return one_of(low, seq, b.sub(size, 1) if last else Const(0), b.not_(size), call.default)
    result, found = b.var(0, "end"), b.var(0, "any")
    with b.block() as block:

        def one(x: Expr) -> None:
            b.set(result, x)
            b.set(found, 1)
            b.leave(block)

        low.each_number(argument, one)
    with b.if_(b.not_(found)):
        if call.default is None:
            low.trouble()
        else:
            b.set(result, low.num(call.default))
    return result


def reverse(low: Lowering, call: t.Call) -> Seq:
    """``reverse(LIST)``."""
    return reversed_(low, low.seq(call.arguments[0]))


def distinct(low: Lowering, call: t.Call) -> Seq:
    """``distinct(LIST)``."""
    [source] = call.arguments
    inner = min(low.known(call).inner, UNBOUNDED)
    return low.once_each(item_of(call), low.most(call), lambda put: low.each(source, put), inner)


def onward(low: Lowering, call: t.Call) -> Seq:
    """``onward(CARD)``: in a row the card and those after it, in a pile those above it and the card, from the top."""
    b, [argument] = low.b, call.arguments
    place_of = low.items(argument.type).place
    most = max((cell.capacity for cell in low.space.cells), default=1)
    item = b.let(low.present(argument))
    place = b.var(b.load(item, place_of))
    low.fault_if(b.not_(place))
    zone = b.let(b.sub(b.choose(b.truth(place), place, 1), 1))
    address, pile = b.let(b.load(zone, low.addresses)), b.let(b.load(zone, low.piles))
    size = b.let(b.choose(b.truth(place), b.load(address), 0))
    at = b.var(size)
    with b.loop() as loop:
        b.leave(loop, b.le(at, 1))
        b.leave(loop, b.eq(b.load(b.add(address, at)), item))
        b.step(at, -1)
    start = b.let(b.choose(pile, b.add(address, size), b.add(address, at)))
    step = b.let(b.choose(pile, -1, 1))
    amount = b.let(b.choose(b.truth(place), b.add(b.sub(size, at), 1), 0))
    return Strided(item_of(call), most, start, step, amount, distinct=True)


# By keys ---------------------------------------------------------------------------------------------


def keyed(low: Lowering, call: t.Call) -> Keyed:
    """The list of a call with the keys of its values."""
    assert call.it is not None
    assert call.key is not None
    return Keyed.of(low, low.collected(call.arguments[0]), call.it, call.key)


def sort(low: Lowering, call: t.Call) -> Seq:
    """``sort(LIST by E)``."""
    found = keyed(low, call)
    return found.in_order(found.order())


def partition(low: Lowering, call: t.Call) -> Seq:
    """``partition(LIST by E)``."""
    return keyed(low, call).groups()


def best(low: Lowering, call: t.Call) -> Walk:
    """``highest(LIST by E)``, ``lowest(LIST by E)``."""
    return lambda body: keyed(low, call).best(body, highest=call.function == "highest")


def subsets(low: Lowering, call: t.Call) -> Walk:
    """``subsets(LIST, N)``, ``subsets(LIST, N, M)``."""
    return lambda body: _walk_subsets(low, call, body)


def _walk_subsets(low: Lowering, call: t.Call, body: Consumer) -> None:
    b = low.b
    source = low.seq(call.arguments[0])
    sizes = [b.let(low.num(argument)) for argument in call.arguments[1:]]
    if plain_subsets(low, source, sizes[0], sizes[-1], body, MAX_SUBSETS):
        return
    largest = max(1, min(source.most, max(low.known(call.arguments[-1]).high, 0)))
    found = b.var(0, "found")

    def one(part: Array, _: int) -> None:
        b.step(found)
        low.fault_if(b.gt(found, MAX_SUBSETS))
        body(part)

    each_subset(low, source, sizes[0], sizes[-1], largest, one, going=b.le(found, MAX_SUBSETS))


# Players, zones, hands -------------------------------------------------------------------------------


def left(low: Lowering, call: t.Call) -> Expr:
    """``left(P, N)``: the player N seats to the left."""
    b, seats = low.b, low.space.players
    player, amount = low.present(call.arguments[0]), low.num(call.arguments[1])
    found = low.known(call.arguments[1])
    if found.low >= 0 and found.high <= seats:
        end_ = b.let(b.add(player, amount))
        return b.choose(b.ge(end_, seats), b.sub(end_, seats), end_)
    rest = b.let(b.rem(b.add(player, b.rem(amount, seats)), seats))
    return b.choose(b.lt(rest, 0), b.add(rest, seats), rest)


def following(low: Lowering, call: t.Call) -> Expr:
    """``next(P, PLAYERS)``: the next of some players after P."""
    b, seats = low.b, low.space.players
    player = b.let(low.present(call.arguments[0]))
    result, nearest = b.var(player, "next"), b.var(seats)

    def one(x: Expr) -> None:
        away = b.var(b.sub(x, player))
        with b.if_(b.lt(away, 0)):
            b.step(away, seats)
        with b.if_(b.and_(b.gt(away, 0), b.lt(away, nearest))):
            b.set(nearest, away)
            b.set(result, x)

    low.each_number(call.arguments[1], one)
    return result


def room(low: Lowering, call: t.Call) -> Expr:
    """``room(ZONE)``: the number of further items that it can hold."""
    b = low.b
    zone = b.let(low.num(call.arguments[0]))
    return b.sub(b.load(zone, low.capacities), b.load(b.load(zone, low.addresses)))


def absolute(low: Lowering, call: t.Call) -> Value:
    """``absolute(N)``."""
    b, [argument] = low.b, call.arguments
    if call.type is FRACTION:
        inner = low.frac(argument)
        num = b.let(inner.num)
        return Frac(b.choose(b.lt(num, 0), b.sub(0, num), num), inner.den)
    value = b.let(low.num(argument))
    if low.known(argument).low <= WORD_MIN:
        low.fault_if(b.eq(value, WORD_MIN))
    return b.choose(b.lt(value, 0), b.sub(0, value), value)


def poker_rank(low: Lowering, call: t.Call) -> Expr:
    """``poker_rank(CARDS)``."""
    return spread_call(low, poker_hands(low), low.seq(call.arguments[0]))


def unmelded(low: Lowering, call: t.Call) -> Expr:
    """``unmelded(CARDS by E)``."""
    found = keyed(low, call)
    if found.cells != 1:
        low.trouble(Trouble.BEYOND)
        return Const(0)
    return low.b.result(unmelded_cards(low), found.values.start, found.values.size, found.keys)


class Routines:
    """The service with which the records of built-in functions lower calls."""

    absolute = staticmethod(absolute)
    all_ = staticmethod(all_)
    any_ = staticmethod(any_)
    best = staticmethod(best)
    count = staticmethod(count)
    distinct = staticmethod(distinct)
    empty = staticmethod(empty)
    end = staticmethod(end)
    following = staticmethod(following)
    greatest = staticmethod(greatest)
    least = staticmethod(least)
    left = staticmethod(left)
    onward = staticmethod(onward)
    partition = staticmethod(partition)
    poker_rank = staticmethod(poker_rank)
    reverse = staticmethod(reverse)
    room = staticmethod(room)
    run = staticmethod(run)
    same = staticmethod(same_)
    sort = staticmethod(sort)
    subsets = staticmethod(subsets)
    total = staticmethod(total)
    unmelded = staticmethod(unmelded)
