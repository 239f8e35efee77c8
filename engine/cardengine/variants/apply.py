"""Applies the changes of one variant to a located tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from cardengine.diagnostics import Code, Diagnostic, Label, Severity, Span, quoted, suggest
from cardengine.source import MAX_DEPTH, Entry, MappingNode, Node, ScalarNode, SequenceNode
from cardengine.variants.clashes import Change, ChangeKind
from cardengine.variants.paths import Found, Missing, children, fold, walk
from cardengine.variants.provenance import Override, Provenance, Removal
from cardengine.variants.steps import Step, find_step, is_list_of_steps
from cardengine.variants.tree_edits import Trail, changed, depth, same, with_entry, with_items

MAX_CHANGES: Final = 200
"""The most changes of one variant."""

# Looking for similar words takes time, and nobody needs more suggestions than this at once.
_MAX_SUGGESTIONS: Final = 20
_CHANGE_KEYS: Final = ("default", "set", "remove", "add", "append", "steps")
_STEP_CHANGES: Final = {
    "before": ChangeKind.BEFORE,
    "after": ChangeKind.AFTER,
    "replace": ChangeKind.STEP,
    "remove": ChangeKind.STEP,
}


class Application:
    """Applies the changes of one variant whose structure has been checked.

    Args:
        tree: the tree to change.
        base: what messages call the tree.
        report: receives the problems.
        provenance: records what was replaced and removed.
    """

    def __init__(self, tree: MappingNode, base: str, report: list[Diagnostic], provenance: Provenance) -> None:
        self.tree: Node = tree
        self.changes: list[Change] = []
        self._base = base
        self._report = report
        self._provenance = provenance
        self._suggestions = 0

    def run(self, variant: MappingNode) -> MappingNode:
        """Apply all changes; one that can't be made is reported and skipped.

        Args:
            variant: the root of the variant's tree.

        Returns:
            The changed tree.
        """
        if count_changes(variant) > MAX_CHANGES:
            self._problem(Code.EXTENDS_DEPTH, f"a variant makes at most {MAX_CHANGES} changes", _key(variant))
            return self._result()
        for entry in _entries(variant.get("default")):
            self._default(entry)
        for entry in _entries(variant.get("set")):
            self._set(entry)
        for path in _scalars(variant.get("remove")):
            self._remove(path)
        for entry in _entries(variant.get("add")):
            self._add(entry)
        for entry in _entries(variant.get("append")):
            self._append(entry)
        for change in _items(variant.get("steps")):
            if isinstance(change, MappingNode):
                self._steps(change)
        return self._result()

    def _result(self) -> MappingNode:
        assert isinstance(self.tree, MappingNode)
        return self.tree

    # Options -----------------------------------------------------------------------------------

    def _default(self, entry: Entry) -> None:
        options = self._result().entry("options")
        known = [] if options is None or not isinstance(options.value, MappingNode) else list(options.value)
        option = next((option for option in known if option.name == entry.name), None)
        default = option.value.entry("default") if option and isinstance(option.value, MappingNode) else None
        if option is None or default is None:
            guess = self._suggest(entry.name, [option.name for option in known])
            labels = [Label(entry.key.span, "no such option")]
            if options is not None:
                labels.append(Label(options.key.span, _listed([option.name for option in known])))
            self._report.append(
                Diagnostic(
                    Code.NOT_THERE,
                    f"{self._base} has no option {quoted(entry.name)}",
                    entry.key.span,
                    tuple(labels),
                    help=None if guess is None else f"did you mean {quoted(guess)}?",
                )
            )
            return
        keys = ("options", option.name, "default")
        self._replace(Found(keys, keys, default), entry.key, entry.value)

    # Paths -------------------------------------------------------------------------------------

    def _set(self, entry: Entry) -> None:
        found = self._find(entry.key)
        if found is not None:
            self._replace(found, entry.key, entry.value)

    def _replace(self, found: Found, path: ScalarNode, value: Node) -> None:
        old = found.entry
        if self._is_too_deep(len(found.keys), [value], path.span):
            return
        key = old.key if found.rewritten is None else ScalarNode(_end_of(path, found.rewritten), found.rewritten)
        if found.rewritten is None and same(old.value, value):
            labels = (Label(path.span, "it says the same"), Label(_short_span(old), "as what is there"))
            message = f"{quoted('.'.join(found.names))} is set to what it is anyway"
            self._report.append(Diagnostic(Code.NO_CHANGE, message, path.span, labels, severity=Severity.WARNING))
        self.changes.append(Change(found.names, ChangeKind.WHOLE, path.span))
        self._provenance.overrides.append(Override(value.span, _short_span(old)))
        self._put(found.keys, Entry(key, value))

    def _remove(self, path: ScalarNode) -> None:
        found = self._find(path)
        if found is not None:
            self.changes.append(Change(found.names, ChangeKind.WHOLE, path.span))
            self._provenance.removals.append(Removal(found.names[-1], path.span))
            self._put(found.keys, None)

    def _add(self, entry: Entry) -> None:
        place = walk(self.tree, entry.key)
        if isinstance(place, Found):
            labels = (Label(entry.key.span, "this is to be new"), Label(place.entry.key.span, "it is there already"))
            is_list = isinstance(place.entry.value, SequenceNode)
            verb = "put more at the end of the list" if is_list else "replace it"
            help = f"to {verb}, write it under `{'append' if is_list else 'set'}`"
            message = f"{self._base} has {quoted('.'.join(place.names))} already"
            self._report.append(Diagnostic(Code.ALREADY_THERE, message, entry.key.span, labels, help=help))
        elif not place.is_new_key:
            self._missing(place)
        elif not self._is_too_deep(len(place.keys) + 1, [entry.value], entry.key.span):
            key = ScalarNode(_end_of(entry.key, place.rest), place.rest)
            new = Entry(key, entry.value)
            names = (*place.names, place.rest.partition("(")[0].rstrip() if place.takes_sentences else place.rest)
            self.changes.append(Change(names, ChangeKind.WHOLE, entry.key.span))
            self.tree = changed(self.tree, place.keys, lambda node: with_entry(node, place.rest, new))

    def _append(self, entry: Entry) -> None:
        found = self._find(entry.key)
        if found is None or not isinstance(entry.value, SequenceNode):
            return
        there = found.entry.value
        if not isinstance(there, SequenceNode):
            self._not_a_list(found, entry.key, "only to a list can something be appended")
            return
        items = entry.value.items
        if self._is_too_deep(len(found.keys) + 1, items, entry.key.span):
            return
        self.changes.append(Change(found.names, ChangeKind.APPEND, entry.key.span))
        self.tree = changed(self.tree, found.keys, lambda node: with_items(node, len(there.items), 0, items))

    def _put(self, keys: tuple[str, ...], entry: Entry | None) -> None:
        """Replace the entry at an existing path, or remove it."""
        self.tree = changed(self.tree, keys[:-1], lambda node: with_entry(node, keys[-1], entry))

    def _find(self, path: ScalarNode) -> Found | None:
        place = walk(self.tree, path)
        if isinstance(place, Found):
            return place
        self._missing(place)
        return None

    def _missing(self, place: Missing) -> None:
        """Report a path that doesn't exist, saying how far it leads."""
        names = children(place.node, place.names)
        inside = f"`{'.'.join(place.names)}`" if place.names else self._base
        guess = self._suggest(place.first_missing, names)
        labels = [Label(place.place, "not there")]
        if place.entry is not None:
            labels.append(Label(place.entry.key.span, _listed(names) if names else "there are no keys under this"))
        elif names and isinstance(place.node, MappingNode):
            labels.append(Label(place.node.entries[0].key.span, _listed(names)))
        help = None if guess is None else f"did you mean {quoted(guess)}?"
        if guess is None and isinstance(place.node, SequenceNode):
            help = "a list is set whole, or `append`ed to; lists of steps are changed under `steps`"
        message = f"there is no {quoted(place.first_missing)} in {inside}"
        self._report.append(Diagnostic(Code.NOT_THERE, message, place.place, tuple(labels), help=help))

    def _not_a_list(self, found: Found, path: ScalarNode, message: str) -> None:
        labels = (Label(path.span, ""), Label(found.entry.key.span, "this is something else"))
        self._report.append(Diagnostic(Code.NOT_THERE, message, path.span, labels))

    # Steps -------------------------------------------------------------------------------------

    def _steps(self, change: MappingNode) -> None:
        path, under = change.get("in"), change.get("under")
        verb, named = next((entry.name, entry.value) for entry in change if entry.name in _STEP_CHANGES)
        if not isinstance(path, ScalarNode) or not isinstance(named, ScalarNode):
            return
        found = self._find(path)
        if found is None:
            return
        steps = found.entry.value
        if not is_list_of_steps(found.names) or not isinstance(steps, SequenceNode):
            self._not_a_list(found, path, "`in` names a list of steps")
            return
        header = under if isinstance(under, ScalarNode) else None
        sentence = change.get("with")
        step = find_step(steps, found, named, header, sentence is not None, self._report, self._suggest)
        items = _items(change.get("do"))
        if step is None or self._is_too_deep(len(found.keys) + len(step.trail), items, named.span):
            return
        kind = ChangeKind.SENTENCE if isinstance(sentence, ScalarNode) else _STEP_CHANGES[verb]
        self.changes.append(Change(found.names, kind, named.span, step.node.span))
        if isinstance(sentence, ScalarNode):
            self._replace_sentence(found, step, sentence)
        else:
            self._splice_items(found, step, verb, named, items)

    def _replace_sentence(self, found: Found, step: Step, sentence: ScalarNode) -> None:
        if fold(sentence.text) == step.sentence:
            labels = (Label(sentence.span, "it says the same"), Label(step.scalar.span, "as what is there"))
            message = "the step is replaced by what it is anyway"
            self._report.append(Diagnostic(Code.NO_CHANGE, message, sentence.span, labels, severity=Severity.WARNING))
        self._provenance.overrides.append(Override(sentence.span, step.scalar.span))

        def with_sentence(node: Node) -> Node:
            if isinstance(node, MappingNode):
                entries = [Entry(sentence, old.value) if old.key is step.scalar else old for old in node]
                return MappingNode(node.span, tuple(entries))
            return sentence

        self.tree = changed(self.tree, (*found.keys, *step.trail), with_sentence)

    def _splice_items(self, found: Found, step: Step, verb: str, named: ScalarNode, items: tuple[Node, ...]) -> None:
        *above, number = step.trail
        assert isinstance(number, int)
        match verb:
            case "before":
                place, dropped = number, 0
            case "after":
                place, dropped = number + 1, 0
            case _:
                place, dropped = number, 1
        if verb == "remove":
            self._provenance.removals.append(Removal(step.sentence, named.span))
        if verb == "replace":
            self._provenance.overrides += [Override(item.span, step.scalar.span) for item in items]
        trail: Trail = (*found.keys, *above)
        self.tree = changed(self.tree, trail, lambda node: with_items(node, place, dropped, items))

    def _is_too_deep(self, above: int, nodes: Sequence[Node], place: Span) -> bool:
        """Whether something new would exceed the nesting limit; reports it."""
        deepest = above + max((depth(node) for node in nodes), default=0)
        if deepest > MAX_DEPTH:
            self._problem(Code.TOO_DEEP, f"with this there would be more than {MAX_DEPTH} levels", place)
        return deepest > MAX_DEPTH

    def _suggest(self, word: str, known: Iterable[str]) -> str | None:
        self._suggestions += 1
        return suggest(word, known) if self._suggestions <= _MAX_SUGGESTIONS else None

    def _problem(self, code: Code, message: str, span: Span) -> None:
        self._report.append(Diagnostic(code, message, span))


def count_changes(variant: MappingNode) -> int:
    """How many changes a variant makes."""
    amounts: list[Callable[[Node | None], tuple[object, ...]]] = [_entries, _items]
    return sum(len(amount(variant.get(key))) for key in _CHANGE_KEYS for amount in amounts)


def _entries(node: Node | None) -> tuple[Entry, ...]:
    return node.entries if isinstance(node, MappingNode) else ()


def _items(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, SequenceNode) else ()


def _scalars(node: Node | None) -> Iterator[ScalarNode]:
    return (item for item in _items(node) if isinstance(item, ScalarNode))


def _key(variant: MappingNode) -> Span:
    return next(entry.key.span for entry in variant if entry.name in _CHANGE_KEYS)


def _short_span(entry: Entry) -> Span:
    """A short span for an entry: that of its value if it is a single line, otherwise that of its key."""
    value = entry.value
    is_one_line = isinstance(value, ScalarNode) and value.span.start < value.span.end and "\n" not in value.span.text
    return value.span if is_one_line else entry.key.span


def _end_of(path: ScalarNode, key: str) -> Span:
    """The span of the last key of a path."""
    if path.text.endswith(key):
        return path.span_of(len(path.text) - len(key), len(path.text))
    return path.span


def _listed(names: list[str]) -> str:
    """The existing names as a short text."""
    shown = ", ".join(names[:8])
    return f"here are: {shown}{', ...' if len(names) > 8 else ''}" if names else "there is nothing here"
