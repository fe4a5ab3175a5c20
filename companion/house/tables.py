"""Functions that open a table, go on with one, and keep its result."""

import logging
from contextlib import suppress
from dataclasses import replace
from datetime import UTC

import msgspec

from companion.core.actions import Accept
from companion.core.journal import TableHead
from companion.core.moment import Moment
from companion.core.table import Table
from companion.core.words import BadFile, Malformed, Refused, text
from companion.house.disk_trouble import clear_trouble
from companion.house.evenings import lengths, read_beginning, since
from companion.house.moved import read_apart, read_elsewhere, read_taken
from companion.house.parts import HouseParts
from companion.house.reveals import read_reveal, staged
from companion.house.set_up import Ticks, kept_ticks
from companion.house.store import (
    APART,
    BEGAN,
    ELSEWHERE,
    HIDES_POINTS,
    LEARNERS,
    ON,
    PICKED,
    QUIET,
    REVEAL,
    TAKEN,
    TICKS,
    TOGETHER,
    HouseState,
    SharedBox,
    read_learners,
)
from companion.journals.box_journal import MemoryCopy, Result
from companion.records.record import NO_BITS, UNPLAYABLE, OtherRules, game_of, last_position, replayed
from companion.shelf import games, is_ours, set_aside

_log = logging.getLogger(__name__)


def begin(house: HouseParts, number: int, head: TableHead) -> None:
    """Show everybody the table that the journal has just opened."""
    house.store.set(
        table=_table(house, number, head),
        left=None,
        ticks=Ticks(number),
        minute=None,
        reveal=None,
        elsewhere=None,
        is_unsure=False,
        apart=None,
        taken=None,
        shared_box=SharedBox(),
        before=house.journal.finished_before(number),
        began=house.clock(),
    )
    keep_beginning(house)
    house.rollback.opened(number)
    house.answer_limit.begin()
    clear_trouble(house)


def keep_beginning(house: HouseParts) -> None:
    """Keep the time at which this game began on the host's phone. After a restart the box's clock says nothing about it."""
    state = house.store.state
    if state.table is not None and state.began is not None and state.dated is not None:
        with suppress(Refused):  # without the note, a game that goes on after a restart has no length
            began = (state.table.number, state.dated.now(state.began))
            house.journal.keep_note(BEGAN, msgspec.json.encode(began).decode())


def keep_result(house: HouseParts, table: Table) -> None:
    """Keep the score of a game that is over. A later count changes the score, but not the times of the game."""
    if not table.moment.over or (score := table.moment.score()) is None:
        return
    with suppress(Refused):  # the answer itself is kept. The next one finds out what is wrong with the disk.
        actions = (answered.event.action for answered in table.moment.history.answered)
        accepted = [action.of for action in actions if isinstance(action, Accept)]
        before = house.journal.result(table.number)
        result = Result(
            score.as_data(),
            accepted[-1] if accepted else None,
            ended=before.ended if before else _time(house),
            agreed=table.moment.agreed,
            local=(before.local if before else None) or _local_time(house),
            minutes=before.minutes if before and _is_timed(house, before) else _minutes(house, table.number),
        )
        house.journal.keep_result(table.number, result)


def _time(house: HouseParts) -> str | None:
    now = house.calendar()
    return None if now is None else now.astimezone(UTC).isoformat(timespec="seconds")


def _local_time(house: HouseParts) -> str | None:
    dated = house.store.state.dated
    return dated.now(house.clock()) if dated else None


def _is_timed(house: HouseParts, result: Result) -> bool:
    """Return whether the kept length is final. After a restart it waits for the date of the host's phone."""
    return result.local is not None or house.store.state.began is not None


def _minutes(house: HouseParts, number: int) -> int | None:
    """Return how many minutes the game took, by the box's clock, or after a restart by the host's phone. None: nobody
    knows."""
    began = house.store.state.began
    if began is not None:
        return round((house.clock() - began) / 60) or None
    begun_note, now = house.journal.note(BEGAN), _local_time(house)
    if begun_note is None or now is None:
        return None
    table, begun = read_beginning(begun_note)
    return since(begun, now) if table == number else None


def at_start(house: HouseParts) -> HouseState:
    """Return the state of the house when the box starts."""
    key = house.journal.trouble or ("trouble.damaged" if house.journal.salvaged else None)
    picked = house.journal.note(PICKED)
    state = replace(
        house.store.state,
        trouble=text(key) if key else None,
        picked=picked if picked in games() else None,
        learners=read_learners(house.journal.note(LEARNERS) or "[]"),
        together=house.journal.note(TOGETHER) == ON,
        hides_points=house.journal.note(HIDES_POINTS) == ON,
        quiet=house.journal.note(QUIET) == ON,
    )
    state = resumed(house, state)
    # While this box was switched off, another box may have taken a table of the hall.
    is_of_a_hall = state.table is not None and state.table.head.name != ""
    return replace(state, is_unsure=is_of_a_hall and state.elsewhere is None and state.apart is None)


def resumed(house: HouseParts, state: HouseState) -> HouseState:
    """Return the state with the table that is on according to the disk, or else with the game that was broken off."""
    current, newest, left = house.journal.current_table(), house.journal.newest_table(), state.book.left
    state = replace(state, began=None, lengths=lengths(house.journal))
    state = replace(state, before=house.journal.finished_before(current[0] if current else newest + 1), left=None)
    if current is None:
        return replace(state, table=None, left=at_rest(house, newest) if left and left.table == newest else None)
    number, head = current
    if head.game not in games() or is_ours(head.game):
        return _played_on(house, state, number, head)
    try:
        return _shown(_played_on(house, state, number, head))
    except Exception as why:  # a stranger's code may fail in any way
        if _is_trouble(why):
            raise
        set_aside(head.game, why)
        return replace(state, table=None, trouble=text("trouble.unplayable"))


def _shown(state: HouseState) -> HouseState:
    """Return the state after making all screens of its table once. Raise what the game raises if it breaks."""
    if state.table is not None:
        show_once(state.table.moment)
    return state


def show_once(moment: Moment) -> None:
    """Make all screens of a game from elsewhere, before the disk takes the answer that led to them. Raise what the game
    raises if it breaks."""
    if not is_ours(moment.history.game.id):
        for seat in moment.seqs:
            moment.screen(seat)


def refused(game: str, why: Exception) -> Exception:
    """Return the error to raise for an answer that failed. If a game from elsewhere broke, it is a refusal, and people may
    give another answer."""
    if is_ours(game) or isinstance(why, Refused | Malformed | BadFile | OSError):
        return why
    _log.error("%s broke at an answer", game, exc_info=why)
    return Refused("game_broke")


def _played_on(house: HouseParts, state: HouseState, number: int, head: TableHead) -> HouseState:
    """Return the state with this table, which is on according to the disk."""
    try:
        return _going_on(house, state, number, head)
    except UNPLAYABLE as why:
        if _is_trouble(why):
            raise
        first = why
    try:
        return _mended(house, state, number, head)
    except Refused as why:
        if isinstance(first, OtherRules) and why.key == "trouble.unplayable":
            return _with_other_rules(house, state, number, first)
        return replace(state, table=None, trouble=why.text if _is_trouble(why) else text("trouble.unplayable"))


def _going_on(house: HouseParts, state: HouseState, number: int, head: TableHead) -> HouseState:
    """Return the state with this table, with its reveal as far as it was shown, and with a hall's notes about the table."""
    table, reveal_note = _table(house, number, head), house.journal.note(REVEAL)
    elsewhere, apart, taken = (house.journal.note(name) or "null" for name in (ELSEWHERE, APART, TAKEN))
    on, alone, over = read_elsewhere(elsewhere), read_apart(apart), read_taken(taken)
    return replace(
        state,
        table=table,
        reveal=staged(table.moment, read_reveal(reveal_note) if reveal_note else None, watch=None),
        ticks=kept_ticks(house.journal.note(TICKS), number),
        elsewhere=on if on is not None and on.table == number else None,
        apart=alone if alone is not None and alone.table == head.name else None,
        taken=over if over is not None and over.table == head.name else None,
    )


def _mended(house: HouseParts, state: HouseState, number: int, head: TableHead) -> HouseState:
    """Return the state with a game that cannot be played as it is kept. If the entries in its valid chain can be played, the
    rest is damaged, and the game goes on without the rest. In a file that was just salvaged, a head without answers is
    damage, too. Any other game is of another version. It stays in the journal and does not go on: this raises Refused."""
    entries = house.journal.read(number)
    if bound := replayed(head, entries):
        house.journal.mend(MemoryCopy({}, (number, head, bound)), is_damaged=True)
        return replace(_going_on(house, state, number, head), trouble=text("trouble.damaged"))
    if house.journal.salvaged and not entries:
        house.journal.leave_table()
        return replace(state, table=None, trouble=text("trouble.damaged"))
    raise Refused("trouble.unplayable")


def _with_other_rules(house: HouseParts, state: HouseState, number: int, why: OtherRules) -> HouseState:
    """Return the state with a game that cannot go on with today's rules. The game stays in the journal, and people go on
    with the printed pieces. For a game that is over nothing is left to do, because its result is kept."""
    if house.journal.result(number):
        return replace(state, table=None, before=house.journal.finished_before(number + 1))
    trouble = text("trouble.other_rules", why=why.changed.words)
    return replace(state, table=None, left=at_rest(house, number), trouble=trouble)


def at_rest(house: HouseParts, number: int) -> Moment | None:
    """Return the last moment of a table that was left. None: the table is damaged, or this version cannot read it."""
    head = house.journal.table(number)
    try:
        if head is None:
            return None
        game, options = game_of(head)
        return Table(game, head, options, house.journal, number, lambda: NO_BITS, pick=None).moment
    except OtherRules as why:
        return _by_other_rules(house, number, head, why) if head else None
    except UNPLAYABLE:
        return None


def _by_other_rules(house: HouseParts, number: int, head: TableHead, why: OtherRules) -> Moment | None:
    """Return the last moment of a table that began with other rules. None: it is damaged, or today's rules disagree on
    whether it was over."""
    found = last_position(head, house.journal.read(number), number, why.changed.gone)
    is_over = house.journal.result(number) is not None
    return found if found and found.over == is_over else None


def _table(house: HouseParts, number: int, head: TableHead) -> Table:
    game, options = game_of(head)
    return Table(game, head, options, house.journal, number, house.dice.bits, house.dice.pick, house.store.predict)


def _is_trouble(why: Exception) -> bool:
    """Return whether an error is a refusal of the disk."""
    return isinstance(why, Refused) and why.key.startswith("trouble.")
