"""A frame as bytes: as data for a page to draw, once per change for each chair; or in words, for whoever asks for them."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from companion.core.answers import Answers
from companion.core.knowledge import Seat
from companion.core.once import once_for_all
from companion.core.screens import Screens
from companion.core.view import Screen
from companion.house.house import House
from companion.house.lobby import lobby_now
from companion.ports.frame import Frame
from companion.ports.panel import Panel
from companion.speech.i18n import say
from companion.speech.screens import screen_json, worded
from web.drawing import pages
from web.drawing.parts import Parts, beside_parts, parts_of, screen_parts, settle_parts

MEASURE = 2048
"""Pushes are padded to full measures, so that their length says nothing (docs/architecture.md)."""


def frame_json(frame: Frame, language: str) -> dict[str, Any]:
    """The contract's screen: `seq`, `fingerprint`, `now`, `asks`, `blocks`; the table's with `join` beside it."""
    if frame.screen is not None:
        said = screen_json(frame.screen, language, frame.pieces)
    else:
        said = {
            "now": say(lobby_now(frame.lobby.host if frame.lobby else None, frame.seat), language),
            "asks": [],
            "blocks": [_seats(frame), *([worded(frame.hand.secret, language)] if frame.hand else [])],
        }
    said = {"seq": frame.seq, "fingerprint": frame.fingerprint, **said}
    if frame.trouble is not None and frame.trouble.key == "trouble.back_in_time":
        said["trouble"] = say(frame.trouble, language)
    if frame.moved:
        said["moved"] = list(frame.moved)
    if frame.seat is None:
        said["join"] = {"url": frame.join.url, "code": frame.join.code}
    return said


def _seats(frame: Frame) -> dict[str, Any]:
    assert frame.lobby is not None
    rows = [{"seat": seat, "piece": frame.pieces[seat], "host": seat == frame.lobby.host} for seat in frame.lobby.seats]
    return {"block": "seats", "rows": rows}


def push(said: dict[str, Any], witness: str = "", event: str = "screen") -> bytes:
    """An event of the stream, padded by a comment to a full measure; `witness` is its id."""
    named = f"id: {witness}\n".encode() if witness else b""
    whole = named + f"event: {event}\ndata: ".encode() + msgspec.json.encode(said) + b"\n\n"
    missing = -(len(whole) + 3) % MEASURE
    return b":" + b" " * missing + b"\n\n" + whole


class Drawn:
    """A frame as it crosses the wire: its named parts (web/drawing/parts.py), each written once for whoever looks."""

    def __init__(self, seq: int, parts: dict[str, bytes], witness: str = "") -> None:
        self._seq = seq
        self._witness = witness
        self._parts = parts
        self._pushes: WeakKeyDictionary[Drawn, bytes] = WeakKeyDictionary()
        """By what a phone shows already: many show the same."""

    @cached_property
    def whole(self) -> bytes:
        """The event for a phone that shows nothing yet."""
        return push({"seq": self._seq, "parts": _raw(self._parts)}, self._witness)

    def since(self, before: "Drawn") -> bytes:
        """The event for a phone that shows `before`: of the parts those alone that are others now, or gone."""
        if before not in self._pushes:
            changed = {name: part for name, part in self._parts.items() if before._parts.get(name) != part}
            gone = [name for name in before._parts if name not in self._parts]
            said = {"seq": self._seq, "changed": _raw(changed), "gone": gone}
            self._pushes[before] = push(said, self._witness)
        return self._pushes[before]


def as_json(parts: Parts) -> dict[str, bytes]:
    """Each part as JSON."""
    return {name: msgspec.json.encode(part) for name, part in parts.items()}


@once_for_all
def _settling(answers: Answers) -> dict[str, bytes]:
    """The same for all chairs."""
    return as_json(settle_parts(answers))


def _raw(parts: dict[str, bytes]) -> dict[str, msgspec.Raw]:
    return {name: msgspec.Raw(part) for name, part in parts.items()}


class Pictures:
    """What each stream sends now; `key` tells whether that differs from what it sent last."""

    def __init__(self, house: House, panel: Panel | None) -> None:
        self._house = house
        self._panel = panel
        self._drawn: dict[Seat | None, tuple[object, Drawn]] = {}
        self._worded: dict[tuple[Seat | None, str], tuple[object, bytes]] = {}
        self._written: dict[Seat | None, tuple[tuple[Screen, dict[str, bytes]], ...]] = {}
        """Of each chair the last two screens: the one that is, and the one that comes if the disk takes an answer."""

    @property
    def count(self) -> int:
        """How many pictures are kept."""
        return len(self._drawn) + len(self._worded) + len(self._written)

    def key(self, kind: str, seat: Seat | None) -> object:
        """What a picture of this kind is made of: while it stays equal the stream has nothing to send."""
        if kind == "panel" and self._panel:
            return self._panel.page(), self._panel.picture()  # what changed may be only dots
        return self._house.key(seat)

    def drawn(self, seat: Seat | None) -> Drawn:
        """What a page draws of a chair, or (None) of the public screen: the same for every language. Kept until its key is
        another."""
        key, kept = self._house.key(seat), self._drawn.get(seat)
        if kept is None or kept[0] != key:
            self._forget_who_left()
            frame = self._house.frame(seat)
            kept = self._drawn[seat] = (key, Drawn(frame.seq, self._parts(frame), self._witness(seat)))
        return kept[1]

    def prepare(self, screens: Screens, seats: Iterable[Seat | None]) -> None:
        """Write now what these chairs and (None) onlookers will look at if the disk takes an answer; nobody is sent it
        before."""
        for screen in screens.prepare(seats):
            self._screen(screen)

    def _parts(self, frame: Frame) -> dict[str, bytes]:
        if frame.screen is None:
            return as_json(parts_of(frame))
        settling = _settling(frame.settle[1]) if frame.settle else {}
        return {**self._screen(frame.screen), **settling, **as_json(beside_parts(frame))}

    def _screen(self, screen: Screen) -> dict[str, bytes]:
        kept = self._written.get(screen.seat, ())
        known = next((parts for one, parts in kept if one is screen), None)
        if known is None:
            known = as_json(screen_parts(screen))
            self._written[screen.seat] = ((screen, known), *kept[:1])
        return known

    def worded(self, seat: Seat | None, language: str) -> bytes:
        """The same screen in words, as `?as=json` has it."""
        key, kept = self._house.key(seat), self._worded.get((seat, language))
        if kept is None or kept[0] != key:
            self._forget_who_left()
            said = push(frame_json(self._house.frame(seat), language), self._witness(seat))
            kept = self._worded[seat, language] = (key, said)
        return kept[1]

    def of_panel(self, language: str) -> bytes:
        """The simulated panel's buttons and words; there must be one."""
        assert self._panel is not None
        return push({"html": pages.panel_fragment(self._panel.page(), language)})

    def _witness(self, seat: Seat | None) -> str:
        return self._house.witness() if seat is not None else ""

    def _forget_who_left(self) -> None:
        """Some 10 KB are kept for each chair: only for chairs that somebody sits in."""
        here = {*self._house.guests.seating.seats, None}
        self._drawn = {seat: kept for seat, kept in self._drawn.items() if seat in here}
        self._worded = {of: kept for of, kept in self._worded.items() if of[0] in here}
        self._written = {seat: kept for seat, kept in self._written.items() if seat in here}
