"""The address of the box: it finds the address out, says it to everybody, and notices a change."""

import json
from pathlib import Path

import pytest

from companion.box.machine import NOWHERE, interface_address, own_address, own_wifi, reached_at
from companion.box.running import Lookout
from companion.core.state import Seat
from companion.house.panel_acts import HouseForPanel
from companion.settings import Settings
from companion.snapshot.table import Wifi, host_and_port, join_url
from tests.support.houses import open_house, playing

HOTSPOT = {"name": "TABLE7", "password": "KRWMTXAP", "address": "10.42.0.1"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "wifi.json"


def open_wifi(file: Path) -> None:
    file.write_text(json.dumps(HOTSPOT), "utf-8")


def at_home() -> str:
    return "192.168.1.20"


def test_this_machine_has_an_address() -> None:
    assert own_address().count(".") == 3
    assert interface_address("lo") == NOWHERE


def test_an_interface_that_is_not_there_has_none() -> None:
    assert interface_address("none0") == ""


def test_the_address_is_found_out_where_the_box_listens_everywhere(file: Path) -> None:
    for host in ("0.0.0.0", "[::]", "::"):
        assert reached_at(Settings(listen=f"{host}:80", wifi_file=str(file)), at_home) == ("192.168.1.20", None)


def test_settings_win_over_found_values(file: Path) -> None:
    open_wifi(file)
    settings = Settings(listen="0.0.0.0:80", address="box.lan", wifi_file=str(file))
    assert reached_at(settings, at_home)[0] == "box.lan"
    assert reached_at(Settings(listen="10.0.0.9:80", wifi_file=str(file)), at_home)[0] == "10.0.0.9"


def test_on_its_own_wifi_the_box_has_that_address_and_no_route_is_looked_for(file: Path) -> None:
    """A network that leads nowhere has no route to ask for."""
    open_wifi(file)
    assert reached_at(Settings(listen="0.0.0.0:80", wifi_file=str(file)), at_home) == (
        "10.42.0.1",
        Wifi("TABLE7", "KRWMTXAP"),
    )


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"null", b'{"name": "TABLE7"}', b"\xff", b'{"name": 1, "password": 2, "address": 3}']
)
def test_a_file_without_a_wifi_counts_as_no_file(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    assert own_wifi(file) is None


def test_a_lookout_reports_its_first_finding_and_then_only_changes(file: Path) -> None:
    lines: list[tuple[str, Wifi | None]] = []
    found = ["192.168.1.20"]
    settings = Settings(listen="0.0.0.0:80", wifi_file=str(file))
    lookout = Lookout(lambda: reached_at(settings, lambda: found[-1]), lines.append)
    lookout.start()
    lookout.close()
    lookout.look()
    assert lines == [("192.168.1.20", None)]
    found.append("192.168.1.21")
    lookout.look()
    open_wifi(file)
    lookout.look()
    lookout.look()
    file.unlink()
    lookout.look()
    wifi = Wifi("TABLE7", "KRWMTXAP")
    assert lines[1:] == [("192.168.1.21", None), ("10.42.0.1", wifi), ("192.168.1.21", None)]


def test_a_box_with_a_new_address_shows_it_on_its_display_and_on_every_phone(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    house.store.publish(host="192.168.1.20", port=80)
    calls: list[str] = []
    house.store.subscribe("maintenance", lambda: calls.append(house.snapshots.join_info.address))
    before = house.snapshots.phone(Seat("Ana")).key, house.snapshots.phone(None).key, house.snapshot(Seat("Ana")).seq
    house.store.publish(host="10.42.0.1", wifi=Wifi("TABLE7", "KRWMTXAP"))
    assert calls == ["10.42.0.1"]
    assert HouseForPanel(house, lambda: None).snapshot().join.wifi == Wifi("TABLE7", "KRWMTXAP")
    assert house.snapshots.join_info.url.startswith("HTTP://10.42.0.1/J/")
    assert house.snapshots.phone(Seat("Ana")).key != before[0]
    assert house.snapshots.phone(None).key != before[1]
    assert house.snapshot(Seat("Ana")).seq == before[2], "no answer was given"


def test_the_port_stays_when_the_address_moves(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    house.store.publish(host="192.168.1.20", port=8080)
    house.store.publish(host="192.168.1.30", wifi=None)
    assert house.snapshots.join_info.address == "192.168.1.30:8080"


@pytest.mark.parametrize("host", ["::1", "[::1]"])
def test_an_ipv6_address_has_one_pair_of_brackets(tmp_path: Path, host: str) -> None:
    """This holds for the setting `listen` and for the setting `address`."""
    listening = Settings(listen=f"{host}:8080", wifi_file=str(tmp_path / "none"))
    named = Settings(address=host, wifi_file=str(tmp_path / "none"))
    for settings in (listening, named):
        assert host_and_port(reached_at(settings)[0], 8080) == "[::1]:8080"
        assert join_url(reached_at(settings)[0], 80, "ABC") == "HTTP://[::1]/J/ABC"
