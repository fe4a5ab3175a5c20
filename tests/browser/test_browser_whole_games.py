"""Whole games of the shelf, played by tapping what the pages offer: nothing that is drawn as legal is refused, nobody who is
awaited has nothing to press, and who taps everything twice has answered once. A game is tapped in legs, side by side: up to
where one begins, bots have played."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from playwright.sync_api import expect

from companion.bots import next_answer
from companion.core.knowledge import Seat
from companion.core.words import Refused
from companion.house.house import House
from companion.house.lots import Lots, SeededLots
from tests.browser.conftest import Box, Boxes, Phones
from tests.browser.tapping import SCRIPT, No, Players, Thumb
from tests.promises.settings import NAMES, SHELF, Setting, settings_of
from tests.support.houses import playing, start

pytestmark = pytest.mark.browser

Evening = Callable[..., tuple[Box, list[No]]]


def few(setting: Setting) -> bool:
    """The usual game, each way to hold its cards or sheets, what lies open on the table, and what goes round in a ring."""
    usual = not setting.options and setting is settings_of(setting.game)[0]
    return (
        usual
        or "hands" in setting.options
        or setting.options in ({"sheets": "twin"}, {"offer": "tracked"}, {"ambelau": True})
    )


def smallest(setting: Setting) -> Setting:
    """The same with as few people as can play it so: each of them opens a phone."""
    sizes = setting.game.sizes(msgspec.convert(setting.options, setting.game.options))
    return replace(setting, seats=min(sizes))


SETTINGS = [smallest(setting) for game in SHELF for setting in settings_of(game) if few(setting)]
BEGINS = (0, 3, 6, 9)
"""How many tenths of a game bots have played before each leg. The last one is short: who taps at random ends a game late."""
LEGS = len(BEGINS)
MOST = 3000
"""Answers; a game of bots that is longer never ends."""
every_leg = pytest.mark.parametrize(("setting", "leg"), [(s, leg) for s in SETTINGS for leg in range(LEGS)], ids=str)


@pytest.fixture
def evening(boxes: Boxes, phone: Phones) -> Evening:
    """`evening(setting, seed, leg)` is a box where that leg of a game was tapped, the last one to the score, and all that
    the box refused."""

    def play(setting: Setting, seed: int, leg: int) -> tuple[Box, list[No]]:
        names = NAMES[: setting.seats]
        box = boxes(*names)
        start(box.house, *names, game=setting.game.id, **setting.options)
        whole = length(setting, seed)
        begun, answers = BEGINS[leg] * whole // 10, 3 * whole // 10
        bots(box.house, names, begun, SeededLots(seed))
        thumbs = [Thumb(box, name, phone(box, name, clock=True, script=SCRIPT), seed) for name in names]
        Players(box, thumbs, seed).play(None if leg == LEGS - 1 else answers)
        for thumb in thumbs if leg == LEGS - 1 else ():
            expect(thumb.page.locator(".ranking")).to_be_attached()
        return box, [no for thumb in thumbs for no in thumb.refused]

    return play


@cache
def length(setting: Setting, seed: int) -> int:
    """How many answers such a game has if bots play it to its end."""
    names = setting.names[: setting.seats]
    with TemporaryDirectory() as folder:
        house = playing(Path(folder), *names, game=setting.game.id, **setting.options)
        bots(house, names, MOST, SeededLots(seed))
        assert house.table is not None
        entries = house.table.moment.entries
        house.journal.close()
    return entries


def bots(house: House, names: Sequence[Seat], answers: int, lots: Lots) -> None:
    """So many answers, or as many as there are before the game ends."""
    key = 0
    while house.table is not None and house.table.moment.entries < answers:
        answer = next_answer(house.table, names, lots.pick)
        if answer is None:
            return
        seat, due, do = answer
        with suppress(Refused):  # a bot that fills in a form may have filled in nonsense
            heard = house.play(seat, due, do, f"bot {(key := key + 1)}")
            if not heard:  # it takes two
                house.play(next(name for name in names if name != seat), due, do, f"bot {(key := key + 1)}")


@every_leg
def test_what_pages_offer_can_be_tapped_until_the_score_and_who_taps_twice_has_answered_once(
    evening: Evening, setting: Setting, leg: int
) -> None:
    """Each double tap tells one answer at most, and one that only opens or chooses something none: `Players` sees to it."""
    box, refused = evening(setting, seed=2, leg=leg)
    # The rules may refuse what was filled in, and to a secret question what one does not hold; the contract nothing.
    assert [
        no for no in refused if not no.doubled and (no.status != 409 or not (no.secret or no.kind in ("send", "tell")))
    ] == []
    assert box.house.table is not None
    assert box.house.table.moment.over or leg < LEGS - 1
