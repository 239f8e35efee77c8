"""Checks the sentence that declares a zone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from lark import Token, Tree

from cardengine.diagnostics import Code, Span
from cardengine.lang.expressions import ExpressionChecker
from cardengine.lang.parser import Entry, Syntax, parse
from cardengine.lang.uses import check_constant
from cardengine.lang.world import Names, World
from cardengine.source import ScalarNode
from cardengine.tree.nodes import Expr, Facing
from cardengine.tree.symbols import Audience, Owner, OwnerKind, ZoneDecl
from cardengine.tree.types import CARD, EnumType, ItemType

MAX_FAMILY = 100


def read_zone(world: World, key: ScalarNode, owner: Owner, scalar: ScalarNode) -> ZoneDecl | None:
    """Check a zone's sentence; returns its declaration, or None after a report."""
    tree = parse(Entry.ZONE, scalar, world.report)
    if tree is None:
        return None
    clauses = _Clauses(world, ExpressionChecker(world, scalar))
    for child in tree.children:
        clauses.read(child)
    if len(clauses.facings) != 1:
        help_ = "write just one of: face-up, face-down, keeping faces"
        world.error(Code.ZONE, "how do cards lie in it?", scalar.span, help_)
        return None
    if owner.kind is OwnerKind.TABLE and clauses.seen_by in (Audience.OWNER, Audience.OTHERS):
        help_ = "write `seen by everybody`, or leave it out"
        world.error(Code.ZONE, "a zone of the table has no owner", scalar.span, help_)
    return ZoneDecl(
        name=key.text,
        span=key.span,
        owner=owner,
        item=clauses.item,
        is_pile=clauses.is_pile,
        facing=clauses.facings[0],
        seen_by=clauses.seen_by,
        count=clauses.count,
        each=clauses.each,
        hides_count=clauses.hides_count,
        refill=clauses.refill,
        limit=clauses.limit,
    )


@dataclass(slots=True)
class _Clauses:
    """The clauses of a zone's sentence read so far."""

    world: World
    expressions: ExpressionChecker
    count: int | None = None
    facings: list[Facing] = field(default_factory=list)
    is_pile: bool = True
    item: ItemType = CARD
    each: EnumType | None = None
    seen_by: Audience = Audience.NOBODY
    hides_count: bool = False
    refill: str | None = None
    limit: Expr | None = None

    def read(self, child: Token | Syntax) -> None:
        if isinstance(child, Token):
            self._count(child)
        else:
            CLAUSES[child.data](self, child, self.expressions.span(child))

    def _count(self, token: Token) -> None:
        self.count = int(token)
        if not 1 <= self.count <= MAX_FAMILY:
            span = self.expressions.span(token)
            self.world.error(Code.ZONE, f"there can't be {token} zones", span, f"from 1 to {MAX_FAMILY}")
            self.count = 1

    def _face(self, child: Syntax, span: Span) -> None:
        self.facings.append(Facing(_word(child)))

    def _kind(self, child: Syntax, span: Span) -> None:
        self.is_pile = _word(child).startswith("pile")

    def _of_kind(self, child: Syntax, span: Span) -> None:
        word = _word(child)
        kind = word if word in self.world.kinds else word.removesuffix("s")
        if kind in self.world.kinds:
            self.item = ItemType(kind)
        else:
            self.world.unknown(Code.UNKNOWN_NAME, "kind", word, span, list(self.world.kinds))

    def _for_each_of(self, child: Syntax, span: Span) -> None:
        self.each = self.world.enums.get(_word(child))
        if self.each is None:
            named = [enum for enum in self.world.enums if " " not in enum]
            self.world.unknown(Code.UNKNOWN_NAME, "type", _word(child), span, named)

    def _seen_by(self, child: Syntax, span: Span) -> None:
        audience = child.children[0]
        assert isinstance(audience, Tree)
        self.seen_by = Audience(" ".join(str(word) for word in audience.children))

    def _keeping_faces(self, child: Syntax, span: Span) -> None:
        self.facings.append(Facing.KEEP)

    def _hiding_count(self, child: Syntax, span: Span) -> None:
        self.hides_count = True

    def _refilled_from(self, child: Syntax, span: Span) -> None:
        self.refill = _word(child)

    def _at_most(self, child: Syntax, span: Span) -> None:
        amount = child.children[0]
        assert isinstance(amount, Tree)
        self.limit = self.expressions.number(amount, Names())
        check_constant(self.world, self.limit, "a limit")


def _word(tree: Syntax) -> str:
    return str(tree.children[0])


CLAUSES: dict[str, Callable[[_Clauses, Syntax, Span], None]] = {
    "face": _Clauses._face,
    "kind": _Clauses._kind,
    "of_kind": _Clauses._of_kind,
    "for_each_of": _Clauses._for_each_of,
    "seen_by": _Clauses._seen_by,
    "keeping_faces": _Clauses._keeping_faces,
    "hiding_count": _Clauses._hiding_count,
    "refilled_from": _Clauses._refilled_from,
    "at_most": _Clauses._at_most,
}
