"""A box remembers the owner of a table after a restart. A store that is put back to an earlier time gives no table back, and
takes none away."""

import pytest

from companion.core.words import Refused
from companion.hall import layout
from companion.hall.etcd import Drop, Put
from companion.hall.layout import MOST, Owner, Owners
from companion.hall.store import Store
from companion.hall.taking_over import take_over
from tests.support.forgetful import ForgetfulJournal, Pages
from tests.support.games import play
from tests.support.halls import Member, Members, Room, Seekers, begun, owned


def moved_on(old: Member) -> None:
    """Let the old box hear that its table has a new owner."""
    old.clock.pass_(6)
    old.copies_all()


def moved(old: Member, spare: Member) -> None:
    """Let the spare take the table, until both boxes know it."""
    spare.adopts(old.table)
    spare.copies_all()
    moved_on(old)


def put_back(store: Store, before: dict[str, bytes]) -> None:
    """Put all tables in the store back to their values in `before`."""
    store.commit([], [Drop(layout.TABLES, all=True)])
    for key, value in before.items():
        if key.startswith(layout.TABLES):
            store.commit([], [Put(key, value)])


def goes_on(box: Member) -> None:
    """Start the box again, give some answers, and copy as much as possible."""
    box.restarts()
    table = box.house.table
    if table is not None and box.house.store.state.elsewhere is None:
        play(box.house, seed=len(table.entries) + 10, most=3)
    box.clock.pass_(6)
    box.tries(20)
    box.clock.pass_(6)
    box.tries(20)


def test_a_store_of_an_earlier_time_takes_no_table_from_who_took_it_over(old: Member, member: Members, store: Store) -> None:
    before = Room(store).raw
    moved(old, spare := member("spare"))
    put_back(store, before)
    goes_on(spare)
    assert spare.fenced == []


def test_an_older_store_gives_no_table_back_to_a_fenced_box(old: Member, member: Members, store: Store) -> None:
    before = Room(store).raw
    moved(old, member("spare"))
    put_back(store, before)
    known = Room(store).raw
    old.house.leave_game(unfinished=True)
    goes_on(old)
    assert {key: value for key, value in Room(store).raw.items() if "/box/" not in key} == {
        key: value for key, value in known.items() if "/box/" not in key
    }


def test_an_empty_store_gives_no_table_back_either(old: Member, member: Members, store: Store) -> None:
    spare = member("spare")
    moved(old, spare)
    store.commit([], [Drop("/", all=True)])
    goes_on(old)
    assert layout.table_key(spare.table, "owner") not in Room(store).raw
    goes_on(spare)
    assert Room(store).owner(spare.table) == Owner("spare", 2)
    assert Room(store).entries(spare.table) == list(spare.house.table.entries)


def test_a_box_whose_own_table_came_back_by_another_version_goes_on_with_it(
    old: Member, member: Members, store: Store
) -> None:
    """The spare could not play the table's game, so it made the old box the owner again."""
    store.commit([], [owned(old.table, "old", 3)])
    goes_on(old)
    assert old.fenced == []
    store.commit([], [owned(old.table, "spare", 2)])
    goes_on(old)
    assert old.fenced == []


class Dying(Exception):
    pass


class Mortal(Store):
    """A store for a box that dies just after it has made itself the owner."""

    def all(self, prefix: str) -> object:
        raise Dying


@pytest.mark.parametrize("knew", [True, False])
def test_a_box_that_dies_while_it_takes_a_table_back_writes_nothing_of_its_own_old_one(
    knew: bool, old: Member, member: Members, store: Store
) -> None:
    """This holds even if the old box had not yet heard of the other owner."""
    spare = member("spare")
    play(old.house, seed=3, most=3)  # these answers come after the last copy, so the other box never gets them
    spare.adopts(old.table)
    spare.copies_all()
    if knew:
        moved_on(old)
    old.house.leave_game(unfinished=True)
    spare.is_silent()
    mortal = Mortal([store._connections[0].address])
    with pytest.raises(Dying):
        take_over(old.house, mortal, old.seals, "old", old.offer(spare.table), Owners(old.house.journal))
    mortal.close()
    assert Room(store).owner(spare.table) == Owner("old", 3)
    goes_on(old)
    room = Room(store)
    assert room.entries(spare.table) == list(spare.house.table.entries)
    assert room.open(spare.table) is not None
    old.adopts(spare.table)
    assert old.house.table is not None
    assert old.house.table.entries == spare.house.table.entries
    goes_on(old)
    assert len(old.fenced) == knew
    assert Room(store).entries(spare.table) == list(old.house.table.entries)


def half_taken(old: Member, spare: Member, store: Store) -> None:
    """Let the spare begin to take the table, and die just after it has made itself the owner."""
    old.is_silent()
    mortal = Mortal([store._connections[0].address])
    with pytest.raises(Dying):
        take_over(spare.house, mortal, spare.seals, "spare", spare.offer(old.table), Owners(spare.house.journal))
    mortal.close()
    spare.close()


def test_a_table_that_was_being_taken_goes_on_when_its_box_starts_again(
    old: Member, member: Members, seekers: Seekers, store: Store
) -> None:
    half_taken(old, member("spare"), store)
    spare = member("spare")
    seeker = seekers(spare)
    seeker.do_again()
    assert spare.house.table is not None
    assert spare.house.table.entries == old.house.table.entries
    assert seeker.shown.lost is None


def test_after_another_game_it_is_offered_and_nobody_is_taken_there_unasked(
    old: Member, member: Members, seekers: Seekers, store: Store
) -> None:
    half_taken(old, member("spare"), store)
    spare = begun(member("spare"))
    seeker = seekers(spare)
    seeker.hear()
    seeker.do_again()
    assert spare.table != old.table
    spare.house.leave_game(unfinished=True)
    seeker.hear()
    seeker.do_again()
    assert spare.house.table is None
    assert seeker.shown.lost is not None
    assert seeker.shown.lost.table == old.table


# Remembered owners

OWNER = Owner("B", 2, "proof")


def test_the_last_known_owner_survives_a_restart() -> None:
    pages = Pages()
    Owners(ForgetfulJournal(pages)).hear("T", OWNER)
    assert Owners(ForgetfulJournal(pages)).last_known("T") == Owner("B", 2)
    assert Owners(ForgetfulJournal(pages)).last_known("U") is None


def test_a_disk_that_takes_nothing_costs_no_more_than_a_restart_does() -> None:
    class Full(ForgetfulJournal):
        def keep_note(self, name: str, value: str) -> None:
            raise Refused("trouble.disk_full")

    owners = Owners(Full())
    owners.hear("T", OWNER)
    assert owners.last_known("T") == Owner("B", 2)


def test_an_act_that_failed_leaves_no_trace() -> None:
    owners = Owners(ForgetfulJournal())
    with pytest.raises(Dying), owners.moving("T", OWNER):
        raise Dying
    assert owners.last_known("T") is None


def test_the_notes_on_owners_do_not_grow() -> None:
    owners = Owners(ForgetfulJournal())
    for n in range(MOST + 1):
        owners.hear(str(n), OWNER)
    assert owners.last_known("0") is None
    assert owners.last_known("1") == Owner("B", 2)


@pytest.mark.parametrize("kept", ["", "{", "[]", '{"T": 3}', "null"])
def test_an_unreadable_note_counts_as_none(kept: str) -> None:
    pages = Pages()
    ForgetfulJournal(pages).keep_note("hall_owners", kept)
    assert Owners(ForgetfulJournal(pages)).last_known("T") is None
