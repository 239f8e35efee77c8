"""Comparing what reaches a seat in two games that differ only in what the seat can't see.

Two ways. *Now*: in a copy of a position what the seat can't see is exchanged, and all that the seat can ask for must
be the same text. *From now on*: two cards that the seat hasn't seen are exchanged, both games are played on in step,
and all that reaches the seat must stay the same until one of the two cards is open to it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from cardengine import Chance, Game, State
from cardengine.runtime.actions import ActionError
from cardengine.runtime.chance import source_of
from cardengine.runtime.generator import Generator
from tests.conformance.alpha_strike.helpers import PACK

CARD = {card: number for number, card in enumerate(PACK)}


# What reaches a seat -------------------------------------------------------------------------------


def surface(state: State, seat: int, *, whole: bool = True) -> str:
    """All that a seat gets without asking for anything by name, as one text; without its past when not ``whole``."""
    actions = [
        (action.text, action.name, dict(action.args), action.sentence, action.value, action.seat)
        for action in state.actions(seat)
    ]
    shown = {
        "view": state.view(seat),
        "events": state.events_for(seat),
        "actions": actions,
        "to choose": [state.player, list(state.players), state.choice, state.phase],
        "end": [str(state.winners), str(state.scores)] if state.over else None,
    }
    past = {"information": state.information(seat), "history": state.history_for(seat)} if whole else {}
    return json.dumps(shown | past)


def questions(state: State, seat: int) -> list[str]:
    """What a curious seat may type."""
    ships = [ship for other in range(len(state.scores)) for ship in state.zone("fleet", other)] or ["p1.1", "p2.1"]
    mine = [ship for ship in ships if ship.startswith(f"p{seat + 1}.")][:1]
    others = [ship for ship in ships if not ship.startswith(f"p{seat + 1}.")]
    texts = ["pass", "evade", "hold", "buy fighter", "buy dreadnought", "play", "attack", "play 5C", "spy p2.1"]
    texts += [f"play {card} {ship}" for card in PACK for ship in (*mine, *others[:1])]
    texts += [f"{word} {ship}" for word in ("attack", "wing") for ship in ships]
    for other in range(len(state.scores)):
        if other != seat:
            texts += [f"play hand.p{other + 1}.{place} {ship}" for place in (1, 2, 9) for ship in mine]
    texts += [f"play {zone}.{place} {ship}" for zone in ("deck", "discard") for place in (1, 5) for ship in mine]
    texts += [f"play loaded.{other}.1 {ship}" for other in others[:2] for ship in mine]
    return texts


def answers(state: State, seat: int, texts: Sequence[str]) -> list[str]:
    """What the game answers to each."""
    found = []
    for text in texts:
        try:
            action = state.parse_action(text, seat)
        except ActionError as error:
            found.append(f"{text}: {type(error).__name__}: {error}")
        else:
            found.append(f"{text}: {action!r}")
    return found


# What it can't see ---------------------------------------------------------------------------------


def _memories(state: State) -> Iterator[list[int]]:
    """The vectors of a state: the position, and what is kept of the one before a secret choice."""
    yield state._memory
    if state._context.veil is not None:
        yield state._context.veil


def unseen(game: Game, state: State, seat: int) -> list[str]:
    """The cards that a seat neither sees nor has seen where they lie, found by the rules, not by the engine's masks.

    Of what lies face down in the discard pile it knows what it laid there itself: that alone is looked up.
    """
    cards = list(state.zone("deck"))
    for other in range(game.players):
        if other != seat:
            cards += state.zone("hand", other)
            for ship in state.zone("fleet", other):
                cards += [card for card in state.zone("loaded", ship) if not state.facing(card)]
    kind = game.program.space.items["card"]
    known = [bool(state.vector[kind.seen + CARD[card]] >> seat & 1) for card in PACK]
    cards += [card for card in state.zone("discard") if not state.facing(card) and not known[CARD[card]]]
    return cards


def exchange(game: Game, state: State, new: dict[str, str]) -> State:
    """A copy in which each card lies where another one lay: ``new`` says for a place's card the one that lies there."""
    twin = state.clone()
    space = game.program.space
    kind = space.items["card"]
    numbers = {CARD[old]: CARD[card] for old, card in new.items()}
    if twin._context.veil is not None:
        twin._context.veil = twin._context.veil[:]
    for memory in _memories(twin):
        for number, cell in enumerate(space.cells):
            if game.machine.board.kinds[number] is kind:
                for place in range(cell.address + 1, cell.address + 1 + memory[cell.address]):
                    memory[place] = numbers.get(memory[place], memory[place])
        for first in (kind.place, kind.face, kind.seen):
            before = memory[first : first + kind.count]
            for old, card in numbers.items():
                memory[first + card] = before[old]
    twin._context.offered = {}
    twin._actions = {}
    return twin


def permuted(game: Game, state: State, seat: int, rng: Generator) -> State:
    """A copy in which all that a seat can't see lies differently."""
    cards = unseen(game, state, seat)
    return exchange(game, state, dict(zip(cards, rng.shuffle(cards), strict=True)))


def check_now(game: Game, state: State, seat: int, rng: Generator) -> None:
    """Nothing that reaches a seat depends on what it can't see."""
    other = permuted(game, state, seat, rng)
    assert other.vector != state.vector or len(unseen(game, state, seat)) < 2
    assert surface(other, seat) == surface(state, seat)
    if not state.over:
        texts = questions(state, seat)
        assert answers(other, seat, texts) == answers(state, seat, texts)


# From now on ---------------------------------------------------------------------------------------


class Mirrored:
    """Chance that brings what another source brings, two cards being exchanged."""

    undecided = False

    def __init__(self, chance: Chance, first: str, second: str) -> None:
        self.chance = chance
        self.other = {first: second, second: first}

    def shuffle(self, what: str, cards: Sequence[str]) -> Sequence[str]:
        names = sorted((self.other.get(card, card) for card in cards), key=PACK.index)
        return [self.other.get(card, card) for card in self.chance.shuffle(what, names)]

    def pick(self, what: str, n: int) -> int:
        return self.chance.pick(what, n)


def opened(state: State, seat: int, cards: Sequence[str]) -> bool:
    """Whether one of these cards, hidden before, has come to be seen by a seat in the last step.

    By the rules that is so when it is turned up, and when the seat draws it: whatever the log says of it to whom.
    """
    log, mark = state.log
    for event in (log or [])[mark:]:
        told = event.whole()
        seen = told["event"] == "turned" or (told["event"] == "moved" and told["to"] == f"hand.p{seat + 1}")
        if seen and {card.text for card in event.cards} & set(cards):
            return True
    return False


def check_onwards(game: Game, state: State, seat: int, rng: Generator, most: int = 400) -> int:
    """Play two games in step that differ in two cards; gives how many decisions they went together."""
    hidden = unseen(game, state, seat)
    in_deck = [card for card in hidden if card in state.zone("deck")]
    others = [card for card in hidden if card not in in_deck]
    if not others:
        return 0
    first = others[rng.below(len(others))]
    pool = in_deck[3:] or [card for card in others if card != first]
    if not pool:
        return 0
    second = pool[rng.below(len(pool))]
    one = state.clone()
    two = exchange(game, one, {first: second, second: first})
    two._context.chance = source_of(Mirrored(one.clone().chance, first, second))
    for decisions in range(most):
        assert surface(one, seat, whole=one.over) == surface(two, seat, whole=one.over)
        if one.over:
            return decisions
        assert one.player is not None
        assert two.player is not None
        offered, same = one.offered(), two.offered()
        assert len(offered) == len(same)
        number = rng.below(len(offered))
        one.take(one.player, offered[number])
        two.take(two.player, same[number])
        if any(opened(world, seat, (first, second)) for world in (one, two)):
            return decisions
    return most
