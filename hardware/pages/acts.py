"""The acts of keys: those that the box does, and those that only turn the panel's pages."""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Final, NamedTuple, TypeVar

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


class BoxCall(NamedTuple):
    """The call of the box for an act, and the value that a press of the act confirms."""

    do: Callable[[BoxSide, PanelSnapshot], None]
    """Calls the box with the value that was shown, so that nobody confirms another one. It may raise Refused."""
    confirms: Callable[[PanelSnapshot], object] = lambda shown: None
    """Returns the confirmed value. A press is meant for the page that was shown only while this value stays equal."""


Shown = TypeVar("Shown")


def _there(shown: Shown | None) -> Shown:
    """Return a value that is never None on the page with this act."""
    assert shown is not None
    return shown


def _game(shown: PanelSnapshot) -> object:
    return shown.number


def _reveal(shown: PanelSnapshot) -> object:
    return shown.stage and shown.stage.of


def _set_up(shown: PanelSnapshot) -> object:
    return shown.number, shown.set_up and shown.set_up.next_at_box


def _to_tick(shown: PanelSnapshot) -> tuple[Seat, str]:
    seat, step = _there(_there(shown.set_up).next_at_box)
    return seat, step.name


def _regarded(shown: PanelSnapshot) -> object:
    """Return the table without the time since its box was last heard of, which may change while somebody decides."""
    regarded = shown.hall.take_over.regarded if shown.hall.take_over is not None else None
    return regarded and (regarded.table, regarded.owner, regarded.silent)


def _holder(shown: PanelSnapshot) -> object:
    return shown.hand_to, shown.mine and shown.mine.seat


def _round(shown: PanelSnapshot) -> object:
    return shown.hall.offer and (shown.hall.offer.number, shown.hall.offer.game)


def _own_undo(shown: PanelSnapshot) -> object:
    return shown.mine and (shown.mine.seat, shown.mine.undo)


BOX_CALLS: Final[Mapping[PanelAct, BoxCall]] = {
    # The lobby, and the end of a game
    PanelAct.NEXT_GAME: BoxCall(lambda side, shown: side.turn_games(1)),
    PanelAct.START: BoxCall(lambda side, shown: side.start(_there(shown.lobby)), lambda shown: shown.lobby),
    PanelAct.AGAIN: BoxCall(lambda side, shown: side.again(shown.number), _game),
    PanelAct.LEAVE: BoxCall(lambda side, shown: side.leave_game(shown.number), _game),
    PanelAct.ABANDON: BoxCall(lambda side, shown: side.abandon(shown.number), _game),
    PanelAct.SEAT_ONE: BoxCall(lambda side, shown: side.seat_one(_there(shown.newcomer)), lambda shown: shown.newcomer),
    PanelAct.UNSEAT: BoxCall(lambda side, shown: side.unseat(_there(shown.sat)), lambda shown: shown.sat),
    # The set-up
    PanelAct.TICK: BoxCall(lambda side, shown: side.tick(shown.number, *_to_tick(shown)), _set_up),
    PanelAct.READY: BoxCall(lambda side, shown: side.ready(shown.number), _set_up),
    PanelAct.START_EARLY: BoxCall(lambda side, shown: side.start_early(shown.number), _set_up),
    # The game
    PanelAct.TAKE_BACK: BoxCall(
        lambda side, shown: side.take_back(shown.fingerprint), lambda shown: (shown.fingerprint, shown.number)
    ),
    PanelAct.TALK: BoxCall(lambda side, shown: side.talk(60 * TALK_MINUTES)),
    PanelAct.TALK_LONGER: BoxCall(lambda side, shown: side.talk_longer()),
    PanelAct.END_TALK: BoxCall(lambda side, shown: side.talk(None)),
    PanelAct.STAGE_ON: BoxCall(lambda side, shown: side.stage(_there(shown.stage).of, _there(shown.stage).then), _reveal),
    PanelAct.STAGE_ALL: BoxCall(lambda side, shown: side.stage(_there(shown.stage).of, None), _reveal),
    PanelAct.STAGE_HOLD: BoxCall(
        lambda side, shown: side.pause(_there(shown.stage).of, not _there(shown.stage).paused), _reveal
    ),
    # The shared box
    PanelAct.TAKE: BoxCall(lambda side, shown: side.take(_there(shown.hand_to)), _holder),
    PanelAct.HAND_ON: BoxCall(lambda side, shown: side.hand_on(), _holder),
    PanelAct.TURN_HANDS: BoxCall(lambda side, shown: side.turn_hands()),
    PanelAct.TAKE_OWN_BACK: BoxCall(lambda side, shown: side.take_own_back(_there(shown.mine)), _own_undo),
    # Claims
    PanelAct.YES: BoxCall(lambda side, shown: side.settle_claim(_there(shown.claim), True), lambda shown: shown.claim),
    PanelAct.NO: BoxCall(lambda side, shown: side.settle_claim(_there(shown.claim), False), lambda shown: shown.claim),
    PanelAct.ALL_BACK: BoxCall(
        lambda side, shown: side.settle_claim(_there(shown.claim), True, shown.returning),
        lambda shown: (shown.claim, shown.returning),
    ),
    # The hall
    PanelAct.LOOK_AROUND: BoxCall(lambda side, shown: side.others.look()),
    PanelAct.TAKE_OVER: BoxCall(
        lambda side, shown: side.others.take(_there(_there(shown.hall.take_over).regarded)), _regarded
    ),
    PanelAct.LEAVE_HALL: BoxCall(lambda side, shown: side.others.leave()),
    PanelAct.PLAY_APART: BoxCall(lambda side, shown: side.play_apart(shown.number), _game),
    PanelAct.PLAY_ROUND: BoxCall(lambda side, shown: side.play_round(_there(shown.hall.offer)), _round),
    PanelAct.HAVE_READ_NOTE: BoxCall(
        lambda side, shown: side.have_read_note(shown.hall.notes[0]),
        lambda shown: [note.key for note in shown.hall.notes[:1]],
    ),
    # The box itself
    PanelAct.RETRY: BoxCall(
        lambda side, shown: side.retry(shown.trouble.key if shown.trouble else ""),
        lambda shown: shown.trouble.key if shown.trouble else None,
    ),
    PanelAct.HAVE_READ: BoxCall(
        lambda side, shown: side.have_read(shown.card_notices[0]), lambda shown: shown.card_notices[:1]
    ),
    PanelAct.LEAVE_GAMES: BoxCall(lambda side, shown: side.leave_games()),
    PanelAct.SWITCH_OFF: BoxCall(lambda side, shown: side.switch_off()),
}
"""The call for each act."""
