"""Actions whose arguments the chooser, or another seat, can't see."""

from __future__ import annotations

import pytest

from cardengine.runtime.actions import AmbiguousAction, IllegalAction, InvalidAction
from cardengine.runtime.state import State
from tests.lang.helpers import do, play, texts

GRID = """
cards: {suits: [cups], ranks: [one, two, three, four], packs: 2}
define:
  after(player): left(player, 1)
zones:
  table: {deck: face-down pile, discard: face-up pile}
  player:
    grid: face-down row
    hand: face-down row seen by owner
setup:
  - shuffle every card into deck
  - deal 3 from deck to grid of players
  - deal 1 from deck to hand of players
play:
  - repeat:
      - for each player in players:
          - player chooses turning
choices:
  turning:
    text: Turn
    flip: {text: F, choose: {card: a card from your grid where not face_up}, do: [turn up card]}
    drop: {text: D, choose: {card: a card from your grid}, do: [move card to discard]}
    both: {text: B, choose: {pair: 2 cards from your grid}, do: [turn up pair]}
    pass_on: {text: P, choose: {card: a card from your hand}, do: [move card to after(you).hand]}
"""
# The first seat's grid: one, three, one; the other's: two, four, two.
ORDER = "one_cups two_cups three_cups four_cups one_cups two_cups three_cups four_cups"
OTHER = "three_cups two_cups one_cups four_cups one_cups two_cups three_cups four_cups"


def start(order: str = ORDER) -> State:
    return play(GRID, order)


def test_unseen_cards_are_written_by_their_place() -> None:
    assert texts(start()) == [
        "flip grid.p1.1", "flip grid.p1.2", "flip grid.p1.3",
        "drop grid.p1.1", "drop grid.p1.2", "drop grid.p1.3",
        "both grid.p1.1 grid.p1.2", "both grid.p1.1 grid.p1.3", "both grid.p1.2 grid.p1.3",
        "pass_on three_cups",
    ]  # fmt: skip
    assert start().actions()[0].args == {"card": "grid.p1.1"}


def test_unseen_cards_that_are_alike_are_not_merged() -> None:
    """One action for both would tell that they are alike."""
    assert texts(start())[:9] == texts(start(OTHER))[:9]


def test_seen_cards_that_are_alike_give_one_action() -> None:
    state = do(start(), "flip grid.p1.1", "pass_on four_cups", "flip grid.p1.3", "flip grid.p2.1")
    found = texts(state)
    assert found == [
        "flip grid.p1.2",
        "drop one_cups", "drop grid.p1.2",
        "both one_cups grid.p1.2", "both one_cups one_cups",
        "pass_on three_cups", "pass_on four_cups",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "flip three_cups",
        "flip two_cups",
        "flip four_cups",
        "drop one_cups",
        "flip grid.p1.9",
        "flip grid.p2.1",
        "flip grid.p1.0",
    ],
)
def test_naming_a_card_that_one_can_not_see_tells_nothing(text: str) -> None:
    """Whatever lies there, the answer is the same."""
    answers = set()
    for order in (ORDER, OTHER):
        with pytest.raises(IllegalAction) as refused:
            start(order).parse_action(text)
        answers.add(str(refused.value))
    assert len(answers) == 1


def test_a_card_seen_earlier_may_be_named() -> None:
    state = do(start(), "flip grid.p1.2", "pass_on four_cups")
    assert "drop three_cups" in texts(state)
    assert state.parse_action("both three_cups grid.p1.1").text == "both grid.p1.1 three_cups"
    assert state.parse_action("both grid.p1.3 grid.p1.1").text == "both grid.p1.1 grid.p1.3"


def test_others_read_the_place_of_what_nobody_saw() -> None:
    state = do(start(), "both grid.p1.1 grid.p1.2")
    (event,) = [e for e in state.events_for(1) if e["event"] == "chosen"]
    assert event["arguments"] == ["grid.p1.1", "grid.p1.2"]
    (turned,) = [e for e in state.events_for(1) if e["event"] == "turned"]
    assert turned["cards"] == ["one_cups", "three_cups"]


PASSING = """
players: 3
cards: {suits: [cups], ranks: [one, two, three, four]}
define:
  after(player): left(player, 1)
zones:
  table: {deck: face-down pile, out: face-up pile, under: face-down pile}
  player: {hand: face-down row seen by owner}
setup: [shuffle every card into deck, deal 1 from deck to hand of players]
play:
  - repeat 2 times:
      - for each player in players:
          - player chooses move
choices:
  move:
    text: Move
    give: {text: G, choose: {card: a card from your hand}, do: [move card to after(you).hand]}
    lay: {text: L, choose: {card: a card from your hand}, do: [move card to out]}
    hide: {text: H, choose: {card: a card from your hand}, do: [move card to under]}
"""


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("give one_cups", (["one_cups"], ["one_cups"], [None])),
        ("lay one_cups", (["one_cups"], ["one_cups"], ["one_cups"])),
        ("hide one_cups", (["one_cups"], [None], [None])),
    ],
)
def test_an_argument_is_a_blank_to_who_does_not_see_the_card_when_all_is_done(
    text: str, arguments: tuple[list[str | None], ...]
) -> None:
    state = do(play(PASSING, "one_cups two_cups three_cups four_cups"), text)
    for seat, expected in enumerate(arguments):
        (event,) = [e for e in state.events_for(seat) if e["event"] == "chosen"]
        assert event["arguments"] == expected
        assert ("one_cups" in state.information(seat)) is (expected == ["one_cups"])


# Reading actions -------------------------------------------------------------------------------------

READ = """
players: 1
cards: {pack: standard, packs: 3}
zones:
  table: {deck: face-down pile, row: face-up row at most 9, other: face-up row, spots: 2 face-up rows}
setup:
  - shuffle every card into deck
  - draw 4 from deck to row
  - draw 2 from deck to other
play:
  - repeat:
      - choose move
choices:
  move:
    text: Move
    take: {text: T, choose: {card: a card from row with other}}
    pair: {text: P, choose: {cards: 2 cards from row}}
    any_of: {text: A, choose: {cards: any cards from row, where_to: a row from spots}}
    number: {text: N, choose: {n: number from 0 - 3 to 106}}
    word: {text: W, choose: {b: yes or no, s: a suit, who: a player}}
  later:
    text: Later
    wait: {text: W}
"""


def reading() -> State:
    """The row: 5C 3S 5C TD; the other row: 5C QH."""
    return play(READ, "5C 3S 5C TD 5C QH")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("take 3S", "take 3S"),
        ("TAKE 3s", "take 3S"),
        ("  take   3♠ ", "take 3S"),
        ("take 10D", "take TD"),
        ("take 10♦", "take TD"),
        ("take td", "take TD"),
        ("take row.1", "take row.1"),
        ("take row.3", "take row.1"),  # the other five of clubs of that row: the same action
        ("take other.1", "take other.1"),
        ("take row.2", "take 3S"),
        ("take qh", "take QH"),
        ("pair 5C 3S", "pair 5C 3S"),
        ("pair 3S 5C", "pair 5C 3S"),
        ("pair 5C 5C", "pair 5C 5C"),
        ("pair TD 3S", "pair 3S TD"),
        ("any_of spots.2", "any_of spots.2"),
        ("any_of TD 5C 3S spots.1", "any_of 5C 3S TD spots.1"),
        ("any_of TD 5C 3S 5C spots.1", "any_of 5C 3S 5C TD spots.1"),
        ("number -2", "number -2"),
        ("number 3", "number 3"),
        ("number 106", "number 106"),  # no card, though it begins like a ten
        ("word yes hearts p1", "word yes hearts p1"),
    ],
)
def test_actions_are_read_as_people_write_them(text: str, found: str) -> None:
    state = reading()
    before = state.key()
    assert state.parse_action(text).text == found
    assert state.key() == before


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", InvalidAction, "no action to read"),
        ("   ", InvalidAction, "no action to read"),
        ("x" * 5000, InvalidAction, "no action to read"),
        ("tkae 3S", InvalidAction, "did you mean `take`?"),
        ("zzz", InvalidAction, "actions: any_of"),
        ("take", InvalidAction, "has the form `take CARD`; 0 words follow"),
        ("take 3S 3S", InvalidAction, "2 words follow"),
        ("take spots.1", InvalidAction, "`spots.1` is no card"),
        ("take 1X", InvalidAction, "`1X` is no card"),
        ("number two", InvalidAction, "`two` is no n"),
        ("number 99999999999999999999999", InvalidAction, "is no n"),
        ("number ٣", InvalidAction, "is no n"),
        ("word maybe hearts p1", InvalidAction, "`maybe` is no b"),
        ("word yes hearts p2", InvalidAction, "`p2` is no who"),
        ("any_of 5C", InvalidAction, "`5C` is no where to"),
        ("take 5C", AmbiguousAction, "`take 5C` could be 2 actions: `take row.1`, `take other.1`"),
        ("take 2C", IllegalAction, "the card must be a card from row with other"),
        ("number 107", IllegalAction, "the n must be"),
        ("pair 5C QH", IllegalAction, "the cards must be"),
        ("pair 5C", IllegalAction, "the cards must be"),
        ("wait", IllegalAction, "isn't on offer now; choose from: take, pair"),
    ],
)
def test_what_can_not_be_read_says_why_and_changes_nothing(text: str, error: type[Exception], message: str) -> None:
    state = reading()
    before = state.vector
    with pytest.raises(error) as refused:
        state.parse_action(text)
    assert type(refused.value) is error
    assert message in str(refused.value)
    assert state.vector == before


def test_an_action_of_another_position_is_refused_with_its_reason() -> None:
    state = play(PASSING, "one_cups two_cups three_cups four_cups")
    old = state.parse_action("lay one_cups")
    do(state, "lay one_cups")
    before = state.vector
    with pytest.raises(IllegalAction, match="p1 has nothing to choose now"):
        state.apply(old)
    do(state, "hide two_cups", "give three_cups")
    with pytest.raises(IllegalAction, match="must be a card from your hand"):
        state.apply(old)
    assert before != state.vector


def test_after_the_end_every_action_is_refused() -> None:
    state = play("players: 1\nplay: [choose move]\nchoices: {move: {text: M, go: {text: G}}}\n")
    action = state.actions()[0]
    state.apply(action)
    assert state.over
    assert state.actions() == ()
    with pytest.raises(IllegalAction, match="the game is over"):
        state.parse_action("go")
    with pytest.raises(IllegalAction, match="the game is over"):
        state.apply(action)


TWICE = """
players: 1
cards: {suits: [cups], ranks: [one, two], packs: 2}
zones: {table: {deck: face-down pile, row: face-up row}}
setup: [shuffle every card into deck, move deck to row]
play: [choose move]
choices:
  move:
    text: M
    take: {text: T, choose: {card: a card from row}}
    pair: {text: P, choose: {pair: 2 cards from row}}
"""


def test_packs_of_alike_cards_give_each_action_once() -> None:
    assert texts(play(TWICE, "one_cups two_cups one_cups two_cups")) == [
        "take one_cups", "take two_cups",
        "pair one_cups two_cups", "pair one_cups one_cups", "pair two_cups two_cups",
    ]  # fmt: skip


# Cards alike in several places ----------------------------------------------------------------------------

SPREAD = """
players: 1
cards: {suits: [cups], ranks: [one, two], packs: 3}
zones:
  table: {deck: face-down pile, row: face-up row at most 3, other: face-up row at most 3, gone: face-up pile}
setup:
  - shuffle every card into deck
  - draw 3 from deck to row
  - draw 3 from deck to other
play: [repeat: [choose move]]
choices:
  move:
    text: M
    take: {text: T, choose: {card: a card from row with other}, do: [move card to gone]}
    pair: {text: P, choose: {pair: 2 cards from row with other}, do: [move pair to gone]}
"""


def spread() -> State:
    """The row: one, two, one; the other row: one, two, two."""
    return play(SPREAD, "one_cups two_cups one_cups one_cups two_cups two_cups")


def test_cards_alike_in_two_zones_are_told_apart_by_their_place() -> None:
    assert texts(spread()) == [
        "take row.1", "take row.2", "take other.1", "take other.2",
        "pair row.1 row.2", "pair row.1 row.3", "pair row.1 other.1", "pair row.1 other.2",
        "pair row.2 other.1", "pair row.2 other.2", "pair other.1 other.2", "pair other.2 other.3",
    ]  # fmt: skip


@pytest.mark.parametrize("number", range(12))
def test_such_an_action_is_read_back_and_takes_the_card_that_it_names(number: int) -> None:
    state = spread()
    action = state.actions()[number]
    assert state.parse_action(action.text) == action
    assert set(str(action.args)) & set("12") == set()  # the cards themselves
    before = [state.zone("row"), state.zone("other")]
    state.apply(action)
    for row, cards in zip(("row", "other"), before, strict=True):
        gone = {f"{row}.{place}" for place in (1, 2, 3)} & set(action.text.split())
        assert state.zone(row) == [card for place, card in enumerate(cards, 1) if f"{row}.{place}" not in gone]


def test_cards_alike_in_one_row_are_told_apart_by_their_facing() -> None:
    """The last `one` lies face up, the others face down; the `two`s all lie face down."""
    part = SPREAD.replace("players: 1", "players: 1\ndefine: {ones: row where rank is one}").replace(
        "row: face-up row at most 3, other: face-up row at most 3",
        "row: row keeping faces seen by everybody, other: face-up row",
    )
    part = part.replace("draw 3 from deck to row", "draw 6 from deck to row").replace(
        "draw 3 from deck to other", "turn up last(ones)"
    )
    state = play(part, "one_cups two_cups one_cups one_cups two_cups two_cups")
    assert texts(state) == [
        "take row.1", "take two_cups", "take row.4", "pair row.1 two_cups", "pair row.1 row.3", "pair row.1 row.4",
        "pair two_cups row.4", "pair two_cups two_cups",
    ]  # fmt: skip


def test_a_card_that_lies_in_one_place_only_keeps_its_name() -> None:
    state = do(spread(), "take other.1")
    assert texts(state)[:3] == ["take one_cups", "take row.2", "take other.1"]
    assert state.parse_action("take row.3").text == "take one_cups"


def test_the_cards_of_such_an_action_may_be_written_in_any_order() -> None:
    assert spread().parse_action("pair other.2 row.1").text == "pair row.1 other.2"
    assert spread().parse_action("pair other.3 row.3").text == "pair row.1 other.2"
    assert spread().parse_action("pair other.1 one_cups").text == "pair row.1 other.1"
    with pytest.raises(AmbiguousAction, match=r"could be 4 actions: `pair row\.1 row.2`, .*`pair other.1 other.2`$"):
        spread().parse_action("pair one_cups two_cups")


def test_a_choice_together_is_told_apart_in_what_its_chooser_knows() -> None:
    part = SPREAD.replace("players: 1", "players: 2").replace("repeat: [choose move]", "players choose move together")
    known = []
    for text in ("take row.1", "take other.1"):
        state = do(play(part, "one_cups two_cups one_cups one_cups two_cups two_cups"), text)
        known.append(state.information(0).splitlines()[-1])
    assert known == ["committed action=take row.1", "committed action=take other.1"]
