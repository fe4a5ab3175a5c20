"""A newer emulator than this machine may have: that of the next Debian, unpacked into a folder of its own."""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from tests.appliance.debian import CACHE

EMULATOR: Final = "qemu-system-aarch64"
NEEDS: Final = 10
"""The lowest version of QEMU that works. In older ones the Raspberry Pi 3 has no I2C, and the machine resets."""
RELEASE: Final = "trixie"
SOURCE: Final = f"deb http://deb.debian.org/debian {RELEASE} main"
MERGED: Final = "/usr/share/mmdebstrap/hooks/merged-usr"
"""A hook that makes /lib64, where programs look for their loader. The emulator's packages alone do not make it."""
WITHIN: Final = 'mkdir -p "$0$1" && mount --bind "$1" "$0$1" && shift && exec chroot "$0" "$@"'
"""Mounts the card's folder at the same place in the emulator's root, for this one process."""


def emulator(folder: Path) -> list[str]:
    """Return the command that starts the emulator. The emulator can read `folder`.

    The emulator is unpacked now if neither this machine nor the cache has one.
    """
    if _version() >= NEEDS:
        return [EMULATOR]
    root = CACHE / f"qemu-{RELEASE}"
    if not root.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as name:
            _make(Path(name) / "root").rename(root)
    return ["unshare", "--mount", "sh", "-c", WITHIN, str(root), str(folder), EMULATOR]


def _version() -> int:
    if shutil.which(EMULATOR) is None:
        return 0
    result = subprocess.run([EMULATOR, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"version (\d+)", result)
    return int(found[1]) if found else 0


def _make(root: Path) -> Path:
    words = ["mmdebstrap", "--quiet", "--variant=extract", f"--hook-dir={MERGED}", "--include=qemu-system-arm"]
    subprocess.run([*words, RELEASE, str(root), SOURCE], check=True)
    return root
