"""A game at a table, for the game's own tests. The tests answer with the lines of a record.

`Sitting` has only the rules. It is quick, and a test can set its state as if a game had come that far. `TableSitting` is a
real table, with a journal, keys, and answers that are taken back.
"""

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from companion.bots import choose, fill
from companion.core.actions import as_data
from companion.core.answers import Answers
from companion.core.dues import Due
from companion.core.game import AnyGame, Pick
from companion.core.history import event_of
from companion.core.journal import Journal
from companion.core.moment import Moment
from companion.core.score import Score
from companion.core.state import Seat, State, changed
from companion.core.table import Table
from companion.core.view import View
from companion.core.words import Malformed, Refused
from companion.house.dice import SeededDice
from companion.promises.settings import NAMES, Setting


class AnySitting(Protocol):
    """The common part of both sittings: seats, questions, and answers in the words of a record."""

    names: tuple[Seat, ...]

    @property
    def state(self) -> State[Any, Any, Any]:
        """Return the present state."""

    def open_dues(self) -> Sequence[Due]:
        """Return all dues that may be answered, including offers."""

    def answers(self, due: Due) -> Answers:
        """Return the answers to a due."""

    def answer_due(self, due: Due, do: dict[str, Any], by: Seat | None) -> None:
        """Answer exactly this due. Raise Refused."""

    @property
    def public(self) -> Any:
        """Return the public part of the state."""
        return self.state.public

    def own(self, seat: str) -> Any:
        """Return the part of the state that only this seat knows."""
        return self.state.own[Seat(seat)]

    def dues(self, kind: str | None = None) -> list[Due]:
        """Return the dues that the rules wait for, or all dues of the kind `kind`, including offers."""
        return [due for due in self.open_dues() if (due.kind == kind if kind else due.waits)]

    def awaited(self) -> list[tuple[str, Seat | None]]:
        """Return the kind and the seat of each due that the rules wait for."""
        return [(due.kind, due.seat) for due in self.dues()]

    def answer(self, by: str | None, type_: str, /, **fields: Any) -> Any:
        """Answer the first due of `by` (None: the table) that accepts this line. Write `_` after a field's name that is a
        word of Python."""
        return self.post(by, {"type": type_, **{name.rstrip("_"): value for name, value in fields.items()}})

    def now(self, type_: str, /, **fields: Any) -> Any:
        """Answer the first due that the rules wait for, as its own seat."""
        return self.answer(self.dues()[0].seat, type_, **fields)

    def post(self, by: str | None, do: dict[str, Any]) -> Any:
        """Post an answer in its JSON form. If several dues refuse it, raise the refusal that says most."""
        refusals: list[Refused] = []
        for due in [due for due in self.open_dues() if due.seat == by]:
            try:
                self.answer_due(due, do, due.seat)
            except Refused as why:
                refusals.append(why)
            else:
                return self
        telling = (why for why in refusals if not isinstance(why, Malformed))
        raise next(telling, refusals[0] if refusals else Refused("not_due"))

    def refused(self, by: str | None, type_: str, /, **fields: Any) -> Refused:
        """Return the refusal that a line gets. Check that nothing has changed."""
        before = self.state
        try:
            self.answer(by, type_, **fields)
        except Refused as why:
            assert self.state == before
            return why
        raise AssertionError(f"{type_} {fields} was not refused")

    def refused_now(self, type_: str, /, **fields: Any) -> Refused:
        """Return the refusal that a line gets as an answer to the first due that the rules wait for."""
        return self.refused(self.dues()[0].seat, type_, **fields)


class Sitting(AnySitting):
    """Only the rules of a game. `Sitting(GAME, 3, rounds=5)` has the three seats Ana, Ben and Cho, and the option
    `rounds`."""

    def __init__(self, game: AnyGame, seats: int = 3, state: Any = None, **options: Any) -> None:
        self.game = game
        self.names = NAMES[:seats]
        self._state = state or game.first_state(self.names, msgspec.convert(options, game.options))
        self.record: list[dict[str, Any]] = []
        """The answers so far, as lines of a record."""
        self.ids: list[str] = []
        """The ids of the dues that the rules waited for and that were answered."""

    @property
    def state(self) -> State[Any, Any, Any]:
        return self._state

    @state.setter
    def state(self, state: State[Any, Any, Any]) -> None:
        self._state = state

    def open_dues(self) -> Sequence[Due]:
        return self.game.due(self.state)

    def answers(self, due: Due) -> Answers:
        return self.game.outcomes(self.public, None if due.seat is None else self.own(due.seat), due)

    def answer_due(self, due: Due, do: dict[str, Any], by: Seat | None) -> None:
        do = self.answers(due).admit(do)
        self.state = self.game.play(self.state, event_of(self.game, due, do, by))
        self.record.append({"seat": due.seat, "do": do})
        self.ids += [due.id] if due.waits else []

    def open(self, **changes: Any) -> Any:
        """Change public facts, as if the game had come that far."""
        self.state = changed(self.state, public=changed(self.public, **changes))
        return self

    def view(self, seat: str | None) -> View:
        """Return the view of a seat, or (None) of an onlooker."""
        return self.game.view(self.public, None if seat is None else self.own(seat), None if seat is None else Seat(seat))

    def views(self) -> list[View]:
        """Return the onlooker's view, and then every seat's."""
        return [self.view(seat) for seat in (None, *self.names)]

    def score(self) -> Score | None:
        """Return the score, or None before the end."""
        return self.game.score(self.state)

    def liked(self, due: Due, pick: Pick) -> dict[str, Any]:
        """Return an answer to a due: by a bot's taste, or drawn as the box would, or a form with small numbers."""
        answers = self.answers(due)
        if answers.lots and (not answers.legal() or pick(2)):
            return as_data(self.game.draw(self.state, due, pick))
        if answers.legal():
            return choose(self.game, self.view(due.seat), msgspec.structs.replace(answers, lots=None), pick)
        return fill(answers.forms[0], pick)


class TableSitting(AnySitting):
    """A real table. Unless `draws` is False, the box draws lots and deals from a seed."""

    def __init__(
        self, game: AnyGame, seats: int = 3, journal: Journal | None = None, draws: bool = True, **options: Any
    ) -> None:
        self.names = NAMES[:seats]
        self.table: Table = Setting(game, seats, options).table(SeededDice(5), journal, draws)
        self._keys = 0

    @property
    def moment(self) -> Moment:
        """Return the present moment of the table."""
        return self.table.moment

    @property
    def state(self) -> State[Any, Any, Any]:
        return self.moment.history.state

    def open_dues(self) -> Sequence[Due]:
        return self.moment.history.dues

    def answers(self, due: Due) -> Answers:
        return self.moment.answers(due)

    def post(self, by: str | None, do: dict[str, Any], key: str = "") -> Any:
        """Answer the first due of this kind that belongs to `by` or to the table, as a phone does. `by` None is the
        panel."""
        due = next(due for due in self.open_dues() if due.kind == do["type"] and due.seat in (by, None))
        self.answer_due(due, do, None if by is None else Seat(by), key)
        return self

    def answer_due(self, due: Due, do: dict[str, Any], by: Seat | None, key: str = "") -> None:
        self.table.answer(by, None if due.sets_right else self.moment.full_id(due.id), do, key or self.key())

    def key(self) -> str:
        """Return a key that no answer has had yet."""
        self._keys += 1
        return f"key {self._keys}"

    def back(self, by: str | None) -> Any:
        """Take back the last answer of a seat, or (None) of the panel."""
        if by is None:
            self.table.take_back_last(self.key())
        else:
            self.table.take_back(Seat(by), self.key())
        return self
