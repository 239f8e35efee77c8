"""The worth of hands: `poker_rank`, `unmelded`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.constructs.base import (
    NO_FAULTS,
    Closure,
    Closures,
    Fact,
    Failure,
    Function,
    Order,
    Parsed,
    Reveals,
    fact,
    number,
)
from cardengine.constructs.hands import melds, poker
from cardengine.constructs.numbers import within_word
from cardengine.diagnostics import Code
from cardengine.layout.faults import Fault
from cardengine.layout.space import Memory
from cardengine.tree import nodes as t
from cardengine.tree.types import CARD, INT, ListType

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering
    from cardengine.diagnostics import Span
    from cardengine.facts import Facts
    from cardengine.ir.nodes import Expr
    from cardengine.lang.expressions import ExpressionChecker
    from cardengine.lang.world import Names


def _has_ranks_and_suits(checker: ExpressionChecker, name: str, span: Span) -> bool:
    kind = checker.world.kinds["card"]
    if kind.column("rank") is not None and kind.column("suit") is not None:
        return True
    checker.world.error(Code.TYPE, f"`{name}` needs cards with a rank and a suit", span)
    return False


def _check_poker(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> t.Expr:
    if not _has_ranks_and_suits(checker, name, span):
        return checker.unknown(span)
    return t.Call(INT, span, name, (checker.typed(given.plain[0], names, ListType(CARD)),))


def _check_unmelded(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> t.Expr:
    assert given.key is not None
    if not _has_ranks_and_suits(checker, name, span):
        return checker.unknown(span)
    source = checker.typed(given.key[0], names, ListType(CARD))
    it = checker.scratch(CARD)
    return t.Call(INT, span, name, (source,), it, checker.number(given.key[1], names.within(it)))


def _too_many(source: Fact, most: int) -> frozenset[Failure]:
    return frozenset((Failure.TOO_MANY,)) if source.most > most else NO_FAULTS


def _poker_facts(facts: Facts, call: t.Call) -> Fact:
    source = facts.of(call.arguments[0])
    raises = _too_many(source, poker.MAX_CARDS)
    return fact(
        source,
        low=0,
        high=poker.Scale.of(facts.space).highest,
        raises=raises,
        cost=1 + source.cost + 8 * poker.MAX_CARDS,
    )


def _unmelded_facts(facts: Facts, call: t.Call) -> Fact:
    assert call.key is not None
    source, value = facts.of(call.arguments[0]), facts.of(call.key)
    most = min(source.most, melds.MAX_CARDS)
    found = number(
        source, value, low=min(0, value.low * most), high=max(0, value.high * most),
        cost=1 + source.cost + most * value.cost + (1 << most),
    )  # fmt: skip
    raises = found.raises | _too_many(source, melds.MAX_CARDS)
    return fact(found, low=found.low, high=found.high, raises=raises, cost=found.cost)


def _poker(closures: Closures, call: t.Call, _fact: Fact) -> Closure:
    source, span = closures.function(call.arguments[0]), call.span
    tables = closures.space.items["card"].tables
    scale = poker.Scale.of(closures.space)
    ranks, suits = [scale.strengths[rank] for rank in tables["rank"]], tables["suit"]

    def rank(m: Memory) -> int:
        cards = source(m)
        if len(cards) > poker.MAX_CARDS:
            raise Fault(f"`poker_rank` looks at {poker.MAX_CARDS} cards at most, not at {len(cards)}", span)
        return poker.rank([(ranks[x], suits[x]) for x in cards], scale)

    return rank


def _unmelded(closures: Closures, call: t.Call, fact: Fact) -> Closure:
    assert call.it is not None
    assert call.key is not None
    source, key, span = closures.function(call.arguments[0]), closures.key(call.it, call.key), call.span
    tables = closures.space.items["card"].tables
    strengths = closures.space.ruleset.strengths.get("rank")
    ranks = [strengths[rank] if strengths else rank for rank in tables["rank"]]
    suits = tables["suit"]

    def unmelded(m: Memory) -> int:
        cards = source(m)
        if len(cards) > melds.MAX_CARDS:
            raise Fault(f"`unmelded` looks at {melds.MAX_CARDS} cards at most, not at {len(cards)}", span)
        of = key(m)
        return melds.least_left([ranks[x] for x in cards], [suits[x] for x in cards], [of(x) for x in cards])

    return within_word(unmelded, call, fact)


def _lower_unmelded(low: Lowering, call: t.Call) -> Expr:
    assert call.it is not None
    assert call.key is not None
    return low.unmelded(low.keyed(low.collected(call.arguments[0]), call.it, call.key))


FUNCTIONS = (
    Function(
        name="poker_rank",
        form="poker_rank(CARDS)",
        text="the strength of the best poker hand of five of these cards (or fewer): higher numbers are better, equal "
        f"hands have equal numbers; at most {poker.MAX_CARDS} cards",
        examples=(("poker_rank([AS, AH]) > poker_rank([KS, QS])", "yes"),),
        arguments=(1, 1),
        check=_check_poker,
        facts=_poker_facts,
        closure=_poker,
        lower=lambda low, call: low.poker_rank(call.arguments[0]),
        order=Order.IGNORED,
        reveals=Reveals.MEMBERS,
    ),
    Function(
        name="unmelded",
        form="unmelded(CARDS by VALUE)",
        text="the least possible total of VALUE outside disjoint melds: sets of three or more of a rank, runs of three "
        f"or more in a suit; at most {melds.MAX_CARDS} cards",
        examples=(("unmelded([7S, 7H, 7D, 8S, 9S] by value)", "14"),),
        arguments=(1, 1),
        check=_check_unmelded,
        facts=_unmelded_facts,
        closure=_unmelded,
        lower=_lower_unmelded,
        order=Order.READ,
        reveals=Reveals.MEMBERS,
        keyed=True,
    ),
)
