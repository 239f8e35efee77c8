"""The form of each sentence, with an example: what a message shows when a sentence goes wrong."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Form:
    """How a sentence is built, and one that is right."""

    shape: str
    example: str


STEPS: dict[str, Form] = {
    "move": Form("move CARDS to [top of|bottom of] ZONE [face up|face down]", "move card to bottom of stock"),
    "draw": Form("draw N from ZONE to ZONE [up to N]", "draw 2 from deck to your hand up to 8"),
    "deal": Form("deal N|all from ZONE to ZONES", "deal 5 from deck to hand of players"),
    "fill": Form("fill ZONE up to N from ZONE", "fill market up to 4 from deck"),
    "shuffle": Form("shuffle CARDS [into ZONE]", "shuffle every card into deck"),
    "turn": Form("turn up|down CARDS", "turn up top(stock, 1)"),
    "exchange": Form("exchange CARD for CARD", "exchange mine for theirs"),
    "bring": Form("bring CLASS into ZONE", "bring model into your fleet"),
    "show": Form("show CARDS to PLAYERS", "show your hand to left(you, 1)"),
    "set": Form("set VARIABLE to VALUE", "set leader to winner"),
    "add": Form("add N to VARIABLE", "add 1 to your points"),
    "subtract": Form("subtract N from VARIABLE", "subtract 1 from your lives"),
    "reset": Form("reset VARIABLE, VARIABLE [of PLAYERS]", "reset bet of players"),
    "let": Form("let NAME be VALUE", "let pot be sum(bet of players)"),
    "run": Form("run PROCEDURE(VALUES)", "run pay(player, 5)"),
    "choose": Form("choose CHOICE [until ACTION]", "choose move"),
    "chooses": Form("PLAYER chooses CHOICE [in secret] [until ACTION]", "player chooses bidding until pass"),
    "together": Form("PLAYERS choose CHOICE together", "players choose bid together"),
    "win": Form("win", "win"),
    "lose": Form("lose", "lose"),
    "wins": Form("PLAYER wins", "active wins"),
    "stop": Form("stop", "stop"),
    "skip": Form("skip", "skip"),
    "end": Form("end the game", "end the game"),
}

HEADERS: dict[str, Form] = {
    "if": Form("if CONDITION:", "if empty(deck):"),
    "else": Form("else:", "else:"),
    "for": Form(
        "for each NAME in LIST[, highest VALUE first]:   or   for NAME from N [to N]:",
        "for each player in players:",
    ),
    "repeat": Form("repeat while CONDITION:   or   repeat N times:   or   repeat:", "repeat while any(deck):"),
    "phase": Form("phase NAME:", "phase scoring:"),
}

DOMAINS: dict[str, Form] = {
    "number": Form("number from N to N [by N]", "number from 1 to 9"),
    "fraction": Form("fraction from N to N", "fraction from 0 to 1"),
    "a": Form("a TYPE [from LIST] [where CONDITION]", "a card from your hand"),
    "any": Form("any cards from LIST", "any cards from your hand"),
    "words": Form("WORD or WORD", "yes or no"),
    "some": Form("N cards from LIST   or   N to N cards from LIST", "2 cards from your hand"),
}

ZONE = Form(
    "[N] [face-up|face-down] pile|row [of KIND] [for each SUIT] [seen by owner] [keeping faces] [hiding count] "
    "[refilled from ZONE] [at most N]",
    "face-down row seen by owner",
)
SIGNATURE = Form("name   or   name(PARAMETER, PARAMETER is a TYPE)", "fits(card, pile)")

# Words that continue a sentence or begin a value; a name of the ruleset can't be one of them.
RESERVED = frozenset(
    [
        "a",
        "an",
        "all",
        "and",
        "by",
        "bottom",
        "choose",
        "chooses",
        "default",
        "each",
        "else",
        "every",
        "face",
        "for",
        "from",
        "if",
        "in",
        "into",
        "is",
        "mod",
        "not",
        "of",
        "or",
        "rounded",
        "starting",
        "taking",
        "then",
        "times",
        "to",
        "top",
        "up",
        "where",
        "while",
        "wins",
        "with",
        "without",
        "your",
        "it",
        "yes",
        "no",
        "nothing",
    ]
)

# What people type who come from other languages, and what it is called here.
FOREIGN: tuple[tuple[str, str], ...] = (
    ("==", "is"),
    ("!=", "is not"),
    ("<>", "is not"),
    ("&&", "and"),
    ("||", "or"),
    ("&", "and"),
    ("|", "or"),
    ("=", "is"),
    ("!", "not"),
    ("%", "mod"),
    ('"', "a bare word"),
    ("'", "a bare word"),
    ("{", "a list in [ ]"),
)
