"""Pieces never move silently: no open tally differs between two moments without a word for it on every screen."""

from collections import Counter
from itertools import pairwise

import pytest

from companion.core.blocks import Move, Moves
from companion.core.history import History
from companion.core.knowledge import Seat
from companion.core.moment import Moment
from tests.promises.settings import Setting, settings
from tests.promises.walks import walk

Change = dict[tuple[Seat | None, str], int]

every_setting = pytest.mark.parametrize("setting", settings(), ids=str, scope="module")


def steps(setting: Setting) -> list[tuple[History, History]]:
    """Before and after each answer of some games."""
    games = [walk(setting, seed, restless=bool(seed % 2)) for seed in range(4)]
    return [pair for game in games for pair in pairwise(game.table.moment.history.so_far())]


def tallies(history: History) -> Change:
    said = history.game.tallies(history.state.public)
    return {(seat, sign): n for seat, signs in said.items() for sign, n in signs.items()}


def told(before: History, after: History) -> Change:
    """What the screens say moved with this answer."""
    then, now = moves(before), moves(after)
    found: Counter[tuple[Seat | None, str]] = Counter()
    for move in now.since(then) if now else ():
        for count in move.counts:
            assert count.n is not None
            found[move.seat, count.sign] += count.n
    return {what: n for what, n in found.items() if n}


def moves(history: History) -> Moves | None:
    return history.game.view(history.state.public, None, None).moves


@every_setting
def test_no_tally_changes_without_a_word_but_by_its_own_seats_tap(setting):
    moved = 0
    for before, after in steps(setting):
        then, now = tallies(before), tallies(after)
        assert then.keys() == now.keys()
        by = after.answered[-1].event.seat
        changed = {what: now[what] - n for what, n in then.items() if now[what] != n and (by is None or what[0] != by)}
        said = {what: n for what, n in told(before, after).items() if by is None or what[0] != by}
        assert said == changed, after.answered[-1].event
        moved += len(changed)
    assert moved or not any(tallies(after) for _, after in steps(setting))


@every_setting
def test_everybody_reads_the_same_moves(setting):
    for seed in range(2):
        for moment in walk(setting, seed, restless=bool(seed)).moments:
            assert all(read(moment, seat) == read(moment, None) for seat in moment.seqs)


def read(moment: Moment, seat: Seat | None) -> tuple[Move, ...]:
    return tuple(move for block in moment.screen(seat).view.blocks if isinstance(block, Moves) for move in block.rows)


@every_setting
def test_the_story_tells_what_moved(setting):
    for seed in range(2):
        game = walk(setting, seed, restless=bool(seed))
        said = [move for told in game.table.moment.story() for move in told.moves]
        steps = pairwise(game.table.moment.history.so_far())
        assert said == [
            move
            for before, after in steps
            if not after.answered[-1].event.due.forever and (now := moves(after))
            for move in now.since(moves(before))
        ]
