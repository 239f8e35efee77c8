"""Sentences: one step without steps under it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lark import Token, Tree

from cardengine.diagnostics import Code, Span
from cardengine.lang.expressions import ExpressionChecker
from cardengine.lang.parser import Entry, Syntax, parse
from cardengine.lang.sites import Site
from cardengine.lang.syntax import subtree
from cardengine.lang.world import Names, World
from cardengine.source import ScalarNode
from cardengine.tree import nodes as t
from cardengine.tree.types import (
    FRACTION,
    INT,
    NOTHING,
    PLAYER,
    UNKNOWN,
    ItemType,
    ListType,
    ZoneType,
    element,
    plural,
)

if TYPE_CHECKING:
    from cardengine.lang.steps import StepChecker


@dataclass(slots=True)
class Reader:
    """What one sentence's scalar is read with."""

    owner: StepChecker
    scalar: ScalarNode
    names: Names
    looping: bool

    @property
    def world(self) -> World:
        """What has been declared."""
        return self.owner.world

    @property
    def expressions(self) -> ExpressionChecker:
        """The checker of this scalar's expressions."""
        return ExpressionChecker(self.world, self.scalar)

    def span(self, node: Syntax | Token) -> Span:
        """Where a part of it stands in the source."""
        return self.expressions.span(node)


class Sentence(Reader):
    """One sentence without steps under it."""

    def step(self) -> t.Step | None:
        """The step that it says; None after a report."""
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
        items, target = self._items(subtree(tree, 0)), self._target(subtree(tree, 1))
        self._same_kind(items, target.zone)
        return t.Move(span, items, target)

    def _move_replaced(self, tree: Syntax, span: Span) -> t.Step:
        item = self._one_item(subtree(tree, 0))
        target = self._target(subtree(tree, 1))
        return t.MoveReplaced(span, item, target, self._one_item(subtree(tree, 2)))

    def _one_item(self, tree: Syntax) -> t.Expr:
        expr = self.expressions.check(tree, self.names)
        if isinstance(expr.type, ItemType) or expr.type is UNKNOWN:
            return expr
        return self.expressions.mismatch(expr, "one card or piece")

    def _draw(self, tree: Syntax, span: Span) -> t.Step:
        amount, source = self._number(subtree(tree, 0)), self._zone(subtree(tree, 1))
        return t.Draw(span, amount, source, self._target(subtree(tree, 2)), None)

    def _draw_up_to(self, tree: Syntax, span: Span) -> t.Step:
        amount, source = self._number(subtree(tree, 0)), self._zone(subtree(tree, 1))
        return t.Draw(span, amount, source, self._target(subtree(tree, 2)), self._number(subtree(tree, 3)))

    def _fill(self, tree: Syntax, span: Span) -> t.Step:
        zone, limit, source = (
            self._zone(subtree(tree, 0)),
            self._number(subtree(tree, 1)),
            self._zone(subtree(tree, 2)),
        )
        return t.Draw(span, None, source, t.Target(zone, t.End.NATURAL, None), limit)

    def _deal(self, tree: Syntax, span: Span) -> t.Step:
        zones = self.expressions.zones(subtree(tree, 2), self.names)
        return t.Deal(span, self._number(subtree(tree, 0)), self._zone(subtree(tree, 1)), zones)

    def _deal_all(self, tree: Syntax, span: Span) -> t.Step:
        return t.Deal(span, None, self._zone(subtree(tree, 0)), self.expressions.zones(subtree(tree, 1), self.names))

    def _shuffle(self, tree: Syntax, span: Span) -> t.Step:
        return t.Shuffle(span, None, self._zone(subtree(tree, 0)))

    def _shuffle_into(self, tree: Syntax, span: Span) -> t.Step:
        items, zone = self._items(subtree(tree, 0)), self._zone(subtree(tree, 1))
        self._same_kind(items, zone)
        return t.Shuffle(span, items, zone)

    def _turn(self, tree: Syntax, span: Span) -> t.Step:
        return t.Turn(span, self._items(subtree(tree, 1)), str(subtree(tree, 0).children[0]) == "up")

    def _exchange(self, tree: Syntax, span: Span) -> t.Step:
        return t.Exchange(span, self._one_item(subtree(tree, 0)), self._one_item(subtree(tree, 1)))

    def _bring(self, tree: Syntax, span: Span) -> t.Step | None:
        model, zone = self.expressions.check(subtree(tree, 0), self.names), self._zone(subtree(tree, 1))
        for kind in self.world.kinds.values():
            if kind.is_piece and kind.classes == model.type:
                if isinstance(zone.type, ZoneType) and zone.type.item != ItemType(kind.name):
                    self.expressions.mismatch(zone, f"a zone of {kind.name}s")
                return t.Bring(span, kind.name, model, zone)
        self.expressions.mismatch(model, "a class of pieces")
        return None

    def _show(self, tree: Syntax, span: Span) -> t.Step:
        return t.Show(span, self._items(subtree(tree, 0)), self._players(subtree(tree, 1)))

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
        target = self._assigned(subtree(tree, 0))
        if target is None:
            return None
        return t.Assign(span, target, self.expressions.typed(subtree(tree, 1), self.names, target.type), 0)

    def _add(self, tree: Syntax, span: Span) -> t.Step | None:
        return self._change(subtree(tree, 1), subtree(tree, 0), span, 1)

    def _subtract(self, tree: Syntax, span: Span) -> t.Step | None:
        return self._change(subtree(tree, 1), subtree(tree, 0), span, -1)

    def _change(self, target_tree: Syntax, value_tree: Syntax, span: Span, sign: int) -> t.Step | None:
        target = self._assigned(target_tree)
        if target is None:
            return None
        if target.type is not INT:
            self.expressions.mismatch(target, "a number")
            return None
        return t.Assign(span, target, self._number(value_tree), sign)

    def _reset(self, tree: Syntax, span: Span) -> t.Step | None:
        names = self._reset_names(subtree(tree, 0), "game")
        return t.Reset(span, names, None, None) if names else None

    def _reset_of(self, tree: Syntax, span: Span) -> t.Step | None:
        owners = self.expressions.check(subtree(tree, 1), self.names)
        if not isinstance(owners.type, ListType | ZoneType):
            owners = t.ListOf(ListType(owners.type), owners.span, (owners,))
        owners = self.expressions.as_list(owners)
        word = self.world.owner_word(element(owners.type) or UNKNOWN)
        if not word:
            self.expressions.mismatch(owners, "players or pieces")
            return None
        names = self._reset_names(subtree(tree, 0), word)
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
        value = self.expressions.as_list(self.expressions.check(subtree(tree, 1), self.names))
        kind = value.type
        deep = isinstance(kind, ListType) and isinstance(kind.item, ListType)
        if deep or kind in (FRACTION, NOTHING, ListType(FRACTION)):
            self.expressions.mismatch(value, "a single value or a list of them")
            kind = UNKNOWN
        return t.Let(span, self.owner.new_local(token, self.span(token), kind, self.names), value)

    # Procedures and choices --------------------------------------------------------------------

    def _run(self, tree: Syntax, span: Span) -> t.Step | None:
        token = tree.children[0]
        assert isinstance(token, Token)
        name = str(token)
        parameters = self.world.procedure_parameters.get(name)
        given = [child for child in subtree(tree, 1).children if isinstance(child, Tree)]
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
        player = self.expressions.typed(subtree(tree, 0), self.names, PLAYER)
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
        players = self._players(subtree(tree, 0))
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
        return t.Wins(span, self._players(subtree(tree, 0)))

    def _stop(self, tree: Syntax, span: Span) -> t.Step:
        self._needs_loop("stop")
        return t.Stop(self.scalar.span)

    def _skip(self, tree: Syntax, span: Span) -> t.Step:
        self._needs_loop("skip")
        return t.Skip(self.scalar.span)

    def _needs_loop(self, word: str) -> None:
        if not self.looping:
            self.world.error(Code.NO_LOOP, f"`{word}` stands in no loop here", self.scalar.span)
