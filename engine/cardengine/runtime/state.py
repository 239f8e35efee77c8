"""A game in progress."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from operator import index
from typing import SupportsIndex

from cardengine.constructs.verbs.asking import COMMITTED
from cardengine.layout.space import Memory
from cardengine.model.codec import Offered
from cardengine.model.program import Header
from cardengine.runtime import listing, lookup, names, parsing, saving, view
from cardengine.runtime.actions import Action, IllegalAction
from cardengine.runtime.chance import (
    Chance,
    ChanceOutcome,
    ChancePoint,
    ExactChance,
    OwnChance,
    SeededChance,
    Undecided,
    source_of,
)
from cardengine.runtime.context import Context
from cardengine.runtime.event_views import EventView
from cardengine.runtime.events import Event, EventLog, as_text
from cardengine.runtime.generator import Generator
from cardengine.runtime.knowledge import SamplingError
from cardengine.runtime.machine import Machine
from cardengine.runtime.outcome import Outcome, Score
from cardengine.runtime.recipe import Recipe
from cardengine.runtime.sampling import Sampler


class State:
    """The state of one game: a flat vector, a source of chance, and a log of events.

    It is made by ``Game.new``, and always waits for a choice (or for chance), or has ended.
    """

    __slots__ = ("_actions", "_aside", "_context", "_fault", "_machine", "_mark", "_memory", "_point", "_work")

    def __init__(self, machine: Machine, chance: Chance, *, log: bool = True) -> None:
        self._machine = machine
        self._memory: Memory = machine.memory()
        self._context = Context(source_of(chance), EventLog() if log else None)
        self._actions: dict[int, tuple[Action, ...]] = {}
        self._mark = 0
        # After a secret choice: its chooser, and the mark for the other seats, for whom nothing has happened since.
        self._aside: tuple[int, int] | None = None
        self._fault: str | None = None
        self._work: tuple[int, Offered] | None = None
        self._point: ChancePoint | None = None

    @classmethod
    def restore(cls, machine: Machine, saved: saving.Saved) -> State:
        """Make a state from its saved parts."""
        state = cls(machine, saved.chance)
        scratch = [0] * machine.space.scratch
        state._memory = [*saved.vector, *scratch]
        state._context = Context(source_of(saved.chance), EventLog(saved.log) if saved.log is not None else None)
        if saved.veil is not None:
            state._context.veil = [*saved.veil, *scratch]
        state._mark, state._aside = saved.mark, saved.aside
        state._fault = saved.fault
        state._work, state._point = saved.work, saved.point
        return state

    def saved(self) -> saving.Saved:
        """Everything in a state, except its game."""
        log, veil = self._context.log, self._context.veil
        return saving.Saved(
            vector=self.vector,
            chance=self.chance,
            log=tuple(log) if log is not None else None,
            mark=self._mark,
            fault=self._fault,
            veil=None if veil is None else [int(x) for x in veil[: self._machine.space.size]],
            aside=self._aside,
            work=self._work,
            point=self._point,
        )

    def __reduce__(self) -> tuple[Callable[[Recipe, saving.Saved], State], tuple[Recipe, saving.Saved]]:
        from cardengine.runtime.game import state_of  # noqa: PLC0415 - games make states, not the other way round

        return state_of, (self._machine.recipe, self.saved())

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, object]) -> State:
        return self.clone()

    def __repr__(self) -> str:
        title = self._machine.program.ruleset.title
        if self.over:
            scores = ", ".join(map(str, self.scores))
            return f"<State of {title}: {self.outcome.name.lower()}, scores {scores}>"
        if self._point is not None:
            return f"<State of {title}: chance decides about {self._point.what}>"
        seats = " and ".join(map(str, self.players))
        return f"<State of {title}: seat {seats} to choose `{self.choice}`>"

    @property
    def log(self) -> tuple[list[Event] | None, int]:
        """All events (None if they aren't kept), and their number at the last choice."""
        return self._context.log, self._mark

    @property
    def chance(self) -> Chance:
        """The source of its random outcomes."""
        source = self._context.chance
        return source.chance if isinstance(source, OwnChance) else source

    def to_json(self) -> str:
        """The complete state as text, including the generator, for ``Game.from_json``."""
        return saving.dump(self._machine, self.saved())

    def start(self) -> None:
        """Run to the first choice."""
        self._run()

    def _run(self) -> None:
        """Run from the start, or with the current action, as far as chance allows."""
        chance = self._context.chance
        if isinstance(chance, ExactChance):
            self._run_exactly(chance)
        else:
            self._go_on()

    def _go_on(self) -> None:
        if self._work is None:
            fault = self._machine.run(self._memory, self._context)
        else:
            seat, (number, values) = self._work
            fault = self._machine.take(self._memory, self._context, seat, number, values)
        self._fault = str(fault) if fault is not None else None

    def _run_exactly(self, chance: ExactChance) -> None:
        """Run; if chance has to decide something, undo the run, which is repeated after ``resolve``."""
        memory, context = self._memory, self._context
        length = len(context.log) if context.log is not None else 0
        kept, offered, veil = memory[:], dict(context.offered), context.veil
        try:
            self._go_on()
        except Undecided as undecided:
            memory[:], context.offered, context.veil = kept, offered, veil
            if context.log is not None:
                context.log.cut(length)
            context.pending.clear()
            self._point = undecided.point
        else:
            self._point = None
            chance.script.clear()
        chance.place = 0

    @property
    def outcomes(self) -> tuple[ChanceOutcome, ...]:
        """Under ``ExactChance``, the possible outcomes if the game waits for chance; otherwise none."""
        return self._point.outcomes() if self._point is not None else ()

    def resolve(self, outcome: ChanceOutcome | int) -> None:
        """Continue with one outcome of chance.

        Raises:
            ValueError: the game doesn't wait for chance, or there is no such outcome.
        """
        index = outcome if isinstance(outcome, int) else outcome.index
        chance = self._context.chance
        if not isinstance(chance, ExactChance) or index not in [known.index for known in self.outcomes]:
            raise ValueError(f"there is no outcome {index} to go on with")
        chance.script.append(index)
        self._run()

    # Who is to choose --------------------------------------------------------------------------

    @property
    def players(self) -> tuple[int, ...]:
        """The seats that have still to choose, ascending; none while the game waits for chance."""
        waiting = self._memory[Header.WAITING] if self._point is None else 0
        return tuple(seat for seat in range(self._machine.program.players) if waiting >> seat & 1)

    @property
    def player(self) -> int | None:
        """The seat to choose (the first of several); None when the game is over."""
        waiting: int = self._memory[Header.WAITING] if self._point is None else 0
        return (waiting & -waiting).bit_length() - 1 if waiting else None

    @property
    def choice(self) -> str | None:
        """The name of the open choice; None if there is none."""
        number = self._memory[Header.CHOICE]
        return self._machine.program.choices[number - 1].decl.name if number else None

    @property
    def phase(self) -> str | None:
        """The name of the current phase; None if there is none."""
        number = self._memory[Header.PHASE]
        return self._machine.program.ruleset.phases[number - 1] if number else None

    # Actions -----------------------------------------------------------------------------------

    def _seat(self, seat: int | None) -> int | None:
        if seat is None:
            return self.player
        if not 0 <= seat < self._machine.program.players:
            raise ValueError(f"there is no seat {seat}: seats go from 0 to {self._machine.program.players - 1}")
        return seat

    def offered(self, seat: int | None = None) -> list[Offered]:
        """The legal actions as numbers, which is faster than ``actions``."""
        chosen = self._seat(seat)
        if chosen is None or self._point is not None or not self._memory[Header.WAITING] >> chosen & 1:
            return []
        found = self._context.offered.get(chosen)
        if found is None:
            found = self._context.offered[chosen] = self._machine.legal(self._memory, chosen)
        return found

    def actions(self, seat: int | None = None) -> tuple[Action, ...]:
        """The legal actions of a seat, by default the one to choose, in canonical order; none if it isn't to choose."""
        chosen = self._seat(seat)
        if chosen is None:
            return ()
        found = self._actions.get(chosen)
        if found is None:
            found = listing.actions(self._machine, self._memory, chosen, self.offered(chosen))
            self._actions[chosen] = found
        return found

    def parse_action(self, text: str, seat: int | None = None) -> Action:
        """Read an action from its text.

        Raises:
            InvalidAction: the text isn't an action of this game.
            AmbiguousAction: it could mean several actions.
            IllegalAction: it isn't legal now; the message gives the reason.
        """
        chosen = self._seat(seat)
        return parsing.parse_action(self, self._machine, self._memory, chosen, text)

    def apply(self, action: Action | str | SupportsIndex, *, seat: int | None = None) -> None:
        """Apply an action and run to the next choice.

        Args:
            action: an action, its text, or its index in ``actions(seat)``, counted from 0.
            seat: who takes it, where several choose together and it doesn't say so itself; the first of them when it
                isn't given.

        Raises:
            IllegalAction: it isn't legal now. Whatever is wrong, the state is as it was.
            InvalidAction: the text is no action of this game.
            AmbiguousAction: the text could be several.
            ValueError: there is no such seat, or the action is another seat's.
            TypeError: it is none of the three.
        """
        chosen = self._chosen(action, seat)
        key = (chosen.number, chosen.values)
        if key not in self.offered(chosen.seat) or self._stale(chosen):
            raise IllegalAction(parsing.refusal(self, self._machine, self._memory, chosen))
        self.take(chosen.seat, key)

    def _chosen(self, action: Action | str | SupportsIndex, seat: int | None) -> Action:
        """The action that is meant by an action, a text or an index."""
        if isinstance(action, Action):
            if seat is not None and seat != action.seat:
                raise ValueError(f"`{action.text}` is an action of seat {action.seat}, not of seat {seat}")
            return action
        if isinstance(action, str):
            return self.parse_action(action, seat)
        if isinstance(action, bool) or not isinstance(action, SupportsIndex):
            raise TypeError(f"an action, its text or its place is applied, not {action!r}")
        place, actions = index(action), self.actions(seat)
        if not 0 <= place < len(actions):
            raise IllegalAction(parsing.no_place(self, seat, place, len(actions)))
        return actions[place]

    def _stale(self, action: Action) -> bool:
        choice = self._machine.program.choices[self._memory[Header.CHOICE] - 1]
        return bool(choice.actions[action.number].decl.name != action.name)

    def take(self, seat: int, offered: Offered) -> None:
        """Apply a legal action, given as numbers, without checking it."""
        context = self._context
        if not self._memory[Header.SECRET]:
            self._aside = None
        else:
            self._aside = (seat, self._aside[1] if self._aside is not None else self._mark)
        self._mark = len(context.log) if context.log is not None else 0
        self._actions = {}
        if len(context.offered) > 1 and len(self.players) > 1:
            # A commit that waits for others changes nothing that they see, so their legal actions stay the same.
            context.offered.pop(seat, None)
        else:
            context.offered = {}
        self._work = (seat, offered)
        self._run()

    # The end -----------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._memory[Header.OUTCOME])

    @property
    def outcome(self) -> Outcome:
        """Whether and how the game has ended."""
        return Outcome(self._memory[Header.OUTCOME])

    @property
    def fault(self) -> str | None:
        """The message of the fault that ended the game, with its place in the ruleset; None without one."""
        return self._fault

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The winning seats; None before the end."""
        return self._machine.scorer.winners(self._memory) if self.over else None

    @property
    def scores(self) -> tuple[Score, ...]:
        """The exact score of each seat; before the end as if the game ended now without a win."""
        return self._machine.scorer.scores(self._memory)

    @property
    def steps(self) -> int:
        """The number of choices and loop turns so far."""
        return int(self._memory[Header.STEPS])

    # Knowledge ---------------------------------------------------------------------------------

    def view(self, seat: int) -> view.View:
        """What a seat may see now, JSON-able; see ``runtime.view``."""
        chosen = self._seat(seat)
        assert chosen is not None
        m, veil = self._memory, self._context.veil
        if veil is None or m[Header.SECRET] == chosen + 1:
            return view.view(self._machine, m, chosen)
        # During a secret choice the others see what they saw before it, and who is choosing.
        veiled = view.view(self._machine, veil, chosen)
        veiled["players"], veiled["choice"] = list(self.players), self.choice
        return veiled

    def events_for(self, seat: int) -> list[EventView]:
        """The events that a seat has noticed since the last choice that wasn't secret to it."""
        mark = self._mark if self._aside is None or self._aside[0] == seat else self._aside[1]
        return self._seen(seat, self._events()[mark:])

    def history_for(self, seat: int) -> list[EventView]:
        """All events that a seat has noticed, as it saw them."""
        return self._seen(seat, self._events())

    def history(self) -> list[EventView]:
        """All events, with nothing hidden."""
        return [event.whole() for event in self._events()]

    def _events(self) -> list[Event]:
        if self._context.log is None:
            raise ValueError("this state keeps no log of events")
        return self._context.log

    def _seen(self, seat: int, events: Sequence[Event]) -> list[EventView]:
        self._seat(seat)
        return [shown for event in events if (shown := event.seen_by(seat)) is not None]

    def information(self, seat: int) -> str:
        """A seat's information state: its own actions and all events that it noticed, in order, one on each line."""
        lines = [as_text(event) for event in self.history_for(seat)]
        committed = listing.committed_text(self._machine, self._memory, seat)
        return "\n".join([*lines, f"{COMMITTED.value} action={committed}"] if committed else lines)

    # Reading the whole state -------------------------------------------------------------------

    def zone(self, name: str, owner: int | str | None = None, place: int | str | None = None) -> list[str]:
        """The items of a zone, with nothing hidden: a pile from the top, a row in its order.

        Args:
            name: the zone's name.
            owner: for a zone of a player the seat, of an item the item's name.
            place: for a family which of its zones: a number from 1, or a word.

        Raises:
            KeyError: there is no such zone.
        """
        space = self._machine.space
        number = lookup.zone_number(space, name, owner, place)
        kind = self._machine.board.kinds[number]
        return [kind.texts[item] for item in self._machine.board.items(self._memory, number)]

    def var(self, name: str, owner: int | str | None = None) -> names.ByRuleset:
        """The value of a variable, or of a name in scope at the open choice.

        Args:
            name: the variable's name.
            owner: for a variable of a player the seat, of an item the item's name.

        Raises:
            KeyError: there is no such variable.
        """
        return lookup.variable_value(self._machine, self._memory, name, owner)

    def facing(self, card: str) -> bool:
        """Whether an item lies face up."""
        kind, item = lookup.find_item(self._machine.space, card)
        return bool(self._memory[kind.face + item])

    def counts(self) -> dict[str, int]:
        """The number of cards in each zone of cards, and under ``""`` of cards that lie nowhere."""
        space = self._machine.space
        kind = space.items["card"]
        where: Counter[str] = Counter()
        for item in range(kind.count):
            zone = self._memory[kind.place + item]
            where[names.zone_text(space, zone - 1) if zone else ""] += 1
        return dict(where)

    # Copies ------------------------------------------------------------------------------------

    def clone(self) -> State:
        """An independent copy, its chance included."""
        other = State.__new__(State)
        other._machine = self._machine
        other._memory = self._memory[:]
        chance = self._context.chance.clone()
        log = self._context.log
        offered = dict(self._context.offered)
        other._context = Context(chance, log.copy() if log is not None else None, [], offered, self._context.veil)
        other._actions = dict(self._actions)
        other._mark = self._mark
        other._aside = self._aside
        other._fault = self._fault
        other._work = self._work
        other._point = self._point
        return other

    def sampler(self, seat: int, rng: Generator) -> Callable[[], State]:
        """A function that draws states, uniformly among those that agree with what a seat knows.

        They agree with the seat's view, with the cards that it has seen, and with the known contents of hidden piles;
        nothing is inferred from how others have played. Their chance is seeded from ``rng``.

        Raises:
            SamplingError: events weren't kept, or something other than cards is hidden from the seat.
        """
        sampler = self.knowledge(seat)

        def sample() -> State:
            other = self.clone()
            other._memory = sampler.draw(rng)
            chance = SeededChance(rng.next32())
            other._context = Context(chance, other._context.log)
            other._actions = {}
            return other

        return sample

    def knowledge(self, seat: int) -> Sampler:
        """The sampler for what a seat knows about hidden cards.

        Raises:
            SamplingError: events weren't kept, or something other than cards is hidden from the seat.
        """
        self._seat(seat)
        if self._context.log is None:
            raise SamplingError("this state keeps no log of events, so nothing tells what a seat knows")
        return Sampler(self._machine, self._memory, self._context.log, seat)

    def continued(self, seed: int, number: int, memory: Memory | None = None) -> State:
        """A copy without a log that continues with another source of chance.

        Args:
            seed: from 0 to 2**64 - 1.
            number: the number of the game.
            memory: the copy's memory, such as one that a sampler has drawn; by default that of this state.
        """
        other = State(self._machine, SeededChance(seed, number), log=False)
        other._memory = self._memory[:] if memory is None else memory
        other._fault = self._fault
        return other

    def key(self) -> Hashable:
        """A hashable key of the position, equal for equal positions; generator, steps and work don't matter.

        While the game waits for chance, it includes the current action and the outcomes decided so far.
        """
        m, chance = self._memory, self._context.chance
        pending: tuple[Hashable, ...] = ()
        if self._point is not None and isinstance(chance, ExactChance):
            pending = (self._work, *chance.script)
        return (*m[: Header.STEPS], *m[Header.WORK + 1 : self._machine.space.size], *pending)

    @property
    def vector(self) -> tuple[int, ...]:
        """The whole flat state as integers."""
        return tuple(int(x) for x in self._memory[: self._machine.space.size])
