"""Prints names of the kernel's modules.

    modules.py ROOT          those that the kernel needs before it can read the card, for /etc/initramfs-tools/modules:
                             the drivers of what the boards' device trees name, and of an emulator's disk
    modules.py ROOT spared   the files, below ROOT, that no board of the card and no emulator needs

Debian's own choice is all that any machine may need. It takes ten minutes of emulation, half of the memory of a Zero 2
W, and a quarter of the card.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

BOARDS = ("bcm2710*.dtb", "bcm2711*.dtb", "bcm2712*.dtb", "bcm2837*.dtb")
TREES = ("usr/lib/linux-image-*", "usr/lib/modules/*/dtb")
"""The folders in which a kernel brings device trees: before Linux 7, and since."""
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
    "squashfs", "ext4", "vfat", "nls_cp437", "nls_ascii", "crc32c_generic",
    "mmc_block", "sdhci_iproc", "bcm2835", "gpio_regulator", "fixed", "virtio_blk", "virtio_pci", "virtio_mmio",
)  # fmt: skip
KEPT = (
    *(f"drivers/{room}" for room in ROOMS), "arch/", "block/", "crypto/", "lib/", "mm/",
    # the card and sticks
    "fs/autofs", "fs/exfat", "fs/ext4", "fs/fat", "fs/nls", "fs/ntfs", "fs/overlayfs", "fs/squashfs", "drivers/block/loop",
    "drivers/block/virtio", "drivers/scsi/sd_mod", "drivers/usb/storage",
    # networks: the Wi-Fi and cables of all boards, USB adapters for cables, the box's own Wi-Fi with its addresses
    "net/802", "net/bridge", "net/core", "net/ipv4", "net/ipv6", "net/llc", "net/mac80211", "net/netfilter", "net/packet",
    "net/rfkill", "net/sched", "net/unix", "net/wireless", "drivers/net/dummy", "drivers/net/mdio", "drivers/net/phy",
    "drivers/net/tun", "drivers/net/usb", "drivers/net/veth", "drivers/net/ethernet/broadcom/genet",
    "drivers/net/ethernet/cadence", "drivers/net/wireless/broadcom",
    # the board itself
    "drivers/base", "drivers/char/hw_random", "drivers/cpufreq", "drivers/hwmon/raspberrypi", "drivers/irqchip",
    "drivers/leds", "drivers/mfd", "drivers/misc/rp1", "drivers/nvmem", "drivers/phy/broadcom", "drivers/power/reset",
    "drivers/ptp", "drivers/rtc/rtc-rpi", "drivers/spi", "drivers/thermal", "drivers/tty/serial", "drivers/usb/common",
    "drivers/usb/core", "drivers/usb/dwc2", "drivers/usb/dwc3", "drivers/usb/host", "drivers/usb/misc/onboard",
    "drivers/usb/phy", "drivers/usb/roles", "drivers/virtio", "drivers/watchdog",
    # an emulator's, and the rehearsal's pins, radios and hand
    "fs/configfs", "drivers/char/virtio_console", "drivers/net/virtio", "drivers/net/wireless/mac80211_hwsim",
    "drivers/net/wireless/virtual",
)  # fmt: skip
"""The beginnings of the paths of modules that stay on the card. The modules that these need stay, too."""
COMPATIBLE = re.compile(rb"[A-Za-z0-9][A-Za-z0-9.+-]*,[A-Za-z0-9._+-]+(?=\0)")


def main() -> None:
    root = Path(sys.argv[1])
    modules = next(root.glob("usr/lib/modules/*"))
    if sys.argv[2:] == ["spared"]:
        print("\n".join(str(modules.relative_to(root) / module) for module in _spared(modules)))
        return
    named = {word.decode() for tree in _trees(root) for word in COMPATIBLE.findall(tree.read_bytes())}
    where = dict(_places(modules))
    wanted = {name for name in _drivers(modules, named) if where.get(name, "").startswith(ROOMS)}
    print("\n".join(sorted(wanted | {name for name in ALWAYS if name in where})))


def _spared(modules: Path) -> list[str]:
    """Return the paths, below the folder of modules, of those that can go."""
    lines = (line.partition(":") for line in (modules / "modules.dep").read_text().splitlines())
    needs = {module: others.split() for module, _, others in lines}
    kept = {module for module in needs if module.removeprefix("kernel/").startswith(KEPT)}
    kept |= {other for module in kept for other in needs[module]}  # depmod names those that are needed indirectly, too
    return sorted(needs.keys() - kept)


def _trees(root: Path) -> list[Path]:
    return [tree for folder in TREES for pattern in BOARDS for tree in root.glob(f"{folder}/broadcom/{pattern}")]


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
