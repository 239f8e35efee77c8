"""`cardengine rules`: the rules as a person would read them."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from cardengine.cli.app import app
from cardengine.model.load import bundled_names

RUNNER = CliRunner()


def test_the_rules_are_made_of_the_rulesets_own_words() -> None:
    result = RUNNER.invoke(app, ["rules", "area52"])
    assert result.exit_code == 0
    for part in (
        "# Area 52",
        "For 1 player.",
        "- Values: ace 1, jack 11, queen 12, king 13",
        "- On the table: **aliens**, a face-down pile",
        "### Dual attack",
        "- Choose pair: 2 cards from defenders",
        "- The two values must add up to the attacker's. (sum(value of pair) is attacker.value)",
        "  - move attacker to discard",
        "| reveal | Aliens revealed each turn | number from 1 to 26 | 3 |",
    ):
        assert part in result.output


def test_pieces_from_a_data_file_stand_in_a_table() -> None:
    result = RUNNER.invoke(app, ["rules", "alpha_strike"])
    assert "| class | cost | weapons | hull | shields | maneuver | power |" in result.output
    assert "| destroyer | 22 | 7 | 3 | 5 | 5 | 2 |" in result.output


@pytest.mark.parametrize("name", bundled_names())
def test_every_bundled_ruleset_has_rules_to_read(name: str) -> None:
    result = RUNNER.invoke(app, ["rules", name])
    assert result.exit_code == 0
    assert result.output.startswith("# ")
    assert "## Play" in result.output


def test_a_ruleset_that_isnt_there() -> None:
    result = RUNNER.invoke(app, ["rules", "area53"])
    assert result.exit_code == 2
    assert "did you mean `area52`?" in result.output
