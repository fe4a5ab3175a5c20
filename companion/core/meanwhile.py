"""Find the pieces that a seat still has to move, and the last open answers of all. Phones show both beside their questions.

Both come from open answers alone, so no secret entry changes them.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from companion.core.answers import Cards
from companion.core.blocks import Count, Move, Moves
from companion.core.caching import cached_by_identity, cached_with_answer
from companion.core.dues import Chance
from companion.core.history import History, PlayedAnswer
from companion.core.state import Seat, known_part
from companion.core.view import RevealedItem, ToMove, View
from companion.core.words import Text, listed, text

MOST: Final = 3
"""The number of moves, and of recent answers, that a phone shows."""
SINCE: Final = 16
"""The largest number of answers that `recent` returns. It is the limit even if the last answer of some seat is older."""


class RecentAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer that everybody knows."""

    words: Text
    seat: Seat | None = None
    """The seat that answered. None: the table."""
    cards: Cards | None = None
    """The cards that the answer is about."""
    moves: tuple[Move, ...] = ()
    """The pieces that the answer moved without a tap on them."""


class Happened(msgspec.Struct, frozen=True, omit_defaults=True):
    """A change that everybody knows of, for phones to say once."""

    number: int
    """The number of the change among all open entries. Secret entries do not count."""
    words: tuple[Text, ...]
    seat: Seat | None = None
    """The seat that answered. None: the table answered, or several seats together."""
    moves: tuple[Move, ...] = ()
    """The pieces that moved with the change, without those that its words name."""
    unasked: bool = False
    """True if the rules did not wait for this answer, as when people correct a tally. Phones then go on showing the pieces
    that hands still have to move."""


def happened(after: History, number: int) -> Happened | None:
    """Return the open change that the last answer made, or None. `number` is its number among all open entries."""
    change, known = _change(after), _numbered(after)
    if change is not None and number not in known:
        known[number] = msgspec.structs.replace(change, number=number)
    return known.get(number)


@cached_with_answer
def _numbered(_after: History) -> dict[int, Happened]:
    """Return the open change of the last answer by its number. A correction of earlier answers gives it another one."""
    return {}


@cached_with_answer
def _change(after: History) -> Happened | None:
    """Return the open change of the last answer, without its number. None: the answer is secret. A sealed question is one
    change, with all that it reveals."""
    last = after.last
    if last is None or not last.event.announced:
        return None
    is_sealed = last.event.due.sealed is not None
    answered = () if is_sealed else (_seen(after).covered(after.state.public) or _words(after),)
    moves = tuple(row for row in moved(after) if not (row.still or row.is_stated))
    seat = None if is_sealed else last.event.seat
    return Happened(0, (*answered, *_turned(after)), seat, moves, unasked=not last.event.due.waits)


def _turned(after: History) -> tuple[Text, ...]:
    """Return the cards or choices that the last answer revealed."""
    assert after.before is not None
    then, now = openly_seen(after.before).reveal, openly_seen(after).reveal
    if now is None or then == now:
        return ()
    before = then.rows if then is not None and then.of == now.of else ()
    title = () if before else (now.title,)
    return (*title, *map(_turned_up, now.rows[len(before) :]))


def _turned_up(row: RevealedItem) -> Text:
    """Return the words of a card or choice that was revealed, with the name of its seat."""
    words = row.spoken or row.words
    return words if row.seat is None else text("said.of_seat", seat=row.seat, what=words)


def to_move(history: History, seat: Seat, back: Moves | None) -> tuple[ToMove, ...]:
    """Return the pieces that a seat has to move since its own last open answer, the newest first. `back` has the pieces that
    a correction puts back."""
    total = history.game.tallies(history.state.public).get(seat, {})
    goes_back = () if back is None else tuple(_rows(back.rows, seat, _alone(back.title), give="hands.back"))
    found = (*goes_back, *(_summed(one, total) for one in _since_own(history)[seat]))
    return found[:MOST]


def _alone(title: Text) -> Text:
    """Return the title of a correction as a sentence that announces no list."""
    return Text(f"{title.key.removesuffix('_still')}_alone", title.values)


@cached_by_identity
def _since_own(history: History) -> dict[Seat, list[ToMove]]:
    """Return the pieces that each seat has to move, the newest first. It has all since the seat's own last open answer, or
    stops once it has MOST."""
    found: dict[Seat, list[ToMove]] = {seat: [] for seat in history.state.own}
    missing = set(found)
    for after, last in _announced(history):
        if last.event.due.sealed is not None:
            continue
        for seat in (*missing,):
            found[seat] += _hands(after)[seat]
            if last.event.seat == seat or len(found[seat]) >= MOST:
                missing.discard(seat)
        if not missing:
            break
    return found


@cached_by_identity
def recent(history: History) -> tuple[RecentAnswer, ...]:
    """Return the last answers that everybody knows, the newest first: at least `MOST`, and as many as it takes to have each
    seat's own last one. A question under seal counts as an answer of every seat. Answers that are no move count, but are
    left out."""
    found: list[RecentAnswer | None] = []
    waited_for = set(history.state.own)
    for after, last in _announced(history):
        if len(found) >= (SINCE if waited_for else MOST):
            break
        if last.event.due.sealed is None:
            found.append(_recent(after, history) if last.event.action.is_move else None)
            waited_for.discard(last.event.seat)
        else:
            waited_for.clear()
    return tuple(one for one in found if one is not None)


def _recent(after: History, now: History) -> RecentAnswer:
    """Return the last answer of `after`, as the public of `now` may see it."""
    covered, answer = _seen(after).covered(now.state.public), _uncovered(after)
    return answer if covered is None else msgspec.structs.replace(answer, words=covered, cards=None)


@cached_with_answer
def _uncovered(after: History) -> RecentAnswer:
    assert after.last is not None
    moves = tuple(row for row in moved(after) if not row.still)
    return RecentAnswer(_words(after), after.last.event.seat, _seen(after).picture(), moves)


@cached_by_identity
def openly_seen(history: History) -> View:
    """Return the public view. It is cached, because the view after the next answer is compared with it."""
    return history.game.view(history.state.public, None, None)


@cached_with_answer
def moved(after: History) -> tuple[Move, ...]:
    """Return the rows that the last answer of a history added to `View.moves`."""
    assert after.before is not None
    then, now = openly_seen(after.before).moves, openly_seen(after).moves
    return now.since(then) if now is not None else ()


def _announced(history: History) -> Iterator[tuple[History, PlayedAnswer]]:
    """Yield people's open answers, the newest first. Each comes with the history that it led to."""
    now: History | None = history
    while now is not None and now.last is not None:
        due = now.last.event.due
        if now.last.event.announced and due.waits and due.chance is not Chance.BOX:
            yield now, now.last
        now = now.before


@cached_with_answer
def _seen(after: History) -> Any:
    """Return the last answer of a history with only the fields that everybody may know."""
    last = after.last
    assert last is not None
    return after.game.actions.read(known_part(last.entry.do, last.event.due.known_to, None))


@cached_with_answer
def _words(after: History) -> Text:
    assert after.last is not None
    return after.game.words(after.state.public, after.last.event.seat, _seen(after))


@cached_with_answer
def _hands(after: History) -> dict[Seat, tuple[ToMove, ...]]:
    """Return the pieces that each seat moves because of the last answer: those that come without a tap, and the price of its
    own act."""
    assert after.last is not None
    event, rows = after.last.event, moved(after)
    words = _words(after)
    to_others = words if event.seat is None else text("said.of_seat", seat=event.seat, what=words)
    people = after.state.own
    found = {seat: tuple(_rows(rows, seat, to_others, people=people)) if rows else () for seat in people}
    if (seat := event.seat) in found:
        own = tuple([row for row in rows if not row.is_stated])
        price = _price(after, seat, own, words) if event.action.pays else ()
        found[seat] = (*(_rows(own, seat, words, people=people) if own else ()), *price)
    return found


def _price(after: History, seat: Seat, rows: Iterable[Move], why: Text) -> Iterator[ToMove]:
    """Yield the pieces that a seat paid with its answer: those that it has fewer of now, without those in `rows`."""
    assert after.before is not None
    then, now = (one.game.tallies(one.state.public).get(seat, {}) for one in (after.before, after))
    named = {count.sign for row in rows if row.seat == seat for count in row.counts}
    fewer = {sign: n - then[sign] for sign, n in now.items() if n < then[sign] and sign not in named}
    counts = tuple(Count(n, sign, after.game.counted(sign, -n)) for sign, n in fewer.items())
    if counts:
        yield ToMove(_line("hands.pay", counts), counts, why)


def _rows(
    rows: Sequence[Move], seat: Seat, why: Text | None, give: str = "hands.give", people: Container[Seat] = ()
) -> Iterator[ToMove]:
    """Yield the pieces that a seat takes, then those that it gives. `give` is the key of the words for those. If one of
    `people` gets them, the words name that seat."""
    counts = [count for row in rows if row.seat == seat and not (row.still or row.kept) for count in row.counts if count.n]
    words = next((row.words for row in rows if row.seat == seat and row.words is not None), why)
    for key, part in (
        ("hands.take", tuple(one for one in counts if (one.n or 0) > 0)),
        (give, tuple(one for one in counts if (one.n or 0) < 0)),
    ):
        if part:
            taker = _taker(rows, seat, part) if key == give else None
            line = _line("hands.pass", part, seat=taker) if taker in people else _line(key, part)
            yield ToMove(line, part, words)


def _taker(rows: Iterable[Move], seat: Seat, given: tuple[Count, ...]) -> Seat | None:
    """Return the only other seat that gets pieces of these signs, if it gets all that this seat gives. Else return None."""
    signs = {one.sign: -(one.n or 0) for one in given}
    gains = [(row.seat, one) for row in rows for one in row.counts if row.seat != seat and one.sign in signs]
    takers = {taker for taker, _ in gains}
    return takers.pop() if len(takers) == 1 and {one.sign: one.n for _, one in gains} == signs else None


def _line(key: str, counts: tuple[Count, ...], **values: object) -> Text:
    return text(key, what=listed(text("hands.pieces", n=abs(one.n or 0), what=one.words) for one in counts), **values)


def _summed(one: ToMove, total: Mapping[str, int]) -> ToMove:
    if len(one.counts) != 1:
        return one
    count = one.counts[0]
    makes = total.get(count.sign)
    is_plain = makes == count.n or (makes == 0 and count.n == -1)  # all that the seat has, or the last one
    return msgspec.structs.replace(one, makes=None if is_plain else makes)
