"""Builds a card's bench with Debian's cross compiler and the headers of the card's kernel."""

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.appliance import debian
from tests.appliance.debian import CACHE, GUEST

TOOLS: Final = ("gcc-aarch64-linux-gnu", "make", "xz-utils")
TRIXIE: Final = tuple(f"deb http://deb.debian.org/debian {suite} main" for suite in ("trixie", "trixie-backports"))


def bench(release: str) -> Path:
    """Return a folder with the modules that this kernel release lacks, and busybox for a phone.

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
    _bootstrap(root, release.removesuffix("-arm64"))
    headers = f"/usr/src/linux-headers-{release}"
    subprocess.run([GUEST / "modules.sh", root, headers, "arm64", "aarch64-linux-gnu-"], check=True)
    made.mkdir()
    for module in root.glob("root/modules/*.ko"):
        shutil.copy(module, made)
    shutil.copy(next(root.glob("srv/**/bin/busybox")), made)
    return made


def _bootstrap(root: Path, release: str) -> None:
    """Make a Debian with the compiler, and unpack the headers of a kernel for arm64 into it.

    The packages of the other architecture are not set up, because nothing here needs their dependencies.
    """
    suite, sources, of_kernel = _parts(release)
    headers = f"linux-headers-{release}-arm64:arm64 linux-headers-{release}-common"
    other = "dpkg --add-architecture arm64 && apt-get update -qq && cd /tmp && "
    other += f"apt-get download -qq {headers} busybox-static:arm64"
    unpack = (
        'for file in "$1"/tmp/linux*.deb; do dpkg-deb --fsys-tarfile "$file" | tar -x --keep-directory-symlink -C "$1"; done'
    )
    options = [f"--customize-hook=chroot \"$1\" sh -c '{other}'", f"--customize-hook={unpack}"]
    options.append('--customize-hook=dpkg-deb -x "$1"/tmp/busybox*.deb "$1/srv"')
    words = ["mmdebstrap", "--quiet", "--variant=apt", *options, f"--include={','.join((*TOOLS, *of_kernel))}"]
    subprocess.run([*words, suite, str(root), *sources], check=True)


def _parts(release: str) -> tuple[str, Sequence[str], Sequence[str]]:
    """Return the Debian of this kernel, its sources, and the packages for building a module.

    Bookworm's kernel also lacks the simulator of pins, so its source is needed.
    """
    if release.endswith("+deb13"):
        return "trixie", TRIXIE, (f"linux-kbuild-{release}",)
    return debian.RELEASE, debian.SOURCES, ("linux-source-6.1", "linux-kbuild-6.1")
