"""The generator gives the numbers that docs/generator.md promises, on every Python."""

from __future__ import annotations

import copy
import doctest
import math
import os
import pickle
import re
import shutil
import subprocess
import sys
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardengine.runtime import generator
from cardengine.runtime.generator import Generator, seat_stream, splitmix64, stream

ROOT = Path(__file__).resolve().parents[2]
MODULE = ROOT / "engine/cardengine/runtime/generator.py"

WORDS = st.integers(0, 2**64 - 1)
GENERATORS = st.builds(Generator, WORDS, st.integers(0, 2**63 - 1))

# The 99.9 % points of chi-square, by degrees of freedom. A seed that stays under them does so for ever.
CHI_SQUARE_LIMIT = {2: 13.82, 5: 20.52, 23: 49.73, 51: 87.97}

PROBE = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("generator", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
for words in [(0, 0, 0), (7, 3, 1), (2**64 - 1, 2**64 - 1, 2**64 - 1)]:
    g = module.stream(*words)
    print(g.words(), [g.next32() for _ in range(50)], [g.below(n) for n in range(1, 200)], g.below(3 * 2**30))
    print(g.shuffle(range(52)), g.shuffle("abcdef"), g.words())
print(module.GENERATOR_VERSION)
"""


def chi_square(counts: Counter[int], cells: int) -> float:
    """Return how far ``counts`` are from equal."""
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


def reference_below(source: Generator, n: int) -> int:
    """Lemire's method as the page states it, with no short cut."""
    while True:
        scaled = source.next32() * n
        if scaled % 2**32 >= 2**32 % n:
            return scaled // 2**32


def test_pcg32_published_vector() -> None:
    """The demo of the reference implementation: seed 42, sequence 54."""
    g = Generator(42, 54)
    assert [g.next32() for _ in range(6)] == [
        0xA15C02B7,
        0x7B47F409,
        0xBA1D3330,
        0x83D2F293,
        0xBFA4784B,
        0xCBED606E,
    ]


def test_splitmix64_published_vector() -> None:
    """The outputs for the seed 1234567."""
    state = 1234567
    outputs = []
    for _ in range(5):
        state, output = splitmix64(state)
        outputs.append(output)
    assert outputs == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_the_page_is_right() -> None:
    """Every example of docs/generator.md gives what it says, and the version it names is this one."""
    page = (ROOT / "docs/generator.md").read_text(encoding="utf-8")
    assert f"**`{generator.GENERATOR_VERSION}`**" in page
    examples = "\n".join(re.findall(r"^```python\n(.*?)^```", page, flags=re.MULTILINE | re.DOTALL))
    parsed = doctest.DocTestParser().get_doctest(examples, {}, "generator.md", "docs/generator.md", 0)
    assert len(parsed.examples) > 10
    complaints: list[str] = []
    doctest.DocTestRunner(verbose=False).run(parsed, out=complaints.append)
    assert not complaints, "".join(complaints)


@given(WORDS, WORDS, st.integers(0, 3))
def test_streams_are_derived_as_the_page_says(seed: int, game: int, number: int) -> None:
    """The chain of three outputs of SplitMix64, then two more."""

    def mix(key: int) -> int:
        return splitmix64(key)[1]

    c = mix(mix(mix(seed) ^ game) ^ number)
    start, sequence = mix(c), mix((c + 0x9E3779B97F4A7C15) % 2**64) // 2
    assert stream(seed, game, number).words() == Generator(start, sequence).words()


def test_streams_differ() -> None:
    """Neighbouring seeds, games and streams have nothing in common."""
    firsts = {
        tuple(stream(seed, game, number).next32() for _ in range(1)) + stream(seed, game, number).words()
        for seed in range(10)
        for game in range(10)
        for number in range(10)
    }
    assert len({words[1] for words in firsts}) == len({words[2] for words in firsts}) == 1000
    assert [seat_stream(seat) for seat in range(3)] == [1, 2, 3]


@pytest.mark.parametrize("words", [(-1, 0, 0), (2**64, 0, 0), (0, -1, 0), (0, 2**64, 0), (0, 0, -1)])
def test_stream_refuses_what_does_not_fit(words: tuple[int, int, int]) -> None:
    """Seeds, games and streams are 64 bits each."""
    with pytest.raises(ValueError, match=r"must be from 0 to 2\*\*64 - 1"):
        stream(*words)


def test_generator_refuses_what_does_not_fit() -> None:
    """No generator is made of words that can't be."""
    for start, sequence in [(-1, 0), (2**64, 0), (0, -1), (0, 2**63)]:
        with pytest.raises(ValueError, match="must be from 0"):
            Generator(start, sequence)
    for words in [(-1, 1), (2**64, 1), (0, -1), (0, 2**64 + 1)]:
        with pytest.raises(ValueError, match="must be from 0"):
            Generator.from_words(words)
    with pytest.raises(ValueError, match="odd"):
        Generator.from_words((1, 2))


@pytest.mark.parametrize("n", [-1, 0, 2**32 + 1])
def test_below_refuses_what_it_can_not_draw(n: int) -> None:
    """And draws nothing then."""
    g = Generator(1, 1)
    before = g.words()
    with pytest.raises(ValueError, match="n must be from 1"):
        g.below(n)
    assert g.words() == before


@given(GENERATORS)
def test_words_clone_copy_and_pickle_keep_the_place(g: Generator) -> None:
    """Each of them goes on with the same numbers, independently."""
    g.next32()
    others = [Generator.from_words(g.words()), g.clone(), copy.copy(g), pickle.loads(pickle.dumps(g))]
    expected = [g.next32() for _ in range(5)]
    for other in others:
        assert [other.next32() for _ in range(5)] == expected
        assert other.words() == g.words()
    assert eval(repr(g), {"Generator": Generator}).words() == g.words()


@given(GENERATORS, st.one_of(st.integers(1, 100), st.integers(1, 2**32)))
def test_below_is_lemires_method(g: Generator, n: int) -> None:
    """With the short cut and without: the same numbers from the same draws."""
    plain = g.clone()
    for _ in range(20):
        number = g.below(n)
        assert 0 <= number < n
        assert number == reference_below(plain, n)
        assert g.words() == plain.words()


def test_below_at_its_ends() -> None:
    """One draw for n = 1, and the number itself for n = 2**32."""
    g = Generator(42, 54)
    assert g.below(2**32) == 0xA15C02B7
    assert g.below(1) == 0
    assert g.next32() == 0xBA1D3330


@given(GENERATORS, st.lists(st.integers(), max_size=60))
def test_shuffle_is_fisher_and_yates_from_the_end_down(g: Generator, items: list[int]) -> None:
    """It returns a new list and leaves the old one alone."""
    plain = g.clone()
    before = list(items)
    expected = list(items)
    for i in reversed(range(1, len(expected))):
        j = plain.below(i + 1)
        expected[i], expected[j] = expected[j], expected[i]
    assert g.shuffle(items) == expected
    assert items == before
    assert g.words() == plain.words()


def test_golden_shuffle() -> None:
    """The deal of seed 7, for ever."""
    assert stream(7, 0, 0).shuffle(range(52)) == GOLDEN_SHUFFLE
    assert sorted(GOLDEN_SHUFFLE) == list(range(52))


@pytest.mark.parametrize("n", [6, 52])
def test_below_is_uniform(n: int) -> None:
    """Chi-square over many draws of one stream."""
    g = stream(1, 0, 0)
    counts = Counter(g.below(n) for _ in range(1000 * n))
    assert chi_square(counts, n) < CHI_SQUARE_LIMIT[n - 1]


def test_below_is_uniform_where_a_remainder_would_not_be() -> None:
    """At n = 3 * 2**30 a plain product or remainder makes a third of the numbers twice as likely."""
    g = stream(2, 0, 0)
    modulo = Counter(g.below(3 * 2**30) % 3 for _ in range(9000))
    thirds = Counter(g.below(3 * 2**30) >> 30 for _ in range(9000))
    assert chi_square(modulo, 3) < CHI_SQUARE_LIMIT[2]
    assert chi_square(thirds, 3) < CHI_SQUARE_LIMIT[2]


def test_shuffles_are_uniform_over_games() -> None:
    """The first shuffle of game after game gives every order of four cards equally often."""
    orders = {order: number for number, order in enumerate(permutations(range(4)))}
    counts = Counter(orders[tuple(stream(3, game, 0).shuffle(range(4)))] for game in range(12_000))
    assert chi_square(counts, math.factorial(4)) < CHI_SQUARE_LIMIT[23]


def test_streams_of_a_game_are_uncorrelated() -> None:
    """What chance draws first says nothing of what the bot draws first."""
    pairs = Counter(stream(4, game, 0).below(2) * 3 + stream(4, game, 1).below(3) for game in range(12_000))
    assert chi_square(pairs, 6) < CHI_SQUARE_LIMIT[5]


def probe(python: str, hash_seed: str) -> str:
    """Return what PROBE prints under another interpreter or hash seed."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [python, "-c", PROBE, str(MODULE)],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout


def find_python(version: str) -> str | None:
    """Find an interpreter of this version on PATH or among pyenv's, and make sure that it runs."""
    candidates = [shutil.which(f"python{version}")]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    candidates += [str(found) for found in sorted(pyenv.glob(f"{version}.*/bin/python"))]
    for candidate in filter(None, candidates):
        said = subprocess.run(
            [candidate, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        if said.returncode == 0 and said.stdout.strip() == version:
            return candidate
    return None


@pytest.mark.parametrize("hash_seed", ["1", "2718", "random"])
def test_same_numbers_under_every_hash_seed(hash_seed: str) -> None:
    """Nothing depends on the order of a hash."""
    assert probe(sys.executable, hash_seed) == probe(sys.executable, "0")


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_same_numbers_on_every_python(version: str) -> None:
    """The interpreters that are to be found here agree with this one."""
    python = find_python(version)
    if python is None:
        pytest.skip(f"no Python {version} on PATH or under pyenv")
    assert probe(python, "random") == probe(sys.executable, "0")


GOLDEN_SHUFFLE = [
    *(21, 31, 45, 39, 29, 13, 28, 35, 27, 9, 17, 50, 14, 16, 33, 43, 34, 15, 22, 8, 5, 10, 37, 2, 38, 49),
    *(42, 51, 4, 12, 40, 6, 18, 36, 1, 44, 30, 24, 25, 26, 41, 11, 7, 47, 3, 32, 0, 19, 23, 46, 48, 20),
]
