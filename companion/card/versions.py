"""The versions on a card, and which of them runs."""

import os
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import msgspec

from companion import regular
from companion.card import updates
from companion.card.files import bring_to_card, put, put_in_place
from companion.core.words import Refused

COMING: Final = "coming"
ROOM_BESIDE: Final = 64 * updates.MIB
"""Bytes that stay free for the games, whatever an update takes."""


OWN: Final = 0


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


class Shelf:
    """A folder of versions. `own` is the number of the version on the card itself, `suite` its Debian."""

    def __init__(self, folder: Path, own: int, suite: str) -> None:
        self._folder, self._own, self._suite = folder, own, suite

    @property
    def slots(self) -> Slots:
        """What is known; nothing, where the file says nothing that can be read."""
        try:
            return msgspec.json.decode(regular.raw(self._file), type=Slots)
        except (OSError, msgspec.MsgspecError):
            return Slots()

    @property
    def own(self) -> int:
        """The number of the card's own version."""
        return self._own

    def keep(self, now: Slots) -> None:
        """It is so from now on, also after a power cut. Raises OSError."""
        put(self._file, msgspec.json.encode(now))

    def start(self) -> tuple[Path | None, int]:
        """The packed version that this start is with (None: the card's own), and the number of an update that was given up
        (OWN: none was). Raises OSError."""
        start = chosen(self.slots, self._there())
        self.keep(start.slots)
        self._tidy(start.slots)
        return (None if start.version == OWN else self._packed(start.version)), start.given_up

    def take(self, file: Path, signed: updates.Signed) -> updates.Manifest:
        """Make what this file brings the next start's. Raises Refused, or OSError; then nothing has changed."""
        with regular.opened(file) as opened:
            manifest = updates.head(opened, signed)
            now = self.slots
            updates.insist_on(manifest, self._suite, self._own, needed(now), frozenset(now.failed))
            self._insist_on_room(manifest.size)
            self._put(opened, manifest)
        self.keep(offered(now, manifest.number))
        return manifest

    def _put(self, opened: BinaryIO, manifest: updates.Manifest) -> None:
        coming = self._folder / COMING
        try:
            with coming.open("wb") as to:
                updates.copy(opened, manifest, to)
                bring_to_card(to)
            put_in_place(coming, self._packed(manifest.number))
        finally:
            coming.unlink(missing_ok=True)

    def _insist_on_room(self, size: int) -> None:
        free = os.statvfs(self._folder)
        if free.f_bavail * free.f_frsize < size + ROOM_BESIDE:
            raise Refused("card.update.no_room")

    def _tidy(self, now: Slots) -> None:
        """What no start needs any more goes, and what was half copied."""
        for number in self._there() - needed(now):
            self._packed(number).unlink()
        (self._folder / COMING).unlink(missing_ok=True)

    @property
    def _file(self) -> Path:
        return self._folder / "slots.json"

    def _packed(self, number: int) -> Path:
        return self._folder / f"{number}.squashfs"

    def _there(self) -> frozenset[int]:
        return frozenset(int(file.stem) for file in self._folder.glob("*.squashfs") if file.stem.isdecimal())


TRIES: Final = 2
"""So often an update is started before it is given up: the power may have been cut while it came up."""


"""The number that stands for the version on the card itself."""


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
