"""Packs, stripped packs, jokers, lists of cards, pieces, and the zones that hold them."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.lang.helpers import errors, game, play, texts, value


def pack(keys: str) -> Counter[str]:
    """How often each card is there, by how it is written."""
    state = game(f"cards: {{{keys}}}\n").new(seed=0)
    return Counter(state._machine.space.items["card"].texts)


STANDARD = "pack: standard, value: {ace: 1, jack: 11, queen: 12, king: 13}"


@pytest.mark.parametrize(
    ("keys", "count", "some"),
    [
        ("pack: standard", 52, {"AS": 1, "TD": 1, "2C": 1}),
        ("pack: standard, packs: 2", 104, {"AS": 2, "TD": 2}),
        ("pack: standard, jokers: 2", 54, {"joker": 2, "AS": 1}),
        ("pack: standard, packs: 2, jokers: 1", 106, {"joker": 2}),
        ("pack: standard, jokers: [red_joker, black_joker]", 54, {"red_joker": 1, "black_joker": 1}),
        ("pack: standard, without: 'rank in [two, three, four, five, six]'", 32, {"2C": 0, "7C": 1, "AS": 1}),
        ("pack: standard, without: rank < seven and rank is not ace", 32, {"AC": 1, "6C": 0}),
        ("pack: standard, order: ace high, without: rank < seven", 32, {"AC": 1, "6C": 0}),
        ("pack: standard, without: it is QC", 51, {"QC": 0, "QD": 1}),
        ("pack: standard, without: 'it in [QC, 2D]'", 50, {"QC": 0, "2D": 0}),
        ("pack: standard, without: color is red or not suit is clubs", 13, {"AC": 1, "AS": 0}),
        ("pack: standard, packs: 2, without: suit is hearts", 78, {"AC": 2, "AH": 0}),
        ("suits: [cups, coins], ranks: [one, two]", 4, {"one_cups": 1, "two_coins": 1}),
        ("suits: [clubs, spades], ranks: [seven, ace]", 4, {"7C": 1, "AS": 1}),
        ("suits: {moons: dark, suns: light}, ranks: [one]", 2, {"one_moons": 1}),
        ("columns: {title: name}, list: [[fool], [world]]", 2, {"fool": 1, "world": 1}),
        ("columns: {title: name, copies: number from 1 to 9}, list: [[fool, 3], [world, 1]]", 4, {"fool": 3}),
        (
            "columns: {hue: red or blue, n: number from 0 to 9}, list: [[red, 1], [blue, 2]]",
            2,
            {"red_1": 1, "blue_2": 1},
        ),
    ],
)
def test_packs(keys: str, count: int, some: dict[str, int]) -> None:
    cards = pack(keys)
    assert sum(cards.values()) == count
    assert {text: cards[text] for text in some} == some


@pytest.mark.parametrize(
    ("keys", "problem"),
    [
        ("pack: standard, without: rank", ("T401", "rank")),
        ("pack: standard, without: rank is eleven", ("N302", "eleven")),
        ("pack: standard, without: value > 3", ("N302", "value")),
        ("pack: standard, without: count(players) is 2", ("V507", "count(players)")),
        ("pack: standard, without: face_up", ("V507", "face_up")),
        ("pack: standard, without: rank is two and rank is three", ("V507", "rank is two and rank is three")),
        ("pack: standard, without: rank >= ace", ("V507", "rank >= ace")),
        ("pack: standard, packs: 50", ("V505", None)),
        ("pack: standard, packs: 999999999", ("V505", None)),
        ("pack: standard, jokers: 999999999", ("V505", None)),
        ("pack: standard, value: {ace: 1}", ("V507", "{ace: 1}")),
        ("pack: standard, value: {ace: 1, jack: 1, queen: 1, king: 1, page: 1}", ("N302", "page")),
        ("pack: standard, value: {ace: yes, jack: 1, queen: 1, king: 1}", ("T401", "yes")),
        ("suits: [cups], ranks: [one, two], order: [one]", ("V507", "[one]")),
        ("suits: [cups], ranks: [one, page], value: {one: 1}", None),
        ("columns: {title: name, copies: number from 1 to 999999999}, list: [[fool, 900000000]]", ("V505", None)),
        ("columns: {title: name, n: number from 1 to 3}, list: [[fool, 4]]", ("V501", "4")),
        ("columns: {title: name, n: number from 1 to 3}, list: [[fool]]", ("V507", "[fool]")),
        ("columns: {title: name, n: number from 1 to 3}, list: [[fool, 1, 2]]", ("V507", "[fool, 1, 2]")),
        ("columns: {title: name, n: number from 1 to 3}, list: [[fool, yes]]", ("T401", "yes")),
        ("columns: {title: name, who: a player}, list: [[fool, 1]]", ("T404", "a player")),
        ("columns: {count: name}, list: [[fool]]", ("N304", "count")),
        ("columns: {hue: red or red}, list: [[red]]", ("T404", "red or red")),
    ],
)
def test_packs_that_do_not_work_out(keys: str, problem: tuple[str, str | None] | None) -> None:
    found = errors(f"cards: {{{keys}}}\n")
    if problem is None:
        assert [code for code, _ in found] == ["V507"]
    elif problem[1] is None:
        assert [code for code, _ in found] == [problem[0]]
    else:
        assert problem in found


def test_values_come_from_the_table_and_may_read_options() -> None:
    keys = """
options: {royal: {is: number from 1 to 20, default: 10, text: R}}
cards: {pack: standard, value: {ace: 1, jack: options.royal, queen: options.royal + 1, king: 5}}
"""
    assert value("sum(value of every card where suit is hearts)", keys=keys) == sum(range(1, 11)) + 10 + 11 + 5


def test_jokers_have_neither_suit_nor_colour() -> None:
    keys = "cards: {pack: standard, jokers: 2, value: {ace: 1, jack: 1, queen: 1, king: 1, joker: 50}}\n"
    assert value("count(every card where suit is nothing and color is nothing)", keys=keys) == 2
    assert value("sum(value of every card where rank is joker)", keys=keys) == 100
    assert value("count(every card where suit is hearts)", keys=keys) == 13


@pytest.mark.parametrize(
    ("order", "expression", "result"),
    [
        ("", "ace < two", True),
        (", order: ace low", "ace < two", True),
        (", order: ace high", "ace < two", False),
        (", order: ace high", "ace > king", True),
        (", order: ace high", "run([king, ace])", True),
        (", order: ace high", "run([ace, two])", False),
        ("", "run([ace, two])", True),
        ("", "run([king, ace])", False),
        (", order: ace high, jokers: 1", "run([king, ace])", True),
        (", order: ace high, jokers: 1", "joker > ace", True),
        (
            ", order: [three, two, ace, four, five, six, seven, eight, nine, ten, jack, queen, king]",
            "three < ace",
            True,
        ),
    ],
)
def test_the_order_of_ranks(order: str, expression: str, result: bool) -> None:
    keys = f"cards: {{pack: standard{order}}}\n"
    assert value(f"if {expression} then 1 else 0", keys=keys) == int(result)


def test_listed_cards_have_their_columns() -> None:
    keys = """
cards:
  columns: {title: name, strength: number from 0 to 9, hue: red or blue, magic: yes or no, copies: number from 1 to 5}
  list:
    - [guard, 1, red, no, 5]
    - [priest, 2, blue, yes, 2]
    - [princess, 8, red, yes, 1]
"""
    assert value("sum(strength of every card)", keys=keys) == 5 + 4 + 8
    assert value("count(every card where hue is red)", keys=keys) == 6
    assert value("count(every card where magic)", keys=keys) == 3
    assert value("count(every card where title is guard)", keys=keys) == 5
    assert value("count(every title)", keys=keys) == 3


def test_cards_of_one_name_must_be_alike() -> None:
    """Two cards that are written alike are taken for alike, so they must be."""
    keys = "cards: {columns: {title: name, n: number from 1 to 3}, list: [[fool, 1], [fool, 2]]}\n"
    assert [code for code, _ in errors(keys)] == ["V507"]


def test_alike_cards_in_other_places_are_other_choices() -> None:
    part = """
players: 1
cards: {suits: [cups], ranks: [one, two], packs: 3}
zones: {table: {deck: face-down pile, row: face-up row, other: face-up row}}
setup: [shuffle every card into deck, draw 3 from deck to row, draw 3 from deck to other]
play: [choose move]
choices: {move: {text: M, take: {text: T, choose: {c: a card from row with other}}}}
"""
    found = texts(play(part, "one_cups one_cups two_cups one_cups two_cups two_cups"))
    assert found == ["take row.1", "take row.3", "take other.1", "take other.2"]


@pytest.mark.parametrize("text", ["QX", "Qs", "ZZ"])
def test_only_cards_of_the_game_are_card_words(text: str) -> None:
    assert [code for code, _ in errors(f"setup:\n  - if first(every card) is {text}:\n      - win\n")] in (
        ["P101"],
        ["N305"],
    )


def test_cards_that_are_there_several_times_or_not_at_all_can_not_be_named() -> None:
    step = "setup:\n  - if first(every card) is QS:\n      - win\n"
    assert errors(step) == []
    assert errors("cards: {pack: standard, packs: 2}\n" + step) == [("N305", "QS")]
    assert errors("cards: {pack: standard, without: rank is queen}\n" + step) == [("N305", "QS")]
    assert errors(step.replace("QS", "10D")) == []


# Pieces ----------------------------------------------------------------------------------------------

SHIPS = """
pieces:
  ship:
    columns: {class: name, cost: number from 1 to 99, hull: number from 1 to 9}
    list: [[boat, 5, 1], [raft, 8, 2], [tower, 44, 9]]
    name: p{seat}.{number}
    limit: 2
zones:
  table: {deck: face-down pile, harbour: face-up row of ship}
  player: {fleet: face-up row of ship}
  ship: {loaded: face-down row}
variables:
  game:
    chosen: a ship or nothing
    x: number from 0 to 999
  ship:
    damage: number from 0 to 9, initially 2
"""


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("sum(cost of every class)", 57),
        ("min(cost of every class)", 5),
        ("boat.cost", 5),
        ("first(first(players).fleet).cost", 8),
        ("sum(cost of every fleet)", 8 + 5 + 44),
        ("count(every ship)", 3),
        ("sum(hull of every ship)", 12),
        ("count(every ship where class is boat)", 1),
        ("sum(damage of every ship)", 6),
        ("count(every loaded)", 1),
        ("count(loaded of every fleet)", 1),
        ("count(every fleet where owner is last(players))", 2),
    ],
)
def test_pieces_are_brought_into_being(expression: str, result: int) -> None:
    steps = """
setup:
  - shuffle every card into deck
  - bring raft into first(players).fleet
  - for each kind in [boat, tower]:
      - bring kind into last(players).fleet
  - draw 1 from deck to first(last(players).fleet).loaded
"""
    state = play(f"{SHIPS}{steps}  - set x to {expression}\n", [])
    assert state.fault is None
    assert state.var("x") == result
    assert state.zone("fleet", 0) == ["p1.1"]
    assert state.zone("fleet", 1) == ["p2.1", "p2.2"]


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        (["bring boat into first(players).fleet"] * 3, "no more than 2 ships"),
        (["bring boat into harbour"], "into a player's zone"),
        (["set x to chosen.cost"], "there is nothing here"),
    ],
)
def test_pieces_at_their_limits_are_faults(steps: list[str], message: str) -> None:
    state = play(SHIPS + "setup:\n" + "".join(f"  - {step}\n" for step in steps))
    assert state.fault is not None
    assert message in state.fault


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("limit: 2", "text: Ships", ("V507", None)),
        ("limit: 2", "limit: 0", ("V505", "0")),
        ("limit: 2", "limit: count(players) - 2", ("V505", "count(players) - 2")),
        ("limit: 2", "limit: 99999", ("V505", None)),
        ("limit: 2", "limit: yes", ("T401", "yes")),
        ("p{seat}.{number}", "ship{number}", ("V507", "ship{number}")),
        ("p{seat}.{number}", "a ship {seat} {number}", ("V507", "a ship {seat} {number}")),
        ("class: name", "class: boat or raft or tower", ("V507", None)),
        ("[raft, 8, 2]", "[boat, 8, 2]", ("V507", None)),
        ("[raft, 8, 2]", "[raft, 800, 2]", ("V501", "800")),
        ("face-up row of ship}\n  ship", "face-up row of boat}\n  ship", ("N302", "of boat")),
        ("deck: face-down pile", "deck: face-down pile of ship", None),
    ],
)
def test_pieces_that_do_not_work_out(old: str, new: str, problem: tuple[str, str | None] | None) -> None:
    found = errors(SHIPS.replace(old, new) + "setup: [shuffle every card into deck]\n")
    if problem is None:
        assert [code for code, _ in found] == ["T401"]
    elif problem[1] is None:
        assert problem[0] in [code for code, _ in found]
    else:
        assert problem in found


def test_cards_and_pieces_do_not_mix() -> None:
    assert errors(SHIPS + "setup: [move every card to harbour]\n")[0][0] == "T401"
    assert errors(SHIPS + "setup: [move every ship to deck]\n")[0][0] == "T401"
    assert errors(SHIPS + "setup: [bring boat into deck]\n") == [("T401", "deck")]
    assert errors(SHIPS + "setup: [bring clubs into harbour]\n") == [("T401", "clubs")]


# Zones -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zone", "problem"),
    [
        ("pile", ("V508", "pile")),
        ("face-up face-down pile", ("P101", "face")),
        ("face-up pile keeping faces", ("V508", "face-up pile keeping faces")),
        ("face-up pile seen by owner", ("V508", "face-up pile seen by owner")),
        ("0 face-up piles", ("V508", "0")),
        ("101 face-up piles", ("V508", "101")),
        ("face-up heap", ("P101", "heap")),
        ("face-up pile of swords", ("N302", "of swords")),
        ("face-up pile for each hat", ("N302", "for each hat")),
        ("face-up pile refilled from nowhere", ("N302", "face-up pile refilled from nowhere")),
        ("face-up pile refilled from hand", ("V508", "face-up pile refilled from hand")),
        ("face-up pile at most yes", ("T401", "yes")),
        ("face-up pile at most n", ("N302", "n")),
    ],
)
def test_zones_that_do_not_work_out(zone: str, problem: tuple[str, str]) -> None:
    part = f"zones:\n  table:\n    heap_it: {zone}\n  player:\n    hand: face-up row\n"
    assert problem in errors(part + "variables: {game: {n: number from 0 to 9}}\n")


@pytest.mark.parametrize(
    ("zones", "problem"),
    [
        ("tabel: {deck: face-up pile}", ("N302", "tabel")),
        ("ship: {deck: face-up pile}", ("N302", "ship")),
        ("table: {players: face-up pile}", ("N304", "players")),
        ("table: {count: face-up pile}", ("N304", "count")),
        ("table: {hearts: face-up pile}", ("N304", "hearts")),
        ("table: {deck: face-up pile}, player: {deck: face-up pile}", ("N304", "deck")),
    ],
)
def test_names_of_zones_that_are_taken(zones: str, problem: tuple[str, str]) -> None:
    assert problem in errors(f"zones: {{{zones}}}\n")


def test_a_game_too_large_is_refused_before_it_is_laid_out() -> None:
    part = "cards: {pack: standard, packs: 20}\nplayers: 16\nzones: {player: {hand: 100 face-up rows}}\n"
    assert [code for code, _ in errors(part)] == ["V505"]
