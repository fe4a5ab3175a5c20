"""What a question says of itself before its body, whoever carries it: Flask, or the loop."""

from typing import NamedTuple

from companion.core.knowledge import Seat
from companion.house.house import House
from companion.speech.i18n import choose
from web.entrance import gate


class Question(NamedTuple):
    """Of its head all that decides who may ask, and how they are answered."""

    method: str
    host: str | None
    origin: str | None
    cookie: str | None
    accept: str | None
    accept_language: str | None
    browser: str
    """What the browser calls itself."""
    address: str
    """The IP address that it comes from; empty where that is not known."""

    @property
    def token(self) -> str:
        """What the asking phone's seat is known by; empty if it never had one."""
        return gate.cookies(self.cookie).get(gate.COOKIE, "")

    @property
    def hand(self) -> str:
        """Who holds the simulated panel: the browser that opened its page, or a program, by where it asks from. A cookie is
        what its browser says it is: none may pass for an address."""
        browser = gate.cookies(self.cookie).get(gate.HAND_COOKIE, "")
        return f"browser {browser}" if browser else f"address {self.address}"

    @property
    def is_form(self) -> bool:
        """A form, sent by no script of ours."""
        return self.method == "POST" and "text/html" in (self.accept or "")

    @property
    def wants_json(self) -> bool:
        """Whether it is a program that asks; a person gets a page."""
        return not self.is_form and (self.method == "POST" or gate.wants_json(self.accept))

    def language(self, house: House, seat: Seat | None) -> str:
        """What whoever asks reads: the seat's own choice, else the browser's."""
        chosen = house.guests.book.languages.get(seat) if seat is not None else None
        return chosen or choose(self.accept_language)
