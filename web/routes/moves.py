"""What a seat does at the table: playing and taking back. Functions of a body alone, as they are answered without Flask
(web/serving/moves.py): a question is read on the loop, and what it wants is done on the thread that writes."""

from collections.abc import Callable
from typing import Any, Final, Protocol

from companion.bounds import KEY_LETTERS
from companion.core.knowledge import Seat
from companion.core.words import Malformed
from companion.house.house import House
from web.drawing.refusals import Reply
from web.entrance import bodies, gate

DONE: Final = Reply(204)
HEARD: Final = Reply(202, "application/json", b'{"heard":true}')

Act = Callable[[House, Seat], Reply]
"""What a question wants, to be done for the seat that asks. Raises Refused."""


class Doing(Protocol):
    """A route of these. Raises Malformed for a body that says nothing."""

    mark: str
    """Who may use it (web/entrance/gate.py)."""

    def __call__(self, body: bytes, /) -> Act:
        """What this body wants."""


@gate.seat
def play(body: bytes) -> Act:
    """204 once the answer is on disk; the same key again counts once. 202: heard, and counts once another seat or the
    panel says the same."""
    said = bodies.read(body, {"due": (str, type(None)), "key": str, "do": dict})
    do: dict[str, Any] = said["do"]
    if not isinstance(do.get("type"), str) or not 1 <= len(said["key"]) <= KEY_LETTERS:
        raise Malformed
    return lambda house, seat: DONE if house.play(seat, said["due"], do, said["key"]) else HEARD


@gate.seat
def back(body: bytes) -> Act:
    """The seat's own last answer; an optional `key` makes a double tap count once."""
    key: str = bodies.read(body, {}, {"key": str}).get("key", "") if body else ""
    if len(key) > KEY_LETTERS:
        raise Malformed

    def act(house: House, seat: Seat) -> Reply:
        house.back(seat, key)
        return DONE

    return act


MOVES: Final[dict[str, Doing]] = {"/play": play, "/back": back}  # type: ignore[dict-item]
"""By path. All of them are POSTs."""
