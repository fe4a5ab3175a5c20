"""A guest on the box's own Wi-Fi reads what to do if the phone says "no internet", and how the next guest joins."""

from pathlib import Path

import pytest

from companion.core.words import Text
from companion.snapshot.table import Wifi
from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from tests.support.houses import open_house, playing, sit_down
from tests.support.markup import bare, parts_in
from tests.support.phones import Phone, serving

WIFI = Wifi("TABLE7", "KRWMTXAP")
HELP = ("wifi.no_internet", "wifi.no_internet_why", "wifi.no_internet_stay", "wifi.no_internet_data")


def words(language: str) -> list[str]:
    return [bare(say(Text(key), language)) for key in HELP]


@pytest.mark.parametrize("path", ["/", "/J/{code}"])
def test_the_page_to_join_says_so_in_three_languages(tmp_path: Path, path: str) -> None:
    house = open_house(tmp_path)
    house.store.publish(host="10.42.0.1", wifi=WIFI)
    with serving(house) as port, Phone(port) as phone:
        page = phone.get(path.format(code=house.guests.door.code), Accept="text/html").body.decode()
    for language in LANGUAGES:
        for sentence in words(language):
            assert sentence in bare(page)


def test_at_home_nobody_reads_about_missing_internet(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    tokens = sit_down(house, "Ana")
    with serving(house) as port, Phone(port) as phone, Phone(port, cookies={"seat": tokens["Ana"]}) as ana:
        page = phone.get("/", Accept="text/html").body.decode()
        mine = parts_in(ana.get("/", Accept="text/html").body.decode())
    assert not [sentence for sentence in words("en") if sentence in page]
    assert mine["join"].keys() == {"address", "code", "qr"}


def test_a_phone_gets_a_new_screen_when_the_box_moves(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    with serving(house) as port, Phone(port) as phone, phone.stream("table") as stream:
        first = stream.screen()
        house.store.publish(host="10.42.0.1", wifi=WIFI)
        second = stream.screen()
    assert "127.0.0.1" in first["parts"]["join"]["address"]
    assert "10.42.0.1" in second["changed"]["join"]["address"]
    assert second == {"seq": first["seq"], "changed": {"join": second["changed"]["join"]}, "gone": []}


def test_the_contract_says_nothing_of_the_wifi(tmp_path: Path) -> None:
    """`/table` is open to everybody, and a caller who reads it is in the Wi-Fi already."""
    house = playing(tmp_path, "Ana", "Ben")
    house.store.publish(host="10.42.0.1", wifi=WIFI)
    with serving(house) as port, Phone(port) as phone:
        assert set(phone.get("/table").json["join"]) == {"url", "code"}
