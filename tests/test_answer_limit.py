"""A bound on the answers of one seat: more than any table needs, and few enough that the game can be opened again."""

from pathlib import Path

import pytest

from companion.bounds import ENTRIES_A_SEAT, SECONDS_A_SET, SETS_AT_ONCE
from companion.core.journal import AnswerEntry, Visibility
from companion.core.state import Seat
from companion.core.words import Refused
from companion.house.house import House
from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from tests.support.games import play
from tests.support.houses import HandClock, open_house, sit_down, start

ANA, BEN = Seat("Ana"), Seat("Ben")


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def house(tmp_path: Path, clock: HandClock) -> House:
    house = open_house(tmp_path, clock=clock)
    sit_down(house, "Ana", "Ben")
    start(house, "Ana", "Ben")
    return house


def set_right(house: House, by: Seat | None, n: int) -> None:
    do = {"type": "set", "seat": "Ana", "stones": n % 9}
    if by is None:
        house.play_at_panel(None, do, f"set {n}")
    else:
        house.play(by, None, do, f"set {n}")


def all_at_once(house: House, by: Seat | None, first: int = 0) -> None:
    for n in range(first, first + SETS_AT_ONCE):
        set_right(house, by, n)


@pytest.mark.bound("SETS_AT_ONCE")
@pytest.mark.parametrize("by", [ANA, None])
def test_a_seat_that_corrects_without_end_is_asked_to_wait_in_every_language(house: House, by: Seat | None) -> None:
    all_at_once(house, by)
    assert house.table is not None
    before = house.table.moment.entries
    with pytest.raises(Refused, match="set_too_often") as why:
        set_right(house, by, 999)
    assert house.table.moment.entries == before
    assert len({say(why.value.text, language) for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.bound("SECONDS_A_SET", "SETS_AT_ONCE")
def test_one_more_is_free_after_a_while_and_all_after_a_longer_one(house: House, clock: HandClock) -> None:
    all_at_once(house, ANA)
    clock.pass_(SECONDS_A_SET - 1)
    with pytest.raises(Refused, match="set_too_often"):
        set_right(house, ANA, 500)
    clock.pass_(1)
    set_right(house, ANA, 500)
    with pytest.raises(Refused, match="set_too_often"):
        set_right(house, ANA, 501)
    clock.pass_(SECONDS_A_SET * SETS_AT_ONCE * 10)
    all_at_once(house, ANA, first=600)
    with pytest.raises(Refused, match="set_too_often"):
        set_right(house, ANA, 999)


def test_a_seat_that_has_to_wait_holds_up_nobody_and_can_still_answer(house: House) -> None:
    all_at_once(house, ANA)
    set_right(house, BEN, 1000)
    set_right(house, None, 1001)
    assert play(house, most=6) == 6


def test_a_kept_answer_is_acknowledged_again_under_its_key_however_many_came_after(house: House) -> None:
    all_at_once(house, ANA)
    assert house.table is not None
    before = house.table.moment.entries
    set_right(house, ANA, 0)
    assert house.table.moment.entries == before


def test_a_refused_answer_does_not_count_against_the_limit(house: House) -> None:
    for n in range(SETS_AT_ONCE * 2):
        with pytest.raises(Refused):
            house.play(ANA, None, {"type": "set", "seat": "Ana", "stones": 10**9}, f"wrong {n}")
    all_at_once(house, ANA)


def test_the_next_game_begins_with_patience(house: House) -> None:
    all_at_once(house, ANA)
    house.leave_game(unfinished=True)
    start(house, "Ana", "Ben")
    all_at_once(house, ANA, first=50)
    assert house.table is not None
    assert house.table.moment.entries == SETS_AT_ONCE


def told_much(house: House, by: Seat) -> None:
    """Give this seat all the answers that it may give except one, as in a very long evening."""
    assert house.table is not None
    for n in range(house.table.moment.entries + 1, house.table.moment.entries + ENTRIES_A_SEAT):
        do = {"type": "set", "seat": "Ana", "stones": n % 9}
        house.table._index.add(
            AnswerEntry(n=n, due="set", do=do, by=by, key=f"old {n}", bits="", hash="00" * 32, news=Visibility())
        )


@pytest.mark.bound("ENTRIES_A_SEAT")
def test_a_seat_over_its_limit_is_refused_and_the_others_are_not(house: House) -> None:
    told_much(house, ANA)
    set_right(house, ANA, 0)
    for act in (lambda: set_right(house, ANA, 1), lambda: house.back(ANA, "back"), lambda: house.play(ANA, "1.x", {}, "y")):
        with pytest.raises(Refused, match="told_too_often"):
            act()
    assert house.table is not None
    assert house.table.entries_by(BEN) == 0
