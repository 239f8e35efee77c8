from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from cardengine.diagnostics import Code, DiagnosticError
from cardengine.source import bundled
from cardengine.source.bundled import _candidates

ROOT = Path(__file__).resolve().parents[2]


def test_in_a_checkout_the_top_level_folder_counts() -> None:
    assert bundled("schemas") == ROOT / "schemas"
    assert (bundled("schemas") / "ruleset.schema.json").is_file()


def test_elsewhere_the_package_has_them(tmp_path: Path) -> None:
    package = tmp_path / "site-packages" / "cardengine"
    assert _candidates(package, "rulesets") == [package / "rulesets"]
    checkout = tmp_path / "engine" / "cardengine"
    assert _candidates(checkout, "rulesets") == [tmp_path / "rulesets", checkout / "rulesets"]


def test_a_broken_installation(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # By its name the package has the function, not the module.
    module = import_module("cardengine.source.bundled")
    monkeypatch.setattr(module, "_PACKAGE", tmp_path / "cardengine")
    with pytest.raises(DiagnosticError) as caught:
        bundled("schemas")
    assert caught.value.diagnostics[0].code is Code.INCOMPLETE_INSTALLATION
