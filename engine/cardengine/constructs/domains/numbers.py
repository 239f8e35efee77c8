"""``number from 1 to 9``, ``fraction from 0 to 1``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.constructs.domains.base import DomainRecord, Use, every_value
from cardengine.constructs.verbs.base import Form
from cardengine.tree.nodes import Domain, FractionDomain, NumberDomain
from cardengine.tree.types import FRACTION, INT

if TYPE_CHECKING:
    from cardengine.lang.domains import DomainSentence


def _check_number(s: DomainSentence) -> Domain:
    low, high, *step = (s.typed(part, INT) for part in s.parts)
    return NumberDomain(INT, s.span, low, high, step[0] if step else None)


NUMBER = DomainRecord(
    NumberDomain,
    {"number": Form("number from N to N [by N]", "number from 1 to 9")},
    {"number": _check_number, "number_by": _check_number},
    fits=lambda domain, use: use in (Use.OPTION, Use.PARAMETER) or domain.step is None,
    most=lambda facts, domain: max(0, facts.of(domain.high).high - facts.of(domain.low).low + 1),
    bounds=lambda domain: (domain.low, domain.high, *([domain.step] if domain.step is not None else [])),
)


def _check_fraction(s: DomainSentence) -> Domain:
    low, high = (s.typed(part, FRACTION) for part in s.parts)
    return FractionDomain(FRACTION, s.span, low, high)


FRACTIONS = DomainRecord(
    FractionDomain,
    {"fraction": Form("fraction from N to N", "fraction from 0 to 1")},
    {"fraction": _check_fraction},
    fits=lambda _domain, use: use is Use.OPTION,
    most=every_value,
    bounds=lambda domain: (domain.low, domain.high),
)
