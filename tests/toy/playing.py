"""A night market at a table, for tests that play it step by step."""

from typing import Any

from companion.core.journal import Journal
from companion.core.state import Seat
from companion.promises.sitting import TableSitting
from tests.toy import GAME


class Market(TableSitting):
    """A table of Ana, Ben and Cho. The box draws the lots and deals."""

    def __init__(self, journal: Journal | None = None, draws: bool = True, **options: Any) -> None:
        super().__init__(GAME, 3, journal, draws, **options)

    def choose(self, **takes: str) -> "Market":
        for seat, take in takes.items():
            self.answer(seat, "choose", take=take)
        return self

    def packing(self) -> "Market":
        """Play until everybody must pack."""
        return self.begun().choose(Ana="coin", Ben="wait", Cho="wait")

    def pack(self, seat: str, goods: int) -> "Market":
        return self.answer(seat, "pack", goods=goods)

    def ready(self, seat: str) -> "Market":
        due = next(due for due in self.dues("pack") if due.seat == seat)
        self.answer_due(due, {"type": "ready"}, Seat(seat))
        return self

    def bid(self, seat: str, at: str, token: int) -> "Market":
        return self.answer(seat, "bid", at=at, token=token)

    def reveal(self, at: str, by: str | None = None) -> "Market":
        return self.answer(by, "reveal", at=at)

    def begun(self, first: str = "Ana") -> "Market":
        return self.answer(None, "first", seat=first)

    def bidding(self) -> "Market":
        """Play until Ana must bid."""
        return self.begun().choose(Ana="coin", Ben="wait", Cho="wait")

    def night(self) -> "Market":
        """Play the first night up to its reveals. Ana and Ben have tokens at the quay, and Cho has one on the hill."""
        return self.bidding().bid("Ana", "quay", 201).bid("Ben", "quay", 203).bid("Cho", "hill", 202)

    def seqs(self) -> dict[str | None, int]:
        return dict(self.moment.seqs)
