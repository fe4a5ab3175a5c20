"""Builds a card's bench with Debian's cross compiler and the headers of the card's kernel."""

import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from tests.appliance.debian import CACHE, GUEST, RELEASE, SOURCES

TOOLS: Final = ("gcc-aarch64-linux-gnu", "make", "xz-utils", "linux-source-6.1", "linux-kbuild-6.1")
BUILT: Final = ("pins.ko", "display.ko")


def bench(release: str) -> Path:
    """Return a folder with the two modules for this kernel release, and busybox for a phone.

    The folder is made now if the cache has none.
    """
    folder = CACHE / f"bench-{release}"
    if not folder.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as name:
            _make(Path(name), release).rename(folder)
    return folder


def _make(work: Path, release: str) -> Path:
    root, made = work / "root", work / "bench"
    _bootstrap(root, (f"linux-headers-{release}:arm64", f"linux-headers-{release.removesuffix('-arm64')}-common"))
    headers = f"/usr/src/linux-headers-{release}"
    subprocess.run([GUEST / "modules.sh", root, headers, "arm64", "aarch64-linux-gnu-"], check=True)
    made.mkdir()
    for name in BUILT:
        shutil.copy(root / "root" / "modules" / name, made)
    shutil.copy(root / "srv" / "bin" / "busybox", made)
    return made


def _bootstrap(root: Path, headers: tuple[str, ...]) -> None:
    """Make a Debian with the compiler, and unpack these headers into it.

    The packages of the other architecture are not set up, because nothing here needs their dependencies.
    """
    other = "dpkg --add-architecture arm64 && apt-get update -qq && cd /tmp && "
    other += f"apt-get download -qq {' '.join(headers)} busybox-static:arm64"
    unpack = (
        'for file in "$1"/tmp/linux*.deb; do dpkg-deb --fsys-tarfile "$file" | tar -x --keep-directory-symlink -C "$1"; done'
    )
    options = [f"--customize-hook=chroot \"$1\" sh -c '{other}'", f"--customize-hook={unpack}"]
    options.append('--customize-hook=dpkg-deb -x "$1"/tmp/busybox*.deb "$1/srv"')
    words = ["mmdebstrap", "--quiet", "--variant=apt", *options, f"--include={','.join(TOOLS)}"]
    subprocess.run([*words, RELEASE, str(root), *SOURCES], check=True)
