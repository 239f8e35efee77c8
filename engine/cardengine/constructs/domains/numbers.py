"""``number from 1 to 9``, ``fraction from 0 to 1``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.constructs.domains.base import (
    DomainRecord,
    Offered,
    Offering,
    Use,
    every_offered,
    every_value,
    lower_every,
    no_parts,
)
from cardengine.constructs.verbs.base import Form
from cardengine.layout.faults import Fault
from cardengine.layout.space import Memory
from cardengine.tree.nodes import Domain, Expr, FractionDomain, NumberDomain
from cardengine.tree.types import FRACTION, INT

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering
    from cardengine.ir.values import Consumer
    from cardengine.lang.domains import DomainSentence
    from cardengine.model.program import Choice


def _check_number(s: DomainSentence) -> Domain:
    low, high, *step = (s.typed(part, INT) for part in s.parts)
    return NumberDomain(INT, s.span, low, high, step[0] if step else None)


def _parts(domain: NumberDomain) -> tuple[Expr, ...]:
    return domain.low, domain.high, *([domain.step] if domain.step is not None else [])


def _offered(offering: Offering, domain: NumberDomain) -> Offered:
    low, high = offering.function(domain.low), offering.function(domain.high)
    step = offering.function(domain.step) if domain.step is not None else None
    span = domain.span

    def numbers(m: Memory) -> range:
        width = 1 if step is None else step(m)
        if width < 1:
            raise Fault("a step must be at least 1", span)
        return range(low(m), high(m) + 1, width)

    return numbers


def _lower(low: Lowering, _choice: Choice, domain: NumberDomain, body: Consumer) -> None:
    b = low.b
    step = b.var(1 if domain.step is None else low.num(domain.step))
    least, most = b.let(low.num(domain.low)), b.let(low.num(domain.high))
    with b.block() as block:
        if domain.step is not None:
            with b.if_(b.lt(step, 1)):
                low.trouble()
                b.leave(block)
        value = b.var(least)
        with b.loop() as loop:
            b.leave(loop, b.gt(value, most))
            body(b.let(value))
            b.step(value, step)


NUMBER = DomainRecord(
    NumberDomain,
    {"number": Form("number from N to N [by N]", "number from 1 to 9")},
    {"number": _check_number, "number_by": _check_number},
    fits=lambda domain, use: use in (Use.OPTION, Use.PARAMETER) or domain.step is None,
    most=lambda facts, domain: max(0, facts.of(domain.high).high - facts.of(domain.low).low + 1),
    offered=_offered,
    lower=_lower,
    bounds=_parts,
    figures=_parts,
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
    offered=every_offered,
    lower=lower_every,
    bounds=lambda domain: (domain.low, domain.high),
    figures=no_parts,
)
