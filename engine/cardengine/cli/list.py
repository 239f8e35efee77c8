# ruff: noqa: PLC0415 - heavy imports wait until a command needs them: `--help` must be quick
"""``cardengine list``."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def list_rulesets() -> None:
    """List the rulesets that come with cardengine, and their variants."""
    from cardengine.source import bundled
    from cardengine.variants import variant_files

    folder = bundled("rulesets")
    files = sorted(folder.glob("*.yaml"))
    for number, file in enumerate(files):
        if number:
            print()
        data = _head(file)
        print(f"{file.stem}: {data.get('game', file.stem)}, {_players(data.get('players'))}")
        if data.get("text"):
            print(f"    {data['text']}")
        for variant in variant_files(file):
            text = _head(variant).get("text")
            print(f"  {file.stem}/{variant.stem}" + (f": {text}" if text else ""))
    if not files:
        print("There are no bundled rulesets.")


def _head(file: Path) -> dict[str, Any]:
    """The top-level keys with scalar values; empty for a broken file, which `validate` explains."""
    from cardengine.diagnostics import DiagnosticError
    from cardengine.source import MappingNode, ScalarNode, read_source, read_yaml

    try:
        node = read_yaml(read_source(file), [])
    except DiagnosticError:
        return {}
    if not isinstance(node, MappingNode):
        return {}
    return {entry.name: entry.value.line for entry in node.entries if isinstance(entry.value, ScalarNode)}


def _players(text: str | None) -> str:
    if not text:
        return "players not said"
    return "1 player" if text == "1" else f"{text} players"
