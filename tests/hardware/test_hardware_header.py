"""The driver finds the display's bus by its place on the board, because the system's number may differ."""

from pathlib import Path
from typing import NamedTuple

import pytest
from luma.core.error import DeviceNotFoundError
from msgspec.structs import replace

from hardware.device.oled import plug
from hardware.device.wiring import SwitchedOff, bus_number, pins_chip, read


class Board(NamedTuple):
    """The buses of a Raspberry Pi, as a kernel numbers them: the device-tree node of each number."""

    name: str
    i2c: dict[int, str]
    spi: dict[int, str]
    header: tuple[int, int]
    """The numbers of the header's I2C and SPI buses."""
    chips: dict[int, str] = {0: "soc/gpio@7e200000", 1: "soc/firmware/gpio"}  # noqa: RUF012
    """The chips of pins, in the same way. The header's is the one that `pins` names."""
    pins: int = 0


OLD_SPI = {0: "soc/spi@7e204000"}
RP1 = "axi/pcie@1000120000/rp1"
BOARDS = {
    "Pi 3": Board("3-model-b", {0: "soc/i2c@7e205000", 1: "soc/i2c@7e804000", 2: "soc/i2c@7e805000"}, OLD_SPI, (1, 0)),
    "Zero 2 W": Board("model-zero-2-w", {1: "soc/i2c@7e804000", 2: "soc/i2c@7e805000"}, OLD_SPI, (1, 0)),
    "Pi 4, Debian's tree": Board(
        "4-model-b",
        {0: "soc/i2c@7ef04500", 1: "soc/i2c@7ef09500", 2: "soc/i2c@7e205000", 3: "soc/i2c@7e804000"},
        {0: "soc/spi@7e204c00", 1: "soc/spi@7e204000"},
        (3, 1),
    ),
    "Pi 4, Raspberry Pi OS": Board(
        "4-model-b", {1: "soc/i2c@7e804000", 20: "soc/i2c@7ef04500", 21: "soc/i2c@7ef09500"}, OLD_SPI, (1, 0)
    ),
    "Pi 400": Board("400", {0: "soc/i2c@7ef04500", 1: "soc/i2c@7ef09500", 3: "soc/i2c@7e804000"}, OLD_SPI, (3, 0)),
    "Pi 5, Raspberry Pi OS": Board(
        "5-model-b",
        {1: f"{RP1}/i2c@74000", 13: "soc@107c000000/i2c@7d508200", 14: "soc@107c000000/i2c@7d508280"},
        {0: f"{RP1}/spi@50000", 10: "soc@107c000000/spi@7d004000"},
        (1, 0),
        {0: "soc@107c000000/gpio@7d508500", 4: f"{RP1}/gpio@d0000"},
        4,
    ),
    "Pi 5, Debian's tree": Board(
        "5-model-b",
        {0: "soc@107c000000/i2c@7d508200", 2: f"{RP1}/pci-ep-bus@1/i2c@40074000"},
        {3: "x/spi@40050000"},
        (2, 3),
        {0: "soc@107c000000/gpio@7d508500", 2: f"{RP1}/pci-ep-bus@1/pinctrl@400d0000"},
        2,
    ),
}


def linux(folder: Path, board: Board, maker: str = "raspberrypi") -> Path:
    """Return a root folder with the files by which Linux shows these buses."""
    tree = folder / "sys/firmware/devicetree/base"
    tree.mkdir(parents=True)
    (tree / "compatible").write_bytes(f"{maker},{board.name}\0brcm,bcm2837\0".encode())
    (folder / "proc").mkdir()
    (folder / "proc/device-tree").symlink_to(tree)
    for kind, buses in (
        ("sys/bus/i2c/devices/i2c-", board.i2c),
        ("sys/class/spi_master/spi", board.spi),
        ("sys/bus/gpio/devices/gpiochip", board.chips),
    ):
        for n, node in buses.items():
            (tree / node).mkdir(parents=True, exist_ok=True)
            bus = folder / f"{kind}{n}"
            bus.mkdir(parents=True)
            (bus / "of_node").symlink_to(tree / node)
    if board.i2c:  # a device's folder is beside those of the buses
        (folder / f"sys/bus/i2c/devices/{min(board.i2c)}-003c").mkdir()
    return folder


@pytest.mark.parametrize("name", BOARDS)
def test_the_header_s_buses_are_found_on_every_board(tmp_path: Path, name: str) -> None:
    machine = linux(tmp_path, BOARDS[name])
    assert (bus_number("i2c", 1, machine), bus_number("spi", 0, machine)) == BOARDS[name].header


@pytest.mark.parametrize("name", BOARDS)
def test_the_chip_with_the_header_s_pins_is_found_on_every_board(tmp_path: Path, name: str) -> None:
    assert pins_chip(linux(tmp_path, BOARDS[name])) == BOARDS[name].pins


def test_gpiozero_chooses_the_chip_if_the_kernel_does_not_name_it(tmp_path: Path) -> None:
    assert pins_chip(linux(tmp_path / "a", BOARDS["Pi 3"]._replace(chips={}))) is None
    assert pins_chip(linux(tmp_path / "b", BOARDS["Pi 3"], maker="hardkernel")) is None


def test_a_bus_that_the_owner_names_by_another_number_is_that_bus(tmp_path: Path) -> None:
    machine = linux(tmp_path, BOARDS["Pi 4, Debian's tree"])
    assert [bus_number("i2c", wired, machine) for wired in (0, 2, 3, 7)] == [0, 2, 3, 7]


def test_no_other_bus_is_taken_for_a_header_s_that_is_switched_off(tmp_path: Path) -> None:
    """Here i2c-1 belongs to an HDMI socket, and nothing may be written to it."""
    machine = linux(tmp_path, Board("4-model-b", {0: "soc/i2c@7ef04500", 1: "soc/i2c@7ef09500"}, {}, (0, 0)))
    for kind, wired in (("i2c", 1), ("spi", 0)):
        with pytest.raises(SwitchedOff):
            bus_number(kind, wired, machine)


def test_on_a_machine_of_another_maker_the_number_counts(tmp_path: Path) -> None:
    machine = linux(tmp_path / "other", BOARDS["Pi 400"], maker="hardkernel")
    assert bus_number("i2c", 1, machine) == bus_number("i2c", 1, tmp_path / "none") == 1


def test_the_driver_opens_the_bus_that_is_the_header_s_at_that_moment(tmp_path: Path) -> None:
    machine = linux(tmp_path, BOARDS["Pi 400"])
    wiring = read(None)
    with pytest.raises(DeviceNotFoundError, match="/dev/i2c-3"):
        plug(wiring, None, machine)()
    (machine / "sys/bus/i2c/devices/i2c-3").rename(machine / "sys/bus/i2c/devices/i2c-6")
    with pytest.raises(DeviceNotFoundError, match="/dev/i2c-6"):
        plug(wiring, None, machine)()
    with pytest.raises(DeviceNotFoundError, match="/dev/i2c-5"):
        plug(replace(wiring, i2c={**wiring.i2c, "port": 5}), None, machine)()
