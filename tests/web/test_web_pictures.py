"""What is drawn is kept for those who sit here, and forgotten with those who left."""

from pathlib import Path

import pytest

from companion.bounds import DRAWN_KEPT
from companion.core.blocks import SeatRow
from companion.core.knowledge import Seat
from tests.support.houses import ADDRESS, open_house
from web.drawing.pictures import Pictures
from web.drawing.templating import Templates


def test_of_everybody_who_was_ever_here_nothing_is_kept(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    pictures = Pictures(house, None)
    kept = set()
    for n in range(40):
        with house.changing() as guests:
            seat, _ = guests.join(guests.door.code, f"Guest {n}", ADDRESS)
        for kind in ("html", "json"):
            for language in ("en", "fr", "ja"):
                pictures.picture(kind, Seat(seat), language)
        kept.add(pictures.count)
        with house.changing() as guests:
            guests.leave(Seat(seat))
    assert max(kept) == min(kept)


@pytest.mark.bound("DRAWN_KEPT")
def test_so_much_is_kept_drawn_and_for_one_more_room_is_made() -> None:
    templates = Templates("en")

    def is_kept(number: int) -> bool:
        """Whether this is the very drawing that was made before."""
        before = drawn.get(number)
        drawn[number] = templates.once("standing", SeatRow(Seat(f"Guest {number}")), "bali", {})
        return drawn[number] is before

    drawn: dict[int, object] = {}
    for number in range(DRAWN_KEPT):
        is_kept(number)
    assert all(map(is_kept, range(DRAWN_KEPT)))
    assert not is_kept(DRAWN_KEPT)
    assert len(templates._kept) <= DRAWN_KEPT
    assert not is_kept(0)
