"""Finds the tests of a ruleset: those of ``NAME.yaml`` are stored in ``NAME/tests/*.yaml``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final

from cardengine.diagnostics import Code, Diagnostic, DiagnosticError
from cardengine.model.load import find
from cardengine.source import MappingNode, ScalarNode, bundled, read_source, read_yaml
from cardengine.variants import split_name

TESTS: Final = "tests"
_SUFFIXES: Final = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class TestFile:
    """A file of scenario tests.

    Attributes:
        path: the file.
        ruleset: the ruleset that the tests folder belongs to, or None.
    """

    __test__: ClassVar[bool] = False

    path: Path
    ruleset: Path | None


def find_tests(paths: Sequence[str | Path] = ()) -> list[TestFile]:
    """The test files that paths refer to, in order and without duplicates.

    Args:
        paths: test files, rulesets (meaning the tests beside them), bundled names, or folders of tests, of one
            ruleset or of several. Without paths: ``./rulesets`` if it exists, otherwise the bundled rulesets.

    Raises:
        DiagnosticError: a path doesn't exist, or has no tests.
    """
    if not paths:
        here = Path("rulesets")
        paths = [here if here.is_dir() else bundled("rulesets")]
    found: dict[Path, TestFile] = {}
    for path in paths:
        tests = list(_under(Path(path)))
        if not tests:
            help = f"a ruleset NAME.yaml has its tests in NAME/{TESTS}/, in files that end in .yaml"
            problem = Diagnostic(Code.TEST_BROKEN, "there are no scenario tests here", help=help, place=str(path))
            raise DiagnosticError((problem,))
        for test in tests:
            found.setdefault(test.path.absolute(), test)
    return list(found.values())


def _under(path: Path) -> Iterable[TestFile]:
    if path.is_dir():
        if path.name == TESTS:
            yield from _in_folder(path)
        elif (path / TESTS).is_dir():
            yield from _in_folder(path / TESTS)
        else:
            for ruleset in _yaml_files(path):
                yield from _in_folder(path / ruleset.stem / TESTS)
        return
    file = find(path)
    if file.absolute().parent.name == TESTS or _is_test(file):
        yield TestFile(file, _owner(file))
    else:
        yield from _in_folder(file.parent / file.stem / TESTS)


def _in_folder(folder: Path) -> Iterable[TestFile]:
    return (TestFile(file, _owner(file)) for file in _yaml_files(folder))


def _yaml_files(folder: Path) -> list[Path]:
    """The YAML files of a folder, sorted by name; empty if there is no such folder."""
    try:
        return sorted(file for file in folder.iterdir() if file.suffix in _SUFFIXES and file.is_file())
    except FileNotFoundError:
        return []
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        problem = Diagnostic(Code.UNREADABLE_FILE, f"the folder can't be read: {reason}", place=str(folder))
        raise DiagnosticError((problem,)) from None


def _is_test(file: Path) -> bool:
    """Whether a file has the key of a test file."""
    node = read_yaml(read_source(file), [])
    return isinstance(node, MappingNode) and node.get(TESTS) is not None


def _owner(file: Path) -> Path | None:
    folder = file.absolute().parent
    if folder.name != TESTS:
        return None
    # Kept relative, so that messages name the ruleset in the same way as the test file.
    home = file.parent.parent if file.parent.name == TESTS else folder.parent
    for suffix in _SUFFIXES:
        ruleset = home.parent / (folder.parent.name + suffix)
        if ruleset.is_file():
            return ruleset
    return None


def named_ruleset(test: Path, named: ScalarNode) -> Path:
    """The file that a test file names as its ruleset.

    A test file may come from anywhere, and lines of what it names are shown: so it names nothing outside of the
    folder that it belongs to.

    Args:
        test: the test file.
        named: a path from the test file's folder to a YAML file, or the name of a bundled ruleset or variant.

    Raises:
        DiagnosticError: it is neither.
    """
    path = test.parent / named.text
    home = test.absolute().parent
    # `NAME/tests/` belongs to the folder in which `NAME.yaml` lies; any other folder of tests to the one around it.
    home = home.parent.parent if home.name == TESTS else home.parent
    if path.suffix in _SUFFIXES and not Path(named.text).is_absolute():
        if path.resolve().is_relative_to(home.resolve()):
            return path
    elif split_name(named.text) is not None and not path.exists():
        return find(named.text)
    help = "name a YAML file beside the tests, such as `../NAME.yaml`, or a bundled ruleset"
    raise DiagnosticError(
        (Diagnostic(Code.TEST_BROKEN, "tests can't name this as their ruleset", named.span, help=help),)
    )
