"""The organiser's page of a board: only the organiser's word opens it, and a list is sent whole or not at all."""

import io
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from threading import Event

import msgspec
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion import __version__
from companion.bounds import LIST_BYTES
from companion.hall import layout
from companion.hall.board import Board
from companion.hall.etcd import Put
from companion.hall.layout import Box, Ended
from companion.hall.locking import Wish
from companion.hall.numbers import number_in
from companion.hall.own_store import Node
from companion.hall.room import BoxLine
from companion.hall.rooms import RoomNow
from companion.hall.rounds import RoundClock
from companion.hall.store import Store
from companion.settings import Hall, Settings
from web.hall.board import HallServer, create_app
from web.hall.desk import COOKIE, TRIES, Desk

WORD = "ABCD-EFGH-JKMN-PQRS"
SECONDS = 60.0
Browsers = Callable[..., FlaskClient]


@pytest.fixture
def board(node: Node, store: Store) -> Iterator[Board]:
    for id_, name, version in (("a1", "Window", __version__), ("b2", "<Door>", "0.0.1")):
        store.commit([], [Put(layout.box_key(id_), layout.encode(Box(name, "", version)))])
    with closing(Board([node.address], beat_seconds=0.05).start()) as found:
        until(found, lambda boxes: len(boxes) == 2)
        yield found


def until(board: Board, holds: Callable[[list[BoxLine]], bool]) -> None:
    """Wait until the board shows these boxes."""
    changed = Event()
    board.watch(changed.set)
    while not holds(board.boxes()):
        assert changed.wait(SECONDS), board.boxes()
        changed.clear()


@pytest.fixture
def browser(node: Node, board: Board) -> Browsers:
    """Return a function that opens a browser at a board. Without `word` the board only shows."""
    hall = Hall(stores=(node.address,), login=f"organiser:{WORD}")
    app = create_app(board, (), Desk(hall))
    bare = create_app(board, (), Desk(None))

    def new(may: bool = True) -> FlaskClient:
        return (app if may else bare).test_client()

    return new


def enter(browser: FlaskClient, word: str = WORD) -> TestResponse:
    return browser.post("/organise/enter", data={"word": word})


def send(browser: FlaskClient, file: bytes, what: str = "tables") -> TestResponse:
    return browser.post(f"/organise/{what}", data={"list": (io.BytesIO(file), "x.csv")}, headers={"Accept": "text/html"})


def test_only_browsers_that_entered_the_word_see_which_boxes_are_ready(browser: Browsers) -> None:
    mine, other = browser(), browser()
    assert enter(mine, f" {WORD.lower()} ").status_code == 303
    page = mine.get("/organise").text
    assert "Window" in page
    assert "&lt;Door&gt;" in page
    assert "0 of 2 boxes are ready" in page
    assert "Window" not in other.get("/organise").text


@pytest.mark.parametrize("path", ["/organise/tables.csv", "/organise/people.csv", "/organise/plan.csv", "/organise/log.csv"])
def test_the_organiser_s_routes_refuse_everybody_else(path: str, browser: Browsers, store: Store) -> None:
    stranger = browser()
    stranger.set_cookie(COOKIE, "guessed")
    assert stranger.get(path).status_code == 403
    assert send(stranger, b"1,Window\n").status_code == 403
    for act in ("round", "act", "plan", "announce", "lock", "allow", "rule"):
        assert stranger.post(f"/organise/{act}", data={"number": "1", "en": "x"}).status_code == 403
    assert layout.number_key("a1") not in store.names(layout.BOXES)


def test_wrong_words_are_refused_and_too_many_of_them_for_a_while(browser: Browsers) -> None:
    for _ in range(TRIES):
        assert "not the organiser" in enter(browser(), "WRONG").text
    assert enter(browser(), WORD).status_code == 409


def test_a_board_without_the_word_only_shows(browser: Browsers) -> None:
    bare = browser(may=False)
    assert "only shows" in bare.get("/organise").text
    assert enter(bare, "").status_code == 409


def test_a_sent_list_gives_numbers_and_replaces_the_earlier_ones(browser: Browsers, board: Board, store: Store) -> None:
    mine = browser()
    enter(mine)
    assert send(mine, b"table,box\n12,Window\n7,b2\n").headers["Location"] == "/organise?done=tables&count=2"
    until(board, lambda boxes: [box.number for box in boxes] == ["7", "12"])
    saved = mine.get("/organise/tables.csv")
    assert saved.data.decode("utf-8-sig") == "table,box\r\n7,<Door>\r\n12,Window\r\n"
    assert send(mine, b"9,Window\n").status_code == 303
    until(board, lambda boxes: [box.number for box in boxes] == ["9", ""])


def test_a_sent_list_of_people_can_be_saved_again(browser: Browsers, board: Board) -> None:
    mine = browser()
    enter(mine)
    assert send(mine, b"number,name,club\n17,Ana,Go\n42,Ana,\n", "people").headers["Location"].endswith("people&count=2")
    until(board, lambda _: len(board.people().by_number) == 2)
    assert mine.get("/organise/people.csv").data.decode("utf-8-sig") == "number,name,club\r\n17,Ana,Go\r\n42,Ana,\r\n"
    assert "2 people are on the list" in mine.get("/organise").text


def test_a_list_with_a_fault_changes_nothing(browser: Browsers, store: Store) -> None:
    mine = browser()
    enter(mine)
    send(mine, b"12,Window\n")
    refused = send(mine, b"1,Window\n1,b2\n2,Nobody\n")
    assert refused.status_code == 409
    assert "Line 2" in refused.text
    assert "Line 3" in refused.text
    assert number_in(store.read(layout.number_key("a1"))[layout.number_key("a1")].value) == "12"


@pytest.mark.bound("LIST_BYTES")
def test_a_list_of_too_many_bytes_is_refused_in_a_sentence(browser: Browsers) -> None:
    mine = browser()
    enter(mine)
    assert "too large" in mine.post("/organise/tables", data=b"x" * (LIST_BYTES + 1)).text


def test_a_long_list_reaches_the_board(board: Board) -> None:
    server = HallServer(board, Settings(listen="127.0.0.1:0"))
    with closing(server), closing(HTTPConnection("127.0.0.1", server.port, timeout=SECONDS)) as asking:
        asking.request("POST", "/organise/tables", b" " * LIST_BYTES)
        assert asking.getresponse().status == 403


def test_the_page_does_not_claim_that_nothing_changed_if_a_store_did_not_answer(board: Board, tmp_path: Path) -> None:
    hall = Hall(stores=("http://127.0.0.1:1",), login=f"organiser:{WORD}")
    mine = create_app(board, (), Desk(hall)).test_client()
    enter(mine)
    refused = send(mine, b"1,Window\n").text
    assert "It may have done this all the same" in refused
    assert "Nothing was changed" not in refused


def test_a_round_is_prepared_opened_and_timed_on_the_page_and_the_board_shows_it(browser: Browsers, board: Board) -> None:
    mine = browser()
    enter(mine)
    assert "Oracle" in mine.get("/organise?game=bali").text
    round_ = {"number": "2", "minutes": "60", "tables": "1-20", "game": "bali", "option oracle": "1"}
    assert mine.post("/organise/round", data=round_).status_code == 303
    until(board, lambda _: bool(board.rounds()))
    assert board.rounds()[0].round.options == {"oracle": True}
    assert send_plan(mine, b"1,5,6\n").status_code == 303
    for act, shown in (("open", "clock is stopped"), ("start", "60 min left"), ("more", "65 min left"), ("end", "is over")):
        mine.post("/organise/act", data={"number": "2", "act": act})
        until(board, lambda _, shown=shown: shown in mine.get("/organise").text)  # type: ignore[misc]
    assert mine.get("/organise/plan.csv?number=2").data.decode("utf-8-sig") == "table,number,name\r\n1,5,\r\n1,6,\r\n"


@pytest.mark.parametrize(
    "minutes", [{}, {"minutes": "0"}, {"minutes": "-5"}, {"minutes": "x"}, {"minutes": "601"}], ids=repr
)
def test_a_clock_is_not_set_to_minutes_that_are_missing_or_that_no_round_has(
    minutes: dict[str, str], browser: Browsers, board: Board, store: Store
) -> None:
    mine = browser()
    enter(mine)
    mine.post("/organise/round", data={"number": "2", "minutes": "60"})
    mine.post("/organise/act", data={"number": "2", "act": "open"})
    before = store.read(layout.CLOCKS)[layout.CLOCKS].value
    refused = mine.post("/organise/act", data={"number": "2", "act": "set"} | minutes)
    assert refused.status_code == 409
    assert "A round has 1 to 600 minutes." in refused.text
    assert store.read(layout.CLOCKS)[layout.CLOCKS].value == before


def test_the_page_asks_the_organiser_to_check_a_clock_after_a_long_absence_of_the_board(
    browser: Browsers, board: Board, store: Store
) -> None:
    mine = browser()
    enter(mine)
    mine.post("/organise/round", data={"number": "2", "minutes": "60"})
    mine.post("/organise/act", data={"number": "2", "act": "open"})
    store.commit([], [Put(layout.CLOCKS, msgspec.json.encode([RoundClock("2", 7, 600, True, 1, is_unsure=True)]))])
    until(board, lambda _: "No board was on for a while" in mine.get("/organise").text)
    mine.post("/organise/act", data={"number": "2", "act": "set", "minutes": "9"})
    until(board, lambda _: "No board was on for a while" not in mine.get("/organise").text)
    assert "9 min left" in mine.get("/organise").text


def send_plan(browser: FlaskClient, file: bytes) -> TestResponse:
    data = {"list": (io.BytesIO(file), "x.csv"), "number": "2"}
    return browser.post("/organise/plan", data=data, headers={"Accept": "text/html"})


FAULTY_ROUNDS = ({"number": "=1"}, {"minutes": "0"}, {"minutes": "x"}, {"tables": "9-1"}, {"tables": "1," * 600 + "1"})


@pytest.mark.parametrize("fault", FAULTY_ROUNDS, ids=lambda fault: repr(fault)[:30])
def test_a_round_with_a_fault_is_refused_in_a_sentence(fault: dict[str, str], browser: Browsers, board: Board) -> None:
    mine = browser()
    enter(mine)
    refused = mine.post("/organise/round", data={"number": "2", "minutes": "60", "tables": "", "game": "bali"} | fault)
    assert refused.status_code == 409
    assert "Nothing was changed" in refused.text


def test_an_announcement_is_on_the_board_until_it_is_taken_off(browser: Browsers, board: Board) -> None:
    mine = browser()
    enter(mine)
    mine.post("/organise/announce", data={"en": " Lunch <now> ", "fr": "", "ja": "昼食"})
    until(board, lambda _: board.announced() is not None)
    assert "Lunch &lt;now&gt;" in mine.get("/organise").text
    assert "news" in board.parts()
    mine.post("/organise/announce", data={"en": "x" * 161})
    assert board.announced() is not None
    mine.post("/organise/announce")
    until(board, lambda _: board.announced() is None)


def test_results_are_there_for_programs(browser: Browsers) -> None:
    assert browser(may=False).get("/results.json").json == []


def test_the_page_sets_the_lock_allows_a_move_and_lists_both(browser: Browsers, board: Board, store: Store) -> None:
    mine = browser()
    enter(mine)
    assert mine.post("/organise/lock", data={"takes": "word", "number": "12x4"}).status_code == 409
    assert mine.post("/organise/lock", data={"takes": "organiser"}).status_code == 303
    owner = layout.Owner("a1", 1)
    wish = Put(layout.wish_key("b2", "T"), layout.encode(Wish("b2", 2)))
    store.commit([], [Put(layout.table_key("T", "owner"), layout.encode(owner)), wish])
    until(board, lambda _: bool(board.wishes()))
    assert "&lt;Door&gt; asks for table Window" in mine.get("/organise").text
    data = {"table": "T", "box": "b2", "reason": "the box fell"}
    assert mine.post("/organise/allow", data=data).status_code == 303
    assert layout.decode(store.read(layout.allowed_key("T"))[layout.allowed_key("T")].value, Wish) == Wish("b2", 2)
    until(board, lambda _: len(board.log()) == 2 and not board.wishes())
    assert mine.post("/organise/allow", data=data).status_code == 409
    assert "the box fell" in mine.get("/organise").text
    assert "lock,organiser" in mine.get("/organise/log.csv").text


def test_a_result_is_ruled_with_a_reason_alone(browser: Browsers, board: Board, store: Store) -> None:
    score = {"ranking": [["Ana"], ["Ben"]], "seats": {"Ana": {"total": 3}, "Ben": {"total": 1}}}
    ended = Ended(box="a1", game="bali", seats=("Ana", "Ben"), score=score, fingerprint="", began=0, ended=2**31)  # type: ignore[arg-type]
    store.commit([], [Put(layout.table_key("T", "result"), layout.encode(ended))])
    until(board, lambda _: bool(board.results()))
    mine = browser()
    enter(mine)
    assert mine.post("/organise/rule", data={"table": "T", "counts": "yes", "reason": " "}).status_code == 409
    mine.post("/organise/rule", data={"table": "T", "counts": "yes", "reason": "seen by a judge"})
    until(board, lambda _: board.results()[0].agreed)
    assert "1,,Ana" in mine.get("/standings.csv").text
    public = (browser(may=False).get("/results.json").text, *map(bytes.decode, board.parts().values()))
    assert [words for words in public if "seen by a judge" in words] == []


def test_a_board_describes_its_room_to_a_board_of_boards(browser: Browsers, board: Board) -> None:
    found = msgspec.json.decode(browser(may=False).get("/room.json").data, type=RoomNow)
    assert found == RoomNow(0, 0, 0)
