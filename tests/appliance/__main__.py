"""`make appliance`: rehearse everything, print the time that each act took, and end at the first broken promise."""

import argparse
import os
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.appliance import arm, cards, debian, wheels
from tests.appliance.acts import EVENING, Figures
from tests.appliance.box import Box
from tests.appliance.card_acts import Given
from tests.appliance.installing import (
    goes_back_from_a_version_that_does_not_start,
    installs_from_the_working_tree,
    is_taken_off,
    is_updated_in_mid_game,
)
from tests.appliance.living import live, say, watched
from tests.appliance.machine import Machine

TOOLS: Final = {
    "mmdebstrap": "mmdebstrap", "qemu-system-x86_64": "qemu-system-x86", arm.EMULATOR: "qemu-user-static",
    "mkfs.ext4": "e2fsprogs",
}  # fmt: skip
"""Each command, with the Debian package that contains it."""
CARD_TOOLS: Final = {
    "qemu-system-aarch64": "qemu-system-arm", "mcopy": "mtools", "xz": "xz-utils", "ssh": "openssh-client",
    "mksquashfs": "squashfs-tools", "mmdebstrap": "mmdebstrap", "debugfs": "e2fsprogs", "sfdisk": "fdisk",
    "fdtput": "device-tree-compiler", "mkfs.vfat": "dosfstools",
}  # fmt: skip
Act = Callable[[Box, Figures], None]
ACTS: Final[tuple[Act, ...]] = (
    installs_from_the_working_tree,
    *EVENING,
    is_updated_in_mid_game,
    goes_back_from_a_version_that_does_not_start,
    is_taken_off,
)
ARM64: Final = "installs_on_arm64"


def main() -> None:
    parser = argparse.ArgumentParser(prog="make appliance", description=__doc__)
    parser.add_argument("--until", metavar="ACT", help="stop after this one", choices=[act.__name__ for act in ACTS])
    parser.add_argument("--arm64", action="store_true", help="only the installation on arm64")
    parser.add_argument("--image", type=Path, metavar="FILE", help="a card made by `make image`: its acts instead")
    parser.add_argument("--update", type=Path, metavar="FILE", help="an update that the card takes")
    parser.add_argument("--key", type=Path, metavar="FILE", help="the secret half of the key that the card trusts")
    parser.add_argument("--board", choices=cards.BOARDS, help="in this machine alone, not in one after the other")
    parser.add_argument("--act", metavar="ACT", help="this one alone, or several", action="append", default=[])
    options = parser.parse_args()
    signs = bool(options.update and options.key)
    there = cards.names(options.board, signs) if options.image else [act.__name__ for act in ACTS]
    if unknown := [name for name in options.act if name not in there]:
        needs = "" if signs else "; acts with an update need --update and --key" if options.image else ""
        parser.error(f"no such act here: {', '.join(unknown)}. There are: {', '.join(there)}{needs}")
    _needs(CARD_TOOLS if options.image else TOOLS)
    debian.CACHE.mkdir(parents=True, exist_ok=True)
    figures: Figures = {}
    if options.image:
        cards.rehearse(options.image, Given(figures, options.update, options.key), options.board, options.act)
    else:
        names = [act.__name__ for act in ACTS]
        upto = ACTS[: names.index(options.until) + 1] if options.until else ACTS
        wanted = [act for act in upto if not options.act or act.__name__ in options.act]
        _rehearse_box(cards.with_needed(wanted, ACTS, 3), options.arm64, figures)
    for name, seconds in figures.items():
        print(f"{name}: {seconds:.0f} s")


def _rehearse_box(acts: Sequence[Act], arm64: bool, figures: Figures) -> None:
    with tempfile.TemporaryDirectory(dir=debian.CACHE, prefix="run-") as folder:
        share = Path(folder) / "share"
        wheels.copy_tree(share / "source")
        if not arm64:
            _rehearse(share, acts, figures)
        if arm64 or len(acts) == len(ACTS):
            _on_arm64(share, figures)


def _needs(tools: Mapping[str, str]) -> None:
    lacking = [package for command, package in tools.items() if shutil.which(command) is None]
    if lacking:
        sys.exit(f"for the rehearsal, first: apt-get install --no-install-recommends {' '.join(lacking)}")
    if os.getuid() != 0:
        sys.exit("the rehearsal makes a Debian with files of many users: run it as root")


def _rehearse(share: Path, acts: Sequence[Act], figures: Figures) -> None:
    made = debian.ready()
    wheels.fetch(share / "source", "x86_64", share / "wheels")
    disk, port = share.parent / "disk", _free_port()
    made.copy_disk(disk)
    machine = Machine(made, disk, share, port)
    box = Box(machine, port)
    with watched(machine):
        box.start()
        for act in acts:
            live(act, box, figures)


def _on_arm64(share: Path, figures: Figures) -> None:
    say(ARM64, (arm.__doc__ or "").partition("\n")[0])
    began = time.monotonic()
    arm.rehearse(share / "source", wheels.fetch(share / "source", "aarch64", share / "wheels-arm64"))
    figures["installed and played on arm64"] = time.monotonic() - began


def _free_port() -> int:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


if __name__ == "__main__":
    main()
