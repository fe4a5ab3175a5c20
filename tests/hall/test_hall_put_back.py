"""Somebody who may write to the store puts an older value back: the next box says so, or does not believe it."""

from contextlib import suppress

import pytest

from companion.core.words import Refused
from companion.hall import layout
from companion.hall.layout import Owner
from companion.hall.line import Away
from companion.hall.store import Store
from companion.hall.wire import Put
from tests.support.games import play
from tests.support.halls import Member, Members, Room


def put_back(store: Store, table: str, before: dict[str, bytes], *kept: layout.Once) -> None:
    """These values of the table are as they were before."""
    store.commit([], [Put(layout.of(table, one), before[layout.of(table, one)]) for one in kept])


def trouble(box: Member) -> str:
    return box.house.trouble.key if box.house.trouble is not None else ""


@pytest.fixture
def shown(old: Member) -> str:
    """What a phone remembers after the host let another phone's seat go."""
    old.house.guests.let_go(next(seat for seat in old.tokens if seat != old.house.guests.seating.host))
    old.copies_all()
    return old.house.witnesses.token()


def test_phones_find_nothing_wrong_with_the_newest_guests(shown: str, old: Member, member: Members) -> None:
    old.is_silent()
    spare = member("spare")
    spare.adopts(old.table)
    assert not spare.house.witnesses.is_doubted(shown)


def test_guests_who_leave_a_box_that_lost_its_table_raise_no_alarm_when_it_takes_the_table_back(
    old: Member, member: Members
) -> None:
    old.is_silent()
    spare = member("spare")
    spare.adopts(old.table)
    spare.copies_all()
    old.tries()
    old.clock.pass_(6)
    old.tries()
    assert old.fenced
    old.house.guests.leave("Ben")
    shown = old.house.witnesses.token()
    old.adopts(spare.table)
    assert not old.house.witnesses.is_doubted(shown)


def test_the_first_owner_put_back_takes_no_answers(old: Member, member: Members, store: Store) -> None:
    before = Room(store).raw
    old.is_silent()
    spare = member("spare")
    spare.adopts(old.table)
    spare.copies_all()
    put_back(store, old.table, before, "owner")
    old.restarts()
    old.tries()
    assert [gone.box for gone in old.fenced] == ["spare"]


def test_an_owner_put_back_in_the_middle_of_a_hand_over_takes_no_answers(old: Member, member: Members, store: Store) -> None:
    before = Room(store).raw
    spare = member("spare")

    def lets_go() -> bool:
        old.copier.ask()
        old.tries()
        return True

    spare.adopts(old.table, lets_go)
    put_back(store, old.table, before, "owner")
    with pytest.raises(Refused, match=r"hall\.damaged"):
        member("third").adopts(spare.table)


def test_nobody_takes_a_table_over_from_an_owner_put_back(old: Member, member: Members, store: Store) -> None:
    before = Room(store).raw
    old.is_silent()
    spare = member("spare")
    spare.adopts(old.table)
    spare.copies_all()
    put_back(store, old.table, before, "owner")
    with pytest.raises(Refused, match=r"hall\.damaged"):
        member("third").adopts(old.table)
    assert Room(store).owner(old.table) == Owner("old", 1)


def test_the_box_that_has_the_table_puts_itself_back_as_its_owner(old: Member, member: Members, store: Store) -> None:
    before = Room(store).raw
    old.is_silent()
    spare = member("spare")
    spare.adopts(old.table)
    spare.copies_all()
    put_back(store, old.table, before, "owner", "guests")
    spare.clock.pass_(6)
    with suppress(Away):
        spare.copies_all()
    assert Room(store).owner(old.table) == Owner("spare", 2)
    play(spare.house, seed=2, most=3)
    spare.copies_all()
    assert Room(store).entries(old.table) == list(spare.house.table.entries)
    old.clock.pass_(6)
    old.tries()
    assert [gone.box for gone in old.fenced] == ["spare"]


def test_the_box_that_has_the_table_writes_its_newest_guests_again(shown: str, old: Member, store: Store) -> None:
    newest = Room(store).guests(old.table).book
    assert newest.revision == old.house.guests.book.revision
    put_back(store, old.table, {layout.of(old.table, "guests"): b""}, "guests")
    old.clock.pass_(6)
    old.copies()
    assert Room(store).guests(old.table).book == newest
