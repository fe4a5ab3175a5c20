"""The other tables of a hall, as far as a box's panel and its host's phone need them."""

from typing import Literal, Protocol

import msgspec

from companion.core.state import Seat
from companion.core.words import Text, text


class Offered(msgspec.Struct, frozen=True):
    """A table that may be taken over. All of it is open, and as the hall's store says it."""

    table: str
    """Its own name."""
    owner: tuple[str, int]
    """Whose it is: what was shown goes for that alone."""
    box: str
    """What people call the one that has it."""
    where: Text
    """Which game it is, and how far that is."""
    seats: tuple[Seat, ...]
    silent: bool
    """Whether its box has not been heard of for so long that it counts as silent."""
    heard: int | None = None
    """How many seconds ago it was heard of last, as far as anybody looked; None: nobody looked, or it is silent."""
    age: int = 0
    """Up to how many seconds ago the hall has all that was answered there: what came later may be missing."""
    own: bool = False
    """Whether it is this very box's, which has lost it, or not all of it."""


class Spare(msgspec.Struct, frozen=True):
    """How far this box is with taking a table over."""

    step: Literal["", "looking", "found", "away", "taking", "refused"] = ""
    """"away": no store answers; "refused": `why`, and everything is as it was."""
    tables: tuple[Offered, ...] = ()
    """Silent ones first."""
    regarded: Offered | None = None
    """The one that somebody looks at, or that is being taken."""
    why: Text | None = None
    lost: Offered | None = None
    """A table that is this box's, and that it lost: it offers to have it back."""

    @property
    def words(self) -> Text | None:
        """As the host's phone says it; None: nothing goes on."""
        if self.step in ("looking", "taking"):
            return text("hall.taking")
        return text("hall.away") if self.step == "away" else self.why


class OtherTables(Protocol):
    """What a box of a hall does about them. No call waits for anything: `shown` says what became of it, later."""

    @property
    def shown(self) -> Spare:
        """What there is to be shown now."""

    def look(self) -> None:
        """Find out which tables are on elsewhere."""

    def regard(self, table: str) -> None:
        """Look closely at the table of this name, and again every few seconds for a while."""

    def take(self, shown: Offered) -> None:
        """It goes on here from now on, if it is whose it was as it was shown."""

    def take_back(self, table: str) -> None:
        """It was this box's, and another one has it now: whosever it is, it goes on here again."""

    def leave(self) -> None:
        """Nobody wants what was lost, or to hear any more why something was refused."""
