"""The bytes that luma's real drivers send on a bus, read by a decoder."""

import threading
from typing import Any

import pytest
import zxingcpp
from PIL import Image

from companion.snapshot.panel import PanelSnapshot
from hardware.device.display import Light
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
    returning,
    revealed,
    sealed,
    several,
    talking,
    troubled,
)
from tests.hardware.glass import check, painted, same
from tests.hardware.oled_decoder import Oled as Decoder
from tests.hardware.rig import SHIFTS, Rig
from tests.hardware.tables import agreeing, counted, setting_right

SNAPSHOTS: dict[str, PanelSnapshot] = {
    "lobby": lobby(), "options": agreeing(), "playing": playing("fr"), "sealed": sealed("ja"), "asking": asking(),
    "setting right": setting_right(), "claiming": claiming(), "returning": returning(), "troubled": troubled(),
    "finished": finished(),
    "revealed": revealed(), "talking": talking(), "counted": counted("ja"),
    "several": several("fr"),
}  # fmt: skip


@pytest.mark.parametrize("chip", SHIFTS)
@pytest.mark.parametrize("rotate", [0, 180])
def test_the_glass_shines_every_page_dot_for_dot(chip: str, rotate: int) -> None:
    seen = set()
    for name, snapshot in SNAPSHOTS.items():
        rig = Rig(FakeBox(snapshot), chip, rotate=rotate)
        seen.add(check(rig))
        for button in (NEXT, NEXT, NEXT, NEXT, OK, NEXT, OK, NEXT, OK, BACK):
            rig.press(button)
            seen.add(check(rig))
        rig.hold(BACK, 1.0)
        seen.add(check(rig))
        if name == "options":
            rig.press(NEXT)
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


def test_the_display_dims_after_a_minute_goes_off_after_five_and_wakes_without_acting() -> None:
    rig = Rig(FakeBox(lobby()))
    rig.press(NEXT)
    rig.wait(61)
    assert (rig.chip.oled.on, rig.chip.oled.contrast) == (True, Light.DIM)
    rig.wait(240)
    assert not rig.chip.oled.on
    rig.press(OK)
    assert (rig.chip.oled.on, rig.chip.oled.contrast) == (True, Light.FULL)
    assert rig.box.bidden == []


# The thread that sends


class Slow(Decoder):
    """A bus on which a frame takes until the test lets it end."""

    def __init__(self) -> None:
        super().__init__()
        self.sending, self.go_on = threading.Event(), threading.Event()

    def data(self, sent: bytes) -> None:
        self.sending.set()
        assert self.go_on.wait(30)
        super().data(sent)


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
    assert box.bidden == [("answer", "1.scored", {"type": "scored", "card": "banana"})]
    bus.go_on.set()
    sender.join()


def test_the_running_panel_takes_presses_off_its_pins_by_itself() -> None:
    drawn = threading.Event()

    class Listening(FakeBox):
        def _bid(self, *what: Any) -> None:
            super()._bid(*what)
            if what[0] == "answer":
                drawn.set()

    rig = Rig(Listening(asking()))
    panel = rig.panel
    panel.start()
    try:
        rig.down(OK)
        rig.time += 0.1
        rig.up(OK)
        rig.time += 0.1
        assert drawn.wait(30)
    finally:
        panel.close()
    assert not {"display", "buttons"} & {thread.name for thread in threading.enumerate()}
