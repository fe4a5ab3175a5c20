"""A start makes the box's own keys and names once, and reads the owner's file. After a power cut the next start does the
rest."""

import stat
from pathlib import Path

import msgspec
import pytest

from companion.card.uploads import read_notices
from companion.settings import read
from companion.speech.say import say
from tests.card.test_card_imager import KEY
from tests.support.cards import USUAL, Machine, PowerCut

PACKED = b"hsqs" + bytes(5000)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


# The box's own things


def test_a_new_box_gets_a_wifi_and_keys_of_its_own_and_keeps_them(machine: Machine) -> None:
    machine.start()
    wifi, key = machine.kept("settings/wifi"), machine.kept("ssh/ssh_host_ed25519_key")
    machine.start()
    assert (machine.kept("settings/wifi"), machine.kept("ssh/ssh_host_ed25519_key")) == (wifi, key)
    for name in ("settings/wifi", "ssh/ssh_host_ed25519_key"):
        assert stat.S_IMODE((machine.card.data / name).stat().st_mode) == 0o600


def test_a_card_with_an_unchanged_owner_s_file_becomes_a_usual_box(machine: Machine) -> None:
    assert machine.start() == []
    assert machine.kept("settings/settings.toml") == USUAL
    assert "hostname table" in machine.asked
    assert machine.version == str(machine.card.own)
    assert not (machine.card.data / "ssh/authorized_keys").exists(), "nobody may look inside"


# The owner's wishes


def test_the_settings_are_as_the_owner_wants_them(machine: Machine) -> None:
    machine.says("language = ja\nname = salon\npanel = none\ncountry = jp")
    assert machine.start() == []
    settings = read(machine.card.data / "settings/settings.toml")
    assert (settings.language, settings.names, settings.panel) == ("ja", ("salon.local",), "none")
    assert "hostname salon" in machine.asked
    assert "iw reg set JP" in machine.asked


def test_a_later_change_counts_at_the_next_start_and_removed_lines_keep_their_effect(machine: Machine) -> None:
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


def test_the_answers_of_raspberry_pi_imager_count_and_its_password_leaves_the_card(machine: Machine) -> None:
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
    assert machine.start() == ["Write the Wi-Fi’s password, too."]
    assert "psk=correct\\shorse" in machine.kept("networks/home.nmconnection"), "what was known stays"


# Keys


def test_only_the_owners_keys_may_log_in(machine: Machine) -> None:
    key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f ana"
    machine.says(f"ssh-key = {key}")
    machine.start()
    assert machine.kept("ssh/authorized_keys") == f"{key}\n"


def test_mistakes_are_on_the_display_with_their_lines_and_the_rest_counts(machine: Machine) -> None:
    machine.says("language = fr\ncountry = France\nwlan = x\n")
    machine.start()
    notice = read_notices(machine.card.run)
    assert [say(one.head, "en") for one in notice] == ["Line 2", "Line 3"]
    assert read(machine.card.data / "settings/settings.toml").language == "fr"


def test_a_box_whose_own_partition_cannot_be_read_leaves_a_notice(machine: Machine) -> None:
    (machine.card.data / "lost").touch()
    (notice,) = machine.start()
    assert "Tonight’s games" in notice


# Power cuts


def test_after_a_power_cut_at_any_point_the_next_start_does_the_rest(tmp_path: Path) -> None:
    """The power is cut before each command in turn, in a first start with everything to do."""
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


def test_the_box_can_read_the_notices(machine: Machine) -> None:
    machine.says("x = 1")
    machine.start()
    file = machine.card.run / "said.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o644
    assert len(msgspec.json.decode(file.read_bytes())) == 1


# Taking back


def test_ssh_key_none_lets_nobody_in_any_more(machine: Machine) -> None:
    machine.says(f"ssh-key = {KEY}")
    machine.start()
    assert machine.kept("ssh/authorized_keys") == f"{KEY}\n"
    machine.says("ssh-key = None")
    assert machine.start() == []
    assert not (machine.card.data / "ssh/authorized_keys").exists()


def test_the_word_none_beside_a_key_removes_no_key(machine: Machine) -> None:
    machine.says(f"ssh-key = none\nssh-key = {KEY}")
    machine.start()
    assert machine.kept("ssh/authorized_keys") == f"{KEY}\n"


def test_wifi_none_forgets_the_home_s_wifi(machine: Machine) -> None:
    machine.says("wifi = Home\nwifi-password = correct horse")
    machine.start()
    assert (machine.card.data / "networks/home.nmconnection").exists()
    machine.says("wifi = none")
    assert machine.start() == []
    assert not (machine.card.data / "networks/home.nmconnection").exists()


def test_a_password_beside_wifi_none_leaves_the_card_too(machine: Machine) -> None:
    machine.says("wifi = none\nwifi-password = correct horse")
    assert machine.start() == []
    assert "correct horse" not in (machine.card.boot / "companion.txt").read_text()
