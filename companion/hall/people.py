"""The people of an evening, as the organiser lists them: numbers, names and clubs. At a table a number becomes a seat's name
with the number behind it, so two people of one name are two."""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from companion.bounds import NAME_LETTERS
from companion.core.state import Seat
from companion.core.words import Refused
from companion.hall.layout import UNREADABLE
from companion.speech.names import letters, spelled

MOST_LETTERS: Final = 60
"""The most letters of a name or a club in the list."""
UNSEEN: Final = ("Cc", "Cf", "Co", "Cs", "Cn")
"""Kinds of characters that no name has: signs that nobody sees, and that could turn a line round."""


class Person(msgspec.Struct, frozen=True, array_like=True):
    """A person on the organiser's list."""

    number: str
    name: str
    club: str = ""


class People:
    """The list of people, by number and by the names of seats."""

    def __init__(self, people: Iterable[Person] = ()) -> None:
        self.by_number: Mapping[str, Person] = {person.number: person for person in people}
        seats = {number: seat_name(person) for number, person in self.by_number.items()}
        self.seats: Mapping[str, str] = {number: name for number, name in seats.items() if name}
        """The name of each person's seat, by number."""
        self._numbers = {name: number for number, name in self.seats.items()}

    def number_of(self, seat: str) -> str:
        """Return the number of the person at a seat of this name, or "" for a guest who is not on the list. A bare number
        counts, too: its box did not know the list when the person sat down."""
        return self._numbers.get(seat) or (seat if seat in self.by_number else "")

    def numbers_of(self, seats: Iterable[Seat]) -> dict[Seat, str]:
        """Return the numbers of the people at these seats, without guests who are not on the list."""
        return {seat: number for seat in seats if (number := self.number_of(seat))}


def people_of(raw: bytes | None) -> tuple[Person, ...]:
    """Return the people in a value of the store, or nobody for a value that cannot be read."""
    try:
        return msgspec.json.decode(raw or b"[]", type=tuple[Person, ...])
    except UNREADABLE:
        return ()


def seat_name(person: Person) -> str:
    """Return the name of this person's seat: as much of the person's name as fits before the number. Return "" for a name
    that no seat may have."""
    name = "".join(letters(person.name)[: NAME_LETTERS - 1 - len(person.number)]).strip()
    try:
        return spelled(f"{name} {person.number}") if name else ""
    except Refused:
        return ""


def is_word(words: str) -> bool:
    """Return True if a name or a club can be read, and is not too long."""
    return len(words) <= MOST_LETTERS and not any(unicodedata.category(letter) in UNSEEN for letter in words)
