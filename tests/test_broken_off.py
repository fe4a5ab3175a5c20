"""A game that is given up leaves each seat its own cards, so that it can go on with the printed ones."""

from pathlib import Path

import pytest

from companion.core.blocks import Secret
from companion.core.state import Seat
from companion.house.house import House
from tests.support.games import play
from tests.support.houses import ADDRESS, open_house, playing, settle, sit_down, start

ANA, BEN, CHO = Seat("Ana"), Seat("Ben"), Seat("Cho")


def behind_the_cover(house: House, seat: Seat) -> Secret:
    assert house.table is not None
    return next(block for block in house.table.moment.screen(seat).view.blocks if isinstance(block, Secret))


def held(house: House, seat: Seat | None) -> Secret | None:
    hand = house.snapshot(seat).hand
    return hand.secret if hand else None


@pytest.fixture
def before() -> dict[Seat, Secret]:
    return {}


@pytest.fixture
def house(tmp_path: Path, before: dict[Seat, Secret]) -> House:
    """Return a house that is in the lobby again, after some turns that made the hands differ."""
    house = playing(tmp_path, "Ana", "Ben")
    play(house, seed=3, most=4)
    before |= {seat: behind_the_cover(house, seat) for seat in (ANA, BEN)}
    house.leave_game(unfinished=True)
    return house


def test_each_seat_has_its_own_behind_the_cover_and_nobody_else(house: House, before: dict[Seat, Secret]) -> None:
    assert before[ANA] != before[BEN]
    assert {seat: held(house, seat) for seat in before} == before
    assert held(house, None) is None


def test_each_seat_still_has_its_cards_after_a_restart(house: House, before: dict[Seat, Secret], tmp_path: Path) -> None:
    house.journal.close()
    again = open_house(tmp_path)
    assert {seat: held(again, seat) for seat in before} == before


def test_until_the_next_game_begins(house: House, tmp_path: Path) -> None:
    start(house, "Ana", "Ben")
    house.leave_game(unfinished=True)
    assert held(house, ANA) == held(house, BEN)
    house.journal.close()
    assert held(open_house(tmp_path), ANA) == held(house, ANA)


def test_a_game_that_ended_leaves_nothing(house: House, tmp_path: Path) -> None:
    start(house, "Ana", "Ben")
    play(house)
    house.leave_game()
    assert held(house, ANA) is None
    house.journal.close()
    assert held(open_house(tmp_path), ANA) is None


def test_a_seat_keeps_its_cards_under_another_name(house: House, before: dict[Seat, Secret]) -> None:
    with house.changing() as guests:
        guests.rename(ANA, "Anna")
    assert held(house, Seat("Anna")) == before[ANA]


def test_a_seat_keeps_its_cards_on_a_new_phone(house: House, before: dict[Seat, Secret]) -> None:
    with house.changing() as guests:
        secret, _ = guests.claim(guests.door.code, "Ana", ADDRESS)
        settle(guests, True)
        guests.collect_claim(secret)
    assert held(house, ANA) == before[ANA]


def test_a_guest_who_takes_the_name_of_one_who_left_gets_nothing(house: House) -> None:
    with house.changing() as guests:
        guests.leave(BEN)
        guests.join(guests.door.code, "Ben", ADDRESS)
    assert held(house, BEN) is None
    assert held(house, ANA) is not None


def test_a_guest_who_takes_an_old_name_gets_nothing(house: House, before: dict[Seat, Secret]) -> None:
    with house.changing() as guests:
        guests.rename(ANA, "Dea")
        guests.rename(BEN, "Ana")
    assert held(house, ANA) == before[BEN]


def test_a_guest_who_did_not_play_has_no_cards(house: House) -> None:
    sit_down(house, "Cho")
    assert held(house, CHO) is None
