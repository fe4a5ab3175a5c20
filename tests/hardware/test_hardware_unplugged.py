"""A display that is unplugged and plugged in: the house hears of it once, buttons still work, and the display comes back
with the present page."""

from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from hardware.device.display import Light
from hardware.device.oled import LAST_RETRY, LOOKS, NO_OPERATION, WiredDisplay
from hardware.device.wiring import read
from hardware.drawing.draw import HEIGHT, WIDTH
from tests.hardware.box import NEXT, OK, FakeBox, asking, playing
from tests.hardware.glass import check, same
from tests.hardware.oled_decoder import Oled as Decoder
from tests.hardware.rig import SHIFTS, Rig


def lost(rig: Rig) -> list[bool]:
    """Return the reports to the house about the display, in order. True: it is lost."""
    return [command[1] for command in rig.box.bidden if command[0] == "display_lost"]


@pytest.mark.parametrize("chip", SHIFTS)
def test_an_unplugged_display_is_reported_once_and_the_buttons_still_work(chip: str) -> None:
    rig = Rig(FakeBox(asking()), chip)
    rig.chip.unplug()
    rig.press(NEXT, NEXT, OK)
    assert lost(rig) == [True]
    assert ("answer", "1.scored", {"type": "scored", "card": "banana"}) in rig.box.bidden
    assert rig.panel.oled.fault


@pytest.mark.parametrize("chip", SHIFTS)
@pytest.mark.parametrize("away", [0.1, 3.0, 400.0])
def test_a_display_that_is_plugged_in_again_shows_the_page_of_that_moment(chip: str, away: float) -> None:
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
def test_a_display_that_is_plugged_in_again_shows_the_same_page_if_nothing_has_happened(chip: str) -> None:
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
    assert absent.heard == [True]
    absent.chip_there()
    assert absent.heard == [True, False]


class Absent:
    """A display whose bus cannot be opened at first."""

    def __init__(self) -> None:
        self.heard: list[bool] = []
        self.time, self.decoder, self.there = 0.0, Decoder(), False
        self.oled = WiredDisplay(replace(read(None), chip="ssd1306"), self._open, self.heard.append, lambda: self.time)
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
    assert ("switch_off",) in rig.box.bidden


def test_a_display_at_rest_gets_almost_no_bytes() -> None:
    rig = Rig(FakeBox(playing()))
    lines: list[tuple[int, ...]] = []
    real = rig.chip.oled.command
    rig.chip.oled.command = lambda *codes: (lines.append(codes), real(*codes))[1]  # type: ignore[method-assign]
    rig.wait(10)
    assert lines
    assert set(lines) == {(NO_OPERATION,)}
