"""AS-43, AS-7: nothing that a seat can't see reaches it, by any channel. And the checks would notice if it did."""
# ruff: noqa: N802

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from cardengine import Game, State
from cardengine.runtime import events, listing, parsing, view
from cardengine.runtime import state as state_module
from cardengine.runtime.board import Board
from cardengine.runtime.generator import stream
from cardengine.runtime.redaction import Redaction
from tests.conformance.alpha_strike.helpers import alpha, begin, do, random_game
from tests.conformance.alpha_strike.leaks import (
    answers,
    check_now,
    check_onwards,
    permuted,
    questions,
    surface,
    unseen,
)

Patch = pytest.MonkeyPatch


# Positions reached at random -----------------------------------------------------------------------


def now(game: Game, seed: int, games: int, every: int) -> int:
    """Check positions of random games for each seat; gives how many."""
    rng = stream(seed, 0, 50)
    checked = 0
    for number in range(games):
        for place, state in enumerate(random_game(game, seed, number)):
            if state.over or (place + number) % every == 0:
                for seat in range(game.players):
                    check_now(game, state, seat, rng)
                    checked += 1
    return checked


@pytest.mark.parametrize("fleets", ["standard", "choose"])
@pytest.mark.parametrize(("players", "games", "every"), [(2, 4, 11), (3, 3, 17), (6, 1, 41)])
def test_AS_43_what_a_seat_cannot_see_changes_nothing_that_reaches_it(
    players: int, games: int, every: int, fleets: str
) -> None:
    assert now(alpha(players, fleets=fleets), 43, games, every) > 20


def onwards(game: Game, seed: int, games: int, every: int) -> int:
    """Play pairs of games on from random positions, for each seat; gives how many decisions they went together."""
    rng = stream(seed, 0, 51)
    together = 0
    for number in range(games):
        for place, state in enumerate(random_game(game, seed, number)):
            if (place + number) % every == 0 and state.choice != "buying":
                for seat in range(game.players):
                    together += check_onwards(game, state, seat, rng)
    return together


@pytest.mark.parametrize(("players", "games", "every"), [(2, 4, 9), (3, 2, 17), (6, 1, 61)])
def test_AS_43_games_that_differ_in_what_a_seat_cannot_see_go_on_the_same_for_it(
    players: int, games: int, every: int
) -> None:
    assert onwards(alpha(players, fleets="standard"), 44, games, every) > 150


@pytest.mark.full
@pytest.mark.parametrize("players", [2, 3, 6])
def test_AS_43_over_many_games(players: int) -> None:
    for fleets in ("standard", "choose"):
        assert now(alpha(players, fleets=fleets, hold=True), 45, 24 // players, 5)
        assert onwards(alpha(players, fleets=fleets), 46, 24 // players, 7)


def test_what_is_exchanged_is_hidden_and_there_is_much_of_it() -> None:
    state = begin("cruiser", "cruiser", hands=["2C 2H", "3C 3H 3D"])
    do(state, "play 2C p1.1", "pass", "play 3C p2.1", "play 3D p2.1", "pass")
    game = alpha(2, points=120)
    hidden = unseen(game, state, 0)
    assert len(hidden) == 52 - 8 - 1  # all but his own eight and the diamond
    other = permuted(game, state, 0, stream(1, 1, 1))
    assert other.zone("loaded", "p2.1")[1] == "3D"
    assert other.zone("loaded", "p2.1")[0] in hidden
    assert other.zone("hand", 0) == state.zone("hand", 0)
    assert sorted(other.zone("hand", 1) + other.zone("deck")) != sorted(state.zone("hand", 1) + state.zone("deck"))


def test_AS_43_a_refusal_does_not_tell_where_a_card_is() -> None:
    state = begin("cruiser", "cruiser", hands=["2C", "3C"])
    texts = [f"play {card} p1.1" for card in ("3C", *state.zone("deck")[:3], "hand.p2.1", "hand.p2.8")]
    reasons = {text.split(": ", 1)[1] for text in answers(state, 0, texts)}
    assert len(reasons) == 1


# The secret purchase -------------------------------------------------------------------------------

PURCHASES: tuple[tuple[str, ...], ...] = (
    ("fighter",),
    ("fighter",) * 12,
    ("dreadnought",),
    ("bomber", "cruiser", "corvette"),
    ("corvette", "cruiser", "bomber"),
)


def purchase(players: int, buyer: int, fleet: Sequence[str]) -> dict[int, list[str]]:
    """What reaches each other seat at each moment of its own while ``buyer`` buys, and before and after."""
    state = alpha(players).new(seed=9)
    seen: dict[int, list[str]] = {seat: [] for seat in range(players) if seat != buyer}
    for seat in range(players):
        moves = [f"buy {name}" for name in (fleet if seat == buyer else ("bomber", "frigate"))] + ["pass"]
        for text in moves:
            if seat == buyer:
                # Whenever another one looks while the buyer is at it, he sees the same.
                for other, log in seen.items():
                    shown = surface(state, other)
                    if not log or log[-1] != shown:
                        log.append(shown)
            else:
                seen[seat] += [surface(state, seat), *answers(state, seat, questions_of_a_buyer(state))]
                for other, log in seen.items():
                    if other != seat:
                        log.append(surface(state, other))
            if seat == players - 1 and text == "pass":
                return seen
            do(state, text)
    raise AssertionError("the purchase doesn't end")


def questions_of_a_buyer(state: State) -> list[str]:
    ships = [f"p{seat + 1}.{number}" for seat in range(len(state.scores)) for number in (1, 2, 12)]
    return ["pass", "buy dreadnought", "buy fighter", *(f"attack {ship}" for ship in ships), "play 5C p1.1"]


def check_purchase(players: int, buyer: int) -> None:
    expected = purchase(players, buyer, PURCHASES[0])
    for fleet in PURCHASES[1:]:
        assert purchase(players, buyer, fleet) == expected


@pytest.mark.parametrize(("players", "buyer"), [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (6, 0), (6, 4), (6, 5)])
def test_AS_7_what_another_one_buys_reaches_nobody_nor_how_long_it_takes(players: int, buyer: int) -> None:
    check_purchase(players, buyer)


def test_AS_7_while_another_one_buys_a_seat_sees_one_picture() -> None:
    """Also the number of events is the same, whatever is bought: the last of it is the shuffle of the deck."""
    turns = set()
    for fleet in PURCHASES:
        state = alpha(2).new(seed=9)
        pictures = {surface(state, 1)}
        for name in fleet:
            do(state, f"buy {name}")
            pictures.add(surface(state, 1))
            assert [event["event"] for event in state.history_for(1)] == ["shuffled"]
        assert len(pictures) == 1
        do(state, "pass")
        assert (state.player, len(state.history_for(1))) == (1, 1)
        turns.add(surface(state, 1))
    assert len(turns) == 1


def test_AS_7_afterwards_all_is_shown_with_what_the_ships_are() -> None:
    state = begin("fighter bomber", "cruiser")
    assert "classes=fighter,bomber,cruiser" in state.information(1)
    assert "buy" not in state.information(1).replace("action=buy arguments=cruiser", "")


# Planted faults ------------------------------------------------------------------------------------


def _sees_everything(patch: Patch) -> None:
    patch.setattr(Board, "sees", lambda self, *_: self.everyone)


def _open_zones(patch: Patch) -> None:
    def zone_view(machine: Any, m: list[int], zone: int, seat: int) -> view.ZoneView:
        kind = machine.board.kinds[zone]
        cards = [kind.texts[item] for item in machine.board.items(m, zone)]
        return {"count": len(cards), "cards": cards}

    patch.setattr(view, "zone_view", zone_view)


def _discards_face_up(patch: Patch) -> None:
    whole = view.zone_view

    def zone_view(machine: Any, m: list[int], zone: int, seat: int) -> view.ZoneView:
        if machine.board.text(zone) == "discard":
            kind = machine.board.kinds[zone]
            return {"count": None, "cards": [kind.texts[item] for item in machine.board.items(m, zone)]}
        return whole(machine, m, zone, seat)

    patch.setattr(view, "zone_view", zone_view)


def _refusal_that_tells(patch: Patch) -> None:
    whole = parsing._refusal

    def refusal(machine: Any, m: list[int], choice: Any, action: Any, seat: int, values: Any) -> str:
        hands = machine.space.zones["hand"]
        held = machine.board.items(m, hands.first + 1)
        return whole(machine, m, choice, action, seat, values) + f" ({sum(held)})"

    patch.setattr(parsing, "_refusal", refusal)


def _actions_that_tell(patch: Patch) -> None:
    whole = Redaction.action_text

    def action_text(self: Redaction, m: list[int], seat: int, action: Any, values: Any) -> str:
        pile = self.board.items(m, self.space.zones["deck"].first)
        return whole(self, m, seat, action, values) + (f" {pile[0]}" if pile else "")

    patch.setattr(Redaction, "action_text", action_text)


def _values_that_tell(patch: Patch) -> None:
    patch.setattr(listing, "_worth", lambda _machine, m, *_: sum(m[-400:]) + hash(tuple(m)))


NOW: list[Callable[[Patch], None]] = [
    _sees_everything, _open_zones, _discards_face_up, _refusal_that_tells, _actions_that_tell, _values_that_tell,
]  # fmt: skip


@pytest.mark.parametrize("plant", NOW)
def test_a_leak_into_views_actions_or_refusals_is_noticed(plant: Callable[[Patch], None], monkeypatch: Patch) -> None:
    plant(monkeypatch)
    with pytest.raises(AssertionError):
        now(alpha(2, fleets="standard"), 43, 4, 5)


def _open_events(patch: Patch) -> None:
    patch.setattr(events, "_read", lambda value, _reader: _open(value))


def _open(value: Any) -> Any:
    if isinstance(value, events.Card):
        return value.text
    return [_open(item) for item in value] if isinstance(value, tuple) else value


def _moves_told_to_all(patch: Patch) -> None:
    whole = Board._log_move

    def tell(
        self: Board, m: Any, context: Any, kind: Any, items: Any, sources: Any, zone: int, before: Sequence[int]
    ) -> None:
        whole(self, m, context, kind, items, sources, zone, [self.everyone for _ in before])

    patch.setattr(Board, "_log_move", tell)


def _actions_told_to_all(patch: Patch) -> None:
    whole = Redaction._settled

    def settled(self: Redaction, m: Any, argument: Any) -> Any:
        told = whole(self, m, argument)
        return told.text if isinstance(told, events.Card) else told

    patch.setattr(Redaction, "_settled", settled)


ONWARDS: list[Callable[[Patch], None]] = [_open_events, _moves_told_to_all, _actions_told_to_all]


@pytest.mark.parametrize("plant", ONWARDS)
def test_a_leak_into_events_is_noticed(plant: Callable[[Patch], None], monkeypatch: Patch) -> None:
    plant(monkeypatch)
    with pytest.raises(AssertionError):
        onwards(alpha(2, fleets="standard"), 44, 4, 9)


def _secret_told(patch: Patch) -> None:
    patch.setattr(Board, "audience", lambda self, _m: self.everyone)


def _steps_told(patch: Patch) -> None:
    whole = state_module.State.view
    patch.setattr(state_module.State, "view", lambda self, seat: whole(self, seat) | {"steps": self.steps})


def _count_told(patch: Patch) -> None:
    whole = view.zone_view

    def zone_view(machine: Any, m: list[int], zone: int, seat: int) -> view.ZoneView:
        return {"count": len(machine.board.items(m, zone)), "cards": whole(machine, m, zone, seat)["cards"]}

    patch.setattr(view, "zone_view", zone_view)


def _pieces_told(patch: Patch) -> None:
    whole = state_module.State.view

    def told(self: State, seat: int) -> Any:
        return {**whole(self, seat), "pieces": view._pieces(self._machine, self._memory, 0)}

    patch.setattr(state_module.State, "view", told)


def _marks_told(patch: Patch) -> None:
    patch.setattr(state_module.State, "events_for", lambda self, _seat: [{"since": self._mark}])


SECRETS: list[Callable[[Patch], None]] = [_secret_told, _steps_told, _count_told, _pieces_told, _marks_told]


@pytest.mark.parametrize("plant", SECRETS)
def test_a_leak_out_of_the_secret_purchase_is_noticed(plant: Callable[[Patch], None], monkeypatch: Patch) -> None:
    plant(monkeypatch)
    with pytest.raises(AssertionError):
        check_purchase(2, 0)


def test_the_checks_cover_discards_face_down_on_ships_and_hands() -> None:
    """The positions that are checked hold all that can be hidden."""
    game = alpha(3, fleets="standard")
    found = set()
    for state in random_game(game, 43):
        hidden = unseen(game, state, 0)
        for name, cards in (
            ("discard", state.zone("discard")),
            ("hand", state.zone("hand", 1)),
            ("ship", [card for ship in state.zone("fleet", 1) for card in state.zone("loaded", ship)]),
            ("deck", state.zone("deck")),
        ):
            if set(cards) & set(hidden):
                found.add(name)
        assert surface(state, 0)
        assert state.over or len(questions(state, 0)) > 60
    assert found == {"discard", "hand", "ship", "deck"}
