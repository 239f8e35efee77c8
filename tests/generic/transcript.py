"""A whole game as text: what golden files hold, and what is compared between Pythons.

python -m tests.generic.transcript SEED RULESET PLAYERS ...
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import cardengine
from cardengine import Game, State
from cardengine.runtime.generator import seat_stream, stream
from cardengine.runtime.names import zone_text

MOST = 120
"""So many choices of a game have a line; a long game's others only lead to its end."""


def transcript(game: Game, seed: int) -> str:
    """A random game: a line a choice, with a digest of everything else that the choice depends on and is told.

    The digest is of the table with nothing hidden, of all legal actions, and of what each seat sees and knows, so
    that any change of any of it shows, at the choice where it begins.
    """
    lines = [f"{game.title}: {game.players} players, seed {seed}"]
    lines += [f"option {name} = {text}" for name, text in game.option_texts().items()]
    state = game.new(seed=seed)
    streams = [stream(seed, 0, seat_stream(seat)) for seat in range(game.players)]
    lines += ["", *_table(game, state), ""]
    number = 0
    while not state.over:
        number += 1
        assert state.player is not None
        if number > MOST:
            offered = state.offered()
            state.take(state.player, offered[streams[state.player].below(len(offered))])
            continue
        actions = state.actions()
        chosen = actions[streams[state.player].below(len(actions))]
        place = f"{number} {state.phase or '-'}/{state.choice} p{state.player + 1}"
        lines.append(f"{place}: {chosen.text}  (of {len(actions)}; {_digest(game, state)})")
        state.apply(chosen)
    if number > MOST:
        lines.append(f"... and {number - MOST} choices more")
    lines += ["", *_table(game, state), f"end: {state.outcome.name.lower()}"]
    lines.append(f"scores: {', '.join(map(str, state.scores))}")
    lines.append(f"winners: {', '.join(f'p{seat + 1}' for seat in state.winners or ()) or 'nobody'}")
    lines.append(f"digest: {_digest(game, state)}")
    return "\n".join(lines) + "\n"


def _digest(game: Game, state: State) -> str:
    parts = [*_table(game, state), *(action.text for action in state.actions())]
    for seat in range(game.players):
        parts += [json.dumps(state.events_for(seat)), json.dumps(state.view(seat), sort_keys=True)]
        if state.over:
            parts.append(state.information(seat))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


def _table(game: Game, state: State) -> list[str]:
    space = game.program.space
    m = list(state.vector)
    board = game.machine.board
    lines = []
    for zone in range(len(space.cells)):
        kind = board.kinds[zone]
        cards = [kind.texts[item] + ("" if m[kind.face + item] else "'") for item in board.items(m, zone)]
        if cards:
            lines.append(f"{zone_text(space, zone)}: {' '.join(cards)}")
    for (owner, name), cells in space.variables.items():
        values = " ".join(str(value) for value in m[cells.address : cells.address + cells.owners])
        lines.append(f"{owner} {name} = {values}")
    return lines


def main(seed: str, *tables: str) -> None:
    """Print the transcripts of tables, given as pairs of a ruleset and how many play: a list in JSON."""
    pairs = zip(tables[::2], tables[1::2], strict=True)
    texts = [transcript(cardengine.load(Path(ruleset), players=int(players)), int(seed)) for ruleset, players in pairs]
    print(json.dumps(texts))


if __name__ == "__main__":
    main(*sys.argv[1:])
