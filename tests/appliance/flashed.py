"""A flashed card in an emulated arm64 machine. The machine's disk is a copy of the image, as large as a card from a shop."""

import contextlib
import http.client
import re
import shutil
import socket
import subprocess
from pathlib import Path
from typing import Final

from tests.appliance.waiting import Failed, until

CARD: Final = 4 << 30
"""The size of the card in bytes."""
FAT_AT: Final = 8192 * 512
FAT_SIZE: Final = 262144 * 512
"""The place and size of the partition that every machine can read, in bytes (systemd/image/parts.sh)."""
BOOTS: Final = 1800.0
"""The longest time in seconds for a start. An emulated arm64 is twenty times slower than a laptop."""
CONSOLE: Final = "console=ttyAMA0 loglevel=4"
MACHINE: Final = "virt,dtb-randomness=off"
"""The emulated machine. It gives the kernel no random numbers: with them the kernel hides itself from programs, and each of
their calls empties the emulator's table of memory."""


class Flashed:
    """A card and its machine. Outside, `port` is the machine's port 80, and `port` + 1 its port 22."""

    def __init__(self, image: Path, folder: Path, port: int) -> None:
        self._image, self._folder, self.port = image, folder, port
        self.disk, self.console = folder / "card", folder / "console"
        self._key = folder / "key"
        self._qemu: subprocess.Popen[bytes] | None = None
        self.flash()
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "rehearsal", "-f", self._key], check=True)
        for name in self._fat():
            if name.startswith(("vmlinuz-", "initrd.img-")):
                self.read(name, folder / name.split("-")[0])

    def flash(self) -> None:
        """Flash the image onto the card. The old data is gone."""
        self.becomes(self._image)

    def becomes(self, image: Path) -> None:
        """Cut the power, and make the card a copy of this image."""
        self.cut_power()
        self.disk.unlink(missing_ok=True)
        subprocess.run(["cp", "--sparse=always", image, self.disk], check=True)
        with self.disk.open("r+b") as card:
            card.truncate(CARD)

    # The card in another machine

    def _fat(self) -> list[str]:
        done = subprocess.run(["mdir", "-b", "-i", self._at, "::"], check=True, capture_output=True, text=True)
        return [line.removeprefix("::/") for line in done.stdout.splitlines()]

    @property
    def _at(self) -> str:
        return f"{self.disk}@@{FAT_AT}"

    def read(self, name: str, to: Path) -> Path:
        subprocess.run(["mcopy", "-n", "-o", "-i", self._at, f"::{name}", to], check=True)
        return to

    def write(self, file: Path, name: str) -> None:
        subprocess.run(["mcopy", "-o", "-i", self._at, file, f"::{name}"], check=True)

    def put(self, raw: bytes, name: str) -> None:
        """Copy a file onto the card, as its owner does."""
        file = self._folder / "copied"
        file.write_bytes(raw)
        self.write(file, name)

    def readable(self) -> bytes:
        """Return all bytes of the partition that every machine can read."""
        with self.disk.open("rb") as card:
            card.seek(FAT_AT)
            return card.read(FAT_SIZE)

    def versions(self) -> str:
        """Return the names and sizes in the folder of updates.

        A file that is only in the file system's journal is not listed.
        """
        at = int(
            subprocess.run(["sfdisk", "-q", "-o", "Start", "-l", self.disk], check=True, capture_output=True).stdout.split()[
                -1
            ]
        )
        words = ["debugfs", "-R", "ls -p /versions", f"{self.disk}?offset={at * 512}"]
        listed = subprocess.run(words, capture_output=True, text=True, check=False).stdout
        return ", ".join(f"{line.split('/')[5]} {line.split('/')[6]}" for line in listed.splitlines() if "/100" in line)

    def wishes(self, words: str) -> None:
        """Write the owner's file, with a line that says that the machine has no pins."""
        self.says(f"{words}\npanel = none")

    def says(self, words: str) -> None:
        """Write the owner's file, with the key by which the rehearsal logs in."""
        self.put(f"{words}\nssh-key = {self._key.with_suffix('.pub').read_text()}".encode(), "companion.txt")

    # Power

    def start(self) -> None:
        self._said_before = self.console.stat().st_size if self.console.exists() else 0
        with self.console.open("ab") as console:
            self._qemu = subprocess.Popen(self._command(), stdin=subprocess.DEVNULL, stdout=console, stderr=console)

    def cut_power(self) -> None:
        """Cut the power without a warning. The disk has all data that was synced (cache=writethrough)."""
        if self._qemu is not None:
            self._qemu.kill()
            self._qemu.wait()
            self._qemu = None

    def is_on(self) -> bool:
        return self._qemu is not None and self._qemu.poll() is None

    def _command(self) -> list[str]:
        return [
            *self._emulator(), *self._machine(), "-nodefaults", "-display", "none", "-no-reboot", "-serial", "stdio",
            "-kernel", f"{self._folder / 'vmlinuz'}", "-initrd", f"{self._initrd()}", "-append", self._line(),
            "-netdev", f"user,id=net,hostfwd=tcp:127.0.0.1:{self.port}-:80,hostfwd=tcp:127.0.0.1:{self.port + 1}-:22",
        ]  # fmt: skip

    def _emulator(self) -> list[str]:
        return ["qemu-system-aarch64"]

    def _initrd(self) -> Path:
        return self._folder / "initrd.img"

    def _machine(self) -> list[str]:
        return [
            "-M", MACHINE, "-cpu", "cortex-a53", "-smp", "2", "-m", "1024", "-device", "virtio-rng-device",
            "-drive", f"file={self.disk},format=raw,if=none,id=card,cache=writethrough",
            "-device", "virtio-blk-device,drive=card", "-device", "virtio-net-device,netdev=net,id=nic",
        ]  # fmt: skip

    def _line(self) -> str:
        """Return the kernel's command line, as the card has it now."""
        return f"{self.read('cmdline.txt', self._folder / 'cmdline.txt').read_text().strip()} {CONSOLE}"

    # The running machine

    def said_last(self) -> str:
        """Return the last line on the console that is not empty, or "" if there is none."""
        return next(
            (line.strip() for line in reversed(self._printed().replace("\r", "\n").splitlines()) if line.strip()), ""
        )

    def has_said(self, words: str) -> bool:
        """Return whether these words are on the console since the machine was switched on."""
        return words in self._printed()

    def _printed(self) -> str:
        raw = self.console.read_bytes()[self._said_before :]
        return re.sub(r"\x1b\[[0-9;]*[a-zA-Z]", "", raw.decode("utf-8", "replace"))

    def answers(self) -> bool:
        """Return whether a phone outside gets an answer."""
        with contextlib.suppress(OSError, http.client.HTTPException):
            asking = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
            asking.request("GET", "/generate_204")
            return asking.getresponse().status == 204
        return False

    def comes_up(self, patience: float = BOOTS) -> None:
        until("a phone gets an answer", self._answers_while_on, patience, 2)

    def _answers_while_on(self) -> bool:
        assert self.is_on(), f"the machine went off: {self.said_last()}"
        return self.answers()

    def run(self, command: str, patience: float = 120) -> str:
        """Run a command in the machine, and return its output. Raises Failed with the output if the command fails."""
        words = ["ssh", "-q", "-p", str(self.port + 1), "-i", str(self._key), "-o", "StrictHostKeyChecking=no"]
        words += ["-o", "UserKnownHostsFile=/dev/null", "-o", "ConnectTimeout=60", "root@127.0.0.1", command]
        done = subprocess.run(words, capture_output=True, text=True, timeout=patience, check=False)
        if done.returncode:
            raise Failed(f"{command}: {done.returncode}: {(done.stderr + done.stdout)[-2000:]}")
        return done.stdout


def free_ports() -> int:
    """Return a free port that is followed by a second free one."""
    while True:
        with socket.socket() as one, socket.socket() as other:
            one.bind(("127.0.0.1", 0))
            port = int(one.getsockname()[1])
            with contextlib.suppress(OSError):
                other.bind(("127.0.0.1", port + 1))
                return port


def unpacked(image: Path, folder: Path) -> Path:
    """Return the unpacked image. An image that ends in .xz is unpacked into this folder."""
    if image.suffix != ".xz":
        return image
    to = folder / image.stem
    with to.open("wb") as out:
        subprocess.run([shutil.which("xz") or "xz", "-dc", image], stdout=out, check=True)
    return to
