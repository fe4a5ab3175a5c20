"""A fake panel, which only remembers what was pressed."""

from collections.abc import Callable

from companion.snapshot.panel import Button, PageInWords


class PaperPanel:
    """A `companion.snapshot.panel.Panel` that remembers presses and shows fixed lines."""

    def __init__(self) -> None:
        self.pressed: list[tuple[Button, bool]] = []
        self.rested: list[bool] = []
        self.dots = b""
        self.lines: tuple[str, ...] = ("Bali", "Ana")
        self._listeners: list[Callable[[], None]] = []

    def press(self, button: Button, hold: bool, by: str = "") -> None:
        self.pressed.append((button, hold))
        self.lines = (*self.lines[:1], f"press {len(self.pressed)}")
        for listener in self._listeners:
            listener()

    def finger(self, down: bool, by: str = "") -> None:
        self.rested.append(down)

    def page(self, by: str = "") -> PageInWords:
        return PageInWords("phase", self.lines, ("", "", "OK"))

    def picture(self, by: str = "") -> bytes:
        return b"\x89PNG\r\n\x1a\n" + self.dots

    def draw(self, dots: bytes) -> None:
        """Draw another picture with the same words."""
        self.dots = dots
        for listener in self._listeners:
            listener()

    def watch(self, listener: Callable[[], None]) -> None:
        self._listeners.append(listener)

    def close(self) -> None:
        return
