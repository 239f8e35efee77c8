"""Access to the children of a syntax tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lark import Token, Tree

if TYPE_CHECKING:
    from cardengine.lang.parser import Syntax


def subtrees(tree: Syntax) -> list[Syntax]:
    """The children that are trees, without the tokens."""
    return [part for part in tree.children if isinstance(part, Tree)]


def subtree(tree: Syntax, place: int) -> Syntax:
    """The child at an index, which must be a tree."""
    part = tree.children[place]
    assert isinstance(part, Tree)
    return part


def word_at(tree: Syntax, place: int) -> Token:
    """The child at an index, which must be a token."""
    part = tree.children[place]
    assert isinstance(part, Token)
    return part
