"""A table at one instant, and the screens that an entry changes."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from operator import attrgetter
from typing import Final

from msgspec.structs import replace

from companion.core.answers import Answers
from companion.core.blocks import Highlight, Move, SeatRow, Seats
from companion.core.dues import Chance, Due
from companion.core.history import EntryIndex, History, PlayedAnswer, full_id, highlight_of, is_open, last_open
from companion.core.journal import CorrectionEntry, Entry, Visibility, fingerprint
from companion.core.meanwhile import Happened, happened, moved, openly_seen
from companion.core.score import Score
from companion.core.screens import Screens, openly, taken_back
from companion.core.state import Seat, known_part
from companion.core.view import Question, Screen
from companion.core.words import Text

HIGHLIGHTS: Final = 3
"""The number of highlights that a moment has. A page that was away for longer does not play the earlier ones."""

HAPPENED: Final = 6
"""The number of open changes that a moment has for phones to say. A phone that was away for longer does not say the older
ones."""


@dataclass(frozen=True, slots=True)
class RecalledAnswer:
    """One answer in the story."""

    n: int
    """The entry's number."""
    seat: Seat | None
    """The seat that answered. None: the table."""
    words: Text
    moves: tuple[Move, ...]
    """The pieces that the answer moved without a tap on them."""
    hidden: bool
    """True if the answer had a part that not everybody knew when it was given."""
    where: Text
    """The progress of the game at that answer, as the seat bar shows it."""
    part: Text | None
    """The place where the table was, if its screen shows several places (`Block.present`), or its step (`View.step`)."""
    rows: tuple[SeatRow, ...]
    """The pieces and cards before each seat after the answer, as everybody could see them."""
    standing: Mapping[Seat, int]
    """Each seat's points after the answer (`Game.standing`)."""


@dataclass(frozen=True)
class Moment:
    """The history so far and what it shows, the end of its journal, and how often each seat's screen has changed."""

    screens: Screens
    entries: int
    hash: str
    open_hash: str
    """The hash of the last open entry. A hash that changed with a secret entry would show that somebody answered."""
    seqs: Mapping[Seat | None, int]
    open_entries: int
    """The number of open entries."""
    last_open: tuple[int, ...] = ()
    """The numbers of the last open entries, at most `RECENT`."""

    @cached_property
    def history(self) -> History:
        """The answers that led here, and the state that they led to."""
        return self.screens.history

    @cached_property
    def number(self) -> int:
        """The box's game number."""
        return self.screens.number

    @property
    def name(self) -> str:
        """The table's name among those of all boxes of a hall. Empty: it has only its number."""
        return "" if self.screens.known_as == str(self.number) else self.screens.known_as

    @cached_property
    def fingerprint(self) -> str:
        """Twelve letters of the open hash, which people compare aloud. No secret entry changes it."""
        return fingerprint(self.open_hash)

    @cached_property
    def over(self) -> bool:
        """True if the game has ended: the rules wait for nothing more."""
        return self.screens.over

    @cached_property
    def highlights(self) -> tuple[Highlight, ...]:
        """Return the last highlights, the newest last. Their numbers count open entries alone, so secret entries do not
        change them. An answer that was taken back has no highlight."""
        numbers = self._open_numbers
        found: dict[int, Highlight] = {}
        cause = 0
        for history in self.history.since(min(numbers, default=0)):
            answered, highlight = history.last, highlight_of(history)
            assert answered is not None
            if answered.entry.n in numbers and answered.event.due.chance is not Chance.BOX:
                cause = numbers[answered.entry.n]
            if highlight is not None and cause:  # a draw of the box belongs to the answer before it
                found[cause] = replace(highlight, number=cause)
        return tuple(found.values())[-HIGHLIGHTS:]

    @cached_property
    def happened(self) -> tuple[Happened, ...]:
        """Return the last open changes, the newest last: valid answers, and what was taken back since."""
        numbers = {n: at for n, at in self._open_numbers.items() if at > self.open_entries - HAPPENED}
        answered = {one.last.entry.n: one for one in self.history.since(min(numbers, default=0)) if one.last is not None}
        found = [happened(one, numbers[n]) for n, one in answered.items() if n in numbers]
        gone = numbers.keys() - answered.keys()
        if self.screens.back is not None and gone:
            found.append(taken_back(self.screens.back, numbers[max(gone)]))
        return tuple(sorted([one for one in found if one is not None], key=attrgetter("number")))

    @property
    def _open_numbers(self) -> Mapping[int, int]:
        """Return a mapping for the last open entries: from an entry's number to its number among open entries alone."""
        return {n: at for at, n in enumerate(self.last_open, self.open_entries - len(self.last_open) + 1)}

    def score(self) -> Score | None:
        """Return the result, once the game has ended, or None before."""
        return self.history.game.score(self.history.state) if self.over else None

    @property
    def agreed(self) -> bool:
        """True if the game is over and its result is final (`Game.agreed`)."""
        return self.over and self.history.game.agreed(self.history.state.public)

    def full_id(self, due: str) -> str:
        """Return a due's id as phones know it."""
        return full_id(self.screens.known_as, due)

    def local_id(self, due: str) -> str | None:
        """Return a due's id as the game knows it, without the table's name. None: the due belongs to another game."""
        table, _, local = due.partition(".")
        return local if table == self.screens.known_as else None

    def screen(self, seat: Seat | None) -> Screen:
        """Return the screen of a seat, or (None) of an onlooker. Raise KeyError for a name without a seat, which never sees
        the onlooker's screen."""
        return self.screens.screen(seat)

    def asks(self, seat: Seat | None) -> tuple[Question, ...]:
        """Return the questions that a seat, or (None) the panel, may answer. Corrections of tallies are not among them."""
        return self.screens.asks(seat)

    def awaits(self, seat: Seat) -> bool:
        """Return whether the game waits for this seat, as the seat's own screen says. A question to the table waits for no
        seat in particular."""
        return self.screen(seat).view.now.lit and any(due.waits and due.seat == seat for due in self.history.dues)

    def set_right_question(self) -> Question | None:
        """Return the forms that set an open tally right (docs/http.md), or None if the game has none."""
        return self.screens.set_right_question()

    def answers(self, due: Due) -> Answers:
        """Return the answers to a due of this moment."""
        return self.screens.answers(due)

    def undo_of(self) -> tuple[Seat | None] | None:
        """Return the seat whose answer the panel would take back, in a tuple of one. The table is None in it. Return None if
        there is no answer. A sealed question goes back whole and counts as the table's, so that nobody learns which seat
        answered last."""
        answered = last_open(self.history)
        return None if answered is None else (None if answered.event.due.sealed else answered.event.seat,)

    def undo_words(self) -> Text | None:
        """Return the answer that the panel would take back, in public words. Return None without one, or for one given
        under seal."""
        answered = last_open(self.history)
        if answered is None or answered.event.due.sealed:
            return None
        return openly(self.history, answered)

    def story(self) -> tuple[RecalledAnswer, ...]:
        """Return the story of a game that is over: every answer but those that stay secret. Under seal it has only the last
        answer of each seat. Before the end it is empty."""
        if not self.over:
            return ()
        pairs = list(pairwise(self.history.so_far()))
        answers = [(before, after, after.last) for before, after in pairs if after.last and not after.last.event.due.forever]
        final = {_question(last): last.entry.n for _, _, last in answers}
        return tuple(_recalled(*one) for one in answers if final[_question(one[2])] == one[2].entry.n)


def visibility_of(entry: Entry, before: Moment, later: Screens, index: EntryIndex) -> Visibility:
    """Return the screens that an entry changes. The entry leads from `before` to `later`. `index` holds all entries before
    it."""
    forever = _is_forever(entry, later.history, index)
    if is_open(entry, before.history, later.history):
        return Visibility(open=True, forever=forever)
    moved = (seat for seat in before.seqs if before.screen(seat) != later.screen(seat))
    return Visibility(moved=tuple(moved), forever=forever)


def _is_forever(entry: Entry, after: History, index: EntryIndex) -> bool:
    """Return whether an entry has content that stays secret after the game."""
    if isinstance(entry, CorrectionEntry):
        secret = [index.is_forever(n) for n in entry.correct]
        # A correction holds the right answer, which may be secret. A take-back holds only numbers of entries: a record must
        # show it if one of their answers was open.
        return bool(secret) and (all(secret) if entry.do is None else any(secret))
    return after.last is not None and after.last.event.due.forever


def _question(last: PlayedAnswer) -> tuple[str, Seat | None]:
    """Return a key for answers to one question by one seat. Under seal a later answer of the seat has the same key, and
    replaces the earlier one."""
    return last.event.due.sealed or f"{last.entry.n}", last.event.seat


def _recalled(before: History, after: History, last: PlayedAnswer) -> RecalledAnswer:
    then = openly_seen(before)
    return RecalledAnswer(
        n=last.entry.n,
        seat=last.event.seat,
        words=after.game.words(after.state.public, last.event.seat, last.event.action),
        moves=moved(after),
        hidden=len(known_part(last.entry.do, last.event.due.known_to, None)) < len(last.entry.do),
        where=then.where,
        part=next((block.present for block in then.blocks if block.present), then.step),
        rows=tuple(row for block in openly_seen(after).blocks if isinstance(block, Seats) for row in block.rows),
        standing=after.game.standing(after.state.public),
    )
