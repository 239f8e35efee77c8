"""Sentences with steps under them, variables, procedures, and how games end."""

from __future__ import annotations

import pytest

from cardengine.runtime.outcome import Outcome
from cardengine.runtime.state import State
from tests.lang.helpers import do, errors, fault, game, play, texts

KEYS = """
cards: {suits: [cups], ranks: [one, two, three, four, five, six]}
zones:
  table:
    deck: face-down pile
    row: face-up row
    other: face-up row
  player:
    hand: face-up row
variables:
  game:
    x: number from -1000 to 1000, initially 0
    flag: yes or no
    who: a player
    suit_of: a suit
    held: a card or nothing
    n: number from 0 to 5
  player:
    points: number from 0 to 100, initially 7
    out: yes or no
"""
ORDER = ["one_cups", "two_cups", "three_cups", "four_cups", "five_cups", "six_cups"]


def run(steps: str, more: str = "", players: str = "3") -> State:
    """A state after some steps, the cards lying in the row from one to six."""
    body = "\n".join("  " + line for line in steps.strip("\n").splitlines())
    text = f"players: {players}\n{KEYS}{more}\nsetup:\n  - shuffle every card into deck\n"
    return play(text + f"  - draw 6 from deck to row\n{body}\n", ORDER, *[[]] * 9)


def x_after(steps: str, more: str = "") -> int:
    """The variable `x` after some steps, which must be no fault."""
    state = run(steps, more)
    assert state.fault is None, state.fault
    found = state.var("x")
    assert isinstance(found, int)
    return found


# Variables -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "x"),
    [
        ("- set x to 5", 5),
        ("- add 5 to x\n- add 0 - 2 to x", 3),
        ("- subtract 5 from x", -5),
        ("- set x to 5\n- reset x", 0),
        ("- set x to 5\n- set flag to yes\n- reset x, flag", 0),
        ("- let y be 4\n- set x to y * y", 16),
        ("- let y be 4\n- set y to y + 1\n- add y to x", 5),
        ("- let y be 4\n- add 2 to y\n- subtract 1 from y\n- set x to y", 5),
        ("- let cards be row where rank > four\n- move row to other\n- set x to count(cards)", 2),
        ("- let mine be [1, 2, 3]\n- set mine to [4, 5]\n- set x to sum(mine)", 9),
        ("- let f be empty(deck)\n- set x to if f then 1 else 2", 1),
        ("- let w be last(players)\n- set w.points to 9\n- set x to w.points", 9),
    ],
)
def test_variables_are_set_changed_and_reset(steps: str, x: int) -> None:
    assert x_after(steps) == x


def test_reset_of_players_goes_back_to_the_initial_value() -> None:
    state = run("""
- for each p in players:
    - set p.points to 50
    - set p.out to yes
- reset points, out of players where it is not first(players)
""")
    assert [state.var("points", seat) for seat in range(3)] == [50, 7, 7]
    assert [state.var("out", seat) for seat in range(3)] == [True, False, False]


def test_reset_of_one_player() -> None:
    state = run("- for each p in players:\n    - set p.points to 1\n- reset points of last(players)")
    assert [state.var("points", seat) for seat in range(3)] == [1, 1, 7]


def test_variables_without_an_initial_value_begin_with_the_least() -> None:
    state = run("- set x to 0")
    names = ("n", "flag", "who", "suit_of", "held")
    assert [state.var(name) for name in names] == [0, False, 0, "cups", None]


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("set x to 1001", "`x` would be 1001; it must be from -1000 to 1000 (line"),
        ("subtract 1 from n", "`n` would be -1"),
        ("add 94 to first(players).points", "`points` would be 101"),
        ("set first(players).points to 0 - 1", "`points` would be -1"),
    ],
)
def test_a_variable_that_leaves_its_bounds_is_a_fault(step: str, message: str) -> None:
    assert message in fault(step, keys=KEYS)


def test_a_let_ends_with_its_list_of_steps() -> None:
    steps = "setup:\n  - if yes:\n      - let y be 1\n  - set x to y\n"
    assert errors(KEYS + steps) == [("N302", "y")]


@pytest.mark.parametrize(
    ("step", "problem"),
    [
        ("set row to other", ("T403", "row")),
        ("set 3 to 4", ("T403", "3")),
        ("set first(row).rank to one", ("T403", "first(row).rank")),
        ("set players to players", ("T403", "players")),
        ("add 1 to flag", ("T401", "flag")),
        ("set x to yes", ("T401", "yes")),
        ("set flag to 1", ("T401", "1")),
        ("set held to 3", ("T401", "3")),
        ("set who to nothing", ("T401", "nothing")),
        ("set x to 1 / 2", ("T401", "1 / 2")),
        ("reset points", ("N302", "points")),
        ("reset x of players", ("N302", "x")),
        ("reset points of 3", ("T401", "3")),
        ("let y be nothing", ("T401", "nothing")),
        ("let y be 1 / 2", ("T401", "1 / 2")),
        ("let x be 3", ("N304", "x")),
        ("let cups be 3", ("N304", "cups")),
        ("let count be 3", ("N304", "count")),
        ("let y be subsets(row, 2)", ("T401", "subsets(row, 2)")),
    ],
)
def test_what_can_not_be_set(step: str, problem: tuple[str, str]) -> None:
    assert problem in errors(KEYS + f"setup:\n  - {step}\n")


# Conditions and loops --------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "x"), [(1, 10), (2, 20), (3, 30), (4, 40)])
def test_if_else_if_else(value: int, x: int) -> None:
    steps = f"""
- let v be {value}
- if v is 1:
    - set x to 10
  else if v is 2:
    - set x to 20
  else if v is 3:
    - set x to 30
  else:
    - set x to 40
"""
    assert x_after(steps) == x


@pytest.mark.parametrize(
    ("steps", "x"),
    [
        ("- for i from 1 to 3:\n    - set x to x * 10 + i", 123),
        ("- for i from 4 to 1:\n    - set x to 9", 0),
        ("- for i from 3 to 3:\n    - set x to i", 3),
        ("- for i from 1:\n    - set x to i\n    - if i is 7:\n        - stop", 7),
        ("- for n from 2 to 4:\n    - add n to x\n- add n * 100 to x", 409),
        ("- for n from 2 to 4:\n    - if n is 3:\n        - stop\n- set x to n", 3),
        # Bounds are taken once.
        ("- set x to 2\n- for i from 1 to x:\n    - add 1 to x", 4),
        ("- repeat 3 times:\n    - add 2 to x", 6),
        ("- repeat 0 times:\n    - add 2 to x", 0),
        ("- repeat 0 - 2 times:\n    - add 2 to x", 0),
        ("- set x to 3\n- repeat x times:\n    - add 1 to x", 6),
        # A condition is asked before each turn.
        ("- repeat while x < 5:\n    - add 2 to x", 6),
        ("- repeat while no:\n    - add 2 to x", 0),
        ("- repeat:\n    - add 1 to x\n    - if x is 4:\n        - stop", 4),
        # Skip goes on with the next turn; both speak of the innermost loop.
        ("- for i from 1 to 5:\n    - if i mod 2 is 0:\n        - skip\n    - set x to x * 10 + i", 135),
        ("- repeat 3 times:\n    - add 1 to x\n    - skip\n    - add 100 to x", 3),
        ("- repeat 3 times:\n    - for j from 1 to 3:\n        - if j is 2:\n            - stop\n        - add 1 to x",
         3),
        ("- for i from 1 to 3:\n    - phase p:\n        - if i is 2:\n            - skip\n    - add i to x", 4),
        ("- phase p:\n    - repeat 2 times:\n        - phase q:\n            - add 1 to x\n            - stop", 1),
    ],
)  # fmt: skip
def test_loops(steps: str, x: int) -> None:
    assert x_after(steps) == x


@pytest.mark.parametrize(
    ("header", "x"),
    [
        ("for each c in row", 123456),
        ("for each c in row where rank > four", 56),
        ("for each c in reverse(row)", 654321),
        ("for each c in row, highest rank first", 654321),
        ("for each c in row, lowest rank first", 123456),
        # The sort is stable: ties keep the order of the list, with `highest` too.
        ("for each c in row, highest rank > three first", 456123),
        ("for each c in row, lowest rank > three first", 123456),
        ("for each c in row, highest rank > three first, then lowest rank first", 456123),
        ("for each c in row, highest rank > three first, then highest rank first", 654321),
        ("for each c in row, lowest strength(it) mod 3 first, then highest strength(it) first", 634152),
        ("for each c in row, highest strength(it) mod 2 first", 135246),
    ],
)
def test_for_each_takes_its_order_from_the_list_and_the_keys(header: str, x: int) -> None:
    more = "define:\n  strength(card): count(every rank where it <= card.rank)\n"
    more = more.replace("it <= card.rank", "it < card.rank or it is card.rank")
    steps = f"- {header}:\n    - set found to found * 10 + strength(c)"
    keys = KEYS.replace("    flag:", "    found: number from 0 to 999999\n    flag:")
    text = f"{keys}{more}setup:\n  - shuffle every card into deck\n  - draw 6 from deck to row\n"
    state = play(text + "\n".join("  " + line for line in steps.splitlines()) + "\n", ORDER)
    assert state.fault is None
    assert state.var("found") == x


def test_for_each_passes_over_what_has_moved_and_what_has_come() -> None:
    """The list is taken once: a card that lies elsewhere when its turn comes is skipped; a new one isn't seen."""
    state = run("""
- move top(row, 3) to other
- for each c in row:
    - add 1 to x
    - move last(row) to other
    - move first(other) to row
""")
    assert state.var("x") == 2  # four, five; six had moved


def test_for_each_visits_a_card_that_left_and_came_back() -> None:
    steps = "- for each c in row:\n    - add 1 to x\n    - move last(row) to other\n    - move last(other) to row"
    assert x_after(steps) == 6


def test_for_each_of_other_things() -> None:
    assert x_after("- for each s in every suit:\n    - add 1 to x") == 1
    assert x_after("- for each p in players starting with last(players):\n    - set x to x * 10 + p.points") == 777
    assert x_after("- for each i in [3, 1, 2], lowest it first:\n    - set x to x * 10 + i") == 123
    assert x_after("- for each p in players, highest points first:\n    - add 1 to x") == 3


@pytest.mark.parametrize(
    ("steps", "problem"),
    [
        ("- stop", ("P106", "stop")),
        ("- skip", ("P106", "skip")),
        ("- if yes:\n    - stop", ("P106", "stop")),
        ("- for each c in 3:\n    - win", ("T401", "3")),
        ("- for each c in row, highest it first:\n    - win", ("T401", "it")),
        ("- for each x in row:\n    - win", ("N304", "x")),
        ("- for each c in row:\n    - for each c in row:\n        - win", ("N304", "c")),
        ("- for flag from 1 to 2:\n    - win", ("T401", "flag")),
        ("- for i from yes to 2:\n    - win", ("T401", "yes")),
        ("- repeat while 3:\n    - win", ("T401", "3")),
        ("- repeat row times:\n    - win", ("T401", "row")),
        ("- if x:\n    - win", ("T401", "x")),
        ("- for i from 1 to 2:\n    - win\n- set x to i", ("N302", "i")),
    ],
)
def test_loops_that_do_not_work(steps: str, problem: tuple[str, str]) -> None:
    body = "\n".join("  " + line for line in steps.splitlines())
    assert problem in errors(f"{KEYS}setup:\n{body}\n")


def test_stop_in_an_action_is_refused_even_when_its_choice_is_asked_in_a_loop() -> None:
    part = """
players: 1
play:
  - repeat 3 times:
      - choose move
choices:
  move:
    text: Move
    go:
      text: Go
      do: [stop]
"""
    assert errors(part) == [("P106", "stop")]


# Phases ----------------------------------------------------------------------------------------------

PHASES = """
players: 1
play:
  - phase outer:
      - choose move
      - phase inner:
          - choose move
      - choose move
  - choose move
choices:
  move:
    text: Move
    go:
      text: Go
"""


def test_phases_are_shown_and_nest() -> None:
    state = play(PHASES)
    seen = []
    while not state.over:
        seen.append((state.phase, state.view(0)["phase"]))
        do(state, "go")
    assert seen == [("outer", "outer"), ("inner", "inner"), ("outer", "outer"), (None, None)]


def test_leaving_a_loop_leaves_its_phases() -> None:
    state = play("""
players: 1
play:
  - repeat:
      - phase one:
          - phase two:
              - stop
  - choose move
choices:
  move: {text: Move, go: {text: Go}}
""")
    assert state.phase is None


# Procedures ------------------------------------------------------------------------------------------


def test_procedures_take_arguments_and_call_others() -> None:
    more = """
procedures:
  pay(player, amount is a number):
    - add amount to player.points
    - run note(amount)
  note(amount is a number):
    - add amount to x
  twice(cards):
    - move cards to other
    - set x to count(cards)
"""
    state = run("- run pay(last(players), 5)\n- run pay(first(players), 2)", more)
    assert [state.var("points", seat) for seat in range(3)] == [9, 7, 12]
    assert state.var("x") == 7
    assert run("- run twice(row where rank > four)", more).zone("other") == ["five_cups", "six_cups"]
    assert run("- run twice(row)", more).var("x") == 6


def test_arguments_are_taken_before_the_procedure_begins() -> None:
    more = "procedures:\n  p(one_is is a number, two_is is a number):\n    - set x to one_is * 10 + two_is\n"
    assert x_after("- set x to 3\n- run p(x, x + 1)", more) == 34


@pytest.mark.parametrize(
    ("procedures", "step", "problem"),
    [
        ("p:\n    - run p()", "run p()", ("N307", "p")),
        ("p:\n    - run q()\n  q:\n    - run p()", "run p()", ("N307", "p")),
        ("p(card):\n    - win", "run p()", ("T402", "run p()")),
        ("p(card):\n    - win", "run p(3)", ("T401", "3")),
        ("p:\n    - win", "run q()", ("N302", "q")),
        ("p(thing):\n    - win", "run p(3)", ("N302", "thing")),
        ("p(card, card):\n    - win", "run p(first(row), first(row))", ("N304", "card")),
        ("p(x is a number):\n    - win", "run p(3)", ("N304", "x is a number")),
        ("p:\n    - set x to y", "run p()", ("N302", "y")),
        ("p(amount is a number):\n    - set points to 3", "run p(3)", ("N302", "points")),
        ("p:\n    - stop", "run p()", ("P106", "stop")),
    ],
)
def test_procedures_that_do_not_work(procedures: str, step: str, problem: tuple[str, str]) -> None:
    assert problem in errors(f"{KEYS}procedures:\n  {procedures}\nsetup:\n  - {step}\n")


def test_a_procedure_does_not_see_the_names_of_who_runs_it() -> None:
    part = "setup:\n  - let y be 3\n  - run p()\nprocedures:\n  p:\n    - set x to y\n"
    assert errors(KEYS + part) == [("N302", "y")]


# Ends ------------------------------------------------------------------------------------------------

SCORED = "variables:\n  player:\n    points: number from 0 to 9\nplayers: 3\n"


@pytest.mark.parametrize(
    ("step", "outcome", "winners"),
    [
        ("win", Outcome.WON, (0, 1, 2)),
        ("lose", Outcome.LOST, ()),
        ("last(players) wins", Outcome.WON, (2,)),
        ("players where it is not first(players) wins", Outcome.WON, (1, 2)),
        ("end the game", Outcome.ENDED, ()),
    ],
)
def test_ends(step: str, outcome: Outcome, winners: tuple[int, ...]) -> None:
    state = play(f"players: 3\nsetup:\n  - {step}\n  - lose\n")
    assert (state.over, state.outcome, state.winners) == (True, outcome, winners)
    assert state.scores == tuple(int(seat in winners) for seat in range(3))


def test_a_game_whose_steps_run_out_has_ended() -> None:
    assert play("play: []").outcome is Outcome.ENDED


@pytest.mark.parametrize(
    ("ranking", "winners"),
    [
        ("highest score", (1, 2)),
        ("lowest score", (0,)),
        ("highest team score", (1, 2)),
        ("lowest team score", (0,)),
    ],
)
def test_scores_decide(ranking: str, winners: tuple[int, ...]) -> None:
    state = play(f"players: 3\nresult:\n  score: if you is first(players) then 1 else 5\n  winner: {ranking}\n")
    assert state.scores == (1, 5, 5)
    assert state.winners == winners


def test_team_scores_are_the_sums_of_their_players() -> None:
    part = """
players: 4
teams: [[0, 3], [1, 2]]
variables:
  player:
    points: number from 0 to 9
setup:
  - set first(players).points to 9
  - set players[2].points to 5
  - set players[3].points to 5
result:
  score: your points
  winner: highest team score
"""
    state = play(part)
    assert state.winners == (1, 2)
    assert play(part.replace("highest team", "lowest team")).winners == (0, 3)
    assert play(part.replace("highest team", "highest")).winners == (0,)


def test_won_is_known_in_the_score_only() -> None:
    state = play("players: 2\nsetup: [last(players) wins]\nresult: {score: if won then 10 else 3}")
    assert state.scores == (3, 10)
    assert errors("setup:\n  - if won:\n      - win\n") == [("N302", "won")]


def test_nothing_is_done_after_the_end_inside_a_procedure() -> None:
    state = run(
        "- run p()\n- set x to 9", "procedures:\n  p:\n    - set x to 1\n    - end the game\n    - set x to 2\n"
    )
    assert state.var("x") == 1


def test_a_counter_without_an_end_that_reaches_its_bound_leaves_the_game_unfinished() -> None:
    state = run("- for n from 1:\n    - set x to n")
    assert (state.outcome, state.winners, state.var("x")) == (Outcome.UNFINISHED, (), 5)


@pytest.mark.parametrize(
    "steps",
    ["- repeat:\n    - add 0 to x", "- repeat while yes:\n    - add 0 to x", "- for i from 1:\n    - add 0 to x"],
)
def test_the_step_cap_ends_what_would_never_end(steps: str) -> None:
    state = run(steps)
    assert (state.outcome, state.winners) == (Outcome.UNFINISHED, ())
    assert state.steps == 10_001


def test_the_step_cap_counts_choices_too() -> None:
    part = (
        "players: 1\nplay:\n  - choose move until done\nchoices:\n  move: {text: M, go: {text: G}, done: {text: D}}\n"
    )
    state = game(part, step_cap=5).new(seed=0)
    while not state.over:
        state.apply(state.parse_action("go"))
    assert state.outcome is Outcome.UNFINISHED
    assert texts(state) == []
