"""Functions that lead people through an evening beside their answers: set-up steps, reveals, the talk timer."""

from collections.abc import Iterable
from contextlib import suppress

import msgspec

from companion.core.set_up import FIRST_MINUTE
from companion.core.state import Seat
from companion.core.words import Refused, names
from companion.house.doors import ROOM
from companion.house.parts import HouseParts
from companion.house.reveals import Reveal, onward, seconds, staged, went_on
from companion.house.set_up import Ticks, next_page
from companion.house.store import HIDES_POINTS, ON, QUIET, REVEAL, TICKS, TOGETHER, Talk


def tick(house: HouseParts, number: int, seat: Seat, name: str, done: bool) -> None:
    """Tick a step in the list of a seat of game `number`, or (without `done`) untick it. Raise Refused if another game is
    on, if the list has no such step, or if an answer decides whether the step is done."""
    with house.store.lock:
        plan = house.store.state.table_shown(number).set_up
        step = next((one for one in plan.of(seat) if one.name == name), None) if seat in plan.lists else None
        if step is None or step.asks:
            raise Refused("no_such_step")
        _keep_ticks(house, house.store.state.ticks.with_tick(step, seat, done))


def ready(house: HouseParts, number: int) -> None:
    """End the set-up of game `number`. Raise Refused if another game is on, or if a step is not done."""
    with house.store.lock:
        house.store.state.table_shown(number)
        if (set_up := house.snapshots.set_up) is not None and set_up.missing:
            raise Refused("set_up_left", seats=names(set_up.missing))
        _keep_ticks(house, msgspec.structs.replace(house.store.state.ticks, ready=True))


def skip(house: HouseParts, number: int) -> None:
    """End the set-up of game `number` although steps are not ticked. Raise Refused if another game is on."""
    with house.store.lock:
        house.store.state.table_shown(number)
        _keep_ticks(house, msgspec.structs.replace(house.store.state.ticks, ready=True))


def read_minute(house: HouseParts, number: int, page: int | None) -> None:
    """Show this page of the first minute of game `number` on the room's screen. None: the host stops reading. Raise Refused
    if another game is on, or if there is no such page."""
    with house.store.lock:
        if page is not None and page not in range(len(house.store.state.table_shown(number).minute)):
            raise Refused("no_such_step")
        if page != house.store.state.minute:
            house.store.publish(minute=page)


def read_at_box(house: HouseParts, number: int) -> None:
    """Turn to the next page of the first minute of game `number` on the room's screen. After the last page, tick the step
    for all seats without a phone. Raise Refused if another game is on."""
    with house.store.lock:
        set_up = house.snapshots.set_up
        if set_up is None:
            raise Refused("no_such_step")
        read_minute(house, number, next_page(house.store.state.minute) if set_up.turns else None)
        for seat in () if set_up.turns else set_up.at_box:
            tick(house, number, seat, FIRST_MINUTE, done=True)


def _keep_ticks(house: HouseParts, ticks: Ticks) -> None:
    if ticks != house.store.state.ticks:
        with suppress(Refused):  # without room on disk all goes on. Only a restart would forget the ticks.
            house.journal.keep_note(TICKS, msgspec.json.encode(ticks).decode())
        house.store.publish(ticks=ticks)


# Reveals


def resume_reveal(house: HouseParts) -> None:
    """Continue a reveal after a restart, and give the room's screen a moment to come back."""
    reveal = house.store.state.reveal
    if reveal is not None and reveal.is_on:
        house.presence.asked(ROOM)
        watch = house.presence.watched or 0
        house.store.set(reveal=msgspec.structs.replace(reveal, watch=watch, began=house.clock()))


def follow_reveal(house: HouseParts) -> None:
    """Begin, continue or end a reveal after an answer. A seat that answers the question after a reveal has seen all of the
    reveal."""
    moment = house.store.state.table_shown().moment
    reveal = staged(moment, house.store.state.reveal, house.presence.watched)
    if reveal is not None and reveal.hides and (by := went_on(moment)) is not None:
        reveal = _seen(house, reveal, by)
    if reveal != house.store.state.reveal:
        _keep_reveal(house, reveal)


def lead(house: HouseParts) -> float | None:
    """Lead the reveal on if its step has lasted long enough. Return the seconds until the next step. None: no reveal is on,
    nobody watches, or it is paused."""
    with house.store.lock:
        reveal = house.store.state.reveal
        if reveal is None or reveal.paused or (snapshots := house.snapshots).moment is None or snapshots.reveal is None:
            return None
        left = reveal.began + seconds(snapshots.moment.screen(None).view)[reveal.step] - house.clock()
        if left > 0:
            return left
        _keep_reveal(house, onward(reveal, reveal.step + 1))
        house.store.publish()
        return 0.0


def stage(house: HouseParts, of: str, step: int | None) -> None:
    """Show a reveal on the room's screen up to this step. None: show all of it. Do nothing if another reveal is shown by
    now."""
    with house.store.lock:
        reveal = house.store.state.reveal
        if reveal is not None and reveal.of == of:
            _keep_reveal(house, msgspec.structs.replace(onward(reveal, step), paused=False))
            house.store.publish()


def pause(house: HouseParts, of: str, paused: bool) -> None:
    """Hold a reveal on the room's screen at its present step, or let it go on. Do nothing if another reveal is shown by
    now."""
    with house.store.lock:
        reveal = house.store.state.reveal
        if reveal is not None and reveal.of == of:
            _keep_reveal(house, msgspec.structs.replace(reveal, paused=paused, began=house.clock()))
            house.store.publish()


def keep_together(house: HouseParts, together: bool) -> None:
    """Make all phones wait for the room's screen in every reveal from now on, or let each phone show a reveal earlier."""
    _switch(house, TOGETHER, together)


def hide_points(house: HouseParts, hides: bool) -> None:
    """Show no points before the end on any phone, or show them again."""
    _switch(house, HIDES_POINTS, hides)


def quiet(house: HouseParts, is_quiet: bool) -> None:
    """Silence the room's screen, or let it make sounds again if its own sound is on."""
    _switch(house, QUIET, is_quiet)


def _switch(house: HouseParts, name: str, is_on: bool) -> None:
    """Keep a wish of the table, also over restarts, and show it. `name` is both its note and its field of the state."""
    with house.store.lock:
        house.journal.keep_note(name, ON if is_on else "")
        house.store.publish(**{name: is_on})


def unveil(house: HouseParts, of: str, seats: Iterable[Seat]) -> None:
    """Show a reveal to these seats of one phone, which do not wait for the room's screen. Do nothing if another reveal is
    shown by now. Raise Refused while all must look together."""
    with house.store.lock:
        if house.store.state.together:
            raise Refused("look_together")
        reveal = house.store.state.reveal
        if reveal is not None and reveal.of == of:
            _keep_reveal(house, _seen(house, reveal, seats))
            house.store.publish()


def _seen(house: HouseParts, reveal: Reveal, seats: Iterable[Seat | None]) -> Reveal:
    """Return the reveal once these seats have seen it. It ends when no seat with a phone is left that waits for it."""
    seen = tuple(dict.fromkeys((*reveal.seen, *(seat for seat in seats if seat is not None))))
    playing = house.store.state.table_shown().head.seats
    waiting = [seat for seat in playing if house.guests.has_phone(seat) and seat not in seen]
    reveal = msgspec.structs.replace(reveal, seen=seen)
    return reveal if waiting else onward(reveal, None)


def _keep_reveal(house: HouseParts, reveal: Reveal | None) -> None:
    before = house.store.state.reveal
    if reveal is not None and (before is None or (before.of, before.step) != (reveal.of, reveal.step)):
        reveal = msgspec.structs.replace(reveal, began=house.clock())
    house.store.set(reveal=reveal)
    with suppress(Refused):  # without room on disk all goes on. Only a restart would begin the reveal again.
        house.journal.keep_note(REVEAL, msgspec.json.encode(reveal).decode())


# The talk timer


def talk(house: HouseParts, seconds: int | None, seat: Seat | None = None) -> None:
    """Start the talk timer for this many seconds, or (None) stop it. `seat` None is the panel. Raise Refused if the game has
    no use for a timer now, or if this seat may not start it."""
    with house.store.lock:
        house.store.state.table_shown()
        if not house.snapshots.may_talk(seat):
            raise Refused("no_timer")
        house.store.publish(talk=None if seconds is None else Talk(house.clock() + seconds, seconds))


def talk_longer(house: HouseParts) -> None:
    """Give a talk that is on one more minute. A talk whose time is up gets one minute from now."""
    with house.store.lock:
        if (on := house.store.state.talk) is not None:
            house.store.publish(talk=on.longer(house.clock()))
