"""The streams of screens, and what each of them sends next."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Protocol
from urllib.parse import parse_qs

import msgspec

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
from web.drawing.pictures import Drawn, Pictures
from web.drawing.refusals import STATUS
from web.entrance.gate import Gate
from web.entrance.watchers import Viewpoint, Watchers
from web.serving.asgi import OURS, AsgiMessage, Left, Receive, Send, Turns, address, headers, question, reply

BEAT = b"event: beat\ndata:\n\n"
TENS = 10
GONE = b"event: gone\ndata:\n\n"
"""The seat is another phone's now, or was let go."""
CROWDED = b"event: crowded\ndata:\n\n"
"""This seat has more streams than STREAMS_OF_SEAT: a page that hears this waits before it opens its own again."""


class Phone:
    """One open stream: the seat that looks, and whether there is something to do."""

    def __init__(self, kind: str, token: str | None, accept_language: str | None, seat: Seat | None, saw: str = "") -> None:
        self.kind = kind
        """The kind of its events: "data" to draw, "json" in words, or the "panel"."""
        self.saw = saw
        """The last witness that it was given, empty if none: what it knows of the box's past."""
        self.token = token
        """The token of its seat. None: it looks at the room's screen."""
        self.hash = token_hash(token) if token else PANEL if kind == "panel" else ROOM
        self.seat = seat
        self.hand = ""
        """The browser, where it looks at the panel."""
        self.reads = choose(accept_language)
        """The language that its browser asks for."""
        self.wake = asyncio.Event()
        """Set when there may be something to send."""
        self.beat = False
        """A heartbeat is due, if nothing else is."""
        self.left = self.makes_room = False
        """`left`: it has gone, or has nothing more to look at. `makes_room`: it must end, as its seat has too many
        streams."""
        self.state: AsgiMessage = {}
        """The state of its connection for web/serving/limits.py: `seat` says whether this stream is a seat's."""
        self.place: Viewpoint = ("", "")
        self.sent: object = None
        """The state of its last screen."""
        self.shows: Drawn | None = None
        """The last screen, where it is data."""
        self.timed: Talk | None = None
        self.watched, self.language, self.turned = False, "", -1.0
        self.claim: Claim | None = None
        """The last events beside its screen: the timer, whether another looks too, its language, when the turn began, a
        claim on its seat."""


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
        self._turn: tuple[str, object] = "", None
        self._turn_began = clock()
        """The turn that is on with its check code, and when it began. A turn that was on at the start began then."""
        self._looks = pictures.look()
        """The snapshots of the present round: all phones that are woken together see the same."""
        self._phones: dict[Phone, None] = {}
        """The open streams, the oldest first."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._beating: asyncio.Task[None] | None = None
        self._closing = False
        house.store.subscribe("streams", self.changed)
        house.store.on_prediction(self._coming)

    @property
    def looking(self) -> int:
        """Return how many phones look now."""
        return len(self._phones)

    def changed(self) -> None:
        """Let every stream check whether it has news. From any thread. Waits for nobody."""
        self._soon(self._wake_all)

    def redrawn(self) -> None:
        """Let the streams of the simulated panel check the same: its display has changed. Phones do not show it."""
        self._soon(self._wake_panels)

    def _soon(self, act: Callable[..., None], *given: Moment) -> None:
        """Call this on the loop, once there is one."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(act, *given)

    def _coming(self, moment: Moment) -> None:
        """Draw what follows if the disk takes an answer, while the disk is at it. From any thread."""
        self._soon(self._prepare, moment)

    def _prepare(self, moment: Moment) -> None:
        self._pictures.prepare(moment, ((phone.seat, phone.shows) for phone in self._phones if phone.kind == "data"))

    def close(self) -> None:
        """End every stream. One that is opened after this ends immediately. From any thread."""
        self._closing = True
        self.changed()

    async def serve(self, scope: AsgiMessage, receive: Receive, send: Send) -> None:
        """Serve `/stream` (ASGI 3.0, HTTP). Returns when the phone or its seat has gone, or the box closes."""
        try:
            phone = self._phone(scope)
            self._insist_on_pace(phone)
        except Refused as why:
            with suppress(Left):
                async with self._refusals.of(address(scope), receive):
                    await asyncio.sleep(0)  # the loop's next round: nobody waits behind all that another one asks
                    await refuse(send, why, headers(scope).get("accept-language"))
            return
        self._start_beating()
        self._looks = self._pictures.look()
        if self._house.witnesses.is_doubted(phone.saw):
            await asyncio.to_thread(self._house.witnesses.hear, phone.saw)  # it waits for whoever writes
        await send({"type": "http.response.start", "status": 200, "headers": EVENTS})
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

    def _insist_on_pace(self, phone: Phone) -> None:
        """Raise Refused for a phone that opens a seat's streams again and again: each begins with a whole screen."""
        if phone.token is None:
            return
        of = phone.hash, phone.place[0]
        if not self._pace.lasts(of):
            raise Refused("stream_waits")
        self._pace.spend(of)

    def _make_room(self, newest: Phone) -> None:
        """End the oldest stream of this seat, if it has enough. It is one of the address with most, so that the owner's
        stays."""
        own = [one for one in self._phones if one.token is not None and one.token == newest.token and not one.makes_room]
        if len(own) < STREAMS_OF_SEAT:
            return
        many = Counter(one.place[0] for one in own)
        leaving = max(own, key=lambda one: many[one.place[0]])
        leaving.makes_room, leaving.state["seat"] = True, False
        leaving.wake.set()

    async def _feed(self, phone: Phone, send: Send) -> None:
        while not (phone.left or self._closing):
            # Cleared before the screen is read: a change that comes while it is sent wakes us again.
            phone.wake.clear()
            for body in self._due(phone):
                await send({"type": "http.response.body", "body": body, "more_body": True})
            if not phone.left:
                await phone.wake.wait()

    def _due(self, phone: Phone) -> tuple[bytes, ...]:
        """Return what this phone is to get now."""
        if phone.makes_room:
            phone.left = True
            return (CROWDED,)
        if phone.token is not None and not self._still_sits(phone):
            phone.left = True
            return (GONE,)
        return (*self._screen(phone), *self._beside(phone))

    def _screen(self, phone: Phone) -> Iterator[bytes]:
        if (state := self._state(phone)) != phone.sent:
            phone.sent, phone.beat = state, False
            yield self._news(phone, *state[:3])
        elif phone.beat:
            phone.beat = False
            yield BEAT

    def _beside(self, phone: Phone) -> Iterator[bytes]:
        """Return the events that are on no screen of the contract."""
        if (talk := self._house.store.state.talk) != phone.timed:
            phone.timed = talk
            yield self._timer(talk)
        language = self._language(phone)
        if (two := self._readers.are_two(phone.token or "")) != phone.watched:
            phone.watched = two
            yield _watched(two, language)
        if phone.kind == "json" and (claim := self._looks.asked_for(phone.seat)) != phone.claim:
            phone.claim = claim
            yield _claimed(claim)
        if phone.kind == "data" and language != phone.language:
            phone.language = language
            yield _speaks(language)
        if phone.kind == "data" and phone.turned != self._turn_began:
            phone.turned = self._turn_began
            yield self._since()

    def _news(self, phone: Phone, kind: str, seat: Seat | None, language: str) -> bytes:
        if kind == "panel":
            return self._pictures.of_panel(language, phone.hand)
        if kind == "json":
            return self._pictures.worded(self._looks, seat, language)
        before, phone.shows = phone.shows, self._pictures.drawn(self._looks, seat)
        return phone.shows.since(before) if before else phone.shows.whole

    def _timer(self, talk: Talk | None) -> bytes:
        """Return the talk timer's own event. Pages count down by themselves, and no page depends on it."""
        left, total = (talk.left(self._house.clock()), talk.total) if talk else (None, None)
        return b"event: timer\ndata: " + msgspec.json.encode({"left": left, "total": total}) + b"\n\n"

    def _since(self) -> bytes:
        """Return for how many seconds, in tens, the turn has been on: an event of its own, which no secret entry sends."""
        since = int(self._clock() - self._turn_began) // TENS * TENS
        return b"event: turn\ndata: " + msgspec.json.encode({"since": since}) + b"\n\n"

    def _still_sits(self, phone: Phone) -> bool:
        """Return whether the phone's token has a seat. The seat may have another name by now."""
        phone.seat = self._looks.seat_of(phone.hash)
        return phone.seat is not None

    def _state(self, phone: Phone) -> tuple[str, Seat | None, str, object]:
        """Return what this phone's screen depends on. Data is the same in every language."""
        language = "" if phone.kind == "data" else self._language(phone)
        return phone.kind, phone.seat, language, self._pictures.key(self._looks, phone.kind, phone.seat, phone.hand)

    def _language(self, phone: Phone) -> str:
        return self._looks.language(phone.seat) or phone.reads

    def _phone(self, scope: AsgiMessage) -> Phone:
        """Return the stream for this request. Raises Refused for a request that may not look."""
        asked, wants = question(scope), parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        kind = "json" if wants.get("as") == ["json"] else "data"
        seat = self._entrance.meet(asked)
        if "panel" in wants:
            self._entrance.check("panel", seat, asked.address)
            phone = Phone("panel", None, asked.accept_language, None)
            phone.hand = asked.hand
            return phone
        if "table" in wants:
            return Phone(kind, None, asked.accept_language, None)
        self._entrance.check("seat", seat, asked.address)
        # A browser that comes back by itself says it in the header, our own script in the address.
        saw = headers(scope).get("last-event-id") or wants.get("seen", [""])[0]
        phone = Phone(kind, asked.token, asked.accept_language, seat, saw)
        phone.place = asked.address, asked.browser
        return phone

    def _wake_all(self) -> None:
        self._looks = self._pictures.look()
        self._follow_turn()
        for phone in self._phones:
            phone.wake.set()

    def _wake_panels(self) -> None:
        for phone in self._phones:
            if phone.kind == "panel":
                phone.wake.set()

    def _follow_turn(self) -> None:
        """Note when another turn began. Only an open entry changes the check code, so no secret one begins a turn."""
        moment = self._looks.moment
        code, turn = ("", None) if moment is None else (moment.fingerprint, (moment.number, moment.history.turn))
        if code != self._turn[0]:
            self._turn_began = self._turn_began if turn == self._turn[1] else self._clock()
            self._turn = code, turn

    def _start_beating(self) -> None:
        """Start one heartbeat for all, with the first stream."""
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


def _watched(by_another: bool, language: str) -> bytes:
    """Return whether somebody else looks at this seat too, in words: an event of its own, on no screen of the contract."""
    words = say(text("watched"), language) if by_another else ""
    return b"event: watched\ndata: " + msgspec.json.encode({"text": words}) + b"\n\n"


def _claimed(claim: Claim | None) -> bytes:
    """Return the claim on this phone's seat, for programs that draw no `notice`: an event of its own, on no screen of the
    contract."""
    said = {"seat": claim.seat, "digits": claim.digits} if claim is not None else {}
    return b"event: claim\ndata: " + msgspec.json.encode(said) + b"\n\n"


def _speaks(language: str) -> bytes:
    """Return the language in which the page says what it draws, and the address of its words."""
    return b"event: language\ndata: " + msgspec.json.encode({"language": language, "words": words_at(language)}) + b"\n\n"


class Looker(Protocol):
    """One open stream."""

    wake: asyncio.Event
    left: bool


async def watch_leaving(phone: Looker, receive: Receive) -> None:
    """Mark a phone that has gone. Without this the stream would wait for it for ever: `send` to it fails silently."""
    while (await receive())["type"] != "http.disconnect":
        pass
    phone.left = True
    phone.wake.set()


async def refuse(send: Send, why: Refused, accept_language: str | None) -> None:
    """Send the reason why a stream is not opened."""
    body = msgspec.json.encode({"refused": why.key, "text": say(why.text, choose(accept_language))})
    await reply(send, STATUS.get(why.key, 403), [(b"content-type", b"application/json"), *OURS], body)
