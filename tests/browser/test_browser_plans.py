"""The list of games that tables described themselves, and the file of a plan with its faults beside it."""

import re
from typing import Literal

import pytest
from playwright.sync_api import FilePayload, Page, expect

from companion.games.own.kept import BOX_PLANS, PlanKind
from tests.browser.axe import violations
from tests.browser.conftest import SMALL, Box, Boxes, Phones
from tests.browser.test_browser_fits import TURNED
from tests.support.houses import start

pytestmark = pytest.mark.browser

PLANS = "/kept/own/plan"
MINE = f"/{'a' * 32}"
SAMPLE = PlanKind.samples[BOX_PLANS.index("auction")]
AUCTION = {key: value for key, value in (PlanKind().values(SAMPLE) or {}).items() if key not in ("fr", "ja")}
"""The auction as a new owner enters it, in one language."""


@pytest.fixture
def box(boxes: Boxes) -> Box:
    return boxes("Ana", "Ben", "Cho", "Dai")


def opened(phone: Phones, box: Box, path: str = PLANS) -> Page:
    page = phone(box, "Ana")
    page.goto(box.url + path)
    expect(page.locator("h1")).to_be_visible()
    return page


def test_a_game_is_picked_from_the_list_and_played(box: Box, phone: Phones) -> None:
    page = opened(phone, box)
    page.locator(".game-row", has_text="Sealed auction").click()
    expect(page.locator(".picked .title")).to_have_text("Sealed auction")
    page.get_by_role("button", name="Play Sealed auction").click()
    expect(page.get_by_role("button", name="Start Sealed auction with 4")).to_be_visible()


def test_a_game_for_more_says_how_many_are_missing(box: Box, phone: Phones) -> None:
    row = opened(phone, box).locator(".game-row.no", has_text="Wolves at the door")
    expect(row).to_contain_text("You are 4: bring 1 more.")


def test_a_file_names_the_line_of_each_fault_until_there_is_none(box: Box, phone: Phones) -> None:
    page = opened(phone, box)
    page.get_by_role("button", name="New", exact=True).click()
    page.get_by_role("link", name="As a file", exact=True).click()
    field = page.locator("textarea")
    expect(page.locator(".lacks")).to_contain_text("Line 2:")
    field.fill(field.input_value().replace('name = ""', 'name = "Mine"').replace('text = ""', 'text = "Look."'))
    expect(page.locator(".lacks.none")).to_be_visible()


def test_a_file_that_is_too_long_is_refused_with_a_sentence(box: Box, phone: Phones) -> None:
    page = opened(phone, box)
    file: FilePayload = {"name": "long.toml", "mimeType": "application/toml", "buffer": b"#" * 100_000}
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_text("This file is too long: 64 KiB at most.")).to_be_visible()


NUMBER = {"plan": 1, "name": "Number", "players": [2, 4], "step": [{"do": "ask", "question": "Which?", "pick": "number"}]}


def test_a_secret_number_of_three_digits_is_entered_on_a_small_phone_without_scrolling(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben", game="own", plan=NUMBER)
    page = phone(box, "Ana")
    expect(page.locator(".part .covered")).to_have_count(30)
    page.wait_for_function(
        "() => { const asks = document.querySelector('.asks'); return asks.scrollHeight <= asks.clientHeight + 1; }"
    )


class Hands:
    """A new owner who enters a plan. `count` is the number of taps and filled fields."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def tap(self, words: str, role: Literal["button", "link"] = "button") -> None:
        self.count += 1
        self.page.get_by_role(role, name=words).first.click()
        if role == "link":  # another page of the editor, which begins at its heading
            expect(self.page.locator("h1")).to_be_focused()

    def fill(self, label: str, words: str, n: int = 0) -> None:
        self.count += 1
        self.page.get_by_label(label, exact=True).nth(n).fill(words)

    def tap_more(self, n: int) -> None:
        """Unfold more boxes of a row."""
        self.count += 1
        self.page.locator(".list > .plan-row").nth(n).locator("summary").click()

    def choose_in(self, n: int, box: str, words: str) -> None:
        """Choose a value in the box of this kind in an effect."""
        self.count += 1
        self.page.locator(".effect").nth(n).locator(f"[id$={box}]").select_option(label=words)

    def choose(self, label: str, words: str, n: int = 0) -> None:
        self.count += 1
        self.page.get_by_label(label, exact=True).nth(n).select_option(label=words)


def enter_the_auction(hands: Hands) -> None:
    """Enter the rules of the auction from a rulebook, from the first page to the last."""
    hands.tap("Name and players", "link")
    hands.fill("Name of the game", "Sealed auction")
    hands.fill("For … to 8 players", "3")
    hands.fill("For 3 to … players", "6")
    hands.fill("What happens in it?", str(AUCTION["about"]))
    hands.fill("How do you win?", str(AUCTION["aim"]))
    hands.fill("What to get ready, one thing a line", "Choose six things from the table as lots.")
    hands.tap("Back to all parts", "link")
    hands.tap("What is counted", "link")
    hands.tap("+ a counter")
    hands.fill("Name", "money")
    hands.fill("It starts at …, number", "30")
    hands.choose("Who sees it", "Only its owner sees it.")
    hands.tap_more(0)
    hands.fill("It goes from 0 to …", "99")
    hands.choose("Its sign: …", "coin")
    hands.tap("+ a counter")
    hands.fill("Name", "lots", 1)
    hands.tap_more(1)
    hands.fill("It goes from 0 to …", "6", 1)
    hands.choose("Its sign: …", "gem", 1)
    hands.tap("Back to all parts", "link")
    enter_the_rounds(hands)
    hands.tap("Score", "link")
    hands.tap("+ a line")
    hands.fill("Name of this line", "lots")
    hands.choose("Worth …", "so many for each:")
    hands.fill("Worth …, number", "10")
    hands.choose("Worth …, of what", "lots")
    hands.tap("+ a line")
    hands.fill("Name of this line", "money left", 1)
    hands.choose("Worth …", "1 for every", 1)
    hands.fill("Worth …, number", "2", 1)
    hands.tap("+ what decides")


def enter_the_rounds(hands: Hands) -> None:
    hands.tap("Rounds and steps", "link")
    hands.fill("Play … rounds, number", "6")
    hands.tap("1. the box says something", "link")
    hands.fill("What the box says. More lines: one for each round", "Put the next lot into the middle.")
    hands.tap("Back to all parts", "link")
    hands.tap("+ a step")
    hands.choose("In this step: …", "everybody answers")
    hands.fill("The question", "How much for this lot?")
    hands.choose("From 0 to …", "what they have: money")
    hands.fill("Short name of the answer: …", "bid")
    hands.tap("+ something happens")
    hands.choose("… get 1 money", "The highest answer")
    hands.choose("… get 1 money, in a tie", "in a tie, the first after the starting player")
    hands.choose("… get 1 money, from which number", "above 0 only")
    hands.choose_in(0, "add", "lots")
    hands.tap("+ something happens")
    hands.choose_in(1, "then-1-kind", "start the next round")
    hands.tap("+ something happens")
    hands.choose_in(2, "then-2-kind", "pay")
    hands.choose_in(2, "n-kind", "the number they gave: bid")
    hands.tap("Back to all parts", "link")
    hands.tap("Back to all parts", "link")


def test_a_new_owner_enters_the_auction_in_at_most_eighty_actions(box: Box, phone: Phones) -> None:
    page = opened(phone, box)
    hands = Hands(page)
    hands.tap("New")
    enter_the_auction(hands)
    expect(page.locator(".saved")).to_have_text("Saved on the box")
    kept = next(one for one in box.house.owner_things.all("own", "plan") if one.thing.revision)
    assert box.house.owner_things.values(kept) == AUCTION
    assert hands.count <= 80, hands.count


def test_a_usual_formula_can_be_written_as_text(box: Box, phone: Phones) -> None:
    box.house.keep_thing("own", "plan", MINE[1:], 0, {"words": SAMPLE.words})
    page = opened(phone, box, f"{PLANS}{MINE}#score")
    page.get_by_label("Worth …", exact=True).first.select_option(label="a formula")
    page.locator("#box-score-0-n").fill("11 * lots")
    expect(page.locator(".saved")).to_have_text("Saved on the box")
    kept = box.house.owner_things.one("own", "plan", MINE[1:])
    assert (box.house.owner_things.values(kept) or {})["score"][0]["n"] == "11 * lots"


def test_no_page_of_a_plan_is_too_wide_in_large_letters_and_readers_find_no_fault(box: Box, phone: Phones) -> None:
    words = SAMPLE.words.replace("10 * lots", "10 * lot")
    box.house.keep_thing("own", "plan", MINE[1:], 0, {"words": words})
    page = opened(phone, box)
    page.set_viewport_size(SMALL)
    page.goto(box.url + PLANS + MINE)
    expect(page.locator("h1")).to_be_visible()
    for place in ("", "#counters", "#rounds", "#rounds/1", "#try"):
        if place:
            page.evaluate(TURNED, place)
        page.evaluate("document.documentElement.dataset.size = '200'")
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"], place
        assert violations(page) == [], place
    expect(page.get_by_text("Complete the game first: 1 thing is missing or wrong.")).to_be_visible()


CAVE = """plan = 1
name = "Cave"
players = [2, 3]
counter = [{ id = "path", name = "gems on the path", of = "table" }, { id = "held", name = "gems" }]
table = [{ id = "long", rows = { 2 = [5], 3 = [4, 7] } }]
step = [
  { id = "stay", do = "ask", question = "Go on?", pick = "yes", then = [
    { add = "held", n = "path / count(stay == 0)", where = "stay == 0" },
    { set = "path", n = "path % count(stay == 0)" },
    { set = "held", n = 0, where = "stay == 0" },
  ] },
  { do = "work", when = "most(held) < 1", then = [{ add = "path", n = 1 }] },
  { id = "guess", do = "ask", question = "How many?", pick = "number" },
  { id = "truth", do = "enter", by = "table", question = "It was", then = [
    { add = "held", n = "2 * abs(guess - truth)", where = "guess == most(guess if guess <= truth else nothing)" },
    { add = "held", n = "10 * round", where = "guess != truth" },
  ] },
]

[rounds]
number = 99
"""


def test_a_plan_s_first_page_says_its_parts_in_sentences(box: Box, phone: Phones) -> None:
    box.house.keep_thing("own", "plan", MINE[1:], 0, {"words": CAVE})
    page = opened(phone, box, f"{PLANS}{MINE}")
    for words in (
        r"Play at most 99 rounds",
        r"All who answered stay no now have 0 gems",
        r"get a share of gems on the path, for all who answered stay no gems",
        r"now have the rest of gems on the path after shares for all who answered stay no gems on the path",
        r"Only if nobody has at least 1 gems",
        r"All together get 1 gems on the path",
        r"The guess nearest to truth, and not above it get 2 for each of difference between guess and truth gems",
        r"All whose guess differs from truth get 10 times the number of the round gems",
        r"2: 5, 3: 4 7",
    ):
        expect(page.locator("main, body").first).to_contain_text(re.compile(words.replace(" ", r"\s+")))
