"""Every game's promise at the box: the buttons alone can give every answer of the table, in words that fit."""

from collections.abc import Callable, Iterator

import pytest

from companion.core.answers import Answers
from companion.core.moment import Moment
from companion.core.view import Question
from companion.core.words import Text
from companion.letters import load
from companion.promises.tapes import straight_tapes
from companion.shelf import games
from companion.snapshot.panel import PanelSnapshot
from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from hardware.drawing.draw import begins
from hardware.pages import pages
from hardware.pages.acts import Choose, Explain, Fill, Open, PostAnswer, Tap
from hardware.pages.contents import layout
from hardware.pages.layouts import Layout, Listed, Sequence
from hardware.pages.pages import PagePosition, turned
from tests.hardware.box import JOIN
from tests.promises.settings import SHELF, Setting, settings_of, spoken

ROOM = 110
"""The width for the words of a row beside a sign, in dots."""

ALL = [setting for game in SHELF for setting in settings_of(game)]
every_game = pytest.mark.parametrize("setting", ALL, ids=str)

Looks = Callable[[Answers], object]


def whole(answers: Answers) -> object:
    """Return the whole question."""
    return answers


def its_rows(answers: Answers) -> object:
    """Return the rows of the question's lists. Blocked rows count like others."""
    ready = [(option.panel, option.sign, option.path) for option in answers.options()]
    return ready, answers.steps and answers.steps.steps, its_forms(answers), answers.lots


def its_forms(answers: Answers) -> object:
    """Return the question's forms and its name."""
    return answers.panel, answers.forms


def asked(setting: Setting, language: str, looks: Looks = whole) -> list[PanelSnapshot]:
    """Return the box with one question of the table, for each question that looks unlike all earlier ones. `looks` returns
    the part of a question that is compared."""
    found = {}
    for tape in straight_tapes(setting):
        for moment in tape.moments:
            for ask in moment.asks(None):
                found.setdefault((ask.kind, repr(looks(ask.answers))), (moment, ask))
    return [at_the_box(moment, ask, language) for moment, ask in found.values()]  # empty in games that only ask seats


def at_the_box(moment: Moment, ask: Question, language: str) -> PanelSnapshot:
    pieces = {seat: n for n, seat in enumerate((seat for seat in moment.seqs if seat is not None), 1)}
    return PanelSnapshot(language, JOIN, pieces, screen=moment.screen(None), asks=(ask,))


def test_some_game_asks_the_table() -> None:
    assert any(asked(setting, "en") for setting in settings_of(games()["bali"]))


def lists(snapshot: PanelSnapshot) -> Iterator[Layout]:
    """Yield each list of the question with each of its rows chosen."""
    turns = [PagePosition()]
    for turn in turns:
        shown = layout(snapshot, turn, pages.QUESTION)
        yield shown
        act, following = shown.buttons[2].act, shown.buttons[1].act
        if isinstance(act, Tap | Open):
            turns.append(turned(turn, act, ""))
        if isinstance(following, Choose) and following.row:
            turns.append(turned(turn, following, ""))


def choices(snapshot: PanelSnapshot) -> Iterator[Listed]:
    """Yield the first list of each form of the question with each of its rows chosen."""
    for act in (shown.buttons[2].act for shown in lists(snapshot)):
        row: int | None = 0 if isinstance(act, Fill) else None
        while isinstance(act, Fill) and row is not None:
            shown = layout(snapshot, PagePosition(page=pages.FORM, row=row, filling=act.filling), pages.FORM)
            if not isinstance(shown, Listed):
                break
            yield shown
            following = shown.buttons[1].act
            row = following.row if isinstance(following, Choose) and following.row else None


def answered(snapshot: PanelSnapshot) -> tuple[list[dict[str, object]], set[int]]:
    """Return the answers in the lists, and the numbers of the forms that the lists open."""
    acts = [
        act.sure if isinstance(act, Explain) and act.sure else act for act in (s.buttons[2].act for s in lists(snapshot))
    ]
    return [act.do for act in acts if isinstance(act, PostAnswer)], {
        act.filling.form for act in acts if isinstance(act, Fill)
    }


@every_game
def test_buttons_can_give_every_answer_of_the_table(setting: Setting) -> None:
    for snapshot in asked(setting, "en"):
        (ask,) = snapshot.asks
        if pages.next_phase(snapshot) or not pages.question(snapshot):
            entered = [step[1].do for step in [pages.next_phase(snapshot)] if step]
            forms = {i for i, _ in pages.drawn(ask)} if pages.offers(snapshot) else set()
        else:
            entered, forms = answered(snapshot)
        filled = [ask.answers.forms[i] for i in forms]
        missing = [do for do in ask.answers.legal() if do not in entered and not any(form.takes(do) for form in filled)]
        assert missing == [], ask.kind
        assert ask.answers.lots is None or ask.answers.lots.do in entered


@spoken(ALL)
def test_every_row_of_a_question_fits(setting: Setting, language: str) -> None:
    face = load().b12
    for snapshot in asked(setting, language, its_rows):
        for shown in lists(snapshot) if pages.question(snapshot) else ():
            assert isinstance(shown, Listed)
            assert face.width(f"{shown.title} {shown.right}".strip()) <= 128, shown.title
            too_long = [row.words for row in shown.rows if not (row.piece or row.opens) and face.width(row.words) > ROOM]
            assert too_long == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_question_where_a_rival_s_canoe_goes_has_room_for_as_many_rows_as_it_may_have(language: str) -> None:
    """Long lists are rare, so random games may have none."""
    title = say(Text("buru.panel.canoe", {"rival": "B"}), language)
    assert load().b12.width(f"{title} 10/10") <= 128


@spoken(ALL)
def test_every_row_of_a_form_fits_and_its_title_beside_the_chosen_things(setting: Setting, language: str) -> None:
    fonts = load()
    for snapshot in asked(setting, language, its_forms):
        for shown in choices(snapshot) if pages.question(snapshot) else ():
            beside = begins(shown.of) - 4 if isinstance(shown, Sequence) else 128
            assert fonts.b10.width(shown.title) <= beside, shown.title
            too_long = [
                row.words for row in shown.rows if not (row.piece or row.opens) and fonts.b12.width(row.words) > ROOM
            ]
            assert too_long == []
