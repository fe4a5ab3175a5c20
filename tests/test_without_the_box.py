"""Going on without the box: at any moment the page has every public thing of every game once."""

import re
from collections.abc import Iterator

import pytest

from companion.core.blocks import Grid, Moves, SeatRow, Seats, Secret, Timeline
from companion.core.moment import Moment
from companion.house.stories import InFront, paper_table
from companion.promises.tapes import tape_of
from companion.speech.say import say
from tests.promises.settings import SHELF, Setting, settings_of

FULLEST = [setting for game in SHELF for setting in (settings_of(game)[0], settings_of(game)[-1])]

LYING = ("stack", "grid", "regions", "sheet", "ring")
"""The blocks of things in the middle of the table."""

every_game = pytest.mark.parametrize("setting", FULLEST, ids=str)


def moments(setting: Setting) -> list[Moment]:
    """Return some moments of two games, the first and last ones included."""
    return [
        moment for seed in (1, 2) for moments in (tape_of(setting, seed).moments,) for moment in (*moments[::9], moments[-1])
    ]


def words(sentence: str) -> set[str]:
    """Return the words of a text as whole words, so that a Palm Merchant is no palm."""
    return set(re.findall(r"\w+", sentence))


def says(before: InFront, sign: str, called: list[set[str]]) -> list[int | None]:
    """Return the number of each mention of a sign. A mention in the words of the note counts as None."""
    counted = [count.n for count in before.counts if count.sign == sign]
    notes = (before.note.values["words"] if before.note.key == "list" else [before.note]) if before.note else []
    noted = [part for part in notes if any(one <= words(say(part, "en")) for one in called)]
    return [*counted, *(None for _ in noted)]


@every_game
def test_every_open_piece_is_named_once(setting: Setting) -> None:
    looked = 0
    for moment in moments(setting):
        before = {one.seat: one for one in paper_table(moment).before}
        game, public = moment.history.game, moment.history.state.public
        for seat, tally in game.tallies(public).items():
            for sign, n in tally.items() if seat or not has_board(moment) else ():
                called = [words(say(game.counted(sign, many), "en")) for many in (1, n)]
                found = says(before[seat], sign, called)
                assert found == [n] or (set(found) == {None} if n else not found), (moment.entries, seat, sign, found)
                looked += 1
    assert looked or not any(game_tallies(moment) for moment in moments(setting))


def game_tallies(moment: Moment) -> object:
    return moment.history.game.tallies(moment.history.state.public)


def has_board(moment: Moment) -> bool:
    """Return whether a block draws the things on the board, cell by cell."""
    return any(isinstance(block, Grid) and block.board for block in paper_table(moment).blocks)


@every_game
def test_every_seat_has_a_row_with_all_that_the_room_sees_of_it(setting: Setting) -> None:
    for moment in moments(setting):
        before = {one.seat: one for one in paper_table(moment).before}
        for row in rows(moment):
            one = before[row.seat]
            assert {count.sign for count in (*row.counts, *row.more)} <= {count.sign for count in one.counts}
            assert (one.card, one.active) == (row.card, row.active)
            assert one.note == (None if row.more else row.note)


def rows(moment: Moment) -> Iterator[SeatRow]:
    for block in moment.screen(None).view.blocks:
        if isinstance(block, Seats):
            yield from block.rows


@every_game
def test_the_middle_is_what_the_room_sees_without_finished_parts(setting: Setting) -> None:
    for moment in moments(setting):
        page, view = paper_table(moment), moment.screen(None).view
        assert not any(isinstance(block, Moves | Seats | Secret) for block in page.blocks)
        assert not any(isinstance(block, Timeline) for block in page.blocks) or view.round == 0
        lying = [block for block in view.blocks if block.__struct_config__.tag in LYING]
        assert [block for block in page.blocks if block in lying] == lying
