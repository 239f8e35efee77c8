"""Every example of docs/language.md is carried out.

The kinds of blocks, by their info string:

    yaml ruleset   a whole ruleset: loads without a warning, and plays random games without a fault
    yaml part      a part of one: merged into its base; the same
    yaml data      a data file, which parts may name
    yaml wrong     a ruleset or a part that is refused; a block ``text error`` follows it
    text error     the messages, word for word, without the excerpts from the source
    text warning   the warnings that the ruleset above gives, likewise
    text values    lines ``EXPRESSION -> VALUE``, in the position where the ruleset above first asks, or ends
    text actions   the legal actions there, all of them, in order
    text refused   lines ``ACTION: SENTENCE``: what is said to whoever tries it
    text outcome   lines ``outcome:``, ``winners:``, ``scores:``, ``fault:`` of the game there
    text seen      what one seat saw happen since the last choice there, a line an event
    text view      lines ``ZONE: CARDS``: what one seat sees of zones
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from cardengine.constructs.base import Function, Operator
from cardengine.constructs.functions import FUNCTIONS
from cardengine.constructs.operators import OPERATORS
from cardengine.constructs.verbs import STEP_ROWS
from cardengine.diagnostics import Diagnostic, DiagnosticError, render_text
from cardengine.lang import forms
from cardengine.layout.space import Space
from cardengine.model.load import load_text
from cardengine.runtime.actions import ActionError
from cardengine.runtime.events import as_text
from cardengine.runtime.game import Game
from cardengine.runtime.generator import stream
from cardengine.runtime.names import value_text
from cardengine.runtime.state import State
from cardengine.runtime.view import zone_view
from cardengine.tree.types import ListType, Type
from tests.docs.book import DOCS, ROOT, Block, blocks, merged, read, write

PAGE = DOCS / "language.md"
BLOCKS = list(blocks(PAGE))
STEP_CAP = 3000
DATA = {block.notes["name"]: block.text for block in BLOCKS if block.info == "yaml data"}
FACTS = ("values", "actions", "refused", "outcome", "seen", "view", "warning")


@dataclass(frozen=True, slots=True)
class Example:
    """A ruleset of the page, and the blocks that tell facts of it."""

    block: Block
    text: str
    facts: list[Block] = field(default_factory=list)

    @property
    def wrong(self) -> bool:
        return self.block.info == "yaml wrong"

    def tells(self, kind: str) -> list[Block]:
        return [fact for fact in self.facts if fact.info == f"text {kind}"]


def _examples() -> list[Example]:
    named = {
        block.notes["name"]: read(block.text)
        for block in BLOCKS
        if block.info == "yaml ruleset" and "name" in block.notes
    }
    found: list[Example] = []
    for block in BLOCKS:
        language, _, kind = block.info.partition(" ")
        if language == "yaml" and kind != "data":
            base = block.notes.get("base")
            text = block.text if base is None else write(merged(named[base], read(block.text)))
            found.append(Example(block, text))
        elif kind in (*FACTS, "error"):
            found[-1].facts.append(block)
    return found


EXAMPLES = _examples()
RIGHT = [pytest.param(e, id=f"line{e.block.line}") for e in EXAMPLES if not e.wrong]
WRONG = [pytest.param(e, id=f"line{e.block.line}") for e in EXAMPLES if e.wrong]


def test_every_block_is_of_a_known_kind() -> None:
    known = {"yaml ruleset", "yaml part", "yaml wrong", "yaml data", "text form", "text reserved", "text error"}
    known |= {f"text {kind}" for kind in FACTS}
    assert [(block.line, block.info) for block in BLOCKS if block.info not in known] == []
    assert len(RIGHT) > 25
    assert len(WRONG) > 10


def test_parts_have_a_base() -> None:
    assert [b.line for b in BLOCKS if b.info == "yaml part" and "base" not in b.notes] == []


def _plain(problems: Sequence[Diagnostic]) -> str:
    """Problems as they are shown, without the excerpts and without line numbers of other places."""
    shown = render_text(problems).splitlines()
    return "\n".join(line.strip() for line in shown if re.match(r"(error|warning)\[|\s+= ", line))


@pytest.mark.parametrize("example", WRONG)
def test_what_is_wrong_is_refused_in_these_words(example: Example) -> None:
    with pytest.raises(DiagnosticError) as caught:
        Game(load_text(example.text, data=DATA))
    [expected] = example.tells("error")
    errors = [problem for problem in caught.value.diagnostics if problem.severity.value == "error"]
    assert _plain(errors) == "\n".join(line.strip() for line in expected.lines)


@pytest.mark.parametrize("example", RIGHT)
def test_what_is_right_loads_and_plays(example: Example) -> None:
    loaded = load_text(example.text, data=DATA)
    warned = [line.strip() for fact in example.tells("warning") for line in fact.lines]
    problems = [w for w in loaded.warnings if warned or w.code.id != "W602"]
    if example.block.info == "yaml ruleset" or warned:
        assert _plain(problems).splitlines() == warned
    game = Game(loaded, step_cap=STEP_CAP)
    fault = any("outcome: fault" in fact.lines for fact in example.tells("outcome"))
    for seed in range(20 if example.block.info == "yaml ruleset" else 5):
        state = _random_game(game, seed)
        assert state.over
        assert (state.fault is None) is not fault, state.fault


def _random_game(game: Game, seed: int) -> State:
    state = game.new(seed=seed, log=False)
    rng = stream(seed, 0, 1)
    while (player := state.player) is not None:
        offered = state.offered(player)
        state.take(player, offered[rng.below(len(offered))])
    return state


FACT_PARAMETERS = [
    pytest.param(e, fact, id=f"line{fact.line}")
    for e in EXAMPLES
    for fact in e.facts
    if fact.info not in ("text error", "text warning")
]


@pytest.mark.parametrize(("example", "fact"), FACT_PARAMETERS)
def test_facts(example: Example, fact: Block) -> None:
    kind = fact.info.removeprefix("text ")
    expressions = [line.rpartition("->")[0].strip() for line in fact.lines] if kind == "values" else []
    game = Game(load_text(_with_expressions(example.text, expressions), data=DATA), step_cap=STEP_CAP)
    state = game.new(seed=7)
    for action in fact.notes.get("after", "").split(","):
        if action.strip():
            state.apply(state.parse_action(action.strip()))
    match kind:
        case "values":
            wanted = [line.rpartition("->")[2].strip() for line in fact.lines]
            assert dict(zip(expressions, _values(game, state, len(expressions)), strict=True)) == dict(
                zip(expressions, wanted, strict=True)
            )
        case "actions":
            assert [action.text for action in state.actions()] == [line.strip() for line in fact.lines]
        case "refused":
            for line in fact.lines:
                text, _, sentence = line.partition(": ")
                with pytest.raises(ActionError) as caught:
                    state.parse_action(text)
                assert str(caught.value) == sentence.strip()
        case "outcome":
            _check_outcome(state, fact)
        case "seen":
            events = state.events_for(int(fact.notes["seat"]) - 1)
            assert [as_text(event) for event in events] == fact.lines
        case "view":
            seat = int(fact.notes["seat"]) - 1
            for line in fact.lines:
                zone, _, cards = line.partition(":")
                assert (zone, _seen(game, state, zone, seat)) == (zone, cards.split())


def _with_expressions(text: str, expressions: Sequence[str]) -> str:
    if not expressions:
        return text
    defines = {f"shown_{number}": expression for number, expression in enumerate(expressions)}
    return write(merged(read(text), {"define": defines}))


def _memory(game: Game, state: State) -> list[Any]:
    return [*state.vector, *([0] * game.program.space.scratch)]


def _values(game: Game, state: State, amount: int) -> list[str]:
    bodies = [game.loaded.ruleset.defines[f"shown_{number}"].body for number in range(amount)]
    functions = [game.machine.closures.function(body) for body in bodies]
    memory = _memory(game, state)
    space = game.program.space
    return [_text(space, body.type, call(memory)) for body, call in zip(bodies, functions, strict=True)]


def _text(space: Space, kind: Type, value: Any) -> str:
    if isinstance(kind, ListType):
        return f"[{', '.join(_text(space, kind.item, item) for item in value)}]"
    return value_text(space, kind, value)


def _check_outcome(state: State, fact: Block) -> None:
    facts = {
        "outcome": state.outcome.name.lower(),
        "winners": ", ".join(f"p{seat + 1}" for seat in state.winners or ()) or "nobody",
        "scores": ", ".join(map(str, state.scores)),
        "fault": re.sub(r" \(line \d+, column \d+ of [^)]*\)$", "", state.fault or ""),
    }
    for line in fact.lines:
        key, _, value = line.partition(": ")
        assert (key, facts[key]) == (key, value.strip())


def _seen(game: Game, state: State, zone: str, seat: int) -> list[str]:
    number = next(n for n in range(len(game.program.space.cells)) if game.machine.board.text(n) == zone)
    shown = zone_view(game.machine, _memory(game, state), number, seat)
    if shown["count"] is None:
        return ["hidden"]
    return [card or "?" for card in shown["cards"]]


# Nothing is left out ----------------------------------------------------------------------------------------


def _section(title: str) -> str:
    text = PAGE.read_text(encoding="utf-8")
    return text.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def test_the_reserved_words_are_listed() -> None:
    [block] = [block for block in BLOCKS if block.info == "text reserved"]
    assert set(block.text.split()) == set(forms.RESERVED)


def test_every_key_is_in_the_table() -> None:
    keys = json.loads((ROOT / "schemas" / "ruleset.schema.json").read_text(encoding="utf-8"))["properties"]
    assert set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\|([^|]*)\|", _section("Keys"), re.M)))) == set(keys)


def test_every_function_is_in_the_table() -> None:
    rows = re.findall(r"^\|([^|]*)\|", _section("Built-in functions"), re.M)
    assert set(re.findall(r"`(\w+)\(", "".join(rows))) == {*FUNCTIONS, "possible"}


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
def test_a_function_is_documented_as_its_record_says(function: Function) -> None:
    section = _section("Built-in functions")
    forms = " or ".join(f"`{form}`" for form in function.form.split(" or "))
    assert f"| {forms} | {function.text} |" in section
    assert function.examples
    for expression, value in function.examples:
        assert re.search(rf"^{re.escape(expression)} +-> {re.escape(value)}$", section, re.M)


@pytest.mark.parametrize("operator", OPERATORS.values(), ids=lambda operator: operator.node.__name__)
def test_an_operator_is_documented_as_its_record_says(operator: Operator) -> None:
    section = _section("Expressions")
    assert operator.forms
    for form, text in operator.forms:
        assert f"| {form} | {text} |" in section
    assert operator.examples
    for expression, value in operator.examples:
        assert re.search(rf"^{re.escape(expression)} +-> {re.escape(value)}$", section, re.M)


def test_every_sentence_has_the_row_that_its_record_has() -> None:
    rows = re.findall(r"^\|(?! sentence)([^|-][^|]*)\|([^|]*)\|$", _section("Steps"), re.M)
    assert sorted((sentence.strip(), meaning.strip()) for sentence, meaning in rows) == sorted(STEP_ROWS)


def test_every_verb_is_carried_out_in_an_example() -> None:
    text = "\n".join(e.text for e in EXAMPLES if not e.wrong)
    verbs = sorted({*forms.STEPS} - {"together", "end"})
    unused = [verb for verb in verbs if not re.search(rf"(^|- |\w |\) ){verb}\b", text, re.M)]
    assert unused == []
