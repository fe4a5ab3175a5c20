"""The names of pages, the position at the panel, and questions that pages ask about a snapshot."""

from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from companion.core.answers import Form, Option
from companion.core.blocks import Grid, Moves, Place, Ranking, Seats
from companion.core.caching import cached_by_identity
from companion.core.state import Seat
from companion.core.view import Question, Screen
from companion.kits.board import Area, Areas
from companion.snapshot.hall import RoundHere
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
NOTICES: Final = "told"
SET_UP: Final = "laying"
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
TAKE_WITH: Final = "take_with"
LOST: Final = "lost"
APART: Final = "apart"
ROUND: Final = "round"
ROUND_OFFER: Final = "round_offer"
HALL_NOTE: Final = "hall_note"


class Urgent(NamedTuple):
    """A page that takes the screen by itself."""

    page: str
    key: str
    """A key of what the page shows. The page takes the screen again when its key changes."""
    due: str = ""
    """The due of its question, which somebody may postpone. Empty: the page shows no question."""


class PagePosition(msgspec.Struct, frozen=True):
    """The page that a press or news turned to, and everything else that the panel knows besides the snapshot. Only
    `postponed` and `later` survive when the page is left."""

    page: str | None = None
    """The page's name. None: the page that comes by itself."""
    row: int = 0
    """The chosen row of a question, counted from the one that the list marks first. On other pages, the first row that is
    seen."""
    inside: tuple[int, ...] = ()
    """The opened groups of a long list, from the outermost to the innermost."""
    postponed: tuple[str, ...] = ()
    """The dues of the questions that somebody postponed."""
    later: str = ""
    """The `hand_key` that somebody postponed."""
    asked: str = ""
    """The due of the holder's question that is shown. Empty: the first one."""
    filling: Filling | None = None
    """The form that is being filled in."""
    taps: tuple[int, ...] = ()
    """The choices made so far in an answer of steps."""
    sure: PostAnswer | None = None
    """The answer that the last press asked to confirm by a second one."""
    why: str = ""
    """The reason why the last secret answer was refused. It is shown behind the cover."""
    mark: str = ""
    """The fingerprint when this page was turned to. After a newer answer, the page that asks to take one back is gone."""


@cached_by_identity
def questions(snapshot: PanelSnapshot) -> tuple[Question, ...]:
    """Return the table's questions that take the screen."""
    return tuple([ask for ask in snapshot.asks if _asks(snapshot, ask)])


def question(snapshot: PanelSnapshot, postponed: tuple[str, ...] = ()) -> Question | None:
    """Return the first question that takes the screen and that nobody postponed."""
    return next((ask for ask in questions(snapshot) if ask.due not in postponed), None)


def _asks(snapshot: PanelSnapshot, ask: Question) -> bool:
    """Return whether a question takes the screen. After the end of a game a question with only forms does not, but is in the
    list of choices."""
    over = snapshot.screen is not None and snapshot.screen.over
    answers = ask.answers
    return answers.panel is not None and bool(listed(ask) or answers.steps or answers.lots or (drawn(ask) and not over))


def offers(snapshot: PanelSnapshot) -> list[Question]:
    """Return questions that the table may answer although no page asks them: counts after the end, and setting a tally
    right."""
    forms = [ask for ask in snapshot.asks if drawn(ask) and ask.answers.panel and not _asks(snapshot, ask)]
    return [*forms, snapshot.set_right] if snapshot.set_right is not None else forms


def round_due(here: RoundHere) -> str:
    """Return the name under which somebody postpones the offer of a round."""
    return f"round {here.number}"


def postponable(snapshot: PanelSnapshot) -> list[str]:
    """Return everything that somebody may postpone now."""
    offer = [round_due(snapshot.hall.offer)] if snapshot.hall.offer is not None else []
    return [*(ask.due for ask in snapshot.asks), *offer]


def form(snapshot: PanelSnapshot, filling: Filling | None) -> Form | None:
    """Return the form that is being filled in. None: there is none, or its question is no longer open."""
    asks = snapshot.mine.asks if snapshot.mine else (*snapshot.asks, *([snapshot.set_right] if snapshot.set_right else []))
    ask = next((ask for ask in asks if filling is not None and ask.due == filling.due), None)
    if ask is None or filling is None or filling.form >= len(ask.answers.forms):
        return None
    return ask.answers.forms[filling.form]


def hides(snapshot: PanelSnapshot, filling: Filling | None) -> bool:
    """Return whether the choices in this form are secret. Such a form stays no longer than necessary."""
    asks = snapshot.mine.asks if snapshot.mine is not None else ()
    return any(filling is not None and ask.due == filling.due and ask.answers.secret for ask in asks)


def ready(ask: Question) -> list[Option]:
    """Return the ready answers: the main one, then those of the groups."""
    found = [ask.answers.main] if ask.answers.main else []
    for group in ask.answers.groups:
        found += group.options
    return found


def listed(ask: Question) -> list[Option]:
    """Return the ready answers that the table may give at the display: those with a `panel` text."""
    return [option for option in ready(ask) if option.panel is not None]


def can_answer(ask: Question) -> bool:
    """Return whether any answer is possible now: a ready one, one in steps, a form or a draw by the box."""
    steps = ask.answers.steps.onward(()) if ask.answers.steps else ()
    is_open = any(option.why is None for option in (*ready(ask), *steps))
    return is_open or bool(drawn(ask)) or ask.answers.lots is not None


def drawn(ask: Question) -> list[tuple[int, Form]]:
    """Return the forms that screens draw, each with its place among all forms of the question."""
    return [(i, form) for i, form in enumerate(ask.answers.forms) if form.drawn]


def taps(position: PagePosition, ask: Question) -> tuple[int, ...]:
    """Return the choices made so far in an answer of several steps. Empty if they no longer lead to an answer."""
    return position.taps if ask.answers.steps and ask.answers.steps.onward(position.taps) else ()


def next_phase(snapshot: PanelSnapshot) -> tuple[Question, Option] | None:
    """Return the question whose only answer brings the table to its next phase, and that answer. None: there is no such
    question."""
    for ask in snapshot.asks:
        options = listed(ask)
        if ask.answers.panel is None and len(options) == 1:
            return ask, options[0]
    return None


def own(snapshot: PanelSnapshot, asked: str) -> Question | None:
    """Return the holder's question with the due `asked`, or the first one if `asked` is empty."""
    asks = snapshot.mine.asks if snapshot.mine is not None else ()
    return next((ask for ask in asks if asked in ("", ask.due)), None)


def hand_key(snapshot: PanelSnapshot) -> str:
    """Return a text that changes with the game, the last open answer and the seat to which the box goes. Empty: the box goes
    nowhere."""
    return f"{snapshot.number} {snapshot.fingerprint} {snapshot.hand_to.to}" if snapshot.hand_to else ""


def confirmed_seat(snapshot: PanelSnapshot, ask: Question) -> str:
    """Return the seat whose answer to this question waits for a confirmation. Empty: no answer waits."""
    return str(snapshot.heard.seat) if snapshot.heard is not None and snapshot.heard.due == ask.due else ""


def screen(snapshot: PanelSnapshot) -> Screen:
    """Return the public screen of the game. The game may be over, but there must be one."""
    assert snapshot.screen is not None
    return snapshot.screen


def is_public(snapshot: PanelSnapshot) -> bool:
    """Return whether pages for everybody may be turned to: nobody holds the box, or there is no game."""
    return snapshot.mine is None or snapshot.screen is None


def is_of_seats(snapshot: PanelSnapshot) -> bool:
    """Return whether a game is on, or somebody holds the box after its end."""
    return snapshot.screen is not None and (snapshot.mine is not None or not snapshot.screen.over)


def is_playing(snapshot: PanelSnapshot) -> bool:
    """Return whether a game is on and nobody holds the box."""
    return snapshot.mine is None and snapshot.screen is not None and not snapshot.screen.over


def is_over(snapshot: PanelSnapshot) -> bool:
    """Return whether a game is over and nobody holds the box."""
    return snapshot.mine is None and snapshot.screen is not None and snapshot.screen.over


def is_apart(snapshot: PanelSnapshot) -> bool:
    """Return whether the game goes on without the hall."""
    words = snapshot.hall.words
    return words is not None and words.key == "hall.word.apart"


def has_tables(snapshot: PanelSnapshot) -> bool:
    """Return whether this box looks at other tables or takes one over, and nobody holds the box."""
    return snapshot.hall.take_over is not None and snapshot.hall.take_over.step != "" and snapshot.mine is None


OF_A_HALL: Final = (TABLES, OFFER, TAKE_OVER, TAKE_WITH)
"""Pages about other tables. Each of them shows how far the search or the taking over is."""


def ranking(screen: Screen) -> tuple[Place, ...] | None:
    """Return the places of all seats, the first one first. None: the screen shows no ranking."""
    return next((block.places for block in screen.view.blocks if isinstance(block, Ranking)), None)


def is_ranked(screen: Screen) -> bool:
    """Return whether every seat has a place with points. Where sides win, the places have no points."""
    places = ranking(screen)
    return places is not None and all(place.points is not None for place in places)


def revealed(screen: Screen) -> Area | None:
    """Return the area that acts now, once its tokens are revealed. None: there is no such area."""
    areas = (area for block in screen.view.blocks if isinstance(block, Areas) for area in block.areas)
    return next((area for area in areas if area.active and area.order), None)


def built(screen: Screen) -> Grid | None:
    """Return the board's grid. None: the game shows no board."""
    return next((block for block in screen.view.blocks if isinstance(block, Grid) and block.board), None)


def moved(snapshot: PanelSnapshot) -> Moves | None:
    """Return the pieces that move without a tap, while the screens show them. None: there are none."""
    moves = snapshot.screen.view.moves if snapshot.screen is not None else None
    return moves if moves is not None and any(row.counts for row in moves.rows) else None


def put_back(snapshot: PanelSnapshot) -> Moves | None:
    """Return the pieces that go back because an answer was taken back. They show until the next answer."""
    return snapshot.screen.back if snapshot.screen is not None else None


def news(before: PanelSnapshot, now: PanelSnapshot, announced: Moves | None) -> str | None:
    """Return the name of the page for news since `before`. None: there is no news. Pieces that go back come before other
    moves. Moves in `announced` are no news, because people would move those pieces twice."""
    earlier, progress = before.hall.take_over, now.hall.take_over
    if earlier is not None and progress is not None and earlier.step != progress.step:
        return TABLES if progress.step not in ("", "taking") else None
    if put_back(now) not in (None, put_back(before)):
        return PUT_BACK
    moves = moved(now)
    return MOVES if moves is not None and moves.since(announced) else None


def sitting(snapshot: PanelSnapshot) -> tuple[Seat, ...]:
    """Return the players in the order of the game's `Seats` block, clockwise. Without such a block, return everybody who
    sits here."""
    blocks = snapshot.screen.view.blocks if snapshot.screen is not None else ()
    rows = next((block.rows for block in blocks if isinstance(block, Seats)), ())
    return tuple(row.seat for row in rows if row.seat in snapshot.pieces) or tuple(snapshot.pieces)


def turned(position: PagePosition, act: KeyAct | None, mark: str) -> PagePosition:
    """Return the position after this act. `mark` is the present fingerprint. Acts of the box do not change it."""
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
            return PagePosition(postponed=(*position.postponed, *([due] if due else [])), later=hand or position.later)
        case acts.Fill(filling):
            return replace(position, page=FORM, row=0, inside=(), filling=filling)
        case acts.Explain(words, sure, covered):
            return replace(position, sure=sure, why=words if covered else "")
    return position


def to(position: PagePosition, page: str | None, row: int = 0, asked: str = "", mark: str = "") -> PagePosition:
    """Return the position of another page. None: the page that comes by itself. Only what was postponed is kept."""
    return PagePosition(page=page, row=row, asked=asked, postponed=position.postponed, later=position.later, mark=mark)
