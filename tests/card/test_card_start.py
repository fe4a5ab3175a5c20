"""A start of the box: its own things are made once, its owner is heard; where the power goes the next one does the rest."""

import stat
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from companion.card.starting import came_up, gave_up, take_from, take_sent
from companion.card.telling import standing
from companion.card.uploads import Takes
from companion.settings import read
from companion.speech.i18n import say
from tests.support.cards import USUAL, Machine, PowerCut
from tests.support.commands import companion
from tests.support.updates import new_key, update

PACKED = b"hsqs" + bytes(5000)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


# What is its own


def test_a_new_box_gets_a_wifi_and_keys_of_its_own_and_keeps_them(machine: Machine) -> None:
    machine.start()
    wifi, key = machine.kept("settings/wifi"), machine.kept("ssh/ssh_host_ed25519_key")
    machine.start()
    assert (machine.kept("settings/wifi"), machine.kept("ssh/ssh_host_ed25519_key")) == (wifi, key)
    for name in ("settings/wifi", "ssh/ssh_host_ed25519_key"):
        assert stat.S_IMODE((machine.card.data / name).stat().st_mode) == 0o600


def test_with_the_file_as_it_came_it_is_a_box_as_any_other(machine: Machine) -> None:
    assert machine.start() == []
    assert machine.kept("settings/settings.toml") == USUAL
    assert "hostname table" in machine.asked
    assert machine.version == str(machine.card.own)
    assert not (machine.card.data / "ssh/authorized_keys").exists(), "nobody may look inside"


# What the owner wants


def test_the_settings_are_as_the_owner_wants_them(machine: Machine) -> None:
    machine.says("language = ja\nname = salon\npanel = none\ncountry = jp")
    assert machine.start() == []
    settings = read(machine.card.data / "settings/settings.toml")
    assert (settings.language, settings.names, settings.panel) == ("ja", ("salon.local",), "none")
    assert "hostname salon" in machine.asked
    assert "iw reg set JP" in machine.asked


def test_a_later_change_is_taken_at_the_next_start_and_what_is_no_longer_said_stays(machine: Machine) -> None:
    machine.says("language = ja\nname = salon")
    machine.start()
    machine.says("language = fr")
    machine.start()
    settings = read(machine.card.data / "settings/settings.toml")
    assert (settings.language, settings.names) == ("fr", ("salon.local",))


def test_lines_that_somebody_wrote_into_the_settings_stay(machine: Machine) -> None:
    machine.start()
    file = machine.card.data / "settings/settings.toml"
    file.write_text(f'{USUAL}texts = "/data/texts"\n')
    machine.says("language = fr")
    machine.start()
    assert file.read_text() == f'{USUAL}texts = "/data/texts"\n'.replace('"en"', '"fr"')


def test_the_home_s_wifi_is_network_manager_s_and_nobody_else_can_read_it(machine: Machine) -> None:
    machine.says("wifi = Chez “nous”\nwifi-password = a b\\c;d=1 ")
    assert machine.start() == []
    file = machine.card.data / "networks/home.nmconnection"
    lines = file.read_text().splitlines()
    assert f"ssid={''.join(f'{byte};' for byte in 'Chez “nous”'.encode())}" in lines
    assert "psk=a\\sb\\\\c;d=1" in lines
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_password_is_off_the_card_once_the_box_has_it_and_stays_known(machine: Machine) -> None:
    machine.says("wifi = Home\nwifi-password = correct horse\n")
    machine.start()
    left = (machine.card.boot / "companion.txt").read_bytes()
    assert b"horse" not in left
    home = machine.kept("networks/home.nmconnection")
    assert machine.start() == []
    assert machine.kept("networks/home.nmconnection") == home
    assert (machine.card.boot / "companion.txt").read_bytes() == left


def test_what_raspberry_pi_imager_was_told_counts_and_its_password_goes_from_the_card(machine: Machine) -> None:
    network = b'      access-points:\n        "Home":\n          password: "correct horse"\n'
    (machine.card.boot / "user-data").write_bytes(b"hostname: salon\n")
    (machine.card.boot / "network-config").write_bytes(network)
    assert machine.start() == []
    assert "psk=correct\\shorse" in machine.kept("networks/home.nmconnection")
    assert "hostname salon" in machine.asked
    assert b"horse" not in (machine.card.boot / "network-config").read_bytes()


def test_another_wifi_wants_a_password_of_its_own(machine: Machine) -> None:
    machine.says("wifi = Home\nwifi-password = correct horse\n")
    machine.start()
    machine.says("wifi = Garden\nwifi-password = (taken)\n")
    assert machine.start() == ["Write the Wi-Fi’s password there, too."]
    assert "psk=correct\\shorse" in machine.kept("networks/home.nmconnection"), "what was known stays"


# The hall

HALL = """[hall]
key = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
stores = ["https://10.0.0.2:2379", "https://10.0.0.3:2379"]
authority = "authority.pem"
certificate = "box.pem"
private = "box.key"
"""


def with_hall(machine: Machine) -> None:
    machine.says(f"language = fr\n{HALL}")
    for name in ("authority.pem", "box.pem", "box.key"):
        (machine.card.boot / name).write_text(f"-----{name}-----" * 20)


def test_the_hall_s_lines_become_settings_and_no_secret_of_it_stays_on_the_card(machine: Machine) -> None:
    with_hall(machine)
    assert machine.start() == []
    hall = read(machine.card.data / "settings/settings.toml").hall
    assert hall is not None
    assert hall.secret() == bytes(range(32))
    assert hall.stores == ("https://10.0.0.2:2379", "https://10.0.0.3:2379")
    for name, file in (("authority", "authority.pem"), ("certificate", "box.pem"), ("private", "box.key")):
        assert getattr(hall, name) == f"/etc/table-companion/{name}"
        assert machine.kept(f"settings/{name}") == f"-----{file}-----" * 20
    assert b"AAECAw" not in (machine.card.boot / "companion.txt").read_bytes()
    assert "box.key" not in (machine.card.boot / "box.key").read_text()
    assert machine.start() == [], "it has them by now"
    assert machine.kept("settings/private") == "-----box.key-----" * 20


def test_an_invitation_is_pasted_with_the_certificates_in_its_lines(machine: Machine, tmp_path: Path) -> None:
    companion("hall", "certificates", tmp_path / "made", "--store", "10.0.0.2")
    invited = companion("hall", "invite", "--store", "https://10.0.0.2:2379", "--certificates", tmp_path / "made")
    (tmp_path / "settings.toml").write_text(invited.stdout)
    wanted = read(tmp_path / "settings.toml").hall
    assert wanted is not None
    machine.says(invited.stdout)
    for _ in range(2):  # what was taken off the card is there
        assert machine.start() == []
        hall = read(machine.card.data / "settings/settings.toml").hall
        assert hall is not None
        assert (hall.key, hall.stores) == (wanted.key, wanted.stores)
        for name in ("authority", "certificate", "private"):
            assert machine.kept(f"settings/{name}") == getattr(wanted, name)
    left = (machine.card.boot / "companion.txt").read_text()
    assert wanted.key not in left
    assert "PRIVATE KEY" not in left


def test_a_hall_s_secrets_are_for_root_and_the_box_alone(machine: Machine) -> None:
    machine.start()
    (machine.card.data / "settings/private.new").touch(0o644)  # a start was cut off there
    with_hall(machine)
    machine.start()
    for name in ("settings.toml", "authority", "certificate", "private"):
        assert stat.S_IMODE((machine.card.data / "settings" / name).stat().st_mode) == 0o640
    (asked,) = [words for words in machine.asked if words.startswith("chgrp companion")]
    assert asked.count("/settings/") == 4


def test_what_is_said_later_of_the_box_or_of_its_hall_leaves_the_other_as_it_was(machine: Machine) -> None:
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


@pytest.mark.parametrize("said", ["[hall]\nkey = none\n", '[hall]\nkey = "None"\nstores = ["http://10.0.0.9:2379"]\n'])
def test_a_box_whose_hall_s_key_is_none_leaves_the_hall_and_keeps_nothing_of_it(machine: Machine, said: str) -> None:
    with_hall(machine)
    machine.start()
    machine.says(said + "language = ja\n")
    assert machine.start() == []
    left = read(machine.card.data / "settings/settings.toml")
    assert (left.hall, left.language) == (None, "ja")
    assert not any((machine.card.data / "settings" / name).exists() for name in ("authority", "certificate", "private"))
    assert (machine.card.data / "settings/settings.toml").stat().st_mode & 0o777 == 0o644
    assert (machine.card.boot / "companion.txt").read_text().startswith(said), "it is no secret"


def test_of_a_hall_that_is_not_whole_nothing_is_taken_and_nothing_struck_out(machine: Machine) -> None:
    with_hall(machine)
    (machine.card.boot / "box.key").unlink()
    raw = (machine.card.boot / "companion.txt").read_bytes()
    assert machine.start() == ["Not beside it: box.key"]
    assert (machine.card.boot / "companion.txt").read_bytes() == raw
    assert read(machine.card.data / "settings/settings.toml").hall is None


# Keys


def test_who_may_look_inside_is_who_the_owner_named(machine: Machine) -> None:
    key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f ana"
    machine.says(f"ssh-key = {key}")
    machine.start()
    assert machine.kept("ssh/authorized_keys") == f"{key}\n"


def test_mistakes_are_on_the_display_with_their_lines_and_the_rest_counts(machine: Machine) -> None:
    machine.says("language = fr\ncountry = France\nwlan = x\n")
    machine.start()
    told = standing(machine.card.run)
    assert [say(one.head, "en") for one in told] == ["Line 2", "Line 3"]
    assert read(machine.card.data / "settings/settings.toml").language == "fr"


def test_a_box_whose_own_part_could_not_be_read_says_so(machine: Machine) -> None:
    (machine.card.data / "lost").touch()
    (said,) = machine.start()
    assert "This evening" in said


# Updates


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
    assert [say(told.words, "en") for told in standing(machine.card.run)] == ["The new version runs from now on."]
    assert machine.start() == [], "it lies there still, and is known"
    assert machine.version.endswith("200.squashfs")
    assert not (machine.card.run / "trial").exists()


def test_one_that_does_not_come_up_leaves_the_version_before_and_is_said(machine: Machine, tmp_path: Path) -> None:
    (machine.card.boot / "companion.update").write_bytes(update(with_key(machine, tmp_path), PACKED))
    machine.start()
    gave_up(machine.card)
    assert machine.version == str(machine.card.own)
    assert say(standing(machine.card.run)[-1].head, "en") == "It did not start"
    assert machine.start() == []
    assert machine.version == str(machine.card.own)


def test_one_under_which_the_machine_hangs_is_given_up_by_itself(machine: Machine, tmp_path: Path) -> None:
    (machine.card.boot / "companion.update").write_bytes(update(with_key(machine, tmp_path), PACKED))
    seen = [(machine.start(), machine.version)[1] for _ in range(3)]
    assert [Path(version).name for version in seen] == ["200.squashfs", "200.squashfs", "own"]
    assert [say(told.head, "en") for told in standing(machine.card.run)] == ["It did not start"]


def test_one_on_a_stick_is_tried_at_the_next_start_and_what_was_said_stays(machine: Machine, tmp_path: Path) -> None:
    key = with_key(machine, tmp_path)
    machine.says("country = France")
    machine.start()
    stick = tmp_path / "stick"
    stick.mkdir()
    take_from(stick, machine.card)
    assert len(standing(machine.card.run)) == 1
    (stick / "companion.update").write_bytes(update(key, PACKED))
    take_from(stick, machine.card)
    assert [say(told.head, "en") for told in standing(machine.card.run)] == ["Line 1", "It is here"]
    assert machine.version == str(machine.card.own)
    machine.start()
    assert machine.version.endswith("200.squashfs")


@pytest.mark.parametrize("what", ["broken", "forged", "older"])
def test_one_that_cannot_be_taken_is_said_and_the_box_starts_as_before(machine: Machine, tmp_path: Path, what: str) -> None:
    key = with_key(machine, tmp_path)
    raw = {
        "broken": update(key, PACKED)[:-1],
        "forged": update(key, PACKED).replace(b"200", b"201"),
        "older": update(key, PACKED, number=99),
    }
    (machine.card.boot / "companion.update").write_bytes(raw[what])
    machine.start()
    assert [told.words.key for told in standing(machine.card.run)] == [f"card.update.{what}"]
    assert machine.version == str(machine.card.own)


def test_one_that_a_phone_sent_is_tried_at_the_next_start_and_gone_from_where_it_lay(
    machine: Machine, tmp_path: Path
) -> None:
    key = with_key(machine, tmp_path)
    machine.start()
    sent = machine.card.data / "state/companion.update"
    sent.write_bytes(update(key, PACKED))
    take_sent(machine.card)
    assert [say(told.head, "en") for told in machine.told] == ["It is here"]
    assert not sent.exists()
    machine.start()
    assert machine.version.endswith("200.squashfs")


def test_one_that_a_phone_sent_before_the_power_went_is_taken_at_the_start(machine: Machine, tmp_path: Path) -> None:
    sent = machine.card.data / "state/companion.update"
    sent.write_bytes(update(with_key(machine, tmp_path), PACKED))
    assert machine.start() == []
    assert machine.version.endswith("200.squashfs")
    assert not sent.exists()


def test_a_broken_one_that_a_phone_sent_is_said_and_gone(machine: Machine, tmp_path: Path) -> None:
    sent = machine.card.data / "state/companion.update"
    sent.write_bytes(update(with_key(machine, tmp_path), PACKED)[:-1])
    machine.start()
    assert [told.words.key for told in machine.told] == ["card.update.broken"]
    assert not sent.exists()


def test_what_the_box_leaves_there_leads_root_nowhere_else(machine: Machine, tmp_path: Path) -> None:
    """Who breaks into the box may write beside its games."""
    (tmp_path / "elsewhere").write_bytes(update(with_key(machine, tmp_path), PACKED))
    (machine.card.data / "state/companion.update").symlink_to(tmp_path / "elsewhere")
    machine.start()
    assert machine.version == str(machine.card.own)
    assert (tmp_path / "elsewhere").exists()
    assert not (machine.card.data / "state/companion.update").is_symlink()


def test_the_box_is_told_which_updates_it_may_take_and_one_without_a_key_is_not(machine: Machine, tmp_path: Path) -> None:
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


# Power cuts


def test_wherever_the_power_goes_the_next_start_does_the_rest(tmp_path: Path) -> None:
    """Cut before each command in turn, of a first start with everything to do."""
    whole = Machine(tmp_path / "whole")
    words = "language = fr\nwifi = Home\nwifi-password = correct horse\nname = salon\ncountry = FR\n"
    whole.says(words)
    whole.start()
    for cut in range(len(whole.asked)):
        machine = Machine(tmp_path / str(cut))
        machine.says(words)
        machine.lasts = cut
        with pytest.raises(PowerCut):
            machine.start()
        machine.lasts = 10**6
        assert machine.start() == [], whole.asked[cut]
        for name in ("settings/settings.toml", "networks/home.nmconnection", "name", "country"):
            assert machine.kept(name) == whole.kept(name)
        assert b"horse" not in (machine.card.boot / "companion.txt").read_bytes()
    assert len(whole.asked) >= 5


def test_what_is_said_can_be_read_by_the_box(machine: Machine) -> None:
    machine.says("x = 1")
    machine.start()
    file = machine.card.run / "said.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o644
    assert len(msgspec.json.decode(file.read_bytes())) == 1
