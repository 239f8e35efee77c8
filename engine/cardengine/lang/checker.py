"""The checker: turns a located tree of the right structure into a typed ``Ruleset``."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import TypeGuard

from cardengine.constructs.domains.base import Use
from cardengine.diagnostics import Code, Diagnostic, Severity, Span
from cardengine.lang import cards
from cardengine.lang.choices import CHOICE_KEYS, ChoicesChecker
from cardengine.lang.definition_size import DefinitionSizes
from cardengine.lang.domains import DomainChecker
from cardengine.lang.expressions import ExpressionChecker
from cardengine.lang.parser import Entry, parse
from cardengine.lang.presentation import read_presentation
from cardengine.lang.signatures import check_name, check_parameters
from cardengine.lang.sites import Site
from cardengine.lang.steps import StepChecker
from cardengine.lang.uses import Known, check_constant, check_use
from cardengine.lang.visibility import check_visibility
from cardengine.lang.world import Names, World, loud
from cardengine.lang.zones import read_zone
from cardengine.source import MappingNode, Node, ScalarNode, SequenceNode
from cardengine.tree.nodes import (
    AllDomain,
    AllPlayers,
    Constant,
    Domain,
    EveryMember,
    Expr,
    ItemsOf,
    Joined,
    ListOf,
    Local,
    NumberDomain,
    OneOfDomain,
    Storage,
)
from cardengine.tree.symbols import (
    Condition,
    DefineDecl,
    OptionDecl,
    Owner,
    OwnerKind,
    ProcedureDecl,
    Ranking,
    ResultDecl,
    Ruleset,
    VariableDecl,
    ZoneDecl,
)
from cardengine.tree.types import BOOL, FRACTION, PLAYER, ListType


def check_ruleset(
    node: MappingNode, report: list[Diagnostic], data: Mapping[str, MappingNode] | None = None
) -> Ruleset | None:
    """Resolve and type a ruleset.

    Args:
        node: the located tree, which has passed ``schema.check_structure``.
        report: receives all errors and warnings.
        data: the located trees of its data files by name, with checked structure.

    Returns:
        The typed ruleset, or None when there are errors.
    """
    try:
        ruleset = _Checker(node, World(report), data or {}).run()
    except RecursionError:
        message = "the definitions and procedures of this ruleset stand in each other too deeply"
        report.append(Diagnostic(Code.SENTENCE_TOO_DEEP, message, None, place=node.span.source.name))
        return None
    if not any(problem.severity is Severity.ERROR for problem in report):
        check_visibility(ruleset, report)
    failed = any(problem.severity is Severity.ERROR for problem in report)
    return None if failed else ruleset


class _Checker:
    def __init__(self, node: MappingNode, world: World, data: Mapping[str, MappingNode]) -> None:
        self.node = node
        self.data = data
        self.world = world
        self.define_scalars: dict[str, tuple[Node, Span]] = {}
        self.being_checked: list[str] = []
        self.broken: set[str] = set()
        self.sizes = DefinitionSizes()
        world.check_define = self._check_define

    def run(self) -> Ruleset:
        fewest, most = self._players()
        self.world.most_players = most
        teams = self._teams(fewest, most)
        card_node = self._section("cards")
        cards_checker = cards.CardsChecker(self.world, card_node)
        cards_checker.declare()
        pieces = self._section("pieces")
        for entry in pieces.entries:
            check_name(self.world, entry.key.text, entry.key.span)
            if isinstance(entry.value, MappingNode):
                cards.declare_pieces(self.world, entry.key.text, entry.value, self.data)
        self._options()
        cards_checker.add_values()
        for entry in pieces.entries:
            if isinstance(entry.value, MappingNode):
                cards.add_limit(self.world, entry.key.text, entry.value)
        self._lists(pieces)
        self._zones()
        self._variables()
        self._signatures()
        for name, (_, span) in self.define_scalars.items():
            self._check_define(name, span)
        sites, runs, phases, setup, play = self._flow()
        requirements = self._requirements()
        result = self._result()
        strengths = cards_checker.strengths()
        presentation = read_presentation(self.world, self._section("table"))
        self._warn(sites, runs)
        return Ruleset(
            title=self._text("game"),
            text=self._text("text"),
            fewest=fewest,
            most=most,
            teams=teams,
            kinds=self.world.kinds,
            enums=self.world.enums,
            strengths=strengths,
            options=self.world.options,
            zones=self.world.zones,
            variables=self.world.variables,
            defines=self.world.checked_defines,
            procedures=self.world.procedures,
            choices=self.world.choices,
            phases=phases,
            setup=setup,
            play=play,
            requirements=requirements,
            result=result,
            presentation=presentation,
            span=self.node.span,
            scratch=tuple(chain(self.world.scratch, *self.world.define_parameters.values())),
        )

    # Sections ----------------------------------------------------------------------------------

    def _section(self, key: str) -> MappingNode:
        node = self.node.get(key)
        return node if isinstance(node, MappingNode) else MappingNode(self.node.span, ())

    def _text(self, key: str) -> str:
        node = self.node.get(key)
        return node.line if isinstance(node, ScalarNode) else ""

    def _players(self) -> tuple[int, int]:
        node = self.node.get("players")
        assert isinstance(node, ScalarNode)
        numbers = [int(word[:9]) for word in node.text.split() if word.isdigit()]
        fewest, most = numbers[0], numbers[-1]
        if not 1 <= fewest <= most <= 16:
            self.world.error(
                Code.PLAYERS,
                f"`{node.text}` is no number of players",
                node.span,
                "from 1 to 16, the fewest first",
            )
            return 1, 1
        return fewest, most

    def _teams(self, fewest: int, most: int) -> tuple[tuple[int, ...], ...]:
        node = self.node.get("teams")
        if not isinstance(node, SequenceNode):
            return ()
        teams = tuple(
            tuple(int(seat.text) for seat in team.items if isinstance(seat, ScalarNode))
            for team in node.items
            if isinstance(team, SequenceNode)
        )
        if fewest < most:
            message = "teams need a fixed number of players"
            self.world.error(Code.PLAYERS, message, node.span, f"write `players: {most}`")
        elif sorted(seat for team in teams for seat in team) != list(range(most)):
            message = f"each seat from 0 to {most - 1} must be in one team, and no other"
            self.world.error(Code.PLAYERS, message, node.span, "seats count from 0, as in `[[0, 2], [1, 3]]`")
        return teams

    def _options(self) -> None:
        for entry in self._section("options").entries:
            name, node = entry.key.text, entry.value
            check_name(self.world, name, entry.key.span)
            if not isinstance(node, MappingNode):
                continue
            domain_node, default_node, text_node = node.get("is"), node.get("default"), node.get("text")
            if not isinstance(domain_node, ScalarNode) or not isinstance(default_node, ScalarNode):
                continue
            tree = parse(Entry.DOMAIN, domain_node, self.world.report)
            if tree is None:
                self.world.broken.add(name)
                continue
            domain = DomainChecker(ExpressionChecker(self.world, domain_node)).bare(tree, Names())
            check_use(self.world, domain, Use.OPTION)
            default_tree = parse(Entry.EXPRESSION, default_node, self.world.report)
            if default_tree is None:
                self.world.broken.add(name)
                continue
            default = ExpressionChecker(self.world, default_node).typed(default_tree, Names(), domain.type)
            check_constant(self.world, default, "a default", Known.CARDS)
            text = text_node.line if isinstance(text_node, ScalarNode) else ""
            self.world.options[name] = OptionDecl(name, entry.key.span, domain, default, text)

    def _lists(self, pieces: MappingNode) -> None:
        """Declare the lists that a data file may have as definitions without parameters; empty if it lacks one."""
        for entry in pieces.entries:
            kind = self.world.kinds.get(entry.key.text)
            if not isinstance(entry.value, MappingNode) or kind is None or kind.classes is None:
                continue
            names, data = entry.value.get("lists"), entry.value.get("data")
            source = self.data.get(data.text) if isinstance(data, ScalarNode) else None
            declared = [name for name in names.items if isinstance(name, ScalarNode)] if _is_list(names) else []
            for name in declared:
                self._fresh(name)
                body = cards.class_list(self.world, kind.classes, source.get(name.text) if source else None, name)
                self.world.define_parameters[name.text] = ()
                self.world.checked_defines[name.text] = DefineDecl(name.text, name.span, (), body)
            if source is not None:
                cards.check_keys(self.world, source, [name.text for name in declared])

    def _requirements(self) -> tuple[Condition, ...]:
        conditions: list[Condition] = []
        for entry in self._section("require").entries:
            tree = parse(Entry.EXPRESSION, entry.key, self.world.report)
            if tree is None:
                continue
            test = ExpressionChecker(self.world, entry.key).condition(tree, Names())
            check_constant(self.world, test, "a requirement")
            conditions.append(Condition(test, entry.value.line if isinstance(entry.value, ScalarNode) else ""))
        return tuple(conditions)

    def _owner(self, key: ScalarNode, table: str) -> Owner | None:
        if key.text == table:
            return Owner(OwnerKind.TABLE)
        if key.text == "player":
            return Owner(OwnerKind.PLAYER)
        if key.text == "team":
            return Owner(OwnerKind.TEAM)
        if key.text in self.world.kinds:
            return Owner(OwnerKind.ITEM, key.text)
        self.world.unknown(Code.UNKNOWN_NAME, "owner", key.text, key.span, [table, "player", *self.world.kinds])
        return None

    # Zones -------------------------------------------------------------------------------------

    def _zones(self) -> None:
        refills: list[tuple[ZoneDecl, Span]] = []
        for group in self._section("zones").entries:
            owner = self._owner(group.key, "table")
            if owner is None or not isinstance(group.value, MappingNode):
                continue
            for entry in group.value.entries:
                if not isinstance(entry.value, ScalarNode):
                    continue
                self._fresh(entry.key)
                zone = read_zone(self.world, entry.key, owner, entry.value)
                if zone is None:
                    self.world.broken.add(entry.key.text)
                else:
                    self.world.zones[zone.name] = zone
                    if zone.refill is not None:
                        refills.append((zone, entry.value.span))
        for zone, span in refills:
            source = self.world.zones.get(zone.refill or "")
            if source is None:
                self.world.unknown(Code.UNKNOWN_NAME, "zone", zone.refill or "", span, list(self.world.zones))
            elif source.owner != zone.owner or source.is_family or zone.is_family:
                self.world.error(Code.ZONE, "a zone is refilled from one of the same owner, neither a family", span)

    def _fresh(self, key: ScalarNode) -> None:
        """Report a name that a zone, a variable or something else of the game has already."""
        name = key.text
        check_name(self.world, name, key.span)
        taken = name in self.world.zones or self.world.is_game_name(name)
        if taken or self.world.enums_with(name):
            self.world.error(Code.NAME_TAKEN, f"`{name}` has a meaning already", key.span, "give it another name")

    # Variables ---------------------------------------------------------------------------------

    def _variables(self) -> None:
        for group in self._section("variables").entries:
            owner = self._owner(group.key, "game")
            if owner is None or not isinstance(group.value, MappingNode):
                continue
            word = "game" if owner.kind is OwnerKind.TABLE else owner.name
            for entry in group.value.entries:
                if not isinstance(entry.value, ScalarNode):
                    continue
                self._fresh(entry.key)
                variable = self._variable(entry.key.text, entry.key.span, owner, entry.value)
                if variable is None:
                    self.world.broken.add(entry.key.text)
                else:
                    self.world.variables[(word, variable.name)] = variable

    def _variable(self, name: str, span: Span, owner: Owner, scalar: ScalarNode) -> VariableDecl | None:
        tree = parse(Entry.DOMAIN, scalar, self.world.report)
        if tree is None:
            return None
        domain, initial = DomainChecker(ExpressionChecker(self.world, scalar)).check(tree, Names())
        check_use(self.world, domain, Use.VARIABLE)
        if initial is not None:
            check_constant(self.world, initial, "the first value")
        return VariableDecl(name, span, owner, domain, initial)

    # Definitions -------------------------------------------------------------------------------

    def _signatures(self) -> None:
        for entry in self._section("define").entries:
            tree = parse(Entry.SIGNATURE, entry.key, self.world.report)
            if tree is None:
                continue
            name, parameters = check_parameters(self.world, tree, entry.key, Storage.SCRATCH)
            if name in self.world.zones or self.world.is_game_name(name) or self.world.enums_with(name):
                self.world.error(
                    Code.NAME_TAKEN, f"`{name}` has a meaning already", entry.key.span, "give it another name"
                )
            self.world.define_parameters[name] = parameters
            self.define_scalars[name] = (entry.value, entry.key.span)
        for entry in self._section("procedures").entries:
            tree = parse(Entry.SIGNATURE, entry.key, self.world.report)
            if tree is None:
                continue
            name, parameters = check_parameters(self.world, tree, entry.key, Storage.STATE)
            if name in self.world.procedure_parameters:
                self.world.error(Code.NAME_TAKEN, f"there are two procedures `{name}`", entry.key.span)
            self.world.procedure_parameters[name] = parameters
        for entry in self._section("choices").entries:
            if isinstance(entry.value, MappingNode):
                actions = tuple(inner.key.text for inner in entry.value.entries if inner.key.text not in CHOICE_KEYS)
                self.world.action_names[entry.key.text] = actions

    def _check_define(self, name: str, span: Span) -> DefineDecl | None:
        checked = self.world.checked_defines.get(name)
        if checked is not None:
            return checked
        if name in self.being_checked:
            ring = [*self.being_checked[self.being_checked.index(name) :], name]
            self.world.error(Code.RECURSION, f"`{name}` is defined by itself", span, f"the ring: {' -> '.join(ring)}")
            return None
        if name in self.broken:
            return None
        node, place = self.define_scalars[name]
        parameters = self.world.define_parameters[name]
        names = Names({local.name: local for local in parameters})
        self.being_checked.append(name)
        with loud(self.world):
            body = self._define_body(node, names)
            if body is not None and not self.sizes.add(self.world, name, body, place):
                body = None
        self.being_checked.pop()
        if body is None:
            self.broken.add(name)
            return None
        define = DefineDecl(name, place, parameters, body)
        self.world.checked_defines[name] = define
        return define

    def _define_body(self, node: Node, names: Names) -> Expr | None:
        if isinstance(node, SequenceNode):
            items = [self._define_body(item, names) for item in node.items]
            typed = [item for item in items if item is not None]
            if len(typed) < len(items) or not typed:
                return None
            for item in typed[1:]:
                if item.type != typed[0].type:
                    self.world.error(Code.TYPE, "all items of a list have one type", item.span)
            return ListOf(ListType(typed[0].type), node.span, tuple(typed))
        if not isinstance(node, ScalarNode):
            return None
        tree = parse(Entry.EXPRESSION, node, self.world.report)
        if tree is None:
            return None
        checker = ExpressionChecker(self.world, node)
        return checker.check(tree, names)

    # Flow --------------------------------------------------------------------------------------

    def _flow(self) -> tuple[list[Site], list[tuple[str, Span]], tuple[str, ...], tuple, tuple]:  # type: ignore[type-arg]
        flow = StepChecker(self.world)
        setup = flow.steps(self.node.get("setup"), Names())
        play = flow.steps(self.node.get("play"), Names())
        sites, runs, phases = list(flow.sites), list(flow.runs), list(flow.phases)
        calls: dict[str, list[tuple[str, Span]]] = {}
        for entry in self._section("procedures").entries:
            tree = parse(Entry.SIGNATURE, entry.key, [])
            name = str(tree.children[0]) if tree is not None else ""
            parameters = self.world.procedure_parameters.get(name)
            if parameters is None:
                continue
            inner = StepChecker(self.world)
            steps = inner.steps(entry.value, Names({local.name: local for local in parameters}))
            self.world.procedures[name] = ProcedureDecl(name, entry.key.span, parameters, steps)
            calls[f"run {name}"] = [(f"run {callee}", span) for callee, span in inner.runs]
            calls[f"run {name}"] += [(f"choose {site.choice}", site.span) for site in inner.sites]
            sites += inner.sites
            runs += inner.runs
            phases += [phase for phase in inner.phases if phase not in phases]
        choices = ChoicesChecker(self.world, self._section("choices"))
        choices.check(sites)
        phases += [phase for phase in choices.phases if phase not in phases]
        for name, asked in choices.asked.items():
            calls[f"choose {name}"] = [(f"choose {site.choice}", site.span) for site in asked]
            calls[f"choose {name}"] += [(f"run {callee}", span) for callee, span in choices.ran.get(name, [])]
            runs += choices.ran.get(name, [])
            sites += asked
        for choice, asking, other, span in self.world.asked_possible:
            if asking:
                calls.setdefault(f"possible({asking}) of {choice}", []).append((f"possible({other}) of {choice}", span))
        self._no_recursion(calls)
        return sites, runs, tuple(phases), setup, play

    def _no_recursion(self, calls: dict[str, list[tuple[str, Span]]]) -> None:
        done: set[str] = set()

        def visit(name: str, path: tuple[str, ...]) -> None:
            if name in done:
                return
            for callee, span in calls.get(name, []):
                if callee in (*path, name):
                    whole = (*path, name, callee)
                    ring = " -> ".join(whole[whole.index(callee) :])
                    self.world.error(
                        Code.RECURSION,
                        "this leads back to itself",
                        span,
                        f"the ring: {ring}; use `repeat` instead",
                    )
                else:
                    visit(callee, (*path, name))
            done.add(name)

        for name in calls:
            visit(name, ())

    # Result and presentation -------------------------------------------------------------------

    def _result(self) -> ResultDecl:
        you = Local("you", PLAYER, Storage.SCRATCH)
        won = Local("won", BOOL, Storage.SCRATCH)
        node = self._section("result")
        score_node, winner_node = node.get("score"), node.get("winner")
        score: Expr | None = None
        if isinstance(score_node, ScalarNode):
            tree = parse(Entry.EXPRESSION, score_node, self.world.report)
            if tree is not None:
                checker = ExpressionChecker(self.world, score_node)
                score = checker.typed(tree, Names(you=you, allow_won=won), FRACTION)
        ranking = Ranking(winner_node.text) if isinstance(winner_node, ScalarNode) else None
        if ranking is not None and winner_node is not None and score_node is None:
            message = "the winner goes by the score, but there is none"
            self.world.error(Code.MISSING_KEY, message, winner_node.span, "add `score:` beside it")
        return ResultDecl(score, you, won, ranking)

    # Warnings ----------------------------------------------------------------------------------

    def _warn(self, sites: list[Site], runs: list[tuple[str, Span]]) -> None:
        asked = {site.choice for site in sites}
        for entry in self._section("choices").entries:
            if entry.key.text not in asked:
                self._warning(Code.UNUSED, f"no step asks for the choice `{entry.key.text}`", entry.key.span)
        ran = {name for name, _ in runs}
        for name, procedure in self.world.procedures.items():
            if name not in ran:
                self._warning(Code.UNUSED, f"no step runs the procedure `{name}`", procedure.span)
        for name, option in self.world.options.items():
            if name not in self.world.used_options:
                self._warning(Code.UNUSED, f"the option `{name}` changes nothing", option.span)
        for site in sites:
            choice = self.world.choices.get(site.choice)
            if choice is None:
                continue
            certain = any(
                not action.conditions and all(_unfiltered(p.domain) for p in action.parameters)
                for action in choice.actions
            )
            if not certain and choice.if_none is None and choice.name in asked:
                asked.discard(choice.name)
                self._warning(
                    Code.MAY_BE_EMPTY,
                    f"the choice `{choice.name}` may have no legal action; then it is skipped",
                    choice.span,
                )

    def _warning(self, code: Code, message: str, span: Span) -> None:
        self.world.report.append(Diagnostic(code, message, span, severity=Severity.WARNING))


def _is_list(node: Node | None) -> TypeGuard[SequenceNode]:
    return isinstance(node, SequenceNode)


def _unfiltered(domain: Domain) -> bool:
    """Whether a domain is a whole, unfiltered list, and so is empty only if there is nothing to choose from at all."""
    if isinstance(domain, NumberDomain):
        low, high = domain.low, domain.high
        return isinstance(low, Constant) and isinstance(high, Constant) and low.value <= high.value
    return isinstance(domain, AllDomain) or (
        isinstance(domain, OneOfDomain) and isinstance(domain.source, ItemsOf | Joined | AllPlayers | EveryMember)
    )
