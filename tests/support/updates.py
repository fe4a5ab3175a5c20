"""Updates as they are made, by a key of the test's own (systemd/image/parts.sh does the same for a real one)."""

import hashlib
import subprocess
from pathlib import Path

import msgspec

from companion.card.updates import FIRST_LINE, NAMESPACE, Manifest


def new_key(folder: Path) -> Path:
    """Return a secret key; beside it the public half."""
    key = folder / "release"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "release", "-f", key], check=True)
    return key


def manifest(packed: bytes, **said: object) -> Manifest:
    """Return the manifest of an update with this packed version, with the changes of `said`."""
    usual = {"number": 200, "version": "0.9", "suite": "bookworm", "card": 1, "size": len(packed)}
    return msgspec.convert({**usual, "sha256": hashlib.sha256(packed).hexdigest(), **said}, Manifest)


def signed(key: Path, said: bytes, namespace: str = NAMESPACE) -> bytes:
    """Return the head of an update that says this of itself."""
    words = ["ssh-keygen", "-Y", "sign", "-q", "-f", key, "-n", namespace]
    return FIRST_LINE + said + subprocess.run(words, input=said, capture_output=True, check=True).stdout


def update(key: Path, packed: bytes, **said: object) -> bytes:
    """Return a whole one."""
    return signed(key, msgspec.json.encode(manifest(packed, **said)) + b"\n") + packed
