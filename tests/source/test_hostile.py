"""Files made to hurt are answered at once, and never with an exception."""

from __future__ import annotations

import time

import pytest

from cardengine.diagnostics import Diagnostic, SourceText, render_text
from cardengine.source import MAX_FILE_BYTES, read_yaml, to_plain
from tests.effort import seconds
from tests.source.helpers import scalar

FULL = MAX_FILE_BYTES

HOSTILE = {
    "100,000 open lists": "[" * 100_000,
    "100,000 lists": "[" * 100_000 + "]" * 100_000,
    "100,000 open mappings": "{" * 100_000,
    "mappings in mappings": "{a: " * 60_000,
    "lists on lines": "[\n" * 100_000,
    "dashes": "- " * 100_000,
    "question marks": "? " * 100_000,
    "stairs": "".join(" " * level + "-\n" for level in range(700)),
    "10 MB": "a: b\n" * 2_000_000,
    "spaces": " " * FULL,
    "line breaks": "\n" * FULL,
    "line breaks in a block": "a: |\n" + "\n" * (FULL - 10) + " x",
    "line breaks in a text": "a: b" + "\n" * (FULL - 10) + " x",
    "line breaks in quotes": "a: '" + "\n" * (FULL - 10) + "'",
    "quotes in quotes": "a: '" + "''" * (FULL // 2 - 5) + "'",
    "escapes": 'a: "' + "\\n" * (FULL // 2 - 5) + '"',
    "a long word": "a: " + "x" * (FULL - 5),
    "many words": "a: " + "x " * (FULL // 2 - 5),
    "many items": "a: [" + "1," * (FULL // 2 - 5) + "]",
    "one key again and again": "a: 1\n" * (FULL // 5),
    "comments": "#\n" * (FULL // 2),
    "controls": "\0\x1b\u202e" * (FULL // 3),
    "returns": "\r" * FULL,
    "colons": ": " * (FULL // 2),
    "anchors": "[" + "&a " * 3000 + "]",
    "anchored items": "[" + "&a x," * 9000 + "]",
    "aliases": "[" + "*a ," * 9000 + "]",
    "tags": "[" + "!a x," * 9000 + "]",
    "a long tag": "!" + "%41" * (FULL // 3 - 2),
    "documents": "--- a\n" * (FULL // 6),
    "lines of a block": "a: >\n" + "  x\n" * (FULL // 4 - 3),
    "a long number": "a: " + "9" * 200_000,
    "a long key": "? " + "k" * 200_000 + "\n: 1\n",
    "tabs": "\t" * FULL,
    "combining marks": "a: " + "\u0301" * 100_000 + ": b",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_texts_are_answered_within_a_second(text: str) -> None:
    report: list[Diagnostic] = []
    node = read_yaml(SourceText("f", text), report)

    def again() -> None:
        tree = read_yaml(SourceText("f", text), [])
        if tree is not None:
            to_plain(tree)

    assert seconds(again, 1) < 1
    assert node is not None or report
    assert "\x1b" not in render_text(report[:20])


def test_places_in_a_hostile_scalar_take_no_time() -> None:
    for text in (
        "a: |\n" + "\n" * 200_000 + " x y",
        "a: '" + " " * 200_000 + "x y'",
        "a: x" + "\n" * 200_000 + " y",
    ):
        value = scalar(text, "a")
        begin = time.process_time()
        for offset in range(0, len(value.text), 1000):
            value.span_of(offset, offset + 1)
        assert value.span_of(len(value.text) - 1, len(value.text)).text == "y"
        assert time.process_time() - begin < 1
