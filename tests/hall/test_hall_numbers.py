"""A table keeps its number when another box takes it over, and every place names the table by it."""

import pytest

from companion.core.words import Refused
from companion.hall import layout
from companion.hall.access import OPEN
from companion.hall.etcd import Put
from companion.hall.numbers import exchanged, number_in
from companion.hall.offers import heard_of, offered, offers
from companion.hall.organising import Organiser
from companion.hall.own_store import Node
from companion.hall.seeking import adopt_table, chosen_offer
from companion.hall.store import Store
from companion.house.house import House
from tests.support.games import play
from tests.support.halls import ANAS, HALL, Member, Members, Room, begun, give, hears, letting
from tests.support.houses import start


def number(store: Store, id_: str) -> str:
    key = layout.number_key(id_)
    found = store.read(key)
    return number_in(found[key].value) if key in found else ""


def shown(house: House) -> str:
    return house.snapshot(None).join.table_number


@pytest.mark.parametrize("is_on", [True, False], ids=["handed over", "from a silent box"])
def test_a_number_goes_with_its_table_to_the_box_that_takes_it(is_on: bool, store: Store, member: Members) -> None:
    old, spare = begun(member("old")), member("spare")
    give(store, old="37", spare="99")
    hears(old)
    assert shown(old.house) == "37"
    if not is_on:
        old.is_silent()
    spare.adopts(old.table, letting(old) if is_on else lambda: False)
    hears(spare)
    hears(old)
    assert (shown(spare.house), shown(old.house)) == ("37", "99")


def test_a_table_that_is_refused_leaves_both_numbers_where_they_were(store: Store, member: Members) -> None:
    old, spare = begun(member("old")), member("spare")
    give(store, old="37", spare="99")
    old.is_silent()
    offer = spare.offer(old.table)
    store.commit([], [Put(layout.entry_key(old.table, 1), b"damaged")])
    with pytest.raises(Refused):
        spare.adopts(offer.table)
    assert (number(store, "old"), number(store, "spare")) == ("37", "99")


def test_boxes_that_exchange_numbers_twice_have_their_own_again(store: Store) -> None:
    give(store, a="1")
    for _ in range(2):
        store.commit([], exchanged(store, "a", "b"))
    assert (number(store, "a"), number(store, "b")) == ("1", "")


def test_a_result_keeps_the_number_that_its_table_had_at_the_end(store: Store, member: Members) -> None:
    box = begun(member(), answers=0)
    give(store, box1="37")
    hears(box)
    play(box.house)
    box.copies_all()
    give(store, box1="38")
    hears(box)
    ended = Room(store).ended(box.table)
    assert ended is not None
    assert ended.table_number == "37"
    assert ended.options == dict(box.house.table.head.options)  # type: ignore[union-attr]


def test_a_table_is_offered_and_chosen_by_its_number(store: Store, old: Member, member: Members) -> None:
    give(store, old="37")
    offer = heard_of(store, chosen_offer(offers(store), "37"))
    assert offered(offer, old.seals, "spare", None).table_number == "37"
    spare = member("spare")
    with pytest.raises(Refused, match="no_store"):
        adopt_table(spare.house, HALL, "37")


def test_people_who_enter_their_numbers_are_known_by_them_in_the_result(node: Node, store: Store, member: Members) -> None:
    Organiser((node.address,), OPEN).keep_people(ANAS)
    box = member()
    box.copies_all()
    code, address = box.house.guests.door.code, "192.168.1.30"
    organised = box.house.store.organised
    with box.house.changing() as guests:
        for entered in ("17", " ４２ "):
            guests.join(code, organised.seat_name(entered), address)
    assert box.house.guests.seating.seats == ("Ana 17", "Ana 42")
    with pytest.raises(Refused, match="no_such_number"):
        organised.seat_name("99")
    start(box.house, "Ana 17", "Ana 42")
    play(box.house)
    box.copies_all()
    ended = Room(store).ended(box.table)
    assert ended is not None
    assert ended.numbers == {"Ana 17": "17", "Ana 42": "42"}


def test_a_list_that_changes_reaches_the_boxes(node: Node, member: Members) -> None:
    organiser, box = Organiser((node.address,), OPEN), member()
    for people in (ANAS, ANAS[:1], ()):
        organiser.keep_people(people)
        hears(box)
        assert box.house.store.organised.people == {one.number: f"Ana {one.number}" for one in people}


NO_NUMBERS = (b"", b"{}", b'{"number": 7}', b'{"number": "=1"}', b'{"number": "1234567"}', b'{"x":' + b"[" * 100_000)


@pytest.mark.parametrize("value", NO_NUMBERS)
def test_a_value_of_a_store_that_is_no_number_is_left_out(value: bytes) -> None:
    assert number_in(value) == ""
