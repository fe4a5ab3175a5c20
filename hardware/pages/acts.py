"""The acts of keys: those that the box does, and those that only turn the panel's pages."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec

from companion.core.state import Seat
from companion.snapshot.panel import BoxForPanel, PanelSnapshot
from hardware.pages.form_filling import Filling

TALK_MINUTES: Final = 3
"""Minutes of a talk that the panel starts. Each press of OK adds one."""


class PanelAct(msgspec.Struct, frozen=True):
    """An act that the box does."""

    do: Callable[[BoxForPanel, PanelSnapshot], None]
    """Calls the box with the value that was shown, so that nobody confirms another one. It may raise Refused."""
    confirms: Callable[[PanelSnapshot], object] = lambda shown: None
    """Returns the value that a press confirms. If the value changes just before a press, the press was meant for the value
    before, and does nothing."""


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
    """Return the values of the table that a press confirms. The time since its box was last heard of is left out, because it
    changes while somebody decides."""
    regarded = shown.hall.take_over.regarded if shown.hall.take_over is not None else None
    return regarded and (regarded.table, regarded.owner, regarded.silent)


def _holder(shown: PanelSnapshot) -> object:
    return shown.hand_to, shown.mine and shown.mine.seat


def _round(shown: PanelSnapshot) -> object:
    return shown.hall.offer and (shown.hall.offer.number, shown.hall.offer.game)


def _own_undo(shown: PanelSnapshot) -> object:
    return shown.mine and (shown.mine.seat, shown.mine.undo)


# The lobby, and the end of a game
NEXT_GAME: Final = PanelAct(lambda box, shown: box.turn_games(1))
START: Final = PanelAct(lambda box, shown: box.start(_there(shown.lobby)), lambda shown: shown.lobby)
AGAIN: Final = PanelAct(lambda box, shown: box.again(shown.number), _game)
LEAVE: Final = PanelAct(lambda box, shown: box.leave_game(shown.number), _game)
ABANDON: Final = PanelAct(lambda box, shown: box.abandon(shown.number), _game)
SEAT_ONE: Final = PanelAct(lambda box, shown: box.seat_one(_there(shown.newcomer)), lambda shown: shown.newcomer)
UNSEAT: Final = PanelAct(lambda box, shown: box.unseat(_there(shown.sat)), lambda shown: shown.sat)

# The set-up
TICK: Final = PanelAct(lambda box, shown: box.tick(shown.number, *_to_tick(shown)), _set_up)
READY: Final = PanelAct(lambda box, shown: box.ready(shown.number), _set_up)
START_EARLY: Final = PanelAct(lambda box, shown: box.start_early(shown.number), _set_up)

# The game
TAKE_BACK: Final = PanelAct(
    lambda box, shown: box.take_back(shown.fingerprint), lambda shown: (shown.fingerprint, shown.number)
)
TALK: Final = PanelAct(lambda box, shown: box.talk(60 * TALK_MINUTES))
TALK_LONGER: Final = PanelAct(lambda box, shown: box.talk_longer())
END_TALK: Final = PanelAct(lambda box, shown: box.talk(None))
STAGE_ON: Final = PanelAct(lambda box, shown: box.stage(_there(shown.stage).of, _there(shown.stage).then), _reveal)
STAGE_ALL: Final = PanelAct(lambda box, shown: box.stage(_there(shown.stage).of, None), _reveal)
STAGE_HOLD: Final = PanelAct(lambda box, shown: box.pause(_there(shown.stage).of, not _there(shown.stage).paused), _reveal)

# The shared box
TAKE_BOX: Final = PanelAct(lambda box, shown: box.take_box(_there(shown.hand_to)), _holder)
HAND_ON: Final = PanelAct(lambda box, shown: box.hand_on(), _holder)
TURN_HANDS: Final = PanelAct(lambda box, shown: box.turn_hands())
TAKE_OWN_BACK: Final = PanelAct(lambda box, shown: box.take_own_back(_there(shown.mine)), _own_undo)

# Claims
YES: Final = PanelAct(lambda box, shown: box.settle_claim(_there(shown.claim), True), lambda shown: shown.claim)
NO: Final = PanelAct(lambda box, shown: box.settle_claim(_there(shown.claim), False), lambda shown: shown.claim)
ALL_BACK: Final = PanelAct(
    lambda box, shown: box.settle_claim(_there(shown.claim), True, shown.returning),
    lambda shown: (shown.claim, shown.returning),
)

# The hall
LOOK_AROUND: Final = PanelAct(lambda box, shown: box.others.look())
TAKE_OVER: Final = PanelAct(
    lambda box, shown: box.others.take_over(_there(_there(shown.hall.take_over).regarded)), _regarded
)
LEAVE_HALL: Final = PanelAct(lambda box, shown: box.others.leave())
PLAY_APART: Final = PanelAct(lambda box, shown: box.play_apart(shown.number), _game)
PLAY_ROUND: Final = PanelAct(lambda box, shown: box.play_round(_there(shown.hall.offer)), _round)
HAVE_READ_NOTE: Final = PanelAct(
    lambda box, shown: box.have_read_note(shown.hall.notes[0]),
    lambda shown: [note.key for note in shown.hall.notes[:1]],
)

# The box itself
RETRY: Final = PanelAct(
    lambda box, shown: box.retry(shown.trouble.key if shown.trouble else ""),
    lambda shown: shown.trouble.key if shown.trouble else None,
)
HAVE_READ: Final = PanelAct(lambda box, shown: box.have_read(shown.card_notices[0]), lambda shown: shown.card_notices[:1])
LEAVE_GAMES: Final = PanelAct(lambda box, shown: box.leave_games())
SWITCH_OFF: Final = PanelAct(lambda box, shown: box.switch_off())
