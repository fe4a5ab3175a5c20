"""What is said of a game to whoever does not play it, and afterwards: in words meant for them, and each name once."""

import re
from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from companion.ports.frame import Frame
from companion.ports.panel import Join
from companion.speech.i18n import LANGUAGES, say
from tests.hardware.test_hardware_fits import at_the_box, leaves
from tests.promises.settings import NAMES, SHELF, Setting, settings_of
from tests.promises.walks import Walk, walk
from tests.test_texts import texts
from web.drawing import render

SEEDS = range(3)
PLAYER = {
    "en": re.compile(r"\byou(?:rs?|rsel(?:f|ves))?\b|\bbar\b|\bbelow\b", re.I),
    "fr": re.compile(r"\b(?:vous|votre|vos|vôtres?|tu|toi|ton|tes|maintenez|maintenue|barre)\b", re.I),
    "ja": re.compile("あなた|自分|長押し|バー|ここで答え"),
}
"""What is said to a player alone: of what is his or hers, and of the cover, which only a seat's phone has."""

every_setting = pytest.mark.parametrize("setting", [s for game in SHELF for s in settings_of(game)], ids=str)
every_game = pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)


def walks(setting: Setting) -> list[Walk]:
    return [walk(setting, seed) for seed in SEEDS]


def to_players(said: Iterable[str], language: str) -> list[str]:
    return sorted({words for words in said if PLAYER[language].search(words)})


@every_setting
def test_a_screen_without_a_seat_is_never_spoken_to_as_a_player(setting: Setting) -> None:
    """In no state of a game: neither what is told nor what is asked there."""
    screens = (moment.screen(None) for game in walks(setting) for moment in game.moments)
    found = {repr(words): words for screen in screens for words in texts(screen)}.values()
    assert {say(words, "en") for words in found}
    assert [words for language in LANGUAGES for words in to_players((say(one, language) for one in found), language)] == []


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_room_adds_no_words_to_a_player(game: Any, language: str) -> None:
    """But for the way in, beside the game, which speaks to guests."""
    setting = settings_of(game)[-1]
    pieces = {name: n for n, name in enumerate(setting.names[: setting.seats], 1)}
    for moment in walk(setting, 0).moments:
        empty = Frame(None, pieces, False, 1, "", Join("", "", "", setting.seats), moved=NAMES[:1])
        drawn = render.table_fragment(replace(empty, game=game.id, screen=moment.screen(None)), language)
        said = re.findall(r'(?:>|aria-label=")([^<>"]+)', drawn.partition("<aside")[0])
        assert to_players(said, language) == []


@every_setting
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_box_is_never_spoken_to_as_a_player(setting: Setting, language: str) -> None:
    shown = {leaf.lines() for moment in walk(setting, 1).moments for leaf in leaves(at_the_box(setting, moment, language))}
    assert to_players((line for lines in shown for line in lines), language) == []


@every_setting
def test_a_story_does_not_say_twice_who_told_something(setting: Setting) -> None:
    for game in walks(setting):
        for told in game.table.moment.story():
            assert told.seat is None or not say(told.words, "en").startswith(str(told.seat)), told


def at_the_end(game: Any) -> list[Frame]:
    """The host's phone at each moment after the end of a game with as many as can sit."""
    setting = Setting(game, max(game.sizes(game.options())))
    over = [moment.screen(NAMES[0]) for moment in walk(setting, 1).moments if moment.over]
    pieces = {name: n for n, name in enumerate(NAMES, 1)}
    join = Join("", "", "", setting.seats)
    return [Frame(NAMES[0], pieces, True, 1, "", join, game=game.id, screen=screen) for screen in over]


@every_game
def test_an_offer_does_not_stand_above_what_comes_after_the_end(game: Any) -> None:
    """But for the check of the score, which comes first, answered or not."""
    for frame in at_the_end(game):
        assert frame.screen is not None
        html = str(render.whole(frame, "en"))
        offers = html.find('class="ask"') % len(html)
        checks = any(ask.checks for ask in frame.screen.asks)
        assert (offers < html.index('data-id="again"')) == checks
