"""A phone draws its first screen of a game, and takes an answer, before the rest of its page is there."""

from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Page, Route, expect

from companion.speech.say import page_catalogue
from tests.browser.conftest import Boxes, Phones, rest
from tests.browser.drawn import Drawing
from tests.support.houses import start
from tests.support.markup import parts_in
from tests.web.test_web_first import first_page, first_words

LATER = "**/later.*"
WORDS = "**/words/**"
DRAWN = """async ([words, parts]) => {
  const { learn } = await ours("say.js");
  learn(JSON.parse(words), () => new Promise(() => {}));
  const [{ draw }, { phone }] = await Promise.all(["drawing/nodes.js", "drawing/screens.js"].map(ours));
  const at = document.createElement("div");
  draw(at, phone(JSON.parse(parts)));
  return at.querySelectorAll("main .cover, main h1").length;
}"""
"""Draws a screen with a few words. A word that is missing fails, unless only a sheet needs it."""
SAID = """async (words) => {
  const [{ learn }, { tellChanges }] = await Promise.all(["say.js", "telling.js"].map(ours));
  const live = document.body.appendChild(Object.assign(document.createElement("div"), { id: "live" }));
  const { "said.of_seat": missing, ...few } = words.messages;
  const picture = (...happened) => ({ place: { table: 1, seat: "Ana" }, meanwhile: { happened } });
  const changed = picture({ number: 1, seat: "Ben", words: [["app.title", {}]] });
  learn({ ...words, messages: few }, () => new Promise(() => {}));
  tellChanges(picture());
  try {
    tellChanges(changed);
  } catch (error) {
    learn(words);
    tellChanges(changed);
  }
  live.remove();
  return live.textContent;
}"""
"""Says a change of which a word comes late."""


def test_a_phone_takes_an_answer_while_the_rest_of_its_page_is_held_back(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben")
    page = phone(box, "Ana", path="/static/0/panel.js", clock=True)
    held = held_back(page, LATER)
    page.goto(box.url, wait_until="commit")
    before, answer = box.entries, page.locator(".asks [data-do]:not([data-why])").first
    expect(answer).to_be_visible()
    rest(page)
    page.locator(".dots").click()  # this tap waits, and is forgotten at the next one
    page.locator(".asks [data-why]").first.click()
    rest(page)
    expect(page.locator(".refusal")).to_be_visible()
    answer.click()
    expect(page.locator(".undo")).to_be_visible()
    assert box.entries == before + 1
    assert sorted(Path(route.request.url).suffix for route in held) == [".css", ".js"]

    rest(page)
    page.locator(".dots").click()  # this tap waits
    expect(page.locator("#sheet")).to_have_count(0)
    for route in held:
        route.continue_()
    expect(page.locator("#sheet")).to_be_visible()
    assert drawn_outside(page) == ["briefing"], "nothing that people see has moved"


def test_a_tap_on_the_game_in_words_waits_for_its_words(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben")
    page = phone(box, "Ana", path="/static/0/panel.js")
    held = held_back(page, WORDS)
    with page.expect_request(WORDS):
        page.goto(box.url, wait_until="commit")
    page.locator("[data-brief]").first.press("Enter")
    expect(page.locator("#briefing")).to_be_hidden()
    for route in held:
        route.continue_()
    expect(page.locator("#briefing h3").first).to_be_visible()
    expect(page.locator("#briefing-title")).to_be_focused()


def held_back(page: Page, pattern: str) -> list[Route]:
    """Return the requests of this pattern, which wait until the test lets them go on."""
    held = list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    page.route(pattern, hold)
    return held


def drawn_outside(page: Page) -> list[str]:
    """Return the ids of hidden parts of the main element."""
    return page.evaluate("[...document.querySelectorAll('main > [hidden]')].map(({ id }) => id)")  # type: ignore[no-any-return]


def test_the_rest_of_a_page_comes_though_it_failed_at_first(boxes: Boxes, phone: Phones) -> None:
    box, failed = boxes("Ana", "Ben"), list[str]()

    def fail_first(route: Route) -> None:
        kind = Path(route.request.url.partition("?")[0]).suffix
        if kind in failed:
            route.continue_()
        elif kind == ".json":
            route.fulfill(body='{"messages": {"more')  # the words break off
        else:
            route.abort()
        failed.append(kind)

    start(box.house, "Ana", "Ben")
    page = phone(box, "Ana", path="/static/0/panel.js", clock=True)
    page.route(LATER, fail_first)
    page.route(WORDS, fail_first)
    page.goto(box.url, wait_until="commit")
    expect(page.locator(".dots")).to_be_visible()
    rest(page)
    page.locator(".dots").click()
    expect(page.locator("#sheet")).to_be_visible()
    assert sorted(failed) == [".css", ".css", ".js", ".js", ".json", ".json"]


@pytest.mark.parametrize("game", ["animism", "babel", "bali", "buru"])
def test_the_few_words_of_a_page_say_all_of_its_first_screen(tmp_path: Path, drawing: Drawing, game: str) -> None:
    for n, answers in enumerate((0, 3, 14)):
        (tmp_path / str(n)).mkdir()
        page = first_page(game, tmp_path / str(n), "fr", answers)
        words = msgspec.json.encode(first_words(page)).decode()
        assert drawing.run(DRAWN, [words, msgspec.json.encode(parts_in(page)).decode()]) == 2
    drawing.forget()


def test_a_change_is_said_once_its_words_are_here(drawing: Drawing) -> None:
    words = msgspec.to_builtins(page_catalogue("en"))
    assert drawing.run(SAID, words) == f"Ben: {words['messages']['app.title']}."
    drawing.forget()
