"""The machine under the box: its addresses, its hotspot, its limit of open files."""

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


def raise_file_limit(wanted: int = FILES) -> int:
    """Ask the system for this many open files. Return the limit that the system gives, which may be lower."""
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    may = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    if least == resource.RLIM_INFINITY or least >= may:
        return wanted if least == resource.RLIM_INFINITY else least
    resource.setrlimit(resource.RLIMIT_NOFILE, (may, most))
    return may


def connections_for(most: int, files: int) -> int:
    """Return the number of connections that a limit of `files` open files allows, at most `most`. FILES_OF_OUR_OWN stay
    reserved for the box itself."""
    return max(1, min(most, files - FILES_OF_OUR_OWN))


NOWHERE: Final = "127.0.0.1"
"""The address of a machine without a network: only the machine itself reaches it."""

_SIOCGIFADDR: Final = 0x8915  # Linux, netdevice(7)
_EVERYWHERE: Final = ("0.0.0.0", "::")


def own_address() -> str:
    """Return the IP address that faces the local network, or 127.0.0.1 if there is none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # TEST-NET: connecting a datagram socket only picks the route
        except OSError:
            return _without_a_route()
        address: str = probe.getsockname()[0]
        return address


def _without_a_route() -> str:
    """Return the address of any network interface, or 127.0.0.1. A network without a route works, too, such as a cable
    between two machines."""
    found = [interface_address(name) for _, name in socket.if_nameindex() if name != "lo"]
    return next((address for address in found if address), NOWHERE)


def interface_address(name: str) -> str:
    """Return the IPv4 address of a network interface. It is empty if the interface has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asks:
        try:
            packed = fcntl.ioctl(asks, _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
        except OSError:
            return ""
        return socket.inet_ntoa(packed[20:24])


class Hotspot(msgspec.Struct, frozen=True):
    """The box's own Wi-Fi, as `wifi_file` describes it. systemd/hotspot.sh writes that file while the Wi-Fi is open."""

    name: str
    password: str
    address: str
    """The box's address on that Wi-Fi."""


def own_wifi(file: Path) -> Hotspot | None:
    """Return the box's own Wi-Fi. None: it is closed, or the file cannot be read."""
    try:
        return msgspec.json.decode(regular.raw(file), type=Hotspot)
    except (OSError, msgspec.MsgspecError):
        return None


def reached_at(settings: Settings, address: Callable[[], str] = own_address) -> tuple[str, Wifi | None]:
    """Return the host that QR codes name, and the box's own Wi-Fi if guests must join it first."""
    hotspot = own_wifi(Path(settings.wifi_file))
    wifi = Wifi(hotspot.name, hotspot.password) if hotspot else None
    host, _ = settings.host_and_port()
    if settings.address or host not in _EVERYWHERE:
        return settings.address or host, wifi
    return hotspot.address if hotspot else address(), wifi
