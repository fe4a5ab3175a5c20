"""Sends frames to a display: any device of luma, real or not."""

import io
from enum import IntEnum
from typing import Any

from PIL import Image

from hardware.draw import HEIGHT, WIDTH


class Light(IntEnum):
    """How bright the display is: the contrast that it is told, 0 to 255."""

    OFF = 0
    DIM = 8
    USUAL = 160
    FULL = 255


class Display:
    """The frame sink. What is equal to what the display shows already is not sent: a frame takes 23 ms on the wire."""

    def __init__(self, device: Any) -> None:
        self._device = device
        self._frame: Image.Image | None = None
        self._light: Light | None = None

    @property
    def light(self) -> Light | None:
        return self._light

    def show(self, frame: Image.Image, light: Light) -> bool:
        """Whether the frame or the light differ from what was there."""
        is_new = self._frame is None or frame.tobytes() != self._frame.tobytes()
        if is_new:
            self._device.display(frame)
            self._frame = frame.copy()
        if lit := light != self._light:
            self._shine(light)
        return is_new or lit

    def _shine(self, light: Light) -> None:
        if light is Light.OFF:
            self._device.hide()
        else:
            self._device.contrast(int(light))
            if self._light in (None, Light.OFF):
                self._device.show()
        self._light = light

    def picture(self) -> bytes:
        """What can be seen, as PNG, a dot a pixel."""
        dark = self._frame is None or self._light is Light.OFF
        out = io.BytesIO()
        (Image.new("1", (WIDTH, HEIGHT)) if dark or self._frame is None else self._frame).save(out, "PNG")
        return out.getvalue()

    def close(self, keep: bool) -> None:
        """Let go of the device. `keep`: the last frame stays for as long as there is power."""
        self._device.persist = keep
        self._device.cleanup()
