"""Checks on whether this machine can be a box of its hall, for `companion check`. They change nothing."""

import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from time import time
from typing import Final, Literal, NamedTuple
from urllib.parse import urlsplit

from cryptography import x509

from companion import __version__
from companion.core.words import listed, text
from companion.findings import Finding, Level
from companion.hall import layout
from companion.hall.access import Access, access_of, is_refusal
from companion.hall.etcd import CONNECT_SECONDS, Away, StatusReply, value_of
from companion.hall.keys import Seals, box_name, known_box_id
from companion.hall.layout import Box, Owner
from companion.hall.numbers import number_in
from companion.hall.store import Store
from companion.settings import PEM, Hall, Settings

MINUTE: Final = 60
LAST_DAYS: Final = 30
"""A certificate that ends so soon is reported."""
MEGABYTE: Final = 1024 * 1024
NEARLY_FULL: Final = 0.75
"""A store that has used so much of its quota is reported."""

Now = Callable[[], float]


class _Tried(NamedTuple):
    """The outcome of one call to one machine of the store."""

    store: str
    outcome: Literal["lets in", "refuses", "silent"]


def check(settings: Settings, now: Now = time) -> Iterator[Finding]:
    """Check the hall of these settings, if there is one. Raises BadSettings for bad certificates."""
    hall = settings.hall
    if hall is None:
        return
    access = access_of(hall)
    if access.tls is not None and hall.certificate:
        yield _certificate(hall, datetime.fromtimestamp(now(), UTC))
    tried = [_try(store, access) for store in hall.stores]
    yield from _stores(tried)
    answering = [one.store for one in tried if one.outcome == "lets in"]
    if answering:
        with closing(Store(answering, access)) as store, suppress(Away):
            yield from _room(store, settings, hall, now)


def _finding(is_good: bool, key: str, **values: object) -> Finding:
    """Return a finding. A box plays on without its hall, so nothing here is BAD."""
    return Finding("hall", Level.OK if is_good else Level.NOTE, text(f"check.hall.{key}", **values))


def _try(address: str, access: Access) -> _Tried:
    with closing(Store([address], access)) as store:
        try:
            store.read(layout.box_key("check"))
        except Away as why:
            return _Tried(address, "refuses" if is_refusal(why) or _is_shut_out(address, access) else "silent")
    return _Tried(address, "lets in")


def _is_shut_out(address: str, access: Access) -> bool:
    """Return True if box and store do not trust each other's certificates. A store says that it refuses a certificate right
    after the handshake. If a request were on its way then, this reply could get lost. So no request is sent."""
    if access.tls is None:
        return False
    host, port = urlsplit(address).hostname or "", urlsplit(address).port or 0
    try:
        with (
            socket.create_connection((host, port), CONNECT_SECONDS) as bare,
            access.tls.wrap_socket(bare, server_hostname=host) as line,
        ):
            line.recv(1)
    except ssl.SSLError:
        return True
    except OSError:
        return False
    return False


def _stores(tried: list[_Tried]) -> Iterator[Finding]:
    silent = [one.store for one in tried if one.outcome == "silent"]
    refused = [one.store for one in tried if one.outcome == "refuses"]
    if refused:
        yield _finding(False, "refused", stores=listed(refused))
    if silent:
        yield _finding(False, "none" if len(silent) == len(tried) else "some", stores=listed(silent))
    if not refused and not silent:
        yield _finding(True, "all", count=len(tried))


def _certificate(hall: Hall, now: datetime) -> Finding:
    """Check when the certificate ends by this machine's clock. A store refuses one that has ended."""
    raw = hall.certificate.encode() if hall.certificate.startswith(PEM) else Path(hall.certificate).read_bytes()
    found = x509.load_pem_x509_certificate(raw)
    if now < found.not_valid_before_utc:
        return _finding(False, "certificate_early", date=f"{found.not_valid_before_utc:%Y-%m-%d}")
    ends = f"{found.not_valid_after_utc:%Y-%m-%d}"
    if found.not_valid_after_utc < now:
        return _finding(False, "certificate_over", date=ends)
    return _finding((found.not_valid_after_utc - now).days > LAST_DAYS, "certificate", date=ends)


def _room(store: Store, settings: Settings, hall: Hall, now: Now) -> Iterator[Finding]:
    """Check what a store says of itself, of this box, and of the other boxes. Raises Away."""
    boxes = store.all(layout.BOXES).pairs
    off = abs(round((now() - (store.now() or 0)) / MINUTE))
    yield _finding(not off, "clock_off" if off else "clock", count=off)
    yield filled(store.state())
    yield from _key(store, hall)
    found = {pair.key: pair for pair in boxes}
    named = [(layout.parse_key(key), pair.value) for key, pair in found.items()]
    on = [layout.decode(value, Box) for name, value in named if name is not None and name.kind == "box"]
    others = sorted({box.version for box in on if box is not None} - {__version__})
    yield _finding(not others, "versions" if others else "version", own=__version__, others=listed(others))
    id_ = known_box_id(settings.state_folder())
    number = number_in(value_of(found, layout.number_key(id_))) if id_ else ""
    yield _finding(bool(number), "number" if number else "no_number", number=number, name=box_name(hall))


def filled(state: StatusReply) -> Finding:
    """Return how full a store is, of its quota if it says one."""
    n, most = state.size // MEGABYTE, state.quota // MEGABYTE
    if state.is_full:
        return _finding(False, "full", n=n)
    if not most:
        return _finding(True, "size", n=n)
    is_roomy = state.size < NEARLY_FULL * state.quota
    return _finding(is_roomy, "size_of" if is_roomy else "nearly_full", n=n, most=most)


def _key(store: Store, hall: Hall) -> Iterator[Finding]:
    """Check the hall's key by the owner of any table. A hall without a table proves nothing."""
    last = store.last(layout.TABLES)
    name = layout.parse_key(last.key) if last is not None else None
    if name is None:
        return
    key = layout.table_key(name.of, "owner")
    owner = layout.decode(value_of(store.read(key), key), Owner)
    if owner is not None:
        is_ours = Seals(hall.secret()).is_true(name.of, owner)
        yield _finding(is_ours, "key" if is_ours else "other_key")
