"""What each kind of change makes of its base."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardengine.diagnostics import Diagnostic
from cardengine.source import to_plain
from tests.variants.helpers import BASE, load, merged, place, put, resolved, tree

HEAD = "extends: draw\n"


def base() -> Any:
    return to_plain(tree(BASE))


def test_without_changes_it_is_the_base(tmp_path: Path) -> None:
    assert merged(tmp_path, HEAD) == base()


def test_title_and_text(tmp_path: Path) -> None:
    assert merged(tmp_path, HEAD + "game: Other\ntext: Words") == base() | {"game": "Other", "text": "Words"}


def test_a_text_that_the_base_lacks(tmp_path: Path) -> None:
    found = merged(tmp_path, HEAD + "text: Words", **{"draw.yaml": BASE.replace("text: Draw cards\n", "")})
    assert found["text"] == "Words"


def test_default(tmp_path: Path) -> None:
    found = merged(tmp_path, HEAD + "default: {hand: 7}")
    assert found["options"]["hand"] == {"is": "number from 1 to 10", "default": 7, "text": "Cards in a hand"}
    assert found["options"]["goal"] == base()["options"]["goal"]


def test_set_a_scalar_and_a_mapping_whole(tmp_path: Path) -> None:
    found = merged(tmp_path, HEAD + "set: {cards.value.king: 10, zones.player: {hand: face-up row}, players: 2 to 4}")
    assert found["cards"]["value"] == {"ace": 1, "jack": 11, "queen": 12, "king": 10}
    assert found["zones"]["player"] == {"hand": "face-up row"}
    assert found["players"] == "2 to 4"
    assert list(found) == list(base())


def test_set_a_definition_by_its_name(tmp_path: Path) -> None:
    found = merged(tmp_path, HEAD + "set: {define.worth: card.value + 1}")
    assert found["define"] == {"worth(card)": "card.value + 1", "high": 10}


def test_set_a_definition_with_other_parameters(tmp_path: Path) -> None:
    text = "set: {'define.worth(card, extra is a number)': card.value + extra}"
    found = merged(tmp_path, HEAD + text)
    assert found["define"] == {"worth(card, extra is a number)": "card.value + extra", "high": 10}
    assert merged(tmp_path, HEAD + "set: {define.worth(card): 1}")["define"]["worth(card)"] == 1


def test_a_key_with_dots_and_spaces_is_a_key(tmp_path: Path) -> None:
    text = "set: {choices.turn.lay.when.worth(card)  <  high: No}"
    assert merged(tmp_path, HEAD + text)["choices"]["turn"]["lay"]["when"] == {
        "worth(card) < high": "No",
        "any(deck)": "Too late",
    }


def test_add(tmp_path: Path) -> None:
    text = "add: {zones.table.gone: face-up pile, teams: [[0]], choices.turn.take.when: any(deck)}"
    found = merged(tmp_path, HEAD + text)
    assert list(found["zones"]["table"].items())[-1] == ("gone", "face-up pile")
    assert found["teams"] == [[0]]
    assert found["choices"]["turn"]["take"]["when"] == "any(deck)"


def test_add_a_condition_and_a_definition(tmp_path: Path) -> None:
    text = "add:\n  choices.turn.lay.when.card.suit is hearts: Hearts only\n  define.more(card): card.value + 2.5\n"
    found = merged(tmp_path, HEAD + text)
    assert list(found["choices"]["turn"]["lay"]["when"])[-1] == "card.suit is hearts"
    assert found["define"]["more(card)"] == "card.value + 2.5"


def test_append(tmp_path: Path) -> None:
    found = merged(tmp_path, HEAD + "append: {setup: [draw 1 from deck to discard, {if any(deck): [win]}]}")
    assert found["setup"] == [*base()["setup"], "draw 1 from deck to discard", {"if any(deck)": ["win"]}]


def test_remove(tmp_path: Path) -> None:
    found = merged(tmp_path, HEAD + "remove: [choices.turn.pass, define.worth, text]")
    assert list(found["choices"]["turn"]) == ["text", "take", "lay"]
    assert found["define"] == {"high": 10}
    assert "text" not in found


def steps(folder: Path, change: str) -> Any:
    return merged(folder, HEAD + f"steps:\n  - {change}")["play"]


def test_before_and_after(tmp_path: Path) -> None:
    loop, last = base()["play"]
    [inner] = loop.values()
    step = "draw 1 from deck to discard"
    found = steps(tmp_path, f"{{in: play, before: {step}, under: else if count(deck) < 5, do: [win]}}")
    assert found[0]["repeat 3 times"][1]["else if count(deck) < 5"] == ["win", step]
    assert steps(tmp_path, "{in: play, after: choose turn, do: [win, lose]}") == [
        {"repeat 3 times": [inner[0], "win", "lose", inner[1]]},
        last,
    ]
    assert steps(tmp_path, "{in: play, before: if empty(deck), do: [win]}") == [
        {"repeat 3 times": [inner[0], "win", inner[1]]},
        last,
    ]
    assert steps(tmp_path, "{in: play, after: repeat 3   times, do: [win]}") == [loop, "win", last]


def test_replace_a_step_and_a_whole_block(tmp_path: Path) -> None:
    found = steps(tmp_path, "{in: play, replace: end the game, do: [win, lose]}")
    assert found[0]["repeat 3 times"][1]["if empty(deck)"] == ["win", "lose"]
    last = base()["play"][1]
    assert steps(tmp_path, "{in: play, replace: repeat 3 times, do: [choose turn]}") == ["choose turn", last]


@pytest.mark.parametrize(("old", "new"), [("if empty(deck)", "if count(deck) < 2"), ("choose turn", "win")])
def test_replace_only_the_sentence(tmp_path: Path, old: str, new: str) -> None:
    text = BASE.replace(f"- {old}", f"- {new}")
    assert text != BASE
    expected = to_plain(tree(text))
    assert isinstance(expected, dict)
    assert steps(tmp_path, f"{{in: play, replace: {old}, with: {new}}}") == expected["play"]


def test_replace_the_sentence_of_an_else_if(tmp_path: Path) -> None:
    found = steps(tmp_path, "{in: play, replace: else if count(deck) < 5, with: else if count(deck) < 9}")
    assert list(found[0]["repeat 3 times"][1]) == ["if empty(deck)", "else if count(deck) < 9"]


def test_remove_a_step(tmp_path: Path) -> None:
    loop, last = base()["play"]
    assert steps(tmp_path, "{in: play, remove: repeat 3 times}") == [last]
    assert steps(tmp_path, "{in: play, remove: choose turn}")[0] == {"repeat 3 times": loop["repeat 3 times"][1:]}


def test_steps_of_an_action(tmp_path: Path) -> None:
    text = "steps: [{in: choices.turn.lay.do, after: move card to discard, do: [win]}]"
    assert merged(tmp_path, HEAD + text)["choices"]["turn"]["lay"]["do"] == ["move card to discard", "win"]


def test_later_changes_of_steps_see_the_earlier_ones(tmp_path: Path) -> None:
    text = """\
steps:
  - {in: play, after: choose turn, do: [if any(deck): [win]]}
  - {in: play, before: win, do: [shuffle deck]}
"""
    found = merged(tmp_path, HEAD + text)["play"]
    assert found[0]["repeat 3 times"][1] == {"if any(deck)": ["shuffle deck", "win"]}


def test_a_variant_of_a_variant(tmp_path: Path) -> None:
    other = "extends: draw\ngame: Two\nadd: {zones.table.gone: face-up pile}\ndefault: {hand: 7}"
    found = merged(tmp_path, "extends: two\nset: {zones.table.gone: face-down pile}\ndefault: {hand: 8}", two=other)
    assert (found["game"], found["zones"]["table"]["gone"]) == ("Two", "face-down pile")
    assert found["options"]["hand"]["default"] == 8


def test_nodes_keep_their_places(tmp_path: Path) -> None:
    put(tmp_path, {"v": HEAD + "add: {zones.table.gone: face-up pile}\nset: {define.high: 9}"})
    report: list[Diagnostic] = []
    found = resolved(place(tmp_path, "v"), report)
    assert found is not None
    zones = found.node.get("zones")
    assert zones is not None
    table = zones.get("table")  # type: ignore[union-attr]
    assert [(Path(e.key.span.source.name).stem, e.key.span.text, e.value.span.text) for e in table] == [  # type: ignore[union-attr]
        ("draw", "deck", "face-down pile"),
        ("draw", "discard", "face-up pile"),
        ("v", "gone", "face-up pile"),
    ]


@pytest.mark.parametrize(
    "change",
    [
        "default: {hand: 5}",
        "set: {define.high: 10}",
        "set: {'cards.value': {ace: 1, jack: 11, queen: 12, king: 13}}",
        "steps: [{in: play, replace: choose turn, with: choose  turn}]",
    ],
)
def test_a_change_that_changes_nothing_is_a_warning(tmp_path: Path, change: str) -> None:
    loaded = load(tmp_path, HEAD + change)
    assert [problem.code.id for problem in loaded.warnings] == ["W603"]
    names = {Path(label.span.source.name).stem for label in loaded.warnings[0].labels}
    assert names == {"v", "draw"}


def test_a_number_in_quotes_is_something_else(tmp_path: Path) -> None:
    assert load(tmp_path, HEAD + "set: {define.high: '10'}").warnings == ()
