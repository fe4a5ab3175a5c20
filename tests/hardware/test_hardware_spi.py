"""The display on SPI: the same dots, in pieces that the kernel accepts."""

from pathlib import Path

from gpiozero.pins.mock import MockFactory
from msgspec.structs import replace
from PIL import Image

from hardware.device import oled
from hardware.device.display import Light
from hardware.device.oled import Pins, WiredDisplay
from hardware.device.wiring import read
from hardware.drawing.draw import HEIGHT, WIDTH
from tests.hardware.oled_decoder import Oled as Decoder


class SpiBus:
    """The device on the SPI wires. The line DC tells commands from data."""

    def __init__(self, factory: MockFactory, dc: int) -> None:
        self.decoder, self.opened, self.closed, self.max_speed_hz = Decoder(shift=2), [], False, 0
        self._pin = factory.pin(dc)

    def open(self, port: int, device: int) -> None:
        self.opened.append((port, device))

    def writebytes(self, sent: list[int]) -> None:
        if self._pin.state:
            self.decoder.data(bytes(sent))
        else:
            self.decoder.command(*sent)

    def close(self) -> None:
        self.closed = True


def test_over_spi_the_glass_shines_the_same_and_the_pins_are_let_go() -> None:
    pins, wiring = MockFactory(), replace(read(None), bus="spi")
    file = SpiBus(pins, wiring.spi["dc"])
    lines: list[bool] = []
    lit = WiredDisplay(wiring, lambda: oled.SpiBus(wiring.spi, pins, file), lines.append, lambda: 0.0)
    frame = Image.frombytes("1", (WIDTH, HEIGHT), bytes(range(256)) * 4)
    lit.show(frame, Light.USUAL)
    assert file.opened == [(0, 0)]
    assert file.decoder.on
    assert file.decoder.lit() == [[bool(frame.getpixel((x, y))) for x in range(128)] for y in range(64)]
    assert pins.pin(wiring.spi["reset"]).state, "reset is let go"
    lit.close(keep=False)
    assert file.closed
    assert not file.decoder.on
    assert lines == []


def test_the_kernel_s_spi_file_is_written_in_pieces_that_it_takes(tmp_path: Path) -> None:
    (tmp_path / "spidev0.1").touch()
    asked: list[tuple[int, bytes]] = []
    file = oled.SpiFile(lambda _, what, value: asked.append((what, value)), str(tmp_path))
    file.open(0, 1)
    file.max_speed_hz = 8_000_000
    file.writebytes(list(range(256)) * 20)
    file.close()
    file.close()
    assert (tmp_path / "spidev0.1").read_bytes() == bytes(range(256)) * 20
    assert asked == [(oled.WRITE_MODE, b"\0"), (oled.WRITE_SPEED, (8_000_000).to_bytes(4, "little"))]


def test_a_machine_without_spi_is_a_display_that_is_lost(tmp_path: Path) -> None:
    pins, wiring, modes = MockFactory(), replace(read(None), bus="spi"), list[bool]()
    lit = WiredDisplay(
        wiring, lambda: oled.SpiBus(wiring.spi, pins, oled.SpiFile(folder=str(tmp_path))), modes.append, lambda: 0.0
    )
    lit.show(Image.new("1", (WIDTH, HEIGHT)), Light.USUAL)
    assert modes == [True]
    assert "spidev0.0" in lit.fault or "not found" in lit.fault
    assert Pins(pins).setup(wiring.spi["dc"], "out") is None, "its pins were let go"
