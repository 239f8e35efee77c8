"""Lays out a game: evaluates its options and limits, and allocates the cells of its state."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from cardengine.diagnostics import Code, Diagnostic, DiagnosticError, Span, suggest
from cardengine.evaluation import Closures
from cardengine.facts import Facts
from cardengine.layout.faults import Fault
from cardengine.layout.space import ItemSpace, Space, VariableSpace, ZoneCell, ZoneSpace
from cardengine.model.program import Header
from cardengine.tree import nodes as t
from cardengine.tree.symbols import KindDecl, OptionDecl, Owner, OwnerKind, Ruleset
from cardengine.tree.types import BOOL, INT, EnumType, OptionalType, describe

MAX_STATE = 200_000
"""The most cells of a state."""
MAX_ITEMS = 2_000
"""The most cards, or pieces of one kind, in a game."""

MAX_WORK = 2_000_000
"""The budget for all constants of a game together, which take at most about a second."""

# No exponents: a short text could make a number too large to compute with.
_NUMBER = re.compile(r"[-+]?[0-9]{1,18}(/[0-9]{1,18}|\.[0-9]{1,18})?")

OptionValue = bool | int | str | Fraction


def link(ruleset: Ruleset, given: Mapping[str, OptionValue], players: int) -> Facts:
    """Lay a game out; returns the facts of its expressions, which hold the layout.

    Args:
        ruleset: the checked ruleset.
        given: option values that differ from the defaults, by name.
        players: the number of players.

    Raises:
        DiagnosticError: for an unknown option, a value out of its bounds, or a game that is too large.
    """
    problems: list[Diagnostic] = []
    for name in given:
        if name not in ruleset.options:
            close = suggest(name, list(ruleset.options))
            known = ", ".join(ruleset.options) or "none"
            help_ = f"did you mean `{close}`?" if close else f"the options: {known}"
            problems.append(Diagnostic(Code.UNKNOWN_OPTION, f"this game has no option `{name}`", None, help=help_))
    if problems:
        raise DiagnosticError(tuple(problems))
    space = Space(ruleset, players, {})
    space.take(Header.SIZE)
    facts = Facts(space)
    try:
        constants = Constants(space, Closures(facts))
        _link_options(constants, given)
        _link_items(constants)
        _check_requirements(constants)
        _link_variables(constants)
        _link_zones(constants)
    except Fault as fault:
        raise _refuse(Code.CONSTANT_FAULT, fault.message, fault.span) from None
    check_size(space)
    return facts


def check_size(space: Space) -> None:
    """Refuse a game whose state is too large.

    Raises:
        DiagnosticError: it is too large.
    """
    if space.size > MAX_STATE:
        message = f"the state of this game takes {space.size} cells; the most is {MAX_STATE}"
        raise _refuse(Code.TOO_LARGE, message, space.ruleset.span, "give zones a bound: `at most N`, or lower a limit")


@dataclass(slots=True)
class Constants:
    """Computes what is fixed when a game is laid out."""

    space: Space
    closures: Closures
    left: int = MAX_WORK
    """The remaining budget, in the units of ``Fact.cost``."""

    def value(self, expr: t.Expr) -> Any:
        """The value of an expression that the checker has found to be independent of the state.

        Raises:
            DiagnosticError: with those before it, it would take too much work; it isn't begun.
        """
        if isinstance(expr, t.Constant):
            return expr.value
        known = self.closures.known(expr)
        if known.constant:
            return known.value
        if known.cost > self.left:
            help_ = "count with fewer lists inside each other, or write the number that it comes to"
            raise _refuse(Code.TOO_MUCH_WORK, "this takes too much work before a game begins", expr.span, help_)
        self.left -= known.cost
        call = self.closures.function(expr)
        return call([0] * self.space.scratch)


def _refuse(code: Code, message: str, span: Span, help_: str | None = None) -> DiagnosticError:
    return DiagnosticError((Diagnostic(code, message, span, help=help_),))


# Options -------------------------------------------------------------------------------------------


def _link_options(constants: Constants, given: Mapping[str, OptionValue]) -> None:
    space = constants.space
    # A bound may read the classes of pieces, whose tables depend only on constants and earlier options.
    for kind in space.ruleset.kinds.values():
        if kind.is_piece:
            space.items[kind.name] = _tables_only(constants, kind)
    for option in space.ruleset.options.values():
        if option.name in given:
            value = _parse(option, given[option.name])
            place: Span | None = None
        else:
            value = constants.value(option.default)
            place = option.default.span
        _check_bounds(constants, option, value, place)
        space.options[option.name] = value


def _parse(option: OptionDecl, given: OptionValue) -> int | Fraction:
    """Convert an option value given as text or as a Python value."""
    kind = option.domain.type
    text = str(given).strip()
    if kind is BOOL:
        words = {"yes": 1, "no": 0, "True": 1, "False": 0, "true": 1, "false": 0}
        if text in words:
            return words[text]
        raise _wrong(option, text, "write yes or no")
    if isinstance(kind, EnumType):
        if text in kind.members:
            return kind.members.index(text)
        close = suggest(text, list(kind.members))
        raise _wrong(option, text, f"did you mean `{close}`?" if close else f"one of: {', '.join(kind.members)}")
    try:
        value = Fraction(text) if not isinstance(given, bool) and _NUMBER.fullmatch(text) else None
    except ZeroDivisionError:
        value = None
    if value is None:
        raise _wrong(option, text, f"{describe(kind)} is wanted")
    if kind is INT:
        if value.denominator != 1:
            raise _wrong(option, text, "a whole number is wanted")
        return int(value)
    return value


def _wrong(option: OptionDecl, text: str, help_: str) -> DiagnosticError:
    message = f"the option `{option.name}` can't be `{text}`"
    return DiagnosticError((Diagnostic(Code.OPTION_VALUE, message, option.span, help=help_),))


def _check_bounds(constants: Constants, option: OptionDecl, value: int | Fraction, place: Span | None) -> None:
    domain = option.domain
    if not isinstance(domain, t.NumberDomain | t.FractionDomain):
        return
    low, high = constants.value(domain.low), constants.value(domain.high)
    if not low <= value <= high:
        message = f"the option `{option.name}` is {value}; it must be from {low} to {high}"
        raise _refuse(Code.OPTION_VALUE, message, place or option.span, "choose a value within the bounds")
    if isinstance(domain, t.NumberDomain) and domain.step is not None:
        step = constants.value(domain.step)
        if step > 0 and (value - low) % step:
            message = f"the option `{option.name}` is {value}; it goes from {low} in steps of {step}"
            raise _refuse(Code.OPTION_VALUE, message, place or option.span)


def _check_requirements(constants: Constants) -> None:
    space = constants.space
    problems = [
        Diagnostic(Code.REQUIREMENT, condition.reason, condition.test.span)
        for condition in space.ruleset.requirements
        if not constants.value(condition.test)
    ]
    if problems:
        raise DiagnosticError(tuple(problems))


# Items ---------------------------------------------------------------------------------------------


def _tables(constants: Constants, kind: KindDecl) -> dict[str, list[int]]:
    tables: dict[str, list[int]] = {}
    for place, column in enumerate(kind.columns):
        if kind.classes is not None and column.type == kind.classes and kind.is_piece:
            tables[column.name] = list(range(len(kind.rows)))
            continue
        values = [constants.value(row[place]) for row in kind.rows]
        tables[column.name] = [int(value) for value in values]
    return tables


def _tables_only(constants: Constants, kind: KindDecl) -> ItemSpace:
    return ItemSpace(kind, len(kind.rows), 0, 0, 0, 1, _tables(constants, kind), (), 0, ())


def _check_cells(constants: Constants, kind: KindDecl, tables: Mapping[str, list[int]]) -> None:
    """Check printed values against the bounds of their column, however they are written: `-1`, `2 * options.x`."""
    for place, column in enumerate(kind.columns):
        if not isinstance(column.domain, t.NumberDomain):
            continue
        low, high = constants.value(column.domain.low), constants.value(column.domain.high)
        for row, value in zip(kind.rows, tables[column.name], strict=True):
            if not low <= value <= high:
                message = f"{value} is not from {low} to {high}"
                raise _refuse(Code.OUT_OF_BOUNDS, message, row[place].span, "change it, or the bounds of the column")


def _link_items(constants: Constants) -> None:
    space = constants.space
    for kind in space.ruleset.kinds.values():
        tables = _tables(constants, kind)
        _check_cells(constants, kind, tables)
        limit = 0
        if kind.limit is not None:
            limit = int(constants.value(kind.limit))
            if limit < 1:
                message = f"a player could have {limit} {kind.name}s"
                raise _refuse(Code.TOO_LARGE, message, kind.limit.span, "the limit must be at least 1")
        count = limit * space.players if kind.is_piece else len(kind.rows)
        if count > MAX_ITEMS:
            message = f"there could be {count} {kind.name}s; the most is {MAX_ITEMS}"
            raise _refuse(Code.TOO_LARGE, message, kind.span, "lower the limit or the number of packs")
        texts = kind.texts
        if kind.is_piece:
            texts = tuple(
                kind.pattern.replace("{seat}", str(seat + 1)).replace("{number}", str(number + 1))
                for seat in range(space.players)
                for number in range(limit)
            )
        space.items[kind.name] = ItemSpace(
            decl=kind,
            count=count,
            place=space.take(count),
            face=space.take(count),
            seen=space.take(count),
            model=space.take(count) if kind.is_piece else 0,
            tables=tables,
            texts=texts,
            limit=limit,
            pack=_alike(kind, count),
        )


def _alike(kind: KindDecl, count: int) -> tuple[int, ...]:
    """For each item the first one that looks the same."""
    if kind.is_piece:
        return tuple(range(count))
    first: dict[str, int] = {}
    return tuple(first.setdefault(text, number) for number, text in enumerate(kind.texts))


def owner_count(space: Space, owner: Owner) -> int:
    """The number of owners of a kind."""
    match owner.kind:
        case OwnerKind.TABLE:
            return 1
        case OwnerKind.PLAYER:
            return space.players
        case OwnerKind.TEAM:
            return len(space.teams)
        case OwnerKind.ITEM:
            return space.items[owner.item or ""].count


# Variables -----------------------------------------------------------------------------------------


def _link_variables(constants: Constants) -> None:
    space = constants.space
    for key, decl in space.ruleset.variables.items():
        owners = owner_count(space, decl.owner)
        if isinstance(decl.domain, t.NumberDomain):
            low, high = int(constants.value(decl.domain.low)), int(constants.value(decl.domain.high))
            if low > high:
                raise _refuse(Code.OUT_OF_BOUNDS, f"`{decl.name}` has no value: from {low} to {high}", decl.domain.span)
            initial = low
        else:
            low, high = space.range_of(decl.type)
            initial = -1 if isinstance(decl.type, OptionalType) else 0
        if decl.initial is not None:
            initial = int(constants.value(decl.initial))
            if not low <= initial <= high:
                message = f"`{decl.name}` is {initial} at first; it must be from {low} to {high}"
                raise _refuse(Code.OUT_OF_BOUNDS, message, decl.initial.span)
        space.variables[key] = VariableSpace(decl, space.take(owners), owners, low, high, initial)


# Zones ---------------------------------------------------------------------------------------------


def _link_zones(constants: Constants) -> None:
    space = constants.space
    for decl in space.ruleset.zones.values():
        owners = owner_count(space, decl.owner)
        space.zones[decl.name] = ZoneSpace(decl, len(space.cells), owners, decl.places)
        capacity = space.items[decl.item.kind].count
        if decl.limit is not None:
            capacity = max(0, min(capacity, int(constants.value(decl.limit))))
        for owner in range(owners):
            seat = _seat(space, decl.owner, owner)
            for place in range(decl.places):
                address = space.take(1 + capacity)
                mask = space.mask_for(decl, _owners(space, decl.owner, owner, seat))
                segment = space.take(2) if decl.is_pile else 0
                space.add(ZoneCell(address, capacity, decl, owner, place, seat, mask, segment))


def _owners(space: Space, owner: Owner, number: int, seat: int) -> int:
    """The mask of the seats that own a zone."""
    if owner.kind is OwnerKind.TEAM:
        return sum(1 << member for member in space.teams[number])
    return 1 << seat if seat >= 0 else 0


def _seat(space: Space, owner: Owner, number: int) -> int:
    match owner.kind:
        case OwnerKind.PLAYER:
            return number
        case OwnerKind.ITEM:
            kind = space.items[owner.item or ""]
            return number // kind.limit if kind.limit else -1
        case _:
            return -1
