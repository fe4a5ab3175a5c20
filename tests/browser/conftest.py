"""Fixtures with a real Chromium, and boxes that phones reach by a host name over plain http. On localhost, browsers allow a
page more."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from companion.core.blocks import Block
from companion.core.state import Seat
from companion.house.house import House
from tests.browser.drawn import Drawing
from tests.support.houses import open_house, playing, sit_down
from tests.support.markup import Tag, read
from tests.web.test_web_storms import until
from web.serving.server import Server

NAME = "table.test"
SMALL = {"width": 320, "height": 568}
TELEVISION = {"width": 1280, "height": 720}
KNOWN = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Browsers with the same engine. The first one has no windows, and is the quickest: a whole browser draws a window around
each phone, which takes longer than our pages."""
CHROMIUM = next(filter(None, map(shutil.which, KNOWN)), None)

SCRIPT = (Path(__file__).parent / "phone.js").read_text("utf-8")

expect.set_options(timeout=30_000)

HIDES = """(what) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${what} { visibility: hidden !important; }`);
  document.adoptedStyleSheets.push(sheet);
}"""
"""Hides parts of a page, without a change of what is around them."""


@dataclass
class Box:
    """A house and its server. It can be stopped, and started again on the same port."""

    folder: Path
    house: House
    server: Server
    tokens: dict[str, str]
    hosts: tuple[str, ...] = (NAME,)

    @classmethod
    def new(cls, folder: Path, *names: str, panel: Any = None, hosts: tuple[str, ...] = (NAME,), **settings: Any) -> "Box":
        """Return a box in this folder, in the lobby, with these people seated."""
        house = open_house(folder, names=hosts, **settings)
        tokens = sit_down(house, *names)
        return cls(folder, house, Server(house, panel), tokens, hosts)

    @property
    def url(self) -> str:
        return f"http://{NAME}:{self.server.port}"

    def stop(self) -> None:
        self.server.close()
        self.house.journal.close()

    def restart(self) -> None:
        """Start the box again with the same folder and port, as after a power cut."""
        self.house = open_house(self.folder, listen=f"127.0.0.1:{self.server.port}", names=self.hosts)
        self.server = Server(self.house, None)

    def due(self, seat: str, kind: str) -> str:
        """Return the due of this seat's question of this kind."""
        assert self.house.table is not None
        asks = self.house.table.moment.screen(Seat(seat)).asks
        return next(ask.due for ask in asks if ask.kind == kind)

    def play(self, seat: str, kind: str, /, **do: Any) -> None:
        """Give an answer as if from another phone."""
        due = self.due(seat, kind)
        self.house.play(Seat(seat), due, do, f"{due} {seat}")

    def is_watched(self) -> None:
        """Wait until the box knows that somebody watches the room's screen. That screen is drawn before its stream opens."""
        until(lambda: self.house.presence.watched is not None)

    @property
    def entries(self) -> int:
        """Return the number of answers in the journal."""
        assert self.house.table is not None
        return self.house.table.moment.entries


Boxes = Callable[..., Box]
Phones = Callable[..., Page]
Draw = Callable[[Block], Tag]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    if CHROMIUM is None and os.environ.get("CI") != "true":
        pytest.skip("there is no Chromium on this machine")
    rules = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-background-networking", rules]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def drawing(chromium: Browser) -> Iterator[Drawing]:
    """Yield a page that draws the snapshots of a test with the box's own scripts."""
    context = chromium.new_context()
    context.add_init_script(SCRIPT)
    yield Drawing(context.new_page())
    context.close()


@pytest.fixture
def draw(tmp_path: Path, drawing: Drawing) -> Draw:
    """Return a function that draws one block alone, between the now-line and the question."""
    house = playing(tmp_path, "Ana", "Ben")
    snapshot = house.snapshot(Seat("Ana"))
    house.journal.close()

    def drawn(block: Block) -> Tag:
        assert snapshot.screen is not None
        screen = replace(snapshot.screen, view=replace(snapshot.screen.view, blocks=(block,)))
        return read(drawing.html(replace(snapshot, screen=screen))).classed("blocks")[0]

    return drawn


@pytest.fixture
def boxes(tmp_path: Path) -> Iterator[Boxes]:
    """Yield a function: `boxes("Ana", "Ben")` returns a box in the lobby, with these two seated."""
    made: list[Box] = []

    def new(*names: str, panel: Any = None, **settings: Any) -> Box:
        folder = tmp_path / f"box{len(made)}"
        folder.mkdir()
        made.append(Box.new(folder, *names, panel=panel, **settings))
        return made[-1]

    yield new
    for box in made:
        box.stop()


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Phones]:
    """Yield a function: `phone(box, "Ana")` returns Ana's phone on the box's page, and without a name a phone without a
    seat. `script` and `before` are there before the page comes, because loading it again takes long. If a script of the page
    fails, the test fails."""
    failed: list[str] = []
    with phones(chromium, failed) as new:
        yield new
        assert failed == []


@contextmanager
def phones(chromium: Browser, failed: list[str]) -> Iterator[Phones]:
    """Yield the function of the fixture `phone`. Errors of the pages' scripts are added to `failed`."""
    with ExitStack() as stack:

        def new(
            box: Box,
            name: str | None = None,
            path: str = "/",
            clock: bool = False,
            script: str = "",
            before: Callable[[Page], None] = lambda page: None,
            **look: Any,
        ) -> Page:
            size = TELEVISION if path == "/table" else SMALL
            usual = {"viewport": size, "locale": "en", "has_touch": True, "reduced_motion": "reduce"}
            context = chromium.new_context(**{**usual, **look})
            stack.callback(context.close)
            if name is not None:
                context.add_cookies([{"name": "seat", "value": box.tokens[name], "url": box.url}])
            page = context.new_page()
            page.add_init_script(SCRIPT + script)
            page.on("pageerror", lambda error: failed.append(str(error.stack)))
            if clock:
                page.clock.install()
            before(page)
            page.goto(box.url + path)
            return page

        yield new


def tapped(page: Page) -> None:
    """Wait until the last tap has become a click."""
    page.evaluate("tapped()")


def tap(at: Locator) -> None:
    """Tap an element. Wait until the tap has become a click, because a page shows no effect before."""
    at.tap()
    tapped(at.page)


def stop_clock(page: Page, seconds: int = 4) -> None:
    """Stop the page's clock, which a test turns from now on. It stops this many seconds from now, because on a busy machine
    this call may take so long. The page would say after five seconds that its box is silent. First the page fetches all that
    comes later: it gives up a request that lasts too long by its clock, and would wait for ever before the next try."""
    page.evaluate("window.allHere?.()")  # a board has no such script
    page.clock.pause_at(page.evaluate("Date.now() / 1000") + seconds)


def pictures_there(page: Page) -> None:
    """Wait until the page has the pictures of its screen. It fetches them after its first paint, so its clock must run."""
    page.evaluate("async () => (await ours('drawing/art.js')).artThere()")


def rest(page: Page) -> None:
    """Wait half a second, like a player who looks before the next tap. The page must have a clock that tests turn. First the
    page hears everything on its way: a tap, a fold that opened, a scroll."""
    page.evaluate("drawnAgain()")
    page.clock.fast_forward(500)
