"""Which rulesets have the right structure, and what is said of the others."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardengine.diagnostics import Code, Diagnostic, Family, Severity, SourceText, render_text
from cardengine.schema import SchemaName, check_structure
from cardengine.source import read_yaml
from tests.effort import seconds
from tests.schema.helpers import check, check_part, found, whole

SCOPA = """\
game: Scopa
text: Fish for cards that add up to yours
players: 2 to 4
teams: [[0, 2], [1, 3]]
cards:
  suits: {cups: red, coins: yellow, clubs: green, swords: blue}
  ranks: [one, two, three, four, five, six, seven, knave, knight, king]
  packs: 1
  jokers: 0
  without: suit is cups and rank is one
  value: {one: 1, knave: 8, knight: 9, king: options.royal}
  order: [one, two, three]
  text: An Italian pack
pieces:
  castle:
    name: p{seat}.{number}
    limit: 3
    columns: {class: name, cost: number from 1 to 9}
    list:
      - [keep, 5]
      - [tower, 3]
    text: Built face down
  wall:
    columns: {class: name}
    data: walls
options:
  royal: {is: number from 1 to 13, default: 10, text: Value of the king}
  share: {is: fraction from 0 to 1, default: 1/2}
  half: {is: fraction from 0 to 1, default: 0.5}
  kind: {is: no or on, default: no}
zones:
  table: {deck: face-down pile, row: face-up row}
  player: {hand: face-down row seen by owner}
  team: {won: face-down pile}
  castle: {garrison: face-down row}
variables:
  game: {round: "number from 0 to 99"}
  player: {points: number from 0 to 99}
  card: {marked: yes or no}
  castle: {damage: number from 0 to 9}
define:
  taken(player): count(player.won)
  sweep (player, amount is a number): 0
  start_with: [keep, tower, 3]
setup:
  - shuffle every card into deck
play:
  - for each player in players:
      - if any(deck):
          - player chooses move
        else if any(row):
          - skip
        else:
          - stop
  - repeat:
      - phase last:
          - end the game
procedures:
  pay(player): [add 1 to player.points]
choices:
  move:
    text: Play a card
    play:
      text: Lay it on the table
      choose: {card: a card from your hand}
      when:
        card is not QS: It is too good
        any(row): There is nothing to take
      evaluate: 0 - card.value
      do:
        - move card to row
    pass:
      text: Do nothing
      when: empty(your hand)
result: {score: 0, winner: highest team score}
table:
  layout: [[deck, row], [hand]]
  labels: {deck: Stock}
"""


def test_a_ruleset_with_every_key_is_right() -> None:
    assert check(SCOPA) == []


@pytest.mark.parametrize(
    "part",
    [
        "players: 1",
        "players: 2 to 10",
        "game: 1830",
        "cards: {pack: standard, order: ace high}",
        "cards: {suits: [cups], ranks: [one], jokers: [fool, joker]}",
        "cards: {columns: {title: name}, list: [[guard], [priest]], packs: 2}",
        "options: {}",
        "result: {}",
        "setup: []",
        "choices: {c: {a: {text: x}}}",
        "choices: {c: {a: {text: x, when: true, do: []}}}",
        "choices: {c: {text: x}}",
        "define: {a: true, b: 3, c: 1.5, d: []}",
    ],
)
def test_right_parts(part: str) -> None:
    assert check_part(part) == []


@pytest.mark.parametrize("code", [code for code in Code if code.family is Family.STRUCTURE], ids=str)
def test_the_example_of_every_code_has_the_problem(code: Code) -> None:
    assert {problem.code for problem in check_part(code.example)} == {code}


@pytest.mark.parametrize(
    ("part", "problems"),
    [
        # unknown keys
        ("variable: {}", [("S101", "variable")]),
        ("options: {a: {is: x, defualt: b}}", [("S101", "defualt")]),
        ("choices: {c: {a: {text: x, wehn: y, chose: {}}}}", [("S101", "wehn"), ("S101", "chose")]),
        ("cards: {pack: standard, Suits: [a]}", [("S101", "Suits")]),
        ("setup:\n  - set x to y: z", [("S101", "set x to y")]),
        ("setup:\n  - iffy:\n      - win", [("S101", "iffy")]),
        ("table: {zones: x}", [("S101", "zones")]),
        # missing keys
        ("options: {a: {is: x}}", [("S102", "a")]),
        ("options: {a: {}}", [("S102", "a"), ("S102", "a")]),
        ("choices: {c: {a: {do: [win]}}}", [("S102", "a")]),
        ("pieces: {a: {list: [[b]]}}", [("S102", "a")]),
        ("pieces: {a: {columns: {b: c}}}", [("S102", "a")]),
        ("cards: {}", [("S102", "cards")]),
        ("cards: {suits: [a]}", [("S102", "cards")]),
        ("cards: {ranks: [a]}", [("S102", "cards")]),
        ("cards: {columns: {a: b}}", [("S102", "cards")]),
        # wrong kinds
        ("game: [x]", [("S103", "game")]),
        ("game: {a: b}", [("S103", "game")]),
        ("players: 1.0", [("S103", "1.0")]),
        ("players: true", [("S103", "true")]),
        ("players: [2]", [("S103", "players")]),
        ("options: {a: 3}", [("S103", "3")]),
        ("options: []", [("S103", "options")]),
        ("setup: shuffle deck", [("S103", "shuffle deck")]),
        ("setup: {if x: [win]}", [("S103", "setup")]),
        ("setup:\n  - if x: stop", [("S103", "stop")]),
        ("setup: [3, [win]]", [("S103", "3"), ("S103", "[win]")]),
        ("setup:\n  - if x:\n      a: b", [("S103", "if x")]),
        ("cards: standard", [("S103", "standard")]),
        ("cards: {pack: standard, packs: '2'}", [("S103", "'2'")]),
        ("cards: {pack: standard, packs: 2.0}", [("S103", "2.0")]),
        ("cards: {suits: [1], ranks: [one]}", [("S103", "1")]),
        ("pieces: {a: {columns: {b: c}, list: [d]}}", [("S103", "d")]),
        ("pieces: {a: {columns: {b: c}, list: [[[d]]]}}", [("S103", "[d]")]),
        ("zones: {table: {deck: {a: b}}}", [("S103", "deck")]),
        ("zones: {table: {deck: 7}}", [("S103", "7")]),
        ("zones: {deck: face-down pile}", [("S103", "face-down pile")]),
        ("variables: {round: number from 0 to 9}", [("S103", "number from 0 to 9")]),
        ("define: {a: [b, [c]], d: {}}", [("S103", "[c]"), ("S103", "d")]),
        ("choices: {c: [a]}", [("S103", "c")]),
        ("choices: {c: {a: b}}", [("S103", "b")]),
        ("choices: {c: {a: {text: x, when: [y]}}}", [("S103", "when")]),
        ("choices: {c: {a: {text: x, choose: a card}}}", [("S103", "a card")]),
        ("teams: [[0, x]]", [("S103", "x")]),
        # words that can't be chosen
        ("cards: {pack: tarot}", [("S104", "tarot")]),
        ("cards: {pack: standard, order: ace hihg}", [("S104", "ace hihg")]),
        ("result: {winner: most points}", [("S104", "most points")]),
        ("result: {winner: [a]}", [("S104", "winner")]),
        # names
        ("options: {Max: {is: x, default: y}}", [("S105", "Max")]),
        ('options: {"a\\n": {is: x, default: y}}', [("S105", '"a\\n"')]),
        ("zones: {table: {my deck: x}, Player: {}}", [("S105", "my deck"), ("S105", "Player")]),
        ("cards: {suits: [Cups], ranks: [1st]}", [("S105", "Cups"), ("S105", "1st")]),
        ("cards: {suits: {cups: Red}, ranks: [one]}", [("S105", "Red")]),
        ("define: {'a(': x, 'A': y, 'a b': z}", [("S105", "'a('"), ("S105", "'A'"), ("S105", "'a b'")]),
        ("procedures: {a-b: []}", [("S105", "a-b")]),
        ("choices: {C: {a: {text: x}}, c: {A: {text: x}}}", [("S105", "C"), ("S105", "A")]),
        ("choices: {c: {a: {text: x, choose: {2nd: y}}}}", [("S105", "2nd")]),
        ("table: {layout: [[a, B]], labels: {C: d}}", [("S105", "B"), ("S105", "C")]),
        # forms
        ("players: 2-6", [("S106", "2-6")]),
        ("players: '3'", [("S106", "'3'")]),
        ("players: 0 to 6", [("S106", "0 to 6")]),
        # nothing there
        ("game:", [("S107", "game")]),
        ("game: null", [("S107", "null")]),
        ("game: ''", [("S107", "''")]),
        ("options:", [("S107", "options")]),
        ("setup:\n  -", [("S107", "")]),
        ("setup: ['']", [("S107", "''")]),
        ("setup:\n  - if x:\n  - win", [("S107", "if x")]),
        ("result: {winner: }", [("S107", "winner")]),
        ("cards: {pack: standard, value: {ace: }}", [("S107", "ace")]),
        # numbers
        ("players: 0", [("S108", "0")]),
        ("players: -2", [("S108", "-2")]),
        ("teams: [[-1]]", [("S108", "-1")]),
        ("cards: {pack: standard, packs: 0, jokers: -1}", [("S108", "0"), ("S108", "-1")]),
        # keys that clash
        ("cards: {pack: standard, suits: [a], ranks: [b]}", [("S109", "suits"), ("S109", "ranks")]),
        ("cards: {pack: standard, columns: {a: b}, list: [[c]]}", [("S109", "columns"), ("S109", "list")]),
        ("cards: {columns: {a: b}, list: [[c]], suits: [d]}", [("S109", "suits")]),
        ("pieces: {a: {columns: {b: c}, list: [[d]], data: e}}", [("S109", "data")]),
        # counts
        ("cards: {suits: [], ranks: [a]}", [("S111", "suits")]),
        ("teams: []", [("S111", "teams")]),
        ("teams: [[]]", [("S111", "[]")]),
        ("setup: [{}]", [("S111", "{}")]),
        ("choices: {c: {a: {text: x, when: {}}}}", [("S111", "when")]),
        # repeated items
        ("cards: {suits: [a, b, a, a], ranks: [c]}", [("S112", "a"), ("S112", "a")]),
        ("teams: [[0, 0]]", [("S112", "0")]),
    ],
)
def test_problems_and_their_places(part: str, problems: list[tuple[str, str]]) -> None:
    assert found(check_part(part)) == problems


@pytest.mark.parametrize("key", ["game", "players", "cards", "play"])
def test_keys_that_a_ruleset_must_have(key: str) -> None:
    text = "".join(line for line in whole("").splitlines(True) if not line.startswith(f"{key}:"))
    (problem,) = check(text)
    assert problem.code is Code.MISSING_KEY
    assert problem.place == "file.yaml"
    assert f"`{key}`" in problem.message


def test_a_misspelt_key_is_not_missing_too() -> None:
    (problem,) = check(whole("").replace("play:", "plya:"))
    assert found([problem]) == [("S101", "plya")]
    assert problem.help == "did you mean `play`?"
    assert problem.fix is not None
    assert (problem.fix.span.text, problem.fix.replacement) == ("plya", "play")


def test_a_key_that_is_there_is_not_suggested() -> None:
    problem = check_part("plays: []")[0]
    assert problem.code is Code.UNKNOWN_KEY
    assert problem.help is None
    assert problem.notes[0].startswith("the keys here are: game, text, players,")


@pytest.mark.parametrize(("text", "kind"), [("[a]", "a list"), ("a", "a text"), ("3", "a number")])
def test_a_file_that_is_no_mapping(text: str, kind: str) -> None:
    (problem,) = check(text)
    assert problem.code is Code.WRONG_KIND
    assert problem.message == f"the file must be a ruleset, not {kind}"


@pytest.mark.parametrize(
    ("part", "message", "advice"),
    [
        (
            "setup: shuffle deck",
            "`setup` must be a list of steps, each beginning with `- `, not a text",
            "begin each item with `- `, in a line of its own",
        ),
        (
            "cards: {pack: standard, packs: '2'}",
            "`packs` must be a number of packs, not a text",
            "write it without quotes",
        ),
        ("players: 2-6", "`players` can't be `2-6`", "write a number, or a range such as `2 to 6`"),
        (
            "zones: {table: {Deck: x}}",
            "`Deck` can't be a name",
            "a name has small letters, digits and `_`, and begins with a letter",
        ),
        (
            "result: {winner: hihgest score}",
            "`winner` can't be `hihgest score`",
            "did you mean `highest score`?",
        ),
        ("cards: {suits: [a], ranks: [b, C]}", "an item of `ranks` can't be `C`", None),
        (
            "pieces: {a: {columns: {b: c}, list: [[[d]]]}}",
            "an item of `list` must be a value, not a list",
            None,
        ),
        (
            "choices: {c: {a: {text: x, when: [y]}}}",
            "`when` must be a condition, or a mapping of conditions to the reasons why not, not a list",
            None,
        ),
    ],
)
def test_the_words(part: str, message: str, advice: str | None) -> None:
    (problem,) = check_part(part)
    assert problem.message == message
    assert advice is None or problem.help == advice
    assert problem.severity is Severity.ERROR


def test_a_missing_key_is_described() -> None:
    (problem,) = check_part("options: {a: {is: x}}")
    assert problem.message == "the key `default` is missing in `a`"
    assert problem.notes == ("`default`: What is taken when nobody chooses.",)


def test_a_repeated_item_shows_the_first() -> None:
    (problem,) = check_part("cards: {suits: [a, b, a], ranks: [c]}")
    assert [label.span.column for label in problem.labels] == [23, 17]


def test_problems_come_by_place() -> None:
    problems = check_part("setup: x\nplay: {}\noptions: {A: 3}\nresult: {winner: x}")
    starts = [problem.span.start for problem in problems if problem.span]
    assert len(starts) == 5
    assert starts == sorted(starts)


def test_several_files_may_be_checked_by_different_schemas() -> None:
    assert check("tests: {a: {expect: {over: true}}}", SchemaName.RULETEST) == []
    assert check(SCOPA, SchemaName.RULETEST) != []


def test_a_ruleset_takes_a_few_milliseconds() -> None:
    check(SCOPA)
    begin = time.process_time()
    for _ in range(20):
        check(SCOPA)
    assert (time.process_time() - begin) / 20 < 0.05


@pytest.mark.parametrize(
    "part",
    [
        "options: {" + ",".join(f"K{number}: 3" for number in range(6000)) + "}",
        "options:\n" + "".join(f"  k{number}: {{is: a, defualt: b}}\n" for number in range(3000)),
        "".join(f"k{number}: 1\n" for number in range(9000)),
        "cards: {suits: [" + ",".join(f"a{number},{number}" for number in range(9000)) + "], ranks: [a]}",
        "teams: [[" + ",".join(str(number % 9000) for number in range(18_000)) + "]]",
        "players: " + "9 " * 100_000,
        "options: {a: {is: x, default: " + "9" * 200_000 + "}}",
        "define:\n  ? a(" + "(" * 100_000 + "\n  : b",
    ],
    ids=range(8),
)
def test_hostile_rulesets_are_answered_soon(part: str) -> None:
    text = whole(part)
    assert seconds(lambda: check(text), 2) < 2


def test_jsonschema_is_imported_only_when_a_file_is_checked() -> None:
    code = "import cardengine.schema, sys; raise SystemExit('jsonschema' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


KEYS = st.sampled_from(
    [
        "game",
        "text",
        "players",
        "cards",
        "pack",
        "suits",
        "pieces",
        "columns",
        "list",
        "options",
        "is",
        "default",
        "zones",
        "table",
        "variables",
        "define",
        "setup",
        "play",
        "repeat",
        "choices",
        "when",
        "do",
        "choose",
        "result",
        "winner",
        "layout",
        "tests",
        "expect",
        "steps",
        "over",
        "seat",
        "action",
        "if x",
        "else",
        "else if y",
        "A b",
        "",
    ]
)
SCALARS = st.sampled_from(["a", "3", "1.5", "true", "null", "''", "2 to 6", "ace high", "-1"])


def flow(data: object) -> str:
    """Nested data as YAML."""
    if isinstance(data, list):
        return f"[{', '.join(map(flow, data))}]"
    if isinstance(data, dict):
        return "{" + ", ".join(f"'{key}': {flow(value)}" for key, value in data.items()) + "}"
    return str(data)


DATA = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)


@given(DATA, st.sampled_from(SchemaName))
def test_any_data_are_answered_in_words(data: object, schema: SchemaName) -> None:
    problems = check(flow(data), schema)
    text = render_text(problems)
    assert "something else" not in text
    assert "None" not in text
    assert all(problem.code.family is Family.STRUCTURE for problem in problems)


@given(st.data())
def test_any_damage_to_a_ruleset_is_answered(data: st.DataObject) -> None:
    lines = SCOPA.splitlines(True)
    index = data.draw(st.integers(0, len(lines) - 1))
    old = data.draw(st.sampled_from(lines[index].replace(":", " ").split()))
    new = data.draw(st.sampled_from(["", "xyz", "3", "Q", "[]", "{}", "''"]))
    lines[index] = lines[index].replace(old, new, 1)
    report: list[Diagnostic] = []
    node = read_yaml(SourceText("f", "".join(lines)), report)
    if node is not None:
        report += check_structure(node, SchemaName.RULESET)
    render_text(report)
