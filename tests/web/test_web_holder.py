"""The simulated panel when one player holds the box. Only the browser that confirmed that it has the box gets that player's
secrets. No other byte from the house depends on them."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from luma.core.device import dummy

from companion.core.table import Table
from companion.house.house import House
from companion.house.panel_acts import HouseForPanel
from companion.letters import load
from companion.snapshot.panel import HolderView
from companion.speech.say import say
from hardware.device.display import Display
from hardware.panel import BoxPanel
from tests.support.houses import HandClock, open_house
from tests.support.phones import HttpReply, Phone, Stream
from web.entrance.gate import HAND_COOKIE, RequestHead
from web.serving.server import Server

LONGEST = 400


class Room:
    """A Babel table of five players without phones. Two browsers and a program have its panel open."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self.house: House = open_house(folder, clock=HandClock(), panel_open=True)
        stack.callback(self.house.journal.close)
        seats = [f"Seat {n}" for n in range(1, 6)]
        with self.house.changing() as guests:
            for piece, seat in enumerate(seats, 1):
                guests.sit_at_box(seat, piece)
        self.house.start({"game": "babel", "seats": seats, "options": {"hands": "phones"}})
        for kind, do in (("blueprint", {"cells": {"A1": 2}}), ("master", {})):
            self.house.play_at_panel(
                next(ask.due for ask in self._table.moment.asks(None) if ask.kind == kind), {"type": kind, **do}, kind
            )
        self.for_panel, self.clock = HouseForPanel(self.house, lambda: None), HandClock()
        self.panel = BoxPanel(self.for_panel, Display(dummy(128, 64, mode="1")), load(), self.clock)
        stack.callback(self.panel.close)
        # The tests read the streams only at their end. A usual box gives such a phone up after ten seconds.
        server = Server(self.house, self.panel, patience_ms=600_000)
        stack.callback(server.close)
        port = server.port
        self.ana, self.ben = (stack.enter_context(Phone(port)) for _ in range(2))
        for phone in (self.ana, self.ben):
            assert phone.get("/panel", Accept="text/html").status == 200
        self.program = stack.enter_context(Phone(port))
        self.streams = {phone: self._looks(stack, phone) for phone in (self.ana, self.ben, self.program)}
        self.press("back")  # skip the set-up of the table

    @property
    def _table(self) -> Table:
        assert self.house.table is not None
        return self.house.table

    def _looks(self, stack: ExitStack, phone: Phone) -> Stream:
        return stack.enter_context(phone.stream("panel"))

    def press(self, button: str, hold: bool = False, by: Phone | None = None) -> HttpReply:
        self.clock.pass_(1.5)
        return (by or self.ana).post("/panel/press", {"button": button, "hold": hold})

    def rest(self, rests: bool, by: Phone | None = None) -> HttpReply:
        return (by or self.ana).post("/panel/press", {"button": "ok", "rests": rests})

    def page(self, by: Phone) -> dict[str, Any]:
        data: dict[str, Any] = by.get("/panel").json
        return data

    def looked(self) -> None:
        """Let four seconds pass, so that a look under the cover ends, and ask for the present page."""
        self.clock.pass_(4)
        self.page(self.ana)

    def all_pushed(self) -> dict[Phone, bytes]:
        """Leave the game, and return all pushes of each stream until the way in is shown again."""
        self.house.leave_game(unfinished=True)
        self.page(self.ana)
        return {phone: self._until(stream, self.house.guests.door.code.encode()) for phone, stream in self.streams.items()}

    def _until(self, stream: Stream, last: bytes) -> bytes:
        while last not in (stream.push() or last):
            pass
        return b"".join(stream.pushes)

    def play(self) -> Iterator[HolderView]:
        """Press for all players, as Ana with the box. Yield the holder's screen whenever there is a holder."""
        for n in range(LONGEST):
            page = self.page(self.ana)["page"]
            if (mine := self.for_panel.snapshot().mine) is not None:
                yield mine
            waits = mine is not None and mine.goes_on
            self.press({"yours": "next" if waits and n % 3 else "back", "stage": "back"}.get(page, "ok"))


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with ExitStack() as stack:
        yield Room(stack, tmp_path)


def in_hand(room: Room) -> HolderView:
    return next(mine for mine in room.play() if mine.secret is not None and len(mine.secret.hand) > 1)


def secret_words(mine: HolderView) -> list[bytes]:
    """Return the words behind the cover, as bytes."""
    assert mine.secret is not None
    secrets = (mine.secret.name, *mine.secret.goal, *mine.secret.hand)
    return [say(words, "en").encode() for words in secrets]


def test_browsers_on_the_panel_are_distinguished(room: Room) -> None:
    assert room.ana.cookies[HAND_COOKIE] != room.ben.cookies[HAND_COOKIE]
    assert len(room.ana.cookies[HAND_COOKIE]) >= 22
    assert room.ana.get("/panel", Accept="text/html").cookies == [], "it keeps the one it has"


def test_no_browser_passes_for_a_program_by_its_cookie() -> None:
    program = RequestHead("GET", None, None, None, None, None, "", "127.0.0.1")
    assert program._replace(cookie=f"{HAND_COOKIE}=127.0.0.1", address="10.42.0.9").panel_user != program.panel_user


def test_secrets_of_the_holder_of_the_box_are_pushed_to_the_browser_that_took_it_alone(room: Room) -> None:
    mine = in_hand(room)
    before = room.ben.get("/panel.png").body
    room.press("ok", hold=True)
    assert room.page(room.ana)["page"] == "uncovered"
    assert any(words in room.ana.get("/panel").body for words in secret_words(mine)), "who holds it does see it"
    for other in (room.ben, room.program):
        assert room.page(other)["page"] == "held"
        assert other.get("/panel.png").body == before
        assert not any(words in other.get("/panel", Accept="text/html").body for words in secret_words(mine))


def test_holding_ok_on_the_simulated_panel_shows_the_secret_as_long_as_it_is_held(room: Room) -> None:
    in_hand(room)
    before = room.page(room.ana)
    for _ in range(3):
        assert room.rest(True).status == 204
        room.clock.pass_(2)
        assert room.page(room.ana)["page"] == "uncovered"
        assert room.page(room.ben)["page"] == "held"
    room.rest(False)
    assert room.page(room.ana) == before
    assert room.rest(True, by=room.ben).refused == "other_hand"


def test_a_look_ends_by_itself_unless_the_browser_says_that_the_finger_still_rests(room: Room) -> None:
    in_hand(room)
    before = room.page(room.ana)
    room.rest(True)
    room.clock.pass_(4)
    assert room.page(room.ana) == before


def test_the_page_of_the_simulated_panel_says_what_holding_ok_does_now(room: Room) -> None:
    in_hand(room)
    reply = {phone: phone.get("/panel", Accept="text/html").body for phone in (room.ana, room.ben)}
    assert (b"data-look" in reply[room.ana], b"hold: look" in reply[room.ana]) == (True, True)
    assert b"hold: look" not in reply[room.ben]
    assert b"switch off" not in reply[room.ana] + reply[room.ben]


def test_a_reader_speaks_the_panels_page_but_not_the_holders_own(room: Room) -> None:
    assert b"data-said" in room.ana.get("/panel", Accept="text/html").body
    in_hand(room)
    reply = {phone: phone.get("/panel", Accept="text/html").body for phone in (room.ana, room.ben)}
    assert (b"data-said" in reply[room.ana], b"data-said" in reply[room.ben]) == (False, True)


def test_all_that_others_get_says_who_holds_the_box_and_no_more(room: Room) -> None:
    """Check the page, its words, its picture and its stream, while the box goes through many hands."""
    seen: dict[str, set[bytes]] = {}
    for mine, _ in zip(room.play(), range(60), strict=False):
        reply = room.ben.get("/panel.png").body, room.ben.get("/panel").body
        seen.setdefault(mine.seat, set()).add(b"".join(reply))
    assert len(seen) > 2
    assert all(len(bytes_) == 1 for bytes_ in seen.values())


def test_no_byte_of_a_secret_is_on_a_foreign_stream(room: Room) -> None:
    canaries: set[bytes] = set()
    for mine, _ in zip(room.play(), range(40), strict=False):
        if mine.secret is not None and mine.secret.hand:
            room.press("ok", hold=True)
            assert room.page(room.ana)["page"] == "uncovered"
            canaries.update(secret_words(mine))
            room.looked()
    assert len(canaries) > 5
    kept = room.all_pushed()
    assert any(canary in kept[room.ana] for canary in canaries), "who took it saw them"
    for other in (room.ben, room.program):
        assert kept[other]
        assert [canary for canary in canaries if canary in kept[other]] == []


def test_a_browser_without_the_box_presses_nothing(room: Room) -> None:
    mine = in_hand(room)
    entries = room.house.snapshots.moment and room.house.snapshots.moment.entries
    for button, hold in (("ok", True), ("ok", False), ("next", False), ("back", False), ("back", True)):
        reply = room.press(button, hold, by=room.ben)
        assert reply.status == 409
        assert reply.refused == "other_hand"
    now = room.for_panel.snapshot().mine
    assert now is not None
    assert now.seat == mine.seat
    assert room.house.snapshots.moment is not None
    assert room.house.snapshots.moment.entries == entries
    assert room.page(room.ana)["page"] != "uncovered"


def test_after_the_box_is_handed_on_everybody_sees_and_presses_it_again(room: Room) -> None:
    in_hand(room)
    while room.for_panel.snapshot().mine is not None:
        room.press("back")
    assert room.page(room.ben) == room.page(room.ana)
    assert room.ben.get("/panel.png").body == room.ana.get("/panel.png").body
    assert room.press("next", by=room.ben).status == 204
