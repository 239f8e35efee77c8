"""``a card from your hand``, ``2 cards from your hand``: members of a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.constructs.domains.base import DomainRecord, Use
from cardengine.constructs.verbs.base import Form
from cardengine.diagnostics import Code
from cardengine.tree.nodes import (
    AllDomain,
    AllPlayers,
    Constant,
    Domain,
    EveryMember,
    Expr,
    Filter,
    OneOfDomain,
    SubsetDomain,
)
from cardengine.tree.types import INT, PLAYER, UNKNOWN, EnumType, ListType, describe, element

if TYPE_CHECKING:
    from cardengine.lang.domains import DomainSentence


def _check_one(s: DomainSentence) -> Domain:
    source = s.list_of(2)
    s.agrees(1, source, many=False)
    return OneOfDomain(element(source.type) or UNKNOWN, s.span, source)


def _check_where(s: DomainSentence) -> Domain:
    kind = s.kind(1)
    source: Expr
    if kind == PLAYER:
        source = AllPlayers(ListType(kind), s.span)
    elif isinstance(kind, EnumType):
        source = EveryMember(ListType(kind), s.span)
    else:
        if kind is not UNKNOWN:
            word = describe(kind)
            s.world.error(Code.DOMAIN, f"{word} comes from somewhere", s.span, f"write `{word} from ... where ...`")
        return AllDomain(UNKNOWN, s.span)
    it, condition = s.condition(2, kind)
    return OneOfDomain(kind, s.span, Filter(source.type, s.span, source, it, condition))


ONE_OF = DomainRecord(
    OneOfDomain,
    {"a": Form("a TYPE [from LIST] [where CONDITION]", "a card from your hand")},
    {"pick_one": _check_one, "thing_where": _check_where},
    fits=lambda _domain, use: use is Use.PARAMETER,
)


def _check_subset(s: DomainSentence) -> Domain:
    source = s.list_of(2)
    s.agrees(1, source, many=True)
    sizes = s.amounts(0)
    low: Expr = sizes[0] if sizes else Constant(INT, s.span, 0)
    return SubsetDomain(
        ListType(element(source.type) or UNKNOWN), s.span, source, low, sizes[-1] if sizes else None
    )  # fmt: skip


SUBSET = DomainRecord(
    SubsetDomain,
    {
        "any": Form("any cards from LIST", "any cards from your hand"),
        "some": Form("N cards from LIST   or   N to N cards from LIST", "2 cards from your hand"),
    },
    {"pick": _check_subset},
    fits=lambda _domain, use: use is Use.PARAMETER,
)
