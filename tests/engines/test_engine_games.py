"""A whole game, played by taps until the score. With `--long` one of each of the four games is played."""

import pytest

from tests.browser.tapping import No, Players
from tests.engines.conftest import Boxes, Phones
from tests.engines.thumbs import EngineThumb
from tests.promises.settings import NAMES, SHELF, Setting, settings_of

pytestmark = pytest.mark.browser


def few(game: object) -> Setting:
    """Return the usual game with the fewest players."""
    return min(settings_of(game), key=lambda setting: (bool(setting.options), setting.seats))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "setting" in metafunc.fixturenames:
        games = SHELF if metafunc.config.getoption("--long") else [game for game in SHELF if game.id == "bali"]
        metafunc.parametrize("setting", [few(game) for game in games], ids=str)


def test_everything_that_pages_offer_can_be_tapped_until_the_score(boxes: Boxes, phone: Phones, setting: Setting) -> None:
    names = NAMES[: setting.seats]
    box = boxes(*names, game=setting.game.id)
    thumbs = [EngineThumb(box, name, phone(box, name), seed=2) for name in names]
    Players(box, thumbs, seed=2).play()
    for thumb in thumbs:
        thumb.page.has(".ranking")
        assert wrong(thumb.refused) == []


def wrong(refused: list[No]) -> list[No]:
    """Return the refusals of answers that the page offered as possible. Doubled taps, forms and secret answers may be
    refused."""
    return [no for no in refused if not no.doubled and (no.status != 409 or not (no.secret or no.kind in ("send", "tell")))]
