"""Records: a whole game as JSON Lines, written while it is played, and replayed to check it.

The first line holds the text of the ruleset and everything else that the game depends on; then comes a line for each
choice; the last line is the outcome. A record without its last line is an unfinished game, which can be continued.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from cardengine.diagnostics import Code, Diagnostic, DiagnosticError, SourceText, Span
from cardengine.model.load import RulesetError, load_text
from cardengine.model.work import BUDGET
from cardengine.runtime.actions import ActionError
from cardengine.runtime.game import Game
from cardengine.runtime.generator import GENERATOR_VERSION
from cardengine.runtime.names import json_number
from cardengine.runtime.state import State
from cardengine.schema import header_problems
from cardengine.source import read_bytes

FORMAT = 1
MAX_BYTES = 16 * 1024 * 1024


class Recorder:
    """Writes a record line by line, so that a crash loses at most the current choice."""

    def __init__(self, stream: IO[str], game: Game, seed: int, seats: Iterable[str], engine: str) -> None:
        self._stream = stream
        self._line(
            {
                "record": FORMAT,
                "engine": engine,
                "generator": GENERATOR_VERSION,
                "name": Path(game.loaded.name).name,  # its directory is nobody else's business
                "hash": game.loaded.digest,
                "ruleset": game.loaded.text,
                "data": dict(game.loaded.data),
                "options": game.option_texts(),
                "players": game.players,
                "seats": list(seats),
                "seed": seed,
                "step_cap": game.step_cap,
                "budget": game.budget,
            }
        )

    def _line(self, data: Mapping[str, object]) -> None:
        self._stream.write(json.dumps(data, ensure_ascii=False) + "\n")
        self._stream.flush()

    def choice(self, seat: int, action: str) -> None:
        """Write a choice that has been applied."""
        self._line({"seat": seat, "action": action})

    def end(self, state: State) -> None:
        """Write the outcome."""
        self._line(ending(state))


def ending(state: State) -> dict[str, object]:
    """The last line of a record."""
    return {
        "outcome": state.outcome.name.lower(),
        "winners": list(state.winners or ()),
        "scores": [json_number(score) for score in state.scores],
    }


@dataclass(slots=True)
class Replay:
    """A record, read and ready to be replayed."""

    game: Game
    header: dict[str, Any]
    choices: list[tuple[int, dict[str, Any]]]
    last: tuple[int, dict[str, Any]] | None
    source: SourceText
    state: State = field(init=False)

    def __post_init__(self) -> None:
        self.state = self.game.new(int(self.header["seed"]))

    def steps(self) -> Iterator[tuple[int, str]]:
        """Replay it, yielding the seat and the text of each action before it is applied.

        Raises:
            DiagnosticError: the game diverges from the record; gives the first place.
        """
        for line, choice in self.choices:
            seat, text = choice["seat"], choice["action"]
            if self.state.over:
                raise _diverges(self.source, line, "the game is over here, but the record goes on")
            if seat not in self.state.players:
                players = ", ".join(str(player) for player in self.state.players)
                raise _diverges(self.source, line, f"the seat to choose is {players}, not {seat}")
            try:
                action = self.state.parse_action(text, seat)
            except ActionError as error:
                raise _diverges(self.source, line, f"`{text[:60]}` can't be done here: {error}") from None
            yield seat, action.text
            self.state.apply(action)
        if self.last is not None:
            line, recorded = self.last
            if not self.state.over:
                raise _diverges(self.source, line, "the record ends here, but the game goes on")
            found = ending(self.state)
            for key, value in found.items():
                if recorded.get(key) != value:
                    message = f"the {key} of the game is {value}; the record says {recorded.get(key)}"
                    raise _diverges(self.source, line, message)


def read_record(path: Path) -> Replay:
    """Read a record.

    Raises:
        DiagnosticError: it can't be read, or isn't a record.
    """
    text = _read(path)
    source = SourceText(str(path), text)
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if not lines:
        raise _broken(source, 1, "the record is empty")
    parsed = []
    for number, line in lines:
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            raise _broken(source, number, "this line is no JSON") from None
        if not isinstance(data, dict):
            raise _broken(source, number, "a line of a record is a JSON object")
        parsed.append((number, data))
    header = parsed[0][1]
    game = _game(source, header)
    choices = parsed[1:]
    last = choices.pop() if choices and "outcome" in choices[-1][1] else None
    for number, data in choices:
        if type(data.get("seat")) is not int or not isinstance(data.get("action"), str):
            raise _broken(source, number, "a choice has a `seat` (a number from 0) and an `action` (a text)")
    return Replay(game, header, choices, last, source)


def _read(path: Path) -> str:
    try:
        return read_bytes(path, MAX_BYTES).decode("utf-8")
    except UnicodeDecodeError:
        message = "the file isn't text in UTF-8, so it is no record"
        raise DiagnosticError((Diagnostic(Code.NOT_UTF8, message, place=path.as_posix()),)) from None


def _game(source: SourceText, header: Mapping[str, Any]) -> Game:
    if header.get("record") != FORMAT:
        raise _broken(source, 1, f"this is no record of format {FORMAT}: its first line doesn't say so")
    for key, problem in header_problems(header):
        raise _broken(source, 1, f"the record's first line has no right `{key}`: {problem}")
    if header.get("generator") != GENERATOR_VERSION:
        message = f"the record was made with the generator {header.get('generator')}; this is {GENERATOR_VERSION}"
        raise _broken(source, 1, message)
    try:
        loaded = load_text(header["ruleset"], header.get("name", "the record's ruleset"), header.get("data"))
        if loaded.digest != header["hash"]:
            raise _broken(source, 1, "the record's ruleset isn't the one that its hash belongs to: it was edited")
        # Older records name no budget.
        budget = header.get("budget", BUDGET)
        return Game(loaded, header["options"], header["players"], header["step_cap"], budget=budget)
    except RulesetError as error:
        raise DiagnosticError(
            (
                Diagnostic(Code.RECORD, "the ruleset in the record can't be used", _span(source, 1)),
                *error.diagnostics,
            )
        ) from None


def _span(source: SourceText, line: int) -> Span:
    start = sum(len(part) + 1 for part in source.text.split("\n")[: line - 1])
    length = len(source.text.split("\n")[line - 1])
    return Span(source, start, start + length)


def _broken(source: SourceText, line: int, message: str) -> DiagnosticError:
    return DiagnosticError((Diagnostic(Code.RECORD, message, _span(source, line)),))


def _diverges(source: SourceText, line: int, message: str) -> DiagnosticError:
    return DiagnosticError((Diagnostic(Code.RECORD_DIVERGES, message, _span(source, line)),))
