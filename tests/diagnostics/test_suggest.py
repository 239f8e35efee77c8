from __future__ import annotations

import time

import pytest

from cardengine.diagnostics import suggest

WORDS = ["value", "suit", "color", "rank", "owner"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("valeu", "value"),
        ("vlaue", "value"),
        ("values", "value"),
        ("Value", "value"),
        ("colour", "color"),
        ("SUITS", "suit"),
        ("xyz", None),
        ("", None),
        ("completely_different", None),
    ],
)
def test_typos_are_recognised_and_noise_is_not(word: str, meant: str | None) -> None:
    assert suggest(word, WORDS) == meant


def test_the_answer_is_written_as_the_candidate() -> None:
    assert suggest("qs", ["QS", "KH"]) == "QS"


def test_no_candidates() -> None:
    assert suggest("value", []) is None


def test_any_iterable_will_do() -> None:
    assert suggest("valeu", (word for word in WORDS)) == "value"


def test_endless_words_take_no_time() -> None:
    begin = time.process_time()
    assert suggest("x" * 100_000, ["x" * 100_000]) is None
    assert suggest("x" * 50, ["x" * 100_000] * 100) is None
    assert time.process_time() - begin < 0.5


def test_of_many_candidates_the_right_one_is_still_found() -> None:
    names = [f"name_{number:04}" for number in range(2_000)]
    assert suggest("name_1234x", names) == "name_1234"
    assert suggest("anme_0815", names) == "name_0815"
    assert suggest("qqqqqq", names) is None
    assert suggest("VALEU", [*names, "value"]) == "value"


def test_many_words_of_many_candidates_take_time_in_proportion() -> None:
    names = [f"name_{number:04}" for number in range(2_000)]
    begin = time.process_time()
    assert all(suggest(f"{name}x", names) for name in names[::2])
    assert time.process_time() - begin < 4
