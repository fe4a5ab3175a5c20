"""Replays recorded games as newcomers play them, and finds which hint a phone shows when.

`python -m tests.promises.learning [GAME ...]` prints the hints for each record of these games, or of all.
"""

import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from companion.core.moment import Moment
from companion.core.state import Seat
from companion.house.hints import Hint, hints, lessons
from companion.records.record import replay, replay_line
from companion.speech.say import has_words
from tests.promises.golden import playthroughs


class Showing(NamedTuple):
    """A hint on one phone, from the first moment that has it to the last."""

    seat: Seat
    key: str
    why: str | None
    since: int
    """The number of answers before the phone shows the hint."""
    until: int


class Asked(NamedTuple):
    """A question of a lesson that a seat is asked for the first time."""

    seat: Seat
    kind: str
    phase: str
    key: str | None
    """The text that explains the question. None: there is none."""
    shown: tuple[str, ...]
    """The hints that the phone shows with the question."""


def moments(record: Path) -> Iterator[Moment]:
    """Yield each moment of a recorded game."""
    head, *rows = [row for row in record.read_text("utf-8").split("\n") if row.strip()]
    table = replay(head)
    yield table.moment
    for row in rows:
        replay_line(table, json.loads(row))
        yield table.moment


@cache
def played(record: Path) -> tuple[list[Showing], list[Asked]]:
    """Return the hints of a recorded game in which every seat learns, and each lesson's first question to each seat."""
    shown: list[Showing] = []
    asked: dict[tuple[Seat, str | None, str, str], Asked] = {}
    for at, moment in enumerate(moments(record)):
        for seat in moment.history.state.own:
            found = hints(moment, seat)
            for hint in found:
                _show(shown, seat, hint, at)
            for one in _asked(moment, seat, tuple(hint.words.key for hint in found)):
                of = ("", "") if one.key else (one.kind, one.phase)
                asked.setdefault((seat, one.key, *of), one)
    return shown, list(asked.values())


def _show(shown: list[Showing], seat: Seat, hint: Hint, at: int) -> None:
    why = hint.why.key if hint.why else None
    for i, one in enumerate(shown):
        if (one.seat, one.key, one.until) == (seat, hint.words.key, at - 1):
            shown[i] = one._replace(until=at, why=one.why or why)
            return
    shown.append(Showing(seat, hint.words.key, why, at, at))


def _asked(moment: Moment, seat: Seat, shown: tuple[str, ...]) -> Iterator[Asked]:
    standing = {ask.due for ask in moment.asks(seat)}
    for due in moment.history.dues:
        if due.waits and moment.full_id(due.id) in standing:
            phase = moment.screen(due.seat).view.phase
            keys = (f"{moment.history.game.id}.first.{name}" for name in lessons(due, phase))
            yield Asked(seat, due.kind, phase, next(filter(has_words, keys), None), shown)


def printed(record: Path) -> Iterator[str]:
    """Yield the hints of a recorded game, a line each."""
    shown, _ = played(record)
    yield f"{record.parent.parent.name}, {record.stem}"
    for one in sorted(shown, key=lambda one: (one.since, one.seat)):
        answers = f"{one.since}" if one.since == one.until else f"{one.since} to {one.until}"
        yield f"  {answers:>10}  {one.seat:<6} {one.key:<28} {'why' if one.why else ''}"


def main() -> None:
    for record in playthroughs(*sys.argv[1:]):
        print("\n".join(printed(record)), end="\n\n")


if __name__ == "__main__":
    main()
