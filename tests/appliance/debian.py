"""A bootable Debian. mmdebstrap makes it once, the cache keeps it, and each rehearsal copies it."""

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

CACHE: Final = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "table-companion-appliance"
GUEST: Final = Path(__file__).parent / "guest"
RELEASE: Final = "bookworm"
SOURCES: Final = (
    "deb http://deb.debian.org/debian bookworm main",
    "deb http://deb.debian.org/debian-security bookworm-security main",
)
PACKAGES: Final = (
    "systemd-sysv", "udev", "dbus", "kmod", "iproute2", "initramfs-tools", "linux-image-amd64", "python3",
    "python3-venv", "xfonts-efont-unicode", "avahi-daemon", "network-manager", "dnsmasq-base", "iw",
    "wpasupplicant", "busybox",
)  # fmt: skip
"""The packages of Raspberry Pi OS, those that `systemd/install.sh` would fetch, and a phone's side of a Wi-Fi."""
WORKSHOP: Final = ("linux-headers-amd64", "linux-source-6.1", "gcc", "make", "xz-utils")
SIZE: Final = "3G"
BUILT_IN: Final = ("build.sh", "modules.sh", "display.c", "rehearsal.service", "rehearsal-bench.service", "companion.conf")
"""The files of `guest` that are on the disk. The others are read from the working tree."""


@dataclass(frozen=True)
class Debian:
    """The files from which an emulator boots."""

    kernel: Path
    initrd: Path
    disk: Path

    def copy_disk(self, to: Path) -> None:
        subprocess.run(["cp", "--sparse=always", self.disk, to], check=True)


def ready() -> Debian:
    """Return the Debian of the cache, and make it now if the cache has none."""
    folder = CACHE / f"debian-{_fingerprint()}"
    found = Debian(folder / "vmlinuz", folder / "initrd.img", folder / "disk.ext4")
    if not found.disk.exists():
        _make(found)
    return found


def bootstrap(to: Path, packages: Sequence[str], *options: str) -> None:
    """Make a Debian in a folder. This needs root, because its files belong to many users."""
    subprocess.run(
        ["mmdebstrap", "--quiet", *options, f"--include={','.join(packages)}", RELEASE, str(to), *SOURCES], check=True
    )


def _make(wanted: Debian) -> None:
    wanted.disk.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        root = Path(folder) / "root"
        build = f'{GUEST / "build.sh"} "$1" {" ".join(WORKSHOP)}'
        bootstrap(root, (*PACKAGES, *WORKSHOP), "--variant=important", f"--customize-hook={build}")
        shutil.copy(next(root.glob("boot/vmlinuz-*")), wanted.kernel)
        shutil.copy(next(root.glob("boot/initrd.img-*")), wanted.initrd)
        made = Path(folder) / "disk.ext4"
        subprocess.run(["mkfs.ext4", "-q", "-d", root, made, SIZE], check=True)
        made.rename(wanted.disk)


def _fingerprint() -> str:
    """Return a fingerprint of everything that the disk is made from, without the packages' versions.

    Empty the cache to get new versions of the packages.
    """
    digest = hashlib.sha256(repr((RELEASE, SOURCES, PACKAGES, WORKSHOP, SIZE)).encode())
    for name in BUILT_IN:
        digest.update((GUEST / name).read_bytes())
    return digest.hexdigest()[:12]
