"""The page on wiring agrees with wiring.toml in its table, its parts and its drawing."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

from hardware.device.wiring import read
from tests.support import wiring_picture
from tests.support.wiring_picture import HEADER, connections, number_of
from tests.test_docs import DOCS, table_under

PAGE = DOCS / "build.md"


def rows() -> dict[str, tuple[int, str]]:
    """Return for each part its place on the header and that place's name."""
    found = re.findall(r"^\| ([^|]+) \| (\d+) \| (\w+) \|", PAGE.read_text("utf-8"), re.M)
    return {what: (int(place), name) for what, place, name in found if name in HEADER}


def test_the_header_is_that_of_a_raspberry_pi() -> None:
    assert len(HEADER) == 40
    assert {number_of(pin) for pin in range(28)} | {i for i, n in enumerate(HEADER, 1) if "GPIO" not in n} == set(
        range(1, 41)
    )
    known = {2: 3, 3: 5, 4: 7, 17: 11, 27: 13, 22: 15, 10: 19, 9: 21, 11: 23, 8: 24, 7: 26, 18: 12, 21: 40, 14: 8}
    assert {pin: number_of(pin) for pin in known} == known


def test_the_pins_of_the_page_are_those_of_the_wiring() -> None:
    wiring, listed = read(None), rows()
    for button, pin in wiring.buttons.items():
        label = {"back": "Back", "next": "Next", "ok": "OK"}[button.value]
        assert listed.pop(f"button {label}") == (number_of(pin), f"GPIO{pin}")
    for name, pin in wiring.display_pins().items():
        assert listed.pop(f"display {name}") == (number_of(pin), f"GPIO{pin}")
    assert listed.pop("display VCC") == (1, "3V3")
    assert [name for _, name in listed.values()] == ["GND"]
    assert all(HEADER[place - 1] == name for place, name in rows().values())


def test_the_drawing_is_the_one_that_the_wiring_makes() -> None:
    assert wiring_picture.FILE.read_text("utf-8") == wiring_picture.draw(read(None)), (
        "python -m tests.support.wiring_picture"
    )


def test_the_drawing_names_every_pin_that_is_wired_and_no_other() -> None:
    words = [text.text or "" for text in ET.parse(wiring_picture.FILE).iter("{http://www.w3.org/2000/svg}text")]
    drawn = {(int(place), name) for w in words for name, place in re.findall(r"(\w+) · pin (\d+)", w)}
    assert drawn == {(place, name) for _, place, name in connections(read(None))} == set(rows().values())


def test_the_parts_list_has_a_wire_for_every_connection() -> None:
    assert f"| jumper wire, socket to pin | {len(connections(read(None)))} |" in PAGE.read_text("utf-8")


def test_the_usual_wiring_file_is_the_one_that_is_named() -> None:
    assert Path("hardware/wiring.toml").name in PAGE.read_text("utf-8")
    assert "`wiring`" in {cells[0] for cells in table_under("Settings", DOCS / "settings.md")}
