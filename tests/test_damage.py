"""A file that is damaged during a game is set aside. The same game continues from the good part of the file and from
memory."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core.state import Seat
from companion.core.words import Refused
from companion.house.house import House
from tests.support.disks import no_byte_more
from tests.support.games import play
from tests.support.houses import facts, open_house, playing

FILE = "companion.db"


def garbage(file: Path) -> None:
    file.write_bytes(b"\xa5" * file.stat().st_size)


def header(file: Path) -> None:
    file.write_bytes(b"no database at all" + file.read_bytes()[18:])


def middle(file: Path) -> None:
    """Damage every page but the first."""
    file.write_bytes(file.read_bytes()[:4096] + b"\xa5" * (file.stat().st_size - 4096))


def half(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def nothing(file: Path) -> None:
    file.write_bytes(b"")


DAMAGES = [garbage, header, middle, half, nothing]
Damage = Callable[[Path], None]


def evening(folder: Path, damage: Damage) -> House:
    """Return a box in the middle of its second game, whose file was damaged just now, and which has to open it again."""
    house = playing(folder, "Ana", "Ben", "Cho", oracle=True)
    play(house, most=4)
    house.leave_game(unfinished=True)
    house.start({"game": "bali", "seats": ["Cho", "Ana", "Ben"], "options": {}})
    play(house, seed=2, most=15)
    house.journal.close()
    damage(folder / FILE)
    return house


def until_kept(house: House) -> list[str]:
    """Give the same answer until it is kept. Return the reasons of the refusals."""
    refused = []
    for _ in range(3):
        try:
            play(house, seed=3, most=1)
        except Refused as why:
            refused.append(why.key)
        else:
            return refused
    raise AssertionError(refused)


@pytest.mark.parametrize("damage", DAMAGES)
def test_the_answer_is_refused_in_words_and_the_same_game_goes_on(tmp_path: Path, damage: Damage) -> None:
    house = evening(tmp_path, damage)
    before = facts(house)
    with pytest.raises(Refused, match="damaged"):
        play(house, seed=3, most=1)
    assert facts(house) == before
    for seat in (Seat("Ana"), None):
        shown = house.snapshot(seat).notice.trouble
        assert shown is not None
        assert shown.key == "trouble.damaged"
    play(house, seed=3, most=5)
    assert shown == house.trouble  # until somebody has read it
    house.retry()
    assert house.trouble is None


@pytest.mark.parametrize("damage", DAMAGES)
def test_all_that_was_acknowledged_is_in_the_new_file(tmp_path: Path, damage: Damage) -> None:
    house = evening(tmp_path, damage)
    until_kept(house)
    play(house, seed=4, most=5)
    before = facts(house)
    house.journal.close()
    again = open_house(tmp_path)
    assert again.trouble is None
    assert facts(again) == before
    again.journal.close()


def test_the_damaged_file_is_not_thrown_away(tmp_path: Path) -> None:
    house = evening(tmp_path, middle)
    damaged = (tmp_path / FILE).read_bytes()
    until_kept(house)
    assert (tmp_path / "companion.damaged-1").read_bytes() == damaged


def test_while_there_is_no_room_for_a_new_file_nothing_is_kept_and_nothing_is_lost(tmp_path: Path) -> None:
    house = evening(tmp_path, garbage)
    before = facts(house)
    with no_byte_more():
        for _ in range(3):
            with pytest.raises(Refused, match="trouble"):
                play(house, seed=3, most=1)
            assert house.trouble is not None
    assert facts(house) == before
    until_kept(house)
    before = facts(house)
    house.journal.close()
    again = open_house(tmp_path)
    assert facts(again) == before
    again.journal.close()


def test_a_file_that_is_damaged_in_the_lobby_keeps_its_guests(tmp_path: Path) -> None:
    house = evening(tmp_path, lambda file: None)
    house.leave_game(unfinished=True)
    before = facts(house)
    house.journal.close()
    garbage(tmp_path / FILE)
    with pytest.raises(Refused, match="damaged"), house.changing() as guests:
        guests.speak(Seat("Ana"), "ja")
    assert facts(house) == before
    with house.changing() as guests:
        guests.speak(Seat("Ana"), "ja")
    before = facts(house)
    house.journal.close()
    again = open_house(tmp_path)
    assert facts(again) == before
    again.journal.close()


# A byte that changes while the box runs


def flip(folder: Path, house: House) -> None:
    """Change the bytes of one of the first answers wherever they are, while the files stay open."""
    assert house.table is not None
    bits = house.table.entries[1].bits.encode()
    for file in (folder / FILE, folder / f"{FILE}-wal"):
        whole = file.read_bytes()
        with file.open("r+b") as opened:
            opened.write(whole.replace(bits, bits[::-1]))


@pytest.mark.parametrize("is_home", [True, False])
def test_a_byte_that_changes_on_the_disk_is_noticed_while_idle_and_no_answer_is_lost(tmp_path: Path, is_home: bool) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house, most=12)
    if is_home:
        house.journal.checkpoint()
    flip(tmp_path, house)
    with pytest.raises(Refused, match="damaged"):
        house.proofread()
    assert house.trouble is not None
    house.proofread()
    play(house, seed=3, most=3)
    entries = house.table.entries if house.table else ()
    house.journal.close()
    again = open_house(tmp_path)
    assert again.table is not None
    assert again.table.entries == entries
    assert list(tmp_path.glob("*.damaged-1"))


def test_checking_a_sound_file_while_idle_shows_nothing_and_writes_nothing(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    house.proofread()
    play(house, most=12)
    kept = [tmp_path / FILE, tmp_path / f"{FILE}-wal"]
    before = [file.read_bytes() for file in kept]
    house.proofread()
    assert house.trouble is None
    assert [file.read_bytes() for file in kept] == before
