"""Makes a snapshot into bytes: as data that a page draws, or in words for programs. It does so once per change for each
seat. It also pads and packs the events of streams."""

import zlib
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import count
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Raw

from companion.core.moment import Moment
from companion.core.state import Seat
from companion.core.view import Parts
from companion.house.house import House
from companion.house.lobby import lobby_now
from companion.house.snapshots import OnePhone, Snapshots
from companion.snapshot.panel import Panel
from companion.snapshot.phone import PhoneSnapshot
from companion.speech.in_words import ask_json, screen_json, worded
from companion.speech.say import say
from web.drawing import pages
from web.drawing.parts import groups_of

# Padding and packing
#
# Each screen becomes whole steps of MEASURE bytes, so that its length says nothing (docs/architecture.md).
# Each event is packed by itself: none of its bytes refers to an earlier event. So its length depends on nothing
# but its own words, and all phones that get the same event get the same bytes. Screens of several seats often differ in
# their number alone. That number is in the beginning of the event, which is not packed. So the rest is packed once for
# all these seats.


MEASURE: Final = 2048
"""Bytes. Each screen is padded to a multiple of this."""
HEAD: Final = 5
"""Bytes of the head of a block."""
LEAST: Final = HEAD + 3
"""Bytes of a block with an empty comment."""
LONG: Final = 10_000
"""Bytes. A longer event needs more effort of zlib to fit into two steps. More effort for all would take 40 % more time."""
LEVEL: Final = 3
"""The effort for an event that is not LONG."""
LEVEL_OF_LONG: Final = 5
WINDOW: Final = 13
"""zlib looks back by 2 to this power, which is 8 KiB. A smaller window is made more quickly."""


KEPT: Final = 10
"""The number of packed screens that are kept: one for each seat of the largest table."""


def padded(begins: bytes, rest: bytes = b"") -> bytes:
    """Return the event after a comment that pads it."""
    return _comment(-(len(begins) + len(rest) + 3) % MEASURE) + begins + rest


def packed(begins: bytes, rest: bytes = b"") -> bytes:
    """Return the event as a piece of a gzip stream, before a comment that pads it. The beginning, and an event that fits
    into one step, are not compressed."""
    fits = len(begins) + len(rest) + HEAD + LEAST <= MEASURE
    body = as_block(begins + rest) if fits else as_block(begins) + _deflated(rest)
    return body + as_block(_comment(-(len(body) + LEAST) % MEASURE))


@lru_cache(KEPT)
def _deflated(event: bytes) -> bytes:
    level = LEVEL if len(event) < LONG else LEVEL_OF_LONG
    packer = zlib.compressobj(level, zlib.DEFLATED, -WINDOW, zlib.DEF_MEM_LEVEL - 3)
    return packer.compress(event) + packer.flush(zlib.Z_SYNC_FLUSH)


def as_block(event: bytes) -> bytes:
    """Return a small event as a piece of a gzip stream: a block that is not packed (RFC 1951, 3.2.4)."""
    size = len(event)
    return b"\0" + size.to_bytes(2, "little") + (size ^ 0xFFFF).to_bytes(2, "little") + event


def _comment(spaces: int) -> bytes:
    return b":" + b" " * spaces + b"\n\n"


class Coding(NamedTuple):
    """The form of a stream's events as bytes."""

    screen: Callable[[bytes, bytes], bytes]
    """The function for a screen, of which the beginning comes apart."""
    small: Callable[[bytes], bytes]
    """The function for all other events."""
    head: bytes = b""
    """The bytes before the first event."""


PLAIN: Final = Coding(padded, bytes)
GZIP: Final = Coding(packed, as_block, b"\x1f\x8b\x08" + bytes(6) + b"\xff")
"""The coding of most browsers: one gzip stream (RFC 1952) that has no end."""


def snapshot_json(snapshot: PhoneSnapshot, language: str) -> dict[str, Any]:
    """Return the screen in words, as docs/http.md promises: `seq`, `fingerprint`, `now`, `asks`, `blocks`, and for the
    room's screen `join`."""
    if snapshot.screen is not None:
        parts = screen_json(snapshot.screen, language, snapshot.place.pieces)
        parts["asks"] += [ask_json(ask, language) for ask in snapshot.held]
    else:
        parts = {
            "now": say(lobby_now(snapshot.lobby.host if snapshot.lobby else None, snapshot.place.seat), language),
            "asks": [],
            "blocks": [_seats(snapshot), *([worded(snapshot.hand.secret, language)] if snapshot.hand else [])],
        }
    parts = {"seq": snapshot.seq, "fingerprint": snapshot.fingerprint, **parts}
    if snapshot.notice.trouble is not None:
        parts["trouble"] = say(snapshot.notice.trouble, language)
    if snapshot.moved:
        parts["moved"] = list(snapshot.moved)
    if snapshot.news:
        parts["people"] = [{"seat": one.seat, "what": one.what} for one in snapshot.news]
    if snapshot.highlights:
        parts["highlights"] = worded(snapshot.highlights, language)
    if snapshot.place.seat is None:
        parts["join"] = {"url": snapshot.join.url, "code": snapshot.join.code}
    return parts


def _seats(snapshot: PhoneSnapshot) -> dict[str, Any]:
    assert snapshot.lobby is not None
    rows = [
        {"seat": seat, "piece": snapshot.place.pieces[seat], "host": seat == snapshot.lobby.host}
        for seat in snapshot.lobby.seats
    ]
    return {"block": "seats", "rows": rows}


def screen_event(data: dict[str, Any], mark: str = "") -> bytes:
    """Return a screen as an event of the stream. `mark` is its id."""
    named = f"id: {mark}\n".encode() if mark else b""
    return named + b"event: screen\ndata: " + msgspec.json.encode(data) + b"\n\n"


GROWS: Final = "meanwhile"
"""The part with lists that grow at one end. A push names the items that a phone has by their old places."""


class Grown(bytes):
    """A part with lists as JSON, and the same in pieces."""

    _rest: bytes
    """The values that are no lists, as JSON without the closing bracket."""
    _lists: dict[str, list[bytes]]
    _number: int
    """A number of its own. It stays when the part before is forgotten."""
    _last: tuple[int, bytes]
    """The number of the earlier part for which `since` was called last, and its result. Most phones show the same earlier
    part."""
    _numbers = count()

    @classmethod
    def of(cls, rest: dict[str, Any], lists: dict[str, list[bytes]]) -> "Grown":
        """Return the part with these values, and with these lists, of which each item is JSON."""
        begins = msgspec.json.encode(rest)[:-1]
        made = cls(_listed(begins, lists))
        made._rest, made._lists, made._number = begins, lists, next(cls._numbers)
        made._last = -1, b""
        return made

    def since(self, before: bytes | None) -> bytes:
        """Return the part for a phone that has `before`. In the place of an item that the phone has comes its old place."""
        if not isinstance(before, Grown):
            return self
        if before._number != self._last[0]:
            self._last = before._number, self._after(before)
        return self._last[1]

    def _after(self, before: "Grown") -> bytes:
        places = {name: {item: b"%d" % n for n, item in enumerate(items)} for name, items in before._lists.items()}
        return _listed(
            self._rest,
            {name: [places.get(name, {}).get(item, item) for item in items] for name, items in self._lists.items()},
        )


def _listed(begins: bytes, lists: dict[str, list[bytes]]) -> bytes:
    """Return an object as JSON: the values in `begins`, then the lists."""
    items = [b'"%s":[%s]' % (name.encode(), b",".join(items)) for name, items in lists.items()]
    return begins + (b"," if len(begins) > 1 and items else b"") + b",".join(items) + b"}"


class DrawnSnapshot:
    """A snapshot as it goes over the network: its named parts (web/drawing/parts.py), each written once for all phones."""

    _numbers = count()

    def __init__(self, seq: int, parts: dict[str, bytes], mark: str = "") -> None:
        self._number = next(self._numbers)
        self._seq = seq
        self._ends = f"\nid: {mark}\n\n".encode() if mark else b"\n\n"
        self._parts = parts
        self._pushes: dict[tuple[int | None, Coding], bytes] = {}
        """The pushes made so far, by coding and the number of the picture that a phone shows before. Many phones show the
        same."""

    @property
    def whole(self) -> bytes:
        """Return the event for a phone that shows nothing yet."""
        return self.since(None)

    def since(self, before: "DrawnSnapshot | None", coding: Coding = PLAIN) -> bytes:
        """Return the event for a phone that shows `before`: the parts that changed, and the names of those that are gone. A
        phone that shows nothing yet (None) gets all parts."""
        of = before._number if before else None, coding
        if of not in self._pushes:
            parts = self._changes(before._parts) if before else {"parts": _raw(self._parts)}
            begins = b'event: screen\ndata: {"seq":%d,' % self._seq
            self._pushes[of] = coding.screen(begins, msgspec.json.encode(parts)[1:] + self._ends)
        return self._pushes[of]

    def _changes(self, then: dict[str, bytes]) -> dict[str, Any]:
        now = self._parts
        gone = [] if then.keys() <= now.keys() else [name for name in then if name not in now]
        changed = {name: part for name, part in now.items() if then.get(name) != part}
        if isinstance(part := changed.get(GROWS), Grown):
            changed[GROWS] = part.since(then.get(GROWS))
        return {"changed": _raw(changed), "gone": gone}


def _raw(parts: dict[str, bytes]) -> dict[str, Raw]:
    return {name: Raw(part) for name, part in parts.items()}


class PartWriter:
    """Writes parts as JSON. A group or part that many seats see, or that stays in the next pictures, is written once. The
    writer recognises it by identity, not by equality."""

    def __init__(self) -> None:
        self._groups: dict[int, tuple[Parts, dict[str, bytes]]] = {}
        self._written: dict[int, tuple[object, bytes]] = {}
        self._before = self._groups, self._written
        self._encode = msgspec.json.Encoder().encode

    def turn(self) -> None:
        """Begin the pictures of the next change. Parts that none of them uses are forgotten at the change after that."""
        self._before = self._groups, self._written
        self._groups, self._written = {}, {}

    def written(self, groups: Iterable[Parts]) -> dict[str, bytes]:
        """Return each part of these groups as JSON."""
        now, before = self._groups, self._before[0]
        found: dict[str, bytes] = {}
        for group in groups:
            of = id(group)
            kept = now.get(of)
            if kept is None:
                kept = now[of] = before.get(of) or (group, self._group(group))
            found |= kept[1]
        return found

    def _group(self, parts: Parts) -> dict[str, bytes]:
        now, before = self._written, self._before[1]
        found = {}
        for name, part in parts.items():
            of = id(part)
            kept = now.get(of)
            if kept is None:
                kept = now[of] = before.get(of) or (part, self._grown(part) if name == GROWS else self._encode(part))
            found[name] = kept[1]
        return found

    def _grown(self, part: Parts) -> Grown:
        lists = {name: [self._item(one) for one in value] for name, value in part.items() if isinstance(value, tuple)}
        return Grown.of({name: value for name, value in part.items() if name not in lists}, lists)

    def _item(self, item: object) -> bytes:
        """Return an item of a list as JSON. It is kept like a part."""
        kept = self._written.get(id(item))
        if kept is None:
            kept = self._written[id(item)] = self._before[1].get(id(item)) or (item, self._encode(item))
        return kept[1]


Keyed = tuple[object, DrawnSnapshot]
"""The key of a snapshot, and its picture."""


class Pictures:
    """The bytes that each stream sends now. A picture is drawn again only if the `key` of its snapshot has changed."""

    def __init__(self, house: House, panel: Panel | None) -> None:
        self._house = house
        self._panel = panel
        self._drawn: dict[Seat | None, Keyed] = {}
        self._worded: dict[tuple[Seat | None, str], tuple[object, bytes]] = {}
        self._coming: tuple[Snapshots, dict[Seat | None, Keyed]] | None = None
        """The snapshots that were predicted, and their pictures."""
        self._writer = PartWriter()

    @property
    def count(self) -> int:
        """The number of pictures that are kept."""
        return len(self._drawn) + len(self._worded)

    def key_of_panel(self, by: str) -> object:
        """Return a value on which the picture of the simulated panel depends. `by`: the browser that shows it. The box must
        have a simulated panel."""
        assert self._panel is not None
        return self._panel.page(by), self._panel.picture(by)  # sometimes only dots change, and no words

    def drawn(self, snapshots: Snapshots, seat: Seat | None) -> DrawnSnapshot:
        """Return the picture for a seat, or for the room's screen if `seat` is None. It is the same in every language, and
        is kept until its key changes."""
        kept, phone = self._drawn.get(seat), snapshots.phone(seat)
        if kept is None or kept[0] != phone.key:
            self._forget_who_left()
            self._writer.turn()
            kept = self._drawn[seat] = self._draw(phone, self._mark(snapshots))
        return kept[1]

    def prepare(self, moment: Moment, shown: Iterable[tuple[Seat | None, DrawnSnapshot | None, Coding]]) -> None:
        """Draw what each seat, and the room's screen (None), will see if the disk takes an answer. `shown` has the picture
        that each phone shows before, and its coding. Nothing is sent before the answer is on disk."""
        snapshots, found = self._house.predicted(moment), dict(self._drawn)
        self._writer.turn()
        mark = self._mark(snapshots)
        for seat, before, coding in shown:
            phone = snapshots.phone(seat)
            if seat not in found or found[seat][0] != phone.key:
                found[seat] = self._draw(phone, mark)
            if before not in (None, found[seat][1]):
                found[seat][1].since(before, coding)
        self._coming = snapshots, found

    def newest(self) -> Snapshots:
        """Return the present snapshots. If the prediction came true, its pictures become the present ones."""
        if self._coming is None or not self._coming[0].came_true(self._house.store.state):
            return self._house.snapshots
        snapshots, self._drawn = self._coming
        self._coming = None
        return snapshots

    def _draw(self, phone: OnePhone, mark: str) -> Keyed:
        snapshot, is_room = phone.snapshot, phone.snapshot.place.seat is None
        return phone.key, DrawnSnapshot(snapshot.seq, self._writer.written(groups_of(snapshot)), "" if is_room else mark)

    def _mark(self, snapshots: Snapshots) -> str:
        """Return the mark of this moment. Every seat's phone remembers it."""
        return self._house.rollback.token(snapshots.moment)

    def worded(self, snapshots: Snapshots, seat: Seat | None, language: str) -> bytes:
        """Return the screen of a seat or of the room in words, for `?as=json`."""
        phone, kept = snapshots.phone(seat), self._worded.get((seat, language))
        if kept is None or kept[0] != phone.key:
            self._forget_who_left()
            mark = self._mark(snapshots) if seat is not None else ""
            kept = self._worded[seat, language] = (
                phone.key,
                padded(screen_event(snapshot_json(phone.snapshot, language), mark)),
            )
        return kept[1]

    def of_panel(self, language: str, by: str) -> bytes:
        """Return the event with the simulated panel's buttons and words for this browser. The box must have a simulated
        panel."""
        assert self._panel is not None
        return padded(screen_event({"html": pages.panel_fragment(self._panel.page(by), language)}))

    def _forget_who_left(self) -> None:
        """Forget the pictures of seats that nobody has any more. Each takes about 10 KB."""
        here = {*self._house.guests.seating.seats, None}
        self._drawn = {seat: kept for seat, kept in self._drawn.items() if seat in here}
        self._worded = {of: kept for of, kept in self._worded.items() if of[0] in here}
