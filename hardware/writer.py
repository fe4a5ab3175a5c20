"""What the writing of every page has in common: the house's language, the game's name, the usual buttons."""

from typing import Any

from companion.core.knowledge import Seat
from companion.core.view import Screen
from companion.core.words import Text, text
from companion.i18n import catalogue, say
from companion.panel import Moment
from hardware import pages
from hardware.leaves import NOTHING, Act, Deny, Go, Press, Tell
from hardware.pages import Turn


class Writer:
    """Writes one page in the house's language."""

    def __init__(self, moment: Moment, turn: Turn, page: str) -> None:
        self.moment, self.turn, self.page = moment, turn, page
        self.ring = pages.ring(moment)

    def say(self, words: Text) -> str:
        return say(words, self.moment.language)

    def oled(self, key: str, **values: Any) -> str:
        return self.say(text(f"oled.{key}", **values))

    def press(self, key: str, act: Act) -> Press:
        return Press(self.oled(key), act)

    def game_name(self, game: str) -> str:
        """In few letters, if the game has such a name."""
        short = f"{game}.short"
        return self.say(text(short if short in catalogue(self.moment.language) else f"{game}.name"))

    @property
    def screen(self) -> Screen:
        assert self.moment.screen is not None, f"{self.page} is a page of a game"
        return self.moment.screen

    @property
    def game(self) -> str:
        """A game's own keys begin with its name."""
        return self.screen.view.where.key.partition(".")[0]

    @property
    def place(self) -> tuple[int, int]:
        return self.ring.index(self.page), len(self.ring)

    def piece(self, seat: Seat | None) -> int | None:
        return self.moment.pieces.get(seat) if seat is not None else None

    def next_page(self) -> Press:
        following = (self.ring.index(self.page) + 1) % len(self.ring)
        return self.press("page", Go(self.ring[following] if following else None))

    def page_before(self) -> Press:
        before = self.ring.index(self.page) - 1
        return self.press("back", Go(self.ring[before] if before else None))

    def onward(self) -> Press:
        """OK on a page of the game: to the question, to the next phase, or, when it is over, to what comes then."""
        asked = pages.question(self.moment)
        if asked is not None:
            return self.press("answer", Go(pages.QUESTION))
        if step := pages.step(self.moment):
            ask, option = step
            assert option.panel is not None
            return Press(self.oled("step", what=option.panel), Tell(ask.due, option.do))
        return self.press("go_on", Go(pages.AND_NOW)) if self.screen.over else NOTHING

    def take_back(self) -> Act:
        """What holding Back does."""
        if self.moment.undo is None:
            return Deny(self.oled("nothing_back"))
        return Go(pages.TAKE_BACK)
