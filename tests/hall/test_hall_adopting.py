"""A spare box takes a table over, with the same game, seats and screens. Two boxes never have one table."""

from collections.abc import Callable

import msgspec
import pytest

from companion.core.state import Seat
from companion.core.words import Refused
from companion.hall import layout
from companion.hall.etcd import Away, Drop, Put
from companion.hall.guests import Last, TableGuests, proof, put_guests, put_last
from companion.hall.keys import SealPlace, Seals
from companion.hall.layout import Owner
from companion.hall.offers import offers
from companion.hall.store import Store
from companion.hall.taking_over import take_over
from companion.house.dice import SeededDice
from companion.house.guests import token_hash, way_back
from companion.house.house import House
from companion.shelf import games
from companion.snapshot.people import GuestBook
from companion.speech.in_words import screen_json
from tests.support.games import play, step
from tests.support.halls import KEY, Member, Members, Room, begun, owned
from tests.support.houses import sit_down, start


def screens(box: Member) -> dict[object, object]:
    """Return the screen of each seat and of the room, as the bytes that clients get, with its number and the check code."""
    assert box.house.table is not None
    moment = box.house.table.moment
    viewer = {seat: screen_json(moment.screen(seat), "en") for seat in moment.seqs}
    return {seat: (msgspec.json.encode(one), moment.seqs[seat], moment.fingerprint) for seat, one in viewer.items()}


def frozen(store: Store) -> dict[str, bytes]:
    return {key: value for key, value in Room(store).raw.items() if "/box/" not in key}


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("answers", [0, 17, 60])
def test_a_spare_box_shows_every_seat_the_very_same(game: str, answers: int, member: Members, store: Store) -> None:
    old, spare = begun(member("old"), game, answers), member("spare")
    with old.house.changing() as guests:
        guests.want(next(iter(old.tokens)), {"size": "200"})
    old.copies_all()
    spare.adopts(old.table)
    assert screens(spare) == screens(old)
    assert spare.house.table is not None
    assert old.house.table is not None
    assert spare.house.table.entries == old.house.table.entries
    assert {t: spare.house.guests.seat_of(t) for t in old.tokens.values()} == {t: s for s, t in old.tokens.items()}
    assert spare.house.snapshots.pieces == old.house.snapshots.pieces
    assert spare.house.guests.book.wants == old.house.guests.book.wants != {}


def test_the_game_goes_on_there_and_its_copy_too(old: Member, member: Members, store: Store) -> None:
    spare = member("spare")
    spare.adopts(old.table)
    play(spare.house, seed=2)
    spare.copies_all()
    assert spare.house.table is not None
    assert spare.house.table.moment.over
    room = Room(store)
    assert room.owner(old.table) == Owner("spare", 2)
    assert room.entries(old.table) == list(spare.house.table.entries)
    assert room.ended(old.table) is not None


def test_a_table_that_was_taken_over_goes_on_after_a_restart_of_the_spare(old: Member, member: Members) -> None:
    spare = member("spare")
    spare.adopts(old.table)
    before = screens(spare)
    spare.close()
    assert screens(member("spare")) == before


def test_the_earlier_box_copies_nothing_more_and_learns_where_the_table_goes_on(
    old: Member, member: Members, store: Store
) -> None:
    spare = member("spare")
    spare.copies()
    spare.adopts(old.table)
    step(old.house, SeededDice(8), "too late")
    before = frozen(store)
    old.copies_all()
    assert frozen(store) == before
    assert [(gone.box, gone.address, gone.behind) for gone in old.fenced] == [("spare", "192.168.1.20:8080", 1)]


def test_phones_show_the_new_box_what_the_store_did_not_have(old: Member, member: Members) -> None:
    known = old.house.rollback.token()
    step(old.house, SeededDice(8), "too late")
    lost, spare = old.house.rollback.token(), member("spare")
    for _ in range(3):  # so that the spare's own number of games differs
        sit_down(spare.house, f"Eva{_}", f"Fay{_}")
        start(spare.house, f"Eva{_}", f"Fay{_}")
        spare.house.leave_game(unfinished=True)
    spare.adopts(old.table)
    assert not spare.house.rollback.is_doubted(known)
    assert spare.house.rollback.is_doubted(lost)
    spare.house.rollback.hear(lost)
    assert spare.house.trouble is not None
    assert spare.house.trouble.key == "trouble.back_in_time"
    spare.house.retry("trouble.back_in_time")
    assert not spare.house.rollback.is_doubted(lost)


def test_every_phone_of_the_old_box_is_known_there_by_its_way_back_and_one_yes_lets_all_in(
    old: Member, member: Members
) -> None:
    spare = member("spare")
    spare.copies()
    spare.adopts(old.table)
    step(old.house, SeededDice(8), "too late")
    old.copies_all()
    seats = old.house.guests.seating.seats
    ways = {seat: old.house.snapshot(seat).notice.onward.rpartition("/")[2] for seat in seats}
    assert let_in(spare.house, ways) == list(seats)


def test_after_a_take_back_every_phone_is_known_by_its_old_cookie_and_one_yes_lets_all_in(
    old: Member, member: Members
) -> None:
    spare = member("spare")
    spare.copies()
    spare.adopts(old.table)
    old.copies_all()
    seats = old.house.guests.seating.seats
    cookies = dict(old.tokens)
    let_in(spare.house, {seat: way_back(token_hash(cookies[seat])) for seat in seats})
    spare.copies_all()
    old.house.leave_game(unfinished=True)
    old.adopts(spare.table)
    guests = old.house.guests
    assert [guests.seat_of(cookies[seat]) for seat in seats] == [None, None], "a yes ended these phones"
    assert [guests.seats_before(cookies[seat]) for seat in seats] == [(seat,) for seat in seats]
    assert let_in(old.house, dict.fromkeys(seats, guests.door.code)) == list(seats)
    assert guests.seats_before("unknown") == ()


def let_in(house: House, codes: dict[Seat, str]) -> list[Seat]:
    """Let all phones in with one yes. Each asks for its seat with a code. Return the seats that they get."""
    with house.changing() as guests:
        secrets = [guests.claim(code, seat, "192.168.1.9")[0] for seat, code in codes.items()]
        first = guests.claims.first()
        assert first is not None
        guests.settle_claim(first, True, guests.claims.beside())
        return [guests.collect_claim(secret)[0] for secret in secrets]


def test_one_of_two_spares_gets_a_table_and_the_other_names_that_box(old: Member, member: Members) -> None:
    one, other = member("one"), member("other")
    one.copies()
    shown = other.offer(old.table)
    one.adopts(old.table)
    with pytest.raises(Refused) as why:
        take_over(other.house, other.store, other.seals, "other", shown)
    assert (why.value.key, why.value.values) == ("hall.taken", {"box": "one"})
    assert other.house.table is None
    assert one.house.table is not None


def test_a_box_that_was_only_asleep_takes_its_table_back_by_the_same_act(old: Member, member: Members, store: Store) -> None:
    spare = member("spare")
    spare.adopts(old.table)
    play(spare.house, seed=2, most=5)
    spare.copies_all()
    old.copies_all()
    old.house.leave_game(unfinished=True)
    old.adopts(old_table := spare.table)
    assert screens(old) == screens(spare)
    assert Room(store).owner(old_table) == Owner("old", 3)
    play(old.house, seed=3, most=4)
    old.restarts()
    old.copies_all()
    assert old.house.table is not None
    assert Room(store).entries(old_table) == list(old.house.table.entries)
    assert Room(store).open(old_table) is not None


def test_a_table_that_came_back_as_it_was_is_still_shown(old: Member, member: Members, store: Store) -> None:
    """The old box now has the table twice, under two numbers, with equally many entries."""
    spare = member("spare")
    spare.adopts(old.table)
    spare.copies_all()
    old.house.leave_game(unfinished=True)
    old.adopts(spare.table)
    old.copies_all()
    assert Room(store).open(spare.table) is not None


def test_a_box_whose_table_was_taken_learns_of_it_though_it_has_nothing_to_send(old: Member, member: Members) -> None:
    spare = member("spare")
    spare.adopts(old.table)
    old.copies_all()
    assert old.fenced == []
    old.clock.pass_(5)
    old.copies()
    assert [gone.behind for gone in old.fenced] == [0]


def test_a_spare_that_died_in_the_middle_goes_on_where_it_was(old: Member, member: Members, store: Store) -> None:
    """The spare has made itself the owner, and has kept nothing of the table yet."""
    store.commit([], [owned(old.table, "spare", 2)])
    spare = member("spare")
    spare.adopts(old.table)
    assert screens(spare) == screens(old)
    assert Room(store).owner(old.table) == Owner("spare", 2)


def test_a_box_takes_no_table_over_while_a_game_is_on(old: Member, member: Members, store: Store) -> None:
    busy = begun(member("busy"), "bali", 2)
    before = frozen(store)
    with pytest.raises(Refused, match="game_on"):
        busy.adopts(old.table)
    assert frozen(store) == before


def test_an_offer_names_its_box_and_when_that_was_last_heard_of(old: Member, member: Members, store: Store) -> None:
    (offer,) = offers(store)
    assert (offer.table, Owner(offer.owner.box, offer.owner.epoch), offer.open.game, offer.open.seats) == (
        old.table,
        Owner("old", 1),
        "bali",
        ("Ana", "Ben"),
    )
    assert offer.box is not None
    assert offer.box.name == "old"
    assert offer.heard in range(5)
    store.end(store.read(layout.box_key("old"))[layout.box_key("old")].lease)
    (offer,) = offers(store)
    assert (offer.box, offer.heard) == (None, None)


# A store with changed values


def changed(store: Store, key: str) -> None:
    raw = bytearray(Room(store).raw[key])
    raw[100] ^= 1
    store.commit([], [Put(key, bytes(raw))])


def moved(store: Store, key: str, to: str) -> None:
    store.commit([], [Put(to, Room(store).raw[key])])


def forged(table: str) -> Put:
    """Return an entry that is sealed correctly but does not follow from the entry before it. Somebody with the key wrote it,
    or a fault of ours."""
    entry = b'{"n":4,"due":"x","do":{"type":"x"},"bits":"' + b"0" * 32 + b'","hash":"' + b"0" * 64 + b'"}'
    return Put(layout.entry_key(table, 4), Seals(KEY).seal(SealPlace(table, "entry", 4), entry))


def other_guests(table: str) -> Put:
    """Return guests of the hall that this table never had."""
    return put_guests(Seals(KEY), table, TableGuests(GuestBook(), {}, 1))


def another_end(table: str, before: dict[str, bytes]) -> Put:
    """Return an end after the same number of entries, but after other entries."""
    last = Last(9, bytes(32), proof(before[layout.table_key(table, "guests")]), 0, "old", 1)
    return put_last(Seals(KEY), table, last)


TAMPERED: dict[str, Callable[[Store, str, dict[str, bytes]], object]] = {
    "an entry changed": lambda store, t, before: changed(store, layout.entry_key(t, 3)),
    "the head changed": lambda store, t, before: changed(store, layout.table_key(t, "head")),
    "the guests changed": lambda store, t, before: changed(store, layout.table_key(t, "guests")),
    "an entry in another's place": lambda store, t, before: moved(store, layout.entry_key(t, 2), layout.entry_key(t, 3)),
    "an entry missing in the middle": lambda store, t, before: store.commit([], [Drop(layout.entry_key(t, 3))]),
    "the last entry missing": lambda store, t, before: store.commit([], [Drop(layout.entry_key(t, 9))]),
    "the first entry missing": lambda store, t, before: store.commit([], [Drop(layout.entry_key(t, 1))]),
    "all entries missing": lambda store, t, before: store.commit([], [Drop(layout.entries_prefix(t), all=True)]),
    "the head missing": lambda store, t, before: store.commit([], [Drop(layout.table_key(t, "head"))]),
    "the guests missing": lambda store, t, before: store.commit([], [Drop(layout.table_key(t, "guests"))]),
    "an entry too many": lambda store, t, before: moved(store, layout.entry_key(t, 9), layout.entry_key(t, 10)),
    "the end changed": lambda store, t, before: changed(store, layout.table_key(t, "last")),
    "the end missing": lambda store, t, before: store.commit([], [Drop(layout.table_key(t, "last"))]),
    "an older end": lambda store, t, before: store.commit(
        [], [Put(layout.table_key(t, "last"), before[layout.table_key(t, "last")])]
    ),
    "an end of another history": lambda store, t, before: store.commit([], [another_end(t, before)]),
    "other guests": lambda store, t, before: store.commit([], [other_guests(t)]),
    "a forged entry": lambda store, t, before: store.commit([], [forged(t)]),
}


@pytest.mark.parametrize("tampered", TAMPERED.values(), ids=TAMPERED)
def test_changed_moved_older_or_missing_values_are_found_and_the_table_stays(
    tampered: Callable[[Store, str, dict[str, bytes]], object], member: Members, store: Store
) -> None:
    old = begun(member("old"), "bali", 5)
    before = Room(store).raw
    play(old.house, seed=2, most=4)
    old.copies_all()
    assert len(Room(store).entries(old.table)) == 9
    tampered(store, old.table, before)
    old.is_silent()
    spare = member("spare")
    with pytest.raises(Refused, match=r"hall\.damaged"):
        spare.adopts(old.table)
    assert spare.house.table is None
    assert Room(store).owner(old.table) == Owner("old", 3)


def test_values_that_were_moved_from_another_table_count_as_damaged(old: Member, member: Members, store: Store) -> None:
    other = begun(member("other"), "bali", 9)
    for kept in ("head", "guests"):
        moved(store, layout.table_key(other.table, kept), layout.table_key(old.table, kept))
    for n in range(1, 10):
        moved(store, layout.entry_key(other.table, n), layout.entry_key(old.table, n))
    with pytest.raises(Refused, match=r"hall\.damaged"):
        member("spare").adopts(old.table)


def test_a_store_that_goes_away_in_the_middle_leaves_nothing_half_done(old: Member, member: Members, node: object) -> None:
    class Leaving(Store):
        def all(self, prefix: str) -> object:  # type: ignore[override]
            raise Away("gone")

    spare = member("spare")
    shown = spare.offer(old.table)
    leaving = Leaving([spare.store._connections[0].address])
    with pytest.raises(Away):
        take_over(spare.house, leaving, spare.seals, "spare", shown)
    leaving.close()
    assert spare.house.table is None
    spare.adopts(old.table)
    assert screens(spare) == screens(old)
