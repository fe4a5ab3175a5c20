"""An update that comes from a phone, and notices for the owner of the card."""

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
from companion.card.files import bring_to_card, clear, put, put_in_place
from companion.card.versions import ROOM_BESIDE
from companion.core.words import Refused, Text, text
from companion.snapshot.table import Told

FILE: Final = "said.json"


def of_file(words: Text) -> Told:
    """Something about `companion.txt`, or a line of it."""
    line = words.values.get("line")
    return Told(text("card.title"), text("card.whole") if line is None else text("card.line", line=line), words)


def of_card(words: Text) -> Told:
    """Something about the card as a whole."""
    return Told(text("card.title_card"), text(f"{words.key}_head"), words)


def of_update(words: Text) -> Told:
    """Something about an update."""
    return Told(text("card.title_update"), text(f"{words.key}_head"), words)


def tell(folder: Path, told: Sequence[Told]) -> None:
    """This is to be shown, and nothing else any more. Raises OSError."""
    put(folder / FILE, msgspec.json.encode(told), 0o644)


def standing(folder: Path) -> tuple[Told, ...]:
    """What is to be shown; nothing where nothing was said, or nothing that can be read."""
    try:
        return msgspec.json.decode(regular.raw(folder / FILE), type=tuple[Told, ...])
    except (OSError, msgspec.MsgspecError):
        return ()


TAKES: Final = "takes.json"
SENT: Final = "companion.update"
"""In the state folder: a whole one, which root takes away from there (systemd/image: companion-upload.path)."""
COMING: Final = "companion.update.coming"


class Takes(msgspec.Struct, frozen=True):
    """Which updates this box takes: left by each start for the box, which may not look itself."""

    suite: str
    own: int
    """The number of the card's own version."""
    known: tuple[int, ...]
    failed: tuple[int, ...]
    key: str
    """The file of the key that signs them."""


class Upload(msgspec.Struct, frozen=True):
    """An update on its way: `at` of `size` bytes are here."""

    version: str
    at: int
    size: int


def leave(folder: Path, takes: Takes) -> None:
    """This is what the box takes from now on. Raises OSError."""
    put(folder / TAKES, msgspec.json.encode(takes), 0o644)


class Uploads:
    """What is sent to one box. `told_in` is where a start leaves `Takes`, `state` the folder of the games; `beside`:
    bytes that stay free for them."""

    def __init__(self, told_in: Path, state: Path, beside: int = ROOM_BESIDE) -> None:
        self._told_in, self._state, self._beside = told_in, state, beside
        self._lock = Lock()
        self._upload: Upload | None = None

    @property
    def takes(self) -> Takes | None:
        """None: this box does not run from a card, or from one that takes no updates."""
        try:
            return msgspec.json.decode(regular.raw(self._told_in / TAKES), type=Takes)
        except (OSError, msgspec.MsgspecError):
            return None

    @property
    def coming(self) -> Upload | None:
        """What is on its way, or came last."""
        return self._upload

    def add(self, at: int, piece: bytes) -> Upload:
        """The bytes of an update from `at` on; 0 begins one. The last piece makes it whole, and what root takes. Raises
        Refused; of one that is refused nothing stays."""
        takes = self.takes
        if takes is None:
            raise Refused("no_such_page")
        with self._lock, self._undone():
            now = self._begun(takes, piece) if at == 0 else self._upload
            if now is None or at != now.at or not piece:
                raise Refused("card.update.broke_off")
            if at + len(piece) > now.size:
                raise Refused("card.update.broken")
            self._write(at, piece)
            self._upload = now = msgspec.structs.replace(now, at=at + len(piece))
            if now.at == now.size:
                self._finish(takes)
            return now

    def _begun(self, takes: Takes, piece: bytes) -> Upload:
        opened = io.BytesIO(piece)
        manifest = updates.head(opened, updates.signed_by(Path(takes.key)))
        updates.insist_on(manifest, takes.suite, takes.own, frozenset(takes.known), frozenset(takes.failed))
        size = opened.tell() + manifest.size
        if size > UPDATE_BYTES:
            raise Refused("too_large")
        free = os.statvfs(self._state)
        if free.f_bavail * free.f_frsize < 2 * size + self._beside:  # once here, once where versions lie
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
            manifest = updates.head(opened, updates.signed_by(Path(takes.key)))
            updates.copy(opened, manifest, nowhere)
            bring_to_card(opened)
        put_in_place(self._state / COMING, self._state / SENT)

    @contextmanager
    def _undone(self) -> Iterator[None]:
        """Nothing of one that is refused stays, but for what came before a piece that only came twice or too early."""
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
