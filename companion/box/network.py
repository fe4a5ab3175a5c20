"""Where this machine is reached from the phones' network."""

import fcntl
import socket
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from companion.ports.panel import Wifi
from companion.settings import Settings

NOWHERE: Final = "127.0.0.1"
LOOKS_EVERY: Final = 5.0
"""Seconds between two looks at the address: as long as a table waits for the new code after somebody moved the box."""

_SIOCGIFADDR: Final = 0x8915
_EVERYWHERE: Final = ("0.0.0.0", "::")


def own_address() -> str:
    """The IP address that faces the local network, or 127.0.0.1 where there is none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # TEST-NET: connecting a datagram socket only picks the route
        except OSError:
            return _without_a_route()
        address: str = probe.getsockname()[0]
        return address


def _without_a_route() -> str:
    """A network that leads nowhere, such as a cable between two machines, is one all the same."""
    found = [interface_address(name) for _, name in socket.if_nameindex() if name != "lo"]
    return next((address for address in found if address), NOWHERE)


def interface_address(name: str) -> str:
    """The IPv4 address of a network interface; empty: it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asks:
        try:
            said = fcntl.ioctl(asks, _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
        except OSError:
            return ""
        return socket.inet_ntoa(said[20:24])


class Hotspot(msgspec.Struct, frozen=True):
    """What the box's own Wi-Fi says of itself in `wifi_file`, while it is open (systemd/hotspot.sh writes it)."""

    name: str
    password: str
    address: str
    """The box's own on that Wi-Fi."""


def own_wifi(file: Path) -> Hotspot | None:
    """What the box's own Wi-Fi says in this file; None while it is closed, or says nothing that can be read."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Hotspot)
    except (OSError, msgspec.MsgspecError):
        return None


def reached_at(settings: Settings, address: Callable[[], str] = own_address) -> tuple[str, Wifi | None]:
    """The host that QR codes name, and the box's own Wi-Fi if a guest must join that first."""
    hotspot = own_wifi(Path(settings.wifi_file))
    wifi = Wifi(hotspot.name, hotspot.password) if hotspot else None
    host, _ = settings.host_and_port()
    if settings.address or host not in _EVERYWHERE:
        return settings.address or host, wifi
    return hotspot.address if hotspot else address(), wifi


class Lookout:
    """Looks again and again where the box is reached, and says it to `tell` when that changed: a cable was plugged in,
    the Wi-Fi gave another address, the box opened its own."""

    def __init__(
        self,
        settings: Settings,
        tell: Callable[[str, Wifi | None], None],
        address: Callable[[], str] = own_address,
    ) -> None:
        self._settings, self._tell, self._address = settings, tell, address
        self._known = reached_at(settings, address)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lookout", daemon=True)

    def start(self) -> "Lookout":
        """Say where the box is reached, and look on a thread of its own until `close`."""
        self._tell(*self._known)
        self._thread.start()
        return self

    def look(self) -> None:
        """Look once, and tell if the box is reached elsewhere than at the look before. Raises OSError."""
        now = reached_at(self._settings, self._address)
        if now != self._known:
            self._known = now
            self._tell(*now)

    def _run(self) -> None:
        while not self._stop.wait(LOOKS_EVERY):
            with suppress(OSError):  # the next look may find more
                self.look()

    def close(self) -> None:
        """Look no more; a look that is going on is waited for."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
