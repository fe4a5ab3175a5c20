"""Teaching on real phones: a newcomer reads the aim of the game and how to win it, and hints leave room for the game."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.core.words import text
from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from tests.browser.conftest import SMALL, Box, Boxes, Phones, rest
from tests.support.houses import start

pytestmark = pytest.mark.browser

BEGINNINGS: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("bali", 2, {"offer": "tracked"}),
    ("buru", 2, {}),
    ("babel", 5, {}),
    ("animism", 3, {}),
    ("animism", 3, {"sheets": "twin"}),
)
NAMES = ("Ana", "Ben", "Cho", "Dai", "Eva")


def begun(boxes: Boxes, game: str, seats: int, **options: Any) -> Box:
    """Return a game of newcomers."""
    box = boxes(*NAMES[:seats])
    box.house.learn(box.house.guests.seating.seats, wants=True)
    start(box.house, *NAMES[:seats], game=game, **options)
    return box


def in_words(key: str, language: str = "en") -> str:
    return say(text(key), language).split("\n")[0].replace("\u200b", "")


def test_the_lobby_says_on_every_screen_what_the_picked_game_is(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    for page in (phone(box, "Ana"), phone(box, "Ben"), phone(box, None, "/table")):
        expect(page.locator(".about, .picked")).to_contain_text(in_words("bali.about"))


def test_people_can_read_how_to_win_at_any_time(boxes: Boxes, phone: Phones) -> None:
    ana = phone(begun(boxes, "bali", 2), "Ana")
    ana.locator("[data-id=more]").tap()
    ana.locator("[data-id='more:aim'] > summary").tap()
    cards = ana.locator("#sheet .aim-card")
    expect(cards).to_have_count(2)
    expect(cards.nth(0)).to_contain_text(in_words("bali.aim"))
    expect(cards.nth(1)).to_contain_text(in_words("bali.card.end"))


def test_hints_begin_and_end_in_the_middle_of_a_game(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben")
    ana = phone(box, "Ana", clock=True)
    ana.locator("[data-id=more]").tap()
    ana.locator("[data-id='more:learn'] > summary").tap()
    for count in (1, 0):
        ana.locator("[data-id='learn:mine']").tap()
        expect(ana.locator(".hints .first")).to_have_count(count)
        rest(ana)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "seats", "options"), BEGINNINGS, ids=[f"{game}-{i}" for i, (game, *_) in enumerate(BEGINNINGS)]
)
def test_a_hint_leaves_two_thirds_of_a_small_phone_to_the_game(
    boxes: Boxes, phone: Phones, game: str, seats: int, options: dict[str, Any], language: str
) -> None:
    """The hint is shown whole, with its reason."""
    ana = phone(begun(boxes, game, seats, **options), "Ana", locale=language)
    expect(ana.locator(".first").first).to_be_visible()
    expect(ana.locator(".because")).to_be_visible()
    height, over = size(ana, "#now")
    assert height <= SMALL["height"] / 3
    assert over <= 1


def size(page: Page, selector: str) -> tuple[float, float]:
    """Return the height of an element, and the height by which its content is too large, in dots."""
    measured: list[float] = page.locator(selector).evaluate(
        "(at) => [at.getBoundingClientRect().height, at.scrollHeight - at.clientHeight]"
    )
    return measured[0], measured[1]
