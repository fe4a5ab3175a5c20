"""Pieces never move silently: if an open tally changes, every screen says so."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise

import pytest

from companion.core.blocks import Move, Moves, Undo
from companion.core.dues import Chance
from companion.core.game import AnyGame, Pick
from companion.core.history import History
from companion.core.moment import Moment
from companion.core.state import Seat
from companion.core.table import Table
from companion.core.words import Refused
from companion.house.dice import SeededDice
from companion.promises.tapes import Back, restless_tapes, tape_of, tapes_of, wishes
from tests.promises.settings import GAMES, Setting, settings, settings_of

Change = dict[tuple[Seat | None, str], int]

every_setting = pytest.mark.parametrize("setting", settings(), ids=str, scope="module")


def steps(setting: Setting) -> list[tuple[History, History]]:
    """Return the histories before and after each answer of some games."""
    return [pair for tape in tapes_of(setting) for pair in pairwise(tape.table.moment.history.so_far())]


def tallies(history: History) -> Change:
    signs_of = history.game.tallies(history.state.public)
    return {(seat, sign): n for seat, signs in signs_of.items() for sign, n in signs.items()}


def tally_changes(before: History, after: History) -> Change:
    """Return the moves of this answer, as the screens say them."""
    then, now = moves(before), moves(after)
    return counted(now.since(then) if now else ())


def counted(rows: tuple[Move, ...]) -> Change:
    found: Counter[tuple[Seat | None, str]] = Counter()
    for move in rows:
        for count in move.counts:
            change = count.change if move.still else count.n
            assert change is not None
            found[move.seat, count.sign] += change
    return {what: n for what, n in found.items() if n}


@every_setting
def test_nobody_moves_a_piece_for_a_number_that_is_set_right_and_everybody_for_all_else(setting):
    """The table is right: a set number is the number of pieces that are there already, and the screens show that number."""
    for before, after in steps(setting):
        then, now, due = moves(before), moves(after), after.answered[-1].event.due
        rows = now.since(then) if now else ()
        assert [row.still for row in rows] == [due.sets_right] * len(rows), (due.kind, rows)
        counts = {(row.seat, count.sign): count.n for row in rows for count in row.counts if row.still}
        assert counts == {what: tallies(after)[what] for what in counts}


def moves(history: History) -> Moves | None:
    return history.game.view(history.state.public, None, None).moves


@every_setting
def test_every_change_of_a_tally_is_named_except_by_its_own_seats_tap(setting):
    moved = 0
    for before, after in steps(setting):
        then, now = tallies(before), tallies(after)
        assert then.keys() == now.keys()
        by = after.answered[-1].event.seat
        changed = {what: now[what] - n for what, n in then.items() if now[what] != n and (by is None or what[0] != by)}
        changes = {what: n for what, n in tally_changes(before, after).items() if by is None or what[0] != by}
        assert changes == changed, after.answered[-1].event
        moved += len(changed)
    assert moved or not any(tallies(after) for _, after in steps(setting))


@every_setting
def test_everybody_reads_the_same_moves(setting):
    for tape in tapes_of(setting)[:2]:
        for moment in tape.moments:
            assert all(read(moment, seat) == read(moment, None) for seat in moment.seqs)


def read(moment: Moment, seat: Seat | None) -> tuple[Move, ...]:
    return tuple(move for block in moment.screen(seat).view.blocks if isinstance(block, Moves) for move in block.rows)


@every_setting
def test_the_story_has_the_moved_pieces(setting):
    for tape in tapes_of(setting)[:2]:
        shown = [move for line in tape.table.moment.story() for move in line.moves]
        steps = pairwise(tape.table.moment.history.so_far())
        assert shown == [
            move
            for before, after in steps
            if not after.answered[-1].event.due.forever and (now := moves(after))
            for move in now.since(moves(before))
        ]


# Taken back


@every_setting
def test_every_tally_that_goes_back_is_named(setting):
    """If a tally differs between two moments in a row, its seat tapped, or the screens say so, or both. Where the box alone
    keeps the numbers, nobody moves a piece."""
    for tape in restless_tapes(setting):
        for op, before, after in zip(tape.ops, tape.moments, tape.moments[1:], strict=False):
            then, now = tallies(before.history), tallies(after.history)
            if isinstance(op, Back):
                changed = {what: now[what] - n for what, n in then.items() if now[what] != n}
                assert less(put_back(after), put_back(before)) == changed, op
                moved = less(put_back(after, still=False), put_back(before, still=False))
                is_still = setting.game.keeps_counts or is_set(before, after)
                assert moved == ({} if is_still else changed), op
            elif op_is_open(before, after):
                assert put_back(after) == {}, op
            else:
                assert (put_back(after), now) == (put_back(before), then), op


def op_is_open(before: Moment, after: Moment) -> bool:
    """Return whether somebody answered, and all learnt of it."""
    due = after.history.answered[-1].event.due
    return after.open_entries > before.open_entries and due.chance is not Chance.BOX


def is_set(before: Moment, after: Moment) -> bool:
    """Return whether everything that was taken back, as far as everybody knows, is numbers that were set right."""
    stands = {step.entry.n for step in after.history.answered}
    gone = [step.event for step in before.history.answered if step.entry.n not in stands]
    return all(event.due.sets_right for event in gone if event.announced and event.due.chance is not Chance.BOX)


def put_back(moment: Moment, still: bool = True) -> Change:
    """Return the moves that each viewer and the box read alike. Without `still`, only the moves of people's hands."""
    card = moment.screen(None).back
    for seat in moment.seqs:
        screen = moment.screen(seat)
        assert screen.back == card
        assert card is None or card in screen.view.blocks
    return counted(tuple(row for row in card.rows if still or not row.still) if card else ())


def less(one: Change, other: Change) -> Change:
    found = {what: one.get(what, 0) - other.get(what, 0) for what in one | other}
    return {what: n for what, n in found.items() if n}


@every_setting
def test_a_corrected_tally_is_taken_back_by_its_seat_and_the_box_names_it(setting):
    """This works at any moment, also after the end, and no piece moves for it."""
    tape, pick = tapes_of(setting)[0], SeededDice(3).pick
    for n in {*range(0, len(tape.moments), 1 + len(tape.moments) // 6), len(tape.moments) - 1}:
        table, seat = tape.at(n), setting.names[0]
        if set_right(table, seat, pick):
            words = table.moment.undo_words()
            assert words is not None
            assert table.moment.screens.undo(seat) == Undo(words, free=True)
            before = table.moment.history.before
            table.take_back(seat, "back")
            assert table.moment.history == before
            assert all(row.still for row in back.rows) if (back := table.moment.screen(None).back) else True


def set_right(table: Table, by: Seat, pick: Pick) -> bool:
    """Set an open tally right. Return False if the game has none."""
    due = table.moment.history.set_right_due()
    for do in wishes(table, due, pick) if due else ():
        with suppress(Refused):
            table.answer(by, None, do, "set")
            return True
    return False


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_something_goes_back_in_every_game_that_has_tallies(game):
    has_tallies = any(tallies(tape_of(setting, 0).moments[-1].history) for setting in settings_of(game))
    assert any(map(put_back, moments(game))) if has_tallies else not any(map(put_back, of_all_promises(game)))


def moments(game: AnyGame) -> Iterator[Moment]:
    """Yield the moments of restless games: first those of all promises, then more for a game of few answers."""
    yield from of_all_promises(game)
    yield from (moment for seed in range(100, 160) for moment in tape_of(settings_of(game)[0], seed, restless=True).moments)


def of_all_promises(game: AnyGame) -> Iterator[Moment]:
    """Yield the moments of the restless games that all promises read."""
    return (moment for setting in settings_of(game) for tape in restless_tapes(setting) for moment in tape.moments)


@every_setting
def test_a_box_that_starts_again_says_what_goes_back_in_the_same_words(setting):
    for tape in restless_tapes(setting)[:2]:
        standing = [n for n, moment in enumerate(tape.moments) if moment.screens.back is not None]
        for n in standing[:6]:
            here, again = tape.moments[n], tape.at(n).moment
            assert all(again.screen(seat) == here.screen(seat) for seat in here.seqs)
