"""QR codes as plain matrices: the phones draw them as SVG, the OLED as dots, a terminal as half blocks."""

import sys
from functools import lru_cache
from importlib import import_module
from typing import Any


def _qrcode() -> Any:
    """qrcode takes up a whole drawing library where it finds one: 4 MiB that phones alone do not need. So it finds none; who
    draws with it has it all the same."""
    if "PIL" in sys.modules:
        return import_module("qrcode")
    sys.modules["PIL"] = None  # type: ignore[assignment]
    try:
        return import_module("qrcode")
    finally:
        del sys.modules["PIL"]


_QRCODE = _qrcode()


@lru_cache(maxsize=8)
def matrix(text: str, spare: bool = True) -> tuple[tuple[bool, ...], ...]:
    """The modules, dark True, without a quiet zone; as small as fits with a quarter of redundancy (docs/decisions/qr.md).
    Without `spare`, as small as fits at all: a Wi-Fi's name and password are too long for both."""
    code = _QRCODE.QRCode(error_correction=_QRCODE.ERROR_CORRECT_Q if spare else _QRCODE.ERROR_CORRECT_L, border=0)
    code.add_data(text)
    code.make(fit=True)
    return tuple(tuple(bool(module) for module in row) for row in code.get_matrix())


def terminal(text: str) -> str:
    """For a terminal: two modules a character, dark on light with a quiet zone, whatever its colours."""
    dark = matrix(text)
    size = len(dark)

    def is_dark(x: int, y: int) -> bool:
        return 0 <= x < size and 0 <= y < size and dark[y][x]

    halves = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    rows = range(-2, size + 2, 2)
    return "\n".join("".join(halves[is_dark(x, y), is_dark(x, y + 1)] for x in range(-2, size + 2)) for y in rows)
