"""The box's own Wi-Fi on the display: first the code of the Wi-Fi, then the code of the table."""

import io

import pytest
import zxingcpp
from msgspec.structs import replace
from PIL import Image

from companion.snapshot.panel import PanelSnapshot
from companion.snapshot.table import Wifi
from companion.speech.languages import LANGUAGES
from hardware.device.display import Light
from tests.hardware.box import BACK, JOIN, NEXT, OK, Bench, lobby, playing

WIFI = Wifi("TABLE7", "KRWMTXAP")


def on_air(snapshot: PanelSnapshot, wifi: Wifi | None = WIFI) -> PanelSnapshot:
    return replace(snapshot, join=replace(JOIN, wifi=wifi))


def read(bench: Bench) -> str:
    """Return the text that a code reader finds on the display, enlarged four times."""
    frame = Image.open(io.BytesIO(bench.panel.picture())).convert("L")
    (code,) = zxingcpp.read_barcodes(frame.resize((512, 256), Image.Resampling.NEAREST))
    return str(code.text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_wifi_comes_first_and_the_table_s_code_after_it(language: str) -> None:
    bench = Bench(on_air(lobby(language)))
    assert bench.page == "wifi"
    assert bench.lines == ("TABLE7", "KRWMTXAP")
    assert read(bench) == "WIFI:T:WPA;S:TABLE7;P:KRWMTXAP;;"
    assert bench.press(NEXT) == "join"
    assert read(bench) == JOIN.url
    assert bench.press(NEXT) == "lobby"
    assert bench.wait(20) == "wifi"


def test_the_installer_s_names_and_passwords_make_a_code_of_two_dots_a_module() -> None:
    """A code of version 2 has 25 modules, which take 50 dots and a quiet zone of 7. More than 14 letters would not fit
    (docs/decisions/qr.md)."""
    from companion.drawings import matrix

    assert len(matrix(WIFI.url, spare=False)) == 25
    assert len(matrix(Wifi("TABLE77", "KRWMTXAP").url, spare=False)) > 25


def test_the_wifi_page_leads_where_the_join_page_does() -> None:
    assert Bench(on_air(lobby())).press(OK) == "lobby"
    assert Bench(on_air(lobby())).press(BACK) == "wifi"
    bench = Bench(on_air(playing()))
    assert bench.page == "phase"
    assert [bench.press(NEXT) for _ in range(6)] == ["seats", "fingerprint", "wifi", "join", "more", "phase"]
    bench.press(NEXT, NEXT, NEXT)
    assert bench.press(OK) == "phase"


def test_a_box_that_opens_its_wifi_shows_it_and_one_that_closes_it_does_not() -> None:
    bench = Bench(lobby())
    assert bench.page == "join"
    bench.box.becomes(on_air(lobby()))
    assert bench.page == "wifi"
    bench.box.becomes(lobby())
    assert bench.page == "join"


def test_a_new_address_is_on_the_display_immediately_and_lights_it() -> None:
    bench = Bench(lobby())
    bench.wait(400)
    bench.box.becomes(replace(lobby(), join=replace(JOIN, url="HTTP://192.168.1.7/J/7KQ2MX", address="192.168.1.7")))
    assert bench.wait(0) == "join"
    assert bench.lines[0] == "192.168.1.7"
    assert bench.panel._display.light is Light.FULL
    assert read(bench) == "HTTP://192.168.1.7/J/7KQ2MX"


def test_between_wifi_and_code_there_is_a_minute_for_the_phone_to_get_in() -> None:
    bench = Bench(on_air(lobby()))
    bench.press(NEXT)
    assert bench.wait(59) == "join"
    assert bench.wait(1) == "wifi"


def test_the_wifi_s_square_shines_at_full_for_a_minute_and_a_press_lights_it_again() -> None:
    bench = Bench(on_air(lobby()))
    assert bench.panel._display.light is Light.FULL
    bench.wait(60)
    frame = Image.open(io.BytesIO(bench.panel.picture())).convert("L")
    assert zxingcpp.read_barcodes(frame.resize((512, 256), Image.Resampling.NEAREST)) == []
    assert frame.crop((0, 0, 64, 64)).getbbox() is not None, "in its place stands the press that brings it back"
    assert bench.lines == ("TABLE7", "KRWMTXAP")
    assert bench.press(NEXT) == "wifi", "the press only wakes"
    assert read(bench) == WIFI.url


@pytest.mark.parametrize(
    ("name", "quoted"),
    [("a;b", r"a\;b"), ("a:b", r"a\:b"), ("a,b", r"a\,b"), ('a"b', r"a\"b"), ("a\\b", r"a\\b"), ("äb", "äb")],
)
def test_separators_inside_the_fields_of_a_wifi_code_are_quoted(name: str, quoted: str) -> None:
    assert Wifi(name, name).url == f"WIFI:T:WPA;S:{quoted};P:{quoted};;"
