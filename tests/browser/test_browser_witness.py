"""The box's file is replaced by an older one while phones are open, reloaded, or asleep. Each phone is a witness."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Box, Boxes, Phones
from tests.support.houses import start

pytestmark = pytest.mark.browser

WORDS = "the box has gone back to an earlier state"


@pytest.fixture
def box(boxes: Boxes) -> Box:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben")
    return box


def saved(box: Box) -> Path:
    """Return a copy of the box's folder as it is now."""
    box.house.journal.checkpoint()
    return Path(shutil.copytree(box.folder, box.folder.with_name("earlier")))


def put_back(box: Box, earlier: Path) -> None:
    """Stop the box as a power cut does, and put its old files back."""
    box.stop()
    shutil.rmtree(box.folder)
    shutil.copytree(earlier, box.folder)
    box.restart()


def sees_the_answer(page: Page) -> None:
    expect(page.locator("#now")).to_contain_text("Tap the scored card")


def test_an_open_phone_raises_the_alarm_on_all_screens_until_the_host_takes_note(box: Box, phone: Phones) -> None:
    earlier = saved(box)
    ana, ben, room = phone(box, "Ana"), phone(box, "Ben"), phone(box, path="/table")
    box.play("Ana", "turn", type="play", card="priest")
    for page in (ana, ben, room):
        sees_the_answer(page)
    put_back(box, earlier)
    for page in (ana, ben, room):
        expect(page.locator(".alert").first).to_contain_text(WORDS)
        expect(page.locator("#now")).to_contain_text("Ana may buy" if page != ana else "Your turn")
    box.house.retry()
    for page in (ana, ben, room):
        expect(page.locator(".blocks .alert")).to_have_count(0)


def test_a_reloaded_phone_still_knows(box: Box, phone: Phones) -> None:
    earlier = saved(box)
    ben = phone(box, "Ben")
    box.play("Ana", "turn", type="play", card="priest")
    sees_the_answer(ben)
    ben.goto("about:blank")  # nothing is left of the page except what it kept on the phone
    put_back(box, earlier)
    ben.goto(box.url)
    expect(ben.locator(".alert").first).to_contain_text(WORDS)


def test_a_box_that_lost_nothing_is_not_doubted(box: Box, phone: Phones) -> None:
    ana, ben = phone(box, "Ana"), phone(box, "Ben")
    box.play("Ana", "turn", type="play", card="priest")
    sees_the_answer(ben)
    box.stop()
    box.restart()
    box.play("Ana", "scored", type="scored", card="priest")
    for page in (ana, ben):
        expect(page.locator("#now")).to_contain_text("Ben may buy" if page == ana else "Your turn")
        expect(page.locator(".blocks .alert")).to_have_count(0)
