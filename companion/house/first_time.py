"""The beginning of a game, deals to look at, reveals, and news about people."""

import hashlib
from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.bounds import NEWS_ANSWERS
from companion.core.blocks import Block, Place, Ranking, Secret
from companion.core.dues import Chance
from companion.core.history import History, PlayedAnswer
from companion.core.moment import Moment
from companion.core.screens import openly_seen
from companion.core.state import Reach, Seat
from companion.core.view import DisplayLines, Now, RevealedItem, RevealSteps, Screen, View
from companion.core.words import text
from companion.snapshot.people import GuestBook, PeopleNews
from companion.snapshot.table import Stage

LOOKED_UP: Final = 3
"""After so many open answers everybody has seen that there is something to look at."""


def is_begun(moment: Moment) -> bool:
    """Return whether somebody has answered, as everybody knows. A secret answer and a draw by the box do not count."""
    told = (answered.event for answered in moment.history.newest())
    return any(event.announced and event.due.chance is not Chance.BOX for event in told)


def last_deal(moment: Moment) -> str | None:
    """Return the id of the deal that gave everybody new cards, until the table has gone on for a while."""
    since = 0
    for answered in moment.history.newest():
        if _is_deal(answered):
            return moment.full_id(answered.event.due.id)
        since += answered.is_bound
        if since >= LOOKED_UP:
            return None
    return None


def _is_deal(answered: PlayedAnswer) -> bool:
    known_to = answered.event.due.known_to
    is_each = isinstance(known_to, Mapping) and Reach.EACH in known_to.values()
    return is_each and answered.entry.drawn


END: Final = "end"
"""The place of an end at which only the ranking is shown, because nothing is left to turn up."""


class Reveal(msgspec.Struct, frozen=True):
    """A reveal: the room's screen shows it step by step. `seen` has the seats that have seen all of it already."""

    of: str
    step: int
    """The number of things that are shown. It is one more than `steps` when the room's screen shows the table again."""
    steps: int
    seen: tuple[Seat, ...] = ()
    """The seats that did not wait for the room's screen."""
    watch: int = 0
    """The spell in which somebody watches (`Presence.watched`). A screen that comes back too late shows the table."""

    @property
    def is_on(self) -> bool:
        """Return whether the room's screen still shows it."""
        return self.step <= self.steps

    @property
    def hides(self) -> bool:
        """Return whether the room's screen has more to show."""
        return self.step < self.steps

    @property
    def stage(self) -> Stage:
        """The same for screens."""
        return Stage(self.of, self.step, self.steps)


def read_reveal(kept: str) -> Reveal | None:
    """Return what was kept of the last reveal, or None if it was taken back. Raises msgspec.MsgspecError."""
    return msgspec.json.decode(kept, type=Reveal | None)


def staged(moment: Moment, before: Reveal | None, watch: int | None) -> Reveal | None:
    """Return the reveal after an answer. `watch`: the spell in which somebody watches. None: nobody does, so all is shown.
    After the last step, the room's screen leaves it as soon as the game has gone on."""
    view = moment.screen(None).view
    steps = turned(view) + len(place_groups(ranking(view)))
    if view.turning is None and not (moment.over and steps):
        return None
    of = moment.full_id(END if view.turning is None else view.turning.of)
    if before is None or before.of != of:
        return Reveal(of, 0 if watch is not None else steps + 1, steps, watch=watch or 0)
    if before.steps != steps:
        before = replace(before, steps=steps, step=min(before.step, steps) if before.is_on else steps + 1)
    return onward(before, None) if before.step == steps and went_on(moment) is not None else before


def went_on(moment: Moment) -> tuple[Seat | None] | None:
    """Return who gave the newest answer (None in it: the table), if that was to a question behind what is turned up now."""
    last = next(moment.history.newest(), None)
    turning = moment.screen(None).view.turning
    if last is None or turning is None or not last.event.due.waits or last.event.due.chance is Chance.BOX:
        return None
    earlier = openly_seen(moment.history.until(last.entry.n)).turning
    return (last.event.seat,) if earlier is not None and earlier.of == turning.of else None


def turned(view: View) -> int:
    """Return how many things are turned up before the places."""
    return 0 if view.turning is None else len(view.turning.rows)


def ranking(view: View) -> tuple[Place, ...]:
    """Return the places of an end, the first one first."""
    return tuple(place for block in view.blocks if isinstance(block, Ranking) for place in block.places)


def place_groups(places: tuple[Place, ...]) -> tuple[tuple[Place, ...], ...]:
    """Return the places that are shown together: each alone, or, where sides win, a side."""
    if any(place.points is not None for place in places):
        return tuple((place,) for place in places)
    numbers = dict.fromkeys(place.place for place in places)
    return tuple(tuple(place for place in places if place.place == n) for n in numbers)


def onward(reveal: Reveal, step: int | None) -> Reveal:
    """Return it at this step, never an earlier one. None: the room's screen leaves it for the table."""
    last = reveal.steps + 1
    return replace(reveal, step=last if step is None else min(last, max(reveal.step, step)))


def so_far(screen: Screen, reveal: Reveal, history: History) -> Screen:
    """Return the public screen with what was shown of a reveal, and nothing else."""
    view = screen.view
    rows = turned(view)
    groups = place_groups(ranking(view))
    shown = groups[len(groups) - max(0, reveal.step - rows) :]
    places: tuple[Block, ...] = (Ranking(tuple(place for group in shown for place in group)),) if shown else ()
    turning = view.turning and replace(view.turning, rows=mixed(view.turning, history)[: reveal.step])
    title = text("stage.places") if shown or turning is None else turning.title
    if shown and not reveal.hides:
        title = view.now.line  # it names the winner
    small = () if turning is None or reveal.step else (text("stage.together"),)
    bare = _bare(view, Now(title, small), places)
    return replace(screen, view=replace(bare, turning=turning), back=None)


def mixed(turning: RevealSteps, history: History) -> tuple[RevealedItem, ...]:
    """Return the rows in the order in which they are shown. Those that would tell by their place come in one that nobody can
    foresee: the first answer's random bits draw it. No screen shows them, and they are the same after a restart."""
    bits = next((answered.entry.bits for answered in history.answered), "")
    apart = [row for row in turning.rows if row.mixed]
    drawn = iter(sorted(apart, key=lambda row: hashlib.sha256(f"{bits} {turning.of} {row.seat}".encode()).digest()))
    return tuple(replace(next(drawn), mixed=False) if row.mixed else row for row in turning.rows)


def waiting(screen: Screen) -> Screen:
    """Return a phone's screen while it waits for the room's: its secret, and no question."""
    own = tuple(block for block in screen.view.blocks if isinstance(block, Secret))
    now = Now(text("curtain.look"), (text("curtain.small"),))
    return Screen(screen.seat, _bare(screen.view, now, own), game=screen.game)


def _bare(view: View, now: Now, blocks: tuple[Block, ...]) -> View:
    """Return a view that says of the game only how far it is."""
    oled = DisplayLines(right=view.oled.right, main=text("oled.stage_begin"), sub=text("oled.stage_wait"))
    return View(view.where, now, view.phase, oled, blocks, cards=view.cards, timer=view.timer, round=view.round)


# News of people


def current(book: GuestBook, moment: Moment | None) -> tuple[PeopleNews, ...]:
    """Return the news for everybody about the game that is on, or (None) the lobby. The newest is last, and nothing is said
    twice of a seat."""
    number = moment.number if moment else 0
    last: dict[object, PeopleNews] = {}
    for one in book.news:
        if one.at.table == number:
            last.pop((one.seat, one.what), None)
            last[one.seat, one.what] = one
    return tuple(one for one in last.values() if _is_true(book, one) and not _is_old(book, moment, one))


def _is_true(book: GuestBook, news: PeopleNews) -> bool:
    """Return whether the news is still true. A seat whose phone left stays in a game, and goes from the lobby."""
    if news.what == "host":
        return book.seating.host == news.seat
    if news.what in ("new_phone", "came"):
        return news.seat in book.tokens
    sits = news.seat in book.seating.seats
    return news.seat not in book.tokens and sits == (news.at.table > 0)


def _is_old(book: GuestBook, moment: Moment | None, news: PeopleNews) -> bool:
    """Return whether the news is too old. In the lobby a new phone is news to the end: nobody can hide it by talking."""
    if moment is None:
        return news.what != "new_phone" and book.revision - news.at.entries > NEWS_ANSWERS
    return is_known(moment, news)


def is_known(moment: Moment, news: PeopleNews) -> bool:
    """Return whether everybody knows the news by now: the seat has answered since, in public, or there were many answers. A
    sealed answer must not show. So only the last answer of a sealed question counts, from any seat."""
    since = [answered for answered in moment.history.newest(than=news.at.entries) if answered.event.announced]
    is_seen = any(a.event.seat == news.seat and not a.event.due.sealed for a in since)
    return (is_seen and news.what != "host") or sum(answered.is_bound for answered in since) >= NEWS_ANSWERS
