"""``yes or no``, ``a suit``, ``a player or nothing``: every value of a type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.constructs.domains.base import DomainRecord, Use, every_offered, every_value, lower_every, no_parts
from cardengine.constructs.verbs.base import Form
from cardengine.diagnostics import Code
from cardengine.tree.nodes import AllDomain, Domain
from cardengine.tree.types import BOOL, PLAYER, UNKNOWN, EnumType, ItemType, OptionalType, Type

if TYPE_CHECKING:
    from cardengine.lang.domains import DomainSentence


def _check_words(s: DomainSentence) -> Domain:
    words = s.words
    if sorted(words) == ["no", "yes"]:
        return AllDomain(BOOL, s.span)
    if len(words) == 1:
        known = s.world.type_named(words[0])
        help_ = f"write `a {words[0]}`" if known else "write the words with `or` between, or `number from 0 to 9`"
        s.world.error(Code.DOMAIN, f"`{words[0]}` alone is no domain", s.span, help_)
        return AllDomain(UNKNOWN, s.span)
    if len(set(words)) < len(words):
        s.world.error(Code.DOMAIN, "a word stands here twice", s.span)
    enum = EnumType(" or ".join(words), tuple(words))
    s.world.enums.setdefault(enum.name, enum)
    return AllDomain(enum, s.span)


def _fits(domain: AllDomain, use: Use) -> bool:
    kind = domain.type
    if kind is BOOL or isinstance(kind, EnumType):
        return True
    if use not in (Use.VARIABLE, Use.PARAMETER):
        return False
    return kind == PLAYER or (isinstance(kind, OptionalType) and _may_be_nothing(kind.item, use))


def _may_be_nothing(kind: Type, use: Use) -> bool:
    return kind == PLAYER or isinstance(kind, EnumType) or (use is Use.VARIABLE and isinstance(kind, ItemType))


ALL = DomainRecord(
    AllDomain,
    {"words": Form("WORD or WORD", "yes or no")},
    {
        "words": _check_words,
        "word": _check_words,
        "thing": lambda s: AllDomain(s.kind(1), s.span),
        "maybe": lambda s: AllDomain(OptionalType(s.kind(1)), s.span),
    },
    fits=_fits,
    most=every_value,
    offered=every_offered,
    lower=lower_every,
    bounds=no_parts,
    figures=no_parts,
)
