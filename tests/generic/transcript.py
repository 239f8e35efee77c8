"""A whole game as text: what golden files hold, and what is compared between Pythons.

python -m tests.generic.transcript RULESET PLAYERS SEED
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cardengine
from cardengine import Game, State
from cardengine.runtime.generator import seat_stream, stream
from cardengine.runtime.names import zone_text


def transcript(game: Game, seed: int) -> str:
    """A random game, step by step, nothing hidden, and at the end what each seat was told."""
    lines = [f"{game.title}: {game.players} players, seed {seed}"]
    lines += [f"option {name} = {text}" for name, text in game.option_texts().items()]
    state = game.new(seed=seed)
    streams = [stream(seed, 0, seat_stream(seat)) for seat in range(game.players)]
    number = 0
    while not state.over:
        number += 1
        assert state.player is not None
        actions = state.actions()
        chosen = actions[streams[state.player].below(len(actions))]
        lines += ["", f"# {number}: p{state.player + 1} {state.choice} (phase {state.phase})", *_table(game, state)]
        lines += [f"  {'>' if action is chosen else '-'} {action.text}" for action in actions]
        state.apply(chosen)
    lines += ["", f"# end: {state.outcome.name.lower()}", *_table(game, state)]
    lines.append(f"scores: {', '.join(map(str, state.scores))}")
    lines.append(f"winners: {', '.join(f'p{seat + 1}' for seat in state.winners or ()) or 'nobody'}")
    for seat in range(game.players):
        lines += ["", f"# told to p{seat + 1}", state.information(seat)]
        lines.append(json.dumps(state.view(seat), sort_keys=True))
    return "\n".join(lines) + "\n"


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


def main(ruleset: str, players: str, seed: str) -> None:
    """Print a transcript."""
    text = transcript(cardengine.load(Path(ruleset), players=int(players)), int(seed))
    sys.stdout.buffer.write(text.encode())


if __name__ == "__main__":
    main(*sys.argv[1:])
