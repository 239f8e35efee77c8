"""Whatever is done to a ruleset, it is loaded or refused with diagnostics, quickly; and what loads can be played."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardengine.diagnostics import DiagnosticError, Severity
from cardengine.model.load import load_text
from cardengine.runtime.game import Game
from tests.hostile.corpus import SMALL, TOKEN, WORDS, corpus

SECONDS = 5.0
"""Far more than a load takes (a hundredth of it is usual), as the machine may be busy."""


def attempt(text: str) -> Game | None:
    """The game of a text, or None when it is refused, as it should be: with problems that have a place or a file."""
    begin = time.perf_counter()
    try:
        made = Game(load_text(text), step_cap=200)
    except DiagnosticError as error:
        assert any(problem.severity is Severity.ERROR for problem in error.diagnostics)
        for problem in error.diagnostics:
            assert problem.message
            assert problem.span is None or 0 <= problem.span.start <= problem.span.end <= len(text)
        assert str(error)
        made = None
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


@settings(max_examples=120)
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


@settings(max_examples=300)
@given(words=SENTENCE, place=st.sampled_from(PLACES), glue=st.sampled_from(["", " ", "."]))
def test_random_sentences_never_break_the_checker(words: list[str], place: str, glue: str) -> None:
    begin = SMALL.index("play:\n")
    end = SMALL.index("procedures:\n")
    made = attempt(SMALL[:begin] + place.format(glue.join(words)) + SMALL[end:])
    if made is not None:
        play(made, 1)


@settings(max_examples=150)
@given(data=st.data())
def test_random_expressions_of_the_right_shape_never_break_anything(data: st.DataObject) -> None:
    """Sentences that parse more often than not: the checker, the compiler and the machine see them."""
    text = data.draw(EXPRESSIONS)
    begin = SMALL.index("play:\n")
    end = SMALL.index("procedures:\n")
    place = data.draw(st.sampled_from(PLACES[1:]))
    made = attempt(SMALL[:begin] + place.format(text) + SMALL[end:])
    if made is not None:
        play(made, 1)


LEAVES = st.sampled_from(
    ["1", "0", "999999999", "yes", "no", "nothing", "hearts", "ace", "QS", "deck", "out", "spots", "players", "leader",
     "held", "turn", "live", "sizes", "every card", "every hand", "every ship", "every suit", "every loaded", "boat",
     "hand of players", "options.share", "options.most", "first(players).hand", "first(every fleet)", "it", "value",
     "rank", "suit", "points", "owner", "by_suit[hearts]", "spots[2]"]
)  # fmt: skip
EXPRESSIONS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "mod", "is", "is not", "<", ">=", "and", "or", "in", "not in",
                                          "with", "without", "where", "of", "starting with"]), inner)
        .map(lambda parts: f"({' '.join(parts)})"),
        st.tuples(st.sampled_from([*sorted(SMALL_CALLS := {"count", "sum", "min", "max", "any", "all", "empty", "distinct",
                  "same", "run", "first", "last", "top", "reverse", "onward", "poker_rank", "room", "absolute", "worth",
                  "best"}), "not", "-"]), inner).map(lambda parts: f"{parts[0]}({parts[1]})"),
        st.tuples(st.sampled_from(["first", "last", "top", "left", "next", "subsets", "min", "max"]), inner, inner)
        .map(lambda parts: f"{parts[0]}({parts[1]}, {parts[2]})"),
        st.tuples(st.sampled_from(["sort", "highest", "lowest", "partition"]), inner, inner)
        .map(lambda parts: f"{parts[0]}({parts[1]} by {parts[2]})"),
        st.tuples(inner, st.sampled_from(["value", "rank", "suit", "hand", "fleet", "loaded", "damage", "points", "owner",
                                          "zone", "face_up", "cost"])).map(lambda parts: f"({parts[0]}).{parts[1]}"),
        st.tuples(inner, inner, inner).map(lambda parts: f"(if {parts[0]} then {parts[1]} else {parts[2]})"),
        st.tuples(inner, inner).map(lambda parts: f"({parts[0]} / {parts[1]}) rounded down"),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: f"[{', '.join(parts)}]"),
        st.tuples(inner, inner).map(lambda parts: f"{parts[0]}[{parts[1]}]"),
    ),
    max_leaves=8,
)  # fmt: skip
