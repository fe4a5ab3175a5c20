"""The organiser's lock: who may take a table over. And the log of what moved and what the organiser did."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from companion.core.words import Refused
from companion.hall import layout
from companion.hall.access import OPEN
from companion.hall.etcd import Drop, Put
from companion.hall.evening import Finished, ruled_by, standings
from companion.hall.locking import WISHED_SECONDS, Lock, Moved, Wish, lock_of
from companion.hall.log import KINDS, Log, Logged, Ruling, log_csv
from companion.hall.organising import Organiser
from companion.hall.own_store import Node
from companion.hall.room import Room
from companion.hall.store import Store
from companion.hall.taking_over import take_over
from companion.records.results import Rank
from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from tests.support.halls import ANAS, BALI, Member, Members, Unlucky, begun, give, letting


@pytest.fixture
def organiser(node: Node, store: Store) -> Organiser:
    return Organiser((node.address,), OPEN)


@pytest.fixture
def old(store: Store, member: Members) -> Member:
    """Return a silent box with a table that is copied."""
    made = begun(member("old"))
    made.is_silent()
    return made


def takes(spare: Member, table: str, number: str = "") -> None:
    take_over(spare.house, spare.store, spare.seals, spare.parts.id, spare.offer(table), number=number)


def refusal(spare: Member, table: str, number: str = "") -> str:
    with pytest.raises(Refused) as why:
        takes(spare, table, number)
    assert all(say(why.value.text, language) for language in LANGUAGES)
    assert spare.house.table is None
    return why.value.text.key


def test_without_a_lock_anybody_takes_a_table_over(old: Member, member: Members) -> None:
    spare = member("spare")
    takes(spare, old.table)
    assert spare.table == old.table


def test_with_a_number_only_people_who_know_it_take_a_table_over(organiser: Organiser, old: Member, member: Members) -> None:
    organiser.lock("word", "4711")
    spare = member("spare")
    assert [refusal(spare, old.table, number) for number in ("", "4712")] == ["hall.word_needed", "hall.wrong_word"]
    takes(spare, old.table, "4711")
    assert spare.table == old.table


def test_a_copy_of_the_store_does_not_show_the_number(organiser: Organiser, store: Store) -> None:
    organiser.lock("word", "4711")
    assert b"4711" not in store.read(layout.LOCK)[layout.LOCK].value
    assert lock_of("word", "4711").proof != lock_of("word", "4711").proof


def test_the_organiser_alone_lets_one_box_take_one_table_once(organiser: Organiser, old: Member, member: Members) -> None:
    organiser.lock("organiser")
    spare, other = member("spare"), member("other")
    assert refusal(spare, old.table) == "hall.locked"
    (key,) = [key for key in old.store.names(layout.BOXES) if "/wish/" in key]
    pair = old.store.read(key)[key]
    wish = msgspec.json.decode(pair.value, type=Wish)
    assert 0 < old.store.left(pair.lease) <= WISHED_SECONDS
    organiser.allow(old.table, wish.box, wish.epoch)
    assert refusal(other, old.table) == "hall.locked"
    takes(spare, old.table)
    spare.copies_all()
    spare.is_silent()
    assert refusal(other, spare.table) == "hall.locked", "an earlier yes counts for one move alone"


def test_a_box_has_its_own_lost_table_again_without_asking(organiser: Organiser, old: Member, tmp_path: Path) -> None:
    organiser.lock("organiser")
    with closing(Member(tmp_path / "new card", old.store, "old")) as again:
        takes(again, old.table)
        assert again.table == old.table


@pytest.mark.parametrize("is_on", [True, False], ids=["handed", "silent"])
def test_each_table_that_moves_is_in_the_log_with_its_time_and_its_reason(
    is_on: bool, store: Store, member: Members
) -> None:
    old, spare = begun(member("old")), member("spare")
    give(store, old="37")
    old.clock.pass_(6)
    old.copies_all()
    if not is_on:
        old.is_silent()
    spare.adopts(old.table, letting(old) if is_on else lambda: False)
    key = layout.moved_key(old.table, 2)
    found = msgspec.json.decode(store.read(key)[key].value, type=Moved)
    assert (found.box, found.before, found.why, found.number) == ("spare", "old", "handed" if is_on else "silent", "37")
    assert found.at > 0


def test_a_table_that_goes_back_is_in_the_log(store: Store, member: Members) -> None:
    old, spare = begun(member("old")), member("spare")
    old.is_silent()
    store.commit([], [Put(layout.entry_key(old.table, 1), b"damaged")])
    with pytest.raises(Refused):
        spare.adopts(old.table)
    room = Room()
    for pair in store.all(layout.PREFIX).pairs:
        room.note(pair.key, pair.value, 0)
    assert [line.what for line in room.programme.log.lines(str)] == ["moved_refused", "moved_silent"]


def test_every_line_of_the_log_has_words_in_each_language() -> None:
    log = Log()
    for number, kind in enumerate(sorted(KINDS)):
        log.note(f"k{number}", "log", layout.encode(Logged(1000 + number, kind, "7", "Door", "=why")))
    for number, why in enumerate(("handed", "silent", "refused")):
        log.note(f"m{number}", "moved", layout.encode(Moved("a", "b", why, 900 + number, "12")))  # type: ignore[arg-type]
    log.note("x", "log", layout.encode(Logged(1, "unknown")))
    log.note("y", "log", b"[" * 100_000)
    lines = log.lines(str.upper)
    assert len(lines) == len(KINDS) + 3
    assert all(say(line.words, language) for line in lines for language in LANGUAGES)
    assert [line.at for line in lines] == sorted((line.at for line in lines), reverse=True)
    assert "'=why" in log_csv(lines)


def test_a_ruling_of_the_organiser_decides_whether_a_result_counts() -> None:
    ranks = (Rank("Ana", 1, 3, True), Rank("Ben", 2, 1, False))  # type: ignore[arg-type]
    result = Finished("T", "b", "bali", 1, None, False, ranks)
    assert standings([ruled_by(result, None)]) == []
    counted = ruled_by(result, Ruling(True, "the judge saw it"))
    assert [one.name for one in standings([counted])] == ["Ana", "Ben"]
    assert standings([ruled_by(counted, Ruling(False, "wrong table"))]) == []
    assert counted.reason == "the judge saw it"


def test_values_of_a_store_that_are_no_lock_lock_nothing(store: Store, old: Member, member: Members) -> None:
    store.commit([], [Put(layout.LOCK, b'{"takes": "nobody"}')])
    spare = member("spare")
    takes(spare, old.table)
    store.commit([], [Drop(layout.LOCK)])
    assert Lock().takes == "anybody"


DONE: dict[str, tuple[str, Callable[[Organiser], None]]] = {
    "tables": (layout.number_key("b1"), lambda acts: acts.give_numbers({"b1": "12"})),
    "people": (layout.PEOPLE, lambda acts: acts.keep_people(ANAS)),
    "round": (layout.ROUNDS, lambda acts: acts.keep_round(BALI)),
    "plan": (layout.ROUNDS, lambda acts: acts.keep_plan("2", {"12": ("17",)})),
    "open": (layout.CLOCKS, lambda acts: acts.open_round("2")),
    "news": (layout.NEWS, lambda acts: acts.announce({"en": "Lunch"})),
    "lock": (layout.LOCK, lambda acts: acts.lock("organiser")),
    "allow": (layout.allowed_key("T"), lambda acts: acts.allow("T", "b1", 2)),
    "counts": (layout.ruling_key("T"), lambda acts: acts.rule("T", True, "seen")),
}


@pytest.mark.parametrize("what", DONE)
def test_an_act_and_its_line_in_the_log_are_one_transaction_and_once(
    what: str, organiser: Organiser, node: Node, store: Store
) -> None:
    if what != "round":
        organiser.keep_round(BALI)
    key, act = DONE[what]
    luck = iter(["well", "lost"] if what == "plan" else ["lost"])  # a plan is written before the round names it
    acts = Organiser((node.address,) * 2, OPEN, lambda *_: Unlucky(node.address, lambda: next(luck, "well")))
    act(acts.logging(Logged(1000, what)))
    (line,) = store.all(layout.LOGGED).pairs
    assert layout.decode(line.value, Logged) == Logged(1000, what)
    assert line.revision == store.read(key)[key].revision


def test_an_act_that_is_refused_leaves_no_line_in_the_log(organiser: Organiser, store: Store) -> None:
    with pytest.raises(Refused, match="no_round"):
        organiser.logging(Logged(1000, "open")).open_round("7")
    assert store.names(layout.LOGGED) == ()
