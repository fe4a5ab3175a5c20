"""Which pages there are, from the moment and from where the panel was turned to."""

from typing import Final

import msgspec
from msgspec.structs import replace

from companion.core.answers import Form, Option
from companion.core.blocks import Grid, Moves, Place, Ranking, Seats
from companion.core.state import Seat
from companion.core.view import Ask, Screen
from companion.kits.board import Area, Areas
from companion.snapshot.panel import BoxMoment, Handing
from hardware.pages import acts
from hardware.pages.acts import KeyAct, PostAnswer
from hardware.pages.form_filling import Filling

WIFI: Final = "wifi"
JOIN: Final = "join"
LOBBY: Final = "lobby"
SIT: Final = "sit"
HAND: Final = "hand"
YOURS: Final = "yours"
UNCOVERED: Final = "uncovered"
HELD: Final = "held"
OWN: Final = "own"
REVEAL: Final = "reveal"
PHASE: Final = "phase"
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


class PagePosition(msgspec.Struct, frozen=True):
    """What was turned to at the panel: all that it knows besides the moment. Of a page that is left nothing stays but
    `aside` and `later`."""

    page: str | None = None
    """None: the page that comes by itself."""
    row: int = 0
    """The chosen row of a question, counted from the one it begins with; the first one seen of the scores."""
    inside: tuple[int, ...] = ()
    """The groups of a long list that were opened, one inside the other."""
    aside: tuple[str, ...] = ()
    """The dues of questions that were left open."""
    later: str = ""
    """Where the box was to go (`hand_key`), and does not yet."""
    asked: str = ""
    """The due of whoever has the box in hand; empty: what the game waits for."""
    filling: Filling | None = None
    """The form that is being filled in."""
    taps: tuple[int, ...] = ()
    """The choices made so far in an answer of steps."""
    sure: PostAnswer | None = None
    """What somebody was asked to be sure of, with the press before."""
    why: str = ""
    """Why the last secret answer was not taken; it stands under the cover."""
    mark: str = ""
    """The fingerprint when taking back was asked: an answer since then makes that another question."""


def question(moment: BoxMoment, aside: tuple[str, ...] = ()) -> Ask | None:
    """What the table is asked in a list, but for what was put aside."""
    return next((ask for ask in moment.asks if _asks(moment, ask) and ask.due not in aside), None)


def _asks(moment: BoxMoment, ask: Ask) -> bool:
    """Whether this takes the screen. A count after the end is an offer, found among what comes then."""
    over = moment.screen is not None and moment.screen.over
    answers = ask.answers
    return answers.panel is not None and bool(listed(ask) or answers.steps or answers.lots or (drawn(ask) and not over))


def offers(moment: BoxMoment) -> list[Ask]:
    """What the table may tell though nothing asks for it: counts after the end, and setting right."""
    forms = [ask for ask in moment.asks if drawn(ask) and ask.answers.panel and not _asks(moment, ask)]
    return [*forms, moment.settling] if moment.settling is not None else forms


def form(moment: BoxMoment, filling: Filling | None) -> Form | None:
    """The form that is being filled in, while its due stands."""
    asks = moment.mine.asks if moment.mine else (*moment.asks, *([moment.settling] if moment.settling else []))
    ask = next((ask for ask in asks if filling is not None and ask.due == filling.due), None)
    if ask is None or filling is None or filling.form >= len(ask.answers.forms):
        return None
    return ask.answers.forms[filling.form]


def hides(moment: BoxMoment, filling: Filling | None) -> bool:
    """Whether what is chosen in this form is secret: it stands no longer than it has to."""
    asks = moment.mine.asks if moment.mine is not None else ()
    return any(filling is not None and ask.due == filling.due and ask.answers.secret for ask in asks)


def ready(ask: Ask) -> list[Option]:
    """The ready-made answers: the main one, then those of the groups."""
    main = [ask.answers.main] if ask.answers.main else []
    return [*main, *(option for group in ask.answers.groups for option in group.options)]


def listed(ask: Ask) -> list[Option]:
    """Those of the ready-made answers that the display offers as an answer of the table."""
    return [option for option in ready(ask) if option.panel is not None]


def can_answer(ask: Ask) -> bool:
    """Whether anything can be answered now, as the rules allow it: ready-made, in steps, by a form or by the box."""
    steps = ask.answers.steps.options if ask.answers.steps else ()
    is_open = any(option.why is None for option in (*ready(ask), *steps))
    return is_open or bool(drawn(ask)) or ask.answers.lots is not None


def drawn(ask: Ask) -> list[tuple[int, Form]]:
    """The forms that screens draw, each with its place among all."""
    return [(i, form) for i, form in enumerate(ask.answers.forms) if form.drawn]


def taps(turn: PagePosition, ask: Ask) -> tuple[int, ...]:
    """The choices made so far in an answer that is composed in steps, while they still lead somewhere."""
    return turn.taps if ask.answers.steps and ask.answers.steps.onward(turn.taps) else ()


def next_phase(moment: BoxMoment) -> tuple[Ask, Option] | None:
    """The one thing that brings the table to its next phase, if it has one."""
    for ask in moment.asks:
        options = listed(ask)
        if ask.answers.panel is None and len(options) == 1:
            return ask, options[0]
    return None


def own(moment: BoxMoment, asked: str) -> Ask | None:
    """What whoever has the box in hand is asked: this due, or what comes first."""
    asks = moment.mine.asks if moment.mine is not None else ()
    return next((ask for ask in asks if asked in ("", ask.due)), None)


def hand_key(moment: BoxMoment) -> str:
    """Where the box is to go, and since which open answer."""
    return f"{moment.number} {moment.fingerprint} {moment.hand_to.to}" if moment.hand_to else ""


def next_hand(moment: BoxMoment) -> Handing | None:
    """Whom the box is to be given to, if nothing else comes before that."""
    following = urgent(moment)
    return moment.hand_to if following is not None and following[0] == HAND else None


def urgent(moment: BoxMoment, aside: tuple[str, ...] = (), later: str = "") -> tuple[str, str] | None:
    """What takes the screen by itself: which page, and whether it is still the same. From under a hand that has the box
    only what everybody must see."""
    if moment.trouble is not None:
        return TROUBLE, moment.trouble.key
    if moment.claim is not None:
        return NEW_PHONE, repr((moment.claim, moment.returning))
    if moment.mine is not None:
        return None
    if moment.told:
        return TOLD, repr(moment.told[0])
    if moment.spare is not None and moment.spare.lost is not None and moment.screen is None:
        return LOST, moment.spare.lost.table
    if moment.set_up is not None:
        return LAYING, f"{moment.number} {moment.set_up.step}"
    if moment.stage is not None:
        return STAGE, f"{moment.stage.of} {moment.stage.step}"
    ask = question(moment, aside)
    if ask is not None:
        return QUESTION, f"{ask.due} {said(moment, ask)}"
    return (HAND, hand_key(moment)) if hand_key(moment) not in ("", later) else None


def said(moment: BoxMoment, ask: Ask) -> str:
    """Who answered this, and waits for a second who says the same."""
    return str(moment.heard.seat) if moment.heard is not None and moment.heard.due == ask.due else ""


def ring(moment: BoxMoment) -> tuple[str, ...]:
    """The pages that Next turns, the first one first."""
    way_in = (WIFI, JOIN) if moment.join.wifi else (JOIN,)
    if moment.screen is None:
        return (*way_in, *((SIT,) if moment.newcomer or moment.sat else ()), *_hall(moment), LOBBY)
    moves = tuple(page for page, told in ((PUT_BACK, put_back(moment)), (MOVES, moved(moment))) if told is not None)
    if moment.mine is not None:
        return (YOURS, *moves)
    prints = (FINGERPRINT,) if moment.fingerprint else ()
    scores = (SCORES,) if ranking(moment.screen) is not None else ()
    board = (BOARD,) if built(moment.screen) is not None else ()
    apart = (HALL,) if is_apart(moment) else ()
    if moment.screen.over:
        return (*_results(moment.screen), *board, *prints, *way_in, *apart)
    reveal = (REVEAL,) if revealed(moment.screen) is not None else ()
    talking, quiet = ((TIMER,), ()) if moment.talk else ((), (TIMER,) if moment.timer else ())
    return (*talking, *reveal, PHASE, *moves, *board, *quiet, SEATS, *scores, *prints, *way_in, *apart, MORE)


def is_apart(moment: BoxMoment) -> bool:
    """Whether the game goes on without the hall."""
    return moment.hall is not None and moment.hall.key == "hall.word.apart"


def _hall(moment: BoxMoment) -> tuple[str, ...]:
    return (HALL,) if moment.spare is not None else ()


def _results(screen: Screen) -> tuple[str, ...]:
    """Where sides win, not seats, the display says which before it says who was on it."""
    places = ranking(screen)
    if places is None:
        return (PHASE,)
    return (PHASE, SCORES) if any(place.points is None for place in places) else (SCORES,)


def stands(moment: BoxMoment, turn: PagePosition) -> bool:
    """Whether the page that was turned to is still there."""
    if turn.page == TAKE_BACK:
        return moment.undo is not None and turn.mark == moment.fingerprint
    if turn.page == TAKE_OWN_BACK:
        return moment.mine is not None and moment.mine.undo is not None and moment.mine.undo.free
    if turn.page in (OPTIONS, NEW_PHONE):
        return (moment.lobby if turn.page == OPTIONS else moment.claim) is not None
    if turn.page in (*OF_A_HALL, APART):
        return _is_of_a_hall(moment, turn.page)
    if turn.page == OWN:
        return own(moment, turn.asked) is not None
    if turn.page == FORM:
        return form(moment, turn.filling) is not None
    if turn.page in (MENU, ABANDON):
        return moment.screen is not None and not moment.screen.over and moment.mine is None
    if turn.page in (AND_NOW, AGAIN):
        return moment.screen is not None and moment.screen.over and moment.mine is None
    return turn.page is None or turn.page in ring(moment)


OF_A_HALL: Final = (TABLES, OFFER, TAKE_OVER)
"""Pages about other tables; which of them is drawn depends on how far the box is with them."""


def _is_of_a_hall(moment: BoxMoment, page: str) -> bool:
    if page == APART:
        return moment.trouble is not None and moment.trouble.key == "trouble.unsure"
    return moment.spare is not None and moment.spare.step != "" and moment.mine is None


def shown(moment: BoxMoment, turn: PagePosition, seen: tuple[str, str] | None) -> str:
    """The page's name. `seen`: what is urgent and has already taken the screen."""
    if turn.page is not None:
        return turn.page
    if seen is not None and seen == urgent(moment, turn.aside, turn.later):
        return seen[0]
    return ring(moment)[0]


def ranking(screen: Screen) -> tuple[Place, ...] | None:
    """The places of all seats, the first one first; None where the screen shows no ranking."""
    return next((block.places for block in screen.view.blocks if isinstance(block, Ranking)), None)


def revealed(screen: Screen) -> Area | None:
    """The area where the table is, once its tokens are turned up."""
    areas = (area for block in screen.view.blocks if isinstance(block, Areas) for area in block.areas)
    return next((area for area in areas if area.active and area.order), None)


def built(screen: Screen) -> Grid | None:
    """The places on the board, where the game shows them as such."""
    return next((block for block in screen.view.blocks if isinstance(block, Grid) and block.board), None)


def moved(moment: BoxMoment) -> Moves | None:
    """What moves on the table by itself, for as long as the screens say so."""
    said = moment.screen.view.moves if moment.screen is not None else None
    return said if said is not None and any(row.counts for row in said.rows) else None


def put_back(moment: BoxMoment) -> Moves | None:
    """What goes back because an answer was taken back, until somebody answers."""
    return moment.screen.back if moment.screen is not None else None


def news(before: BoxMoment, now: BoxMoment, announced: Moves | None) -> str | None:
    """The page of what has begun to move on the table since `before`; what goes back comes first. Of what moves, only rows
    that were not `announced`: pieces that come up twice are taken twice."""
    if before.spare is not None and now.spare is not None and before.spare.step != now.spare.step:
        return TABLES if now.spare.step not in ("", "taking") else None
    if put_back(now) not in (None, put_back(before)):
        return PUT_BACK
    said = moved(now)
    return MOVES if said is not None and said.since(announced) else None


def sitting(moment: BoxMoment) -> tuple[Seat, ...]:
    """Who plays, clockwise as the game says; else everybody who sits here."""
    blocks = moment.screen.view.blocks if moment.screen is not None else ()
    rows = next((block.rows for block in blocks if isinstance(block, Seats)), ())
    return tuple(row.seat for row in rows if row.seat in moment.pieces) or tuple(moment.pieces)


def turned(turn: PagePosition, act: KeyAct | None, mark: str) -> PagePosition:
    """Where the panel is turned to after this act; `mark` is the fingerprint now. The box's own acts turn nothing."""
    turn = replace(turn, sure=None, why="")
    match act:
        case acts.Go(page, row, asked):
            return to(turn, page, row, asked, mark)
        case acts.Choose(row):
            return replace(turn, row=row)
        case acts.Open(inside, row):
            return replace(turn, row=row, inside=inside)
        case acts.Tap(taps):
            return replace(turn, row=0, inside=(), taps=taps)
        case acts.Postpone(due, hand):
            return PagePosition(aside=(*turn.aside, *([due] if due else [])), later=hand or turn.later)
        case acts.Fill(filling):
            return replace(turn, page=FORM, row=0, inside=(), filling=filling)
        case acts.Explain(words, sure, covered):
            return replace(turn, sure=sure, why=words if covered else "")
    return turn


def to(turn: PagePosition, page: str | None, row: int = 0, asked: str = "", mark: str = "") -> PagePosition:
    """Another page (None: the one that comes by itself). Only what was put aside stays."""
    return PagePosition(page=page, row=row, asked=asked, aside=turn.aside, later=turn.later, mark=mark)
