"""Build the sentence grammar in Lark's strict mode.

By default Lark settles a conflict, or two terminals that match the same text, without a word. In strict mode
(which needs ``interegular``) either is an error, so the grammar means one thing only.
"""

from __future__ import annotations

import sys
import time

from lark import Lark
from lark.exceptions import LarkError

from cardengine.lang.parser import Entry, grammar_text


def main() -> None:
    """Build the grammar for all its entries at once, as the engine does, and for each alone."""
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
