"""A page comes with its first screen. By differences it then shows the same as it would by whole screens."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import msgspec
import pytest
from playwright.sync_api import Browser, CDPSession, Page, Route, expect

from tests.browser.conftest import SCRIPT, SMALL, Boxes
from tests.browser.drawn import Drawing
from tests.promises.settings import Setting
from tests.support.houses import start
from tests.web.test_web_differences import SETTINGS, drawn, snapshots
from web.drawing.pictures import DrawnSnapshot

pytestmark = pytest.mark.browser

FOLLOWS = """async (said) => {
  const [kind, wholes, stories] = JSON.parse(said);
  const [{ draw }, screens, { merged }] =
    await Promise.all(["drawing/nodes.js", "drawing/screens.js", "parts.js"].map(ours));
  const pages = stories.map(() => ({ at: document.createElement("div"), parts: null }));
  const wrong = [];
  for (const [n, whole] of wholes.entries()) {
    const fresh = document.createElement("div");
    if (whole !== null) draw(fresh, screens[kind](JSON.parse(whole).parts));
    for (const [which, page] of pages.entries()) {
      const push = stories[which][n];
      if (push === null) continue;
      page.parts = merged(page.parts, JSON.parse(push));
      draw(page.at, screens[kind](page.parts));
      if (whole !== null && !page.at.isEqualNode(fresh)) wrong.push([which, n]);
    }
    await new Promise((swept) => { setTimeout(swept); });
  }
  return wrong;
}"""
"""Returns the pages that followed a stream and show something else than a page drawn from nothing, and the number of the
screen. One call sends everything, which is quickest. Each screen is parsed when needed and then forgotten, because hundreds
of them slow the browser down. Pages are compared at the screens that have a whole one."""
Story = list[tuple[str | None, str]]
MISSED = (0, 0.7)
"""The shares of the screens that a phone misses, from 0 to 1."""
ENOUGH = 25
"""The number of screens that are checked one by one."""
MANY = 60
"""The number of screens of a whole game that are laid out."""
LONG = 150
"""The number of screens from which a game is long: each of three viewers follows a third of it."""


def story(shown: list[DrawnSnapshot], missed: float) -> Iterator[str | None]:
    """Yield the pushes to a phone that misses this share of its screens, and None for each missed screen."""
    dice, before = Random(1), None
    for now in shown:
        if dice.random() >= missed:
            yield data(now.since(before) if before else now.whole)
            before = now
        else:
            yield None


def data(push: bytes) -> str:
    """Return the data of a written event of the stream."""
    return push.rpartition(b"data: ")[2].strip().decode()


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
@pytest.mark.parametrize(("third", "place"), [(0, 0), (1, 1), (2, None)])
def test_a_reader_of_the_differences_shows_the_same_as_a_reader_of_the_whole(
    drawing: Drawing, tmp_path: Path, setting: Setting, third: int, place: int | None
) -> None:
    """Each moment is compared by one of three viewers: two seats and the room. All compare their last one. Drawing from
    nothing takes longest, and a wrong part stays wrong until it comes again."""
    drawing.speak("en")
    seat = None if place is None else setting.names[place]
    whole = list(snapshots(tmp_path, setting, seat))
    share = len(whole) // 3
    followed = whole if len(whole) < LONG else whole[third * share : (third + 1) * share]
    shown = [drawn(snapshot) for snapshot in followed]
    stories = [[*story(shown, missed)] for missed in MISSED]
    assert all(sum(push is not None for push in pushes) > 10 for pushes in stories)
    wholes = [data(now.whole) if n % 3 == third or now is shown[-1] else None for n, now in enumerate(shown)]
    encoded = msgspec.json.encode(["phone" if seat else "room", wholes, stories])
    assert drawing.run(FOLLOWS, encoded.decode()) == []


def test_the_first_screen_comes_with_the_page_which_asks_for_scripts_styles_and_words_alone(
    chromium: Browser, boxes: Boxes
) -> None:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben")
    asked: list[str] = []

    def serve(route: Route) -> None:
        path = urlsplit(route.request.url).path
        asked.append(path)
        if path == "/" or path.startswith(("/static/", "/words/")):
            route.continue_()
        else:
            route.abort()

    context = chromium.new_context(viewport=SMALL, locale="en")
    context.add_cookies([{"name": "seat", "value": box.tokens["Ana"], "url": box.url}])
    page = context.new_page()
    page.route("**/*", serve)
    with page.expect_request("**/words/**"):
        page.goto(box.url)
    expect(page.locator("#now.lit h1")).to_be_visible()
    expect(page.locator("#asks button").first).to_be_visible()
    assert len([path for path in asked if path.startswith("/words/")]) == 1
    context.close()


@pytest.fixture(params=SETTINGS, ids=str)
def sent(request: pytest.FixtureRequest, chromium: Browser, boxes: Boxes, tmp_path: Path) -> Iterator[tuple[Page, Story]]:
    """Yield Ana's phone, whose stream brings nothing, and the pushes of a game, of which the phone misses some."""
    setting: Setting = request.param
    box = boxes(*setting.names[: setting.seats])
    start(box.house, *setting.names[: setting.seats], game=setting.game.id, **setting.options)
    page = chromium.new_page(viewport=SMALL)
    page.add_init_script(SCRIPT)
    page.context.add_cookies([{"name": "seat", "value": box.tokens["Ana"], "url": box.url}])
    page.route(re.compile(r"/stream(\?.*)?$"), lambda route: route.abort())
    page.goto(box.url)
    expect(page.locator("#now")).to_be_visible()
    page.evaluate("allHere()")
    lobby, *moments, last = snapshots(tmp_path / "walk", setting, setting.names[0])
    shown = [drawn(snapshot) for snapshot in (lobby, *moments[:: len(moments) // MANY + 1], last)]
    yield page, list(zip(story(shown, 0), (data(now.whole) for now in shown), strict=True))
    page.close()


def test_the_browser_computes_the_layout_of_a_picture_once(sent: tuple[Page, Story]) -> None:
    """A page writes everything before it measures anything. A few more layouts are for parts that keys must scroll."""
    page, pushes = sent
    later = [push for push, _ in pushes[1:-1]]
    counts = page.context.new_cdp_session(page)
    counts.send("Performance.enable")
    before = layouts(counts)
    page.evaluate(SHOWS, msgspec.json.encode(later).decode())
    assert layouts(counts) - before < 1.3 * len(later)


SHOWS = """async (pushes) => {
  const { show } = await ours("picture.js");
  for (const push of JSON.parse(pushes)) show(JSON.parse(push));
}"""


def layouts(counts: CDPSession) -> float:
    return next(one["value"] for one in counts.send("Performance.getMetrics")["metrics"] if one["name"] == "LayoutCount")


def test_no_screen_that_comes_is_left_undrawn(sent: tuple[Page, Story]) -> None:
    page, pushes = sent
    assert page.evaluate(KEEPS_UP, msgspec.json.encode(pushes[:ENOUGH]).decode()) == []


KEEPS_UP = """async (said) => {
  const [{ show }, { draw }, { phone }] =
    await Promise.all(["picture.js", "drawing/nodes.js", "drawing/screens.js"].map(ours));
  const words = (root) => [...root.querySelectorAll("#now, .blocks > :not(.talk, .talk-start), .ask")]
    .map((at) => at.dataset.due ?? at.textContent).join("|");
  const fresh = document.createElement("div");
  return JSON.parse(said).flatMap(([push, whole], at) => {
    show(JSON.parse(push));
    draw(fresh, phone(JSON.parse(whole).parts));
    return words(fresh) === words(document.querySelector("#screen")) ? [] : [at];
  });
}"""
"""Returns the pushes after which the page shows something else than they say."""
