"""Somebody with the right to write to the store puts an older value back. The next box reports that, or does not believe the
value."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from sqlite3 import SQLITE_DENY, SQLITE_INSERT, SQLITE_OK
from typing import NamedTuple

import pytest

from companion.core.state import Seat
from companion.core.words import Refused
from companion.hall import layout
from companion.hall.etcd import Away, Put
from companion.hall.layout import Owner
from companion.hall.store import Store
from companion.house.guests import Guests
from companion.records.proof import export, verify
from companion.records.record import replay, replayed
from tests.support.games import play
from tests.support.halls import Member, Members, Room, again, letting
from tests.support.houses import ADDRESS, connection, facts, playing, settle


class Moved(NamedTuple):
    """A table that a spare took over from a silent box."""

    table: str
    before: dict[str, bytes]
    """The table's values in the store while the first box was the owner."""
    spare: Member

    def put_back(self, store: Store, *kinds: layout.OncePerTable) -> None:
        put_back(store, self.table, self.before, *kinds)


def put_back(store: Store, table: str, before: dict[str, bytes], *kinds: layout.OncePerTable) -> None:
    """Put these values of a table back to those in `before`."""
    store.commit([], [Put(layout.table_key(table, one), before[layout.table_key(table, one)]) for one in kinds])


@pytest.fixture
def moved(old: Member, member: Members, store: Store) -> Moved:
    before, spare = Room(store).raw, member("spare")
    old.is_silent()
    spare.adopts(old.table)
    spare.copies_all()
    return Moved(old.table, before, spare)


# Guests


def comes_on_a_new_phone(guests: Guests) -> None:
    secret, _ = guests.claim(guests.door.code, "Ben", ADDRESS)
    settle(guests, yes=True)
    guests.collect_claim(secret)


PHONES: dict[str, Callable[[Guests], object]] = {
    "the host lets a seat go": lambda guests: guests.let_go(Seat("Ben")),
    "a phone leaves": lambda guests: guests.leave(Seat("Ben")),
    "somebody joins": lambda guests: guests.join(guests.door.code, "Cho", ADDRESS),
    "somebody shares a phone": lambda guests: guests.sit_beside(Seat("Ana"), "Cho"),
    "a seat gets a new phone": comes_on_a_new_phone,
}
NO_PHONES: dict[str, Callable[[Guests], object]] = {
    "another language": lambda guests: guests.speak(Seat("Ben"), "fr"),
    "another host": lambda guests: guests.make_host(Seat("Ben")),
    "another code": lambda guests: guests.change_code(),
}
phones = pytest.mark.parametrize("change", PHONES.values(), ids=PHONES)


@phones
def test_guests_from_before_a_phone_came_or_went_give_nobody_a_seat(
    change: Callable[[Guests], object], old: Member, member: Members, store: Store
) -> None:
    before = Room(store).raw
    with old.house.changing() as guests:
        change(guests)
    old.copies_all()
    put_back(store, old.table, before, "guests")
    old.is_silent()
    with pytest.raises(Refused, match=r"hall\.damaged"):
        member("spare").adopts(old.table)


@phones
def test_the_newest_guests_are_believed(change: Callable[[Guests], object], old: Member, member: Members) -> None:
    with old.house.changing() as guests:
        change(guests)
    old.copies_all()
    shown = old.house.rollback.token()
    old.is_silent()
    spare = member("spare")
    spare.adopts(old.table)
    assert spare.house.guests.book.tokens == old.house.guests.book.tokens
    assert not spare.house.rollback.is_doubted(shown)


@phones
def test_a_change_of_phones_moves_nothing_that_a_game_s_screen_says(change: Callable[[Guests], object], old: Member) -> None:
    assert old.house.table is not None
    before, shown = old.house.table.moment, old.house.rollback.token()
    with old.house.changing() as guests:
        change(guests)
    after = old.house.table.moment
    assert (after.fingerprint, after.seqs, old.house.rollback.token()) == (before.fingerprint, before.seqs, shown)
    assert [after.screen(seat) for seat in after.seqs] == [before.screen(seat) for seat in before.seqs]


@pytest.mark.parametrize("change", NO_PHONES.values(), ids=NO_PHONES)
def test_acts_that_change_no_phone_add_nothing_to_the_chain(change: Callable[[Guests], object], old: Member) -> None:
    assert old.house.table is not None
    before = old.house.table.entries
    with old.house.changing() as guests:
        change(guests)
    assert old.house.table.entries == before


def test_a_table_of_no_hall_has_answers_alone_in_its_chain(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    with house.changing() as guests:
        guests.let_go(Seat("Ben"))
    assert house.table is not None
    assert house.table.entries == ()
    house.journal.close()


def test_a_phone_goes_though_the_disk_takes_no_entry(old: Member) -> None:
    db = connection(old.house.journal)
    db.set_authorizer(lambda act, what, *_: SQLITE_DENY if (act, what) == (SQLITE_INSERT, "entries") else SQLITE_OK)
    with old.house.changing() as guests:
        guests.let_go(Seat("Ben"))
    assert (old.house.guests.has_phone(Seat("Ben")), old.house.trouble) == (False, None)
    play(old.house, seed=2, most=3)
    old.copies_all()
    assert old.house.table is not None
    assert Room(old.store).entries(old.table) == list(old.house.table.entries)


def test_no_copy_has_the_longer_chain_and_the_older_guests(old: Member) -> None:
    tokens: list[dict[Seat, str]] = []
    old.house.store.on_prediction(lambda moment: tokens.append(old.house.guests.book.tokens))
    with old.house.changing() as guests:
        guests.let_go(Seat("Ben"))
    assert [list(one) for one in tokens] == [["Ana"]]


def test_changes_of_phones_leave_a_game_its_record(old: Member) -> None:
    for change in PHONES.values():
        with suppress(Refused), old.house.changing() as guests:
            change(guests)
    play(old.house, seed=2)
    table = old.house.table
    assert table is not None
    record = "\n".join(export(old.house.journal, table.number))
    assert verify(record).prints[-1] == table.moment.fingerprint
    assert replay(record).moment.score() == table.moment.score()
    assert replayed(table.head, table.entries) == table.entries


def test_a_restart_after_a_change_of_phones_changes_nothing(old: Member, member: Members) -> None:
    with old.house.changing() as guests:
        guests.let_go(Seat("Ben"))
    before = facts(old.house)
    assert facts(again(old, member).house) == before


def test_changes_of_phones_are_no_answers_of_the_panel(old: Member) -> None:
    assert old.house.table is not None
    before = old.house.table.entries_by(None)
    with old.house.changing() as guests:
        guests.let_go(Seat("Ben"))
    assert old.house.table.entries_by(None) == before


def test_guests_who_leave_a_box_that_lost_its_table_raise_no_alarm_when_it_takes_the_table_back(
    moved: Moved, old: Member
) -> None:
    old.tries()
    old.clock.pass_(6)
    old.tries()
    assert old.fenced
    assert old.house.table is not None
    before, shown = old.house.table.entries, old.house.rollback.token()
    with old.house.changing() as guests:
        guests.leave(Seat("Ben"))
    assert old.house.table.entries == before
    old.adopts(moved.table)
    assert not old.house.rollback.is_doubted(shown)


@pytest.mark.parametrize("forged", ["guests", "last"])
def test_the_box_that_has_the_table_writes_its_newest_guests_again(
    forged: layout.OncePerTable, old: Member, store: Store
) -> None:
    old.house.guests.let_go(Seat("Ben"))
    old.copies_all()
    newest = Room(store).guests(old.table).book
    assert newest.revision == old.house.guests.book.revision
    put_back(store, old.table, {layout.table_key(old.table, forged): b""}, forged)
    old.clock.pass_(6)
    old.tries()
    assert Room(store).guests(old.table).book == newest


# The owner


def test_the_first_owner_put_back_takes_no_answers(moved: Moved, old: Member, store: Store) -> None:
    moved.put_back(store, "owner")
    old.restarts()
    old.tries()
    assert [gone.box for gone in old.fenced] == ["spare"]


def test_an_owner_put_back_in_the_middle_of_a_hand_over_takes_no_answers(old: Member, member: Members, store: Store) -> None:
    before = Room(store).raw
    spare = member("spare")
    spare.adopts(old.table, letting(old))
    put_back(store, old.table, before, "owner")
    with pytest.raises(Refused, match=r"hall\.damaged"):
        member("third").adopts(spare.table)


def test_nobody_takes_a_table_over_from_an_owner_put_back(moved: Moved, member: Members, store: Store) -> None:
    moved.put_back(store, "owner")
    with pytest.raises(Refused, match=r"hall\.damaged"):
        member("third").adopts(moved.table)
    assert Room(store).owner(moved.table) == Owner("old", 1)


def test_the_box_that_has_the_table_puts_itself_back_as_its_owner(moved: Moved, old: Member, store: Store) -> None:
    spare = moved.spare
    moved.put_back(store, "owner", "guests")
    spare.clock.pass_(6)
    with suppress(Away):
        spare.copies_all()
    assert Room(store).owner(moved.table) == Owner("spare", 2)
    play(spare.house, seed=2, most=3)
    spare.copies_all()
    assert spare.house.table is not None
    assert Room(store).entries(moved.table) == list(spare.house.table.entries)
    old.clock.pass_(6)
    old.tries()
    assert [gone.box for gone in old.fenced] == ["spare"]
