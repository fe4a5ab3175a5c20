"""The box's own Wi-Fi opens where there is no other network, and never closes under a guest."""

import json
import re
import stat
import subprocess
from pathlib import Path

import pytest

from companion.box.machine import Hotspot, own_wifi
from companion.drawings import matrix
from companion.snapshot.table import Wifi
from tests.support.stubs import ROOT, Stubs

HOTSPOT = ROOT / "systemd" / "hotspot.sh"
NO_NETWORK = "wifi:disconnected:\nethernet:unavailable:\nloopback:connected (externally):lo\n"

NMCLI = """
case "$*" in
"-t -f TYPE,STATE,CONNECTION device") cat {0}/devices ;;
"-t -f TYPE,DEVICE device") sed -n 's/^\\(wifi\\|ethernet\\):.*/\\1:\\10/p' {0}/devices ;;
"-t -f TYPE,NAME connection") cat {0}/known ;;
*"connection up table-companion") [ ! -e {0}/broken ] && sed -i '/^wifi:/s/.*/wifi:connected:table-companion/' {0}/devices ;;
"connection delete table-companion") sed -i 's/^wifi:connected:table-companion/wifi:disconnected:/' {0}/devices ;;
esac
"""


class Air:
    """A stub of NetworkManager with its networks, and the script that asks it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.stubs = Stubs(folder)
        self.stubs.add("nmcli", NMCLI.format(folder))
        self.stubs.add("iw", f"cat {folder}/stations")
        self.settings = folder / "wifi"
        self.settings.write_text("name=TABLE7\npassword=KRWMTXAP\n")
        self.wifi_file = folder / "run" / "wifi.json"
        self.wifi_file.parent.mkdir()
        self.sees(NO_NETWORK)
        self.knows("")
        self.guests("")

    def sees(self, devices: str) -> None:
        (self.folder / "devices").write_text(devices)

    def knows(self, connections: str) -> None:
        (self.folder / "known").write_text(connections)

    def guests(self, stations: str) -> None:
        (self.folder / "stations").write_text(stations)

    def run(self, *words: object) -> subprocess.CompletedProcess[str]:
        where = {"WIFI_SETTINGS": str(self.settings), "RUNTIME_DIRECTORY": str(self.wifi_file.parent), "EVERY": "0"}
        return self.stubs.run(HOTSPOT, *words, **where)

    def looks(self, times: int = 1) -> str:
        """Let the script look this many times, and return its output."""
        done = self.run("watch", times)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    @property
    def is_open(self) -> bool:
        open_ = "wifi:connected:table-companion" in (self.folder / "devices").read_text()
        assert open_ == self.wifi_file.exists(), "the Wi-Fi file says otherwise"
        return open_


@pytest.fixture
def air(tmp_path: Path) -> Air:
    return Air(tmp_path)


def test_a_box_without_a_wifi_opens_its_own_right_away_and_informs_the_companion(air: Air) -> None:
    assert air.looks() == "Opened the Wi-Fi TABLE7.\n"
    assert air.is_open
    assert own_wifi(air.wifi_file) == Hotspot("TABLE7", "KRWMTXAP", "10.42.0.1")
    (made,) = [asked for asked in air.stubs.of("nmcli") if "connection add" in asked]
    for wanted in (
        "ssid TABLE7",
        "wifi-sec.psk KRWMTXAP",
        "mode ap",
        "ipv4.method shared",
        "10.42.0.1/24",
        "save no",
        "autoconnect no",
    ):
        assert wanted in made


@pytest.mark.parametrize("devices", [
    "wifi:connected:Home\nethernet:unavailable:\n", "wifi:disconnected:\nethernet:connected:Wired connection 1\n",
    "wifi:unavailable:\nethernet:connected (externally):eth0\n",
])  # fmt: skip
def test_with_a_network_there_it_stays_closed(air: Air, devices: str) -> None:
    air.sees(devices)
    assert air.looks(9) == "There is a network.\n", "said once: the log lies on an SD card"
    assert not air.is_open


def test_with_a_network_there_a_look_asks_network_manager_once(air: Air) -> None:
    air.sees("wifi:connected:Home\n")
    air.looks(9)
    assert len(air.stubs.of("nmcli")) == 9


def test_a_known_network_is_waited_for_as_a_router_starts_more_slowly_than_a_box(air: Air) -> None:
    air.knows("802-11-wireless:Home\n802-3-ethernet:Wired connection 1\n")
    air.looks(3)
    assert not air.is_open
    air.looks(4)
    assert air.is_open


def test_a_cable_that_is_just_being_asked_for_an_address_is_waited_for(air: Air) -> None:
    air.sees("wifi:disconnected:\nethernet:connecting (getting IP configuration):Wired connection 1\n")
    air.looks(3)
    assert not air.is_open


def test_the_wifi_opens_without_waiting_for_its_own_profile(air: Air) -> None:
    air.knows("802-11-wireless:table-companion\n")
    air.looks()
    assert air.is_open


def test_an_open_wifi_is_not_opened_again(air: Air) -> None:
    air.looks(5)
    assert len([asked for asked in air.stubs.of("nmcli") if "connection up" in asked]) == 1


def test_a_cable_closes_the_wifi_if_nobody_uses_it(air: Air) -> None:
    air.looks()
    air.sees("wifi:connected:table-companion\nethernet:connected:Wired connection 1\n")
    air.looks(2)
    assert not air.is_open


def test_a_cable_does_not_close_the_wifi_while_a_guest_uses_it(air: Air) -> None:
    air.looks()
    air.guests("Station 00:11:22:33:44:55 (on wlan0)\n")
    air.sees("wifi:connected:table-companion\nethernet:connected:Wired connection 1\n")
    air.looks(9)
    assert air.is_open


def test_with_nobody_on_it_the_home_s_wifi_is_looked_for_again_and_else_it_opens_again(air: Air) -> None:
    air.knows("802-11-wireless:Home\n")
    air.run("up")
    air.looks(29)
    assert air.is_open
    air.looks(30)
    assert not air.is_open
    air.looks(4)
    assert air.is_open


def test_the_wifi_stays_open_if_a_guest_uses_it_or_no_other_is_known(air: Air) -> None:
    air.looks(40)
    assert air.is_open
    air.knows("802-11-wireless:Home\n")
    air.guests("Station 00:11:22:33:44:55 (on wlan0)\n")
    air.looks(40)
    assert air.is_open


def test_guests_that_cannot_be_counted_may_be_there(air: Air) -> None:
    air.looks()
    air.stubs.add("iw", "exit 1")
    air.sees("wifi:connected:table-companion\nethernet:connected:Wired connection 1\n")
    air.looks(9)
    assert air.is_open


def test_the_companion_is_informed_again_after_a_restart(air: Air) -> None:
    air.looks()
    air.wifi_file.unlink()
    air.looks()
    assert air.is_open


def test_a_wifi_that_does_not_open_is_tried_again_and_logged_once(air: Air) -> None:
    (air.folder / "broken").touch()
    words = air.looks(3)
    assert words.count("\n") == 1
    assert "country" in words
    assert not air.is_open
    (air.folder / "broken").unlink()
    air.looks()
    assert air.is_open


def test_a_machine_without_a_radio_goes_on_without(air: Air) -> None:
    air.sees("ethernet:unavailable:\n")
    assert "no Wi-Fi" in air.looks(2)


def test_a_machine_whose_network_manager_is_down_waits_for_it(air: Air) -> None:
    air.stubs.add("nmcli", "exit 8")
    assert "does not answer" in air.looks(3)
    air.stubs.add("nmcli", NMCLI.format(air.folder))
    air.looks()
    assert air.is_open


def test_down_closes_it(air: Air) -> None:
    air.run("up")
    assert air.is_open
    air.run("down")
    assert not air.is_open
    assert air.run("down").returncode == 0


def test_the_wifi_opens_on_a_channel_that_every_country_allows_and_boxes_of_one_room_spread(air: Air) -> None:
    """NetworkManager alone picks a channel by the name's hash, also 12 and 13, so some boxes never opened their Wi-Fi."""
    taken = set()
    for letter in "ABCDEFGH":
        air.settings.write_text(f"name=TABLE{letter}\npassword=KRWMTXAP\n")
        air.run("up")
        made = [asked for asked in air.stubs.of("nmcli") if "connection add" in asked][-1]
        taken.add(int(re.findall(r"802-11-wireless.channel (\d+)", made)[0]))
    assert taken == {1, 6, 11}


def test_names_with_strange_letters_are_passed_on_unchanged(air: Air) -> None:
    air.settings.write_text('name=a"b\\c é\npassword=with space=1\n')
    air.run("up")
    assert json.loads(air.wifi_file.read_text()) == {"name": 'a"b\\c é', "password": "with space=1", "address": "10.42.0.1"}
    assert stat.S_IMODE(air.wifi_file.stat().st_mode) & 0o111 == 0


def test_a_new_box_gets_a_name_and_a_password_whose_code_the_display_can_show(air: Air) -> None:
    """The code has version 2, with two dots a module (docs/decisions/qr.md). Two boxes at one table get different names."""
    made = [air.run("new").stdout for _ in range(20)]
    assert len(set(made)) == 20
    for command in made:
        name, password = re.fullmatch(r"name=(TABLE[A-Z])\npassword=([A-Z]{8})\n", command).groups()  # type: ignore[union-attr]
        assert not set(name[5:] + password) & set("IO"), "as 1 and 0"
        assert len(matrix(Wifi(name, password).url, spare=False)) == 25


def test_a_wrong_word_gets_the_list_of_right_ones(air: Air) -> None:
    done = air.run("opne")
    assert done.returncode == 2
    assert "hotspot.sh up" in done.stderr
    assert air.stubs.asked == []
