"""Whatever is done to a ruleset, it is loaded or refused with diagnostics, quickly; and what loads can be played."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardengine.diagnostics import Diagnostic, DiagnosticError, Severity
from cardengine.model.load import load_text
from cardengine.runtime.game import Game
from tests.hostile.corpus import SMALL, TOKEN, WORDS, corpus

SECONDS = 5.0
"""Far more than a load takes (a hundredth of it is usual), as the machine may be busy."""


def attempt(text: str) -> Game | None:
    """The game of a text, or None when it is refused, as it should be: with problems that have a place or a file."""
    begin = time.perf_counter()
    problems: tuple[Diagnostic, ...] = ()
    made: Game | None = None
    try:
        made = Game(load_text(text), step_cap=200)
    except DiagnosticError as error:
        problems = error.diagnostics
        str(error)
    assert (made is None) is any(problem.severity is Severity.ERROR for problem in problems)
    for problem in problems:
        assert problem.message
        assert problem.span is None or 0 <= problem.span.start <= problem.span.end <= len(text)
    assert time.perf_counter() - begin < SECONDS
    return made


def play(made: Game, seed: int) -> None:
    """Play some actions at random; a fault of the ruleset is an outcome, no exception."""
    begin = time.perf_counter()
    rng = random.Random(seed)
    state = made.new(seed=seed)
    for _ in range(15):
        if state.over or time.perf_counter() - begin > SECONDS:
            break
        seat = rng.choice(state.players)
        actions = state.actions(seat)
        action = rng.choice(actions)
        assert state.parse_action(action.text, seat) in actions
        state.view(seat)
        state.information(seat)
        state.apply(action)
    assert len(state.scores) == made.players
    assert made.from_json(state.to_json()).key() == state.key()
    if state.over:
        assert state.winners is not None


def mutated(text: str, rng: random.Random, changes: int) -> str:
    """A text with some tokens deleted, doubled, swapped or replaced."""
    tokens = TOKEN.findall(text)
    own = [token for token in tokens if token.strip()]
    for _ in range(changes):
        at = rng.randrange(len(tokens))
        match rng.randrange(6):
            case 0:
                del tokens[at]
            case 1:
                tokens.insert(at, tokens[at])
            case 2:
                tokens[at] = rng.choice(own)
            case 3:
                tokens[at] = rng.choice(WORDS)
            case 4:
                tokens.insert(at, f" {rng.choice(WORDS)} ")
            case _:
                other = rng.randrange(len(tokens))
                tokens[at], tokens[other] = tokens[other], tokens[at]
        if not tokens:
            return ""
    return "".join(tokens)


def mutate_and_try(name: str, seed: int) -> None:
    rng = random.Random(seed)
    made = attempt(mutated(CORPUS[name], rng, rng.choice((1, 1, 1, 2, 3, 8))))
    if made is not None:
        play(made, seed)


CORPUS = corpus()


@pytest.mark.parametrize("name", CORPUS)
def test_the_corpus_itself_loads_and_plays(name: str) -> None:
    made = attempt(CORPUS[name])
    assert made is not None
    for seed in range(3):
        play(made, seed)


@settings(max_examples=60)
@given(name=st.sampled_from(sorted(CORPUS)), seed=st.integers(0, 2**32 - 1))
def test_a_mutated_ruleset_is_loaded_or_refused(name: str, seed: int) -> None:
    mutate_and_try(name, seed)


@pytest.mark.full
@settings(max_examples=5000)
@given(name=st.sampled_from(sorted(CORPUS)), seed=st.integers(0, 2**32 - 1))
def test_many_mutated_rulesets_are_loaded_or_refused(name: str, seed: int) -> None:
    mutate_and_try(name, seed)


@settings(max_examples=60)
@given(text=st.text(max_size=200))
def test_random_text_is_refused(text: str) -> None:
    attempt(text)


@settings(max_examples=40)
@given(cut=st.integers(0, len(SMALL)), length=st.integers(1, 300))
def test_a_ruleset_with_a_piece_cut_out_is_loaded_or_refused(cut: int, length: int) -> None:
    attempt(SMALL[:cut] + SMALL[cut + length :])


SENTENCE = st.lists(st.sampled_from([word for word in WORDS if "\n" not in word and "'" not in word]), max_size=12)
PLACES = [
    "play:\n  - '{}'\n",
    "play:\n  - 'if {}':\n      - win\n",
    "play:\n  - 'set turn to {}'\n",
    "play:\n  - 'let found be {}'\n",
    "play:\n  - 'for each found in {}':\n      - win\n",
    "play:\n  - 'move {} to out'\n",
]


@settings(max_examples=80)
@given(words=SENTENCE, place=st.sampled_from(PLACES), glue=st.sampled_from(["", " ", "."]))
def test_random_sentences_never_break_the_checker(words: list[str], place: str, glue: str) -> None:
    begin = SMALL.index("play:\n")
    end = SMALL.index("procedures:\n")
    made = attempt(SMALL[:begin] + place.format(glue.join(words)) + SMALL[end:])
    if made is not None:
        play(made, 1)


def _calls(template: str, *parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(*parts).map(lambda chosen: template.format(*chosen))


# Expressions that are typed right nearly always, by what they give.
NUMBER: st.SearchStrategy[str] = st.deferred(
    lambda: st.one_of(
        st.sampled_from(["0", "1", "3", "999999999", "turn", "options.most", "count(out)", "leader.points"]),
        _calls("({} {} {})", NUMBER, st.sampled_from("+-*"), NUMBER),
        _calls("({} / {} rounded {})", NUMBER, NUMBER, st.sampled_from(["up", "down"])),
        _calls("({} mod {})", NUMBER, NUMBER),
        _calls("(-{})", NUMBER),
        _calls("{}({})", st.sampled_from(["count", "room"]), ZONE),
        _calls("count({})", CARDS),
        _calls("{}(value of {})", st.sampled_from(["sum", "min", "max", "first", "last"]), CARDS),
        _calls("{}({}, {})", st.sampled_from(["min", "max"]), NUMBER, NUMBER),
        _calls("(if {} then {} else {})", CONDITION, NUMBER, NUMBER),
        _calls("worth({})", CARD),
        _calls("poker_rank({})", CARDS),
        _calls("count({}({} by {}))", st.sampled_from(["sort", "highest", "lowest", "partition"]), CARDS, KEY),
        _calls("count(subsets({}, {}))", CARDS, NUMBER),
        _calls("sizes[{}]", NUMBER),
        _calls("{}.points", PLAYER),
        _calls("sum(damage of every fleet where {})", CONDITION),
        _calls("absolute({})", NUMBER),
    )
)
KEY: st.SearchStrategy[str] = st.sampled_from(
    ["value", "rank", "0 - value", "face_up", "count(every card where suit is hearts)"]
)
CONDITION: st.SearchStrategy[str] = st.deferred(
    lambda: st.one_of(
        st.sampled_from(["yes", "no", "held is nothing", "options.mode is fast", "leader.out_of_it"]),
        _calls("({} {} {})", NUMBER, st.sampled_from(["<", "<=", ">", ">=", "is", "is not"]), NUMBER),
        _calls("({} {} {})", CONDITION, st.sampled_from(["and", "or"]), CONDITION),
        _calls("(not {})", CONDITION),
        _calls("{}({})", st.sampled_from(["any", "empty"]), CARDS),
        _calls("({} {} {})", CARD, st.sampled_from(["in", "not in"]), CARDS),
        _calls("{}({} of {})", st.sampled_from(["same", "run"]), st.sampled_from(["rank", "value"]), CARDS),
        _calls("({}.suit is hearts)", CARD),
        _calls("({}.face_up)", CARD),
        _calls("({} is {})", PLAYER, PLAYER),
        _calls("({}.zone is {})", CARD, ZONE),
    )
)
CARD: st.SearchStrategy[str] = st.deferred(
    lambda: st.one_of(
        st.sampled_from(["QS", "10D", "held", "top(deck)", "best(leader)"]),
        _calls("{}({})", st.sampled_from(["first", "last", "top"]), CARDS),
        _calls("({})[{}]", CARDS, NUMBER),
        _calls("first({}, default QS)", CARDS),
    )
)
CARDS: st.SearchStrategy[str] = st.deferred(
    lambda: st.one_of(
        st.sampled_from(["deck", "out", "every card", "every hand", "hand of players", "every loaded", "every spots"]),
        ZONE,
        _calls("({} {} {})", CARDS, st.sampled_from(["with", "without"]), CARDS),
        _calls("({} with {})", CARDS, CARD),
        _calls(
            "({} where {})",
            CARDS,
            st.sampled_from(["suit is hearts", "rank < five", "face_up", "worth > 5", "it is QS"]),
        ),
        _calls("{}({}, {})", st.sampled_from(["first", "last", "top"]), CARDS, NUMBER),
        _calls("{}({})", st.sampled_from(["reverse", "distinct"]), CARDS),
        _calls("onward({})", CARD),
        _calls("sort({} by {})", CARDS, KEY),
        _calls("(if {} then {} else {})", CONDITION, CARDS, CARDS),
        _calls("[{}, {}]", CARD, CARD),
    )
)
ZONE: st.SearchStrategy[str] = st.deferred(
    lambda: st.one_of(
        st.sampled_from(["deck", "out", "by_suit[hearts]", "leader.hand"]),
        _calls("spots[{}]", NUMBER),
        st.just("by_suit[last(every suit)]"),
        _calls("{}.hand", PLAYER),
        _calls("{}.zone", CARD),
        st.just("first(every ship).loaded"),
    )
)
PLAYER: st.SearchStrategy[str] = st.deferred(
    lambda: st.one_of(
        st.sampled_from(["leader", "first(players)", "last(live)"]),
        _calls("left({}, {})", PLAYER, NUMBER),
        _calls("next({}, live)", PLAYER),
        _calls("first(players starting with {})", PLAYER),
        _calls("{}.owner", CARD),
        _calls("first(highest(players by count(hand where {})))", st.sampled_from(["suit is hearts", "rank < five"])),
    )
)
STEP = st.one_of(
    _calls("set turn to {}", NUMBER),
    _calls("let found be {}", st.one_of(NUMBER, CARDS, CARD, CONDITION, PLAYER)),
    _calls("move {} to {}", st.one_of(CARDS, CARD), ZONE),
    _calls("move {} to bottom of {} face up", st.one_of(CARDS, CARD), ZONE),
    _calls("move {} to {}, {} taking its place", CARD, ZONE, CARD),
    _calls("draw {} from {} to {}", NUMBER, ZONE, ZONE),
    _calls("draw {} from {} to {} up to {}", NUMBER, ZONE, ZONE, NUMBER),
    _calls("fill {} up to {} from {}", ZONE, NUMBER, ZONE),
    _calls("deal {} from {} to hand of players starting with {}", NUMBER, ZONE, PLAYER),
    _calls("shuffle {} into {}", CARDS, ZONE),
    _calls("shuffle {}", ZONE),
    _calls("turn {} {}", st.sampled_from(["up", "down"]), CARDS),
    _calls("exchange {} for {}", CARD, CARD),
    _calls("show {} to {}", CARDS, PLAYER),
    _calls("set held to {}", CARD),
    _calls("set {}.points to {}", PLAYER, NUMBER),
    _calls("run pay({}, {})", PLAYER, NUMBER),
    _calls("bring raft into {}.fleet", PLAYER),
    _calls("reset points of (players where {})", CONDITION),
)


def do_steps(steps: list[str]) -> None:
    """Put steps into the flow of the small ruleset, and play it; no card may get lost but by a fault."""
    begin = SMALL.index("play:\n") + len("play:\n")
    made = attempt(SMALL[:begin] + "".join(f"  - '{step}'\n" for step in steps) + SMALL[begin:])
    if made is not None:
        play(made, 1)
        state = made.new(seed=2)
        assert sum(state.counts().values()) == 53
        assert state.fault is not None or "" not in state.counts()


@settings(max_examples=50, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(steps=st.lists(STEP, min_size=1, max_size=4))
def test_steps_of_the_right_types_run_to_a_choice_an_end_or_a_fault(steps: list[str]) -> None:
    do_steps(steps)


@pytest.mark.full
@settings(max_examples=3000, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(steps=st.lists(STEP, min_size=1, max_size=4))
def test_many_steps_of_the_right_types_run(steps: list[str]) -> None:
    do_steps(steps)
