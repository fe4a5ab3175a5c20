"""Requests to the hall's store, and watches of its changes. A store is several machines, and any of them may answer."""

import random
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from email.utils import parsedate_to_datetime
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from companion.clock import Clock
from companion.hall import etcd
from companion.hall.access import OPEN, Access
from companion.hall.etcd import CALL_SECONDS, Act, Away, Change, Condition, Connection, Pair, Reply

FIRST_SECONDS: Final = 0.5
MOST_SECONDS: Final = 30.0
"""The longest pause. A store that comes back is found within this time."""


class Backoff:
    """The pauses after failures. First each other store is tried without a pause. Then the pause is half a second at most,
    and doubles with each round through the stores. `chance` (0 to 1) makes boxes wait for different times, so that they do
    not all return together."""

    def __init__(self, stores: int, chance: Callable[[], float] = random.random) -> None:
        self._stores = stores
        self._chance = chance
        self._failures = 0

    @property
    def is_calm(self) -> bool:
        """Return True if the last request was answered."""
        return not self._failures

    @property
    def is_tried(self) -> bool:
        """Return True if every store has failed since the last answer."""
        return self._failures >= self._stores

    def failed(self) -> float:
        """Note a failure. Return the seconds until the next store is asked."""
        self._failures += 1
        if self._failures % self._stores:
            return 0.0
        rounds = min(self._failures // self._stores - 1, 16)
        return min(MOST_SECONDS, FIRST_SECONDS * 2.0**rounds) * (0.5 + self._chance() / 2)

    def went_well(self) -> None:
        """Note an answer."""
        self._failures = 0


class Changes(NamedTuple):
    """Changes that happened in one step."""

    revision: int
    """The store's revision after them. Further reading begins after it."""
    changes: tuple[tuple[str, bytes | None], ...]
    """Keys with their new values, in order, or None for deleted ones."""
    written: tuple[Change, ...] = ()
    """The same changes, each with the value before it."""


class Compacted(Away):
    """The store has dropped changes that the watch asked for. Read everything, and watch from there."""


class Watch:
    """All changes of keys that begin with `prefix` after revision `since`, from the store at `address`. The store must
    confirm the watch within `seconds`. `with_before` adds to each change the value before it."""

    def __init__(
        self,
        address: str,
        prefix: str,
        since: int,
        access: Access = OPEN,
        seconds: float = CALL_SECONDS,
        *,
        with_before: bool = False,
    ) -> None:
        self._access = access
        self._connection = Connection(address, access.tls)
        self._seconds = seconds
        how = {"start_revision": str(since + 1), "prev_kv": with_before}
        self._asked = etcd.request(create_request={**etcd.ranged(prefix), **how})

    def changes(self) -> Iterator[Changes]:
        """Yield changes as they happen. The first one is empty and confirms the watch. Raises Away at the end, also after
        `cut`, and Compacted."""
        self._access.renew(self._connection, self._seconds)  # with an old token a watch stays silent
        for reply in self._connection.listen("/v3/watch", self._asked, self._seconds, self._access.token):
            yield self._read(reply)

    def cut(self) -> None:
        """Stop watching. From any thread."""
        self._connection.cut()

    def close(self) -> None:
        """Close the connection after watching."""
        self._connection.close()

    def _read(self, reply: Reply) -> Changes:
        try:
            if reply.status != 200:
                raise Away(f"{self._connection.address}: {reply.status}")
            watched = etcd.read(reply.body, etcd.WatchReply)
        except etcd.UNREADABLE as error:
            raise Away(f"{self._connection.address}: no watch of a store: {error}") from None
        if watched.result.compact_revision:
            raise Compacted(f"{self._connection.address}: forgotten up to {watched.result.compact_revision}")
        if watched.result.canceled or not watched.result.header.revision:
            raise Away(f"{self._connection.address}: the watch was ended")
        return Changes(watched.result.header.revision, watched.changes, watched.written)


PAGE: Final = 500
"""The most keys that one request reads with their values. Without values it reads NAMES."""
NAMES: Final = 5000

_QUOTA: Final = re.compile(rb"^etcd_server_quota_backend_bytes ([0-9.e+]+)$", re.MULTILINE)


def quota_of(metrics: bytes) -> int:
    """Return the most bytes that the file of a machine may have by its metrics, or 0 if they do not say."""
    found = _QUOTA.search(metrics)
    return int(float(found[1])) if found else 0


Fields = dict[str, Any]
ReplyBody = TypeVar("ReplyBody", bound=msgspec.Struct)


class Found(NamedTuple):
    """All keys of a range, at one revision of the store."""

    pairs: tuple[Pair, ...]
    revision: int


class Committed(NamedTuple):
    """The outcome of a transaction."""

    done: bool
    """True if all conditions held, and all acts were done."""
    found: tuple[Pair, ...]
    """If a condition did not hold, the values of all conditions' keys."""
    revision: int


class Store:
    """Speaks to one of `stores` while it answers, and to the next after a failure. Every method asks once, takes `seconds`
    at most, and raises Away. The caller decides when to try again (`Backoff`). For one thread."""

    def __init__(
        self,
        stores: Sequence[str],
        access: Access = OPEN,
        seconds: float = CALL_SECONDS,
        clock: Clock = time.monotonic,
    ) -> None:
        self._seconds = seconds
        self._access = access
        self._connections = [Connection(store, access.tls) for store in stores]
        self._at = 0
        self._clock = clock
        self._ahead: float | None = None

    def now(self) -> int | None:
        """Return seconds since 1970 by the clock of the store that answered last, or None if none has. All boxes of a hall
        share this clock: a Raspberry Pi has none of its own. Show it to people, and decide nothing by it."""
        return None if self._ahead is None else int(self._clock() + self._ahead)

    def read(self, *keys: str) -> dict[str, Pair]:
        """Return the pairs of these keys, by key, all at one revision. Keys that do not exist are left out."""
        done = self._transaction((), [_reading(key) for key in keys], ())
        return {pair.key: pair for pair in done.read if pair.key in keys}

    def all(self, prefix: str) -> Found:
        """Return every key that begins with `prefix`, at one revision."""
        pairs, revision = self._pages(prefix, {"limit": str(PAGE)})
        return Found(tuple(pairs), revision)

    def names(self, prefix: str) -> tuple[str, ...]:
        """Return every key that begins with `prefix`, without its value."""
        return tuple(pair.key for pair in self._pages(prefix, {"keys_only": True, "limit": str(NAMES)})[0])

    def last(self, prefix: str) -> Pair | None:
        """Return the last key that begins with `prefix`, or None if there is none."""
        order = {"sort_order": "DESCEND", "sort_target": "KEY", "limit": "1"}
        page = self._ask("kv/range", etcd.RangeReply, **etcd.ranged(prefix), **order)
        self._check(prefix, page, ())
        return next(iter(page.pairs), None)

    def commit(self, conditions: Sequence[Condition], acts: Iterable[Act]) -> Committed:
        """Do all acts together if all conditions hold, else none. After Away they may have been done anyway."""
        keys = sorted({condition.key for condition in conditions})
        checks = [condition.as_json() for condition in conditions]
        done = self._transaction(checks, [act.as_json() for act in acts], [_reading(key) for key in keys])
        return Committed(done.succeeded, done.read, done.header.revision)

    def lease(self, seconds: int) -> int:
        """Return a new lease. The store deletes values put with it this many seconds after its last renewal."""
        leased = self._ask("lease/grant", etcd.LeaseReply, TTL=str(seconds))
        if leased.id <= 0:
            raise self._garbled("a lease without a number")
        return leased.id

    def renew(self, lease: int) -> bool:
        """Restart the lease's time. Return False if it has run out."""
        return self._ask("lease/keepalive", etcd.RenewalReply, ID=str(lease)).result.ttl > 0

    def left(self, lease: int) -> int:
        """Return the lease's seconds left, or 0 or less if it has run out."""
        return self._ask("lease/timetolive", etcd.LeaseReply, ID=str(lease)).ttl

    def end(self, lease: int) -> None:
        """End the lease. The store deletes the values put with it."""
        self._ask("lease/revoke", etcd.RevokeReply, ID=str(lease))

    def state(self) -> etcd.StatusReply:
        """Return the state of the machine that answers. Before version 3.6, only etcd's metrics say its quota."""
        state = self._ask("maintenance/status", etcd.StatusReply)
        return state if state.quota else msgspec.structs.replace(state, quota=self._quota())

    def _quota(self) -> int:
        """Return the quota by the metrics of the machine that answers, or 0 if it hides them."""
        try:
            reply = self._connections[self._at].ask("/metrics", None, self._seconds)
        except Away:
            return 0  # the connection is closed, and opens again for the next request
        return quota_of(reply.body) if reply.status == 200 else 0

    def manage(self, path: str, **fields: Any) -> Fields:
        """Manage users and roles by a path of etcd's gateway. Return the reply."""
        return self._ask(path, etcd.UsersReply, **fields).as_json()

    def cut(self) -> None:
        """End the current request with Away. From any thread."""
        for connection in self._connections:
            connection.cut()

    def close(self) -> None:
        """Close the connections."""
        for connection in self._connections:
            connection.close()

    def _pages(self, prefix: str, how: Fields) -> tuple[list[Pair], int]:
        pairs: list[Pair] = []
        revision, more = 0, True
        while more:
            keys = etcd.ranged(prefix, pairs[-1].key if pairs else "")
            page = self._ask("kv/range", etcd.RangeReply, **keys, **how, revision=str(revision))
            self._check(prefix, page, pairs)
            pairs.extend(page.pairs)
            revision, more = revision or page.header.revision, page.more
        return pairs, revision

    def _transaction(self, if_: Sequence[Fields], then: Sequence[Fields], else_: Sequence[Fields]) -> etcd.TransactionReply:
        done = self._ask("kv/txn", etcd.TransactionReply, compare=if_, success=then, failure=else_)
        if len(done.responses) != len(then if done.succeeded else else_) or not (done.succeeded or if_):
            raise self._garbled("a transaction that says nothing of what it did")
        return done

    def _ask(self, path: str, of: type[ReplyBody], **fields: Any) -> ReplyBody:
        connection = self._connections[self._at]
        try:
            reply = self._replied(connection, f"/v3/{path}", etcd.request(**fields))
            answered = self._answered(reply, of)
        except Away:
            connection.close()
            self._access.forget()
            self._at = (self._at + 1) % len(self._connections)
            raise
        self._tell_time(reply.date)
        return answered

    def _replied(self, connection: Connection, path: str, body: bytes) -> Reply:
        """Send a request. If the store does not know the token, renew it once and send again."""
        if self._access.lacks_token:
            self._access.renew(connection, self._seconds)
        reply = connection.ask(path, body, self._seconds, self._access.token)
        if not self._access.is_asked_for(reply):
            return reply
        self._access.renew(connection, self._seconds)
        return connection.ask(path, body, self._seconds, self._access.token)

    def _answered(self, reply: Reply, of: type[ReplyBody]) -> ReplyBody:
        try:
            if reply.status != 200:
                fault = etcd.read(reply.body, etcd.FailedReply)
                raise Away(f"{self._connections[self._at].address}: {reply.status} {fault.message}")
            return etcd.read(reply.body, of)
        except etcd.UNREADABLE as error:
            raise self._garbled(str(error)) from None

    def _check(self, prefix: str, page: etcd.RangeReply, before: Sequence[Pair]) -> None:
        """Raise Away for a page that has other keys, or is empty and promises more."""
        last = before[-1].key if before else ""
        for pair in page.pairs:
            if not pair.key.startswith(prefix) or pair.key <= last:
                raise self._garbled("a range with other keys")
        if page.more and not page.kvs:
            raise self._garbled("a range without end")

    def _garbled(self, why: str) -> Away:
        return Away(f"{self._connections[self._at].address}: no answer of a store: {why}")

    def _tell_time(self, date: str | None) -> None:
        if date is None:
            return
        try:
            self._ahead = parsedate_to_datetime(date).timestamp() - self._clock()
        except (ValueError, OverflowError):
            return


def _reading(key: str) -> Fields:
    """Return a transaction's act that reads a key."""
    return {"request_range": {"key": key.encode()}}
