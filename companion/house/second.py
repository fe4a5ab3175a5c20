"""Answers that take two: what one seat says waits here until another one says the same.

Nothing of it is in the journal before then, so a record has one line for it, and after a restart it is said anew.
"""

from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from companion.core.answers import same
from companion.core.blocks import Note
from companion.core.knowledge import Seat
from companion.core.moment import Moment
from companion.core.view import Screen
from companion.core.words import Text, text


@dataclass(frozen=True, slots=True)
class Word:
    """What one seat said: to which due, what, and under which key it was posted."""

    seat: Seat
    due: str
    do: dict[str, Any]
    key: str

    def is_repeated(self, seat: Seat, due: str | None, do: Any, key: str) -> bool:
        """Whether this is the very same, posted once more."""
        return (self.seat, self.due, self.key) == (seat, due, key) and same(self.do, do)

    def is_seconded(self, seat: Seat, due: str | None, do: Any) -> bool:
        """Whether this is the same from somebody else."""
        return seat != self.seat and due == self.due and same(self.do, do)

    def stands(self, moment: Moment) -> bool:
        """Whether its question is still open."""
        local = moment.local_id(self.due)
        return any(due.id == local for due in moment.history.dues)

    def said(self, moment: Moment) -> Text:
        """The same in words."""
        game = moment.history.game
        return game.tell(moment.history.state.public, None, game.actions.heard(self.do))


def noted(screen: Screen, word: Word, words: Text) -> Screen:
    """A screen that says what somebody said, and what there is to do about it."""
    yours = screen.seat == word.seat
    more = text("second.wait") if yours else text("second.say_so")
    note = Note(text("second.yours" if yours else "second.said", seat=word.seat, words=words), alert=True, more=(more,))
    view = replace(screen.view, blocks=(note, *screen.view.blocks))
    return replace(screen, view=view)
