"""What the tests of Alpha Strike share: games whose fleets and deck are known, and a short way to play a turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

import cardengine
from cardengine import Game, IllegalAction, ScriptedChance, State
from cardengine.runtime.generator import Generator, seat_stream, stream

PACK: Final = tuple(rank + suit for suit in "CDHS" for rank in "A23456789TJQK")

# The ship list of the rules page: cost, weapons, hull, shields, maneuver, power.
SHIPS: Final[Mapping[str, tuple[int, int, int, int, int, int]]] = {
    "fighter": (5, 2, 1, 1, 8, 1),
    "bomber": (8, 5, 1, 1, 6, 1),
    "corvette": (11, 3, 2, 3, 7, 1),
    "frigate": (16, 5, 2, 4, 5, 2),
    "destroyer": (22, 7, 3, 5, 5, 2),
    "cruiser": (32, 8, 4, 7, 4, 3),
    "battleship": (44, 11, 5, 9, 2, 3),
    "dreadnought": (60, 14, 6, 12, 1, 4),
}
COLUMNS: Final = ("cost", "weapons", "hull", "shields", "maneuver", "power")
STANDARD: Final = ("destroyer", "frigate", "corvette", "fighter", "fighter") * 2

Option = Any
"""An option's value, or another keyword of the functions below: numbers, words, yes and no."""


@cache
def _game(players: int, options: tuple[tuple[str, Option], ...], step_cap: int) -> Game:
    return cardengine.load("alpha_strike", dict(options), players, step_cap)


def alpha(players: int = 2, *, step_cap: int = 100_000, **options: Option) -> Game:
    """The game with some options."""
    return _game(players, tuple(sorted(options.items())), step_cap)


# A known beginning ---------------------------------------------------------------------------------


def deck_for(hands: Sequence[str], start: int = 6, draw: int = 2) -> list[str]:
    """The top of a deck from which each seat is dealt, and draws in the first turn, what is written for it.

    A hand that is written with too few cards is filled with the lowest cards that nobody has.
    """
    size = start + draw
    named = [hand.split() for hand in hands]
    spare = [card for card in PACK if card not in {card for hand in named for card in hand}]
    full = [[*hand, *(spare.pop(0) for _ in range(size - len(hand)))] for hand in named]
    assert all(len(hand) == size for hand in full)
    return [*(card for hand in full for card in hand[:start]), *(card for hand in full for card in hand[start:])]


def buy(state: State, *fleets: str) -> State:
    """Let the seats buy the classes that are written for them."""
    for seat, fleet in enumerate(fleets):
        assert state.player == seat
        do(state, *(f"buy {name}" for name in fleet.split()), "pass")
    return state


def begin(*fleets: str, hands: Sequence[str] = (), later: Iterable[str] = (), **options: Option) -> State:
    """A game at its first loading: the fleets are bought, the hands known; ``later`` are the next shuffles."""
    hands = [*hands, *([""] * (len(fleets) - len(hands)))]
    options = {"points": 120, **options}
    start, draw = (int(options.get(name, default)) for name, default in (("start_hand", 6), ("draw", 2)))
    deck = deck_for(hands, start, min(draw, int(options.get("hand_limit", 8)) - start))
    return buy(alpha(len(fleets), **options).new(chance=ScriptedChance([deck, *later])), *fleets)


# Playing -------------------------------------------------------------------------------------------


def do(state: State, *texts: str) -> State:
    """Take some actions."""
    for text in texts:
        state.apply(state.parse_action(text))
        assert state.fault is None
    return state


def refused(state: State, text: str, reason: str) -> None:
    """The action isn't legal, for that reason, and nothing changes."""
    before = state.key()
    with pytest.raises(IllegalAction, match=reason):
        state.parse_action(text)
    assert text not in texts(state)
    assert state.key() == before


def texts(state: State) -> list[str]:
    """The legal actions."""
    return [action.text for action in state.actions()]


def _parts(script: str) -> list[tuple[str, str]]:
    parts = [clause.partition(":") for clause in script.split(";") if clause.strip()]
    return [(ship.strip(), text.strip()) for ship, _, text in parts]


def load(state: State, script: str = "") -> State:
    """Play the phase in which cards are laid: ``p1.1: 5C 6D; p2.1: 7H``; everybody then passes."""
    waiting = [(card, ship) for ship, cards in _parts(script) for card in cards.split()]
    while state.choice == "loading":
        assert state.player is not None
        mine = f"p{state.player + 1}."
        for card, ship in [part for part in waiting if part[1].startswith(mine)]:
            do(state, f"play {card} {ship}")
            waiting.remove((card, ship))
        do(state, "pass")
    assert not waiting, f"nobody could lay {waiting}"
    return state


def declare(state: State, script: str = "", *, other: str | None = "evade", until: str | None = None) -> list[str]:
    """Play the declarations: ``p1.1: attack p2.1; p2.1: evade``; ships that aren't named do ``other``.

    Stops before the ship ``until``, or at the end of the turn; gives the ships in the order in which they declared.
    """
    said = dict(_parts(script))
    order: list[str] = []
    turn = state.var("turn")
    while state.choice == "declaration" and state.var("turn") == turn:
        ship = state.var("declaring")
        if ship == until:
            break
        text = said.pop(ship, other)
        assert text is not None, f"{ship} declares unexpectedly"
        order.append(ship)
        do(state, text)
    assert not said, f"{said} was not declared"
    return order


def turn(state: State, loads: str = "", declares: str = "", *, other: str | None = "evade") -> list[str]:
    """A whole turn: cards laid, ships declared; gives the order of the declarations."""
    return declare(load(state, loads), declares, other=other)


# Looking -------------------------------------------------------------------------------------------


def loaded(state: State, ship: str) -> list[str]:
    """The cards on a ship."""
    return state.zone("loaded", ship)


def ships(state: State, seats: int = 2) -> list[str]:
    """The ships in play."""
    return [ship for seat in range(seats) for ship in state.zone("fleet", seat)]


def everywhere(state: State, players: int) -> list[str]:
    """All cards, wherever they lie."""
    cards = [*state.zone("deck"), *state.zone("discard")]
    for seat in range(players):
        cards += state.zone("hand", seat)
        for zone in ("fleet", "destroyed", "withdrawn"):
            for ship in state.zone(zone, seat):
                cards += loaded(state, ship)
    return cards


def ship_file(folder: Path, rows: str, standard: str | None = None) -> str:
    """A ship list of one's own; gives its path."""
    path = folder / "my_ships.yaml"
    lines = ["list:", *(f"  - [{row.strip()}]" for row in rows.strip().splitlines())]
    if standard is not None:
        lines.append(f"standard_fleet: [{standard}]")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


# Whole games ---------------------------------------------------------------------------------------


def random_game(game: Game, seed: int, number: int = 0, *, log: bool = True) -> Iterable[State]:
    """Every decision of a game in which all choose at random, and its end; copy what you want to keep."""
    state = game.new(seed, number=number, log=log)
    rngs = [stream(seed, number, seat_stream(seat)) for seat in range(game.players)]
    while not state.over:
        yield state
        assert state.player is not None
        step(state, rngs[state.player])
    yield state


def step(state: State, rng: Generator) -> None:
    """Take an action at random."""
    offered = state.offered()
    assert state.player is not None
    state.take(state.player, offered[rng.below(len(offered))])
