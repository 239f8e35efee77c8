from __future__ import annotations

from pathlib import Path

import pytest

from cardengine.testing.chance import TestChance
from tests.testing.helpers import run_one


def test_the_script_then_the_seed() -> None:
    chance = TestChance([("3C", "2C"), None, 1], seed=9)
    other = TestChance([], seed=9)
    cards = ["AC", "2C", "3C", "4C"]
    assert list(chance.shuffle("deck", cards)) == ["3C", "2C", "AC", "4C"]
    assert chance.shuffle("deck", cards) == other.shuffle("deck", cards)
    assert chance.left == 1
    assert chance.pick("deck", 2) == 1
    twin = chance.clone()
    assert [chance.pick("x", 1000) for _ in range(5)] == [twin.pick("x", 1000) for _ in range(5)]
    assert chance.left == twin.left == 0


def test_same_seed_same_test(tmp_path: Path) -> None:
    deal = "expect: {zones: {row: %s}}"
    ((_, message, _),) = run_one(tmp_path, "seed: 5\n" + deal % "[]")
    row = message.rpartition("got ")[2]
    assert run_one(tmp_path, "seed: 5\n" + deal % row) == []
    assert run_one(tmp_path, "seed: 5\nchance: [any]\n" + deal % row) == []
    assert run_one(tmp_path, "seed: 6\n" + deal % row) != []


@pytest.mark.parametrize(
    ("chance", "message", "pointed"),
    [
        ("[5S 5S]", "the script puts 5S into deck, where it isn't", "[5S 5S]"),
        ("[3]", "the script has a number where deck is shuffled", "[3]"),
        ("[5S, 6S]", "nothing asked for the last 1 of 2 outcomes of chance", "[5S, 6S]"),
    ],
)
def test_scripts_that_do_not_fit(tmp_path: Path, chance: str, message: str, pointed: str) -> None:
    assert run_one(tmp_path, f"chance: {chance}\nexpect: {{over: false}}") == [("X802", message, pointed)]


def test_a_seed_out_of_range(tmp_path: Path) -> None:
    answer = run_one(tmp_path, f"seed: {2**64}\nexpect: {{over: false}}")
    assert [(code, pointed) for code, _, pointed in answer] == [("S108", str(2**64))]
    assert run_one(tmp_path, f"seed: {2**64 - 1}\nexpect: {{over: false}}") == []
