"""The right to ask the box: foreign names, foreign pages and foreign machines are refused, and no route is open by
mistake."""

from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.core.words import Refused
from companion.house.house import House
from tests.support.houses import open_house
from tests.support.panels import PaperPanel
from tests.support.phones import Phone, serving
from tests.web.conftest import Phones
from web.app import create_app
from web.entrance import gate
from web.serving.answers import MOVES

NAMES = ("Box.lan", "table.local")


def refusal(host: str | None, origin: str | None = None, method: str = "GET") -> str:
    """Return the key of the refusal of a request with these headers, or "" if the gate lets it in."""
    try:
        gate.check_names(host, origin, method, NAMES)
    except Refused as why:
        return why.key
    return ""


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "127.0.0.1:8080", "10.42.0.1", "192.168.1.20:80", "[::1]", "[fe80::1]:8080", "localhost", "LOCALHOST:1",
     "box.lan", "BOX.LAN:8080", "table.local"],
)  # fmt: skip
def test_addresses_and_the_boxs_own_names_are_let_in(host: str) -> None:
    assert refusal(host) == ""
    assert refusal(host, f"http://{host}", "POST") == ""


@pytest.mark.parametrize(
    "host",
    [None, "", " ", "evil.example", "evil.example:8080", "127.0.0.1.evil.example", "box.lan.evil.example", "localhost.evil",
     "xbox.lan", "[::1", "[box.lan]", "127.0.0.1:port", "127.0.0.1:99999", "256.1.1.1", "1", "0x7f.1", "\x00", "ſ", "127.1",
     "evil.example/127.0.0.1", "evil.example#127.0.0.1", "127.0.0.1@evil.example", "127.0.0.1/evil", "evil@127.0.0.1",
     "evil:x@127.0.0.1:80", "127.0.0.1?evil", "127.0.0.1#evil", "127.0.0.1:80/evil", "//127.0.0.1", "127.0.0.1\\evil",
     "127.0.0.1:", "127.0.0.1:0x50", "127.0.0.1:٣", "[127.0.0.1]", "[::1]evil", "[::1]:80:80", "::1", "localhoſt",
     "localhost/", "box.lan/", "evil@box.lan", " 127.0.0.1", "127.0.0.1,127.0.0.1"],
)  # fmt: skip
def test_a_foreign_name_is_refused(host: str | None) -> None:
    assert refusal(host) == "foreign_host"


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "https://10.42.0.1.evil.example",
        "null",
        "",
        "http://10.42.0.1:81",
        "10.42.0.1",
        "http://",
        "http://[",
        "http://[::1",
        "http://10.42.0.1/evil",
        "http://10.42.0.1/",
        "http://10.42.0.1?evil",
        "http://evil@10.42.0.1",
        "http:///10.42.0.1",
        "ftp://10.42.0.1",
        "//10.42.0.1",
    ],
)
def test_a_foreign_page_posts_nothing_but_may_link_here(origin: str) -> None:
    assert refusal("10.42.0.1", origin, "POST") == "foreign_origin"
    assert refusal("10.42.0.1", origin, "GET") == ""


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_every_method_that_changes_something_is_guarded(method: str) -> None:
    assert refusal("10.42.0.1", "http://evil.example", method) == "foreign_origin"


@pytest.mark.parametrize(("address", "own"), [
    ("127.0.0.1", True), ("127.8.9.1", True), ("::1", True), ("::ffff:127.0.0.1", True), ("10.42.0.1", False),
    ("", False), (None, False), ("localhost", False), ("0.0.0.0", False), ("::ffff:10.0.0.1", False),
])  # fmt: skip
def test_the_machine_itself_is_known_by_its_address(address: str | None, own: bool) -> None:
    assert gate.is_loopback(address) is own


@pytest.mark.parametrize(("header", "found"), [
    (None, {}), ("", {}), ("seat=abc", {"seat": "abc"}), ("a=1; seat=abc;b=2", {"a": "1", "seat": "abc", "b": "2"}),
    ("seat=a=b", {"seat": "a=b"}), (" seat = abc ", {"seat ": " abc"}),
])  # fmt: skip
def test_cookies_are_read_as_they_are_written(header: str | None, found: dict[str, str]) -> None:
    assert {name: value for name, value in gate.cookies(header).items() if name} == found


# The marks


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_app(open_house(tmp_path), PaperPanel())


def test_every_route_says_who_may_use_it(app: Flask) -> None:
    routes = {rule.endpoint for rule in app.url_map.iter_rules()}
    assert len(routes) > 25
    marks = {route: getattr(app.view_functions[route], "mark", None) for route in routes}
    assert set(marks.values()) == {"anyone", "seat", "host", "deputy", "panel"}
    assert {move.mark for move in MOVES.values()} == {"seat"}
    assert MOVES.keys().isdisjoint(rule.rule for rule in app.url_map.iter_rules()), "one road for each"


def test_a_route_without_a_mark_cannot_run(app: Flask) -> None:
    app.add_url_rule("/forgotten", view_func=lambda: "secret")
    app.testing = True
    with pytest.raises(RuntimeError, match="no mark"):
        app.test_client().get("/forgotten")


def test_no_route_that_changes_something_is_a_get(app: Flask) -> None:
    """A link or a picture on a foreign page can cause a GET, so a GET must change nothing. Asking for a granted claim is the
    one exception."""
    reading = {rule.rule for rule in app.url_map.iter_rules() if rule.methods and "GET" in rule.methods}
    assert reading == {
        "/", "/J/<code>", "/j/<code>", "/claim", "/screen", "/table", "/paper", "/story", "/story/before",
        "/story/<int:number>", "/panel", "/panel.png", "/results", "/results.csv", "/results.zip",
        "/results/<int:number>/play-log", "/art/<sheet>.svg", "/static/<mark>/<path:name>",
        "/words/<code>.json", "/words/<code>/<game>.json", "/generate_204", "/gen_204", "/hotspot-detect.html",
        "/library/test/success.html", "/connecttest.txt", "/ncsi.txt", "/success.txt", "/canonical.html",
        "/check_network_status.txt", "/kept/<game>/<kind>", "/kept/<game>/<kind>/<id_>",
        "/kept/<game>/<kind>/<id_>/file", "/update",
    }  # fmt: skip


MARKED: list[tuple[str, str]] = [
    ("GET", "/screen"), ("GET", "/story"), ("GET", "/story/before"), ("GET", "/story/1"), ("GET", "/paper"),
    ("GET", "/results"), ("GET", "/results.csv"), ("GET", "/results/1/play-log"),
    ("POST", "/options"), ("POST", "/play"), ("POST", "/back"), ("POST", "/leave"), ("POST",
    "/language"), ("POST", "/wants"),
    ("POST", "/piece"), ("POST", "/name"), ("POST", "/start"), ("POST", "/pick"), ("POST", "/order"), ("POST", "/host"),
    ("POST", "/dismiss"), ("POST", "/lobby"), ("POST", "/abandon"), ("POST", "/undo"), ("POST", "/reclaim"),
    ("POST", "/retry"), ("POST", "/settle"), ("POST", "/date"),
]  # fmt: skip


def test_a_phone_without_a_seat_reaches_no_route_that_needs_one(port: int) -> None:
    for cookies in ({}, {"seat": "nobody"}):
        with Phone(port, cookies=cookies) as phone:
            for method, path in MARKED:
                reply = phone.ask(method, path, b"{}" if method == "POST" else None)
                assert (path, reply.status, reply.refused) == (path, 403, "no_seat")


def test_a_foreign_name_or_page_reaches_no_route(phone: Phones, house: House) -> None:
    ana = phone("Ana")
    code = house.guests.door.code
    assert ana.get("/screen", Host="evil.example").refused == "foreign_host"
    assert ana.get("/static/0/companion.js", Host="evil.example").status == 403
    request: Any = {"code": code, "name": "Eve"}
    assert phone().post("/join", request, Origin="http://evil.example").refused == "foreign_origin"
    assert ana.post("/leave", {}, Origin="null").refused == "foreign_origin"
    assert house.guests.seating.seats == ("Ana",)
    assert phone().post("/join", request, Origin=f"http://127.0.0.1:{ana.port}").status == 200


# The simulated panel


def test_the_panel_is_shown_and_pressed_from_this_machine(house: House) -> None:
    panel = PaperPanel()
    with serving(house, panel) as port, Phone(port) as phone:
        reply = phone.get("/panel").json
        assert reply == {"page": "phase", "lines": ["Bali", "Ana"], "code": house.guests.door.code}
        assert phone.get("/panel.png").headers["content-type"] == "image/png"
        assert phone.post("/panel/press", {"button": "ok", "hold": True}).status == 204
        assert [(button.value, hold) for button, hold in panel.pressed] == [("ok", True)]
        assert phone.post("/panel/press", {"button": "ok", "rests": True}).status == 204
        no_rest = (
            {"button": "next", "rests": True},
            {"button": "ok", "rests": True, "hold": True},
            {"button": "ok", "rests": 1},
        )
        for wrong in ({"button": "up"}, {"button": 1}, {"hold": True}, {"button": "ok", "hold": 1}, {}, *no_rest):
            assert phone.post("/panel/press", wrong).status == 400
        assert panel.rested == [True]
        assert len(panel.pressed) == 1


def test_a_box_without_a_simulated_panel_serves_none(port: int) -> None:
    with Phone(port) as phone:
        for method, path in (("GET", "/panel"), ("GET", "/panel.png"), ("POST", "/panel/press")):
            assert phone.ask(method, path, b"{}" if method == "POST" else None).refused == "not_here"


@pytest.mark.parametrize(("is_open", "status"), [(False, 403), (True, 200)])
def test_another_machine_uses_the_panel_only_if_the_settings_say_so(tmp_path: Path, is_open: bool, status: int) -> None:
    app = create_app(open_house(tmp_path, panel_open=is_open), PaperPanel())
    environ = {"REMOTE_ADDR": "10.42.0.7", "HTTP_HOST": "10.42.0.1", "HTTP_ACCEPT": "application/json"}
    assert app.test_client().get("/panel", environ_base=environ).status_code == status


def test_a_forwarded_address_does_not_pass_for_this_machine(tmp_path: Path) -> None:
    app = create_app(open_house(tmp_path), PaperPanel())
    environ = {"REMOTE_ADDR": "10.42.0.7", "HTTP_HOST": "10.42.0.1", "HTTP_ACCEPT": "application/json"}
    forwarded = {"X-Forwarded-For": "127.0.0.1", "Forwarded": "for=127.0.0.1", "X-Real-IP": "127.0.0.1"}
    assert app.test_client().get("/panel", environ_base=environ, headers=forwarded).status_code == 403
