"""Claims: somebody on a new phone says "I am Ana". The box or the host looks, and says yes or no."""

import secrets
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from math import inf

import msgspec

from companion.bounds import (
    CLAIM_DENIED_SECONDS,
    CLAIM_PAUSE,
    CLAIM_SECONDS,
    CLAIMS_AT_ONCE,
    CLAIMS_WAITING,
    SECONDS_A_CLAIM,
)
from companion.core.knowledge import Seat
from companion.core.words import Refused
from companion.house.pace import Patience
from companion.ports.clock import Clock
from companion.ports.panel import Claim


class Answer(Enum):
    """What has become of a claim."""

    WAITING = "waiting"
    GRANTED = "granted"
    DENIED = "denied"


@dataclass(slots=True)
class _Asked:
    claim: Claim
    address: str
    until: float
    answer: Answer = Answer.WAITING


class Claims:
    """Who asks for a seat again; each under a secret of the asking phone. An address that asks often is heard last, and its
    claims make room first, so that it keeps nobody else from being heard."""

    def __init__(self, clock: Clock, is_there: Callable[[Seat], bool] = lambda seat: False) -> None:
        """`is_there`: whether the phone that a seat has looks at this moment."""
        self._clock = clock
        self._is_there = is_there
        self._asked: dict[str, _Asked] = {}
        """The claim that was made first in front."""
        self._pace = Patience(clock, CLAIMS_AT_ONCE, SECONDS_A_CLAIM)
        self._settled_at = float("-inf")

    def ask(self, seat: Seat, address: str, instead: str = "") -> tuple[str, Claim]:
        """A new claim: the asking phone's secret, and what phone and box both show. `instead`: the secret of the claim that
        this phone made before, which ends. Raises Refused if this address asks too often."""
        with self._pace.spent(address, "too_many_claims"):
            self.withdraw(instead)
            self._asked = {known: asked for known, asked in self._asked.items() if asked.until > self._clock()}
            shown = {asked.claim.digits for asked in self._waiting().values()}
            digits = next(d for d in iter(lambda: f"{secrets.randbelow(90) + 10}", "") if d not in shown)
            secret = secrets.token_urlsafe(16)
            self._asked[secret] = _Asked(Claim(seat, digits), address, self._clock() + CLAIM_SECONDS)
            self._make_room()
            return secret, self._asked[secret].claim

    def first(self) -> Claim | None:
        """The claim that is to be answered next: of the address that asks least often, the one that waits longest; one that
        the seat's own phone denied after all others."""
        return next(iter(self._in_order()), None)

    def beside(self) -> tuple[Claim, ...]:
        """The claims that one yes may grant together with the first: seats that one phone each asks for, and whose own
        phone is not there and has not said no. Empty where the first claim is no such one."""
        away = [claim for claim in self._undisputed() if not self._is_there(claim.seat)]
        return tuple(away[1:]) if away[:1] == self._in_order()[:1] else ()

    def of(self, seats: Collection[Seat]) -> Claim | None:
        """The claim on one of these seats that waits longest, and that their phone has not denied."""
        claims = (asked.claim for asked in self._waiting().values())
        return next((claim for claim in claims if claim.seat in seats and not claim.denied), None)

    def left(self) -> float:
        """For how many seconds what `first` and `of` say holds at most, if nobody does anything."""
        return min((asked.until for asked in self._waiting().values()), default=inf) - self._clock()

    def check(self, shown: Claim, others: Sequence[Claim] = ()) -> None:
        """Raises Refused unless `shown` is the claim to be answered next, a moment after the one before, and `others` may
        be answered with it. Whether a phone is there is not asked again: it comes and goes without a word to who reads."""
        first = self.first()
        if first is None:
            raise Refused("no_claim")
        known = {(claim.seat, claim.digits) for claim in self._undisputed()}
        if (first.seat, first.digits) != (shown.seat, shown.digits):
            raise Refused("other_claim")
        if others and not {(claim.seat, claim.digits) for claim in (shown, *others)} <= known:
            raise Refused("other_claim")
        if self._clock() < self._settled_at + CLAIM_PAUSE:
            raise Refused("claim_just_came", digits=shown.digits)

    def settle(self, shown: Claim, yes: bool, others: Sequence[Claim] = ()) -> None:
        """Answer the claim that was shown, and `others` with it. Raises Refused as `check` does."""
        self.check(shown, others)
        self._settled_at = self._clock()
        for asked in [self._found({claim.seat}, claim.digits) for claim in (shown, *others)]:
            asked.answer = Answer.GRANTED if yes else Answer.DENIED
            asked.until = self._settled_at + CLAIM_SECONDS  # until then the asking phone hears of it

    def deny(self, seats: Collection[Seat], digits: str) -> None:
        """The phone of these seats says no to the claim with these digits: it ends soon, unless box or host say yes before.
        Raises Refused where no such claim waits."""
        asked = self._found(seats, digits)
        if not asked.claim.denied:
            asked.claim = msgspec.structs.replace(asked.claim, denied=True)
            asked.until = min(asked.until, self._clock() + CLAIM_DENIED_SECONDS)

    def answer(self, secret: str) -> tuple[Answer, Claim] | None:
        """How the claim of this phone stands; None: it never was, was withdrawn, or ran out."""
        asked = self._asked.get(secret)
        return None if asked is None or asked.until <= self._clock() else (asked.answer, asked.claim)

    def withdraw(self, secret: str) -> bool:
        """The asking phone takes its claim back; whether one waited."""
        known = self.answer(secret)
        if known is None or known[0] is not Answer.WAITING:
            return False
        self.close(secret)
        return True

    def close(self, secret: str) -> None:
        """Forget the claim of this secret, if it stands."""
        self._asked.pop(secret, None)

    def _waiting(self) -> dict[str, _Asked]:
        """Also read without the house's lock, so that nothing is forgotten here."""
        now, all_ = self._clock(), list(self._asked.items())
        return {secret: asked for secret, asked in all_ if asked.answer is Answer.WAITING and asked.until > now}

    def _in_order(self) -> list[Claim]:
        """The claims that wait, the next one to be answered first."""
        waiting = self._waiting().values()
        often = Counter(asked.address for asked in waiting)
        return [asked.claim for asked in sorted(waiting, key=lambda asked: (asked.claim.denied, often[asked.address]))]

    def _undisputed(self) -> list[Claim]:
        """The same of seats that one phone alone asks for, and whose own phone has not said no."""
        claims = self._in_order()
        phones = Counter(claim.seat for claim in claims)
        return [claim for claim in claims if phones[claim.seat] == 1 and not claim.denied]

    def _found(self, seats: Collection[Seat], digits: str) -> _Asked:
        for asked in self._waiting().values():
            if asked.claim.seat in seats and asked.claim.digits == digits:
                return asked
        raise Refused("no_claim")

    def _make_room(self) -> None:
        """For one claim too many the oldest of the address that has most ends."""
        waiting = self._waiting()
        if len(waiting) > CLAIMS_WAITING:
            often = Counter(asked.address for asked in waiting.values())
            self.close(max(waiting, key=lambda secret: often[waiting[secret].address]))
