"""A box that lost a table, or a part of it, offers to get it back from the hall. A box with a copied card cannot get one."""

from pathlib import Path

import pytest

from companion.core.words import Refused
from companion.hall.keys import FILE, box_id
from companion.hall.seeking import Seeker
from companion.hall.store import Store
from tests.support.games import play
from tests.support.halls import HALL, Member, Members, Room, Seekers, begun
from tests.support.houses import open_house, sit_down, start


def looks(seeker: Seeker) -> str | None:
    seeker.do_again()
    return seeker.shown.lost.table if seeker.shown.lost is not None else None


def without_journal(box: Member, member: Members) -> Member:
    """Return the same box after its card has lost everything except the box's name."""
    name = box.parts.id
    box.close()
    for file in Path(box.house.settings.state).glob("companion.db*"):
        file.unlink()
    return member(name)


def test_a_box_whose_journal_is_lost_has_its_table_back(member: Members, seekers: Seekers, store: Store) -> None:
    box = begun(member("box"))
    name, entries = box.table, box.house.table.entries
    box = without_journal(box, member)
    seeker = seekers(box)
    assert looks(seeker) == name
    seeker.do_take_over(seeker.shown.lost)
    assert seeker.shown.lost is None
    assert box.house.table is not None
    assert box.house.table.entries == entries
    play(box.house, seed=3, most=3)
    box.copies_all()
    assert Room(store).entries(name) == list(box.house.table.entries)


def test_a_box_that_went_back_in_time_has_the_rest_back_once_its_game_is_left(
    member: Members, seekers: Seekers, tmp_path: Path
) -> None:
    box = member("box")
    sit_down(box.house, "Ana", "Ben")
    start(box.house, "Ana", "Ben")
    play(box.house, most=3)
    box.house.journal.close()
    files = {file: file.read_bytes() for file in (tmp_path / "box").glob("companion.db*")}
    play(box.house, seed=2, most=9)
    box.copies_all()
    entries = box.house.table.entries
    box.close()
    for file, raw in files.items():
        file.write_bytes(raw)
    box = member("box")
    box.copies_all()
    assert box.copier.progress().torn
    seeker = seekers(box)
    assert looks(seeker) is None
    name = box.table
    seeker.hear()
    box.house.leave_game(unfinished=True)
    seeker.hear()
    box.copies_all()
    assert looks(seeker) == name
    seeker.do_take_over(seeker.shown.lost)
    assert box.house.table.entries == entries


def test_a_table_that_was_left_on_purpose_is_not_offered(member: Members, seekers: Seekers) -> None:
    box = begun(member("box"))
    box.house.leave_game(unfinished=True)
    assert looks(seekers(box)) is None
    box.copies_all()
    assert looks(seekers(box)) is None


def test_a_table_that_is_on_here_or_elsewhere_is_not_offered(member: Members, seekers: Seekers) -> None:
    box = begun(member("box"))
    assert looks(seekers(box)) is None
    assert looks(seekers(member("other"))) is None


def test_two_boxes_of_one_card_are_offered_nothing_and_given_nothing(member: Members, seekers: Seekers) -> None:
    box = without_journal(begun(member("box")), member)
    doubled = seekers(box, is_alone=False)
    assert looks(doubled) is None
    doubled.look()
    doubled.do_look()
    (own,) = doubled.shown.tables
    assert own.own
    doubled.do_take_over(own)
    assert doubled.shown.why == Refused("hall.doubled").text
    assert box.house.table is None


# The name by which the hall knows a box


def test_a_box_keeps_its_name_when_its_journal_is_lost(tmp_path: Path) -> None:
    house = open_house(tmp_path, hall=HALL)
    name = box_id(house)
    house.journal.close()
    (tmp_path / "companion.db").unlink()
    again = open_house(tmp_path, hall=HALL)
    assert box_id(again) == name
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0
    again.journal.close()


@pytest.mark.parametrize("raw", [b"", b"torn", b"\xff\xfe", b"0123456789abcdeZ"])
def test_a_name_that_cannot_be_read_is_replaced(raw: bytes, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(raw)
    house = open_house(tmp_path, hall=HALL)
    name = box_id(house)
    assert len(name) == 16
    assert box_id(house) == name
    house.journal.close()


def test_a_box_on_a_disk_that_takes_nothing_has_an_id_until_it_ends(tmp_path: Path) -> None:
    house = open_house(tmp_path, hall=HALL)
    (tmp_path / FILE).mkdir()
    assert len(box_id(house)) == 16
    assert not (tmp_path / FILE).is_file()
    house.journal.close()
