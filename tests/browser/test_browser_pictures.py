"""The tool that makes the pictures for README and docs/ can still play, photograph and draw."""

import io
import xml.etree.ElementTree as ET

import pytest
from PIL import Image
from playwright.sync_api import Browser

from tests.pictures import tabletop
from tests.pictures.__main__ import held
from tests.pictures.shots import PHONE, evening

pytestmark = pytest.mark.browser


def test_a_turn_of_bali_is_played_photographed_and_drawn(chromium: Browser) -> None:
    with evening(chromium, "en", listen="127.0.0.1:0") as at, at.screens() as look:
        at.begin("bali")
        at.play_to_turn("Ana", altar=1)
        with Image.open(io.BytesIO(held(look("Ana")))) as picture:
            assert picture.size == tuple(side * PHONE["device_scale_factor"] for side in PHONE["viewport"].values())
        drawn = ET.fromstring(tabletop.draw(at.public, [at.box.house.snapshots.pieces[seat] for seat in at.public.seats]))
        assert drawn.get("width") == str(tabletop.WIDTH)
