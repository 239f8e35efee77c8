"""Labels for people: seats, zones, cards and values as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from rich.text import Text

from cardengine.runtime.game import Game
from cardengine.tree.symbols import OwnerKind, Ruleset, ZoneDecl
from cardengine.tree.types import PLAYER, OptionalType, Type

_CARD = re.compile(r"[2-9TJQKA][CDHS]")
_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_MAX_NAMED = 12
"""More cards than that are counted, not named."""
_SEAT = re.compile(r"p([1-9][0-9]*)")


class Labels:
    """The labels of one game, for one viewer.

    Args:
        game: the game.
        viewer: the seat that looks at the screen; None for a spectator who sees everything.
        fancy: whether to draw suits and colours.
    """

    def __init__(self, game: Game, viewer: int | None, *, fancy: bool) -> None:
        self.game = game
        self.ruleset: Ruleset = game.loaded.ruleset
        self.viewer = viewer
        self.fancy = fancy
        self._cards = frozenset(game.program.space.items["card"].texts) if "card" in self.ruleset.kinds else frozenset()

    # Seats --------------------------------------------------------------------------------------

    def seat(self, seat: int) -> str:
        """A player, as in the middle of a sentence."""
        return "you" if seat == self.viewer else f"player {seat + 1}"

    def seats(self, seats: Iterable[int]) -> str:
        """Several players."""
        return and_list([self.seat(seat) for seat in seats])

    def whose(self, seat: int) -> str:
        """A player in the possessive."""
        return "your" if seat == self.viewer else f"player {seat + 1}'s"

    def seat_of(self, text: object) -> int | None:
        """The seat that a text such as ``p2`` names, or None."""
        found = _SEAT.fullmatch(text) if isinstance(text, str) else None
        seat = int(found[1]) - 1 if found else -1
        return seat if 0 <= seat < self.game.players else None

    # Cards and pieces ---------------------------------------------------------------------------

    def item(self, text: str | None) -> Text:
        """A card or piece; None is one that the viewer can't see."""
        if text is None:
            return Text("▒▒", "blue") if self.fancy else Text("??")
        if not self.fancy:
            return Text(text)
        if text in self._cards and _CARD.fullmatch(text):
            rank = "10" if text[0] == "T" else text[0]
            return Text(rank + _SIGNS[text[1]], "bold red" if text[1] in "DH" else "bold")
        return Text(text, "cyan")

    def items(self, texts: Sequence[str | None], between: str = " ") -> Text:
        """Several cards or pieces, side by side."""
        return Text(between).join([self.item(text) for text in texts])

    def argument(self, word: str | None) -> Text:
        """An argument of an action: an item, a seat, a zone, a number."""
        if word is None or word in self._cards or not self.fancy:
            return self.item(word)
        return Text(word, "cyan")

    def count(self, number: int) -> str:
        """How many cards."""
        return "a card" if number == 1 else f"{number} cards"

    def named(self, cards: Sequence[str | None]) -> tuple[str | Text, bool]:
        """Cards as a subject, and whether there are several: those that are seen by name, the others counted."""
        seen = [card for card in cards if card is not None]
        hidden = len(cards) - len(seen)
        if len(seen) > _MAX_NAMED or not seen:
            return self.count(len(cards)), len(cards) != 1
        parts = [self.item(card) for card in seen]
        if hidden:
            parts.append(Text("a hidden one" if hidden == 1 else f"{hidden} hidden ones"))
        return and_text(parts), len(cards) != 1

    def strong(self, text: str) -> Text:
        """A word that stands out."""
        return Text(spaced(text), "bold")

    def spaced(self, name: str) -> str:
        """A declared name as words."""
        return spaced(name)

    def together(self, parts: Sequence[str]) -> str:
        """Several things, the last behind an ``and``."""
        return and_list(parts)

    def together_shown(self, parts: Sequence[str | Text]) -> Text:
        """The same of texts."""
        return and_text([Text(part) if isinstance(part, str) else part for part in parts])

    # Zones --------------------------------------------------------------------------------------

    def label(self, name: str) -> str:
        """The title of a zone."""
        labels = self.ruleset.presentation.labels or {}
        return labels.get(name) or spaced(name)

    def zone(self, text: str | None) -> str:
        """A zone named as in events (``hand.p2``, ``loaded.p1.2``, ``tableau.3``), as in the middle of a sentence."""
        if text is None:
            return "nowhere"
        name, _, rest = text.partition(".")
        decl = self.ruleset.zones.get(name)
        if decl is None:
            return text
        parts = rest.split(".") if rest else []
        place = f" {spaced(parts.pop())}" if decl.is_family and parts else ""
        return self._owned(decl, ".".join(parts)) + place

    def _owned(self, decl: ZoneDecl, owner: str) -> str:
        label = self.label(decl.name)
        match decl.owner.kind:
            case OwnerKind.PLAYER:
                seat = self.seat_of(owner)
                return f"{self.whose(seat)} {label}" if seat is not None else label
            case OwnerKind.TEAM:
                return f"{label} of team {owner.removeprefix('team')}"
            case OwnerKind.ITEM:
                return f"{label} of {owner}"
            case OwnerKind.TABLE:
                return label

    # Values -------------------------------------------------------------------------------------

    def value(self, kind: Type | None, value: Any) -> str:
        """A variable's value, given as in a view."""
        if value is None:
            return "nothing"
        inner = kind.item if isinstance(kind, OptionalType) else kind
        if inner == PLAYER and isinstance(value, int):
            return self.seat(value)
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, list):
            return ", ".join(str(item) for item in value) or "nothing"
        return str(value)


def spaced(name: str) -> str:
    """A declared name with spaces for underscores."""
    return name.replace("_", " ")


def capital(text: str) -> str:
    """A text with a capital first letter."""
    return text[:1].upper() + text[1:]


def and_list(parts: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return " and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)


def and_text(parts: Sequence[Text]) -> Text:
    """The same as ``and_list``, for styled texts."""
    if len(parts) < 2:
        return parts[0].copy() if parts else Text()
    return Text.assemble(Text(", ").join(parts[:-1]), " and ", parts[-1])


def number(value: int | Fraction) -> str:
    """An exact number for people: 1/2, or 1 1/2 for three halves."""
    if isinstance(value, int) or value.denominator == 1:
        return str(int(value))
    whole, rest = divmod(abs(value.numerator), value.denominator)
    sign = "-" if value < 0 else ""
    return f"{sign}{f'{whole} ' if whole else ''}{rest}/{value.denominator}"
