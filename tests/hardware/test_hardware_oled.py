"""What luma's real drivers send over a bus, read by a decoder; and a display that goes and comes."""

import io
import threading
from pathlib import Path
from typing import Any

import pytest
import zxingcpp
from gpiozero.pins.mock import MockFactory
from msgspec.structs import replace
from PIL import Image

from companion.ports.panel import BoxMoment
from hardware.device import spi
from hardware.device.display import Light
from hardware.device.oled import LAST_RETRY, LOOKS, NO_OPERATION, WiredDisplay
from hardware.device.spi import Pins
from hardware.device.wiring import read
from hardware.drawing.draw import HEIGHT, WIDTH
from tests.hardware.box import (
    BACK,
    NEXT,
    OK,
    FakeBox,
    asking,
    claiming,
    finished,
    lobby,
    playing,
    revealed,
    sealed,
    several,
    talking,
    troubled,
)
from tests.hardware.oled_decoder import Oled as Decoder
from tests.hardware.rig import SHIFTS, Rig
from tests.hardware.tables import agreeing, counted, settling

MOMENTS: dict[str, BoxMoment] = {
    "lobby": lobby(), "options": agreeing(), "playing": playing("fr"), "sealed": sealed("ja"), "asking": asking(),
    "settling": settling(), "claiming": claiming(), "troubled": troubled(), "finished": finished(),
    "revealed": revealed(), "talking": talking(), "counted": counted("ja"),
    "several": several("fr"),
}  # fmt: skip


def painted(rig: Rig) -> Image.Image:
    return Image.open(io.BytesIO(rig.panel.picture())).convert("L")


def same(rig: Rig) -> bool:
    """Whether the glass, turned as it is built in, shines what was painted."""
    seen = rig.glass() if rig.wiring.rotate == 0 else rig.glass().rotate(180)
    return seen.tobytes() == painted(rig).tobytes()


def check(rig: Rig) -> str:
    """The glass shines the page; which page."""
    rig.settle()
    assert same(rig), rig.page
    assert rig.glass().getbbox() is not None, rig.page
    assert rig.chip.oled.unknown == []
    return rig.page


@pytest.mark.parametrize("chip", SHIFTS)
@pytest.mark.parametrize("rotate", [0, 180])
def test_the_glass_shines_every_page_dot_for_dot(chip: str, rotate: int) -> None:
    seen = set()
    for name, moment in MOMENTS.items():
        rig = Rig(FakeBox(moment), chip, rotate=rotate)
        seen.add(check(rig))
        for button in (NEXT, NEXT, NEXT, NEXT, OK, NEXT, OK, NEXT, OK, BACK):
            rig.press(button)
            seen.add(check(rig))
        rig.hold(BACK, 1.0)
        seen.add(check(rig))
        if name == "playing":
            rig.down(OK)
            rig.wait(1.5)
            seen.add(check(rig))
            rig.wait(2.0)
            seen.add(check(rig))
            rig.panel.close()
            seen.add(rig.page)
            assert same(rig), "safe to unplug stays for as long as there is power"
    rig = Rig(FakeBox(playing()), chip, rotate=rotate)
    rig.wait(310)
    seen.add(check(rig))
    pages = "join lobby options phase sealed reveal seats scores fingerprint question and_now take_back new_phone error"
    assert seen >= {*pages.split(), "timer", "more", "menu", "form", "hold", "closing", "safe", "resting"}


@pytest.mark.parametrize("chip", SHIFTS)
@pytest.mark.parametrize("rotate", [0, 180])
def test_a_reader_reads_the_way_in_off_the_glass(chip: str, rotate: int) -> None:
    rig = Rig(FakeBox(lobby()), chip, rotate=rotate)
    large = rig.glass().resize((1024, 512), Image.Resampling.NEAREST)
    assert [code.text for code in zxingcpp.read_barcodes(large)] == ["HTTP://10.42.0.1/J/7KQ2MX"]
    assert rig.chip.oled.contrast == Light.FULL


def test_a_wrong_column_offset_is_seen_on_the_glass() -> None:
    right, wrong = Rig(FakeBox(lobby())), Rig(FakeBox(lobby()), column_offset=0)
    assert right.glass().tobytes() == painted(right).tobytes()
    assert wrong.glass().tobytes() != painted(wrong).tobytes()


@pytest.mark.parametrize("chip", SHIFTS)
def test_equal_frames_are_not_sent(chip: str) -> None:
    rig = Rig(FakeBox(playing()), chip)
    written = rig.chip.oled.written
    rig.wait(50)
    assert rig.chip.oled.written == written
    rig.press(NEXT)
    assert rig.chip.oled.written == written + WIDTH * HEIGHT // 8


def test_the_house_sets_the_brightness_and_the_way_in_is_always_full() -> None:
    rig = Rig(FakeBox(lobby()), brightness=40)
    assert rig.chip.oled.contrast == Light.FULL
    rig.press(NEXT)
    assert rig.chip.oled.contrast == 40
    rig.wait(61)
    assert rig.chip.oled.contrast == Light.DIM
    assert Rig(FakeBox(playing()), brightness=3).chip.oled.contrast == 3


def test_it_dims_after_a_minute_goes_off_after_five_and_wakes_without_acting() -> None:
    rig = Rig(FakeBox(lobby()))
    rig.press(NEXT)
    rig.wait(61)
    assert (rig.chip.oled.on, rig.chip.oled.contrast) == (True, Light.DIM)
    rig.wait(240)
    assert not rig.chip.oled.on
    rig.press(OK)
    assert (rig.chip.oled.on, rig.chip.oled.contrast) == (True, Light.FULL)
    assert rig.side.bidden == []


# Unplugged


def lost(rig: Rig) -> list[bool]:
    """What the phones were told of the display."""
    return [said[1] for said in rig.side.bidden if said[0] == "display_lost"]


@pytest.mark.parametrize("chip", SHIFTS)
def test_a_display_pulled_off_is_told_once_and_the_buttons_work_on(chip: str) -> None:
    rig = Rig(FakeBox(asking()), chip)
    rig.chip.unplug()
    rig.press(NEXT, NEXT, OK)
    assert lost(rig) == [True]
    assert ("tell", "1.scored", {"type": "scored", "card": "banana"}) in rig.side.bidden
    assert rig.panel.oled.fault


@pytest.mark.parametrize("chip", SHIFTS)
@pytest.mark.parametrize("away", [0.1, 3.0, 400.0])
def test_it_comes_back_by_itself_with_the_page_of_then(chip: str, away: float) -> None:
    rig = Rig(FakeBox(playing()), chip)
    rig.chip.unplug()
    rig.press(NEXT)
    rig.wait(away)
    rig.chip.plug()
    rig.wait(LAST_RETRY + 1)
    assert lost(rig) == [True, False]
    assert same(rig), "with nobody pressing anything"
    assert rig.chip.oled.on
    assert rig.panel.oled.fault == ""
    rig.press(NEXT)
    check(rig)


@pytest.mark.parametrize("chip", SHIFTS)
def test_it_comes_back_with_the_page_that_it_had_when_nothing_happened_meanwhile(chip: str) -> None:
    rig = Rig(FakeBox(playing()), chip)
    rig.chip.unplug()
    rig.wait(3)
    rig.chip.plug()
    rig.wait(LAST_RETRY + 1)
    assert lost(rig) == [True, False]
    assert same(rig)
    assert (rig.chip.oled.on, rig.chip.oled.contrast) == (True, Light.USUAL)


def test_a_display_that_is_not_there_at_start_is_lit_when_it_comes() -> None:
    absent = Absent()
    assert absent.told == [True]
    absent.chip_there()
    assert absent.told == [True, False]


class Absent:
    """A display whose bus cannot even be opened at first."""

    def __init__(self) -> None:
        self.told: list[bool] = []
        self.time, self.decoder, self.there = 0.0, Decoder(), False
        self.oled = WiredDisplay(replace(read(None), chip="ssd1306"), self._open, self.told.append, lambda: self.time)
        self.frame = Image.frombytes("1", (WIDTH, HEIGHT), bytes(range(256)) * 4)
        for _ in range(3):
            self.oled.show(self.frame, Light.USUAL)

    def _open(self) -> Any:
        if not self.there:
            raise FileNotFoundError(2, "No such file or directory", "/dev/i2c-1")
        return self.decoder

    def chip_there(self) -> None:
        self.there, self.time = True, LAST_RETRY
        self.oled.show(self.frame, Light.USUAL)
        assert self.decoder.on
        assert self.decoder.lit()[0][:8] == [bool(self.frame.getpixel((x, 0))) for x in range(8)]


def test_a_display_that_has_nothing_to_show_is_missed_all_the_same() -> None:
    rig = Rig(FakeBox(playing()))
    rig.chip.unplug()
    rig.wait(LOOKS + 0.6)
    assert lost(rig) == [True]


@pytest.mark.parametrize("chip", SHIFTS)
def test_one_whose_power_failed_unseen_comes_right_with_the_next_page(chip: str) -> None:
    rig = Rig(FakeBox(playing()), chip)
    rig.chip.plug()
    rig.press(NEXT)
    check(rig)
    assert lost(rig) == []


def test_a_lost_display_is_tried_ever_more_seldom() -> None:
    rig = Rig(FakeBox(playing()))
    rig.chip.unplug()
    rig.wait(300)
    tried = rig.chip.opened
    assert 300 / LAST_RETRY <= tried < 300 / LAST_RETRY + 8
    rig.chip.plug()
    rig.wait(LAST_RETRY)
    rig.chip.unplug()
    rig.wait(2.6)
    assert rig.chip.opened >= tried + 3, "a new loss is tried soon again"


def test_a_box_without_its_display_is_closed_as_any_other() -> None:
    rig = Rig(FakeBox(playing()))
    rig.chip.unplug()
    rig.hold(OK)
    rig.panel.close()
    assert ("switch_off",) in rig.side.bidden


def test_what_is_asked_of_a_display_at_rest_is_next_to_nothing() -> None:
    rig = Rig(FakeBox(playing()))
    said: list[tuple[int, ...]] = []
    real = rig.chip.oled.command
    rig.chip.oled.command = lambda *codes: (said.append(codes), real(*codes))[1]  # type: ignore[method-assign]
    rig.wait(10)
    assert said
    assert set(said) == {(NO_OPERATION,)}


# The thread that sends


class Slow(Decoder):
    """A bus on which a frame takes until the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.sending, self.go_on = threading.Event(), threading.Event()

    def data(self, said: bytes) -> None:
        self.sending.set()
        assert self.go_on.wait(30)
        super().data(said)


def test_a_frame_on_its_way_holds_up_no_press() -> None:
    box, bus = FakeBox(asking()), Slow()
    rig = Rig(box)
    rig.panel.oled._wire._bus = bus
    sender = threading.Thread(target=rig.panel.tick)
    rig.panel.press(NEXT, False)
    sender.start()
    assert bus.sending.wait(30), "the frame is on its way"
    rig.panel.press(NEXT, False)
    rig.panel.press(OK, False)
    assert box.bidden == [("tell", "1.scored", {"type": "scored", "card": "banana"})]
    bus.go_on.set()
    sender.join()


def test_the_running_panel_takes_presses_off_its_pins_by_itself() -> None:
    told = threading.Event()

    class Listening(FakeBox):
        def _bid(self, *what: Any) -> None:
            super()._bid(*what)
            if what[0] == "tell":
                told.set()

    rig = Rig(Listening(asking()))
    panel = rig.panel
    panel.start()
    try:
        rig.down(OK)
        rig.time += 0.1
        rig.up(OK)
        rig.time += 0.1
        assert told.wait(30)
    finally:
        panel.close()
    assert not {"display", "buttons"} & {thread.name for thread in threading.enumerate()}


# SPI


class SpiBus:
    """What hangs on the SPI wires: bytes, of which the line DC says whether they are commands."""

    def __init__(self, factory: MockFactory, dc: int) -> None:
        self.decoder, self.opened, self.closed, self.max_speed_hz = Decoder(shift=2), [], False, 0
        self._pin = factory.pin(dc)

    def open(self, port: int, device: int) -> None:
        self.opened.append((port, device))

    def writebytes(self, said: list[int]) -> None:
        if self._pin.state:
            self.decoder.data(bytes(said))
        else:
            self.decoder.command(*said)

    def close(self) -> None:
        self.closed = True


def test_over_spi_the_glass_shines_the_same_and_the_pins_are_let_go() -> None:
    pins, wiring = MockFactory(), replace(read(None), bus="spi")
    file = SpiBus(pins, wiring.spi["dc"])
    told: list[bool] = []
    oled = WiredDisplay(wiring, lambda: spi.SpiBus(wiring.spi, pins, file), told.append, lambda: 0.0)
    frame = Image.frombytes("1", (WIDTH, HEIGHT), bytes(range(256)) * 4)
    oled.show(frame, Light.USUAL)
    assert file.opened == [(0, 0)]
    assert file.decoder.on
    assert file.decoder.lit() == [[bool(frame.getpixel((x, y))) for x in range(128)] for y in range(64)]
    assert pins.pin(wiring.spi["reset"]).state, "reset is let go"
    oled.close(keep=False)
    assert file.closed
    assert not file.decoder.on
    assert told == []


def test_the_kernel_s_spi_file_is_written_in_pieces_that_it_takes(tmp_path: Path) -> None:
    (tmp_path / "spidev0.1").touch()
    asked: list[tuple[int, bytes]] = []
    file = spi.SpiFile(lambda _, what, value: asked.append((what, value)), str(tmp_path))
    file.open(0, 1)
    file.max_speed_hz = 8_000_000
    file.writebytes(list(range(256)) * 20)
    file.close()
    file.close()
    assert (tmp_path / "spidev0.1").read_bytes() == bytes(range(256)) * 20
    assert asked == [(spi.WRITE_MODE, b"\0"), (spi.WRITE_SPEED, (8_000_000).to_bytes(4, "little"))]


def test_a_machine_without_spi_is_a_display_that_is_lost(tmp_path: Path) -> None:
    pins, wiring, told = MockFactory(), replace(read(None), bus="spi"), list[bool]()
    oled = WiredDisplay(
        wiring, lambda: spi.SpiBus(wiring.spi, pins, spi.SpiFile(folder=str(tmp_path))), told.append, lambda: 0.0
    )
    oled.show(Image.new("1", (WIDTH, HEIGHT)), Light.USUAL)
    assert told == [True]
    assert "spidev0.0" in oled.fault or "not found" in oled.fault
    assert Pins(pins).setup(wiring.spi["dc"], "out") is None, "its pins were let go"
