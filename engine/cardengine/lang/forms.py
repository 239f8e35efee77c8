"""The form and an example of each kind of sentence, which messages about wrong sentences show."""

from __future__ import annotations

from cardengine.constructs.domains import DOMAIN_FORMS
from cardengine.constructs.verbs import HEADER_FORMS, STEP_FORMS
from cardengine.constructs.verbs.base import Form

STEPS = STEP_FORMS
HEADERS = HEADER_FORMS
DOMAINS = DOMAIN_FORMS

ZONE = Form(
    "[N] [face-up|face-down] pile|row [of KIND] [for each SUIT] [seen by owner] [keeping faces] [hiding count] "
    "[refilled from ZONE] [at most N]",
    "face-down row seen by owner",
)
SIGNATURE = Form("name   or   name(PARAMETER, PARAMETER is a TYPE)", "fits(card, pile)")

# Words that continue a sentence or begin a value; they can't be names in a ruleset.
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

# Notations of other languages that people may type, and what to write instead.
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
