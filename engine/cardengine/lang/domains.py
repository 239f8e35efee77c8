"""Domains: what an option, a variable, a column or a parameter of an action ranges over."""

from __future__ import annotations

from lark import Token, Tree

from cardengine.diagnostics import Code
from cardengine.lang.expressions import ExpressionChecker
from cardengine.lang.parser import Syntax
from cardengine.lang.world import Names
from cardengine.tree.nodes import (
    AllDomain,
    AllPlayers,
    Constant,
    Domain,
    EveryMember,
    Expr,
    Filter,
    FractionDomain,
    NumberDomain,
    OneOfDomain,
    SubsetDomain,
)
from cardengine.tree.types import (
    BOOL,
    FRACTION,
    INT,
    PLAYER,
    UNKNOWN,
    EnumType,
    ItemType,
    ListType,
    OptionalType,
    Type,
    ZoneType,
    describe,
    element,
    plural,
)


class DomainChecker:
    """Types the domain of one scalar."""

    def __init__(self, expressions: ExpressionChecker) -> None:
        self.expressions = expressions
        self.world = expressions.world

    def check(self, tree: Syntax, names: Names) -> tuple[Domain, Expr | None]:
        """The domain, and what stands after ``initially``."""
        if tree.data == "initially":
            inner, start = (child for child in tree.children if isinstance(child, Tree))
            domain = self.bare(inner, names)
            return domain, self.expressions.typed(start, names, domain.type)
        return self.bare(tree, names), None

    def bare(self, tree: Syntax, names: Names) -> Domain:
        """A domain without ``initially``."""
        span = self.expressions.span(tree)
        children = tree.children
        trees = [child for child in children if isinstance(child, Tree)]
        if tree.data == "initially":
            message = "only a variable begins with a value: `initially` fits nothing else"
            self.world.error(Code.DOMAIN, message, span, "leave it out; an option says its value under `default`")
            return self.bare(trees[0], names)
        match str(tree.data):
            case "number" | "number_by":
                numbers = [self.expressions.number(child, names) for child in trees]
                return NumberDomain(INT, span, numbers[0], numbers[1], numbers[2] if len(numbers) > 2 else None)
            case "fraction":
                low, high = (self.expressions.typed(child, names, FRACTION) for child in trees)
                return FractionDomain(FRACTION, span, low, high)
            case "words" | "word":
                return self._words([str(child) for child in children], tree)
            case "thing" | "maybe":
                kind = self._type(children[1])
                return AllDomain(OptionalType(kind) if tree.data == "maybe" else kind, span)
            case "thing_where":
                return self._where(tree, names)
            case "pick_one":
                source = self.expressions.list_of(_tree(children[2]), names)
                self._agrees(children[1], source, many=False)
                return OneOfDomain(element(source.type) or UNKNOWN, span, source)
            case _:
                return self._subset(tree, names)

    def _words(self, words: list[str], tree: Syntax) -> Domain:
        span = self.expressions.span(tree)
        if sorted(words) == ["no", "yes"]:
            return AllDomain(BOOL, span)
        if len(words) == 1:
            known = self.world.type_named(words[0])
            help_ = f"write `a {words[0]}`" if known else "write the words with `or` between, or `number from 0 to 9`"
            self.world.error(Code.DOMAIN, f"`{words[0]}` alone is no domain", span, help_)
            return AllDomain(UNKNOWN, span)
        if len(set(words)) < len(words):
            self.world.error(Code.DOMAIN, "a word stands here twice", span)
        enum = EnumType(" or ".join(words), tuple(words))
        self.world.enums.setdefault(enum.name, enum)
        return AllDomain(enum, span)

    def _type(self, word: object) -> Type:
        assert isinstance(word, Token)
        found = self.world.type_named(str(word))
        if found is None:
            known = ["player", *self.world.kinds, *(name for name in self.world.enums if " " not in name)]
            self.world.unknown(Code.UNKNOWN_NAME, "type", str(word), self.expressions.span(word), known)
            return UNKNOWN
        return found

    def _where(self, tree: Syntax, names: Names) -> Domain:
        span = self.expressions.span(tree)
        kind = self._type(tree.children[1])
        source: Expr
        if kind == PLAYER:
            source = AllPlayers(ListType(kind), span)
        elif isinstance(kind, EnumType):
            source = EveryMember(ListType(kind), span)
        else:
            if kind is not UNKNOWN:
                word = describe(kind)
                self.world.error(
                    Code.DOMAIN, f"{word} comes from somewhere", span, f"write `{word} from ... where ...`"
                )
            return AllDomain(UNKNOWN, span)
        it = self.expressions.scratch(kind)
        condition = self.expressions.condition(_tree(tree.children[2]), names.within(it))
        return OneOfDomain(kind, span, Filter(source.type, span, source, it, condition))

    def _subset(self, tree: Syntax, names: Names) -> Domain:
        span = self.expressions.span(tree)
        amount = _tree(tree.children[0])
        source = self.expressions.list_of(_tree(tree.children[2]), names)
        self._agrees(tree.children[1], source, many=True)
        sizes = [self.expressions.number(_tree(child), names) for child in amount.children]
        low: Expr = Constant(INT, span, 0)
        high: Expr | None = None
        if sizes:
            low, high = sizes[0], sizes[-1]
        return SubsetDomain(ListType(element(source.type) or UNKNOWN), span, source, low, high)

    def _agrees(self, word: object, source: Expr, *, many: bool) -> None:
        """The word after the amount must be the type of the list's items."""
        assert isinstance(word, Token)
        item = element(source.type)
        if item is None or item is UNKNOWN:
            return
        right: list[str]
        match item:
            case ItemType(name) | EnumType(name, _):
                right = [name + "s" * many]
            case ZoneType():
                right = ["piles", "rows"] if many else ["pile", "row"]
            case _:
                right = [plural(item) if many else describe(item).removeprefix("a ")]
        if str(word) not in right:
            self.world.error(
                Code.DOMAIN, f"`{word}` does not fit: the list holds {plural(item)}", self.expressions.span(word),
                f"write `{right[0]}`",
            )  # fmt: skip


def _tree(child: object) -> Syntax:
    assert isinstance(child, Tree)
    return child
