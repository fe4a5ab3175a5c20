"""Checks on secrets: whether a seat may know an answer that changes nothing for it, and whether a screen gives a secret
away."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final, NamedTuple

from companion.core.actions import as_data
from companion.core.blocks import Secret
from companion.core.dues import Chance, Due
from companion.core.game import Pick
from companion.core.history import History
from companion.core.journal import AnswerEntry
from companion.core.state import Data, Seat, State, known_part
from companion.core.words import Refused

OTHERS: Final = 3
"""The number of other draws for the same due with which each draw is compared."""
SECRETS: Final = 6
"""The number of secret answers of a game that are replaced by another one, each in a game of its own."""


def revealing_draws(history: History, pick: Pick) -> Iterator[Due]:
    """Yield the due of each draw that some seat may know, although nothing changed for that seat."""
    for before, after in pairwise(history.so_far()):
        drawn = after.last
        if drawn is None or drawn.event.due.chance not in (Chance.BOX, Chance.DRAWN):
            continue
        due = drawn.event.due
        others = (as_data(history.game.draw(before.state, due, pick)) for _ in range(OTHERS))
        if any(reveals_too_much(before, due, drawn.entry.do, other) for other in others):
            yield due


def reveals_too_much(history: History, due: Due, one: Data, other: Data) -> bool:
    """Return True if some seat may know which of two answers was given, although the two differ only in things that are
    hidden from it, such as another hand or a face-down card."""
    first, second = _after(history, due, one), _after(history, due, other)
    if first is None or second is None or first.public != second.public:
        return False
    if (first.own, first.box) == (second.own, second.box):
        return False
    unchanged = [None, *(seat for seat in first.own if first.own[seat] == second.own[seat] and seat != due.seat)]
    return any(_known(due, one, seat) != _known(due, other, seat) for seat in unchanged)


def _known(due: Due, do: Data, seat: Seat | None) -> Data:
    """Return what a seat may know of an answer. If the answer is not announced, its type is left out for other seats. Lists
    are sorted, because a seat's own cards may come in any order."""
    known = _in_any_order(known_part(do, due.known_to, seat))
    return known if due.announces(do["type"]) else {**known, "type": None}


def _in_any_order(known: Any) -> Any:
    """Return the data with every list in it sorted, so that the order of a list makes no difference."""
    if isinstance(known, dict):
        return {name: _in_any_order(value) for name, value in known.items()}
    return sorted(map(repr, known)) if isinstance(known, list | tuple) else known


def _after(history: History, due: Due, do: Data) -> State[Any, Any, Any] | None:
    entry = AnswerEntry(n=0, due=due.id, seat=due.seat, do=dict(do), bits="", hash="")
    try:
        return history.plus(entry).state
    except Refused:
        return None


class Leaks(NamedTuple):
    """The kinds of secret answers that a screen gave away."""

    public: set[str]
    """Kinds of answers with which the public screen changed, although the rules did not say that secrets were revealed."""
    covered: set[str]
    """Kinds of answers with which their own seat's screen changed outside of its `Secret` block."""


def leaks(history: History, pick: Pick, covered_kinds: frozenset[str]) -> Leaks:
    """Return the kinds of secret answers in a game that show on a screen. `covered_kinds` names the kinds that neighbours
    must not see.

    A second game repeats the first one with one secret answer changed. Until secrets are revealed to the table, both games
    must look the same to a stranger."""
    found, so_far = Leaks(set(), set()), history.so_far()
    secret = [n for n, after in enumerate(so_far) if after.last and is_secret(after.last.event.due, after.last.entry.do)]
    for n in sorted({secret[pick(len(secret))] for _ in range(SECRETS)}) if secret else ():
        before, last = so_far[n - 1], so_far[n].last
        assert last is not None
        other = _other(before, last.event.due, last.entry.do, pick)
        if other is not None:
            _compare(so_far[n:], before.plus(_with_answer(last.entry, other)), last.event.due, covered_kinds, found)
    return found


def is_secret(due: Due, do: Data) -> bool:
    """Return True if an answer is a seat's and has a part that not everybody may know."""
    return due.seat is not None and len(known_part(do, due.known_to, None)) < len(do)


def _with_answer(entry: AnswerEntry, do: Data) -> AnswerEntry:
    return AnswerEntry(n=entry.n, due=entry.due, seat=entry.seat, do=dict(do), bits="", hash="")


def _other(before: History, due: Due, do: Data, pick: Pick) -> Data | None:
    """Return another legal answer with the same parts as `do`, or None. The public cannot tell the two apart."""
    options = [option.do for option in before.answers(due).options() if option.why is None]
    start = pick(len(options)) if options else 0
    for other in (*options[start:], *options[:start]):
        is_unknown = other != do and _shape(other) == _shape(do) and _known(due, other, None) == _known(due, do, None)
        if is_unknown and _after(before, due, other) is not None:
            return other
    return None


def _shape(do: Data) -> dict[str, bool]:
    """Return the names of an answer's parts, each with whether the part is None."""
    return {name: value is None for name, value in do.items()}


def _compare(played: tuple[History, ...], changed: History, due: Due, covered_kinds: frozenset[str], found: Leaks) -> None:
    """Note in `found` if the screens of two games differ for those who do not know the changed answer to `due`. `played` has
    the first game answer by answer, `changed` begins the second. Stop once secrets are revealed to the table, or once the
    second game refuses an answer of the first."""
    shown = played[0].before.state.shown if played[0].before else ()
    for n, one in enumerate(played):
        if n:
            assert one.last is not None
            try:
                changed = changed.plus(_with_answer(one.last.entry, one.last.entry.do))
            except Refused:
                return
        if None in (*one.state.shown[len(shown) :], *changed.state.shown[len(shown) :]):
            return
        if _public(one) != _public(changed):
            found.public.add(due.kind)
            return
        if due.kind in covered_kinds and due.seat is not None and _uncovered(one, due.seat) != _uncovered(changed, due.seat):
            found.covered.add(due.kind)


def _public(history: History) -> object:
    return history.game.view(history.state.public, None, None)


def _uncovered(history: History, seat: Seat) -> object:
    """Return what neighbours see on a seat's phone while its cover is closed, without the questions."""
    view = history.game.view(history.state.public, history.state.own[seat], seat)
    return view.now, [block for block in view.blocks if not isinstance(block, Secret)]
