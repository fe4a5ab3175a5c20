"""The acts of keys: those that the box does, and those that only turn the panel's pages."""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Final, TypeVar

import msgspec

from companion.core.state import Seat
from companion.snapshot.panel import BoxSide, PanelSnapshot
from hardware.pages.form_filling import Filling

TALK_MINUTES: Final = 3
"""Minutes of a talk that the panel starts. Each press of OK adds one."""


class PanelAct(Enum):
    """An act that the box does."""

    NEXT_GAME = "next game"
    START = "start"
    AGAIN = "again"
    LEAVE = "leave"
    TAKE_BACK = "take back"
    TAKE_OWN_BACK = "take own back"
    YES = "yes"
    ALL_BACK = "all back"
    NO = "no"
    RETRY = "retry"
    HAVE_READ = "have read"
    LEAVE_GAMES = "leave games"
    SWITCH_OFF = "switch off"
    ABANDON = "abandon"
    TALK = "talk"
    TALK_LONGER = "talk longer"
    END_TALK = "end talk"
    TICK = "tick"
    READY = "ready"
    STAGE_ON = "stage on"
    STAGE_ALL = "stage all"
    STAGE_HOLD = "stage hold"
    START_EARLY = "start early"
    TAKE = "take"
    HAND_ON = "hand on"
    TURN_HANDS = "turn hands"
    SEAT_ONE = "seat one"
    UNSEAT = "unseat"
    LOOK_AROUND = "look around"
    TAKE_OVER = "take over"
    LEAVE_HALL = "leave hall"
    PLAY_APART = "play apart"
    PLAY_ROUND = "play round"
    HAVE_READ_NOTE = "have read note"


class Go(msgspec.Struct, frozen=True):
    """Show another page from row `row` on. None: the page that comes by itself."""

    page: str | None
    row: int = 0
    asked: str = ""
    """The due of the holder's question that the page shows. Empty: the first one."""


class Choose(msgspec.Struct, frozen=True):
    """Mark another row of the list."""

    row: int


class Open(msgspec.Struct, frozen=True):
    """Show the rows of a group in a long list. `inside` is the way to the group from the whole list: a row number for each
    level."""

    inside: tuple[int, ...]
    row: int = 0
    """The marked row, counted from the one that the list marks first."""


class Tap(msgspec.Struct, frozen=True):
    """Replace the choices made so far in an answer of several steps."""

    taps: tuple[int, ...]


class Postpone(msgspec.Struct, frozen=True):
    """Postpone a question (`due`), or the handing on of the box (`hand`, of `pages.hand_key`), and show the page that comes
    by itself."""

    due: str = ""
    hand: str = ""


class Fill(msgspec.Struct, frozen=True):
    """Show this form, with the values and digits so far."""

    filling: Filling


class TurnOption(msgspec.Struct, frozen=True):
    """Turn an option of the picked game to its next value."""

    name: str


class LookAtTable(msgspec.Struct, frozen=True):
    """Look closely at a table of the hall, by its name."""

    table: str


class TakeWith(msgspec.Struct, frozen=True):
    """Take the table over that the page shows, with the organiser's number."""

    number: str


class PostAnswer(msgspec.Struct, frozen=True):
    """Give this answer to the question `due`. If `due` is None, set an open tally right."""

    due: str | None
    do: dict[str, Any]


class Explain(msgspec.Struct, frozen=True):
    """Say why an act is not possible, without asking the box."""

    words: str
    sure: PostAnswer | None = None
    """The answer that a second press of the same key gives. None: the act is not possible."""
    covered: bool = False
    """True if the reason is secret. It is then shown only behind the cover, and the page stays as it was."""


KeyAct = PanelAct | Go | Choose | Open | Tap | Postpone | Fill | TurnOption | LookAtTable | TakeWith | PostAnswer | Explain
"""The act of a key, or of a held Back."""

Shown = TypeVar("Shown")


def done_by(side: BoxSide, shown: PanelSnapshot) -> Mapping[PanelAct, Callable[[], None]]:
    """Return the call of the box for each act. A call may raise Refused. It passes the value that was shown, so that nobody
    confirms another one."""
    return {
        PanelAct.NEXT_GAME: lambda: side.turn_games(1),
        PanelAct.START: lambda: side.start(_there(shown.lobby)),
        PanelAct.AGAIN: lambda: side.again(shown.number),
        PanelAct.LEAVE: lambda: side.leave_game(shown.number),
        PanelAct.TAKE_BACK: lambda: side.take_back(shown.fingerprint),
        PanelAct.TAKE_OWN_BACK: lambda: side.take_own_back(_there(shown.mine)),
        PanelAct.YES: lambda: side.settle_claim(_there(shown.claim), True),
        PanelAct.ALL_BACK: lambda: side.settle_claim(_there(shown.claim), True, shown.returning),
        PanelAct.NO: lambda: side.settle_claim(_there(shown.claim), False),
        PanelAct.RETRY: lambda: side.retry(shown.trouble.key if shown.trouble else ""),
        PanelAct.HAVE_READ: lambda: side.have_read(shown.card_notices[0]),
        PanelAct.LEAVE_GAMES: side.leave_games,
        PanelAct.SWITCH_OFF: side.switch_off,
        PanelAct.ABANDON: lambda: side.abandon(shown.number),
        PanelAct.TALK: lambda: side.talk(60 * TALK_MINUTES),
        PanelAct.TALK_LONGER: side.talk_longer,
        PanelAct.END_TALK: lambda: side.talk(None),
        PanelAct.STAGE_ON: lambda: side.stage(_there(shown.stage).of, _there(shown.stage).then),
        PanelAct.STAGE_ALL: lambda: side.stage(_there(shown.stage).of, None),
        PanelAct.STAGE_HOLD: lambda: side.pause(_there(shown.stage).of, not _there(shown.stage).paused),
        PanelAct.TAKE: lambda: side.take(_there(shown.hand_to)),
        PanelAct.HAND_ON: side.hand_on,
        PanelAct.TURN_HANDS: side.turn_hands,
        PanelAct.SEAT_ONE: lambda: side.seat_one(_there(shown.newcomer)),
        PanelAct.UNSEAT: lambda: side.unseat(_there(shown.sat)),
        PanelAct.LOOK_AROUND: lambda: side.others.look(),
        PanelAct.TAKE_OVER: lambda: side.others.take(_there(_there(shown.hall.take_over).regarded)),
        PanelAct.LEAVE_HALL: lambda: side.others.leave(),
        PanelAct.PLAY_APART: lambda: side.play_apart(shown.number),
        PanelAct.PLAY_ROUND: lambda: side.play_round(_there(shown.hall.offer)),
        PanelAct.HAVE_READ_NOTE: lambda: side.have_read_note(shown.hall.notes[0]),
        PanelAct.TICK: lambda: side.tick(shown.number, *_to_tick(shown)),
        PanelAct.READY: lambda: side.ready(shown.number),
        PanelAct.START_EARLY: lambda: side.start_early(shown.number),
    }


def confirmed_by(act: PanelAct, snapshot: PanelSnapshot) -> object:
    """Return the value that a press of this act would confirm. A press is meant for the page that was shown only while this
    value stays equal."""
    name = _NAMES.get(act)
    return name(snapshot) if name else None


def _of_game(snapshot: PanelSnapshot) -> object:
    return snapshot.number


def _of_stage(snapshot: PanelSnapshot) -> object:
    return snapshot.stage and snapshot.stage.of


def _of_step(snapshot: PanelSnapshot) -> object:
    return snapshot.number, snapshot.set_up and snapshot.set_up.next_at_box


def _to_tick(snapshot: PanelSnapshot) -> tuple[Seat, str]:
    seat, step = _there(_there(snapshot.set_up).next_at_box)
    return seat, step.name


def _of_regarded(snapshot: PanelSnapshot) -> object:
    """Return the table without the time since its box was last heard of, which may change while somebody decides."""
    regarded = snapshot.hall.take_over.regarded if snapshot.hall.take_over is not None else None
    return regarded and (regarded.table, regarded.owner, regarded.silent)


def _of_hands(snapshot: PanelSnapshot) -> object:
    return snapshot.hand_to, snapshot.mine and snapshot.mine.seat


_NAMES: Final[Mapping[PanelAct, Callable[[PanelSnapshot], object]]] = {
    PanelAct.YES: lambda snapshot: snapshot.claim,
    PanelAct.NO: lambda snapshot: snapshot.claim,
    PanelAct.ALL_BACK: lambda snapshot: (snapshot.claim, snapshot.returning),
    PanelAct.START: lambda snapshot: snapshot.lobby,
    PanelAct.TAKE_BACK: lambda snapshot: (snapshot.fingerprint, snapshot.number),
    PanelAct.TAKE_OWN_BACK: lambda snapshot: snapshot.mine and (snapshot.mine.seat, snapshot.mine.undo),
    PanelAct.AGAIN: _of_game,
    PanelAct.LEAVE: _of_game,
    PanelAct.ABANDON: _of_game,
    PanelAct.PLAY_APART: _of_game,
    PanelAct.STAGE_ON: _of_stage,
    PanelAct.STAGE_ALL: _of_stage,
    PanelAct.STAGE_HOLD: _of_stage,
    PanelAct.TICK: _of_step,
    PanelAct.READY: _of_step,
    PanelAct.START_EARLY: _of_step,
    PanelAct.TAKE: _of_hands,
    PanelAct.HAND_ON: _of_hands,
    PanelAct.SEAT_ONE: lambda snapshot: snapshot.newcomer,
    PanelAct.UNSEAT: lambda snapshot: snapshot.sat,
    PanelAct.HAVE_READ: lambda snapshot: snapshot.card_notices[:1],
    PanelAct.TAKE_OVER: _of_regarded,
    PanelAct.PLAY_ROUND: lambda snapshot: snapshot.hall.offer and (snapshot.hall.offer.number, snapshot.hall.offer.game),
    PanelAct.HAVE_READ_NOTE: lambda snapshot: [note.key for note in snapshot.hall.notes[:1]],
    PanelAct.RETRY: lambda snapshot: snapshot.trouble.key if snapshot.trouble else None,
}


def _there(shown: Shown | None) -> Shown:
    """Return a value that is never None on the page with this act."""
    assert shown is not None
    return shown
