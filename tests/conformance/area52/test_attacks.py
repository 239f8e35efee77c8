# Tests are named for the rules that they check, and those are written with a capital.
# ruff: noqa: N802
from __future__ import annotations

import pytest

from cardengine import IllegalAction, InvalidAction
from tests.conformance.area52.helpers import at, do, texts, zones


def test_A52_12_two_different_defenders_add_up_exactly() -> None:
    state = at("attackers: 8H, defenders: 4C 4S 5C 3S 6C", "aliens")
    assert [t for t in texts(state) if t.startswith("dual")] == ["dual_attack 4C 4S", "dual_attack 5C 3S"]
    for pair in ("4C 5C", "3S 4S", "6C 3S"):
        with pytest.raises(IllegalAction, match="must add up to the attacker's"):
            state.parse_action(f"dual_attack {pair}")
    for text in ("dual_attack 4C 4C", "dual_attack 4C", "dual_attack", "dual_attack 4C 4S 5C"):
        with pytest.raises((IllegalAction, InvalidAction)):
            state.parse_action(text)
    assert state.parse_action("dual_attack 3S 5C").text == "dual_attack 5C 3S"


def test_A52_13_the_attacker_is_discarded() -> None:
    state = do(at("attackers: 8H 2D, defenders: 5C 3S, discard: 7C", "aliens"), "dual_attack 5C 3S")
    assert state.zone("discard") == ["8H", "7C"]
    assert state.zone("attackers") == ["2D"]


@pytest.mark.parametrize(
    ("attacker", "pair", "falls"),
    [
        ("8H", "5C 3S", []),
        ("8H", "5D 3S", ["5D"]),
        ("8H", "5C 3D", ["3D"]),
        ("8D", "5H 3D", ["5H", "3D"]),
        ("8C", "5H 3D", []),
        ("8S", "5C 3S", ["5C", "3S"]),
        ("8S", "5C 3H", ["5C"]),
    ],
)
def test_A52_14_those_of_the_attackers_colour_fall(attacker: str, pair: str, falls: list[str]) -> None:
    state = at(f"attackers: {attacker} 2D, defenders: KC {pair} KS, reserves: []", "aliens", wave=2)
    do(state, f"dual_attack {pair}")
    stay = [card for card in f"KC {pair} KS".split() if card not in falls]
    assert state.zone("defenders") == stay
    assert sorted(state.zone("discard")) == sorted([attacker, *falls])


def test_A52_15_the_fallen_are_replaced_at_the_end_of_the_board() -> None:
    zones_ = "attackers: 8H 2D, defenders: 5D KC 3H QC, reserves: 7S 9S JS"
    state = do(at(zones_, "aliens", board=4), "dual_attack 5D 3H")
    assert state.zone("defenders") == ["KC", "QC", "7S", "9S"]
    assert state.zone("reserves") == ["JS"]


def test_A52_15_an_empty_pile_is_not_refilled() -> None:
    state = do(at("attackers: 8H 2D, defenders: 5D KC 3H, reserves: 7S", "aliens", board=3), "dual_attack 5D 3H")
    assert state.zone("defenders") == ["KC", "7S"]
    assert state.zone("reserves") == []
    assert state.zone("discard") == ["5D", "3H", "8H"]


def test_A52_16_greater_value_and_the_other_colour() -> None:
    state = at("attackers: 8H, defenders: 8S 9C 9D 7S KH KC", "aliens")
    assert [t for t in texts(state) if t.startswith("single")] == ["single_attack 9C", "single_attack KC"]
    for defender, reason in (
        ("8S", "worth more"),
        ("7S", "worth more"),
        ("9D", "other colour"),
        ("KH", "other colour"),
    ):
        with pytest.raises(IllegalAction, match=reason):
            state.parse_action(f"single_attack {defender}")
    black = at("attackers: 8S, defenders: 9C 9D KH KC 8D", "aliens", wave=2)
    assert [t for t in texts(black) if t.startswith("single")] == ["single_attack 9D", "single_attack KH"]


def test_A52_17_the_attacker_takes_the_defenders_position() -> None:
    state = at("attackers: 8H 7D, defenders: 2C KC 3C, reserves: 4C", "aliens")
    do(state, "single_attack KC")
    assert zones(state)["defenders"] == ["2C", "8H", "3C"]
    assert state.zone("discard") == ["KC"]
    assert state.zone("reserves") == ["4C"]
    assert state.facing("8H")
    # As a defender it has its own value and colour: 8H can't single attack the red 7D.
    with pytest.raises(IllegalAction, match="other colour"):
        state.parse_action("single_attack 8H")
    again = at("attackers: TH JD, defenders: 2C KC, reserves: []", "aliens")
    do(again, "single_attack KC")
    assert again.zone("defenders") == ["2C", "TH"]
    assert "dual_attack 2C TH" not in texts(again)
    assert "single_attack TH" not in texts(again)


@pytest.mark.parametrize(("casualties", "stay"), [("none", ["5D", "3S"]), ("matching", ["3S"]), ("both", [])])
def test_A52_14_the_option_casualties(casualties: str, stay: list[str]) -> None:
    state = at("attackers: 8H 2D, defenders: 5D 3S KC, reserves: []", "aliens", casualties=casualties)
    assert do(state, "dual_attack 5D 3S").zone("defenders") == [*stay, "KC"]
