"""Nothing on the display is cut: all pages of whole games are checked as painted, in every language."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache

import pytest
from PIL import Image

from companion.core.moment import Moment
from companion.core.state import Seat
from companion.house.lobby import is_on_phones_only
from companion.letters import Face, Fonts, load
from companion.promises.tapes import tape_of
from companion.snapshot.panel import PanelSnapshot
from hardware.drawing.paint import paint
from hardware.pages import contents, pages
from hardware.pages.acts import Go
from hardware.pages.contents import layout
from hardware.pages.layouts import Layout, Listed
from hardware.pages.pages import PagePosition
from tests.hardware.box import JOIN
from tests.hardware.own import asked, in_hand
from tests.promises.settings import SHELF, Setting, settings_of, spoken

NAMES = tuple(
    map(Seat, ("Béatrice", "Wolfgang", "おかあさん", "Mathilde", "Gwenaël", "Farid", "Hana", "Ida", "William", "Jo"))
)

ALL = [setting for game in SHELF for setting in settings_of(game)]
AT_THE_BOX = [setting for setting in ALL if not is_on_phones_only(setting.table().head)]


@dataclass
class Listening:
    """A font that notes the words drawn with it."""

    face: Face
    heard: list[str] = field(default_factory=list)

    @property
    def height(self) -> int:
        return self.face.height

    def width(self, words: str) -> int:
        return self.face.width(words)

    def dots(self, words: str) -> Image.Image:
        self.heard.append(words)
        return self.face.dots(words)


def painted(shown: Layout) -> list[str]:
    """Return the words of a page as they are drawn, cut or not."""
    real = load()
    faces = [Listening(face) for face in (real.b24, real.b16, real.b12, real.b10)]
    paint(shown, Fonts(*faces, complete=True))
    return [words for face in faces for words in face.heard]


def at_the_box(setting: Setting, moment: Moment, language: str) -> PanelSnapshot:
    pieces = {seat: n for n, seat in enumerate(setting.names[: setting.seats], 1)}
    return PanelSnapshot(
        language,
        JOIN,
        pieces,
        screen=moment.screen(None),
        asks=moment.asks(None),
        set_right=moment.set_right_question(),
        fingerprint=moment.fingerprint,
        undo=moment.undo_of(),
        timer=moment.screen(None).view.timer,
    )


def leaves(snapshot: PanelSnapshot) -> Iterator[Layout]:
    """Yield each page that Next leads to, each part of its lists, and the question that takes the screen."""
    for page in contents.ring(snapshot):
        turns = [PagePosition(page)]
        for turn in turns:
            shown = layout(snapshot, turn, page)
            yield shown
            following = shown.buttons[1].act
            if isinstance(following, Go) and following.page == page and following.row > turn.row:
                turns.append(PagePosition(page, following.row))
    if pages.question(snapshot) is not None:
        yield layout(snapshot, PagePosition(), pages.QUESTION)


SHAPES = 12
"""The most questions of a kind that are drawn in each game."""


def in_hands(setting: Setting) -> Iterator[tuple[Moment, Seat]]:
    """Yield seats that may hold the box, with moments in which their questions differ."""
    seen, kinds = set[str](), Counter[tuple[str, ...]]()
    for moment in tape_of(setting, 0).moments:
        for seat in setting.names[: setting.seats]:
            kind = tuple(due.kind for due in moment.history.dues if due.seat == seat)
            if kinds[kind] < SHAPES and (shape := repr(moment.asks(seat))) not in seen:
                seen.add(shape)
                kinds[kind] += 1
                yield moment, seat


@cache
def long_named(setting: Setting) -> Setting:
    """Return the same game with players of long names."""
    return replace(setting, names=NAMES)


@spoken(ALL)
def test_nothing_on_the_display_is_cut(setting: Setting, language: str) -> None:
    seen, cut = set(), []
    for moment in tape_of(long_named(setting), 0).moments:
        for shown in leaves(at_the_box(setting, moment, language)):
            if (shape := shown.lines()) not in seen:
                seen.add(shape)
                cut += [(shown.page, words, shown.lines()) for words in painted(shown) if words.endswith("…")]
    assert seen
    assert cut == []


@spoken(AT_THE_BOX)
def test_nothing_is_cut_in_the_questions_to_the_holder_of_the_box(setting: Setting, language: str) -> None:
    """Refusals and answers that can be taken back are not cut either."""
    seen, cut = set(), []
    for moment, seat in in_hands(long_named(setting)):
        for shown in asked(in_hand(moment, seat, language)):
            if (shape := (shown.page, *shown.lines(), shown.message)) not in seen:
                seen.add(shape)
                cut += [(shown.page, words, shape) for words in painted(shown) if words.endswith("…")]
    assert seen
    assert cut == []


@pytest.mark.parametrize("setting", AT_THE_BOX, ids=str)
def test_no_two_rows_of_a_list_look_alike_to_the_holder_of_the_box(setting: Setting) -> None:
    """On a phone, the columns and rows of a grid make such answers different."""
    for moment, seat in in_hands(setting):
        for shown in asked(in_hand(moment, seat, "en")):
            if isinstance(shown, Listed):
                looks = [(row.words, row.piece, row.sign, row.right) for row in shown.rows]
                assert len(set(looks)) == len(looks), shown.lines()
