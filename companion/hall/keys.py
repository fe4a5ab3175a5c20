"""The hall's key and the box's name: sealing, and what a hall knows this box by."""

import hmac
import re
import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Literal, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from companion import regular
from companion.card.files import put
from companion.core.journal import canonical
from companion.hall.layout import Owner
from companion.house.house import House
from companion.settings import KEY_BYTES, Hall

Kind = Literal["head", "guests", "entry"]
"""What a sealed value is; each kind has a key of its own."""

NONCE_BYTES: Final = 12
"""96 bits at random: after two thousand million values under one key two would be alike with a chance of one to 2**35."""
STEP: Final = 512
"""A sealed value is so many bytes long, or a multiple of it: its length says little of what it holds."""

_FORM: Final = b"\x01"
"""How a value is sealed. It stands in front, and whatever else stands there is none of ours."""
_TAG_BYTES: Final = 16
_LENGTH_BYTES: Final = 4
_AROUND: Final = len(_FORM) + NONCE_BYTES + _TAG_BYTES
_INFO: Final = "table-companion/hall/1/"


class Place(NamedTuple):
    """Where a sealed value belongs. It opens nowhere else."""

    table: str
    kind: Kind
    number: int
    """Of an entry its own; of a head 0; of guests how many entries there were."""


class Tampered(Exception):
    """A sealed value that was changed, belongs elsewhere, or was sealed with another key."""


class Seals:
    """Seals and opens with one hall's key, of KEY_BYTES."""

    def __init__(self, key: bytes, nonce: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self._key = key
        self._nonce = nonce
        self._ciphers: dict[Kind, AESGCM] = {}
        self.hall: Final = self._derived("name").hex()[:16]
        """Names the hall, and gives nothing of its key away."""

    def seal(self, place: Place, said: bytes) -> bytes:
        """The value as the store keeps it: a multiple of STEP long, and different each time."""
        nonce = self._nonce(NONCE_BYTES)
        return _FORM + nonce + self._cipher(place.kind).encrypt(nonce, _padded(said), self._bound(place))

    def opened(self, place: Place, sealed: bytes) -> bytes:
        """What was sealed for this place. Raises Tampered."""
        nonce, rest = sealed[1 : 1 + NONCE_BYTES], sealed[1 + NONCE_BYTES :]
        if sealed[:1] != _FORM or len(sealed) % STEP:
            raise Tampered
        try:
            padded = self._cipher(place.kind).decrypt(nonce, rest, self._bound(place))
        except InvalidTag:
            raise Tampered from None
        return padded[_LENGTH_BYTES : _LENGTH_BYTES + int.from_bytes(padded[:_LENGTH_BYTES])]

    def owner(self, table: str, box: str, epoch: int) -> Owner:
        """Whose table it is, as only who has the hall's key can say it."""
        said = canonical([self.hall, table, box, epoch])
        return Owner(box, epoch, hmac.digest(self._derived("owner"), said, "sha256").hex())

    def is_true(self, table: str, owner: Owner) -> bool:
        """Whether somebody of this hall said so of this table."""
        return hmac.compare_digest(self.owner(table, owner.box, owner.epoch).proof.encode(), owner.proof.encode())

    def _cipher(self, kind: Kind) -> AESGCM:
        if kind not in self._ciphers:
            self._ciphers[kind] = AESGCM(self._derived(kind))
        return self._ciphers[kind]

    def _derived(self, purpose: str) -> bytes:
        """A key of its own for each purpose (HKDF-SHA256, RFC 5869)."""
        return HKDF(SHA256(), KEY_BYTES, salt=None, info=(_INFO + purpose).encode()).derive(self._key)

    def _bound(self, place: Place) -> bytes:
        """What the seal holds besides: written as JSON, so that no two places read alike."""
        return canonical([self.hall, *place])


def _padded(said: bytes) -> bytes:
    bare = len(said).to_bytes(_LENGTH_BYTES) + said
    return bare + bytes(-(len(bare) + _AROUND) % STEP)


FILE: Final = "companion.hall"
"""Of the state folder. Two boxes with the same one, as of a card that was copied, are told so (`Copier`)."""
_SAID: Final = re.compile(r"[0-9a-f]{16}", re.ASCII)


def box_id(house: House) -> str:
    """The one that is kept in its state folder; else a new one, which is kept from now on if the disk takes it."""
    file = house.settings.state_folder() / FILE
    with suppress(OSError, UnicodeError):
        known = regular.raw(file).decode("ascii").strip()
        if _SAID.fullmatch(known):
            return known
    made = secrets.token_hex(8)
    with suppress(OSError):
        put(file, f"{made}\n".encode())
    return made


def called(hall: Hall) -> str:
    """What people call this box."""
    return hall.name or socket.gethostname()
