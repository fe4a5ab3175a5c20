"""An update as a file: what it says of itself, a signature of that, and the packed version.

    table-companion update 1
    {"number": 1764000000, "version": "0.9.0", "suite": "bookworm", "card": 1, "size": 31457280, "sha256": "..."}
    -----BEGIN SSH SIGNATURE-----
    ...
    -----END SSH SIGNATURE-----
    the packed version, `size` bytes

Signed is the line of JSON, in OpenSSH's own way (`ssh-keygen -Y sign`, PROTOCOL.sshsig); the hash in it holds the rest.
"""

import base64
import binascii
import hashlib
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Final

import msgspec

from companion import regular
from companion.core.words import Refused

FIRST_LINE: Final = b"table-companion update 1\n"
FIRST_OF_SIGNATURE: Final = b"-----BEGIN SSH SIGNATURE-----\n"
LAST_OF_SIGNATURE: Final = b"-----END SSH SIGNATURE-----\n"
NAMESPACE: Final = "table-companion-update"
CARD: Final = 1
"""What an update may count on: the system around it. Raised when that is another one."""
LONGEST_LINE: Final = 4096
LINES_OF_SIGNATURE: Final = 64
MIB: Final = 1 << 20

Signed = Callable[[bytes, bytes], bool]
"""Whether a signature of these bytes is the one who may sign's."""


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an update says of itself."""

    number: int
    """Larger than that of any before it: the second in which its source was made."""
    version: str
    suite: str
    """The Debian that it was made for."""
    card: int
    size: int
    """Bytes of the packed version."""
    sha256: str
    """Of the packed version, in hexadecimal."""


def head(file: BinaryIO, signed: Signed) -> Manifest:
    """What a file says of itself, once it is sure who says it; `file` then stands at the packed version. Raises Refused."""
    if file.readline(LONGEST_LINE) != FIRST_LINE:
        raise Refused("card.update.not_one")
    said = file.readline(LONGEST_LINE)
    signature = b""
    for _ in range(LINES_OF_SIGNATURE):
        signature += (line := file.readline(LONGEST_LINE))
        if line == LAST_OF_SIGNATURE:
            break
    if not signed(said, signature):
        raise Refused("card.update.forged")
    try:
        return msgspec.json.decode(said, type=Manifest)
    except msgspec.MsgspecError:
        raise Refused("card.update.other") from None


def insist_on(manifest: Manifest, suite: str, own: int, known: frozenset[int], failed: frozenset[int]) -> None:
    """It is newer than all that is known here, and made for a card like this one. Raises Refused. `own`: the number of the
    card's own version."""
    if manifest.number in failed:
        raise Refused("card.update.failed")
    if manifest.number in known or manifest.number == own:
        raise Refused("card.update.here")
    if manifest.number < max(own, *known, 0):
        raise Refused("card.update.older")
    if manifest.suite != suite or manifest.card != CARD:
        raise Refused("card.update.other")


def copy(file: BinaryIO, manifest: Manifest, to: BinaryIO) -> None:
    """The packed version, whole as it was signed. Raises Refused for one that is not, and OSError."""
    left, seen = manifest.size, hashlib.sha256()
    while left and (part := file.read(min(left, MIB))):
        seen.update(part)
        to.write(part)
        left -= len(part)
    if left or file.read(1) or seen.hexdigest() != manifest.sha256:
        raise Refused("card.update.broken")


def says_so(signature: bytes, key: str) -> bool:
    """Whether a signature says that this key (`ssh-ed25519 AAAA... name`) made it, as an update's (PROTOCOL.sshsig). This
    proves nothing yet."""
    begins = b"SSHSIG" + (1).to_bytes(4, "big")
    try:
        own = base64.b64decode(key.split()[1], validate=True)
        body = signature.removeprefix(FIRST_OF_SIGNATURE).removesuffix(LAST_OF_SIGNATURE)
        blob = base64.b64decode(body.replace(b"\n", b""), validate=True)
    except (IndexError, binascii.Error, ValueError):
        return False
    is_framed = signature == FIRST_OF_SIGNATURE + body + LAST_OF_SIGNATURE
    return is_framed and blob.startswith(begins + b"".join(map(_string, (own, NAMESPACE.encode(), b""))))


def _string(raw: bytes) -> bytes:
    """Return bytes as SSH writes them (RFC 4251, 5)."""
    return len(raw).to_bytes(4, "big") + raw


def signed_by(key: Path) -> Signed:
    """Asks OpenSSH whether the one key in this file (`ssh-ed25519 AAAA... name`) signed."""

    def asked(said: bytes, signature: bytes) -> bool:
        try:
            line = regular.raw(key, LONGEST_LINE).decode("ascii").strip()
        except (OSError, UnicodeError):
            return False
        if not says_so(signature, line):  # a process for every forged head would wear the box out
            return False
        with tempfile.TemporaryDirectory() as folder:
            allowed, beside = Path(folder) / "allowed", Path(folder) / "signature"
            allowed.write_text(f'release namespaces="{NAMESPACE}" {line}\n', "ascii")
            beside.write_bytes(signature)
            words: list[str | Path] = [
                "ssh-keygen",
                "-Y",
                "verify",
                "-q",
                "-f",
                allowed,
                "-I",
                "release",
                "-n",
                NAMESPACE,
                "-s",
                beside,
            ]
            return subprocess.run(words, input=said, capture_output=True, check=False).returncode == 0

    return asked
