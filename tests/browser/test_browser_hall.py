"""The board of a hall in a browser: on a TV or a phone, with five hundred tables, in three languages, with any data of a
store."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from companion.bounds import AGED_SECONDS, SILENT_SECONDS
from companion.hall import layout
from companion.hall.board import Board
from companion.hall.etcd import Drop, Put
from companion.hall.layout import Box
from companion.hall.own_store import Node, cluster, until_they_answer
from companion.hall.store import Store
from companion.settings import Settings
from tests.browser.conftest import NAME, SMALL
from tests.browser.held import SCRIPT, Held
from web.hall.board import HallServer

pytestmark = pytest.mark.browser

Pages = Callable[..., Page]


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    if shutil.which("etcd") is None and not os.environ.get("CI"):
        pytest.skip("needs etcd: apt-get install etcd-server")
    with closing(cluster(tmp_path_factory.mktemp("etcd"), 1)[0].start()) as alone:
        until_they_answer([alone])
        yield alone


@pytest.fixture
def store(node: Node) -> Iterator[Store]:
    with closing(Store([node.address])) as found:
        found.commit([], [Drop("/", all=True)])
        yield found


@pytest.fixture
def page(node: Node, store: Store, chromium: Browser) -> Iterator[Pages]:
    """Yield a function: `page("/")` shows a room of the store. Changes come by the watch. If a script of the page fails, the
    test fails."""
    failed: list[str] = []
    with ExitStack() as stack:
        board = Board([node.address])
        server = HallServer(board, Settings(listen="127.0.0.1:0", names=(NAME,)))
        stack.callback(server.close)
        board.start()
        stack.callback(board.close)

        def new(path: str = "/", script: str = "", **look: Any) -> Page:
            context = chromium.new_context(**{"viewport": SMALL, "locale": "en", **look})
            stack.callback(context.close)
            made = context.new_page()
            made.on("pageerror", lambda error: failed.append(str(error)))
            if script:
                made.clock.install()
                made.add_init_script(script)
            made.goto(f"http://{NAME}:{server.port}{path}")
            return made

        yield new
        assert failed == []


def left(name: str) -> list[Put | Drop]:
    """Return the writes of a box that leaves its table. The entry for screens goes together with the last end."""
    return [Put(layout.table_key(name, "last"), b"sealed"), Drop(layout.table_key(name, "open"))]


@pytest.mark.parametrize("path", ["/", "/table/one"])
def test_a_page_says_that_its_board_is_silent_until_the_board_is_heard_again(page: Pages, path: str) -> None:
    held = Held(page(path, script=SCRIPT))
    held.brings("clock")
    held.page.clock.run_for(SILENT_SECONDS * 1000)
    expect(held.page.locator(".quiet")).to_be_visible()
    held.page.clock.run_for((AGED_SECONDS - SILENT_SECONDS) * 1000)
    expect(held.page.locator(".lost")).to_be_visible()
    held.brings("clock")
    expect(held.page.locator(".quiet, .lost")).to_have_count(0)


def table(name: str, since: int = 1, **more: Any) -> Put:
    seats = ("Ana", "Ben")
    fields: dict[str, Any] = {"box": f"b{name}", "game": "bali", "seats": seats, "pieces": {"Ana": 1, "Ben": 2}, "began": 1}
    return Put(layout.table_key(name, "open"), msgspec.json.encode({**fields, "since": since, **more}))


def box(name: str) -> Put:
    return Put(layout.box_key(f"b{name}"), layout.encode(Box(f"Table {name}", "10.0.0.7:8080", "1")))


def result(name: str, second: int, agreed: bool = True) -> Put:
    score = {"seats": {"Ana": {"total": 9}, "Ben": {"total": 4}}, "ranking": [["Ana"], ["Ben"]]}
    log_: dict[str, Any] = {"box": f"b{name}", "game": "bali", "seats": ("Ana", "Ben"), "score": score, "fingerprint": ""}
    log_ = {**log_, "began": 1, "ended": second, "agreed": agreed}
    return Put(layout.table_key(name, "result"), msgspec.json.encode(log_))


def now(store: Store) -> int:
    store.read("/")
    return store.now() or 0


def names(page: Page) -> list[str]:
    return page.locator(".tables .name").all_inner_texts()


def ago(store: Store, minutes: int) -> int:
    return now(store) - 60 * minutes - 5


def test_the_table_that_waits_longest_comes_first_and_moves_back_when_it_plays(store: Store, page: Pages) -> None:
    waits = {"A": 10, "B": 30, "C": 20}
    store.commit([], [act for name, long in waits.items() for act in (box(name), table(name, ago(store, long)))])
    shown = page()
    expect(shown.locator(".tables .name")).to_have_text(["Table B", "Table C", "Table A"])
    expect(shown.locator(".tables .time")).to_have_text(["waiting 30 min", "waiting 20 min", "waiting 10 min"])
    store.commit([], [table("B", now(store))])
    expect(shown.locator(".tables .name")).to_have_text(["Table C", "Table A", "Table B"])
    store.commit([], [table("C", over=True)])
    expect(shown.locator(".tables .name")).to_have_text(["Table A", "Table B", "Table C"])
    store.commit([], left("A"))
    expect(shown.locator(".tables .name")).to_have_text(["Table B", "Table C"])


def test_tables_that_wait_as_many_minutes_are_sorted_by_name_and_no_answer_moves_them(store: Store, page: Pages) -> None:
    names = ("2", "10", "1")
    store.commit([], [act for n, name in enumerate(names) for act in (box(name), table(name, now(store) + n))])
    shown = page()
    expect(shown.locator(".tables .name")).to_have_text(["Table 1", "Table 2", "Table 10"])
    store.commit([], [table("1", now(store) + 60, awaited=["Ben"])])
    expect(shown.locator(".tables .turns")).to_have_text("Ben")
    expect(shown.locator(".tables .name")).to_have_text(["Table 1", "Table 2", "Table 10"])


TOUCHED = """() => {
  window.rows = [...document.querySelectorAll(".tables li")];
  window.touched = new Set();
  const at = (node) => (node.nodeType === 1 ? node : node.parentElement);
  const touch = ({ target, addedNodes }) => {
    for (const one of [target, ...addedNodes].map(at)) {
      const row = one?.closest("li");
      if (row && !one.closest(".time")) touched.add(row); // time goes by in all of them
    }
  };
  const all = { childList: true, subtree: true, attributes: true };
  new MutationObserver((found) => found.forEach(touch)).observe(document.querySelector("#screen"), all);
}"""


def five_hundred(store: Store) -> None:
    """Open five hundred tables that all wait since the same second, so that almost a minute passes before any row shows
    another time."""
    since = ago(store, 60)
    for at in range(0, 500, 100):
        store.commit([], [table(f"T{n:03}", since) for n in range(at, at + 100)])


def test_only_the_changed_row_of_five_hundred_tables_is_touched(store: Store, page: Pages) -> None:
    five_hundred(store)
    shown = page()
    expect(shown.locator(".tables li")).to_have_count(500)
    shown.evaluate(TOUCHED)
    store.commit([], [table("T007", now(store) + 900, over=False, awaited=["Ben"])])
    expect(shown.locator(".tables li").last.locator(".turns")).to_have_text("Ben")
    assert shown.evaluate("[...touched].map((row) => rows.indexOf(row))") == [7]


def restyled(traced: bytes) -> list[int]:
    """Return, for each time that styles were worked out, the number of elements concerned."""
    events = msgspec.json.decode(traced)["traceEvents"]
    return [event["args"]["elementCount"] for event in events if "elementCount" in event.get("args", {})]


STYLED = """() => {
  for (const row of document.querySelectorAll(".tables li")) row.style.contentVisibility = "visible";
  return document.body.offsetHeight;
}"""
"""Give every row its style now. Otherwise Chromium styles a row out of sight when it comes to it."""


def test_only_the_row_that_moves_among_five_hundred_is_styled_again(store: Store, page: Pages, chromium: Browser) -> None:
    """A style that depends on an element's content (`:has`) would be worked out for the whole page with every row. One of
    three moves may come together with something else, such as a note that the board is silent."""
    five_hundred(store)
    shown = page()
    expect(shown.locator(".tables li")).to_have_count(500)
    shown.evaluate(STYLED)
    most = []
    for name, awaited in (("T007", "Ben"), ("T008", "Ana"), ("T009", "Ben")):
        chromium.start_tracing(page=shown, categories=["devtools.timeline"])
        store.commit([], [table(name, now(store) + 900, awaited=[awaited])])
        expect(shown.locator(".tables li").last.locator(".turns")).to_have_text(awaited)
        most.append(max(restyled(chromium.stop_tracing())))
    assert 0 < min(most) < 200


def test_a_box_that_is_not_heard_of_is_said_to_be_silent(store: Store, page: Pages) -> None:
    store.commit([], [box("A"), table("A")])
    shown = page()
    expect(shown.locator(".tables .name")).to_have_text("Table A")
    expect(shown.locator(".silent")).to_have_count(0)
    store.commit([], [Drop(layout.box_key("bA"))])
    expect(shown.locator(".silent .mute")).to_contain_text("no word from its box")


def test_results_and_standings_come_as_games_end(store: Store, page: Pages) -> None:
    shown = page()
    expect(shown.locator(".evening")).to_contain_text("No game has ended yet.")
    store.commit([], [box("A"), result("A", now(store))])
    expect(shown.locator(".evening .places li")).to_have_text(["Anawon9", "Ben4"])
    expect(shown.locator(".standings tbody tr")).to_have_text(["1Ana111", "2Ben010"])
    store.commit([], [result("B", now(store), agreed=False)])
    expect(shown.locator(".evening .card")).to_have_count(2)
    expect(shown.locator(".evening")).to_contain_text("not counted yet")
    with shown.expect_download() as file:
        shown.locator("a[href='/standings.csv']").click()
    assert file.value.path().read_text("utf-8-sig").splitlines() == [
        "place,number,name,club,won,games,ahead",
        "1,,Ana,,1,1,1",
        "2,,Ben,,0,1,0",
    ]


@pytest.mark.parametrize(("language", "words"), [("en", "The room"), ("fr", "La salle"), ("ja", "会場")])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_the_room_fits_its_screen_in_every_language(
    store: Store, page: Pages, language: str, words: str, width: int
) -> None:
    store.commit([], [table("A"), table("B", over=True), result("B", now(store))])
    shown = page(locale=language, viewport={"width": width, "height": 720})
    expect(shown.locator("h1")).to_contain_text(words)
    assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_address_sets_the_language_of_a_tv(page: Pages) -> None:
    expect(page("/?in=fr").locator("h1")).to_contain_text("La salle")


def test_a_table_s_screen_is_drawn_with_the_page_s_own_blocks(store: Store, page: Pages) -> None:
    tally = {"block": "tally", "counts": [{"n": 7, "sign": "stone", "words": ["seat", {"seat": "Ana"}]}]}
    parts = {"blocks": ["tally"], "block tally": tally, "now": {"line": ["seat", {"seat": "Ana"}]}, "turn": "Ana"}
    store.commit([], [box("A"), table("A", parts=parts)])
    room = page()
    room.locator(".tables a").click()
    expect(room.locator(".sitting .title")).to_contain_text("Table A")
    expect(room.locator(".sitting .tally b")).to_have_text("7")
    store.commit([], [table("A", parts={**parts, "block tally": {**tally, "counts": [{**tally["counts"][0], "n": 8}]}})])  # type: ignore[index,dict-item]
    expect(room.locator(".sitting .tally b")).to_have_text("8")
    store.commit([], left("A"))
    expect(room.locator(".sitting h1")).to_have_text("No game is on at this table any more.")


MARKUP = {"tag": "iframe", "key": "", "attributes": {"src": "/"}, "parts": []}
"""Data that must stay data: a page's own scripts could make an element from it."""


@pytest.mark.parametrize("lie", [MARKUP, "<img src=x>", [["no.such.key", {}]], {"line": 3}, 7, None, ["seat", None]])
def test_bad_data_of_a_store_is_never_drawn_as_markup_and_the_rest_is_shown(store: Store, page: Pages, lie: Any) -> None:
    tally = {"block": "tally", "counts": [{"n": lie, "words": ["seat", {"seat": "Ana"}]}]}
    stack = {"block": "stack", "title": lie, "n": lie, "words": lie}
    note = {"block": "note", "words": ["seat", {"seat": "Ana"}]}
    parts = {"blocks": [lie, "a", "b", "c", "none"], "block a": tally, "block b": stack, "block c": note}
    parts |= {"where": lie, "now": lie, "turn": lie}
    store.commit([], [table("A", parts=parts), table("B", 2, game="<b>", seats=["<i>"], pieces={"<i>": 99})])
    room = page()
    expect(room.locator(".tables li")).to_have_count(2)
    expect(room.locator(".tables li").last.locator(".seat")).to_have_text("<i>")
    room.locator(".tables a").first.click()
    expect(room.locator(".sitting .note")).to_have_text("Ana")
    assert room.locator("iframe, #screen img, #screen i").count() == 0


def test_on_a_wall_tables_come_page_by_page_and_the_longest_wait_stays(store: Store, page: Pages) -> None:
    first = now(store)
    store.commit([], [table(f"T{n:02}", first - 60 * (90 - n)) for n in range(90)])
    shown = page(viewport={"width": 1920, "height": 1080})
    late = shown.locator(".tables .late .name")
    expect(late.first).to_have_text("bT00")
    shown.locator("[data-turn='1']").click()  # a page that was turned by hand stays for a minute
    expect(shown.locator(".pager")).to_contain_text("Page 2 of")
    before = shown.locator(".tables ul:not(.late) .name").all_inner_texts()
    shown.locator("[data-turn='1']").click()
    expect(shown.locator(".tables ul:not(.late) .name").first).not_to_have_text(before[0])
    assert not {*before} & {*shown.locator(".tables ul:not(.late) .name").all_inner_texts()}
    expect(late.first).to_have_text("bT00")
    assert shown.evaluate("document.documentElement.scrollHeight <= innerHeight")
