"""The set-up on real screens: each player ticks their own part and may read the first minute, until the table is ready."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.core.state import Seat
from companion.core.words import own_words, text
from companion.house import prompts
from companion.snapshot.hall import Announced, Organised
from companion.speech.say import say
from tests.browser.conftest import SMALL, Boxes, Phones, rest, stop_clock, tapped
from tests.browser.drawn import Drawing
from tests.browser.fitting import FONTS, Easel
from tests.support.houses import open_house, playing, seats_of, sit_down, start
from tests.support.markup import read

pytestmark = pytest.mark.browser

HEIGHTS = "[...document.querySelectorAll('.tick')].map((at) => at.offsetHeight)"


def test_two_people_set_the_table_up_and_play_only_then(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben", is_set_up=False)
    pages = {name: phone(box, name) for name in ("Ana", "Ben")}
    for name, page in pages.items():
        expect(page.locator(".ask")).to_have_count(0)
        mason = page.locator(f"[data-id='tick:{name}:mason']")
        mason.tap()
        expect(mason).to_have_attribute("aria-checked", "true")
    for seat in seats_of(box.house):
        for step in box.house.table.set_up.of(seat) if box.house.table else ():
            prompts.tick(box.house, 1, seat, step.name, done=True)
    pages["Ben"].get_by_role("button", name="The table is ready").tap()
    for page in pages.values():
        expect(page.locator(".set-up")).to_have_count(0)


def test_the_rooms_screen_shows_the_page_that_the_host_reads(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben", is_set_up=False)
    room, ana = phone(box, path="/table"), phone(box, "Ana")
    ana.locator("[data-open=minute]").first.tap()
    expect(room.locator(".minute-room")).to_contain_text("Page 1 of 6")
    ana.get_by_role("button", name="Next").first.tap()
    expect(room.locator(".minute-room")).to_contain_text("Page 2 of 6")
    ana.get_by_role("button", name="Skip all").first.tap()
    expect(room.locator(".minute-room")).to_have_count(0)


def test_trouble_and_an_announcement_are_on_the_rooms_screen_before_the_game_too(tmp_path: Path, drawing: Drawing) -> None:
    house = open_house(tmp_path)
    sit_down(house, "Ana", "Ben")
    house.store.show_organised(Organised(news=Announced(1, own_words({"en": "Lunch at noon"}, "en"))))
    trouble = text("trouble.disk_full")
    acts: list[Callable[[], None]] = [
        lambda: start(house, "Ana", "Ben", is_set_up=False),
        lambda: prompts.read_minute(house, 1, 2),
        lambda: prompts.skip(house, 1),
    ]
    snapshots = []
    for act in acts:
        act()
        house.store.set(trouble=trouble)
        snapshots.append(house.snapshot(None))
    drawn = drawing.each(snapshots)
    assert ["minute-room" in html for html in drawn] == [False, True, False]
    assert all("Lunch at noon" in html and say(trouble, "en") in html for html in drawn)


def test_a_step_of_each_player_waits_for_nobody_else(tmp_path: Path, drawing: Drawing) -> None:
    house = playing(tmp_path, "Ana", "Ben", "Cho", game="animism", is_set_up=False)
    for step in ("minute", "pencil", "sheet"):
        prompts.tick(house, 1, Seat("Ana"), step, done=True)
    (fourth,) = read(drawing.html(house.snapshot(Seat("Ana")))).find(**{"data-id": "tick:Ana:fourth"})
    assert fourth.attributes["class"] == "tick now-of"


def test_pages_turn_by_themselves_if_the_host_likes(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben", is_set_up=False)
    room, ana = phone(box, path="/table"), phone(box, "Ana", clock=True)
    box.is_watched()  # pages turn by themselves only if somebody watches the room's screen
    ana.locator("[data-open=minute]").first.tap()
    expect(room.locator(".minute-room")).to_contain_text("Page 1 of 6")
    ana.get_by_label("Turn the page every 12 seconds").tap()
    tapped(ana)
    stop_clock(ana)
    for page in range(2, 7):
        ana.clock.run_for(12_000)
        expect(room.locator(".minute-room")).to_contain_text(f"Page {page} of 6")
    ana.clock.run_for(60_000)
    expect(ana.get_by_role("button", name="I am ready")).to_be_visible()


def test_a_ready_player_has_ticked_the_first_minute_and_finds_it_again_behind_the_dots(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben", is_set_up=False)
    ana = phone(box, "Ana", clock=True)
    ana.locator("[data-open=minute]").first.tap()
    for page in range(5):
        rest(ana)
        ana.locator(f"[data-id='minute:next:{page}']").tap()
    rest(ana)
    ana.get_by_role("button", name="I am ready").tap()
    expect(ana.locator("[data-id='tick:Ana:minute']")).to_have_class("tick told")
    box.house.start_early(1)
    expect(ana.locator(".from-above")).to_have_count(0)
    rest(ana)
    ana.get_by_role("button", name="More").tap()
    rest(ana)
    ana.get_by_text("How to win").tap()
    rest(ana)
    ana.locator("[data-id='minute:open']").tap()
    expect(ana.locator("#minute")).to_contain_text("Have the most points when the deck runs out.")


@pytest.mark.parametrize("language", ["fr", "ja"])
def test_nothing_is_cut_broken_or_wider_than_the_smallest_phone(boxes: Boxes, phone: Phones, language: str) -> None:
    box = boxes("Ana", "Ben", "Cho")
    start(box.house, "Ana", "Ben", "Cho", game="buru", is_set_up=False, tokoh=True, ukum=True, ambelau=True)
    page = phone(box, "Ana", viewport=SMALL, locale=language)
    expect(page.locator(".from-above")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert Easel(page).faults_here(language, {"wide": FONTS["wide"]}, [100, 200]) == []


def test_two_ticks_right_after_each_other_both_count(boxes: Boxes, phone: Phones) -> None:
    """No row moves when it is ticked, so that no tap looks like the second of a double tap. All rows are visible, because a
    scroll between two taps would take more time."""
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben", is_set_up=False)
    ana = phone(box, "Ana", viewport={"width": 320, "height": 1000})
    ticks = ana.locator("button.tick[role=checkbox]")
    expect(ticks.first).to_be_visible()
    before = ana.evaluate(HEIGHTS)
    for n in range(ticks.count()):
        ticks.nth(n).tap()
    for n in range(ticks.count()):
        expect(ticks.nth(n)).to_have_attribute("aria-checked", "true")
    assert ana.evaluate(HEIGHTS) == before
