"""What a history shows to each chair, whatever its journal says besides: worked out when somebody looks, and once."""

from functools import cached_property

import msgspec

from companion.core.answers import Answers
from companion.core.blocks import Move, Moves, Tally, Undo
from companion.core.event import Chance, Due
from companion.core.history import History, last_own
from companion.core.knowledge import Seat
from companion.core.ledger import full_id
from companion.core.once import once_for_all
from companion.core.places import laid
from companion.core.putback import PutBack, openly
from companion.core.view import Ask, Screen, View


class Screens:
    """The screens of one history. Readers may be many at a time: two that work out the same at once find the same."""

    def __init__(
        self, history: History, number: int, back: PutBack | None = None, known_as: str = "", places: str = ""
    ) -> None:
        self.history = history
        self.number = number
        """The box's game number."""
        self.known_as = known_as or str(number)
        """The head of every due's id outside."""
        self.back = back
        """What was taken back since somebody last answered openly."""
        self.places = places
        """What the places of secret answers are drawn by."""
        self._screens: dict[Seat | None, Screen] = {}
        self._asked: dict[str, Ask] = {}

    @cached_property
    def over(self) -> bool:
        """Whether the game has ended: the rules wait for nothing more."""
        return not any(due.waits for due in self.history.dues)

    def screen(self, seat: Seat | None) -> Screen:
        """The screen of a chair, or (None) of an onlooker. A stranger is a KeyError, never an onlooker."""
        if seat not in self._screens:
            self._screens[seat] = self._build(seat)
        return self._screens[seat]

    def _build(self, seat: Seat | None) -> Screen:
        game, state = self.history.game, self.history.state
        view = openly_seen(self.history) if seat is None else game.view(state.public, state.own[seat], seat)
        undo = None if seat is None or self._is_sealing(seat) else self.undo(seat)
        # One that only the box can take back asks for nothing: what happened on the table comes first.
        first = undo if undo is not None and undo.free else None
        both = (view.moves, first) if view.moves and first and self._is_news else (first, view.moves)
        above = tuple(block for block in (self._put_back, *both) if block is not None)
        below = () if undo is first or undo is None else (undo,)
        if above or below:
            # A seat's own numbers stay first: it must see what it has without scrolling.
            at = 1 if view.blocks and isinstance(view.blocks[0], Tally) else 0
            view = msgspec.structs.replace(view, blocks=(*view.blocks[:at], *above, *view.blocks[at:], *below))
        return Screen(seat, view, () if seat is None else self.asks(seat), self.over, game.id, self._put_back)

    @cached_property
    def _put_back(self) -> Moves | None:
        return None if self.back is None else self.back.card()

    @cached_property
    def _is_news(self) -> bool:
        """The last answer moved pieces of which it does not say so itself: whoever gave it must read that, also where there
        is room for one card only. One that nobody is to notice counts for none: no screen may change with it."""
        now = self.history
        while now.last is not None and now.before is not None and not now.last.event.open:
            now = now.before
        return now.before is not None and not all(move.said for move in moved(now.before, now))

    def asks(self, seat: Seat | None) -> tuple[Ask, ...]:
        """What a chair, or (None) the panel, may answer. Setting right stands apart: nobody asks for it."""
        asked = [self._ask(due) for due in self.history.dues if due.seat in (seat, None) and self._is_asked(due)]
        return tuple(ask for ask in asked if ask.answers.is_asked)

    def settling(self) -> Ask | None:
        """The forms that set an open tally right (docs/http.md)."""
        due = self.history.settling()
        return None if due is None else self._ask(due)

    def _is_asked(self, due: Due) -> bool:
        return not due.settles and due.chance is not Chance.BOX

    def _ask(self, due: Due) -> Ask:
        """Worked out once for all who may see it."""
        if due.id not in self._asked:
            answers = laid(self.history.answers(due), due, self.places)
            self._asked[due.id] = Ask(full_id(self.known_as, due.id), due.kind, answers, due.checks)
        return self._asked[due.id]

    def answers(self, due: Due) -> Answers:
        """What may be answered to a due that stands here."""
        return self._ask(due).answers

    def _is_sealing(self, seat: Seat) -> bool:
        """Whether this seat is asked under a seal that nobody is to see it break: a card that comes with its answer would
        tell that it is in. It changes its answer by giving another one."""
        return any(due.seat == seat and due.sealed is not None and not due.named for due in self.history.dues)

    def undo(self, seat: Seat) -> Undo | None:
        """The seat's own last answer, while it stands as one to take back, in words that say nothing secret."""
        last = last_own(self.history, seat)
        if last is None:
            return None
        answered, free = last
        # The card must not name what its owner keeps secret.
        return Undo(openly(self.history, answered), free)


@once_for_all
def openly_seen(history: History) -> View:
    """What an onlooker sees: it is looked at again where the next answer is told of."""
    return history.game.view(history.state.public, None, None)


def moved(before: History, after: History) -> tuple[Move, ...]:
    """The rows that the last answer added to what moves by itself."""
    then, now = openly_seen(before).moves, openly_seen(after).moves
    return now.since(then) if now is not None else ()
