"""A box on a bench: pins that tests press, a bus that they unplug, a display that they read, a clock that they turn."""

import errno
import random
from collections.abc import Sequence
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin
from luma.core.interface import serial
from msgspec.structs import replace
from PIL import Image

from companion.snapshot.panel import BoxForPanel, Button
from hardware.device.wiring import Wiring, read
from hardware.gpio import GpioPanel
from tests.hardware.oled_decoder import COLUMNS, PAGES, Oled
from tests.hardware.shown import Shown

SHIFTS = {"ssd1306": 0, "sh1106": 2}


class Chip:
    """A display that can be unplugged from its bus. When it is plugged in again it has forgotten everything, as after a
    power cut."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.oled = Oled(shift=SHIFTS[name])
        self.there = True
        self.opened = 0

    def unplug(self) -> None:
        self.there = False

    def plug(self) -> None:
        """Plug the display in again, with random bytes in its memory."""
        noise = bytearray(random.Random(7).randbytes(PAGES * COLUMNS))
        self.oled, self.there = Oled(shift=SHIFTS[self._name], ram=noise), True

    # The methods of smbus2

    def write_i2c_block_data(self, address: int, mode: int, sent: list[int]) -> None:
        if not self.there or address != 0x3C:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        if mode:
            self.oled.data(bytes(sent))
        else:
            self.oled.command(*sent)

    def open(self) -> Any:
        """Return luma's own I2C on this bus."""
        self.opened += 1
        return serial.i2c(bus=self, address=0x3C)


class Held(MockPin):
    """A pin whose button is pressed while the box starts. The Pi's pull resistor has no effect on a pressed button."""

    def _set_pull(self, value: str) -> None:
        self._pull = value
        self.drive_low()


class Rig(Shown):
    """The real panel on simulated pins and a simulated bus, without its threads. `settle` does the work of the threads."""

    def __init__(self, box: BoxForPanel, chip: str = "sh1106", held: Sequence[Button] = (), **display: Any) -> None:
        self.time = 1000.0
        self.box: Any = box
        self.wiring: Wiring = replace(read(None), chip=chip, **display)
        self.chip = Chip(chip)
        self.pins = MockFactory()
        for button in held:
            self.pins.pin(self.wiring.buttons[button], pin_class=Held)
        self.panel = GpioPanel(box, self.wiring, self.pins, self.chip.open, lambda: self.time)
        self.settle()

    def settle(self) -> None:
        self.panel.fingers.look()
        self.panel.tick()

    def wait(self, seconds: float) -> None:
        """Let time pass in steps of half a second, and do the work of the threads after each."""
        end = self.time + seconds
        while self.time < end:
            self.time = min(end, self.time + 0.5)
            self.settle()

    def down(self, button: Button) -> None:
        self.pins.pin(self.wiring.buttons[button]).drive_low()

    def up(self, button: Button) -> None:
        self.pins.pin(self.wiring.buttons[button]).drive_high()

    def press(self, *buttons: Button) -> str:
        """Press each button for a tenth of a second, with contacts that bounce. Return the page shown after the last."""
        for button in buttons:
            self._press(button, 0.1)
        return self.page

    def hold(self, button: Button, seconds: float = 3.2) -> str:
        self._press(button, seconds)
        return self.page

    def _press(self, button: Button, seconds: float) -> None:
        for edge in (self.down, self.up):
            for again in (edge, self.up if edge == self.down else self.down, edge):
                again(button)
                self.time += 0.003
                self.panel.fingers.look()
            self.time += 0.05
            self.settle()
            if edge == self.down:
                self.wait(seconds)

    def choose(self, words: str) -> str:
        """Wait as long as people read, mark the row with these words, and press OK. Return the page shown then."""
        self.wait(0.5)
        if not self._marks(words):
            raise AssertionError(f"no row says {words!r}: {self.lines}")
        return self.press(Button.OK)

    def _marks(self, words: str) -> bool:
        """Mark the row with these words, in this list or in a group of it. Return whether there is one."""
        seen = set[tuple[str, ...]]()
        while self.lines not in seen:
            seen.add(self.lines)
            marked = next(line for line in self.lines if line.startswith("> "))
            if words in marked and not marked.endswith("…"):
                return True
            if marked.endswith("…"):
                here = self.lines
                self.press(Button.OK)
                if self._marks(words):
                    return True
                self._back_to(here)
            self.press(Button.NEXT)
        return False

    def _back_to(self, lines: tuple[str, ...]) -> None:
        for _ in range(10):
            if self.lines == lines:
                return
            self.press(Button.BACK)
        raise AssertionError(f"Back leads elsewhere: {self.lines}")

    def put_aside(self) -> None:
        """Leave a question by Back, through all its rows."""
        for _ in range(10):
            if self.page != "question":
                return
            self.press(Button.BACK)
        raise AssertionError(f"Back leaves no question: {self.lines}")

    def turn_to(self, page: str) -> None:
        for _ in range(10):
            if self.page == page:
                return
            self.press(Button.NEXT)
        raise AssertionError(f"there is no page {page!r}")

    def dial(self, number: int) -> str:
        """Dial each digit of a number, and confirm the number. Return the page shown then."""
        digits = str(number).rjust(len(self._dialled()[0]), "0")
        for place, digit in enumerate(digits):
            for _ in range(11):
                shown, at = self._dialled()
                assert at == place
                if shown[place] == digit:
                    break
                self.press(Button.NEXT)
            self.press(Button.OK)
        return self.page

    def _dialled(self) -> tuple[str, int]:
        line = self.lines[1]
        return line.replace("[", "").replace("]", ""), line.index("[")

    def glass(self) -> Image.Image:
        """Return the display's dots as a picture."""
        lit = self.chip.oled.lit()
        frame = Image.new("L", (128, 64))
        frame.putdata([255 if dot else 0 for row in lit for dot in row])
        return frame
