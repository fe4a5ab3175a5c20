"""The store's requests and replies, compared with a real etcd."""

from contextlib import closing
from itertools import islice

import pytest

from companion.hall.etcd import Absent, Away, Drop, Pair, Put, Same, request
from companion.hall.own_store import Node
from companion.hall.store import PAGE, Compacted, Store, Watch
from tests.support.houses import HandClock


def test_a_value_that_was_put_is_read_and_no_other_is_there(store: Store) -> None:
    store.commit([], [Put("/a", b"1"), Put("/b", b"\x00\xff")])
    found = store.read("/a", "/b", "/c")
    assert {key: pair.value for key, pair in found.items()} == {"/a": b"1", "/b": b"\x00\xff"}


def test_a_range_holds_all_keys_that_begin_so_and_no_others(store: Store) -> None:
    store.commit([], [Put(key, b"") for key in ("/a", "/a/", "/a/1", "/a/2", "/a0", "/b")])
    assert [pair.key for pair in store.all("/a/").pairs] == ["/a/", "/a/1", "/a/2"]


def test_a_long_range_is_read_whole_at_one_moment(store: Store) -> None:
    names = [f"/n/{n:05d}" for n in range(2 * PAGE + 1)]
    for at in range(0, len(names), 100):
        store.commit([], [Put(name, name.encode()) for name in names[at : at + 100]])
    found = store.all("/n/")
    assert [(pair.key, pair.value) for pair in found.pairs] == [(name, name.encode()) for name in names]
    assert store.names("/n/") == tuple(names)
    assert found.revision == store.commit([Absent("/n/00000")], []).revision


def test_the_last_key_is_found_without_the_others(store: Store) -> None:
    assert store.last("/e/") is None
    store.commit([], [Put("/e/08", b"8"), Put("/e/10", b"10"), Put("/e/09", b"9"), Put("/f", b"")])
    last = store.last("/e/")
    assert last is not None
    assert (last.key, last.value) == ("/e/10", b"10")


@pytest.mark.parametrize(
    "conditions",
    [
        [Absent("/a")],
        [Same("/a", b"2")],
        [Same("/b", b"1")],
        [Same("/a", b"1"), Absent("/a")],
        [Absent("/b"), Same("/c", b"")],
    ],
)
def test_if_a_condition_does_not_hold_nothing_is_done(store: Store, conditions: list[Absent | Same]) -> None:
    store.commit([], [Put("/a", b"1")])
    committed = store.commit(conditions, [Put("/a", b"9"), Put("/d", b"")])
    assert not committed.done
    assert [(pair.key, pair.value) for pair in store.all("/").pairs] == [("/a", b"1")]


def test_if_a_condition_does_not_hold_the_reply_has_the_present_values(store: Store) -> None:
    store.commit([], [Put("/a", b"1")])
    found = store.commit([Same("/a", b"2"), Absent("/b")], []).found
    assert [(pair.key, pair.value) for pair in found] == [("/a", b"1")]


def test_if_all_conditions_hold_everything_is_done_in_one_step(store: Store) -> None:
    store.commit([], [Put("/a", b"1"), Put("/e/1", b""), Put("/e/2", b"")])
    committed = store.commit([Same("/a", b"1"), Absent("/b")], [Put("/b", b"2"), Drop("/a"), Drop("/e/", all=True)])
    assert committed.done
    assert store.all("/").pairs == (Pair("/b", b"2", committed.revision),)


def test_a_value_put_with_a_lease_goes_with_it(store: Store) -> None:
    lease = store.lease(60)
    store.commit([], [Put("/box", b"here", lease)])
    assert store.renew(lease)
    assert 0 < store.left(lease) <= 60
    assert store.read("/box")["/box"].lease == lease
    store.end(lease)
    assert store.read("/box") == {}
    assert not store.renew(lease)
    assert store.left(lease) <= 0


def test_the_store_says_what_time_it_is(node: Node) -> None:
    clock = HandClock()
    with closing(Store([node.address], clock=clock)) as store:
        assert store.now() is None
        store.read("/a")
        time_there = store.now()
        assert time_there is not None
        assert time_there > 1_700_000_000
        clock.pass_(7)
        assert store.now() == time_there + 7


def test_a_watch_yields_all_changes_after_a_revision_in_order(store: Store, node: Node) -> None:
    first = store.commit([], [Put("/w/a", b"1")]).revision
    with closing(Watch(node.address, "/w/", first)) as watch:
        changes = watch.changes()
        assert next(changes).changes == ()
        store.commit([], [Put("/elsewhere", b"")])
        store.commit([], [Put("/w/a", b"2"), Put("/w/b", b"3")])
        last = store.commit([], [Drop("/w/a")])
        assert next(changes).changes == (("/w/a", b"2"), ("/w/b", b"3"))
        change = next(changes)
        assert change.changes == (("/w/a", None),)
        assert change.revision == last.revision


def test_a_watch_also_yields_changes_before_it_began(store: Store, node: Node) -> None:
    first = store.commit([], [Put("/w/a", b"1")]).revision
    store.commit([], [Put("/w/a", b"2")])
    with closing(Watch(node.address, "/w/", first)) as watch:
        _, heard = islice(watch.changes(), 2)
        assert heard.changes == (("/w/a", b"2"),)


def test_a_watch_that_is_cut_ends(store: Store, node: Node) -> None:
    with closing(Watch(node.address, "/w/", 1)) as watch:
        changes = watch.changes()
        next(changes)
        watch.cut()
        with pytest.raises(Away):
            next(changes)


def test_a_watch_from_a_forgotten_revision_fails(store: Store, node: Node) -> None:
    for value in (b"1", b"2", b"3"):
        last = store.commit([], [Put("/w/a", value)]).revision
    store._connections[0].ask("/v3/kv/compaction", request(revision=str(last)))
    with closing(Watch(node.address, "/w/", last - 3)) as watch, pytest.raises(Compacted):
        list(watch.changes())


def test_if_one_store_does_not_answer_another_is_asked(node: Node) -> None:
    with closing(Store(["http://127.0.0.1:1", node.address])) as store:
        with pytest.raises(Away):
            store.read("/a")
        assert store.read("/a") == {}
        assert store.read("/a") == {}


def test_a_store_that_hung_up_is_asked_again(store: Store) -> None:
    store.commit([], [Put("/a", b"1")])
    store.cut()
    with pytest.raises(Away):
        store.read("/a")
    assert store.read("/a")["/a"].value == b"1"
