"""Random small rulesets: well-typed programs over the whole language, as YAML texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from hypothesis import strategies as st

from cardengine.tree.types import (
    BOOL,
    CARD,
    FRACTION,
    INT,
    PLAYER,
    EnumType,
    ItemType,
    ListType,
    OptionalType,
    Type,
)
from tests.random_rulesets.declarations import Declarations, Define, Scope, Variable, Zone
from tests.random_rulesets.expressions import Expressions
from tests.random_rulesets.names import PILE, Source
from tests.random_rulesets.steps import Choice, Place, Procedure, Step, Steps, Tree, plain

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ("ace", "two", "three", "queen")
LETTERS = {"ace": "A", "two": "2", "three": "3", "queen": "Q"}


@dataclass(frozen=True)
class Case:
    """A ruleset, and how it is played."""

    text: str
    options: Mapping[str, str]
    players: int


@cache
def _below(n: int) -> st.SearchStrategy[int]:
    return st.integers(0, n - 1)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Random rulesets with options and a number of players."""
    return build(lambda n: draw(_below(n)) if n > 1 else 0)


def build(source: Source, *, careless: bool = False) -> Case:
    """A ruleset from a source of choices; a careless one reads in its choices what is hidden from their choosers."""
    building = _Building(source)
    building.declared.careless = careless
    return building.case()


class _Building:
    def __init__(self, below: Source) -> None:
        self.below = below
        self.declared = Declarations()
        self.expr = Expressions(self.declared, below)
        self.steps = Steps(self.declared, below)
        self.tree: dict[str, Tree] = {"game": "Random"}

    def case(self) -> Case:
        self.declared.risk = (0, 0, 3, 30)[self.below(4)]
        self.players()
        given = self.options()
        self.tree["cards"] = self.cards()
        if self.below(2):
            self.pieces()
        self.zones()
        self.variables()
        self.defines()
        self.flow()
        self.result()
        self.shown_values()
        players = self.declared.few + self.below(self.declared.most - self.declared.few + 1)
        return Case(dump(self.tree), given, players)

    # Who plays with what -----------------------------------------------------------------------

    def players(self) -> None:
        declared = self.declared
        kind = self.below(6)
        declared.few, declared.most = ((2, 2), (2, 4), (1, 1), (3, 3), (4, 4), (1, 2))[kind]
        self.tree["players"] = (
            str(declared.few) if declared.few == declared.most else f"{declared.few} to {declared.most}"
        )
        if kind == 3 and self.below(2):
            self.tree["teams"] = [["0", "2"], ["1"]]
        elif kind == 4:
            self.tree["teams"] = [["0", "2"], ["1", "3"]] if self.below(2) else [["3", "1", "0"], ["2"]]

    def cards(self) -> Tree:
        return self.expr.pick((self.standard, self.own, self.listed))()

    def standard(self) -> Tree:
        """Three or four ranks of the standard pack, with jokers or twice perhaps."""
        suit = EnumType("suit", SUITS)
        ranks = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
        tree: dict[str, Tree] = {"pack": "standard"}
        kept = RANKS[: 2 + self.below(3)]
        few = self.below(2)
        tree["without"] = f"rank not in [{', '.join(kept)}]" + (" or suit in [clubs, hearts]" if few else "")
        words: tuple[str, ...] = ranks
        if self.below(3) == 2:
            jokers = ("joker", "joker") if self.below(2) else ("big", "small")
            tree["jokers"] = list(jokers) if jokers[0] != "joker" else "2"
            tree["without"] = f"rank in [{', '.join(word for word in ranks if word not in kept)}]"
            words += tuple(dict.fromkeys(jokers))
        packs = 1 + self.below(2)
        if packs > 1:
            tree["packs"] = "2"
        order = self.below(3)
        if order == 1:
            tree["order"] = "ace high"
        elif order == 2:
            tree["order"] = [*words[5:], *words[:5]]
        jokers_there = len(words) > len(ranks)
        rank, color = EnumType("rank", words), EnumType("color", ("black", "red"))
        columns: list[tuple[str, Type]] = [
            ("suit", OptionalType(suit) if jokers_there else suit),
            ("color", OptionalType(color) if jokers_there else color),
            ("rank", rank),
        ]
        if self.below(3):
            columns.append(("value", INT))
            value: dict[str, Tree] = {word: str(self.below(12)) for word in words if word in (*kept, "jack", "king")}
            value |= {word: str(self.below(4)) for word in words[13:]} | {"ace": "1", "queen": "10"}
            tree["value"] = value
        self.declared.columns["card"] = columns
        self.declared.enums += [suit, rank, color]
        if packs == 1:
            suits = ("D", "S") if few and not jokers_there else tuple("CDHS")
            self.declared.named_cards = tuple(LETTERS[word] + letter for word in kept for letter in suits)
        return tree

    def own(self) -> Tree:
        suits = ("cups", "coins", "swords")[: 1 + self.below(3)]
        ranks = ("low_one", "mid_one", "knave", "top_one")[: 2 + self.below(3)]
        suit, rank = EnumType("suit", suits), EnumType("rank", ranks)
        columns: list[tuple[str, Type]] = [("suit", suit), ("rank", rank)]
        tree: dict[str, Tree] = {"suits": list(suits), "ranks": list(ranks)}
        self.declared.enums += [suit, rank]
        if self.below(2):
            words = ("black", "red", "black")[: len(suits)]
            tree["suits"] = dict(zip(suits, words, strict=True))
            color = EnumType("color", tuple(dict.fromkeys(words)))
            self.declared.enums.append(color)
            columns.append(("color", color))
        if self.below(2):
            tree["value"] = {word: self.expr.of(INT, Scope(fixed=True), self.below(2)) for word in ranks}
            columns.append(("value", INT))
        if self.below(3) == 2:
            tree["packs"] = "2"
        self.declared.columns["card"] = columns
        return tree

    def listed(self) -> Tree:
        roles = ("guard", "priest", "baron", "princess")[: 2 + self.below(3)]
        role, mood = EnumType("role", roles), EnumType("mood", ("calm", "wild"))
        columns: dict[str, Tree] = {"role": "name", "strength": "number from -9 to 99", "mood": "calm or wild"}
        columns |= {"odd": "yes or no", "copies": "number from 1 to 9"}
        rows: list[Tree] = [
            [word, str(self.below(9) - 2), self.expr.pick(mood.members), self.expr.pick(("no", "yes")),
             str(1 + self.below(3))]
            for word in roles
        ]  # fmt: skip
        self.declared.columns["card"] = [("role", role), ("strength", INT), ("mood", mood), ("odd", BOOL)]
        self.declared.enums += [role, mood]
        return {"columns": columns, "list": rows}

    def options(self) -> dict[str, str]:
        """Options, and the values that differ from what is usual."""
        given: dict[str, str] = {}
        require: dict[str, Tree] = {}
        options: dict[str, Tree] = {}
        for number in range(self.below(4)):
            name = self.declared.fresh("o")
            kind = self.below(4)
            if kind == 0:
                low = self.below(3)
                is_, default, other = (
                    f"number from {low} to {low + 6}",
                    str(low + self.below(7)),
                    str(low + self.below(7)),
                )
                type_: Type = INT
            elif kind == 1:
                is_, default, other, type_ = "yes or no", "no", "yes", BOOL
            elif kind == 2:
                is_, default = "fraction from -1 to 7/2", self.expr.pick(("1/2", "0", "-2/3", "3"))
                other, type_ = self.expr.pick(("5/3", "1", "-1/7")), FRACTION
            else:
                words = tuple(f"{word}{number}" for word in ("slow", "quick", "mad"))
                type_ = EnumType(" or ".join(words), words)
                is_, default, other = type_.name, words[0], self.expr.pick(words)
                self.declared.enums.append(type_)
            self.declared.options.append((name, type_))
            options[name] = {"is": is_, "default": default, "text": "An option"}
            if self.below(2):
                given[name] = other
        if options:
            self.tree["options"] = options
            if self.below(4) == 3:
                require[f"({self.expr.of(BOOL, Scope(fixed=True), 2)} or yes)"] = "It has to hold"
                self.tree["require"] = require
        return given

    def pieces(self) -> None:
        words, size = ("boat", "barge"), EnumType("size", ("tiny", "huge"))
        classes = EnumType("class", words)
        pieces: dict[str, Tree] = {
            "ship": {
                "limit": str(2 + self.below(3)),
                "columns": {"class": "name", "price": "number from 0 to 50", "size": "tiny or huge"},
                "list": [[word, str(self.below(9)), self.expr.pick(size.members)] for word in words],
            }
        }
        self.declared.columns["ship"] = [("class", classes), ("price", INT), ("size", size)]
        self.declared.classes["ship"] = classes
        self.declared.enums += [classes, size]
        if self.below(3) == 2:
            columns: dict[str, Tree] = {"model": "name", "height": "number from -9 to 9"}
            pieces["fort"] = {"limit": "2", "columns": columns, "list": [["tower", "-3"], ["keep", "4"]]}
            models = EnumType("model", ("tower", "keep"))
            self.declared.columns["fort"] = [("model", models), ("height", INT)]
            self.declared.classes["fort"] = models
            self.declared.enums.append(models)
        self.tree["pieces"] = pieces

    # Zones and variables -----------------------------------------------------------------------

    def zones(self) -> None:
        """A deck and a pile at least, and each player's hand."""
        groups: dict[str, dict[str, Tree]] = {"table": {}, "player": {}}
        refilled = " refilled from heap" if self.below(2) else ""
        self.zone(groups, "table", "deck", f"face-down pile{refilled}", Zone("deck", "table", CARD))
        self.zone(groups, "table", "heap", "face-up pile", Zone("heap", "table", CARD, open=True))
        for number in range(self.below(5)):
            self.any_zone(groups, "table", f"t{number}", CARD)
        self.zone(groups, "player", "hand", "face-down row seen by owner", Zone("hand", "player", CARD, mine=True))
        for number in range(self.below(3)):
            self.any_zone(groups, "player", f"h{number}", CARD)
        if self.below(3) == 2:
            groups["card"] = {}
            self.any_zone(groups, "card", "under", CARD)
        if self.below(3) == 2:
            groups["team"] = {}
            self.any_zone(groups, "team", "taken", CARD)
        if self.declared.classes:
            ship = ItemType("ship")
            self.zone(groups, "player", "fleet", "face-up row of ships", Zone("fleet", "player", ship, open=True))
            if self.below(2):
                self.any_zone(groups, "player", "dock", ship, family=False)
            if self.below(2):
                groups["ship"] = {}
                self.any_zone(groups, "ship", "cargo", CARD)
                if self.below(2):
                    self.any_zone(groups, "ship", "boats", ship, family=False)
            if "fort" in self.declared.classes:
                fort = ItemType("fort")
                hidden = self.expr.pick(("", " hiding count", " seen by owner", " seen by owner hiding count"))
                zone = Zone("land", "player", fort, mine=hidden == " seen by owner")
                self.zone(groups, "player", "land", f"face-down row of forts{hidden}", zone)
                groups["fort"] = {}
                self.any_zone(groups, "fort", "cellar", CARD)
                self.any_zone(groups, "fort", "port", ship, family=False)
            if self.below(3) == 2:
                self.any_zone(groups, "table", "sea", ship, family=False)
        self.tree["zones"] = {owner: dict(zones) for owner, zones in groups.items()}

    def zone(self, groups: dict[str, dict[str, Tree]], owner: str, name: str, sentence: str, zone: Zone) -> None:
        groups[owner][name] = sentence
        self.declared.zones.append(zone)

    def any_zone(
        self, groups: dict[str, dict[str, Tree]], owner: str, name: str, item: ItemType, *, family: bool = True
    ) -> None:
        pick = self.expr.pick
        facing = pick(("face-up", "face-down", "keeping"))
        enums = [enum for enum in self.declared.enums if " " not in enum.name and enum.name != "rank"]
        each, count = None, 0
        kind = self.below(4) if family else 0
        if kind == 3:
            count = 1 + self.below(3)
        elif kind == 2:
            each = pick(enums)
        seen = pick(("", "everybody", "nobody", *(("owner", "all but owner") if owner != "table" else ())))
        words = [str(count)] if count else []
        words += [facing] if facing != "keeping" else []
        words.append(pick(("pile", "row")) + "s" * (count > 0))
        words += [f"of {item.kind}s"] if item != CARD else []
        words += [f"for each {each.name}"] if each is not None else []
        words += [f"seen by {seen}"] if seen else []
        words += ["keeping faces"] if facing == "keeping" else []
        hides = self.below(4) == 3
        words += ["hiding count"] if hides else []
        siblings = [
            z for z in self.declared.zones
            if z.owner == owner and z.item == item == CARD and not z.family and z.name != "deck"
        ]  # fmt: skip
        if siblings and kind < 2 and self.below(4) == 3:
            words.append(f"refilled from {pick(siblings).name}")
        limit = 0
        if self.below(6) == 5:
            limit = 2 + self.below(8)
            numbers = [name for name, type_ in self.declared.options if type_ is INT]
            words.append(f"at most ({limit} + options.{pick(numbers)})" if numbers else f"at most {limit}")
        open_ = (facing == "face-up" or seen == "everybody") and not hides
        zone = Zone(name, owner, item, each, count, open_, open_ or (seen == "owner" and not hides), limit)
        self.zone(groups, owner, name, " ".join(words), zone)

    def variables(self) -> None:
        groups: dict[str, dict[str, Tree]] = {"game": {}}
        owners = ["game", "game", "player", "game", "team", "card", *self.declared.classes]
        for number in range(1 + self.below(6)):
            owner = owners[self.below(len(owners))] if number else "game"
            self.variable(groups.setdefault(owner, {}), owner, f"v{number}")
        self.tree["variables"] = {owner: dict(under) for owner, under in groups.items()}

    def variable(self, group: dict[str, Tree], owner: str, name: str) -> None:
        pick = self.expr.pick
        enums = [enum for enum in self.declared.enums if " " not in enum.name]
        low, high = 0, 0
        first = Scope(fixed=True)
        match self.below(7):
            case 0 | 1:
                low, high = (0, -5, 0)[self.below(3)], (99, 1000, 900_000_000)[self.below(3)]
                kind: Type = INT
                domain = f"number from {low} to {high}"
                if self.below(3) == 2:
                    domain += f", initially max({low}, min({high}, {self.expr.of(INT, first, 1)}))"
            case 2:
                kind, domain = BOOL, "yes or no" + pick(("", ", initially yes"))
            case 3:
                enum = pick(enums)
                kind, domain = enum, f"a {enum.name}" + pick(("", f", initially {pick(enum.members)}"))
            case 4:
                kind, domain = PLAYER, "a player"
            case 5:
                items: list[Type] = [CARD, PLAYER, *enums, *self.declared.kinds[1:]]
                item: Type = pick(items)
                word = "player" if item is PLAYER else item.kind if isinstance(item, ItemType) else ""
                kind = OptionalType(item)
                domain = f"a {word or (item.name if isinstance(item, EnumType) else '')} or nothing"
            case _:
                words = tuple(f"{word}_{name}" for word in ("lo", "mid", "hi"))
                kind = EnumType(" or ".join(words), words)
                self.declared.enums.append(kind)
                domain = kind.name
        group[name] = domain
        self.declared.variables.append(Variable(name, owner, kind, low, high))

    # Definitions -------------------------------------------------------------------------------

    def defines(self) -> None:
        defines: dict[str, Tree] = {}
        nameable = self.nameable()
        for number in range(self.below(5)):
            open_ = self.below(2) == 0
            scope, signature, types = Scope(open=open_), [], []
            for place in range(self.below(3)):
                word, kind = self.expr.pick(nameable)
                name = f"p{number}_{place}"
                signature.append(f"{name} is {'an' if word[0] in 'aeiou' else 'a'} {word}")
                types.append(kind)
                scope = scope.plus(name, kind)
            results: list[Type] = [
                INT, BOOL, CARD, ListType(CARD), ListType(INT), PLAYER, FRACTION, ListType(PLAYER), PILE,
                ListType(ListType(CARD)), *self.declared.enums, ListType(BOOL), ListType(FRACTION),
            ]  # fmt: skip
            result = self.expr.pick(results)
            name = f"d{number}"
            if isinstance(result, ListType) and result.item in (INT, FRACTION) and self.below(3) == 2:
                body: Tree = [self.expr.of(result.item, scope, 1) for _ in range(1 + self.below(3))]
                if result.item is FRACTION:
                    body = [f"({self.expr.of(INT, scope, 1)} / 3)", self.expr.of(FRACTION, scope, 1)]
            else:
                body = self.expr.of(result, scope, 1 + self.below(3))
            defines[name + (f"({', '.join(signature)})" if signature else "")] = body
            # Only later ones use it: no definition is defined by itself.
            self.declared.defines.append(Define(name, tuple(types), result, open_))
        if defines:
            self.tree["define"] = defines

    def nameable(self) -> list[tuple[str, Type]]:
        enums = [enum for enum in self.declared.enums if " " not in enum.name]
        found: list[tuple[str, Type]] = [
            ("card", CARD), ("number", INT), ("player", PLAYER), ("list of cards", ListType(CARD)), ("pile", PILE),
            ("list of numbers", ListType(INT)), ("list of players", ListType(PLAYER)),
        ]  # fmt: skip
        found += [(enum.name, enum) for enum in enums]
        found += [(f"list of {enum.name}s", ListType(enum)) for enum in enums]
        return found

    # Flow --------------------------------------------------------------------------------------

    def flow(self) -> None:
        steps = self.steps
        nameable = self.nameable()
        for number in range(1 + self.below(3)):
            names = [f"act{number}_{place}" for place in range(1 + self.below(3))]
            captured = []
            for _ in range(max(0, self.below(4) - 2)):
                _, kind = self.expr.pick(nameable)
                if kind != PILE:
                    captured.append((self.declared.fresh("c"), kind))
            steps.choices.append(Choice(f"choice{number}", tuple(captured), tuple(names)))
        for number in range(self.below(3)):
            types = [self.expr.pick(nameable)[1] for _ in range(self.below(3))]
            parameters = tuple((f"q{number}_{place}", kind) for place, kind in enumerate(types))
            steps.procedures.append(Procedure(f"proc{number}", parameters))
        words = {kind: word for word, kind in nameable}
        steps.budget = 30
        self.declared.placed = self.below(8) < 7
        setup = self.setup()
        self.tree["setup"] = [*setup, *map(plain, steps.sequence(Place(depth=1), 2))] if self.below(2) else list(setup)
        play: list[Step] = []
        place = Place()
        if self.below(2):
            place = steps.asking(place, play)
        play += steps.sequence(place, 5)
        for choice in steps.choices:
            if choice.name not in steps.asked:
                place = steps.ask(choice, place, play)
        if self.below(2):
            play = [{"repeat 3 times": play}]
        self.tree["play"] = list(map(plain, play))
        if steps.procedures:
            self.tree["procedures"] = {
                procedure.name + self.signature(procedure, words): list(
                    map(plain, steps.sequence(self.inside(procedure, number), 3))
                )
                for number, procedure in enumerate(steps.procedures)
            }
        self.tree["choices"] = {
            choice.name: steps.choice(choice, number) for number, choice in enumerate(steps.choices)
        }

    def setup(self) -> list[str]:
        """How a game begins: cards go to their places, pieces into theirs."""
        setup = ["shuffle every card into deck"] if self.below(4) else ["move every card to deck"]
        if not self.declared.placed:
            setup = [f"shuffle (every card where {self.expr.of(BOOL, Scope(it=CARD, fixed=True), 2)}) into deck"]
        if self.below(2):
            setup.append(f"deal {1 + self.below(3)} from deck to hand of players")
        if self.below(2):
            setup.append(f"draw {1 + self.below(4)} from deck to heap")
        if self.declared.classes and self.below(2):
            setup.append("bring boat into first(players).fleet")
        if any(zone.name == "dock" for zone in self.declared.zones) and self.below(2):
            setup.append("bring barge into last(players).dock")
        if "fort" in self.declared.classes and self.below(2):
            setup.append("bring tower into last(players).land")
        return setup

    def inside(self, procedure: Procedure, number: int) -> Place:
        return Place(Scope(procedure.parameters), depth=1, level=number + 1, settable=procedure.parameters)

    def signature(self, procedure: Procedure, words: Mapping[Type, str]) -> str:
        if not procedure.parameters:
            return ""
        return f"({', '.join(f'{name} is a {words[kind]}' for name, kind in procedure.parameters)})"

    def result(self) -> None:
        result: dict[str, Tree] = {}
        if self.below(5):
            scope = replace(Scope(you=True), won=True)
            result["score"] = self.expr.of(FRACTION if self.below(2) else INT, scope, 1 + self.below(3))
        if result and self.below(3):
            result["winner"] = self.expr.pick(
                ("highest score", "lowest score", "highest team score", "lowest team score")
            )
        if result:
            self.tree["result"] = result

    def shown_values(self) -> None:
        """All definitions that can be shown beside something are."""
        parameters: dict[str, tuple[Type, ...]] = {"game": (), "player": (PLAYER,), "card": (CARD,)}
        shown: dict[str, Tree] = {
            owner: list(names)
            for owner, kinds in parameters.items()
            if (names := [define.name for define in self.declared.defines if define.parameters == kinds])
        }
        if shown:
            self.tree["table"] = {"show": shown}


# Writing it out ------------------------------------------------------------------------------------


def dump(tree: Tree, indent: str = "") -> str:
    """A tree as YAML, in block style."""
    lines = []
    if isinstance(tree, dict):
        for key, value in tree.items():
            lines.append(f"{indent}{scalar(key)}:{below(value, indent)}")
    elif isinstance(tree, list):
        for value in tree:
            if isinstance(value, dict):
                inner = dump(value, indent + "  ")
                lines.append(f"{indent}- {inner.removeprefix(indent + '  ').rstrip()}\n")
            else:
                lines.append(f"{indent}-{below(value, indent)}")
    return "".join(lines)


def below(value: Tree, indent: str) -> str:
    """What stands behind a colon or a dash."""
    if isinstance(value, str):
        return f" {scalar(value)}\n"
    if isinstance(value, list) and all(isinstance(item, str) and item.replace("_", "").isalnum() for item in value):
        return f" [{', '.join(map(str, value))}]\n"
    return "\n" + dump(value, indent + "  ")


def scalar(text: str) -> str:
    """A sentence; with quotes where YAML asks for them."""
    return f'"{text}"' if text[0] in "[-{*&!%@|>" and len(text) > 1 else text
