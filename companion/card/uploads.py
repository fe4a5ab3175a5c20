"""Receives an update from a phone, and keeps notices for the owner of the card."""

import errno
import io
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Final

import msgspec

from companion import regular
from companion.bounds import UPDATE_BYTES
from companion.card import updates
from companion.card.files import bring_to_card, clear, put_in_place, write_whole
from companion.card.versions import ROOM_BESIDE
from companion.core.words import Refused, Text, text
from companion.snapshot.table import CardNotice

FILE: Final = "said.json"


def file_notice(words: Text) -> CardNotice:
    """Return a notice about `companion.txt`, or about one of its lines."""
    line = words.values.get("line")
    return CardNotice(text("card.title"), text("card.whole") if line is None else text("card.line", line=line), words)


def card_notice(words: Text) -> CardNotice:
    """Return a notice about the card as a whole."""
    return CardNotice(text("card.title_card"), text(f"{words.key}_head"), words)


def update_notice(words: Text) -> CardNotice:
    """Return a notice about an update."""
    return CardNotice(text("card.title_update"), text(f"{words.key}_head"), words)


def write_notices(folder: Path, notices: Sequence[CardNotice]) -> None:
    """Replace all notices by these. Raises OSError."""
    write_whole(folder / FILE, msgspec.json.encode(notices), 0o644)


def read_notices(folder: Path) -> tuple[CardNotice, ...]:
    """Return the notices, or none if their file is missing or cannot be read."""
    try:
        return msgspec.json.decode(regular.raw(folder / FILE), type=tuple[CardNotice, ...])
    except (OSError, msgspec.MsgspecError):
        return ()


TAKES: Final = "takes.json"
SENT: Final = "companion.update"
"""The file of a whole update in the state folder. A service that runs as root takes it (systemd/image:
companion-upload.path)."""
COMING: Final = "companion.update.coming"


class Takes(msgspec.Struct, frozen=True):
    """The updates that this box accepts. Each start writes this for the box, which may not look at the versions itself."""

    suite: str
    own: int
    """The number of the card's own version."""
    known: tuple[int, ...]
    failed: tuple[int, ...]
    key: str
    """The file of the key that signs updates."""


class Upload(msgspec.Struct, frozen=True):
    """An update that a phone is sending. `at` of `size` bytes have arrived."""

    version: str
    at: int
    size: int


def publish_takes(folder: Path, takes: Takes) -> None:
    """Publish which updates the box accepts. Raises OSError."""
    write_whole(folder / TAKES, msgspec.json.encode(takes), 0o644)


class Uploads:
    """Receives updates for one box. Each start of the card writes `Takes` into the folder `notices`. `state` is the folder
    of the games, where `reserve` bytes must stay free."""

    def __init__(self, notices: Path, state: Path, reserve: int = ROOM_BESIDE) -> None:
        self._notices, self._state, self._reserve = notices, state, reserve
        self._lock = Lock()
        self._upload: Upload | None = None

    @property
    def takes(self) -> Takes | None:
        """Return what the box accepts, or None if it does not run from a card, or from one that takes no updates."""
        try:
            return msgspec.json.decode(regular.raw(self._notices / TAKES), type=Takes)
        except (OSError, msgspec.MsgspecError):
            return None

    @property
    def coming(self) -> Upload | None:
        """Return the update that a phone is sending, or the last one that was sent."""
        return self._upload

    def add(self, at: int, piece: bytes) -> Upload:
        """Add a piece of an update, whose first byte is byte `at`. 0 starts a new update. The last piece completes the file,
        and a service of root takes it. Raises Refused, and deletes the update that it refuses."""
        takes = self.takes
        if takes is None:
            raise Refused("no_such_page")
        with self._lock, self._dropping_refused():
            upload = self._checked_start(takes, piece) if at == 0 else self._upload
            if upload is None or at != upload.at or not piece:
                raise Refused("card.update.broke_off")
            if at + len(piece) > upload.size:
                raise Refused("card.update.broken")
            self._write(at, piece)
            self._upload = upload = msgspec.structs.replace(upload, at=at + len(piece))
            if upload.at == upload.size:
                self._finish(takes)
            return upload

    def _checked_start(self, takes: Takes, piece: bytes) -> Upload:
        opened = io.BytesIO(piece)
        manifest = updates.read_manifest(opened, updates.signed_by(Path(takes.key)))
        updates.check_fits(manifest, takes.suite, takes.own, frozenset(takes.known), frozenset(takes.failed))
        size = opened.tell() + manifest.size
        if size > UPDATE_BYTES:
            raise Refused("too_large")
        free = os.statvfs(self._state)
        if free.f_bavail * free.f_frsize < 2 * size + self._reserve:  # one copy here, one among the versions
            raise Refused("card.update.no_room")
        return Upload(manifest.version, 0, size)

    def _write(self, at: int, piece: bytes) -> None:
        if at == 0:
            clear(self._state / COMING)
        with (self._state / COMING).open("xb" if at == 0 else "r+b") as opened:
            opened.seek(at)
            opened.write(piece)

    def _finish(self, takes: Takes) -> None:
        with (self._state / COMING).open("r+b") as opened, Path(os.devnull).open("wb") as nowhere:
            manifest = updates.read_manifest(opened, updates.signed_by(Path(takes.key)))
            updates.copy(opened, manifest, nowhere)
            bring_to_card(opened)
        put_in_place(self._state / COMING, self._state / SENT)

    @contextmanager
    def _dropping_refused(self) -> Iterator[None]:
        """Delete an update that is refused, unless a piece merely came twice or too early."""
        try:
            yield
        except OSError as error:
            self._drop()
            raise Refused("card.update.no_room" if error.errno == errno.ENOSPC else "card.update.broken") from None
        except Refused as no:
            if no.key != "card.update.broke_off":
                self._drop()
            raise

    def _drop(self) -> None:
        self._upload = None
        clear(self._state / COMING)
