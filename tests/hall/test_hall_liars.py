"""A store that hangs, dribbles, lies or sends nonsense only counts as away. No call takes longer than its time limit."""

from contextlib import closing
from threading import Thread

import pytest

from companion.hall.etcd import Away, Connection
from companion.hall.store import Store, Watch
from tests.support.liars import CALLS, MANNERS, Manner, lying, says

SECONDS = 0.1
LONG = 60.0
"""The time, in seconds, after which a call counts as one that never ends."""


def ended(act: object) -> bool:
    """Return whether a call ends within LONG seconds."""
    thread = Thread(target=act, daemon=True)  # type: ignore[arg-type]
    thread.start()
    thread.join(LONG)
    return not thread.is_alive()


@pytest.mark.parametrize("manner", MANNERS.values(), ids=MANNERS)
def test_every_call_to_a_bad_store_ends_and_says_that_it_is_away(manner: Manner) -> None:
    with lying(manner) as liar:
        replies: dict[str, object] = {}

        def call(name: str) -> None:
            with closing(Store([liar.address], seconds=SECONDS)) as store:
                try:
                    replies[name] = CALLS[name](store)
                except Away as why:
                    replies[name] = why

        for name in CALLS:
            assert ended(lambda name=name: call(name)), name
        believed = {name: what for name, what in replies.items() if not isinstance(what, Away)}
        assert believed.keys() <= {"left", "end"}  # these calls accept a bare head as a reply, which gives no lease


def test_a_store_that_says_nothing_of_a_read_is_away_and_does_not_mean_that_the_key_is_missing() -> None:
    with (
        lying(says(b'{"header":{"revision":"1"}}')) as liar,
        closing(Store([liar.address], seconds=LONG)) as store,
        pytest.raises(Away, match="nothing of what it did"),
    ):
        store.read("/a")


def test_an_answer_is_read_no_further_than_any_good_one_goes() -> None:
    with lying(MANNERS["talks without end"]) as liar, pytest.raises(Away, match="too much"):
        Connection(liar.address).ask("/", b"", LONG)


@pytest.mark.parametrize("manner", MANNERS.values(), ids=MANNERS)
def test_a_watch_of_such_a_store_ends(manner: Manner) -> None:
    with lying(manner) as liar:
        ends: list[bool] = []

        def look() -> None:
            with closing(Watch(liar.address, "/a/", 1, seconds=SECONDS)) as watch, pytest.raises(Away):
                list(watch.changes())
            ends.append(True)

        assert ended(look)
        assert ends
