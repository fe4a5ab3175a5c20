"""A player who moves a rival can take that move back without scrolling on the smallest phone. One card lists everything that
moved."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from companion.core.history import History
from companion.core.meanwhile import moved
from companion.core.state import Seat
from companion.promises.tapes import tape_of
from companion.snapshot.phone import PhoneSnapshot
from companion.speech.languages import LANGUAGES
from tests.browser.conftest import SMALL, Boxes, Phones
from tests.browser.fitting import FONTS, Easel, Look, seen_by
from tests.promises.settings import SHELF, Setting, settings_of
from tests.support.houses import start

pytestmark = pytest.mark.browser

RIVALS = [setting for game in SHELF for setting in settings_of(game) if setting.options.get("lawan")]
HIDDEN = """() => {
  const [at, room] = [".undo .link", ".blocks"].map((name) => document.querySelector(name)?.getBoundingClientRect());
  return at ? at.top < room.top || at.bottom > room.bottom : true;
}"""


def after_an_answer_for_a_rival(setting: Setting, empty: PhoneSnapshot) -> Iterator[Look]:
    """Yield the phone of a seat that has just answered for a rival, once for each phase and number of cards. Gains and
    payments that move further pieces are left out."""
    seen = set()
    for before, after in pairwise(tape_of(setting, 1).moments):
        by = moved_a_rival(before.history, after.history)
        if by is None or "act" not in {ask.kind for ask in after.screen(by).asks}:
            continue
        view = after.screen(by).view
        kind = view.phase, len(view.now.small), view.moves is not None and len(view.moves.rows)
        if kind not in seen:
            seen.add(kind)
            yield Look(setting, seen_by(by, setting, after, empty), f"{setting} {kind}")


def moved_a_rival(before: History, after: History) -> Seat | None:
    """Return the seat whose answer for the table moved only a rival's pieces. None: the last answer was of another kind."""
    step = after.last
    if step is None or before.state == after.state or step.event.due.kind != "act" or step.event.seat is not None:
        return None
    rows = moved(after)
    moves_alone = len(rows) == 1 and rows[0].seat not in after.state.own and rows[0].words is None
    return step.entry.by if moves_alone else None


@pytest.mark.parametrize("setting", RIVALS, ids=str)
def test_an_answer_about_a_rival_can_be_taken_back_without_scrolling(boxes: Boxes, phone: Phones, setting: Setting) -> None:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben")
    page = phone(box, "Ana", path="/static/0/panel.js", clock=True, viewport=SMALL)
    page.route("**/stream*", lambda route: route.abort())
    page.goto(box.url + "/")
    easel, wrong, found = Easel(page), [], list(after_an_answer_for_a_rival(setting, box.house.snapshot(Seat("Ana"))))
    assert found
    for language in LANGUAGES:
        hidden = easel.each(HIDDEN, found, language, FONTS["Roboto"])
        wrong += [f"{language} {look.about}" for look, is_hidden in zip(found, hidden, strict=True) if is_hidden]
    assert wrong == [], "\n".join(wrong)
