"""What house rules for Area 52 cost: each is a patch, and each does what it says."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Final, cast

import pytest

import cardengine
from cardengine import Game, State
from cardengine.diagnostics import Code, SourceText
from cardengine.model.load import load_text
from cardengine.runtime.generator import seat_stream, stream
from cardengine.source import MappingNode, bundled, read_yaml
from cardengine.testing.position import set_up_position
from tests.edits.patches import read_patch

HERE: Final = Path(__file__).parent / "area52"
# The figures of the language's design: a line that is replaced counts once.
COSTS: Final = {"equal_value": 1, "court_cards": 1, "no_sacrifice": 1, "aces": 1, "triple_attack": 9}
VALUES: Final = {rank: number for number, rank in enumerate("A23456789TJQK", 1)}


def original() -> str:
    return (bundled("rulesets") / "area52.yaml").read_text(encoding="utf-8")


def edited(name: str, **options: int | str) -> Game:
    loaded = load_text(read_patch(HERE / f"{name}.diff").apply(original()), f"{name}.yaml")
    # A choice whose every action has a condition may be empty, as far as the checker can tell.
    assert [warning.code for warning in loaded.warnings] == ([Code.MAY_BE_EMPTY] if name == "no_sacrifice" else [])
    return Game(loaded, options)


def at(game: Game, zones: str, rest: str = "aliens", wave: int = 1) -> State:
    text = f"{{zones: {{{zones}}}, rest: {rest}, variables: {{wave: {wave}}}}}"
    node = cast(MappingNode, read_yaml(SourceText("position", text), []))
    return set_up_position(game.machine, game.new(seed=0), node, node.span)


def texts(state: State) -> list[str]:
    return [action.text for action in state.actions()]


def visited(game: Game, games: int) -> list[tuple[str, list[str], list[str]]]:
    """Attacker, defenders and legal actions of each choice of some random games, which all end."""
    seen = []
    for number in range(games):
        state = game.new(seed=1, number=number)
        rng = stream(1, number, seat_stream(0))
        while not state.over:
            seen.append((state.zone("attackers")[0], state.zone("defenders"), texts(state)))
            assert sum(state.counts().values()) == 52
            state.apply(state.actions()[rng.below(len(state.actions()))])
        assert state.fault is None
        assert state.outcome.name in ("WON", "LOST")
    return seen


def test_there_is_a_patch_for_each_edit() -> None:
    assert {path.stem for path in HERE.glob("*.diff")} == set(COSTS)


@pytest.mark.parametrize(("name", "lines"), COSTS.items())
def test_an_edit_costs_what_it_should(name: str, lines: int) -> None:
    patch = read_patch(HERE / f"{name}.diff")
    assert patch.changed == lines
    assert len(patch.hunks) == 1
    text = original()
    assert patch.apply(text) != text
    assert patch.hunks[0].before == tuple(text.split("\n")[patch.hunks[0].line - 1 :][: len(patch.hunks[0].before)])


@pytest.mark.parametrize("name", COSTS)
def test_an_edited_game_plays(name: str) -> None:
    assert len(visited(edited(name), 20)) > 200


def test_four_aliens_a_turn_are_an_option() -> None:
    game = cardengine.load("area52", {"reveal": 4})
    state = game.new(seed=1)
    assert len(state.zone("attackers")) == 4
    assert len(cardengine.load("area52").new(seed=1).zone("attackers")) == 3
    assert len(visited(game, 10)) > 100


def test_equal_value_is_enough() -> None:
    zones = "attackers: 8H, defenders: 8S 8D 7C"
    before = texts(at(cardengine.load("area52"), zones))
    after = texts(at(edited("equal_value"), zones))
    assert [text for text in after if text not in before] == ["single_attack 8S"]
    singles = 0
    for attacker, defenders, actions in visited(edited("equal_value"), 20):
        equal = [d for d in defenders if d[0] == attacker[0] and (d[1] in "DH") != (attacker[1] in "DH")]
        assert all(f"single_attack {card}" in actions for card in equal)
        singles += len(equal)
    assert singles > 10


def test_queens_and_kings_count_ten() -> None:
    zones = "attackers: QH, defenders: 6C 4S KC JS QS TC"
    assert texts(at(cardengine.load("area52"), zones))[:1] == ["single_attack KC"]
    after = [text for text in texts(at(edited("court_cards"), zones)) if not text.startswith("sacrifice")]
    assert after == ["dual_attack 6C 4S", "single_attack JS"]


def test_no_sacrifice_while_an_attack_is_possible() -> None:
    game = edited("no_sacrifice")
    state = at(game, "attackers: 8H 9H, defenders: 5C 3S 9S")
    assert texts(state) == ["dual_attack 5C 3S", "single_attack 9S"]
    with pytest.raises(cardengine.IllegalAction):
        state.parse_action("sacrifice 5C")
    assert texts(at(game, "attackers: KH, defenders: 5C 3S")) == ["sacrifice 5C", "sacrifice 3S"]
    kinds = {frozenset(text.split()[0] for text in actions) for _, _, actions in visited(game, 20)}
    assert frozenset({"sacrifice"}) in kinds
    assert all(kind == {"sacrifice"} or "sacrifice" not in kind for kind in kinds)


@pytest.mark.parametrize(("casualties", "stay"), [("matching", "3S 2S"), ("none", "4D 3S 2S"), ("both", "")])
def test_a_triple_attack_is_one_new_action(casualties: str, stay: str) -> None:
    game = edited("triple_attack", casualties=casualties)
    before = {action.name for action in cardengine.load("area52").loaded.ruleset.choices["answer"].actions}
    after = {action.name for action in game.loaded.ruleset.choices["answer"].actions}
    assert after - before == {"triple_attack"}
    state = at(game, "attackers: 9H 2D, defenders: 4D 3S 2S KC, reserves: []")
    assert [text for text in texts(state) if text.startswith("triple")] == ["triple_attack 4D 3S 2S"]
    state.apply(state.parse_action("triple_attack 2S 4D 3S"))
    assert state.zone("defenders") == [*stay.split(), "KC"]
    assert "9H" in state.zone("discard")


def test_triple_attacks_are_all_that_add_up() -> None:
    found = 0
    for attacker, defenders, actions in visited(edited("triple_attack"), 20):
        trios = [
            f"triple_attack {' '.join(trio)}"
            for trio in combinations(defenders, 3)
            if sum(VALUES[card[0]] for card in trio) == VALUES[attacker[0]]
        ]
        assert [text for text in actions if text.startswith("triple")] == trios
        found += len(trios)
    assert found > 20


def test_aces_on_the_board_count_after_a_win() -> None:
    zones = "attackers: 2H, aliens: [], defenders: KC AS AC 3S, reserves: 4S"
    ends = {}
    for name, game in (("before", cardengine.load("area52")), ("after", edited("aces"))):
        state = at(game, zones, "discard", wave=2)
        state.apply(state.parse_action("single_attack KC"))
        assert state.winners == (0,)
        ends[name] = state.scores
    assert ends == {"before": (5,), "after": (7,)}
    lost = at(edited("aces"), "attackers: 2H AH, aliens: [], defenders: AS, reserves: []", "discard", wave=2)
    lost.apply(lost.parse_action("sacrifice AS"))
    assert lost.scores == (-2,)
