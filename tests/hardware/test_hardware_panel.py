"""Holding, dimming, waking and closing, and a panel whose display thread runs."""

import io
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from PIL import Image

import hardware
from companion.core.words import Refused
from companion.settings import Settings
from companion.snapshot.panel import Button, Panel
from hardware.device.buttons import Presses
from hardware.device.display import Light
from hardware.panel import start_panel
from tests.hardware.box import (
    ANA,
    BACK,
    BEN,
    NEXT,
    OK,
    Bench,
    FakeBox,
    asking,
    awaiting,
    claiming,
    finished,
    lobby,
    playing,
    sealed,
    several,
    troubled,
)


def dots(bench: Bench) -> int:
    """Return the number of lit dots."""
    return sum(Image.open(io.BytesIO(bench.panel.picture())).convert("L").histogram()[255:])


def place(bench: Bench) -> tuple[int, int, int, int] | None:
    return Image.open(io.BytesIO(bench.panel.picture())).getbbox()


# Holding OK


@pytest.mark.parametrize("snapshot", [lobby(), playing(), sealed(), asking(), claiming(), troubled(), finished()])
def test_ok_held_switches_off_from_every_page(snapshot: Any) -> None:
    bench = Bench(snapshot)
    assert bench.hold(OK) == "closing"
    assert bench.box.bidden == [("switch_off",)]
    assert bench.press(BACK, NEXT, OK) == "closing", "nothing can be pressed any more"
    assert bench.box.bidden == [("switch_off",)]


def test_switching_off_that_is_refused_leaves_everything_as_it_was() -> None:
    bench = Bench(playing())
    bench.box.no = Refused("game_on")
    assert bench.hold(OK) == "phase"
    assert bench.lines[-1] == "A game is on. End it first."
    assert bench.press(NEXT) == "seats"


def test_the_bar_fills_while_ok_is_held_and_letting_go_leaves_no_trace() -> None:
    bench = Bench(asking())
    bench.panel.holding(0.0)
    assert bench.page == "hold"
    empty = dots(bench)
    bench.panel.holding(0.5)
    half = dots(bench)
    bench.panel.holding(1.0)
    assert empty < half < dots(bench)
    bench.panel.holding(None)
    assert bench.page == "question"
    assert bench.box.bidden == []


def test_contacts_and_panel_together_close_the_box_after_three_seconds() -> None:
    bench, contacts = Bench(playing()), Presses()
    contacts.edge(OK, True, 0)
    pages: list[str] = []
    for at in range(0, 3200, 200):
        for press in contacts.tick(at):
            bench.panel.press(press.button, press.hold)
        bench.panel.holding(contacts.progress(at))
        pages.append(bench.page)
    assert pages == ["phase"] * 3 + ["hold"] * 12 + ["closing"]


def test_close_says_that_the_box_may_be_unplugged_only_after_switching_off() -> None:
    bench = Bench(playing())
    bench.hold(OK)
    bench.panel.close()
    assert bench.page == "safe"
    assert bench.lines == ("Safe to unplug", "The game is kept.")
    assert "off" not in bench.device.said, "the last frame stays for as long as there is power"
    bench = Bench(playing())
    bench.panel.close()
    assert bench.device.said[-1] == "off"


# Resting


def test_the_display_dims_after_a_minute_and_a_press_lights_it_and_acts() -> None:
    bench = Bench(playing())
    assert bench.device.said[-2:] == [Light.USUAL, "on"]
    bench.wait(59)
    assert bench.device.said[-2:] == [Light.USUAL, "on"]
    bench.wait(1)
    assert bench.device.said[-1] == Light.DIM
    assert bench.press(NEXT) == "seats"
    assert bench.device.said[-1] == Light.USUAL


def test_several_awaited_seats_are_shown_in_turn() -> None:
    bench = Bench(several("en", ANA, BEN))
    shown = []
    for _ in range(3):
        bench.wait(300 if not shown else 60)
        shown.append(bench.lines)
    assert shown == [("Ana",), ("Ben",), ("Ana",)]


def test_after_five_minutes_only_the_awaited_seat_is_shown_and_moves() -> None:
    bench = Bench(playing())
    assert bench.wait(299) == "phase"
    assert bench.wait(1) == "resting"
    assert bench.lines == ("Ana",)
    first = place(bench)
    bench.wait(59)
    assert place(bench) == first
    bench.wait(1)
    assert place(bench) != first


def test_the_resting_name_is_in_many_places_and_always_whole() -> None:
    bench = Bench(playing())
    bench.wait(300)
    seen, lit = {place(bench)}, dots(bench)
    for _ in range(59):
        bench.wait(60)
        seen.add(place(bench))
        assert dots(bench) == lit
    assert len(seen) > 50


@pytest.mark.parametrize("snapshot", [lobby(), playing(display=awaiting(None)), finished()])
def test_the_display_goes_off_when_nobody_is_awaited(snapshot: Any) -> None:
    bench = Bench(snapshot)
    assert bench.wait(300) == "dark"
    assert bench.device.said[-1] == "off"
    assert dots(bench) == 0


@pytest.mark.parametrize("button", Button)
@pytest.mark.parametrize("hold", [False, True])
def test_the_first_press_only_wakes(button: Button, hold: bool) -> None:
    bench = Bench(asking())
    bench.wait(300)
    bench.panel.press(button, hold)
    assert bench.page == "question"
    assert bench.box.bidden == []
    bench.press(OK)
    assert bench.box.bidden == [("answer", "1.scored", {"type": "scored", "card": "rice"})]


def test_a_hold_that_began_in_the_dark_closes_nothing() -> None:
    bench = Bench(playing())
    bench.wait(300)
    bench.panel.holding(0.0)
    assert bench.page == "phase", "it wakes, and shows no bar"
    bench.panel.holding(0.5)
    assert bench.page == "phase"
    assert bench.hold(OK) == "phase"
    assert bench.box.bidden == []
    assert bench.hold(OK) == "closing"


def test_news_light_the_display() -> None:
    bench = Bench(playing())
    bench.wait(400)
    bench.box.becomes(playing(display=awaiting(BEN)))
    assert bench.page == "phase"
    assert bench.device.said[-1] == Light.USUAL


def test_a_claim_lights_the_display() -> None:
    bench = Bench(lobby())
    bench.wait(400)
    bench.box.becomes(claiming())
    assert bench.page == "new_phone"
    assert bench.device.said[-1] == "on"


def test_a_change_that_the_first_page_does_not_show_keeps_the_display_dim() -> None:
    bench = Bench(playing())
    bench.wait(300)
    bench.box.becomes(playing(fingerprint="AAAABBBBCCCC"))
    assert bench.page == "resting"


def test_the_code_s_square_goes_dark_after_a_minute_and_any_press_lights_it() -> None:
    bench = Bench(lobby())
    assert bench.device.said[-2] == Light.FULL
    lit = dots(bench)
    assert bench.wait(60) == "join"
    assert dots(bench) < lit / 4
    assert bench.press(OK) == "join", "it only lights"
    assert dots(bench) == lit
    assert bench.press(OK) == "lobby"


# Threads


def test_the_box_may_call_back_in_the_middle_of_a_press() -> None:
    class Calling(FakeBox):
        def _bid(self, *what: Any) -> None:
            super()._bid(*what)
            self.becomes(playing())

    box = Calling(asking())
    panel = start_panel(box)
    try:
        panel.press(OK, False)
        assert panel.page().page == "phase"
    finally:
        panel.close()


def test_a_simulated_panel_draws_by_itself_when_the_box_has_news() -> None:
    box, drawn = FakeBox(lobby()), threading.Event()
    panel = start_panel(box)
    try:
        assert panel.page().page == "join"
        panel.watch(drawn.set)
        box.becomes(playing())
        assert drawn.wait(30)
        assert panel.page().page == "phase"
    finally:
        panel.close()
    assert "display" not in {thread.name for thread in threading.enumerate()}


def test_a_simulated_panel_s_picture_is_a_png_of_128_by_64() -> None:
    panel = start_panel(FakeBox(playing()))
    try:
        picture = Image.open(io.BytesIO(panel.picture()))
        assert (picture.format, picture.size, picture.mode) == ("PNG", (128, 64), "1")
    finally:
        panel.close()


def test_a_closed_panel_takes_no_presses() -> None:
    box = FakeBox(asking())
    panel = start_panel(box)
    panel.close()
    panel.press(OK, False)
    assert box.bidden == []


# Starting


@dataclass
class Box:
    settings: Settings
    box: FakeBox
    panel: Panel | None = None


def test_the_settings_name_the_panel() -> None:
    box = Box(Settings(panel="simulated"), FakeBox(playing()))
    started = hardware.start(box)
    assert started is not None
    try:
        assert box.panel is started
        assert started.page().page == "phase"
    finally:
        started.close()


def test_a_real_panel_starts_without_its_display_and_is_not_shown_to_the_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Device, "pin_factory", MockFactory())
    monkeypatch.setenv("LG_WD", str(tmp_path))
    heard = threading.Event()

    class Waiting(FakeBox):
        def display_lost(self, lost: bool) -> None:
            super().display_lost(lost)
            heard.set()

    wires = tmp_path / "wires.toml"
    wires.write_text("[i2c]\nport = 7", "utf-8")
    side = Waiting(playing())
    box = Box(Settings(panel="gpio", wiring=str(wires), state=str(tmp_path)), side)
    started = hardware.start(box)
    assert started is not None
    try:
        assert heard.wait(30), "there is no such bus here"
        assert box.panel is None
        assert started.page().page == "phase"
    finally:
        started.close()
    assert side.bidden == [("display_lost", True)]


def test_without_a_panel_nothing_is_started() -> None:
    box = Box(Settings(panel="none"), FakeBox(playing()))
    assert hardware.start(box) is None
    assert box.panel is None
