"""The variants that come with cardengine: they load, play, and keep their cards."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import cardengine
from cardengine import Action, Game, State
from cardengine.model.load import bundled_variants, find, load_file, load_text
from cardengine.runtime.generator import Generator, seat_stream, stream
from cardengine.runtime.outcome import Outcome
from cardengine.runtime.record import Recorder, read_record
from tests.conformance.area52 import helpers as area52

NAMES = bundled_variants()
ISSUE = {
    "area52/no_casualties",
    "area52/refilled",
    "area52/three_waves",
    "area52/wild_jokers",
    "alpha_strike/hold",
    "alpha_strike/surplus_kept",
    "alpha_strike/two_against_two",
}
OPTIONS: dict[str, dict[str, int | str]] = {"alpha_strike": {"fleets": "standard", "turn_limit": 8}}
PACKS = {"scopa": 40}
"""How many cards a pack has that isn't the standard one."""


@cache
def load(name: str) -> Game:
    return cardengine.load(name, OPTIONS.get(name.partition("/")[0]))


def play(game: Game, seed: int) -> Iterator[tuple[State, Action | None]]:
    """The states of a random game, each with the action that is taken; at last the end."""
    state = game.new(seed=seed)
    streams: list[Generator] = [stream(seed, 0, seat_stream(seat)) for seat in range(game.players)]
    while not state.over:
        assert state.player is not None
        actions = state.actions()
        # Every other game attacks when it can, so that later waves and fleets' ends are reached.
        attacks = [a for a in actions if a.name.endswith("attack")] if seed % 2 else []
        action = (attacks or actions)[streams[state.player].below(len(attacks or actions))]
        yield state, action
        state.apply(action)
    yield state, None


def lying(game: Game, state: State) -> Counter[str]:
    """How often each playing card lies in some zone."""
    memory = list(state.vector)
    found: Counter[str] = Counter()
    for zone, kind in enumerate(game.machine.board.kinds):
        if kind is game.program.space.items["card"]:
            found.update(kind.texts[item] for item in game.machine.board.items(memory, zone))
    return found


def test_these_are_there() -> None:
    assert set(NAMES) >= ISSUE


@pytest.mark.parametrize("name", NAMES)
def test_it_loads_without_a_warning_and_says_what_it_is(name: str) -> None:
    loaded = load_file(name)
    assert loaded.warnings == ()
    base = load_file(name.partition("/")[0]).ruleset
    assert loaded.ruleset.title.startswith(f"{base.title}, ")
    assert loaded.ruleset.text != base.text


@pytest.mark.parametrize("name", NAMES)
def test_its_text_is_a_whole_ruleset_with_the_same_digest(name: str) -> None:
    loaded = load_file(name)
    again = load_text(loaded.text, data=loaded.data)
    assert again.digest == loaded.digest
    assert again.warnings == ()


@pytest.mark.parametrize("name", NAMES)
def test_random_games_end_and_no_card_is_lost(name: str) -> None:
    game = load(name)
    pack = Counter(game.program.space.items["card"].texts)
    assert pack.total() == (54 if "jokers" in name else PACKS.get(name.partition("/")[0], 52))
    outcomes: set[Outcome] = set()
    for seed in range(12):
        for state, action in play(game, seed):
            assert lying(game, state) == pack
            if action is None:
                assert state.fault is None
                outcomes.add(state.outcome)
    assert Outcome.RUNNING not in outcomes
    assert outcomes <= {Outcome.WON, Outcome.LOST, Outcome.ENDED}


@pytest.mark.parametrize("name", NAMES)
def test_the_text_plays_the_same_games(name: str) -> None:
    game = load(name)
    loaded = load_text(game.loaded.text, data=game.loaded.data)
    other = Game(loaded, OPTIONS.get(name.partition("/")[0]), game.players)
    for seed in range(2):
        mirrored = other.new(seed=seed)
        for state, action in play(game, seed):
            assert [a.text for a in mirrored.actions()] == [a.text for a in state.actions()]
            if action is not None:
                mirrored.apply(mirrored.parse_action(action.text, state.player))
        assert mirrored.scores == state.scores


def test_a_record_of_a_variant_is_complete_in_itself(tmp_path: Path) -> None:
    game = cardengine.load("area52/wild_jokers")
    file = tmp_path / "game.jsonl"
    with file.open("w", encoding="utf-8") as stream_:
        recorder = Recorder(stream_, game, 5, ["random"], "test")
        for state, action in play(game, 5):
            if action is None:
                recorder.end(state)
            else:
                recorder.choice(0, action.text)
    header = json.loads(file.read_text(encoding="utf-8").splitlines()[0])
    assert header["ruleset"] == game.loaded.text
    assert "jokers: 2" in header["ruleset"]
    assert "extends" not in header["ruleset"]
    replay = read_record(file)
    assert len(list(replay.steps())) == len(replay.choices)
    assert replay.game.title == "Area 52, wild jokers"


# What they mean, against the whole of the game -------------------------------------------------------


def test_three_waves_can_all_be_reached() -> None:
    # On a large board a simple player comes as far as that.
    game, waves = cardengine.load("area52/three_waves", {"board": 20}), set()
    for seed in range(30):
        state = game.new(seed=seed)
        while not state.over:
            waves.add(state.var("wave"))
            state.apply(max(state.actions(), key=lambda action: action.value or 0))
        if state.winners:
            assert state.var("wave") == 3
    assert waves == {1, 2, 3}


def test_refilled_boards_are_full_after_each_wave() -> None:
    game, seen = load("area52/refilled"), 0
    for seed in range(1, 80, 2):
        before: State | None = None
        for state, _ in play(game, seed):
            if before is not None and state.var("wave") == 2 and before.var("wave") == 1:
                seen += 1
                assert len(state.zone("defenders")) == game.options["board"]
            before = state.clone()
    assert seen > 5


def test_no_defender_falls_in_a_dual_attack_without_casualties() -> None:
    game, seen = load("area52/no_casualties"), 0
    for seed in range(1, 20, 2):
        pair: tuple[str, str] | None = None
        for state, action in play(game, seed):
            if pair is not None:
                seen += 1
                assert set(pair) <= set(state.zone("defenders"))
            pair = None
            if action is not None and action.name == "dual_attack":
                _, first, second = action.text.split()
                pair = first, second
    assert seen > 20


def wild_pairs(state: State) -> set[str]:
    """The dual attacks, by the rules page alone."""
    defenders, attacker = state.zone("defenders"), state.zone("attackers")[0]
    found = set()
    for number, one in enumerate(defenders):
        for other in defenders[number + 1 :]:
            ways = {a + b for a in values(one) for b in values(other)}
            if value(attacker) in ways:
                found.add(f"dual_attack {one} {other}")
    return found


def value(card: str) -> int:
    return " A23456789TJQK".index(card[0])


def values(card: str) -> range:
    return range(1, 14) if card == "joker" else range(value(card), value(card) + 1)


def test_wild_jokers_offer_what_the_rules_say() -> None:
    game, jokers = load("area52/wild_jokers"), 0
    for seed in range(12):
        for state, action in play(game, seed):
            if action is None:
                continue
            texts = {a.text for a in state.actions()}
            assert {text for text in texts if text.startswith("dual")} == wild_pairs(state)
            attacker = state.zone("attackers")[0]
            red = attacker[1] in "DH"
            singles = {
                f"single_attack {card}"
                for card in state.zone("defenders")
                if card == "joker" or (value(card) > value(attacker) and (card[1] in "DH") is not red)
            }
            assert {text for text in texts if text.startswith("single")} == singles
            jokers += any("joker" in text for text in texts)
            assert "joker" not in state.zone("discard") + state.zone("attackers") + state.zone("aliens")
    assert jokers > 50


def test_the_base_is_as_it_was() -> None:
    assert area52.area52().loaded.text == find("area52").read_text(encoding="utf-8")
    assert area52.area52().loaded.provenance is None


def test_two_against_two_needs_four() -> None:
    game = load("alpha_strike/two_against_two")
    assert game.players == 4
    assert game.loaded.ruleset.teams == ((0, 2), (1, 3))
    with pytest.raises(cardengine.DiagnosticError):
        cardengine.load("alpha_strike/two_against_two", players=3)


def test_the_winners_of_two_against_two_are_teams() -> None:
    game = load("alpha_strike/two_against_two")
    for seed in range(10):
        *_, (state, _) = play(game, seed)
        teams = state.scores[0] + state.scores[2], state.scores[1] + state.scores[3]
        expected = [seat for seat in range(4) if teams[seat % 2] == max(teams)]
        assert list(state.winners or ()) == expected


def test_friends_never_fight() -> None:
    game = load("alpha_strike/two_against_two")
    seen = 0
    for seed in range(6):
        for state, _ in play(game, seed):
            for action in state.actions():
                if action.name == "attack":
                    seen += 1
                    owner = int(action.text.split()[1][1]) - 1
                    assert owner % 2 != action.seat % 2
    assert seen > 100
