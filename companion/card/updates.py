"""An update as a file: its manifest, a signature of the manifest, and the packed version.

    table-companion update 1
    {"number": 1764000000, "version": "0.9.0", "suite": "bookworm", "card": 1, "size": 31457280, "sha256": "..."}
    -----BEGIN SSH SIGNATURE-----
    ...
    -----END SSH SIGNATURE-----
    the packed version, `size` bytes

OpenSSH signs the line of JSON (`ssh-keygen -Y sign`, PROTOCOL.sshsig). The hash in that line covers the packed version.
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
"""The number of the card's system, which an update needs. It grows when that system changes."""
LONGEST_LINE: Final = 4096
LINES_OF_SIGNATURE: Final = 64
MIB: Final = 1 << 20

Signed = Callable[[bytes, bytes], bool]
"""Returns True if the second argument is a signature of the first, made with the key that signs updates."""


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The facts about an update."""

    number: int
    """The second in which its source was made. A newer update has a larger number."""
    version: str
    suite: str
    """The name of the Debian that it was made for."""
    card: int
    size: int
    """The size of the packed version in bytes."""
    sha256: str
    """The hash of the packed version, in hexadecimal."""


def read_manifest(file: BinaryIO, signed: Signed) -> Manifest:
    """Return the manifest of an update after checking its signature. `file` is then at the packed version. Raises
    Refused."""
    if file.readline(LONGEST_LINE) != FIRST_LINE:
        raise Refused("card.update.not_one")
    first_line = file.readline(LONGEST_LINE)
    signature = b""
    for _ in range(LINES_OF_SIGNATURE):
        signature += (line := file.readline(LONGEST_LINE))
        if line == LAST_OF_SIGNATURE:
            break
    if not signed(first_line, signature):
        raise Refused("card.update.forged")
    try:
        return msgspec.json.decode(first_line, type=Manifest)
    except msgspec.MsgspecError:
        raise Refused("card.update.other") from None


def check_fits(manifest: Manifest, suite: str, own: int, known: frozenset[int], failed: frozenset[int]) -> None:
    """Raise Refused unless the update is newer than all that are known, and made for a card like this one. `own` is the
    number of the card's own version."""
    if manifest.number in failed:
        raise Refused("card.update.failed")
    if manifest.number in known or manifest.number == own:
        raise Refused("card.update.here")
    if manifest.number < max(own, *known, 0):
        raise Refused("card.update.older")
    if manifest.suite != suite or manifest.card != CARD:
        raise Refused("card.update.other")


def copy(file: BinaryIO, manifest: Manifest, to: BinaryIO) -> None:
    """Copy the packed version and check its hash. Raises Refused if it is not what was signed, and OSError."""
    left, seen = manifest.size, hashlib.sha256()
    while left and (part := file.read(min(left, MIB))):
        seen.update(part)
        to.write(part)
        left -= len(part)
    if left or file.read(1) or seen.hexdigest() != manifest.sha256:
        raise Refused("card.update.broken")


def names_key(signature: bytes, key: str) -> bool:
    """Return True if the signature names this key (`ssh-ed25519 AAAA... name`) and the purpose of an update
    (PROTOCOL.sshsig). This is not yet a proof."""
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
    """Return a check by OpenSSH with the one key in this file (`ssh-ed25519 AAAA... name`)."""

    def is_signed(content: bytes, signature: bytes) -> bool:
        try:
            line = regular.raw(key, LONGEST_LINE).decode("ascii").strip()
        except (OSError, UnicodeError):
            return False
        if not names_key(signature, line):  # a forged head must not cost the box a process
            return False
        with tempfile.TemporaryDirectory() as folder:
            allowed, beside = Path(folder) / "allowed", Path(folder) / "signature"
            allowed.write_text(f'release namespaces="{NAMESPACE}" {line}\n', "ascii")
            beside.write_bytes(signature)
            verify: list[str | Path] = ["ssh-keygen", "-Y", "verify", "-q", "-f", allowed, "-I", "release"]
            command = [*verify, "-n", NAMESPACE, "-s", beside]
            return subprocess.run(command, input=content, capture_output=True, check=False).returncode == 0

    return is_signed
