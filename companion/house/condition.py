"""How the box is that the house is in: where phones find it, whether its display answers, what its card and its hall have to
say. Every screen says it; no rule, no answer and no journal knows it."""

from companion.core.words import Text
from companion.house.now import Course
from companion.ports.addresses import Wifi
from companion.ports.panel import Told


class Condition:
    """Whoever looks after the box tells it here, from any thread; everybody's screens follow."""

    def __init__(self, course: Course) -> None:
        self._course = course

    def reach(self, host: str, port: int) -> None:
        """Where phones find this box, for QR codes."""
        self._course.turn(host=host, port=port)

    def move(self, host: str, wifi: Wifi | None) -> None:
        """The box has another address, or opened or closed its own Wi-Fi; the port stays."""
        self._course.turn(host=host, wifi=wifi)

    def lose_display(self, lost: bool) -> None:
        """The box's display does not answer any more, or is there again: every screen says so, and nothing else changes."""
        self._course.turn(display_lost=lost)

    def be_told(self, told: tuple[Told, ...]) -> None:
        """What the owner of the card is to know, and nothing else of that kind any more."""
        self._course.turn(told=told)

    def have_read(self, shown: Told) -> None:
        """Somebody has read it at the box."""
        with self._course.lock:
            self._course.turn(told=tuple(one for one in self._course.now.told if one != shown))

    def say_of_hall(self, words: Text | None) -> None:
        """How far the copy to the hall is; None: there is none. Waits for nobody."""
        self._course.hall = words
        self._course.changed()
