"""A seat's screen: the present situation, blocks and questions, and functions that split it into named parts."""

from collections.abc import Iterable
from operator import itemgetter
from typing import Any, Literal

import msgspec

from companion.core.answers import Answers
from companion.core.blocks import Block, Count, Marker, Moves, Scene, Seats, Secret
from companion.core.caching import cached_by_identity, cached_by_type
from companion.core.state import Seat
from companion.core.words import Text


class Now(msgspec.Struct, frozen=True, omit_defaults=True):
    """The present situation: one sentence, and at most two small lines under it."""

    line: Text
    small: tuple[Text, ...] = ()
    lit: bool = False
    """True if the table waits for this seat."""
    repeats: int = 0
    """The number of small lines at the beginning that say what somebody did. Screen readers said this when it happened."""


class DisplayLines(msgspec.Struct, frozen=True, omit_defaults=True):
    """The present situation in the display's few letters: a seat or a thing in large, and its act. Under seal, `answered` of
    `asked` seats have answered."""

    right: Text
    sub: Text
    seat: Seat | None = None
    main: Text | None = None
    answered: int | None = msgspec.field(default=None, name="told")
    asked: int | None = None
    awaited: tuple[Seat, ...] = ()
    """Several seats in place of `seat`, which act at the same time. They have not finished, and everybody may know that."""


class Clock(msgspec.Struct, frozen=True):
    """The time for a step of a game, which the table's timer counts down. The step does not end with it."""

    of: str
    """The place in the game that the step belongs to, as in the ids of dues."""
    seconds: int


class RevealedItem(msgspec.Struct, frozen=True, omit_defaults=True):
    """One revealed thing: a card (its `sign`), or the choice of a seat."""

    words: Text
    seat: Seat | None = None
    sign: str | None = None
    sums_up: bool = False
    """True if the row is no card, but the sum of the cards before it."""
    mixed: bool = False
    """True if the row's place would give its secret away. The room's screen shows such rows in an order that the box
    draws."""
    small: Text | None = None
    """A sentence under the words."""
    spoken: Text | None = None
    """The words for screen readers, if `words` need the picture."""
    face: str | None = None
    """The key of the picture, if the picture is not the sign."""
    worth: dict[str, int] = {}
    """The points that a card of each kind is worth once this card is revealed, by sign."""
    tokens: tuple[Text, ...] = ()
    """The numbers of the tokens that a seat turned up."""
    marks: tuple[Marker, ...] = ()
    """Its tokens without a number."""
    total: int | None = None
    """The sum of its tokens."""


class RevealSteps(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cards or answers that were revealed together, in the order in which hands turn them up. The room's screen shows them
    one by one."""

    of: str
    """The place in the game that the reveal belongs to, as in the ids of dues."""
    title: Text
    rows: tuple[RevealedItem, ...]
    left: int = 0
    """The number of rows that are still to be shown, without sums. The box sets this field and `shows`."""
    shows: Literal["cards", "roles", "seats"] = "cards"
    """The kind of things that are revealed: cards, a card of each seat, or what each seat did."""
    picture: str | None = None
    """The key of the picture of the place where tokens are turned up. Everybody knows the place."""


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that one seat, or the public, sees of a game."""

    where: Text
    """The game and how far it is, for the seat bar: "Bali · turn 12"."""
    now: Now
    phase: str
    """The name of this phase's rule card: `GAME.card.PHASE` in the texts, with a line for each act of the hands."""
    display: DisplayLines
    blocks: tuple[Block, ...] = ()
    moves: Moves | None = None
    """Pieces that move without a tap, the same for every seat. They are drawn above the blocks."""
    reveal: RevealSteps | None = None
    """The reveal that the room's screen shows now. The screens of seats lack it, because it has no secret."""
    scene: Scene | None = None
    """The drawing that fills most of the room's screen. Only the public view has it. None: the screen shows the blocks."""
    cards: tuple[str, ...] = ()
    """The names of more cards of this phase, for modules in play: `GAME.card.NAME` in the texts."""
    timer: bool = False
    """True if this seat may start the talk timer now. On the public screen: whether the panel may."""
    clock: Clock | None = None
    """On the public screen of a game with `timer`: the time that begins with this step. No screen shows it, as pages and the
    display count down by themselves."""
    step: Text | None = None
    """The present step of a round, by its own words. The story has it as the title of the answers. No screen shows it."""
    title: Text | None = None
    """The name of a game that a table described itself. None: the game's own name."""
    aim: Text | None = None
    """The way to win a game that a table described itself. None: the game's own text says it."""
    hides_nothing: bool = False
    """True if nobody ever has a secret in this game. Then phones have no cover."""
    after: Seat | None = None
    """The seat whose turn comes next, if everybody knows it. Its phone says so when the turn before it begins."""
    round: int = 0
    """The number of the round or turn. It is the same for every seat, and never falls. When it changes, the box tidies its
    disk. No screen shows it."""


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """A due that this seat may answer now."""

    due: str
    kind: str
    answers: Answers
    checks: bool = False
    """True if the question belongs to the check of the score (`Due.checks`)."""


class ToMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """Pieces that the hands of one seat move now."""

    line: Text
    """The act, with its verb first: "Take 2 stones"."""
    counts: tuple[Count, ...]
    why: Text | None = None
    makes: int | None = None
    """The number of pieces before the seat afterwards, if all are of one kind."""


class Screen(msgspec.Struct, frozen=True, omit_defaults=True):
    """The view of a seat, with its questions. `seat` None: the public screen, which never asks."""

    seat: Seat | None
    view: View
    asks: tuple[Question, ...] = ()
    over: bool = False
    game: str = ""
    """The game's id. The keys of all its words begin with it."""
    back: Moves | None = None
    """Pieces that go back because somebody took an answer back. They are among the blocks, too."""
    hands: tuple[ToMove, ...] = ()
    """The pieces that this seat moves now, the newest first, until it answers again."""


Parts = dict[str, Any]
"""The named parts of a screen, as values that msgspec writes as JSON."""


def merged(*groups: Parts) -> Parts:
    """Return all groups of parts as one."""
    return {name: part for group in groups for name, part in group.items()}


def non_empty(**parts: Any) -> dict[str, Any]:
    """Return only the values that are true or not empty. A page reads a missing value as false, none or empty."""
    return dict(filter(itemgetter(1), parts.items()))


def screen_groups(screen: Screen) -> tuple[Parts, ...]:
    """Return the parts of a seat's screen, or of the public one, in groups: the situation with the questions, then the
    blocks."""
    view = screen.view
    display = view.display
    acts = screen.seat is None and display.seat is not None and display.main is None
    public = non_empty(
        where=view.where,
        now=now_part(view.now),
        phase=view.phase,
        cards=view.cards,
        over=screen.over,
        turn=display.seat,
        act=display.sub if acts else None,
        after=view.after,
        hands=screen.hands,
        turning=view.reveal if screen.seat is None else None,
        scene=view.scene if screen.seat is None else None,
    )
    own = public if screen.seat is None else {**public, "asks": []}
    asked = []
    for ask in screen.asks:
        own["asks"].append(ask.due)
        own[f"ask {ask.due}"] = ask
        if ask.answers.on is not None:
            asked.append(ask.answers.on)
    # A block of a question is drawn once, with the question.
    above = [block for block in view.blocks if block not in asked] if asked else view.blocks
    return own, *block_groups(above)


def now_part(now: Now, *more: Text) -> dict[str, Any]:
    """Return the present situation with further small lines."""
    return non_empty(line=now.line, small=(*now.small, *more), lit=now.lit, repeats=now.repeats)


def block_groups(blocks: Iterable[Block]) -> tuple[Parts, ...]:
    """Return blocks as parts, in groups. The part `blocks` has the names of the blocks in order. The second block of a kind
    has a 2 after its name. The part `secret` is not among these names."""
    order: list[str] = []
    found: Parts = {"blocks": order}
    rows: list[Parts] = []
    seen: dict[str, int] = {}
    for block in blocks:
        tag = _tag(type(block))
        n = seen[tag] = seen.get(tag, 0) + 1
        name = tag if n == 1 else f"{tag}{n}"
        if isinstance(block, Secret):
            found["secret"] = block
            continue
        order.append(name)
        if isinstance(block, Seats):
            rows.append(_first_rows(block) if name == "seats" else _rows(block, name))
        else:
            found[f"block {name}"] = block
    return found, *rows


@cached_by_type
def _tag(of: type[Block]) -> str:
    return str(of.__struct_config__.tag)


def _rows(block: Seats, name: str) -> Parts:
    """Return each seat's row as a part of its own, because an answer changes only one or two of ten."""
    seats = {"block": "seats", "rows": [row.seat for row in block.rows]}
    return {f"block {name}": seats, **{f"row {name} {row.seat}": row for row in block.rows}}


@cached_by_identity
def _first_rows(block: Seats) -> Parts:
    return _rows(block, "seats")
