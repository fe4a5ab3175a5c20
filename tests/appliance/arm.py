"""The companion installs from wheels alone, and plays on the Pi's own architecture.

A rehearsal without a Pi can do no more: an emulator runs the programs of a Debian for arm64, one by one. This machine does
not change, because no foreign programs are registered with its kernel. So packages are unpacked but not set up, and a
program that starts others cannot run. Pip and the companion start none.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.appliance.debian import CACHE, bootstrap
from tests.appliance.waiting import Failed

EMULATOR: Final = "qemu-aarch64-static"
PACKAGES: Final = ("python3", "python3-venv", "python3-pip")
COMPILED: Final = ("uvloop", "httptools", "msgspec", "PIL._imaging", "lgpio")
FRONT_ENDS: Final = ("web", "hardware")
OF_A_HALL: Final = "hall"
"""The package with dependencies that a box does not have."""
RECORDS: Final = "companion/games/bali/playthroughs"


def rehearse(tree: Path, wheels: Path) -> None:
    """Install and play one game on arm64. Raises Failed if the game ends differently there than here."""
    with tempfile.TemporaryDirectory(dir=CACHE, prefix="arm64-") as folder:
        root = Path(folder) / "root"
        _install(root, tree, wheels)
        loads = f"import {', '.join((*COMPILED, *_ours(tree)))}, platform; print(platform.machine())"
        assert _run(root, "/box/bin/python", "-c", loads) == "aarch64\n"
        record = sorted((tree / RECORDS).glob("*.jsonl"))[0]
        shutil.copy(record, root)
        there = _run(root, "/box/bin/python", "/box/bin/companion", "replay", f"/{record.name}", "--json")
        if there != (here := _replayed(record)):
            raise Failed(f"on arm64 {record.name} ends so: {there}; here: {here}")


def _ours(tree: Path) -> Iterator[str]:
    """Yield every module of the front ends. Together they import all compiled packages."""
    for front in FRONT_ENDS:
        for file in sorted((tree / front).rglob("*.py")):
            parts = file.relative_to(tree).with_suffix("").parts
            if OF_A_HALL not in parts and parts[-1] != "__init__":
                yield ".".join(parts)


def _install(root: Path, tree: Path, wheels: Path) -> None:
    """Install the companion into a virtual environment, as the installer does."""
    bootstrap(root, PACKAGES, "--variant=extract", "--architectures=arm64")
    shutil.copy(shutil.which(EMULATOR) or EMULATOR, root / EMULATOR)
    shutil.copytree(wheels, root / "wheels")
    shutil.copy(tree / "lock" / "pi.txt", root)
    _run(root, "/usr/bin/python3", "-m", "venv", "--without-pip", "/box")
    pip = ("/box/bin/python", "/usr/lib/python3/dist-packages/pip", "-q", "install", "--no-index", "--find-links", "/wheels")
    _run(root, *pip, "--only-binary=:all:", "--require-hashes", "-r", "/pi.txt")
    _run(root, *pip, "--only-binary=:all:", "--no-deps", "table-companion")


def _run(root: Path, program: str, *words: str) -> str:
    """Run a program in `root` by the emulator, and return its output. Raises Failed if the program fails."""
    done = subprocess.run(["chroot", root, f"/{EMULATOR}", program, *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failed(f"{program} {' '.join(words)}: {done.stderr[-2000:]}")
    return done.stdout


def _replayed(record: Path) -> str:
    command = [sys.executable, "-m", "companion", "replay", str(record), "--json"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
