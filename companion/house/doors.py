"""The join code, claims on a seat, the phones that are here, and limits on how often somebody may act."""

import secrets
import threading
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from math import inf
from typing import Final

import msgspec

from companion.bounds import (
    CALLERS_KNOWN,
    CLAIM_DENIED_SECONDS,
    CLAIM_PAUSE,
    CLAIM_SECONDS,
    CLAIMS_AT_ONCE,
    CLAIMS_WAITING,
    ENTRIES_A_SEAT,
    HOST_LOST_SECONDS,
    OLD_CODE_SECONDS,
    PHONES_KNOWN,
    ROOM_GONE_SECONDS,
    SECONDS_A_CLAIM,
    SECONDS_A_GUESS,
    SECONDS_A_SET,
    SETS_AT_ONCE,
    WRONG_CODES,
)
from companion.clock import Clock
from companion.core.state import Seat
from companion.core.table import Table
from companion.core.words import Refused
from companion.snapshot.table import Claim

ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""32 characters that nobody mistakes for one another: no 0, 1, I, O."""

LENGTH: Final = 6

LOOKALIKES: Final = {"Q": "0O", "D": "0O", "L": "1I"}
"""For some characters of codes, the characters that people may type in their place. No code has these."""


def new_code() -> str:
    """Return six characters of ALPHABET (30 bits) from the operating system's dice."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


TABLE_LETTERS: Final = 12
"""The length of a table's name: 60 random bits, so that no two tables of all boxes have the same name."""


def new_table() -> str:
    """Return a new name for a table, from the operating system's dice. Nobody mistakes its letters for others."""
    return "".join(secrets.choice(ALPHABET) for _ in range(TABLE_LETTERS))


def plain(code: str) -> str:
    """Return a typed code in the form in which the box writes it. People may type it in any case, width or groups:
    "ste-tzc", "STE TZC"."""
    return "".join(c for c in unicodedata.normalize("NFKC", code).upper() if c.isalnum())


def _meant(typed: str, known: str) -> str:
    """Return the typed code. Where it has a character that no code has, take the character of `known` that looks like it."""
    if len(typed) != len(known):
        return typed
    return "".join(k if s in LOOKALIKES.get(k, "") else s for s, k in zip(typed, known, strict=True))


class JoinCode:
    """The code that opens now, the codes before it, and how often each address may still guess."""

    def __init__(self, clock: Clock, code: str) -> None:
        self._clock = clock
        self.code = code
        self._old: dict[str, float] = {}
        self._guesses = RateLimit(clock, WRONG_CODES, SECONDS_A_GUESS)

    def change(self, code: str) -> None:
        """Open with another code. The old one opens for ten more minutes."""
        self._old = {code: until for code, until in self._old.items() if until > self._clock()}
        self._old[self.code] = self._clock() + OLD_CODE_SECONDS
        self.code = code

    def lets_in(self, code: str) -> bool:
        """Return whether a typed code opens. `plain` and lookalikes allow for ways of typing it."""
        typed = plain(code)
        live = [self.code, *(old for old, until in self._old.items() if until > self._clock())]
        return any(secrets.compare_digest(_meant(typed, known).encode("utf-8", "replace"), known.encode()) for known in live)

    def spend_guess(self, address: str) -> bool:
        """Count a wrong code of this address, and return whether it still had a guess. Right codes never count, so a flood
        of wrong ones locks nobody out."""
        had_guess = self._guesses.allows(address)
        self._guesses.spend(address)
        return had_guess


ROOM: Final = "room"
PANEL: Final = "panel"
"""Names in place of a phone's token, for a browser that shows the room's screen or the simulated panel."""


class Presence:
    """The phones that look, by the hash of their token. A phone that was never seen counts as seen when the box started. Any
    thread may call."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._began = clock()
        self._looking: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._watch = 0
        self._seen: dict[str, float] = {}
        """The time at which each phone was last heard. The phone that was heard longest ago is first."""

    def came(self, token: str) -> None:
        """Note that a stream was opened."""
        if token == ROOM and self.watched is None:
            self._watch += 1
        self._looking[token] += 1

    def went(self, token: str) -> None:
        """Note that a stream was closed."""
        self._looking[token] -= 1
        if self._looking[token] <= 0:
            del self._looking[token]
        self.asked(token)

    def asked(self, token: str) -> None:
        """Note that this phone has just asked for something."""
        with self._lock:
            self._seen.pop(token, None)
            self._seen[token] = self._clock()
            if len(self._seen) > PHONES_KNOWN:
                del self._seen[next(iter(self._seen))]

    @property
    def watched(self) -> int | None:
        """Return the number of the present spell in which somebody watches a room's screen, or None if nobody does. A screen
        that was away only for a moment does not begin a new spell."""
        return self._watch if self._looking[ROOM] > 0 or self._was_here(ROOM, ROOM_GONE_SECONDS) else None

    def _was_here(self, token: str, seconds: float) -> bool:
        with self._lock:
            seen = self._seen.get(token)
        return seen is not None and self._clock() - seen < seconds

    def is_looking(self, token: str) -> bool:
        """Return whether this phone has an open stream."""
        return self._looking[token] > 0

    def is_lost(self, token: str | None) -> bool:
        """Return whether this phone has been gone for HOST_LOST_SECONDS. None: a seat without a phone."""
        if token is not None and self.is_looking(token):
            return False
        with self._lock:
            seen = self._seen.get(token or "", self._began)
        return self._clock() - seen >= HOST_LOST_SECONDS


class RateLimit:
    """A limit on how often each caller may do something: `at_once` times, and once more after each `seconds`. Any thread may
    call."""

    def __init__(self, clock: Clock, at_once: int, seconds: float) -> None:
        self._clock = clock
        self._at_once = at_once
        self._seconds = seconds
        self._lock = threading.Lock()
        self._left: dict[Hashable, tuple[float, float]] = {}
        """The number of acts that each caller has left, and since when. The caller that acted longest ago is first. Beyond
        CALLERS_KNOWN callers it is forgotten."""

    def allows(self, one: Hashable) -> bool:
        """Return whether this caller may act once more."""
        with self._lock:
            return self._now(one) >= 1

    def spend(self, one: Hashable) -> None:
        """Count one act of this caller, or one try. The number that is left never falls below 0."""
        with self._lock:
            left = max(0.0, self._now(one) - 1)
            self._left.pop(one, None)
            self._left[one] = left, self._clock()
            if len(self._left) > CALLERS_KNOWN:
                del self._left[next(iter(self._left))]

    @contextmanager
    def spent(self, one: Hashable, why: str = "too_often") -> Iterator[None]:
        """Count one act of this caller around the block, unless the block raises. Raise Refused with the reason `why` if the
        caller must wait."""
        if not self.allows(one):
            raise Refused(why)
        yield
        self.spend(one)

    def renew(self) -> None:
        """Give every caller the full number of times again."""
        with self._lock:
            self._left.clear()

    def _now(self, one: Hashable) -> float:
        left, at = self._left.get(one, (inf, 0.0))
        return min(self._at_once, left + (self._clock() - at) / self._seconds)


class AnswerLimit:
    """A limit on how many answers each seat, or (None) the panel, may give in a game."""

    def __init__(self, clock: Clock) -> None:
        self._sets = RateLimit(clock, SETS_AT_ONCE, SECONDS_A_SET)

    @contextmanager
    def counted(self, table: Table, by: Seat | None, due: str | None, key: str) -> Iterator[None]:
        """Count an answer of this seat in this block. `due` None: it sets a tally right. Raise Refused if the seat gives too
        many. The same answer under the same key is no new one, and is never refused here."""
        if table.has_answered(by, key):
            yield
            return
        if table.entries_by(by) >= ENTRIES_A_SEAT:
            raise Refused("told_too_often")
        if due is not None:
            yield
            return
        with self._sets.spent(by, "set_too_often"):
            yield

    def begin(self) -> None:
        """Begin another game, in which nobody has answered."""
        self._sets.renew()


class Answer(Enum):
    """The state of a claim."""

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
    """The claims of people who ask for a seat again, each under a secret of the asking phone. An address with many claims is
    answered last, and its claims make room first. So it keeps nobody else waiting."""

    def __init__(self, clock: Clock, is_there: Callable[[Seat], bool] = lambda seat: False) -> None:
        """Begin without claims. `is_there` returns whether the phone of a seat looks at this moment."""
        self._clock = clock
        self._is_there = is_there
        self._asked: dict[str, _Asked] = {}
        """The claims by the secrets of the asking phones, the oldest claim first."""
        self._pace = RateLimit(clock, CLAIMS_AT_ONCE, SECONDS_A_CLAIM)
        self._settled_at = float("-inf")

    def ask(self, seat: Seat, address: str, instead: str = "") -> tuple[str, Claim]:
        """Make a claim. Return the asking phone's secret, and the claim that phone and box both show. `instead` is the
        secret of an earlier claim of the same phone, which ends. Raise Refused if this address asks too often."""
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
        """Return the next claim to answer: among the addresses with the fewest claims, the one that waits longest. A claim
        that the seat's own phone denied comes after all others."""
        return next(iter(self._in_order()), None)

    def beside(self) -> tuple[Claim, ...]:
        """Return the claims that one yes may grant together with the first one. Such a seat is claimed by one phone only,
        and its own phone is away and has not said no. It is empty if the first claim is not of that kind."""
        away = [claim for claim in self._undisputed() if not self._is_there(claim.seat)]
        return tuple(away[1:]) if away[:1] == self._in_order()[:1] else ()

    def of(self, seats: Collection[Seat]) -> Claim | None:
        """Return the oldest waiting claim on one of these seats that their phone has not denied, or None."""
        claims = (asked.claim for asked in self._waiting().values())
        return next((claim for claim in claims if claim.seat in seats and not claim.denied), None)

    def left(self) -> float:
        """Return for how many seconds `first` and `of` stay true if nobody does anything."""
        return min((asked.until for asked in self._waiting().values()), default=inf) - self._clock()

    def check(self, shown: Claim, others: Sequence[Claim] = ()) -> None:
        """Raise Refused unless `shown` is the next claim to answer, and `others` may be answered with it. Refuse also if the
        claim before was answered less than CLAIM_PAUSE seconds ago. This does not check again whether a phone is here,
        because phones come and go while somebody reads."""
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
        """Answer the claim that was shown, and `others` with it. Raise Refused as `check` does."""
        self.check(shown, others)
        self._settled_at = self._clock()
        for asked in [self._found({claim.seat}, claim.digits) for claim in (shown, *others)]:
            asked.answer = Answer.GRANTED if yes else Answer.DENIED
            asked.until = self._settled_at + CLAIM_SECONDS  # until then the asking phone can learn of it

    def deny(self, seats: Collection[Seat], digits: str) -> None:
        """Say no, on the phone of these seats, to the claim with these digits. The claim ends soon, unless box or host say
        yes before. Raise Refused if no such claim waits."""
        asked = self._found(seats, digits)
        if not asked.claim.denied:
            asked.claim = msgspec.structs.replace(asked.claim, denied=True)
            asked.until = min(asked.until, self._clock() + CLAIM_DENIED_SECONDS)

    def answer(self, secret: str) -> tuple[Answer, Claim] | None:
        """Return the state of the claim with this secret, and the claim. Return None if it never was, or ran out."""
        asked = self._asked.get(secret)
        return None if asked is None or asked.until <= self._clock() else (asked.answer, asked.claim)

    def withdraw(self, secret: str) -> bool:
        """Take the asking phone's claim back. Return whether one was waiting."""
        known = self.answer(secret)
        if known is None or known[0] is not Answer.WAITING:
            return False
        self.close(secret)
        return True

    def close(self, secret: str) -> None:
        """Forget the claim of this secret, if there is one."""
        self._asked.pop(secret, None)

    def _waiting(self) -> dict[str, _Asked]:
        """Return the claims that wait, by secret. Readers call this without the lock, so it removes no old claims."""
        now, all_ = self._clock(), list(self._asked.items())
        return {secret: asked for secret, asked in all_ if asked.answer is Answer.WAITING and asked.until > now}

    def _in_order(self) -> list[Claim]:
        """Return the waiting claims, the next one to answer first."""
        waiting = self._waiting().values()
        often = Counter(asked.address for asked in waiting)
        return [asked.claim for asked in sorted(waiting, key=lambda asked: (asked.claim.denied, often[asked.address]))]

    def _undisputed(self) -> list[Claim]:
        """Return the waiting claims on seats that only one phone claims, and whose own phone has not said no."""
        claims = self._in_order()
        phones = Counter(claim.seat for claim in claims)
        return [claim for claim in claims if phones[claim.seat] == 1 and not claim.denied]

    def _found(self, seats: Collection[Seat], digits: str) -> _Asked:
        for asked in self._waiting().values():
            if asked.claim.seat in seats and asked.claim.digits == digits:
                return asked
        raise Refused("no_claim")

    def _make_room(self) -> None:
        """End the oldest claim of the address with the most claims, if more than CLAIMS_WAITING wait."""
        waiting = self._waiting()
        if len(waiting) > CLAIMS_WAITING:
            often = Counter(asked.address for asked in waiting.values())
            self.close(max(waiting, key=lambda secret: often[waiting[secret].address]))
