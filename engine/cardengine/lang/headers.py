"""Headers: sentences with steps under them."""

from __future__ import annotations

from lark import Token, Tree

from cardengine.diagnostics import Code, Span
from cardengine.lang.parser import Syntax
from cardengine.lang.sentences import Reader
from cardengine.lang.syntax import subtree
from cardengine.source import Node
from cardengine.tree import nodes as t
from cardengine.tree.types import (
    BOOL,
    FRACTION,
    INT,
    UNKNOWN,
    EnumType,
    ListType,
    element,
)


class Header(Reader):
    """A sentence with steps under it."""

    def block(self, tree: Syntax, body: Node) -> t.Step | None:
        """The step that the header and the steps under it make; None after a report."""
        span = self.scalar.span
        match str(tree.data):
            case "for_each":
                return self._for_each(tree, body, span)
            case "count_from" | "count_from_to":
                return self._count(tree, body, span)
            case "while_":
                condition = self.expressions.condition(subtree(tree, 0), self.names)
                return t.While(span, condition, self.owner.steps(body, self.names, looping=True))
            case "times":
                amount = self.expressions.number(subtree(tree, 0), self.names)
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
        source = self.expressions.list_of(subtree(tree, 1), self.names)
        item = element(source.type) or UNKNOWN
        if isinstance(item, ListType):
            source = self.expressions.mismatch(source, "a list of single things")
            item = UNKNOWN
        elif item is FRACTION:
            help_ = "write `rounded down` or `rounded up` behind what is in it"
            source = self.expressions.mismatch(source, "a list of whole things", help_)
            item = UNKNOWN
        it = self.expressions.scratch(item)
        keys: list[t.SortKey] = []
        if len(tree.children) > 2:
            for key in subtree(tree, 2).children:
                assert isinstance(key, Tree)
                ranked, value_tree = subtree(key, 0), subtree(key, 1)
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
        low = self.expressions.number(subtree(tree, 1), self.names)
        high = self.expressions.number(subtree(tree, 2), self.names) if len(tree.children) > 2 else None
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
