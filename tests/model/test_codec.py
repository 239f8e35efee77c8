"""The codec of arguments: what is written is read again, in every layout, and nothing else is touched."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardengine
from cardengine.diagnostics import SourceText, Span
from cardengine.layout.faults import Fault
from cardengine.layout.space import Register
from cardengine.model.codec import HEAD, Arguments, Offered, Records, Value, Values, put, values_of
from cardengine.model.load import bundled_names
from cardengine.tree.nodes import AllDomain, Local, Storage
from cardengine.tree.symbols import Parameter
from cardengine.tree.types import INT, ListType

SPAN = Span(SourceText("x.yaml", "x"), 0, 1)
FIRST = 7
"""The first register of an action: before and behind its registers lie others' cells."""


def arguments(capacities: list[int | None], first: int = FIRST) -> Arguments:
    """The layout of parameters: None for a single value, else how many values there is room for."""
    parameters, registers = [], []
    address = first
    for number, capacity in enumerate(capacities):
        kind = INT if capacity is None else ListType(INT)
        parameters.append(Parameter(Local(f"x{number}", kind, Storage.STATE), AllDomain(kind, SPAN)))
        registers.append(Register(address, capacity))
        address += 1 if capacity is None else 1 + capacity
    return Arguments.of(parameters, registers)


CELL = st.integers(-(2**63), 2**63 - 1)
LAYOUT = st.lists(st.none() | st.integers(0, 5), max_size=4)


def values_for(capacities: list[int | None]) -> st.SearchStrategy[Values]:
    parts: list[st.SearchStrategy[Value]] = [
        CELL if capacity is None else st.lists(CELL, max_size=capacity).map(tuple) for capacity in capacities
    ]
    return st.tuples(*parts)


ACTION = LAYOUT.flatmap(lambda capacities: st.tuples(st.just(capacities), values_for(capacities)))


@given(ACTION, st.integers(0, 3))
def test_fixed_cells_are_read_as_they_were_written(action: tuple[list[int | None], Values], before: int) -> None:
    capacities, values = action
    layout = arguments(capacities)
    cells = layout.encode(values, SPAN)
    assert len(cells) == layout.size == sum(1 if capacity is None else 1 + capacity for capacity in capacities)
    whole = [9] * before + cells + [9]
    assert layout.decode(whole, before) == values
    read = [(slot.name, tuple(whole[cell] for cell in places)) for slot, places in layout.places(whole, before)]
    assert read == [(slot.name, part) for slot, part in layout.parts(values)]


@given(ACTION)
def test_registers_are_written_whole_and_no_others(action: tuple[list[int | None], Values]) -> None:
    capacities, values = action
    layout = arguments(capacities)
    memory = [5] * (FIRST + layout.size + 3)
    layout.enter(memory, values, SPAN)
    assert memory[:FIRST] == [5] * FIRST
    assert memory[FIRST + layout.size :] == [5] * 3
    assert memory[FIRST : FIRST + layout.size] == layout.encode(values, SPAN)
    for slot, part in layout.parts(values):
        address = slot.register.address
        assert address == FIRST + slot.offset
        if slot.many:
            assert [memory[cell] for cell in values_of(memory, address)] == list(part)
            assert all(memory[cell] == 0 for cell in range(address + 1 + len(part), address + slot.size))
        else:
            assert (memory[address],) == part


@given(st.lists(LAYOUT, min_size=1, max_size=3), st.data())
def test_packed_records_are_read_one_behind_the_other(layouts: list[list[int | None]], data: st.DataObject) -> None:
    records = Records(tuple(map(arguments, layouts)), 0, 1)
    chosen = data.draw(st.lists(st.integers(0, len(layouts) - 1), max_size=5))
    offered: list[Offered] = [(number, data.draw(values_for(layouts[number]))) for number in chosen]
    cells = [cell for one in offered for cell in records.pack(one)]
    assert records.unpack([*cells, 9, 9], len(offered)) == offered
    # A record takes what it holds, and no more.
    for number, values in offered:
        held = sum(1 + len(value) if isinstance(value, tuple) else 1 for value in values)
        assert len(records.pack((number, values))) == HEAD + held


@given(st.lists(LAYOUT, min_size=1, max_size=3), st.integers(1, 4), st.data())
def test_commits_are_kept_apart_by_seat(layouts: list[list[int | None]], seats: int, data: st.DataObject) -> None:
    actions = tuple(map(arguments, layouts))
    records = Records(actions, 3, HEAD + max(action.size for action in actions))
    memory = [0] * (3 + seats * records.size + 2)
    committed: dict[int, Offered] = {}
    for seat in data.draw(st.permutations(range(seats))):
        number = data.draw(st.integers(0, len(layouts) - 1))
        committed[seat] = number, data.draw(values_for(layouts[number]))
        records.commit(memory, seat, committed[seat], SPAN)
        assert {other: records.committed(memory, other) for other in range(seats)} == {
            other: committed.get(other) for other in range(seats)
        }
        for other in range(seats):
            found = [tuple(memory[cell] for cell in cells) for _, cells in records.commit_places(memory, other)]
            values = committed[other][1] if other in committed else ()
            assert found == [value if isinstance(value, tuple) else (value,) for value in values]
    assert memory[:3] == [0] * 3
    assert memory[3 + seats * records.size :] == [0] * 2
    for seat in data.draw(st.permutations(range(seats))):
        records.uncommit(memory, seat)
        del committed[seat]
        assert {other for other in range(seats) if records.committed(memory, other) is not None} == set(committed)
    assert not any(memory)


@given(st.data())
def test_a_list_leaves_nothing_behind_of_the_one_before_it(data: st.DataObject) -> None:
    """Equal lists are equal cells, whatever has lain there: positions are compared by their cells."""
    capacity = data.draw(st.integers(0, 5))
    first, second = (data.draw(st.lists(CELL, max_size=capacity)) for _ in range(2))
    used, new = [7] * (capacity + 3), [7] * (capacity + 3)
    register = Register(1, capacity)
    put(used, register, first, SPAN)
    put(used, register, second, SPAN)
    put(new, register, second, SPAN)
    assert used == new
    assert (used[0], used[-1]) == (7, 7)


def test_a_choice_that_is_never_asked_of_several_has_no_commits() -> None:
    records = Records((arguments([None]),), 0, 2)
    memory = [1, 2, 3]
    assert records.committed(memory, 0) is None
    records.uncommit(memory, 1)
    assert memory == [1, 2, 3]


def test_a_list_without_room_is_a_fault_and_changes_nothing() -> None:
    layout = arguments([None, 2])
    memory = [5] * 20
    with pytest.raises(Fault, match="the list has 3 values; there is room for 2"):
        layout.enter(memory, (1, (1, 2, 3)), SPAN)
    with pytest.raises(Fault, match="room for 2"):
        Records((layout,), 1, 5).commit(memory, 0, (0, (1, (1, 2, 3))), SPAN)
    assert memory == [5] * 20


@pytest.mark.parametrize("name", bundled_names())
def test_the_registers_of_a_game_fit_its_codec(name: str) -> None:
    """Of each choice the actions' registers lie in its frame, none in another's; a commit has room for each."""
    program = cardengine.load(name).program
    for choice in program.choices:
        taken: list[int] = []
        for action in choice.actions:
            assert action.arguments is choice.records.actions[action.number]
            assert HEAD + action.arguments.size <= choice.records.size
            for slot in action.arguments.slots:
                assert program.space.register(slot.parameter.local) == slot.register
                taken += range(slot.register.address, slot.register.address + slot.size)
        assert len(set(taken)) == len(taken)
        assert set(taken) == set(range(choice.frame.parameters, choice.frame.stop))
