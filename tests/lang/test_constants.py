"""What must be known before a game begins, or before the cards are there: refused at its place, never a traceback."""

from __future__ import annotations

import pytest

from cardengine.diagnostics import DiagnosticError
from cardengine.model.load import load_text
from tests.lang.helpers import errors, game, whole

OPTION = "options: {{goal: {{is: '{}', default: '{}', text: A goal}}}}\nrequire: {{options.goal >= 0: A reason}}\n"
VALUES = "cards: {{pack: standard, value: {{ace: {}, jack: 10, queen: 10, king: 10}}}}\n"
CARDS = "cards:\n  columns: {{kind: name, price: '{}'}}\n  list: [[first_one, 1], [second_one, '{}']]\n"
PIECES = "pieces:\n  ship:\n    columns: {{class: name, power: '{}'}}\n    limit: 2\n    list: [[boat, '{}']]\n"


@pytest.mark.parametrize(
    ("part", "words"),
    [
        (OPTION.format("number from 1 to count(every card)", "2"), "every card"),
        (OPTION.format("number from 1 to AS.value", "2"), "AS.value"),
        (OPTION.format("number from 0 to 90 by count(every card)", "0"), "every card"),
        (OPTION.format("fraction from 0 to count(every card)", "1"), "every card"),
        (OPTION.format("number from 1 to 60", "count(every card)"), "every card"),
        (OPTION.format("number from 1 to 60", "if AS.rank is ace then 1 else 2"), "AS.rank"),
        (OPTION.format("number from 1 to second_one.price", "1") + CARDS.format("number from 0 to 9", 2),
         "second_one.price"),
        (VALUES.format("count(every card)"), "every card"),
        (VALUES.format("2D.value"), "2D.value"),
        (PIECES.format("number from 0 to 9", "count(every card)"), "every card"),
        (PIECES.format("number from 0 to 9", "AS.value"), "AS.value"),
        (PIECES.format("number from 0 to count(every card)", "1"), "every card"),
    ],
)  # fmt: skip
def test_options_and_what_is_printed_are_known_before_the_cards(part: str, words: str) -> None:
    assert errors(part) == [("T404", words)]


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("variables: {game: {x: number from 0 to count(onward(AS))}}", "onward(AS)"),
        ("variables: {game: {x: 'number from 0 to 9, initially count(onward(AS))'}}", "onward(AS)"),
        ("zones: {table: {deck: face-down pile at most count(onward(AS))}}", "onward(AS)"),
        ("require: {count(onward(AS)) > 0: A reason}", "onward(AS)"),
        ("define: {more: count(onward(AS))}\nrequire: {more > 0: A reason}", "more"),
        ("variables: {game: {x: number from 0 to 9}}\ndefine: {y: x + 1, z: y + 1}\nrequire: {z > 0: A reason}", "z"),
    ],
)
def test_constants_read_no_game_in_progress_not_even_in_a_definition(part: str, words: str) -> None:
    assert errors(part) == [("T404", words)]


def test_what_can_be_known_before_a_game_is_still_taken() -> None:
    game(OPTION.format("number from 1 to boat.power", "2") + PIECES.format("number from 0 to 9", "3"))
    game("variables: {game: {x: 'number from 0 to count(every card where rank is king), initially 4'}}")
    game("define: {kings: count(every card where rank is king)}\nrequire: {kings is 4: A reason}")


@pytest.mark.parametrize(
    "part",
    [
        OPTION.format("number from 1 to 3, initially 2", "2"),
        CARDS.format("number from 1 to 3, initially 2", "2"),
        PIECES.format("number from 1 to 3, initially 2", "2"),
        "choices: {turn: {text: A turn, go: {text: Go, choose: {n: 'number from 1 to 3, initially 2'}}}}\n"
        "play: [first(players) chooses turn]",
    ],
)
def test_only_a_variable_has_a_first_value(part: str) -> None:
    assert errors(part) == [("T404", "number from 1 to 3, initially 2")]


@pytest.mark.parametrize("blank", ["\\n", "\\t", "\\u00a0", "\\u3000", " "])
def test_a_piece_has_a_name_of_one_word(blank: str) -> None:
    named = PIECES.format("number from 0 to 9", 1) + f'    name: "p{{seat}}.{{number}}{blank}x"\n'
    assert [code for code, _ in errors(named)] == ["V507"]


def test_a_return_in_quotes_is_a_hidden_character() -> None:
    with pytest.raises(DiagnosticError) as caught:
        load_text(whole('text: "fine\\rforged"'))
    assert caught.value.diagnostics[0].code.id == "Y109"


def test_texts_are_one_line() -> None:
    made = game(
        'text: "One\\n1 passed"\n'
        'choices: {turn: {text: "A\\n\\nturn", go: {text: Go, when: {1 > 2: "No\\nway"}}}}\n'
        "play: [first(players) chooses turn]"
    )
    ruleset = made.loaded.ruleset
    turn = ruleset.choices["turn"]
    assert (ruleset.text, turn.text, turn.actions[0].conditions[0].reason) == ("One 1 passed", "A turn", "No way")
