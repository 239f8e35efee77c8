"""Would the comparison with the reference notice a ruleset that departs from a rule? One departure after another."""

from __future__ import annotations

from typing import Any

import pytest

from cardengine import Game
from cardengine.model.load import load_text
from cardengine.source import bundled
from tests.conformance.alpha_strike.test_reference import compare

FOLDER = bundled("rulesets")
RULESET = (FOLDER / "alpha_strike.yaml").read_text(encoding="utf-8")
SHIPS = (FOLDER / "alpha_strike" / "ships.yaml").read_text(encoding="utf-8")

DEPARTURES: dict[str, tuple[str, str]] = {
    "AS-2": ("queen: options.royalties", "queen: 11"),
    "AS-6": ("'any(your fleet)'", "'count(your fleet) >= 0'"),
    "AS-8": ("draw options.start_hand from deck", "draw options.start_hand - 1 from deck"),
    "AS-9": (
        "players starting with controller where any(fleet):\n              - player chooses loading",
        "players where any(fleet):\n              - player chooses loading",
    ),
    "AS-10": ("to player.hand up to options.hand_limit", "to player.hand"),
    "AS-11": ("count(ship.loaded where not face_up) < ship.power", "count(ship.loaded) < ship.power"),
    "AS-12": ("in fleet of players starting with controller, highest", "in fleet of players, highest"),
    "AS-12b": ("highest initiative first", "lowest initiative first"),
    "AS-12c": ("- turn up every loaded where suit is diamonds", "- turn up every loaded where suit is clubs"),
    "AS-15": ("not target.evaded", "not target.declared"),
    "AS-16": ("- turn up target.loaded where suit is hearts", "- turn up ship.loaded where suit is hearts"),
    "AS-17": ("sum(strength of squad)", "strength(ship)"),
    "AS-18": ("ship.shields + sum", "ship.shields - sum"),
    "AS-19": ("if excess > 0", "if excess >= 0"),
    "AS-19b": ("add 1 + excess / options.damage_step rounded down", "add 1 + excess / options.damage_step rounded up"),
    "AS-21": ("if target.damage >= target.hull", "if target.damage > target.hull"),
    "AS-22": ("not chief.declared", "not chief.evaded"),
    "AS-23": ("reset declared, evaded, leader of", "reset declared, evaded of"),
    "AS-27": ("- set declaring.evades to 0\n        - run fight", "- run fight"),
    "AS-27b": ("- move declaring to your withdrawn", "- move declaring to your destroyed"),
    "AS-28": ("when: {options.hold", "when: {not options.hold"),
    "AS-29": ("- move every loaded where suit is not spades to", "- move every loaded where face_up to"),
    "AS-30": ("- turn up every loaded where suit is spades", "- turn up every loaded where suit is hearts"),
    "AS-31": ("/ options.repair_step rounded down)", "/ options.repair_step rounded up)"),
    "AS-32": ("if ship.damage is 0 or due > 0 or (repaired > 0 and not options.keep_surplus)", "if ship.damage is 0"),
    "AS-33": ("if ship.damage is 0 or due > 0", "if ship.damage > 0 or due > 0"),
    "AS-34": ("if ship.damage is 0 or due > 0", "if due > 0"),
    "AS-36": ("next(controller, players where any(fleet))", "next(controller, players)"),
    "AS-37": ("any(fleet)) <= 1\n", "any(fleet)) <= 0\n"),
    "AS-38": ("options.withdrawn_share * sum(cost of your withdrawn)", "sum(cost of your withdrawn)"),
    "AS-39": ("winner: highest score", "winner: lowest score"),
    "AS-40": ("if turn is options.turn_limit", "if turn > options.turn_limit"),
    "AS-41": ("- move ship.owner.hand to discard", "- turn up ship.owner.hand"),
}  # fmt: skip


OPTIONS: tuple[dict[str, Any], ...] = (
    {"turn_limit": 6, "damage_step": 4, "repair_step": 4},
    {"turn_limit": 25},
)


def played(ruleset: str) -> None:
    """Compare random games of a ruleset with the reference, with one set of options and the other."""
    loaded = load_text(ruleset, data={"ships": SHIPS})
    games = [Game(loaded, options, 3) for options in OPTIONS]
    for number in range(80):
        compare(games[number % 2], OPTIONS[number % 2], 4, number)


@pytest.mark.parametrize("rule", DEPARTURES)
def test_a_departure_from_a_rule_is_noticed(rule: str) -> None:
    old, new = DEPARTURES[rule]
    assert RULESET.count(old) == 1
    with pytest.raises(AssertionError):
        played(RULESET.replace(old, new))


def test_the_ruleset_itself_departs_from_none() -> None:
    played(RULESET)
