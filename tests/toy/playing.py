"""A night market at a table, told step by step."""

from typing import Any

from companion.core.journal import Journal
from companion.core.knowledge import Seat
from companion.core.moment import Moment
from companion.core.table import Table
from companion.house.lots import SeededLots
from tests.promises.settings import Setting
from tests.toy import GAME


class Market:
    """Ana, Ben and Cho; lots and deals are the box's."""

    def __init__(self, journal: Journal | None = None, draws: bool = True, **options: Any) -> None:
        self.table: Table = Setting(GAME, 3, options).table(SeededLots(5), journal, draws)
        self._keys = 0

    @property
    def moment(self) -> Moment:
        return self.table.moment

    def tell(self, by: str | None, do: dict[str, Any], key: str = "") -> "Market":
        """`by` (None: the panel) answers the due of this type, its own or the table's."""
        dues = self.moment.history.dues
        due = next(d for d in dues if d.kind == do["type"] and d.seat in (by, None))
        self.table.answer(_seat(by), None if due.kind == "set" else self.moment.full_id(due.id), do, key or self.key())
        return self

    def key(self) -> str:
        self._keys += 1
        return f"key {self._keys}"

    def choose(self, **takes: str) -> "Market":
        for seat, take in takes.items():
            self.tell(seat, {"type": "choose", "take": take})
        return self

    def bid(self, seat: str, at: str, token: int) -> "Market":
        return self.tell(seat, {"type": "bid", "at": at, "token": token})

    def reveal(self, at: str, by: str | None = None) -> "Market":
        return self.tell(by, {"type": "reveal", "at": at})

    def back(self, by: str | None) -> "Market":
        if by is None:
            self.table.take_back_last(self.key())
        else:
            self.table.take_back(Seat(by), self.key())
        return self

    def begun(self, first: str = "Ana") -> "Market":
        return self.tell(None, {"type": "first", "seat": first})

    def bidding(self) -> "Market":
        """All have chosen; Ana is to bid."""
        return self.begun().choose(Ana="coin", Ben="wait", Cho="wait")

    def night(self) -> "Market":
        """The first night up to its reveals: tokens of all at the quay but Cho's, on the hill."""
        return self.bidding().bid("Ana", "quay", 201).bid("Ben", "quay", 203).bid("Cho", "hill", 202)

    def seqs(self) -> dict[str | None, int]:
        return dict(self.moment.seqs)


def _seat(by: str | None) -> Seat | None:
    return None if by is None else Seat(by)
