"""Beside its questions a phone shows the pieces to move, the last moves and whose turn is next. All of it is open."""

from itertools import pairwise
from pathlib import Path

import pytest

from companion.core.game import AnyGame
from companion.core.journal import MemoryJournal
from companion.core.meanwhile import SINCE, recent
from companion.core.moment import Moment
from companion.core.state import Seat
from companion.core.table import Table
from companion.core.view import ToMove
from companion.games.bali import GAME
from companion.games.buru import GAME as BURU
from companion.house import prompts
from companion.house.house import House
from companion.promises.tapes import tape_of
from companion.speech.say import say
from tests.promises.settings import GAMES, Setting, settings_of
from tests.support.houses import open_house, playing

ANA, BEN = Seat("Ana"), Seat("Ben")


@pytest.fixture
def table() -> Table:
    """Return a game of Bali in which Ana has the first turn."""
    return Setting(GAME, 2).table(journal=MemoryJournal())


def tell(table: Table, seat: Seat | None, kind: str, **do: object) -> None:
    due = next(ask.due for ask in table.moment.asks(seat) if ask.kind == kind)
    table.answer(seat, due, {"type": do.pop("type_", kind), **do}, f"{due} {do}")


def lines(moment: Moment, seat: Seat) -> list[str]:
    return [say(one.line, "en") for one in moment.screen(seat).hands]


def test_a_seat_reads_the_price_of_its_own_act(table: Table) -> None:
    tell(table, ANA, "turn", type_="play", card="rice", count=2)
    assert lines(table.moment, ANA) == ["Pay 1 stone"]
    assert lines(table.moment, BEN) == []


def test_pieces_to_move_stay_on_the_screen_until_the_seat_answers_again(table: Table) -> None:
    tell(table, ANA, "turn", type_="play", card="stonemason")
    tell(table, None, "scored", card="stonemason")
    assert lines(table.moment, ANA)[0].startswith("Take")
    tell(table, BEN, "turn", type_="play", card="priest")
    assert lines(table.moment, ANA)[0].startswith("Take")
    tell(table, None, "scored", card="priest")
    tell(table, ANA, "turn", type_="play", card="priest")
    assert lines(table.moment, ANA) == []


def test_a_piece_that_another_seat_takes_goes_to_that_seat() -> None:
    table = Setting(BURU, 2).table(journal=MemoryJournal())
    (ask,) = table.moment.asks(None)
    table.answer(None, ask.due, {"type": "first", "seat": "Ana"}, "first")
    for place in ("lake", "lake"):
        tell(table, None, "decree", place=place)
    for token in (5, 4, 3, 2):
        for seat in (ANA, BEN):
            tell(table, seat, "place", token=token, region="lake")
    for _ in range(2):
        tell(table, None, "reveal")
    tell(table, ANA, "act", type_="done")
    tell(table, BEN, "act", type_="emissary")
    (given, *_), (taken, *_) = (table.moment.screen(seat).hands for seat in (ANA, BEN))
    assert (say(given.line, "en"), given.makes) == ("Give 1 Emissary marker to Ben", None)
    assert given.why is not None
    assert say(given.why, "en") == "Ben: Took the Emissary marker"
    assert say(taken.line, "en") == "Take 1 Emissary marker"


def test_pieces_that_go_back_come_first(table: Table) -> None:
    tell(table, ANA, "turn", type_="play", card="stonemason")
    tell(table, None, "scored", card="stonemason")
    table.take_back_last("back")
    first, *_ = table.moment.screen(ANA).hands
    assert first.why is not None
    assert say(first.line, "en") == "Put 3 stones back"
    assert say(first.why, "en") == "Taken back: “Scored: stonemason”."


def test_the_next_seat_in_turn_is_known_while_the_turn_before_it_is_on(table: Table) -> None:
    assert table.moment.screen(None).view.after == BEN
    assert table.moment.screen(BEN).view.after == BEN


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_no_secret_answer_changes_what_the_hands_move_or_the_last_moves(game: AnyGame) -> None:
    setting = settings_of(game)[0]
    moments = tape_of(setting, 1, restless=True).moments
    for before, after in pairwise(moments):
        if before.open_hash == after.open_hash:
            assert recent(before.history) == recent(after.history)
            assert hands(before) == hands(after)


def test_each_seat_reads_all_open_answers_since_its_own_last_one() -> None:
    answered: set[Seat | None] = set()
    for moment in tape_of(Setting(GAME, 4), 1).moments[1:]:
        seats = [one.seat for one in recent(moment.history)]
        answered.update(seats[:1])
        assert answered - {None} <= {*seats} or len(seats) == SINCE
    assert answered >= {*moment.history.state.own}


def hands(moment: Moment) -> dict[Seat, tuple[ToMove, ...]]:
    return {seat: moment.screen(seat).hands for seat in moment.seqs if seat is not None}


def test_a_table_that_hides_the_points_shows_them_on_no_phone_also_after_a_restart(tmp_path: Path) -> None:
    house: House = playing(tmp_path, "Ana", "Ben")
    prompts.hide_points(house, True)
    found = [house.snapshot(seat).meanwhile for seat in (ANA, BEN)]
    assert [one is not None and one.points for one in found] == [{}, {}]
    house.journal.close()
    assert open_house(tmp_path).store.state.hides_points
