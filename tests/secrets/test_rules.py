"""Single rules about hidden cards, each in the smallest game that has it."""

from __future__ import annotations

import pytest

from cardengine.analysis import Backend, playouts
from cardengine.fast import Engine
from cardengine.runtime.generator import stream
from cardengine.runtime.outcome import Outcome
from tests.fast.lockstep import compare
from tests.lang.helpers import do, game, play, texts

ORDER = "one_cups two_cups three_cups four_cups five_cups six_cups"

LEAVING = """
cards: {suits: [cups], ranks: [one, two, three, four, five, six]}
zones:
  table: {deck: face-down pile, pit: face-down row, away: face-down pile, heap: face-up row}
  player: {hand: face-down row seen by owner}
setup:
  - shuffle every card into deck
  - draw 4 from deck to first(players).hand
  - draw 1 from deck to pit
  - show first(players).hand to players
play:
  - first(players) chooses leaving
  - last(players) chooses guessing
choices:
  leaving:
    text: Part with a card
    part: {text: P, choose: {card: a card from your hand}, do: [STEP]}
  guessing:
    text: Guess
    guess: {text: G, choose: {card: a card from first(players).hand}}
"""


def after_leaving(step: str) -> list[str]:
    """What the other can choose from a hand that he was shown, once a card has left it unseen."""
    return texts(do(play(LEAVING.replace("STEP", step), ORDER, []), "part two_cups"), 1)


def test_who_chooses_reads_what_he_has_chosen_by_its_place() -> None:
    state = do(play(LEAVING.replace("STEP", "move card to pit"), ORDER, []), "part two_cups")
    assert state.view(1)["choice"] == "guessing"
    do(state, "guess hand.p1.1")
    (chosen,) = [event for event in state.events_for(1) if event["event"] == "chosen"]
    assert chosen["arguments"] == ["hand.p1.1"]


def test_a_hand_that_was_shown_is_known() -> None:
    assert after_leaving("move first(pit) to away") == [
        "guess one_cups", "guess two_cups", "guess three_cups", "guess four_cups"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("step", "left"),
    [
        ("move card to pit", 3),
        ("move card to bottom of away", 3),
        ("move card to pit, first(pit) taking its place", 4),
        ("move first(pit) to away, card taking its place", 3),
        ("exchange card for first(pit)", 4),
        ("shuffle [card] into away", 3),
    ],
)
def test_whoever_does_not_see_which_card_leaves_a_row_does_not_know_the_others_any_more(step: str, left: int) -> None:
    assert after_leaving(f'"{step}"') == [f"guess hand.p1.{place}" for place in range(1, left + 1)]
    assert compare(Engine(game(LEAVING.replace("STEP", f'"{step}"')), lean=False), 1, 0) == 2


REFILLING = """
cards: {suits: [cups, coins], ranks: [one, two, three]}
zones:
  table: {deck: face-down pile}
  player:
    used: face-up pile
    stock: face-down pile refilled from used
    hand: face-up row
setup:
  - shuffle (every card where suit is cups) into first(players).used
  - shuffle (every card where suit is coins) into last(players).used
play:
  - for each player in players:
      - draw 3 from player.stock to player.hand
      - player chooses going
choices:
  going: {text: Go on, go: {text: G}}
"""


def test_a_players_zone_is_refilled_from_his_own() -> None:
    refilling = game(REFILLING)
    state = refilling.new(seed=1)
    do(state, "go", "go")
    for seat, suit in enumerate(("cups", "coins")):
        assert sorted(state.zone("hand", seat)) == sorted(f"{rank}_{suit}" for rank in ("one", "two", "three"))
    assert compare(Engine(refilling, lean=False), 1, 0) == 2


TOGETHER = """
players: 3
cards: {suits: [cups], ranks: [one, two, three, four, five, six]}
zones:
  table: {deck: face-down pile}
  player: {hand: face-down row seen by owner, bid: face-up row}
setup: [shuffle every card into deck, deal 2 from deck to hand of players]
play: [players choose bidding together]
choices:
  bidding: {text: Bid, bid: {text: B, choose: {card: a card from your hand}, do: [move card to your bid]}}
"""


def test_a_sample_has_no_commits_of_others_and_keeps_ones_own() -> None:
    state = do(play(TOGETHER, ORDER), "bid one_cups", "bid two_cups")
    assert state.players == (2,)
    for seat, players in ((0, (1, 2)), (1, (0, 2)), (2, (0, 1, 2))):
        draw = state.sampler(seat, stream(1, 2, 3))
        for sample in [draw() for _ in range(10)]:
            assert sample.players == players
            for other in players:
                assert "committed" not in sample.information(other)
            do(sample, *[texts(sample, other)[0] for other in players])
            assert sample.fault is None
            assert sample.zone("bid", seat) == state_after(seat)


def state_after(seat: int) -> list[str]:
    """What a seat has bid, once all have."""
    return [("one_cups", "two_cups")[seat]] if seat < 2 else ["three_cups"]


SEALED = """
players: 2
variables: {player: {bid: number from 0 to 9}}
play: [players choose bidding together]
choices:
  bidding: {text: Bid, bid: {text: B, choose: {number: number from 0 to 9}, do: [set your bid to number]}}
result: {score: your bid, winner: highest score}
"""


@pytest.mark.parametrize("backend", [Backend.WASM, Backend.INTERPRETER])
def test_a_search_does_not_see_what_another_has_committed(backend: Backend) -> None:
    """To the searcher the other one chooses anew in every playout, whatever he has chosen."""
    sealed = game(SEALED)
    means = []
    for bid in (0, 9):
        state = sealed.new(seed=1)
        state.apply(f"bid {bid}", seat=1)
        found = playouts(sealed, state, 40, 5, seat=0, backend=backend)
        assert found.backend == backend.value
        means.append(found.score_mean)
    assert means[0] == means[1]
    assert means[0][1] not in (0, 9, None)


ALIKE = """
players: 1
cards: {suits: [cups], ranks: [one, two], packs: 3}
zones:
  table: {deck: face-down pile, row: row keeping faces seen by everybody, gone: face-up pile}
setup:
  - move every card where rank is one to row
  - turn up last(row)
play:
  - repeat 2 times:
      - choose grabbing
choices:
  grabbing: {text: Take, take: {text: T, choose: {card: a card from row}, do: [move card to gone]}}
"""


@pytest.mark.parametrize("source", ["row", "row without gone"])
def test_alike_cards_that_lie_differently_are_told_apart_in_both_executions(source: str) -> None:
    text = ALIKE.replace("a card from row", f"a card from {source}")
    state = play(text)
    assert texts(state) == ["take row.1", "take row.3"]
    do(state, "take row.3")
    assert texts(state) == ["take one_cups"]
    alike = game(text)
    for seed in range(4):
        assert compare(Engine(alike, lean=False), seed, 0) == 2


CAPPED = """
players: 1
variables: {game: {turns: number from 0 to 99}}
play:
  - HEADER:
      - add 1 to turns
"""


@pytest.mark.parametrize("header", ["for each card in every card", "repeat 52 times", "for number from 1 to 52"])
@pytest.mark.parametrize(("cap", "turns"), [(51, 51), (52, 52), (53, 52)])
def test_as_many_turns_are_taken_as_the_cap_allows(header: str, cap: int, turns: int) -> None:
    capped = game(CAPPED.replace("HEADER", header), step_cap=cap)
    state = capped.new(seed=1)
    assert (state.outcome is Outcome.UNFINISHED) == (cap < 52)
    assert state.var("turns") == turns
    assert compare(Engine(capped, lean=False), 1, 0) == 0


HIRING = """
cards: {suits: [cups], ranks: [one, two]}
pieces:
  agent: {columns: {class: name}, list: [[mole], [sleeper]], limit: 3, name: "p{seat}.{number}"}
zones:
  player: {cell: ZONE}
play:
  - first(players) chooses hiring
  - last(players) chooses going
choices:
  hiring: {text: Hire, hire: {text: H, choose: {which: a class}, do: [bring which into your cell]}}
  going: {text: Go on, go: {text: G}}
"""


@pytest.mark.parametrize(
    ("zone", "mine", "others"),
    [
        ("face-up row of agents", ("p1.1", "mole"), ("p1.1", "mole")),
        ("face-down row of agents seen by owner", ("p1.1", "mole"), (None, None)),
        ("face-down row of agents", (None, None), (None, None)),
        ("face-down row of agents seen by owner hiding count", ("p1.1", "mole"), None),
        ("face-down row of agents hiding count", None, None),
    ],
)
def test_a_piece_that_is_brought_is_told_to_those_who_may_know_of_it(
    zone: str, mine: tuple[str | None, str | None] | None, others: tuple[str | None, str | None] | None
) -> None:
    state = do(play(HIRING.replace("ZONE", zone)), "hire mole")
    for seat, expected in ((0, mine), (1, others)):
        brought = [event for event in state.events_for(seat) if event["event"] == "brought"]
        assert [(event["piece"], event["class"]) for event in brought] == ([] if expected is None else [expected])
        assert ("p1.1" in state.view(seat)["pieces"]) == (expected not in (None, (None, None)))


CARGO = """
cards: {suits: [cups], ranks: [one, two, three]}
pieces:
  agent: {columns: {class: name}, list: [[mole]], limit: 1, name: "p{seat}.{number}"}
zones:
  table: {deck: face-down pile}
  player: {cell: face-down row of agents seen by owner}
  agent: {papers: row keeping faces}
variables: {agent: {cover: number from 0 to 9}}
setup: [shuffle every card into deck, bring mole into first(players).cell]
play:
  - draw 1 from deck to first(first(players).cell).papers
  - turn up first(first(players).cell).papers
  - turn down first(first(players).cell).papers
  - add 1 to first(first(players).cell).cover
  - first(players) chooses going
choices:
  going: {text: Go on, go: {text: G}}
"""


def test_what_happens_at_a_hidden_piece_is_told_to_those_who_see_the_piece() -> None:
    state = play(CARGO)
    assert state.fault is None
    kinds = [[event["event"] for event in state.events_for(seat)] for seat in (0, 1)]
    assert kinds == [["shuffled", "brought", "moved", "turned", "turned", "changed"], ["shuffled", "brought"]]


def test_a_sample_keeps_ones_own_commit_of_an_unseen_card_by_its_place() -> None:
    state = do(
        play(TOGETHER.replace("a card from your hand", '"a card from left(you, 1).hand"'), ORDER), "bid hand.p2.2"
    )
    draw = state.sampler(0, stream(1, 2, 3))
    for sample in [draw() for _ in range(20)]:
        assert sample.information(0).endswith("committed action=bid hand.p2.2")
        do(sample, *[texts(sample, other)[0] for other in (1, 2)])
        assert sample.fault is None


STACK = """
cards: {suits: [cups], ranks: [one, two, three, four]}
zones:
  table: {deck: face-down pile}
  player: {stack: pile keeping faces seen by owner}
setup:
  - shuffle every card into deck
  - move top(deck, 4) to first(players).stack
  - turn up first(first(players).stack, 2) without top(first(players).stack)
play:
  - let next_card be last(first(players).stack)
  - first(players) chooses going in secret
choices:
  going: {text: Go on, go: {text: G, when: next_card is next_card}}
"""


def test_of_ones_own_pile_the_open_card_lies_in_its_place_and_the_others_in_pack_order() -> None:
    state = play(STACK, "four_cups three_cups two_cups one_cups")
    assert state.fault is None
    stacks = [state.view(seat)["zones"]["stack"]["0"]["cards"] for seat in (0, 1)]
    assert stacks == [["one_cups", "three_cups", "two_cups", "four_cups"], [None, "three_cups", None, None]]


def test_what_a_secret_choice_is_about_is_shown_to_the_chooser_alone() -> None:
    state = play(STACK, "four_cups three_cups two_cups one_cups")
    assert [state.view(seat)["asked"] for seat in (0, 1)] == [{"next_card": "one_cups"}, {}]
