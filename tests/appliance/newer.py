"""A newer emulator than this machine has: that of the next Debian, in a folder of its own, as a program and nothing else."""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from tests.appliance.debian import CACHE

EMULATOR: Final = "qemu-system-aarch64"
NEEDS: Final = 10
"""QEMU's version: older ones have no I2C in their Raspberry Pi 3, and it resets."""
RELEASE: Final = "trixie"
SOURCE: Final = f"deb http://deb.debian.org/debian {RELEASE} main"
MERGED: Final = "/usr/share/mmdebstrap/hooks/merged-usr"
"""Programs look for their loader in /lib64, which a package makes that the emulator does not need for anything else."""
WITHIN: Final = 'mkdir -p "$0$1" && mount --bind "$1" "$0$1" && shift && exec chroot "$0" "$@"'
"""For this one process alone, the folder of a card is at the same place in the emulator's own."""


def emulator(folder: Path) -> list[str]:
    """The words that start it; it sees what is in `folder`. Made now, where neither this machine nor the cache has one."""
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
    said = subprocess.run([EMULATOR, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"version (\d+)", said)
    return int(found[1]) if found else 0


def _make(root: Path) -> Path:
    words = ["mmdebstrap", "--quiet", "--variant=extract", f"--hook-dir={MERGED}", "--include=qemu-system-arm"]
    subprocess.run([*words, RELEASE, str(root), SOURCE], check=True)
    return root
