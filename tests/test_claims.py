"""A seat goes to a new phone only if the box or the host confirms the claim that it shows, and in time."""

from contextlib import suppress

import pytest

from companion.bounds import (
    CLAIM_DENIED_SECONDS,
    CLAIM_PAUSE,
    CLAIM_SECONDS,
    CLAIMS_AT_ONCE,
    CLAIMS_WAITING,
    SECONDS_A_CLAIM,
)
from companion.core.state import Seat
from companion.core.words import Refused
from companion.house.doors import Answer, Claims
from companion.snapshot.table import Claim
from tests.support.houses import HandClock

ANA, BEN, CHO = Seat("Ana"), Seat("Ben"), Seat("Cho")
HERE, THERE = "192.168.1.20", "192.168.1.21"


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def claims(clock: HandClock) -> Claims:
    return Claims(clock)


def why_not(claims: Claims, shown: Claim, yes: bool = True) -> str:
    with pytest.raises(Refused) as why:
        claims.settle(shown, yes)
    return why.value.key


def test_phone_and_box_show_the_same_two_digits(claims: Claims) -> None:
    secret, shown = claims.ask(ANA, HERE)
    assert claims.first() == shown
    assert claims.answer(secret) == (Answer.WAITING, shown)
    assert len(shown.digits) == 2
    assert shown.digits.isdecimal()


def test_no_two_waiting_claims_show_the_same_digits() -> None:
    for _ in range(50):
        claims = Claims(HandClock())
        shown = [claims.ask(ANA, f"192.168.1.{n}")[1].digits for n in range(CLAIMS_WAITING)]
        assert len(set(shown)) == CLAIMS_WAITING


def test_the_claim_that_waits_longest_is_answered_first(claims: Claims, clock: HandClock) -> None:
    (first, ana), (second, ben) = claims.ask(ANA, HERE), claims.ask(BEN, THERE)
    claims.settle(ana, yes=False)
    clock.pass_(CLAIM_PAUSE)
    claims.settle(ben, yes=True)
    assert [claims.answer(secret) for secret in (first, second)] == [(Answer.DENIED, ana), (Answer.GRANTED, ben)]
    assert claims.first() is None


# A yes is for what was shown


@pytest.mark.parametrize("yes", [True, False])
def test_a_claim_that_is_not_the_shown_one_is_not_answered(claims: Claims, yes: bool) -> None:
    (secret, ana), (_, ben) = claims.ask(ANA, HERE), claims.ask(BEN, THERE)
    others = (ben, Claim(ANA, "00"), Claim(BEN, ana.digits), Claim(Seat("Cho"), ana.digits))
    assert {why_not(claims, other, yes) for other in others} == {"other_claim"}
    assert claims.first() == ana
    assert claims.answer(secret) == (Answer.WAITING, ana)


@pytest.mark.bound("CLAIM_PAUSE")
@pytest.mark.parametrize("yes", [True, False])
def test_a_second_press_answers_no_claim_that_nobody_has_read(claims: Claims, clock: HandClock, yes: bool) -> None:
    (_, ana), (stranger, ben) = claims.ask(ANA, HERE), claims.ask(BEN, THERE)
    claims.settle(ana, yes)
    assert why_not(claims, ana, yes) == "other_claim"
    assert claims.first() == ben
    clock.pass_(CLAIM_PAUSE - 0.1)
    assert why_not(claims, ben, yes) == "claim_just_came"
    assert claims.answer(stranger) == (Answer.WAITING, ben)
    clock.pass_(0.1)
    claims.settle(ben, yes)


def test_without_a_claim_there_is_nothing_to_answer(claims: Claims) -> None:
    assert why_not(claims, Claim(ANA, "42")) == "no_claim"


# For a while


@pytest.mark.bound("CLAIM_SECONDS")
def test_a_claim_runs_out(claims: Claims, clock: HandClock) -> None:
    secret, shown = claims.ask(ANA, HERE)
    clock.pass_(CLAIM_SECONDS - 1)
    assert claims.first() == shown
    clock.pass_(1)
    assert claims.first() is None
    assert claims.answer(secret) is None
    assert why_not(claims, shown) == "no_claim"


def test_a_granted_claim_runs_out_too_if_nobody_fetches_it(claims: Claims, clock: HandClock) -> None:
    secret, shown = claims.ask(ANA, HERE)
    claims.settle(shown, yes=True)
    clock.pass_(CLAIM_SECONDS)
    assert claims.answer(secret) is None


def test_a_claim_that_is_withdrawn_is_asked_about_no_more(claims: Claims) -> None:
    secret, shown = claims.ask(ANA, HERE)
    assert claims.withdraw(secret)
    assert claims.first() is None
    assert claims.answer(secret) is None
    assert why_not(claims, shown) == "no_claim"
    assert not claims.withdraw(secret)


def test_a_claim_that_was_granted_can_be_fetched_though_the_phone_turned_away(claims: Claims) -> None:
    secret, shown = claims.ask(ANA, HERE)
    claims.settle(shown, yes=True)
    assert not claims.withdraw(secret)
    assert claims.answer(secret) == (Answer.GRANTED, shown)


# Not too many


def ask_on_and_on(claims: Claims, clock: HandClock, addresses: list[str]) -> None:
    """Ask for Ana's seat from these addresses as often as possible, for twice as long as a claim lasts."""
    for _ in range(2 * int(CLAIM_SECONDS // SECONDS_A_CLAIM)):
        for address in addresses * CLAIMS_AT_ONCE:
            with suppress(Refused):
                claims.ask(ANA, address)
        clock.pass_(SECONDS_A_CLAIM)


@pytest.mark.bound("CLAIMS_WAITING")
def test_for_one_claim_too_many_the_oldest_of_the_address_that_has_most_ends(claims: Claims) -> None:
    lone, _ = claims.ask(BEN, THERE)
    secrets = [claims.ask(ANA, HERE)[0] for _ in range(CLAIMS_WAITING - 1)]
    assert all(claims.answer(secret) for secret in (lone, *secrets))
    newest, _ = claims.ask(BEN, "192.168.1.22")
    assert claims.answer(secrets[0]) is None
    assert all(claims.answer(secret) for secret in (lone, *secrets[1:], newest))


@pytest.mark.bound("CLAIMS_WAITING", "SECONDS_A_CLAIM")
def test_a_phone_that_asks_once_is_next_even_if_four_addresses_flood(claims: Claims, clock: HandClock) -> None:
    ask_on_and_on(claims, clock, [f"192.168.1.{n}" for n in range(100, 104)])
    _, shown = claims.ask(BEN, THERE)
    assert claims.first() == shown
    claims.settle(shown, yes=True)


@pytest.mark.bound("CLAIMS_AT_ONCE", "SECONDS_A_CLAIM")
def test_a_whole_table_behind_one_router_is_admitted_and_then_one_more_every_while(claims: Claims, clock: HandClock) -> None:
    secrets = [claims.ask(ANA, HERE)[0] for _ in range(CLAIMS_AT_ONCE)]
    assert all(claims.answer(secret) for secret in secrets)
    for _ in range(2):
        with pytest.raises(Refused, match="too_many_claims"):
            claims.ask(ANA, HERE)
        claims.ask(BEN, f"192.168.2.{clock.now}")
        clock.pass_(SECONDS_A_CLAIM - 1)
        with pytest.raises(Refused, match="too_many_claims"):
            claims.ask(ANA, HERE)
        clock.pass_(1)
        claims.ask(ANA, HERE)


def test_a_phone_that_asks_too_often_keeps_its_waiting_claim(claims: Claims) -> None:
    secret = ""
    for _ in range(CLAIMS_AT_ONCE):
        secret, _ = claims.ask(ANA, HERE, instead=secret)
    with pytest.raises(Refused, match="too_many_claims"):
        claims.ask(ANA, HERE, instead=secret)
    assert claims.answer(secret) is not None


def test_a_phone_that_asks_again_has_one_claim(claims: Claims) -> None:
    secret = ""
    for _ in range(CLAIMS_AT_ONCE):
        secret, shown = claims.ask(ANA, HERE, instead=secret)
        assert claims.first() == shown


def test_a_claim_that_was_denied_costs_nobody_a_place(claims: Claims, clock: HandClock) -> None:
    for n in range(2 * CLAIMS_WAITING):
        claims.settle(claims.ask(ANA, f"192.168.3.{n}")[1], yes=False)
        clock.pass_(CLAIM_PAUSE)
    secret, shown = claims.ask(BEN, HERE)
    assert claims.answer(secret) == (Answer.WAITING, shown)


# The seat's own phone says no


def test_a_claim_denied_by_the_seats_own_phone_no_longer_shows_on_that_phone(claims: Claims) -> None:
    _, shown = claims.ask(ANA, HERE)
    assert [claims.of(seats) for seats in ((ANA,), (BEN,), (BEN, ANA))] == [shown, None, shown]
    claims.deny((ANA,), shown.digits)
    assert claims.of((ANA,)) is None
    assert claims.first() == Claim(ANA, shown.digits, denied=True)


@pytest.mark.bound("CLAIM_DENIED_SECONDS")
def test_a_claim_that_was_denied_there_ends_unless_the_table_says_yes_before(claims: Claims, clock: HandClock) -> None:
    (one, ana), (other, ben) = claims.ask(ANA, HERE), claims.ask(BEN, THERE)
    claims.deny((ANA,), ana.digits)
    claims.deny((BEN,), ben.digits)
    claims.settle(ana, yes=True)
    clock.pass_(CLAIM_DENIED_SECONDS - 1)
    claims.deny((BEN,), ben.digits)
    assert claims.first() == Claim(BEN, ben.digits, denied=True), "saying no twice buys no time"
    clock.pass_(1)
    assert (claims.first(), claims.answer(other)) == (None, None)
    assert claims.answer(one) == (Answer.GRANTED, Claim(ANA, ana.digits, denied=True))


def test_a_claim_that_was_denied_there_is_shown_after_all_others(claims: Claims) -> None:
    (_, ana), (_, ben) = claims.ask(ANA, HERE), claims.ask(BEN, THERE)
    claims.deny((ANA,), ana.digits)
    assert claims.first() == ben


@pytest.mark.parametrize("seats", [(BEN,), ()])
def test_a_phone_denies_claims_on_its_own_seats_alone(claims: Claims, seats: tuple[Seat, ...]) -> None:
    _, shown = claims.ask(ANA, HERE)
    with pytest.raises(Refused, match="no_claim"):
        claims.deny(seats, shown.digits)
    assert claims.first() == shown


# One yes for all who come back


def test_one_yes_grants_every_seat_that_one_phone_each_asks_for(claims: Claims) -> None:
    asked = [claims.ask(seat, f"192.168.1.{n}") for n, seat in enumerate((ANA, BEN, CHO))]
    first, *others = [shown for _, shown in asked]
    assert (claims.first(), claims.beside()) == (first, tuple(others))
    claims.settle(first, True, others)
    assert [claims.answer(secret) for secret, _ in asked] == [(Answer.GRANTED, shown) for _, shown in asked]


@pytest.mark.parametrize(("disputed", "shown"), [("asked for twice", [ANA]), ("there", [ANA]), ("denied", [BEN, CHO])])
def test_a_seat_that_is_disputed_is_asked_about_alone(clock: HandClock, disputed: str, shown: list[Seat]) -> None:
    claims = Claims(clock, lambda seat: disputed == "there" and seat == ANA)
    digits = [claims.ask(seat, f"192.168.1.{n}")[1].digits for n, seat in enumerate((ANA, BEN, CHO))]
    if disputed == "asked for twice":
        claims.ask(ANA, "192.168.1.23")
    if disputed == "denied":
        claims.deny((ANA,), digits[0])
    assert [claim and claim.seat for claim in (claims.first(), *claims.beside())] == shown


def test_one_yes_grants_nothing_where_one_of_those_shown_has_gone_or_is_disputed_by_now(claims: Claims) -> None:
    (one, ana), (gone, ben) = claims.ask(ANA, HERE), claims.ask(BEN, THERE)
    claims.deny((BEN,), ben.digits)
    for others in ((ben,), (Claim(CHO, "10"),)):
        with pytest.raises(Refused, match="other_claim"):
            claims.settle(ana, True, others)
    claims.withdraw(gone)
    with pytest.raises(Refused, match="other_claim"):
        claims.settle(ana, True, (ben,))
    assert claims.answer(one) == (Answer.WAITING, ana)


def test_a_phone_that_asks_after_the_list_was_shown_is_not_let_in_by_that_yes(claims: Claims) -> None:
    (_, ana), (_, ben) = claims.ask(ANA, HERE), claims.ask(BEN, THERE)
    late, cho = claims.ask(CHO, "192.168.1.22")
    claims.settle(ana, True, (ben,))
    assert claims.answer(late) == (Answer.WAITING, cho)


def test_a_stranger_has_no_claim(claims: Claims) -> None:
    claims.ask(ANA, HERE)
    assert claims.answer("") is None
    claims.close("nobody's")
    assert claims.first() is not None
