"""Makes updates, signed with a key of the test's own (systemd/image/parts.sh makes real ones in the same way)."""

import hashlib
import subprocess
from pathlib import Path

import msgspec

from companion.card.updates import FIRST_LINE, NAMESPACE, Manifest


def new_key(folder: Path) -> Path:
    """Make a key in the folder. Return the file of its secret half, which has the public half beside it."""
    key = folder / "release"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "release", "-f", key], check=True)
    return key


def manifest(packed: bytes, **fields: object) -> Manifest:
    """Return the manifest of an update with this packed version. `fields` replace its usual ones."""
    usual = {"number": 200, "version": "0.9", "suite": "bookworm", "card": 1, "size": len(packed)}
    return msgspec.convert({**usual, "sha256": hashlib.sha256(packed).hexdigest(), **fields}, Manifest)


def signed(key: Path, content: bytes, namespace: str = NAMESPACE) -> bytes:
    """Return the head of an update with this signed manifest."""
    words = ["ssh-keygen", "-Y", "sign", "-q", "-f", key, "-n", namespace]
    return FIRST_LINE + content + subprocess.run(words, input=content, capture_output=True, check=True).stdout


def update(key: Path, packed: bytes, **fields: object) -> bytes:
    """Return a whole update."""
    return signed(key, msgspec.json.encode(manifest(packed, **fields)) + b"\n") + packed
