"""Checks choices: their actions, and the outer names (captures) that the actions read."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from cardengine.constructs.domains.base import Use
from cardengine.diagnostics import Code, Span
from cardengine.lang.domains import DomainChecker
from cardengine.lang.expressions import ExpressionChecker
from cardengine.lang.forms import RESERVED
from cardengine.lang.parser import Entry, parse
from cardengine.lang.signatures import check_name
from cardengine.lang.sites import Site
from cardengine.lang.steps import StepChecker
from cardengine.lang.uses import check_use
from cardengine.lang.world import Names, World, loud
from cardengine.source import MappingNode, Node, ScalarNode
from cardengine.tree.nodes import Expr, Local, Storage
from cardengine.tree.symbols import ActionDecl, ChoiceDecl, Condition, IfNone, Parameter
from cardengine.tree.types import INT, PLAYER


@dataclass(slots=True)
class _Captures:
    """The captures of a choice: outer names that are in scope, with the same type, wherever the choice is asked."""

    world: World
    sites: list[Site]
    taken: dict[str, Local] = field(default_factory=dict)

    def find(self, name: str, span: Span) -> Local | None:
        if name in self.taken:
            return self.taken[name]
        found = [site.scope.find(name) for site in self.sites]
        present = [local for local in found if local is not None]
        if not present:
            return None
        if len(present) < len(found) or any(local.type != present[0].type for local in present):
            places = "; ".join(
                f"line {site.span.line}" for site, local in zip(self.sites, found, strict=True) if local is None
            )
            message = f"`{name}` isn't in scope, or has another type, at every place that asks this choice"
            with loud(self.world):
                self.world.error(Code.UNKNOWN_NAME, message, span, f"it is missing at {places}" if places else None)
        local = Local(name, present[0].type, Storage.STATE, present[0].span)
        self.taken[name] = local
        return local

    def everything(self) -> tuple[Local, ...]:
        """Capture every name that could be read, because an action of this choice asks another choice."""
        if self.sites:
            for local in self.sites[0].scope.locals:
                same = [site.scope.find(local.name) for site in self.sites]
                if all(other is not None and other.type == local.type for other in same):
                    self.find(local.name, self.sites[0].span)
        return tuple(self.taken.values())


CHOICE_KEYS = ("text", "if_none")
"""The keys of a choice that aren't actions."""


class ChoicesChecker:
    """Checks the ``choices`` section, each choice after the choices that ask it."""

    def __init__(self, world: World, node: MappingNode) -> None:
        self.world = world
        self.node = node
        self.asked: dict[str, list[Site]] = {}
        self.ran: dict[str, list[tuple[str, Span]]] = {}
        self.phases: list[str] = []

    def check(self, sites: list[Site]) -> None:
        """Check all choices; ``sites`` are the steps in the flow and in procedures that ask one."""
        waiting = [entry for entry in self.node.entries if isinstance(entry.value, MappingNode)]
        asks = {entry.key.text: _asks(entry.value, self.world) for entry in waiting}
        known = list(sites)
        while waiting:
            others = {name for entry in waiting for name in asks[entry.key.text]}
            ready = [entry for entry in waiting if entry.key.text not in others] or waiting[:1]
            for entry in ready:
                name = entry.key.text
                check_name(self.world, name, entry.key.span)
                assert isinstance(entry.value, MappingNode)
                mine = [site for site in known if site.choice == name]
                self._choice(name, entry.key.span, entry.value, mine)
                known += self.asked.get(name, [])
                waiting.remove(entry)

    def _choice(self, name: str, span: Span, node: MappingNode, sites: list[Site]) -> None:
        you = Local("you", PLAYER, Storage.STATE)
        captures = _Captures(self.world, sites)
        text_node = node.get("text")
        text = text_node.line if isinstance(text_node, ScalarNode) else name.replace("_", " ")
        names = Names(you=you, choice=name, capture=captures.find)
        actions = [
            self._action(name, entry.key, entry.value, names, captures)
            for entry in node.entries
            if entry.key.text not in CHOICE_KEYS and isinstance(entry.value, MappingNode)
        ]
        if not actions:
            self.world.error(Code.CHOICE, f"the choice `{name}` offers no action", span)
        self.world.choices[name] = ChoiceDecl(
            name, span, text, you, tuple(captures.taken.values()), tuple(actions), _if_none(node)
        )

    def _action(self, choice: str, key: ScalarNode, node: MappingNode, names: Names, captures: _Captures) -> ActionDecl:
        check_action_name(self.world, key)
        names = replace(names, action=key.text)
        parameters: list[Parameter] = []
        choose = node.get("choose")
        if isinstance(choose, MappingNode):
            for entry in choose.entries:
                if not isinstance(entry.value, ScalarNode):
                    continue
                parameter = self._parameter(entry.key, entry.value, names, captures)
                if parameter is not None:
                    parameters.append(parameter)
                    names = names.plus(parameter.local)
        conditions = self._conditions(node.get("when"), names)
        evaluate = self._expression(node.get("evaluate"), names)
        own = frozenset(parameter.local for parameter in parameters)
        steps = StepChecker(self.world, fixed=own, visible=captures.everything)
        done = steps.steps(node.get("do"), replace(names, action=""))
        self.asked.setdefault(choice, []).extend(steps.sites)
        self.ran.setdefault(choice, []).extend(steps.runs)
        self.phases += [phase for phase in steps.phases if phase not in self.phases]
        text_node = node.get("text")
        text = text_node.line if isinstance(text_node, ScalarNode) else ""
        return ActionDecl(key.text, choice, key.span, text, tuple(parameters), conditions, evaluate, done)

    def _parameter(self, key: ScalarNode, scalar: ScalarNode, names: Names, captures: _Captures) -> Parameter | None:
        name = key.text
        check_name(self.world, name, key.span)
        taken = name in names.locals or self.world.is_game_name(name) or self.world.enums_with(name)
        if taken:
            self.world.error(Code.NAME_TAKEN, f"`{name}` has a meaning already", key.span, "give it another name")
        elif any(site.scope.find(name) is not None for site in captures.sites):
            message = f"`{name}` is in use already where this choice is asked"
            self.world.error(Code.NAME_TAKEN, message, key.span, "give it another name")
        tree = parse(Entry.DOMAIN, scalar, self.world.report)
        if tree is None:
            return None
        domain = DomainChecker(ExpressionChecker(self.world, scalar)).bare(tree, names)
        check_use(self.world, domain, Use.PARAMETER)
        return Parameter(Local(name, domain.type, Storage.STATE, key.span), domain)

    def _conditions(self, node: Node | None, names: Names) -> tuple[Condition, ...]:
        if isinstance(node, MappingNode):
            conditions = []
            for entry in node.entries:
                test = self._condition(entry.key, names)
                if test is not None:
                    reason = entry.value.line if isinstance(entry.value, ScalarNode) else ""
                    conditions.append(Condition(test, reason))
            return tuple(conditions)
        if isinstance(node, ScalarNode):
            test = self._condition(node, names)
            return (Condition(test, ""),) if test is not None else ()
        return ()

    def _condition(self, scalar: ScalarNode, names: Names) -> Expr | None:
        tree = parse(Entry.EXPRESSION, scalar, self.world.report)
        return ExpressionChecker(self.world, scalar).condition(tree, names) if tree is not None else None

    def _expression(self, node: Node | None, names: Names) -> Expr | None:
        if not isinstance(node, ScalarNode):
            return None
        tree = parse(Entry.EXPRESSION, node, self.world.report)
        return ExpressionChecker(self.world, node).typed(tree, names, INT) if tree is not None else None


def _if_none(node: MappingNode) -> IfNone | None:
    word = node.get("if_none")
    return IfNone(word.text) if isinstance(word, ScalarNode) else None


def check_action_name(world: World, key: ScalarNode) -> None:
    """Report an action whose name is a reserved word. A verb is allowed: it can't continue an expression."""
    if key.text in RESERVED:
        world.error(Code.NAME_TAKEN, f"`{key.text}` is a word of the language", key.span, "give it another name")


def _asks(node: Node, world: World) -> set[str]:
    """The choices that the steps under a node ask, found in the text because types aren't known yet."""
    found: set[str] = set()
    stack: list[Node] = [node]
    while stack:
        current = stack.pop()
        if isinstance(current, MappingNode):
            stack += [entry.value for entry in current.entries]
        elif isinstance(current, ScalarNode):
            words = current.text.split()
            for verb in ("choose", "chooses"):
                for place in (number for number, word in enumerate(words[:-1]) if word == verb):
                    if words[place + 1] in world.action_names:
                        found.add(words[place + 1])
        else:
            stack += list(current.items)
    return found
