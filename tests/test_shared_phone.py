"""Several seats share a phone: they hand it to each other, and it shows one seat at a time."""

from pathlib import Path

import pytest

from companion.core.state import Seat
from companion.core.words import Refused
from companion.house.house import House
from companion.house.panel_acts import HouseForPanel
from tests.support.houses import ADDRESS, open_house, settle, sit_down, start
from web.drawing.parts import parts_of

ANA, BEN, CHO = Seat("Ana"), Seat("Ben"), Seat("Cho")


@pytest.fixture
def house(tmp_path: Path) -> House:
    return open_house(tmp_path)


def sit_together(house: House) -> str:
    """Give Cho and Ana a phone each, and seat Ben on Ana's. Return Ana's token."""
    tokens = sit_down(house, "Cho", "Ana")
    with house.changing() as guests:
        guests.speak(ANA, "fr")
        guests.sit_beside(ANA, "Ben")
    return tokens["Ana"]


def hand(house: House, seat: Seat, to: Seat) -> None:
    with house.changing() as guests:
        guests.pass_on(seat, to)


def test_two_seats_have_one_phone_and_one_of_them_has_it_now(house: House) -> None:
    token = sit_together(house)
    assert house.guests.seat_of(token) == ANA
    hand(house, ANA, BEN)
    assert house.guests.seat_of(token) == BEN
    assert (house.snapshot(BEN).notice.beside, house.snapshot(ANA).notice.beside, house.snapshot(CHO).notice.beside) == (
        (ANA,),
        (BEN,),
        (),
    )


def test_a_guest_who_shares_a_phone_reads_its_language(house: House) -> None:
    sit_together(house)
    assert house.guests.book.languages[BEN] == "fr"


def test_the_holder_of_a_shared_phone_outlives_a_restart(house: House, tmp_path: Path) -> None:
    token = sit_together(house)
    hand(house, ANA, BEN)
    house.journal.close()
    assert open_house(tmp_path).guests.seat_of(token) == BEN


def test_a_phone_is_passed_to_none_but_its_own_seats(house: House) -> None:
    sit_together(house)
    for to in (CHO, ANA, Seat("Dai")):
        with pytest.raises(Refused, match="no_such_seat"):
            hand(house, ANA, to)


def test_a_name_that_sits_here_does_not_sit_down_beside(house: House) -> None:
    sit_together(house)
    for name, why in (("cho", "name_taken"), (" ", "bad_name")):
        with pytest.raises(Refused, match=why), house.changing() as guests:
            guests.sit_beside(ANA, name)


def test_a_seat_that_gets_a_phone_of_its_own_leaves_the_other_where_it_was(house: House) -> None:
    token = sit_together(house)
    hand(house, ANA, BEN)
    with house.changing() as guests:
        secret, _ = guests.claim(guests.door.code, "Ben", ADDRESS)
        settle(guests, True)
        _, own = guests.collect_claim(secret)
    assert (house.guests.seat_of(token), house.guests.seat_of(own or "")) == (ANA, BEN)


def test_a_guest_who_leaves_a_shared_phone_takes_no_other_along(house: House) -> None:
    token = sit_together(house)
    with house.changing() as guests:
        guests.leave(ANA)
    assert house.guests.seat_of(token) == BEN


def test_a_new_name_stays_on_its_phone(house: House) -> None:
    token = sit_together(house)
    with house.changing() as guests:
        guests.rename(ANA, "Anna")
    assert house.guests.seat_of(token) == "Anna"


def test_the_holder_of_the_phone_has_it_under_another_name_too(house: House) -> None:
    token = sit_together(house)
    with house.changing() as guests:
        guests.pass_on(ANA, BEN)
        guests.rename(BEN, "Benno")
    assert house.guests.seat_of(token) == "Benno"


def test_each_screen_is_its_seat_s_own(house: House) -> None:
    """A seat sees the same on a shared phone as on a phone of its own."""
    token = sit_together(house)
    start(house, "Ana", "Ben", "Cho")
    assert house.table is not None
    for seat, to in ((ANA, BEN), (BEN, ANA)):
        assert house.guests.seat_of(token) == seat
        assert house.snapshot(seat).screen == house.table.moment.screen(seat)
        hand(house, seat, to)


def test_a_phone_says_who_else_on_it_is_awaited(house: House) -> None:
    sit_together(house)
    start(house, "Ben", "Ana", "Cho")
    assert (house.snapshot(ANA).notice.awaited, house.snapshot(BEN).notice.awaited, house.snapshot(CHO).notice.awaited) == (
        (BEN,),
        (),
        (),
    )


def test_nobody_is_awaited_in_the_lobby_or_after_the_end(house: House) -> None:
    sit_together(house)
    assert house.snapshot(ANA).notice.awaited == ()
    start(house, "Ben", "Ana", "Cho")
    house.leave_game(unfinished=True)
    assert house.snapshot(ANA).notice.awaited == ()


def test_the_lobby_knows_who_shares_a_phone_and_who_sits_at_the_box(house: House) -> None:
    sit_together(house)
    with house.changing() as guests:
        guests.sit_at_box("Red", 6)
    lobby = house.snapshots.lobby.shown()
    assert (lobby.phoneless, lobby.at_box) == ((BEN, Seat("Red")), (Seat("Red"),))
    words = parts_of(house.snapshot(CHO))["lobby"]["phoneless"]
    assert [(sentence.key, sentence.values["count"]) for sentence in words] == [("lobby.sharing", 1), ("lobby.at_box", 1)]
    chosen = HouseForPanel(house, off=lambda: None).snapshot().lobby
    assert chosen is not None
    assert chosen.at_box == 1, "the display says who has no phone at all"


def test_a_seat_whose_phone_is_gone_has_none(house: House) -> None:
    sit_together(house)
    start(house, "Ana", "Ben", "Cho")
    with house.changing() as guests:
        guests.leave(CHO)
    house.leave_game(unfinished=True)
    assert house.snapshots.lobby.shown().phoneless == (CHO, BEN)
