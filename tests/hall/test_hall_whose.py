"""The owner of a table: two boxes never take answers at the same time, and every screen says how many answers one of them
lacks."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.box.running import HouseForPanel
from companion.core.state import Seat
from companion.core.words import Refused, Text
from companion.hall import layout
from companion.hall.copier import Copier
from companion.hall.etcd import Away, Pair, Put
from companion.hall.offers import known_until
from companion.hall.own_store import Node
from companion.hall.store import Store
from companion.house import takeover
from companion.house.dice import SeededDice
from tests.support.games import play, step
from tests.support.halls import (
    Late,
    Member,
    Members,
    Room,
    Seekers,
    Unlucky,
    again,
    begun,
    says,
    secretly,
    takes_nothing,
)
from tests.support.houses import open_house, playing, sit_down, start
from web.drawing.pictures import snapshot_json

# A box that is switched on


def test_a_box_that_starts_with_a_table_of_a_hall_asks_nothing_until_the_store_says_it_is_its_own(
    old: Member, member: Members
) -> None:
    box = again(old, member)
    assert says(box.house) == {"trouble.unsure"}
    assert takes_nothing(box.house, "trouble.unsure")
    box.copies()
    assert says(box.house) == {""}
    play(box.house, seed=4, most=2)


def test_a_restarted_box_whose_table_was_taken_over_takes_no_answers(old: Member, member: Members) -> None:
    step(old.house, SeededDice(8), "never copied")
    spare = member("spare")
    spare.adopts(old.table)
    box = again(old, member)
    assert takes_nothing(box.house, "trouble.unsure")
    box.copies()
    assert takes_nothing(box.house, "trouble.elsewhere")
    assert [gone.behind for gone in box.fenced] == [1]


def test_other_tables_to_copy_do_not_delay_it(old: Member, member: Members) -> None:
    play(old.house, seed=3, most=150)
    old.house.leave_game(unfinished=True)
    start(old.house, "Ana", "Ben")
    box = again(old, member)
    steps = 0
    while box.house.store.state.is_unsure:
        box.copier.work()
        steps += 1
    assert steps <= 2


def test_a_table_that_was_never_a_hall_s_waits_for_nobody(tmp_path: Path) -> None:
    playing(tmp_path, "Ana", "Ben").journal.close()
    house = open_house(tmp_path)
    assert house.table is not None
    assert says(house) == {""}
    house.journal.close()


def test_the_host_may_play_on_without_the_hall_and_every_screen_then_shows_that_to_the_end(
    old: Member, member: Members
) -> None:
    box = again(old, member)
    assert box.house.table is not None
    takeover.play_apart(box.house, box.house.table.number)
    play(box.house, seed=4, most=3)
    for house in (box.house, again(box, member).house):
        assert [house.snapshot(seat).notice.trouble for seat in (None, Seat("Ana"))] == [Text("trouble.apart")] * 2
        assert HouseForPanel(house, lambda: None).snapshot().hall.words == Text("hall.word.apart")
        assert not house.store.state.is_unsure


def test_only_a_box_that_waits_for_the_hall_may_go_on_without_it(old: Member) -> None:
    assert old.house.table is not None
    with pytest.raises(Refused, match="other_shown"):
        takeover.play_apart(old.house, old.house.table.number)


def test_a_table_that_goes_on_without_the_hall_names_the_box_that_has_it_too(
    old: Member, member: Members, store: Store
) -> None:
    spare = member("spare")
    spare.adopts(old.table)
    spare.copies_all()
    box = again(old, member)
    assert box.house.table is not None
    takeover.play_apart(box.house, box.house.table.number)
    box.copies()
    before = Room(store).entries(spare.table)
    play(box.house, seed=4, most=3)
    box.copies_all()
    assert box.house.snapshot(None).notice.trouble == Text("trouble.apart_both", {"box": "spare"})
    assert Room(store).entries(spare.table) == before


def test_a_screen_of_a_table_that_moved_on_says_where_it_is(old: Member, member: Members) -> None:
    spare = member("spare")
    spare.copies()
    spare.adopts(old.table)
    old.clock.pass_(6)
    old.copies()
    for seat in (None, Seat("Ana")):
        assert "spare, 192.168.1.20:8080" in snapshot_json(old.house.snapshot(seat), "en")["trouble"]


def test_only_the_host_and_the_panel_see_the_progress_of_the_copy(old: Member) -> None:
    old.house.store.show_hall_words(Text("hall.word.away"))
    notices = {seat: old.house.snapshot(seat).notice.hall for seat in (None, Seat("Ana"), Seat("Ben"))}
    assert notices == {None: None, "Ana": Text("hall.word.away"), "Ben": None}


# Answers at the other box


def test_an_answer_that_is_given_while_the_box_learns_of_it_is_counted(old: Member, member: Members) -> None:
    late = Late(old)
    old.parts = replace(old.parts, look=late)
    old.copier = Copier(old.parts)
    old.copies_all()
    member("spare").adopts(old.table)
    late.answers = 2
    old.clock.pass_(6)
    old.copies()
    assert [gone.behind for gone in old.fenced] == [2]


def test_entries_that_the_store_took_without_a_reply_do_not_count_as_missing(member: Members, unlucky: Unlucky) -> None:
    box = begun(member("box", unlucky))
    unlucky.luck = lambda: "lost"
    step(box.house, SeededDice(8), "its word was lost")
    box.tries(1)
    unlucky.luck = lambda: "well"
    member("spare").adopts(box.table)
    box.clock.pass_(60)
    box.tries()
    assert [gone.behind for gone in box.fenced] == [0]


class Blind(Store):
    """A store that a test can make unreadable for a while."""

    is_blind = False

    def read(self, *keys: str) -> dict[str, Pair]:
        if self.is_blind and not any(key.endswith("/owner") for key in keys):
            raise Away("blind")
        return super().read(*keys)


def test_missing_answers_that_cannot_be_counted_now_are_counted_later(member: Members, node: Node, store: Store) -> None:
    with closing(Blind([node.address])) as blind:
        box = begun(member("box", blind))
        step(box.house, SeededDice(8), "never copied")
        member("spare").adopts(box.table)
        blind.is_blind = True
        box.tries(9)
        blind.is_blind = False
        box.tries()
        assert [gone.behind for gone in box.fenced] == [None, 1]


def test_a_secret_answer_that_is_missing_there_shows_in_no_number(member: Members) -> None:
    box = member("box")
    sit_down(box.house, "Ana", "Ben")
    start(box.house, "Ana", "Ben", game="buru")
    secretly(box)
    member("spare").adopts(box.table)
    box.clock.pass_(6)
    box.copies_all()
    assert [gone.behind for gone in box.fenced] == [0]


def test_the_missing_answers_are_counted_as_the_room_saw_them(member: Members) -> None:
    box = member("box")
    sit_down(box.house, "Ana", "Ben")
    start(box.house, "Ana", "Ben", game="buru")
    secretly(box)
    box.copies_all()
    assert box.house.table is not None
    member("spare").adopts(box.table)
    before = box.house.table.moment.seqs[None]
    for n in range(3):
        box.house.take_back(f"back-{n}")
    box.clock.pass_(6)
    box.copies_all()
    assert box.house.table.moment.seqs[None] > before
    assert [gone.behind for gone in box.fenced] == [box.house.table.moment.seqs[None] - before]


# A table that may lack something


def test_a_taken_table_that_may_lack_answers_warns_until_somebody_has_compared(old: Member, member: Members) -> None:
    assert old.house.table is not None
    last = old.house.table.moment.undo_words()
    old.is_silent()
    spare = member("spare")
    spare.adopts(old.table)
    for house in (spare.house, (spare := again(spare, member)).house):
        spare.copies()
        assert says(house) == {"trouble.taken"}
        taken = house.snapshot(None).notice.trouble
        assert taken is not None
        assert taken.values["said"] == last
        assert (taken.values["seat"],) == old.house.table.moment.undo_of()
        assert len(taken.values["time"]) == len("14:32")
    play(spare.house, seed=4, most=2)
    assert says(spare.house) == {"trouble.taken"}
    spare.house.retry("trouble.taken")
    assert says(spare.house) == {""}
    spare = again(spare, member)
    spare.copies()
    assert says(spare.house) == {""}


def test_the_hall_has_everything_up_to_the_last_beat_of_the_box(old: Member, store: Store) -> None:
    def until() -> int:
        found = known_until(store, old.seals, old.offer(old.table)).until
        assert found is not None
        return found

    first = until()
    old.store.now = lambda: first + 900  # type: ignore[method-assign]
    old.clock.pass_(6)
    old.copies()
    assert until() == first + 900
    step(old.house, SeededDice(8), "not copied")
    assert until() == first + 900


# Rights to name an owner


@pytest.mark.parametrize("proof", ["", "00" * 32])
def test_no_spare_takes_a_table_whose_owner_bears_no_proof(proof: str, old: Member, member: Members, store: Store) -> None:
    forged = layout.encode(layout.Owner("old", 1, proof))
    store.commit([], [Put(layout.table_key(old.table, "owner"), forged)])
    spare = member("spare")
    with pytest.raises(Refused, match=r"hall\.damaged"):
        spare.adopts(old.table)
    assert spare.house.table is None
    assert store.read(layout.table_key(old.table, "owner"))[layout.table_key(old.table, "owner")].value == forged


def test_a_forged_owner_makes_no_panel_list_a_table_as_its_own(
    old: Member, member: Members, seekers: Seekers, store: Store
) -> None:
    spare = member("spare")
    store.commit([], [Put(layout.table_key(old.table, "owner"), layout.encode(layout.Owner("spare", 2, "00")))])
    seeker = seekers(spare)
    seeker.look()
    seeker.do_look()
    assert [table.own for table in seeker.shown.tables] == [False]


def test_the_number_still_to_send_reveals_no_answer_that_the_room_did_not_see(member: Members) -> None:
    box = member("box")
    sit_down(box.house, "Ana", "Ben")
    start(box.house, "Ana", "Ben", game="buru")
    secretly(box)
    assert box.house.table is not None
    assert box.house.table.moment.entries > len(Room(box.store).entries(box.table))
    assert box.copier.progress().to_send == 0
