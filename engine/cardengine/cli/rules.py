# ruff: noqa: PLC0415 - heavy imports wait until a command needs them: `--help` must be quick
"""``cardengine rules``."""

from __future__ import annotations

from cardengine.cli.parameters import Ruleset


def rules(ruleset: Ruleset) -> None:
    """Write the rules of a game as a person would read them, made from its ruleset.

    The ruleset is checked first. Ends with 1 when there are problems, with 2 when a file can't be read.
    """
    import sys

    from cardengine.cli.errors import wants_color
    from cardengine.cli.rulebook import rulebook
    from cardengine.diagnostics import SourceText
    from cardengine.model.load import load_file
    from cardengine.source import MappingNode, read_yaml

    loaded = load_file(ruleset)
    top = read_yaml(SourceText(loaded.name, loaded.text), [])
    assert isinstance(top, MappingNode)
    data = {name: read_yaml(SourceText(name, text), []) for name, text in loaded.data.items()}
    lines = rulebook(top, {name: node for name, node in data.items() if isinstance(node, MappingNode)})
    if wants_color(sys.stdout):
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown("\n".join(lines)))
    else:
        for line in lines:
            print(line)
