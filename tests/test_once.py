"""A result about an object that never changes is computed once, and forgotten together with the object."""

import gc
import weakref

from companion.core.caching import LATELY, cached_by_identity, cached_with_answer
from companion.core.history import History
from tests.promises.settings import settings_of
from tests.toy import GAME as TOY


class Thing:
    """A thing that is equal to every other thing."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Thing)

    __hash__ = None  # type: ignore[assignment]


def test_one_thing_is_computed_once_and_an_equal_one_again() -> None:
    made: list[Thing] = []

    @cached_by_identity
    def make(thing: Thing) -> list[Thing]:
        made.append(thing)
        return [thing]

    one, other = Thing(), Thing()
    assert make(one) is make(one)
    assert make(other) is not make(one)
    assert [thing is one for thing in made] == [True, False]


def test_only_the_results_of_the_last_few_things_are_kept() -> None:
    @cached_by_identity
    def make(thing: Thing) -> int:
        return 1

    things = [Thing() for _ in range(LATELY + 1)]
    seen = [weakref.ref(thing) for thing in things]
    for thing in things:
        make(thing)
    del things, thing
    gc.collect()
    assert [ref() is None for ref in seen] == [True, *[False] * LATELY]


def test_a_fact_of_an_answer_is_worked_out_once_however_many_histories_are_asked_for_it() -> None:
    made: list[History] = []

    @cached_with_answer
    def fact(after: History) -> int:
        made.append(after)
        return len(made)

    histories = [settings_of(TOY)[0].table().moment.history for _ in range(100)]
    assert [fact(history) for history in histories] == [fact(history) for history in histories]
    assert len(made) == len(histories)
