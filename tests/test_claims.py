"""A seat goes to a new phone only when box or host says yes, and only for a while."""

import pytest

from companion.claims import MOST_WAITING, SECONDS, Answer, Claims
from companion.core.knowledge import Seat
from companion.core.words import Refused
from tests.support.houses import HandClock

ANA, BEN = Seat("Ana"), Seat("Ben")


def test_phone_and_box_show_the_same_two_digits() -> None:
    claims = Claims(HandClock())
    secret, shown = claims.ask(ANA)
    assert claims.first() == shown
    assert claims.answer(secret) == (Answer.WAITING, shown)
    assert len(shown.digits) == 2
    assert shown.digits.isdecimal()


def test_no_two_waiting_claims_show_the_same_digits() -> None:
    for _ in range(50):
        claims = Claims(HandClock())
        shown = [claims.ask(ANA)[1].digits for _ in range(MOST_WAITING)]
        assert len(set(shown)) == MOST_WAITING


def test_the_claim_that_waits_longest_is_answered_first() -> None:
    claims = Claims(HandClock())
    (first, _), (second, _) = claims.ask(ANA), claims.ask(BEN)
    assert claims.settle(yes=False) == ANA
    assert claims.settle(yes=True) == BEN
    assert [claims.answer(secret)[0] for secret in (first, second)] == [Answer.DENIED, Answer.GRANTED]  # type: ignore[index]
    assert claims.first() is None


def test_a_claim_runs_out() -> None:
    clock = HandClock()
    claims = Claims(clock)
    secret, _ = claims.ask(ANA)
    clock.pass_(SECONDS)
    assert claims.first() is None
    assert claims.answer(secret) is None
    with pytest.raises(Refused) as why:
        claims.settle(yes=True)
    assert why.value.key == "no_claim"


def test_a_granted_claim_runs_out_too_if_nobody_fetches_it() -> None:
    clock = HandClock()
    claims = Claims(clock)
    secret, _ = claims.ask(ANA)
    claims.settle(yes=True)
    clock.pass_(SECONDS)
    assert claims.answer(secret) is None


def test_only_so_many_wait_at_once_and_then_there_is_room_again() -> None:
    clock = HandClock()
    claims = Claims(clock)
    for _ in range(MOST_WAITING):
        claims.ask(ANA)
    with pytest.raises(Refused) as why:
        claims.ask(BEN)
    assert why.value.key == "too_many_claims"
    clock.pass_(SECONDS)
    claims.ask(BEN)


def test_a_stranger_has_no_claim() -> None:
    claims = Claims(HandClock())
    claims.ask(ANA)
    assert claims.answer("") is None
    claims.close("nobody's")
    assert claims.first() is not None
