"""A damaged file costs what is damaged in it, never the evening."""

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from companion.box.running import open_journal
from companion.core.journal import CHAIN, Entry, TableHead, decode_entry, entry_hash, head_hash
from companion.core.state import Seat
from companion.house.house import House
from companion.house.store import guest_book
from companion.journals.box_journal import Thing
from companion.snapshot.people import GuestBook
from tests.support.games import play
from tests.support.houses import facts, open_house, playing, start

ANSWERS = 12


@pytest.fixture
def stopped(tmp_path: Path) -> Path:
    """Return the folder of a box that was switched off during a game."""
    house = playing(tmp_path, "Ana", "Ben")
    assert play(house, most=ANSWERS) == ANSWERS
    house.journal.checkpoint()
    house.journal.close()
    return tmp_path


def change(folder: Path, statement: str, *values: object) -> None:
    db = sqlite3.connect(folder / "companion.db")
    assert db.execute(statement, values).rowcount > 0
    db.commit()
    db.close()


def kept_entry(folder: Path, n: int) -> Entry:
    db = sqlite3.connect(folder / "companion.db")
    raw = db.execute("SELECT entry FROM entries WHERE n = ?", (n,)).fetchone()[0]
    db.close()
    return decode_entry(raw)


def is_usable(house: House) -> bool:
    """Return whether people can sit down and play to the end, and the box remembers it."""
    house.leave_game(unfinished=True) if house.table else None
    sitting = set(house.guests.seating.seats)
    for name in {"Ana", "Ben"} - sitting:
        with house.changing() as guests:
            guests.join(guests.door.code, name, "10.0.0.1")
    start(house, "Ana", "Ben")
    return play(house) > 0 and house.table is not None and house.table.moment.over


def test_a_sound_file_is_not_touched(stopped: Path) -> None:
    house = open_house(stopped)
    assert house.trouble is None
    assert not list(stopped.glob("*.damaged-*"))


def test_a_broken_chain_keeps_the_answers_before_it(stopped: Path) -> None:
    sixth = kept_entry(stopped, 6)
    changed = msgspec.structs.replace(sixth, do={"type": "discard", "kind": "rice"})
    change(stopped, "UPDATE entries SET entry = ? WHERE n = 6", msgspec.json.encode(changed))
    house = open_house(stopped)
    assert house.trouble is not None
    assert house.trouble.key == "trouble.damaged"
    assert house.table is not None
    assert [entry.n for entry in house.journal.read(house.table.number)] == [1, 2, 3, 4, 5]
    assert house.guests.seating.seats == ("Ana", "Ben")
    assert kept_entry_aside(stopped, 6) == changed
    assert is_usable(house)


def kept_entry_aside(folder: Path, n: int) -> Entry:
    """Return an entry of the damaged file, which the box keeps aside."""
    db = sqlite3.connect(folder / "companion.damaged-1")
    raw = db.execute("SELECT entry FROM entries WHERE n = ?", (n,)).fetchone()[0]
    db.close()
    return decode_entry(raw)


def test_a_missing_answer_keeps_those_before_it(stopped: Path) -> None:
    change(stopped, "DELETE FROM entries WHERE n = 4")
    house = open_house(stopped)
    assert [entry.n for entry in house.journal.read(1)] == [1, 2, 3]


@pytest.mark.parametrize("raw", [b"", b"\xff\xfe", b"{}", b"[]", b'{"n": 4}'])
def test_an_unreadable_answer_ends_what_is_kept(stopped: Path, raw: bytes) -> None:
    change(stopped, "UPDATE entries SET entry = ? WHERE n = 4", raw)
    house = open_house(stopped)
    assert [entry.n for entry in house.journal.read(1)] == [1, 2, 3]
    assert is_usable(house)


HARM: dict[str, Callable[[Path], object]] = {
    "not a database": lambda file: file.write_bytes(b"This is no database, but it is long enough." * 200),
    "cut in half": lambda file: file.write_bytes(file.read_bytes()[: file.stat().st_size // 2]),
    "zeros in the middle": lambda file: file.write_bytes(_with(file.read_bytes(), 4096, b"\0" * 8192)),
    "garbage in the middle": lambda file: file.write_bytes(_with(file.read_bytes(), 8192, random.Random(1).randbytes(4096))),
    "a header of garbage": lambda file: file.write_bytes(_with(file.read_bytes(), 0, b"\xff" * 100)),
}


def _with(whole: bytes, at: int, part: bytes) -> bytes:
    return whole[:at] + part + whole[at + len(part) :]


@pytest.mark.parametrize("harm", HARM)
def test_a_damaged_file_is_set_aside_and_the_evening_goes_on(stopped: Path, harm: str) -> None:
    file = stopped / "companion.db"
    HARM[harm](file)
    damaged = file.read_bytes()
    house = open_house(stopped)
    assert house.trouble is not None
    assert house.trouble.key == "trouble.damaged"
    assert (stopped / "companion.damaged-1").read_bytes() == damaged
    assert is_usable(house)
    house.journal.close()
    assert open_house(stopped).trouble is None


def test_damage_where_nobody_looks_at_first_is_found_too(stopped: Path) -> None:
    """The damage is in a page of the file that only a later game would read."""
    file = stopped / "companion.db"
    db = sqlite3.connect(file)
    page = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'results'").fetchone()[0]
    size = db.execute("PRAGMA page_size").fetchone()[0]
    db.close()
    file.write_bytes(_with(file.read_bytes(), (page - 1) * size, b"\xa5" * size))
    house = open_house(stopped)
    assert house.trouble is not None
    assert house.table is not None
    assert house.table.moment.entries == ANSWERS
    assert is_usable(house)


def test_a_file_that_is_damaged_again_is_set_aside_beside_the_first(stopped: Path) -> None:
    for _ in range(2):
        (stopped / "companion.db").write_bytes(b"nothing like a database" * 100)
        open_house(stopped).journal.close()
    assert {file.name for file in stopped.glob("*.damaged-?")} == {"companion.damaged-1", "companion.damaged-2"}


@pytest.mark.parametrize("value", ["", "[]", "{", '{"seating": 5}'])
def test_a_guest_book_that_cannot_be_read_costs_the_guests_only(stopped: Path, value: str) -> None:
    change(stopped, "UPDATE notes SET value = ? WHERE name = 'guests'", value)
    house = open_house(stopped)
    assert house.guests.book == GuestBook()
    assert house.table is not None
    assert house.table.moment.entries == ANSWERS


@pytest.mark.parametrize("value", ["", "[]", "{", '{"bali": 5}', "\udcff".encode("utf-8", "surrogateescape")])
def test_options_that_cannot_be_read_cost_the_options_only(stopped: Path, value: str | bytes) -> None:
    change(stopped, "INSERT INTO notes VALUES ('options', ?)", value)
    house = open_house(stopped)
    assert house.agreed.options("bali") == {}
    assert house.guests.seating.seats == ("Ana", "Ben")
    assert house.table is not None
    assert house.table.moment.entries == ANSWERS


def test_the_results_of_finished_games_outlive_a_damage_elsewhere(stopped: Path) -> None:
    house = open_house(stopped)
    play(house, seed=2)
    assert house.table is not None
    result, number = house.journal.result(1), house.table.number
    assert result is not None
    house.leave_game()
    house.journal.close()
    change(stopped, "UPDATE notes SET value = ? WHERE name = 'guests'", "{")
    again = open_house(stopped)
    assert again.journal.salvaged
    assert again.journal.result(number) == result
    assert again.game_before() is not None, "its story can still be read"


def test_a_head_that_cannot_be_read_costs_its_table_only(stopped: Path) -> None:
    change(stopped, "UPDATE tables SET head = ?", b"{}")
    house = open_house(stopped)
    assert house.table is None
    assert house.guests.seating.seats == ("Ana", "Ben")
    assert is_usable(house)


@pytest.mark.parametrize("head", [{"game": "chess"}, {"seats": ["Ana"]}, {"options": {"no_such": 1}}])
def test_a_table_that_nobody_can_play_here_does_not_keep_the_box_shut(tmp_path: Path, head: dict[str, object]) -> None:
    """A game that is no longer on the shelf, or whose rules have changed since."""
    house = playing(tmp_path, "Ana", "Ben")
    house.journal.close()
    head_line = {"game": "bali", "seats": ["Ana", "Ben"], "options": {}, "rules": 1} | head
    change(tmp_path, "UPDATE tables SET head = ?", msgspec.json.encode(head_line))
    again = open_house(tmp_path)
    assert again.table is None
    assert again.trouble is not None
    assert again.trouble.key == "trouble.unplayable"
    assert is_usable(again)


def bound_anew(folder: Path, head: TableHead, changed: dict[int, dict[str, object]]) -> None:
    """Write a game of another version: this head, these answers among ours, and a chain that fits all of them."""
    change(folder, "UPDATE tables SET head = ?", msgspec.json.encode(head))
    hash_ = head_hash(head.fields())
    for n in range(1, ANSWERS + 1):
        entry = kept_entry(folder, n)
        entry = msgspec.structs.replace(entry, do=changed.get(n, entry.do))
        hash_ = entry_hash(head.chain, hash_, entry.fields(), entry.bits)
        whole = msgspec.json.encode(msgspec.structs.replace(entry, hash=hash_))
        change(folder, "UPDATE entries SET entry = ? WHERE n = ?", whole, n)


@pytest.mark.parametrize(
    ("head", "changed"),
    [({"game": "chess"}, {}), ({"chain": 3}, {}), ({}, {6: {"type": "dance"}}), ({}, {ANSWERS: {"type": "dance"}})],
)
def test_a_game_of_another_version_with_all_its_answers_is_no_damage_and_is_kept(
    stopped: Path, head: dict[str, object], changed: dict[int, dict[str, object]]
) -> None:
    ours = TableHead("bali", (Seat("Ana"), Seat("Ben")), {}, 1, CHAIN)
    bound_anew(stopped, msgspec.structs.replace(ours, **head), changed)
    house = open_house(stopped)
    assert house.table is None
    assert house.trouble is not None
    assert house.trouble.key == "trouble.unplayable"
    assert len(house.journal.read(1)) == ANSWERS
    assert not list(stopped.glob("*.damaged-*"))


@pytest.mark.parametrize("seed", range(60))
def test_a_few_flipped_bits_never_keep_the_box_shut(tmp_path: Path, seed: int) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house, most=ANSWERS)
    before = [entry.hash for entry in house.journal.read(1)]
    house.journal.close()
    dice = random.Random(seed)
    file = tmp_path / "companion.db"
    raw = bytearray(file.read_bytes())
    for _ in range(dice.randrange(1, 5)):
        raw[dice.randrange(len(raw))] ^= 1 << dice.randrange(8)
    file.write_bytes(raw)
    after = open_house(tmp_path)
    hashes = [entry.hash for entry in after.journal.read(1)]
    assert hashes == before[: len(hashes)]
    after.journal.close()


def test_a_log_that_belongs_to_another_file_is_passed_over(stopped: Path) -> None:
    (stopped / "companion.db-wal").write_bytes(random.Random(3).randbytes(9000))
    journal = open_journal(stopped)
    assert len(journal.read(1)) == ANSWERS
    assert guest_book(journal).seating.seats == (Seat("Ana"), Seat("Ben"))


def test_the_box_starts_and_writes_with_a_flipped_bit_in_its_file(stopped: Path) -> None:
    """Every bit of the header and of the table definitions is flipped, and some others. If SQLite cannot work with the file,
    the box sets it aside."""
    file = stopped / "companion.db"
    sound, dice = file.read_bytes(), random.Random(1)
    anywhere = [(dice.randrange(len(sound)), dice.randrange(8)) for _ in range(60)]
    words = sound.index(b"CREATE TABLE")
    for at, bit in [
        *((at, bit) for at in range(15, 28) for bit in range(8)),
        *((words + at, 5) for at in range(40)),
        *anywhere,
    ]:
        for part in stopped.iterdir():
            part.unlink()
        file.write_bytes(_with(sound, at, bytes([sound[at] ^ 1 << bit])))
        house = open_house(stopped)
        house.journal.keep_note("flipped", f"{at}.{bit}")
        assert house.journal.note("flipped") == f"{at}.{bit}"
        house.journal.close()


def test_a_journal_that_cannot_be_written_on_a_good_disk_is_set_aside(stopped: Path) -> None:
    """The flipped bit says that only a newer SQLite may write here. It happens in 3 of 100,000 files, and no table could
    play."""
    file = stopped / "companion.db"
    file.write_bytes(_with(file.read_bytes(), 18, b"\x42"))
    house = open_house(stopped)
    assert house.trouble is not None
    assert house.trouble.key == "trouble.damaged"
    assert house.table is not None
    assert house.table.moment.entries == ANSWERS


def test_a_table_of_another_name_is_damage_and_not_a_new_box(stopped: Path) -> None:
    file = stopped / "companion.db"
    file.write_bytes(file.read_bytes().replace(b"CREATE TABLE tables (", b"CREATE TABLE tablds ("))
    house = open_house(stopped)
    assert house.trouble is not None
    assert (stopped / "companion.damaged-1").exists()


def test_a_file_that_somebody_else_is_at_is_no_damage(stopped: Path) -> None:
    other = sqlite3.connect(stopped / "companion.db", isolation_level=None)
    other.execute("begin immediate")
    house = open_house(stopped)
    assert house.trouble is not None
    assert house.trouble.key == "trouble.disk"
    assert not list(stopped.glob("*.damaged-*"))
    other.execute("rollback")
    other.close()
    house.retry()
    assert house.table is not None
    assert house.table.moment.entries == ANSWERS


# Kept things


def keep(folder: Path, *revisions: int, id_: str = "a" * 16) -> None:
    journal = open_journal(folder)
    for revision in revisions:
        journal.keep_thing(Thing(id_, "bali", "layout", revision, {"name": f"name {revision}"}), 0)
    journal.checkpoint()
    journal.close()


def names(folder: Path) -> dict[str, str]:
    journal = open_journal(folder)
    found = {thing.id: thing.draft["name"] for thing in journal.things()}
    journal.close()
    return found


OF_OLD = {"tables", "entries", "results", "notes"}


def tables(folder: Path) -> set[str]:
    db = sqlite3.connect(folder / "companion.db")
    found = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE sql IS NOT NULL")}
    db.close()
    return found


def test_a_file_in_which_nothing_is_kept_is_one_of_an_older_version(stopped: Path) -> None:
    """An update that does not start is taken back, and the games are as they were."""
    house = open_house(stopped)
    assert house.owner_things.things == ()
    house.owner_things.drop("animism", "layout", "a" * 32, 1)
    play(house, seed=5, most=2)
    house.journal.close()
    assert tables(stopped) == OF_OLD


def test_a_file_in_which_nothing_was_kept_yet_takes_things_and_opens_with_them(stopped: Path) -> None:
    shown = facts(open_house(stopped))
    keep(stopped, 1)
    assert tables(stopped) == OF_OLD | {"kept"}
    house = open_house(stopped)
    assert (house.trouble, facts(house)) == (None, shown)
    assert names(stopped) == {"a" * 16: "name 1"}
    assert not list(stopped.glob("*.damaged-*"))


def test_a_flipped_bit_in_a_thing_keeps_the_revision_before(stopped: Path) -> None:
    keep(stopped, 1, 2)
    keep(stopped, 1, id_="b" * 16)
    flipped(stopped, b"name 2", b"nama 2")
    assert names(stopped) == {"a" * 16: "name 1", "b" * 16: "name 1"}
    assert (stopped / "companion.damaged-1").exists()
    assert open_house(stopped).table is not None


@pytest.mark.parametrize("harm", ["a header of garbage", "zeros in the middle"])
def test_a_file_that_is_harmed_never_gives_a_thing_that_nobody_kept(stopped: Path, harm: str) -> None:
    keep(stopped, 1, 2)
    HARM[harm](stopped / "companion.db")
    assert names(stopped).items() <= {"a" * 16: "name 2"}.items() | {"a" * 16: "name 1"}.items()


def test_things_outlive_a_damage_elsewhere(stopped: Path) -> None:
    keep(stopped, 1, 2)
    change(stopped, "UPDATE notes SET value = ? WHERE name = 'guests'", "{")
    assert names(stopped) == {"a" * 16: "name 2"}
    assert (stopped / "companion.damaged-1").exists()


# Data outside the chain


def test_an_answer_under_another_number_is_damage_and_is_found(stopped: Path) -> None:
    change(stopped, "UPDATE entries SET n = 0 WHERE n = 1")
    house = open_house(stopped)
    assert house.trouble is not None
    assert house.trouble.key == "trouble.damaged"
    assert [entry.n for entry in house.journal.read(1)] == list(range(1, ANSWERS + 1))


def flipped(folder: Path, part: bytes, instead: bytes) -> None:
    """Replace this part of the file, which it must have only once."""
    file = folder / "companion.db"
    sound = file.read_bytes()
    assert sound.count(part) == 1
    file.write_bytes(sound.replace(part, instead))


@pytest.mark.parametrize("n", [1, 6, ANSWERS])
@pytest.mark.parametrize("part", ['"due":"', '"due":'])
def test_an_answer_whose_question_was_flipped_is_damage_and_the_same_game_goes_on(stopped: Path, n: int, part: str) -> None:
    """No hash covers the question of an answer. The answer itself is covered, and leads to its question again."""
    before = open_house(stopped)
    shown = facts(before)
    before.journal.close()
    flipped(stopped, f'{{"n":{n},{part}'.encode(), f'{{"n":{n},{part.replace("d", "D")}'.encode())
    house = open_house(stopped)
    assert house.trouble is not None
    assert house.trouble.key == "trouble.damaged"
    assert facts(house) == shown
    assert (stopped / "companion.damaged-1").exists()
    house.journal.close()
    again = open_house(stopped)
    assert again.trouble is None
    assert facts(again) == shown
    assert play(again, seed=5, most=2) == 2


@pytest.mark.parametrize(
    ("part", "instead"),
    [(b'{"game":"bali"', b'{"game":"balh"'), (b'"chain":2', b'"chain":3'), (b'["Ana","Ben"]', b'["Ana","Ana"]')],
)
def test_a_head_that_its_answers_do_not_bear_out_is_damage_and_no_other_version(
    stopped: Path, part: bytes, instead: bytes
) -> None:
    flipped(stopped, part, instead)
    house = open_house(stopped)
    assert house.trouble is not None
    assert house.trouble.key == "trouble.damaged"
    assert is_usable(house)
    house.journal.close()
    assert open_house(stopped).trouble is None
