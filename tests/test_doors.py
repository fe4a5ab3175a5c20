"""People who know the code come in without waiting. People who guess have to wait."""

import pytest

from companion.bounds import CALLERS_KNOWN, OLD_CODE_SECONDS, SECONDS_A_GUESS, WRONG_CODES
from companion.house.doors import ALPHABET, LENGTH, JoinCode, new_code
from tests.support.houses import HandClock

HERE, THERE = "192.168.1.20", "192.168.1.21"


def impatient(door: JoinCode) -> JoinCode:
    """Return a door at which somebody has guessed as often as anybody may."""
    for _ in range(WRONG_CODES):
        assert door.spend_guess(HERE)
    assert not door.spend_guess(HERE)
    return door


def test_a_code_fits_into_the_smallest_qr_code_and_is_never_misread() -> None:
    codes = {new_code() for _ in range(200)}
    assert len(codes) == 200
    assert all(len(code) == LENGTH and set(code) <= set(ALPHABET) for code in codes)
    assert not set("01IO") & set(ALPHABET)
    assert "".join(codes).isupper()


@pytest.mark.parametrize(
    "typed",
    ["7KQ2ML", "7kq2ml", " 7Kq2mL\n", "7KQ 2ML", "7kq-2ml", "7KQ\u20112ML", "7KQ–2ML", "7KQ·2ML", "７ＫＱ　２ＭＬ"],
)
def test_a_code_opens_however_it_is_typed(typed: str) -> None:
    assert JoinCode(HandClock(), "7KQ2ML").lets_in(typed)


@pytest.mark.parametrize("typed", ["7K02ML", "7KO2ML", "7ko2m1", "7KQ2MI", "7K0 2M1"])
def test_letters_that_no_code_has_are_read_as_their_lookalikes(typed: str) -> None:
    assert JoinCode(HandClock(), "7KQ2ML").lets_in(typed)


@pytest.mark.parametrize(
    "typed", ["", "7KQ2M", "7KQ2MLL", "7KQ2MY", "7KD2ML", "7KQ2M7", "0KQ2ML", "ſKQ2ML", "\ud800", "------", "OOOOOO"]
)
def test_another_code_opens_nothing(typed: str) -> None:
    assert not JoinCode(HandClock(), "7KQ2ML").lets_in(typed)


@pytest.mark.bound("OLD_CODE_SECONDS")
def test_an_old_code_opens_ten_minutes_more() -> None:
    clock = HandClock()
    door = JoinCode(clock, "AAAAAA")
    door.change("BBBBBB")
    clock.pass_(OLD_CODE_SECONDS - 1)
    assert door.lets_in("AAAAAA")
    assert door.lets_in("BBBBBB")
    clock.pass_(1)
    assert not door.lets_in("AAAAAA")
    assert door.lets_in("BBBBBB")


def test_each_old_code_has_ten_minutes_of_its_own() -> None:
    clock = HandClock()
    door = JoinCode(clock, "AAAAAA")
    door.change("BBBBBB")
    clock.pass_(OLD_CODE_SECONDS - 10)
    door.change("CCCCCC")
    assert door.lets_in("AAAAAA")
    clock.pass_(10)
    assert [door.lets_in(code) for code in ("AAAAAA", "BBBBBB", "CCCCCC")] == [False, True, True]


@pytest.mark.bound("SECONDS_A_GUESS")
def test_an_address_that_guesses_too_fast_waits_and_may_then_guess_again() -> None:
    clock = HandClock()
    door = JoinCode(clock, "AAAAAA")
    impatient(door)
    clock.pass_(SECONDS_A_GUESS - 0.1)
    assert not door.spend_guess(HERE)
    clock.pass_(SECONDS_A_GUESS)
    assert door.spend_guess(HERE)
    assert not door.spend_guess(HERE)


@pytest.mark.bound("WRONG_CODES")
def test_patience_is_never_more_than_a_burst() -> None:
    clock = HandClock()
    door = impatient(JoinCode(clock, "AAAAAA"))
    clock.pass_(10_000)
    impatient(door)


def test_under_sixty_guesses_pass_in_a_burst() -> None:
    assert WRONG_CODES < 60


def test_one_who_guesses_costs_nobody_else_anything() -> None:
    door = impatient(JoinCode(HandClock(), "AAAAAA"))
    assert door.spend_guess(THERE)
    assert door.lets_in("AAAAAA")


@pytest.mark.bound("CALLERS_KNOWN")
def test_one_address_above_the_bound_makes_the_box_forget_the_oldest_guesser() -> None:
    door = impatient(JoinCode(HandClock(), "AAAAAA"))
    for n in range(CALLERS_KNOWN - 1):
        door.spend_guess(f"fe80::{n:x}")
    assert not door.spend_guess(HERE)
    for n in range(CALLERS_KNOWN - 1):
        door.spend_guess(f"fe81::{n:x}")
    assert not door.spend_guess(HERE)
    for n in range(CALLERS_KNOWN):
        door.spend_guess(f"fe82::{n:x}")
    assert door.spend_guess(HERE)
    assert len(door._guesses._left) == CALLERS_KNOWN
