"""`/stream`: the callers that may open one, and its course in the lobby and on the panel's page."""

import pytest

from companion.house.house import House
from tests.support.games import play
from tests.support.panels import PaperPanel
from tests.support.phones import Phone, Stream, serving
from tests.web.conftest import GAME, Phones
from web.drawing.pictures import Pictures
from web.entrance.gate import HEADERS

# Rights to look


def test_a_phone_without_a_seat_has_no_stream(port: int) -> None:
    for headers in ({}, {"Cookie": "seat=nobody"}, {"Cookie": "seat="}, {"Cookie": ";;=;seat"}):
        with Stream(port, headers=headers) as stream:
            assert stream.status == 403
            assert b"no_seat" in (stream.rest() or b"")


@pytest.mark.parametrize(
    "headers", [{"Host": "evil.example"}, {"Host": ""}, {"Host": "other.local"}, {"Host": "127.0.0.1.evil.example"}]
)
def test_a_stream_is_opened_under_the_boxs_own_name_only(port: int, headers: dict[str, str]) -> None:
    with Stream(port, "table", headers) as stream:
        assert stream.status == 403
        assert b"foreign_host" in (stream.rest() or b"")


def test_anybody_may_open_a_stream_of_the_public_screen(port: int) -> None:
    with Stream(port, "table&as=json") as stream:
        assert stream.screen()["asks"] == []


def test_an_old_phone_learns_that_it_lost_the_seat_and_the_new_one_goes_on(
    game: tuple[Phone, Phone], phone: Phones, house: House
) -> None:
    ana, ben = game
    new = phone()
    reply = new.post("/join", {"code": house.guests.door.code, "name": "Ben"}).json
    with ben.stream() as old, ben.stream("") as tab:
        old.screen()
        assert old.event() == ("claim", {"seat": "Ben", "digits": reply["digits"]})
        assert tab.screen()["parts"]["notice"]["asked_for"]["digits"] == reply["digits"]
        ana.post("/settle", {"seat": "Ben", "digits": reply["digits"], "yes": True})
        for stream in (old, tab):
            assert stream.event() == ("gone", None)
            assert stream.push() is None
    assert new.get("/claim").status == 200
    with new.stream() as stream:
        assert stream.screen() == new.screen()
    with ben.stream() as stream:
        assert stream.status == 403


def test_a_program_learns_of_a_claim_on_its_seat_for_as_long_as_it_waits(game: tuple[Phone, Phone], phone: Phones) -> None:
    ana, ben = game
    new = phone()
    with ben.stream() as stream:
        seq = stream.screen()["seq"]
        reply = new.post("/join", {"code": ana.get("/table").json["join"]["code"], "name": "Ben"}).json
        events = list(iter(stream.event, ("claim", {"seat": "Ben", "digits": reply["digits"]})))
        assert {name for name, _ in events} <= {"screen"}
        new.post("/withdraw")
        events += list(iter(stream.event, ("claim", {})))
        assert {(name, screen["seq"]) for name, screen in events} <= {("screen", seq)}


def test_a_phone_whose_seat_is_removed_learns_of_it(phone: Phones) -> None:
    ana, ben = phone("Ana"), phone("Ben")
    with ben.stream() as stream:
        stream.screen()
        ana.post("/dismiss", {"seat": "Ben"})
        while (event := stream.event())[0] == "screen":
            pass
        assert event == ("gone", None)


def test_a_guest_who_takes_another_name_stays(phone: Phones) -> None:
    ana, ben = phone("Ana"), phone("Ben")
    with ben.stream() as stream:
        seq = stream.screen()["seq"]
        assert ben.post("/name", {"name": "Benno"}).status == 204
        screen = stream.until(seq + 1)
        assert [row["seat"] for row in screen["blocks"][0]["rows"]] == ["Ana", "Benno"]
    assert ana.screen()["blocks"] == screen["blocks"]


# From the lobby to the game and back


def test_a_stream_goes_through_lobby_game_and_lobby(phone: Phones, house: House) -> None:
    ana, ben = phone("Ana"), phone("Ben")
    with ben.stream() as stream:
        assert stream.screen()["fingerprint"] == ""
        ana.post("/start", GAME)
        while (screen := stream.screen())["fingerprint"] == "":
            pass
        assert screen == ben.screen()
        ana.post("/abandon")
        while (screen := stream.screen())["fingerprint"] != "":
            pass
        assert screen == ben.screen()


def test_a_late_guests_stream_shows_the_table(game: tuple[Phone, Phone], phone: Phones, house: House) -> None:
    late = phone("Cho")
    with late.stream() as stream:
        first = stream.screen()
        play(house, seed=1, most=1)
        screen = stream.until(first["seq"] + 1)
        assert screen == late.screen()
        assert screen["asks"] == []


def test_every_stream_forbids_what_every_page_does(game: tuple[Phone, Phone], port: int) -> None:
    strangers = [Stream(port, "as=json"), Stream(port, "panel")]
    for stream in (*strangers, game[0].stream(""), game[0].stream("table")):
        with stream:
            assert {name.lower(): value for name, value in HEADERS.items()}.items() <= stream.headers.items()


# The simulated panel


def test_the_panels_page_follows_the_panel(house: House) -> None:
    panel = PaperPanel()
    with serving(house, panel) as port, Stream(port, "panel") as stream, Phone(port) as phone:
        first = stream.screen()
        assert set(first) == {"html"}
        assert phone.post("/panel/press", {"button": "ok"}).status == 204
        assert stream.screen() != first


def test_a_page_of_the_display_that_differs_only_in_dots_is_pushed_too(house: House) -> None:
    """The panel's page gets an unchanged push, after which it asks for the picture again."""
    panel = PaperPanel()
    pictures = Pictures(house, panel)
    first = pictures.key_of_panel("")
    assert pictures.key_of_panel("") == first
    panel.draw(b"another tick of the timer")
    assert pictures.key_of_panel("") != first


def test_a_browser_hears_of_changed_dots_without_changed_words(house: House) -> None:
    panel = PaperPanel()
    with serving(house, panel) as port, Stream(port, "panel") as stream:
        first = stream.screen()
        for dots in (b"a bar grows", b"a bar grows on"):
            panel.draw(dots)
            assert stream.screen() == first


def test_without_a_panel_there_is_no_panels_stream(port: int) -> None:
    with Stream(port, "panel") as stream:
        assert stream.status == 403
