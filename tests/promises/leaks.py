"""Compares what others see of a secret with what they would see of another one: undo cards, lamps, and canaries, which are
values that are on a screen for one reason alone."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from companion.core.dues import Due
from companion.core.game import Pick
from companion.core.moment import Moment
from companion.core.state import known_part
from companion.core.words import Text
from companion.house.dice import SeededDice
from companion.promises.probes import with_answer
from companion.promises.tapes import Back, Draw, GivenAnswer, Tape, apply
from tests.promises.twins import due_of, others, secrets


class Answer(NamedTuple):
    """An answer or a draw that not everybody may know: op `at` of a tape, and the moments before and after it."""

    tape: Tape
    at: int
    op: GivenAnswer | Draw
    due: Due
    before: Moment
    after: Moment

    @property
    def reveals(self) -> bool:
        """True if the answer shows old secrets to somebody."""
        return self.before.history.state.shown != self.after.history.state.shown

    def instead(self, pick: Pick) -> Iterator[dict[str, Any]]:
        """Yield other answers that might have been given and that look the same to the table."""
        public = known_part(self.op.do, self.due.known_to, None)
        possible = others(self.before, self.due, self.op.do, pick)
        return (other for other in possible if known_part(other, self.due.known_to, None) == public)


def secret_answers(tape: Tape) -> list[Answer]:
    """Return the secret answers and draws of a tape."""
    return [answer_at(tape, at) for at in secrets(tape)]


def answer_at(tape: Tape, at: int) -> Answer:
    op, before = tape.ops[at], tape.moments[at]
    assert not isinstance(op, Back)
    return Answer(tape, at, op, due_of(before, op), before, tape.moments[at + 1])


def some_entered(tape: Tape, most: int, pick: Pick) -> list[Answer]:
    """Return at most `most` secret answers that people gave."""
    answered = [at for at in secrets(tape) if isinstance(tape.ops[at], GivenAnswer)]
    return [answer_at(tape, at) for at in some(answered, most, pick)]


def some(places: list[int], most: int, pick: Pick) -> list[int]:
    return sorted({places[pick(len(places))] for _ in range(most)}) if places else []


def compare_cards(tape: Tape) -> int:
    """Compare the undo cards after some secrets with those after others. Return how many were compared."""
    compared, pick = 0, SeededDice(1).pick
    for answer in some_entered(tape, 2, pick):
        words = undo_words(answer, answer.op.do)
        for other in islice(answer.instead(pick), 3):
            assert undo_words(answer, other) == words
            compared += 1
    return compared


def undo_words(answer: Answer, do: dict[str, Any]) -> Text | None:
    """Return the words of the undo card after `do` in place of the answer, or None without a card."""
    by = answer.op.by
    undo = by and with_answer(answer.before, answer.due, do, by).screens.undo(by)
    return undo.words if undo else None


def compare_lamps(tape: Tape) -> int:
    """Compare the lamps after a secret with those after another one. Return how often."""
    compared, pick = 0, SeededDice(4).pick
    for answer in some_entered(tape, 1, pick):
        for other in islice(answer.instead(pick), 2):
            twin = with_answer(answer.before, answer.due, other, answer.op.by)
            if not answer.reveals and twin.history.state.shown == answer.after.history.state.shown:
                assert awaited(twin) == awaited(answer.after)
                compared += 1
    return compared


def awaited(moment: Moment) -> list[bool]:
    """Return for each seat whether its phone is lit."""
    return [moment.screen(seat).view.now.lit for seat in moment.seqs]


def watch_canaries(tape: Tape) -> int:
    """Look for the canaries of each secret on all screens of others. Return how many were looked for."""
    watched = 0
    for answer in secret_answers(tape):
        for viewer in () if answer.reveals else set(answer.before.seqs) - {answer.due.seat}:
            canaries = hidden_from(viewer, answer)
            watched += len(canaries)
            found = came_up(canaries, viewer, answer)
            assert [canary for canary in found if not comes_anyway(answer, viewer, canary)] == []
    return watched


def has_canaries(tape: Tape) -> bool:
    kept = (answer for answer in secret_answers(tape) if not answer.reveals)
    values = ((value, answer) for answer in kept for value in leaves({**answer.op.do, "type": None}))
    return any(is_canary(value, answer.before) for value, answer in values)


def hidden_from(viewer: Any, answer: Answer) -> list[Any]:
    """Return the values of an answer that are canaries and that this viewer may not know."""
    known = leaves(known_part(answer.op.do, answer.due.known_to, viewer))
    return [value for value in leaves(answer.op.do) if value not in known and is_canary(value, answer.before)]


def came_up(canaries: list[Any], viewer: Any, answer: Answer) -> list[Any]:
    """Return the canaries that are on the viewer's screen more often after the answer than before."""
    if not canaries:
        return []
    then, now = shown(answer.before, viewer), shown(answer.after, viewer)
    return [canary for canary in canaries if now[canary] > then[canary]]


def comes_anyway(answer: Answer, viewer: Any, canary: Any) -> bool:
    """Return whether the canary comes up as often in a game with another secret. Then this secret is not its reason."""
    for other in others(answer.before, answer.due, answer.op.do, SeededDice(3).pick):
        if not leaves(other)[canary]:
            table = answer.tape.at(answer.at)
            apply(table, replace(answer.op, do=other), "a key")
            return shown(table.moment, viewer)[canary] == shown(answer.after, viewer)[canary]
    return False


def is_canary(value: Any, moment: Moment) -> bool:
    """Return whether a value can be followed: a word or a large number. Names of seats cannot, because they are
    everywhere."""
    return (isinstance(value, str) and value not in moment.seqs) or (type(value) is int and value > 100)


def leaves(data: Any) -> Counter:
    """Count the values in some data at every depth."""
    found: list[Any] = []
    _gather(data, found)
    return Counter(found)


def _gather(data: Any, found: list[Any]) -> None:
    if isinstance(data, dict):
        data = data.values()
    elif not isinstance(data, list | tuple):
        found.append(data)
        return
    for value in data:
        _gather(value, found)


def shown(moment: Moment, viewer: Any) -> Counter:
    """Count each value on a viewer's screen. A message key counts for its last word, too."""
    values = leaves(msgspec.to_builtins(moment.screen(viewer).view))
    return values + Counter(str(value).rpartition(".")[2] for value in values.elements() if "." in str(value))
