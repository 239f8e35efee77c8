"""The visibility check: legal actions may depend only on what the chooser sees, or their list reveals secrets.

Each domain, condition and evaluation of an action is traced to the zones whose cards it reads. A card may be read if
its zone shows it to the chooser: face up, seen by everybody, or seen by its owner and owned by the chooser. A zone
whose cards some step turns up is left to the author, who knows when they are visible.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardengine.constructs.base import Reveals
from cardengine.constructs.functions import FUNCTIONS
from cardengine.constructs.verbs import turns_up
from cardengine.diagnostics import Code, Diagnostic
from cardengine.tree import nodes as t
from cardengine.tree.symbols import ActionDecl, Audience, ChoiceDecl, Ruleset, ZoneDecl
from cardengine.tree.types import ItemType, ListType, OptionalType, Type, ZoneType
from cardengine.tree.walk import children, steps_under, walk


@dataclass(frozen=True, slots=True)
class _Origin:
    """The origin of a value: the zone that hides it from the chooser, or None; and whether the chooser owns it."""

    hidden: str | None = None
    mine: bool = False


_OPEN = _Origin()


def check_visibility(ruleset: Ruleset, report: list[Diagnostic]) -> None:
    """Report conditions by which a list of actions would reveal what its chooser can't see."""
    turned = _turned_up(ruleset)
    for choice in ruleset.choices.values():
        for action in choice.actions:
            _Reading(ruleset, choice, turned, report).action(action)


def _turned_up(ruleset: Ruleset) -> frozenset[str]:
    """The zones whose cards some step turns up."""
    names: set[str] = set()
    for step in steps_under(ruleset):
        for items in turns_up(step):
            for part in walk(items):
                if isinstance(part, t.ZoneRef | t.ZoneFamily | t.EveryZone):
                    names.add(part.name)
    return frozenset(names)


class _Reading:
    """Traces the expressions of one action."""

    def __init__(self, ruleset: Ruleset, choice: ChoiceDecl, turned: frozenset[str], report: list[Diagnostic]) -> None:
        self.ruleset = ruleset
        self.turned = turned
        self.report = report
        self.origins: dict[t.Local, _Origin] = {choice.you: _Origin(mine=True)}
        self.reported = False

    def action(self, action: ActionDecl) -> None:
        """Check everything that decides whether the action is legal, or how it is evaluated."""
        for parameter in action.parameters:
            self.origins[parameter.local] = self._domain(parameter.domain)
        for condition in action.conditions:
            self.follow(condition.test)
        if action.evaluate is not None:
            self.follow(action.evaluate)

    def _domain(self, domain: t.Domain) -> _Origin:
        """The origin of the possible values of a parameter: that of its source, regardless of how many are chosen."""
        parts = {id(part): self.follow(part) for part in children(domain)}
        source = domain.source if isinstance(domain, t.OneOfDomain | t.SubsetDomain) else None
        return parts.get(id(source), _OPEN)

    # What a part reads -------------------------------------------------------------------------

    def follow(self, expr: t.Expr) -> _Origin:
        """The origin of a value; checks everything that is read on the way."""
        match expr:
            case t.LocalValue(local=local):
                return self.origins.get(local, _OPEN)
            case t.ZoneRef() | t.ZoneFamily():
                return self._zone(expr)
            case t.EveryZone(name=name):
                return self._seen(self.ruleset.zones[name], mine=False)
            case t.Each(body=body, it=it, source=source) | t.Filter(source=source, it=it, condition=body):
                return self._with_it(expr, body, it, source)
            case t.Attribute(of=of):
                return self._reads(expr, self.follow(of))
            case t.OwnerOf(of=of) | t.ZoneOf(of=of):
                if isinstance(of, t.Constant):
                    self._report(expr, "where a card lies")
                return self.follow(of)
            case t.Equal() | t.Contains() | t.With() | t.Without():
                return self._compared(expr)
            case t.Call():
                return self._call(expr)
            case t.DefineCall(name=name, arguments=arguments):
                define = self.ruleset.defines[name]
                for local, argument in zip(define.parameters, arguments, strict=True):
                    self.origins[local] = self.follow(argument)
                return self.follow(define.body)
            case _:
                origin = self._all(expr)
                return self._reads(expr, origin) if _makes_something_else(expr) else origin

    def _all(self, expr: t.Expr) -> _Origin:
        """The origin of a value made of several parts: hidden if any of them is."""
        origins = [self.follow(part) for part in children(expr)]
        hidden = next((origin.hidden for origin in origins if origin.hidden), None)
        return _Origin(hidden, bool(origins) and all(origin.mine for origin in origins))

    def _compared(self, expr: t.Equal | t.Contains | t.With | t.Without) -> _Origin:
        """The origin of a comparison of items: which of them are equal reveals what the hidden ones are."""
        left, right = (expr.item, expr.source) if isinstance(expr, t.Contains) else (expr.left, expr.right)
        lists = isinstance(expr, t.With | t.Without)
        for side, other in ((left, right), (right, left)):
            origin = self.follow(side)
            # Comparing parameters and lists with each other is allowed: it reveals where items lie, not what they are.
            if _is_item(side.type) and (_names_items(other) or not (lists or isinstance(side, t.LocalValue))):
                self._reads(expr, origin)
        return self._all(expr) if lists else _OPEN

    def _with_it(self, expr: t.Expr, body: t.Expr, it: t.Local, source: t.Expr) -> _Origin:
        origin = self.follow(source)
        if isinstance(expr, t.Filter) and _only_face_up(body, it):
            origin = _Origin(None, origin.mine)
        self.origins[it] = origin
        result = self.follow(body)
        return origin if isinstance(expr, t.Filter) else result

    def _zone(self, expr: t.ZoneRef | t.ZoneFamily) -> _Origin:
        mine = self.follow(expr.owner).mine if expr.owner is not None else False
        if isinstance(expr, t.ZoneRef) and expr.index is not None:
            self.follow(expr.index)
        return self._seen(self.ruleset.zones[expr.name], mine=mine)

    def _seen(self, zone: ZoneDecl, *, mine: bool) -> _Origin:
        open_ = (
            zone.facing is t.Facing.UP
            or zone.seen_by is Audience.EVERYBODY
            or (zone.seen_by is Audience.OWNER and mine)
            or zone.name in self.turned
        )
        return _Origin(None if open_ else zone.name, mine)

    def _call(self, expr: t.Call) -> _Origin:
        origins = [self.follow(argument) for argument in expr.arguments]
        first = origins[0] if origins else _OPEN
        if expr.it is not None and expr.key is not None:
            self.origins[expr.it] = first
            self.follow(expr.key)
        default = self.follow(expr.default) if expr.default is not None else None
        reveals = FUNCTIONS[expr.function].reveals
        if reveals is Reveals.SEAT:
            return _OPEN
        if reveals is Reveals.COUNT:
            hidden = first.hidden
            if hidden is not None and self.ruleset.zones[hidden].hides_count:
                self._report(expr, f"how many cards lie in `{hidden}`")
            return _OPEN
        if default is None:
            return first
        return _Origin(first.hidden or default.hidden, first.mine and default.mine)

    def _reads(self, expr: t.Expr, origin: _Origin) -> _Origin:
        if origin.hidden is not None:
            self._report(expr, f"what lies in `{origin.hidden}`")
            return _OPEN
        return origin

    def _report(self, expr: t.Expr, what: str) -> None:
        if not self.reported:
            self.reported = True
            self.report.append(
                Diagnostic(
                    Code.HIDDEN,
                    f"the chooser can't see {what}, so this would tell it by what is on offer",
                    expr.span,
                    help="let the zone be face-up or `seen by` the chooser, keep what is public in a variable, "
                    "or test it in the steps",
                )
            )


def _makes_something_else(expr: t.Expr) -> bool:
    """Whether an expression makes something else of items, and so tells what they are.

    Not which way they lie: that all can see.
    """
    if isinstance(expr, t.IsFaceUp):
        return False
    return not _of_items(expr.type) and any(_of_items(part.type) for part in children(expr))


def _of_items(kind: Type) -> bool:
    """Whether a type is that of items, or of lists of them, however deep."""
    return _of_items(kind.item) if isinstance(kind, OptionalType | ListType) else isinstance(kind, ItemType)


def _is_item(kind: Type) -> bool:
    inner = kind.item if isinstance(kind, OptionalType | ListType) else kind
    return isinstance(inner, ItemType) and not isinstance(inner, ZoneType)


def _names_items(expr: t.Expr) -> bool:
    """Whether an expression names particular cards or pieces."""
    return any(isinstance(part, t.Constant | t.EveryItem) and _is_item(part.type) for part in walk(expr))


def _only_face_up(condition: t.Expr, it: t.Local) -> bool:
    """Whether a condition holds only for items that lie face up."""
    match condition:
        case t.IsFaceUp(of=t.LocalValue(local=local)):
            return local is it
        case t.And(left=left, right=right):
            return _only_face_up(left, it) or _only_face_up(right, it)
        case _:
            return False
