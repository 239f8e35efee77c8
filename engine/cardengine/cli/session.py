"""A game at a terminal: people who share a keyboard, bots, and who is shown what."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from rich.text import Text

from cardengine.agents import Bot
from cardengine.analysis import bot_mover, drive
from cardengine.analysis.drive import Mover
from cardengine.cli.prompt import Quit, ask_human, draw_position, edit_lines, forget_lines, read_line
from cardengine.cli.screen.labels import Labels
from cardengine.cli.screen.output import Output
from cardengine.cli.screen.result import draw_result
from cardengine.cli.screen.score_visibility import score_inputs
from cardengine.cli.screen.sentences import Event, sentences
from cardengine.cli.screen.table import draw_table
from cardengine.cli.screen.views import common, united
from cardengine.runtime.actions import Action
from cardengine.runtime.game import Game
from cardengine.runtime.generator import seat_stream, stream
from cardengine.runtime.state import State

OnChoice = Callable[[int, str], None]
"""Called for each choice with the seat and the action's text."""


class Session:
    """One game being played.

    Args:
        game: the game.
        state: its state, at the first choice.
        seed: the seed of the bots' random streams.
        names: the name of each seat's player.
        bots: the bots; None for a human.
        out: where to write.
    """

    def __init__(
        self, game: Game, state: State, seed: int, names: Sequence[str], bots: Sequence[Bot | None], out: Output
    ) -> None:
        self.game, self.state, self.out = game, state, out
        self.names = list(names)
        self.humans = [seat for seat, bot in enumerate(bots) if bot is None]
        self.score_inputs = score_inputs(game.loaded.ruleset)
        self._watcher = None if not self.humans else self.humans[0]
        self._at_screen = self._watcher if len(self.humans) < 2 else -1  # nobody yet if several share the screen
        self._unseen: dict[int, list[Event]] = {seat: [] for seat in self.humans}
        self._movers: list[Mover] = [
            self._human if bot is None else bot_mover(name, bot, stream(seed, 0, seat_stream(seat)))
            for seat, (name, bot) in enumerate(zip(names, bots, strict=True))
        ]

    def labels(self, viewer: int | None) -> Labels:
        """The labels for one viewer."""
        return Labels(self.game, viewer, fancy=self.out.fancy)

    def run(self, on_choice: OnChoice) -> bool:
        """Play to the end.

        Args:
            on_choice: called with each choice, once it has been applied.

        Returns:
            Whether the game reached its end; False if a person left it.
        """
        edit_lines()
        self._welcome()
        self._show_events()
        try:
            for step in drive(self.state, self._movers):
                assert step.action is not None  # these movers always return their action
                on_choice(step.seat, step.action.text)
                self._show_events()
                self._hand_on(step.seat)
        except Quit:
            return False
        self._finish()
        return True

    # Events -------------------------------------------------------------------------------------

    def _welcome(self) -> None:
        ruleset = self.game.loaded.ruleset
        self.out.rule(Text(self.game.title, "bold"))
        if ruleset.text:
            self.out.line(ruleset.text)
        if self.game.players > 1:
            labels = self.labels(self._watcher if len(self.humans) == 1 else None)
            seats = [f"{labels.seat(seat)} ({name})" for seat, name in enumerate(self.names)]
            self.out.line(f"At the table: {', '.join(seats)}.")
        if self.humans:
            self.out.line("? shows what you can type; q ends the game.")

    def _show_events(self) -> None:
        """Show the events of the last choice: at once, or later, when the person who may see them is at the screen."""
        if not self.humans:
            events, mark = self.state.log
            self._print_events(None, [event.whole() for event in (events or [])[mark:]])
            return
        for seat in self.humans:
            self._unseen[seat] += self.state.events_for(seat)
        if self._at_screen in self._unseen:
            self._show_unseen(self._at_screen)

    def _show_unseen(self, seat: int | None) -> None:
        if seat is not None:
            events, self._unseen[seat] = self._unseen[seat], []
            self._print_events(seat, events)

    def _print_events(self, viewer: int | None, events: Sequence[Event]) -> None:
        lines = sentences(self.labels(viewer), events)
        if self.out.fancy and lines:
            self.out.line(Text.assemble(" ", Text(" ").join(lines)), 3)
        elif lines:
            for sentence in lines:
                self.out.line(sentence)

    # People -------------------------------------------------------------------------------------

    def _human(self, state: State, seat: int) -> Action:
        if self._at_screen != seat:
            self._hand_over(seat)
        labels = self.labels(seat)

        def draw() -> None:
            self._heading(seat)
            draw_position(self.out, labels, state, seat, self.score_inputs)

        draw()
        action = ask_human(self.out, labels, state, seat, draw)
        state.apply(action)
        if self.out.fancy:
            self.out.line()
        return action

    def _heading(self, seat: int) -> None:
        title = Text(self.game.title, "bold")
        if self.game.players > 1:
            title.append(f", player {seat + 1}")
        self.out.rule(title)

    def _hand_on(self, seat: int) -> None:
        """Before the keyboard goes to somebody else, let the last person read what their choice has caused."""
        following = self.state.player
        if following is None or following == seat or seat not in self.humans or following not in self.humans:
            return
        self._pause("Press Enter to hide what you see ")
        self._at_screen = -1

    def _hand_over(self, seat: int) -> None:
        if len(self.humans) > 1:
            self.out.clear()
            forget_lines()
            self.out.rule(f"Player {seat + 1} is to choose")
            self._pause(f"Player {seat + 1}, press Enter when nobody else can see the screen ")
            self.out.clear()
        self._at_screen = seat
        self._show_unseen(seat)

    def _pause(self, prompt: str) -> None:
        """Wait for Enter, unless the input is a script."""
        if self.out.terminal and sys.stdin.isatty():
            read_line(prompt)

    # The end ------------------------------------------------------------------------------------

    def _finish(self) -> None:
        shared = len(self.humans) > 1
        if shared:
            self._pause("Press Enter to hide what you see ")
            self.out.clear()
            forget_lines()
        viewer = self.humans[0] if len(self.humans) == 1 else None
        labels = self.labels(viewer)
        self.out.rule(Text.assemble((self.game.title, "bold"), ": the end"))
        if shared:
            self._print_events(None, self._known_to_all())
        draw_table(self.out, labels, self._last_view())
        self.out.line()
        draw_result(self.out, labels, self.state)

    def _known_to_all(self) -> list[Event]:
        """The events of the last choice that all people at the screen have seen alike."""
        events, mark = self.state.log
        seen = ([event.seen_by(seat) for seat in self.humans] for event in (events or [])[mark:])
        return [each[0] for each in seen if each[0] is not None and all(other == each[0] for other in each)]

    def _last_view(self) -> dict[str, Any]:
        """The final view: one person's own, what several people all see, or everything if only bots played."""
        if self.humans:
            return common([self.state.view(seat) for seat in self.humans])
        return united([self.state.view(seat) for seat in range(self.game.players)])
