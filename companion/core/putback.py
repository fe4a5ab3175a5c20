"""What goes back on the table because an answer was taken back: said on every screen until somebody answers openly.

It says what lay open before and after alone, and follows from the entries that everybody learns of.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.core.blocks import Count, Move, Moves
from companion.core.event import Chance
from companion.core.history import Answered, History, Standing, refold
from companion.core.journal import Corrected, Entry, Told
from companion.core.knowledge import Seat, known_part
from companion.core.words import Text, text


@dataclass(frozen=True, slots=True)
class PutBack:
    """What was taken back, or corrected, since somebody last answered openly."""

    before: History
    """The game before the first of these corrections, and `after` the last of them."""
    after: History
    corrections: int
    title: Text

    def card(self) -> Moves | None:
        """Who takes what, as signed numbers; None where nothing that lies open has changed."""
        rows = tuple(self._rows())
        return Moves("taken_back", self.title, rows) if rows else None

    def _rows(self) -> Iterator[Move]:
        game = self.after.game
        then, now = (game.tallies(history.state.public) for history in (self.before, self.after))
        for seat, signs in now.items():
            changes = {sign: n - then[seat][sign] for sign, n in signs.items()}
            counts = tuple(Count(n, sign, game.counted(sign, abs(n))) for sign, n in changes.items() if n)
            yield from _of(seat, counts)


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
    if standing is None:
        return PutBack(before, after, 1, _title(entry, before))
    return _several(standing.before, after, standing.corrections + 1)


def found(entries: Sequence[Entry], standing: History) -> PutBack | None:
    """The same, from entries on disk that brought their news, and what stands of them: only what these touched is played,
    from there on."""
    at = _corrections(entries)
    if not at:
        return None
    touched = [n for entry in entries[at[0] :] if isinstance(entry, Corrected) for n in entry.correct]
    least = min(touched, default=at[0] + 1)
    before = refold(standing.until(least), (told for told in Standing(entries[: at[0]]).all() if told.n >= least))
    after = standing.until(entries[at[-1]].n)
    if len(at) > 1:
        return _several(before, after, len(at))
    only = entries[at[0]]
    assert isinstance(only, Corrected)
    return PutBack(before, after, 1, _title(only, before))


def _several(before: History, after: History, corrections: int) -> PutBack:
    return PutBack(before, after, corrections, text("taken_back.several", count=corrections))


def _corrections(entries: Sequence[Entry]) -> list[int]:
    """Where those stand that everybody learnt of and nobody has answered openly since."""
    at: list[int] = []
    for i in reversed(range(len(entries))):
        entry = entries[i]
        if entry.news is None or not entry.news.open:
            continue
        if isinstance(entry, Corrected):
            at.append(i)
        elif not (entry.drawn and not entry.key):  # a draw that somebody bade has that answer's key
            break
    return at[::-1]


def _title(entry: Corrected, before: History) -> Text:
    """What a correction takes back: the first of its answers that everybody saw. Those under seal nobody is to know."""
    if entry.do is not None:
        return text("taken_back.corrected")
    touched = set(entry.correct)
    seen = [a for a in before.newest(than=min(touched, default=1) - 1) if a.entry.n in touched and a.is_bound]
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
