"""What leads people through an evening beside their answers: the table is laid step by step, what was turned up is shown one
by one, a talk has its time. No answer hangs on any of it, no journal knows it, and a box that was switched off has forgotten
it."""

from collections.abc import Callable

from companion.core.knowledge import Seat
from companion.core.table import Table
from companion.core.words import Refused
from companion.house.looks import Looks
from companion.house.now import Course
from companion.house.staging import onward, staged
from companion.house.talk import TalkTimer
from companion.ports.clock import Clock


class Guiding:
    """How far people are led. `table` gives the one that is on, if it is of the number that was shown, or raises Refused."""

    def __init__(
        self, course: Course, clock: Clock, table: Callable[[int | None], Table], looks: Callable[[], Looks]
    ) -> None:
        self.timer = TalkTimer(clock)
        self._course = course
        self._table = table
        self._looks = looks
        course.watch(self._hush)

    def lay(self, step: int | None, number: int) -> None:
        """In game `number` the steps of laying the table are done up to this one, whoever did it; None: nobody wants to be
        led through the rest."""
        with self._course.lock:
            self._table(number)
            laid = self._course.now.laid
            self._course.turn(laid=None if step is None or laid is None else max(laid, step))

    def turned_up(self, is_watched: bool) -> None:
        """After an answer: what it turned up is yet to be shown, where somebody watches the room's screen."""
        stage = staged(self._table(None).moment, self._course.now.stage, is_watched)
        if stage is not self._course.now.stage:
            self._course.keep(stage=stage)

    def stage(self, of: str, step: int | None) -> None:
        """The room's screen shows of what was turned up as much as this step, None: all of it. Nothing, if something else
        is shown by now."""
        with self._course.lock:
            stage = self._course.now.stage
            if stage is not None and stage.of == of:
                self._course.turn(stage=onward(stage, step))

    def talk(self, minutes: int | None, seat: Seat | None = None) -> None:
        """Start the talk timer, or (None) stop it. Raises Refused where the game has no use for it now, or where it is not
        this seat's (None: the panel's) to start."""
        with self._course.lock:
            self._table(None)
            if not self._looks().may_talk(seat):
                raise Refused("no_timer")
            self.timer.stop() if minutes is None else self.timer.start(minutes)
        self._course.changed()

    def talk_longer(self) -> None:
        """The panel gives the talk one minute more."""
        with self._course.lock:
            self.timer.lengthen()
        self._course.changed()

    def _hush(self) -> None:
        """The table has gone on: a talk that fits no more is over."""
        if self.timer.on is not None and not self._looks().may_talk(None):
            self.timer.stop()
