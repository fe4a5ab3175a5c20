"""Who is connected, and who goes where too many are: one address never keeps out another, and nobody a seat's stream."""

from collections import Counter
from typing import Protocol

from companion.bounds import CONNECTIONS, CONNECTIONS_OF_ONE


class Caller(Protocol):
    """One connection."""

    @property
    def address(self) -> str:
        """The IP address that it comes from; empty where that is not known."""

    @property
    def has_seat(self) -> bool:
        """Whether a seat's own stream is on it: that one stays."""

    def give_up(self) -> None:
        """Close it at once."""


class Crowd:
    """The open connections. Those that rest, as nothing is being answered on them, leave first. On the loop only."""

    def __init__(self, most: int = CONNECTIONS, most_of_one: int = CONNECTIONS_OF_ONE) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._resting: dict[Caller, None] = {}
        self._busy: dict[Caller, None] = {}
        self._of: Counter[str] = Counter()

    def comes(self, one: Caller) -> None:
        """A new connection. For one too many another goes, or else itself: it rests, as it has said nothing yet."""
        self._resting[one] = None
        self._of[one.address] += 1
        if self._of[one.address] > self._most_of_one:
            self._one_goes(one, [other for other in self._all() if other.address == one.address])
        elif len(self._all()) > self._most:
            self._one_goes(one, self._all())

    def works(self, one: Caller) -> None:
        """A question of theirs is being answered: they do not rest."""
        if one in self._resting:
            self._busy[one] = self._resting.pop(one)

    def rests(self, one: Caller) -> None:
        """Their question was answered: they rest again, behind all who have rested longer."""
        if one in self._busy:
            self._resting[one] = self._busy.pop(one)

    def leaves(self, one: Caller) -> None:
        """It was closed, by whomever. One that has left already leaves once."""
        if one not in self._resting and one not in self._busy:
            return
        self._resting.pop(one, None)
        self._busy.pop(one, None)
        self._of[one.address] -= 1
        if not self._of[one.address]:
            del self._of[one.address]

    def _all(self) -> list[Caller]:
        """The one that has rested longest in front; those that are being answered behind."""
        return [*self._resting, *self._busy]

    def _one_goes(self, newest: Caller, among: list[Caller]) -> None:
        """Of the address that has most the first; the new one itself where all others are seats' streams."""
        others = [one for one in among if one is not newest and not one.has_seat]
        leaving = max(others, key=lambda one: self._of[one.address], default=newest)
        self.leaves(leaving)
        leaving.give_up()
