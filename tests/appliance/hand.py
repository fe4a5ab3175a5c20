"""Runs commands in a machine over a serial port, and plugs cables by the emulator's monitor."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from tests.appliance.waiting import BOOTS, Failed, until

SLOW: Final = 60.0
"""Seconds that a command may take beyond its own limit, for the connection."""


class Hand:
    """The connection to one machine. Its sockets are beside the file `beside`, which belongs to that machine."""

    def __init__(self, beside: Path) -> None:
        self._beside = beside
        self._asked = 0

    def words(self) -> list[str]:
        return [
            *self._socket("monitor"), "-mon", "chardev=monitor,mode=control",
            "-device", "virtio-serial", *self._socket("hand"), "-device", "virtserialport,chardev=hand,name=rehearsal",
        ]  # fmt: skip

    def take(self) -> None:
        """Connect to the machine, which has just been switched on. Raises Failed if no connection comes within a minute."""
        self._hand = until("the emulator", lambda: self._connect("hand"), 60, 0.1)
        self._monitor = until("the emulator", lambda: self._connect("monitor"), 60, 0.1)
        self._lines, self._replies = self._hand.makefile("rb"), self._monitor.makefile("rb")
        self._command("qmp_capabilities")

    def let_go(self) -> None:
        """Close the connections to a machine that is off."""
        self._hand.close()
        self._monitor.close()

    def run(self, command: str, patience: float = BOOTS) -> str:
        """Run a command in the machine, and return its output. Raises Failed with the output if the command fails."""
        reply = self.ask(command, patience)
        if reply["status"] != 0:
            raise Failed(f"{command}: {reply['status']}: {(reply['wrong'] + reply['out'])[-2000:]}")
        return str(reply["out"])

    def ask(self, command: str, patience: float = BOOTS) -> Any:
        self._asked += 1
        asked = {"number": self._asked, "run": command, "patience": patience}
        self._hand.settimeout(patience + SLOW)
        self._hand.sendall(json.dumps(asked).encode() + b"\n")
        while line := self._lines.readline():
            data = json.loads(line)
            if data["number"] == self._asked:
                return data
        raise Failed(f"{command}: the machine went away")

    def plug_cable(self, there: bool) -> None:
        """Plug the network cable in, or out if `there` is false."""
        self._command("set_link", name="nic", up=there)

    def plug_stick(self, stick: Path) -> None:
        """Plug a USB stick in. Its content is this file, and nothing can write to it."""
        file = {"driver": "file", "filename": str(stick), "read-only": True}
        self._command("blockdev-add", **{"node-name": "stick", "driver": "raw", "read-only": True, "file": file})
        self._command("device_add", driver="usb-storage", bus="usb.0", drive="stick", id="plugged")

    @contextmanager
    def held_still(self) -> Iterator[None]:
        """Pause the machine within this context. The disk has all data that the machine has written."""
        self._command("stop")
        yield
        self._command("cont")

    def _command(self, execute: str, **arguments: Any) -> None:
        """Send a command to the emulator's monitor, and wait until it is done. Raises Failed if it fails."""
        self._monitor.sendall(json.dumps({"execute": execute, "arguments": arguments, "id": execute}).encode() + b"\n")
        while line := self._replies.readline():
            data = json.loads(line)
            if data.get("id") == execute:
                if "error" in data:
                    raise Failed(f"{execute}: {data['error']}")
                return
        raise Failed(f"{execute}: the emulator went away")

    def _connect(self, name: str) -> socket.socket:
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(str(self._beside.with_suffix(f".{name}")))
        return connection

    def _socket(self, name: str) -> list[str]:
        return ["-chardev", f"socket,id={name},path={self._beside.with_suffix(f'.{name}')},server=on,wait=off"]


class InHand:
    """A machine that can be reached by a `Hand`."""

    _hand: Hand

    def run(self, command: str, patience: float = BOOTS) -> str:
        """Run a command in the machine, and return its output. Raises Failed with the output if the command fails."""
        return self._hand.run(command, patience)

    def ask(self, command: str, patience: float = BOOTS) -> Any:
        return self._hand.ask(command, patience)

    def plug_cable(self, there: bool) -> None:
        """Plug the network cable in, or out if `there` is false."""
        self._hand.plug_cable(there)
