"""What goes back on the table because an answer was taken back: said on every screen until somebody answers openly.

It says what lay open before and after alone, and follows from the entries that everybody learns of.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from msgspec.structs import replace

from companion.core.blocks import Count, Move, Moves
from companion.core.event import SETTLING, Chance
from companion.core.history import Answered, History, Standing, refold
from companion.core.journal import Corrected, Entry, Told
from companion.core.knowledge import Seat, known_part
from companion.core.words import Text, text

Changes = Mapping[tuple[Seat | None, str], int]
"""How many more or fewer lie before each seat (None: on the board), by the sign under which the game counts them."""


@dataclass(frozen=True, slots=True)
class PutBack:
    """What was taken back, or corrected, since somebody last answered openly."""

    after: History
    """The game after the last of these corrections."""
    corrections: int
    title: Text
    moved: Changes
    """What people put back, all corrections together."""
    still: Changes
    """What only a number said that had been set: nobody moves a piece for it."""

    def card(self) -> Moves | None:
        """Who takes what, as signed numbers; None where nothing that lies open has changed."""
        said = Moves("taken_back", self.title, (*self._moved(), *self._still()))
        if said.still and said.rows:
            return replace(said, title=Text(f"{self.title.key}_still", self.title.values))
        return said if said.rows else None

    def _moved(self) -> Iterator[Move]:
        counted = self.after.game.counted
        for seat, signs in self._tallies.items():
            changes = ((sign, self.moved.get((seat, sign), 0)) for sign in signs)
            counts = tuple(Count(n, sign, counted(sign, abs(n))) for sign, n in changes if n)
            yield from _of(seat, counts)

    def _still(self) -> Iterator[Move]:
        counted = self.after.game.counted
        for (seat, sign), change in self.still.items():
            n = self._tallies[seat][sign]
            if change:
                yield Move((Count(n, sign, counted(sign, n), change=change),), seat, text("taken_back.nothing"), still=True)

    @property
    def _tallies(self) -> Mapping[Seat | None, Mapping[str, int]]:
        return self.after.game.tallies(self.after.state.public)


def _of(seat: Seat | None, counts: tuple[Count, ...]) -> Iterator[Move]:
    """One row before a seat; on the board each place is one."""
    if seat is None:
        yield from (Move((count,)) for count in counts)
    elif counts:
        yield Move(counts, seat)


def put_back(standing: PutBack | None, entry: Entry, before: History, after: History) -> PutBack | None:
    """What is to be put back after an entry that everybody learnt of. The box's draws are nobody's answer."""
    if isinstance(entry, Told):
        is_drawn = after.last is not None and after.last.event.due.chance is Chance.BOX
        return standing if is_drawn else None
    title = _title(entry, before)
    touched = (a for a in before.newest(than=min(entry.correct, default=1) - 1) if a.entry.n in entry.correct)
    known = (a.entry for a in touched if a.event.open and a.event.due.chance is not Chance.BOX)
    return _plus(standing or PutBack(before, 0, title, {}, {}), 1, _is_still(known), before, after)


def _is_still(touched: Iterable[Told]) -> bool:
    """Whether a correction touches nothing but numbers that were set: no piece ever moved for them. `touched`: what
    everybody knew of, so that no secret answer which went along shows."""
    return all(told.due == SETTLING for told in touched)


def _plus(back: PutBack, corrections: int, is_still: bool, before: History, after: History) -> PutBack:
    """So many corrections more, which lead from `before` to `after`."""
    count = back.corrections + corrections
    title = back.title if count == 1 else text("taken_back.several", count=count)
    then, now = (history.game.tallies(history.state.public) for history in (before, after))
    moved, still = dict(back.moved), dict(back.still)
    changes = still if is_still else moved
    for seat, signs in now.items():
        for sign, n in signs.items():
            changes[seat, sign] = changes.get((seat, sign), 0) + n - then[seat][sign]
    return PutBack(after, count, title, moved, still)


def found(entries: Sequence[Entry], standing: History) -> PutBack | None:
    """The same, from entries on disk that brought their news, and what stands of them: only what these touched is played,
    from there on."""
    told = {entry.n: entry for entry in entries if isinstance(entry, Told) and _is_known(entry)}
    touched = {i: [told[n] for n in _correct(entries[i]) if n in told] for i in _corrections(entries)}
    since = entries[min(touched, default=len(entries)) :]  # those that nobody learnt of change what came before, too
    least = min((n for entry in since for n in _correct(entry)), default=0)
    back: PutBack | None = None
    runs = [(is_still, tuple(run)) for is_still, run in groupby(touched, key=lambda i: _is_still(touched[i]))]
    for is_still, run in runs:
        before = _folded(standing.until(least), entries[: run[0]], least)
        if run == runs[-1][1]:
            after = standing.until(entries[run[-1]].n)
        else:
            after = _folded(standing.until(least), entries[: run[-1] + 1], least)
        back = back or PutBack(before, 0, _title(entries[run[0]], before), {}, {})
        back = _plus(back, len(run), is_still, before, after)
    return back


def _correct(entry: Entry) -> tuple[int, ...]:
    return entry.correct if isinstance(entry, Corrected) else ()


def _is_known(entry: Entry) -> bool:
    """Whether somebody gave it, and everybody learnt of it. A draw that somebody bade has that answer's key."""
    is_drawn = isinstance(entry, Told) and entry.drawn and not entry.key
    return entry.news is not None and entry.news.open and not is_drawn


def _folded(start: History, entries: Sequence[Entry], least: int) -> History:
    """These entries; those before number `least` are in `start`."""
    return refold(start, (told for told in Standing(entries).all() if told.n >= least))


def _corrections(entries: Sequence[Entry]) -> list[int]:
    """Where those stand that everybody learnt of and nobody has answered openly since."""
    at: list[int] = []
    for i in reversed(range(len(entries))):
        if isinstance(entries[i], Told) and _is_known(entries[i]):
            break
        if _is_known(entries[i]):
            at.append(i)
    return at[::-1]


def _title(entry: Entry, before: History) -> Text:
    """What a correction takes back: the first of its answers that everybody saw. Those under seal nobody is to know."""
    assert isinstance(entry, Corrected)
    if entry.do is not None:
        return text("taken_back.corrected")
    touched = set(entry.correct)
    seen = [a for a in before.newest(than=min(touched, default=1) - 1) if a.entry.n in touched and a.goes_back]
    if not seen:
        return text("taken_back.several", count=1)
    if seen[-1].event.due.sealed:
        return text("taken_back.sealed")
    what, seat = openly(before, seen[-1]), seen[-1].event.seat
    return text("taken_back.table", what=what) if seat is None else text("taken_back.seat", seat=seat, what=what)


def openly(history: History, answered: Answered) -> Text:
    """An answer in words, as far as an onlooker may know it."""
    game, event = history.game, answered.event
    seen = game.actions.heard(known_part(answered.entry.do, event.due.known_to, None))
    return game.tell(history.state.public, event.seat, seen)
