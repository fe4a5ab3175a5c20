"""A game that uses the talk timer: Bali, in which the seat whose turn it is may time the table's talk."""

from msgspec.structs import replace

from companion.core.journal import TableHead
from companion.core.state import Seat
from companion.core.table import Table
from companion.core.view import Clock, View
from companion.games.bali.game import Bali
from companion.games.bali.state import Options, Own, Public
from companion.house.dice import SeededDice
from companion.house.house import House
from companion.house.set_up import Ticks


class TalkativeBali(Bali):
    def __init__(self, seconds: int = 0) -> None:
        self._seconds = seconds

    def view(self, public: Public, own: Own | None, seat: Seat | None) -> View:
        may = public.stage == "turn" and seat in (None, public.seats[public.active])
        clock = Clock(f"turn-{public.turn}", self._seconds) if may and self._seconds else None
        return replace(super().view(public, own, seat), timer=may, clock=clock)


def talkative(house: House, *names: str, seconds: int = 0) -> None:
    """Start the game with these people at this house. The first one begins, and the table is ready. With `seconds`, each
    turn has a clock of so many."""
    lots, head = SeededDice(1), TableHead("bali", tuple(map(Seat, names)), {}, Bali.rules)
    number = house.journal.open_table(head, house.guests.door.code)
    table = Table(TalkativeBali(seconds), head, Options(), house.journal, number, lots.bits, lots.pick)
    house.store.set(table=table, ticks=Ticks(number, ready=True))
