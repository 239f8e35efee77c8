"""``set``, ``add``, ``subtract``, ``reset``, ``let``: change variables and locals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardengine.constructs.events import EventKind, Seen
from cardengine.constructs.verbs.base import FlowVerb, Form, Phrase, Verb
from cardengine.diagnostics import Code
from cardengine.tree.nodes import Assign, Expr, Let, ListOf, LocalValue, Reset, Step, Storage, Variable
from cardengine.tree.types import (
    BOOL,
    FRACTION,
    INT,
    NOTHING,
    TEAM,
    UNKNOWN,
    ItemType,
    ListType,
    ZoneType,
    element,
)

if TYPE_CHECKING:
    from rich.text import Text

    from cardengine.cli.screen.labels import Labels
    from cardengine.core.lowering import Lowering
    from cardengine.ir.nodes import Expr as IrExpr
    from cardengine.ir.values import Value
    from cardengine.lang.sentences import Sentence
    from cardengine.layout.space import Memory
    from cardengine.runtime.context import Context
    from cardengine.runtime.effects import Act, Effects


def _say_changed(labels: Labels, group: Sequence[Seen]) -> list[str | Text]:
    event = group[0]
    name, value = labels.spaced(event["name"]), event["value"]
    seat = labels.seat_of(value)
    shown = labels.strong(labels.seat(seat) if seat is not None else value)
    if "of" not in event:
        return [f"{name} is now ", shown]
    seat = labels.seat_of(event["of"])
    if len(group) == 1 and seat is not None:
        return [f"{labels.whose(seat)} {name} is now ", shown]
    owners: list[str | Text] = []
    for each in group:
        seat = labels.seat_of(each["of"])
        owners.append(labels.seat(seat) if seat is not None else labels.item(each["of"]))
    return [f"{name} of ", labels.together_shown(owners), " is now ", shown]


def _same_value(before: Seen, event: Seen) -> bool:
    return "of" in event and "of" in before and all(before[key] == event[key] for key in ("name", "value"))


CHANGED = EventKind("changed", _say_changed, joins=_same_value)
"""A variable has a new value."""


def _target(s: Sentence, place: int) -> Expr | None:
    """The target of an assignment: a variable, or a local that may be set."""
    target = s.value(place)
    if isinstance(target, Variable):
        return target
    if isinstance(target, LocalValue):
        local = target.local
        settable = local.storage is Storage.STATE and local not in s.owner.fixed
        if settable and local.name in s.names.locals:
            return target
        message = f"`{local.name}` can't be set here"
        s.world.error(Code.NOT_SETTABLE, message, target.span, "only a `let` of these steps")
        return None
    if target.type is not UNKNOWN:
        s.world.error(Code.NOT_SETTABLE, "only a variable can be set", target.span)
    return None


def _check_set(s: Sentence) -> Step | None:
    target = _target(s, 0)
    return None if target is None else Assign(s.span, target, s.typed(1, target.type), 0)


def _check_change(s: Sentence, sign: int) -> Step | None:
    target = _target(s, 1)
    if target is None:
        return None
    if target.type is not INT:
        s.mismatch(target, "a number")
        return None
    return Assign(s.span, target, s.number(0), sign)


def _assign(effects: Effects, step: Assign) -> Act:
    if isinstance(step.target, LocalValue):
        return _assign_local(effects, step, step.target)
    target = step.target
    assert isinstance(target, Variable)
    cells = effects.space.variables[target.owner_kind, target.name]
    address = cells.address
    owner = effects.present(target.owner) if target.owner is not None else None
    value, sign = effects.function(step.value), step.sign
    store = effects.store(cells, step.span, proven=not sign and effects.within(step.value, cells.low, cells.high))
    to_int = target.type is BOOL

    def assign(m: Memory, context: Context) -> None:
        place = address + owner(m) if owner is not None else address
        given = value(m)
        if sign:
            given = m[place] + given * sign
        elif to_int:
            given = int(given)
        store(m, context, place, given)

    return assign


def _assign_local(effects: Effects, step: Assign, target: LocalValue) -> Act:
    write = effects.write_local(target.local, step.value)
    if not step.sign:
        return write
    address = effects.space.register(target.local).address
    value, sign, word = effects.function(step.value), step.sign, effects.word(step.span)

    def change(m: Memory, _context: Context) -> None:
        m[address] = word(m[address] + sign * value(m))

    return change


_HUGE = 2**62
"""Sums of smaller numbers don't leave 64 bits."""


def _lower_assign(low: Lowering, step: Assign) -> None:
    b, sign = low.b, step.sign
    if isinstance(step.target, LocalValue):
        register = low.space.register(step.target.local)
        if sign:
            given = b.let(low.num(step.value))
            value: Value = low.arithmetic.added(b.load(register.address), given, sign)
        else:
            value = low.fixed(step.value)
        low.settle()
        low.effects.put(register, value)
        return
    assert isinstance(step.target, Variable)
    cells = low.space.variables[step.target.owner_kind, step.target.name]
    place = None if step.target.owner is None else b.let(low.present(step.target.owner))
    known = low.known(step.value)
    result = b.let(low.num(step.value))
    least, most = known.low, known.high
    if sign:
        least, most = (cells.low + least, cells.high + most) if sign > 0 else (cells.low - most, cells.high - least)
        small = min(known.low, cells.low) > -_HUGE and max(known.high, cells.high) < _HUGE
        result = low.arithmetic.added(b.load(place, cells.address), result, sign, fits=small)
    if b.faulty:
        result = b.let(result)
        low.stop_at_fault()
    low.effects.put_variable(cells, place, result, proven=cells.low <= least and most <= cells.high)


ASSIGN = Verb(
    Assign,
    (
        Phrase(
            "set",
            Form("set VARIABLE to VALUE", "set leader to winner"),
            {"set": _check_set},
            (("`set V to E`", "a variable, or a `let` of the same list of steps (or of one around it)"),),
        ),
        Phrase(
            "add",
            Form("add N to VARIABLE", "add 1 to your points"),
            {"add": lambda s: _check_change(s, 1)},
            (("`add N to V`, `subtract N from V`", ""),),
        ),
        Phrase(
            "subtract",
            Form("subtract N from VARIABLE", "subtract 1 from your lives"),
            {"subtract": lambda s: _check_change(s, -1)},
            (),
        ),
    ),
    lambda order, step: order.whole(step),
    _assign,
    _lower_assign,
    (CHANGED,),
)


def _check_reset(s: Sentence) -> Step | None:
    names = _variables(s, 0, "game")
    return Reset(s.span, names, None) if names else None


def _check_reset_of(s: Sentence) -> Step | None:
    owners = s.value(1)
    if not isinstance(owners.type, ListType | ZoneType):
        owners = ListOf(ListType(owners.type), owners.span, (owners,))
    owners = s.as_list(owners)
    word = s.world.owner_word(element(owners.type) or UNKNOWN)
    if not word:
        s.mismatch(owners, "players or pieces")
        return None
    names = _variables(s, 0, word)
    return Reset(s.span, names, owners) if names else None


def _variables(s: Sentence, place: int, owner: str) -> tuple[str, ...]:
    names: list[str] = []
    for token in s.words(place):
        if (owner, str(token)) in s.world.variables:
            names.append(str(token))
        else:
            known = [name for (of, name) in s.world.variables if of == owner]
            s.world.unknown(Code.UNKNOWN_NAME, f"variable of the {owner}", str(token), s.place(token), known)
    return tuple(names)


def owner_kind(step: Reset) -> str:
    """The kind of owner whose variables a ``reset`` resets."""
    if step.owners is None:
        return "game"
    item = element(step.owners.type)
    if isinstance(item, ItemType):
        return item.kind
    return "team" if item == TEAM else "player"


def _reset(effects: Effects, step: Reset) -> Act:
    owners = effects.function(step.owners) if step.owners is not None else None
    parts = []
    for name in step.variables:
        cells = effects.space.variables[owner_kind(step), name]
        parts.append((cells.address, cells.initial, effects.store(cells, step.span, proven=True)))

    def reset(m: Memory, context: Context) -> None:
        numbers = owners(m) if owners is not None else (0,)
        for address, initial, store in parts:
            for number in numbers:
                store(m, context, address + number, initial)

    return reset


def _lower_reset(low: Lowering, step: Reset) -> None:
    b = low.b
    variables = [low.space.variables[owner_kind(step), name] for name in step.variables]
    if step.owners is None:
        for cells in variables:
            b.put(cells.address, cells.initial)
        return
    owners = low.effects.fixed_list(step.owners)
    low.settle()

    def one(owner: IrExpr) -> None:
        for cells in variables:
            b.store(owner, cells.address, cells.initial)

    owners.each_number(b, one)


RESET = Verb(
    Reset,
    (
        Phrase(
            "reset",
            Form("reset VARIABLE, VARIABLE [of PLAYERS]", "reset bet of players"),
            {"reset": _check_reset, "reset_of": _check_reset_of},
            (
                ("`reset V, V`", "variables of the game back to what they were at first"),
                ("`reset V, V of OWNERS`", "the same for players or pieces"),
            ),
        ),
    ),
    lambda order, step: order.whole(step),
    _reset,
    _lower_reset,
    (CHANGED,),
)


def _check_let(s: Sentence) -> Step:
    value = s.as_list(s.value(1))
    kind = value.type
    deep = isinstance(kind, ListType) and isinstance(kind.item, ListType)
    if deep or kind in (FRACTION, NOTHING, ListType(FRACTION)):
        s.mismatch(value, "a single value or a list of them")
        kind = UNKNOWN
    return Let(s.span, s.declare(0, kind), value)


LET = FlowVerb(
    Let,
    (
        Phrase(
            "let",
            Form("let NAME be VALUE", "let pot be sum(bet of players)"),
            {"let": _check_let},
            (
                (
                    "`let x be E`",
                    "a name for a value, until the end of this list of steps; a zone is taken as the list of its cards",
                ),
            ),
        ),
    ),
)
