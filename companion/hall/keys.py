"""The hall's key, which seals values, and the box's id and name in the hall."""

import hmac
import re
import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from companion import regular
from companion.card.files import write_whole
from companion.core.journal import canonical
from companion.hall.layout import Owner
from companion.house.house import House
from companion.settings import KEY_BYTES, Hall

Kind = Literal["head", "guests", "last", "entry"]
"""The kinds of sealed values. Each has a key of its own."""

NONCE_BYTES: Final = 12
"""96 random bits. After two thousand million values under one key, two are equal with a chance of one to 2**35."""
STEP: Final = 512
"""A sealed value's length is a multiple of this, so it reveals little."""
LAST_STEP: Final = 16
"""The same for the end of what was copied, which has no secret, and is written with every answer."""

_FORM: Final = b"\x01"
"""The version of the sealing, which comes first in a sealed value."""
_TAG_BYTES: Final = 16
_LENGTH_BYTES: Final = 4
_AROUND: Final = len(_FORM) + NONCE_BYTES + _TAG_BYTES
_INFO: Final = "table-companion/hall/1/"


class SealPlace(NamedTuple):
    """The place of a sealed value. It cannot be opened for another place."""

    table: str
    kind: Kind
    number: int
    """The number of an entry. For the end of what was copied it is the number of entries, and for all else 0."""


class Tampered(Exception):
    """A sealed value was changed, belongs elsewhere, or has another key."""


class Seals:
    """Seals and opens values with one hall's key of KEY_BYTES."""

    def __init__(self, key: bytes, nonce: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self._key = key
        self._nonce = nonce
        self._ciphers: dict[Kind, AESGCM] = {}
        self.hall: Final = self._derived("name").hex()[:16]
        """Identifies the hall, without revealing its key."""

    def seal(self, place: SealPlace, plain: bytes) -> bytes:
        """Return the value as the store keeps it: a multiple of STEP long, and different each time."""
        nonce = self._nonce(NONCE_BYTES)
        return _FORM + nonce + self._cipher(place.kind).encrypt(nonce, _padded(plain, _step(place.kind)), self._bound(place))

    def opened(self, place: SealPlace, sealed: bytes) -> bytes:
        """Return the value that was sealed for this place. Raises Tampered."""
        nonce, rest = sealed[1 : 1 + NONCE_BYTES], sealed[1 + NONCE_BYTES :]
        if sealed[:1] != _FORM or len(sealed) % _step(place.kind):
            raise Tampered
        try:
            padded = self._cipher(place.kind).decrypt(nonce, rest, self._bound(place))
        except InvalidTag:
            raise Tampered from None
        return padded[_LENGTH_BYTES : _LENGTH_BYTES + int.from_bytes(padded[:_LENGTH_BYTES])]

    def owner(self, table: str, box: str, epoch: int) -> Owner:
        """Return a table's owner with a proof that only holders of the hall's key can make."""
        claim = canonical([self.hall, table, box, epoch])
        return Owner(box, epoch, hmac.digest(self._derived("owner"), claim, "sha256").hex())

    def is_true(self, table: str, owner: Owner) -> bool:
        """Return True if a holder of the hall's key named this owner for this table."""
        return hmac.compare_digest(self.owner(table, owner.box, owner.epoch).proof.encode(), owner.proof.encode())

    def _cipher(self, kind: Kind) -> AESGCM:
        if kind not in self._ciphers:
            self._ciphers[kind] = AESGCM(self._derived(kind))
        return self._ciphers[kind]

    def _derived(self, purpose: str) -> bytes:
        """Derive a key for each purpose (HKDF-SHA256, RFC 5869)."""
        return HKDF(SHA256(), KEY_BYTES, salt=None, info=(_INFO + purpose).encode()).derive(self._key)

    def _bound(self, place: SealPlace) -> bytes:
        """Return the bytes that the seal also covers, as JSON, so that no two places look alike."""
        return canonical([self.hall, *place])


def _step(kind: Kind) -> int:
    return LAST_STEP if kind == "last" else STEP


def _padded(plain: bytes, step: int) -> bytes:
    bare = len(plain).to_bytes(_LENGTH_BYTES) + plain
    return bare + bytes(-(len(bare) + _AROUND) % step)


FILE: Final = "companion.hall"
"""The file with the box's id, in the state folder. After somebody copied a card, two boxes have one id: the copier reports
this."""
_ID_FORM: Final = re.compile(r"[0-9a-f]{16}", re.ASCII)


def box_id(house: House) -> str:
    """Return the box's id from the state folder. If there is none, make one, and write it there if the disk allows."""
    known = known_box_id(house.settings.state_folder())
    if known:
        return known
    file = house.settings.state_folder() / FILE
    made = secrets.token_hex(8)
    with suppress(OSError):
        write_whole(file, f"{made}\n".encode())
    return made


def known_box_id(folder: Path) -> str:
    """Return the box's id from its state folder, or "" if it has none yet."""
    with suppress(OSError, UnicodeError):
        known = regular.raw(folder / FILE).decode("ascii").strip()
        if _ID_FORM.fullmatch(known):
            return known
    return ""


def box_name(hall: Hall) -> str:
    """Return the box's name for people."""
    return hall.name or socket.gethostname()
