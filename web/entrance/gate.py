"""Checks who may use what, and has the headers of every reply."""

import ipaddress
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from companion.core.state import Seat
from companion.core.words import Refused
from companion.house.doors import RateLimit
from companion.house.guests import token_hash
from companion.house.house import House
from companion.snapshot.panel import Panel
from companion.speech.say import choose
from web.entrance.watchers import Watchers


class RequestHead(NamedTuple):
    """The part of a request's head that decides whether it is let in, and the language of the reply."""

    method: str
    host: str | None
    origin: str | None
    cookie: str | None
    accept: str | None
    accept_language: str | None
    browser: str
    """The browser's name for itself."""
    address: str
    """The IP address of the caller. Empty: it is not known."""

    @property
    def token(self) -> str:
        """The token of the phone's seat. Empty: the phone never had one."""
        return cookies(self.cookie).get(COOKIE, "")

    @property
    def panel_user(self) -> str:
        """The user of the simulated panel: a browser, named by its cookie, or a program, named by its address. The first
        word says which of the two it is, so no cookie can pass for an address."""
        browser = cookies(self.cookie).get(HAND_COOKIE, "")
        return f"browser {browser}" if browser else f"address {self.address}"

    @property
    def is_form(self) -> bool:
        """True if a browser sent this as a form, without our script."""
        return self.method == "POST" and "text/html" in (self.accept or "")

    @property
    def wants_json(self) -> bool:
        """True if a program sent this and gets JSON. A person gets a page."""
        return not self.is_form and (self.method == "POST" or wants_json(self.accept))

    def language(self, house: House, seat: Seat | None) -> str:
        """Return the language of the reply: the seat's own choice, or else the browser's."""
        chosen = house.guests.book.languages.get(seat) if seat is not None else None
        return chosen or choose(self.accept_language)


HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}

COOKIE: Final = "seat"
CLAIM_COOKIE: Final = "claim"
HAND_COOKIE: Final = "hand"
"""The name of the cookie that tells apart browsers that show the simulated panel."""

NAMES_KEPT: Final = 16
"""The number of `Host` headers whose check is cached: all phones use the same few."""

Route = TypeVar("Route", bound=Callable[..., Any])


def mark(who: str) -> Callable[[Route], Route]:
    """Return a decorator that says who may use a route. A route without a mark cannot run."""

    def marked(route: Route) -> Route:
        route.mark = who  # type: ignore[attr-defined]
        return route

    return marked


def unpaced(route: Route) -> Route:
    """Exempt a route from the limit on changes of a phone, because something else limits what it writes."""
    route.is_unpaced = True  # type: ignore[attr-defined]
    return route


anyone = mark("anyone")
seat = mark("seat")
host = mark("host")
deputy = mark("deputy")
"""The host, or any seat if the host's phone is lost and the box has no panel."""
OF_SEATS: Final = ("seat", "host", "deputy")
"""The marks that need a seat."""
panel = mark("panel")
"""Anybody who may use the simulated panel: this machine itself, or with `panel_open` everybody."""


def check_names(host_header: str | None, origin: str | None, method: str, names: tuple[str, ...]) -> None:
    """Raise Refused for a foreign `Host` or `Origin`: a page of another site must not reach the box through a guest's
    browser.

    `Host` must be an IP address, localhost, or a name in the settings. A request that changes something may carry an
    `Origin`, which must then be the same place.
    """
    if not host_header or not _is_ours(host_header, names):
        raise Refused("foreign_host")
    if method not in ("GET", "HEAD") and origin is not None and not _is_of(origin.lower(), host_header.lower()):
        raise Refused("foreign_origin")


def _is_of(origin: str, host: str) -> bool:
    """Return whether an `Origin` (RFC 6454, 7) is a page of this host and port."""
    scheme, _, place = origin.partition("://")
    return scheme in ("http", "https") and place == host


_HOST: Final = re.compile(r"(?:\[([0-9a-f:.]*:[0-9a-f:.]*)\]|([0-9a-z_.-]+))(?::([0-9]{1,5}))?", re.IGNORECASE | re.ASCII)
"""A `Host` (RFC 9110, 7.2): an IPv6 address in brackets or another name, then perhaps a port. It has no path and no user."""


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
    """Return whether an IP address is this machine's own, also for IPv4 written as IPv6 (RFC 4291, 2.5.5.2). False for text
    that is no address."""
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return False
    return (getattr(found, "ipv4_mapped", None) or found).is_loopback


def cookies(header: str | None) -> Mapping[str, str]:
    """Return the cookies of a `Cookie` header by name. Our tokens need no unescaping."""
    pairs = (part.strip().partition("=") for part in (header or "").split(";"))
    return {name: value for name, _, value in pairs}


def wants_json(accept: str | None) -> bool:
    """Return whether an `Accept` header names JSON, as a program's does."""
    return "application/json" in (accept or "")


class Gate:
    """The gate of one house. `panel` is the simulated panel, if the box has one. `readers` counts from where each seat is
    looked at."""

    def __init__(self, house: House, panel: Panel | None = None, readers: Watchers | None = None) -> None:
        self._house = house
        self._panel = panel
        self._readers = readers or Watchers()

    def meet(self, asked: RequestHead, any_name: bool = False) -> Seat | None:
        """Return the seat of a request, and note that its phone is here. None: the phone has no seat. Raises Refused for a
        foreign name or page, unless `any_name`."""
        if not any_name:
            check_names(asked.host, asked.origin, asked.method, self._house.settings.names)
        token = asked.token
        hash_ = token_hash(token)
        seat = self._house.guests.book.seat_of(hash_)
        if seat is not None:
            self._readers.looks(token, (asked.address, asked.browser))
            self._house.presence.asked(hash_)
        return seat

    def check(self, who: str, seat: Seat | None, address: str) -> None:
        """Raise Refused unless the mark `who` lets in this seat, or this address."""
        if who in OF_SEATS and seat is None:
            raise Refused("no_seat")
        if who == "deputy" and not self._house.snapshots.phone(seat).leads:
            raise Refused("not_host")
        if who == "host" and seat != self._house.guests.seating.host:
            raise Refused("not_host")
        if who == "panel" and not self._may_hold_panel(address):
            raise Refused("not_here")

    def limit_of(self, route: object, asked: RequestHead) -> RateLimit | None:
        """Return the limit on how often this phone may use a route that changes something. None: there is no limit."""
        is_of_seat = getattr(route, "mark", None) in OF_SEATS and not hasattr(route, "is_unpaced")
        return self._house.change_limit if is_of_seat and asked.method not in ("GET", "HEAD") else None

    def _may_hold_panel(self, address: str) -> bool:
        return self._panel is not None and (self._house.settings.panel_open or is_loopback(address))
