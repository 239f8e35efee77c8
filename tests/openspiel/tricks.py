"""What the mappings of trick-taking games share: reading hands and tricks out of OpenSpiel's texts."""

from __future__ import annotations

import re
from typing import Any

from cardengine.runtime.state import State
from tests.openspiel.lockstep import Deal

Tricks = list[list[tuple[int, str]]]
"""All tricks of a deal, each a list of seats and what they played."""

HEADER = re.compile(r"^[N0] +[E1] +[S2] ")


def dealt(theirs: Any) -> int:
    """How many outcomes of chance they have had."""
    return sum(1 for step in theirs.full_history() if step.player < 0)


def next_card(deal: Deal, place: int) -> str:
    """The card at a place of our deck, as it was shuffled for the deal."""
    return deal.order("deck")[place]


def our_hand(ours: State, seat: int) -> list[str]:
    """A seat's hand as it sees it."""
    return sorted(ours.view(seat)["zones"]["hand"][str(seat)]["cards"])


def their_hand(text: str) -> list[str]:
    """The hand that a text of theirs shows, one line a suit."""
    text = text.partition("Points:")[0]  # behind it `S` is a seat
    lines = re.findall(r"^ *([CDHS]):? +([2-9TJQKA]*)(?:none)?$", text, re.MULTILINE)
    return sorted(rank + suit for suit, ranks in lines for rank in ranks)


def our_tricks(ours: State, seat: int) -> Tricks:
    """All cards played, trick by trick, as a seat has seen them."""
    tricks: Tricks = []
    fresh = True
    for event in ours.history_for(seat):
        if event["event"] != "moved":
            continue
        kind, _, owner = event["to"].partition(".p")
        if kind == "played":
            if fresh:
                tricks.append([])
            fresh = False
            [card] = event["cards"]
            assert card is not None
            tricks[-1].append((int(owner) - 1, card))
        elif kind == "won":
            fresh = True
    return tricks


def their_tricks(text: str, players: int, *, suit_first: bool) -> Tricks:
    """All cards played, trick by trick, as a text of theirs shows them: each in the column of its seat."""
    tricks: Tricks = []
    inside = False
    for line in text.splitlines():
        if HEADER.match(line):
            inside = True
        elif inside and not line.strip():
            break
        elif inside:
            cards = [(found.start() // 3 % players, found.group()) for found in re.finditer(r"\S\S", line)]
            tricks.append([(seat, card[::-1] if suit_first else card) for seat, card in cards])
    return tricks


def numbers_behind(label: str, text: str) -> list[int]:
    """The numbers that stand behind a label in a text of theirs."""
    found = re.search(re.escape(label) + r"([-\d ]*)", text)
    return [int(word) for word in found.group(1).split()] if found else []
