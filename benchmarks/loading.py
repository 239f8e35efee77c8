"""Measures the time to load a ruleset in a running program, compared with the libraries that read its text alone.

``python -m benchmarks.loading`` prints a line for each ruleset. Both are measured in turn, so that the machine's
other work falls on both.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import patch

import yaml
from lark import Lark

from cardengine.lang.parser import forget_sentences
from cardengine.model.load import find, load_file
from cardengine.runtime.game import Game
from cardengine.schema.names import SchemaName
from cardengine.schema.validator import schema_errors
from cardengine.source import MappingNode, read_source, read_yaml, to_plain

RULESETS = ("area52", "alpha_strike", "blackjack")
"""Area 52; the largest ruleset with its data; the largest without."""

REPEATS = 15


def load(path: Path) -> Game:
    """Load a game from a file."""
    return Game(load_file(path))


def libraries(path: Path) -> Callable[[], None]:
    """A function that only runs PyYAML, Lark and jsonschema on a ruleset and its data."""
    sentences: list[tuple[str, str]] = []
    parsers: list[Lark] = []
    parse = Lark.parse

    def noted(lark: Lark, text: str, start: str) -> object:
        parsers.append(lark)
        sentences.append((text, start))
        return parse(lark, text, start)

    forget_sentences()
    with patch.object(Lark, "parse", noted):
        load(path)
    lark = parsers[0]
    texts = list(_texts(path))
    plain = [(to_plain(node), schema) for node, schema in _nodes(path)]

    def run() -> None:
        for text in texts:
            for _event in yaml.parse(text, Loader=yaml.SafeLoader):
                pass
        for data, schema in plain:
            assert not list(schema_errors(schema, data))
        for text, start in sentences:
            lark.parse(text, start)

    return run


def _texts(path: Path) -> Iterator[str]:
    for file in (path, *sorted((path.parent / path.stem).glob("*.yaml"))):
        yield read_source(file).text


def _nodes(path: Path) -> Iterator[tuple[MappingNode, SchemaName]]:
    for file in (path, *sorted((path.parent / path.stem).glob("*.yaml"))):
        node = read_yaml(read_source(file), [])
        assert isinstance(node, MappingNode)
        yield node, SchemaName.RULESET if file == path else SchemaName.DATA


def measured(name: str, repeats: int = REPEATS) -> tuple[float, float, float]:
    """The least seconds of a first load, of a repeated load, and of the libraries alone."""
    path = find(name)
    alone = libraries(path)
    first: list[float] = []
    again: list[float] = []
    parts: list[float] = []
    for _ in range(repeats):
        forget_sentences()
        first.append(_seconds(lambda: load(path)))
        again.append(_seconds(lambda: load(path)))
        parts.append(_seconds(alone))
    return min(first), min(again), min(parts)


def _seconds(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def main() -> None:
    """Print a line for each ruleset."""
    for name in RULESETS:
        first, again, alone = measured(name)
        print(
            f"{name:14} libraries alone {1000 * alone:6.1f} ms; loaded {1000 * first:6.1f} ms ({first / alone:.2f}), "
            f"again {1000 * again:6.1f} ms ({again / alone:.2f})"
        )


if __name__ == "__main__":
    main()
