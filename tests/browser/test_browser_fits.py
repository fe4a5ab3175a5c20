"""Nothing is cut, shortened, broken within a word or covered. The tests measure painted pages at each game's fullest
moments: on phones upright and sideways, with large text, in the room, with narrow and wide letters, in every language."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from companion.core.state import Seat
from companion.speech.languages import LANGUAGES
from tests.browser.conftest import Box, Boxes, Phones, phones, stop_clock
from tests.browser.fitting import FONTS, NAMES, ROOMS, SIZES, Easel, Look, in_its_words, in_turn, looks
from tests.browser.held import SCRIPT
from tests.promises.settings import SHELF, Setting, settings_of
from tests.support.houses import start

pytestmark = pytest.mark.browser

LARGE = 200
"""Text of double size, in percent of the usual size."""

NARROW = ("Roboto", "Noto")

Seen = Callable[..., list[Look]]

every_language = pytest.mark.parametrize("language", LANGUAGES)
long_words = pytest.mark.parametrize("language", ["fr", "ja"])
"""French has the longest words, and Japanese breaks only between phrases. Large text is tested in these two languages, and
each look in one of them where there is room to spare."""


def letters(size: str, language: str) -> dict[str, Any]:
    """Return the fonts for one size and language. Every look is tested with the widest font, in which words are most often
    too long. Every third look is tested with the narrowest font, or with the tallest. Over all sizes and languages each look
    meets all three fonts."""
    at = list(LANGUAGES).index(language)
    turn, third = divmod(list(SIZES).index(size) + at, 3)
    narrow = NARROW[(turn + at) % 2]
    return {"fonts": {font: FONTS[font] for font in ("wide", narrow)}, "thirds": {narrow: third}}


def fullest(game: Any) -> tuple[Setting, ...]:
    """Return the usual game, and the game with all options, each with the most seats."""
    found = (settings_of(game)[0], settings_of(game)[-1])
    most = [max(game.sizes(msgspec.convert(setting.options, game.options))) for setting in found]
    large = [replace(setting, seats=n, names=NAMES) for setting, n in zip(found, most, strict=True)]
    return tuple({str(setting): setting for setting in large}.values())  # a plan has no options, so both games are the same


every_game = pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id, scope="module")
"""One game after the other, because each is played once for all tests of it."""


@pytest.fixture(scope="session")
def easels(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Callable[..., Easel], list[str]]]:
    """Yield a function: `easels(path)` returns one page of each kind for all tests, because each look replaces the one
    before."""
    box, failed = Box.new(tmp_path_factory.mktemp("easels"), "Ana", "Ben"), list[str]()
    start(box.house, "Ana", "Ben")
    with phones(chromium, failed) as phone:

        @cache
        def new(path: str, use: str = "") -> Easel:
            page = phone(box, "Ana", path, clock=True, script=SCRIPT)
            stop_clock(page)
            return Easel(page)

        yield new, failed
    box.stop()


@pytest.fixture
def easel(easels: tuple[Callable[..., Easel], list[str]]) -> Iterator[Callable[..., Easel]]:
    new, failed = easels
    yield new
    assert failed == []


@pytest.fixture(scope="session")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Seen:
    """Return a function: `seen(game, in_the_room)` returns the looks of a game. They are searched once for all sizes, fonts
    and languages, because that takes a drawing of every moment."""
    box = Box.new(tmp_path_factory.mktemp("seen"), "Ana", "Ben")
    start(box.house, "Ana", "Ben")
    empty = box.house.snapshot(Seat("Ana"))
    box.stop()

    @cache
    def found(game: Any) -> list[Look]:
        return looks(fullest(game), (1, 2), empty)

    return lambda game, in_the_room: [look for look in found(game) if (look.snapshot.place.seat is None) is in_the_room]


@every_game
@every_language
@pytest.mark.parametrize("size", SIZES)
def test_nothing_on_a_phone_is_cut_or_broken(seen: Seen, easel: Any, game: Any, language: str, size: str) -> None:
    board, found = easel("/"), seen(game, in_the_room=False)
    found = in_its_words(found, language) if size == "small" else in_turn(found, language)
    assert found
    width, height = SIZES[size]
    board.page.set_viewport_size({"width": width, "height": height})
    wrong = board.faults_of(found, language, **letters(size, language))
    assert wrong == [], "\n".join(wrong)


@every_game
@long_words
@pytest.mark.parametrize("size", [100, LARGE])
def test_nothing_behind_the_cover_is_cut_or_broken(seen: Seen, easel: Any, game: Any, language: str, size: int) -> None:
    board = easel("/", "uncovered")
    found = list({str(look.secret): look for look in seen(game, in_the_room=False)}.values())[language == "ja" :: 2]
    width, height = SIZES["small"]
    board.page.set_viewport_size({"width": width, "height": height})
    wrong = board.faults_of(found, language, **letters("small", language), size=size, thumbs=False, held=True)
    assert wrong == [], "\n".join(wrong)


def test_double_size_has_letters_twice_as_large(seen: Seen, easel: Any) -> None:
    board, (look, *_), sizes = easel("/"), seen(SHELF[0], in_the_room=False), []
    for size in (100, LARGE):
        board.faults_of([look], "en", {"wide": FONTS["wide"]}, size)
        sizes.append(board.page.evaluate("parseFloat(getComputedStyle(document.querySelector('#now')).fontSize)"))
    assert sizes[1] == 2 * sizes[0]


@every_game
@long_words
@pytest.mark.parametrize("name", ["small", "usual"])
def test_nothing_of_double_size_is_cut_or_broken(seen: Seen, easel: Any, game: Any, language: str, name: str) -> None:
    board, found = easel("/"), seen(game, in_the_room=False)
    found = found if name == "small" else found[language == "ja" :: 2]
    width, height = SIZES[name]
    board.page.set_viewport_size({"width": width, "height": height})
    wrong = board.faults_of(found, language, **letters(name, language), size=LARGE)
    assert wrong == [], "\n".join(wrong)


@every_game
@long_words
def test_nothing_of_larger_text_is_cut_or_broken_on_a_phone_on_its_side(
    seen: Seen, easel: Any, game: Any, language: str
) -> None:
    board, found = easel("/"), seen(game, in_the_room=False)[language == "ja" :: 2]
    width, height = SIZES["lying"]
    board.page.set_viewport_size({"width": width, "height": height})
    wrong = board.faults_of(found, language, **letters("lying", language), size=150)
    assert wrong == [], "\n".join(wrong)


@every_game
@every_language
@pytest.mark.parametrize(("name", "font"), [("tv", "wide"), ("large tv", "Roboto")])
def test_nothing_in_the_room_is_cut_or_broken(
    seen: Seen, easel: Any, game: Any, language: str, name: str, font: str
) -> None:
    """Parts that do not fit together are shown in turn, and the test measures each turn. On the large screen each look is
    tested in one language only, because that screen has more room. Its own styles would cut words in any language."""
    board, found, wrong = easel("/table"), seen(game, in_the_room=True), []
    of_this = in_its_words if name == "tv" else in_turn
    found = of_this(found, language) or found  # small games have fewer screens than languages
    assert found
    width, height = ROOMS[name]
    board.page.set_viewport_size({"width": width, "height": height})
    for look in found:
        shown = []
        for turn, (visible, faults) in enumerate(board.turns(look, language, FONTS[font]), 1):
            shown.append(visible)
            wrong += [f"{width} {look.about}, turn {turn}: {fault}" for fault in faults]
        assert all(map(any, zip(*shown, strict=True))), f"{look.about}: something never has its turn"
    assert wrong == [], "\n".join(wrong)


OPENED = """() => {
  const sheet = document.querySelector("#sheet");
  if (!sheet.open) sheet.showModal();
  for (const row of sheet.querySelectorAll("details")) row.open = true;
}"""


def enlarge(page: Page) -> None:
    """Set the browser's own size of letters to 32 px."""
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})


def measured(board: Easel, language: str, sizes: tuple[int, ...] = (100, LARGE)) -> list[str]:
    """Return the faults of the present page, in each size of screen and text. Larger text has the widest letters."""
    wrong = []
    for name, (width, height) in SIZES.items():
        board.page.set_viewport_size({"width": width, "height": height})
        for size in sizes:
            fonts = FONTS if size == 100 else {"wide": FONTS["wide"]}
            wrong += [f"{name} {fault}" for fault in board.faults_here(language, fonts, [size])]
    return wrong


@every_language
@pytest.mark.parametrize("who", ["Béatrice", "おかあさん"])
def test_nothing_in_the_lobby_is_cut_or_broken(boxes: Boxes, phone: Phones, language: str, who: str) -> None:
    """The host's phone is tested, too: the host is the first player. Everything that folds is opened."""
    box = boxes(*NAMES[:6])
    page = phone(box, who, locale=language)
    board = Easel(page)
    wrong = measured(board, language)
    page.evaluate("() => { for (const fold of document.querySelectorAll('#screen > main details')) fold.open = true; }")
    wrong += measured(board, language)
    assert wrong == [], "\n".join(wrong)


@every_language
def test_nothing_in_the_more_sheet_is_cut_or_broken(boxes: Boxes, phone: Phones, language: str) -> None:
    box = boxes(*NAMES[:4])
    start(box.house, *NAMES[:4])
    page = phone(box, NAMES[0], locale=language)
    board = Easel(page)
    expect(page.locator("#sheet")).to_be_attached()  # it comes after the first paint
    page.evaluate(OPENED)
    wrong = measured(board, language)
    assert wrong == [], "\n".join(wrong)


@every_language
def test_no_news_about_people_is_cut_or_broken(boxes: Boxes, phone: Phones, language: str) -> None:
    """Two phones are tested whose seats new phones ask for: one is awaited, the other is the host. Somebody has left,
    too."""
    box, (awaited, other, left) = boxes(*NAMES[:4]), map(Seat, NAMES[:3])
    start(box.house, *NAMES[:4])
    with box.house.changing() as guests:
        guests.leave(left)
        guests.make_host(other)
        for seat in (awaited, other):
            guests.claim(guests.door.code, seat, "192.168.1.99")
    wrong = []
    for seat in (awaited, other):
        page = phone(box, seat, locale=language)
        wrong += measured(Easel(page), language)
        page.evaluate("document.querySelector('#asked')?.showModal()")
        wrong += measured(Easel(page), language)
    assert wrong == [], "\n".join(wrong)


@every_language
def test_nothing_on_the_way_in_is_cut_or_broken(boxes: Boxes, phone: Phones, language: str) -> None:
    box = boxes(*NAMES[:4])
    start(box.house, *NAMES[:4])
    wrong = []
    for path in (f"/J/{box.house.guests.door.code}", "/J/WRONG2", "/"):
        page = phone(box, path=path, locale=language)
        board = Easel(page)
        wrong += [f"{path}: {fault}" for fault in measured(board, language, (100,))]
        enlarge(page)
        wrong += [f"{path}, letters of 32 px: {fault}" for fault in measured(board, language, (100,))]
    assert wrong == [], "\n".join(wrong)


COPIED = ("#name", "#map", "#pieces", "#pieces/0", "#black", "#track", "#sample")
"""Pages of the editor, each with another part."""
TURNED = """(place) => new Promise((turned) => {
  addEventListener("hashchange", () => turned(), { once: true });
  location.hash = place;
})"""


@every_language
def test_nothing_in_the_editor_is_cut_or_broken(boxes: Boxes, phone: Phones, language: str) -> None:
    """A sheet with faults in every part, and everything that can be kept."""
    box = boxes(*NAMES[:3])
    home, wrong = "/kept/animism/layout", []
    draft = {
        "name": "",
        "map": ["D" * 30] * 30,
        "pieces": [{"id": "1", "level": 1, "cells": ["#"]}],
        "track": [["circle", None]],
    }
    with box.house.changing():
        box.house.owner_things.write("animism", "layout", "a" * 32, 0, draft)
    page = phone(box, NAMES[0], home, locale=language)
    page.locator(".copy").wait_for()
    wrong += [f"home {fault}" for fault in measured(Easel(page), language)]
    page.goto(f"{box.url}{home}/{'a' * 32}")
    page.locator(".copy").wait_for()
    board = Easel(page)
    wrong += [f"sheet {fault}" for fault in measured(board, language)]
    for place in COPIED:
        page.evaluate(TURNED, place)
        wrong += [f"{place} {fault}" for fault in measured(board, language)]
    assert wrong == [], "\n".join(wrong)
