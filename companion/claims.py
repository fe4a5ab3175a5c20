"""Claims: somebody on a new phone says "I am Ana". The box or the host looks, and says yes or no."""

import secrets
from dataclasses import dataclass
from enum import Enum

from companion.core.knowledge import Seat
from companion.core.words import Refused
from companion.doors import Clock
from companion.panel import Claim

SECONDS = 180
MOST_WAITING = 10


class Answer(Enum):
    WAITING = "waiting"
    GRANTED = "granted"
    DENIED = "denied"


@dataclass(slots=True)
class _Asked:
    claim: Claim
    until: float
    answer: Answer = Answer.WAITING


class Claims:
    """Who asks for a seat again; each under a secret of the asking phone."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._asked: dict[str, _Asked] = {}

    def ask(self, seat: Seat) -> tuple[str, Claim]:
        """A new claim: the asking phone's secret, and what phone and box both show. Raises Refused if too many wait."""
        self._forget_old()
        if len(self._asked) >= MOST_WAITING:
            raise Refused("too_many_claims")
        shown = {asked.claim.digits for asked in self._asked.values()}
        digits = next(d for d in iter(lambda: f"{secrets.randbelow(90) + 10}", "") if d not in shown)
        secret = secrets.token_urlsafe(16)
        self._asked[secret] = _Asked(Claim(seat, digits), self._clock() + SECONDS)
        return secret, self._asked[secret].claim

    def first(self) -> Claim | None:
        """The claim that waits longest."""
        self._forget_old()
        return next((a.claim for a in list(self._asked.values()) if a.answer is Answer.WAITING), None)

    def settle(self, yes: bool) -> Seat:
        """Answer the first claim; its seat. Raises Refused if none waits any more."""
        for asked in self._asked.values():
            if asked.answer is Answer.WAITING and asked.until > self._clock():
                asked.answer = Answer.GRANTED if yes else Answer.DENIED
                return asked.claim.seat
        raise Refused("no_claim")

    def answer(self, secret: str) -> tuple[Answer, Claim] | None:
        """How the claim of this phone stands; None: it never was, or ran out."""
        self._forget_old()
        asked = self._asked.get(secret)
        return None if asked is None else (asked.answer, asked.claim)

    def close(self, secret: str) -> None:
        self._asked.pop(secret, None)

    def _forget_old(self) -> None:
        now = self._clock()
        self._asked = {secret: asked for secret, asked in self._asked.items() if asked.until > now}
