"""The lines of a hall that an owner pastes into `companion.txt` become settings, and none of their secrets stays on the
card."""

import json
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from companion.hall.certificates import invitation
from companion.settings import Hall, read
from tests.support.cards import Machine
from tests.support.commands import companion


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
HALL = f"""[hall]
key = "{KEY}"
stores = ["https://10.0.0.2:2379", "https://10.0.0.3:2379"]
authority = "authority.pem"
certificate = "box.pem"
private = "box.key"
"""


def pem(name: str) -> str:
    """Return the text of a file as openssl writes it."""
    what = "PRIVATE KEY" if name.endswith(".key") else "CERTIFICATE"
    return f"-----BEGIN {what}-----\n{'QUJD' * 20}{name.replace('.', '+')}\n-----END {what}-----\n"


def with_hall(machine: Machine) -> None:
    machine.says(f"language = fr\n{HALL}")
    for name in ("authority.pem", "box.pem", "box.key"):
        (machine.card.boot / name).write_text(pem(name))


def test_the_hall_s_lines_become_settings_and_no_secret_of_it_stays_on_the_card(machine: Machine) -> None:
    with_hall(machine)
    assert machine.start() == []
    hall = read(machine.card.data / "settings/settings.toml").hall
    assert hall is not None
    assert hall.secret() == bytes(range(32))
    assert hall.stores == ("https://10.0.0.2:2379", "https://10.0.0.3:2379")
    for name, file in (("authority", "authority.pem"), ("certificate", "box.pem"), ("private", "box.key")):
        assert getattr(hall, name) == f"/etc/table-companion/{name}"
        assert machine.kept(f"settings/{name}") == pem(file)
    assert b"AAECAw" not in (machine.card.boot / "companion.txt").read_bytes()
    assert "QUJD" not in (machine.card.boot / "box.key").read_text()
    assert machine.start() == [], "it has them by now"
    assert machine.kept("settings/private") == pem("box.key")


def test_an_invitation_is_pasted_with_the_certificates_in_its_lines(machine: Machine, tmp_path: Path) -> None:
    companion("hall", "certificates", tmp_path / "made", "--store", "10.0.0.2")
    files = dict(zip(("authority", "certificate", "private"), invitation(tmp_path / "made", "box-7"), strict=True))
    wanted = Hall(KEY, ("https://10.0.0.2:2379",), "7", login=f"box-7:{'Ab-_' * 8}", **files)
    names = ("key", "stores", "name", "authority", "certificate", "private", "login")
    lines = "".join(f"{name} = {json.dumps(getattr(wanted, name))}\n" for name in names)
    machine.says(f"[hall]\n{lines}")
    for _ in range(2):  # the second start still has the files that the first took off the card
        assert machine.start() == []
        hall = read(machine.card.data / "settings/settings.toml").hall
        assert hall is not None
        assert (hall.key, hall.stores, hall.login) == (wanted.key, wanted.stores, wanted.login)
        for name in ("authority", "certificate", "private"):
            assert machine.kept(f"settings/{name}") == getattr(wanted, name)
    left = (machine.card.boot / "companion.txt").read_text()
    assert wanted.key not in left
    assert "PRIVATE KEY" not in left
    assert "Ab-_" not in left


def test_a_hall_s_secrets_are_for_root_and_the_box_alone(machine: Machine) -> None:
    machine.start()
    (machine.card.data / "settings/private.new").touch(0o644)  # an earlier start was interrupted here
    with_hall(machine)
    machine.start()
    for name in ("settings.toml", "authority", "certificate", "private"):
        assert stat.S_IMODE((machine.card.data / "settings" / name).stat().st_mode) == 0o640
    (asked,) = [words for words in machine.asked if words.startswith("chgrp companion")]
    assert asked.count("/settings/") == 4


def test_a_later_line_for_the_box_or_its_hall_leaves_the_other_unchanged(machine: Machine) -> None:
    with_hall(machine)
    machine.start()
    before = read(machine.card.data / "settings/settings.toml")
    machine.says("panel = none\nname = salon\n")
    machine.start()
    assert read(machine.card.data / "settings/settings.toml") == replace(before, panel="none", names=("salon.local",))
    machine.says('[hall]\nkey = "(taken)"\nstores = ["http://10.0.0.9:2379"]\nname = "Table 4"\nlanguage = ja\n')
    assert machine.start() == []
    after = read(machine.card.data / "settings/settings.toml")
    assert after.hall is not None
    assert (after.hall.secret(), after.hall.stores, after.hall.name) == (
        bytes(range(32)),
        ("http://10.0.0.9:2379",),
        "Table 4",
    )
    assert after.language == "ja", "also where somebody wrote it below the hall's lines"


@pytest.mark.parametrize("line", ["[hall]\nkey = none\n", '[hall]\nkey = "None"\nstores = ["http://10.0.0.9:2379"]\n'])
def test_a_box_leaves_the_hall_and_keeps_nothing_of_it_if_its_owner_writes_none_as_key(machine: Machine, line: str) -> None:
    with_hall(machine)
    machine.start()
    machine.says(line + "language = ja\n")
    assert machine.start() == []
    left = read(machine.card.data / "settings/settings.toml")
    assert (left.hall, left.language) == (None, "ja")
    assert not any((machine.card.data / "settings" / name).exists() for name in ("authority", "certificate", "private"))
    assert (machine.card.data / "settings/settings.toml").stat().st_mode & 0o777 == 0o644
    assert (machine.card.boot / "companion.txt").read_text().startswith(line), "it is no secret"


def test_an_incomplete_hall_changes_nothing_and_strikes_nothing_out(machine: Machine) -> None:
    with_hall(machine)
    (machine.card.boot / "box.key").unlink()
    raw = (machine.card.boot / "companion.txt").read_bytes()
    assert machine.start() == ["Put this file beside it: box.key"]
    assert (machine.card.boot / "companion.txt").read_bytes() == raw
    assert read(machine.card.data / "settings/settings.toml").hall is None


OTHERS = {
    "a line of the system": b"console=serial0,115200 root=PARTUUID=1234-02 rootwait\n",
    "a certificate": pem("box.pem").encode(),
    "a key and something else": pem("box.key").encode() + b"root=/dev/mmcblk0p2\n",
    "something else and a key": b"root=/dev/mmcblk0p2\n" + pem("box.key").encode(),
    "a key without an end": pem("box.key").encode()[:-20],
    "more than a key has": pem("box.key").encode() * 200,
    "nothing": b"",
}


@pytest.mark.parametrize("raw", OTHERS.values(), ids=OTHERS)
def test_a_file_of_the_card_that_is_no_private_key_is_never_written_over(machine: Machine, raw: bytes) -> None:
    with_hall(machine)
    (machine.card.boot / "cmdline.txt").write_bytes(raw)
    machine.says(HALL.replace("box.key", "cmdline.txt"))
    assert machine.start() == ["Wrong file: cmdline.txt"]
    assert (machine.card.boot / "cmdline.txt").read_bytes() == raw
    assert read(machine.card.data / "settings/settings.toml").hall is None


@pytest.mark.parametrize("key", ["authority", "certificate"])
def test_a_file_that_holds_no_certificate_is_not_taken_for_one(machine: Machine, key: str) -> None:
    with_hall(machine)
    (machine.card.boot / f"{'box' if key == 'certificate' else key}.pem").write_bytes(OTHERS["a line of the system"])
    assert machine.start() == [f"Wrong file: {'box' if key == 'certificate' else key}.pem"]
    assert not (machine.card.data / "settings" / key).exists()


def test_a_key_of_an_elliptic_curve_with_its_parameters_before_it_is_one(machine: Machine) -> None:
    with_hall(machine)
    pem_ = pem("box.key").replace("PRIVATE", "EC PRIVATE")
    (machine.card.boot / "box.key").write_text(pem_.replace("PRIVATE KEY", "PARAMETERS") + pem_)
    assert machine.start() == []
    assert "QUJD" not in (machine.card.boot / "box.key").read_text()


def test_a_half_copied_file_is_not_written_over(machine: Machine) -> None:
    with_hall(machine)
    machine.start()
    (machine.card.boot / "box.key").write_text("(taken) root=/dev/mmcblk0p2")
    assert machine.start() == []
    assert (machine.card.boot / "box.key").read_text() == "(taken) root=/dev/mmcblk0p2"
