"""People sit down, find their seat again on a new phone, and leave. An old token gives no seat."""

import pytest

from companion.bounds import CLAIM_SECONDS, OLD_CODE_SECONDS, SEATS
from companion.core.state import Seat
from companion.core.words import Refused
from companion.house.guests import Guests
from companion.house.house import House
from companion.snapshot.people import Seating, Sitting
from companion.snapshot.table import Claim
from tests.support.houses import ADDRESS, HandClock, open_house, settle, sit_down, start

ANA, BEN, CHO = Seat("Ana"), Seat("Ben"), Seat("Cho")


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def house(tmp_path: object, clock: HandClock) -> House:
    return open_house(tmp_path, clock=clock)  # type: ignore[arg-type]


def join(guests: Guests, name: str) -> tuple[Seat, str]:
    return guests.join(guests.door.code, name, ADDRESS)


def refusal(guests: Guests, name: str) -> str:
    before = guests.book
    with pytest.raises(Refused) as why:
        join(guests, name)
    assert guests.book == before
    return why.value.key


# Sitting down


def test_the_first_guest_is_host_and_has_the_first_piece(house: House) -> None:
    sit_down(house, "Ana", "Ben")
    assert house.guests.seating.host == ANA
    assert house.guests.seating.pieces == {ANA: 1, BEN: 2}


def test_a_token_finds_its_seat_and_nothing_else_does(house: House) -> None:
    tokens = sit_down(house, "Ana", "Ben")
    seat_of = house.guests.seat_of
    assert (seat_of(tokens["Ana"]), seat_of(tokens["Ben"])) == (ANA, BEN)
    assert not any(seat_of(token) for token in ("", "x", tokens["Ana"][:-1], tokens["Ana"] + "x", "\ud800", "é" * 500))


def test_a_token_has_128_bits_and_is_nowhere_on_disk(house: House) -> None:
    token = sit_down(house, "Ana")["Ana"]
    assert len(token) >= 22
    house.journal.checkpoint()
    house.journal.close()
    files = list(house.settings.state_folder().iterdir())
    assert files
    assert not any(token.encode() in file.read_bytes() for file in files)


@pytest.mark.parametrize("name", ["A", "x" * 20, "  Ana ", "Åsa-Lill O’Hara", "日本語の名前", "🦊", "1", "NULL", "<b>"])
def test_a_name_has_1_to_20_letters_of_any_script(house: House, name: str) -> None:
    assert join(house.guests, name)[0] == name.strip()


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 21, "A\nb", "A\0", "\x7f", "A\u200bb", "\u202eAna", "A\u2028b", "\ue000", "\ud800"]
)
def test_an_invisible_or_unspeakable_name_is_refused(house: House, name: str) -> None:
    assert refusal(house.guests, name) == "bad_name"


@pytest.mark.parametrize("name", ["Ana", "ANA", "ana ", " aNa"])
def test_a_name_is_taken_in_every_case(house: House, name: str) -> None:
    sit_down(house, "Ana")
    assert refusal(house.guests, name) == "name_taken"


def test_names_that_look_alike_are_one_name(house: House) -> None:
    sit_down(house, "Zoé")
    assert refusal(house.guests, "Zoe\u0301") == "name_taken"


@pytest.mark.bound("SEATS")
def test_ten_can_sit_here_and_no_more(house: House) -> None:
    sit_down(house, *(f"Guest {n}" for n in range(SEATS - 2)))
    first = house.guests.seating.seats[0]
    house.guests.sit_beside(first, "Beside the first")
    sit_down(house, "Tenth")
    assert house.guests.seating.free_pieces == ()
    assert sorted(house.guests.seating.pieces.values()) == list(range(1, SEATS + 1))
    assert refusal(house.guests, "Eleventh") == "full"
    with pytest.raises(Refused, match="full"):
        house.guests.sit_beside(first, "Eleventh")
    house.guests.leave(Seat("Tenth"))
    assert house.guests.sit_beside(first, "Eleventh") == "Eleventh"


def test_a_wrong_code_lets_nobody_in(house: House) -> None:
    with pytest.raises(Refused) as why:
        house.guests.join("WRONG1", "Ana", ADDRESS)
    assert why.value.key == "no_such_code"
    assert house.guests.seating == Seating()


def test_a_guest_with_the_code_comes_in_however_often_others_guessed(house: House) -> None:
    keys = set()
    for _ in range(60):
        with pytest.raises(Refused) as why:
            house.guests.join("WRONG1", "Ana", ADDRESS)
        keys.add(why.value.key)
    assert keys == {"no_such_code", "slow_down"}
    assert join(house.guests, "Ana")[0] == ANA


# In the lobby


def test_the_host_orders_the_seats_clockwise(house: House) -> None:
    sit_down(house, "Ana", "Ben", "Cho")
    house.guests.order((CHO, ANA, BEN))
    assert house.guests.seating.seats == (CHO, ANA, BEN)
    assert house.guests.seating.pieces == {ANA: 1, BEN: 2, CHO: 3}
    for wrong in ((), (ANA, BEN), (ANA, BEN, BEN), (ANA, BEN, Seat("Dai")), (ANA, ANA, BEN, CHO)):
        with pytest.raises(Refused):
            house.guests.order(wrong)


def test_a_seat_takes_another_piece_that_is_free(house: House) -> None:
    sit_down(house, "Ana", "Ben")
    house.guests.give_piece(ANA, 9)
    house.guests.give_piece(ANA, 9)
    assert house.guests.seating.pieces == {ANA: 9, BEN: 2}
    for wrong in (2, 0, 11, -1):
        with pytest.raises(Refused) as why:
            house.guests.give_piece(ANA, wrong)
        assert why.value.key == "piece_taken"


def test_nobody_sits_down_at_the_box_with_the_piece_of_another(house: House) -> None:
    sit_down(house, "Ana", "Ben")
    for wrong in (2, 0, 11):
        with pytest.raises(Refused) as why, house.changing() as guests:
            guests.sit_at_box("Cho", wrong)
        assert why.value.key == "piece_taken"
    assert house.guests.seating.seats == (ANA, BEN)


def test_a_new_name_keeps_seat_phone_piece_language_and_host(house: House) -> None:
    token = sit_down(house, "Ana", "Ben")["Ana"]
    house.guests.speak(ANA, "fr")
    house.guests.rename(ANA, " Anna ")
    guests = house.guests
    assert guests.seating.seats == ("Anna", "Ben")
    assert guests.seating.host == "Anna"
    assert guests.seat_of(token) == "Anna"
    assert guests.book.languages == {"Anna": "fr"}
    assert guests.seating.pieces["Anna"] == 1  # type: ignore[index]


def test_a_new_name_may_differ_in_case_only_but_not_be_anothers(house: House) -> None:
    sit_down(house, "Ana", "Ben")
    house.guests.rename(ANA, "ANA")
    assert house.guests.seating.seats == ("ANA", "Ben")
    for name, key in (("ben", "name_taken"), ("", "bad_name"), ("x" * 21, "bad_name")):
        with pytest.raises(Refused) as why:
            house.guests.rename(Seat("ANA"), name)
        assert why.value.key == key


def test_somebody_else_can_be_made_host(house: House) -> None:
    sit_down(house, "Ana", "Ben")
    house.guests.make_host(BEN)
    assert house.guests.seating.host == BEN
    with pytest.raises(Refused):
        house.guests.make_host(Seat("Nobody"))


def test_a_guest_who_leaves_the_lobby_is_gone_and_the_next_one_is_host(house: House) -> None:
    tokens = sit_down(house, "Ana", "Ben")
    house.guests.leave(ANA)
    assert house.guests.seating.seats == (BEN,)
    assert house.guests.seating.host == BEN
    assert house.guests.seat_of(tokens["Ana"]) is None
    house.guests.leave(BEN)
    assert house.guests.seating == Seating()
    assert sit_down(house, "Cho")
    assert house.guests.seating.host == CHO


def test_a_returning_guest_begins_in_the_browsers_language(house: House) -> None:
    sit_down(house, "Ana", "Ben")
    house.guests.speak(BEN, "ja")
    house.guests.leave(BEN)
    assert house.guests.book.languages == {}


def test_a_seat_that_is_let_go_cannot_come_back_with_the_code_it_knows_for_ever(house: House, clock: HandClock) -> None:
    tokens = sit_down(house, "Ana", "Ben")
    code = house.guests.door.code
    house.guests.let_go(BEN)
    assert house.guests.seat_of(tokens["Ben"]) is None
    assert house.guests.door.code != code
    assert house.guests.join(code, "Late", ADDRESS)[0] == "Late"
    clock.pass_(OLD_CODE_SECONDS)
    with pytest.raises(Refused):
        house.guests.join(code, "Ben", ADDRESS)


# During a game


def test_during_a_game_names_pieces_and_order_stay(house: House) -> None:
    sit_down(house, "Ana", "Ben")
    start(house, "Ana", "Ben")
    acts = (
        lambda: house.guests.rename(ANA, "Anna"),
        lambda: house.guests.give_piece(ANA, 9),
        lambda: house.guests.order((BEN, ANA)),
    )
    before = house.guests.book
    for act in acts:
        with pytest.raises(Refused) as why:
            act()
        assert why.value.key == "game_on"
    assert house.guests.book == before


def test_a_player_who_leaves_a_game_leaves_a_seat_that_can_be_taken_again(house: House) -> None:
    tokens = sit_down(house, "Ana", "Ben")
    start(house, "Ana", "Ben")
    house.guests.leave(ANA)
    assert house.guests.seating.seats == (ANA, BEN)
    assert house.guests.seating.host == BEN
    assert house.guests.seat_of(tokens["Ana"]) is None
    secret, _ = house.guests.claim(house.guests.door.code, "ana", ADDRESS)
    settle(house.guests, True)
    seat, token = house.guests.collect_claim(secret)
    assert seat == ANA
    assert house.guests.seat_of(token or "") == ANA


def test_a_host_who_leaves_alone_stays_host(house: House) -> None:
    sit_down(house, "Ana", "Ben")
    start(house, "Ana", "Ben")
    house.guests.leave(BEN)
    house.guests.leave(ANA)
    assert house.guests.seating.host == ANA


# A new phone


def claim(house: House, name: str = "Ben") -> str:
    return house.guests.claim(house.guests.door.code, name, ADDRESS)[0]


def test_a_yes_ends_the_old_phone_immediately_and_lets_the_new_one_in(house: House) -> None:
    old = sit_down(house, "Ana", "Ben")["Ben"]
    secret = claim(house)
    assert house.guests.collect_claim(secret) == (BEN, None)
    assert house.guests.seat_of(old) == BEN
    settle(house.guests, True)
    assert house.guests.seat_of(old) is None
    seat, token = house.guests.collect_claim(secret)
    assert (seat, house.guests.seat_of(token or "")) == (BEN, BEN)


def test_a_granted_seat_is_collected_once(house: House) -> None:
    sit_down(house, "Ana", "Ben")
    secret = claim(house)
    settle(house.guests, True)
    house.guests.collect_claim(secret)
    with pytest.raises(Refused) as why:
        house.guests.collect_claim(secret)
    assert why.value.key == "claim_denied"


def test_a_no_changes_nothing(house: House) -> None:
    old = sit_down(house, "Ana", "Ben")["Ben"]
    secret = claim(house)
    book = house.guests.book
    settle(house.guests, False)
    with pytest.raises(Refused) as why:
        house.guests.collect_claim(secret)
    assert why.value.key == "claim_denied"
    assert house.guests.book == book
    assert house.guests.seat_of(old) == BEN


def test_a_claim_that_ran_out_gives_no_seat(house: House, clock: HandClock) -> None:
    old = sit_down(house, "Ana", "Ben")["Ben"]
    secret = claim(house)
    clock.pass_(CLAIM_SECONDS)
    for act in (lambda: house.guests.settle_claim(Claim(BEN, "10"), True), lambda: house.guests.collect_claim(secret)):
        with pytest.raises(Refused):
            act()
    assert house.guests.seat_of(old) == BEN


def test_a_claim_on_a_seat_that_has_left_since_gives_no_seat(house: House) -> None:
    sit_down(house, "Ana", "Ben")
    secret = claim(house)
    house.guests.leave(BEN)
    settle(house.guests, True)
    with pytest.raises(Refused):
        house.guests.collect_claim(secret)
    assert house.guests.seating.seats == (ANA,)


def test_only_the_host_sees_that_somebody_asks(house: House) -> None:
    sit_down(house, "Ana", "Ben", "Cho")
    claim(house)
    assert house.snapshot(ANA).notice.claim is not None
    assert [house.snapshot(seat).notice.claim for seat in (BEN, CHO, None)] == [None, None, None]


def test_nobody_asks_for_a_seat_without_the_code_or_that_is_not_there(house: House) -> None:
    sit_down(house, "Ana")
    for code, name, key in (("WRONG1", "Ana", "no_such_code"), (house.guests.door.code, "Ben", "no_such_seat")):
        with pytest.raises(Refused) as why:
            house.guests.claim(code, name, ADDRESS)
        assert why.value.key == key
    assert house.guests.claims.first() is None


# In a demo


def bots(house: House) -> None:
    house.store.set(has_bots=True)
    with house.changing() as guests:
        guests.sit(Seating((Sitting(ANA, 1), Sitting(BEN, 2)), ANA))
    start(house, "Ana", "Ben")


def test_a_person_who_joins_a_demo_under_a_bot_s_name_takes_its_seat_and_is_host(house: House) -> None:
    bots(house)
    seat, token = join(house.guests, "ben")
    assert (seat, house.guests.seat_of(token)) == (BEN, BEN)
    assert house.guests.seating.host == BEN


def test_in_a_demo_a_seat_that_a_person_holds_is_taken(house: House) -> None:
    bots(house)
    join(house.guests, "Ben")
    assert refusal(house.guests, "Ben") == "name_taken"


def test_in_a_demo_the_second_person_does_not_take_the_host_from_the_first(house: House) -> None:
    bots(house)
    join(house.guests, "Ben")
    join(house.guests, "Ana")
    assert house.guests.seating.host == BEN


def test_a_seat_that_a_person_leaves_in_a_demo_is_a_bots_again(house: House) -> None:
    bots(house)
    join(house.guests, "Ben")
    house.guests.leave(BEN)
    assert not house.guests.has_phone(BEN)
    assert join(house.guests, "Ben")[0] == BEN
