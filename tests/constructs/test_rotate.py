"""``rotate``: where the cards come to lie, who is told of it, who still knows them; in both executions."""

from __future__ import annotations

from collections import deque

import pytest

import cardengine
from cardengine.model.load import load_text
from cardengine.runtime.chance import ScriptedChance
from cardengine.runtime.game import Game
from cardengine.runtime.generator import stream
from tests.fast.lockstep import alike
from tests.knowledge.games import game as small_game
from tests.knowledge.test_exact_chance import distribution, ends
from tests.knowledge.test_sampler import check, check_unordered
from tests.knowledge.worlds import EveryOrder, groups
from tests.lang.helpers import do, errors, game, play
from tests.secrets.worlds import leaks

ROUND = """
cards: {pack: standard}
zones:
  table:
    deck: face-down pile
    row: row keeping faces
    pile: pile keeping faces
    few: 2 face-up rows at most 3
setup:
  - shuffle every card into deck
  - draw 7 from deck to row
  - draw 6 from deck to pile
  - turn up first(row, 3)
  - turn up first(pile, 2)
  - draw 2 from deck to few[2]
play:
  - repeat 12 times:
      - first(players) chooses rotating
choices:
  rotating:
    text: Rotate
    row:
      text: The row
      choose: {n: number from -20 to 20}
      do:
        - rotate row by n
    pile:
      text: The pile
      choose: {n: number from -20 to 20}
      do:
        - rotate pile by n
    either:
      text: One of two rows
      choose: {n: number from 1 to 2}
      do:
        - rotate few[n] by 0 - n
        - draw 1 from deck to row
"""


@pytest.mark.parametrize("zone", ["row", "pile"])
@pytest.mark.parametrize("by", [1, -1, 2, 5, 6, -6, 7, 20, -20, 0])
def test_items_move_on_by_so_many_places_and_lie_as_they_lay(zone: str, by: int) -> None:
    state = play(ROUND)
    before = [(card, card in state.view(0)["zones"][zone]["cards"]) for card in state.zone(zone)]
    do(state, f"{zone} {by}")
    expected = deque(before)
    expected.rotate(by)
    assert [(card, card in state.view(0)["zones"][zone]["cards"]) for card in state.zone(zone)] == list(expected)


def test_all_who_notice_it_are_told_how_far_it_went_round() -> None:
    state = do(play(ROUND), "pile -8")
    assert state.events_for(1)[-1] == {"event": "rotated", "zone": "pile", "by": -2}
    told = len(state.history_for(1))
    do(state, "row 7")
    assert len(state.history_for(1)) == told + 1, "the action alone: nothing has moved"


def test_only_a_zone_goes_round_by_a_number() -> None:
    assert errors("zones: {table: {row: face-up row}}\nplay:\n  - rotate players by 1\n") == [("T401", "players")]
    assert errors("zones: {table: {row: face-up row}}\nplay:\n  - rotate row by yes\n") == [("T401", "yes")]


@pytest.mark.parametrize("part", ["ROUND", "HIDDEN", "LEAKY", "SECRET", "CARGO"])
def test_both_executions_agree(part: str) -> None:
    text = {"ROUND": ROUND, "HIDDEN": HIDDEN, "LEAKY": LEAKY, "SECRET": SECRET, "CARGO": CARGO}[part]
    alike(text, players=3 if part == "LEAKY" else 2)


# Who knows what -----------------------------------------------------------------------------------------

HIDDEN = """
zones:
  table:
    deck: face-down pile
    dark: face-down row
  player:
    purse: face-down row seen by owner hiding count
    bag: face-down row hiding count
setup:
  - shuffle every card into deck
  - draw 3 from deck to dark
  - for each player in players:
      - draw 2 from deck to player.purse
      - draw 2 from deck to player.bag
  - show dark to players
  - show every bag to players
play:
  - rotate dark by 1
  - rotate first(players).purse by 1
  - rotate first(players).bag by 1
  - first(players) chooses going
choices:
  going:
    text: Go on
    go: {text: Go on}
"""


def test_who_has_seen_a_card_still_knows_it_when_he_notices_that_it_goes_round() -> None:
    made = game(HIDDEN)
    state = made.new(chance=ScriptedChance([[]]))
    seen, texts = made.program.space.items["card"].seen, made.program.space.items["card"].texts

    def knows(zone: str, owner: int | None = None) -> list[int]:
        return [state.vector[seen + texts.index(card)] for card in state.zone(zone, owner)]

    assert knows("dark") == [3, 3, 3]
    # Nobody sees the cards of a bag, so nobody notices that they have changed places.
    assert knows("bag", 0) == [0, 0]
    assert knows("bag", 1) == [3, 3]
    zones = [[e["zone"] for e in state.history_for(seat) if e["event"] == "rotated"] for seat in range(2)]
    assert zones == [["dark", "purse.p1"], ["dark"]]


SMALL = """
zones:
  table: {deck: face-down pile, dark: face-down row}
  player:
    bag: face-down row hiding count
setup:
  - shuffle every card into deck
  - draw 2 from deck to dark
  - show first(dark, 1) to [first(players)]
  - draw 2 from deck to first(players).bag
  - show first(first(players).bag, 1) to players
play:
  - rotate dark by 1
  - rotate first(players).bag by 1
  - first(players) chooses going
  - last(players) chooses going
choices:
  going:
    text: Go on
    go: {text: Go on}
"""


def test_samples_agree_with_what_is_known_after_it() -> None:
    whole_game = small_game(5, SMALL)
    check_unordered(whole_game, 40)
    noticed = "".join(line for line in SMALL.splitlines(keepends=True) if "bag" not in line and line != "  player:\n")
    seen_by_all = small_game(5, noticed)
    check(seen_by_all, groups(seen_by_all))


SECRET = """
zones:
  table: {deck: face-down pile, dark: face-down row}
setup:
  - shuffle every card into deck
  - draw 2 from deck to dark
  - show first(dark, 1) to players
play:
  - first(players) chooses turning in secret
  - last(players) chooses going
choices:
  turning:
    text: Turn it round, or not
    rotate: {text: Turn it round, do: [rotate dark by 1]}
    leave: {text: Leave it}
  going:
    text: Go on
    go: {text: Go on}
"""


def test_who_does_not_notice_it_no_longer_knows_where_a_card_lies() -> None:
    made = small_game(4, SECRET)
    state = do(made.new(seed=1), "rotate")
    assert "rotated" not in [event["event"] for event in state.history_for(1)]
    (shown,) = next(event["cards"] for event in state.history_for(1) if event["event"] == "shown")
    assert shown is not None
    for seat, places in ((0, {1}), (1, {0, 1})):
        draw = state.sampler(seat, stream(seat, 0, 0))
        assert {draw().zone("dark").index(shown) for _ in range(40)} == places


CARGO = """
pieces:
  ship: {limit: 1, columns: {class: name}, list: [[boat]]}
zones:
  table: {deck: face-down pile}
  player: {harbour: face-down row of ships seen by owner}
  ship: {cargo: face-down row}
setup:
  - move every card to deck
  - bring boat into first(players).harbour
  - draw 3 from deck to first(every ship).cargo
  - show first(every ship).cargo to players
  - rotate first(every ship).cargo by 1
play:
  - first(players) chooses going
choices:
  going:
    text: Go on
    go: {text: Go on}
"""


def test_what_lies_under_a_piece_that_is_not_seen_goes_round_unseen() -> None:
    state = play(CARGO)
    told = ["rotated" in [event["event"] for event in state.history_for(seat)] for seat in range(2)]
    assert told == [True, False]


# Chance -------------------------------------------------------------------------------------------------


def _chance(steps: str) -> Game:
    return small_game(
        4,
        "zones: {table: {deck: face-down pile, row: face-up row}}\n"
        f"setup:\n  - shuffle every card into deck\n{steps}play:\n  - draw 2 from deck to row\n",
    )


@pytest.mark.parametrize("by", [1, 2, -1])
@pytest.mark.parametrize("end", ["top", "bottom"])
def test_a_pile_that_is_undecided_in_part_is_as_likely_as_a_decided_one(end: str, by: int) -> None:
    made = _chance(f"  - draw 1 from deck to row\n  - move first(row) to {end} of deck\n  - rotate deck by {by}\n")
    assert distribution(made, cardengine.ExactChance()) == distribution(made, EveryOrder())


def test_a_pile_that_is_undecided_as_a_whole_stays_so() -> None:
    made = _chance("  - rotate deck by 1\n")
    assert distribution(made, cardengine.ExactChance()) == distribution(made, EveryOrder())
    # Two cards are drawn of four: more is never asked of chance.
    assert len(list(ends(made, cardengine.ExactChance()))) == 4 * 3


# Leaks --------------------------------------------------------------------------------------------------

LEAKY = """
game: Round and round
players: 3
cards: {pack: standard}
zones:
  table: {deck: face-down pile, dark: face-down row, open: face-up row}
  player:
    hand: face-down row seen by owner
    purse: face-down row seen by owner hiding count
setup:
  - shuffle every card into deck
  - draw 4 from deck to dark
  - draw 4 from deck to open
  - deal 4 from deck to hand of players
  - deal 3 from deck to purse of players
play:
  - repeat 3 times:
      - for each player in players:
          - player chooses turning
choices:
  turning:
    text: Turn something round
    around:
      text: What lies on the table
      choose: {n: number from -2 to 2}
      do:
        - rotate dark by n
        - rotate open by n
        - rotate deck by n
    hands:
      text: Your own
      choose: {n: number from -2 to 2}
      do:
        - rotate your hand by n
        - rotate your purse by n + 2
        - draw 1 from dark to your hand
"""


def test_it_tells_nobody_what_he_does_not_see() -> None:
    found, compared = leaks(cardengine.Game(load_text(LEAKY), {}, 3), range(3), (1, 4, 8))
    assert found == []
    assert compared >= 9
