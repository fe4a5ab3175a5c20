"""An answer that counts only after a second person agrees."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from companion.core.answers import Agreement, Answers, Group, Option, same
from companion.core.blocks import Note
from companion.core.moment import Moment
from companion.core.state import Seat
from companion.core.view import Now, Screen
from companion.core.words import Text, text


@dataclass(frozen=True, slots=True)
class Confirmation:
    """The answer of one seat that waits until another seat or the panel gives the same one."""

    seat: Seat
    due: str
    do: dict[str, Any]
    key: str
    denied: Seat | None = None
    """The seat that does not agree, or that took its own answer back. The question is then asked as before."""

    def is_repeated(self, seat: Seat, due: str | None, do: Any, key: str) -> bool:
        """Return whether the same seat posted the same answer again."""
        return (self.seat, self.due, self.key) == (seat, due, key) and same(self.do, do)

    def is_seconded(self, seat: Seat, due: str | None, do: Any) -> bool:
        """Return whether another seat gives the same answer."""
        return self.denied is None and seat != self.seat and due == self.due and same(self.do, do)

    def is_denied(self, due: str | None, do: Any) -> bool:
        """Return whether this is a no to the answer."""
        return due == self.due and same(NO, do)

    @property
    def is_taken_back(self) -> bool:
        """Return whether the seat that gave the answer took it back."""
        return self.denied == self.seat

    def is_open(self, moment: Moment) -> bool:
        """Return whether the question of the answer is still open."""
        local = moment.local_id(self.due)
        return any(due.id == local for due in moment.history.dues)

    def agreement(self, moment: Moment) -> Agreement | None:
        """Return the words in which the others are asked, or None if the game has none."""
        options = (one for ask in moment.asks(self.seat) if ask.due == self.due for one in ask.answers.options())
        return next((one.agreement for one in options if same(one.do, self.do)), None)

    def words(self, moment: Moment) -> Text:
        """Return the answer in words."""
        game = moment.history.game
        return game.words(moment.history.state.public, None, game.actions.read(self.do))


NO: Final[Mapping[str, object]] = {"type": "no"}
"""The answer of a seat that does not agree with another seat, or that takes its own answer back. No journal has it."""


def with_confirmation(screen: Screen, confirmation: Confirmation, words: Text, agreement: Agreement | None) -> Screen:
    """Return the screen with the question whether one seat's answer is right. Nothing else can be answered there, except
    what is in the menu. The room's screen has only the headline of the question, if it has an `agreement`."""
    if confirmation.denied is not None:
        return _above(screen, Note(text("second.denied", seat=confirmation.denied, words=words), alert=True))
    question = next((ask for ask in screen.asks if ask.due == confirmation.due), None)
    options = question.answers.options() if question else ()
    option = next((one for one in options if same(one.do, confirmation.do)), None)
    if screen.seat is None and agreement is not None:
        now = msgspec.structs.replace(_now(agreement, confirmation, None), lit=False)
        return msgspec.structs.replace(screen, view=msgspec.structs.replace(screen.view, now=now))
    if question is None or option is None or option.agreement is None:
        return _above(screen, _note(screen, confirmation, words))
    rest = tuple(ask for ask in screen.asks if ask.answers.in_menu)
    asked = msgspec.structs.replace(question, answers=_agreeing(option, option.agreement, screen.seat == confirmation.seat))
    view = msgspec.structs.replace(screen.view, now=_now(option.agreement, confirmation, screen.seat))
    screen = msgspec.structs.replace(screen, view=view, asks=(asked, *rest))
    return screen if screen.seat == confirmation.seat else _above(screen, Note(option.agreement.look))


def _agreeing(option: Option, of: Agreement, is_own: bool) -> Answers:
    """Return the buttons: yes and no for the others, or taking back for the seat that answered."""
    if is_own:
        return Answers((Group((Option(dict(NO), text("second.back")),), 1),))
    yes = Option(option.do, of.yes, small=of.yes_small)
    return Answers((Group((yes, Option(dict(NO), of.no, small=of.no_small)), 2),))


def _now(of: Agreement, confirmation: Confirmation, seat: Seat | None) -> Now:
    if seat == confirmation.seat:
        return Now(of.answer, (text("second.wait"),))
    return Now(of.question, (text("second.says", seat=confirmation.seat),), lit=True)


def _above(screen: Screen, note: Note) -> Screen:
    view = msgspec.structs.replace(screen.view, blocks=(note, *screen.view.blocks))
    return msgspec.structs.replace(screen, view=view)


def _note(screen: Screen, confirmation: Confirmation, words: Text) -> Note:
    """Return a note with the answer of one seat, and with what the others can do about it."""
    is_own = screen.seat == confirmation.seat
    answer, more = ("second.yours", "second.wait") if is_own else ("second.said", "second.say_so")
    return Note(text(answer, seat=confirmation.seat, words=words), alert=True, more=(text(more),))
