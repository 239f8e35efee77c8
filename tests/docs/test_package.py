"""What the package asks for when it is installed, and its version."""

from __future__ import annotations

import re
import tomllib

from cardengine.version import __version__
from tests.docs.book import DOCS

ROOT = DOCS.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_version_stands_in_one_place() -> None:
    assert "version" not in PROJECT["project"]
    assert PROJECT["project"]["dynamic"] == ["version"]
    file = ROOT / PROJECT["tool"]["hatch"]["version"]["path"]
    assert f'__version__ = "{__version__}"' in file.read_text(encoding="utf-8")


def test_extras_are_bounded_on_both_sides() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    for name in ("fast", "open-spiel", "pettingzoo"):
        assert all(re.fullmatch(r"[a-z-]+>=[\d.]+,<\d+", need) for need in extras[name]), name


def test_wasmtime_comes_along_where_it_has_a_wheel() -> None:
    needs = [need for need in PROJECT["project"]["dependencies"] if need.startswith("wasmtime")]
    [fast] = PROJECT["project"]["optional-dependencies"]["fast"]
    assert all(need.startswith(f"{fast}; sys_platform == ") for need in needs)
    platforms = {"linux": ("x86_64", "aarch64"), "darwin": ("x86_64", "arm64"), "win32": ("AMD64", "ARM64")}
    for need, (system, machines) in zip(needs, platforms.items(), strict=True):
        assert re.findall(r"'(\w+)'", need) == [system, *machines]
