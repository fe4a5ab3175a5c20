"""Bots that play legally, and whose games end. Each game says which answers they prefer. The dice are here."""

import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from companion.core.answers import Answers, Field, Form
from companion.core.game import AnyGame, Pick
from companion.core.state import Seat
from companion.core.table import Table
from companion.core.view import Question, Screen, View
from companion.core.words import Refused
from companion.house.confirmation import Confirmation
from companion.house.dice import Dice
from companion.house.house import House
from companion.records.record import parse_head
from companion.snapshot.people import Seating, Sitting

MOST_ABOVE_LEAST = 4
"""The number that a bot enters exceeds the least one by this much at most."""


def choose(game: AnyGame, view: View, answers: Answers, pick: Pick) -> dict[str, Any]:
    """Return an answer for the bot. Ready-made answers are drawn by the game's taste, and forms are filled by chance."""
    legal, lots = answers.legal(), answers.lots.do if answers.lots else None
    if lots is not None and all(do["type"] == lots["type"] for do in legal):
        return lots  # a bot cannot read pieces on the table
    if not legal:
        return fill(answers.forms[pick(len(answers.forms))], pick)
    weights = game.taste(view, answers)
    ball = pick(sum(weights))
    for do, weight in zip(legal, weights, strict=True):
        if ball < weight:
            return lots if lots is not None and do["type"] == lots["type"] else do
        ball -= weight
    raise AssertionError("the ball lies within the sum of the weights")


def fill(form: Form, pick: Pick) -> dict[str, Any]:
    """Return a form filled by chance, within its bounds. Half of the optional fields stay empty."""
    filled = [field for field in form.fields if not (field.optional and pick(2))]
    return {**form.do, **{field.name: _value(field, pick) for field in filled}}


def _value(field: Field, pick: Pick) -> Any:
    if field.of is not None and field.keys is not None:
        return {key: _chosen(field, pick) for key in field.keys}
    if field.of is not None:
        return _chosen(field, pick)
    if field.keys is not None:
        return _by_key(field, field.keys, pick)
    if isinstance(field.many, dict):
        return {key: [_number(field, pick) for _ in range(n)] for key, n in field.many.items()}
    return _number(field, pick) if field.many is None else [_number(field, pick) for _ in range(field.many)]


def _by_key(field: Field, keys: tuple[str, ...], pick: Pick) -> dict[str, int]:
    """Return numbers by chance for all keys. If numbers may be zero, return only some keys, without zeros, as a phone
    does."""
    if field.min:
        return {key: _number(field, pick) for key in keys}
    some = {key: _number(field, pick) for key in keys if pick(3) == 0}
    return {key: n for key, n in some.items() if n}


def _chosen(field: Field, pick: Pick) -> Any:
    left = list(field.of or ())
    if field.many is None:
        return left[pick(len(left))]
    least, most = (field.many, field.many) if isinstance(field.many, int) else field.many
    chosen = []
    for _ in range(least + pick(most - least + 1)):
        value = left[pick(len(left))]
        chosen.append(value)
        if not field.again:
            left.remove(value)
    return chosen


def _number(field: Field, pick: Pick) -> int:
    """Return a small number within the bounds. Small numbers bring an evening to its end."""
    least = field.min or 0
    most = least + MOST_ABOVE_LEAST if field.max is None else field.max
    return least + pick(min(most - least, MOST_ABOVE_LEAST) + 1)


def next_answer(table: Table, seats: Iterable[Seat], pick: Pick) -> tuple[Seat, str, dict[str, Any]] | None:
    """Return seat, due and answer of the first of these seats that the game waits for. None: it waits for none of them."""
    for seat in seats:
        screen = table.moment.screen(seat)
        if ask := awaited_question(table, screen):
            return seat, ask.due, choose(table.game, screen.view, ask.answers, pick)
    return None


def awaited_question(table: Table, screen: Screen) -> Question | None:
    """Return the question to this seat, or to the table, that the rules wait for. A sealed question that the seat has
    answered is left out. Return None if no due is left."""
    history = table.moment.history
    answered = {answered.entry.due for answered in history.answered}
    waiting = {table.moment.full_id(due.id) for due in history.dues if due.waits and due.id not in answered}
    return next((ask for ask in screen.asks if ask.due in waiting), None)


class BotPlayers:
    """Bots in every seat without a phone. Use it in one thread only."""

    def __init__(self, house: House, dice: Dice) -> None:
        self.house = house
        self.dice = dice
        self._idle = 0

    def next(self) -> tuple[Seat, str, dict[str, Any]] | None:
        """Return seat, due and answer of the next bot. If an answer waits for a second yes, another bot gives the same
        answer. None: the game waits for no bot."""
        table = self.house.table
        if table is None or table.moment.over:
            return None
        free = [seat for seat in table.head.seats if not self.house.guests.has_phone(seat)]
        if confirmation := self.house.snapshots.open_confirmation:
            return self._confirmed(confirmation, free)
        return next_answer(table, free, self.dice.pick)

    def answer_one(self) -> bool:
        """Let one bot give one answer. Return False if the game waits for no bot."""
        next_answer = self.next()
        if next_answer is None:
            return False
        self.house.play(*next_answer, self.dice.bits())
        return True

    def step(self, pause: int) -> None:
        """Give one answer, unless a reveal is on. After `pause` calls in a row without an answer start the next game. Raise
        Refused if somebody was quicker, the game was left, or a bot filled a form impossibly."""
        if self.house.snapshots.reveal is not None:
            return
        self._idle = 0 if self.answer_one() else self._idle + 1
        if self._idle >= pause and self._nobody_is_here():
            self.house.again()
            self._idle = 0

    def _confirmed(self, confirmation: Confirmation, free: list[Seat]) -> tuple[Seat, str, dict[str, Any]] | None:
        other = next((seat for seat in free if seat != confirmation.seat), None)
        return None if other is None else (other, confirmation.due, confirmation.do)

    def _nobody_is_here(self) -> bool:
        return not self.house.guests.book.tokens


class Bots:
    """Bots that play on a thread, one answer at a time, until they are closed."""

    def __init__(self, house: House, dice: Dice, pace: float) -> None:
        self._hands = BotPlayers(house, dice)
        self._pace = pace
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._play, name="bots", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop playing. Wait for an answer that is being given."""
        self._closing.set()
        self._thread.join()

    def _play(self) -> None:
        while not self._closing.wait(self._pace):
            with suppress(Refused):
                self._hands.step(PAUSE)


def seat_bots(house: House, game: str, names: Sequence[str], options: dict[str, Any]) -> None:
    """Start a game of bots with these names. The first is host. Raise BadFile for an impossible game."""
    wanted = {"game": game, "seats": [Seat(name) for name in names], "options": options}
    parse_head(wanted)
    house.store.set(has_bots=True)
    with house.changing() as guests:
        guests.sit(Seating(tuple(Sitting(Seat(name), piece) for piece, name in enumerate(names, 1)), Seat(names[0])))
    house.start(wanted)


PAUSE = 12
"""The end of a game stays for this many paces."""
