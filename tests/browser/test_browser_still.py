"""Nothing moves under a finger, in any game of the shelf. News waits until the finger is lifted. A question keeps its place
while it is the same. A finger that was down before a button came does not press that button."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from companion.core.moment import Moment
from companion.core.state import Seat
from companion.core.words import text
from companion.promises.tapes import tape_of
from companion.snapshot.phone import PersonNotice, PhoneSnapshot
from tests.browser.conftest import Boxes, Phones
from tests.browser.drawn import wired
from tests.browser.fitting import SIZES, kind_of, seen_by
from tests.browser.held import SCRIPT, Held
from tests.promises.settings import SHELF, Setting, settings_of
from tests.support.houses import start

pytestmark = pytest.mark.browser

every_game = pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
every_size = pytest.mark.parametrize("size", SIZES)
PARTS = 2
"""The parts of a long game's test, which run side by side."""
Phone = Callable[..., tuple[Held, PhoneSnapshot]]

NEWS = (
    PersonNotice(Seat("Ida"), text("news.left", seat="Ida"), text("news.free_then", seat="Ida")),
    PersonNotice(Seat("Jo"), text("news.host", seat="Jo")),
)
"""News of people, which a page shows above its questions."""


def with_news(snapshot: PhoneSnapshot) -> PhoneSnapshot:
    return replace(snapshot, notice=replace(snapshot.notice, people=NEWS))


REPLIES = ((204, None), (409, {"refused": "not_held", "text": "No."}), (0, None))
"""The box's replies to an answer: yes, no, nothing."""


@dataclass(frozen=True)
class Change:
    """A seat's screens before and after an answer."""

    before: PhoneSnapshot
    after: PhoneSnapshot
    about: str

    @cached_property
    def same(self) -> bool:
        """Return whether the questions before and after are the same, and the game has not ended between."""
        before, after = self.before.screen, self.after.screen
        assert before is not None
        assert after is not None
        return bool(before.asks) and (before.asks, before.over) == (after.asks, after.over)

    @property
    def sides(self) -> set[tuple[str, Any]]:
        """Return the kind of the screen before, and the kind of the screen after."""
        before, after = self.before.screen, self.after.screen
        assert before is not None
        assert after is not None
        return {("before", kind_of(before)[1:]), ("after", kind_of(after)[1:])}

    @property
    def questions(self) -> tuple[bool, tuple[str, ...]]:
        """Return whether there was a question before, and the kinds of the questions after."""
        before, after = self.before.screen, self.after.screen
        assert before is not None
        assert after is not None
        return bool(before.asks), tuple(ask.kind for ask in after.asks)


def changes(game: Any, empty: PhoneSnapshot) -> Iterator[Change]:
    """Yield one change of each kind that a seat may see, in the usual game and in the game with all options."""
    for setting, seat, moments, kind in steps(game):
        before, after = (seen_by(seat, setting, moment, empty) for moment in moments)
        yield Change(before, after, f"{setting}, {seat}, {kind}")


def enough(changes: Iterable[Change]) -> Iterator[Change]:
    """Yield as many of these changes as have every kind of screen before and after."""
    met = set[tuple[str, Any]]()
    for change in changes:
        if change.sides - met:
            met |= change.sides
            yield change


@cache
def steps(game: Any) -> list[tuple[Setting, Seat, tuple[Moment, Moment], tuple[Any, ...]]]:
    """Return one change of each kind, with its setting, its seat, the moments before and after, and the kind. The search is
    done once for all tests."""
    seen, found = set(), []
    for setting in (settings_of(game)[0], settings_of(game)[-1]):
        moments = tape_of(setting, 1).moments
        for one, next_ in pairwise(moments):
            for seat in filter(None, one.seqs):
                before, after = (moment.screen(seat) for moment in (one, next_))
                kind = (kind_of(before)[1:], kind_of(after)[1:], before.asks == after.asks)
                if before != after and kind not in seen:
                    seen.add(kind)
                    found.append((setting, seat, (one, next_), kind))
    return found


@pytest.fixture
def phone_of(boxes: Boxes, phone: Phones) -> Phone:
    """Return a function: `phone_of(size)` returns a phone whose stream and box the test controls, and its snapshot without a
    game."""
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben")

    def new(size: str = "small") -> tuple[Held, PhoneSnapshot]:
        width, height = SIZES[size]
        look = {"viewport": {"width": width, "height": height}, "clock": True, "script": SCRIPT}
        return Held(phone(box, "Ana", **look)), box.house.snapshot(Seat("Ana"))

    return new


def comes(change: Change, waiting: bool, turn: int) -> list[tuple[str, Any]]:
    """Return everything that can come by itself, in an order: screen, warning, timer, and a reply if one is open."""
    screen = ("screen", {"parts": wired(change.after)})
    others = [("watched", {"text": "Somebody else looks at this seat."}), ("timer", {"left": 90, "total": 120})]
    return [screen, *others, *([("reply", REPLIES[turn % len(REPLIES)])] if waiting else [])]


@every_game
@pytest.mark.parametrize("part", range(PARTS))
def test_no_news_moves_anything_under_a_finger(phone_of: Phone, game: Any, part: int) -> None:
    held, empty = phone_of()
    wrong, found = [], list(enumerate(enough(changes(game, empty))))
    for turn, change in found[part * len(found) // PARTS : (part + 1) * len(found) // PARTS]:
        held.shows(change.before)
        held.opens(sheet=turn % 4 == 3, folds=turn % 2 == 1)
        waiting = held.answers()
        finger = held.press()
        stood = held.places()
        news = comes(change, waiting, turn)
        moves = held.comes(stood, news)
        held.waits(13_000)
        them = [kind for (kind, _), moved in zip(news, moves, strict=True) if moved]
        them += ["silence"] * (held.places() != stood)
        wrong += [f"{change.about}, {finger}: {it} moves it" for it in them]
        assert held.lift() != finger["looks"], f"{change.about}: {finger} was not tapped, or a card was only looked at"
        expect(held.page.locator(".watched, .lost")).to_have_count(2)  # everything that waited has come
        sent = held.accepts_answers()
        assert finger["sends"] in (None, sent), f"{change.about}: {finger} has sent {sent}"
        held.comes([], [("timer", {}), ("watched", {"text": ""})])
    assert wrong == [], "\n".join(wrong)


@every_game
@every_size
def test_a_question_stays_in_its_place_while_it_is_the_same(phone_of: Phone, game: Any, size: str) -> None:
    """The buttons of an open question keep their places while other things change, even when news comes above."""
    held, empty = phone_of(size)
    same = [change for change in changes(game, empty) if change.same]
    assert same
    moved = held.moved([(change.before, change.after, with_news(change.after)) for change in same])
    wrong = [f"{change.about}: {place}" for change, places in zip(same, moved, strict=True) for place in places]
    assert wrong == [], "\n".join(wrong)


@every_game
def test_a_finger_that_was_there_before_answers_nothing_that_came_under_it(phone_of: Phone, game: Any) -> None:
    """Questions may move when another one comes or goes. Taps count only after a button has been at its place for 0.4 s.
    Each question is tested once after another question, and once after none."""
    held, empty = phone_of()
    found, wrong = list(changes(game, empty)), []
    places = held.come_under([(change.before, change.after) for change in found])
    came = {change.questions: (change, place) for change, place in zip(found, places, strict=True) if place}
    assert came
    for change, place in came.values():
        held.shows(change.before)
        held.tap(place)
        held.brings("screen", parts=wired(change.after))
        what = held.lies(place)
        wrong += [f"{change.about}: {what} after {ms} ms" for ms in (0, 350) if held.waits(ms) or held.tap(place)]
        held.waits(100)
        assert held.tap(place) == bool(what), f"{change.about}: {what} is never heard"
        held.accepts_answers()
    assert wrong == [], "\n".join(wrong)
