"""Checks steps: from the located YAML to the typed tree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from lark import Token

from cardengine.constructs.syntax import subtree
from cardengine.diagnostics import Code, Span
from cardengine.lang.expressions import ExpressionChecker
from cardengine.lang.parser import Entry, parse
from cardengine.lang.sentences import Sentence
from cardengine.lang.signatures import check_name
from cardengine.lang.sites import Site
from cardengine.lang.world import Names, World
from cardengine.source import MappingNode, Node, ScalarNode, SequenceNode
from cardengine.tree import nodes as t
from cardengine.tree.types import Type


@dataclass(slots=True)
class StepChecker:
    """Checks the steps of a set-up, a play, a procedure or an action, and collects the choices that they ask."""

    world: World
    sites: list[Site] = field(default_factory=list)
    runs: list[tuple[str, Span]] = field(default_factory=list)
    phases: list[str] = field(default_factory=list)
    fixed: frozenset[t.Local] = frozenset()
    visible: Callable[[], tuple[t.Local, ...]] = tuple

    def steps(self, node: Node | None, names: Names, *, looping: bool = False) -> t.Steps:
        """Check a list of steps; the scope of a ``let`` extends to its end."""
        if node is None:
            return ()
        items = node.items if isinstance(node, SequenceNode) else (node,)
        done: list[t.Step] = []
        for item in items:
            if isinstance(item, ScalarNode):
                tree = parse(Entry.STEP, item, self.world.report)
                step = Sentence(self, item, tree, names, looping).step() if tree is not None else None
                if isinstance(step, t.Let):
                    names = names.plus(step.local)
                if step is not None:
                    done.append(step)
            elif isinstance(item, MappingNode):
                done += self._block(item, names, looping)
        return tuple(done)

    def _block(self, node: MappingNode, names: Names, looping: bool) -> list[t.Step]:
        if not node.entries:
            return []
        first, *rest = node.entries
        tree = parse(Entry.HEADER, first.key, self.world.report)
        for entry in rest if tree is None or tree.data != "if_" else ():
            message = f"`{entry.key.text}` can follow an `if` only"
            self.world.error(Code.SENTENCE, message, entry.key.span, "begin a new step with `- `")
        if tree is None:
            self.steps(first.value, names, looping=True)
            return []
        step = Sentence(self, first.key, tree, names, looping, node).step()
        return [step] if step is not None else []

    def branches(self, node: MappingNode, names: Names, looping: bool) -> t.Step:
        """Check a mapping that begins with an ``if``."""
        branches: list[t.Branch] = []
        closed = False
        for number, entry in enumerate(node.entries):
            tree = parse(Entry.HEADER, entry.key, self.world.report)
            steps = self.steps(entry.value, names, looping=looping)
            if tree is None:
                continue
            allowed = ("if_",) if number == 0 else ("else_if", "else_")
            if tree.data not in allowed or closed:
                self.world.error(
                    Code.SENTENCE, f"`{entry.key.text}` can't follow here", entry.key.span,
                    "after an `if` come `else if CONDITION` and, last, `else`",
                )  # fmt: skip
                continue
            closed = tree.data == "else_"
            expressions = ExpressionChecker(self.world, entry.key)
            condition = None if closed else expressions.condition(subtree(tree, 0), names)
            branches.append(t.Branch(condition, steps))
        return t.If(node.span, tuple(branches))

    def scope(self, names: Names) -> t.Scope:
        """The locals that a choice asked here can read."""
        return t.Scope((*names.locals.values(), *(x for x in self.visible() if x.name not in names.locals)))

    def new_local(self, token: Token | str, span: Span, kind: Type, names: Names) -> t.Local:
        """Declare a local; it must not shadow another name."""
        name = str(token)
        check_name(self.world, name, span)
        if name in names.locals:
            self.world.error(Code.NAME_TAKEN, f"`{name}` is in use here already", span, "give it another name")
        elif self.world.is_game_name(name) or self.world.enums_with(name):
            self.world.error(Code.NAME_TAKEN, f"`{name}` has a meaning already", span, "give it another name")
        return t.Local(name, kind, t.Storage.STATE, span)
