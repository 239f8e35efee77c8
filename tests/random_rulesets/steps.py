"""Random steps, and the choices that they ask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from cardengine.tree.types import (
    BOOL,
    CARD,
    INT,
    PLAYER,
    TEAM,
    EnumType,
    ItemType,
    ListType,
    OptionalType,
    Type,
    ZoneType,
)
from tests.random_rulesets.declarations import Declarations, Scope, Variable
from tests.random_rulesets.expressions import Expressions
from tests.random_rulesets.names import PILE, Make, Source

Step = str | dict[str, "list[Step]"]
Tree = str | dict[str, "Tree"] | list["Tree"]


@dataclass(frozen=True)
class Procedure:
    name: str
    parameters: tuple[tuple[str, Type], ...]


@dataclass
class Choice:
    """A choice that is asked; ``captured`` are the outer names that its actions read."""

    name: str
    captured: tuple[tuple[str, Type], ...]
    actions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Place:
    """Where steps stand."""

    scope: Scope = field(default_factory=Scope)
    looping: bool = False
    depth: int = 3
    level: int = 0
    """Only later choices and procedures may be used from here: none uses itself."""
    settable: tuple[tuple[str, Type], ...] = ()


@dataclass
class Steps:
    """Writes steps."""

    declared: Declarations
    below: Source
    choices: list[Choice] = field(default_factory=list)
    procedures: list[Procedure] = field(default_factory=list)
    budget: int = 60
    asked: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.expr = Expressions(self.declared, self.below)

    def of(self, kind: Type, place: Place, depth: int | None = None) -> str:
        return self.expr.of(kind, place.scope, 1 + self.below(3) if depth is None else depth)

    def pick(self, things: Sequence[str]) -> str:
        return self.expr.pick(things)

    # Lists of steps ----------------------------------------------------------------------------

    def sequence(self, place: Place, most: int) -> list[Step]:
        """Some steps; what a ``let`` names is known to those behind it."""
        done: list[Step] = []
        for _ in range(1 + self.below(most)):
            if self.budget <= 0:
                break
            self.budget -= 1
            place = self.step(place, done)
        return done or ["shuffle deck"]

    def step(self, place: Place, done: list[Step]) -> Place:
        """Add one step (or a few that belong together)."""
        kind = self.below(20)
        if kind < 7:
            done.append(self.moving(place))
        elif kind < 10:
            self.setting(place, done)
        elif kind < 12:
            return self.let(place, done)
        elif kind < 16 and place.depth > 0:
            self.block(place, done)
        elif kind < 19:
            return self.asking(place, done)
        elif place.looping or self.below(3) == 2:
            done.append(self.ending(place))
        else:
            done.append(self.moving(place))
        return place

    # Moving ------------------------------------------------------------------------------------

    def moving(self, place: Place) -> Step:
        forms = [
            self.draw, self.move, self.draw, self.deal, self.shuffle, self.turn, self.fill, self.replaced,
            self.exchange, self.show, self.draw_up_to, self.bring, self.move_pieces,
            self.rotate,
        ]  # fmt: skip
        return self.expr.pick(forms)(place)

    def zone(self, place: Place, item: ItemType = CARD) -> str:
        return self.of(ZoneType(item), place, self.below(3))

    def target(self, place: Place, item: ItemType = CARD) -> str:
        end = self.pick(("", "", "", "top of ", "bottom of "))
        zone = self.zone(place, item)
        if zone.startswith("top("):
            zone = "first" + zone.removeprefix("top")  # `to top` is said of an end
        return end + zone + self.pick(("", "", "", " face up", " face down"))

    def card(self, place: Place) -> str:
        return self.of(CARD, place)

    def guarded(self, place: Place, test: str, step: str) -> Step:
        """A step that needs something, mostly behind the question whether it is there."""
        return step if self.expr.risky() else {f"if {test}": [step]}

    def move(self, place: Place) -> Step:
        cards = self.of(ListType(CARD), place) if self.below(3) else self.card(place)
        return f"move {cards} to {self.target(place)}"

    def move_pieces(self, place: Place) -> Step:
        kinds = [kind for kind in self.declared.kinds if kind != CARD]
        if not kinds:
            return self.move(place)
        kind = self.expr.pick(kinds)
        return f"move {self.of(ListType(kind), place)} to {self.target(place, kind)}"

    def rotate(self, place: Place) -> Step:
        return f"rotate {self.zone(place)} by {self.pick(('', '-'))}{self.amount(place)}"

    def replaced(self, place: Place) -> Step:
        first, second = self.card(place), self.card(place)
        step = f"move {first} to {self.target(place)}, {second} taking its place"
        return self.guarded(place, f"({first} is not {second})", step)

    def draw(self, place: Place) -> Step:
        return f"draw {self.amount(place)} from {self.zone(place)} to {self.target(place)}"

    def amount(self, place: Place) -> str:
        return str(1 + self.below(4)) if self.below(2) else self.of(INT, place, 1)

    def draw_up_to(self, place: Place) -> Step:
        draw = f"draw {self.amount(place)} from {self.zone(place)} to {self.target(place)}"
        return f"{draw} up to {self.amount(place)}"

    def fill(self, place: Place) -> Step:
        return f"fill {self.zone(place)} up to {self.amount(place)} from {self.zone(place)}"

    def deal(self, place: Place) -> Step:
        source = self.zone(place)
        families = [z for z in self.declared.zones if z.item == CARD and z.family and z.owner == "table"]
        owned = [z for z in self.declared.zones if z.item == CARD and z.owner == "player" and not z.family]
        forms: list[Make] = [partial(str, z.name) for z in families]
        forms += [partial(lambda z: f"{z.name} of {self.of(ListType(PLAYER), place)}", z) for z in owned]
        forms.append(lambda: self.zone(place))
        amount = self.amount(place) if self.below(3) else "all"
        return f"deal {amount} from {source} to {self.expr.one(forms)}"

    def shuffle(self, place: Place) -> Step:
        if self.below(2):
            return f"shuffle {self.of(ListType(CARD), place)} into {self.zone(place)}"
        return f"shuffle {self.zone(place)}"

    def turn(self, place: Place) -> Step:
        cards = self.of(ListType(CARD), place) if self.below(2) else self.card(place)
        return f"turn {self.pick(('up', 'down'))} {cards}"

    def exchange(self, place: Place) -> Step:
        return f"exchange {self.card(place)} for {self.card(place)}"

    def show(self, place: Place) -> Step:
        cards = self.of(ListType(CARD), place) if self.below(2) else self.card(place)
        players = self.of(ListType(PLAYER), place) if self.below(2) else self.of(PLAYER, place)
        return f"show {cards} to {players}"

    def bring(self, place: Place) -> Step:
        if not self.declared.classes:
            return self.draw(place)
        kind = self.pick(tuple(self.declared.classes))
        classes = self.declared.classes[kind]
        zones = [z for z in self.declared.zones if z.item == ItemType(kind) and z.owner == "player" and not z.family]
        zone, owner = self.expr.pick(zones), self.of(PLAYER, place, 1)
        step = f"bring {self.of(classes, place)} into ({owner}).{zone.name}"
        return self.guarded(place, f"count(every {kind}) < 1", step)

    # Variables ---------------------------------------------------------------------------------

    def setting(self, place: Place, done: list[Step]) -> None:
        targets: list[tuple[str, Variable]] = []
        for variable in self.declared.variables:
            base = self.base(variable, place)
            if base is not None:
                targets.append((base, variable))
        local = self.below(4) == 3
        if local and place.settable:
            name, kind = self.expr.pick(place.settable)
            if kind is INT and self.below(2):
                done.append(f"add {self.of(INT, place)} to {name}")
            else:
                done.append(f"set {name} to {self.of(kind, place)}")
            return
        if not targets:
            done.append(self.draw(place))
            return
        base, variable = self.expr.pick(targets)
        if self.below(6) == 5:
            done.append(self.reset(variable, place))
        elif variable.type is INT:
            done.append(self.count(base, variable, place))
        else:
            done.append(f"set {base} to {self.of(variable.type, place)}")

    def base(self, variable: Variable, place: Place) -> str | None:
        """How a variable is reached."""
        match variable.owner:
            case "game":
                return variable.name
            case "player":
                return f"({self.of(PLAYER, place, 1)}).{variable.name}"
            case "team":
                return f"({self.of(TEAM, place, 1)}).{variable.name}"
            case "card":
                return f"({self.of(CARD, place, 1)}).{variable.name}"
            case kind:
                item = ItemType(kind)
                if not self.expr.has(item, place.scope):
                    return None
                return f"({self.of(item, place, 0)}).{variable.name}"

    def count(self, base: str, variable: Variable, place: Place) -> Step:
        if self.below(4) < 3:
            sign, word = self.expr.pick((("add", "to"), ("subtract", "from")))
            amount = self.of(INT, place) if self.expr.risky() else str(self.below(4))
            return f"{sign} {amount} {word} {base}"
        value = self.of(INT, place)
        if self.expr.risky():
            return f"set {base} to {value}"
        if self.below(2):
            return f"set {base} to max({variable.low}, min({variable.high}, {value}))"
        return f"set {base} to {variable.low} + ({value} mod {variable.high - variable.low + 1})"

    def reset(self, variable: Variable, place: Place) -> Step:
        alike = [v.name for v in self.declared.variables if v.owner == variable.owner]
        names = ", ".join([variable.name, *alike[: self.below(2)]])
        if variable.owner == "game":
            return f"reset {names}"
        owners: dict[str, Type] = {"player": PLAYER, "team": TEAM}
        owner = owners.get(variable.owner, ItemType(variable.owner))
        many = self.below(2) or not self.expr.has(owner, place.scope)
        return f"reset {names} of {self.of(ListType(owner) if many else owner, place)}"

    def let(self, place: Place, done: list[Step]) -> Place:
        kinds: list[Type] = [
            INT, BOOL, PLAYER, ListType(CARD), CARD, ListType(INT), ListType(PLAYER), *self.declared.enums,
            OptionalType(PLAYER), TEAM, OptionalType(CARD), *map(ListType, self.declared.enums), ListType(BOOL),
        ]  # fmt: skip
        kind = self.expr.pick(kinds)
        name = self.declared.fresh("x")
        value = self.of(kind, place)
        if isinstance(kind, OptionalType):
            value = f"(if {self.of(BOOL, place, 1)} then nothing else {self.of(kind.item, place)})"
        done.append(f"let {name} be {value}")
        return self.known(place, name, kind)

    def known(self, place: Place, name: str, kind: Type) -> Place:
        return replace(place, scope=place.scope.plus(name, kind), settable=(*place.settable, (name, kind)))

    # Blocks ------------------------------------------------------------------------------------

    def block(self, place: Place, done: list[Step]) -> None:
        inner = replace(place, depth=place.depth - 1)
        loop = replace(inner, looping=True)
        kind = self.below(9)
        if kind < 2:
            step: dict[str, list[Step]] = {f"if {self.of(BOOL, place)}": self.sequence(inner, 3)}
            if self.below(2):
                step[f"else if {self.of(BOOL, place)}"] = self.sequence(inner, 2)
            if self.below(2):
                step["else"] = self.sequence(inner, 2)
            done.append(step)
        elif kind < 5:
            self.for_each(loop, done)
        elif kind == 5:
            name = self.declared.fresh("x")
            bounds = f"{self.below(4)} to {self.below(5)}" if self.below(2) else f"0 to {self.of(INT, place, 1)}"
            counters = [v.name for v in self.declared.variables if v.owner == "game" and v.type is INT]
            if counters and self.below(3) == 2:
                done.append({f"for {self.pick(counters)} from {bounds}": self.sequence(loop, 3)})
            else:
                done.append({f"for {name} from {bounds}": self.sequence(self.counted(loop, name), 3)})
        elif kind == 6:
            done.append({f"repeat {self.amount(place)} times": self.sequence(loop, 3)})
        elif kind == 7:
            stop: Step = {f"if {self.of(BOOL, place)}": ["stop"]}
            header = f"repeat while {self.of(BOOL, place)}" if self.below(2) else "repeat"
            done.append({header: [*self.sequence(loop, 2), stop]})
        elif self.below(2):
            done.append({f"phase {self.declared.fresh('phase')}": self.sequence(inner, 3)})
        else:
            name = self.declared.fresh("x")
            done.append({f"for {name} from {self.below(5)}": [
                *self.sequence(self.counted(loop, name), 2), {f"if {name} > {2 + self.below(3)}": ["stop"]}
            ]})  # fmt: skip

    def counted(self, place: Place, name: str) -> Place:
        return self.known(place, name, INT)

    def for_each(self, place: Place, done: list[Step]) -> None:
        kinds: list[Type] = [PLAYER, CARD, INT, BOOL, TEAM, *self.declared.enums, *self.declared.kinds, PLAYER]
        families = [z for z in self.declared.zones if z.family and z.owner == "table" and z.item == CARD]
        kinds += [PILE] * bool(families)
        kind = self.expr.pick(kinds)
        source = self.of(ListType(kind), place)
        keys: list[str] = []
        ordered: list[Type] = [INT, INT, BOOL, *self.declared.enums]
        for _ in range(max(0, self.below(5) - 2)):
            value = self.expr.of(self.expr.pick(ordered), place.scope.within(kind), self.below(3))
            keys.append(f"{self.pick(('highest', 'lowest'))} {value} first")
        name = self.declared.fresh("x")
        order = ", " + ", then ".join(keys) if keys else ""
        inner = self.known(place, name, kind)
        done.append({f"for each {name} in {source}{order}": self.sequence(inner, 3)})

    # Choices, procedures, ends -----------------------------------------------------------------

    def asking(self, place: Place, done: list[Step]) -> Place:
        usable = self.choices[place.level :]
        runnable = self.procedures[place.level :]
        if runnable and self.below(3) == 2:
            procedure = self.expr.pick(runnable)
            given = ", ".join(self.of(kind, place) for _, kind in procedure.parameters)
            done.append(f"run {procedure.name}({given})")
            return place
        if not usable:
            done.append(self.moving(place))
            return place
        return self.ask(self.expr.pick(usable), place, done)

    def ask(self, choice: Choice, place: Place, done: list[Step]) -> Place:
        """Ask a choice; what its actions read is named first."""
        self.asked.add(choice.name)
        for name, kind in choice.captured:
            if all(name != known for known, _ in place.scope.locals):
                done.append(f"let {name} be {self.of(kind, place)}")
                place = self.known(place, name, kind)
        if self.declared.most == 1 and self.below(2):
            until = f" until {self.pick(choice.actions)}" if self.below(3) == 2 else ""
            done.append(f"choose {choice.name}{until}")
        elif self.below(4) == 3:
            players = self.of(ListType(PLAYER), place) if self.below(2) else "players"
            done.append(f"{players} choose {choice.name} together")
        else:
            secret = " in secret" if self.below(4) == 3 else ""
            until = f" until {self.pick(choice.actions)}" if self.below(3) == 2 else ""
            step = f"{{}} chooses {choice.name}{secret}{until}"
            if self.below(2):
                name = self.declared.fresh("x")
                done.append({f"for each {name} in players": [step.format(name)]})
            else:
                done.append(step.format(self.of(PLAYER, place, 1)))
        return place

    def ending(self, place: Place) -> Step:
        if place.looping and self.below(3):
            return {f"if {self.of(BOOL, place)}": [self.pick(("stop", "skip"))]}
        winners = self.of(PLAYER, place) if self.below(2) else self.of(ListType(PLAYER), place)
        verdict = self.pick(("win", "lose", "end the game", f"({winners}) wins"))
        return {f"if {self.of(BOOL, place)}": [verdict]}

    # Actions -----------------------------------------------------------------------------------

    def choice(self, choice: Choice, level: int) -> Tree:
        """What stands under a choice."""
        tree: dict[str, Tree] = {"text": "Choose"}
        none = self.below(6)
        if none > 3:
            tree["if_none"] = "skip" if none == 4 or not self.declared.risk else "fault"
        for number, action in enumerate(choice.actions):
            tree[action] = self.action(choice, choice.actions[number + 1 :], level)
        return tree

    def action(self, choice: Choice, later: tuple[str, ...], level: int) -> Tree:
        tree: dict[str, Tree] = {"text": "Do it"}
        open_ = Scope(locals=choice.captured, you=True, open=not self.declared.careless, possible=later)
        wide, chosen = 1, {}
        for _ in range(max(0, self.below(5) - 1)):
            if wide > 20:
                break
            name = self.declared.fresh("a")
            domain, kind, ways = self.domain(open_)
            wide *= ways
            chosen[name] = domain
            open_ = open_.plus(name, kind)
        if chosen:
            tree["choose"] = dict(chosen)
        tests = [self.expr.of(BOOL, open_, 1 + self.below(3)) for _ in range(max(0, self.below(4) - 1))]
        if len(tests) == 1:
            tree["when"] = tests[0]
        elif tests:
            tree["when"] = dict.fromkeys(tests, "Not now")
        if self.below(2):
            tree["evaluate"] = self.expr.of(INT, open_, 1 + self.below(2))
        if self.below(5):
            scope = replace(open_, open=False)
            tree["do"] = list(map(plain, self.sequence(Place(scope, depth=1, level=level + 1), 3)))
        return tree

    def domain(self, scope: Scope) -> tuple[str, Type, int]:
        """A domain, its type, and in how many ways it may be chosen, more or less."""
        words, depth = self.expr, self.below(3)
        enums = [enum for enum in self.declared.enums if " " not in enum.name]
        singles: list[tuple[str, Type]] = [("card", CARD), ("player", PLAYER), ("number", INT), ("team", TEAM)]
        singles += [(enum.name, enum) for enum in enums]
        singles += [(kind.kind, kind) for kind in self.declared.kinds[1:]]
        if any(z.family and z.open and z.owner == "table" and z.item == CARD for z in self.declared.zones):
            singles.append(("pile", PILE))
        word, kind = words.pick(singles)
        source = words.of(ListType(kind), scope, depth)
        match self.below(10):
            case 0 | 1 | 2:
                return f"a {word} from {source}", kind, 8
            case 3 | 4:
                if kind is INT:
                    source = f"[{', '.join(words.of(INT, scope, depth) for _ in range(1 + self.below(4)))}]"
                few = f"first({source}, {2 + self.below(4)})" if self.below(2) else source
                some = f"max(0, min(3, {words.of(INT, scope, 0)}))"
                size = words.pick(("2", "1 to 2", "0 to 3", f"({some})", f"1 to ({some})"))
                if kind in (INT, PLAYER, BOOL) or (isinstance(kind, EnumType) and len(kind.members) < 6):
                    size = words.pick((size, "any"))
                return f"{size} {word}s from {few}", ListType(kind), 24
            case 5:
                return "a player" + self.where(PLAYER, scope), PLAYER, 3
            case 6 if enums:
                enum = words.pick(enums)
                maybe = self.below(2)
                if maybe:
                    return f"a {enum.name} or nothing", OptionalType(enum), 5
                return f"a {enum.name}" + self.where(enum, scope), enum, 5
            case 7 | 8:
                low, high = str(self.below(3)), str(1 + self.below(5))
                if self.below(2):
                    low = f"max(-2, min(4, {words.of(INT, scope, 1)}))"
                if self.below(2):
                    high = f"min(6, {words.of(INT, scope, 1)})"
                step = f" by {1 + self.below(3)}" if self.below(3) == 2 else ""
                return f"number from {low} to {high}{step}", INT, 6
            case _:
                return "yes or no", BOOL, 2

    def where(self, kind: Type, scope: Scope) -> str:
        if not self.below(2):
            return ""
        return f" where {self.expr.of(BOOL, scope.within(kind), 1)}"


def plain(step: Step) -> Tree:
    """A step as a tree of YAML."""
    return step if isinstance(step, str) else {key: [plain(inner) for inner in under] for key, under in step.items()}
