"""The files for installing a box without internet, made as docs/install.md says, for each kind of machine."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.appliance.debian import CACHE

TREE: Final = Path(__file__).parents[2]
PLATFORMS: Final = ("manylinux_2_34", "manylinux_2_28", "manylinux2014")


def copy_tree(to: Path) -> Path:
    """Copy the working tree: all files that git tracks, and all new ones that it does not ignore. Return the copy."""
    listed = subprocess.run(
        ["git", "-C", TREE, "ls-files", "-z", "--cached", "--others", "--exclude-standard"], check=True, capture_output=True
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (TREE / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(TREE / name, to / name)
    return to


def fetch(tree: Path, machine: str, to: Path) -> Path:
    """Fetch wheels of all packages for Python 3.11 on this kind of machine. The cache keeps them."""
    kept = CACHE / f"wheels-{machine}"
    kept.mkdir(parents=True, exist_ok=True)
    pip = [sys.executable, "-m", "pip", "-qq", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "-w", to, tree], check=True)
    platforms = [word for name in PLATFORMS for word in ("--platform", f"{name}_{machine}")]
    subprocess.run(
        [*pip, "download", "-d", to, "--find-links", kept, "--require-hashes", "--only-binary=:all:",
         "--python-version", "3.11", "--implementation", "cp", *platforms, "-r", tree / "lock" / "pi.txt"],
        check=True,
    )  # fmt: skip
    for wheel in to.glob("*.whl"):
        if not wheel.name.startswith("table_companion-"):
            shutil.copy(wheel, kept)
    return to
