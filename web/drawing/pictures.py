"""A frame as bytes: built once per change for each chair and language, and kept until the next."""

from typing import Any, NamedTuple

import msgspec

from companion.core.knowledge import Seat
from companion.house.house import House
from companion.house.lobby import lobby_now
from companion.ports.frame import Frame
from companion.ports.panel import Panel
from companion.speech.i18n import say
from companion.speech.screens import screen_json, worded
from web.drawing import render

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


class Picture(NamedTuple):
    """What one stream sends: the screen at every change, and before it the *more* sheet, where that has changed."""

    screen: bytes
    more: bytes = b""


class Pictures:
    """What each stream sends now; `key` tells whether that differs from what it sent last."""

    def __init__(self, house: House, panel: Panel | None) -> None:
        self._house = house
        self._panel = panel
        self._kept: dict[tuple[str, Seat | None, str], tuple[object, Picture]] = {}
        self._sheets: dict[tuple[Seat | None, str], tuple[str, bytes]] = {}

    @property
    def count(self) -> int:
        """How many pictures and sheets are kept."""
        return len(self._kept) + len(self._sheets)

    def key(self, kind: str, seat: Seat | None) -> object:
        """What a picture of this kind is made of: while it stays equal the stream has nothing to send."""
        if kind == "panel" and self._panel:
            return self._panel.page(), self._panel.picture()  # what changed may be only dots
        return self._house.key(seat)

    def picture(self, kind: str, seat: Seat | None, language: str) -> Picture:
        """What a stream of this kind ("html", "json", "table", "panel") sends now to a chair, or (None) to an onlooker. Kept
        until its key is another."""
        key = self.key(kind, seat)
        kept = self._kept.get((kind, seat, language))
        if kept is None or kept[0] != key:
            self._forget_who_left()
            kept = self._kept[kind, seat, language] = (key, self._drawn(kind, seat, language))
        return kept[1]

    def _forget_who_left(self) -> None:
        """Some 20 KB are kept for each chair and language: only for chairs that somebody sits in."""
        here = {*self._house.guests.seating.seats, None}
        self._kept = {of: kept for of, kept in self._kept.items() if of[1] in here}
        self._sheets = {of: kept for of, kept in self._sheets.items() if of[0] in here}

    def _drawn(self, kind: str, seat: Seat | None, language: str) -> Picture:
        if kind == "panel" and self._panel:
            return Picture(push({"html": render.panel_fragment(self._panel.page(), language)}))
        frame = self._house.frame(seat)
        witness = self._house.witness() if seat is not None else ""
        if kind == "json":
            return Picture(push(frame_json(frame, language), witness))
        html = render.table_fragment(frame, language) if kind == "table" else render.fragment(frame, language)
        more = self._more(frame, language) if kind == "html" else b""
        return Picture(push({"seq": frame.seq, "html": html}, witness), more)

    def _more(self, frame: Frame, language: str) -> bytes:
        sheet = render.more(frame, language)
        kept = self._sheets.get((frame.seat, language))
        if kept is None or kept[0] is not sheet:
            kept = self._sheets[frame.seat, language] = (sheet, push({"html": str(sheet)}, event="more"))
        return kept[1]
