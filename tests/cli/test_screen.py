from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from rich.text import Text

from cardengine.cli.screen.labels import Labels, and_list, number
from cardengine.cli.screen.menu import draw_menu
from cardengine.cli.screen.output import Output
from cardengine.cli.screen.score_visibility import score_inputs
from cardengine.cli.screen.sentences import sentences
from cardengine.cli.screen.table import draw_table
from cardengine.cli.screen.views import common, united
from cardengine.model.load import load_text
from cardengine.runtime.chance import ScriptedChance
from cardengine.runtime.game import Game
from tests.analysis.games import DUEL


def duel(score: str = "your taken") -> Game:
    return Game(load_text(DUEL.replace("score: your taken", f"score: {score}")))


@pytest.mark.parametrize(
    ("score", "shown"),
    [
        ("your taken", True),
        ("count(your hand)", True),
        ("count(your played)", True),
        ("count(your hand where suit is hearts)", False),
        ("if any(deck where rank is ace) then 1 else 0", False),
        ("count(every card where it in your played)", False),
    ],
)
def test_a_score_is_shown_only_when_all_of_it_is_seen(score: str, shown: bool) -> None:
    game = duel(score)
    assert score_inputs(game.loaded.ruleset).all_visible_in(game.new(1).view(0)) is shown


def test_a_score_of_seen_cards_is_shown() -> None:
    game = duel("count(your played where suit is hearts)")
    assert score_inputs(game.loaded.ruleset).all_visible_in(game.new(1).view(0))


def test_views_together() -> None:
    state = duel().new(1)
    views = [state.view(0), state.view(1)]
    both, either = common(views), united(views)
    hands = [state.zone("hand", seat) for seat in range(2)]
    assert [both["zones"]["hand"][str(seat)]["cards"] for seat in range(2)] == [[None] * 3] * 2
    assert [either["zones"]["hand"][str(seat)]["cards"] for seat in range(2)] == hands
    assert both["zones"]["deck"] == either["zones"]["deck"] == views[0]["zones"]["deck"]


def test_what_is_common_of_a_hidden_count_is_nothing() -> None:
    left: dict[str, Any] = {"zone": {"count": 2, "cards": ["5C", "6C"]}}
    right: dict[str, Any] = {"zone": {"count": None, "cards": []}}
    assert common([left, right]) == {"zone": {"count": None, "cards": []}}
    assert united([right, left]) == left


def move(cards: list[str | None], source: str | None, target: str) -> dict[str, Any]:
    return {"event": "moved", "cards": cards, "from": source, "to": target}


def changed(name: str, value: str, **more: str) -> dict[str, Any]:
    return {"event": "changed", "name": name, **more, "value": value}


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ([move(["5C"], "deck", "hand.p1"), move(["6C"], "deck", "hand.p1")], ["5C and 6C go from deck to your hand."]),
        (
            [
                move([card], "deck", f"hand.{seat}")
                for card, seat in zip(["5C", None, "6C", None], ["p1", "p2"] * 2, strict=True)
            ],
            ["5C and 6C go from deck to your hand.", "2 cards go from deck to player 2's hand."],
        ),
        (
            [move(["5C"], "deck", "hand.p1"), move(["5C"], "hand.p1", "played.p1"), move(["6C"], "deck", "hand.p1")],
            [
                "5C goes from deck to your hand.",
                "5C goes from your hand to your played.",
                "6C goes from deck to your hand.",
            ],
        ),
        ([move(["5C", None], None, "deck")], ["5C and a hidden one come into deck."]),
        ([changed("taken", "2", of="p2")], ["Player 2's taken is now 2."]),
        ([changed("taken", "0", of="p1"), changed("taken", "0", of="p2")], ["Taken of you and player 2 is now 0."]),
        ([changed("a_level", "p1")], ["A level is now you."]),
        ([{"event": "shuffled", "zone": "deck", "count": 1}], ["Deck (a card) is shuffled."]),
        (
            [{"event": "chosen", "player": "p2", "action": "lay_down", "arguments": [None, "7S"]}],
            ["Player 2: lay down ?? 7S."],
        ),
        ([{"event": "skipped", "player": "p1", "choice": "duel"}], ["You have nothing to choose (duel)."]),
        (
            [{"event": "turned", "cards": ["5C"], "up": True, "zones": ["deck"]}],
            ["5C is turned up in deck."],
        ),
        ([{"event": "shown", "cards": ["5C"], "to": ["p1"]}], ["5C is shown to you."]),
        ([{"event": "shown", "cards": ["5C"], "to": ["p1", "p2"]}], ["5C is shown to everyone."]),
        ([{"event": "ended", "outcome": "won"}], []),
        ([{"event": "phase", "phase": "draw"}], ["Phase: draw."]),
    ],
)
def test_sentences(events: list[dict[str, Any]], told: list[str]) -> None:
    labels = Labels(duel(), 0, fancy=False)
    assert [sentence.plain for sentence in sentences(labels, events)] == told


def test_every_event_of_a_game_has_a_sentence() -> None:
    game = duel()
    state = game.new(2)
    labels = Labels(game, None, fancy=True)
    while not state.over:
        state.apply(state.actions()[0])
        for sentence in sentences(labels, state.history()):
            assert "=" not in sentence.plain
            assert sentence.plain.endswith(".")


@pytest.mark.parametrize(
    ("value", "text"),
    [(3, "3"), (-3, "-3"), (Fraction(4, 2), "2"), (Fraction(1, 2), "1/2"), (Fraction(-3, 2), "-1 1/2")],
)
def test_numbers(value: int | Fraction, text: str) -> None:
    assert number(value) == text


def test_lists() -> None:
    assert [and_list(part) for part in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]


# The table -------------------------------------------------------------------------------------------

FAMILIES = """
game: Families
players: 2
teams: [[0], [1]]
cards: {pack: standard, packs: 2}
zones:
  table: {deck: face-down pile, rows: 6 face-up rows, heaps: face-up pile for each suit, one: face-up row}
  player: {own: 4 face-up rows}
  team: {kept: 3 face-up rows}
setup:
  - shuffle every card into deck
  - draw 1 from deck to rows[3]
  - draw 1 from deck to one
play: [first(players) chooses move]
choices:
  move: {text: M, take: {text: Take, choose: {card: 'a card from rows[3] with one'}}}
table: {layout: [[deck, one], [rows], [heaps]]}
"""


class Sheet(Output):
    """Keeps its lines."""

    def __init__(self, width: int, *, fancy: bool) -> None:
        super().__init__()
        self.fancy, self.room = fancy, width
        self.lines: list[str] = []

    @property
    def width(self) -> int:
        return self.room

    def line(self, text: Text | str = "", indent: int = 0) -> None:
        self.lines.append(str(text).rstrip())


def screen(width: int, *, fancy: bool, menu: bool = False) -> list[str]:
    """The table (or the menu) of a game in which both rows that aren't empty hold the same card."""
    game = Game(load_text(FAMILIES))
    state = game.new(chance=ScriptedChance([["AC", "AC"]]))
    sheet, labels = Sheet(width, fancy=fancy), Labels(game, 0, fancy=fancy)
    if menu:
        draw_menu(sheet, labels, state.actions())
    else:
        draw_table(sheet, labels, state.view(0))
    return sheet.lines


def test_empty_zones_of_a_family_share_a_line() -> None:
    assert screen(80, fancy=False) == [
        "deck (102): face down",
        "rows 1 and 2: empty",
        "rows 3 (1): AC",
        "rows 4 to 6: empty",
        "heaps clubs, diamonds, hearts and spades: empty",
        "one (1): AC",
        "kept 1 to 3 of team 1: empty",
        "kept 1 to 3 of team 2: empty",
        "Player 2",
        "  own 1 to 4: empty",
        "You",
        "  own 1 to 4: empty",
    ]


def test_columns_stay_side_by_side_while_there_is_room() -> None:
    assert "Rows 1 Rows 2 Rows 3 (1) Rows 4 Rows 5 Rows 6" in [" ".join(row.split()) for row in screen(110, fancy=True)]
    narrow = screen(48, fancy=True)
    assert any("Rows 1 and 2" in line and "Rows 4 to 6" in line for line in narrow)
    assert "   empty: own 1 to 4" in narrow


def test_cards_alike_in_two_zones_are_listed_with_their_place() -> None:
    assert screen(80, fancy=False, menu=True)[1:] == ["  1 take rows.3.1 (AC)   2 take one.1 (AC)"]
    assert "rows.3.1 (A♣)" in screen(80, fancy=True, menu=True)[1]
