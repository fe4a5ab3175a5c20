"""Secret answers are covered cards at places drawn for each seat and question: a thumb tells a neighbour nothing."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.core.answers import Answers, Field, Form, Steps
from companion.core.blocks import Undo
from companion.core.dues import Chance, Due
from companion.core.moment import Moment
from companion.core.screens import Screens
from companion.core.state import Seat, known_part
from companion.core.view import Question
from companion.promises.tapes import GivenAnswer, Tape, fresh, tapes_of
from tests.promises.settings import PLACES, SHELF, Setting, settings, settings_of
from tests.promises.twins import at_rest, due_of
from tests.promises.written import written

every_setting = pytest.mark.parametrize("setting", settings(), ids=str, scope="module")


def moments(setting: Setting) -> Iterator[Moment]:
    """Yield the moments of two games, without those at which the box has still to draw, which nobody sees. A setting that
    changes one option has one game, with answers taken back."""
    for tape in tapes_of(setting)[:2]:
        for moment in tape.moments:
            if not any(due.chance is Chance.BOX for due in moment.history.dues):
                yield moment


def asked(moment: Moment) -> Iterator[tuple[Due, Question]]:
    """Yield the questions of the seats, each with its due."""
    dues = {moment.full_id(due.id): due for due in moment.history.dues if due.seat is not None}
    for seat in {due.seat for due in dues.values()}:
        yield from ((dues[ask.due], ask) for ask in moment.asks(seat) if ask.due in dues)


def is_own(setting: Setting, due: Due, do: dict[str, Any]) -> bool:
    """Return whether others may neither know all of this answer nor see its piece in front of the seat."""
    on_table = written(setting.game).get("on_table", {}).get(due.kind, ())
    return "*" not in on_table and len(known_part(do, due.known_to, None)) < len(do)


def steps_of(answers: Answers) -> Steps:
    assert answers.steps is not None
    return answers.steps


# Places


@every_setting
def test_every_ready_answer_that_others_may_not_know_is_a_covered_card(setting):
    for moment in moments(setting):
        for due, ask in asked(moment):
            ready = [option.do for option in ask.answers.options()]
            if len(ready) == 1 or not any(is_own(setting, due, do) for do in ready):  # an only answer reveals nothing
                continue
            assert steps_of(ask.answers).covered, (due.id, ask.kind)
            assert (ask.answers.groups, ask.answers.main, ask.answers.lots, ask.answers.on) == ((), None, None, None), due.id


@every_setting
def test_an_open_step_shows_only_public_facts(setting):
    for moment in moments(setting):
        for due, ask in asked(moment):
            for at, step in enumerate(ask.answers.steps.steps if covers(ask.answers) else ()):
                if step.overt:
                    known = [
                        (way.path[at], known_part(way.do, due.known_to, None)) for way in steps_of(ask.answers).onward(())
                    ]
                    assert all(one[1] == other[1] for one in known for other in known if one[0] == other[0]), due.id


def covers(answers: Answers) -> bool:
    return answers.steps is not None and answers.steps.covered


def is_drawn(answers: Answers) -> bool:
    """Return whether the box draws the places of cards: all of a secret question, or a seat's own in an open one."""
    return covers(answers) or (answers.steps is not None and any(step.covered for step in answers.steps.steps))


@every_setting
def test_every_answer_to_one_secret_question_takes_as_many_taps(setting):
    for moment in moments(setting):
        for due, ask in asked(moment):
            if covers(ask.answers):
                steps = steps_of(ask.answers)
                assert {len(way.path) for way in steps.onward(())} == {len(steps.steps)}, due.id


def orders(of: Iterable[Setting]) -> dict[str, dict[str, list[str]]]:
    """Return the order of the cards in each question, by the possible answers."""
    found: dict[str, dict[str, list[str]]] = defaultdict(dict)
    for setting in of:
        for due, ask in (one for moment in moments(setting) for one in asked(moment)):
            if is_drawn(ask.answers):
                placed = [str(way.do) for way in steps_of(ask.answers).onward(())]
                found[f"{ask.kind} {sorted(placed)}"][f"{due.id} {due.seat}"] = placed
    return found


ENOUGH = 10
"""The number of questions with the same two answers after which they would all have one order by chance only once in 512
cases."""


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_no_answer_has_a_place_of_its_own(game):
    found = orders((settings_of(game)[0], settings_of(game)[-1]))
    many = {kind: list(drawn.values()) for kind, drawn in found.items() if len(drawn) >= ENOUGH}
    assert many or game.id == "animism"  # in Animism a seat's own things are open, in front of it
    for kind, drawn in many.items():
        for at in range(len(drawn[0])):
            assert len({placed[at] for placed in drawn}) > 1, (kind, at)


@every_setting
def test_places_stay_while_the_question_is_open_and_after_a_restart(setting):
    for tape in tapes_of(setting)[:2]:
        stood: dict[str, list[dict[str, Any]]] = {}
        for moment in tape.moments:
            for due, ask in asked(moment):
                if is_drawn(ask.answers):
                    placed = [way.do for way in steps_of(ask.answers).onward(())]
                    assert placed == [way.do for way in steps_of(fresh(moment).answers(due)).onward(())]
                    assert placed == stood.setdefault(f"{ask.due} {due.seat} {sorted(map(str, placed))}", placed), due.id


@every_setting
def test_the_places_depend_on_the_tables_own_secret(setting):
    """A neighbour who knows everything public cannot compute them."""
    here, there = ({str(due): ask.answers for due, ask in everything(setting, key)} for key in (PLACES, "0" * 32))
    covered = [due for due, answers in here.items() if is_drawn(answers)]
    assert not covered or any(here[due] != there[due] for due in covered)


def everything(setting: Setting, key: str) -> Iterator[tuple[Due, Question]]:
    for moment in moments(setting):
        screens = Screens(moment.history, moment.number, known_as=moment.screens.known_as, places=key)
        yield from asked(replace(moment, screens=screens))


def test_no_record_has_the_tables_own_secret():
    table = settings()[0].table()
    assert PLACES not in str(table.head.fields())


# Numbers


@every_setting
def test_every_number_of_a_seats_own_is_on_a_pad_in_an_order_of_its_own(setting):
    for moment in moments(setting):
        for due, ask in asked(moment):
            for field in unseen(ask.answers.forms):
                values = list(range(field.min or 0, (field.max or 0) + 1))
                assert field.places, due.id
                assert all(sorted(order) == values for order in field.places)
                assert len(set(field.places)) == len(field.places), "equal numbers would stand at equal places"
                assert len(field.dials) == len(field.places)


def unseen(forms: tuple[Form, ...]) -> list[Field]:
    return [field for form in forms if form.drawn for field in form.fields if field.unseen]


# Under seal


@every_setting
def test_an_answer_under_seal_leaves_its_own_page_as_it_was(setting):
    """Nobody may see who has answered. A refusal is not seen either: the page is the same with and without one."""
    for tape in tapes_of(setting)[:2]:
        for was, op, now in zip(tape.moments, tape.ops, tape.moments[1:], strict=False):
            if isinstance(op, GivenAnswer) and op.by is not None and stands_sealed(was, now, due_of(was, op)):
                assert page(was, op.by) == page(now, op.by), (op, due_of(was, op).id)


def stands_sealed(was: Moment, now: Moment, due: Due) -> bool:
    is_unnamed = due.sealed is not None and not due.named
    return is_unnamed and due.sealed in {other.sealed for other in now.history.dues}


def page(moment: Moment, seat: Seat) -> Any:
    """Return the visible part of a phone, without the number of seats that have answered."""
    screen = moment.screen(seat)
    undo = [block for block in screen.view.blocks if isinstance(block, Undo)]
    own = {moment.full_id(due.id) for due in moment.history.dues if due.seat == seat}
    asks = [at_rest(ask) for ask in screen.asks if ask.due in own]
    return screen.view.now.line, screen.view.now.lit, len(screen.view.now.small), undo, asks


@every_setting
def test_two_seats_that_are_asked_under_one_seal_see_the_same_page(setting):
    for moment in moments(setting):
        sealed: dict[str, list[Any]] = defaultdict(list)
        for due, ask in asked(moment):
            if due.sealed is not None and not due.named:
                assert due.seat is not None
                screen = moment.screen(due.seat)
                sealed[due.sealed].append((screen.view.now, at_rest(ask)[1:], [ask.kind for ask in screen.asks]))
        for question, pages in sealed.items():
            assert all(one == pages[0] for one in pages), question


def test_some_game_has_answers_under_seal():
    """Without this, the promises of answers under seal would compare nothing."""
    answers = [op for tape in sealed_tapes() for was, op in zip(tape.moments, tape.ops, strict=False) if is_sealed(was, op)]
    assert answers


def sealed_tapes() -> list[Tape]:
    return tapes_of(next(setting for setting in settings() if setting.game.id == "babel"))


def is_sealed(was: Moment, op: Any) -> bool:
    return isinstance(op, GivenAnswer) and due_of(was, op).sealed is not None
