"""``win``, ``lose``, ``wins``, ``end the game``: end the game."""

from __future__ import annotations

from cardengine.constructs.events import EventKind
from cardengine.constructs.verbs.base import FlowVerb, Form, Phrase
from cardengine.tree.nodes import EndGame, Verdict, Wins

ENDED = EventKind("ended", lambda _labels, _group: ())
"""The game is over: the result says it."""

END_GAME = FlowVerb(
    EndGame,
    (
        Phrase(
            "win",
            Form("win", "win"),
            {"win": lambda s: EndGame(s.span, Verdict.WIN)},
            (("`win`, `lose`", "the game ends: all players have won, nobody has won"),),
        ),
        Phrase(
            "lose",
            Form("lose", "lose"),
            {"lose": lambda s: EndGame(s.span, Verdict.LOSE)},
            (),
        ),
        Phrase(
            "end",
            Form("end the game", "end the game"),
            {"end": lambda s: EndGame(s.span, Verdict.END)},
            (("`end the game`", "it ends, and the scores decide"),),
        ),
    ),
    (ENDED,),
)
WINS = FlowVerb(
    Wins,
    (
        Phrase(
            "wins",
            Form("PLAYER wins", "active wins"),
            {"wins": lambda s: Wins(s.span, s.players(0))},
            (("`P wins`", "the game ends, and P (or several) has won"),),
        ),
    ),
    (ENDED,),
)
