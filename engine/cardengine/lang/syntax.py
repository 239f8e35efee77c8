"""Looking into syntax trees."""

from __future__ import annotations

from lark import Token, Tree

from cardengine.lang.parser import Syntax


def subtrees(tree: Syntax) -> list[Syntax]:
    """The subtrees of a tree, without its words."""
    return [part for part in tree.children if isinstance(part, Tree)]


def subtree(tree: Syntax, place: int) -> Syntax:
    """The subtree at a place."""
    part = tree.children[place]
    assert isinstance(part, Tree)
    return part


def word_at(tree: Syntax, place: int) -> Token:
    """The word at a place."""
    part = tree.children[place]
    assert isinstance(part, Token)
    return part
