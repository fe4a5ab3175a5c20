"""The organiser's lock on tables: who may take one over. And the notes of each table that moved, for the organiser's log."""

import hashlib
import secrets
from hmac import compare_digest
from typing import Final, Literal, get_args

import msgspec

from companion.core.words import Refused
from companion.hall import layout
from companion.hall.etcd import Put, value_of
from companion.hall.layout import Owner
from companion.hall.store import Store

Takes = Literal["anybody", "word", "organiser"]
"""The people that may take a table over: anybody at a box, people who know the organiser's number, or the organiser
alone."""
WHO: Final[tuple[Takes, ...]] = get_args(Takes)
DIGITS: Final = 4
"""The digits of the number that people enter at a box."""
WISHED_SECONDS: Final = 300
"""Seconds for which the organiser sees that a box asks for a table."""

Why = Literal["handed", "silent", "refused"]
"""Why a table moved: its box handed it over, its box was silent, or the new box could not continue it."""


class Lock(msgspec.Struct, frozen=True):
    """The organiser's lock, as the store has it. It prevents mistakes. It is no guard: every box of the hall could pass
    it."""

    takes: Takes = "anybody"
    salt: str = ""
    proof: str = ""
    """A proof of the number, so that a copy of the store does not show it."""

    def opens(self, number: str) -> bool:
        """Return True if this is the organiser's number."""
        return compare_digest(_proof(self.salt, number), self.proof)


class Wish(msgspec.Struct, frozen=True):
    """A box asks the organiser for a table. The organiser's answer has the same form."""

    box: str
    """The box's id."""
    epoch: int
    """The epoch that the table would have there."""


class Moved(msgspec.Struct, frozen=True):
    """A table moved from one box to another."""

    box: str
    """The id of the new box."""
    before: str
    """The id of the box that had it."""
    why: Why
    at: int
    """The second by the store's clock."""
    number: str = ""
    """The number of the table in the room."""


def lock_of(takes: Takes, number: str = "") -> Lock:
    """Return a lock. `number` is the number that people enter, for "word"."""
    if takes != "word":
        return Lock(takes)
    salt = secrets.token_hex(8)
    return Lock(takes, salt, _proof(salt, number))


def _proof(salt: str, number: str) -> str:
    # Anybody can guess four digits from any proof. A slow proof only hides them from a glance at the store.
    return hashlib.scrypt(number.encode(), salt=salt.encode(), n=2**12, r=8, p=1).hex()


def check_lock(store: Store, box: str, table: str, owner: Owner, number: str) -> None:
    """Raise Refused if the lock keeps this box from the table. If the organiser alone may move it, first leave a wish.
    `number` is what somebody entered. Raises Away."""
    keys = layout.LOCK, layout.allowed_key(table)
    found = store.read(*keys)
    lock, allowed = layout.decode(value_of(found, keys[0]), Lock) or Lock(), layout.decode(value_of(found, keys[1]), Wish)
    if owner.box == box or lock.takes == "anybody":
        return
    if lock.takes == "word":
        if not number:
            raise Refused("hall.word_needed")
        if not lock.opens(number):
            raise Refused("hall.wrong_word")
        return
    if allowed is None or (allowed.box, allowed.epoch) != (box, owner.epoch + 1):
        wish = Put(layout.wish_key(box, table), layout.encode(Wish(box, owner.epoch + 1)), store.lease(WISHED_SECONDS))
        store.commit([], [wish])
        raise Refused("hall.locked")


def moved(table: str, before: Owner, now: Owner, why: Why, at: int | None, number: str) -> Put:
    """Return the act that notes how a table moved. It belongs in the transaction that moves the table."""
    note = Moved(now.box, before.box, why, at or 0, number)
    return Put(layout.moved_key(table, now.epoch), layout.encode(note))
