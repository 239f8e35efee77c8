"""Checks calls of built-in functions: sorts their arguments, and has the function's record type them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lark import Tree

from cardengine.constructs.base import Parsed
from cardengine.constructs.functions import FUNCTIONS
from cardengine.diagnostics import Code, Span
from cardengine.lang.parser import Syntax
from cardengine.lang.world import Names
from cardengine.tree.nodes import Expr

if TYPE_CHECKING:
    from cardengine.lang.expressions import ExpressionChecker

NAMES = tuple(FUNCTIONS)


def check(checker: ExpressionChecker, name: str, arguments: list[Syntax], names: Names, span: Span) -> Expr:
    """Check a call of a built-in function."""
    function = FUNCTIONS[name]
    fewest, most = function.arguments
    plain = tuple(tree for tree in arguments if tree.data not in ("keyed", "default"))
    keyed = [tree for tree in arguments if tree.data == "keyed"]
    defaults = [tree for tree in arguments if tree.data == "default"]
    wrong = (
        not fewest <= len(plain) + len(keyed) <= most
        or (bool(keyed) != function.keyed)
        or len(keyed) > 1
        or len(defaults) > 1
        or (bool(defaults) and not function.default)
        or (bool(defaults) and arguments[-1].data != "default")
    )
    if wrong:
        checker.world.error(Code.ARGUMENTS, f"`{name}` is not used so", span, f"its form: {function.form}")
        return checker.unknown(span)
    key = _two(keyed[0]) if keyed else None
    default = _one(defaults[0]) if defaults else None
    return function.check(checker, name, Parsed(plain, key, default), names, span)


def _two(tree: Syntax) -> tuple[Syntax, Syntax]:
    first, second = tree.children
    assert isinstance(first, Tree)
    assert isinstance(second, Tree)
    return first, second


def _one(tree: Syntax) -> Syntax:
    child = tree.children[0]
    assert isinstance(child, Tree)
    return child
