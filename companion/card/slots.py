"""Which version of the program runs: the card's own, or an update that was tried and came up. No file, no clock."""

from typing import Final, NamedTuple

import msgspec

TRIES: Final = 2
"""So often an update is started before it is given up: the power may have been cut while it came up."""
OWN: Final = 0
"""The number that stands for the version on the card itself."""


class Slots(msgspec.Struct, frozen=True):
    """What is known of versions, by their numbers: of two the newer one has the larger number."""

    runs: int = OWN
    """The one that came up last."""
    trial: int = OWN
    """The update that is being tried; OWN: none is."""
    tries: int = 0
    """How often that was started."""
    failed: tuple[int, ...] = ()
    """Updates that did not come up: they are not tried again."""


class Start(NamedTuple):
    """What a start of the box comes to."""

    slots: Slots
    """To be on the card before anything is started."""
    version: int
    given_up: int = OWN
    """The update that was given up just now; OWN: none was."""


def chosen(slots: Slots, there: frozenset[int]) -> Start:
    """Which version this start is with, of the updates that are there."""
    given_up = OWN
    if slots.trial != OWN and (slots.tries >= TRIES or slots.trial not in there):
        slots, given_up = gave_up(slots), slots.trial
    if slots.trial != OWN:
        slots = msgspec.structs.replace(slots, tries=slots.tries + 1)
        return Start(slots, slots.trial)
    if slots.runs not in there:
        slots = msgspec.structs.replace(slots, runs=OWN)
    return Start(slots, slots.runs, given_up)


def offered(slots: Slots, number: int) -> Slots:
    """This update is whole and on the card: the next start tries it."""
    return msgspec.structs.replace(slots, trial=number, tries=0)


def came_up(slots: Slots) -> Slots:
    """The update that was being tried lets people in: it is what runs from now on."""
    if slots.trial == OWN:
        return slots
    return msgspec.structs.replace(slots, runs=slots.trial, trial=OWN, tries=0)


def gave_up(slots: Slots) -> Slots:
    """The update that was being tried does not come up: what ran before runs again."""
    if slots.trial == OWN:
        return slots
    return msgspec.structs.replace(slots, trial=OWN, tries=0, failed=(*slots.failed, slots.trial))


def needed(slots: Slots) -> frozenset[int]:
    """The updates that must stay on the card."""
    return frozenset({slots.runs, slots.trial} - {OWN})
