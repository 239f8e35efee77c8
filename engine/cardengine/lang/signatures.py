"""Checks declared names, and the signatures of definitions and procedures."""

from __future__ import annotations

from lark import Token, Tree

from cardengine.diagnostics import Code, Span
from cardengine.lang import builtins, forms
from cardengine.lang.expressions import ExpressionChecker
from cardengine.lang.parser import Syntax
from cardengine.lang.world import World
from cardengine.source import ScalarNode
from cardengine.tree import nodes as t
from cardengine.tree.types import (
    CARD,
    INT,
    PLAYER,
    UNKNOWN,
    ListType,
    Type,
    ZoneType,
)


def check_name(world: World, name: str, span: Span) -> None:
    """Report a name that is a word of the language."""
    if name in forms.RESERVED or name in builtins.NAMES or name in ("players", "teams", "possible", "options", "you"):
        world.error(Code.NAME_TAKEN, f"`{name}` is a word of the language", span, "give it another name")


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
        if world.is_game_name(words[0]):
            world.error(
                Code.NAME_TAKEN,
                f"`{words[0]}` has a meaning already",
                span,
                "give the parameter another name",
            )
        locals_.append(t.Local(words[0], kind, storage, span))
    return name, tuple(locals_)
