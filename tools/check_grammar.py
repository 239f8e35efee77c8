"""Build the sentence grammar in Lark's strict mode.

By default Lark silently resolves conflicts and terminals that match the same text. In strict mode (which needs
``interegular``) both are errors, so the grammar is unambiguous.
"""

from __future__ import annotations

import sys
import time

from lark import Lark
from lark.exceptions import LarkError

from cardengine.lang.parser import Entry, grammar_text


def main() -> None:
    """Build the grammar for all start symbols at once, as the engine does, and for each separately."""
    entries = [entry.value for entry in Entry]
    started = time.perf_counter()
    for start in (entries, *([entry] for entry in entries)):
        try:
            Lark(grammar_text(), parser="lalr", strict=True, start=start)
        except LarkError as error:
            sys.exit(f"grammar.lark, starting with {', '.join(start)}: {error}")
    print(f"{len(entries)} entries: {', '.join(entries)} ({time.perf_counter() - started:.1f} s)")


if __name__ == "__main__":
    main()
