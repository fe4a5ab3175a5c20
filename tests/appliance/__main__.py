"""`make appliance`: rehearses everything, says how long it took, and ends at the first thing that is not as promised."""

import argparse
import os
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

from tests.appliance import arm, board, card_acts, debian, wheels
from tests.appliance.acts import ACTS, Figures
from tests.appliance.box import Box
from tests.appliance.card_acts import Given
from tests.appliance.flashed import Flashed, free_ports, unpacked
from tests.appliance.machine import Machine

TOOLS: Final = {
    "mmdebstrap": "mmdebstrap", "qemu-system-x86_64": "qemu-system-x86", arm.EMULATOR: "qemu-user-static",
    "mkfs.ext4": "e2fsprogs",
}  # fmt: skip
"""Commands, and Debian's packages that have them."""
CARD_TOOLS: Final = {
    "qemu-system-aarch64": "qemu-system-arm", "mcopy": "mtools", "xz": "xz-utils", "ssh": "openssh-client",
    "mksquashfs": "squashfs-tools",
}  # fmt: skip
Card = TypeVar("Card", bound=Flashed)
ARM64: Final = "installs_on_arm64"


def main() -> None:
    parser = argparse.ArgumentParser(prog="make appliance", description=__doc__)
    parser.add_argument("--until", metavar="ACT", help="stop after this one", choices=[act.__name__ for act in ACTS])
    parser.add_argument("--arm64", action="store_true", help="only the installation on arm64")
    parser.add_argument("--image", type=Path, metavar="FILE", help="a card made by `make image`: its acts instead")
    parser.add_argument("--update", type=Path, metavar="FILE", help="an update that the card takes")
    parser.add_argument("--key", type=Path, metavar="FILE", help="the secret half of the key that the card trusts")
    said = parser.parse_args()
    _needs(CARD_TOOLS if said.image else TOOLS)
    debian.CACHE.mkdir(parents=True, exist_ok=True)
    figures: Figures = {}
    if said.image:
        _rehearse_card(said.image, Given(figures, said.update, said.key))
    else:
        _rehearse_box(said.until, said.arm64, figures)
    for name, seconds in figures.items():
        print(f"{name}: {seconds:.0f} s")


def _rehearse_box(last: str | None, arm64: bool, figures: Figures) -> None:
    with tempfile.TemporaryDirectory(dir=debian.CACHE, prefix="run-") as folder:
        share = Path(folder) / "share"
        wheels.copy_tree(share / "source")
        if not arm64:
            _rehearse(share, last, figures)
        if not last:
            _on_arm64(share, figures)


def _needs(tools: Mapping[str, str]) -> None:
    lacking = [package for command, package in tools.items() if shutil.which(command) is None]
    if lacking:
        sys.exit(f"for the rehearsal, first: apt-get install --no-install-recommends {' '.join(lacking)}")
    if os.getuid() != 0:
        sys.exit("the rehearsal makes a Debian with files of many users: run it as root")


def _rehearse(share: Path, until: str | None, figures: Figures) -> None:
    made = debian.ready()
    wheels.fetch(share / "source", "x86_64", share / "wheels")
    disk, port = share.parent / "disk", _free_port()
    made.copy_disk(disk)
    box = Box(Machine(made, disk, share, port), port)
    try:
        box.start()
        for act in ACTS:
            _say(act.__name__, act.__doc__)
            began = time.monotonic()
            act(box, figures)
            print(f"   so it is ({time.monotonic() - began:.0f} s)", flush=True)
            if act.__name__ == until:
                return
    except BaseException:
        print(f"the machine's console: {shutil.copy(box.machine.console, debian.CACHE / 'console')}", file=sys.stderr)
        raise
    finally:
        box.machine.cut_power()


def _rehearse_card(image: Path, given: Given) -> None:
    with tempfile.TemporaryDirectory(dir=debian.CACHE, prefix="card-") as name:
        folder = Path(name)
        flashed = unpacked(image, folder)
        acts = card_acts.ACTS if given.update and given.key else card_acts.ACTS_WITHOUT_UPDATE
        _rehearse_with(Flashed(flashed, _made(folder / "virt"), free_ports()), acts, given)
        if board.is_there():
            _rehearse_with(board.Board(flashed, _made(folder / "pi"), free_ports()), (card_acts.claims_a_pi_s_pins,), given)
        else:
            print(f"== not in a Raspberry Pi 3: that needs QEMU {board.NEEDS} and fdtput")


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def _rehearse_with(card: Card, acts: Sequence[Callable[[Card, Given], None]], given: Given) -> None:
    try:
        for act in acts:
            _say(act.__name__, act.__doc__)
            began = time.monotonic()
            act(card, given)
            print(f"   so it is ({time.monotonic() - began:.0f} s)", flush=True)
    except BaseException:
        print(f"the machine's console: {shutil.copy(card.console, debian.CACHE / 'console')}", file=sys.stderr)
        raise
    finally:
        card.cut_power()


def _on_arm64(share: Path, figures: Figures) -> None:
    _say(ARM64, (arm.__doc__ or "").partition("\n")[0])
    began = time.monotonic()
    arm.rehearse(share / "source", wheels.fetch(share / "source", "aarch64", share / "wheels-arm64"))
    figures["installed and played on arm64"] = time.monotonic() - began


def _say(name: str, promise: str | None) -> None:
    print(f"== {name.replace('_', ' ')}\n   {' '.join((promise or '').split())}", flush=True)


def _free_port() -> int:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


if __name__ == "__main__":
    main()
