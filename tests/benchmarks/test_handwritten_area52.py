"""The hand-written Area 52 keeps the rules, so that comparing the engine with it is fair."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.handwritten_area52 import (
    DUAL_ATTACK,
    IS_RED,
    PACK,
    SACRIFICE,
    SINGLE_ATTACK,
    TEXT,
    VALUE,
    Action,
    Area52,
    main,
    play,
)
from cardengine.runtime.generator import CHANCE_STREAM, Generator, seat_stream, stream

SEEDS = st.integers(0, 2**64 - 1)

GOLDEN_RESULTS = [(-72, False, 30), (-68, False, 34), (-69, False, 32), (-66, False, 34), (-65, False, 36)]


def cards(text: str) -> list[int]:
    """Read cards such as ``5C 3S``."""
    return [TEXT.index(card) for card in text.split()]


def position(
    attackers: str, defenders: str, *, reserves: str = "", aliens: str = "", discard: str = "", wave: int = 1
) -> Area52:
    """Set up a position; piles are written top first."""
    game = Area52(Generator(1, 1))
    game.attackers = cards(attackers)
    game.defenders = cards(defenders)
    game.reserves = cards(reserves)[::-1]
    game.aliens = cards(aliens)[::-1]
    game.discard = cards(discard)
    game.wave = wave
    return game


def do(game: Area52, text: str) -> None:
    """Carry out the legal action that is written ``text``."""
    (action,) = (action for action in game.actions() if game.describe(action) == text)
    game.apply(action)


def texts(game: Area52) -> list[str]:
    """Return the legal actions as text."""
    return [game.describe(action) for action in game.actions()]


def show(some: list[int]) -> str:
    """Write cards as text."""
    return " ".join(TEXT[card] for card in some)


def potential(game: Area52) -> int:
    """Return what each choice within a wave lowers (A52-31)."""
    return sum(map(len, (game.aliens, game.attackers, game.defenders, game.reserves)))


def test_values_and_colours() -> None:
    """A52-2, A52-3."""
    assert [VALUE[card] for card in cards("AS 2H TD JC QH KS")] == [1, 2, 10, 11, 12, 13]
    assert [IS_RED[card] for card in cards("AC AD AH AS")] == [False, True, True, False]
    assert show(list(PACK)[:14]) == "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AD"


def test_set_up() -> None:
    """A52-4 to A52-8: red aliens, black defenders, six on the board, three revealed, tops first."""
    chance = stream(7, 3, CHANCE_STREAM)
    red = chance.shuffle([card for card in PACK if IS_RED[card]])
    black = chance.shuffle([card for card in PACK if not IS_RED[card]])

    game = Area52(stream(7, 3, CHANCE_STREAM))
    assert game.attackers + game.aliens[::-1] == red
    assert game.defenders + game.reserves[::-1] == black
    assert (len(game.attackers), len(game.defenders), game.wave) == (3, 6, 1)


def test_actions_are_in_canonical_order() -> None:
    """A52-12, A52-16, A52-18: pairs, then single attacks, then sacrifices, each by position."""
    game = position("8H", "5C 3S 8C 9S 3C JD", aliens="2H")
    assert texts(game) == [
        "dual_attack 5C 3S",
        "dual_attack 5C 3C",
        "single_attack 9S",
        *(f"sacrifice {card}" for card in ("5C", "3S", "8C", "9S", "3C", "JD")),
    ]


def test_no_dual_attack_on_an_ace_and_no_single_attack_on_a_king() -> None:
    """A52-30."""
    ace = position("AH", "AC 2S", aliens="2H")
    assert texts(ace) == ["single_attack 2S", "sacrifice AC", "sacrifice 2S"]
    king = position("KH", "KC QS AC", aliens="2H")
    assert texts(king) == ["dual_attack QS AC", "sacrifice KC", "sacrifice QS", "sacrifice AC"]


@pytest.mark.parametrize(
    ("defenders", "action", "board", "discard"),
    [
        ("5C 3S 2S", "dual_attack 5C 3S", "5C 3S 2S", "8H"),
        ("5C 3D 2S", "dual_attack 5C 3D", "5C 2S KS QS", "8H 3D"),
        ("5H 3D 2S", "dual_attack 5H 3D", "2S KS QS", "8H 3D 5H"),
    ],
)
def test_dual_attack(defenders: str, action: str, board: str, discard: str) -> None:
    """A52-13 to A52-15: who has the attacker's colour falls, and is replaced while the pile lasts."""
    game = position("8H 2H", defenders, reserves="KS QS" if board.endswith("QS") else "")
    do(game, action)
    assert show(game.defenders) == board
    assert show(game.discard) == discard
    assert show(game.attackers) == "2H"


def test_single_attack() -> None:
    """A52-17: the attacker takes the defender's place, and nothing is drawn."""
    game = position("8H 2H", "5C 9S 3S", reserves="")
    do(game, "single_attack 9S")
    assert (show(game.defenders), show(game.discard), show(game.attackers)) == ("5C 8H 3S", "9S", "2H")


def test_sacrifice() -> None:
    """A52-18 to A52-20: the attacker goes under the pile, a defender is drawn."""
    game = position("8H 2H", "5C 9S 3S 4S 6S 7S", reserves="KS QS", aliens="TH JH")
    do(game, "sacrifice 9S")
    assert show(game.aliens[::-1]) == "TH JH 8H"
    assert show(game.defenders) == "5C 3S 4S 6S 7S KS"
    assert (show(game.discard), show(game.reserves)) == ("9S", "QS")


def test_sacrificed_attacker_comes_back_in_the_same_wave() -> None:
    """A52-21."""
    game = position("8H", "5C 3S")
    do(game, "sacrifice 3S")
    assert (show(game.attackers), game.wave, game.over) == ("8H", 1, False)


def test_second_wave() -> None:
    """A52-22, A52-23: the discard pile in pack order is shuffled; board and reserves stay."""
    game = position("8H", "5C 9S", discard="KH 2C")
    game.chance = Generator(5, 5)
    do(game, "single_attack 9S")
    order = Generator(5, 5).shuffle(cards("2C KH 9S"))
    assert (game.attackers, game.aliens, game.discard, game.wave) == (order, [], [], 2)
    assert show(game.defenders) == "5C 8H"


def test_win() -> None:
    """A52-24, A52-29."""
    game = position("8H", "5C 9S", reserves="2C 3C 4C", wave=2)
    do(game, "single_attack 9S")
    assert (game.over, game.won, game.score) == (True, True, 5)


@pytest.mark.parametrize(("wave", "score"), [(1, -54), (2, -4)])
def test_loss(wave: int, score: int) -> None:
    """A52-25, A52-27, A52-28: the attacker that was sacrificed against counts as in the pile."""
    game = position("8H 3H", "5C", aliens="TH JH", wave=wave)
    do(game, "sacrifice 5C")
    assert (game.over, game.won, game.score) == (True, False, score)


def test_loss_comes_before_the_end_of_a_wave() -> None:
    """A52-26: the last defender falls with the last alien."""
    game = position("8H", "5D 3D", wave=2)
    do(game, "dual_attack 5D 3D")
    assert (game.over, game.won, game.score) == (True, False, 0)


def test_attacking_first_reaches_the_second_wave() -> None:
    """Random games seldom do, so the next test needs these."""
    for number in range(20):
        game = Area52(stream(1, number, CHANCE_STREAM))
        while not game.over:
            game.apply(game.actions()[0])
        assert game.wave == 2


@given(SEEDS, st.integers(0, 1000), st.booleans())
def test_every_game_keeps_its_cards_and_ends(seed: int, number: int, attacks_first: bool) -> None:
    """A52-30 to A52-32, along whole games: random ones, and such as reach the second wave."""
    game = Area52(stream(seed, number, CHANCE_STREAM))
    bot = stream(seed, number, seat_stream(0))
    while not game.over:
        attacker = game.attackers[0]
        board = game.defenders
        expected: list[Action] = [
            (DUAL_ATTACK, i, j)
            for i, j in combinations(range(len(board)), 2)
            if VALUE[board[i]] + VALUE[board[j]] == VALUE[attacker]
        ]
        expected += [
            (SINGLE_ATTACK, i, 0)
            for i, card in enumerate(board)
            if VALUE[card] > VALUE[attacker] and IS_RED[card] != IS_RED[attacker]
        ]
        expected += [(SACRIFICE, i, 0) for i in range(len(board))]
        actions = game.actions()
        assert actions == expected

        wave, before = game.wave, potential(game)
        game.apply(actions[0 if attacks_first else bot.below(len(actions))])
        held = [*game.aliens, *game.attackers, *game.defenders, *game.reserves, *game.discard]
        assert sorted(held) == list(PACK)
        if game.wave == wave:
            assert potential(game) < before
    assert game.score is not None
    assert game.score > 0 if game.won else game.score <= 0


def test_play_is_fixed_by_seed_and_game() -> None:
    """The games that the engine must reproduce; they change with the generator's version alone."""
    results = [tuple(play(seed, game)) for seed, game in [(1, 0), (1, 1), (1, 2), (7, 0), (2**64 - 1, 9)]]
    assert results == GOLDEN_RESULTS
    assert play(1, 0) == play(1, 0)


def test_main_reports_the_speed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The script runs and says how fast it was."""
    monkeypatch.setattr("sys.argv", ["handwritten_area52", "--games", "5", "--seed", "3"])
    main()
    assert "5 games" in capsys.readouterr().out
