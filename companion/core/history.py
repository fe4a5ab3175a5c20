"""A game folded from its entries, and facts that follow from the entries without playing them."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import msgspec

from companion.core.answers import Answers, same
from companion.core.blocks import Highlight
from companion.core.caching import cached_by_identity, cached_with_answer
from companion.core.dues import SET_RIGHT_ID, Chance, Due, Event
from companion.core.game import AnyGame
from companion.core.journal import AnswerEntry, CorrectionEntry, Entry, TableHead, Visibility, head_hash
from companion.core.journal import fingerprint as fingerprint_of
from companion.core.state import Data, Seat, State, known_part
from companion.core.words import Refused

Asked = tuple[str | None, Any]
"""The post under a key: the id of the due as phones know it (None: a correction of a tally), and the answer."""


def full_id(table: str, due: str) -> str:
    """Return a due's id as phones know it. No two games of a box have the same (`TableHead.known_as`)."""
    return f"{table}.{due}"


RECENT: Final = 12
"""The number of open entries that are searched for highlights, from the last one back. Older highlights are over."""


class End(NamedTuple):
    """The end of a table's journal, and the number of changes of each seat's screen until then."""

    entries: int
    hash: str
    """The hash of the last entry."""
    open_hash: str
    """The hash of the last open entry."""
    seqs: Mapping[Seat | None, int]
    open_entries: int
    last_open: tuple[int, ...] = ()
    """The numbers of the last open entries, at most RECENT."""

    def plus(self, entry: Entry) -> "End":
        """Return the end after one more entry, whose `news` must be set."""
        news = entry.news
        assert news is not None
        moved = self.seqs.keys() if news.open else news.moved
        # A damaged file may name a seat that was never here. It counts for nothing.
        seqs = {seat: seq + (seat in moved) for seat, seq in self.seqs.items()}
        open_hash = entry.hash if news.open else self.open_hash
        last_open = (*self.last_open, entry.n)[-RECENT:] if news.open else self.last_open
        return End(self.entries + 1, entry.hash, open_hash, seqs, self.open_entries + news.open, last_open)


class EntryIndex:
    """All entries, the answers that are still valid, and the end of the journal."""

    def __init__(self, head: TableHead, number: int) -> None:
        self._known_as = head.known_as(number)
        self.entries: list[Entry] = []
        self.valid = ValidAnswers()
        start = head_hash(head.fields())
        self.end = End(0, start, start, dict.fromkeys((*head.seats, None), 1), 0)
        self._open_hashes = [start]
        self._keys: dict[tuple[Seat | None, str], Asked] = {}
        self.entries_by: Counter[Seat | None] = Counter()
        """The number of entries that each seat, or (None) the panel, posted. Draws of the box count for nobody."""

    def had(self, open_entries: int, fingerprint: str) -> bool:
        """Return whether the table had this fingerprint after `open_entries` open entries."""
        return [fingerprint_of(hash_) for hash_ in self._open_hashes[open_entries : open_entries + 1]] == [fingerprint]

    def add(self, entry: Entry) -> None:
        """Add an entry that is on disk. Its `news` must be set."""
        assert entry.news is not None
        self.valid.add(msgspec.structs.replace(entry, news=None))  # as it was when it was played
        self.entries.append(entry)
        self.end = self.end.plus(entry)
        self.entries_by[entry.by] += bool(entry.correct) if isinstance(entry, CorrectionEntry) else not entry.drawn
        if entry.news.open:
            self._open_hashes.append(entry.hash)
        if entry.key:
            self._keys[entry.by, entry.key] = self._asked(entry)

    def _asked(self, entry: Entry) -> Asked:
        if isinstance(entry, CorrectionEntry):
            return None, entry.do
        due = None if entry.due in (None, SET_RIGHT_ID) else full_id(self._known_as, entry.due)
        return due, entry.posted or entry.do

    def is_forever(self, n: int) -> bool:
        """Return whether entry `n` stays secret after the game."""
        return (self.entries[n - 1].news or Visibility()).forever

    def is_used(self, by: Seat | None, key: str) -> bool:
        """Return whether the seat, or (None) the panel, posted anything under this key."""
        return (by, key) in self._keys

    def is_repeated(self, by: Seat | None, key: str, due: str | None, do: Any) -> bool:
        """Return whether the same answer was posted under this key before. Raise Refused if another answer was."""
        known = self._keys.get((by, key)) if key else None
        if known is None:
            return False
        if not same(known, (due, do)):
            raise Refused("key_used")
        return True


@dataclass(frozen=True, slots=True)
class PlayedAnswer:
    """A valid answer, with the facts that decide whether it can be taken back."""

    entry: AnswerEntry
    event: Event[Any]
    open_places: frozenset[str]
    """The places (`Due.place`) of the dues that waited when the answer was given."""
    reveals: bool
    """True if the answer revealed secrets to a seat or to everybody."""
    goes_back: bool
    """True if this is a person's open answer that a take-back may name. Its due must be one that the rules wait for, or the
    one that sets tallies right."""
    is_bound: bool
    """True if this is a person's open answer to a due that the rules wait for. If so, no correction drops it unasked. A draw
    of the box is dropped with the answer that caused it, and an answer to an offer with the offer."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class History:
    """A game so far: the state, what is due in it, and the answers that led there, each linked to the one before."""

    game: AnyGame
    state: State[Any, Any, Any]
    dues: tuple[Due, ...]
    last: PlayedAnswer | None = None
    """The answer that led here. None: this is the start."""
    before: "History | None" = None
    """The history without the last answer. Taking back replays answers from an earlier history, not from the start."""
    skipped: "History | None" = None
    """The nearest history before this one that ends with an answer which people can take back. Thousands of offers may be
    between the two."""
    facts: dict[Any, Any] = field(default_factory=dict)
    """Facts that screens worked out from the last answer (`cached_with_answer`)."""

    def __eq__(self, other: object) -> bool:
        """Return whether both are the same game with the same answers."""
        return isinstance(other, History) and (self.state, self.dues, self.answered) == (
            other.state,
            other.dues,
            other.answered,
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def answered(self) -> tuple[PlayedAnswer, ...]:
        """Return all valid answers, the first one first. Use `newest` for the last ones, which is faster."""
        return tuple(reversed(list(self.newest())))

    def newest(self, than: int = 0) -> Iterator[PlayedAnswer]:
        """Yield the valid answers of the entries after number `than`, the last one first."""
        history = self
        while history.last is not None and history.before is not None and history.last.entry.n > than:
            yield history.last
            history = history.before

    def newest_undoable(self) -> Iterator[PlayedAnswer]:
        """Yield the answers that people can take back, the last one first."""
        history = self._undoable
        while history is not None and history.last is not None:
            yield history.last
            history = history.skipped

    @property
    def _undoable(self) -> "History | None":
        return self if self.last is not None and self.last.event.due.undoable else self.skipped

    def until(self, n: int) -> "History":
        """Return the history as it was before entry `n`."""
        history = self
        while history.before is not None and history.last is not None and history.last.entry.n >= n:
            history = history.before
        return history

    def since(self, n: int) -> "tuple[History, ...]":
        """Return the history after each valid answer from entry `n` on, the first one first."""
        found, history = [], self
        while history.last is not None and history.before is not None and history.last.entry.n >= n:
            found.append(history)
            history = history.before
        return tuple(reversed(found))

    def so_far(self) -> "tuple[History, ...]":
        """Return the beginning of the history, and then the history after each of its answers."""
        found, history = [self], self
        while history.before is not None:
            history = history.before
            found.append(history)
        return tuple(reversed(found))

    def open_due(self, due: str | None, seat: Seat | None) -> Due | None:
        """Return the due of this id that `seat` (None: the panel) may answer: its own, or the table's."""
        return next((d for d in self.dues if d.id == due and d.seat in (seat, None)), None)

    def answers(self, due: Due) -> Answers:
        """Return the answers to `due`, from what its seat can know."""
        own = None if due.seat is None else self.state.own[due.seat]
        return self.game.outcomes(self.state.public, own, due)

    def plus(self, entry: AnswerEntry) -> "History":
        """Return this history with one more answer. Raise Refused if the rules forbid the answer, or if its due is not open
        here."""
        due = self._due_of(entry)
        event = event_of(self.game, due, entry.do, entry.by)
        state = self.game.play(self.state, event)
        places, reveals = frozenset(d.place for d in self.dues), state.shown != self.state.shown
        goes_back = event.announced and due.undoable and due.chance is not Chance.BOX
        answered = PlayedAnswer(entry, event, places, reveals, goes_back, goes_back and due.waits)
        return History(self.game, state, tuple(self.game.due(state)), answered, self, self._undoable)

    def again(self, entry: AnswerEntry) -> "History":
        """Return this history with one more answer, after a correction of the answer or of those before it. Raise Malformed
        if the answer is impossible now, and what `plus` raises."""
        due = self._due_of(entry)
        return self.plus(msgspec.structs.replace(entry, do=self.answers(due).admit(entry.do)))

    @property
    def turn(self) -> tuple[Seat, ...]:
        """Return the seats that the rules wait for, as everybody knows. Questions under seal and questions to the table
        count for no seat. Every mark of whose turn it is uses this."""
        mine = (due.seat for due in self.dues if due.waits and due.sealed is None and due.announced)
        return tuple(dict.fromkeys(seat for seat in mine if seat is not None))

    def set_right_due(self) -> Due | None:
        """Return the due that sets an open tally right, or None."""
        return next((due for due in self.dues if due.sets_right), None)

    def _due_of(self, entry: AnswerEntry) -> Due:
        due = next((d for d in self.dues if d.id == entry.due and d.seat == entry.seat), None)
        if due is None:
            raise Refused("too_late")
        return due


def begin(game: AnyGame, seats: Sequence[Seat], options: Any) -> History:
    """Return a game before its first answer. Raise BadFile as `Game.first_state` does."""
    state = game.first_state(seats, options)
    return History(game, state, tuple(game.due(state)))


def event_of(game: AnyGame, due: Due, do: Data, by: Seat | None) -> Event[Any]:
    """Return the event of an answer to `due` in JSON. Raise Malformed if the game has no such action."""
    action, kind = game.actions.read(do), do["type"]
    return Event(action=action, kind=kind, seat=due.seat, due=due, by=by, announced=due.announces(kind))


class ValidAnswers:
    """The valid answers, each as its last correction changed it. It grows entry by entry."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._answers: dict[int, AnswerEntry] = {}
        self._left_out: set[int] = set()
        """The numbers of entries that a record leaves out. Nothing else is known of them."""
        self._now: dict[int, AnswerEntry | None] = {}
        self._first: int | None = None
        """The number of the first entry that was ever corrected."""
        for entry in entries:
            self.add(entry)

    def add(self, entry: Entry) -> None:
        """Add an entry. Raise Refused for a correction of an unknown entry, and change nothing."""
        if isinstance(entry, AnswerEntry):
            self._answers[entry.n] = self._now[entry.n] = entry
            return
        if not entry.correct:
            self._left_out.add(entry.n)
        mended = self._mended(entry)
        if mended:
            self._first = min(mended) if self._first is None else min(self._first, *mended)
        self._now |= mended

    def with_(self, correction: CorrectionEntry) -> list[AnswerEntry]:
        """Return the answers that would be valid after a correction, from the first one that it changes. Raise Refused as
        `add` does."""
        mended = self._mended(correction)
        return self._since(min(mended, default=1), self._now | mended)

    def folded(self, start: "History") -> "History":
        """Return the history of all valid answers, replayed once from `start`. Raise Refused if one does not fit."""
        history = start
        for entry in self.all():
            is_shaken = self._first is not None and entry.n >= self._first
            history = history.again(entry) if is_shaken else history.plus(entry)
        return history

    def all(self) -> list[AnswerEntry]:
        """Return the valid answers, as corrected, in the order in which people posted them."""
        return self._since(1, self._now)

    def _mended(self, entry: CorrectionEntry) -> dict[int, AnswerEntry | None]:
        """Return the answers that a correction changes, by number, as they are afterwards. None: the answer is gone. Raise
        Refused for an unknown number."""
        for n in entry.correct:
            if n not in self._answers and n not in self._left_out:
                raise Refused("no_such_entry", entry=n)
        do, corrected = entry.do, [n for n in entry.correct if n in self._answers]
        return {n: None if do is None else msgspec.structs.replace(self._answers[n], do=do) for n in corrected}

    def _since(self, n: int, now: Mapping[int, AnswerEntry | None]) -> list[AnswerEntry]:
        return [entry for at, entry in now.items() if at >= n and entry is not None]


def replay_entries(start: History, entries: Iterable[AnswerEntry]) -> History:
    """Return the history after these entries, replayed from `start`. Raise Refused if one does not fit."""
    history = start
    for entry in entries:
        history = history.again(entry)
    return history


def without(history: History, gone: Collection[int]) -> tuple[History, tuple[int, ...]]:
    """Return the history without the entries `gone`, and the numbers of all entries that went. Secret answers, offers and
    draws of the box that no longer fit go, too, unseen. Raise Refused if an open answer of somebody would have to go."""
    went = set(gone)
    after = history.until(min(gone))
    for answered in reversed(list(history.newest(than=min(gone) - 1))):
        if answered.entry.n in went:
            continue
        try:
            after = after.again(answered.entry)
        except Refused:
            if answered.is_bound:
                raise Refused("followed") from None
            went.add(answered.entry.n)
    return after, tuple(sorted(went))


@cached_by_identity
def last_own(history: History) -> dict[Seat, tuple[PlayedAnswer, bool]]:
    """Return each seat's last answer, and whether the seat itself may take it back. A seat is left out if nobody can take
    its answer back.

    A seat may not take an answer back once an open answer to a newer due has followed. A due is newer if neither it nor its
    course was there when the seat answered. After a reveal only the panel may take back.
    """
    found: dict[Seat, tuple[PlayedAnswer, bool]] = {}
    missing, followers, free = set(history.state.own), set[str](), True
    for answered in history.newest_undoable():
        by, free = answered.entry.by, free and not answered.reveals
        if by in missing:
            missing.discard(by)
            if followers <= answered.open_places:
                found[by] = answered, free
        if not missing:
            break
        if answered.is_bound:
            followers.add(answered.event.due.place)
    return found


def last_open(history: History) -> PlayedAnswer | None:
    """Return the answer that the panel takes back: the last one that everybody knows of, else None."""
    return next((answered for answered in history.newest_undoable() if answered.goes_back), None)


@cached_with_answer
def highlight_of(history: History) -> Highlight | None:
    """Return the highlight of the last answer, if everybody knows of that answer, or None."""
    last, before = history.last, history.before
    if last is None or before is None or not last.event.announced:
        return None
    known = history.game.actions.read(known_part(last.entry.do, last.event.due.known_to, None))
    return history.game.highlight(before.state.public, history.state.public, last.event.seat, known)


def question(history: History, answered: PlayedAnswer) -> tuple[int, ...]:
    """Return the numbers of the entries that a take-back of `answered` takes back together. If it revealed a sealed
    question, all answers of the question go back."""
    sealed = answered.event.due.sealed
    if not (answered.reveals and sealed):
        return (answered.entry.n,)
    return tuple(s.entry.n for s in history.answered if s.event.due.sealed == sealed)


def draws(entries: Iterable[Entry]) -> Mapping[str, dict[str, Any]]:
    """Return the data of all draws of the box, by due. A due that comes back gets the same draw, so nobody gains a second
    one."""
    return {entry.due: entry.do for entry in entries if isinstance(entry, AnswerEntry) and entry.drawn and entry.due}


def is_open(entry: Entry, before: History, after: History) -> bool:
    """Return whether everybody learns of this entry. A correction is open if it touches an open answer."""
    if isinstance(entry, AnswerEntry):
        return after.last is not None and after.last.event.announced
    touched = set(entry.correct)
    least = min(touched, default=1) - 1
    both = (*before.newest(than=least), *after.newest(than=least))
    return any(answered.event.announced for answered in both if answered.entry.n in touched)
