"""The registry of all diagnostic codes.

A new code is one entry in its family's section of `Code`, in numerical order: id, title, an explanation of what it
means and what to do about it, and a small wrong example. Tests check that each entry is complete, that no id is
used twice, and that the examples of families Y and S produce exactly that code.
"""

from __future__ import annotations

from enum import Enum, unique


class Family(Enum):
    """The subject of a code; the value is its first letter."""

    FILES = "F"
    """A file that can't be read."""
    YAML = "Y"
    """A text that isn't YAML as cardengine accepts it."""
    STRUCTURE = "S"
    """Keys and values that a file must, may or can't have."""
    PARSING = "P"
    """A sentence or an expression that can't be parsed."""
    NAMES = "N"
    """A name that is unknown, ambiguous or taken."""
    TYPES = "T"
    """Values of the wrong type."""
    VALUES = "V"
    """Values, options and limits."""
    VARIANTS = "E"
    """Variants: what they extend, and what they change in it."""
    WARNINGS = "W"
    """What can be played but is probably a mistake."""
    RECORDS = "R"
    """Records of games."""
    TESTS = "X"
    """Scenario tests."""


@unique
class Code(Enum):
    """A kind of problem. Its id, such as `Code.DUPLICATE_KEY.id`, is shown to people and is also the enum value."""

    id: str
    """A letter for the family and three digits."""
    title: str
    """The problem in a few words."""
    explanation: str
    """What it means and what to do about it."""
    example: str
    """A small example with the problem; in families Y and S it is YAML that produces this code."""

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
        """The code with an id, or None.

        Args:
            id: the id, such as `Y204`, in any case.
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
        "A ruleset is a few pages of text, so a file of more than 256 KiB is assumed to be something else. "
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
        "The operating system doesn't allow reading it. Check its permissions, and whether its disk is available.",
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
        "Files that belong to cardengine are missing from its installation. Install it again.",
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
        "a tab where only spaces are allowed",
        "YAML shows what belongs to what by the spaces at the beginning of a line, and allows no tabs there. "
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
        "no `:` after a key",
        "Between keys and their values there is a line that has no colon, so it isn't a key. Add the colon; or, if "
        "the line continues the text above it, indent it further than the key.",
        "game: Scopa\nplayers\n",
    )
    BAD_INDENT = (
        "Y105",
        "the indentation doesn't fit",
        "A line must begin in the same column as its neighbours: the keys of one mapping line up, and so do the "
        "items of one list.",
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
        "Some characters have a special meaning in YAML at the beginning of a value. Put the value in quotes.",
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
        "anchors and aliases are not allowed",
        "A value that begins with `&` names itself for later (an anchor), one that begins with `*` stands "
        "for such a value (an alias). Files are easier to read without them. Write the value out; or put it in "
        "quotes if the sign is part of the text.",
        "setup: &start\n  - shuffle deck",
    )
    TAG = (
        "Y202",
        "tags are not allowed",
        "A value that begins with `!` has a tag, which gives its type. Here the type follows from its place in the "
        "file, so leave the tag out. For a negation, write `not`.",
        "players: !!int 4",
    )
    MERGE_KEY = (
        "Y203",
        "`<<` is not allowed",
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
        "directives are not allowed",
        "A line that begins with `%` would change how YAML is read. Leave it out.",
        "%TAG ! tag:example.org,2000:\n---\ngame: Scopa",
    )
    TOO_DEEP = (
        "Y301",
        "too many levels",
        "Lists and mappings are nested more than 64 levels deep. Split the steps into procedures.",
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
        "The key means nothing here: it is misspelt, or one level too high or too low. The message lists the keys "
        "that are allowed.",
        "options:\n  hands: {is: number from 1 to 9, defualt: 3, default: 3}",
    )
    MISSING_KEY = (
        "S102",
        "a key that must be there is missing",
        "Some keys can't be left out, because they have no default. Add the key.",
        "options:\n  hands: {is: number from 1 to 9}",
    )
    WRONG_KIND = (
        "S103",
        "a value of the wrong kind",
        "There is a list, a mapping, a sentence or a number where something else is expected. The message says what.",
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
        "The text must have a certain form here. The message says which.",
        "players: 2-6",
    )
    NO_VALUE = (
        "S107",
        "a key or an item without a value",
        "There is nothing after the colon or the dash. Write the value there, or indent the lines below it "
        "further so that they belong to it.",
        "setup:\n  - if any(deck):\n  - end the game",
    )
    OUT_OF_RANGE = (
        "S108",
        "a number that is too small or too large",
        "The number has bounds here. The message says which.",
        "players: 0",
    )
    KEYS_CLASH = (
        "S109",
        "keys that exclude each other",
        "Two of the keys say the same thing in different ways. Keep one of them.",
        "cards:\n  pack: standard\n  suits: [cups, coins]",
    )
    STEP_ORDER = (
        "S110",
        "a header in the wrong place",
        "An item of a list of steps has one header, `if`, `for`, `repeat` or `phase`, with its steps under "
        "it. An `if` may be followed by `else if` and, last, one `else`. Everything else begins a new item, "
        "with `- `.",
        "setup:\n  - else:\n      - end the game",
    )
    WRONG_COUNT = (
        "S111",
        "too few or too many values",
        "A list or a mapping has too few or too many items here. The message says how many are allowed.",
        "cards:\n  suits: []\n  ranks: [one, two]",
    )
    REPEATED_ITEM = (
        "S112",
        "the same value twice in a list",
        "Each value may occur in this list only once. Delete one of them.",
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
        "`stop` and `skip` refer to the loop around them, in the same list of steps. Put them into a loop.",
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
        "A name can't hide another name or a word of the language. Choose another one.",
        "define:\n  count: 3",
    )
    UNKNOWN_CARD = (
        "N305",
        "no such card",
        "This game doesn't have the card, or has several copies of it.",
        "when: card is QS      (in a game without queens)",
    )
    NO_CHOOSER = (
        "N306",
        "no one chooses here",
        "`you`, `your` and `possible` refer to the player who chooses. They can be used in choices; `you` also in the "
        "score.",
        "setup:\n  - draw 5 from deck to your hand",
    )
    RECURSION = (
        "N307",
        "something that leads back to itself",
        "A definition, a procedure or a choice leads back to itself. Use a loop instead.",
        "define:\n  a: b + 1\n  b: a + 1",
    )

    # ---- T: types ------------------------------------------------------------------------------------------

    TYPE = (
        "T401",
        "a value of the wrong type",
        "The value has another type than is needed here. Nothing is converted silently.",
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
        "Only a variable can be set, or a `let` within its own list of steps.",
        "do:\n  - set card.value to 7",
    )
    DOMAIN = (
        "T404",
        "a domain that can't be used here",
        "What an option, a variable or a parameter ranges over must be finite and fit the list that it is taken from.",
        "choose:\n  card: a ship from your hand",
    )
    HIDDEN = (
        "T405",
        "the chooser can't see this",
        "Whatever decides which actions are legal must be visible to the chooser; otherwise the list of actions would "
        "reveal hidden information.",
        "when: any(hand of left(you, 1) where suit is hearts)",
    )

    # ---- V: values, options and limits ---------------------------------------------------------------------

    OUT_OF_BOUNDS = (
        "V501",
        "a value outside its bounds",
        "Each number is declared with the least and the greatest value that it may have.",
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
        "The size of a game's state is limited. Lower a limit, or put a bound on a zone.",
        "cards: {pack: standard, packs: 999}",
    )
    PLAYERS = (
        "V506",
        "an impossible number of players",
        "A game is for 1 to 16 players, and can only be played by as many as its ruleset allows.",
        "players: 0",
    )
    CARDS = (
        "V507",
        "cards or pieces that are declared wrongly",
        "A row of attributes, a value or a name pattern doesn't fit the declaration.",
        "cards: {pack: piquet}",
    )
    ZONE = (
        "V508",
        "a zone that is declared wrongly",
        "A zone says exactly once how cards lie in it, and its clauses must fit its owner.",
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
        "Under `require` the ruleset states conditions on its options and data that must hold before a game can start.",
        "cardengine play game.yaml --set hand=9 --set limit=8",
    )
    BACKEND = (
        "V513",
        "games that can't be compiled",
        "Compiled code needs wasmtime, which is installed along where it has a wheel for the platform, and plays the "
        "bots random and greedy. The interpreter plays everything.",
        "cardengine simulate game.yaml -n 1000 --seats mybots:Clever --backend wasm",
    )

    TOO_MUCH_WORK = (
        "V514",
        "too much work before a game begins",
        "Bounds, limits, printed values and requirements are computed when a game is loaded. One whose lists stand "
        "inside each other many times would take minutes. Write the number that it comes to, or compute it in steps "
        "of the game.",
        "deck: face-down pile at most count(subsets(every card, 3) where any(subsets(it with every card, 2)))",
    )

    # ---- E: variants ---------------------------------------------------------------------------------------

    UNKNOWN_BASE = (
        "E901",
        "nothing of that name to extend",
        "A variant gives the ruleset that it extends, and its mixins, by name. They are looked for beside the file, "
        "then in the rulesets folder, then among the bundled rulesets.",
        "extends: scoppa",
    )
    EXTENDS_RING = (
        "E902",
        "variants that extend each other in a ring",
        "Following what a variant extends, or its mixins, must end at a ruleset. The message shows the ring; one of "
        "the names in it is wrong.",
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
        "a base outside its folder",
        "The file is a link that leads out of the rulesets folder. Put the file itself there.",
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
        "A variant can only set, remove or extend what is there; otherwise a change of the base, or a typo, would "
        "go unnoticed. The message shows how far the key path leads in the base, and what is there.",
        "extends: scopa\nset: {choices.trun.take.text: Take a card}",
    )
    ALREADY_THERE = (
        "E907",
        "something new that the base has already",
        "Whatever is under `add` must be new. To replace something, write it under `set`; to add items to the end of a "
        "list, under `append`.",
        "extends: scopa\nadd: {zones.table.deck: face-down pile}",
    )
    NO_SUCH_STEP = (
        "E908",
        "a step that the base doesn't have",
        "A change of steps names a step by its own sentence, exactly as it is written in the base, apart from white "
        "space. The message names the closest one.",
        "steps:\n  - {in: play, after: shuffle decks, do: [win]}",
    )
    STEP_TWICE = (
        "E909",
        "a step that occurs several times",
        "The sentence must occur only once in the list, or it isn't clear which step is meant. Say with `under` which "
        "header it is under, or replace the header and everything under it.",
        "steps:\n  - {in: play, before: choose move, do: [win]}",
    )
    CLASH = (
        "E910",
        "two changes of the same thing",
        "Two mixins, or two lines of one variant, change the same part of the base, and one of them would silently be "
        "lost. Keep one of them; a variant's own changes may override what its mixins have changed.",
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
        "When no action is legal the choice is skipped, and all players are told. Add an action without conditions, "
        "such as a pass.",
        "choices:\n  follow:\n    play: {text: Play, when: any(your hand)}",
    )

    NO_CHANGE = (
        "W603",
        "a change that changes nothing",
        "A variant sets something to the value that it has in the base. Delete the line, or write what it should be.",
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
        "a record that doesn't match the game",
        "When the game is replayed, it differs from the record: the record was edited, or made by another version.",
        '{"seat": 0, "action": "sacrifice 4C"}',
    )

    # ---- X: tests ------------------------------------------------------------------------------------------

    TEST_FAILED = (
        "X801",
        "a scenario test that fails",
        "The test expects something else than what happens. The message shows both.",
        "expect: {scores: [-58]}",
    )
    TEST_BROKEN = (
        "X802",
        "a scenario test that can't be run",
        "The test names a zone, a card, an action or a file that doesn't exist.",
        "position:\n  zones: {defnders: 5C}",
    )
