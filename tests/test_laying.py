"""A table is led through its set-up until it lies, or somebody plays: whoever does a step, and whoever skips them all."""

from pathlib import Path

import pytest

from companion.core.dues import Chance
from companion.core.game import AnyGame
from companion.core.words import Refused, text
from companion.house import prompts
from companion.house.house import House
from tests.promises.settings import GAMES, settings_of
from tests.promises.tapes import tape_of
from tests.support.games import answers, play
from tests.support.houses import open_house, playing, sit_down, start


def step(house: House) -> int | None:
    """Return which step comes next, as every phone and the room see it."""
    seen = [house.frame(seat).notice.set_up for seat in (None, *house.guests.seating.seats)]
    (only,) = {found.step if found else None for found in seen}
    return only


def number(house: House) -> int:
    assert house.table is not None
    return house.table.number


def test_each_step_comes_after_the_one_before(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    assert step(house) == 1
    of = house.frame(None).notice.set_up
    assert of is not None
    for n in range(1, of.of):
        prompts.lay(house, n, number(house))
        assert step(house) == n + 1
    prompts.lay(house, of.of, number(house))
    assert step(house) is None


def test_two_who_do_the_same_step_do_it_once(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    prompts.lay(house, 1, number(house))
    prompts.lay(house, 1, number(house))
    assert step(house) == 2


def test_who_comes_late_with_a_step_leads_nobody_back(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    prompts.lay(house, 2, number(house))
    prompts.lay(house, 1, number(house))
    assert step(house) == 3


def test_who_knows_the_game_skips_all_of_it(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    prompts.lay(house, None, number(house))
    assert step(house) is None
    prompts.lay(house, 1, number(house))
    assert step(house) is None


def test_it_ends_with_the_first_answer(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house, most=1)
    assert step(house) is None


def test_it_keeps_nobody_from_answering(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    asks = house.frame(house.guests.seating.seats[0]).screen
    assert asks is not None
    assert asks.asks


def test_what_the_box_deals_by_itself_is_no_answer(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", "Cho", "Dai", "Eva", game="babel", hands="phones")
    assert house.table is not None
    assert house.table.entries, "roles and hands were dealt"
    assert step(house) == 1


def test_a_step_that_nobody_is_to_notice_leaves_every_screen_as_it_was(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", "Cho", game="animism", sheets="twin")
    assert house.table is not None
    ana, *others = house.guests.seating.seats
    before = {seat: house.looks.key(seat) for seat in (None, *others)}
    ask = next(ask for ask in house.table.moment.asks(ana) if ask.answers.legal())
    house.play(ana, ask.due, ask.answers.legal()[0], "a")
    assert not next(house.table.moment.history.newest()).event.announced
    assert {seat: house.looks.key(seat) for seat in (None, *others)} == before


def test_a_step_of_the_game_before_does_nothing(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    before = number(house)
    house.leave_game(unfinished=True)
    start(house, "Ana", "Ben")
    with pytest.raises(Refused):
        prompts.lay(house, 1, before)
    assert step(house) == 1


def test_the_next_game_is_laid_anew(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    prompts.lay(house, None, number(house))
    play(house)
    house.again()
    assert step(house) == 1


# The first time


def test_a_seat_that_asks_for_hints_reads_what_is_new_until_it_was_done_twice(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    ana, ben = house.guests.seating.seats
    house.learn([ana], wants=True)
    assert text("bali.first.turn") in house.frame(ana).notice.first
    told = []
    for _ in answers(house):
        if house.table is None or house.table.moment.over:
            break
        frame = house.frame(ana)
        assert frame.screen is not None
        if any(ask.kind == "turn" for ask in frame.screen.asks):
            told.append(text("bali.first.turn") in frame.notice.first)
        assert not house.frame(ben).notice.first
    assert told
    assert not any(told), "Ana has seen a turn of her own and one of Ben"


def test_an_answer_that_may_be_given_again_is_not_new(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", offer="tracked")
    ana = house.guests.seating.seats[0]
    house.learn([ana], wants=True)
    told = []
    for _ in answers(house, most=20):
        frame = house.frame(ana)
        assert frame.screen is not None
        if {"turn", "hand"} <= {ask.kind for ask in frame.screen.asks}:
            told.append(text("bali.first.hand") in frame.notice.first)
    assert told
    assert not any(told)


def test_it_outlives_a_restart_and_can_be_ended(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    sit_down(house, "Ana", "Ben")
    ana, ben = house.guests.seating.seats
    house.learn([ana, ben], wants=True)
    house.learn([ben], wants=False)
    house.journal.close()
    again = open_house(tmp_path)
    assert (again.frame(ana).place.learns, again.frame(ben).place.learns) == (True, False)


# Look now


def test_after_a_deal_everybody_is_told_the_same_to_look(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", "Cho", "Dai", "Eva", game="babel", hands="phones")
    (deal,) = {house.frame(seat).notice.look for seat in house.guests.seating.seats}
    assert deal is not None
    assert house.frame(None).notice.look is None


def test_nobody_is_told_to_look_where_nothing_was_dealt(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    assert {house.frame(seat).notice.look for seat in house.guests.seating.seats} == {None}


# Pieces that stay in the game box


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_nobody_is_asked_to_read_off_what_a_step_leaves_in_the_games_box(game: AnyGame) -> None:
    """Where a step says that dice or cards can stay there, the box draws them, or offers to."""
    for setting in settings_of(game):
        tape = tape_of(setting, 0)
        stays = {kind for step in tape.table.to_lay for kind in step.stays}
        met = set()
        for moment in tape.moments:
            for due in moment.history.dues:
                answers = moment.answers(due)
                forms = [form.do for form in answers.forms if form.drawn]
                asked = stays & {do["type"] for do in (*answers.legal(), *forms)}
                assert not asked or due.chance in (Chance.BOX, Chance.DRAWN), (due, asked)
                met |= asked
        drawn = {answered.entry.do["type"] for answered in tape.moments[-1].history.answered if answered.entry.drawn}
        assert stays <= met | drawn, "a type that never comes up says nothing"
