"""An update that its owner, a stick or a phone brings to a card is tried at a start, and then kept or given up."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from companion.card.starting import accept_from, accept_sent, came_up, gave_up
from companion.card.uploads import Takes, read_notices
from companion.speech.say import say
from tests.support.cards import Machine
from tests.support.updates import new_key, update

PACKED = b"hsqs" + bytes(5000)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def with_key(machine: Machine, folder: Path) -> Path:
    key = new_key(folder)
    machine.card.key.write_bytes(key.with_suffix(".pub").read_bytes())
    return key


def test_an_update_beside_the_file_is_tried_at_this_start_and_kept_once_it_came_up(machine: Machine, tmp_path: Path) -> None:
    (machine.card.boot / "companion.update").write_bytes(update(with_key(machine, tmp_path), PACKED))
    assert machine.start() == []
    assert machine.version == str(machine.card.data / "versions/200.squashfs")
    assert (machine.card.run / "trial").exists()
    came_up(machine.card)
    assert [say(notice.words, "en") for notice in read_notices(machine.card.run)] == ["The new version runs now."]
    assert machine.start() == [], "it lies there still, and is known"
    assert machine.version.endswith("200.squashfs")
    assert not (machine.card.run / "trial").exists()


def test_an_update_that_does_not_come_up_leaves_a_notice_and_the_version_before(machine: Machine, tmp_path: Path) -> None:
    (machine.card.boot / "companion.update").write_bytes(update(with_key(machine, tmp_path), PACKED))
    machine.start()
    gave_up(machine.card)
    assert machine.version == str(machine.card.own)
    assert say(read_notices(machine.card.run)[-1].head, "en") == "It did not start"
    assert machine.start() == []
    assert machine.version == str(machine.card.own)


def test_one_under_which_the_machine_hangs_is_given_up_by_itself(machine: Machine, tmp_path: Path) -> None:
    (machine.card.boot / "companion.update").write_bytes(update(with_key(machine, tmp_path), PACKED))
    seen = [(machine.start(), machine.version)[1] for _ in range(3)]
    assert [Path(version).name for version in seen] == ["200.squashfs", "200.squashfs", "own"]
    assert [say(notice.head, "en") for notice in read_notices(machine.card.run)] == ["It did not start"]


def test_one_on_a_stick_is_tried_at_the_next_start_and_what_was_said_stays(machine: Machine, tmp_path: Path) -> None:
    key = with_key(machine, tmp_path)
    machine.says("country = France")
    machine.start()
    stick = tmp_path / "stick"
    stick.mkdir()
    accept_from(stick, machine.card)
    assert len(read_notices(machine.card.run)) == 1
    (stick / "companion.update").write_bytes(update(key, PACKED))
    accept_from(stick, machine.card)
    assert [say(notice.head, "en") for notice in read_notices(machine.card.run)] == ["Line 1", "It has arrived"]
    assert machine.version == str(machine.card.own)
    machine.start()
    assert machine.version.endswith("200.squashfs")


@pytest.mark.parametrize("what", ["broken", "forged", "older"])
def test_an_update_that_cannot_be_taken_leaves_a_notice_and_the_box_starts_as_before(
    machine: Machine, tmp_path: Path, what: str
) -> None:
    key = with_key(machine, tmp_path)
    raw = {
        "broken": update(key, PACKED)[:-1],
        "forged": update(key, PACKED).replace(b"200", b"201"),
        "older": update(key, PACKED, number=99),
    }
    (machine.card.boot / "companion.update").write_bytes(raw[what])
    machine.start()
    assert [notice.words.key for notice in read_notices(machine.card.run)] == [f"card.update.{what}"]
    assert machine.version == str(machine.card.own)


def test_an_update_from_a_phone_is_tried_at_the_next_start_and_its_file_is_deleted(machine: Machine, tmp_path: Path) -> None:
    key = with_key(machine, tmp_path)
    machine.start()
    sent = machine.card.data / "state/companion.update"
    sent.write_bytes(update(key, PACKED))
    accept_sent(machine.card)
    assert [say(notice.head, "en") for notice in machine.notices] == ["It has arrived"]
    assert not sent.exists()
    machine.start()
    assert machine.version.endswith("200.squashfs")


def test_an_update_that_a_phone_sent_before_a_power_cut_is_taken_at_the_start(machine: Machine, tmp_path: Path) -> None:
    sent = machine.card.data / "state/companion.update"
    sent.write_bytes(update(with_key(machine, tmp_path), PACKED))
    assert machine.start() == []
    assert machine.version.endswith("200.squashfs")
    assert not sent.exists()


def test_a_broken_one_that_a_phone_sent_is_said_and_gone(machine: Machine, tmp_path: Path) -> None:
    sent = machine.card.data / "state/companion.update"
    sent.write_bytes(update(with_key(machine, tmp_path), PACKED)[:-1])
    machine.start()
    assert [notice.words.key for notice in machine.notices] == ["card.update.broken"]
    assert not sent.exists()


def test_a_file_that_the_box_leaves_there_leads_root_nowhere_else(machine: Machine, tmp_path: Path) -> None:
    """An intruder in the box's process may write to the folder of the games."""
    (tmp_path / "elsewhere").write_bytes(update(with_key(machine, tmp_path), PACKED))
    (machine.card.data / "state/companion.update").symlink_to(tmp_path / "elsewhere")
    machine.start()
    assert machine.version == str(machine.card.own)
    assert (tmp_path / "elsewhere").exists()
    assert not (machine.card.data / "state/companion.update").is_symlink()


ODD = {"a folder": Path.mkdir, "a pipe": os.mkfifo, "a device": lambda file: file.symlink_to("/dev/zero")}
"""Things that may be at the path of a file."""


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_a_folder_in_place_of_a_phone_s_update_stops_no_start_and_is_removed(
    machine: Machine, tmp_path: Path, odd: Callable[[Path], None]
) -> None:
    with_key(machine, tmp_path)
    odd(machine.card.data / "state/companion.update")
    machine.start()
    assert machine.version == str(machine.card.own)
    assert list((machine.card.data / "state").iterdir()) == []


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
@pytest.mark.parametrize("name", ["companion.txt", "user-data", "network-config", "companion.update"])
def test_a_folder_in_place_of_a_file_on_the_card_stops_no_start(
    machine: Machine, tmp_path: Path, name: str, odd: Callable[[Path], None]
) -> None:
    with_key(machine, tmp_path)
    (machine.card.boot / name).unlink(missing_ok=True)
    odd(machine.card.boot / name)
    machine.start()
    assert machine.version == str(machine.card.own)


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_a_folder_in_place_of_a_file_on_a_stick_is_reported_as_no_update(
    machine: Machine, tmp_path: Path, odd: Callable[[Path], None]
) -> None:
    with_key(machine, tmp_path)
    (tmp_path / "stick").mkdir()
    odd(tmp_path / "stick/companion.update")
    accept_from(tmp_path / "stick", machine.card)
    assert [notice.words.key for notice in machine.notices] == ["card.update.broken"]


@pytest.mark.parametrize("odd", [os.mkfifo, Path.mkdir])
def test_a_hall_s_file_that_is_none_is_not_beside_the_owner_s(machine: Machine, odd: Callable[[Path], None]) -> None:
    key = "A" * 43
    machine.says(f"[hall]\nkey = {key}\nstores = https://10.0.0.2:2379\nauthority = authority.pem\n")
    odd(machine.card.boot / "authority.pem")
    machine.start()
    assert [notice.words.key for notice in machine.notices] == ["card.no_file"]


def test_the_box_knows_which_updates_it_may_take_and_without_a_key_takes_none(machine: Machine, tmp_path: Path) -> None:
    machine.start()
    takes = machine.card.run / "takes.json"
    assert not takes.exists()
    key = with_key(machine, tmp_path)
    machine.start()
    assert stat.S_IMODE(takes.stat().st_mode) == 0o644
    assert msgspec.json.decode(takes.read_bytes(), type=Takes).known == ()
    (machine.card.boot / "companion.update").write_bytes(update(key, PACKED))
    machine.start()
    assert msgspec.json.decode(takes.read_bytes(), type=Takes).known == (200,)
    gave_up(machine.card)
    assert msgspec.json.decode(takes.read_bytes(), type=Takes) == Takes(
        "bookworm", 100, (), (200,), str(machine.card.key)
    )  # fmt: skip
