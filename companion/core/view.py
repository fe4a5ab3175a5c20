"""A chair's screen: what now, the blocks under it, and what may be answered."""

import msgspec

from companion.core.answers import Answers
from companion.core.blocks import Block, Moves
from companion.core.knowledge import Seat
from companion.core.words import Text, text


class Now(msgspec.Struct, frozen=True, omit_defaults=True):
    """What now: one sentence, and at most two small lines under it."""

    line: Text
    small: tuple[Text, ...] = ()
    lit: bool = False
    """This seat is awaited."""


class Oled(msgspec.Struct, frozen=True, omit_defaults=True):
    """The same for the box's few letters: who or what in large, and what they do. `told` of `asked` counts a seal."""

    right: Text
    sub: Text
    seat: Seat | None = None
    main: Text | None = None
    told: int | None = None
    asked: int | None = None
    awaited: tuple[Seat, ...] = ()
    """In place of `seat`: several who act at the same time and have not finished, where all may know who has."""


class Laying(msgspec.Struct, frozen=True):
    """A step of laying the table before the first answer: what is taken in hand, what is done with it, and the same in the
    display's few letters."""

    title: Text
    words: Text
    panel: Text
    stays: tuple[str, ...] = ()
    """The types of answers for which people would need what this step leaves in the game's box: the box draws them, or
    offers to."""


def laying(key: str, stays: tuple[str, ...] = (), **values: object) -> Laying:
    """The step whose words stand under this key as `title`, `words` and `panel`."""
    return Laying(text(f"{key}.title"), text(f"{key}.words", **values), text(f"{key}.panel", **values), stays)


class Turned(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that is turned up: a card (its `sign`), or what a seat shows."""

    words: Text
    seat: Seat | None = None
    sign: str | None = None
    sums_up: bool = False
    """No card, but what those before it come to."""
    mixed: bool = False
    """Its place among the others would tell what it is: the room's screen shows all such rows in an order
    that the box draws."""


class Turning(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was turned up all at once, in the order in which hands do it: the room's screen shows it one by one."""

    of: str
    """Which place in the game it belongs to, as due ids say it."""
    title: Text
    rows: tuple[Turned, ...]


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that one chair, or an onlooker, sees of a game."""

    where: Text
    """Which game and how far, for the seat bar: "Bali · turn 12"."""
    now: Now
    phase: str
    """Names the card that says what happens in this phase: `GAME.card.PHASE` in the texts."""
    oled: Oled
    blocks: tuple[Block, ...] = ()
    moves: Moves | None = None
    """What moves on the table by itself, the same for every chair; it is drawn above the blocks."""
    turning: Turning | None = None
    """What lies open since just now, for the room alone: everybody knows it, and no seat's screen has it."""
    cards: tuple[str, ...] = ()
    """Names more cards of this phase, of what is played with besides: `GAME.card.NAME` in the texts."""
    timer: bool = False
    """This chair may start the talk timer now; on the public screen: it fits now at all, and the panel may."""
    round: int = 0
    """Which round, or turn, goes on; the same for every chair, and it never falls. When it changes, as it does in every
    game, the box has a good moment to tidy its disk. On no screen."""


class Ask(msgspec.Struct, frozen=True, omit_defaults=True):
    """A due that this chair may answer now."""

    due: str
    kind: str
    answers: Answers
    checks: bool = False
    """It belongs to the check of the score, as `Due.checks` says."""


class Screen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chair's view, with what it may answer. `seat` None: the public screen, which never asks."""

    seat: Seat | None
    view: View
    asks: tuple[Ask, ...] = ()
    over: bool = False
    game: str = ""
    """Its id, with which the keys of all its words begin."""
    back: Moves | None = None
    """What goes back on the table because an answer was taken back; it stands among the blocks, too."""
