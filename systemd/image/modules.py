"""Prints the modules that the kernel must have before it can read the card, for /etc/initramfs-tools/modules: the drivers of
what the boards' device trees name, and of an emulator's disk.

    modules.py ROOT

Debian's own choice, which is all that any machine may need, takes ten minutes of emulation and half of the memory of a Zero
2 W.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

BOARDS = ("bcm2710*.dtb", "bcm2711*.dtb", "bcm2712*.dtb", "bcm2837*.dtb")
ROOMS = (
    "clk",
    "dma",
    "firmware",
    "gpio",
    "i2c",
    "mailbox",
    "mmc",
    "pci",
    "pinctrl",
    "regulator",
    "reset",
    "soc",
    "bus",
    "pwm",
)
"""The folders of drivers that a card's controller may need. Sound, picture and network are not among them."""
ALWAYS = (
    "squashfs", "ext4", "crc32c_generic", "mmc_block", "sdhci_iproc", "bcm2835", "gpio_regulator", "fixed",
    "virtio_blk", "virtio_pci", "virtio_mmio",
)  # fmt: skip
COMPATIBLE = re.compile(rb"[A-Za-z0-9][A-Za-z0-9.+-]*,[A-Za-z0-9._+-]+(?=\0)")


def main() -> None:
    root = Path(sys.argv[1])
    modules = next(root.glob("usr/lib/modules/*"))
    named = {word.decode() for tree in _trees(root) for word in COMPATIBLE.findall(tree.read_bytes())}
    where = dict(_places(modules))
    wanted = {name for name in _drivers(modules, named) if where.get(name, "").startswith(ROOMS)}
    print("\n".join(sorted(wanted | {name for name in ALWAYS if name in where})))


def _trees(root: Path) -> list[Path]:
    return [tree for pattern in BOARDS for tree in root.glob(f"usr/lib/linux-image-*/broadcom/{pattern}")]


def _places(modules: Path) -> Iterator[tuple[str, str]]:
    """Yield each module's name, and its path below the folder `drivers`."""
    for file in modules.rglob("*.ko*"):
        yield file.name.split(".")[0].replace("-", "_"), str(file.relative_to(modules)).partition("drivers/")[2]


def _drivers(modules: Path, named: set[str]) -> Iterator[str]:
    """Yield the names of the modules that drive a device of one of these names."""
    for line in (modules / "modules.alias").read_text().splitlines():
        words = line.split()
        if words[0] == "alias" and (found := re.fullmatch(r"of:N\*T\*C(.+?)(C\*)?", words[1])) and found[1] in named:
            yield words[2]


main()
