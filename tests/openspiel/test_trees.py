"""Whole trees of small games: the counts that are known of them, and every node against OpenSpiel's."""

from __future__ import annotations

import pytest

import cardengine
from cardengine.model.link import OptionValue
from cardengine.runtime.game import Game
from tests.openspiel.lockstep import Mapping
from tests.openspiel.mappings import VARIANTS, Goofspiel, Kuhn, Leduc
from tests.openspiel.trees import compare, count

PRIVATE: dict[str, OptionValue] = {"cards": 4, "prizes": "descending", "bids": "secret"}


@pytest.mark.parametrize(
    ("game", "histories", "terminals", "informations"),
    [
        (cardengine.load("kuhn_poker"), 58, 30, [6, 6]),
        (cardengine.load("leduc_poker"), 9457, 5520, [468, 468]),
        (cardengine.load(VARIANTS / "goofspiel.yaml", options=PRIVATE), 737, 576, [81, 81]),
        # The last card is asked for: a node more in each of the 576 games, and its information states.
        (cardengine.load("goofspiel", options=PRIVATE), 737 + 576, 576, [369, 369]),
    ],
    ids=["kuhn_poker", "leduc_poker", "goofspiel forced", "goofspiel"],
)
def test_the_tree_has_the_known_size(game: Game, histories: int, terminals: int, informations: list[int]) -> None:
    tree = count(game)
    assert (tree.histories, tree.terminals) == (histories, terminals)
    assert [len(found) for found in tree.informations] == informations


@pytest.mark.parametrize(
    "game",
    [
        cardengine.load("kuhn_poker", players=3),
        cardengine.load("leduc_poker"),
        cardengine.load("goofspiel", options=PRIVATE),
        cardengine.load("goofspiel", options={"cards": 3, "ties": "keep"}),
    ],
    ids=["kuhn_poker", "leduc_poker", "goofspiel secret", "goofspiel open"],
)
def test_who_knows_the_same_has_the_same_actions(game: Game) -> None:
    for found in count(game).actions.values():
        assert len(found) == 1


@pytest.mark.parametrize(
    ("mapping", "nodes", "informations"),
    [
        (Kuhn(), 58, 12),
        (Kuhn(3), 617, 48),
        (Leduc(), 9457, 936),
        (Goofspiel(cards=4, order="descending"), 737, 162),
        (Goofspiel(cards=3, returns="point_difference"), None, None),
        (Goofspiel(cards=3, returns="total_points", secret=False), None, None),
        (Goofspiel(3, cards=3, order="ascending"), None, None),
    ],
    ids=lambda value: str(value.spiel) if isinstance(value, Mapping) else "",
)
def test_every_node_is_the_same_as_open_spiels(mapping: Mapping, nodes: int | None, informations: int | None) -> None:
    found = compare(mapping)
    if isinstance(mapping, Goofspiel) and not mapping.secret:
        # Of open bids OpenSpiel tells what is left, and not the order in which the others went.
        assert found.tells_as_much()
    else:
        assert found.is_one_to_one()
    assert nodes is None or found.nodes == nodes
    assert informations is None or len(found.pairs) == informations
    assert 0 < found.terminals < found.nodes
