"""The real panel, on simulated pins and a simulated bus, and the simulated panel keep all promises of a panel."""

import io
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from PIL import Image

from companion.snapshot.panel import Button, Panel
from hardware.panel import SimulatedPanel
from tests.hardware.box import FakeBox, lobby, playing
from tests.hardware.rig import Rig

Mounted = Callable[[FakeBox], Panel]


@pytest.fixture(params=["real", "simulated"])
def mounted(request: pytest.FixtureRequest) -> Iterator[Mounted]:
    with ExitStack() as stack:

        def panel(box: FakeBox) -> Panel:
            found: Panel = Rig(box).panel if request.param == "real" else SimulatedPanel(box, lambda: 1000.0)
            stack.callback(found.close)
            return found

        yield panel


def test_a_picture_is_a_dot_a_pixel_and_shows_something(mounted: Mounted) -> None:
    picture = Image.open(io.BytesIO(mounted(FakeBox(playing())).picture()))
    assert (picture.format, picture.size, picture.mode) == ("PNG", (128, 64), "1")
    assert picture.getextrema() == (0, 255)


def test_a_press_turns_the_page_in_every_browser(mounted: Mounted) -> None:
    panel, drawn = mounted(FakeBox(lobby())), list[bytes]()
    before = panel.page(), panel.picture()
    panel.watch(lambda: drawn.append(panel.page().page.encode()))
    panel.press(Button.NEXT, False)
    after = panel.page(), panel.picture()
    assert before[0].page == "join"
    assert after[0].page != "join"
    assert after[1] != before[1]
    assert drawn, "whoever shows it is told"


def test_the_shown_page_follows_the_box(mounted: Mounted) -> None:
    box = FakeBox(lobby())
    panel = mounted(box)
    before = panel.picture()
    box.becomes(playing())
    assert panel.page().page == "phase"
    assert panel.picture() != before


def test_a_long_press_of_ok_switches_off_and_is_bidden_once(mounted: Mounted) -> None:
    box = FakeBox(playing())
    panel = mounted(box)
    panel.press(Button.OK, True)
    panel.press(Button.OK, True)
    assert [bidden for bidden in box.bidden if bidden[0] != "display_lost"] == [("switch_off",)]


def test_closed_it_takes_no_presses_and_can_still_be_asked(mounted: Mounted) -> None:
    box = FakeBox(lobby())
    panel = mounted(box)
    shown = panel.page()
    panel.close()
    panel.close()
    panel.press(Button.OK, True)
    assert box.bidden == []
    assert panel.page() == shown
