"""The names of pages, the position at the panel, and what pages ask of a snapshot."""

from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from companion.core.answers import Form, Option
from companion.core.blocks import Grid, Moves, Place, Ranking, Seats
from companion.core.caching import cached_by_identity
from companion.core.state import Seat
from companion.core.view import Question, Screen
from companion.kits.board import Area, Areas
from companion.snapshot.panel import PanelSnapshot
from hardware.pages import acts
from hardware.pages.acts import KeyAct, PostAnswer
from hardware.pages.form_filling import Filling

WIFI: Final = "wifi"
JOIN: Final = "join"
LOBBY: Final = "lobby"
SIT: Final = "sit"
KEEP: Final = "keep"
HAND: Final = "hand"
YOURS: Final = "yours"
UNCOVERED: Final = "uncovered"
HELD: Final = "held"
OWN: Final = "own"
REVEAL: Final = "reveal"
PHASE: Final = "phase"
SEALED: Final = "sealed"
TIMER: Final = "timer"
SEATS: Final = "seats"
PUT_BACK: Final = "put_back"
MOVES: Final = "moves"
BOARD: Final = "board"
SCORES: Final = "scores"
FINGERPRINT: Final = "fingerprint"
QUESTION: Final = "question"
AND_NOW: Final = "and_now"
TAKE_BACK: Final = "take_back"
TAKE_OWN_BACK: Final = "take_own_back"
NEW_PHONE: Final = "new_phone"
TROUBLE: Final = "error"
TOLD: Final = "told"
LAYING: Final = "laying"
STAGE: Final = "stage"
HIGHLIGHT: Final = "highlight"
OPTIONS: Final = "options"
MORE: Final = "more"
MENU: Final = "menu"
FORM: Final = "form"
ABANDON: Final = "abandon"
AGAIN: Final = "again"
HALL: Final = "hall"
TABLES: Final = "tables"
OFFER: Final = "offer"
TAKE_OVER: Final = "take_over"
LOST: Final = "lost"
APART: Final = "apart"


class Urgent(NamedTuple):
    """A page that takes the screen by itself."""

    page: str
    key: str
    """A new key takes the screen again."""
    due: str = ""
    """The due of the question that somebody may postpone."""


class PagePosition(msgspec.Struct, frozen=True):
    """The page that somebody turned to, and all else that the panel knows besides the snapshot. Only `aside` and `later`
    stay when the page is left."""

    page: str | None = None
    """None: the page that comes by itself."""
    row: int = 0
    """The chosen row of a question, counted from its first one. For scores: the first row that is seen."""
    inside: tuple[int, ...] = ()
    """The groups of a long list that were opened, one inside the other."""
    aside: tuple[str, ...] = ()
    """The dues of the questions that somebody postponed."""
    later: str = ""
    """The `hand_key` that somebody postponed."""
    asked: str = ""
    """The due of the holder's question that is shown. Empty: what the game waits for."""
    filling: Filling | None = None
    """The form that is being filled in."""
    taps: tuple[int, ...] = ()
    """The choices made so far in an answer of steps."""
    sure: PostAnswer | None = None
    """The answer that the last press asked to be sure of."""
    why: str = ""
    """The reason why the last secret answer was refused. It is shown under the cover."""
    mark: str = ""
    """The fingerprint when somebody asked to take back. An answer since then makes that another question."""


@cached_by_identity
def questions(moment: PanelSnapshot) -> tuple[Question, ...]:
    """Return the table's questions that take the screen as a list of answers."""
    return tuple([ask for ask in moment.asks if _asks(moment, ask)])


def question(moment: PanelSnapshot, aside: tuple[str, ...] = ()) -> Question | None:
    """Return the table's question that takes the screen, except those in `aside`."""
    return next((ask for ask in questions(moment) if ask.due not in aside), None)


def _asks(moment: PanelSnapshot, ask: Question) -> bool:
    """Return whether a question takes the screen. A count after the end is only an offer in the list of that time."""
    over = moment.screen is not None and moment.screen.over
    answers = ask.answers
    return answers.panel is not None and bool(listed(ask) or answers.steps or answers.lots or (drawn(ask) and not over))


def offers(moment: PanelSnapshot) -> list[Question]:
    """Return what the table may enter though nothing asks for it: counts after the end, and setting right."""
    forms = [ask for ask in moment.asks if drawn(ask) and ask.answers.panel and not _asks(moment, ask)]
    return [*forms, moment.settling] if moment.settling is not None else forms


def form(moment: PanelSnapshot, filling: Filling | None) -> Form | None:
    """Return the form that is being filled in, while its due is open."""
    asks = moment.mine.asks if moment.mine else (*moment.asks, *([moment.settling] if moment.settling else []))
    ask = next((ask for ask in asks if filling is not None and ask.due == filling.due), None)
    if ask is None or filling is None or filling.form >= len(ask.answers.forms):
        return None
    return ask.answers.forms[filling.form]


def hides(moment: PanelSnapshot, filling: Filling | None) -> bool:
    """Return whether the choices in this form are secret, so that it stays no longer than necessary."""
    asks = moment.mine.asks if moment.mine is not None else ()
    return any(filling is not None and ask.due == filling.due and ask.answers.secret for ask in asks)


def ready(ask: Question) -> list[Option]:
    """Return the ready answers: the main one, then those of the groups."""
    found = [ask.answers.main] if ask.answers.main else []
    for group in ask.answers.groups:
        found += group.options
    return found


def listed(ask: Question) -> list[Option]:
    """Return the ready answers that the display offers as an answer of the table."""
    return [option for option in ready(ask) if option.panel is not None]


def can_answer(ask: Question) -> bool:
    """Return whether the rules allow any answer now: a ready one, one in steps, a form or a draw by the box."""
    steps = ask.answers.steps.options if ask.answers.steps else ()
    is_open = any(option.why is None for option in (*ready(ask), *steps))
    return is_open or bool(drawn(ask)) or ask.answers.lots is not None


def drawn(ask: Question) -> list[tuple[int, Form]]:
    """Return the forms that screens draw, each with its place among all forms."""
    return [(i, form) for i, form in enumerate(ask.answers.forms) if form.drawn]


def taps(position: PagePosition, ask: Question) -> tuple[int, ...]:
    """Return the choices made so far in an answer of steps, while they still lead somewhere."""
    return position.taps if ask.answers.steps and ask.answers.steps.onward(position.taps) else ()


def next_phase(moment: PanelSnapshot) -> tuple[Question, Option] | None:
    """Return the only answer that brings the table to its next phase, if there is one."""
    for ask in moment.asks:
        options = listed(ask)
        if ask.answers.panel is None and len(options) == 1:
            return ask, options[0]
    return None


def own(moment: PanelSnapshot, asked: str) -> Question | None:
    """Return the holder's question of this due, or their first one."""
    asks = moment.mine.asks if moment.mine is not None else ()
    return next((ask for ask in asks if asked in ("", ask.due)), None)


def hand_key(moment: PanelSnapshot) -> str:
    """Return a key of the seat to which the box goes, and of the last open answer."""
    return f"{moment.number} {moment.fingerprint} {moment.hand_to.to}" if moment.hand_to else ""


def said(moment: PanelSnapshot, ask: Question) -> str:
    """Return the seat whose answer to this question waits for a confirmation. Empty: there is none."""
    return str(moment.heard.seat) if moment.heard is not None and moment.heard.due == ask.due else ""


def screen(moment: PanelSnapshot) -> Screen:
    """Return the public screen of the game that is on, or over. Only for moments with a game."""
    assert moment.screen is not None
    return moment.screen


def is_public(moment: PanelSnapshot) -> bool:
    """Return whether nobody holds the box, or no game is on."""
    return moment.mine is None or moment.screen is None


def is_of_seats(moment: PanelSnapshot) -> bool:
    """Return whether a game is on, or somebody holds the box after it."""
    return moment.screen is not None and (moment.mine is not None or not moment.screen.over)


def is_playing(moment: PanelSnapshot) -> bool:
    """Return whether a game is on and nobody holds the box."""
    return moment.mine is None and moment.screen is not None and not moment.screen.over


def is_over(moment: PanelSnapshot) -> bool:
    """Return whether a game is over and nobody holds the box."""
    return moment.mine is None and moment.screen is not None and moment.screen.over


def is_apart(moment: PanelSnapshot) -> bool:
    """Return whether the game goes on without the hall."""
    return moment.hall is not None and moment.hall.key == "hall.word.apart"


def has_tables(moment: PanelSnapshot) -> bool:
    """Return whether this box looks at other tables, or takes one over."""
    return moment.spare is not None and moment.spare.step != "" and moment.mine is None


OF_A_HALL: Final = (TABLES, OFFER, TAKE_OVER)
"""Pages about other tables. The step of taking one over decides which of them is drawn."""


def ranking(screen: Screen) -> tuple[Place, ...] | None:
    """Return the places of all seats, the first one first. None: the screen shows no ranking."""
    return next((block.places for block in screen.view.blocks if isinstance(block, Ranking)), None)


def is_ranked(screen: Screen) -> bool:
    """Return whether every seat has a place with points. Where sides win, the places have no points."""
    places = ranking(screen)
    return places is not None and all(place.points is not None for place in places)


def revealed(screen: Screen) -> Area | None:
    """Return the area where the table is, once its tokens are turned up."""
    areas = (area for block in screen.view.blocks if isinstance(block, Areas) for area in block.areas)
    return next((area for area in areas if area.active and area.order), None)


def built(screen: Screen) -> Grid | None:
    """Return the places on the board, where the game shows them as such."""
    return next((block for block in screen.view.blocks if isinstance(block, Grid) and block.board), None)


def moved(moment: PanelSnapshot) -> Moves | None:
    """Return what moves on the table by itself, for as long as the screens say so."""
    said = moment.screen.view.moves if moment.screen is not None else None
    return said if said is not None and any(row.counts for row in said.rows) else None


def put_back(moment: PanelSnapshot) -> Moves | None:
    """Return what goes back after an answer was taken back, until somebody answers."""
    return moment.screen.back if moment.screen is not None else None


def news(before: PanelSnapshot, now: PanelSnapshot, announced: Moves | None) -> str | None:
    """Return the page of what has begun to move on the table since `before`. Pieces that go back come first. Rows that were
    `announced` do not count: people take pieces twice that come up twice."""
    if before.spare is not None and now.spare is not None and before.spare.step != now.spare.step:
        return TABLES if now.spare.step not in ("", "taking") else None
    if put_back(now) not in (None, put_back(before)):
        return PUT_BACK
    said = moved(now)
    return MOVES if said is not None and said.since(announced) else None


def sitting(moment: PanelSnapshot) -> tuple[Seat, ...]:
    """Return the players clockwise as the game names them, or everybody who sits here."""
    blocks = moment.screen.view.blocks if moment.screen is not None else ()
    rows = next((block.rows for block in blocks if isinstance(block, Seats)), ())
    return tuple(row.seat for row in rows if row.seat in moment.pieces) or tuple(moment.pieces)


def turned(position: PagePosition, act: KeyAct | None, mark: str) -> PagePosition:
    """Return the position after this act. `mark` is the fingerprint now. The box's own acts turn nothing."""
    position = replace(position, sure=None, why="")
    match act:
        case acts.Go(page, row, asked):
            return to(position, page, row, asked, mark)
        case acts.Choose(row):
            return replace(position, row=row)
        case acts.Open(inside, row):
            return replace(position, row=row, inside=inside)
        case acts.Tap(taps):
            return replace(position, row=0, inside=(), taps=taps)
        case acts.Postpone(due, hand):
            return PagePosition(aside=(*position.aside, *([due] if due else [])), later=hand or position.later)
        case acts.Fill(filling):
            return replace(position, page=FORM, row=0, inside=(), filling=filling)
        case acts.Explain(words, sure, covered):
            return replace(position, sure=sure, why=words if covered else "")
    return position


def to(position: PagePosition, page: str | None, row: int = 0, asked: str = "", mark: str = "") -> PagePosition:
    """Return the position of another page. None: the page that comes by itself. Only what was postponed stays."""
    return PagePosition(page=page, row=row, asked=asked, aside=position.aside, later=position.later, mark=mark)
