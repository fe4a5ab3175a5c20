"""What screens show during a reveal. The room's screen shows what was turned up so far; all other screens ask people to look
there. So no screen says what another one is about to reveal."""

import hashlib

from msgspec.structs import replace

from companion.core.blocks import Block, Ranking, Secret
from companion.core.history import History
from companion.core.view import Now, Oled, Screen, Turned, Turning, View
from companion.core.words import text
from companion.house.staging import Reveal, place_groups, ranking, turned


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


def mixed(turning: Turning, history: History) -> tuple[Turned, ...]:
    """Return the rows in the order in which they are shown. Those that would tell by their place come in one that nobody can
    foresee: the first answer's random bits draw it. No screen shows them, and they are the same after a restart."""
    bits = next((answered.entry.bits for answered in history.answered), "")
    apart = [row for row in turning.rows if row.mixed]
    drawn = iter(sorted(apart, key=lambda row: hashlib.sha256(f"{bits} {turning.of} {row.seat}".encode()).digest()))
    return tuple(replace(next(drawn), mixed=False) if row.mixed else row for row in turning.rows)


def waiting(screen: Screen) -> Screen:
    """Return a phone's screen while it waits for the room's: what stands behind its cover, and no question."""
    own = tuple(block for block in screen.view.blocks if isinstance(block, Secret))
    now = Now(text("curtain.look"), (text("curtain.small"),))
    return Screen(screen.seat, _bare(screen.view, now, own), game=screen.game)


def _bare(view: View, now: Now, blocks: tuple[Block, ...]) -> View:
    """Return a view that says of the game only how far it is."""
    oled = Oled(right=view.oled.right, main=text("oled.stage_begin"), sub=text("oled.stage_wait"))
    return View(view.where, now, view.phase, oled, blocks, cards=view.cards, timer=view.timer, round=view.round)
