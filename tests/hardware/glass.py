"""What the chip shows, held against what the panel painted."""

import io

from PIL import Image

from tests.hardware.rig import Rig


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
