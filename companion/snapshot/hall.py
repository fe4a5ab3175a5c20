"""The other tables of a hall, as a box's panel and its host's phone show them."""

from typing import Literal, Protocol

import msgspec

from companion.core.state import Seat
from companion.core.words import Text, text


class Offered(msgspec.Struct, frozen=True):
    """A table that this box may take over. All of it is public, as the hall's store has it."""

    table: str
    """Its own name."""
    owner: tuple[str, int]
    """The box that has it, and its epoch. An offer is good for these alone."""
    box: str
    """The name of the box that has it."""
    where: Text
    """The game, and how far it is."""
    seats: tuple[Seat, ...]
    silent: bool
    """Whether its box counts as silent."""
    heard: int | None = None
    """The seconds since its box was heard, by the last look. None: nobody looked, or it is silent."""
    age: int = 0
    """Up to how many seconds ago the hall has all that was answered there: what came later may be missing."""
    own: bool = False
    """Whether it is this box's own, which has lost it or a part of it."""


class Spare(msgspec.Struct, frozen=True):
    """The state of taking a table over."""

    step: Literal["", "looking", "found", "away", "taking", "refused"] = ""
    """"away": no store answers. "refused": `why`, and everything is as it was."""
    tables: tuple[Offered, ...] = ()
    """Silent ones first."""
    regarded: Offered | None = None
    """The table that somebody looks at, or that this box is taking."""
    why: Text | None = None
    lost: Offered | None = None
    """A table that is this box's, and that it lost: it offers to have it back."""

    @property
    def words(self) -> Text | None:
        """Return the sentence for the host's phone. None: nothing goes on."""
        if self.step in ("looking", "taking"):
            return text("hall.taking")
        return text("hall.away") if self.step == "away" else self.why


class OtherTables(Protocol):
    """The acts of a box of a hall on other tables. No call waits for anything: `shown` has the outcome, later."""

    @property
    def shown(self) -> Spare:
        """Return what there is to show now."""

    def look(self) -> None:
        """Find out which tables are on elsewhere."""

    def regard(self, table: str) -> None:
        """Look closely at the table of this name, and again every few seconds for a while."""

    def take(self, shown: Offered) -> None:
        """Take this table over, if the box that was shown still has it."""

    def take_back(self, table: str) -> None:
        """Take a table back that was this box's, whichever box has it now."""

    def leave(self) -> None:
        """Show no more of a lost table, or of a refusal."""
