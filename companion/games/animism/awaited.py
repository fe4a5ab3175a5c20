"""Who is awaited: all that the table may know of it."""

from companion.core.state import Seat
from companion.games.animism.closing import asked, missing
from companion.games.animism.state import Public


def awaited(public: Public) -> tuple[int, ...]:
    """The seats that the game waits for, in their order; none: it is over."""
    if public.stage == "turn":
        return tuple(i for i in range(len(public.seats)) if i not in public.done)
    if public.stage == "sheets":
        return tuple(i for i in range(len(public.seats)) if to_read(public, i))
    return missing(public) if public.stage == "resources" else ()


def to_read(public: Public, place: int) -> list[int]:
    """The sheets that a seat is asked about, its own before others."""
    asks = [i for i in range(len(public.seats)) if asked(public, i) == place and not is_settled(public, i)]
    return [i for i in asks if i == place] + [i for i in asks if i != place]


def is_settled(public: Public, sheet: int) -> bool:
    """Whether both who look at a sheet agree on it."""
    reading = public.readings[sheet]
    return reading is not None and reading.confirmed


def seats(public: Public) -> tuple[Seat, ...]:
    """Those who are awaited, by name."""
    return tuple(public.seats[i] for i in awaited(public))
