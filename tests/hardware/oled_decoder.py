"""An SSD1306 or SH1106, written from its datasheet: takes a driver's bytes, and returns the lit dots. For luma it is the
serial interface: `command` and `data` get the bytes of the bus. It does not depend on luma."""

from dataclasses import dataclass, field

PAGES, COLUMNS = 8, 132

ONE_MORE = {0x20, 0x81, 0x8D, 0xA8, 0xAD, 0xD3, 0xD5, 0xD8, 0xD9, 0xDA, 0xDB}
"""Commands that one more byte follows."""
TWO_MORE = {0x21, 0x22}


@dataclass
class Oled:
    """The chip: its memory, the place of the next byte, and whether the display is on."""

    shift: int = 0
    """The first column that the display shows: 2 on most SH1106 boards."""
    ram: bytearray = field(default_factory=lambda: bytearray(PAGES * COLUMNS))
    page: int = 0
    column: int = 0
    horizontal: bool = False
    """True: the memory mode in which a full line continues in the next page."""
    columns: tuple[int, int] = (0, 127)
    pages: tuple[int, int] = (0, 7)
    contrast: int = 0x7F
    on: bool = False
    flipped: bool = False
    remapped: bool = False
    inverse: bool = False
    unknown: list[int] = field(default_factory=list)
    written: int = 0
    """The number of data bytes received."""

    def command(self, *sent: int) -> None:
        waiting = list(sent)
        while waiting:
            code = waiting.pop(0)
            more = 2 if code in TWO_MORE else 1 if code in ONE_MORE else 0
            self._obey(code, [waiting.pop(0) for _ in range(min(more, len(waiting)))])

    def data(self, sent: bytes) -> None:
        for byte in sent:
            self.ram[self.page * COLUMNS + self.column] = byte
            self.written += 1
            self._step()

    def cleanup(self) -> None:
        """Release the bus. luma calls this at its end."""

    def lit(self) -> list[list[bool]]:
        """Return the dots of the display, 64 rows of 128. True: lit."""
        return [self._row(y) if self.on else [False] * 128 for y in range(64)]

    def _row(self, y: int) -> list[bool]:
        """Return a row of dots. These boards need both segment remap and reversed scan direction."""
        y = y if self.flipped else 63 - y
        begins = y // 8 * COLUMNS + self.shift
        columns = self.ram[begins : begins + 128]
        return [bool(byte >> y % 8 & 1) != self.inverse for byte in (columns if self.remapped else columns[::-1])]

    def _step(self) -> None:
        if not self.horizontal:
            self.column = min(self.column + 1, COLUMNS - 1)
        elif self.column < self.columns[1]:
            self.column += 1
        else:
            self.column = self.columns[0]
            self.page = self.page + 1 if self.page < self.pages[1] else self.pages[0]

    def _obey(self, code: int, values: list[int]) -> None:
        match code:
            case 0x20:
                self.horizontal = values == [0]
            case 0x21:
                self.columns, self.column = (values[0], values[1]), values[0]
            case 0x22:
                self.pages, self.page = (values[0], values[1]), values[0]
            case 0x81:
                self.contrast = values[0]
            case 0xA0 | 0xA1:
                self.remapped = code == 0xA1
            case 0xC0 | 0xC8:
                self.flipped = code == 0xC8
            case 0xA6 | 0xA7:
                self.inverse = code == 0xA7
            case 0xAE | 0xAF:
                self.on = code == 0xAF
            case _:
                self._place(code)

    def _place(self, code: int) -> None:
        if code < 0x10:
            self.column = self.column & 0xF0 | code
        elif code < 0x20:
            self.column = self.column & 0x0F | (code & 0x0F) << 4
        elif 0xB0 <= code <= 0xB7:
            self.page = code & 7
        elif code not in ONE_MORE | {0xA4, 0xE3} and not 0x40 <= code <= 0x7F:
            self.unknown.append(code)
