"""The bytes for a real display show the same as the panel's picture."""

import io
import random

import pytest
import zxingcpp
from luma.oled.device import sh1106, ssd1306
from PIL import Image

from companion.letters import load
from hardware.device.display import Display, Light
from hardware.panel import BoxPanel
from tests.hardware.box import NEXT, OK, Bench, FakeBox, asking, lobby, playing, sealed
from tests.hardware.oled_decoder import Oled

CHIPS = {"ssd1306": (ssd1306, 0), "sh1106": (sh1106, 2)}


def chip(name: str) -> tuple[Oled, Display]:
    driver, shift = CHIPS[name]
    oled = Oled(shift=shift)
    return oled, Display(driver(oled))


def dots(picture: Image.Image) -> list[list[bool]]:
    return [[bool(picture.getpixel((x, y))) for x in range(128)] for y in range(64)]


@pytest.mark.parametrize("name", CHIPS)
def test_a_real_display_shines_what_the_picture_shows(name: str) -> None:
    for snapshot in (lobby(), playing("fr"), sealed("ja"), asking()):
        oled, display = chip(name)
        panel = BoxPanel(FakeBox(snapshot), display, load(), lambda: 0.0)
        picture = dots(Image.open(io.BytesIO(panel.picture())))
        assert oled.lit() == picture
        assert any(any(row) for row in oled.lit())


@pytest.mark.parametrize("name", CHIPS)
def test_the_decoder_reads_any_frame_dot_for_dot(name: str) -> None:
    oled, display = chip(name)
    rolls = random.Random(1)
    for _ in range(5):
        frame = Image.frombytes("1", (128, 64), rolls.randbytes(1024))
        display.show(frame, Light.USUAL)
        assert oled.lit() == dots(frame)


def test_the_contrast_follows_and_off_is_dark() -> None:
    oled, display = chip("ssd1306")
    frame = Image.new("1", (128, 64), 1)
    display.show(frame, Light.FULL)
    assert (oled.on, oled.contrast) == (True, 255)
    display.show(frame, Light.DIM)
    assert (oled.on, oled.contrast) == (True, Light.DIM)
    display.show(frame, Light.OFF)
    assert not oled.on
    display.show(frame, Light.USUAL)
    assert (oled.on, oled.contrast) == (True, Light.USUAL)


def test_an_equal_frame_is_not_sent_again() -> None:
    bench = Bench(playing())
    sent = bench.device.frames
    for _ in range(10):
        bench.wait(0.5)
    assert bench.device.frames == sent
    bench.press(NEXT)
    assert bench.device.frames == sent + 1


def test_watchers_hear_of_a_new_frame_and_of_nothing_else() -> None:
    bench = Bench(playing())
    heard: list[str] = []
    bench.panel.watch(lambda: heard.append(bench.page))
    bench.wait(0.5)
    assert heard == []
    bench.press(NEXT)
    assert heard == ["seats"]


def test_phones_can_read_the_way_in_from_the_frame() -> None:
    bench = Bench(lobby())
    frame = Image.open(io.BytesIO(bench.panel.picture())).convert("L")
    read = zxingcpp.read_barcodes(frame.resize((1024, 512), Image.Resampling.NEAREST))
    assert [code.text for code in read] == ["HTTP://10.42.0.1/J/7KQ2MX"]
    assert frame.getpixel((0, 0)) == frame.getpixel((63, 63)) == 255, "the ground is lit, as every reader wants it"


def test_the_display_stays_on_after_switching_off_and_else_goes_dark() -> None:
    oled, display = chip("ssd1306")
    box = FakeBox(playing())
    panel = BoxPanel(box, display, load(), lambda: 0.0)
    panel.press(OK, True)
    panel.close()
    assert box.bidden == [("switch_off",)]
    assert oled.on
    assert any(any(row) for row in oled.lit())
    oled, display = chip("ssd1306")
    BoxPanel(FakeBox(playing()), display, load(), lambda: 0.0).close()
    assert not oled.on
