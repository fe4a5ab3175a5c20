"""The screens of a history for each seat, and the pieces that go back on the table after a correction."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

import msgspec
from msgspec.structs import replace

from companion.core.answers import Answers
from companion.core.blocks import Count, Move, Moves, Tally, Undo
from companion.core.dues import SET_RIGHT_ID, Chance, Due
from companion.core.history import History, PlayedAnswer, ValidAnswers, full_id, last_own, replay_entries
from companion.core.journal import AnswerEntry, CorrectionEntry, Entry
from companion.core.meanwhile import Happened, moved, openly_seen, to_move
from companion.core.places import at_drawn_places
from companion.core.state import Seat, known_part
from companion.core.view import Question, Screen
from companion.core.words import Text, text

Changes = Mapping[tuple[Seat | None, str], int]
"""Changes of the pieces before each seat (None: on the board), by the sign under which the game counts them."""


@dataclass(frozen=True, slots=True)
class PutBack:
    """All that was taken back or corrected since the last open answer."""

    after: History
    """The game after the last of these corrections."""
    corrections: int
    title: Text
    moved: Changes
    """The pieces that people put back, over all corrections."""
    still: Changes
    """Changes of numbers that had been set right. No piece moved for them, so none goes back."""

    def card(self) -> Moves | None:
        """Return the changes of each seat as signed numbers, or None if no open tally has changed."""
        moves = Moves("taken_back", self.title, (*self._moved(), *self._still()))
        if moves.still and moves.rows:
            return replace(moves, title=Text(f"{self.title.key}_still", self.title.values))
        return moves if moves.rows else None

    def _moved(self) -> Iterator[Move]:
        counted = self.after.game.counted
        for seat, signs in self._tallies.items():
            changes = ((sign, self.moved.get((seat, sign), 0)) for sign in signs)
            counts = tuple(Count(n, sign, counted(sign, abs(n))) for sign, n in changes if n)
            yield from _of(seat, counts)

    def _still(self) -> Iterator[Move]:
        game = self.after.game
        words = None if game.keeps_counts else text("taken_back.nothing")
        for (seat, sign), change in self.still.items():
            n = self._tallies[seat][sign]
            if change:
                yield Move((Count(n, sign, game.counted(sign, n), change=change),), seat, words, still=True)

    @property
    def _tallies(self) -> Mapping[Seat | None, Mapping[str, int]]:
        return self.after.game.tallies(self.after.state.public)


def _of(seat: Seat | None, counts: tuple[Count, ...]) -> Iterator[Move]:
    """Yield one row with all counts of a seat, or one row for each count on the board."""
    if seat is None:
        yield from (Move((count,)) for count in counts)
    elif counts:
        yield Move(counts, seat)


def put_back(so_far: PutBack | None, entry: Entry, before: History, after: History) -> PutBack | None:
    """Return what people have to put back after an open entry. `so_far` is what they had to put back before the entry. After
    an answer of a person nothing is left to put back. A draw by the box changes nothing. A correction adds its pieces."""
    if isinstance(entry, AnswerEntry):
        is_drawn = after.last is not None and after.last.event.due.chance is Chance.BOX
        return so_far if is_drawn else None
    title = _title(entry, before)
    touched = (a for a in before.newest(than=min(entry.correct, default=1) - 1) if a.entry.n in entry.correct)
    known = (a.entry for a in touched if a.event.announced and a.event.due.chance is not Chance.BOX)
    return _plus(so_far or PutBack(before, 0, title, {}, {}), 1, _is_still(known), before, after)


def _is_still(touched: Iterable[AnswerEntry]) -> bool:
    """Return whether a correction touches only numbers that were set right, for which no piece moved. `touched` has open
    answers alone. So the result never shows that a secret answer was taken back with them."""
    return all(answer.due == SET_RIGHT_ID for answer in touched)


def _plus(back: PutBack, corrections: int, is_still: bool, before: History, after: History) -> PutBack:
    """Return `back` with the pieces of this many more corrections added. They changed the game from `before` to `after`."""
    count = back.corrections + corrections
    title = back.title if count == 1 else text("taken_back.several", count=count)
    then, now = (history.game.tallies(history.state.public) for history in (before, after))
    moved, still = dict(back.moved), dict(back.still)
    changes = still if is_still or after.game.keeps_counts else moved
    for seat, signs in now.items():
        for sign, n in signs.items():
            changes[seat, sign] = changes.get((seat, sign), 0) + n - then[seat][sign]
    return PutBack(after, count, title, moved, still)


def put_back_on_disk(entries: Sequence[Entry], now: History) -> PutBack | None:
    """Return what people have to put back, from entries on disk whose `news` is set. `now` is the history that the entries
    lead to. Only the part of the game that corrections touch is replayed."""
    known = {entry.n: entry for entry in entries if isinstance(entry, AnswerEntry) and _is_known(entry)}
    touched = {i: [known[n] for n in _correct(entries[i]) if n in known] for i in _corrections(entries)}
    since = entries[min(touched, default=len(entries)) :]  # secret corrections change the history, too
    least = min((n for entry in since for n in _correct(entry)), default=0)
    back: PutBack | None = None
    runs = [(is_still, tuple(run)) for is_still, run in groupby(touched, key=lambda i: _is_still(touched[i]))]
    for is_still, run in runs:
        before = _folded(now.until(least), entries[: run[0]], least)
        if run == runs[-1][1]:
            after = now.until(entries[run[-1]].n)
        else:
            after = _folded(now.until(least), entries[: run[-1] + 1], least)
        back = back or PutBack(before, 0, _title(entries[run[0]], before), {}, {})
        back = _plus(back, len(run), is_still, before, after)
    return back


def _correct(entry: Entry) -> tuple[int, ...]:
    return entry.correct if isinstance(entry, CorrectionEntry) else ()


def _is_known(entry: Entry) -> bool:
    """Return whether a person gave this entry openly. A draw that a person asked for has the key of the request. Other draws
    have none."""
    is_drawn = isinstance(entry, AnswerEntry) and entry.drawn and not entry.key
    return entry.news is not None and entry.news.open and not is_drawn


def _folded(start: History, entries: Sequence[Entry], least: int) -> History:
    """Return the history after these entries. `start` has those before number `least`."""
    return replay_entries(start, (answer for answer in ValidAnswers(entries).all() if answer.n >= least))


def _corrections(entries: Sequence[Entry]) -> list[int]:
    """Return the indexes of the open corrections since the last open answer."""
    at: list[int] = []
    for i in reversed(range(len(entries))):
        if isinstance(entries[i], AnswerEntry) and _is_known(entries[i]):
            break
        if _is_known(entries[i]):
            at.append(i)
    return at[::-1]


def _title(entry: Entry, before: History) -> Text:
    """Return the title of a correction. It names the first open answer that was taken back, but no answer under seal."""
    assert isinstance(entry, CorrectionEntry)
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


def taken_back(back: PutBack, number: int) -> Happened:
    """Return what was taken back as an open change. `number` is the number of the last correction among all open entries."""
    card = back.card()
    if card is None:  # no hand puts anything back
        return Happened(number, (Text(f"{back.title.key}_alone", back.title.values),))
    return Happened(number, (card.title,), moves=card.rows)


def openly(history: History, answered: PlayedAnswer) -> Text:
    """Return an answer in words, as far as an onlooker may know it."""
    game, event = history.game, answered.event
    seen = game.actions.read(known_part(answered.entry.do, event.due.known_to, None))
    return game.words(history.state.public, event.seat, seen)


class Screens:
    """The screens of one history, made when they are asked for. Any number of threads may read. Two threads that make the
    same screen make equal ones."""

    def __init__(
        self, history: History, number: int, back: PutBack | None = None, known_as: str = "", places: str = ""
    ) -> None:
        self.history = history
        self.number = number
        """The box's game number."""
        self.known_as = known_as or str(number)
        """The beginning of every due's id outside the game."""
        self.back = back
        """The pieces to put back, if something was taken back since the last open answer."""
        self.places = places
        """The secret from which the places of secret answers are drawn."""
        self._screens: dict[Seat | None, Screen] = {}
        self._asked: dict[str, Question] = {}

    @cached_property
    def over(self) -> bool:
        """Return whether the game has ended: the rules wait for nothing more."""
        return not any(due.waits for due in self.history.dues)

    def screen(self, seat: Seat | None) -> Screen:
        """Return the screen of a seat, or (None) of an onlooker. Raise KeyError for a stranger."""
        if seat not in self._screens:
            self._screens[seat] = self._build(seat)
        return self._screens[seat]

    def _build(self, seat: Seat | None) -> Screen:
        game, state = self.history.game, self.history.state
        view = openly_seen(self.history) if seat is None else game.view(state.public, state.own[seat], seat)
        # A seat that is asked under seal gets no undo card, which would show that it has answered. It answers again instead.
        undo = None if seat is None or seat in self._sealing else self.undo(seat)
        # The undo card is above the blocks if the phone itself can take the answer back, and else below.
        first = undo if undo is not None and undo.free else None
        both = (view.moves, first) if view.moves and first and self._is_news else (first, view.moves)
        above = [block for block in (self._put_back, *both) if block is not None]
        below = () if undo is first or undo is None else (undo,)
        if above or below:
            # A seat's own numbers stay first: it must see what it has without scrolling.
            at = 1 if view.blocks and isinstance(view.blocks[0], Tally) else 0
            view = msgspec.structs.replace(view, blocks=(*view.blocks[:at], *above, *view.blocks[at:], *below))
        hands = () if seat is None or self.over else to_move(self.history, seat, self._put_back)
        return Screen(seat, view, () if seat is None else self.asks(seat), self.over, game.id, self._put_back, hands)

    @cached_property
    def _put_back(self) -> Moves | None:
        return None if self.back is None else self.back.card()

    @cached_property
    def _is_news(self) -> bool:
        """Return whether the last open answer moved pieces that its words do not name. The seat that answered must read
        that, even where there is room for one card only. Secret answers are skipped, so no screen changes with them."""
        now = self.history
        while now.last is not None and now.before is not None and not now.last.event.announced:
            now = now.before
        return now.before is not None and not all(move.is_stated for move in moved(now))

    def asks(self, seat: Seat | None) -> tuple[Question, ...]:
        """Return the questions to a seat and to the table, or (None) to the table alone. Corrections of tallies are not
        among them, because nobody is asked for them."""
        return tuple([ask for of, ask in self._questions if of in (seat, None)])

    def set_right_question(self) -> Question | None:
        """Return the forms that set an open tally right (docs/http.md), or None if the game has none."""
        due = self.history.set_right_due()
        return None if due is None else self._ask(due)

    @cached_property
    def _questions(self) -> list[tuple[Seat | None, Question]]:
        """Return all questions that people are asked, each with its seat. None: the table's."""
        dues = [due for due in self.history.dues if not due.sets_right and due.chance is not Chance.BOX]
        asked = [(due.seat, self._ask(due)) for due in dues]
        return [one for one in asked if one[1].answers.is_asked]

    def _ask(self, due: Due) -> Question:
        """Return the question of a due. It is made once for all seats that may see it."""
        if due.id not in self._asked:
            answers = at_drawn_places(self.history.answers(due), due, self.places)
            self._asked[due.id] = Question(full_id(self.known_as, due.id), due.kind, answers, due.checks)
        return self._asked[due.id]

    def answers(self, due: Due) -> Answers:
        """Return the answers to an open due."""
        return self._ask(due).answers

    @cached_property
    def _sealing(self) -> set[Seat | None]:
        """Return the seats that are asked under seal."""
        return {due.seat for due in self.history.dues if due.sealed is not None and not due.named}

    def undo(self, seat: Seat) -> Undo | None:
        """Return the undo card for the seat's last answer, in words without secrets. None: nobody can take it back."""
        if (last := last_own(self.history).get(seat)) is None:
            return None
        answered, free = last
        # The card must not name what its owner keeps secret.
        return Undo(openly(self.history, answered), free)
