"""Writes the rules of a game for people: Markdown made from the text of its ruleset."""

from __future__ import annotations

from collections.abc import Iterator

from cardengine.source import MappingNode, Node, ScalarNode, SequenceNode


def rulebook(ruleset: MappingNode, data: dict[str, MappingNode]) -> Iterator[str]:
    """The rules as lines of Markdown.

    Args:
        ruleset: the located tree of a checked ruleset.
        data: the located trees of its data files, by name.
    """
    yield f"# {_text(ruleset.get('game'))}"
    yield ""
    if ruleset.get("text") is not None:
        yield f"{_sentence(_text(ruleset.get('text')))}"
    players = _text(ruleset.get("players"))
    yield f"For {players} player{'' if players == '1' else 's'}."
    yield from _cards(_mapping(ruleset.get("cards")))
    yield from _pieces(_mapping(ruleset.get("pieces")), data)
    yield from _zones(_mapping(ruleset.get("zones")))
    yield from _words(_mapping(ruleset.get("define")))
    for key, title in (("setup", "Set-up"), ("play", "Play")):
        if ruleset.get(key) is not None:
            yield from ("", f"## {title}", "")
            yield from _steps(ruleset.get(key), 0)
    yield from _choices(_mapping(ruleset.get("choices")))
    yield from _procedures(_mapping(ruleset.get("procedures")))
    yield from _result(_mapping(ruleset.get("result")))
    yield from _options(_mapping(ruleset.get("options")))


def _mapping(node: Node | None) -> MappingNode | None:
    return node if isinstance(node, MappingNode) else None


def _text(node: Node | None) -> str:
    if isinstance(node, ScalarNode):
        return " ".join(node.text.split())
    if isinstance(node, SequenceNode):
        return ", ".join(_text(item) for item in node.items)
    if isinstance(node, MappingNode):
        return ", ".join(f"{entry.key.text} {_text(entry.value)}" for entry in node.entries)
    return ""


def _sentence(text: str) -> str:
    """A text as a sentence: with a capital letter and a full stop."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _cards(node: MappingNode | None) -> Iterator[str]:
    if node is None:
        return
    yield from ("", "## Cards", "")
    if _text(node.get("pack")) == "standard":
        yield "The standard pack of 52."
    for key, words in (
        ("suits", "Suits"), ("ranks", "Ranks"), ("packs", "Packs"), ("jokers", "Jokers"), ("without", "Left out"),
        ("order", "Order"), ("value", "Values"),
    ):  # fmt: skip
        if node.get(key) is not None:
            yield f"- {words}: {_text(node.get(key))}"
    yield from _table(_mapping(node.get("columns")), node.get("list"))


def _table(columns: MappingNode | None, rows: Node | None) -> Iterator[str]:
    if columns is None or not isinstance(rows, SequenceNode):
        return
    heads = [entry.key.text for entry in columns.entries]
    yield ""
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for row in rows.items:
        cells = row.items if isinstance(row, SequenceNode) else (row,)
        yield f"| {' | '.join(_text(cell) for cell in cells)} |"


def _pieces(node: MappingNode | None, data: dict[str, MappingNode]) -> Iterator[str]:
    for entry in node.entries if node is not None else ():
        kind = _mapping(entry.value)
        if kind is None:
            continue
        yield from ("", f"## {_title(entry.key.text)}s", "")
        source = data.get(_text(kind.get("data")), kind)
        yield f"A player has at most {_text(kind.get('limit'))} of them."
        yield from _table(_mapping(kind.get("columns")), source.get("list"))


def _zones(node: MappingNode | None) -> Iterator[str]:
    if node is None:
        return
    yield from ("", "## Where cards lie", "")
    for group in node.entries:
        owner = group.key.text
        whose = "On the table" if owner == "table" else f"Each {owner} has"
        for zone in group.value.entries if isinstance(group.value, MappingNode) else ():
            yield f"- {whose}: **{zone.key.text.replace('_', ' ')}**, a {_text(zone.value)}"


def _words(node: MappingNode | None) -> Iterator[str]:
    if node is None:
        return
    yield from ("", "## What words mean", "")
    for entry in node.entries:
        yield f"- **{entry.key.text}** is {_text(entry.value)}"


def _steps(node: Node | None, depth: int) -> Iterator[str]:
    indent = "  " * depth
    for item in node.items if isinstance(node, SequenceNode) else () if node is None else (node,):
        if isinstance(item, MappingNode):
            for entry in item.entries:
                yield f"{indent}- {_text(entry.key)}:"
                yield from _steps(entry.value, depth + 1)
        else:
            yield f"{indent}- {_text(item)}"


def _choices(node: MappingNode | None) -> Iterator[str]:
    for choice in node.entries if node is not None else ():
        inner = _mapping(choice.value)
        if inner is None:
            continue
        yield from ("", f"## {_title(choice.key.text)}", "")
        if inner.get("text") is not None:
            yield _sentence(_text(inner.get("text")))
        for action in inner.entries:
            if isinstance(action.value, MappingNode):
                yield from _action(action.key.text, action.value)


def _action(name: str, node: MappingNode) -> Iterator[str]:
    yield from ("", f"### {_title(name)}", "")
    yield _sentence(_text(node.get("text")))
    chosen = _mapping(node.get("choose"))
    for entry in chosen.entries if chosen is not None else ():
        yield f"- Choose {entry.key.text.replace('_', ' ')}: {_text(entry.value)}"
    when = node.get("when")
    if isinstance(when, MappingNode):
        for entry in when.entries:
            yield f"- {_sentence(_text(entry.value))} ({_text(entry.key)})"
    elif when is not None:
        yield f"- Only when {_text(when)}"
    if node.get("do") is not None:
        yield "- Then:"
        yield from _steps(node.get("do"), 1)


def _procedures(node: MappingNode | None) -> Iterator[str]:
    for entry in node.entries if node is not None else ():
        yield from ("", f"## {_title(entry.key.text)}", "")
        yield from _steps(entry.value, 0)


def _result(node: MappingNode | None) -> Iterator[str]:
    if node is None:
        return
    yield from ("", "## The end", "")
    if node.get("score") is not None:
        yield f"- The score of each player: {_text(node.get('score'))}"
    if node.get("winner") is not None:
        yield f"- The winner: {_text(node.get('winner'))}"


def _options(node: MappingNode | None) -> Iterator[str]:
    if node is None:
        return
    yield from ("", "## Options", "", "| option | | from | usual |", "|---|---|---|---|")
    for entry in node.entries:
        if isinstance(entry.value, MappingNode):
            option = entry.value
            cells = [_text(option.get(key)) for key in ("text", "is", "default")]
            yield f"| {entry.key.text} | {' | '.join(cells)} |"
