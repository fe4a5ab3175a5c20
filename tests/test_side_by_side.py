"""Several seats act together, each in a course of its own. Others learn only of open steps. No step binds another seat's,
and no screen shows the order in which different seats answered.

A game without a course keeps these promises. The toy has one, in which all pack bags together.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from companion.core.blocks import Undo
from companion.core.dues import Due
from companion.core.game import Pick
from companion.core.moment import Moment
from companion.core.table import Table
from companion.core.words import Refused
from companion.house.dice import SeededDice
from companion.promises.tapes import Back, GivenAnswer, Tape, apply, restless_tapes, straight_tapes
from companion.records.record import awaited
from tests.promises.settings import Setting, settings
from tests.promises.twins import due_of
from tests.toy import GAME as TOY
from tests.toy.playing import Market

every_setting = pytest.mark.parametrize("setting", settings(), ids=str, scope="module")


def has_courses(setting: Setting) -> bool:
    """Return whether this setting must have courses."""
    return setting.game is TOY and bool(setting.options.get("packing"))


def course_of(tape: Tape, i: int) -> Due | None:
    """Return the due that op `i` answered, if it is a step of a course."""
    op = tape.ops[i]
    due = due_of(tape.moments[i], op) if isinstance(op, GivenAnswer) else None
    return due if due is not None and due.course else None


# Nobody learns how far another one is


@every_setting
def test_a_step_that_is_not_open_moves_nothing_but_its_own_seats_screen(setting):
    stepped = 0
    for tape in restless_tapes(setting):
        for i, (before, after) in enumerate(pairwise(tape.moments)):
            seat = hidden(tape, i)
            if seat is not None:
                stepped += 1
                assert seen(after, seat) == seen(before, seat), tape.ops[i]
    assert stepped or not has_courses(setting)


def hidden(tape: Tape, i: int) -> Any:
    """Return the seat whose step op `i` did or took back, if nobody else may learn of that."""
    op = tape.ops[i]
    if isinstance(op, Back):
        before, after = (tape.moments[n].history.answered for n in (i, i + 1))
        gone = [answered.event for answered in before if answered not in after]
        return op.by if gone and all(event.due.course and not event.announced for event in gone) else None
    due = course_of(tape, i)
    return due.seat if due and not due.announces(op.do["type"]) else None


def seen(moment: Moment, but: Any) -> Any:
    """Return everything that anybody but this seat can notice."""
    viewers = [viewer for viewer in moment.seqs if viewer != but]
    screens = [(moment.screen(seat), moment.seqs[seat]) for seat in viewers]
    return (
        screens,
        moment.fingerprint,
        moment.open_entries,
        moment.asks(None),
        moment.undo_of(),
        awaited(moment.history.dues),
    )


# Any order


@every_setting
def test_answers_of_different_seats_commute(setting):
    """The same steps in another order of the seats lead to the same screens, and to the same take-back of each seat."""
    count = 0
    for tape in straight_tapes(setting):
        for start, end in stretches(tape):
            pick = SeededDice(start).pick
            for cut in (end, *(start + 1 + pick(end - start) for _ in range(2))):
                other = tape.at(start)
                order = shuffled(tape, start, cut, pick)
                count += order != list(range(start, cut))
                for i in order:
                    apply(other, tape.ops[i], f"key {i}")
                assert everything(other.moment) == everything(tape.moments[cut])
    assert count or not has_courses(setting)


def stretches(tape: Tape) -> Iterator[tuple[int, int]]:
    """Yield the beginning and end of each run of steps whose courses are all open at its beginning."""
    start = 0
    for i, (before, after) in enumerate(pairwise(tape.moments)):
        due = course_of(tape, i)
        stood = {due.place for due in tape.moments[start].history.dues}
        if due is None or due.place not in stood:
            start = i + (due is None)
        elif before.history.state.shown != after.history.state.shown:
            yield start, i + 1
            start = i + 1


def shuffled(tape: Tape, start: int, end: int, pick: Pick) -> list[int]:
    """Return the ops of a run in a random order that keeps the order of each seat's own."""
    left: dict[Any, list[int]] = {}
    for i in range(start, end):
        left.setdefault(tape.ops[i].by, []).append(i)
    order = []
    while any(left.values()):
        busy = [ops for ops in left.values() if ops]
        order.append(busy[pick(len(busy))].pop(0))
    return order


def everything(moment: Moment) -> Any:
    screens = {viewer: moment.screen(viewer) for viewer in moment.seqs}
    return screens, moment.seqs, moment.open_entries, moment.asks(None), moment.history.dues, moment.history.state


# Taking back


def undo(table: Table, seat: str) -> Undo | None:
    return next((block for block in table.moment.screen(seat).view.blocks if isinstance(block, Undo)), None)


def market() -> Market:
    """Return a market where Ana has packed two things, and Ben one."""
    return Market(packing=True).packing().pack("Ana", 301).pack("Ben", 302).pack("Ana", 303)


def test_everybody_learns_only_that_a_seat_has_finished_its_course():
    table = market()
    before = table.seqs()
    table.pack("Ben", 301)
    assert table.seqs() == {**before, "Ben": before["Ben"] + 1}
    table.ready("Ben")
    assert table.seqs() == {seat: n + 1 + (seat == "Ben") for seat, n in before.items()}


def test_another_seats_open_answer_does_not_tie_secret_steps():
    table = market().ready("Ben")
    assert undo(table.table, "Ana").free
    assert table.back("Ana").own("Ana").packed == (301,)
    assert table.back("Ana").own("Ana").packed == ()
    assert table.public.ready == (1,)


def test_each_of_two_open_words_may_be_taken_back_by_its_seat():
    for seat, other in (("Ana", "Ben"), ("Ben", "Ana")):
        table = market().ready("Ana").pack("Ben", 301).ready("Ben")
        table.back(seat)
        assert [table.names[i] for i in table.public.ready] == [other]
        assert table.own("Ana").packed == (301, 303)


def test_after_the_last_seats_answer_only_the_box_takes_back():
    table = market().ready("Ana").ready("Ben").ready("Cho")
    assert table.public.bags == ((301, 303), (302,), ())
    for seat in table.names:
        with pytest.raises(Refused, match="only_box"):
            table.back(seat)
    assert table.back(None).public.ready == (0, 1)
    assert table.own("Ana").packed == (301, 303)


def test_a_question_that_waits_for_the_last_answer_ends_taking_back():
    table = market().ready("Ana").ready("Ben").ready("Cho").bid("Ana", "quay", 201)
    assert [undo(table.table, seat) for seat in ("Ben", "Cho")] == [None, None]


def test_the_box_takes_back_the_last_open_answer_and_leaves_secret_steps():
    table = market().ready("Ben").pack("Cho", 302)
    assert table.moment.undo_of() == ("Ben",)
    table.back(None)
    assert table.public.ready == ()
    assert (table.own("Ben").packed, table.own("Cho").packed) == ((302,), (302,))


def test_a_secret_answer_taken_back_is_no_news_for_anybody_else():
    table = market()
    before, fingerprint = table.seqs(), table.moment.fingerprint
    table.back("Ana")
    assert table.seqs() == {**before, "Ana": before["Ana"] + 1}
    assert table.moment.fingerprint == fingerprint
    assert table.moment.screen(None).back is None
