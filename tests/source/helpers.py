"""What the tests of reading share."""

from __future__ import annotations

from collections.abc import Iterator

from cardengine.diagnostics import Diagnostic, SourceText
from cardengine.source import MappingNode, Node, ScalarNode, SequenceNode, read_yaml


def read(text: str) -> tuple[Node | None, list[Diagnostic]]:
    """The tree of a text and its problems."""
    report: list[Diagnostic] = []
    return read_yaml(SourceText("file.yaml", text), report), report


def tree(text: str) -> Node:
    """The tree of a text that has no problem."""
    node, report = read(text)
    assert report == []
    assert node is not None
    return node


def mapping(text: str) -> MappingNode:
    """The tree of a text that has no problem and is a mapping."""
    node = tree(text)
    assert isinstance(node, MappingNode)
    return node


def scalar(text: str, *path: str | int) -> ScalarNode:
    """A scalar in the tree of a text."""
    node: Node | None = tree(text)
    for step in path:
        if isinstance(node, SequenceNode) and isinstance(step, int):
            node = node.items[step]
        elif isinstance(node, MappingNode) and isinstance(step, str):
            node = node.get(step)
    assert isinstance(node, ScalarNode)
    return node


def ids(problems: list[Diagnostic]) -> list[str]:
    """The codes of some problems."""
    return [problem.code.id for problem in problems]


def pointed_at(problem: Diagnostic) -> str:
    """The characters that a problem is about."""
    assert problem.span is not None
    return problem.span.text


def every_node(node: Node) -> Iterator[Node]:
    """All parts of a tree, keys too."""
    yield node
    if isinstance(node, SequenceNode):
        for item in node.items:
            yield from every_node(item)
    elif isinstance(node, MappingNode):
        for entry in node:
            yield entry.key
            yield from every_node(entry.value)
