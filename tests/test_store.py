"""The one value of a house, and who hears when it changes."""

from dataclasses import replace
from threading import Thread

from companion.core.state import Seat
from companion.house.store import SUBSCRIBERS, HouseStore, SharedBox


def test_subscribers_are_called_in_a_fixed_order() -> None:
    store, heard = HouseStore(), list[str]()
    for name in reversed(SUBSCRIBERS):
        store.subscribe(name, lambda name=name: heard.append(name))  # type: ignore[misc]
    store.publish(display_lost=True)
    assert heard == list(SUBSCRIBERS)


def test_a_change_is_whole_before_anybody_hears_of_it() -> None:
    store, seen = HouseStore(), list[tuple[str, int]]()
    store.subscribe("panel", lambda: seen.append((store.state.host, store.state.port)))
    store.set(host="10.42.0.1")
    assert seen == []
    store.publish(port=8080)
    assert seen == [("10.42.0.1", 8080)]


def test_a_reader_keeps_the_state_that_it_took() -> None:
    store = HouseStore()
    before = store.state
    store.publish(display_lost=True)
    assert (before.display_lost, store.state.display_lost) == (False, True)


def test_without_a_change_the_state_is_the_same_object() -> None:
    """A prediction is used only where nothing else has changed."""
    store = HouseStore()
    before = store.state
    store.publish()
    assert store.state is before


def test_nobody_holds_the_shared_box_without_a_game() -> None:
    store = HouseStore()
    store.publish(shared_box=replace(SharedBox(), holder=Seat("Ana")))
    assert store.state.shared_box.holder is None


def test_the_state_of_the_hall_is_published_without_the_lock() -> None:
    store, heard = HouseStore(), list[bool]()
    store.subscribe("streams", lambda: heard.append(True))
    with store.lock:
        teller = Thread(target=store.show_hall_words, args=(None,))
        teller.start()
        teller.join(10)
    assert heard == [True]
