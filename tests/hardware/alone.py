"""An evening with the box alone, or with a phone or two. All presses are on simulated pins."""

import random
from contextlib import suppress
from pathlib import Path

from companion.bots import choose
from companion.core.state import Seat
from companion.core.view import Question
from companion.core.words import Refused
from companion.snapshot.panel import Button
from tests.hardware.wired import Wired

BACK, NEXT, OK = Button
LONGEST = 4000
"""The most presses of an evening."""


class Alone(Wired):
    """A house, its box, and people who pass the box around. `seed` decides their presses wherever they have a choice."""

    def __init__(self, folder: Path, seed: int = 1) -> None:
        super().__init__(folder)
        self.dice = random.Random(seed)
        self.handed: list[str] = []
        """The players to whom the box went, in order."""
        self._posts = 0

    def sit(self, seats: int) -> None:
        """Seat this number of players at the box, with one press each."""
        self.rig.turn_to("sit")
        for _ in range(seats):
            self.rig.press(OK)
            self.rig.wait(1)

    def begin(self, game: str) -> None:
        """Start this game. The players skip the set-up of the table."""
        while self.rig.page != "lobby":
            self.rig.press(NEXT)
        while self.house.snapshots.lobby.picked != game:
            self.rig.press(NEXT)
            self.rig.wait(1)
        self.rig.press(OK)
        self.rig.wait(1)

    def step(self) -> str:
        """Press the button that people would press after reading the page. Return that page."""
        rig, page = self.rig, self.rig.page
        rig.wait(1.1)
        page = rig.page
        if page in ("laying", "stage"):
            rig.press(BACK)
        elif page == "hand":
            self.handed.append(rig.lines[1].strip())
            rig.press(OK)
        elif page == "yours":
            self._yours()
        elif page in ("question", "own", "form"):
            self._answer()
        else:
            self._wait_for_somebody()
        return page

    def _yours(self) -> None:
        """Press Next, which leads to the question, if the game still waits for this player. Otherwise press Back."""
        is_done = len(self.rig.lines) > 3
        asked = self.house.snapshots.state.shared_box.holder
        waits = any(due.seat == asked and due.waits for due in self.moment.history.dues)
        self.rig.press(BACK if is_done or not waits else NEXT)

    def _answer(self) -> None:
        rig = self.rig
        is_blueprint = rig.lines[0].startswith("A1") and rig.lines[1] == "0[0]"
        is_covered = rig.page == "form" and "•" in rig.lines[1]
        least = 2 if self.house.snapshots.state.shared_box.holder else 1
        some = self.dice.randrange(10 if is_covered else least if rig.page == "form" else 9)
        for _ in range(2 if is_blueprint else some):
            rig.press(NEXT)
        rig.press(OK)
        if rig.lines[-1] == "Sure? OK again." and len(self.handed) > 20:
            rig.press(OK)
        if rig.page == "form" and "[" in rig.lines[1] and len(rig.lines) > 3:
            self._leave_form()

    def _leave_form(self) -> None:
        """Leave a refused form, back to the page that opened it."""
        while self.rig.page == "form":
            self.rig.press(BACK)

    def _wait_for_somebody(self) -> None:
        if self.rig.page != "moves" and self.rig.buttons[2]:
            self.rig.press(OK)
        elif not self.phone():
            self.rig.wait(21)

    def phone(self) -> bool:
        """Answer on the phone of an awaited seat. Return whether there was one."""
        for due in self.moment.history.dues:
            if due.seat is None or not due.waits or not self.house.guests.has_phone(due.seat):
                continue
            ask = next(a for a in self.moment.asks(due.seat) if a.due == self.moment.full_id(due.id))
            if due.seat not in self._answered(due.id):
                self._post(due.seat, ask)
                return True
        return False

    def _post(self, seat: Seat, ask: Question) -> None:
        """Post a bot's answer. The box may refuse it."""
        self._posts += 1
        game, view = self.moment.history.game, self.moment.screen(seat).view
        with suppress(Refused):
            self.house.play(seat, ask.due, choose(game, view, ask.answers, self.dice.randrange), f"post {self._posts}")

    def _answered(self, due: str) -> set[Seat]:
        return {answered.event.asked for answered in self.moment.history.newest() if answered.event.due.id == due}

    def play(self, longest: int = LONGEST) -> None:
        """Play to the end of the game."""
        for _ in range(longest):
            if self.moment.over:
                return
            self.step()
        raise AssertionError(f"no end: {self.rig.page} {self.rig.lines} {self.rig.buttons}")
