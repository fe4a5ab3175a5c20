"""The promises of a box's journal to its house, for the file and for the journal in memory."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

from companion.box.running import open_journal
from companion.core.journal import (
    AnswerEntry,
    CorrectionEntry,
    Entry,
    Occupied,
    TableHead,
    Visibility,
    encode_entry,
    entry_hash,
    head_hash,
)
from companion.core.state import Seat
from companion.house.dice import SeededDice
from companion.house.house import House
from companion.journals.box_journal import BoxJournal, FinishedTable, MemoryCopy, Result, Thing
from companion.settings import Settings
from tests.support.forgetful import ForgetfulJournal, Pages
from tests.support.games import play
from tests.support.houses import HandClock, facts, sit_down, start

CODE = "ABCDEF"
ANA = Seat("Ana")
HEAD = TableHead("bali", (ANA, Seat("Ben")), {"demon": True})
OTHER = TableHead("bali", (ANA, Seat("Cho")), {})

Opened = Callable[[], BoxJournal]
"""Opens the journal of one box. A second call is the box after a restart, or a second writer."""


@pytest.fixture(params=["file", "memory"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opened]:
    pages = Pages()
    with ExitStack() as stack:

        def journal() -> BoxJournal:
            found: BoxJournal = open_journal(tmp_path) if request.param == "file" else ForgetfulJournal(pages)
            stack.callback(found.close)
            return found

        yield journal


def chain(length: int) -> list[Entry]:
    """Return entries of a table, each bound to the one before. The last one is a correction."""
    hash_, entries = head_hash(HEAD.fields()), list[Entry]()
    for n in range(1, length + 1):
        common = {"n": n, "by": ANA, "key": f"key {n}", "bits": "0" * 32, "hash": "", "news": Visibility(moved=(ANA, None))}
        do, posted = {"type": "count", "of": [n]}, {"type": "x"}
        entry = AnswerEntry(due=f"turn-{n}", seat=ANA, do=do, drawn=n == 2, posted=posted, **common)
        bare = CorrectionEntry(correct=(1, 2), do=do, **common) if n == length else entry
        hash_ = entry_hash(HEAD.chain, hash_, bare.fields(), bare.bits)
        entries.append(msgspec.structs.replace(bare, hash=hash_))
    return entries


def test_a_new_one_is_empty_and_in_no_trouble(opened: Opened) -> None:
    journal = opened()
    assert (journal.trouble, journal.salvaged) == (None, False)
    assert (journal.current_table(), journal.newest_table(), journal.finished_before(99)) == (None, 0, 0)
    assert (journal.table(1), journal.result(1), journal.note("code"), list(journal.read(1))) == (None, None, None, [])


def test_appended_entries_are_read_back_in_order_also_after_a_restart(opened: Opened) -> None:
    journal, entries = opened(), chain(4)
    number = journal.open_table(HEAD, CODE)
    for entry in entries:
        journal.append(number, entry.n - 1, entry)
    journal.close()
    for same in (journal, opened()):
        assert list(same.read(number)) == entries
        assert list(same.read(number, since=3)) == entries[3:]
        assert list(same.read(number, since=4)) == []
        assert same.table(number) == HEAD


def test_kept_values_do_not_change_with_the_objects_that_were_handed_in(opened: Opened) -> None:
    journal, entry = opened(), chain(2)[0]
    number = journal.open_table(HEAD, CODE)
    journal.append(number, 0, entry)
    assert isinstance(entry, AnswerEntry)
    entry.do["of"].append("scribbled")
    assert msgspec.structs.asdict(journal.read(number)[0])["do"] == {"type": "count", "of": [1]}


def test_two_writers_never_write_the_same_number(opened: Opened) -> None:
    one, other, entries = opened(), opened(), chain(3)
    number = one.open_table(HEAD, CODE)
    one.append(number, 0, entries[0])
    for expected, entry in ((0, entries[0]), (0, entries[1]), (1, entries[2]), (2, entries[2])):
        with pytest.raises(Occupied):
            other.append(number, expected, entry)
    other.append(number, 1, entries[1])
    assert list(one.read(number)) == entries[:2]


def test_entries_are_kept_apart_by_table(opened: Opened) -> None:
    journal, entries = opened(), chain(3)
    first, second = journal.open_table(HEAD, CODE), journal.open_table(OTHER, CODE)
    journal.append(first, 0, entries[0])
    journal.append(second, 0, entries[0])
    journal.append(second, 1, entries[1])
    assert list(journal.read(first)) == entries[:1]
    assert list(journal.read(second)) == entries[:2]


def test_a_new_table_has_a_higher_number_a_code_and_leaves_the_one_before(opened: Opened) -> None:
    journal = opened()
    journal.keep_note("code", "OLDONE")
    first = journal.open_table(HEAD, CODE)
    assert journal.note("code") == CODE
    second = journal.open_table(OTHER, CODE)
    assert second > first > 0
    for same in (journal, opened()):
        assert same.current_table() == (second, OTHER)
        assert same.newest_table() == second
        assert same.table(first) == HEAD


def test_a_table_that_was_left_stays_left_and_can_be_read(opened: Opened) -> None:
    journal = opened()
    number = journal.open_table(HEAD, CODE)
    journal.append(number, 0, chain(2)[0])
    journal.leave_table()
    journal.leave_table()
    for same in (journal, opened()):
        assert same.current_table() is None
        assert (same.newest_table(), same.table(number), len(same.read(number))) == (number, HEAD, 1)
    assert journal.open_table(HEAD, CODE) > number


def test_a_note_is_what_was_kept_last(opened: Opened) -> None:
    journal = opened()
    journal.keep_note("picked", "bali")
    journal.keep_note("picked", "buru ä 札")
    journal.keep_note("witness", "")
    for same in (journal, opened()):
        assert (same.note("picked"), same.note("witness"), same.note("age")) == ("buru ä 札", "", None)


def test_a_result_may_be_accepted_later(opened: Opened) -> None:
    journal, newest = opened(), Result({"a": 1}, "counted")
    journal.keep_result(3, Result({}))
    journal.keep_result(3, newest)
    journal.keep_result(5, Result({}, ended="2026-11-22T20:40:00+00:00"))
    for same in (journal, opened()):
        assert same.results() == [(3, newest), (5, Result({}, ended="2026-11-22T20:40:00+00:00"))]
        assert (same.result(3), same.result(4)) == (newest, None)
        assert [same.finished_before(table) for table in (3, 4, 5, 6, 99)] == [0, 3, 3, 5, 5]


def thing(revision: int, id_: str = "a" * 16) -> Thing:
    return Thing(id_, "bali", "layout", revision, {"name": f"ä 札 {revision}", "map": ["..", "#."], "sample": False})


def test_a_thing_is_what_was_kept_last_and_its_last_revisions_are_known(opened: Opened) -> None:
    journal = opened()
    assert list(journal.things()) == []
    for revision in range(1, 6):
        journal.keep_thing(thing(revision), revision - 2)
    journal.keep_thing(thing(1, "b" * 16), 0)
    for same in (journal, opened()):
        assert list(same.things()) == [thing(5), thing(1, "b" * 16)]
        assert [same.thing("a" * 16, revision) for revision in (2, 3, 4, 6)] == [None, thing(3), thing(4), None]
        assert same.thing("c" * 16, 1) is None


def test_two_who_keep_a_thing_never_keep_the_same_revision(opened: Opened) -> None:
    one, other = opened(), opened()
    one.keep_thing(thing(1), 0)
    for revision in (1, 3):
        with pytest.raises(Occupied):
            other.keep_thing(thing(revision), 0)
    other.keep_thing(thing(2), 0)
    assert list(one.things()) == [thing(2)]


def test_a_thing_that_was_dropped_is_gone_and_no_other(opened: Opened) -> None:
    journal = opened()
    for id_ in ("a" * 16, "b" * 16):
        journal.keep_thing(thing(1, id_), 0)
    journal.drop_thing("a" * 16)
    journal.drop_thing("c" * 16)
    for same in (journal, opened()):
        assert list(same.things()) == [thing(1, "b" * 16)]
        assert same.thing("a" * 16, 1) is None


def test_a_mended_thing_equals_the_one_in_memory(opened: Opened) -> None:
    journal = opened()
    for revision in (1, 2, 3):
        journal.keep_thing(thing(revision), 0)
    journal.mend(MemoryCopy({}, None, (thing(2), thing(4, "b" * 16))))
    for same in (journal, opened()):
        assert list(same.things()) == [thing(2), thing(4, "b" * 16)]
        assert same.thing("a" * 16, 1) == thing(1)


def test_a_mended_file_continues_with_the_entries_of_the_box(opened: Opened) -> None:
    """A file may have lost the last entries, or have some that nobody acknowledged."""
    journal, entries = opened(), chain(4)
    left = journal.open_table(OTHER, "BEFORE")
    number = journal.open_table(HEAD, CODE)
    journal.append(number, 0, entries[0])
    journal.keep_note("picked", "bali")
    journal.mend(MemoryCopy({"code": "NEWONE"}, (number, HEAD, tuple(entries[:3]))))
    journal.append(number, 3, entries[3])
    for same in (journal, opened()):
        assert list(same.read(number)) == entries
        assert same.current_table() == (number, HEAD)
        assert (same.note("code"), same.note("picked"), same.table(left)) == ("NEWONE", "bali", OTHER)


def test_mended_in_the_lobby_no_table_is_on(opened: Opened) -> None:
    journal = opened()
    number = journal.open_table(HEAD, CODE)
    journal.mend(MemoryCopy({}, None))
    assert journal.current_table() is None
    assert journal.table(number) == HEAD


def test_closed_and_tidied_it_can_be_used_again(opened: Opened) -> None:
    journal = opened()
    journal.keep_note("picked", "bali")
    journal.checkpoint()
    journal.close()
    journal.close()
    assert journal.note("picked") == "bali"


def test_a_house_is_the_same_after_a_restart(opened: Opened, tmp_path: Path) -> None:
    house = house_over(opened(), tmp_path)
    before = facts(house)
    house.journal.close()
    again = House(house.settings, opened(), SeededDice(1), HandClock())
    assert facts(again) == before
    again.leave_game(unfinished=True)
    left = again.snapshot(ANA).hand
    assert left is not None
    assert House(house.settings, opened(), SeededDice(1), HandClock()).snapshot(ANA).hand == left


def house_over(journal: BoxJournal, folder: Path) -> House:
    """Return a house in the middle of a game."""
    settings = Settings(state=str(folder), listen="127.0.0.1:0", frontends=("web",))
    house = House(settings, journal, SeededDice(1), HandClock())
    house.pick("bali")
    sit_down(house, "Ana", "Ben")
    start(house, "Ana", "Ben")
    assert play(house, most=12) == 12
    return house


def test_a_table_of_another_box_is_taken_whole_and_is_on(opened: Opened) -> None:
    journal, entries = opened(), chain(3)
    journal.open_table(HEAD, CODE)
    number = journal.add_table(OTHER, entries, 1, {"code": "OTHER", "age": "4"})
    assert number == 2
    assert journal.current_table() == (2, OTHER)
    assert list(journal.read(2)) == list(entries)
    assert (journal.note("code"), journal.note("age")) == ("OTHER", "4")
    assert journal.add_table(OTHER, entries, 9, {}) == 9
    assert journal.newest_table() == 9


def finished_table(number: int) -> FinishedTable:
    return FinishedTable(
        number, HEAD, tuple(map(encode_entry, chain(3))), Result({"ranking": [["Ana"]]}, "counted"), "f" * 64
    )


def test_finished_games_of_another_card_keep_their_numbers_in_an_empty_journal(opened: Opened) -> None:
    journal = opened()
    journal.add_finished([finished_table(3), finished_table(8)])
    journal.close()
    for same in (journal, opened()):
        assert (same.table(3), same.table(8), same.newest_table(), same.current_table()) == (HEAD, HEAD, 8, None)
        assert list(same.read(3)) == chain(3)
        assert same.results() == [(n, Result({"ranking": [["Ana"]]}, "counted")) for n in (3, 8)]


def test_finished_games_of_another_card_come_after_the_table_that_is_on(opened: Opened) -> None:
    journal = opened()
    number = journal.open_table(HEAD, CODE)
    journal.add_finished([finished_table(3), finished_table(8)])
    assert journal.current_table() == (number, HEAD)
    assert [number for number, _ in journal.results()] == [2, 3]
