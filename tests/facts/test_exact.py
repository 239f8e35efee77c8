"""What is known of expressions, to the letter: checked by hand, and so that any other belief is noticed.

That it is true is tested on random memories (``test_soundness``); here it must be as close as it has been.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from cardengine.constructs.base import Fact
from cardengine.facts import Facts
from cardengine.facts.facts import MAX_FOLDING
from cardengine.layout.space import WORD_MAX, WORD_MIN
from cardengine.tree import nodes as t
from cardengine.tree.walk import children
from tests.lang.helpers import game

LAB = """
players: 3
teams: [[0, 2], [1]]
cards: {pack: standard, value: {ace: 1, jack: 11, queen: 12, king: 13}}
zones:
  table: {deck: face-down pile, row: face-up row at most 9, heap: face-up pile at most 5, spots: 3 face-up piles,
    homes: face-up pile for each suit}
  player: {hand: face-down row seen by owner at most 2, bids: 2 face-up piles}
  card: {under: face-up row at most 4}
variables:
  game: {x: number from -3 to 9, y: number from 1 to 4, flag: yes or no, who: a player or nothing, named: a suit,
    lead: a card or nothing}
  player: {points: number from 0 to 50}
options:
  five: {is: number from 1 to 9, default: 5, text: Five}
define:
  twice(number): 2 * number
  shown(number): first(row, number)
  reds: row where color is red
  upper(cards): cards where value > 9
  above(cards): cards where value > first(sort(every card by value)).value
  lowest_above: count(above(row))
"""

# An expression -> its range; the most members of a list, and of lists in it; whether they are all different; the faults
# that it can have; what it reads (`?`: that may be hidden); what it costs.
TABLE = """
x + y -> -2 to 13; from variable x, variable y; cost 3
x - y -> -7 to 8; from variable x, variable y; cost 3
x * y -> -12 to 36; from variable x, variable y; cost 3
x * -2 -> -18 to 6; from variable x; cost 3
x mod y -> 0 to 3; from variable x, variable y; cost 3
x mod 4 -> 0 to 3; from variable x; cost 3
-x -> -9 to 3; from variable x; cost 2
absolute(x) -> 0 to 9; from variable x; cost 2
x / y rounded down -> -3 to 9; from variable x, variable y; cost 3
x / y rounded up -> -3 to 9; from variable x, variable y; cost 3
x / 3 rounded down -> -1 to 3; from variable x; cost 3
x / x rounded down -> -9 to 9; or division; from variable x; cost 3
if flag then x else 20 -> -3 to 20; from variable flag, variable x; cost 4
if options.five > 3 then 1 else x -> always 1; cost 1
options.five + 1 -> always 6; cost 1
x > 3 -> 0 to 1; from variable x; cost 3
x > 9 or flag -> 0 to 1; from variable flag, variable x; cost 5
flag and x in [1, 2] -> 0 to 1; from variable flag, variable x; cost 7
not flag -> 0 to 1; from variable flag; cost 2
who is nothing -> 0 to 1; from variable who; cost 3
named is hearts -> 0 to 1; from variable named; cost 3
row -> always 1; cost 1
value of row -> 1 to 13; at most 9; from zone row; cost 39
rank of row -> 0 to 12; at most 9; from zone row; cost 39
row where value > 3 -> 0 to 51; at most 9; different; from zone row; cost 57
row with heap -> 0 to 51; at most 14; different; from zone heap, zone row; cost 33
row with row -> 0 to 51; at most 18; from zone row; cost 41
row without heap -> 0 to 51; at most 9; different; from zone heap, zone row; cost 73
row with (heap where value > 3) -> 0 to 51; at most 14; different; from zone heap, zone row; cost 59
reds with heap -> 0 to 51; at most 14; different; from zone heap, zone row; cost 79
first(row, 2) with first(heap, 2) -> 0 to 51; at most 4; different; from zone heap, zone row; cost 41
[x, y] -> -3 to 9; at most 2; from variable x, variable y; cost 5
[1, 1] -> always [1, 1]; cost 1
[3, 4][2] -> 3 to 4; cost 3
(value of row)[x] -> 1 to 13; or no_member; from variable x, zone row; cost 41
every hand -> 0 to 51; at most 6; different; from zone hand?; cost 11
hand of players -> 0 to 51; at most 6; different; from zone hand?; cost 21
hand of (players where points > 3) -> 0 to 51; at most 6; different; from variable points, zone hand?; cost 37
every under -> 0 to 51; at most 52; different; from zone under; cost 106
under of row -> 0 to 51; at most 36; different; from zone row, zone under; cost 85
spots -> always [3, 4, 5]; cost 1
first(players).bids -> always [13, 14]; cost 1
spots[2] -> always 4; cost 1
spots[x] -> 3 to 5; or no_place; from variable x; cost 2
spots[y] -> 3 to 5; or no_place; from variable y; cost 2
homes[named] -> 6 to 9; from variable named; cost 2
every suit -> always [0, 1, 2, 3]; cost 1
every rank -> always [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]; cost 1
every card where rank is king -> always [12, 25, 38, 51]; cost 1
every card where value > x -> 0 to 51; at most 52; different; from variable x; cost 262
players -> always [0, 1, 2]; cost 1
players starting with first(players) -> 0 to 2; at most 3; different; cost 9
first(players).team -> 0 to 1; cost 2
points of players -> 0 to 50; at most 3; from variable points; cost 11
first(players).points -> 0 to 50; from variable points; cost 2
left(first(players), x) -> 0 to 2; from variable x; cost 3
next(first(players), players) -> always 1; cost 1
count(row) -> 0 to 9; from zone row; cost 12
count(row where value > 3) -> 0 to 9; from zone row; cost 58
count(every hand) -> 0 to 6; from zone hand?; cost 12
sum(value of row) -> 0 to 117; from zone row; cost 49
sum(points of players) -> 0 to 150; from variable points; cost 15
min(value of row) -> 1 to 13; or empty; from zone row; cost 49
min(value of row, default 20) -> 1 to 20; from zone row; cost 50
max(x, y) -> 1 to 9; from variable x, variable y; cost 8
min(x, 2) -> -3 to 2; from variable x; cost 8
median(value of row, default -5) -> -5 to 13; from zone row; cost 50
any(row) -> 0 to 1; from zone row; cost 21
empty(row) -> 0 to 1; from zone row; cost 21
all((value > 3) of row) -> 0 to 1; from zone row; cost 67
distinct(value of row) -> 1 to 13; at most 9; different; from zone row; cost 49
distinct(rank of row) -> 0 to 12; at most 9; different; from zone row; cost 49
same(suit of row) -> 0 to 1; from zone row; cost 49
run(rank of row) -> 0 to 1; from zone row; cost 49
sort(row by value) -> 0 to 51; at most 9; different; from zone row; cost 75
highest(row by value) -> 0 to 51; at most 9; different; from zone row; cost 75
partition(row by suit) -> 0 to 51; at most 9; of 9; different; from zone row; cost 75
first(partition(row by suit)) -> 0 to 51; at most 9; or empty; from zone row; cost 85
first(row) -> 0 to 51; or empty; from zone row; cost 21
first(row, 2) -> 0 to 51; at most 2; different; from zone row; cost 22
first(row, x) -> 0 to 51; at most 9; different; from variable x, zone row; cost 22
last(row, 12) -> 0 to 51; at most 9; different; from zone row; cost 22
first(row, default KS) -> 0 to 51; from zone row; cost 22
top(heap) -> 0 to 51; or empty; from zone heap; cost 13
reverse(row) -> 0 to 51; at most 9; different; from zone row; cost 21
subsets(row, 2) -> 0 to 51; at most 36; of 2; different; from zone row; cost 124
subsets(row, 1, 3) -> 0 to 51; at most 129; of 3; different; from zone row; cost 534
onward(first(row)) -> 0 to 51; at most 52; different; or empty, no_zone; from place card?, zone bids, zone deck?, zone hand?, zone heap, zone homes, zone row, zone spots, zone under; cost 75
first(row).zone -> 0 to 70; or empty, no_zone; from place card?, zone row; cost 22
first(row).owner -> 0 to 2; or empty, no_owner; from place card, zone row; cost 22
first(row).face_up -> 0 to 1; or empty; from face card, zone row; cost 22
KS.owner -> 0 to 2; or no_owner; from place card; cost 2
poker_rank(row) -> 0 to 10485760; from zone row; cost 108
unmelded(row by value) -> 0 to 117; from zone row; cost 542
room(row) -> 0 to 9; from count row; cost 2
room(spots[1]) -> 0 to 52; from count spots; cost 2
twice(x) -> or overflow; from variable x; cost 5
twice(3) -> or overflow; cost 5
upper(row) -> 0 to 51; at most 9; from zone row; cost 68
upper(heap) -> 0 to 51; at most 5; from zone heap; cost 40
sum(sum(value of hand) of players) -> 0 to 78; from zone hand?; cost 54
top(it, 1) of spots -> 0 to 51; at most 3; different; from zone bids, zone deck?, zone hand?, zone heap, zone homes, zone row, zone spots, zone under; cost 333
(top(it, 1) of spots) with row -> 0 to 51; at most 12; different; from zone bids, zone deck?, zone hand?, zone heap, zone homes, zone row, zone spots, zone under; cost 357
(top(it, 1) of spots) with (first(it, 2) of spots) -> 0 to 51; at most 9; from zone bids, zone deck?, zone hand?, zone heap, zone homes, zone row, zone spots, zone under; cost 679
first(it, 2) of [row, heap] -> 0 to 51; at most 4; different; from zone bids, zone deck?, zone hand?, zone heap, zone homes, zone row, zone spots, zone under; cost 225
first(it, 2) of [row, row] -> 0 to 51; at most 4; from zone bids, zone deck?, zone hand?, zone heap, zone homes, zone row, zone spots, zone under; cost 225
(it of row) with heap -> 0 to 51; at most 14; different; from zone heap, zone row; cost 52
(it of row) with row -> 0 to 51; at most 18; from zone row; cost 60
(every hand) with (every under) -> 0 to 51; at most 58; different; from zone hand?, zone under; cost 176
(every hand) with (hand of players) -> 0 to 51; at most 12; from zone hand?; cost 45
first(every hand, 2) with row -> 0 to 51; at most 11; different; from zone hand?, zone row; cost 42
reds with reds -> 0 to 51; at most 18; from zone row; cost 133
(row where value > 3) with (heap where value > 3) -> 0 to 51; at most 14; different; from zone heap, zone row; cost 105
(top(spots[1], 1) of spots) with row -> 0 to 51; at most 12; from zone row, zone spots; cost 357
hand of [first(players), first(players)] -> 0 to 51; at most 4; from zone hand?; cost 15
first(hand, 1) of players -> 0 to 51; at most 3; from zone hand?; cost 36
upper(row) with heap -> 0 to 51; at most 14; from zone heap, zone row; cost 90
first(row, default KS) in heap -> 0 to 1; from zone heap, zone row; cost 35
first(heap, 1) with first(row, 1) -> 0 to 51; at most 2; different; from zone heap, zone row; cost 39
last(partition(row by suit), default heap) -> 0 to 51; at most 9; from zone heap, zone row; cost 92
absolute(x - 20) -> 11 to 23; from variable x; cost 4
x * x * x -> -243 to 729; from variable x; cost 5
(x - 3) mod (y - 6) -> -4 to 0; from variable x, variable y; cost 7
x / (y - 5) rounded up -> -9 to 3; from variable x, variable y; cost 5
count(row with heap) -> 0 to 14; from zone heap, zone row; cost 34
sum(points of players) / 2 rounded down -> 0 to 75; from variable points; cost 17
min(points of players) -> 0 to 50; or empty; from variable points; cost 15
max([x, y, 30]) -> 30 to 30; from variable x, variable y; cost 11
row without [KS] -> 0 to 51; at most 9; different; from zone row; cost 31
first(players starting with first(players), 2) -> 0 to 2; at most 2; different; cost 14
left(first(players), 1) -> always 1; cost 1
who is first(players) -> 0 to 1; from variable who; cost 3
first(spots[1], 3) -> 0 to 51; at most 3; different; from zone spots; cost 108
value of first(heap, 2) -> 1 to 13; at most 2; from zone heap; cost 21
if flag then row else heap -> 1 to 2; from variable flag; cost 4
(reds where value > 3) with heap -> 0 to 51; at most 14; different; from zone heap, zone row; cost 125
(it of reds) with heap -> 0 to 51; at most 14; different; from zone heap, zone row; cost 98
partition(row by suit) without partition(heap by suit) -> 0 to 51; at most 9; of 9; different; from zone heap, zone row; cost 168
(partition(row by suit))[1] -> 0 to 51; at most 9; or no_member; from zone row; cost 77
(players where points > 3) starting with first(players) -> 0 to 2; at most 3; different; from variable points; cost 25
players starting with left(first(players), x) -> 0 to 2; at most 3; different; from variable x; cost 11
who.points -> 0 to 50; or nothing; from variable points, variable who; cost 2
AC.value -> always 1; cost 1
(if options.five > 3 then nothing else first(row)).value -> 0 to 0; or nothing; cost 2
lead.face_up -> 0 to 1; or nothing; from face card, variable lead; cost 2
lead.zone -> 0 to 70; or no_zone, nothing; from place card?, variable lead; cost 2
lead.value -> 1 to 13; or nothing; from variable lead; cost 2
lead.owner -> 0 to 2; or no_owner, nothing; from place card, variable lead; cost 2
lead.under -> 19 to 70; or nothing; from variable lead; cost 2
row.owner -> 0 to 2; or no_owner; cost 2
first(players).hand.owner -> 0 to 0; cost 2
last(players).hand.owner -> 2 to 2; cost 2
first(row).zone.owner -> 0 to 2; or empty, no_owner, no_zone; from place card?, zone row; cost 23
first(players).team.members -> 0 to 2; at most 2; different; cost 5
who.team -> 0 to 1; or nothing; from variable who; cost 2
who.team.members -> 0 to 2; at most 2; different; or nothing; from variable who; cost 5
members of (team of players) -> 0 to 2; at most 6; cost 34
teams -> always [0, 1]; cost 1
who.bids -> 13 to 18; at most 2; different; or nothing; from variable who; cost 4
who.bids[x] -> 13 to 18; or no_place, nothing; from variable who, variable x; cost 3
who.hand -> 10 to 12; or nothing; from variable who; cost 2
left(first(players), x).bids -> 13 to 18; at most 2; different; from variable x; cost 6
left(first(players), x).hand -> 10 to 12; from variable x; cost 4
last(players).bids -> always [17, 18]; cost 1
last(players).bids[y] -> 17 to 18; or no_place; from variable y; cost 3
first(players).bids[x] -> 13 to 14; or no_place; from variable x; cost 3
spots[x - 1] -> 3 to 5; or no_place; from variable x; cost 4
homes[hearts] -> always 8; cost 1
every card where face_up -> 0 to 51; at most 52; different; from face card; cost 158
every card where it is KS -> always [51]; cost 1
every card where it is not KS and value > 12 -> always [12, 25, 38]; cost 1
every card where value > 20 -> always []; cost 1
(every card where value > 3) where value > 12 -> always [12, 25, 38, 51]; cost 1
every card where value / (value - 1) rounded down > 1 -> 0 to 51; at most 52; different; or division; cost 522
sort((every card where rank is king) by suit) -> always [12, 25, 38, 51]; cost 1
highest((every card where suit is spades) by rank) -> always [51]; cost 1
value of (every card where rank is king) -> always [13, 13, 13, 13]; cost 1
4 of (every card where rank is king) -> always [4, 4, 4, 4]; cost 1
4 of row -> 4 to 4; at most 9; from zone row; cost 30
row where options.five > 3 -> 0 to 51; at most 9; different; from zone row; cost 11
row where options.five > 6 -> always []; cost 1
shown(x) -> 0 to 51; at most 9; different; from variable x, zone row; cost 24
[x] with [20] -> -3 to 20; at most 2; from variable x; cost 7
[20] with [x] -> -3 to 20; at most 2; from variable x; cost 7
first(players).hand with who.hand -> 0 to 51; at most 4; or nothing; from variable who, zone hand?; cost 14
top(it, 1) of who.bids -> 0 to 51; at most 2; different; or nothing; from variable who, zone bids, zone deck?, zone hand?, zone heap, zone homes, zone row, zone spots, zone under; cost 226
max(rank of row) -> 0 to 12; or empty; from zone row; cost 49
[first(row, 2), first(heap, 3)] -> 0 to 51; at most 2; of 3; from zone heap, zone row; cost 39
first([first(row, 2), first(heap, 3)]) -> 0 to 51; at most 3; or empty; from zone heap, zone row; cost 42
partition(row by suit) where count(it) > 1 -> 0 to 51; at most 9; of 9; different; from zone row; cost 202
highest(partition(row by suit) by count(it)) -> 0 to 51; at most 9; of 9; different; from zone row; cost 220
any((count(it) > 1) of partition(row by suit)) -> 0 to 1; from zone row; cost 212
sum(sum(value of it) of partition(row by suit)) -> 0 to 1053; from zone row; cost 527
[[1, 2], [x]] -> -3 to 9; at most 2; of 2; from variable x; cost 7
[[x, y, 1]][1] -> -3 to 9; at most 3; or no_member; from variable x, variable y; cost 11
"""  # noqa: E501 - a row is a line
SHIPS = """
players: 3
cards: {suits: [cups], ranks: [one, two, three, four], order: [two, one, four, three]}
pieces:
  ship:
    name: s{seat}-{number}
    limit: 3
    columns: {class: name, price: number from 2 to 50}
    list: [[boat, 5], [barge, 12]]
  house: {name: "h{seat}-{number}", limit: 2, columns: {look: name}, list: [[hut], [inn]]}
zones:
  table: {deck: face-down pile}
  player: {port: face-up row of ship, bay: face-down row of ship seen by owner}
  ship: {cargo: face-down row seen by owner at most 2}
variables:
  game: {x: number from -3 to 9, flag: a ship or nothing, home: a house or nothing, model: a class}
  ship: {trips: number from 0 to 7}
define:
"""

# The same of pieces, of items that no zone is made for, and of a declared order.
SHIP_TABLE = """
every ship -> 0 to 8; at most 9; different; from class ship; cost 10
every class -> always [0, 1]; cost 1
price of every class -> always [5, 12]; cost 1
barge.price -> always 12; cost 1
model.price -> 5 to 12; from variable model; cost 2
flag.price -> 5 to 12; or nothing; from class ship, variable flag; cost 2
flag.trips -> 0 to 7; or nothing; from variable flag, variable trips; cost 2
flag.cargo -> 7 to 15; or nothing; from variable flag; cost 2
flag.zone -> 1 to 6; or no_zone, nothing; from place ship?, variable flag; cost 2
flag.owner -> 0 to 2; or no_owner, nothing; from place ship, variable flag; cost 2
flag.face_up -> 0 to 1; or nothing; from face ship, variable flag; cost 2
home.zone -> 0 to 0; or no_zone, nothing; from place house?, variable home; cost 2
home.look -> 0 to 1; or nothing; from class house, variable home; cost 2
every house -> 0 to 5; at most 6; different; from class house; cost 7
trips of every ship -> 0 to 7; at most 9; from class ship, variable trips; cost 38
cargo of every ship -> 0 to 3; at most 4; different; from class ship, zone cargo?; cost 52
every cargo -> 0 to 3; at most 4; different; from zone cargo?; cost 15
(every ship where price > 5) where trips > 1 -> 0 to 8; at most 9; different; from class ship, variable trips; cost 102
max(rank of deck) -> 0 to 3; or empty; from zone deck?; cost 24
highest(every card by rank) -> always [2]; cost 1
every card where rank > one -> always [2, 3]; cost 1
"""


def rows(table: str) -> list[list[str]]:
    """The expressions of a table, each with what is expected of it."""
    return [line.split(" -> ") for line in table.strip().splitlines()]


ROWS = rows(TABLE) + rows(SHIP_TABLE)


def examined(text: str, expressions: Iterable[str]) -> dict[str, str]:
    """What is known of expressions in a game whose last key is `define`."""
    named = {f"e{number}": expression for number, expression in enumerate(expressions)}
    made = game(text + "".join(f"  {name}: '{expression}'\n" for name, expression in named.items()))
    facts, defines = Facts(made.program.space), made.loaded.ruleset.defines
    return {expression: told(facts.of(defines[name].body)) for name, expression in named.items()}


@pytest.fixture(scope="module")
def known() -> dict[str, str]:
    return {
        expression: found
        for lab, table in ((LAB, TABLE), (SHIPS, SHIP_TABLE))
        for expression, found in examined(lab, [expression for expression, _ in rows(table)]).items()
    }


def told(fact: Fact) -> str:
    """Facts in words."""
    parts: list[str] = []
    if fact.constant:
        parts.append(f"always {fact.value}")
    else:
        if fact.low > WORD_MIN or fact.high < WORD_MAX:
            parts.append(f"{fact.low} to {fact.high}")
        if fact.most < WORD_MAX:
            parts.append(f"at most {fact.most}")
        if 0 < fact.inner < WORD_MAX:
            parts.append(f"of {fact.inner}")
        if fact.distinct:
            parts.append("different")
    if fact.faults:
        parts.append("or " + ", ".join(sorted(fault.name.lower() for fault in fact.faults)))
    if fact.reads:
        read = (f"{one.part.name.lower()} {one.name}{'?' if one.hidden else ''}" for one in fact.reads)
        parts.append("from " + ", ".join(sorted(read)))
    return "; ".join([*parts, f"cost {fact.cost}"])


@pytest.mark.parametrize(("expression", "expected"), ROWS, ids=[expression for expression, _ in ROWS])
def test_what_is_known(expression: str, expected: str, known: dict[str, str]) -> None:
    assert known[expression] == expected


def test_trying_an_action_costs_a_domain_for_each_way_before_it_and_the_conditions_for_each_way() -> None:
    made = game(
        LAB + "play: [first(players) chooses go]\nchoices:\n  go:\n    text: Go\n    if_none: fault\n    go:\n"
        "      text: Go\n      choose: {one: number from 1 to 4, other: a card from row}\n      when: one > x\n"
    )
    facts = Facts(made.program.space)
    domains = (1 + 1 + 1), (1 + 11)
    assert facts.offer("go", "go").cost == 1 + domains[0] + 4 * domains[1] + 4 * 9 * (1 + 3)


ASKED = (
    LAB
    + """
play:
  - for each seat in players:
      - for each held in row:
          - seat chooses go
choices:
  go:
    text: Go
    if_none: fault
    go:
      text: Go
      choose: {one: number from 1 to 4, other: a card from row, some: 2 to 3 cards from row}
      when: possible(stay) and held is other and seat is you and any(some) and one > x
    stay: {text: Stay, choose: {bid: number from 1 to y}, when: bid > count(heap)}
"""
)


def test_what_is_known_of_names() -> None:
    """They are read from the state, can be anything of their type, and the cards of a subset are all different."""
    made = game(ASKED)
    facts = Facts(made.program.space)
    found = {
        local.name: told(facts.of(t.LocalValue(local.type, local.span, local)))
        for local in made.program.space.registers
        if local.storage is t.Storage.STATE and local.span is not None
    }
    assert {name: found[name] for name in ("seat", "held", "one", "other", "some")} == {
        "seat": "0 to 2; from local seat; cost 1",
        "held": "0 to 51; from local held; cost 1",
        "one": "from local one; cost 1",
        "other": "0 to 51; from local other; cost 1",
        "some": "0 to 51; at most 52; different; from local some; cost 53",
    }


def test_what_is_known_of_whether_an_action_is_possible() -> None:
    made = game(ASKED)
    facts = Facts(made.program.space)
    action = made.loaded.ruleset.choices["go"].action("go")
    assert action is not None
    expected = "0 to 1; or no_member, too_many; from local bid, variable y, zone heap; cost 48"
    assert told(facts.offer("go", "stay")) == expected
    test = action.conditions[0].test
    possible = [part for part in _under(test) if isinstance(part, t.Possible)]
    assert [told(facts.of(part)) for part in possible] == [expected]


def _under(expr: t.Expr) -> Iterator[t.Expr]:
    yield expr
    for part in children(expr):
        yield from _under(part)


def test_facts_are_computed_once() -> None:
    made = game(LAB)
    facts, body = Facts(made.program.space), made.loaded.ruleset.defines["reds"].body
    assert facts.of(body) is facts.of(body)


def test_constants_are_folded_as_long_as_their_cost_is_within_the_budget_of_the_game() -> None:
    """Facts of a definition with given arguments share the budget."""
    facts = Facts(game(LAB).program.space)
    assert not facts.may_fold(MAX_FOLDING + 1)
    assert Facts(facts.space, facts).may_fold(MAX_FOLDING - 5)
    assert [facts.may_fold(cost) for cost in (6, 5, 1, 0)] == [False, True, False, True]


def test_what_a_definition_folds_counts_towards_the_budget_of_the_game() -> None:
    made = game(LAB)
    body = made.loaded.ruleset.defines["lowest_above"].body
    fresh, exhausted = Facts(made.program.space), Facts(made.program.space)
    assert exhausted.may_fold(MAX_FOLDING)
    assert fresh.of(body).cost < exhausted.of(body).cost
