"""The box answers every malformed request with a reason, changes nothing, and goes on."""

import asyncio
import json
import socket
from collections.abc import Callable, Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.bounds import ANSWER_BYTES, BODY_BYTES, HEAD_BYTES, KEY_LETTERS, QUESTION_BYTES
from companion.house.house import House
from tests.support.games import play
from tests.support.houses import facts, open_house
from tests.support.phones import PATIENCE, Phone, serving
from web.app import create_app
from web.serving.answers import MOVES
from web.serving.asgi import FlaskBridge

VALID: dict[str, dict[str, Any]] = {
    "/join": {"code": "WRONG1", "name": "Eve"},
    "/settle": {"seat": "Ben", "digits": "42", "yes": True, "others": [{"seat": "Ana", "digits": "43"}]},
    "/deny": {"digits": "42"},
    "/withdraw": {},
    "/options": {"game": "bali", "options": {"oracle": True}},
    "/abandon": {"table": 99},
    "/language": {"language": "fr"},
    "/wants": {"size": "150", "calm": "yes", "time": ""},
    "/start": {"game": "bali", "seats": ["Ana", "Ben"], "options": {}},
    "/pick": {"game": "bali"},
    "/order": {"seats": ["Ben", "Ana"]},
    "/date": {"now": "2026-11-22T21:40"},
    "/piece": {"piece": 9},
    "/name": {"name": "Anna"},
    "/host": {"seat": "Ben"},
    "/dismiss": {"seat": "Ben"},
    "/lobby": {},
    "/undo": {"key": "k"},
    "/reclaim": {"table": 99},
    "/apart": {"table": 99},
    "/round": {"round": "2"},
    "/retry": {},
    "/play": {"due": "1.turn-1", "key": "k", "do": {"type": "discard"}},
    "/back": {"key": "k"},
    "/tick": {"table": 99, "seat": "Ana", "step": "mason", "done": True},
    "/ready": {"table": 99},
    "/skip": {"table": 99},
    "/minute": {"table": 99, "page": 0},
    "/stage": {"of": "99.region", "step": 1},
    "/pause": {"of": "99.region", "paused": True},
    "/together": {"together": False},
    "/unveil": {"of": "99.region"},
    "/learn": {"learns": True, "all": False},
    "/points": {"hides": True},
    "/quiet": {"quiet": True},
    "/beside": {"name": "Eve"},
    "/pass": {"seat": "Ben"},
    "/timer": {"seconds": 180},
}
ELSEWHERE = {"/leave", "/panel/press"}
"""Routes that are left out. After the first nobody is at the table, and the second needs a panel."""

words = st.text(max_size=30) | st.sampled_from(["", "Ana", "\x00", "x" * 5000, "bali", "1.turn-1", "__class__", "{0}"])
numbers = st.integers() | st.sampled_from([0, -1, 2**63, 2**64, 10**400])
values = st.recursive(
    st.none() | st.booleans() | numbers | st.floats() | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=12,
)


@st.composite
def bodies(draw: Callable[[Any], Any]) -> tuple[str, bytes]:
    """Return a route and a random body for it: a good body with one wrong field, any JSON, or bytes that are no JSON."""
    path = draw(st.sampled_from(sorted(VALID)))
    how = draw(st.sampled_from(["field", "field", "more", "anything", "bytes"]))
    if how == "bytes":
        return path, draw(st.binary(max_size=200))
    if how == "anything" or not VALID[path]:
        return path, json.dumps(draw(values)).encode("utf-8", "surrogatepass")
    field = draw(words) if how == "more" else draw(st.sampled_from(sorted(VALID[path])))
    return path, json.dumps({**VALID[path], field: draw(values)}).encode("utf-8", "surrogatepass")


@pytest.fixture(scope="module")
def at_the_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, Phone]]:
    """Yield a house in the middle of a game, and its host's phone."""
    folder: Path = tmp_path_factory.mktemp("malformed")
    house = open_house(folder)
    with serving(house) as port, Phone(port) as ana, Phone(port) as ben:
        ana.join(house.guests.door.code, "Ana")
        ben.join(house.guests.door.code, "Ben")
        assert ana.post("/start", VALID["/start"]).status == 204
        play(house, most=6)
        yield house, ana
    house.journal.close()


def test_no_route_that_takes_a_body_is_left_out(at_the_table: tuple[House, Phone]) -> None:
    rules = create_app(at_the_table[0]).url_map.iter_rules()
    plain = {rule.rule for rule in rules if "POST" in (rule.methods or ()) and not rule.arguments}
    assert plain | MOVES.keys() == VALID.keys() | ELSEWHERE


@settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(sent=bodies())
def test_no_body_is_a_fault_of_the_box_or_changes_anything(
    at_the_table: tuple[House, Phone], sent: tuple[str, bytes]
) -> None:
    house, ana = at_the_table
    path, body = sent
    before = facts(house)
    answer = ana.post(path, body)
    if answer.status in (200, 204):  # the random body was a good one
        if house.table is None:
            house.start(VALID["/start"])  # the request ended the game
        return
    assert answer.status in (400, 403, 409, 413, 429), answer.body
    assert answer.refused
    assert facts(house) == before


@pytest.mark.parametrize("path", sorted(VALID))
@pytest.mark.parametrize(
    "body",
    [b"[", b"\xff\xfe", b"null", b"[]", b'"x"', b"1", b'{"a":1,"a":1}', b'{"due":1.5}', b"NaN", b"[" * 8000, b'{"a":' * 3000,
     b'{"key":"\\ud800"}', b" ", b"\xef\xbb\xbf{}"],
)  # fmt: skip
def test_json_that_is_no_object_is_malformed(at_the_table: tuple[House, Phone], path: str, body: bytes) -> None:
    answer = at_the_table[1].post(path, body)
    assert (answer.status, answer.refused) == (400, "malformed")


@pytest.mark.parametrize("path", sorted(VALID))
def test_a_field_that_a_route_does_not_know_is_malformed(at_the_table: tuple[House, Phone], path: str) -> None:
    answer = at_the_table[1].post(path, VALID[path] | {"more": 1})
    assert (answer.status, answer.refused) == (400, "malformed")


@pytest.mark.parametrize(
    ("path", "field"),
    [(path, field) for path, request in VALID.items() for field, value in request.items() if isinstance(value, int)],
)
def test_a_number_for_a_switch_is_refused_and_so_is_the_reverse(
    at_the_table: tuple[House, Phone], path: str, field: str
) -> None:
    value = VALID[path][field]
    for wrong in (int(value), float(value)) if isinstance(value, bool) else (True, float(value)):
        answer = at_the_table[1].post(path, VALID[path] | {field: wrong})
        assert (answer.status, answer.refused) == (400, "malformed")


@pytest.mark.parametrize(
    "sent",
    [
        {"due": 5}, {"due": ["1.turn-1"]}, {"key": ""}, {"key": "x" * (KEY_LETTERS + 1)}, {"key": None}, {"key": 5},
        {"do": []}, {"do": None},
        {"do": {}}, {"do": {"type": None}}, {"do": {"type": ["play"]}}, {"do": "discard"},
    ],
)  # fmt: skip
def test_an_impossible_answer_is_malformed(at_the_table: tuple[House, Phone], sent: dict[str, Any]) -> None:
    answer = at_the_table[1].post("/play", VALID["/play"] | sent)
    assert (answer.status, answer.refused) == (400, "malformed")


@pytest.mark.bound("KEY_LETTERS")
def test_a_key_may_have_as_many_letters_as_the_bound_and_not_one_more(at_the_table: tuple[House, Phone]) -> None:
    _, ana = at_the_table
    for path, request in (("/play", {"due": "9.nobody-asked", "do": {"type": "discard"}}), ("/back", {})):
        assert ana.post(path, request | {"key": "x" * KEY_LETTERS}).status != 400
        assert ana.post(path, request | {"key": "x" * (KEY_LETTERS + 1)}).status == 400


def test_an_answer_that_its_question_does_not_know_is_malformed(at_the_table: tuple[House, Phone]) -> None:
    house, ana = at_the_table
    before = facts(house)
    for n, do in enumerate(
        [{"type": "set"}, {"type": "set", "seat": "Zoe", "stones": 1}, {"type": "set", "seat": "Ana", "stones": -1},
         {"type": "set", "seat": "Ana", "stones": 10**6}, {"type": "set", "seat": "Ana", "stones": True},
         {"type": "set", "seat": "Ana", "stones": None}, {"type": "set", "seat": ["Ana"], "stones": 1},
         {"type": "discard"}]
    ):  # fmt: skip
        answer = ana.post("/play", {"due": None, "key": f"k{n}", "do": do})
        assert (do, answer.status, answer.refused) == (do, 400, "malformed")
    assert facts(house) == before


@pytest.mark.bound("BODY_BYTES", "ANSWER_BYTES")
@pytest.mark.parametrize(("path", "most"), [("/play", ANSWER_BYTES), ("/pick", BODY_BYTES)])
def test_a_body_that_is_too_long_is_413_and_the_next_one_is_read(
    at_the_table: tuple[House, Phone], path: str, most: int
) -> None:
    _, ana = at_the_table
    for length in (most + 1, QUESTION_BYTES - HEAD_BYTES):
        answer = ana.post(path, b" " * length)
        assert (answer.status, answer.refused) == (413, "too_large")
    assert ana.post(path, b" " * most).status == 400
    assert ana.get("/screen").status == 200


def raw(port: int, request: bytes, goes_away: bool = False) -> bytes:
    """Return the box's whole reply to these bytes. `goes_away`: the caller sends no more after them."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as one:
        one.sendall(request)
        if goes_away:
            one.shutdown(socket.SHUT_WR)
        parts = []
        while part := one.recv(65536):
            parts.append(part)
    return b"".join(parts)


HEAD = b"POST /play HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"


@pytest.mark.parametrize(
    "sent",
    [
        b"", b"\r\n\r\n", b"hello\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"\x00" * 500,
        HEAD + b"Content-Length: -1\r\n\r\n", HEAD + b"Content-Length: ten\r\n\r\n",
        HEAD + b"Content-Length: 99999999999\r\n\r\n{",
        HEAD + b"Content-Length: 5\r\n\r\n{", HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        HEAD + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        b"GET " + b"/x" * 40_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: y\r\n" * 5000 + b"Connection: close\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET /stream HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
        b"GET /%ff%00%0d%0a?%ff HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: \xff\xfe=\xff; seat=\xff\r\nAccept-Language: \xff\r\n"
        b"Connection: close\r\n\r\n",
    ],
)  # fmt: skip
def test_bytes_that_are_almost_http_change_nothing_and_the_box_goes_on(
    at_the_table: tuple[House, Phone], sent: bytes
) -> None:
    house, ana = at_the_table
    before = facts(house)
    answer = raw(ana.port, sent, goes_away=True)
    assert b" 500 " not in answer.split(b"\r\n")[0]
    assert facts(house) == before
    with Phone(ana.port, cookies=ana.cookies) as again:
        assert again.get("/screen").status == 200


@pytest.mark.parametrize("origin", [b"http://[", b"http://[::1", b"[", b"http://\xff[", b"//[]"])
def test_a_bad_origin_is_refused_in_words(at_the_table: tuple[House, Phone], origin: bytes) -> None:
    bytes_ = b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    answer = raw(at_the_table[1].port, bytes_ % origin)
    assert answer.startswith(b"HTTP/1.1 403 ")
    assert b"foreign_origin" in answer


def test_a_chunked_body_is_bounded_too(at_the_table: tuple[House, Phone]) -> None:
    chunk = b"1000\r\n" + b" " * 4096 + b"\r\n"
    with_seat = (
        HEAD + b"Transfer-Encoding: chunked\r\nCookie: seat=" + at_the_table[1].cookies["seat"].encode() + b"\r\n\r\n"
    )
    assert b" 413 " in raw(at_the_table[1].port, with_seat + chunk * 5 + b"0\r\n\r\n").split(b"\r\n")[0]
    assert b" 400 " in raw(at_the_table[1].port, with_seat + b"2\r\n{}\r\n0\r\n\r\n").split(b"\r\n")[0]


def test_no_more_of_an_endless_body_is_read_than_the_bound() -> None:
    chunks, lines = iter(range(100)), []

    async def receive() -> dict[str, Any]:
        next(chunks)
        return {"type": "http.request", "body": b"x" * 1000, "more_body": True}

    async def send(message: MutableMapping[str, Any]) -> None:
        lines.append(message)

    def pages(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        start("413 TOO LARGE", [])
        return [environ["CONTENT_LENGTH"].encode()]

    scope = {"method": "POST", "path": "/", "query_string": b"", "server": ("h", 1), "http_version": "1.1", "headers": []}
    bridge = FlaskBridge(pages, threads=1, most=5000)
    with ThreadPoolExecutor(1) as aside:  # this thread may already have a loop, from a browser
        aside.submit(lambda: asyncio.run(bridge(scope, receive, send))).result()
    bridge.close()
    assert next(chunks) == 6
    assert (lines[0]["status"], lines[1]["body"]) == (413, b"5001")


EDGES = (-1, 0, 2**31, 2**32, 2**53 + 1, 10**18, 2**63 - 1, 2**63, 2**64, 10**39)
"""Numbers at the limits of number formats."""


@pytest.mark.parametrize("number", [*map(str, EDGES), "9" * 5000, "%D9%A3"], ids=lambda number: number[:20])
def test_no_number_in_an_address_is_a_fault_of_the_box(at_the_table: tuple[House, Phone], number: str) -> None:
    house, ana = at_the_table
    if not house.owner_things.things:
        draft = ana.get("/kept/animism/layout").json["begun"]
        assert ana.ask("PUT", KEPT, json.dumps({"revision": 0, "draft": draft}).encode()).status == 200
    rules = [rule.rule for rule in create_app(house).url_map.iter_rules() if "<int:number>" in rule.rule]
    assert rules
    paths = [*(rule.replace("<int:number>", number) for rule in rules), f"{KEPT}?revision={number}", f"/update?at={number}"]
    for path in paths:
        for method in ("GET", "DELETE", "PUT"):
            assert ana.ask(method, path, b"" if method == "PUT" else None).status < 500, (method, path[:80])


@pytest.mark.parametrize("number", EDGES)
@pytest.mark.parametrize(
    ("path", "field"),
    [(path, field) for path, request in VALID.items() for field, value in request.items() if type(value) is int],
)
def test_no_number_in_a_body_is_a_fault_of_the_box(
    at_the_table: tuple[House, Phone], path: str, field: str, number: int
) -> None:
    assert at_the_table[1].post(path, VALID[path] | {field: number}).status < 500


KEPT = f"/kept/animism/layout/{'a' * 32}"
"""The address of a thing that the host keeps."""
DOUBLED = {
    "names, the box's own last": (b"Host: evil.example\r\nHost: 127.0.0.1\r\n", b"foreign_host"),
    "names, the box's own first": (b"Host: 127.0.0.1\r\nHost: evil.example\r\n", b"foreign_host"),
    "pages, the box's own last": (
        b"Host: 127.0.0.1\r\nOrigin: http://evil.example\r\nOrigin: http://127.0.0.1\r\n",
        b"foreign_origin",
    ),
    "pages, the box's own first": (
        b"Host: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nOrigin: http://evil.example\r\n",
        b"foreign_origin",
    ),
    "seats, the true one last": (b"Host: 127.0.0.1\r\nCookie: seat=nobody\r\nCookie: seat=%s\r\n", b"no_seat"),
    "seats, the true one first": (b"Host: 127.0.0.1\r\nCookie: seat=%s\r\nCookie: seat=nobody\r\n", b"no_seat"),
}


@pytest.mark.parametrize("path", [b"/play", b"/language"], ids=["on the loop", "by Flask"])
@pytest.mark.parametrize("doubled", DOUBLED.values(), ids=DOUBLED)
def test_a_field_that_comes_twice_does_not_count(
    at_the_table: tuple[House, Phone], path: bytes, doubled: tuple[bytes, bytes]
) -> None:
    lines, why = doubled
    if b"%s" in lines:
        lines %= at_the_table[1].cookies["seat"].encode()
    accepts = b"Accept: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
    assert why in raw(at_the_table[1].port, b"POST " + path + b" HTTP/1.1\r\n" + lines + accepts)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(path=st.text(alphabet=st.characters(min_codepoint=33, max_codepoint=126), max_size=40), query=st.text(max_size=10))
def test_no_address_is_a_fault_of_the_box(at_the_table: tuple[House, Phone], path: str, query: str) -> None:
    from urllib.parse import quote

    _, ana = at_the_table
    answer = ana.get("/" + path.replace("#", "").replace("?", "") + "?" + quote(query))
    assert answer.status in (200, 302, 308, 400, 403, 404, 405)
