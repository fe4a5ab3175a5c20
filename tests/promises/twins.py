"""Compares twins: two games that differ in one secret. A seat that may not know the secret must not be able to tell them
apart.

Both start at the tape's moment before that secret, and continue with the same answers as long as possible. A seat is watched
until old secrets are shown to it.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.bots import fill
from companion.core.actions import as_data
from companion.core.answers import Answers, Option, Steps, same
from companion.core.blocks import Secret
from companion.core.dues import Chance, Due
from companion.core.game import Pick
from companion.core.moment import Moment
from companion.core.state import Reach, Seat, known_part
from companion.core.view import Question, Screen
from companion.core.words import Refused
from companion.house.hints import hints
from companion.promises.probes import refusal, with_answer
from companion.promises.tapes import Back, Draw, GivenAnswer, Op, Tape, apply, fresh
from companion.records.record import awaited
from tests.promises.written import written

Viewer = Seat | None  # None: the room


def secrets(tape: Tape) -> list[int]:
    """Return the indices of the ops that say something secret."""
    return [i for i, op in enumerate(tape.ops) if not isinstance(op, Back) and _is_secret(due_of(tape.moments[i], op))]


def due_of(moment: Moment, op: GivenAnswer | Draw) -> Due:
    """Return the due that `op` answered."""
    id_ = "set" if isinstance(op, GivenAnswer) and op.due is None else op.due
    return next(due for due in moment.history.dues if due.id == id_)


def _is_secret(due: Due) -> bool:
    if isinstance(due.known_to, Reach | frozenset):
        return due.known_to is not Reach.EVERYONE
    return any(knowers is not Reach.EVERYONE for knowers in due.known_to.values())


def kind_of(tape: Tape, i: int) -> str:
    op = tape.ops[i]
    assert not isinstance(op, Back)
    return due_of(tape.moments[i], op).kind


def others(moment: Moment, due: Due, do: dict[str, Any], pick: Pick) -> Iterator[dict[str, Any]]:
    """Yield other answers that are possible here."""
    answers = moment.history.answers(due)
    tries = [option.do for option in answers.options()]
    tries += [fill(form, pick) for form in answers.forms for _ in range(4) if due.chance is not Chance.BOX]
    if due.chance in (Chance.BOX, Chance.DRAWN):
        tries += [as_data(moment.history.game.draw(moment.history.state, due, pick)) for _ in range(4)]
        tries += _swapped(due, do, pick)
    start = pick(len(tries))
    for other in (*tries[start:], *tries[:start]):
        if not same(other, do) and refusal(moment, due, other) is None:
            yield other


def _swapped(due: Due, do: dict[str, Any], pick: Pick) -> list[dict[str, Any]]:
    """Return deals or draws in which the parts of two seats are exchanged. All other seats keep theirs."""
    swaps = []
    for name, knowers in due.known_to.items() if isinstance(due.known_to, dict) else ():
        if knowers is Reach.EACH and len(do[name]) > 1:
            (one, part), (two, other), *_ = sorted(do[name].items(), key=lambda _: pick(1000))
            swaps.append({**do, name: {**do[name], one: other, two: part}})
        elif isinstance(knowers, tuple):
            i, j = pick(len(knowers)), pick(len(knowers))
            items = list(do[name])
            items[i], items[j] = items[j], items[i]
            swaps.append({**do, name: items})
    return swaps


def strangers(moment: Moment, due: Due, one: dict[str, Any], two: dict[str, Any], by: Viewer) -> set[Viewer]:
    """Return the viewers that may not know whether the answer was `one` or `two`."""
    blind = {s for s in moment.seqs if same(part(one, due, s), part(two, due, s))}
    knowing = {due.seat, by} - {None}
    return blind - knowing


def part(do: dict[str, Any], due: Due, seat: Viewer) -> dict[str, Any]:
    """Return the part of an answer that a viewer may know. If nobody may notice the answer, the viewer does not even know
    its type."""
    seen = known_part(do, due.known_to, seat)
    return seen if due.announces(do["type"]) or seen == do else {**seen, "type": None}


def _is_seen(moment: Moment, due: Due, one: dict[str, Any], two: dict[str, Any]) -> bool:
    """Return whether people at the table see that one answer did something and the other nothing: after an open answer, a
    card that was kept is gone. Under seal nobody sees even that."""
    if not due.announces(one["type"]) or all((one.get(name) is None) == (two.get(name) is None) for name in one | two):
        return False
    views = [with_answer(moment, due, do).screen(None).view for do in (one, two)]
    return views[0] != views[1]


@lru_cache(maxsize=1)
def _drawn(tape: Tape) -> tuple[Moment, ...]:
    """Return the moments of a tape. Their screens are kept for all secrets of this tape."""
    return tuple(map(fresh, tape.moments))


class Twins:
    """A tape, a table that differs from it in one secret, and the viewers that are still watched. `compared` counts the
    screens that were equal, `looked` the secret questions, and `refusals` the answers that both refused."""

    def __init__(self, tape: Tape, i: int, watched: set[Viewer], pick: Pick) -> None:
        self.one, self.two = _drawn(tape)[i], tape.at(i)
        self.watched = watched
        self.compared = 0
        self.refusals = 0
        self.looked = 0
        everybody = frozenset(self.one.seqs)
        self.story: list[tuple[Op, Op, frozenset[Viewer]]] = [(op, op, everybody) for op in tape.ops[:i]]
        """The ops of both tables, step by step, and the viewers that were still watched after each."""
        self._pick = pick
        self._tape = tape
        self._step = i
        self._is_covered = kind_of(tape, i) not in written(tape.setting.game).get("on_table", {})

    def tell(self, other: Op) -> bool:
        """Do the tape's next op at the first table and `other` at the twin, and compare them. Return whether they can
        continue alike."""
        before, op = (self.one, self.two.moment), self._tape.ops[self._step]
        self._step += 1
        if why := self._refused(other):  # the tape's own op was accepted
            asked = self.one.history.open_due(getattr(op, "due", None), getattr(op, "by", None))
            assert not self._is_watched(op, asked), (op, why)
            return False
        self.one = _drawn(self._tape)[self._step]
        self._show(before)
        self._compare(before)
        self.story.append((op, other, frozenset(self.watched)))
        return True

    def _refused(self, op: Op) -> Refused | None:
        try:
            apply(self.two, op, f"key {self._step}")
        except Refused as why:
            return why
        return None

    def _is_watched(self, op: Op, due: Due | None) -> bool:
        """Return whether a refusal of `op` would reach somebody who must not learn of the difference."""
        if isinstance(op, Draw):
            return False
        return (due.seat if due and due.seat else op.by) in self.watched

    def _show(self, before: tuple[Moment, Moment]) -> None:
        """Stop watching the seats that were shown old secrets, because nobody can take back what a seat has seen."""
        for was, now in zip(before, (self.one, self.two.moment), strict=True):
            shown = now.history.state.shown[len(was.history.state.shown) :]
            self.watched = set() if None in shown else self.watched - set(shown)

    def _compare(self, before: tuple[Moment, Moment]) -> None:
        one, two = self.one, self.two.moment
        for viewer in self.watched:
            assert one.seqs[viewer] == two.seqs[viewer], viewer
            assert one.screen(viewer) == two.screen(viewer), (viewer, _differences(one.screen(viewer), two.screen(viewer)))
            assert viewer is None or hints(one, viewer) == hints(two, viewer), viewer
            self.compared += 1
        if None in self.watched:
            assert awaited(one.history.dues) == awaited(two.history.dues)
            assert one.highlights == two.highlights
            assert (one.asks(None), one.set_right_question(), one.undo_of()) == (
                two.asks(None),
                two.set_right_question(),
                two.undo_of(),
            )
            self._look(one, two)
            if self._is_covered:
                self._glance(one, two)
        if self.watched:
            assert one.over == two.over
            moved = [now.open_hash != was.open_hash for now, was in zip((one, two), before, strict=True)]
            assert moved[0] == moved[1]
        self._probe(one, two)

    def _look(self, one: Moment, two: Moment) -> None:
        """Compare the buttons of secret questions. Neighbours see them, so they must not depend on what the seat holds."""
        here, there = _secret_questions(one), _secret_questions(two)
        for due, looks in here.items():
            if due in there:
                assert looks == there[due], due
                self.looked += 1

    def _glance(self, one: Moment, two: Moment) -> None:
        """Compare phones as neighbours see them on the table. Only the part behind the cover may depend on secrets of a
        phone's own seat. Forbidden answers are drawn dashed, so if a secret forbids one, the question must be secret,
        too."""
        for seat in one.seqs.keys() - {None, *self.watched}:
            here, there = (at_a_glance(moment.screen(seat)) for moment in (one, two))
            assert here == there, (seat, _differences(here, there))
            assert seat is None or hints(one, seat) == hints(two, seat), seat

    def _probe(self, one: Moment, two: Moment) -> None:
        """Try some answers of a watched seat. Both tables must refuse an answer with the same reason, or both accept it."""
        dues = [due for due in one.history.dues if due.seat in self.watched and due.chance is not Chance.BOX]
        if not dues:
            return
        due = dues[self._pick(len(dues))]
        answers = one.history.answers(due)
        tries = [option.do for option in answers.options()] + [fill(form, self._pick) for form in answers.forms]
        for _ in range(min(3, len(tries))):
            do = tries[self._pick(len(tries))]
            why = [refusal(moment, due, do) for moment in (one, two)]
            assert repr(why[0]) == repr(why[1]), (due.id, do)
            self.refusals += 1


def _secret_questions(moment: Moment) -> dict[str, tuple[Any, ...]]:
    """Return what neighbours can read of each secret question, by its due."""
    asked = ((due.id, moment.answers(due)) for due in moment.history.dues if due.seat is not None)
    return {due: _looks(answers) for due, answers in asked if answers.secret}


def _looks(answers: Answers) -> tuple[Any, ...]:
    """Return everything of the answers, except which are legal, what they do, and what only a screen reader says."""
    groups = [list(map(_button, group.options)) for group in answers.groups]
    forms = [
        (form.fields, form.words, form.labels, form.collapsed, form.choices, form.columns)
        for form in answers.forms
        if form.drawn
    ]
    return answers.collapsed, answers.question, answers.hint, groups, answers.steps and _cards(answers.steps), forms


def _button(o: Option) -> tuple[Any, ...]:
    """Return what everybody reads on the button of an answer."""
    return o.words, o.sign, o.small, o.small_sign, o.cards, o.price, o.short


def _cards(steps: Steps) -> list[Any]:
    """Return each step as neighbours read it. They know only the number of covered cards."""
    hides = [steps.covered and (steps.one_grid or not step.overt) for step in steps.steps]
    return [
        replace(step, choices=(), panel=None) if hidden else step for hidden, step in zip(hides, steps.steps, strict=True)
    ] + [[len(step.choices) for step in steps.steps]]


def at_a_glance(screen: Screen) -> tuple[Any, ...]:
    """Return what neighbours see of a phone that nobody touches: everything except what is behind the cover, and each
    question as it is before the first tap."""
    view = screen.view
    return (
        view.now,
        [block for block in view.blocks if not isinstance(block, Secret)],
        [at_rest(ask) for ask in screen.asks],
    )


def at_rest(ask: Question) -> tuple[Any, ...]:
    answers = ask.answers
    if answers.secret:
        return ask.due, _looks(answers)
    ready = [[(_button(o), o.why) for o in group.options] for group in answers.groups]
    return ask.due, answers.collapsed, answers.question, answers.hint, answers.main, ready, _first_taps(answers)


def _first_taps(answers: Answers) -> list[Any]:
    """Return the choices that are drawn before the first tap, each with whether it is blocked. A covered card shows no
    choice."""
    if answers.steps is None:
        return []
    steps = answers.steps.steps if answers.steps.show_all else answers.steps.steps[:1]
    ways = answers.steps.onward(())
    return [
        (None if step.covered else choice, all(way.why for way in ways if way.path[at : at + 1] == (n,)))
        for at, step in enumerate(steps)
        for n, choice in enumerate(step.choices)
    ]


def _differences(one: Any, two: Any) -> list[tuple[str, str]]:
    """Return the innermost values that differ, so that an engineer finds the leak."""
    one, two = msgspec.to_builtins(one), msgspec.to_builtins(two)
    if isinstance(one, dict) and isinstance(two, dict) and one.keys() == two.keys():
        return [found for key in one for found in _differences(one[key], two[key])]
    if isinstance(one, list | tuple) and isinstance(two, list | tuple) and len(one) == len(two):
        return [found for a, b in zip(one, two, strict=True) for found in _differences(a, b)]
    return [] if one == two else [(repr(one), repr(two))]


def _most_alike(tape: Tape, i: int, tries: Iterator[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the first answer that shows old secrets to the same seats as the tape's answer does, else the first of all."""
    moment, op, first = tape.moments[i], tape.ops[i], None
    assert not isinstance(op, Back)
    for other in tries:
        shown = with_answer(moment, due_of(moment, op), other).history.state.shown
        if shown == tape.moments[i + 1].history.state.shown:
            return other
        first = first or other
    return first


def twins(tape: Tape, i: int, pick: Pick) -> Twins | None:
    """Return twins that differ in secret `i` of the tape, compared up to the end. None: no other answer was possible. Raises
    AssertionError if somebody can tell them apart."""
    op, moment = tape.ops[i], tape.moments[i]
    assert not isinstance(op, Back)
    due = due_of(moment, op)
    by = op.by if isinstance(op, GivenAnswer) else None
    unknown = (o for o in others(moment, due, op.do, pick) if strangers(moment, due, op.do, o, by))
    other = _most_alike(tape, i, (o for o in unknown if not _is_seen(moment, due, op.do, o)))
    if other is None:
        return None
    pair = Twins(tape, i, strangers(moment, due, op.do, other, by), pick)
    twin = Draw(op.due, other) if isinstance(op, Draw) else GivenAnswer(op.by, op.due, other)
    going = pair.tell(twin)
    for next_op in tape.ops[i + 1 :]:
        going = going and bool(pair.watched) and pair.tell(next_op)
    return pair
