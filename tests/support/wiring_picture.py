"""Draws the breadboard of docs/build.md from the wiring that the box reads.

`python -m tests.support.wiring_picture` writes docs/wiring.svg again. A test says when that is needed.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from hardware.device.wiring import Wiring, read

FILE: Final = Path(__file__).parents[2] / "docs" / "wiring.svg"

HEADER: Final = (
    "3V3", "5V", "GPIO2", "5V", "GPIO3", "GND", "GPIO4", "GPIO14", "GND", "GPIO15",
    "GPIO17", "GPIO18", "GPIO27", "GND", "GPIO22", "GPIO23", "3V3", "GPIO24", "GPIO10", "GND",
    "GPIO9", "GPIO25", "GPIO11", "GPIO8", "GND", "GPIO7", "GPIO0", "GPIO1", "GPIO5", "GND",
    "GPIO6", "GPIO12", "GPIO13", "GND", "GPIO19", "GPIO16", "GPIO26", "GPIO20", "GND", "GPIO21",
)  # fmt: skip
"""The names of the Pi's 40 pins in the order of their numbers. Odd pins are in the inner column."""

INKS: Final = {
    "back": "#d9730d", "next": "#2f8f3a", "ok": "#8a3fb5", "SDA": "#1f6fd0", "SCL": "#b08800", "VCC": "#c92a2a",
    "GND": "#222222",
}  # fmt: skip

POWER_PIN, GROUND_PIN = 1, 9
"""The header's pins for power and ground."""

STEP: Final = 15
"""Dots from one hole to the next."""
PI_X, PI_Y = 186, 112
BOARD_X, BOARD_Y, ROWS = 470, 70, 29
HALVES: Final = (2.6, 8.8)
"""The places of columns a and f, in steps from the left edge of the breadboard."""
DISPLAY_ROW: Final = 5
BUTTON_ROWS: Final = {"back": 13, "next": 19, "ok": 25}
NAMES: Final = {"back": "Back", "next": "Next", "ok": "OK"}


def number_of(pin: int) -> int:
    """Return the header's pin number, 1 to 40, of a BCM pin."""
    return HEADER.index(f"GPIO{pin}") + 1


def connections(wiring: Wiring) -> list[tuple[str, int, str]]:
    """Return every wire that leaves the Pi: its function, its pin number on the header, and the name of that pin."""
    display = wiring.display_pins()
    wires = [("VCC", POWER_PIN), *((name, number_of(display[name])) for name in ("SCL", "SDA"))]
    wires += [(button.value, number_of(pin)) for button, pin in wiring.buttons.items()]
    return [(name, place, HEADER[place - 1]) for name, place in [*wires, ("GND", GROUND_PIN)]]


def at(place: int) -> tuple[float, float]:
    """Return the point at which a pin of the header is drawn."""
    row, column = divmod(place - 1, 2)
    return PI_X + column * STEP * 1.4, PI_Y + row * STEP


def hole(column: str, row: int) -> tuple[float, float]:
    """Return the point at which a hole of the breadboard is drawn. Columns are a to j, and - and + of the rail at the
    left."""
    if column in "-+":
        return BOARD_X + STEP * (0.4 if column == "-" else 1.3), BOARD_Y + STEP * (row + 0.5)
    half, place = divmod("abcdefghij".index(column), 5)
    return BOARD_X + STEP * (HALVES[half] + place), BOARD_Y + STEP * (row + 0.5)


def draw(wiring: Wiring) -> str:
    parts = [*_frame(), *_pi(wiring), *_board(), *_display(wiring), *_buttons(), *_wires(wiring), "</svg>"]
    return "\n".join(parts) + "\n"


def _frame() -> Iterator[str]:
    yield (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 540" role="img" aria-labelledby="t d" '
        'font-family="DejaVu Sans, Verdana, sans-serif" font-size="11">'
    )
    yield '<title id="t">How the box is wired</title>'
    yield '<desc id="d">A Raspberry Pi, a display and three buttons on a breadboard, as the page says in words.</desc>'
    yield '<rect width="860" height="540" fill="#ffffff"/>'


def _pi(wiring: Wiring) -> Iterator[str]:
    used = {place: name for name, place, _ in connections(wiring)}
    yield '<rect x="24" y="70" width="206" height="440" rx="14" fill="#2c6e49"/>'
    yield _words(40, 96, "Raspberry Pi", "#ffffff", 15)
    yield _words(40, 486, "the ports for USB are at this end", "#cfe8da", 10)
    yield f'<rect x="{PI_X - 10}" y="{PI_Y - 9}" width="41" height="{19 * STEP + 18}" rx="3" fill="#16241d"/>'
    for place in range(1, 41):
        x, y = at(place)
        ink = INKS[used[place]] if place in used else "#c9b458"
        yield f'<circle cx="{x:g}" cy="{y:g}" r="4.2" fill="{ink}" stroke="#f4e9b8" stroke-width="1.2"/>'
        if place in used and place % 2:
            yield _words(PI_X - 16, y + 4, f"{HEADER[place - 1]} · pin {place}", "#ffffff", 10.5, "end")
        elif place in used:
            yield _words(x + 8, y - 5, f"{HEADER[place - 1]} · pin {place}", "#ffffff", 8)


def _board() -> Iterator[str]:
    width, height = STEP * 14, STEP * ROWS + 12
    yield _box(BOARD_X - 8, BOARD_Y - 14, width, height + 16, 6, "#f3efe6")
    for column in "-+abcdefghij":
        x, y = hole(column, 0)
        yield _words(x, y - 9, "−" if column == "-" else column, "#6b6455", 9, "middle")
        for row in range(ROWS):
            x, y = hole(column, row)
            yield f'<circle cx="{x:g}" cy="{y:g}" r="1.7" fill="#8d8674"/>'
    x, top = hole("-", 0)
    yield f'<path d="M{x - 6:g} {top:g}V{hole("-", ROWS - 1)[1]:g}" stroke="#3a6bb0" stroke-width="1"/>'


def _display(wiring: Wiring) -> Iterator[str]:
    x, y = hole("g", DISPLAY_ROW)
    top = y - 3.5 * STEP
    yield f'<rect x="{x - 7:g}" y="{top:g}" width="196" height="{10 * STEP}" rx="5" fill="#1b3a6b"/>'
    yield f'<rect x="{x + 62:g}" y="{top + 14:g}" width="120" height="{10 * STEP - 28}" fill="#05070c"/>'
    yield _words(x + 122, top + 62, "OLED 128 × 64", "#bfe3ff", 12, "middle")
    yield _words(x + 122, top + 80, f"{wiring.chip.upper()}, I²C", "#bfe3ff", 10.5, "middle")
    yield _words(x + 122, top + 96, f"address 0x{wiring.i2c['address']:02X}", "#bfe3ff", 10.5, "middle")
    for i, name in enumerate(_display_pins()):
        px, py = hole("g", DISPLAY_ROW + i)
        yield f'<circle cx="{px:g}" cy="{py:g}" r="3.6" fill="#e6d27a"/>'
        yield _words(px + 9, py + 4, name, "#ffffff", 10.5)


def _display_pins() -> tuple[str, ...]:
    """Return the display's pins from above, in the order of most modules. Readers follow the print on their own module."""
    return ("GND", "VCC", "SCL", "SDA")


def _buttons() -> Iterator[str]:
    for name, row in BUTTON_ROWS.items():
        (left, top), (right, bottom) = hole("e", row), hole("f", row + 2)
        yield _box(left - 3, top - 6, right - left + 6, bottom - top + 12, 4, "#3d3d3d")
        middle = ((left + right) / 2, (top + bottom) / 2)
        yield f'<circle cx="{middle[0]:g}" cy="{middle[1]:g}" r="9" fill="{INKS[name]}"/>'
        for column in "ef":
            for leg in (row, row + 2):
                x, y = hole(column, leg)
                yield f'<circle cx="{x:g}" cy="{y:g}" r="2.6" fill="#d8d8d8"/>'
        yield _words(hole("j", row)[0] + 26, middle[1] + 5, NAMES[name], INKS[name], 15)


def _wires(wiring: Wiring) -> Iterator[str]:
    """Yield the wires, each on a lane of its own between header and breadboard."""
    rows = {name: DISPLAY_ROW + i for i, name in enumerate(_display_pins())}
    for lane, (name, place, _) in enumerate(connections(wiring)):
        turn = 262 + 24 * lane
        if name in BUTTON_ROWS:
            yield _to_button(name, place, turn)
        elif place == GROUND_PIN:
            yield _wire(name, [at(place), (turn, at(place)[1]), (turn, hole("-", 10)[1]), hole("-", 10)])
        else:
            end = hole("f", rows[name])
            yield _wire(name, [at(place), (turn, at(place)[1]), (turn, end[1]), end])
    for row in BUTTON_ROWS.values():
        yield _wire("GND", [hole("-", row), hole("a", row)])
    yield _wire("GND", [hole("-", rows["GND"]), hole("f", rows["GND"])])


def _to_button(name: str, place: int, turn: float) -> str:
    """Return a wire that goes under the button, and up to the leg across from the one on ground."""
    row, (x, y) = BUTTON_ROWS[name], hole("h", BUTTON_ROWS[name] + 2)
    below = hole("a", row + 3)[1] + 4
    return _wire(name, [at(place), (turn, at(place)[1]), (turn, below), (x, below), (x, y)])


def _wire(name: str, points: list[tuple[float, float]]) -> str:
    path = "L".join(f"{x:g} {y:g}" for x, y in points)
    ends = "".join(f'<circle cx="{x:g}" cy="{y:g}" r="3" fill="{INKS[name]}"/>' for x, y in (points[0], points[-1]))
    pen = f'<path d="M{path}" fill="none" stroke-linejoin="round" stroke-linecap="round"'
    halo = f'{pen} stroke="#ffffff" stroke-opacity="0.85" stroke-width="5.5"/>'
    line = f'{pen} stroke="{INKS[name]}" stroke-width="3"/>'
    return halo + line + ends


def _box(x: float, y: float, width: float, height: float, round_: int, ink: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{round_}" fill="{ink}" stroke="#b9b2a1"/>'


def _words(x: float, y: float, words: str, ink: str, size: float, anchor: str = "start") -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="{ink}" font-size="{size:g}" text-anchor="{anchor}">{words}</text>'


if __name__ == "__main__":
    FILE.write_text(draw(read(None)), "utf-8")
