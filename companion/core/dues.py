"""What the rules wait for, what happened, and a constructor for each kind of due."""

from collections.abc import Collection, Mapping
from enum import Enum
from typing import Final, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from companion.core.state import Data, KnownTo, Reach, Seat


class Chance(Enum):
    """How chance answers a due of the table."""

    READ_OFF = "told"
    """People read it off the cardboard and tell it."""
    DRAWN = "lots"
    """People enter it, or let the box draw it: they post the action's type alone. A seat's step may be one, too (its own
    dice)."""
    BOX = "box"
    """Never asked: the box draws as soon as it stands."""


class Due(msgspec.Struct, frozen=True, kw_only=True):
    """One answer that the rules wait for.

    `id` says a place in the game (round, stage, seat, try), so that twins, two boxes and a restarted one agree on it, and
    an answered due never comes back under the same id unless the answer was taken back.
    """

    id: str
    kind: str
    seat: Seat | None
    """Who is asked; None: the table, so any seat or the panel may tell it."""
    known_to: KnownTo
    """Who may know what is answered. No default: forgetting it must be an error."""
    announced: bool | frozenset[str]
    """Whether everybody learns that it was answered; or, where one due takes both kinds, the types of those answers of
    which everybody learns. The answer that completes a sealed question is open."""
    chance: Chance | None = None
    sealed: str | None = None
    """The question's name when several seats answer it under seal, one and the same for all of them."""
    named: bool = False
    """Of a sealed question: everybody sees who has answered it. Else a seat's own page stays as it was when it does."""
    course: str | None = None
    """The name of the course of steps that this is one of, where seats go through several each, side by side: no step of
    one hangs on what was done in another."""
    waits: bool = True
    """False for an offer: nobody is awaited for it, undo passes over it (but `undoable`), and it may be answered again."""
    needs_confirmation: frozenset[str] = frozenset()
    """The types of answers that nobody gives alone at a real table, as they cannot be undone for whoever saw what they
    show: one seat's word counts once another one, or the panel, says the same. In a record they are one line."""
    checks: bool = False
    """An offer that belongs to the check of the score: people tell what they counted. It stands after the end alone, and
    comes before whatever else they may want then."""
    forever: bool = False
    """The content stays secret even when the game is over, so no export holds it."""

    def announces(self, kind: str) -> bool:
        """Whether everybody learns of an answer of this type."""
        return self.announced if isinstance(self.announced, bool) else kind in self.announced

    @property
    def place(self) -> str:
        """What stands from the moment on that it may be answered: its course, which goes on step by step, or itself."""
        return self.course or self.id

    @property
    def settles(self) -> bool:
        """It sets right what an open tally shows. It stands at all times, and nobody is asked for it."""
        return self.id == SET_RIGHT_ID

    @property
    def undoable(self) -> bool:
        """Whether taking back reaches an answer to it: what the rules waited for, or what set a tally right."""
        return self.waits or self.settles


SET_RIGHT_ID: Final = "set"
"""The id of the one due that sets right, the same in all games: phones post it without a due (`dues.SET_RIGHT`)."""

Act = TypeVar("Act", covariant=True)


class Event(msgspec.Struct, Generic[Act], frozen=True, kw_only=True):
    """What happened. Who may know it is copied from the due, never from whoever told it."""

    action: Act
    """The whole answer, with what not everybody may know."""
    kind: str
    """Its type, as the record has it."""
    seat: Seat | None
    """Who gave it; None: the table."""
    due: Due
    by: Seat | None
    """Who told it; None is the box or its panel. On no screen."""

    @property
    def announced(self) -> bool:
        """Whether everybody learns that it was given."""
        return self.due.announces(self.kind)

    @property
    def asked(self) -> Seat:
        """Who gave it, where the table cannot: only a seat is asked this."""
        assert self.seat is not None
        return self.seat


class Correction(msgspec.Struct, frozen=True, kw_only=True):
    """These entries should have said `data`, or (None) should not have been."""

    of: tuple[int, ...]
    data: Data | None
    by: Seat | None


def table_due(
    id_: str,
    kind: str,
    *,
    known_to: KnownTo = Reach.EVERYONE,
    chance: Chance = Chance.READ_OFF,
    needs_confirmation: frozenset[str] = frozenset(),
) -> Due:
    """What the table tells, by any seat or the panel, or (`chance`) lots or the box decide."""
    return Due(
        id=id_, kind=kind, seat=None, known_to=known_to, announced=True, chance=chance, needs_confirmation=needs_confirmation
    )


def seat_due(id_: str, kind: str, seat: Seat, *, known_to: KnownTo = Reach.EVERYONE) -> Due:
    """What one seat is asked. All see that it answered; `known_to` says who may know what."""
    return Due(id=id_, kind=kind, seat=seat, known_to=known_to, announced=True)


def sealed_dues(
    question: str, kind: str, asked: Mapping[int, Seat | None], missing: Collection[int], *, named: bool = False
) -> tuple[Due, ...]:
    """One question to several seats at once, by a number of their own. It stands for all of them until the last of those
    `missing` is in; that answer is open, and nobody learns who gave one before it, but that it is there
    where who is missing is `named`. (None: the table tells it for
    somebody who has no seat, and nobody may know it.)"""
    return tuple(
        Due(
            id=f"{question}-{n}",
            kind=kind,
            seat=seat,
            known_to=frozenset() if seat is None else frozenset({seat}),
            announced=set(missing) == {n},
            chance=Chance.READ_OFF if seat is None else None,
            sealed=question,
            named=named,
        )
        for n, seat in asked.items()
    )


def course_due(course: str, n: int, kind: str, seat: Seat, *, overt: Collection[str], chance: Chance | None = None) -> Due:
    """Step `n` of a course that a seat goes through while others go through theirs, such as a turn that all have at the
    same time: nobody else learns what it does, nor that it did something, but of answers of the types in `overt`. `chance`:
    DRAWN where the box may roll for the seat."""
    return Due(
        id=f"{course}-{n}",
        kind=kind,
        seat=seat,
        known_to=frozenset({seat}),
        announced=frozenset(overt),
        course=course,
        chance=chance,
    )


def offer_due(id_: str, kind: str, seat: Seat | None, *, secret: bool = False, forever: bool = False) -> Due:
    """What a seat, or (None) the table, may tell unasked, also after the end. `secret`: nobody else learns even that it
    was told; `forever`: nor does an export."""
    known_to: KnownTo = frozenset({seat}) if secret and seat is not None else Reach.EVERYONE
    return Due(
        id=id_,
        kind=kind,
        seat=seat,
        known_to=known_to,
        announced=not secret,
        chance=Chance.READ_OFF if seat is None else None,
        waits=False,
        forever=forever,
    )


def check_due(id_: str, kind: str, seat: Seat | None) -> Due:
    """What a seat, or (None) the table, may tell of its count after the end."""
    return replace(offer_due(id_, kind, seat), checks=True)


SET_RIGHT: Final = offer_due(SET_RIGHT_ID, SET_RIGHT_ID, None)
"""The cardboard is the truth: what an open tally really shows may be told at any time, so every game that has one has this
due."""
