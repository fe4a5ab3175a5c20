"""A virtual machine: started, asked, unplugged from the cable, and cut off from power."""

import json
import os
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from tests.appliance.debian import Debian

ACCELERATOR: Final = os.environ.get("APPLIANCE_ACCELERATOR", "tcg")
"""`kvm` is ten times as fast where it works; tcg needs nothing of the machine."""
BOOTS: Final = 300.0
"""Seconds; nobody waits longer for anything here."""
SLOW: Final = 60.0
"""Seconds on top, for the way there and back."""
OPTIONS: Final = ("root=/dev/vda", "rw", "console=ttyS0", "net.ifnames=0", "panic=1")

Found = TypeVar("Found")


class Failed(Exception):
    """Something did not come out as it should."""


def until(what: str, look: Callable[[], Found | None], patience: float = BOOTS, pause: float = 0.5) -> Found:
    """What `look` finds as soon as it finds something; a machine that does not answer is asked again."""
    end, why = time.monotonic() + patience, "never so"
    while time.monotonic() < end:
        try:
            if found := look():
                return found
        except (OSError, Failed) as error:
            why = str(error)
        time.sleep(pause)
    raise Failed(f"{what}: not within {patience:.0f} s ({why})")


class Machine:
    """One disk and what boots from it. `share` can be read inside, under /mnt; `port` is the box's port 80, outside."""

    def __init__(self, debian: Debian, disk: Path, share: Path, port: int) -> None:
        self._debian, self._disk, self._share, self._port = debian, disk, share, port
        self.console = disk.with_suffix(".console")
        self._qemu: subprocess.Popen[bytes] | None = None
        self._asked = 0

    def start(self) -> None:
        with self.console.open("ab") as console:
            self._qemu = subprocess.Popen(self._command(), stdout=console, stderr=console)
        self._hand = until("the emulator", lambda: self._connect("hand"), 20, 0.1)
        self._monitor = until("the emulator", lambda: self._connect("monitor"), 20, 0.1)
        self._lines = self._hand.makefile("rb")
        self._told("qmp_capabilities")

    def cut_power(self) -> None:
        """Nothing inside hears of it. What the disk was told to keep it has (cache=writethrough)."""
        if self._qemu is not None:
            self._qemu.kill()
            self._qemu.wait()
            self._hand.close()
            self._monitor.close()

    def is_on(self) -> bool:
        return self._qemu is not None and self._qemu.poll() is None

    def run(self, command: str, patience: float = BOOTS) -> str:
        """What the command printed. Raises Failed with what it said instead."""
        said = self.ask(command, patience)
        if said["status"] != 0:
            raise Failed(f"{command}: {said['status']}: {(said['wrong'] + said['out'])[-2000:]}")
        return str(said["out"])

    def ask(self, command: str, patience: float = BOOTS) -> Any:
        self._asked += 1
        asked = {"number": self._asked, "run": command, "patience": patience}
        self._hand.settimeout(patience + SLOW)
        self._hand.sendall(json.dumps(asked).encode() + b"\n")
        while line := self._lines.readline():
            said = json.loads(line)
            if said["number"] == self._asked:
                return said
        raise Failed(f"{command}: the machine went away")

    def plug_cable(self, there: bool) -> None:
        """The network cable, in or out."""
        self._told("set_link", name="nic", up=there)

    def _told(self, execute: str, **arguments: Any) -> None:
        self._monitor.sendall(json.dumps({"execute": execute, "arguments": arguments}).encode() + b"\n")

    def _connect(self, name: str) -> socket.socket:
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(str(self._disk.with_suffix(f".{name}")))
        return connection

    def _command(self) -> list[str]:
        return [
            "qemu-system-x86_64", "-accel", ACCELERATOR, "-cpu", "max", "-smp", "2", "-m", "1024",
            "-nodefaults", "-display", "none", "-no-reboot",
            "-kernel", f"{self._debian.kernel}", "-initrd", f"{self._debian.initrd}", "-append", " ".join(OPTIONS),
            "-drive", f"file={self._disk},format=raw,if=virtio,cache=writethrough",
            "-virtfs", f"local,path={self._share},mount_tag=share,security_model=none,readonly=on",
            "-serial", "stdio", *self._socket("monitor"), "-mon", "chardev=monitor,mode=control",
            "-device", "virtio-serial", *self._socket("hand"), "-device", "virtserialport,chardev=hand,name=rehearsal",
            "-netdev", f"user,id=net,hostfwd=tcp:127.0.0.1:{self._port}-:80",
            "-device", "virtio-net,netdev=net,id=nic", "-device", "virtio-rng",
        ]  # fmt: skip

    def _socket(self, name: str) -> list[str]:
        return ["-chardev", f"socket,id={name},path={self._disk.with_suffix(f'.{name}')},server=on,wait=off"]
