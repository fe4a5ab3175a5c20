"""The versions on a card, and which of them runs."""

import os
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import msgspec

from companion import regular
from companion.card import updates
from companion.card.files import bring_to_card, put_in_place, write_whole
from companion.core.words import Refused

COMING: Final = "coming"
ROOM_BESIDE: Final = 64 * updates.MIB
"""The bytes that must stay free for the games beside an update."""

OWN: Final = 0
"""The number of the version on the card itself."""


class Slots(msgspec.Struct, frozen=True):
    """The state of the versions on a card. A newer version has a larger number."""

    runs: int = OWN
    """The version that came up last."""
    trial: int = OWN
    """The update that is being tried, or OWN if there is none."""
    tries: int = 0
    """The number of starts with that update."""
    failed: tuple[int, ...] = ()
    """Updates that did not come up. They are not tried again."""


class VersionFolder:
    """A folder of versions. `own` is the number of the card's own version, `suite` its Debian."""

    def __init__(self, folder: Path, own: int, suite: str) -> None:
        self._folder, self._own, self._suite = folder, own, suite

    @property
    def slots(self) -> Slots:
        """Return the state of the versions, or an empty one if its file cannot be read."""
        try:
            return msgspec.json.decode(regular.raw(self._file), type=Slots)
        except (OSError, msgspec.MsgspecError):
            return Slots()

    @property
    def own(self) -> int:
        """Return the number of the version that came with the card."""
        return self._own

    def keep(self, now: Slots) -> None:
        """Write this state, so that it survives a power cut. Raises OSError."""
        write_whole(self._file, msgspec.json.encode(now))

    def start(self) -> tuple[Path | None, int]:
        """Return the packed version to start (None: the card's own), and the number of an update that was just given up
        (OWN: none). Raises OSError."""
        start = chosen(self.slots, self._numbers())
        self.keep(start.slots)
        self._tidy(start.slots)
        return (None if start.version == OWN else self._packed(start.version)), start.given_up

    def accept(self, file: Path, signed: updates.Signed) -> updates.Manifest:
        """Copy the update in this file, so that the next start tries it. Return its manifest. If it raises Refused or
        OSError, nothing has changed."""
        with regular.opened(file) as opened:
            manifest = updates.read_manifest(opened, signed)
            now = self.slots
            updates.check_fits(manifest, self._suite, self._own, needed(now), frozenset(now.failed))
            self._check_room(manifest.size)
            self._copy(opened, manifest)
        self.keep(offered(now, manifest.number))
        return manifest

    def _copy(self, opened: BinaryIO, manifest: updates.Manifest) -> None:
        coming = self._folder / COMING
        try:
            with coming.open("wb") as to:
                updates.copy(opened, manifest, to)
                bring_to_card(to)
            put_in_place(coming, self._packed(manifest.number))
        finally:
            coming.unlink(missing_ok=True)

    def _check_room(self, size: int) -> None:
        free = os.statvfs(self._folder)
        if free.f_bavail * free.f_frsize < size + ROOM_BESIDE:
            raise Refused("card.update.no_room")

    def _tidy(self, now: Slots) -> None:
        """Delete versions that no start needs, and a copy that was cut off."""
        for number in self._numbers() - needed(now):
            self._packed(number).unlink()
        (self._folder / COMING).unlink(missing_ok=True)

    @property
    def _file(self) -> Path:
        return self._folder / "slots.json"

    def _packed(self, number: int) -> Path:
        return self._folder / f"{number}.squashfs"

    def _numbers(self) -> frozenset[int]:
        return frozenset(int(file.stem) for file in self._folder.glob("*.squashfs") if file.stem.isdecimal())


TRIES: Final = 2
"""The number of starts that an update gets before it is given up. One is not enough, as the power may be cut while it comes
up."""


class Start(NamedTuple):
    """The decision which version to start."""

    slots: Slots
    """The state to write before the version is started."""
    version: int
    given_up: int = OWN
    """The update that was just given up, or OWN if there is none."""


def chosen(slots: Slots, there: frozenset[int]) -> Start:
    """Decide which version to start. `there` are the updates on the card."""
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
    """Return the state after an update was copied: the next start tries it."""
    return msgspec.structs.replace(slots, trial=number, tries=0)


def came_up(slots: Slots) -> Slots:
    """Return the state after the trial's update let people in: it runs from now on."""
    if slots.trial == OWN:
        return slots
    return msgspec.structs.replace(slots, runs=slots.trial, trial=OWN, tries=0)


def gave_up(slots: Slots) -> Slots:
    """Return the state after the trial's update failed: the version before runs again."""
    if slots.trial == OWN:
        return slots
    return msgspec.structs.replace(slots, trial=OWN, tries=0, failed=(*slots.failed, slots.trial))


def needed(slots: Slots) -> frozenset[int]:
    """Return the updates that must stay on the card."""
    return frozenset({slots.runs, slots.trial} - {OWN})
