"""A table, which turns answers into entries. An entry passes the rules first, then the disk, then memory, then phones."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from companion.core.actions import as_data
from companion.core.answers import same
from companion.core.dues import SET_RIGHT_ID, Chance, Correction, Due
from companion.core.game import AnyGame, Pick
from companion.core.history import (
    EntryIndex,
    History,
    begin,
    draws,
    is_open,
    last_open,
    last_own,
    question,
    replay_entries,
    without,
)
from companion.core.journal import AnswerEntry, CorrectionEntry, Entry, Journal, TableHead, entry_hash
from companion.core.moment import Moment, visibility_of
from companion.core.screens import PutBack, Screens, put_back, put_back_on_disk
from companion.core.set_up import minute_step, planned
from companion.core.state import Data, Seat
from companion.core.words import Refused

AnyEntry = TypeVar("AnyEntry", AnswerEntry, CorrectionEntry)

Bits = Callable[[], str]
"""A function that returns 128 random bits in hex."""

Predictor = Callable[[Moment], None]
"""A function that gets the next moment before the answer is on disk. It prepares screens, and shows them to nobody."""


def _prepare_nothing(moment: Moment) -> None:
    """Do nothing: this table prepares no screens."""


class Table:
    """A game that is being played. The house lets one thread write at a time. Any thread may read `moment`.

    `pick` is the box's dice. In a replay it is None, because the entries have the results. `predict` gets the next moment
    before the answer is on disk.
    """

    def __init__(
        self,
        game: AnyGame,
        head: TableHead,
        options: Any,
        journal: Journal,
        number: int,
        bits: Bits,
        pick: Pick | None,
        predict: Predictor = _prepare_nothing,
    ) -> None:
        self.game = game
        self.head = head
        self.number = number
        self._known_as = head.known_as(number)
        self._journal = journal
        self._bits = bits
        self._pick = pick
        self._predict = predict
        self.minute = tuple(game.minute(head.seats, options))
        steps = game.set_up_steps(head.seats, options)
        self.set_up = planned([minute_step(game.title(options)), *steps] if self.minute and steps else steps, head.seats)
        self._start: History = begin(game, head.seats, options)
        self._index = EntryIndex(head, number)
        self.moment = Moment(self._screens(self._start), *self._index.end)
        self._load(journal.read(number))
        self._draw()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Return all entries as they are on disk, for copies and records."""
        return tuple(self._index.entries)

    def had(self, open_entries: int, fingerprint: str) -> bool:
        """Return whether the table had this fingerprint after `open_entries` open entries."""
        return self._index.had(open_entries, fingerprint)

    def has_answered(self, by: Seat | None, key: str) -> bool:
        """Return whether this key was used already. A second answer with it makes no new entry."""
        return self._index.is_used(by, key)

    def entries_by(self, by: Seat | None) -> int:
        """Return the number of entries that this seat, or (None) the panel, posted, also those that were taken back."""
        return self._index.entries_by[by]

    def needs_confirmation(self, by: Seat | None, due_id: str | None, do: Data) -> bool:
        """Return whether this answer needs a second yes, and change nothing. Raise as `answer` does."""
        local = None if due_id is None else self.moment.local_id(due_id)
        due = self.moment.history.open_due(local, by)
        if by is None or due is None or do.get("type") not in due.needs_confirmation:
            return False
        full = self.admitted(due, do)
        self.moment.history.plus(AnswerEntry(n=0, due=due.id, seat=due.seat, do=full, by=by, bits="", hash=""))
        return True

    def answer(self, by: Seat | None, due_id: str | None, do: Data, key: str) -> None:
        """Take an answer of `by` (None: the panel) to the due of this id. An answer without an id sets an open tally right.

        The answer is on disk when this returns. The same key with the same answer counts once. Raise Malformed, or Refused
        with the reason. Then nothing has changed.
        """
        if self._index.is_repeated(by, key, due_id, do):
            self._draw()  # the disk may have refused a draw after this answer
            return
        local = SET_RIGHT_ID if due_id is None else self.moment.local_id(due_id)
        due = self.moment.history.open_due(local, by)
        if due is None or due.chance is Chance.BOX or (due_id is None) != due.sets_right:
            raise Refused("too_late")
        full = self.admitted(due, do)
        if due.sealed is not None and self._is_repeated(by, due, full):
            return
        posted = None if full == do else dict(do)
        self._append(due, full, by=by, key=key, posted=posted, drawn=self._bids_draw(due, do))
        self._draw()

    def _is_repeated(self, by: Seat | None, due: Due, do: Data) -> bool:
        """Return whether the last answer of `by` was this same answer to this due. A double tap then counts once.

        If `by` answered something else in between, the answer counts again. The undo card, which others may see, must change
        just as it does after a new answer.
        """
        given = next((step.entry for step in self.moment.history.newest() if step.entry.by == by), None)
        return given is not None and given.due == due.id and same(given.do, do)

    def append_recorded(self, due: Due, do: Data) -> None:
        """Append an answer from a record. Raise as `answer` does."""
        self._append(due, self.admitted(due, do))

    def admitted(self, due: Due, do: Data) -> dict[str, Any]:
        """Return an answer to `due` in its full form. A request to draw becomes the result of the draw. Raise Malformed if
        the due has no such answer."""
        if self._bids_draw(due, do):
            return self._drawn(due)
        return self.moment.answers(due).admit(do)

    def take_back(self, by: Seat, key: str) -> None:
        """Take back the seat's own last answer. Raise Refused if something followed it, or if secrets were revealed
        since."""
        if self._index.is_repeated(by, key, None, None):
            return
        own = last_own(self.moment.history)
        if by not in own:
            raise Refused("nothing_to_take_back")
        answered, free = own[by]
        if not free:
            raise Refused("only_box")
        self._retract((answered.entry.n,), by, key)

    def take_back_last(self, key: str) -> None:
        """Take back the last open answer, for the panel. If that answer revealed a sealed question, take back all answers of
        the question. Raise Refused if there is none."""
        if self._index.is_repeated(None, key, None, None):
            return
        answered = last_open(self.moment.history)
        if answered is None:
            raise Refused("nothing_to_take_back")
        self._retract(question(self.moment.history, answered), None, key)

    def append_blank(self) -> None:
        """Append an entry without an answer, which changes no screen. It takes the place of a line that a record leaves out,
        or binds a change that is no answer into the chain. Raise as `correct` does."""
        self._commit(self._bound(CorrectionEntry(n=self._next, correct=(), bits="", hash="")), self.moment.history)

    def correct(self, correction: Correction, key: str = "") -> None:
        """Append a correction of earlier entries. Raise Refused unless all later entries still fit."""
        of, data = correction.of, None if correction.data is None else dict(correction.data)
        entry = self._bound(CorrectionEntry(n=self._next, correct=of, do=data, by=correction.by, key=key, bits="", hash=""))
        self._commit(entry, self._after(entry))
        self._draw()

    def _retract(self, gone: Sequence[int], by: Seat | None, key: str) -> None:
        after, went = without(self.moment.history, gone)
        self._commit(self._bound(CorrectionEntry(n=self._next, correct=went, by=by, key=key, bits="", hash="")), after)
        self._draw()

    def _append(self, due: Due, do: dict[str, Any], **more: Any) -> None:
        entry = self._bound(AnswerEntry(n=self._next, due=due.id, seat=due.seat, do=do, bits="", hash="", **more))
        self._commit(entry, self.moment.history.plus(entry))

    @property
    def _next(self) -> int:
        return self.moment.entries + 1

    def _bound(self, bare: AnyEntry) -> AnyEntry:
        """Return the entry with random bits and its hash, which binds it to the entry before."""
        bits = self._bits()
        hash_ = entry_hash(self.head.chain, self.moment.hash, bare.fields(), bits)
        return msgspec.structs.replace(bare, bits=bits, hash=hash_)

    def _commit(self, entry: Entry, after: History) -> None:
        screens = self._screens_after(entry, after)
        marked = msgspec.structs.replace(entry, news=visibility_of(entry, self.moment, screens, self._index))
        next_moment = Moment(screens, *self._index.end.plus(marked))
        self._predict(next_moment)
        self._journal.append(self.number, self.moment.entries, marked)
        self._keep(marked, next_moment)

    def _screens_after(self, entry: Entry, after: History) -> Screens:
        """Return the screens after this entry, which leads to `after`."""
        now = self.moment.screens
        is_seen = is_open(entry, now.history, after)
        return self._screens(after, put_back(now.back, entry, now.history, after) if is_seen else now.back)

    def _screens(self, history: History, back: PutBack | None = None) -> Screens:
        return Screens(history, self.number, back, self._known_as, self._places)

    @property
    def _places(self) -> str:
        """Return the secret from which the places of secret answers are drawn. Older tables use the bits of their first
        entry."""
        return self.head.places or next((entry.bits for entry in self._index.entries[:1]), "")

    def _after(self, entry: Entry) -> History:
        """Return the history with this entry. A correction replays the game from the first answer that the correction
        touches."""
        if isinstance(entry, AnswerEntry):
            return self.moment.history.plus(entry)
        valid = self._index.valid.with_(entry)
        return replay_entries(self.moment.history.until(min(entry.correct, default=1)), valid)

    def _load(self, entries: Sequence[Entry]) -> None:
        """Load the entries from disk. Only answers that are still valid are replayed, unless an older box stored no news."""
        known = entries if all(entry.news for entry in entries) else ()
        for entry in known:
            self._index.add(entry)
        history = self._index.valid.folded(self._start)
        self.moment = Moment(self._screens(history, put_back_on_disk(known, history)), *self._index.end)
        for entry in entries[self.moment.entries :]:
            screens = self._screens_after(entry, self._after(entry))
            marked = msgspec.structs.replace(entry, news=visibility_of(entry, self.moment, screens, self._index))
            self._keep(marked, Moment(screens, *self._index.end.plus(marked)))

    def _keep(self, entry: Entry, moment: Moment) -> None:
        """Keep in memory an entry that is on disk, and the moment after it."""
        self._index.add(entry)
        self.moment = moment

    def _bids_draw(self, due: Due, do: Data) -> bool:
        if self._pick is None or due.chance is not Chance.DRAWN:
            return False
        lots = self.moment.answers(due).lots
        return lots is not None and dict(do) == lots.do

    def _draw(self) -> None:
        """Draw an answer for each due that the box answers."""
        while self._pick and (due := next((d for d in self.moment.history.dues if d.chance is Chance.BOX), None)):
            self._append(due, self._drawn(due), drawn=True)

    def _drawn(self, due: Due) -> dict[str, Any]:
        assert self._pick is not None
        before = draws(self._index.entries).get(due.id)
        if before is not None and self._fits(due, before):
            return before
        return as_data(self.game.draw(self.moment.history.state, due, self._pick))

    def _fits(self, due: Due, do: dict[str, Any]) -> bool:
        try:
            self.moment.history.plus(AnswerEntry(n=0, due=due.id, seat=due.seat, do=do, bits="", hash=""))
        except Refused:
            return False
        return True
