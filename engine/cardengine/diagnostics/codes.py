"""The registry of all problems that cardengine reports.

A new code is one entry in its family's part of `Code`, in the order of the numbers: the id, a title, what it
means and what to do about it, and a small wrong example. Tests check that each entry is complete, that no id
is used twice, and that the examples of the families Y and S are answered with just that code.
"""

from __future__ import annotations

from enum import Enum, unique


class Family(Enum):
    """What a code is about: the letter that it begins with."""

    FILES = "F"
    """A file that can't be read."""
    YAML = "Y"
    """A text that isn't the YAML which cardengine takes."""
    STRUCTURE = "S"
    """Keys and values that a file must, may or can't have."""
    PARSING = "P"
    """A sentence or an expression that can't be parsed."""
    NAMES = "N"
    """A name that means nothing, or too much."""
    TYPES = "T"
    """Things that don't go together."""
    VALUES = "V"
    """Values, options and limits."""
    VARIANTS = "E"
    """Variants: what they extend, and what they change in it."""
    WARNINGS = "W"
    """What can be run, but is probably not meant so."""
    RECORDS = "R"
    """Records of games."""
    TESTS = "X"
    """Scenario tests."""


@unique
class Code(Enum):
    """A problem: `Code.DUPLICATE_KEY.id` is what is shown, the member's value is the same."""

    id: str
    """A letter for the family and three digits."""
    title: str
    """The problem in a few words."""
    explanation: str
    """What it means and what to do about it."""
    example: str
    """Something small that has the problem; of the families Y and S, YAML that is answered with this code."""

    def __new__(cls, id: str, title: str, explanation: str, example: str) -> Code:
        """One entry of the registry."""
        member = object.__new__(cls)
        member._value_ = id
        member.id = id
        member.title = title
        member.explanation = explanation
        member.example = example
        return member

    def __str__(self) -> str:
        return self.id

    @property
    def family(self) -> Family:
        """What the code is about."""
        return Family(self.id[0])

    @classmethod
    def by_id(cls, id: str) -> Code | None:
        """The code with that id, if there is one.

        Args:
            id: as it is shown, such as `Y204`; small letters are taken as capitals.
        """
        return next((code for code in cls if code.id == id.upper()), None)

    # ---- F: files ------------------------------------------------------------------------------------------

    FILE_NOT_FOUND = (
        "F101",
        "no such file",
        "There is no file of that name. Check the path for a typo, and that it starts from the right folder.",
        "cardengine validate rulesets/scoppa.yaml",
    )
    NOT_A_FILE = (
        "F102",
        "not a file",
        "The path names a folder, a device or something else that has no text. Name a file inside the folder.",
        "cardengine validate rulesets/",
    )
    FILE_TOO_LARGE = (
        "F103",
        "the file is too large",
        "A ruleset is a few pages of text, so a file of more than 256 KiB is taken to be something else. "
        "Check that it is the file that you meant.",
        "cardengine validate holiday.mp4",
    )
    NOT_UTF8 = (
        "F104",
        "the text is not UTF-8",
        "The file was saved in another encoding, such as Latin-1 or UTF-16. Save it as UTF-8: every text "
        "editor can, often under `Save as` or `Encoding`.",
        "text: Caf\\xe9        (the letter as one byte of Latin-1)",
    )
    BINARY_FILE = (
        "F105",
        "the file is not a text",
        "There are zero bytes in it, as in pictures, archives and programs. Check that it is the file that you meant.",
        "cardengine validate deck.png",
    )
    UNREADABLE_FILE = (
        "F106",
        "the file can't be read",
        "The operating system refuses to hand it out. Check who may read it, and whether its disk is there.",
        "chmod 000 scopa.yaml",
    )
    FORBIDDEN_CHARACTER = (
        "F107",
        "a hidden character",
        "Control characters, marks that change the direction of writing, characters of no width and unusual "
        "line breaks make a text look different from what it says. They often come along when a text is "
        "copied from a web page. Delete the character, or type the word again.",
        "text: A game\\u202e of cards        (the text after it is shown backwards)",
    )
    INCOMPLETE_INSTALLATION = (
        "F108",
        "a part of cardengine is missing",
        "The files that come with cardengine are not beside it. Install it again.",
        "rm -r schemas",
    )
    MORE_PROBLEMS = (
        "F109",
        "there are more problems",
        "Only the first hundred problems are shown. Mend these, and check again: often one of them is the cause of "
        "many others.",
        "a file with the same slip in a thousand lines",
    )

    # ---- Y: YAML -------------------------------------------------------------------------------------------

    YAML_SYNTAX = (
        "Y101",
        "not valid YAML",
        "The text breaks a rule of YAML that has no code of its own. The message says which; putting the "
        "value in single quotes often helps.",
        "text: |x\n  A game",
    )
    TAB_INDENT = (
        "Y102",
        "a tab where only spaces may stand",
        "YAML shows what belongs to what by the spaces at the beginning of a line, and takes no tabs there. "
        "Set the editor to write spaces for the tab key.",
        "setup:\n\t- shuffle deck",
    )
    SECOND_COLON = (
        "Y103",
        "a second `: ` in one line",
        "A colon and a space end a key, so a text can't hold them as it is. Put the text in quotes or leave "
        "the colon out.",
        "text: Scopa: a game of fishing",
    )
    MISSING_COLON = (
        "Y104",
        "no `:` behind a key",
        "Among keys with their values there is a line that is no key: no colon stands behind it. Add the "
        "colon, or indent the line further than the key when it carries on the text above it.",
        "game: Scopa\nplayers\n",
    )
    BAD_INDENT = (
        "Y105",
        "the indentation doesn't fit",
        "A line must begin at the column of those that it stands beside. Keys of one mapping line up, and "
        "so do the items of one list.",
        "cards:\n    pack: standard\n  order: ace low",
    )
    UNCLOSED_QUOTE = (
        "Y106",
        "a quote that is never closed",
        "A value that begins with a quote goes on until the next quote of the same kind. Close it; or, if "
        "the quote is part of the text, put the whole text in quotes of the other kind.",
        "text: 'A game of fishing",
    )
    UNCLOSED_BRACKET = (
        "Y107",
        "a bracket that is never closed, or a missing comma",
        "A value that begins with `[` is a list, one that begins with `{` a mapping; the parts are "
        "separated by commas and the bracket must be closed. An expression can't begin with either.",
        "teams: [[0, 2], [1, 3]",
    )
    BAD_FIRST_CHARACTER = (
        "Y108",
        "a character that can't begin a value",
        "Some characters have a meaning of their own in YAML when a value begins with them. Put the value in quotes.",
        "text: @home rules",
    )
    BAD_ESCAPE = (
        "Y109",
        "an unknown escape in a double-quoted text",
        "In double quotes a backslash begins an escape, such as `\\n` or `\\u00e9`, and it must stand for a "
        "character that may occur in a file. Use single quotes, where a backslash is only a backslash.",
        'text: "C:\\games"',
    )
    MISPLACED_ITEM = (
        "Y110",
        "a list item that can't stand here",
        "A line that begins with `- ` is an item of a list. The list must stand below its key, not beside "
        "it, and a key has either items or keys under it.",
        "setup: - shuffle deck",
    )
    ALIAS = (
        "Y201",
        "anchors and aliases are not used here",
        "A value that begins with `&` names itself for later (an anchor), one that begins with `*` stands "
        "for such a value (an alias). Files are read more easily without. Write the value out; or put it in "
        "quotes if the sign is part of the text.",
        "setup: &start\n  - shuffle deck",
    )
    TAG = (
        "Y202",
        "tags are not used here",
        "A value that begins with `!` has a tag, which says what type it is of. Here its place says so. "
        "Leave the tag out; `!` for `not` is written `not`.",
        "players: !!int 4",
    )
    MERGE_KEY = (
        "Y203",
        "`<<` is not used here",
        "The key `<<` would take over the entries of another mapping. Write the entries out.",
        "options:\n  <<: {a: 1}",
    )
    DUPLICATE_KEY = (
        "Y204",
        "the same key twice",
        "A mapping can hold a key only once: one of the two would silently be lost. Put what belongs "
        "together under one key, or rename one of them.",
        "define:\n  led: first(trick)\n  led: last(trick)",
    )
    KEY_NOT_TEXT = (
        "Y205",
        "a list or a mapping as a key",
        "A key must be a word or a sentence. A key that begins with `[` or `{` is read as a list or a "
        "mapping; put it in quotes, or write it differently.",
        "when:\n  [1, 2]: No",
    )
    EMPTY_KEY = (
        "Y206",
        "no key before a colon",
        "A line begins with a colon. Write the key before it.",
        "options:\n  : 3",
    )
    SECOND_DOCUMENT = (
        "Y207",
        "a second document in one file",
        "A line `---` begins a new document. A file holds one: put the second into a file of its own.",
        "game: Scopa\n---\ngame: Briscola",
    )
    EMPTY_FILE = (
        "Y208",
        "there is nothing in the file",
        "The file is empty or has only comments. Write something into it.",
        "# to be written\n",
    )
    DIRECTIVE = (
        "Y209",
        "directives are not used here",
        "A line that begins with `%` would change how YAML is read. Leave it out.",
        "%TAG ! tag:example.org,2000:\n---\ngame: Scopa",
    )
    TOO_DEEP = (
        "Y301",
        "too many levels",
        "Lists and mappings stand inside each other more than 64 levels deep. Split the steps into procedures.",
        "teams: " + "[" * 70 + "]" * 70,
    )
    TOO_MANY_NODES = (
        "Y302",
        "too many values",
        "A file may hold 20,000 keys and values. Check that it is the file that you meant.",
        "teams: [" + "1, " * 20_000 + "1]",
    )

    # ---- S: structure --------------------------------------------------------------------------------------

    UNKNOWN_KEY = (
        "S101",
        "a key that is not known here",
        "The key means nothing at this place: it is misspelt, or stands one level too high or too low. The "
        "message lists the keys that may stand there.",
        "options:\n  hands: {is: number from 1 to 9, defualt: 3, default: 3}",
    )
    MISSING_KEY = (
        "S102",
        "a key that must be there is missing",
        "Some keys can't be left out, because there is nothing else to be taken for them. Add the key.",
        "options:\n  hands: {is: number from 1 to 9}",
    )
    WRONG_KIND = (
        "S103",
        "a value of the wrong kind",
        "A list, a mapping, a sentence or a number stands where something else is expected. The message says what.",
        "setup: shuffle every card into deck",
    )
    NOT_A_CHOICE = (
        "S104",
        "a value that can't be chosen here",
        "Only a few words are possible at this place. The message lists them.",
        "cards:\n  pack: tarot",
    )
    BAD_NAME = (
        "S105",
        "a name of the wrong form",
        "Names have small letters a to z, digits and `_`, and begin with a letter, so that sentences can "
        "use them. Rename it.",
        "options:\n  Max-Hands: {is: number from 1 to 9, default: 3}",
    )
    BAD_FORM = (
        "S106",
        "a text of the wrong form",
        "The text at this place must look in a certain way. The message says how.",
        "players: 2-6",
    )
    NO_VALUE = (
        "S107",
        "a key or an item without a value",
        "Nothing stands behind the colon or the dash. Write the value there, or indent the lines below it "
        "further so that they belong to it.",
        "setup:\n  - if any(deck):\n  - end the game",
    )
    OUT_OF_RANGE = (
        "S108",
        "a number that is too small or too large",
        "The number at this place has bounds. The message says which.",
        "players: 0",
    )
    KEYS_CLASH = (
        "S109",
        "keys that can't stand together",
        "Two of the keys say the same thing in different ways. Keep one of them.",
        "cards:\n  pack: standard\n  suits: [cups, coins]",
    )
    STEP_ORDER = (
        "S110",
        "a header in the wrong place",
        "An item of a list of steps has one header, `if`, `for`, `repeat` or `phase`, with its steps under "
        "it. Behind an `if` may follow `else if` and at last one `else`. Everything else begins an item of "
        "its own, with `- `.",
        "setup:\n  - else:\n      - end the game",
    )
    WRONG_COUNT = (
        "S111",
        "too few or too many values",
        "A list or a mapping must have at least, or at most, so many parts. The message says how many.",
        "cards:\n  suits: []\n  ranks: [one, two]",
    )
    REPEATED_ITEM = (
        "S112",
        "the same value twice in a list",
        "Each value may stand in this list only once. Delete one of them.",
        "cards:\n  suits: [cups, cups]\n  ranks: [one, two]",
    )

    # ---- P: sentences --------------------------------------------------------------------------------------

    SENTENCE = (
        "P101",
        "a sentence that can't be read",
        "Each sentence has one form, and this text doesn't have it. The message shows the form and an example.",
        "play:\n  - move soldier discard",
    )
    UNKNOWN_VERB = (
        "P102",
        "no such sentence",
        "A step begins with a verb of the language, or with a player who chooses. The message names the closest verb.",
        "play:\n  - mvoe soldier to discard",
    )
    FOREIGN_SYMBOL = (
        "P103",
        "a symbol of another language",
        "Conditions are written in words: `is`, `is not`, `and`, `or`, `not`, `mod`. The message says "
        "which one is meant.",
        "when: card.value == 7",
    )
    SENTENCE_TOO_LONG = (
        "P104",
        "a sentence that is too long",
        "A sentence has at most 2,000 characters. Give a part of it a name under `define`.",
        "score: 1 + 1 + 1 + ...",
    )
    SENTENCE_TOO_DEEP = (
        "P105",
        "a sentence that is too deep",
        "A sentence has at most 500 parts and 64 levels of nesting. Give a part of it a name under `define`.",
        "score: ((((((((...))))))))",
    )
    NO_LOOP = (
        "P106",
        "stop or skip outside of a loop",
        "`stop` and `skip` speak of the loop around them, in the same list of steps. Put them into one.",
        "play:\n  - stop",
    )

    # ---- N: names ------------------------------------------------------------------------------------------

    UNKNOWN_FIELD = (
        "N301",
        "unknown field",
        "Something was asked for a property that it doesn't have. The message lists those that it has.",
        "when: sum(pair.valeu) is 7",
    )
    UNKNOWN_NAME = (
        "N302",
        "unknown name",
        "Nothing of that name is in scope here. The message names the closest one, or all that there are.",
        "when: empty(dicard)",
    )
    AMBIGUOUS_NAME = (
        "N303",
        "a name with two meanings",
        "Inside `where`, `of` and `by` a bare name could be the item's or something outside. Write "
        "`it.name` for the item's.",
        "when: any(hand where value > limit)",
    )
    NAME_TAKEN = (
        "N304",
        "a name that is taken",
        "No name hides another, nor a word of the language. Choose another name.",
        "define:\n  count: 3",
    )
    UNKNOWN_CARD = (
        "N305",
        "no such card",
        "The cards of this game don't have it, or have it several times.",
        "when: card is QS      (in a game without queens)",
    )
    NO_CHOOSER = (
        "N306",
        "no one chooses here",
        "`you`, `your` and `possible` speak of the player who chooses; they stand in choices, `you` in the score too.",
        "setup:\n  - draw 5 from deck to your hand",
    )
    RECURSION = (
        "N307",
        "a ring",
        "A definition, a procedure or a choice leads back to itself. Use a loop instead.",
        "define:\n  a: b + 1\n  b: a + 1",
    )

    # ---- T: types ------------------------------------------------------------------------------------------

    TYPE = (
        "T401",
        "things that don't go together",
        "The value here has another type than this place needs. Nothing is converted silently.",
        "when: card.suit is 7",
    )
    ARGUMENTS = (
        "T402",
        "wrong arguments",
        "A function, definition or procedure is given too few values, too many, or of the wrong form.",
        "when: count(hand, discard) is 7",
    )
    NOT_SETTABLE = (
        "T403",
        "this can't be set",
        "Only variables can be set, and a `let` in its own list of steps.",
        "do:\n  - set card.value to 7",
    )
    DOMAIN = (
        "T404",
        "a domain that doesn't work",
        "What an option, a variable or a parameter ranges over must be finite and fit the list that it is taken from.",
        "choose:\n  card: a ship from your hand",
    )
    HIDDEN = (
        "T405",
        "the chooser can't see this",
        "What decides which actions are offered must lie open to the chooser, or the list of actions "
        "would tell secrets.",
        "when: any(hand of left(you, 1) where suit is hearts)",
    )

    # ---- V: values, options and limits ---------------------------------------------------------------------

    OUT_OF_BOUNDS = (
        "V501",
        "a value out of its bounds",
        "Each number declares the least and the greatest value that it may have.",
        "wave: number from 1 to 9, initially 10",
    )
    UNKNOWN_OPTION = (
        "V502",
        "no such option",
        "The game has no option of that name. The message names the closest one.",
        "cardengine play rulesets/game.yaml --set reveals=4",
    )
    OPTION_VALUE = (
        "V503",
        "an option that can't have this value",
        "The ruleset says what the option ranges over.",
        "cardengine play rulesets/game.yaml --set reveal=99",
    )
    CONSTANT_FAULT = (
        "V504",
        "a constant that can't be computed",
        "A bound, a limit or a printed value divides by zero or asks for something that isn't there.",
        "limit: 10 / 0 rounded down",
    )
    TOO_LARGE = (
        "V505",
        "the game is too large",
        "The state of a game is bounded, and so are the figures that make it large. Lower a limit or bound a zone.",
        "cards: {pack: standard, packs: 999}",
    )
    PLAYERS = (
        "V506",
        "a number of players that can't be",
        "A game is for 1 to 16 players, and a table can only seat as many as its ruleset says.",
        "players: 0",
    )
    CARDS = (
        "V507",
        "cards or pieces that don't work out",
        "A row of attributes, a value or a name pattern doesn't fit the declaration.",
        "cards: {pack: piquet}",
    )
    ZONE = (
        "V508",
        "a zone that doesn't work out",
        "A zone says once how cards lie in it, and its clauses must agree with its owner.",
        "zones:\n  table:\n    deck: pile",
    )
    CHOICE = (
        "V509",
        "a choice without actions",
        "A choice offers at least one action.",
        "choices:\n  move:\n    text: Move",
    )
    SEAT = (
        "V510",
        "a seat that can't be filled",
        "Each seat is a human or a bot: random, greedy, or your own as module:Class.",
        "cardengine play rulesets/game.yaml --seats rnadom",
    )
    DATA_FILE = (
        "V511",
        "a data file that doesn't fit",
        "A file of pieces must have the columns of the ruleset, and values within their bounds.",
        "cardengine play game.yaml --set ships=broken.yaml",
    )

    REQUIREMENT = (
        "V512",
        "options that don't go together",
        "The ruleset says under `require` what must hold of its options and data before a game can start.",
        "cardengine play game.yaml --set hand=9 --set limit=8",
    )
    BACKEND = (
        "V513",
        "games that can't be compiled",
        "Compiled code needs wasmtime (`pip install cardengine[fast]`), and plays the bots random and greedy. The "
        "interpreter plays everything.",
        "cardengine simulate game.yaml -n 1000 --seats mybots:Clever --backend wasm",
    )

    # ---- E: variants ---------------------------------------------------------------------------------------

    UNKNOWN_BASE = (
        "E901",
        "nothing of that name to extend",
        "A variant names the ruleset that it extends, and its mixins, by their names. They are looked for beside the "
        "file, then in the folder of the rulesets, then among those that come with cardengine.",
        "extends: scoppa",
    )
    EXTENDS_RING = (
        "E902",
        "variants that extend each other in a ring",
        "Going from a variant to what it extends, or to its mixins, one must come to a ruleset in the end. The "
        "message shows the ring; one of the names in it is wrong.",
        "extends: b      (in a.yaml, and `extends: a` in b.yaml)",
    )
    EXTENDS_DEPTH = (
        "E903",
        "too many variants",
        "A ruleset is at most 8 variants away, at most 64 files are merged, and a variant makes at most 200 changes. "
        "Write the changes of several variants into one.",
        "extends: v8      (and v8 extends v7, and so on down to v1)",
    )
    OUTSIDE = (
        "E904",
        "a base outside of its folder",
        "The file is a link that leads out of the folder of the rulesets. Put the file itself there.",
        "extends: elsewhere      (and elsewhere.yaml is a link to /srv/elsewhere.yaml)",
    )
    NOT_A_BASE = (
        "E905",
        "a file that can't be used in this way",
        "What a variant `extends` is a ruleset or another variant; what is mixed in is a variant of the same base, or "
        "a mixin, which is a variant without `extends`. A mixin can't be played alone, and is mixed in once.",
        "set: {players: 3}      (in a file without `extends`, and that is played)",
    )
    NOT_THERE = (
        "E906",
        "a change of something that the base doesn't have",
        "A variant can only set, remove or extend what is there; otherwise a change of the base, or a slip of the pen, "
        "would go unnoticed. The message shows how far the key path leads in the base, and what is there.",
        "extends: scopa\nset: {choices.trun.take.text: Take a card}",
    )
    ALREADY_THERE = (
        "E907",
        "something new that the base has already",
        "What stands under `add` must be new. To replace what is there, write it under `set`; to put more at the end "
        "of a list, under `append`.",
        "extends: scopa\nadd: {zones.table.deck: face-down pile}",
    )
    NO_SUCH_STEP = (
        "E908",
        "a step that the base doesn't have",
        "A change of steps names a step by its own sentence, exactly as it stands in the base; only white space "
        "doesn't matter. The message names the closest one.",
        "steps:\n  - {in: play, after: shuffle decks, do: [win]}",
    )
    STEP_TWICE = (
        "E909",
        "a step that stands there several times",
        "The sentence must stand in the list once only, or it can't be told which step is meant. Say under which "
        "header it stands, with `under`, or replace a header with all that stands under it.",
        "steps:\n  - {in: play, before: choose move, do: [win]}",
    )
    CLASH = (
        "E910",
        "two changes of the same thing",
        "Two mixins, or two lines of one variant, change the same part of the base, and one of them would silently be "
        "lost. Keep one of them; a variant's own changes may change what its mixins have made.",
        "extends: scopa\nmixins: [quick, long]      (and both set the default of one option)",
    )

    # ---- W: warnings ---------------------------------------------------------------------------------------

    UNUSED = (
        "W601",
        "declared, but never used",
        "Nothing in the ruleset reads or asks for it. Use it, or delete it.",
        "options:\n  speed: {is: number from 1 to 3, default: 1, text: Speed}",
    )
    MAY_BE_EMPTY = (
        "W602",
        "a choice that may have no legal action",
        "When no action is legal the choice is skipped, as all see. Add an action without conditions, such as a pass.",
        "choices:\n  follow:\n    play: {text: Play, when: any(your hand)}",
    )

    NO_CHANGE = (
        "W603",
        "a change that changes nothing",
        "A variant sets something to what it is in the base. Delete the line, or write what it should be.",
        "extends: scopa\ndefault: {target: 11}",
    )

    # ---- R: records ----------------------------------------------------------------------------------------

    RECORD = (
        "R701",
        "a record that can't be read",
        "A record is JSON Lines: a header, a line for each choice, and a last line with the outcome.",
        '{"record": 1, "seed":',
    )
    RECORD_DIVERGES = (
        "R702",
        "a record that isn't what happens",
        "Played again, the game comes to something else than the record says: it was edited, or made by "
        "another version.",
        '{"seat": 0, "action": "sacrifice 4C"}',
    )

    # ---- X: tests ------------------------------------------------------------------------------------------

    TEST_FAILED = (
        "X801",
        "a scenario test that fails",
        "What the test expects isn't what happens. The message shows both.",
        "expect: {scores: [-58]}",
    )
    TEST_BROKEN = (
        "X802",
        "a scenario test that can't be run",
        "The test names a zone, a card, an action or a test file that isn't there.",
        "position:\n  zones: {defnders: 5C}",
    )
