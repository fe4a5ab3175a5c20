"""Sends frames to a display: any device of luma, real or not."""

import io
from enum import IntEnum
from typing import Any

from PIL import Image

from hardware.drawing.draw import HEIGHT, WIDTH


class Light(IntEnum):
    """The brightness of the display as the chip's contrast, 0 to 255."""

    OFF = 0
    DIM = 8
    USUAL = 160
    FULL = 255


class Display:
    """A display that gets frames. It sends no frame that the device shows already, because a frame takes 23 ms on the
    wire."""

    def __init__(self, device: Any, brightness: int = Light.USUAL) -> None:
        self._device, self._brightness = device, brightness
        self._frame: Image.Image | None = None
        self._light: Light | None = None

    @property
    def light(self) -> Light | None:
        """The light that was sent last. None: the device's light is not known."""
        return self._light

    def show(self, frame: Image.Image, light: Light) -> bool:
        """Send the frame and the light if they are new. Return whether one of them was."""
        is_new = self._frame is None or frame.tobytes() != self._frame.tobytes()
        if is_new:
            self._send(frame)
            self._frame = frame.copy()
        if lit := light != self._light:
            self._shine(light)
        return is_new or lit

    def _send(self, frame: Image.Image) -> None:
        self._device.display(frame)

    def _relight(self) -> None:
        """Send the light again and switch the display on, unless it should be dark."""
        if self._light not in (None, Light.OFF):
            self._device.contrast(self._contrast(self._light))
            self._device.show()

    def _forget(self) -> None:
        """Forget the frame and the light on the display, so that `show` sends both again."""
        self._frame = self._light = None

    def _contrast(self, light: Light) -> int:
        """Return the contrast of a light, 0 to 255. The usual light is as bright as the owner set it, and a dim one is never
        brighter than that."""
        return {Light.USUAL: self._brightness, Light.DIM: min(Light.DIM, self._brightness)}.get(light, int(light))

    def _shine(self, light: Light) -> None:
        if light is Light.OFF:
            self._device.hide()
        else:
            self._device.contrast(self._contrast(light))
            if self._light in (None, Light.OFF):
                self._device.show()
        self._light = light

    def picture(self) -> bytes:
        """Return the frame on the display as a PNG of 128 x 64, a dot a pixel. It is black while the display is dark."""
        return self._as_png(self._frame, self._light)

    def _as_png(self, frame: Image.Image | None, light: Light | None) -> bytes:
        dark = frame is None or light is Light.OFF
        return png(Image.new("1", (WIDTH, HEIGHT)) if dark or frame is None else frame)

    def close(self, keep: bool) -> None:
        """Release the device. With `keep` it shows its last frame for as long as it has power."""
        self._device.persist = keep
        self._device.cleanup()


def png(frame: Image.Image) -> bytes:
    """Return a frame as PNG, a dot a pixel."""
    out = io.BytesIO()
    frame.save(out, "PNG")
    return out.getvalue()
