"""What the tests of scenario tests share: a small game that has all that positions must cope with."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cardengine.diagnostics import Diagnostic
from cardengine.testing import TestResult, run_paths

DUEL: Final = """\
game: Duel
text: Each player answers each challenge from the row
players: 2 to 3

cards:
  pack: standard
  value: {ace: 1, jack: 11, queen: 12, king: 13}

options:
  turns: {is: number from 1 to 9, default: 3, text: Turns}
  hand: {is: number from 1 to 5, default: 2, text: Cards in hand}

zones:
  table:
    deck: face-down pile
    row: face-up row at most 4
    aside: 2 piles keeping faces
    gone: face-up pile
  player:
    hand: face-down row seen by owner
    won: face-up pile

variables:
  game:
    turn: number from 1 to 9
    leader: a player
    mood: calm or angry
    favourite: a card or nothing
    bold: yes or no
  player:
    points: number from 0 to 99

setup:
  - shuffle every card into deck
  - deal options.hand from deck to hand of players
  - draw 2 from deck to row
  - draw 2 from deck to aside[1]
  - turn up top(aside[1])

play:
  - for turn from 1 to options.turns:
      - phase fight:
          - for each challenge in row:
              - for each player in players:
                  - run meet(player, challenge)
              - move challenge to gone
      - phase rest:
          - leader chooses resting
          - draw 2 from deck to row

procedures:
  meet(player, challenge is a card):
    - player chooses answer

choices:
  answer:
    text: Answer the challenge
    beat:
      text: Beat it
      choose:
        card: a card from your hand
      when:
        card.value > challenge.value: The card must be worth more than the challenge
      do:
        - move card to your won
        - add 1 to your points
    pass:
      text: Let it be
  resting:
    text: Rest
    sleep:
      text: Do nothing
    swap:
      text: The other leads
      do:
        - set leader to left(leader, 1)

result:
  score: your points
  winner: highest score
"""


def write(folder: Path, tests: str, ruleset: str = DUEL) -> Path:
    """A folder with the ruleset and a file of tests beside it; gives the test file."""
    home = folder / "rulesets"
    (home / "duel" / "tests").mkdir(parents=True, exist_ok=True)
    (home / "duel.yaml").write_text(ruleset, encoding="utf-8")
    file = home / "duel" / "tests" / "all.yaml"
    file.write_text(tests, encoding="utf-8")
    return file


def run(folder: Path, tests: str) -> list[TestResult]:
    """The results of some tests of the small game."""
    return run_paths([write(folder, tests)])


def run_one(folder: Path, test: str) -> list[tuple[str, str, str]]:
    """The problems of one test, given as YAML without its name: code, message, and the words that they point at."""
    indented = "".join(f"    {line}\n" for line in test.splitlines())
    (result,) = run(folder, f"tests:\n  it:\n{indented}")
    return [shown(problem) for problem in result.problems]


def shown(problem: Diagnostic) -> tuple[str, str, str]:
    """A problem's code, message, and the words that it points at."""
    return problem.code.id, problem.message, "" if problem.span is None else problem.span.text
