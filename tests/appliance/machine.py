"""A virtual machine in which a rehearsal runs commands. It can be unplugged from its network, and cut off from power."""

import os
import subprocess
from pathlib import Path
from typing import Final

from tests.appliance.debian import Debian
from tests.appliance.hand import Hand, InHand

ACCELERATOR: Final = os.environ.get("APPLIANCE_ACCELERATOR", "tcg")
"""The emulator's accelerator. `kvm` is ten times as fast where it works, and `tcg` works on every machine."""
OPTIONS: Final = ("root=/dev/vda", "rw", "console=ttyS0", "net.ifnames=0", "panic=1")


class Machine(InHand):
    """A machine that boots from one disk. It reads `share` under /mnt, and `port` outside is the box's port 80."""

    def __init__(self, debian: Debian, disk: Path, share: Path, port: int) -> None:
        self._debian, self._disk, self._share, self._port = debian, disk, share, port
        self.console = disk.with_suffix(".console")
        self._qemu: subprocess.Popen[bytes] | None = None
        self._hand = Hand(disk)

    def start(self) -> None:
        with self.console.open("ab") as console:
            self._qemu = subprocess.Popen(self._command(), stdout=console, stderr=console)
        self._hand.take()

    def cut_power(self) -> None:
        """Cut the power without a warning. The disk has all data that was synced (cache=writethrough)."""
        if self._qemu is not None:
            self._qemu.kill()
            self._qemu.wait()
            self._hand.let_go()

    def is_on(self) -> bool:
        return self._qemu is not None and self._qemu.poll() is None

    def _command(self) -> list[str]:
        return [
            "qemu-system-x86_64", "-accel", ACCELERATOR, "-cpu", "max", "-smp", "2", "-m", "1024",
            "-nodefaults", "-display", "none", "-no-reboot",
            "-kernel", f"{self._debian.kernel}", "-initrd", f"{self._debian.initrd}", "-append", " ".join(OPTIONS),
            "-drive", f"file={self._disk},format=raw,if=virtio,cache=writethrough",
            "-virtfs", f"local,path={self._share},mount_tag=share,security_model=none,readonly=on",
            "-serial", "stdio", *self._hand.words(),
            "-netdev", f"user,id=net,hostfwd=tcp:127.0.0.1:{self._port}-:80",
            "-device", "virtio-net,netdev=net,id=nic", "-device", "virtio-rng",
        ]  # fmt: skip
