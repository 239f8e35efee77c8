from __future__ import annotations

import pytest

from cardengine.diagnostics import render_text
from cardengine.source import bundled
from cardengine.testing import TestFile, find_tests, run_file

FILES = find_tests([bundled("rulesets")])


@pytest.mark.parametrize("file", [pytest.param(f, id=f"{f.path.parent.parent.name}-{f.path.stem}") for f in FILES])
def test_the_scenarios_of_the_bundled_rulesets_pass(file: TestFile) -> None:
    results = run_file(file)
    assert results
    for result in results:
        assert not result.problems, render_text(result.problems)


def test_every_bundled_ruleset_has_scenarios() -> None:
    rulesets = {path.stem for path in bundled("rulesets").glob("*.yaml")}
    assert rulesets == {file.path.parent.parent.name for file in FILES}
