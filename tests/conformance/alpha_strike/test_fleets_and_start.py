"""AS-1 to AS-9: the components, the fleets, the start."""
# ruff: noqa: N802

from __future__ import annotations

from pathlib import Path

import pytest

from cardengine import RulesetError, ScriptedChance
from tests.conformance.alpha_strike.helpers import (
    COLUMNS,
    PACK,
    SHIPS,
    STANDARD,
    alpha,
    begin,
    buy,
    deck_for,
    declare,
    do,
    everywhere,
    load,
    loaded,
    refused,
    ship_file,
    texts,
    turn,
)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_AS_1_two_to_six_share_one_pack_of_52(players: int) -> None:
    state = alpha(players, fleets="standard").new(seed=1)
    assert sorted(everywhere(state, players)) == sorted(PACK)
    assert len(state.scores) == players


@pytest.mark.parametrize("players", [-1, 0, 1, 7, 60])
def test_AS_1_fewer_or_more_players_are_refused(players: int) -> None:
    with pytest.raises(RulesetError) as error:
        alpha(players)
    (problem,) = error.value.diagnostics
    assert "2 to 6" in problem.message
    assert problem.file is not None
    assert problem.file.endswith("alpha_strike.yaml")


@pytest.mark.parametrize(
    ("card", "value"), [("AC", 1), ("2C", 2), ("9C", 9), ("TC", 10), ("JC", 10), ("QC", 10), ("KC", 10)]
)
def test_AS_2_a_card_counts_its_value(card: str, value: int) -> None:
    # A cruiser's 8 and the card against the dreadnought's 12 and the eight or less that make the fight a near thing.
    for hearts, damage in ((value - 4, 0), (value - 5, 1)):
        if 1 <= hearts <= 9:
            heart = "A23456789"[hearts - 1] + "H"
            state = begin("cruiser", "dreadnought", hands=[card, heart])
            turn(state, f"p1.1: {card}; p2.1: {heart}", "p1.1: attack p2.1; p2.1: attack p1.1")
            assert state.var("damage", "p2.1") == damage
    initiative = begin("dreadnought", "dreadnought", hands=["", card.replace("C", "D")])
    load(initiative, f"p2.1: {card.replace('C', 'D')}")
    assert initiative.var("declaring") == "p2.1"
    spade = card.replace("C", "S")
    for step, repaired in ((value, 1), (value + 1, 0)):
        state = begin("dreadnought", "cruiser", hands=["QC", spade], repair_step=step)
        turn(state, f"p1.1: QC; p2.1: {spade}", "p1.1: attack p2.1; p2.1: attack p1.1")
        assert state.var("damage", "p2.1") == 2 - repaired


def test_AS_3_a_ship_has_a_class_a_cost_and_five_ratings() -> None:
    state = begin("fighter dreadnought", "cruiser")
    assert state.view(1)["pieces"]["p1.2"] == {
        "class": "dreadnought",
        **dict(zip(COLUMNS, SHIPS["dreadnought"], strict=True)),
    }
    assert set(state.view(0)["pieces"]) == {"p1.1", "p1.2", "p2.1"}


def test_AS_4_the_ship_list_is_that_of_the_rules() -> None:
    state = buy(
        alpha(2, points=120).new(seed=1), "fighter bomber corvette frigate destroyer cruiser", "battleship dreadnought"
    )
    printed = {row.pop("class"): tuple(row.values()) for row in state.view(0)["pieces"].values()}
    assert printed == SHIPS


def test_AS_4_a_user_brings_ships_of_his_own(tmp_path: Path) -> None:
    path = ship_file(tmp_path, "gnat, 1, 0, 1, 0, 0, 0\nwhale, 119, 99, 99, 99, 99, 52")
    state = alpha(2, points=120, ships=path).new(seed=1)
    assert texts(state) == ["buy gnat", "buy whale"]
    buy(state, "gnat whale", "whale")
    assert state.view(1)["pieces"]["p1.1"] == {"class": "gnat", **dict(zip(COLUMNS, (1, 0, 1, 0, 0, 0), strict=True))}
    # A ship without Power takes no card.
    refused(state, f"play {state.zone('hand', 0)[0]} p1.1", "as many cards this turn as its Power")


@pytest.mark.parametrize(
    ("points", "best"),
    [(5, "fighter"), (44, "battleship"), (59, "battleship"), (60, "dreadnought"), (120, "dreadnought")],
)
def test_AS_5_the_points_bound_what_is_bought(points: int, best: str) -> None:
    state = alpha(2, points=points).new(seed=1)
    assert texts(state) == [f"buy {name}" for name, row in SHIPS.items() if row[0] <= points]
    assert texts(state)[-1] == f"buy {best}"


def test_AS_5_the_default_is_60() -> None:
    assert alpha(2).options["points"] == 60


@pytest.mark.parametrize("points", [4, 0, -60, 121, 10**9])
def test_AS_5_points_below_the_cheapest_ship_or_over_120_are_refused(points: int) -> None:
    with pytest.raises(RulesetError) as error:
        alpha(2, points=points)
    (problem,) = error.value.diagnostics
    assert "must be from 5 to 120" in problem.message
    assert problem.span is not None
    assert problem.help


def test_AS_5_the_bounds_follow_the_ship_list(tmp_path: Path) -> None:
    path = ship_file(tmp_path, "gnat, 3, 1, 1, 1, 1, 1\nwhale, 90, 1, 1, 1, 1, 1")
    assert alpha(2, points=3, ships=path).options["points"] == 3
    with pytest.raises(RulesetError, match="must be from 3 to 120"):
        alpha(2, points=2, ships=path)


def test_AS_6_a_class_is_bought_again_and_again_and_points_may_be_left() -> None:
    state = alpha(2, points=60).new(seed=1)
    do(state, *["buy fighter"] * 11)
    assert texts(state) == ["buy fighter", "pass"]
    do(state, "buy fighter")
    assert texts(state) == ["pass"]
    refused(state, "buy fighter", "more points than are left")
    do(state, "pass", "buy corvette", "pass")
    assert [len(state.zone("fleet", seat)) for seat in (0, 1)] == [12, 1]


def test_AS_6_at_most_the_points_are_spent() -> None:
    state = alpha(2, points=60).new(seed=1)
    do(state, "buy battleship", "buy corvette")
    refused(state, "buy bomber", "more points than are left")
    do(state, "buy fighter")
    assert texts(state) == ["pass"]


def test_AS_6_and_7_a_pass_needs_a_ship_and_must_be_given() -> None:
    state = alpha(2, points=5).new(seed=1)
    refused(state, "pass", "at least one ship")
    do(state, "buy fighter")
    assert (state.player, texts(state)) == (0, ["pass"])
    do(state, "pass")
    assert state.player == 1


def test_AS_7_fleets_are_chosen_in_seat_order_unseen_until_the_last_pass() -> None:
    state = alpha(3).new(seed=1)
    for seat, fleet in enumerate(("fighter cruiser", "bomber", "dreadnought")):
        for name in fleet.split():
            assert (state.player, state.choice) == (seat, "buying")
            do(state, f"buy {name}")
            for other in {0, 1, 2} - {seat}:
                view = state.view(other)
                assert view["zones"]["fleet"][str(seat)] == {"count": None, "cards": []}
                assert not any(
                    ship.startswith(f"p{seat + 1}") for ship in (*view["pieces"], *view["variables"]["ship"])
                )
        do(state, "pass")
    for seat in range(3):
        assert state.view(seat)["zones"]["fleet"]["0"] == {"count": 2, "cards": ["p1.1", "p1.2"]}
        assert state.view(seat)["pieces"]["p3.1"]["class"] == "dreadnought"
        shown = next(event for event in state.history_for(seat) if event["event"] == "turned")
        assert shown["cards"] == ["p1.1", "p1.2", "p2.1", "p3.1"]
        assert shown["classes"] == ["fighter", "cruiser", "bomber", "dreadnought"]


def _standard(points: int) -> list[str]:
    fleet: list[str] = []
    for name in STANDARD:
        if SHIPS[name][0] + sum(SHIPS[other][0] for other in fleet) <= points:
            fleet.append(name)
    return fleet


@pytest.mark.parametrize("points", [5, 10, 11, 15, 16, 22, 38, 59, 60, 61, 82, 119, 120])
def test_AS_7_standard_fleets_take_down_the_list_what_fits(points: int) -> None:
    state = alpha(3, points=points, fleets="standard").new(seed=1)
    assert state.choice == "loading"
    pieces = state.view(1)["pieces"]
    for seat in range(3):
        assert [pieces[ship]["class"] for ship in state.zone("fleet", seat)] == _standard(points)


def test_AS_7_a_ship_list_brings_its_own_standard_fleet_or_has_none(tmp_path: Path) -> None:
    rows = "gnat, 10, 1, 1, 1, 1, 1\nwhale, 50, 1, 1, 1, 1, 1"
    state = alpha(2, fleets="standard", ships=ship_file(tmp_path, rows, "whale, whale, gnat, gnat")).new(seed=1)
    assert [state.view(0)["pieces"][ship]["class"] for ship in state.zone("fleet", 1)] == ["whale", "gnat"]


def test_AS_8_six_cards_each_are_dealt_at_once_to_one_after_the_other() -> None:
    game = alpha(3, fleets="standard", draw=0)
    state = game.new(chance=ScriptedChance([PACK[::-1]]))
    assert [state.zone("hand", seat) for seat in range(3)] == [list(PACK[::-1][6 * n : 6 * n + 6]) for n in range(3)]
    assert state.var("controller") == 0


@pytest.mark.parametrize(("start", "limit"), [(0, 0), (0, 52), (8, 8), (3, 5)])
def test_AS_8_the_starting_hand_is_an_option(start: int, limit: int) -> None:
    state = alpha(2, fleets="standard", start_hand=start, hand_limit=limit, draw=0).new(seed=1)
    assert [len(state.zone("hand", seat)) for seat in (0, 1)] == [start, start]


def test_AS_8_six_players_can_be_dealt_eight_cards() -> None:
    state = alpha(6, fleets="standard", start_hand=8, draw=8, hand_limit=8).new(seed=1)
    assert [len(state.zone("hand", seat)) for seat in range(6)] == [8] * 6
    assert len(state.zone("deck")) == 4


def test_AS_9_play_order_is_the_controller_first_then_to_the_left() -> None:
    state = begin("dreadnought", "dreadnought", "dreadnought")
    for controller in (0, 1, 2, 0):
        assert state.var("controller") == controller
        order = []
        while state.choice == "loading":
            order.append(state.player)
            do(state, "pass")
        assert order == [(controller + n) % 3 for n in range(3)]
        attacks = {0: "attack p2.1", 1: "attack p3.1", 2: "attack p1.1"}
        declare(state, "; ".join(f"p{seat + 1}.1: {text}" for seat, text in attacks.items()))


def test_AS_9_the_first_deal_and_draw_begin_with_the_first_seat() -> None:
    deck = deck_for(["AC 2C 3C 4C 5C 6C 7C 8C", "AD 2D 3D 4D 5D 6D 7D 8D"])
    state = alpha(2, fleets="standard").new(chance=ScriptedChance([deck]))
    assert state.zone("hand", 0) == ["AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C"]
    assert state.zone("hand", 1) == ["AD", "2D", "3D", "4D", "5D", "6D", "7D", "8D"]
    assert not loaded(state, "p1.1")
