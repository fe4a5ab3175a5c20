"""Reveals: the steps that the room's screen shows, their times, and the other screens until the result is shown."""

import hashlib
from collections.abc import Mapping
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from companion.bounds import REVEAL_SECONDS, WINNER_SECONDS
from companion.core.blocks import Block, Place, Ranking, Secret
from companion.core.dues import Chance
from companion.core.history import History
from companion.core.meanwhile import openly_seen
from companion.core.moment import Moment
from companion.core.state import Seat
from companion.core.view import DisplayLines, Now, RevealedItem, RevealSteps, Screen, View
from companion.core.words import text
from companion.snapshot.table import Stage

END: Final = "end"
"""The id of a reveal at the end of a game that shows only the ranking, because no cards are left to turn up."""


class Reveal(msgspec.Struct, frozen=True):
    """A reveal, which the room's screen shows step by step."""

    of: str
    step: int
    """The number of things that are shown. Beyond `last` the room's screen shows the table again."""
    steps: int
    """The step that shows the last thing, which is the winner at the end of a game. From this step on no screen waits."""
    seen: tuple[Seat, ...] = ()
    """The seats that have seen all of it without waiting for the room's screen."""
    watch: int = 0
    """The spell in which somebody watches (`Presence.watched`). A screen that comes back in a later spell shows the
    table."""
    points: bool = False
    """True if one more step shows how the points built up."""
    paused: bool = False
    began: float = 0.0
    """The time of the house's clock when the room's screen came to this step. After a restart the step begins again."""

    @property
    def last(self) -> int:
        """Return the last step. After it the room's screen shows the table."""
        return self.steps + self.points

    @property
    def is_on(self) -> bool:
        """Return whether the room's screen still shows the reveal."""
        return self.step <= self.last

    @property
    def hides(self) -> bool:
        """Return whether the room's screen has more to show, for which other screens wait."""
        return self.step < self.steps


def read_reveal(note: str) -> Reveal | None:
    """Return the last reveal in a note, or None if that reveal was taken back. Raise msgspec.MsgspecError for anything
    else."""
    return msgspec.json.decode(note, type=Reveal | None)


def staged(moment: Moment, before: Reveal | None, watch: int | None) -> Reveal | None:
    """Return the reveal after an answer. `watch` is the spell in which somebody watches. None: nobody watches, so all is
    shown. A reveal at its last step ends as soon as the game has gone on."""
    view = moment.screen(None).view
    if view.reveal is None and not moment.over:
        return None
    kinds = kinds_of(view)
    steps, points = len(kinds) - kinds.count("points"), "points" in kinds
    if view.reveal is None and not steps:
        return None
    of = moment.full_id(END if view.reveal is None else view.reveal.of)
    if before is None or before.of != of:
        return Reveal(of, 0 if watch is not None else len(kinds) + 1, steps, watch=watch or 0, points=points)
    if (before.steps, before.points) != (steps, points):
        step = min(before.step, steps) if before.is_on else len(kinds) + 1
        before = replace(before, steps=steps, points=points, step=step)
    is_left = before.step == steps and not moment.over and went_on(moment) is not None
    return onward(before, None) if is_left else before


def went_on(moment: Moment) -> tuple[Seat | None] | None:
    """Return the seat of the newest answer in a tuple of one, with None for the table. Return None if that answer came
    before the present reveal."""
    last = next(moment.history.newest(), None)
    present = moment.screen(None).view.reveal
    if last is None or present is None or not last.event.due.waits or last.event.due.chance is Chance.BOX:
        return None
    earlier = openly_seen(moment.history.until(last.entry.n)).reveal
    return (last.event.seat,) if earlier is not None and earlier.of == present.of else None


def ranking(view: View) -> tuple[Place, ...]:
    """Return the places at the end of a game, the first place first."""
    return tuple(place for block in view.blocks if isinstance(block, Ranking) for place in block.places)


def place_groups(places: tuple[Place, ...]) -> tuple[tuple[Place, ...], ...]:
    """Return the places in the groups that are shown together: each place alone, or, where sides win, a whole side."""
    if any(place.points is not None for place in places):
        return tuple((place,) for place in places)
    numbers = dict.fromkeys(place.place for place in places)
    return tuple(tuple(place for place in places if place.place == n) for n in numbers)


def onward(reveal: Reveal, step: int | None) -> Reveal:
    """Return the reveal at this step, or at its present step if that is later. None: the room's screen shows the table
    again."""
    over = reveal.last + 1
    return replace(reveal, step=over if step is None else min(over, max(reveal.step, step)))


# The clock

Kind = Literal["card", "sum", "seat", "place", "winner", "points"]

LENGTHS: Final[Mapping[Kind, tuple[float, float]]] = {
    "card": (0.9, 0.35),
    "sum": (0.9, 0.9),
    "seat": (0.9, 0.6),
    "place": (0.9, 0.6),
    "winner": (WINNER_SECONDS, WINNER_SECONDS),
    "points": (8.0, 8.0),
}
"""For each kind of step, the seconds of the first one, and the least seconds of a later one."""
FASTER: Final = 0.88
"""The length of a step, divided by that of the step of the same kind before it."""
ROLE_SECONDS: Final = 2.0
"""The seconds for the role of a seat at the end, because people read a name, a role and a sentence."""
TITLE_SECONDS: Final = 2.0
SUSPENSE_SECONDS: Final = 1.5
"""The extra seconds before the last card, and before the winner."""
LOOK_SECONDS: Final = 2.0
"""The extra seconds of the last step of a kind, before the room's screen shows other things."""


def kinds_of(view: View) -> tuple[Kind, ...]:
    """Return the kind of each step after the title."""
    rows = () if view.reveal is None else view.reveal.rows
    groups = place_groups(ranking(view))
    has_points = any(place.points is not None for place in ranking(view))
    kinds: list[Kind] = [_kind_of(row) for row in rows]
    if groups and groups[0][0].place:  # nobody is shown as the winner of a game that nobody won
        kinds += ["place"] * (len(groups) - 1 if has_points else 0)
        kinds += ["winner", "points"] if has_points else ["winner"]
    return tuple(kinds)


def _kind_of(row: RevealedItem) -> Kind:
    if row.sums_up:
        return "sum"
    return "card" if row.seat is None else "seat"


def seconds(view: View) -> tuple[float, ...]:
    """Return for how many seconds the room's screen shows each step, the title first. Together they last at most
    REVEAL_SECONDS. The winner always has its full time, and all other steps are shortened."""
    kinds = kinds_of(view)
    lengths = [TITLE_SECONDS, *(_length(kinds, at, at_end="winner" in kinds) for at in range(len(kinds)))]
    fixed = WINNER_SECONDS if "winner" in kinds else 0.0
    shrink = min(1.0, (REVEAL_SECONDS - fixed) / (sum(lengths) - fixed))
    return tuple(one if kind == "winner" else one * shrink for one, kind in zip(lengths, ("title", *kinds), strict=True))


def _length(kinds: tuple[Kind, ...], at: int, at_end: bool) -> float:
    kind, after = kinds[at], kinds[at + 1 : at + 3]
    if kind in ("winner", "points"):
        return LENGTHS[kind][0]
    first, least = (ROLE_SECONDS, 1.2) if kind == "seat" and at_end else LENGTHS[kind]
    length = max(least, first * FASTER ** kinds[:at].count(kind))
    if after[:1] == ("winner",) or (kind == "card" and after[:1] == ("card",) and after[1:] != ("card",)):
        return length + SUSPENSE_SECONDS
    return length + LOOK_SECONDS if after[:1] != (kind,) else length


def stage_of(reveal: Reveal, view: View) -> Stage:
    """Return the progress of a reveal for screens. *Next* leads to the end of a row of cards, or else to the next step."""
    kinds, then = kinds_of(view), reveal.step + 1
    while then < len(kinds) and kinds[then - 1] == kinds[then] and kinds[then] in ("card", "sum"):
        then += 1
    return Stage(reveal.of, reveal.step, reveal.steps, then, reveal.paused)


# The screens


def so_far(screen: Screen, reveal: Reveal, history: History) -> Screen:
    """Return the public screen with only what a reveal has shown so far."""
    view = screen.view
    rows = 0 if view.reveal is None else len(view.reveal.rows)
    groups = place_groups(ranking(view))
    is_won = reveal.step >= reveal.steps  # where sides win, the winners bring all places with them
    shown = groups if is_won else groups[len(groups) - max(0, reveal.step - rows) :]
    places: tuple[Block, ...] = (
        (Ranking(tuple(_bare_place(one, reveal) for group in shown for one in group)),) if shown else ()
    )
    shown_so_far = view.reveal and _revealed(view.reveal, reveal.step, history)
    title = text("stage.places") if shown or shown_so_far is None else shown_so_far.title
    if shown and not reveal.hides:
        title = view.now.line  # this line names the winner
    small = () if shown_so_far is None or reveal.step else (text("stage.together"),)
    bare = _bare(view, Now(title, small), places)
    return replace(screen, view=replace(bare, reveal=shown_so_far), back=None)


def _bare_place(place: Place, reveal: Reveal) -> Place:
    """Return a place without the lines of its score, until the points are shown."""
    return place if reveal.step > reveal.steps else replace(place, lines=())


def _revealed(steps: RevealSteps, step: int, history: History) -> RevealSteps:
    """Return the rows up to this step. Only the newest card says what each kind is worth now."""
    rows = mixed(steps, history)
    cards = [at for at, row in enumerate(rows[:step]) if row.worth]
    shown = tuple(row if at in cards[-1:] else replace(row, worth={}) for at, row in enumerate(rows[:step]))
    is_of_seats, has_cards = any(row.seat for row in rows), any(row.seat and row.sign for row in rows)
    left = sum(not row.sums_up for row in rows[step:])
    return replace(steps, rows=shown, left=left, shows="roles" if has_cards else "seats" if is_of_seats else "cards")


def mixed(steps: RevealSteps, history: History) -> tuple[RevealedItem, ...]:
    """Return the rows in the order in which they are shown. Rows whose place would give their secret away come in an order
    that nobody can foresee. The order is drawn from the first answer's random bits, which no screen shows. So it is the same
    after a restart."""
    bits = next((answered.entry.bits for answered in history.answered), "")
    apart = [row for row in steps.rows if row.mixed]
    drawn = iter(sorted(apart, key=lambda row: hashlib.sha256(f"{bits} {steps.of} {row.seat}".encode()).digest()))
    return tuple(replace(next(drawn), mixed=False) if row.mixed else row for row in steps.rows)


def waiting(screen: Screen) -> Screen:
    """Return a phone's screen while the phone waits for the room's screen: its secret, and no question."""
    own = tuple(block for block in screen.view.blocks if isinstance(block, Secret))
    has_points = any(place.points is not None for place in ranking(screen.view))
    now = Now(text("curtain.look"), (text("curtain.last" if has_points else "curtain.small"),))
    return Screen(screen.seat, _bare(screen.view, now, own), game=screen.game)


def _bare(view: View, now: Now, blocks: tuple[Block, ...]) -> View:
    """Return a view that says nothing about the game except how far it is."""
    display = DisplayLines(right=view.display.right, main=text("display.stage_begin"), sub=text("display.stage_wait"))
    return View(view.where, now, view.phase, display, blocks, cards=view.cards, timer=view.timer, round=view.round)
