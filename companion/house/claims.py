"""Claims: somebody on a new phone says "I am Ana". The box or the host looks, and says yes or no."""

import secrets
from dataclasses import dataclass
from enum import Enum

from companion.bounds import CLAIM_PAUSE, CLAIM_SECONDS, CLAIMS_OF_ONE, CLAIMS_WAITING
from companion.core.knowledge import Seat
from companion.core.words import Refused
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
    """Who asks for a seat again; each under a secret of the asking phone."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._asked: dict[str, _Asked] = {}
        self._settled_at = float("-inf")

    def ask(self, seat: Seat, address: str, instead: str = "") -> tuple[str, Claim]:
        """A new claim: the asking phone's secret, and what phone and box both show. `instead`: the secret of the claim that
        this phone made before, which ends. Raises Refused if too many wait, of this address or in all."""
        self.withdraw(instead)
        waiting = [asked for asked in self._asked.values() if asked.answer is Answer.WAITING]
        from_here = sum(asked.address == address for asked in waiting)
        if from_here >= CLAIMS_OF_ONE or len(waiting) >= CLAIMS_WAITING:
            raise Refused("too_many_claims")
        shown = {asked.claim.digits for asked in self._asked.values()}
        digits = next(d for d in iter(lambda: f"{secrets.randbelow(90) + 10}", "") if d not in shown)
        secret = secrets.token_urlsafe(16)
        self._asked[secret] = _Asked(Claim(seat, digits), address, self._clock() + CLAIM_SECONDS)
        return secret, self._asked[secret].claim

    def first(self) -> Claim | None:
        """The claim that waits longest."""
        self._forget_old()
        return next((a.claim for a in list(self._asked.values()) if a.answer is Answer.WAITING), None)

    def check(self, shown: Claim) -> None:
        """Raises Refused unless `shown` is the claim that waits longest, and has stood for a moment after the one before."""
        if self.first() is None:
            raise Refused("no_claim")
        if self.first() != shown:
            raise Refused("other_claim")
        if self._clock() < self._settled_at + CLAIM_PAUSE:
            raise Refused("claim_just_came", digits=shown.digits)

    def settle(self, shown: Claim, yes: bool) -> None:
        """Answer the claim that was shown. Raises Refused as `check` does."""
        self.check(shown)
        asked = next(a for a in self._asked.values() if a.claim == shown and a.answer is Answer.WAITING)
        asked.answer = Answer.GRANTED if yes else Answer.DENIED
        self._settled_at = self._clock()

    def answer(self, secret: str) -> tuple[Answer, Claim] | None:
        """How the claim of this phone stands; None: it never was, was withdrawn, or ran out."""
        self._forget_old()
        asked = self._asked.get(secret)
        return None if asked is None else (asked.answer, asked.claim)

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

    def _forget_old(self) -> None:
        now = self._clock()
        self._asked = {secret: asked for secret, asked in self._asked.items() if asked.until > now}
