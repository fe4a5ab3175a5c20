"""The versions that lie on a card: packed updates in a folder, and beside them which one runs."""

import os
from pathlib import Path
from typing import BinaryIO, Final

import msgspec

from companion import regular
from companion.card import slots, updates
from companion.card.files import bring_to_card, put, put_in_place
from companion.card.slots import OWN, Slots
from companion.core.words import Refused

COMING: Final = "coming"
ROOM_BESIDE: Final = 64 * updates.MIB
"""Bytes that stay free for the games, whatever an update takes."""


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
        start = slots.chosen(self.slots, self._there())
        self.keep(start.slots)
        self._tidy(start.slots)
        return (None if start.version == OWN else self._packed(start.version)), start.given_up

    def take(self, file: Path, signed: updates.Signed) -> updates.Manifest:
        """Make what this file brings the next start's. Raises Refused, or OSError; then nothing has changed."""
        with regular.opened(file) as opened:
            manifest = updates.head(opened, signed)
            now = self.slots
            updates.insist_on(manifest, self._suite, self._own, slots.needed(now), frozenset(now.failed))
            self._insist_on_room(manifest.size)
            self._put(opened, manifest)
        self.keep(slots.offered(now, manifest.number))
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
        for number in self._there() - slots.needed(now):
            self._packed(number).unlink()
        (self._folder / COMING).unlink(missing_ok=True)

    @property
    def _file(self) -> Path:
        return self._folder / "slots.json"

    def _packed(self, number: int) -> Path:
        return self._folder / f"{number}.squashfs"

    def _there(self) -> frozenset[int]:
        return frozenset(int(file.stem) for file in self._folder.glob("*.squashfs") if file.stem.isdecimal())
