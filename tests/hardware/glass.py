"""Compares the dots of the display with the panel's picture."""

import io

from PIL import Image

from tests.hardware.rig import Rig


def painted(rig: Rig) -> Image.Image:
    return Image.open(io.BytesIO(rig.panel.picture())).convert("L")


def same(rig: Rig) -> bool:
    """Return whether the display's dots, turned as the display is built in, are the panel's picture."""
    seen = rig.glass() if rig.wiring.rotate == 0 else rig.glass().rotate(180)
    return seen.tobytes() == painted(rig).tobytes()


def check(rig: Rig) -> str:
    """Check that the display shows the page. Return the page's name."""
    rig.settle()
    assert same(rig), rig.page
    assert rig.glass().getbbox() is not None, rig.page
    assert rig.chip.oled.unknown == []
    return rig.page
