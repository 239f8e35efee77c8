"""Draws the result of a game: outcome, winners, scores."""

from __future__ import annotations

from rich.text import Text

from cardengine.cli.screen.labels import Labels, capital, number
from cardengine.cli.screen.output import Output
from cardengine.layout.faults import Fault
from cardengine.runtime.outcome import Outcome
from cardengine.runtime.state import State


def draw_result(out: Output, labels: Labels, state: State) -> None:
    """Draw the result of a finished game."""
    try:
        scores, winners = state.scores, state.winners or ()
        trouble = state.fault
    except Fault as fault:
        scores, winners, trouble = (), (), str(fault)
    if state.outcome is Outcome.FAULT or trouble is not None:
        out.line(Text.assemble(("The ruleset has a fault, and the game can't go on: ", "bold red"), trouble or ""))
        return
    for line in (_outcome(labels, state, winners), _scores(labels, scores)):
        if line.plain:
            out.line(Text.assemble(" " if out.fancy else "", line), 3)


def _outcome(labels: Labels, state: State, winners: tuple[int, ...]) -> Text:
    if state.outcome is Outcome.UNFINISHED:
        return Text(f"Stopped as unfinished after {state.steps} steps; nobody has won.", "bold yellow")
    if not winners:
        if labels.game.players == 1 and state.outcome is not Outcome.ENDED:
            return Text("You have lost." if labels.viewer is not None else "Player 1 has lost.", "bold red")
        if state.outcome is Outcome.ENDED and labels.ruleset.result.ranking is None:
            return Text("The game is over.", "bold")
        return Text("Nobody has won.", "bold")
    who = capital(labels.seats(winners))
    have = "have" if len(winners) > 1 or labels.viewer in winners else "has"
    good = labels.viewer is None or labels.viewer in winners
    return Text(f"{who} {have} won.", "bold green" if good else "bold red")


def _scores(labels: Labels, scores: tuple[object, ...]) -> Text:
    if labels.ruleset.result.score is None or not scores:
        return Text()
    shown = [number(score) for score in scores]  # type: ignore[arg-type]  # scores are exact numbers
    if len(shown) == 1:
        return Text(f"Score: {shown[0]}")
    return Text("Scores: " + ", ".join(f"{labels.seat(seat)} {score}" for seat, score in enumerate(shown)))
