"""The front door for programs: texts, actions by text or place, copies, pickles, what is public."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import cardengine
from cardengine.runtime.record import Recorder, read_record
from tests.lang.helpers import whole

ROOT = Path(__file__).resolve().parents[2]

TOGETHER = whole("""
variables: {player: {x: number from 0 to 9}}
play: [repeat 2 times: [players choose bid together]]
choices:
  bid: {text: B, go: {text: G, choose: {n: number from 1 to 3}, do: [set your x to n]}}
""")


@pytest.fixture(scope="module")
def area() -> cardengine.Game:
    return cardengine.load("area52")


# Applying --------------------------------------------------------------------------------------------


def test_an_action_its_text_and_its_place_are_the_same(area: cardengine.Game) -> None:
    first = area.new(seed=7)
    for place in (0, 3, 6):
        states = [first.clone() for _ in range(3)]
        action = first.actions()[place]
        states[0].apply(action)
        states[1].apply(action.text.lower())
        states[2].apply(place)
        assert len({state.to_json() for state in states}) == 1
        assert states[0].key() != first.key()


@pytest.mark.parametrize(
    ("action", "error", "message"),
    [
        (99, cardengine.IllegalAction, "there is no action 99: there are "),
        (-1, cardengine.IllegalAction, "there is no action -1"),
        (2**70, cardengine.IllegalAction, "there is no action"),
        (True, TypeError, "an action, its text or its place is applied, not True"),
        (False, TypeError, "not False"),
        (1.0, TypeError, "not 1.0"),
        (None, TypeError, "not None"),
        (b"sacrifice 4C", TypeError, "not b'sacrifice 4C'"),
        ("", cardengine.InvalidAction, "there is no action to read"),
        ("0", cardengine.InvalidAction, "this game has no action `0`"),
        ("retreat", cardengine.InvalidAction, "this game has no action `retreat`"),
        ("dual_attack 7C", cardengine.IllegalAction, ""),
        ("single_attack AS", cardengine.IllegalAction, "The defender must be worth more than the attacker"),
    ],
)
def test_what_is_no_legal_action_changes_nothing(
    area: cardengine.Game, action: Any, error: type[Exception], message: str
) -> None:
    state = area.new(seed=7)
    before = state.to_json()
    with pytest.raises(error) as refused:
        state.apply(action)
    assert message in str(refused.value)
    assert state.to_json() == before


def test_a_place_is_what_counts_as_a_whole_number(area: cardengine.Game) -> None:
    class Two:
        def __index__(self) -> int:
            return 2

    state, other = area.new(seed=7), area.new(seed=7)
    state.apply(Two())
    other.apply(2)
    assert state.key() == other.key()


def test_where_several_choose_the_seat_is_said() -> None:
    game = cardengine.loads(TOGETHER)
    state = game.new(seed=1)
    state.apply("go 2", seat=1)
    assert state.players == (0,)
    with pytest.raises(cardengine.IllegalAction, match="p2 has nothing to choose now"):
        state.apply(0, seat=1)
    with pytest.raises(cardengine.IllegalAction, match="p2 has nothing to choose now"):
        state.apply("go 1", seat=1)
    with pytest.raises(ValueError, match="is an action of seat 0, not of seat 1"):
        state.apply(state.actions()[0], seat=1)
    with pytest.raises(ValueError, match="there is no seat 5"):
        state.apply(0, seat=5)
    state.apply(2)
    assert (state.var("x", 0), state.var("x", 1)) == (3, 2)
    # The first of those that have still to choose, when nobody is named.
    state.apply("go 1")
    state.apply("go 2")
    assert (state.var("x", 0), state.var("x", 1)) == (1, 2)
    for action in (0, "go 1"):
        with pytest.raises(cardengine.IllegalAction, match="the game is over"):
            state.apply(action)


def test_nothing_is_applied_while_chance_decides(area: cardengine.Game) -> None:
    state = area.new(chance=cardengine.ExactChance())
    with pytest.raises(cardengine.IllegalAction, match="waits for chance"):
        state.apply(0)


# Texts -----------------------------------------------------------------------------------------------


def test_a_variant_of_a_bundled_ruleset_may_be_a_text() -> None:
    game = cardengine.loads("extends: area52\nset: {options.reveal.default: 5}\n")
    assert game.options["reveal"] == 5
    fleet = cardengine.loads("extends: alpha_strike\n")
    assert fleet.new(seed=1).players


def test_a_text_reads_no_files_of_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text(whole("game: Mine\n"), encoding="utf-8")
    (tmp_path / "ships.yaml").write_text("", encoding="utf-8")
    for name in ("mine", "./mine", "mine.yaml", str(tmp_path / "mine.yaml"), "../mine"):
        with pytest.raises(cardengine.RulesetError):
            cardengine.loads(f"extends: {name}\n")
    with pytest.raises(cardengine.RulesetError):
        cardengine.loads("extends: area52\nmixins: [mine]\n")
    text = cardengine.load("alpha_strike").loaded.text
    with pytest.raises(cardengine.RulesetError, match="the data file `ships` is missing"):
        cardengine.loads(text)
    with pytest.raises(cardengine.RulesetError, match="the data file `ships` is missing"):
        cardengine.loads(text, options={"ships": "ships.yaml"})


def test_a_data_file_is_given_as_a_text(tmp_path: Path) -> None:
    loaded = cardengine.load("alpha_strike").loaded
    game = cardengine.loads(loaded.text, data=loaded.data)
    assert game.loaded.digest == loaded.digest


@pytest.mark.parametrize(
    "text", ["", "3", "game: [", "a: b: c", "game: \u202eA", "game: \x00", "game: \ud800", "x" * 300_000, "é" * 140_000]
)
def test_a_text_that_is_no_ruleset_is_a_ruleset_error(text: str) -> None:
    with pytest.raises(cardengine.RulesetError) as refused:
        cardengine.loads(text)
    assert refused.value.diagnostics
    assert str(refused.value)


# Copies ----------------------------------------------------------------------------------------------


def new_states() -> list[cardengine.State]:
    """States of all kinds: seeded, scripted, exact and waiting, together, in secret, over, without events."""
    area, fleet, bids = cardengine.load("area52/refilled"), cardengine.load("alpha_strike"), cardengine.loads(TOGETHER)
    states = [area.new(seed=7), area.new(seed=7, log=False), fleet.new(seed=3), bids.new(seed=1)]
    states.append(area.new(chance=cardengine.ScriptedChance([[]] * 9)))
    exact = cardengine.load("leduc_poker").new(chance=cardengine.ExactChance())
    exact.resolve(0)
    states.append(exact)
    for state in states[:4]:
        state.apply(0)
    # Chance has to decide in the middle of an action.
    inside = exact.clone()
    inside.resolve(inside.outcomes[0])
    for action in ("raise", "call"):
        inside.apply(action)
    assert inside.outcomes
    states.append(inside)
    over = area.new(seed=1)
    while not over.over:
        over.apply(0)
    return [*states, over]


STATES = new_states()


def pickled(state: cardengine.State) -> cardengine.State:
    made: cardengine.State = pickle.loads(pickle.dumps(state))
    return made


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled], ids=["copy", "deepcopy", "pickle"])
@pytest.mark.parametrize("state", STATES, ids=repr)
def test_a_copy_goes_on_alike_and_apart(
    state: cardengine.State, copied: Callable[[cardengine.State], cardengine.State]
) -> None:
    kept = state.key()
    first, second = copied(copied(state)), state.clone()
    seats = range(len(state.scores))
    for _ in range(30):
        assert first.key() == second.key()
        assert (first.outcomes, first.players, first.scores) == (second.outcomes, second.players, second.scores)
        if first.log[0] is not None:
            assert [first.information(s) for s in seats] == [second.information(s) for s in seats]
            assert [first.events_for(s) for s in seats] == [second.events_for(s) for s in seats]
        assert [first.view(s) for s in seats] == [second.view(s) for s in seats]
        if first.over:
            break
        for one in (first, second):
            one.resolve(one.outcomes[-1]) if one.outcomes else one.apply(len(one.actions()) - 1)
    assert state.key() == kept


@pytest.mark.parametrize("name", ["area52/wild_jokers", "alpha_strike"])
def test_a_game_is_copied_and_pickled(name: str) -> None:
    game = cardengine.load(name, step_cap=77, budget=10_000_077)
    assert copy.copy(game) is game
    assert copy.deepcopy([game])[0] is game
    other: cardengine.Game = pickle.loads(pickle.dumps(game))
    assert (other.loaded.digest, other.options, other.players, other.step_cap, other.budget) == (
        game.loaded.digest, game.options, game.players, 77, 10_000_077,
    )  # fmt: skip
    assert other.new(seed=5).to_json() == game.new(seed=5).to_json()
    assert other.from_json(game.new(seed=5).to_json()).key() == game.new(seed=5).key()


def test_states_of_a_pickled_game_share_it() -> None:
    game = cardengine.loads(TOGETHER)
    states: Sequence[cardengine.State] = pickle.loads(pickle.dumps([game.new(seed=seed) for seed in range(3)]))
    assert len({id(state._machine) for state in states}) == 1


def test_another_process_goes_on_with_a_pickle(tmp_path: Path) -> None:
    (tmp_path / "states").write_bytes(pickle.dumps(STATES))
    program = """
import pickle, sys
for state in pickle.loads(open(sys.argv[1], "rb").read()):
    if not state.over:
        state.resolve(0) if state.outcomes else state.apply(0)
    print(repr(state), state.vector)
"""
    found = subprocess.run(
        [sys.executable, "-c", program, tmp_path / "states"], capture_output=True, text=True, check=True
    )
    expected = []
    for state in map(copy.copy, STATES):
        if not state.over:
            state.resolve(0) if state.outcomes else state.apply(0)
        expected.append(f"{state!r} {state.vector}")
    assert found.stdout.splitlines() == expected


# What is public --------------------------------------------------------------------------------------


def test_what_is_listed_is_there_and_nothing_else() -> None:
    assert dir(cardengine) == sorted(cardengine.__all__)
    assert sorted(cardengine._HOME) == sorted(set(cardengine.__all__) - {"__version__"})
    for name in dir(cardengine):
        assert getattr(cardengine, name) is not None


def test_there_is_one_class_of_games(tmp_path: Path) -> None:
    game = cardengine.loads(TOGETHER)
    path = tmp_path / "record"
    with path.open("w", encoding="utf-8") as stream:
        Recorder(stream, game, 1, ["random", "random"], cardengine.__version__)
    assert {type(one) for one in (game, pickle.loads(pickle.dumps(game)), read_record(path).game)} == {cardengine.Game}


def test_what_things_are_called_says_what_they_are(area: cardengine.Game) -> None:
    state = area.new(seed=7)
    assert repr(area).startswith("<Game Area 52: 1 player, reveal=3, ")
    assert repr(state) == "<State of Area 52: seat 0 to choose `answer`>"
    assert repr(state.actions()[0]) == "<Action `single_attack 7C` of seat 0>"
    assert repr(STATES[3]) == "<State of A test: seat 1 to choose `bid`>"
    assert repr(STATES[-1]).startswith("<State of Area 52, refilled: lost, scores -")
    assert repr(area.new(chance=cardengine.ExactChance())) == "<State of Area 52: chance decides about reserves>"


def test_bots_are_named_as_on_the_command_line() -> None:
    gin = cardengine.load("gin_rummy")
    wanted = cardengine.simulate(gin, ["greedy", "random"], 6, 1)
    both: tuple[str | Sequence[str], ...] = ("greedy,random", " greedy , random ", ("greedy", "random"))
    for seats in both:
        report = cardengine.simulate(gin, seats, 6, 1)
        assert (report.seats, report.score_mean) == (["greedy", "random"], wanted.score_mean)
    for one in ("greedy", ["greedy"]):
        assert cardengine.simulate(gin, one, 2, 1).seats == ["greedy", "greedy"]
    none: list[str] = []
    for wrong in ("greedy,random,random", "greedy,", "", none):
        with pytest.raises(cardengine.SeatError):
            cardengine.simulate(gin, wrong, 2, 1)
    first, second = (cardengine.simulate(gin, "random", 1).seed for _ in range(2))
    assert first != second


# A user's program ------------------------------------------------------------------------------------


WRONG = """
import cardengine
cardengine.nothing_such
state = cardengine.load("area52").new(seed="seven")
state.apply(1.5)
state.view(0)["zone"]
for event in state.events_for(0):
    if event["event"] == "shuffled":
        event["cards"]
"""


def test_a_typed_program_passes_strict_mypy_and_runs(tmp_path: Path) -> None:
    """What a type checker should notice in such a program, it does."""
    script, wrong = ROOT / "tests" / "api" / "user_script.py", tmp_path / "wrong.py"
    wrong.write_text(WRONG, encoding="utf-8")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", script, wrong], capture_output=True, text=True, cwd=ROOT, check=False
    )
    lines = [int(number) for number in re.findall(r"wrong\.py:([0-9]+): error", checked.stdout)]
    told = [line for line in checked.stdout.splitlines() if ": error:" in line]
    assert (len(told), set(lines)) == (5, {3, 4, 5, 6, 9}), checked.stdout + checked.stderr
    run = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    assert "this game has no action `retreat`" in run.stdout
