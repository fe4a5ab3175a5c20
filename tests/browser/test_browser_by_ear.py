"""Whole games of a player by ear and by keys beside ordinary players, with roles, names and announcements alone.

With `EAR=every` in the environment (`make ear`), the player by ear gives every answer of all games, in all languages."""

import os
from collections.abc import Callable
from typing import Any

import pytest

from companion.speech.languages import LANGUAGES
from tests.browser.by_ear import SCRIPT, Decided, Ear, Evening, keys_of_a_round
from tests.browser.conftest import Boxes, Phones
from tests.support.houses import start

pytestmark = pytest.mark.browser

Evenings = Callable[..., list[Evening]]

NAMES = ("Ana", "Ben", "Cho", "Dai", "Eva")
EVERY = os.environ.get("EAR") == "every"
USUAL = (("bali", 2, "en"), ("buru", 2, "fr"), ("babel", 5, "ja"), ("animism", 3, "en"))
OPTIONS: dict[str, dict[str, Any]] = {"animism": {"sheets": "twin", "advanced": True}}
"""The options of a game. In Animism the sheets are on the phones, so that the player by ear draws pieces."""
DESCRIBED = ("own", 3, "en")
"""A game that a table described itself."""
GAMES = [(game, seats, language) for game, seats, _ in (*USUAL, DESCRIBED) for language in LANGUAGES] if EVERY else USUAL


@pytest.fixture
def evening(boxes: Boxes, phone: Phones) -> Evenings:
    """Return a function: `evening("bali", 2, "fr")` is a table of two on which Ana hears her phone in French. `hearing` is
    the number of players by ear."""

    def new(game: str, seats: int, language: str, ear: type[Ear] = Ear, hearing: int = 1) -> list[Evening]:
        assert language in LANGUAGES
        names = NAMES[:seats]
        box = boxes(*names)
        start(box.house, *names, game=game, **OPTIONS.get(game, {}))
        pages = {name: phone(box, name, clock=True, script=SCRIPT, locale=language) for name in names[:hearing]}
        for page in pages.values():
            page.evaluate("allHere()")
        return [Evening(box, ear(page, language), name, names) for name, page in pages.items()]

    return new


def test_each_answer_of_a_turn_of_bali_takes_at_most_twelve_keys(evening: Evenings) -> None:
    (one,) = evening("bali", 2, "en")
    one.follow()
    keys = one.ear.keys_to_answers()
    assert len(keys) > 12
    assert max(keys.values()) <= 12


def test_a_round_of_buru_takes_three_people_at_most_120_keys(evening: Evenings) -> None:
    assert keys_of_a_round(evening("buru", 3, "en", Decided, hearing=3)) <= 120


def test_an_enter_that_is_doubled_or_held_lifts_a_card_and_does_not_send_it(evening: Evenings) -> None:
    (one,) = evening("buru", 2, "en")
    one.wait_for_kind("place")
    before, ear, keyboard = one.table.moment.entries, one.ear, one.page.keyboard
    ear.to_the_question()
    for key in ("1", "ArrowRight", "Enter"):
        ear.press(key)
    assert ear.here().name == ear.press("Enter").name  # a second Enter, on the button that sends
    ear.press("Shift+Tab")
    for _ in range(2):  # the second Enter is held down
        one.page.clock.fast_forward(500)
        keyboard.down("Enter")
    one.page.evaluate("outcome(0)")
    assert one.table.moment.entries == before
    keyboard.up("Enter")
    ear.choose()
    assert one.table.moment.entries == before + 1


def test_a_japanese_phone_shows_where_its_lines_may_break_and_a_reader_hears_nothing_of_it(evening: Evenings) -> None:
    (one,) = evening("babel", 5, "ja")
    for _ in range(2):
        one.follow()
        assert one.page.locator("#now wbr").count()
        assert not any("\u200b" in name for name in one.ear.names())
        one.answer_by_ear()


@pytest.mark.parametrize(("game", "seats", "language"), GAMES)
def test_a_whole_game_is_played_by_ear_and_each_open_change_is_announced_once_in_order(
    evening: Evenings, game: str, seats: int, language: str
) -> None:
    (one,) = evening(game, seats, language)
    if game == "bali":
        one.play_bali()
    if EVERY or game != "bali":
        one.play(EVERY)
    log, at = "\n".join(one.ear.heard()), 0
    for words in one.expected():
        if words not in log[at:] and one.ear.word("said.done") in log[at:]:
            words = one.ear.word("said.done")  # the announcement of the player's own answer
        assert words in log[at:]
        at = log.index(words, at) + len(words)
    others = {one.ear.word("said.of_seat", seat=name, what="") for name in one.names if name != one.seat}
    for words in {words for words in one.expected() if words.startswith(tuple(others))}:
        assert log.count(words) == sum(line.count(words) for line in one.expected())
