"""Whole games by ear and by keys, beside ordinary players: by roles, names and announcements alone."""

from collections.abc import Callable

import pytest

from companion.speech.languages import LANGUAGES
from tests.browser.by_ear import SCRIPT, Ear, Evening
from tests.browser.conftest import Boxes, Phones
from tests.support.houses import start

pytestmark = pytest.mark.browser

Evenings = Callable[..., Evening]

NAMES = ("Ana", "Ben", "Cho", "Dai", "Eva")
GAMES = (("bali", 2, "en"), ("buru", 2, "fr"), ("babel", 5, "ja"), ("animism", 3, "en"))


@pytest.fixture
def evening(boxes: Boxes, phone: Phones) -> Evenings:
    """`evening("bali", 2, "fr")` is a table of two, and Ana hears her phone in French."""

    def new(game: str, seats: int, language: str, ear: type[Ear] = Ear) -> Evening:
        assert language in LANGUAGES
        names = NAMES[:seats]
        box = boxes(*names)
        start(box.house, *names, game=game)
        page = phone(box, "Ana", clock=True, script=SCRIPT, locale=language)
        return Evening(box, ear(page, language), "Ana", names)

    return new


def test_each_answer_of_a_turn_of_bali_takes_at_most_twelve_keys(evening: Evenings) -> None:
    one = evening("bali", 2, "en")
    one.follow()
    keys = one.ear.keys_to_answers()
    assert len(keys) > 12
    assert max(keys.values()) <= 12


@pytest.mark.parametrize(("game", "seats", "language"), GAMES)
def test_a_whole_game_is_played_by_ear_and_each_open_change_is_said_once_in_its_order(
    evening: Evenings, game: str, seats: int, language: str
) -> None:
    one = evening(game, seats, language)
    one.play()
    log, at = "\n".join(one.ear.heard()), 0
    for words in one.expected():
        if words not in log[at:] and one.ear.word("said.done") in log[at:]:
            words = one.ear.word("said.done")  # one's own long answer
        assert words in log[at:]
        at = log.index(words, at) + len(words)
    others = {one.ear.word("said.of_seat", seat=name, what="") for name in one.names if name != one.seat}
    for words in {words for words in one.expected() if words.startswith(tuple(others))}:
        assert log.count(words) == sum(said.count(words) for said in one.expected())
