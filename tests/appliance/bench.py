"""A card on a bench: an emulated machine with the header's pins, a display and radios, all in memory.

The card and its system do not change. A second archive after its initramfs adds the bench's files during the start.
"""

import subprocess
from pathlib import Path
from typing import Final

from tests.appliance import workshop
from tests.appliance.archive import behind
from tests.appliance.debian import GUEST
from tests.appliance.flashed import Flashed
from tests.appliance.hand import Hand, InHand

LAST_STEPS: Final = "scripts/init-bottom"
"""A folder of the card's initramfs. Only the script that ends udev is in it."""
WATCHDOG: Final = 60
"""The watchdog's seconds on the bench. On a Pi it has 14 (systemd/image/card)."""
ORDER: Final = f"""/{LAST_STEPS}/udev "$@"
[ -e /conf/param.conf ] && . /conf/param.conf
/{LAST_STEPS}/bench "$@"
"""


class OnBench(InHand, Flashed):
    """A card in an arm64 machine with the parts that a Pi has on its header."""

    def __init__(self, image: Path, folder: Path, port: int) -> None:
        super().__init__(image, folder, port)
        self._hand = Hand(self.disk)
        made = workshop.bench(self._release())
        self._initrd().write_bytes(behind(super()._initrd().read_bytes(), _beside(made)))

    def wishes(self, words: str) -> None:
        self.says(words)  # this machine has pins

    def start(self) -> None:
        super().start()
        self._hand.take()

    def cut_power(self) -> None:
        if self._qemu is not None:
            super().cut_power()
            self._hand.let_go()

    def cut_power_in_a_copy(self, copy: Path) -> None:
        """Copy the card as a power cut would leave it now. The machine runs on."""
        with self._hand.held_still():
            subprocess.run(["cp", "--sparse=always", self.disk, copy], check=True)

    def _release(self) -> str:
        """Return the release of the kernel on the card."""
        (kernel,) = [name for name in self._fat() if name.startswith("vmlinuz-")]
        return kernel.removeprefix("vmlinuz-")

    def _initrd(self) -> Path:
        return self._folder / "initrd.bench"

    def _machine(self) -> list[str]:
        return [*super()._machine(), *self._hand.words()]


class WithUsb(OnBench):
    """A bench with a USB port for a stick."""

    def plug_stick(self, stick: Path) -> None:
        """Plug the stick in. It stays in until the machine is off."""
        self._hand.plug_stick(stick)

    def _machine(self) -> list[str]:
        return [*super()._machine(), "-device", "qemu-xhci,id=usb"]


class WithWatchdog(OnBench):
    """A bench with a watchdog, like a Pi's. It waits longer, because an emulated machine is slow."""

    def _machine(self) -> list[str]:
        return [*super()._machine(), "-device", "i6300esb", "-action", "watchdog=reset"]

    def _line(self) -> str:
        return f"{super()._line()} systemd.watchdog_sec={WATCHDOG}"


def _beside(made: Path) -> dict[str, bytes]:
    """Return the files of the second archive, by their paths in the initramfs."""
    files = {f"bench/source/tests/appliance/guest/{file.name}": file.read_bytes() for file in GUEST.iterdir()}
    files |= {f"bench/modules/{file.name}": file.read_bytes() for file in made.glob("*.ko")}
    files["bench/bin/busybox"] = (made / "busybox").read_bytes()
    files[f"{LAST_STEPS}/bench"] = (GUEST / "beside.sh").read_bytes()
    files[f"{LAST_STEPS}/ORDER"] = ORDER.encode()
    return files
