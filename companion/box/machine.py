"""The machine under the box: its addresses, its hotspot, its open files."""

import fcntl
import resource
import socket
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from companion import regular
from companion.bounds import FILES, FILES_OF_OUR_OWN
from companion.settings import Settings
from companion.snapshot.table import Wifi


def widen(wanted: int = FILES) -> int:
    """Ask for as many as that; as many as there are then. A system that gives fewer is made do with."""
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    may = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    if least == resource.RLIM_INFINITY or least >= may:
        return wanted if least == resource.RLIM_INFINITY else least
    resource.setrlimit(resource.RLIMIT_NOFILE, (may, most))
    return may


def room_for(most: int, files: int) -> int:
    """How many connections so many files allow, at most `most`; some files are kept for the box's own."""
    return max(1, min(most, files - FILES_OF_OUR_OWN))


NOWHERE: Final = "127.0.0.1"

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
        return msgspec.json.decode(regular.raw(file), type=Hotspot)
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
