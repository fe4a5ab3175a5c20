"""What the rules wait for, as games write it: one constructor for each kind of due."""

from collections.abc import Collection, Mapping
from typing import Final

from msgspec.structs import replace

from companion.core.event import SETTLING, Chance, Due
from companion.core.knowledge import KnownTo, Reach, Seat


def of_table(
    id_: str,
    kind: str,
    *,
    known_to: KnownTo = Reach.EVERYONE,
    chance: Chance = Chance.TOLD,
    takes_two: frozenset[str] = frozenset(),
) -> Due:
    """What the table tells, by any seat or the panel, or (`chance`) lots or the box decide."""
    return Due(id=id_, kind=kind, seat=None, known_to=known_to, open=True, chance=chance, takes_two=takes_two)


def of_seat(id_: str, kind: str, seat: Seat, *, known_to: KnownTo = Reach.EVERYONE) -> Due:
    """What one seat is asked. All see that it answered; `known_to` says who may know what."""
    return Due(id=id_, kind=kind, seat=seat, known_to=known_to, open=True)


def sealed(
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
            open=set(missing) == {n},
            chance=Chance.TOLD if seat is None else None,
            sealed=question,
            named=named,
        )
        for n, seat in asked.items()
    )


def step(course: str, n: int, kind: str, seat: Seat, *, overt: Collection[str], chance: Chance | None = None) -> Due:
    """Step `n` of a course that a seat goes through while others go through theirs, such as a turn that all have at the
    same time: nobody else learns what it does, nor that it did something, but of answers of the types in `overt`. `chance`:
    LOTS where the box may roll for the seat."""
    return Due(
        id=f"{course}-{n}",
        kind=kind,
        seat=seat,
        known_to=frozenset({seat}),
        open=frozenset(overt),
        course=course,
        chance=chance,
    )


def offer(id_: str, kind: str, seat: Seat | None, *, secret: bool = False, forever: bool = False) -> Due:
    """What a seat, or (None) the table, may tell unasked, also after the end. `secret`: nobody else learns even that it
    was told; `forever`: nor does an export."""
    known_to: KnownTo = frozenset({seat}) if secret and seat is not None else Reach.EVERYONE
    return Due(
        id=id_,
        kind=kind,
        seat=seat,
        known_to=known_to,
        open=not secret,
        chance=Chance.TOLD if seat is None else None,
        waits=False,
        forever=forever,
    )


def check(id_: str, kind: str, seat: Seat | None) -> Due:
    """What a seat, or (None) the table, may tell of its count after the end."""
    return replace(offer(id_, kind, seat), checks=True)


SET_RIGHT: Final = offer(SETTLING, SETTLING, None)
"""The cardboard is the truth: what an open tally really shows may be told at any time, so every game that has one has this
due."""
