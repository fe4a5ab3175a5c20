"""The release key and the sums. OpenSSH signs: Debian, macOS and Windows have it."""

import hashlib
import subprocess
import tempfile
from pathlib import Path

from tests.release.refusals import Refused, printed

SUMS = "SHA256SUMS"
PUBLIC = "release.pub"
NAMESPACE = "table-companion-release"
"""The purpose of the signature. OpenSSH takes the signature for no other one."""


def unlock(key: Path, out: Path) -> str:
    """Give the key to this command's agent, which asks for its word. Write its public half into `out`, and return its
    fingerprint."""
    if not key.is_file():
        raise Refused(f"There is no key {key}. docs/release.md says how to make one.")
    printed("ssh-add", "-q", key, at=out, refusal=f"The key {key} cannot be read, or nobody was there to type its word.")
    public, *others = printed("ssh-add", "-L", at=out).splitlines()
    if others:
        raise Refused("The agent has other keys, too. `make release` starts one that has none.")
    (out / PUBLIC).write_text(public + "\n", "utf-8")
    return printed("ssh-keygen", "-l", "-f", PUBLIC, at=out).split()[1]


def add_sums(out: Path) -> None:
    """Write the SHA-256 of every file in `out`, and the signature of these sums."""
    files = sorted(file for file in out.iterdir() if file.name not in (SUMS, f"{SUMS}.sig"))
    (out / SUMS).write_text("".join(f"{digest(file)}  {file.name}\n" for file in files), "utf-8")
    printed("ssh-keygen", "-Y", "sign", "-q", "-f", PUBLIC, "-n", NAMESPACE, SUMS, at=out)
    check(out / SUMS, out / PUBLIC)


def digest(file: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def check(sums: Path, public: Path) -> None:
    """Raises Refused unless this key signed these sums, and the files beside them have these sums."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8") as allowed, sums.open("rb") as opened:
        allowed.write(f"release {public.read_text('utf-8')}")
        allowed.flush()
        proof = ["ssh-keygen", "-Y", "verify", "-f", allowed.name, "-I", "release", "-n", NAMESPACE, "-s", f"{sums}.sig"]
        if subprocess.run(proof, stdin=opened, capture_output=True, check=False).returncode:
            raise Refused(f"{sums.name}: the key of this release did not sign it.")
    for line in sums.read_text("utf-8").splitlines():
        sum_, name = line.split("  ", 1)
        if digest(sums.parent / name) != sum_:
            raise Refused(f"{name} is not the file that {sums.name} names.")
