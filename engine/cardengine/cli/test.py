# ruff: noqa: PLC0415 - heavy imports wait until a command needs them: `--help` must be quick
"""``cardengine test``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def run_tests(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[PATH...]", help="Test files, rulesets, or folders; those in ./rulesets when none is named."
        ),
    ] = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Name the tests that pass too.")] = False,
) -> None:
    """Run the scenario tests of rulesets.

    Ends with 1 when a test fails.
    """
    import sys
    from itertools import groupby

    from cardengine.cli.errors import ExitCode, exit_code, wants_color
    from cardengine.diagnostics import render_text, visible
    from cardengine.testing import run_paths

    results = run_paths(paths or [])
    for file, group in groupby(results, key=lambda result: result.file):
        tests = list(group)
        passed = sum(result.passed for result in tests)
        print(f"{visible(file)}: {passed} of {len(tests)} passed")
        for result in tests:
            name = visible(result.name) or "the file as a whole"
            if verbose or not result.passed:
                print(f"  {'passed' if result.passed else 'FAILED'}  {name}")
            if result.problems:
                print(render_text(result.problems, wants_color(sys.stdout)), end="\n\n")
    failed = [result for result in results if not result.passed]
    passed = len(results) - len(failed)
    print(f"{passed} passed, {len(failed)} failed" if failed else f"{passed} passed")
    if failed:
        problems = [problem for result in failed for problem in result.problems]
        raise SystemExit(max(ExitCode.PROBLEMS, exit_code(problems, asked=False)))
