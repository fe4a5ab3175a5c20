"""What changes in the store, as it changes."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.hall import wire
from companion.hall.access import OPEN, Access
from companion.hall.line import CALL_SECONDS, Away, Line, Reply
from companion.hall.wire import Written


class Changes(NamedTuple):
    """What changed at once."""

    revision: int
    """Of the store by then: who reads on begins after it."""
    changes: tuple[tuple[str, bytes | None], ...]
    """Keys with their new values, in the order in which it happened; None: they are gone."""
    written: tuple[Written, ...] = ()
    """The same, with what stood there before."""


class Compacted(Away):
    """The store has forgotten what happened since then: read all there is, and watch from there."""


class Watch:
    """All changes of keys that begin with `prefix`, after revision `since`, from the store at `address`, which says within
    so many `seconds` that it watches. `with_before`: with what stood there before."""

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
        self._line = Line(address, access.tls)
        self._seconds = seconds
        how = {"start_revision": str(since + 1), "prev_kv": with_before}
        self._asked = wire.asked(create_request={**wire.ranged(prefix), **how})

    def changes(self) -> Iterator[Changes]:
        """As they happen, nothing before: first an empty one, once the store watches. Raises Away when that is over, also
        after `cut`, and Compacted."""
        self._access.renew(self._line, self._seconds)  # with an old token a watch never says a word
        for reply in self._line.listen("/v3/watch", self._asked, self._seconds, self._access.token):
            yield self._read(reply)

    def cut(self) -> None:
        """Watch no more. From any thread."""
        self._line.cut()

    def close(self) -> None:
        """Hang up, once nobody looks any more."""
        self._line.close()

    def _read(self, reply: Reply) -> Changes:
        try:
            if reply.status != 200:
                raise Away(f"{self._line.address}: {reply.status}")
            watched = wire.read(reply.body, wire.Watched)
        except wire.UNREADABLE as error:
            raise Away(f"{self._line.address}: no watch of a store: {error}") from None
        if watched.result.compact_revision:
            raise Compacted(f"{self._line.address}: forgotten up to {watched.result.compact_revision}")
        if watched.result.canceled or not watched.result.header.revision:
            raise Away(f"{self._line.address}: the watch was ended")
        return Changes(watched.result.header.revision, watched.changes, watched.written)
