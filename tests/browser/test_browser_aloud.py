"""Settings of one person that are kept with the seat: a phone that speaks aloud, fewer words, larger text."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Box, Boxes, Phones
from tests.browser.test_browser_first import LATER, held_back
from tests.support.houses import start

pytestmark = pytest.mark.browser

VOICES = """(() => {
  window.spoken = [];
  const voices = %s;
  const speak = ({ text }) => {
    spoken.push(text);
    dispatchEvent(new Event("spoken"));
  };
  const browser = { getVoices: () => voices, speak, cancel() {}, addEventListener() {} };
  Object.defineProperty(window, 'speechSynthesis', { value: browser });
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
})();
"""
LOCAL = VOICES % "[{ localService: true, lang: 'en-GB' }]"
DISTANT = VOICES % "[{ localService: false, lang: 'en-GB' }, { localService: true, lang: 'de-DE' }]"


@pytest.fixture
def box(boxes: Boxes) -> Box:
    made = boxes("Ana", "Ben")
    start(made.house, "Ana", "Ben")
    return made


def opened(page: Page, title: str) -> None:
    """Open the sheet *more*, and the row with this title."""
    page.get_by_role("button", name="More").click()
    page.locator("#sheet summary", has_text=title).click()


def hears(page: Page, words: str) -> None:
    """Wait until the last sentences that the phone speaks have these words."""
    page.evaluate("(words) => until(() => spoken.at(-1)?.includes(words), 'spoken')", words)


def spoken(page: Page) -> str:
    return " ".join(page.evaluate("spoken"))


def test_a_phone_speaks_if_its_person_wants_and_speaks_secrets_only_while_the_cover_is_open(box: Box, phone: Phones) -> None:
    ben = phone(box, "Ben", script=LOCAL)
    ben.evaluate("allHere()")  # the script that speaks comes later than the first screen
    box.play("Ana", "turn", type="play", card="priest")
    expect(ben.get_by_role("log")).to_contain_text("Ana: Played: 1 priest")
    assert spoken(ben) == ""
    opened(ben, "This phone speaks")
    ben.get_by_role("switch", name="Speak").click()
    hears(ben, "Ana: Played: 1 priest")
    ben.get_by_role("button", name="Close").click()
    box.play("Ana", "scored", type="scored", card="priest")
    expect(ben.get_by_role("log")).to_contain_text("Your turn")
    hears(ben, "Your turn")
    assert "Yours alone" not in spoken(ben)
    for _ in range(2):
        ben.locator(".cover").press("Enter")
    hears(ben, "Yours alone")
    ben.locator(".cover").press("Enter")
    ben.get_by_role("button", name="The game in words").press("Enter")
    hears(ben, "The game in words. What happened since your turn. ")
    assert "Yours alone" not in spoken(ben).rpartition("The game in words")[2]


def test_a_phone_whose_sheet_comes_after_its_newest_screen_still_has_a_voice(box: Box, phone: Phones) -> None:
    ben = phone(box, "Ben", path="/static/0/panel.js", script=LOCAL)
    held_back(ben, LATER)
    ben.goto(box.url, wait_until="commit")
    expect(ben.locator("#now")).to_contain_text("Ana may buy")
    ben.unroute(LATER)
    opened(ben, "This phone speaks")
    ben.get_by_role("switch", name="Speak").click()
    hears(ben, "Ana may buy")


def test_a_phone_without_a_voice_of_its_own_offers_no_speech(box: Box, phone: Phones) -> None:
    ben = phone(box, "Ben", script=DISTANT)
    opened(ben, "This phone speaks")
    expect(ben.get_by_text("no voice of its own")).to_be_visible()
    expect(ben.get_by_role("switch", name="Speak")).to_be_hidden()


def test_fewer_words_and_one_answer_a_line_go_along_to_the_seat_s_next_phone(box: Box, phone: Phones) -> None:
    ana = phone(box, "Ana")
    ana.get_by_role("button", name="More").click()
    with ana.expect_response("**/wants"):
        ana.get_by_role("switch", name="Fewer words").click()
    new = phone(box, "Ana")
    expect(new.locator("html")).to_have_attribute("data-calm", "")
    expect(new.locator(".asks .option").first).to_be_visible()
    lefts = {round(one.bounding_box()["x"]) for one in new.locator(".asks .option").all()[:4]}  # type: ignore[index]
    assert len(lefts) == 1
    expect(new.locator(".asks .short").first).to_be_hidden()
    expect(phone(box, "Ben").locator("html")).not_to_have_attribute("data-calm", "")
