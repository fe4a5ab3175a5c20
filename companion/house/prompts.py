"""Leads people through an evening beside their answers: set-up steps, reveals, the talk timer."""

from collections.abc import Iterable
from contextlib import suppress

import msgspec

from companion.core.set_up import FIRST_MINUTE
from companion.core.state import Seat
from companion.core.words import Refused, names
from companion.house.doors import ROOM
from companion.house.parts import Parts
from companion.house.reveals import Reveal, onward, seconds, staged, went_on
from companion.house.set_up import Ticks, next_page
from companion.house.store import HIDES_POINTS, ON, QUIET, REVEAL, TICKS, TOGETHER, Talk


def tick(house: Parts, number: int, seat: Seat, name: str, done: bool) -> None:
    """Tick a step in the list of a seat of game `number`, or untick it. Raises Refused if another game is on, if this list
    has no such step, or if an answer decides whether it is done."""
    with house.store.lock:
        plan = house.store.state.table_shown(number).set_up
        step = next((one for one in plan.of(seat) if one.name == name), None) if seat in plan.lists else None
        if step is None or step.asks:
            raise Refused("no_such_step")
        _keep_ticks(house, house.store.state.ticks.with_tick(step, seat, done))


def ready(house: Parts, number: int) -> None:
    """End the set-up of game `number`. Raises Refused if another game is on, or while a step is not done."""
    with house.store.lock:
        house.store.state.table_shown(number)
        if (setting := house.looks.set_up) is not None and setting.missing:
            raise Refused("set_up_left", seats=names(setting.missing))
        _keep_ticks(house, msgspec.structs.replace(house.store.state.ticks, ready=True))


def skip(house: Parts, number: int) -> None:
    """End the set-up of game `number` without its last ticks. Raises Refused if another game is on."""
    with house.store.lock:
        house.store.state.table_shown(number)
        _keep_ticks(house, msgspec.structs.replace(house.store.state.ticks, ready=True))


def read_minute(house: Parts, number: int, page: int | None) -> None:
    """Let the room's screen show this page of the first minute of game `number`. None: the host reads no more. Raises
    Refused if another game is on, or there is no such page."""
    with house.store.lock:
        if page is not None and page not in range(len(house.store.state.table_shown(number).minute)):
            raise Refused("no_such_step")
        if page != house.store.state.minute:
            house.store.publish(minute=page)


def read_at_box(house: Parts, number: int) -> None:
    """Turn to the next page of the first minute of game `number` on the room's screen. After the last page it is read by all
    who have no phone. Raises Refused if another game is on."""
    with house.store.lock:
        setting = house.looks.set_up
        if setting is None:
            raise Refused("no_such_step")
        read_minute(house, number, next_page(house.store.state.minute) if setting.turns else None)
        for seat in () if setting.turns else setting.at_box:
            tick(house, number, seat, FIRST_MINUTE, done=True)


def _keep_ticks(house: Parts, ticks: Ticks) -> None:
    if ticks != house.store.state.ticks:
        with suppress(Refused):  # a box without room for it still shows all; only a restart would forget the ticks
            house.journal.keep_note(TICKS, msgspec.json.encode(ticks).decode())
        house.store.publish(ticks=ticks)


# Reveals


def resume_reveal(house: Parts) -> None:
    """Give the room's screen a moment to come back after a restart in the middle of a reveal."""
    reveal = house.store.state.reveal
    if reveal is not None and reveal.is_on:
        house.presence.asked(ROOM)
        watch = house.presence.watched or 0
        house.store.set(reveal=msgspec.structs.replace(reveal, watch=watch, began=house.clock()))


def follow_reveal(house: Parts) -> None:
    """Begin, go on with or end a reveal after an answer. A seat that answers a question behind it has seen all of it."""
    moment = house.store.state.table_shown().moment
    reveal = staged(moment, house.store.state.reveal, house.presence.watched)
    if reveal is not None and reveal.hides and (by := went_on(moment)) is not None:
        reveal = _seen(house, reveal, by)
    if reveal != house.store.state.reveal:
        _keep_reveal(house, reveal)


def lead(house: Parts) -> float | None:
    """Lead the reveal on if its step has lasted long enough. Return the seconds until the next step. None: the clock leads
    nothing now, because no reveal is on, nobody watches, or it is paused."""
    with house.store.lock:
        reveal, looks = house.store.state.reveal, house.looks
        if reveal is None or looks.moment is None or looks.reveal is None or reveal.paused:
            return None
        left = reveal.began + seconds(looks.moment.screen(None).view)[reveal.step] - house.clock()
        if left > 0:
            return left
        _keep_reveal(house, onward(reveal, reveal.step + 1))
        house.store.publish()
        return 0.0


def stage(house: Parts, of: str, step: int | None) -> None:
    """Show a reveal on the room's screen up to this step. None: all of it. Does nothing if another one is shown by now."""
    with house.store.lock:
        reveal = house.store.state.reveal
        if reveal is not None and reveal.of == of:
            _keep_reveal(house, msgspec.structs.replace(onward(reveal, step), paused=False))
            house.store.publish()


def pause(house: Parts, of: str, paused: bool) -> None:
    """Hold a reveal on the room's screen at its present step, or let it go on. Does nothing if another one is shown by
    now."""
    with house.store.lock:
        reveal = house.store.state.reveal
        if reveal is not None and reveal.of == of:
            _keep_reveal(house, msgspec.structs.replace(reveal, paused=paused, began=house.clock()))
            house.store.publish()


def keep_together(house: Parts, together: bool) -> None:
    """Let all phones wait for the room's screen, in every reveal from now on, or let each phone show one before it."""
    _switch(house, TOGETHER, together)


def hide_points(house: Parts, hides: bool) -> None:
    """Show no points before the end on any phone, or show them again."""
    _switch(house, HIDES_POINTS, hides)


def quiet(house: Parts, is_quiet: bool) -> None:
    """Let the room's screen make no sound, or let it be heard again, if its sound is on."""
    _switch(house, QUIET, is_quiet)


def _switch(house: Parts, name: str, is_on: bool) -> None:
    """Keep a wish of the table over restarts, and show it. Its note and its field of the state have one name."""
    with house.store.lock:
        house.journal.keep_note(name, ON if is_on else "")
        house.store.publish(**{name: is_on})


def unveil(house: Parts, of: str, seats: Iterable[Seat]) -> None:
    """Show a reveal to these seats of one phone, which do not wait for the room's screen. Does nothing if another one is
    shown by now. Raises Refused while all look together."""
    with house.store.lock:
        if house.store.state.together:
            raise Refused("look_together")
        reveal = house.store.state.reveal
        if reveal is not None and reveal.of == of:
            _keep_reveal(house, _seen(house, reveal, seats))
            house.store.publish()


def _seen(house: Parts, reveal: Reveal, seats: Iterable[Seat | None]) -> Reveal:
    """Return the reveal after these seats have seen it. It ends when no seat with a phone waits for it any more."""
    seen = tuple(dict.fromkeys((*reveal.seen, *(seat for seat in seats if seat is not None))))
    playing = house.store.state.table_shown().head.seats
    waiting = [seat for seat in playing if house.guests.has_phone(seat) and seat not in seen]
    reveal = msgspec.structs.replace(reveal, seen=seen)
    return reveal if waiting else onward(reveal, None)


def _keep_reveal(house: Parts, reveal: Reveal | None) -> None:
    before = house.store.state.reveal
    if reveal is not None and (before is None or (before.of, before.step) != (reveal.of, reveal.step)):
        reveal = msgspec.structs.replace(reveal, began=house.clock())
    house.store.set(reveal=reveal)
    with suppress(Refused):  # a box without room for it still shows all; only a restart would begin again
        house.journal.keep_note(REVEAL, msgspec.json.encode(reveal).decode())


# The talk timer


def talk(house: Parts, seconds: int | None, seat: Seat | None = None) -> None:
    """Start the talk timer for so many seconds, or (None) stop it. `seat` None: the panel does. Raises Refused where the
    game has no use for a timer now, or this seat may not start it."""
    with house.store.lock:
        house.store.state.table_shown()
        if not house.looks.may_talk(seat):
            raise Refused("no_timer")
        house.store.publish(talk=None if seconds is None else Talk(house.clock() + seconds, seconds))


def talk_longer(house: Parts) -> None:
    """Give a talk that is on one minute more. If its time is up, it has that minute."""
    with house.store.lock:
        if (on := house.store.state.talk) is not None:
            house.store.publish(talk=on.longer(house.clock()))
