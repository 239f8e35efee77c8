"""Without an extra the rest works, and the adapter says what to install."""

from __future__ import annotations

import subprocess
import sys

import pytest

import cardengine.adapters

WITHOUT = """
import sys
sys.modules[{module!r}] = None
import cardengine.adapters
cardengine.adapters.Numbering
try:
    cardengine.adapters.{name}
except ImportError as error:
    print(type(error).__name__, error)
"""


@pytest.mark.parametrize(
    ("module", "name", "framework", "extra"),
    [
        ("pyspiel", "to_open_spiel", "OpenSpiel", "open-spiel"),
        ("numpy", "to_open_spiel", "OpenSpiel", "open-spiel"),
        ("pettingzoo", "to_aec_env", "PettingZoo", "pettingzoo"),
    ],
)
def test_a_missing_extra_is_named(module: str, name: str, framework: str, extra: str) -> None:
    code = WITHOUT.format(module=module, name=name)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    message = f"{framework} isn't installed; install it with: pip install 'cardengine[{extra}]'"
    assert done.stdout.strip() == f"MissingExtraError {message}"


def test_the_package_alone_loads_no_framework() -> None:
    code = "import sys, cardengine.adapters; print({'pyspiel', 'numpy', 'pettingzoo'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_the_adapters_are_there_by_name() -> None:
    assert callable(cardengine.adapters.to_open_spiel)
    assert callable(cardengine.adapters.to_aec_env)
    with pytest.raises(AttributeError, match="no attribute 'to_nothing'"):
        cardengine.adapters.to_nothing  # noqa: B018 - the look-up is the test
