from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cardengine.api import load
from cardengine.model.load import load_text
from cardengine.runtime.game import Game
from tests.analysis.games import DUEL, ENDLESS, FAULTY
from tests.cli.helpers import refused, run, run_alone, start

SEED = ("--seed", "3")


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    file = tmp_path / "duel.yaml"
    file.write_text(DUEL, encoding="utf-8")
    return file


def test_to_the_end_by_number() -> None:
    ran = run_alone("play", "area52", *SEED, "--plain", stdin="1\n" * 300)
    assert ran.code == 0
    assert ran.err == ""
    state = load("area52").new(3)
    while not state.over:
        state.apply(state.actions()[0])
    assert f"Score: {state.scores[0]}" in ran.out
    assert "You have lost." in ran.out
    assert ran.out.rstrip().endswith(
        "To play it again: cardengine play area52 --seed 3 --plain".removesuffix(" --plain")
    )


def test_to_the_end_by_text() -> None:
    state = load("area52").new(3)
    lines = []
    while not state.over:
        action = state.actions()[-1]
        lines.append(action.text.lower().replace("_", " "))
        state.apply(action)
    ran = run("play", "area52", *SEED, "--plain", stdin="\n".join(lines) + "\n")
    assert ran.code == 0
    assert f"Score: {state.scores[0]}" in ran.out


def test_the_view_and_all_actions_are_shown() -> None:
    state = load("area52").new(3)
    ran = run("play", "area52", *SEED, "--plain", stdin="q\n")
    for name in ("aliens", "attackers", "defenders", "reserves", "discard"):
        assert f"\n{name}" in ran.out
    assert " ".join(state.zone("defenders")) in ran.out
    for number, action in enumerate(state.actions(), start=1):
        assert f"{number} {action.text}" in ran.out
        assert action.sentence in ran.out
    assert "Deal with the attacker (attacker 4H)" in ran.out
    assert "score if it ended now: -76" in ran.out
    assert "wave 1" in ran.out


def test_what_happened_is_told() -> None:
    out = run("play", "area52", *SEED, "--plain", stdin="1\n").out
    assert "8S, 2C, KC, TC, 6S and 9C go from reserves to defenders." in out
    assert "Aliens (26 cards) and reserves (26 cards) are shuffled." in out
    assert "You: single attack 8S." in out
    assert "4H goes from attackers to defenders." in out


def test_end_of_input() -> None:
    for text in ("", "1\n", "q\n", "1\nQUIT\n"):
        ran = run_alone("play", "area52", *SEED, "--plain", stdin=text)
        assert ran.code == 0
        assert "The game was left before its end." in ran.out
        assert "--seed 3" in ran.out
        assert ran.err == ""


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("dance", "This game has no action `dance`"),
        ("sacrifise 8S", "did you mean `sacrifice`"),
        ("0", "There is no action number 0: they go from 1 to 11"),
        ("99999999999999999999999", "There is no action number"),
        ("-1", "has no action"),
        ("dual_attack 8S 2C", "The two values must add up to the attacker's"),
        ("single_attack 2C", "The defender must be worth more than the attacker"),
        ("sacrifice", "has the form `sacrifice SOLDIER`"),
        ("sacrifice XX", "`XX` is no soldier"),
        ("sacrifice 8S 2C", "has the form"),
        ("sacrifice QH", "card from defenders"),
        ("é∑\x07\x1b[31m", "has no action"),
        ("x" * 5000, "too long for an action"),
        ("defenders", "Defenders (6): 8S 2C KC TC 6S 9C"),
        ("?", "Type the number of an action"),
    ],
)
def test_nonsense_is_explained_and_asked_again(typed: str, said: str) -> None:
    ran = run("play", "area52", *SEED, "--plain", stdin=f"{typed}\n\nsacrifice 2c\n")
    assert ran.code == 0
    assert said in ran.out
    assert "You: sacrifice 2C." in ran.out
    assert "\x1b" not in ran.out


def test_cards_as_people_write_them() -> None:
    for text in ("sacrifice 10♣", "sacrifice 10c", "SACRIFICE tc", "Sacrifice  TC"):
        assert "You: sacrifice TC." in run("play", "area52", *SEED, "--plain", stdin=f"{text}\n").out


def test_input_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "typed"
    file.write_bytes(b"\xff\xfe\x00 1\n1\n")
    code = "from cardengine.cli import main; main()"
    command = [sys.executable, "-c", code, "play", "area52", *SEED, "--plain"]
    with file.open("rb") as typed:
        done = subprocess.run(command, stdin=typed, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0
    assert "You: single attack 8S." in done.stdout
    assert done.stderr == ""


def test_bots_alone(duel: Path) -> None:
    one = run("play", duel, "--seats", "random,greedy", *SEED)
    assert one.code == 0
    assert one.out == run("play", duel, "--seats", "random,greedy", *SEED).out
    assert "Player 1: lay" in one.out
    assert "Player 2: lay" in one.out
    assert "Scores: player 1" in one.out
    assert "--seed 3 --seats random,greedy" in one.out


def test_a_human_first_and_bots_after(duel: Path) -> None:
    ran = run("play", duel, "--players", "3", *SEED, "--plain", stdin="1\n1\n1\n")
    assert ran.code == 0
    assert "At the table: you (human), player 2 (random), player 3 (random)." in ran.out
    assert "score if it ended now: you 0, player 2 0, player 3 0" in ran.out
    assert ran.out.count("You: lay") == 3
    assert ran.out.count("Player 3: lay") == 3


def hands(seed: int, players: int) -> list[list[str]]:
    state = Game(load_text(DUEL), players=players).new(seed)
    return [state.zone("hand", seat) for seat in range(players)]


def test_hidden_cards_stay_hidden(duel: Path) -> None:
    mine, theirs = hands(3, 2)
    out = run("play", duel, *SEED, "--plain", stdin="q\n").out
    assert all(card in out for card in mine)
    assert not any(card in out for card in theirs)


def test_two_people_never_see_each_others_cards(duel: Path) -> None:
    first, second = hands(3, 2)
    ran = run("play", duel, "--seats", "human", *SEED, "--plain", stdin="1\n1\n1\n1\n")
    assert ran.code == 0
    parts = ran.out.split("--- Player ")
    turns = [part for part in parts if "is to choose ---" in part]
    assert [part[0] for part in turns] == ["1", "2", "1", "2", "1"]
    played: set[str] = set()
    for place, part in enumerate(turns):
        hidden = set(first if part[0] == "2" else second) - played
        assert not [card for card in hidden if card in part], part
        played.add((second if part[0] == "2" else first)[place // 2])
    assert "Player 1: lay" in turns[1]
    assert "You: lay" not in turns[1].split("Your choice")[0]


def test_one_action_of_a_name_needs_no_arguments(duel: Path) -> None:
    ran = run("play", duel, "--set", "cards=1", *SEED, "--plain", stdin="lay\n")
    assert "You: lay" in ran.out
    assert "--set cards=1" in ran.out


def test_a_drawn_seed_plays_the_same_game() -> None:
    first = run("play", "area52", "--seats", "random")
    seed = first.out.split("--seed ")[1].split()[0]
    second = run("play", "area52", "--seats", "random", "--seed", seed)
    assert first.out == second.out


def test_a_fault_of_the_ruleset_is_told(tmp_path: Path) -> None:
    file = tmp_path / "faulty.yaml"
    file.write_text(FAULTY, encoding="utf-8")
    ran = run("play", file, "--plain", stdin="1\n1\n1\n1\n")
    refused(ran, 1, "`level` would be 3", "line")


def test_the_step_cap_ends_a_game(tmp_path: Path) -> None:
    file = tmp_path / "endless.yaml"
    file.write_text(ENDLESS, encoding="utf-8")
    ran = run("play", file, "--seats", "random", "--step-cap", "30", "--plain")
    assert ran.code == 0
    assert "Stopped as unfinished" in ran.out


def test_record_and_replay(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    ran = run("play", "area52", *SEED, "--seats", "greedy", "--record", file)
    assert ran.code == 0
    again = run("replay", file)
    assert again.code == 0
    score = ran.out.split("Score: ")[1].split()[0]
    assert f"Score: {score}" in again.out
    assert "The record is right" in again.out
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert lines[0]["seed"] == 3
    assert lines[-1]["scores"] == [int(score)]


def test_a_game_left_early_is_a_save(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    run("play", "area52", *SEED, "--plain", "--record", file, stdin="1\n1\nq\n")
    assert len(file.read_text(encoding="utf-8").splitlines()) == 3
    ran = run("replay", file)
    assert ran.code == 0
    assert "right so far: 2 choices; the game isn't over" in ran.out


def test_a_record_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text("mine\n", encoding="utf-8")
    refused(run("play", "area52", "--record", file, stdin="q\n"), 2, "there already", "--force", "game.jsonl")
    assert file.read_text(encoding="utf-8") == "mine\n"
    assert run("play", "area52", "--record", file, "--force", stdin="q\n").code == 0
    assert json.loads(file.read_text(encoding="utf-8"))["record"] == 1


@pytest.mark.parametrize("name", ["no/such/folder/game.jsonl", ""])
def test_a_record_that_cant_be_written(tmp_path: Path, name: str) -> None:
    ran = run("play", "area52", "--record", tmp_path / name, stdin="1\n")
    assert ran.code == 2
    assert "Your choice" not in ran.out


def test_nothing_is_written_for_a_wrong_game(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    refused(run("play", "area52", "--set", "reveal=99", "--record", file), 2)
    assert not file.exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to a process")
def test_ctrl_c_leaves_a_valid_save(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    process = start("play", "area52", *SEED, "--plain", "--record", file)
    assert process.stdin is not None
    with process:
        process.stdin.write("1\n")
        process.stdin.flush()
        for _ in range(200):
            if file.exists() and file.read_text(encoding="utf-8").count("\n") == 2:
                break
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err.strip() == "Stopped."
    assert run("replay", file).code == 0


@pytest.mark.skipif(os.name == "nt", reason="pipes break otherwise there")
def test_a_reader_that_goes_away() -> None:
    process = start("play", "area52", "--seats", "random")
    assert process.stdout is not None
    process.stdout.close()
    with process:
        assert process.stderr is not None
        assert process.stderr.read() == ""
    assert process.returncode in (0, 1)
