"""The wiring: if it is impossible, the box refuses it in one line."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.__main__ import main
from companion.settings import BadSettings
from companion.snapshot.panel import Button
from hardware.device.wiring import read


def written(folder: Path, text: str) -> Path:
    file = folder / "wires.toml"
    file.write_text(text, "utf-8")
    return file


def refusal(folder: Path, text: str) -> str:
    with pytest.raises(BadSettings) as why:
        read(written(folder, text))
    assert "\n" not in str(why.value)
    assert "wires.toml" in str(why.value)
    return str(why.value)


def test_the_usual_wiring_can_be_and_uses_no_pin_twice() -> None:
    wiring = read(None)
    pins = [pin for _, pin in wiring.pins()]
    assert len(pins) == len(set(pins)) == 5
    assert set(wiring.buttons) == set(Button)


def test_a_file_says_only_what_differs(tmp_path: Path) -> None:
    wiring = read(written(tmp_path, '[buttons]\nok = 5\n[display]\nchip = "ssd1306"\nrotate = 180'))
    assert wiring.buttons[Button.OK] == 5
    assert wiring.buttons[Button.BACK] == read(None).buttons[Button.BACK]
    assert (wiring.chip, wiring.rotate, wiring.brightness) == ("ssd1306", 180, read(None).brightness)


@pytest.mark.parametrize(
    ("text", "typed", "meant"),
    [
        ("[buttons]\nokay = 5", "'buttons.okay'", "'buttons.ok'"),
        ("[buttens]\nok = 5", "'buttens'", "'buttons'"),
        ('[display]\nchips = "sh1106"', "'display.chips'", "'display.chip'"),
        ("[i2c]\nadress = 60", "'i2c.adress'", "'i2c.address'"),
        ("ok = 5", "'ok'", ""),
    ],
)
def test_an_unknown_key_names_the_nearest(tmp_path: Path, text: str, typed: str, meant: str) -> None:
    words = refusal(tmp_path, text)
    assert typed in words
    assert f"did you mean {meant}" in words


@pytest.mark.parametrize("pin", ["0", "1", "28", "-1", "40", "1.5", "true", '"GPIO5"', "[5]"])
def test_a_wrong_pin_names_the_key_and_the_right_ones(tmp_path: Path, pin: str) -> None:
    words = refusal(tmp_path, f"[buttons]\nnext = {pin}")
    assert "buttons.next" in words
    assert "2 to 27" in words


@pytest.mark.parametrize(
    ("text", "both"),
    [
        ("[buttons]\nback = 5\nok = 5", ("GPIO5", "back", "ok")),
        ("[buttons]\nback = 2", ("GPIO2", "back", "SDA")),
        ("[buttons]\nback = 3", ("GPIO3", "back", "SCL")),
        ('[buttons]\nnext = 10\n[display]\nbus = "spi"', ("GPIO10", "next", "MOSI")),
        ('[buttons]\nnext = 8\n[display]\nbus = "spi"', ("GPIO8", "next", "CE0")),
        ('[buttons]\nnext = 7\n[display]\nbus = "spi"\n[spi]\ndevice = 1', ("GPIO7", "next", "CE1")),
        ('[display]\nbus = "spi"\n[spi]\ndc = 25', ("GPIO25", "DC", "RESET")),
    ],
)
def test_two_functions_on_a_pin_are_both_named(tmp_path: Path, text: str, both: tuple[str, ...]) -> None:
    words = refusal(tmp_path, text)
    assert all(part in words for part in both), words


def test_pins_of_a_bus_that_is_not_used_are_free(tmp_path: Path) -> None:
    assert read(written(tmp_path, "[buttons]\nback = 10\nnext = 24\nok = 25")).buttons[Button.OK] == 25
    assert read(written(tmp_path, '[buttons]\nback = 2\nnext = 3\n[display]\nbus = "spi"')).buttons[Button.BACK] == 2


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('[display]\nchip = "ssd1327"', ("display.chip", "ssd1327", "sh1106", "ssd1306")),
        ('[display]\nbus = "uart"', ("display.bus", "i2c", "spi")),
        ("[display]\nrotate = 90", ("display.rotate", "0, 180")),
        ("[display]\nrotate = false", ("display.rotate", "0, 180")),
        ("[display]\nbrightness = 0", ("display.brightness", "1 to 255")),
        ("[display]\nbrightness = 256", ("display.brightness", "1 to 255")),
        ("[display]\ncolumn_offset = 5", ("display.column_offset", "0 to 4")),
        ("[i2c]\naddress = 0x80", ("i2c.address",)),
        ('[i2c]\nport = "1"', ("i2c.port",)),
        ("[spi]\ndevice = 2", ("spi.device",)),
        ("buttons = 5", ("[buttons]",)),
        ("[buttons", ()),
        ("\x00", ()),
    ],
)
def test_values_that_no_display_or_bus_has_are_refused(tmp_path: Path, text: str, names: tuple[str, ...]) -> None:
    words = refusal(tmp_path, text)
    assert all(name in words for name in names), words


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match=r"none\.toml"):
        read(tmp_path / "none.toml")


def run(folder: Path, wires: str) -> tuple[int, str]:
    settings = folder / "box.toml"
    settings.write_text(f'panel = "gpio"\nwiring = "{written(folder, wires)}"\nlisten = "127.0.0.1:0"', "utf-8")
    result = CliRunner().invoke(main, ["run", "--settings", str(settings), "--state", str(folder / "state")])
    return result.exit_code, result.stderr


@pytest.mark.parametrize("wires", ["[buttons]\nback = 99", "[buttons]\nback = 5\nok = 5", '[display]\nchip = "x"', "[x]"])
def test_the_command_ends_with_one_line_and_code_2(tmp_path: Path, wires: str) -> None:
    code, result = run(tmp_path, wires)
    assert code == 2
    assert result.count("\n") == 1
    assert "wires.toml" in result


def test_a_machine_without_pins_gets_one_line(tmp_path: Path) -> None:
    code, result = run(tmp_path, "")
    assert code == 2
    assert result.count("\n") == 1
    assert "panel = 'gpio'" in result
