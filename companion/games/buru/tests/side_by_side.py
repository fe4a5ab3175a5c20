"""Gives the game and the model of its rules the same answers. If they differ, it raises AssertionError with the record."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from companion.core.words import Refused
from companion.games.buru import GAME
from companion.games.buru.tests.model import Referee, numbers
from companion.games.buru.tests.model.guesses import guess, set_right
from companion.games.buru.tests.model.spoiled import spoil
from companion.games.buru.tests.playing import Sitting
from companion.games.buru.tests.seen import seen

Do = dict[str, Any]
MOST = 3000
"""The most lines of a game. A longer one would never end."""


class Both:
    """A game that is played twice: by the game and by the model."""

    def __init__(self, seats: int, options: Do) -> None:
        self.options = options
        self.sitting = Sitting(seats, first=None, **options)
        self.referee = self.again()
        self.record: list[Do] = []
        """All lines that were accepted."""
        self.last: list[Do] = []
        """The line that was given last."""
        self.compare()

    def again(self) -> Referee:
        """Return the model before any answer."""
        return Referee(list(self.sitting.names), self.options)

    def answer(self, seat: str | None, do: Do) -> bool:
        """Give both the same line. Return whether they accepted it."""
        self.last = [{"seat": seat, "do": do}]
        right = self.referee.answer(seat, do)
        refusal = self._refusal(seat, do)
        assert (refusal is None) == right, self.differ("accepted", refusal or "yes", "yes" if right else self.referee.why)
        self.compare()
        self.record += self.last if right else []
        return right

    def _refusal(self, seat: str | None, do: Do) -> str | None:
        """Give the game the line. Return why it refuses, or None."""
        try:
            self.sitting.post(seat, do)
        except Refused as why:
            return why.key
        return None

    def compare(self) -> None:
        """Compare dues, all numbers and the score."""
        dues = sorted((due.kind, due.seat or "") for due in self.sitting.dues())
        awaited = sorted((kind, seat or "") for kind, seat in self.referee.awaited)
        assert dues == awaited, self.differ("due", dues, awaited)
        product, model = seen(self.sitting), numbers(self.referee)
        for name, value in model.items():
            assert product[name] == value, self.differ(name, product[name], value)

    def offered(self) -> None:
        """Check that the rules refuse every blocked option, and accept the others."""
        for due in self.sitting.dues():
            answers = self.sitting.answers(due)
            for option in answers.options():
                right = self.referee.would_take(due.seat, option.do)
                assert (option.why is None) == right, self.differ(f"offer {option.do}", option.why, self.referee.why)

    def differ(self, what: str, product: object, model: object) -> str:
        """Return a report of a difference: the record as a file, up to the line after which the two differ."""
        head = {"game": GAME.id, "seats": list(self.sitting.names), "options": self.options}
        lines = [json.dumps(line) for line in (head, *self.record, *self.last)]
        return "\n".join([f"{what}: the game {product}, the rules {model}", *lines])


def _counted(both: Both, dice: Random) -> None:
    """BURU-45: let each seat enter its count after the score."""
    for seat in (*both.referee.table.people, None):
        count = {"type": "count", "esteem": dice.randint(0, 60), "tributes": dice.randint(-1, 9), "elders": 1}
        both.answer(*spoil(both.referee, seat, count, dice))
        both.answer(seat, count)


def lines(both: Both, dice: Random, spoiled: float = 0.1) -> Iterator[Do]:
    """Play a whole random game. Yield each accepted line."""
    for _ in range(MOST):
        dues = both.referee.dues
        if not dues:
            _counted(both, dice)
            return
        due = dice.choice(dues)
        seat, do = due.seat, guess(both.referee, due, dice)
        if dice.random() < spoiled:
            seat, do = spoil(both.referee, seat, do, dice)
        if dice.random() < 0.01:
            seat, do = None, set_right(both.referee, dice)
        if both.answer(seat, do):
            yield do
    raise AssertionError("the game does not end")
