"""Checks the declarations of cards and pieces, and makes tables of their printed attributes."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from cardengine.constructs.domains.base import Use
from cardengine.diagnostics import Code
from cardengine.lang.domains import DomainChecker
from cardengine.lang.expressions import RANKS, SUITS, ExpressionChecker
from cardengine.lang.parser import Entry, parse
from cardengine.lang.signatures import check_name
from cardengine.lang.stripping import left_out
from cardengine.lang.uses import Known, check_constant, check_use
from cardengine.lang.world import Names, World
from cardengine.source import MappingNode, Node, ScalarNode, SequenceNode
from cardengine.tree.nodes import AllDomain, Constant, Domain, Expr, ListOf, NumberDomain
from cardengine.tree.symbols import Column, KindDecl
from cardengine.tree.types import INT, UNKNOWN, EnumType, ListType, OptionalType, Type

SUIT_COLORS = {"clubs": "black", "diamonds": "red", "hearts": "red", "spades": "black"}
STANDARD_RANKS = tuple(dict.fromkeys(RANKS.values()))
NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
RANK_LETTERS = {word: letter for letter, word in RANKS.items() if letter != "10"}
SUIT_LETTERS = {word: letter for letter, word in SUITS.items()}
JOKER = "joker"
MAX_CARDS = 2_000
"""The most cards of a game."""


class CardsChecker:
    """Checks the ``cards`` section."""

    def __init__(self, world: World, node: MappingNode) -> None:
        self.world = world
        self.node = node

    def declare(self) -> None:
        """Declare the card kind, its enums and its rows. Values are added later, since they may read options."""
        if self.node.get("list") is not None or self.node.get("columns") is not None:
            self._listed()
        else:
            self._product()

    def _scalar(self, key: str) -> str | None:
        node = self.node.get(key)
        return node.text if isinstance(node, ScalarNode) else None

    def _product(self) -> None:
        pack = self._scalar("pack")
        if pack is not None and pack != "standard":
            entry = self.node.get("pack")
            assert entry is not None
            self.world.error(
                Code.CARDS,
                f"there is no pack `{pack}`",
                entry.span,
                "write `standard`, or give suits and ranks",
            )
        suits, colors = self._suits(pack)
        ranks = self._ranks(pack)
        joker_words = self._jokers()
        jokers = len(joker_words)
        packs = int(self._scalar("packs") or 1)
        total = packs * (len(suits) * len(ranks) + jokers)
        if total > MAX_CARDS:
            message = f"there could be {total} cards; the most is {MAX_CARDS}"
            self.world.error(Code.TOO_LARGE, message, self.node.span, "lower the number of packs or jokers")
            packs, joker_words = 1, joker_words[:1]
        color_words = tuple(dict.fromkeys(color for color in ("black", "red") if color in colors.values()))
        color_words += tuple(color for color in dict.fromkeys(colors.values()) if color not in color_words)
        rank_words = ranks + tuple(dict.fromkeys(joker_words))
        suit = self._enum("suit", suits)
        rank = self._enum("rank", rank_words)
        color = self._enum("color", color_words) if colors else None
        optional = bool(jokers)
        columns = [Column("suit", OptionalType(suit) if optional else suit)]
        if color is not None:
            columns.append(Column("color", OptionalType(color) if optional else color))
        columns.append(Column("rank", rank))
        rows: list[tuple[Expr, ...]] = []
        texts: list[str] = []
        for _ in range(packs):
            for suit_word, rank_word in product(suits, ranks):
                row = [self._word(suit, suit_word)]
                if color is not None:
                    row.append(self._word(color, colors[suit_word]))
                rows.append((*row, self._word(rank, rank_word)))
                texts.append(card_text(rank_word, suit_word))
            for joker in joker_words:
                nothing = Constant(suit, self.node.span, -1)
                rows.append((*([nothing] * (len(columns) - 1)), self._word(rank, joker)))
                texts.append(joker)
        self._strip(columns, rows, texts)
        self._finish(columns, rows, texts, rank)

    def _finish(self, columns: list[Column], rows: list[tuple[Expr, ...]], texts: list[str], rank: EnumType) -> None:
        standard = all(word in STANDARD_RANKS or word in self._jokers() for word in rank.members)
        if self.node.get("value") is not None or standard:
            columns.append(Column("value", INT))
        self.world.ordered.add("rank")
        self.world.kinds["card"] = KindDecl("card", self.node.span, tuple(columns), tuple(rows), tuple(texts))

    def _enum(self, name: str, members: tuple[str, ...]) -> EnumType:
        enum = EnumType(name, members)
        self.world.enums[name] = enum
        return enum

    def _word(self, enum: EnumType, word: str) -> Expr:
        return Constant(enum, self.node.span, enum.members.index(word))

    def _suits(self, pack: str | None) -> tuple[tuple[str, ...], dict[str, str]]:
        node = self.node.get("suits")
        if isinstance(node, MappingNode):
            colors = {entry.key.text: entry.value.text for entry in node.entries if isinstance(entry.value, ScalarNode)}
            return tuple(colors), colors
        if isinstance(node, SequenceNode):
            suits = _words(node)
            if all(suit in SUIT_COLORS for suit in suits):
                return suits, {suit: SUIT_COLORS[suit] for suit in suits}
            return suits, {}
        if pack is None and self.node.get("ranks") is None:
            self.world.error(
                Code.CARDS,
                "the cards aren't said",
                self.node.span,
                "write `pack: standard`, or give suits and ranks, or a list",
            )
        return tuple(SUIT_COLORS), dict(SUIT_COLORS)

    def _ranks(self, pack: str | None) -> tuple[str, ...]:
        node = self.node.get("ranks")
        return _words(node) if isinstance(node, SequenceNode) else STANDARD_RANKS

    def _jokers(self) -> tuple[str, ...]:
        """The names of the jokers."""
        node = self.node.get("jokers")
        if isinstance(node, SequenceNode):
            return _words(node)
        return (JOKER,) * min(int(self._scalar("jokers") or 0), MAX_CARDS + 1)

    def _strip(self, columns: list[Column], rows: list[tuple[Expr, ...]], texts: list[str]) -> None:
        """Remove the cards for which the condition under ``without`` holds."""
        node = self.node.get("without")
        if not isinstance(node, ScalarNode):
            return
        self.world.ordered.add("rank")
        self.world.kinds["card"] = KindDecl("card", self.node.span, tuple(columns), tuple(rows), tuple(texts))
        gone = left_out(self.world, node, self.strengths(quiet=True)["rank"])
        rows[:] = [row for number, row in enumerate(rows) if number not in gone]
        texts[:] = [text for number, text in enumerate(texts) if number not in gone]

    # Hand-written cards ------------------------------------------------------------------------

    def _listed(self) -> None:
        columns_node, list_node = self.node.get("columns"), self.node.get("list")
        if not isinstance(columns_node, MappingNode) or not isinstance(list_node, SequenceNode):
            self.world.error(Code.CARDS, "hand-written cards need both `columns` and `list`", self.node.span)
            return
        columns, classes = read_columns(self.world, columns_node, list_node)
        rows = read_rows(self.world, list_node, columns)
        texts: list[str] = []
        spread: list[tuple[Expr, ...]] = []
        alike: dict[str, list[str]] = {}
        kept = tuple(column for column in columns if column.name != "copies")
        for row, node in rows:
            cells = dict(zip((column.name for column in columns), row, strict=True))
            copies = cells.pop("copies", None)
            amount = copies.value if isinstance(copies, Constant) else 1
            if copies is not None and not isinstance(copies, Constant):
                self.world.error(Code.CARDS, "how many copies?", copies.span, "write a number")
            if len(spread) + amount > MAX_CARDS:
                self.world.error(
                    Code.TOO_LARGE, f"there are more than {MAX_CARDS} cards", node.span, "lower the copies"
                )
                break
            name = next(
                (cell.text for cell, column in zip(node.items, columns, strict=True)
                 if isinstance(cell, ScalarNode) and column.type == classes),
                None,
            )  # fmt: skip
            printed = _plain(node, columns)
            if alike.setdefault(name or "_".join(printed), printed) != printed:
                help_ = "give it a name of its own"
                self.world.error(Code.CARDS, f"there is another card `{name}`, and it isn't alike", node.span, help_)
            for _ in range(amount):
                spread.append(tuple(cells.values()))
                texts.append(name if name is not None else "_".join(_plain(node, columns)))
        self.world.kinds["card"] = KindDecl("card", self.node.span, kept, tuple(spread), tuple(texts), classes)

    # After the options -------------------------------------------------------------------------

    def add_values(self) -> None:
        """Type the ``value`` table, which may read options, and add each card's value to its row."""
        kind = self.world.kinds.get("card")
        if kind is None or kind.column("value") is None or self.node.get("list") is not None:
            return
        given: dict[str, Expr] = {}
        rank = self.world.enums["rank"]
        node = self.node.get("value")
        if isinstance(node, MappingNode):
            for entry in node.entries:
                if entry.key.text not in rank.members:
                    self.world.unknown(Code.UNKNOWN_NAME, "rank", entry.key.text, entry.key.span, list(rank.members))
                elif isinstance(entry.value, ScalarNode):
                    tree = parse(Entry.EXPRESSION, entry.value, self.world.report)
                    if tree is not None:
                        checker = ExpressionChecker(self.world, entry.value)
                        given[entry.key.text] = checker.number(tree, Names())
                        check_constant(self.world, given[entry.key.text], "a value", Known.CARDS)
        for number, word in enumerate(NUMBERS, start=2):
            given.setdefault(word, Constant(INT, self.node.span, number))
        missing = [word for word in rank.members if word not in given]
        if missing and node is not None:
            self.world.error(
                Code.CARDS,
                f"no value is given for: {', '.join(missing)}",
                node.span,
                "add it, such as `ace: 1`",
            )
        if missing:
            columns = tuple(column for column in kind.columns if column.name != "value")
            self._replace(kind, columns, kind.rows)
            return
        place = next(number for number, column in enumerate(kind.columns) if column.name == "rank")
        rows = []
        for row in kind.rows:
            cell = row[place]
            assert isinstance(cell, Constant)
            rows.append((*row, given[rank.members[cell.value]]))
        self._replace(kind, kind.columns, tuple(rows))

    def _replace(self, kind: KindDecl, columns: tuple[Column, ...], rows: tuple[tuple[Expr, ...], ...]) -> None:
        self.world.kinds["card"] = KindDecl("card", kind.span, columns, rows, kind.texts, kind.classes)

    def strengths(self, *, quiet: bool = False) -> dict[str, tuple[int, ...]]:
        """The strength of each member of each ordered enum."""
        rank = self.world.enums.get("rank")
        if rank is None or "rank" not in self.world.ordered:
            return {}
        order = self.node.get("order")
        strengths = list(range(len(rank.members)))
        if isinstance(order, SequenceNode):
            words = _words(order)
            if sorted(words) != sorted(rank.members):
                if quiet:
                    return {"rank": tuple(strengths)}
                self.world.error(
                    Code.CARDS,
                    "the order must name every rank once",
                    order.span,
                    f"ranks: {', '.join(rank.members)}",
                )
            else:
                strengths = [words.index(word) for word in rank.members]
        elif isinstance(order, ScalarNode) and order.text == "ace high" and "ace" in rank.members:
            words = tuple(word for word in rank.members if word != "ace" and word not in self._jokers())
            high = (*words, "ace", *dict.fromkeys(self._jokers()))
            strengths = [high.index(word) for word in rank.members]
        return {"rank": tuple(strengths)}


def card_text(rank: str, suit: str) -> str:
    """The text of a card: ``QS`` for standard ranks and suits, otherwise ``rank_suit``."""
    if rank in RANK_LETTERS and suit in SUIT_LETTERS:
        return RANK_LETTERS[rank] + SUIT_LETTERS[suit]
    return f"{rank}_{suit}"


def read_columns(world: World, node: MappingNode, rows: SequenceNode) -> tuple[tuple[Column, ...], EnumType | None]:
    """The columns of hand-written cards or pieces, and the enum of classes that the ``name`` column declares."""
    columns: list[Column] = []
    classes: EnumType | None = None
    for place, entry in enumerate(node.entries):
        check_name(world, entry.key.text, entry.key.span)
        if not isinstance(entry.value, ScalarNode):
            continue
        if entry.value.text.strip() == "name":
            words = [
                cell.text for row in rows.items if isinstance(row, SequenceNode) and place < len(row.items)
                for cell in [row.items[place]] if isinstance(cell, ScalarNode)
            ]  # fmt: skip
            classes = EnumType(entry.key.text, tuple(dict.fromkeys(words)))
            world.enums[entry.key.text] = classes
            columns.append(Column(entry.key.text, classes))
            continue
        tree = parse(Entry.DOMAIN, entry.value, world.report)
        if tree is None:
            columns.append(Column(entry.key.text, UNKNOWN))
            continue
        domain = DomainChecker(ExpressionChecker(world, entry.value)).bare(tree, Names())
        check_use(world, domain, Use.COLUMN)
        kind: Type = domain.type
        if isinstance(kind, EnumType) and " or " in kind.name and entry.key.text not in world.enums:
            world.enums.pop(kind.name, None)
            kind = EnumType(entry.key.text, kind.members)
            world.enums[entry.key.text] = kind
            domain = AllDomain(kind, domain.span)
        columns.append(Column(entry.key.text, kind, domain))
    return tuple(columns), classes


def read_rows(
    world: World, node: SequenceNode, columns: tuple[Column, ...]
) -> list[tuple[tuple[Expr, ...], SequenceNode]]:
    """The rows of hand-written cards or pieces; each cell is a constant expression of its column's type."""
    rows: list[tuple[tuple[Expr, ...], SequenceNode]] = []
    for row in node.items:
        if not isinstance(row, SequenceNode) or len(row.items) != len(columns):
            found = len(row.items) if isinstance(row, SequenceNode) else 1
            names = ", ".join(column.name for column in columns)
            world.error(
                Code.CARDS,
                f"a row has {len(columns)} cells; this has {found}",
                row.span,
                f"the columns: {names}",
            )
            continue
        cells: list[Expr] = []
        for cell, column in zip(row.items, columns, strict=True):
            if not isinstance(cell, ScalarNode):
                continue
            tree = parse(Entry.EXPRESSION, cell, world.report)
            if tree is None:
                break
            expr = ExpressionChecker(world, cell).typed(tree, Names(), column.type)
            check_constant(world, expr, "what is printed", Known.CARDS)
            _within(world, expr, column.domain)
            cells.append(expr)
        if len(cells) == len(columns):
            rows.append((tuple(cells), row))
    return rows


def _within(world: World, expr: Expr, domain: Domain | None) -> None:
    if not isinstance(domain, NumberDomain) or not isinstance(expr, Constant) or expr.type is not INT:
        return
    low, high = domain.low, domain.high
    if isinstance(low, Constant) and isinstance(high, Constant) and not low.value <= expr.value <= high.value:
        message = f"{expr.value} is not from {low.value} to {high.value}"
        world.error(Code.OUT_OF_BOUNDS, message, expr.span, "change it, or the bounds of the column")


def declare_pieces(world: World, kind_name: str, node: MappingNode, data: Mapping[str, MappingNode]) -> None:
    """Declare a kind of piece with rows from the ruleset or a data file. Its limit is added after the options."""
    columns_node, list_node, file = node.get("columns"), node.get("list"), node.get("data")
    if isinstance(file, ScalarNode) and file.text in data:
        list_node = data[file.text].get("list")
    if not isinstance(columns_node, MappingNode) or not isinstance(list_node, SequenceNode):
        return
    columns, classes = read_columns(world, columns_node, list_node)
    rows = read_rows(world, list_node, columns)
    if classes is None:
        world.error(
            Code.CARDS,
            "no column names the classes",
            columns_node.span,
            "declare one as `name`, such as `class: name`",
        )
        return
    if len(classes.members) < len(list_node.items):
        world.error(Code.CARDS, "two classes have the same name", list_node.span)
    pattern = node.get("name")
    text = pattern.text if isinstance(pattern, ScalarNode) else kind_name[0] + "{seat}.{number}"
    if "{seat}" not in text or "{number}" not in text or text.split() != [text]:
        span = pattern.span if pattern is not None else node.span
        world.error(
            Code.CARDS,
            "the name needs `{seat}` and `{number}`, and no space",
            span,
            "write `p{seat}.{number}`",
        )
    limit = Constant(INT, node.span, 1)
    world.kinds[kind_name] = KindDecl(
        kind_name, node.span, columns, tuple(row for row, _ in rows), (), classes, text, limit
    )


def class_list(world: World, classes: EnumType, node: Node | None, name: ScalarNode) -> Expr:
    """A list of classes from a data file; empty if the file doesn't have it."""
    span = node.span if node is not None else name.span
    members: list[Expr] = []
    for item in node.items if isinstance(node, SequenceNode) else ():
        word = item.text if isinstance(item, ScalarNode) else ""
        if word in classes.members:
            members.append(Constant(classes, item.span, classes.members.index(word)))
        else:
            world.unknown(Code.UNKNOWN_NAME, classes.name, word, item.span, list(classes.members))
    return ListOf(ListType(classes), span, tuple(members))


def check_keys(world: World, source: MappingNode, known: list[str]) -> None:
    """Report keys of a data file that its ruleset doesn't declare."""
    for entry in source.entries:
        if entry.key.text not in ("list", *known):
            world.unknown(Code.DATA_FILE, "key of the data file", entry.key.text, entry.key.span, ["list", *known])


def add_limit(world: World, kind_name: str, node: MappingNode) -> None:
    """Type the limit of a kind of piece."""
    kind = world.kinds.get(kind_name)
    limit = node.get("limit")
    if kind is None or not isinstance(limit, ScalarNode):
        if kind is not None:
            world.error(Code.CARDS, f"how many {kind_name}s can a player have?", node.span, "add `limit: 10`")
        return
    tree = parse(Entry.EXPRESSION, limit, world.report)
    if tree is not None:
        expr = ExpressionChecker(world, limit).number(tree, Names())
        check_constant(world, expr, "a limit")
        world.kinds[kind_name] = KindDecl(
            kind.name, kind.span, kind.columns, kind.rows, kind.texts, kind.classes, kind.pattern, expr
        )


def _words(node: Node) -> tuple[str, ...]:
    if not isinstance(node, SequenceNode):
        return ()
    return tuple(item.text for item in node.items if isinstance(item, ScalarNode))


def _plain(node: SequenceNode, columns: tuple[Column, ...]) -> list[str]:
    return [
        cell.text for cell, column in zip(node.items, columns, strict=True)
        if isinstance(cell, ScalarNode) and column.name != "copies"
    ]  # fmt: skip
