"""Mixins: what they add, and when they clash."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.variants.helpers import BASE, merged, places, refused

HEAD = "extends: draw\nmixins: [a, b]\n"


def test_they_are_applied_from_left_to_right_and_then_the_variant_itself(tmp_path: Path) -> None:
    text = HEAD + "set: {define.high: 3}\nappend: {setup: [win]}"
    a = "set: {define.high: 1, define.worth: 0}"
    b = "add: {zones.table.gone: face-up pile}"
    found = merged(tmp_path, text, a=a, b=b)
    assert found["define"] == {"worth(card)": 0, "high": 3}
    assert found["zones"]["table"]["gone"] == "face-up pile"


def test_a_mixin_gives_no_title(tmp_path: Path) -> None:
    found = merged(tmp_path, HEAD, a="extends: draw\ngame: A\ntext: A", b="extends: draw\ngame: B\ntext: B")
    assert (found["game"], found["text"]) == ("Draw", "Draw cards")


def test_a_mixin_has_mixins(tmp_path: Path) -> None:
    files = {"a": "mixins: [c]\nset: {define.high: 2}", "b": "default: {hand: 2}", "c": "set: {define.high: 1}"}
    found = merged(tmp_path, HEAD, **files)
    assert (found["define"]["high"], found["options"]["hand"]["default"]) == (2, 2)


def test_a_variant_of_the_same_base_can_be_mixed_in(tmp_path: Path) -> None:
    found = merged(tmp_path, "extends: b\nmixins: [a]", a="extends: draw\ndefault: {hand: 2}", b="extends: draw")
    assert found["options"]["hand"]["default"] == 2


def test_two_insertions_at_different_sides_of_one_step(tmp_path: Path) -> None:
    a = "steps: [{in: play, after: choose turn, do: [win]}]"
    b = "steps: [{in: play, before: choose turn, do: [lose]}]"
    assert merged(tmp_path, HEAD, a=a, b=b)["play"][0]["repeat 3 times"][:3] == ["lose", "choose turn", "win"]


def test_a_list_that_is_appended_to_and_changed_inside(tmp_path: Path) -> None:
    a = "append: {setup: [win]}"
    b = "steps: [{in: setup, after: shuffle every card into deck, do: [lose]}]"
    assert merged(tmp_path, HEAD, a=a, b=b)["setup"][1::2] == ["lose", "win"]


@pytest.mark.parametrize(
    ("a", "b", "where"),
    [
        ("default: {hand: 2}", "default: {hand: 3}", [("b", "hand"), ("a", "hand")]),
        ("default: {hand: 2}", "set: {options.hand.default: 3}", [("b", "options.hand.default"), ("a", "hand")]),
        ("set: {define.high: 1}", "remove: [define.high]", None),
        (
            "add: {zones.table.gone: face-up pile}",
            "set: {zones.table.gone: face-down pile}",
            [("b", "zones.table.gone"), ("a", "zones.table.gone")],
        ),
        ("set: {zones.table.deck: face-up pile}", "set: {zones: {}}", [("b", "zones"), ("a", "zones.table.deck")]),
        ("append: {setup: [win]}", "append: {setup: [lose]}", [("b", "setup"), ("a", "setup")]),
        (
            "append: {setup: [win]}",
            "set: {setup: [lose]}",
            [("b", "setup"), ("a", "setup")],
        ),
        (
            "steps: [{in: play, after: choose turn, do: [win]}]",
            "steps: [{in: play, after: choose turn, do: [lose]}]",
            [("b", "choose turn"), ("a", "choose turn")],
        ),
        (
            "steps: [{in: play, after: choose turn, do: [win]}]",
            "steps: [{in: play, remove: choose turn}]",
            [("b", "choose turn"), ("a", "choose turn")],
        ),
        (
            "steps: [{in: play, after: choose turn, do: [win]}]",
            "steps: [{in: play, remove: repeat 3 times}]",
            [("b", "repeat 3 times"), ("a", "choose turn")],
        ),
        (
            "steps: [{in: play, replace: choose turn, with: choose  turn  }]",
            "steps: [{in: play, replace: choose turn, do: [win]}]",
            [("b", "choose turn"), ("a", "choose turn")],
        ),
        (
            "steps: [{in: play, after: choose turn, do: [shuffle deck]}]",
            "steps: [{in: play, after: shuffle deck, do: [win]}]",
            [("b", "shuffle deck"), ("a", "choose turn")],
        ),
        (
            "steps: [{in: play, after: choose turn, do: [win]}]",
            "set: {play: [win]}",
            [("b", "play"), ("a", "choose turn")],
        ),
    ],
)
def test_two_on_one_path(tmp_path: Path, a: str, b: str, where: list[tuple[str, str]] | None) -> None:
    problems = refused(tmp_path, HEAD, a=a, b=b)
    assert [problem.code.id for problem in problems] == ["E910"]
    if where is not None:
        assert places(problems[0]) == where
    assert {name for name, _ in places(problems[0])} == {"a", "b"}


def test_a_step_that_another_mixin_has_removed(tmp_path: Path) -> None:
    a = "steps: [{in: play, remove: repeat 3 times}]"
    b = "steps: [{in: play, after: choose turn, do: [win]}]"
    [problem] = refused(tmp_path, HEAD, a=a, b=b)
    assert problem.code.id == "E908"


def test_the_base_is_named_when_it_lacks_what_a_mixin_changes(tmp_path: Path) -> None:
    [problem] = refused(tmp_path, HEAD, a="set: {define.hihg: 2}", b="default: {hand: 2}")
    assert places(problem) == [("a", "hihg"), ("draw", "define")]
    assert problem.notes == (f"{tmp_path}/draw/variants/v.yaml builds on this file",)


def test_mixins_of_a_base_may_be_overridden(tmp_path: Path) -> None:
    files = {"a": "set: {define.high: 1}", "b": "extends: draw\nmixins: [a]"}
    assert merged(tmp_path, "extends: b\nset: {define.high: 5}", **files)["define"]["high"] == 5
    assert BASE.count("high: 10") == 1
