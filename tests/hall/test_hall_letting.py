"""A box that still answers is asked for its table. It sends the rest and gives the table up, and no answer is missing."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.hall import layout
from companion.hall.copier import Copier
from companion.hall.etcd import Away, Put
from companion.hall.keys import Seals
from companion.hall.store import Store
from companion.hall.taking_over import ASK_SECONDS, take_over, usual_wait
from companion.house import takeover
from companion.house.dice import SeededDice
from tests.support.games import play, step
from tests.support.halls import KEY, Late, Member, Members, Room, Unlucky, again, begun, letting, owned, says, takes_nothing
from tests.support.houses import HandClock


def test_a_box_that_is_heard_sends_the_rest_and_lets_the_table_go(old: Member, member: Members, store: Store) -> None:
    play(old.house, seed=3, most=5)  # these answers are not copied yet
    spare = member("spare")
    spare.adopts(old.table, letting(old))
    assert spare.house.table is not None
    assert old.house.table is not None
    assert spare.house.table.entries == old.house.table.entries
    assert says(spare.house) == {""}
    assert [gone.behind for gone in old.fenced] == [0]
    assert takes_nothing(old.house, "trouble.elsewhere")
    assert layout.ask_key("old", old.table) not in Room(store).raw
    play(spare.house, seed=6, most=3)


def test_also_what_no_screen_of_the_room_shows(member: Members) -> None:
    old, spare = begun(member("old"), "buru", 12), member("spare")
    play(old.house, seed=3, most=11)
    spare.adopts(old.table, letting(old))
    assert spare.house.table is not None
    assert old.house.table is not None
    assert spare.house.table.entries == old.house.table.entries


def test_no_answer_is_taken_between_the_last_copy_and_the_other_box(old: Member, member: Members) -> None:
    late = Late(old)
    old.parts = replace(old.parts, look=late)
    old.copier = Copier(old.parts)
    old.copies_all()
    spare, closed = member("spare"), old.parts.closed

    def close(number: int) -> bool:
        done = closed(number)
        assert takes_nothing(old.house, "trouble.unsure")
        return done

    old.parts = replace(old.parts, closed=close)
    old.copier = Copier(old.parts)
    spare.adopts(old.table, letting(old))
    assert spare.house.table is not None


def test_a_box_that_does_not_answer_loses_its_table_all_the_same(old: Member, member: Members) -> None:
    step(old.house, SeededDice(8), "never copied")
    spare = member("spare")
    spare.adopts(old.table)
    assert spare.house.table is not None
    assert says(spare.house) == {"trouble.taken"}


def test_answers_that_may_be_missing_are_named_even_if_the_store_s_reply_was_lost(
    old: Member, member: Members, unlucky: Unlucky
) -> None:
    """At the second try the spare is the owner already, though the old box never gave the table up."""
    step(old.house, SeededDice(8), "never copied")
    spare = member("spare", unlucky)
    shown, luck = spare.offer(old.table), iter(["well", "lost"])
    unlucky.luck = lambda: next(luck, "well")
    with pytest.raises(Away):
        take_over(spare.house, unlucky, spare.seals, "spare", shown, spare.parts.owners, lambda: False)
    take_over(spare.house, unlucky, spare.seals, "spare", shown, spare.parts.owners, lambda: False)
    assert says(spare.house) == {"trouble.taken"}


def test_an_unconfirmed_warning_goes_with_the_table_to_its_next_box(old: Member, member: Members) -> None:
    first, second, third = member("first"), member("second"), member("third")
    first.adopts(old.table)
    first.copies_all()
    second.adopts(old.table, letting(first))
    assert says(second.house) == {"trouble.taken"}
    second.house.retry("trouble.taken")
    second.copies_all()
    third.adopts(old.table, letting(second))
    assert says(third.house) == {""}


def test_a_silent_box_is_not_asked_for_its_table(old: Member, member: Members) -> None:
    def wait() -> bool:
        raise AssertionError("somebody waits")

    old.is_silent()
    member("spare").adopts(old.table, wait)


FORGED: dict[str, Callable[[str], bytes]] = {
    "of an earlier time": lambda table: owned(table, "spare", 1).value,
    "of a later time": lambda table: owned(table, "spare", 3).value,
    "of another table": lambda table: owned("ANOTHER", "spare", 2).value,
    "without proof": lambda table: b'{"box":"spare","epoch":2,"proof":"00"}',
    "no words": lambda table: b"{",
}


@pytest.mark.parametrize("forged", FORGED.values(), ids=FORGED)
def test_a_box_lets_go_of_nothing_where_no_box_of_the_hall_asks(
    forged: Callable[[str], bytes], old: Member, store: Store
) -> None:
    store.commit([], [Put(layout.ask_key("old", old.table), forged(old.table))])
    old.copier.ask()
    old.copies()
    assert says(old.house) == {""}
    assert Room(store).owner(old.table).box == "old"


def test_a_box_whose_table_nobody_comes_to_fetch_goes_on_with_it(member: Members, unlucky: Unlucky, store: Store) -> None:
    old = begun(member("old", unlucky))
    key = layout.ask_key("old", old.table)
    lease = store.lease(60)
    store.commit([], [Put(key, layout.encode(Seals(KEY).owner(old.table, "spare", 2)), lease)])
    unlucky.luck = lambda: "deaf"
    old.copier.ask()
    old.tries(1)
    assert takes_nothing(old.house, "trouble.unsure")
    store.end(lease)
    unlucky.luck = lambda: "well"
    old.tries()
    assert says(old.house) == {""}


def test_a_game_without_the_hall_is_let_go_by_nobody_but_its_people(old: Member, member: Members, store: Store) -> None:
    box = again(old, member)
    assert box.house.table is not None
    takeover.play_apart(box.house, box.house.table.number)
    box.copies()
    store.commit([], [Put(layout.ask_key("old", box.table), layout.encode(Seals(KEY).owner(box.table, "spare", 2)))])
    box.copier.ask()
    box.copies()
    play(box.house, seed=4, most=2)


def test_nobody_waits_longer_than_two_seconds() -> None:
    clock, paused = HandClock(), []

    def pause(seconds: float) -> None:
        paused.append(seconds)
        clock.pass_(seconds)

    wait = usual_wait(clock, pause)
    while wait():
        pass
    assert ASK_SECONDS == 2
    assert sum(paused) <= ASK_SECONDS + 0.1
