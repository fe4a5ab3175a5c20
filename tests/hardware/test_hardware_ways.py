"""Nobody gets lost at the box. At a table without phones, every page of every game is reached in few presses."""

import random
from functools import lru_cache

import pytest

from companion.house.dice import SeededDice
from companion.house.lobby import is_on_phones_only
from companion.promises.tapes import Player
from hardware.navigator import PageNavigator
from hardware.pages import contents, pages
from hardware.pages.acts import Explain, PostAnswer
from hardware.pages.layouts import Listed
from hardware.pages.lists import MOST
from tests.hardware.ways import NEXT, OK, PRESSES, HandedRound, Step, Ways, asked_of_all, begun, press
from tests.promises.settings import SHELF, Setting, is_variation, settings_of

FAR = 30
"""More presses than any way takes."""
EVERY = 40
"""The distance from one tested moment of a game to the next, in moments."""
LOST = 2000
"""The presses of a player who presses at random."""
ANSWERED = (pages.QUESTION, pages.OWN, pages.FORM)

at_the_box = [
    setting
    for game in SHELF
    for setting in settings_of(game)
    if not is_variation(setting) and not is_on_phones_only(setting.table().head)
]
every_game = pytest.mark.parametrize("setting", at_the_box, ids=str)


@lru_cache(maxsize=1)
def looked_at(setting: Setting) -> tuple[tuple[HandedRound, Ways], ...]:
    """Return some moments of a random game, each with all ways through its pages."""
    table, found = setting.table(SeededDice(3)), []
    player, n = Player(table, SeededDice(1003).pick, restless=False), 0
    while not table.moment.over:
        if n % EVERY == 0:
            box = HandedRound(setting.table(SeededDice(3)), is_still=True)
            box.table.moment = table.moment
            found.append((box, Ways(begun(box))))
        player.act()
        n += 1
    return tuple(found)


@every_game
def test_a_few_presses_lead_from_each_page_to_each_other_and_to_every_question(setting: Setting) -> None:
    for box, ways in looked_at(setting):
        assert asked_of_all(box) <= ways.places()
        assert pages.PHASE in ways.places()
        for place in ways.places():
            presses, worst = ways.farthest(place)
            assert presses < FAR, (place, worst and worst.leaf.lines())


@every_game
def test_next_leads_from_each_page_to_an_urgent_question(setting: Setting) -> None:
    for _, ways in looked_at(setting):
        for step in ways.steps.values():
            snapshot = step.turning.snapshot
            if contents.urgent(snapshot) is not None and step.leaf.page in contents.ring(snapshot):
                assert leads_on(step), step.leaf.lines()


def leads_on(step: Step) -> bool:
    """Return whether Next alone leads to a question, or to the next player."""
    for _ in range(FAR):
        if step.leaf.page in (pages.QUESTION, pages.HAND):
            return True
        step = step.pressed(NEXT, False)
    return False


@every_game
def test_a_list_of_answers_offers_only_what_can_be_and_is_never_long(setting: Setting) -> None:
    for _, ways in looked_at(setting):
        for step in ways.steps.values():
            if step.leaf.page in ANSWERED and isinstance(step.leaf, Listed):
                assert step.turning.position.row < MOST, step.leaf.lines()
                assert step.leaf.secret or not is_blocked(step), step.leaf.lines()
                assert not any(row.words.endswith(":") for row in step.leaf.rows), "its rest is not on the display"


def is_blocked(step: Step) -> bool:
    """Return whether OK would give a forbidden answer, or would only explain it, although another answer is possible."""
    act, snapshot = step.leaf.act(OK, False), step.turning.snapshot
    if isinstance(act, Explain):
        return act.sure is None
    asks = [*snapshot.asks, *(snapshot.mine.asks if snapshot.mine is not None else ())]
    ask = next((ask for ask in asks if isinstance(act, PostAnswer) and ask.due == act.due), None)
    blocked = [option.do for option in ask.answers.options() if option.why is not None] if ask is not None else []
    return isinstance(act, PostAnswer) and ask is not None and act.do in blocked and pages.can_answer(ask)


@every_game
def test_after_any_presses_a_short_way_leads_to_whose_turn_it_is(setting: Setting) -> None:
    box, dice, now = HandedRound(setting.table(SeededDice(5))), random.Random(setting.seats), 10.0
    turning = PageNavigator(box, 0.0)
    for _ in range(LOST):
        now += dice.choice((0.2, 1.1, 1.1, 4.0, 21.0))
        before = box.answers
        press(box, turning, *dice.choice(PRESSES), now)
        if box.answers > before:
            assert_leads_on(box, turning, now)
    box.is_still = True
    ways = Ways(Step(box, turning, now))
    first = contents.ring(turning.snapshot)[0] if box.table.moment.over else pages.PHASE
    assert ways.distance(first) < FAR


def assert_leads_on(box: HandedRound, turning: PageNavigator, now: float) -> None:
    """Check that a holder who is asked again gets the next question, and that otherwise the display shows the next thing to
    do."""
    page, snapshot = turning.page(now).page, turning.snapshot
    if snapshot.mine is not None:
        assert page == pages.OWN
        assert snapshot.mine.awaited
    elif snapshot.hand_to is not None:
        assert page in (pages.QUESTION, pages.HAND, pages.MOVES, pages.PUT_BACK)
