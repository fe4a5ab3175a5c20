"""Who may ask, of one house: the same for every question, whoever carries it."""

from companion.core.knowledge import Seat
from companion.core.words import Refused
from companion.house.guests import hashed
from companion.house.house import House
from companion.house.pace import Patience
from companion.ports.panel import Panel
from web.entrance import gate
from web.entrance.questions import Question
from web.entrance.readers import Readers


class Entrance:
    """One house's. `panel` is the simulated one, if that is what is there; `readers` hear who looks."""

    def __init__(self, house: House, panel: Panel | None = None, readers: Readers | None = None) -> None:
        self._house = house
        self._panel = panel
        self._readers = readers or Readers()

    def meet(self, asked: Question, any_name: bool = False) -> Seat | None:
        """The seat of whoever asks, noted as being here; None: they have none. Raises Refused for a foreign name or page,
        unless `any_name` will do."""
        if not any_name:
            gate.check_names(asked.host, asked.origin, asked.method, self._house.settings.names)
        token = asked.token
        hash_ = hashed(token)
        seat = self._house.guests.book.seat_of(hash_)
        if seat is not None:
            self._readers.looks(token, (asked.address, asked.browser))
            self._house.presence.asked(hash_)
        return seat

    def check(self, who: str, seat: Seat | None, address: str) -> None:
        """Nobody passes but those whom this mark (web/entrance/gate.py) lets in. Raises Refused."""
        if who in gate.OF_SEATS and seat is None:
            raise Refused("no_seat")
        if who == "deputy" and not self._house.looks.leads(seat):
            raise Refused("not_host")
        if who == "host" and seat != self._house.guests.seating.host:
            raise Refused("not_host")
        if who == "panel" and not self._may_hold_panel(address):
            raise Refused("not_here")

    def pace(self, route: object, asked: Question) -> Patience | None:
        """What bounds how often this phone may use a route that changes something; None: nothing does."""
        is_of_seat = getattr(route, "mark", None) in gate.OF_SEATS and not hasattr(route, "is_unpaced")
        return self._house.changes if is_of_seat and asked.method not in ("GET", "HEAD") else None

    def _may_hold_panel(self, address: str) -> bool:
        return self._panel is not None and (self._house.settings.panel_open or gate.is_loopback(address))
