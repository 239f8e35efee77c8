from __future__ import annotations

import subprocess
import sys
from math import comb
from random import Random

import pytest

from cardengine.adapters.errors import AdapterError
from cardengine.adapters.numbering import Numbering
from tests.adapters.games import BUNDLED, PLAY, game


def texts(numbering: Numbering) -> list[str]:
    return [numbering.text(number) for number in range(numbering.count)]


def test_actions_are_numbered_as_declared_and_parameters_as_nested_loops() -> None:
    numbering = Numbering(
        game("""
        pass:
          text: Pass
        bid:
          text: Bid
          choose: {amount: number from 1 to 2, again: yes or no}
        wish:
          text: Wish
          choose: {whom: a player, suit_named: a suit or nothing}
        """)
    )
    assert texts(numbering) == [
        "pass",
        *("bid 1 yes", "bid 1 no", "bid 2 yes", "bid 2 no"),
        *("wish p1 x", "wish p1 y", "wish p1 nothing", "wish p2 x", "wish p2 y", "wish p2 nothing"),
    ]


def test_each_subset_has_one_number() -> None:
    numbering = Numbering(
        game("""
        lay:
          text: Lay
          choose: {some: 0 to 2 cards from your hand}
        """)
    )
    found = texts(numbering)
    assert len(found) == 1 + 8 + comb(8, 2)
    assert len({tuple(sorted(text.split())) for text in found}) == len(found)


def test_cards_that_are_alike_share_a_word() -> None:
    numbering = Numbering(
        game(
            """
            lay:
              text: Lay
              choose: {some: 1 to 2 cards from your hand}
            """,
            cards="cards: {suits: [x], ranks: [one, two, three], packs: 3}\n",
        )
    )
    # Three single ones, three pairs of two kinds, three pairs of one kind.
    assert numbering.count == 3 + 3 + 3
    assert "lay one_x one_x" in texts(numbering)


def test_a_card_that_the_chooser_cannot_see_counts_as_its_place() -> None:
    numbering = Numbering(
        game("""
        take:
          text: Take
          choose: {card: a card from every hand}
        own:
          text: One of yours
          choose: {card: a card from your hand where value > 1}
        open:
          text: One of the row
          choose: {card: a card from row}
        """)
    )
    found = texts(numbering)
    assert len([text for text in found if text.startswith("take")]) == 8 + 2 * 8
    assert "take hand.p2.8" in found
    assert len([text for text in found if text.startswith(("own", "open"))]) == 8 + 8
    state = numbering.game.new(seed=1)
    mine, theirs = state.zone("hand", 0), state.zone("hand", 1)
    assert {numbering.text(number) for number in numbering.legal(state) if number < 24} == {
        *(f"take {card}" for card in mine), "take hand.p2.1", "take hand.p2.2",
    }  # fmt: skip
    assert not any(card in text for card in theirs for text in map(numbering.text, numbering.legal(state)))


@pytest.mark.parametrize("name", BUNDLED)
def test_numbers_and_actions_are_one_to_one_in_play(name: str) -> None:
    numbering = Numbering(BUNDLED[name])
    random = Random(5)
    for seed in range(5):
        state = BUNDLED[name].new(seed=seed)
        while not state.over:
            for seat in state.players:
                legal = numbering.legal(state, seat)
                assert list(legal) == sorted(legal)
                assert set(legal.values()) == set(state.actions(seat))
                for number, action in legal.items():
                    assert 0 <= number < numbering.count
                    assert sorted(numbering.text(number).split()) == sorted(action.text.split())
                    assert numbering.text(number).split()[0] == action.name
            state.apply(random.choice(list(numbering.legal(state).values())))


def test_the_same_numbers_in_every_run() -> None:
    code = (
        "import cardengine, zlib; from cardengine.adapters.numbering import Numbering; "
        "n = Numbering(cardengine.load('area52')); "
        "print(zlib.crc32('|'.join(map(n.text, range(n.count))).encode()))"
    )
    found = set()
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        )
        found.add(done.stdout)
    assert len(found) == 1


def test_too_many_actions_are_refused_with_the_figure() -> None:
    # Five of the eight cards that a hand can hold are few, but they can be any five of 52.
    large = game(
        """
        pass:
          text: Pass
        lay:
          text: Lay
          choose: {some: 5 cards from your hand}
        """,
        cards="cards: {pack: standard}\n",
    )
    with pytest.raises(AdapterError, match=rf"A test has {comb(52, 5) + 1:,} possible actions.*at most 100,000"):
        Numbering(large)


def test_the_limit_is_reached_exactly() -> None:
    bidding = game("""
        bid:
          text: Bid
          choose: {amount: number from 1 to 300}
        """)
    assert Numbering(bidding, most=300).count == 300
    with pytest.raises(AdapterError, match="has 300 possible actions"):
        Numbering(bidding, most=299)


def test_bounds_come_from_what_variables_can_be() -> None:
    bidding = game("""
        bid:
          text: Bid
          choose: {amount: number from bid to bid + 5}
        """)
    assert Numbering(bidding).count == 9006


def test_a_number_that_could_be_anything_is_refused() -> None:
    numbers = game(
        """
        bid:
          text: Bid
          choose: {amount: 'a number from [limit, limit + 1]'}
        """,
        play=PLAY.replace("      - player", "      - let limit be count(deck)\n      - player"),
    )
    with pytest.raises(AdapterError, match="the number `amount` has no bounds"):
        Numbering(numbers)


def test_numbers_that_are_not_there() -> None:
    numbering = Numbering(BUNDLED["kuhn_poker"])
    for number in (-1, numbering.count):
        with pytest.raises(IndexError, match="numbers go from 0 to 3"):
            numbering.text(number)
