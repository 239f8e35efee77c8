"""Caches the parser's tables between runs: building them takes longer than the rest of a check.

The cache is a JSON file (which can't run code) in the user's cache folder, named by a hash of the grammar and Lark's
version. If anything is wrong with it, the parser is built anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef
from platformdirs import user_cache_path

MAX_BYTES = 4 * 1024 * 1024


def load_parser(grammar: str, starts: list[str]) -> Lark:
    """A parser for a grammar, from cached tables if possible."""
    path = _path(grammar, starts)
    kept = _kept(path)
    if kept is not None:
        return kept
    parser = Lark(grammar, parser="lalr", start=starts, propagate_positions=True, maybe_placeholders=False)
    with contextlib.suppress(OSError, TypeError, ValueError):
        _keep(parser, path)
    return parser


def _path(grammar: str, starts: list[str]) -> Path:
    identity = "\n".join([lark.__version__, *starts, grammar])
    return user_cache_path("cardengine") / f"grammar-{hashlib.sha256(identity.encode()).hexdigest()[:24]}.json"


def _kept(path: Path) -> Lark | None:
    try:
        if path.stat().st_size > MAX_BYTES:
            return None
        data = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_with_numbers)
        return Lark.load(data)
    except Exception:  # noqa: BLE001 - whatever is wrong with the cache, the parser can be built without it
        return None


def _with_numbers(pairs: list[tuple[str, Any]]) -> dict[str | int, Any]:
    """Restore the integer keys of the tables, which JSON turns into strings."""
    return {int(key) if key.isdigit() else key: value for key, value in pairs}


def _keep(parser: Lark, path: Path) -> None:
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
        json.dump({"data": data, "memo": memo}, file, separators=(",", ":"))
    Path(file.name).replace(path)
