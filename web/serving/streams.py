"""The streams of screens: each sends what has changed."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Protocol
from urllib.parse import parse_qs

import msgspec
from werkzeug.http import parse_accept_header

from companion.bounds import BEAT_SECONDS, SECONDS_A_STREAM, STREAMS_AT_ONCE, STREAMS_OF_SEAT
from companion.core.moment import Moment
from companion.core.state import Seat
from companion.core.words import Refused, text
from companion.house.doors import PANEL, ROOM, RateLimit
from companion.house.guests import token_hash
from companion.house.house import House
from companion.house.store import Talk
from companion.snapshot.table import Claim
from companion.speech.say import choose, say
from web.drawing.catalogues import address as words_at
from web.drawing.pictures import GZIP, PLAIN, Coding, DrawnSnapshot, Pictures
from web.drawing.refusals import STATUS
from web.entrance.gate import Gate
from web.entrance.watchers import Viewpoint, Watchers
from web.serving.asgi import OURS, AsgiMessage, Left, Receive, Send, Turns, address, head_of, headers, reply

BEAT = b"event: beat\ndata:\n\n"
TURN_STEP = 10
"""Seconds. Pages get the time of a turn in whole steps of these."""
GONE = b"event: gone\ndata:\n\n"
"""The event for a phone that no longer has its seat."""
CROWDED = b"event: crowded\ndata:\n\n"
"""The event for a stream that ends because its seat has more streams than STREAMS_OF_SEAT. The page then waits before it
opens another one."""


class Phone:
    """One open stream of a seat, the room's screen or the simulated panel, and what it sent last."""

    def __init__(
        self,
        kind: str,
        token: str | None,
        accept_language: str | None,
        seat: Seat | None,
        saw: str = "",
        coding: Coding = PLAIN,
    ) -> None:
        self.kind = kind
        """The kind of events: "data" that a page draws, "json" in words, or "panel"."""
        self.coding = coding
        self.saw = saw
        """The last witness that the phone was given. It shows what the phone knows of the box's past. Empty: none."""
        self.token = token
        """The token of the seat. None: the stream is the room's or the panel's."""
        self.hash = token_hash(token) if token else PANEL if kind == "panel" else ROOM
        self.seat = seat
        self.panel_user = ""
        """The browser of a stream of the panel."""
        self.reads = choose(accept_language)
        """The language that the browser asks for."""
        self.wake = asyncio.Event()
        """Is set when there may be something to send."""
        self.beat = False
        """True if a heartbeat is due. It is sent only if nothing else is."""
        self.left = self.makes_room = False
        """`left`: the stream is over. `makes_room`: the stream must end, because its seat has too many."""
        self.state: AsgiMessage = {}
        """The state of the connection for web/serving/limits.py. Its key `seat` says whether this stream is a seat's."""
        self.place: Viewpoint = ("", "")
        self.sent: object = None
        """The value on which the last screen that was sent depended."""
        self.shows: DrawnSnapshot | None = None
        """The last screen that was sent, for kind "data"."""
        self.timed: Talk | None = None
        self.watched, self.language, self.turned = False, "", -1.0
        self.claim: Claim | None = None
        """The values of the last events beside the screen: the talk timer, whether somebody else looks at this seat, the
        language, when the turn began, a claim on the seat."""


class Streams:
    """All open streams of the box."""

    def __init__(
        self,
        house: House,
        pictures: Pictures,
        entrance: Gate,
        readers: Watchers,
        beat_seconds: float = BEAT_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._pace = RateLimit(clock, STREAMS_AT_ONCE, SECONDS_A_STREAM)
        self._refusals = Turns(1, clock)
        self._entrance = entrance
        self._readers = readers
        self._beat_seconds = beat_seconds
        self._house = house
        self._pictures = pictures
        self._clock = clock
        self._turn: tuple[tuple[str, bool], object] = ("", True), None
        self._turn_began = clock()
        """The present check code and turn (`_turn`), and when that turn began. A turn that was on at the start counts from
        the start."""
        self._snapshots = pictures.newest()
        """The snapshots that all woken streams send from, so that all phones show the same moment."""
        self._phones: dict[Phone, None] = {}
        """The open streams, the oldest first."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._beating: asyncio.Task[None] | None = None
        self._closing = False
        house.store.subscribe("streams", self.changed)
        house.store.on_prediction(self._coming)

    @property
    def looking(self) -> int:
        """The number of open streams."""
        return len(self._phones)

    def changed(self) -> None:
        """Wake every stream, so that it sends what is new. May be called from any thread, and does not wait."""
        self._soon(self._wake_all)

    def redrawn(self) -> None:
        """Wake the streams of the simulated panel, because its display has changed. May be called from any thread."""
        self._soon(self._wake_panels)

    def _soon(self, act: Callable[..., None], *given: Moment) -> None:
        """Call `act` on the event loop, if it runs."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(act, *given)

    def _coming(self, moment: Moment) -> None:
        """Draw the screens that follow if the disk takes an answer, while the disk writes. May be called from any thread."""
        self._soon(self._prepare, moment)

    def _prepare(self, moment: Moment) -> None:
        shown = ((phone.seat, phone.shows, phone.coding) for phone in self._phones if phone.kind == "data")
        self._pictures.prepare(moment, dict.fromkeys(shown))  # many screens of the room show the same

    def close(self) -> None:
        """End every stream. A stream that is opened later ends immediately. May be called from any thread."""
        self._closing = True
        self.changed()

    async def serve(self, scope: AsgiMessage, receive: Receive, send: Send) -> None:
        """Serve `/stream` (ASGI 3.0, HTTP). Return when the phone has gone, has lost its seat, or the box closes."""
        try:
            phone = self._phone(scope)
            self._check_pace(phone)
        except Refused as why:
            with suppress(Left):
                async with self._refusals.place_for(address(scope), receive):
                    await asyncio.sleep(0)  # let the loop serve others first, however many streams one address asks for
                    await refuse(send, why, headers(scope).get("accept-language"))
            return
        self._start_beating()
        self._snapshots = self._pictures.newest()
        if self._house.rollback.is_doubted(phone.saw):
            await asyncio.to_thread(self._house.rollback.hear, phone.saw)  # `hear` may wait for a thread that writes
        await _begin(phone, send)
        self._make_room(phone)
        self._phones[phone] = None
        self._house.presence.came(phone.hash)
        phone.state = scope["state"]
        phone.state["seat"] = phone.token is not None
        leaving = asyncio.create_task(watch_leaving(phone, receive))
        try:
            await self._feed(phone, send)
            await send({"type": "http.response.body", "body": b""})
        finally:
            self._phones.pop(phone, None)
            self._house.presence.went(phone.hash)
            leaving.cancel()

    def _check_pace(self, phone: Phone) -> None:
        """Raise Refused for a phone that opens streams of a seat too often, because each begins with a whole screen."""
        if phone.token is None:
            return
        of = phone.hash, phone.place[0]
        if not self._pace.allows(of):
            raise Refused("stream_waits")
        self._pace.spend(of)

    def _make_room(self, newest: Phone) -> None:
        """If this seat has STREAMS_OF_SEAT streams, end one. It is the oldest one of the address with the most, so that a
        stranger's streams go before the owner's."""
        own = [one for one in self._phones if one.token is not None and one.token == newest.token and not one.makes_room]
        if len(own) < STREAMS_OF_SEAT:
            return
        many = Counter(one.place[0] for one in own)
        leaving = max(own, key=lambda one: many[one.place[0]])
        leaving.makes_room, leaving.state["seat"] = True, False
        leaving.wake.set()

    async def _feed(self, phone: Phone, send: Send) -> None:
        while not (phone.left or self._closing):
            # The event is cleared before the screen is read, so a change during the sending wakes this loop again.
            phone.wake.clear()
            for body in self._due(phone):
                await send({"type": "http.response.body", "body": body, "more_body": True})
            if not phone.left:
                await phone.wake.wait()

    def _due(self, phone: Phone) -> Sequence[bytes]:
        """Return the events that this phone gets now."""
        if phone.makes_room:
            phone.left = True
            return (phone.coding.small(CROWDED),)
        if phone.token is not None:
            phone.seat = self._snapshots.book.seat_of(phone.hash)  # the seat may have been renamed
            if phone.seat is None:
                phone.left = True
                return (phone.coding.small(GONE),)
        language = (self._snapshots.book.languages.get(phone.seat) if phone.seat is not None else None) or phone.reads
        # A screen of kind "data" is the same in every language.
        spoken = "" if phone.kind == "data" else language
        is_panel = phone.kind == "panel"
        key = self._pictures.key_of_panel(phone.panel_user) if is_panel else self._snapshots.phone(phone.seat).key
        state = phone.seat, spoken, key
        beat, phone.beat = phone.beat, False
        if state == phone.sent:
            return [*map(phone.coding.small, ((BEAT,) if beat else ())), *self._beside(phone, language)]
        phone.sent = state
        return [self._news(phone, language), *self._beside(phone, language)]

    def _beside(self, phone: Phone, language: str) -> Iterator[bytes]:
        """Return the events that are no part of a screen (docs/http.md)."""
        return map(phone.coding.small, self._small(phone, language))

    def _small(self, phone: Phone, language: str) -> Iterator[bytes]:
        if (talk := self._house.store.state.talk) != phone.timed:
            phone.timed = talk
            yield self._timer(talk)
        if phone.token is not None and (two := self._readers.are_two(phone.token)) != phone.watched:
            phone.watched = two
            yield _watched(two, language)
        if phone.kind == "json" and (claim := self._snapshots.phone(phone.seat).asked_for) != phone.claim:
            phone.claim = claim
            yield _claimed(claim)
        if phone.kind == "data" and language != phone.language:
            phone.language = language
            yield _speaks(language)
        if phone.kind == "data" and phone.turned != self._turn_began:
            phone.turned = self._turn_began
            yield self._since()

    def _news(self, phone: Phone, language: str) -> bytes:
        """Return the event with the screen as it is now."""
        if phone.kind == "panel":
            return self._pictures.of_panel(language, phone.panel_user)
        if phone.kind == "json":
            return self._pictures.worded(self._snapshots, phone.seat, language)
        before, phone.shows = phone.shows, self._pictures.drawn(self._snapshots, phone.seat)
        return phone.shows.since(before, phone.coding)

    def _timer(self, talk: Talk | None) -> bytes:
        """Return the event of the talk timer. Pages count down by themselves."""
        left, total = (talk.left(self._house.clock()), talk.total) if talk else (None, None)
        return b"event: timer\ndata: " + msgspec.json.encode({"left": left, "total": total}) + b"\n\n"

    def _since(self) -> bytes:
        """Return the event with the seconds since the turn began, in steps of TURN_STEP. No secret entry sends it."""
        return _turn_since(int(self._clock() - self._turn_began) // TURN_STEP * TURN_STEP)

    def _phone(self, scope: AsgiMessage) -> Phone:
        """Return the stream for this request. Raises Refused if the request may not look."""
        asked, wants = head_of(scope), parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        kind = "json" if wants.get("as") == ["json"] else "data"
        sent = headers(scope)
        packs = kind == "data" and "plain" not in wants and parse_accept_header(sent.get("accept-encoding"))["gzip"] > 0
        coding = GZIP if packs else PLAIN
        seat = self._entrance.meet(asked)
        if "panel" in wants:
            self._entrance.check("panel", seat, asked.address)
            phone = Phone("panel", None, asked.accept_language, None)
            phone.panel_user = asked.panel_user
            return phone
        if "table" in wants:
            return Phone(kind, None, asked.accept_language, None, coding=coding)
        self._entrance.check("seat", seat, asked.address)
        # A browser that reconnects by itself sends the witness in this header. Our script sends it in the address.
        saw = sent.get("last-event-id") or wants.get("seen", [""])[0]
        phone = Phone(kind, asked.token, asked.accept_language, seat, saw, coding)
        phone.place = asked.address, asked.browser
        return phone

    def _wake_all(self) -> None:
        self._snapshots = self._pictures.newest()
        self._follow_turn()
        for phone in self._phones:
            phone.wake.set()

    def _wake_panels(self) -> None:
        for phone in self._phones:
            if phone.kind == "panel":
                phone.wake.set()

    def _follow_turn(self) -> None:
        """Note when another turn began. The first one begins when the table is ready. Only an open entry changes the check
        code, so a secret entry never begins a turn."""
        moment, is_laid = self._snapshots.moment, self._snapshots.set_up is None
        code, turn = ("", None) if moment is None else (moment.fingerprint, (moment.number, moment.history.turn, is_laid))
        if (code, is_laid) != self._turn[0]:
            self._turn_began = self._turn_began if turn == self._turn[1] else self._clock()
            self._turn = (code, is_laid), turn

    def _start_beating(self) -> None:
        """Start the one heartbeat for all streams, when the first stream opens."""
        if self._beating is None:
            self._loop = asyncio.get_running_loop()
            self._beating = self._loop.create_task(self._beat())

    async def _beat(self) -> None:
        while not self._closing:
            await asyncio.sleep(self._beat_seconds)
            self._readers.beat([(phone.token, phone.place) for phone in self._phones if phone.token is not None])
            for phone in self._phones:
                phone.beat = True
            self._wake_all()


EVENTS = [(b"content-type", b"text/event-stream; charset=utf-8"), *OURS]
"""The head of every stream."""


async def _begin(phone: Phone, send: Send) -> None:
    """Send the head of a stream."""
    packing = [(b"content-encoding", b"gzip")] if phone.coding is GZIP else []
    await send({"type": "http.response.start", "status": 200, "headers": [*EVENTS, *packing]})
    if phone.coding.head:
        await send({"type": "http.response.body", "body": phone.coding.head, "more_body": True})


@lru_cache(1)
def _turn_since(seconds: int) -> bytes:
    """Return the event with these seconds. All phones get the same one."""
    return b"event: turn\ndata: " + msgspec.json.encode({"since": seconds}) + b"\n\n"


def _watched(by_another: bool, language: str) -> bytes:
    """Return the event that says, in words, whether somebody else looks at this seat, too."""
    words = say(text("watched"), language) if by_another else ""
    return b"event: watched\ndata: " + msgspec.json.encode({"text": words}) + b"\n\n"


def _claimed(claim: Claim | None) -> bytes:
    """Return the event with the claim on this phone's seat. It is for programs, which do not draw notices."""
    data = {"seat": claim.seat, "digits": claim.digits} if claim is not None else {}
    return b"event: claim\ndata: " + msgspec.json.encode(data) + b"\n\n"


def _speaks(language: str) -> bytes:
    """Return the event with the language of the page, and the address of its words."""
    return b"event: language\ndata: " + msgspec.json.encode({"language": language, "words": words_at(language)}) + b"\n\n"


class Looker(Protocol):
    """An open stream, as `watch_leaving` sees it."""

    wake: asyncio.Event
    left: bool


async def watch_leaving(phone: Looker, receive: Receive) -> None:
    """Mark the stream of a phone that has gone, and wake it. Without this the stream would wait for ever, because `send`
    fails silently."""
    while (await receive())["type"] != "http.disconnect":
        pass
    phone.left = True
    phone.wake.set()


async def refuse(send: Send, why: Refused, accept_language: str | None) -> None:
    """Send the reason why a stream is not opened."""
    body = msgspec.json.encode({"refused": why.key, "text": say(why.text, choose(accept_language))})
    await reply(send, STATUS.get(why.key, 403), [(b"content-type", b"application/json"), *OURS], body)
