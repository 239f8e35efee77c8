from __future__ import annotations

import pytest

from cardengine.diagnostics import (
    Format,
    render,
    render_github,
    render_json,
    render_sarif,
    render_text,
)
from tests.diagnostics.samples import no_place, unknown_field

PROBLEMS = [unknown_field(), no_place()]


@pytest.mark.parametrize(
    ("format", "expected"),
    [
        (Format.TEXT, render_text(PROBLEMS)),
        (Format.JSON, render_json(PROBLEMS)),
        (Format.GITHUB, render_github(PROBLEMS)),
        (Format.SARIF, render_sarif(PROBLEMS)),
    ],
)
def test_each_format_has_its_renderer(format: Format, expected: str) -> None:
    assert render(PROBLEMS, format) == expected
    assert not expected.endswith("\n")


def test_every_format_is_tested() -> None:
    assert {format.value for format in Format} == {"text", "json", "github", "sarif"}


@pytest.mark.parametrize("format", Format)
def test_colour_is_for_text_only(format: Format) -> None:
    colored = render(PROBLEMS, format, color=True)
    assert (colored != render(PROBLEMS, format)) is (format is Format.TEXT)


@pytest.mark.parametrize("format", Format)
def test_any_iterable_will_do(format: Format) -> None:
    assert render(iter(PROBLEMS), format) == render(PROBLEMS, format)
