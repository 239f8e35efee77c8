"""Draws the numbered menu of legal actions, grouped by action name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.text import Text

from cardengine.cli.screen.labels import Labels, capital, spaced
from cardengine.cli.screen.output import Output
from cardengine.cli.screen.table import aligned, class_attributes
from cardengine.runtime.actions import Action

_MAX_LISTED = 60
"""An action with more variants than this is listed in part; the others can be typed."""

_LISTED_PART = 12


def prompt_text(labels: Labels, view: Mapping[str, Any], actions: Sequence[Action]) -> Text:
    """The prompt of a choice and what it is about: ``Answer the attack (attacker 9♦)``."""
    choice = labels.ruleset.choices.get(view["choice"] or "")
    text = Text((choice.text if choice and choice.text else spaced(view["choice"] or "")), "bold")
    if view["phase"]:
        text = Text.assemble((f"{capital(spaced(view['phase']))}: ", "dim"), text)
    about = [_about(labels, name, value) for name, value in view["asked"].items() if name != "you"]
    if about:
        text.append_text(Text.assemble(" (", Text(", ").join(about), ")"))
    return text


def _about(labels: Labels, name: str, value: object) -> Text:
    shown = Text(labels.seat(value)) if isinstance(value, int) else labels.item(str(value))
    return Text.assemble(f"{spaced(name)} ", shown)


def draw_menu(out: Output, labels: Labels, actions: Sequence[Action]) -> None:
    """Draw the numbered actions."""
    numbered = list(enumerate(actions, start=1))
    width = len(str(len(numbered)))
    for name, group in groupby(numbered, key=lambda each: each[1].name):
        entries = list(group)
        sentence = entries[0][1].sentence
        if out.fancy and len(entries) == 1 and not entries[0][1].args:
            number = Text(f"   {entries[0][0]:>{width}}  ", "bold green")
            out.line(Text.assemble(number, (name, "bold"), (f"  {sentence}", "dim")), 6 + width)
            continue
        head = Text.assemble((name, "bold"), f": {sentence}" if sentence and not out.fancy else "")
        if out.fancy:
            head = Text.assemble(" ", head, (f"  {sentence}", "dim"))
        out.line(head, 3)
        shown = entries if len(entries) <= _MAX_LISTED else entries[:_LISTED_PART]
        kind = _class_of(labels, entries[0][1])
        if kind is not None:
            _draw_classes(out, labels, kind, shown, width)
            continue
        out.columns([_cell(labels, number, action, width) for number, action in shown], 3 if out.fancy else 2)
        if len(shown) < len(entries):
            last = entries[-1][1]
            out.line(Text(f"   … {len(entries)} in all, up to {last.text}: type a number, or the action", "dim"), 3)


def _cell(labels: Labels, number: int, action: Action, width: int) -> Text:
    arguments = _arguments(labels, action)
    if not labels.fancy:
        return Text.assemble(f"{number:>{width}} ", Text(" ").join([Text(action.name), *arguments]))
    shown = Text(" ").join(arguments) if arguments else Text(action.name)
    return Text.assemble((f"{number:>{width}}", "green"), "  ", shown)


def _arguments(labels: Labels, action: Action) -> list[Text]:
    """The arguments as they are typed. A card that is typed as its place is shown by name, too."""
    shown = []
    names: list[object] = []
    for value in action.args.values():
        names += value if isinstance(value, tuple) else [value]
    for word, name in zip(action.text.split()[1:], names, strict=True):
        text = labels.argument(word)
        if isinstance(name, str) and name != word:
            text = Text.assemble(text, " (", labels.argument(name), ")")
        shown.append(text)
    return shown


def _class_of(labels: Labels, action: Action) -> str | None:
    """The kind of pieces whose class is the only argument of an action, or None."""
    decls = [decl for choice in labels.ruleset.choices.values() if (decl := choice.action(action.name)) is not None]
    domain_type = decls[0].parameters[0].domain.type if decls and len(decls[0].parameters) == 1 else None
    return next(
        (kind.name for kind in labels.ruleset.kinds.values() if kind.classes and kind.classes == domain_type), None
    )


def _draw_classes(out: Output, labels: Labels, kind: str, entries: Sequence[tuple[int, Action]], width: int) -> None:
    """Draw the classes to choose from, each with its printed attributes."""
    rows = []
    for number, action in entries:
        cells = [_cell(labels, number, action, width)]
        for name, value in class_attributes(labels, kind, action.text.split()[-1]).items():
            cells.append(Text(f"{spaced(name)} {spaced(str(value))}"))
        rows.append(cells)
    for row in aligned(out, rows):
        out.line(Text.assemble("   " if out.fancy else "  ", row), 8)


def draw_help(out: Output, labels: Labels, actions: Sequence[Action]) -> None:
    """Print what can be typed."""
    example = actions[-1].text
    out.line("Type the number of an action, or the action itself, such as")
    out.line(f"    {example}")
    out.line("Cards are typed as 5C, TD (or 10D), QS: rank, then suit, in small letters too.")
    names = ", ".join(labels.ruleset.zones)
    out.line(Text.assemble("A zone's name shows all that you may see of it: ", names), 4)
    out.line("b shows the table and the actions again, ? this help, q ends the game here.")
