"""Steps: what happens, from the located YAML to the typed tree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from lark import Token, Tree

from cardengine.diagnostics import Code, Span
from cardengine.lang import builtins, forms
from cardengine.lang import tree as t
from cardengine.lang.expressions import ExpressionChecker
from cardengine.lang.parser import Entry, Syntax, parse
from cardengine.lang.types import (
    BOOL,
    CARD,
    FRACTION,
    INT,
    NOTHING,
    PLAYER,
    UNKNOWN,
    EnumType,
    ItemType,
    ListType,
    Type,
    ZoneType,
    element,
    plural,
)
from cardengine.lang.world import Names, World
from cardengine.source import MappingNode, Node, ScalarNode, SequenceNode


@dataclass(frozen=True, slots=True)
class Site:
    """A place that asks a choice."""

    choice: str
    scope: t.Scope
    span: Span


@dataclass(slots=True)
class StepChecker:
    """Types the steps of a set-up, a play, a procedure or an action, and notes which choices they ask."""

    world: World
    sites: list[Site] = field(default_factory=list)
    runs: list[tuple[str, Span]] = field(default_factory=list)
    phases: list[str] = field(default_factory=list)
    in_action: bool = False
    fixed: frozenset[t.Local] = frozenset()
    visible: Callable[[], tuple[t.Local, ...]] = tuple

    def steps(self, node: Node | None, names: Names, *, looping: bool = False) -> t.Steps:
        """The steps of a list; ``let`` reaches to its end."""
        if node is None:
            return ()
        items = node.items if isinstance(node, SequenceNode) else (node,)
        done: list[t.Step] = []
        for item in items:
            if isinstance(item, ScalarNode):
                step = _Sentence(self, item, names, looping).step()
                if isinstance(step, t.Let):
                    names = names.plus(step.local)
                if step is not None:
                    done.append(step)
            elif isinstance(item, MappingNode):
                done += self._block(item, names, looping)
        return tuple(done)

    def _block(self, node: MappingNode, names: Names, looping: bool) -> list[t.Step]:
        entries = list(node.entries)
        if not entries:
            return []
        first, *rest = entries
        tree = parse(Entry.HEADER, first.key, self.world.report)
        if tree is not None and tree.data == "if_":
            return [self._if(node, names, looping)]
        for entry in rest:
            message = f"`{entry.key.text}` can follow an `if` only"
            self.world.error(Code.SENTENCE, message, entry.key.span, "begin a new step with `- `")
        if tree is None:
            self.steps(first.value, names, looping=True)
            return []
        step = _Header(self, first.key, names, looping).block(tree, first.value)
        return [step] if step is not None else []

    def _if(self, node: MappingNode, names: Names, looping: bool) -> t.Step:
        branches: list[t.Branch] = []
        closed = False
        for number, entry in enumerate(node.entries):
            tree = parse(Entry.HEADER, entry.key, self.world.report)
            steps = self.steps(entry.value, names, looping=looping)
            if tree is None:
                continue
            wanted = ("if_",) if number == 0 else ("else_if", "else_")
            if tree.data not in wanted or closed:
                self.world.error(
                    Code.SENTENCE, f"`{entry.key.text}` can't follow here", entry.key.span,
                    "after an `if` come `else if CONDITION` and, last, `else`",
                )  # fmt: skip
                continue
            closed = tree.data == "else_"
            expressions = ExpressionChecker(self.world, entry.key)
            condition = None if closed else expressions.condition(_child(tree, 0), names)
            branches.append(t.Branch(condition, steps))
        return t.If(node.span, tuple(branches))

    def scope(self, names: Names) -> t.Scope:
        """The locals that a choice asked here may read."""
        return t.Scope((*names.locals.values(), *(x for x in self.visible() if x.name not in names.locals)))

    def new_local(self, token: Token | str, span: Span, kind: Type, names: Names) -> t.Local:
        """Declare a name in scope; it must not hide another."""
        name = str(token)
        check_name(self.world, name, span)
        if name in names.locals:
            self.world.error(Code.NAME_TAKEN, f"`{name}` is in use here already", span, "give it another name")
        elif name in self.world.game_names() or self.world.enums_with(name):
            self.world.error(Code.NAME_TAKEN, f"`{name}` has a meaning already", span, "give it another name")
        return t.Local(name, kind, t.Storage.STATE, span)


def check_name(world: World, name: str, span: Span) -> None:
    """Report a name that the language needs for itself."""
    if name in forms.RESERVED or name in builtins.NAMES or name in ("players", "teams", "possible", "options"):
        world.error(Code.NAME_TAKEN, f"`{name}` is a word of the language", span, "give it another name")


@dataclass(slots=True)
class _Reader:
    """What one sentence's scalar is read with."""

    owner: StepChecker
    scalar: ScalarNode
    names: Names
    looping: bool

    @property
    def world(self) -> World:
        return self.owner.world

    @property
    def expressions(self) -> ExpressionChecker:
        return ExpressionChecker(self.world, self.scalar)

    def span(self, node: Syntax | Token) -> Span:
        return self.expressions.span(node)


class _Sentence(_Reader):
    """One sentence without steps under it."""

    def step(self) -> t.Step | None:
        tree = parse(Entry.STEP, self.scalar, self.world.report)
        if tree is None:
            return None
        before = sum(1 for problem in self.world.report)
        step: t.Step | None = getattr(self, f"_{tree.data}")(tree, self.span(tree))
        return step if len(self.world.report) == before or step is not None else None

    # Moving cards ------------------------------------------------------------------------------

    def _items(self, tree: Syntax) -> t.Expr:
        return self.expressions.items(tree, self.names)

    def _zone(self, tree: Syntax) -> t.Expr:
        return self.expressions.zone(tree, self.names)

    def _number(self, tree: Syntax) -> t.Expr:
        return self.expressions.number(tree, self.names)

    def _target(self, tree: Syntax) -> t.Target:
        children = [child for child in tree.children if isinstance(child, Tree)]
        end, facing = t.End.NATURAL, None
        zone: t.Expr | None = None
        for child in children:
            if child.data == "end":
                end = t.End(str(child.children[0]))
            elif child.data == "side":
                facing = t.Facing.UP if str(child.children[0]) == "up" else t.Facing.DOWN
            else:
                zone = self._zone(child)
        assert zone is not None
        return t.Target(zone, end, facing)

    def _same_kind(self, items: t.Expr, zone: t.Expr) -> None:
        item = element(items.type)
        if isinstance(zone.type, ZoneType) and item is not None and item not in (UNKNOWN, zone.type.item):
            self.world.error(Code.TYPE, f"this zone is for {plural(zone.type.item)}, not for {plural(item)}", zone.span)

    def _move(self, tree: Syntax, span: Span) -> t.Step:
        items, target = self._items(_child(tree, 0)), self._target(_child(tree, 1))
        self._same_kind(items, target.zone)
        return t.Move(span, items, target)

    def _move_replaced(self, tree: Syntax, span: Span) -> t.Step:
        item = self._one_item(_child(tree, 0))
        target = self._target(_child(tree, 1))
        return t.MoveReplaced(span, item, target, self._one_item(_child(tree, 2)))

    def _one_item(self, tree: Syntax) -> t.Expr:
        expr = self.expressions.check(tree, self.names)
        if isinstance(expr.type, ItemType) or expr.type is UNKNOWN:
            return expr
        return self.expressions.mismatch(expr, "one card or piece")

    def _draw(self, tree: Syntax, span: Span) -> t.Step:
        amount, source = self._number(_child(tree, 0)), self._zone(_child(tree, 1))
        return t.Draw(span, amount, source, self._target(_child(tree, 2)), None)

    def _draw_up_to(self, tree: Syntax, span: Span) -> t.Step:
        amount, source = self._number(_child(tree, 0)), self._zone(_child(tree, 1))
        return t.Draw(span, amount, source, self._target(_child(tree, 2)), self._number(_child(tree, 3)))

    def _fill(self, tree: Syntax, span: Span) -> t.Step:
        zone, limit, source = (
            self._zone(_child(tree, 0)),
            self._number(_child(tree, 1)),
            self._zone(_child(tree, 2)),
        )
        return t.Draw(span, None, source, t.Target(zone, t.End.NATURAL, None), limit)

    def _deal(self, tree: Syntax, span: Span) -> t.Step:
        zones = self.expressions.zones(_child(tree, 2), self.names)
        return t.Deal(span, self._number(_child(tree, 0)), self._zone(_child(tree, 1)), zones)

    def _deal_all(self, tree: Syntax, span: Span) -> t.Step:
        return t.Deal(span, None, self._zone(_child(tree, 0)), self.expressions.zones(_child(tree, 1), self.names))

    def _shuffle(self, tree: Syntax, span: Span) -> t.Step:
        return t.Shuffle(span, None, self._zone(_child(tree, 0)))

    def _shuffle_into(self, tree: Syntax, span: Span) -> t.Step:
        items, zone = self._items(_child(tree, 0)), self._zone(_child(tree, 1))
        self._same_kind(items, zone)
        return t.Shuffle(span, items, zone)

    def _turn(self, tree: Syntax, span: Span) -> t.Step:
        return t.Turn(span, self._items(_child(tree, 1)), str(_child(tree, 0).children[0]) == "up")

    def _exchange(self, tree: Syntax, span: Span) -> t.Step:
        return t.Exchange(span, self._one_item(_child(tree, 0)), self._one_item(_child(tree, 1)))

    def _bring(self, tree: Syntax, span: Span) -> t.Step | None:
        model, zone = self.expressions.check(_child(tree, 0), self.names), self._zone(_child(tree, 1))
        for kind in self.world.kinds.values():
            if kind.is_piece and kind.classes == model.type:
                if isinstance(zone.type, ZoneType) and zone.type.item != ItemType(kind.name):
                    self.expressions.mismatch(zone, f"a zone of {kind.name}s")
                return t.Bring(span, kind.name, model, zone)
        self.expressions.mismatch(model, "a class of pieces")
        return None

    def _show(self, tree: Syntax, span: Span) -> t.Step:
        return t.Show(span, self._items(_child(tree, 0)), self._players(_child(tree, 1)))

    def _players(self, tree: Syntax) -> t.Expr:
        expr = self.expressions.check(tree, self.names)
        if expr.type == PLAYER:
            return t.ListOf(ListType(PLAYER), expr.span, (expr,))
        if expr.type == ListType(PLAYER) or expr.type is UNKNOWN:
            return expr
        return self.expressions.mismatch(expr, "a player or players")

    # Variables ---------------------------------------------------------------------------------

    def _assigned(self, tree: Syntax) -> t.Expr | None:
        target = self.expressions.check(tree, self.names)
        if isinstance(target, t.Variable):
            return target
        if isinstance(target, t.LocalValue):
            local = target.local
            settable = local.storage is t.Storage.STATE and local not in self.owner.fixed
            if settable and local.name in self.names.locals:
                return target
            self.world.error(
                Code.NOT_SETTABLE,
                f"`{local.name}` can't be set here",
                target.span,
                "only a `let` of these steps",
            )
            return None
        if target.type is not UNKNOWN:
            self.world.error(Code.NOT_SETTABLE, "only a variable can be set", target.span)
        return None

    def _set(self, tree: Syntax, span: Span) -> t.Step | None:
        target = self._assigned(_child(tree, 0))
        if target is None:
            return None
        return t.Assign(span, target, self.expressions.typed(_child(tree, 1), self.names, target.type), 0)

    def _add(self, tree: Syntax, span: Span) -> t.Step | None:
        return self._change(_child(tree, 1), _child(tree, 0), span, 1)

    def _subtract(self, tree: Syntax, span: Span) -> t.Step | None:
        return self._change(_child(tree, 1), _child(tree, 0), span, -1)

    def _change(self, target_tree: Syntax, value_tree: Syntax, span: Span, sign: int) -> t.Step | None:
        target = self._assigned(target_tree)
        if target is None:
            return None
        if target.type is not INT:
            self.expressions.mismatch(target, "a number")
            return None
        return t.Assign(span, target, self._number(value_tree), sign)

    def _reset(self, tree: Syntax, span: Span) -> t.Step | None:
        names = self._reset_names(_child(tree, 0), "game")
        return t.Reset(span, names, None, None) if names else None

    def _reset_of(self, tree: Syntax, span: Span) -> t.Step | None:
        owners = self.expressions.check(_child(tree, 1), self.names)
        if not isinstance(owners.type, ListType | ZoneType):
            owners = t.ListOf(ListType(owners.type), owners.span, (owners,))
        owners = self.expressions.as_list(owners)
        word = self.world.owner_word(element(owners.type) or UNKNOWN)
        if not word:
            self.expressions.mismatch(owners, "players or pieces")
            return None
        names = self._reset_names(_child(tree, 0), word)
        return t.Reset(span, names, owners, None) if names else None

    def _reset_names(self, tree: Syntax, owner: str) -> tuple[str, ...]:
        names: list[str] = []
        for token in tree.children:
            assert isinstance(token, Token)
            if (owner, str(token)) in self.world.variables:
                names.append(str(token))
            else:
                known = [name for (of, name) in self.world.variables if of == owner]
                self.world.unknown(Code.UNKNOWN_NAME, f"variable of the {owner}", str(token), self.span(token), known)
        return tuple(names)

    def _let(self, tree: Syntax, span: Span) -> t.Step | None:
        token = tree.children[0]
        assert isinstance(token, Token)
        value = self.expressions.as_list(self.expressions.check(_child(tree, 1), self.names))
        kind = value.type
        deep = isinstance(kind, ListType) and isinstance(kind.item, ListType)
        if deep or kind in (FRACTION, NOTHING):
            self.expressions.mismatch(value, "a single value or a list of them")
            kind = UNKNOWN
        return t.Let(span, self.owner.new_local(token, self.span(token), kind, self.names), value)

    # Procedures and choices --------------------------------------------------------------------

    def _run(self, tree: Syntax, span: Span) -> t.Step | None:
        token = tree.children[0]
        assert isinstance(token, Token)
        name = str(token)
        parameters = self.world.procedure_parameters.get(name)
        given = [child for child in _child(tree, 1).children if isinstance(child, Tree)]
        if parameters is None:
            known = list(self.world.procedure_parameters)
            self.world.unknown(Code.UNKNOWN_NAME, "procedure", name, self.span(token), known)
            return None
        if len(given) != len(parameters):
            form = f"run {name}({', '.join(local.name for local in parameters)})"
            self.world.error(
                Code.ARGUMENTS,
                f"`{name}` takes {len(parameters)} values; {len(given)} are given",
                span,
                f"its form: {form}",
            )
            return None
        self.owner.runs.append((name, self.span(token)))
        arguments = tuple(
            self.expressions.typed(child, self.names, local.type)
            for child, local in zip(given, parameters, strict=True)
        )
        return t.Run(span, name, arguments)

    def _choice(self, token: Token) -> str | None:
        name = str(token)
        if name not in self.world.action_names:
            known = list(self.world.action_names)
            self.world.unknown(Code.UNKNOWN_NAME, "choice", name, self.span(token), known)
            return None
        return name

    def _choose(self, tree: Syntax, span: Span) -> t.Step | None:
        if self.world.most_players > 1:
            message = "who chooses? there are several players"
            self.world.error(Code.NO_CHOOSER, message, span, "say who, such as `player chooses move`")
        player = t.Constant(PLAYER, span, 0)
        return self._ask(tree, span, player, [child for child in tree.children if isinstance(child, Tree)])

    def _chooses(self, tree: Syntax, span: Span) -> t.Step | None:
        player = self.expressions.typed(_child(tree, 0), self.names, PLAYER)
        return self._ask(tree, span, player, [child for child in tree.children[1:] if isinstance(child, Tree)])

    def _ask(self, tree: Syntax, span: Span, player: t.Expr, clauses: list[Syntax]) -> t.Step | None:
        token = next(child for child in tree.children if isinstance(child, Token))
        choice = self._choice(token)
        if choice is None:
            return None
        secret, until = False, None
        for clause in clauses:
            if clause.data == "secret":
                secret = True
            elif clause.data == "until":
                word = clause.children[0]
                assert isinstance(word, Token)
                until = str(word)
                if until not in self.world.action_names[choice]:
                    known = list(self.world.action_names[choice])
                    self.world.unknown(Code.UNKNOWN_NAME, "action", until, self.span(word), known)
        scope = self.owner.scope(self.names)
        self.owner.sites.append(Site(choice, scope, span))
        return t.Ask(span, choice, player, secret, until, scope)

    def _together(self, tree: Syntax, span: Span) -> t.Step | None:
        players = self._players(_child(tree, 0))
        token = tree.children[1]
        assert isinstance(token, Token)
        choice = self._choice(token)
        if choice is None:
            return None
        scope = self.owner.scope(self.names)
        self.owner.sites.append(Site(choice, scope, span))
        return t.AskTogether(span, choice, players, scope)

    # Ends --------------------------------------------------------------------------------------

    def _win(self, tree: Syntax, span: Span) -> t.Step:
        return t.EndGame(self.scalar.span, t.Verdict.WIN)

    def _lose(self, tree: Syntax, span: Span) -> t.Step:
        return t.EndGame(self.scalar.span, t.Verdict.LOSE)

    def _end(self, tree: Syntax, span: Span) -> t.Step:
        return t.EndGame(self.scalar.span, t.Verdict.END)

    def _wins(self, tree: Syntax, span: Span) -> t.Step:
        return t.Wins(span, self._players(_child(tree, 0)))

    def _stop(self, tree: Syntax, span: Span) -> t.Step:
        self._needs_loop("stop")
        return t.Stop(self.scalar.span)

    def _skip(self, tree: Syntax, span: Span) -> t.Step:
        self._needs_loop("skip")
        return t.Skip(self.scalar.span)

    def _needs_loop(self, word: str) -> None:
        if not self.looping:
            self.world.error(Code.NO_LOOP, f"`{word}` stands in no loop here", self.scalar.span)


class _Header(_Reader):
    """A sentence with steps under it."""

    def block(self, tree: Syntax, body: Node) -> t.Step | None:
        span = self.scalar.span
        match str(tree.data):
            case "for_each":
                return self._for_each(tree, body, span)
            case "count_from" | "count_from_to":
                return self._count(tree, body, span)
            case "while_":
                condition = self.expressions.condition(_child(tree, 0), self.names)
                return t.While(span, condition, self.owner.steps(body, self.names, looping=True))
            case "times":
                amount = self.expressions.number(_child(tree, 0), self.names)
                return t.Times(span, amount, self.owner.steps(body, self.names, looping=True))
            case "forever":
                return t.While(span, None, self.owner.steps(body, self.names, looping=True))
            case "phase":
                name = str(tree.children[0])
                if name not in self.owner.phases:
                    self.owner.phases.append(name)
                return t.Phase(span, name, self.owner.steps(body, self.names, looping=self.looping))
            case _:
                self.world.error(Code.SENTENCE, f"`{self.scalar.text}` follows no `if`", span)
                return None

    def _for_each(self, tree: Syntax, body: Node, span: Span) -> t.Step:
        token = tree.children[0]
        assert isinstance(token, Token)
        source = self.expressions.list_of(_child(tree, 1), self.names)
        item = element(source.type) or UNKNOWN
        if isinstance(item, ListType):
            source = self.expressions.mismatch(source, "a list of single things")
            item = UNKNOWN
        it = self.expressions.scratch(item)
        keys: list[t.SortKey] = []
        if len(tree.children) > 2:
            for key in _child(tree, 2).children:
                assert isinstance(key, Tree)
                ranked, value_tree = _child(key, 0), _child(key, 1)
                value = self.expressions.check(value_tree, self.names.within(it))
                if not (value.type in (INT, BOOL, UNKNOWN) or isinstance(value.type, EnumType)):
                    self.expressions.mismatch(value, "a number or a word with an order")
                keys.append(t.SortKey(str(ranked.children[0]) == "highest", value))
        local = self.owner.new_local(token, self.span(token), item, self.names)
        steps = self.owner.steps(body, self.names.plus(local), looping=True)
        return t.ForEach(span, local, source, it, tuple(keys), steps)

    def _count(self, tree: Syntax, body: Node, span: Span) -> t.Step:
        token = tree.children[0]
        assert isinstance(token, Token)
        low = self.expressions.number(_child(tree, 1), self.names)
        high = self.expressions.number(_child(tree, 2), self.names) if len(tree.children) > 2 else None
        variable = self.world.variables.get(("game", str(token)))
        place = self.span(token)
        counter: t.Expr
        names = self.names
        if variable is not None:
            if variable.type is not INT:
                self.world.error(Code.TYPE, f"`{token}` counts, so it has to be a number", place)
            counter = t.Variable(INT, place, variable.name, None, "game")
        else:
            local = self.owner.new_local(token, place, INT, self.names)
            names = names.plus(local)
            counter = t.LocalValue(INT, place, local)
        return t.CountFrom(span, counter, low, high, self.owner.steps(body, names, looping=True))


def parameter_type(world: World, words: list[str]) -> Type | None:
    """The type that a parameter's declaration names: ``card``, ``cards``, ``pile``, ``number``."""
    listed = words[0] == "list"
    word = words[-1]
    simple: dict[str, Type] = {
        "number": INT, "numbers": ListType(INT), "players": ListType(PLAYER),
        "pile": ZoneType(CARD), "row": ZoneType(CARD), "zone": ZoneType(CARD),
    }  # fmt: skip
    found = world.type_named(word) or simple.get(word)
    if found is None and word.endswith("s"):
        single = world.type_named(word[:-1])
        found = ListType(single) if single is not None else None
    if found is not None and listed and not isinstance(found, ListType):
        return ListType(found)
    return found


def check_parameters(
    world: World, tree: Syntax, scalar: ScalarNode, storage: t.Storage
) -> tuple[str, tuple[t.Local, ...]]:
    """The name and the parameters of a signature."""
    expressions = ExpressionChecker(world, scalar)
    name = str(tree.children[0])
    check_name(world, name, scalar.span)
    locals_: list[t.Local] = []
    for param in tree.children[1:]:
        assert isinstance(param, Tree)
        words = [str(child) for child in param.children if isinstance(child, Token)]
        kind = parameter_type(world, words)
        span = expressions.span(param)
        if kind is None:
            example = f"{words[0]} is a card" if len(words) == 1 else f"{words[0]} is a number"
            world.error(
                Code.UNKNOWN_NAME,
                f"the type of `{words[0]}` isn't known",
                span,
                f"say it, such as `{example}`",
            )
            kind = UNKNOWN
        if any(local.name == words[0] for local in locals_):
            world.error(Code.NAME_TAKEN, f"`{words[0]}` is there twice", span)
        if words[0] in world.game_names():
            world.error(
                Code.NAME_TAKEN,
                f"`{words[0]}` has a meaning already",
                span,
                "give the parameter another name",
            )
        locals_.append(t.Local(words[0], kind, storage, span))
    return name, tuple(locals_)


def _child(tree: Syntax, place: int) -> Syntax:
    child = tree.children[place]
    assert isinstance(child, Tree)
    return child
