"""The ticks of a set-up, and the steps and questions that follow from them. The box keeps ticks in a note beside the game,
never in the game's entries."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from companion.core.dues import Chance, Due
from companion.core.moment import Moment
from companion.core.set_up import SetUpPlan, SetUpStep
from companion.core.state import Seat
from companion.core.view import Question
from companion.snapshot.table import SetUp


class Ticks(msgspec.Struct, frozen=True):
    """The steps of a game's set-up that people ticked."""

    table: int
    """The number of the game."""
    done: tuple[tuple[str, Seat | None], ...] = ()
    """The names of the steps, each with the seat in whose list it was ticked. None: it is in the list of all."""
    ready: bool = False
    """True if somebody said that the table is ready, or the host started without the last ticks."""

    def with_tick(self, step: SetUpStep, seat: Seat, done: bool) -> "Ticks":
        """Return the ticks with this step ticked in the list of a seat, or (without `done`) unticked."""
        tick = (step.name, None if step.who == "table" else seat)
        rest = tuple(one for one in self.done if one != tick)
        return msgspec.structs.replace(self, done=tuple(sorted({*rest, tick}, key=str)) if done else rest)


NO_TICKS: Final = Ticks(0)
"""The ticks while there is no game."""


def read_ticks(note: str) -> Ticks:
    """Return the ticks in a note. Raise msgspec.MsgspecError for anything else."""
    return msgspec.json.decode(note, type=Ticks)


def kept_ticks(note: str | None, number: int) -> Ticks:
    """Return the ticks of game `number` in a note. Ticks of another game do not count."""
    ticks = read_ticks(note) if note else NO_TICKS
    return ticks if ticks.table == number else Ticks(number)


def is_begun(moment: Moment, asks: frozenset[str] = frozenset()) -> bool:
    """Return whether somebody has given an answer of play, as everybody knows. `asks` are the kinds of dues that the set-up
    itself asks. Secret answers and draws of the box do not count."""
    events = (answered.event for answered in moment.history.newest())
    return any(event.announced and event.due.chance is not Chance.BOX and event.due.kind not in asks for event in events)


def next_page(page: int | None) -> int:
    """Return the page of the first minute after this one. None: nobody reads yet."""
    return 0 if page is None else page + 1


def present_set_up(
    moment: Moment, plan: SetUpPlan, ticks: Ticks, at_box: Sequence[Seat], bots: Sequence[Seat]
) -> SetUp | None:
    """Return the set-up while it is on, or None. In the lists of bots all steps are done."""
    if ticks.ready or not plan.steps or is_begun(moment, plan.asks):
        return None
    plan = plan.with_blanks(moment.history.game.set_up_blanks(moment.history.state.public))
    dues = [due for due in moment.history.dues if due.waits]
    done = {
        seat: tuple(step.name for step in plan.of(seat) if seat in bots or _is_done(plan, step, seat, ticks, dues))
        for seat in plan.lists
    }
    kinds = {seat: tuple(dict.fromkeys(_asked(plan, seat, done))) for seat in (*plan.lists, None)}
    return SetUp(plan, done, kinds, tuple(at_box))


def asked(asks: Sequence[Question], set_up: SetUp, seat: Seat | None) -> tuple[Question, ...]:
    """Return those of the questions that a phone, or (None) the panel, asks during the set-up."""
    return tuple(ask for ask in asks if ask.kind in set_up.open[seat])


def _is_done(plan: SetUpPlan, step: SetUpStep, seat: Seat, ticks: Ticks, dues: Sequence[Due]) -> bool:
    """Return whether a step is done. A step with a question is done once nobody waits for its answer, and for the answers of
    the steps before it. Under seal that is when all have answered, so that it says nothing about one seat."""
    if step.asks:
        asks = {*step.asks, *(ask for one in plan.steps if one.name in step.after for ask in one.asks)}
        whose = (None, seat) if step.who == "each" else (None, *(due.seat for due in dues))
        return not any(due.kind in asks and due.seat in whose for due in dues)
    return (step.name, None if step.who == "table" else seat) in ticks.done


def _asked(plan: SetUpPlan, seat: Seat | None, done: dict[Seat, tuple[str, ...]]) -> Iterator[str]:
    """Yield the kinds of dues that a phone or the panel asks. A step asks only once the steps before it are done. If each
    seat does the step, only the seat's own steps count. If not, the steps of everybody count."""
    for step in plan.steps:
        needed = [one for one in plan.steps if one.name in step.after]
        if all(_is_there(plan, one, seat if step.who == "each" else None, done) for one in needed):
            yield from step.asks


def _is_there(plan: SetUpPlan, step: SetUpStep, seat: Seat | None, done: dict[Seat, tuple[str, ...]]) -> bool:
    at = plan.steps.index(step)
    whose = [seat] if seat is not None and step.who == "each" else [one for one in plan.lists if at in plan.lists[one]]
    return all(step.name in done[one] for one in whose)
