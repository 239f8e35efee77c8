# ruff: noqa: PLC0415 - heavy imports wait until a command needs them: `--help` must be quick
"""``cardengine validate``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardengine.diagnostics.render import Format

if TYPE_CHECKING:
    from cardengine.diagnostics import Diagnostic


def validate(
    rulesets: Annotated[
        list[str], typer.Argument(metavar="RULESET...", help="Files, folders with rulesets, or bundled names.")
    ],
    output: Annotated[Format, typer.Option("--format", help="How to write the problems.")] = Format.TEXT,
) -> None:
    """Check rulesets and say all that is wrong with them.

    Ends with 0 when they are fine, with 1 when there are problems, with 2 when a file can't be read.
    """
    import sys

    from cardengine.cli.errors import ExitCode, exit_code, wants_color
    from cardengine.diagnostics import render, visible

    checked: list[tuple[str, tuple[Diagnostic, ...]]] = []
    for name in rulesets:
        for file in _files(name):
            checked.append((str(file), _problems(file)))
    everything = [problem for _, problems in checked for problem in problems]
    if output is Format.TEXT:
        if everything:
            print(render(everything, output, wants_color(sys.stdout)), end="\n\n")
        for file, problems in checked:
            print(f"{visible(file)}: {_summary(problems)}")
    else:
        print(render(everything, output))
    code = exit_code(everything, asked=False)
    if code is not ExitCode.OK:
        raise SystemExit(code)


def _files(name: str) -> list[Path | str]:
    """The rulesets that an argument names; for a folder those directly in it, each with its variants."""
    from cardengine.model.load import find
    from cardengine.variants import variant_files

    path = Path(name)
    if not name.strip() or not path.is_dir() or not find(name).is_dir():
        return [name]
    found = sorted(file for file in path.iterdir() if file.suffix in (".yaml", ".yml") and file.is_file())
    whole = [file for ruleset in found for file in (ruleset, *variant_files(ruleset)) if not _is_mixin(file)]
    return list(whole) or [name]


def _is_mixin(file: Path) -> bool:
    """Whether a file is a mixin, which is checked only where it is mixed in."""
    from cardengine.diagnostics import DiagnosticError
    from cardengine.source import read_source, read_yaml
    from cardengine.variants import is_mixin

    try:
        node = read_yaml(read_source(file), [])
    except DiagnosticError:
        return False
    return node is not None and is_mixin(node)


def _problems(file: Path | str) -> tuple[Diagnostic, ...]:
    """All problems of a ruleset, including those of the smallest and largest number of players."""
    from cardengine.diagnostics import Code, Diagnostic, DiagnosticError
    from cardengine.model.load import find, load_file
    from cardengine.runtime.game import Game

    if isinstance(file, str) and not file.strip():
        return (Diagnostic(Code.FILE_NOT_FOUND, "no ruleset is named", help="give a file or a folder"),)
    if isinstance(file, str) and Path(file).is_dir() and find(file).is_dir():
        help_ = "rulesets lie right in the folder, in files that end in .yaml"
        return (Diagnostic(Code.NOT_A_FILE, "there is no ruleset in this folder", help=help_, place=file),)
    try:
        loaded = load_file(file)
    except DiagnosticError as error:
        return error.diagnostics
    problems = dict.fromkeys(loaded.warnings)
    for players in sorted({loaded.ruleset.fewest, loaded.ruleset.most}):
        try:
            Game(loaded, None, players)
        except DiagnosticError as error:
            problems |= dict.fromkeys(error.diagnostics)
    return tuple(problems)


def _summary(problems: tuple[Diagnostic, ...]) -> str:
    from cardengine.diagnostics import Severity

    errors = sum(problem.severity is Severity.ERROR for problem in problems)
    warnings = len(problems) - errors
    parts = [
        f"{count} {word}{'' if count == 1 else 's'}"
        for count, word in ((errors, "problem"), (warnings, "warning"))
        if count
    ]
    if not errors:
        parts.insert(0, "fine")
    return ", ".join(parts)
