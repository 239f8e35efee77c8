# ruff: noqa: PLC0415 - heavy imports wait until a command needs them: `--help` must be quick
"""The command line: ``cardengine``."""

import sys


def main() -> None:
    """Run the command line: the entry point of ``cardengine``."""
    try:
        # Imported here, so that Ctrl-C during the import leaves no traceback.
        from cardengine.cli.app import run

        run()
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        sys.exit(130)
