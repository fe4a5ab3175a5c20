"""Who may ask what: a pure function of headers, for Flask's routes and for the stream alike."""

import ipaddress
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, TypeVar

from companion.core.words import Refused

COOKIE: Final = "seat"
CLAIM_COOKIE: Final = "claim"
HAND_COOKIE: Final = "hand"
"""Tells the browsers that have the simulated panel open from each other."""

NAMES_KEPT: Final = 16
"""All phones call the box by a few names, and ask again and again."""

Route = TypeVar("Route", bound=Callable[..., Any])


def mark(who: str) -> Callable[[Route], Route]:
    """Say who may use a route. One without a mark cannot run."""

    def marked(route: Route) -> Route:
        route.mark = who  # type: ignore[attr-defined]
        return route

    return marked


def unpaced(route: Route) -> Route:
    """Let a phone use this route without pause: something else bounds what it writes."""
    route.is_unpaced = True  # type: ignore[attr-defined]
    return route


anyone = mark("anyone")
seat = mark("seat")
host = mark("host")
deputy = mark("deputy")
"""The host, or any seat while the host's phone is lost and there is no panel."""
OF_SEATS: Final = ("seat", "host", "deputy")
"""The marks that let in nobody but who has a seat."""
panel = mark("panel")
"""Whoever may hold the simulated panel: this machine itself, or with `panel_open` everybody."""


def check_names(host_header: str | None, origin: str | None, method: str, names: tuple[str, ...]) -> None:
    """Refuse foreign names and foreign pages: a page of another site must not reach the box through a guest's browser.

    `Host` is an IP literal, localhost, or a name of the settings; `Origin`, where what changes something carries one, is
    the same place.
    Raises Refused.
    """
    if not host_header or not _is_ours(host_header, names):
        raise Refused("foreign_host")
    if method not in ("GET", "HEAD") and origin is not None and not _is_of(origin.lower(), host_header.lower()):
        raise Refused("foreign_origin")


def _is_of(origin: str, host: str) -> bool:
    """Whether an `Origin` (RFC 6454, 7) is a page of this host and port."""
    scheme, _, place = origin.partition("://")
    return scheme in ("http", "https") and place == host


_HOST: Final = re.compile(r"(?:\[([0-9a-f:.]*:[0-9a-f:.]*)\]|([0-9a-z_.-]+))(?::([0-9]{1,5}))?", re.IGNORECASE | re.ASCII)
"""A `Host` (RFC 9110, 7.2): an IPv6 address in brackets or another name, and a port; nothing of a path or a user."""


@lru_cache(NAMES_KEPT)
def _is_ours(host_header: str, names: tuple[str, ...]) -> bool:
    found = _HOST.fullmatch(host_header)
    if found is None or int(found[3] or 0) > 65535:
        return False
    name = (found[1] or found[2]).lower()
    if name == "localhost" or name in {known.lower() for known in names}:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_loopback(address: str | None) -> bool:
    """Whether an IP address is this machine's own, also where IPv4 is written as IPv6 (RFC 4291, 2.5.5.2); what is no
    address is not."""
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return False
    return (getattr(found, "ipv4_mapped", None) or found).is_loopback


def cookies(header: str | None) -> Mapping[str, str]:
    """The cookies of a `Cookie` header; tokens hold no characters that would need more care."""
    pairs = (part.strip().partition("=") for part in (header or "").split(";"))
    return {name: value for name, _, value in pairs}


def wants_json(accept: str | None) -> bool:
    """Whether an `Accept` header names JSON, as a program's does; a browser gets a page."""
    return "application/json" in (accept or "")
