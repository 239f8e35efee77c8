"""Runs test files: plays each test and checks its expectations."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardengine.diagnostics import Diagnostic, DiagnosticError, Severity, Span, sort_diagnostics
from cardengine.model.link import OptionValue
from cardengine.model.load import Loaded, load_file
from cardengine.runtime.actions import AmbiguousAction, IllegalAction, InvalidAction
from cardengine.runtime.chance import ChanceError
from cardengine.runtime.game import Game
from cardengine.runtime.names import normal_card
from cardengine.runtime.state import State
from cardengine.schema import SchemaName, check_structure
from cardengine.source import Entry, MappingNode, Node, ScalarNode, SequenceNode, read_source, read_yaml
from cardengine.testing.chance import Outcome, TestChance
from cardengine.testing.discover import TestFile, find_tests, named_ruleset
from cardengine.testing.expect import action_parts, check
from cardengine.testing.names import text_of, words
from cardengine.testing.position import set_up_position
from cardengine.testing.results import TestResult, broken, failure

MAX_TEST_STEPS = 10_000
"""The step cap of a test's game."""


def run_paths(paths: Sequence[str | Path] = ()) -> list[TestResult]:
    """Run all tests that paths refer to.

    Args:
        paths: as for ``find_tests``.

    Returns:
        A result for each test, in file order; for a file that can't be run, one result without a name.

    Raises:
        DiagnosticError: a path doesn't exist, or has no tests.
    """
    return [result for file in find_tests(paths) for result in run_file(file)]


def run_file(file: TestFile) -> list[TestResult]:
    """Run the tests of one file.

    Raises:
        DiagnosticError: the file can't be read.
    """
    source = read_source(file.path)
    report: list[Diagnostic] = []
    node = read_yaml(source, report)
    if node is not None and not report:
        report += check_structure(node, SchemaName.RULETEST)
    if not isinstance(node, MappingNode) or report:
        return [TestResult(source.name, "", (), tuple(sort_diagnostics(report)))]
    try:
        loaded = _ruleset(file, node)
    except DiagnosticError as error:
        return [TestResult(source.name, "", (), error.diagnostics)]
    tests = node.get("tests")
    assert isinstance(tests, MappingNode)
    return [_Test(loaded, node, entry).run() for entry in tests]


def _ruleset(file: TestFile, node: MappingNode) -> Loaded:
    named = node.get("ruleset")
    if isinstance(named, ScalarNode):
        try:
            return load_file(named_ruleset(file.path, named))
        except DiagnosticError as error:
            head = broken(named.span, "the ruleset of these tests can't be used").diagnostics
            raise DiagnosticError((*head, *_errors(error))) from None
    if file.ruleset is None:
        raise broken(node.span, "which ruleset do these tests belong to?", "name it: `ruleset: ../NAME.yaml`")
    return load_file(file.ruleset)


def _errors(error: DiagnosticError) -> list[Diagnostic]:
    return [problem for problem in error.diagnostics if problem.severity is Severity.ERROR]


class _Test:
    def __init__(self, loaded: Loaded, file: MappingNode, entry: Entry) -> None:
        assert isinstance(entry.value, MappingNode)
        self.loaded = loaded
        self.file = file
        self.name = entry.key
        self.node = entry.value
        self.report: list[Diagnostic] = []

    def run(self) -> TestResult:
        rules = self.node.get("rules")
        numbers = [text_of(item) for item in rules.items] if isinstance(rules, SequenceNode) else []
        try:
            self._run()
        except DiagnosticError as error:
            self.report += error.diagnostics
        source = self.name.span.source.name
        return TestResult(source, self.name.line, tuple(numbers), tuple(sort_diagnostics(self.report)))

    def _run(self) -> None:
        game = self._game()
        chance, node = self._chance()
        try:
            state = game.new(chance=chance)
        except ChanceError as error:
            raise broken((node or self.name).span, str(error)) from None
        self.game, self.chance = game, chance
        position = self.node.entry("position")
        if position is not None:
            state = self._position(state, position)
        for action in _items(self.node.get("actions")):
            if not self._act(state, action):
                return
        expected = self.node.get("expect")
        if isinstance(expected, MappingNode):
            check(game.machine, state, expected, self.report)
        for step in _items(self.node.get("steps")):
            assert isinstance(step, MappingNode)
            after = self._step(state, step)
            if after is None:
                return
            state = after
        if node is not None and chance.left:
            left = f"{chance.left} of {len(chance.outcomes)} outcomes"
            raise broken(node.span, f"nothing asked for the last {left} of chance", "leave them out")

    def _step(self, state: State, step: MappingNode) -> State | None:
        """Run one step of a test; returns the state after it, or None if the test can't go on."""
        position = step.entry("position")
        if position is not None:
            state = self._position(state, position)
        done = step.get("do")
        for action in _items(done) if isinstance(done, SequenceNode) else [] if done is None else [done]:
            if not self._act(state, action):
                return None
        expected = step.get("expect")
        if isinstance(expected, MappingNode):
            check(self.game.machine, state, expected, self.report)
        return state

    def _position(self, state: State, entry: Entry) -> State:
        assert isinstance(entry.value, MappingNode)
        return set_up_position(self.game.machine, state, entry.value, entry.key.span)

    def _act(self, state: State, node: Node) -> bool:
        """Apply an action; returns False after reporting that it couldn't be taken."""
        scalar, seat = action_parts(self.game.machine, node)
        try:
            state.apply(state.parse_action(scalar.text, seat))
        except IllegalAction as error:
            self.report.append(failure(scalar.span, f"`{scalar.text}`", "a legal action", f"a refusal: {error}"))
            return False
        except (InvalidAction, AmbiguousAction, ChanceError) as error:
            raise broken(scalar.span, str(error)) from None
        if state.fault is not None:
            self.report.append(failure(scalar.span, f"`{scalar.text}`", "the game to go on", f"a fault: {state.fault}"))
            return False
        return True

    # The game that is tested -------------------------------------------------------------------

    def _game(self) -> Game:
        options: dict[str, OptionValue] = {}
        place: Span = self.name.span
        for node in (self.file.entry("options"), self.node.entry("options")):
            if node is not None and isinstance(node.value, MappingNode):
                place = node.key.span
                options |= {entry.name: text_of(entry.value) for entry in node.value}
        players = self.node.get("players") or self.file.get("players")
        if players is not None:
            place = players.span
        number = int(text_of(players)) if players is not None else None
        try:
            return Game(self.loaded, options, number, MAX_TEST_STEPS)
        except DiagnosticError as error:
            messages = "; ".join(problem.message for problem in error.diagnostics)
            raise broken(place, messages, error.diagnostics[0].help) from None

    def _chance(self) -> tuple[TestChance, Node | None]:
        seed = self.node.get("seed")
        node = self.node.get("chance")
        number = int(text_of(seed)) if seed is not None else 0
        return TestChance([_outcome(item) for item in _items(node)], number), node


def _items(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, SequenceNode) else ()


def _outcome(node: Node) -> Outcome:
    if isinstance(node, ScalarNode):
        if node.text == "any":
            return None
        if node.text.isascii() and node.text.isdigit() and len(node.text) < 20:
            return int(node.text)
    return tuple(normal_card(word.text) for word in words(node))
