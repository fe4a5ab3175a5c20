"""Dues that the rules wait for, events that answer them, and a constructor for each kind of due."""

from collections.abc import Collection, Mapping
from enum import Enum
from typing import Final, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from companion.core.state import Data, KnownTo, Reach, Seat


class Chance(Enum):
    """The source of a result of chance."""

    READ_OFF = "told"
    """People read the result off the cardboard and enter it."""
    DRAWN = "lots"
    """People enter the result, or ask the box to draw it. They ask by posting the action's type alone. A due of one seat may
    have this, too, for the seat's own dice."""
    BOX = "box"
    """The box draws as soon as the due comes up. Nobody is asked."""


class Due(msgspec.Struct, frozen=True, kw_only=True):
    """One answer that the rules wait for.

    `id` names a place in the game: round, stage, seat, try. It is the same on two boxes, and after a restart. The same id
    comes back only if people take the answer back.
    """

    id: str
    kind: str
    seat: Seat | None
    """The seat that is asked. None: the table, so any seat or the panel may enter it."""
    known_to: KnownTo
    """The readers of the answer. It has no default, so that forgetting it is an error."""
    announced: bool | frozenset[str]
    """True if everybody learns that somebody answered. A set names the types of answers that everybody learns of. The answer
    that completes a sealed question is announced."""
    chance: Chance | None = None
    sealed: str | None = None
    """The name of the sealed question that this due belongs to. The dues of all its seats have the same name."""
    named: bool = False
    """True if everybody sees which seats have answered the sealed question. If not, a seat's page does not change when the
    seat answers."""
    course: str | None = None
    """The name of the course that this step belongs to. Seats go through their courses side by side, and no step depends on
    another seat's course."""
    waits: bool = True
    """False for an offer: nobody waits for it, taking back skips it (see `undoable`), and people may answer it again."""
    needs_confirmation: frozenset[str] = frozenset()
    """The types of answers that need a second yes, because nobody can forget what they show. Such an answer counts once
    another seat or the panel gives the same one. The record has one line for both."""
    checks: bool = False
    """True if the due belongs to the check of the score, where people enter what they counted. It comes after the end,
    before anything else."""
    forever: bool = False
    """True if the answer stays secret after the game. No export has it."""
    looks: bool = False
    """True if the answer says that the seat has looked at its secrets. Phones then do not ask it to look a second time."""

    def announces(self, kind: str) -> bool:
        """Return whether everybody learns of an answer of this type."""
        return self.announced if isinstance(self.announced, bool) else kind in self.announced

    @property
    def place(self) -> str:
        """Return the name of the course, or the id of a due without a course."""
        return self.course or self.id

    @property
    def sets_right(self) -> bool:
        """Return whether this is the due that corrects public tallies. People may answer it at any time, and nobody is asked
        for it."""
        return self.id == SET_RIGHT_ID

    @property
    def undoable(self) -> bool:
        """Return whether people can take back an answer to this due. They can if the rules waited for it, or if it corrected
        a tally."""
        return self.waits or self.sets_right


SET_RIGHT_ID: Final = "set"
"""The id of the one due that corrects tallies (`SET_RIGHT`), the same in all games. Phones post a correction without a
due."""

Act = TypeVar("Act", covariant=True)


class Event(msgspec.Struct, Generic[Act], frozen=True, kw_only=True):
    """An answer to a due. Its readers follow from the due, and not from the seat that posted it."""

    action: Act
    """The whole answer, including fields that not everybody may know."""
    kind: str
    """The action's type, as the record has it."""
    seat: Seat | None
    """The seat that answered. None: the table."""
    due: Due
    by: Seat | None
    """The seat that posted it. None: the box or its panel. No screen shows it."""
    announced: bool
    """True if everybody learns that the due was answered."""

    @property
    def asked(self) -> Seat:
        """Return the seat that answered. Use it only for a due of a seat, not of the table."""
        assert self.seat is not None
        return self.seat


class Correction(msgspec.Struct, frozen=True, kw_only=True):
    """A correction of the entries with the numbers `of`. `data` is what they should have had. None: they should not
    exist."""

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
    """Return a due of the table. Any seat or the panel answers it. `chance` says where the result comes from."""
    return Due(
        id=id_, kind=kind, seat=None, known_to=known_to, announced=True, chance=chance, needs_confirmation=needs_confirmation
    )


def seat_due(id_: str, kind: str, seat: Seat, *, known_to: KnownTo = Reach.EVERYONE, looks: bool = False) -> Due:
    """Return a due of one seat. Everybody sees that the seat has answered, and `known_to` names the readers of the
    answer."""
    return Due(id=id_, kind=kind, seat=seat, known_to=known_to, announced=True, looks=looks)


def sealed_dues(
    question: str, kind: str, asked: Mapping[int, Seat | None], missing: Collection[int], *, named: bool = False
) -> tuple[Due, ...]:
    """Return one due for each seat that answers a question under seal. `asked` has the seats by number, and `missing` has
    the numbers that have not answered.

    The dues stay until the last of `missing` has answered. Only that last answer is announced. Nobody learns which seats
    answered before, unless the question is `named`. A seat None means that the table answers for somebody without a seat,
    and that nobody may know the answer.
    """
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
    """Return step `n` of a course. A seat goes through its course while other seats go through theirs, as in a turn that all
    take together.

    Nobody else learns of the seat's answers, except of the types in `overt`. With `chance` DRAWN the box may roll for the
    seat.
    """
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
    """Return a due that a seat, or (None) the table, may answer unasked, also after the end.

    `secret`: nobody else learns that somebody answered. `forever`: no export holds the answer.
    """
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
    """Return the due with which a seat, or (None) the table, enters what it counted after the end."""
    return replace(offer_due(id_, kind, seat), checks=True)


SET_RIGHT: Final = offer_due(SET_RIGHT_ID, SET_RIGHT_ID, None)
"""The due that corrects a public tally. It is always there, because the cardboard is right. Every game with tallies has
it."""
