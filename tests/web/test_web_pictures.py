"""What is drawn is kept for those who sit here, and forgotten with those who left."""

from pathlib import Path

from companion.core.knowledge import Seat
from tests.support.houses import ADDRESS, open_house
from web.drawing.pictures import Pictures


def test_of_everybody_who_was_ever_here_nothing_is_kept(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    pictures = Pictures(house, None)
    kept = set()
    for n in range(40):
        with house.changing() as guests:
            seat, _ = guests.join(guests.door.code, f"Guest {n}", ADDRESS)
        pictures.drawn(Seat(seat))
        for language in ("en", "fr", "ja"):
            pictures.worded(Seat(seat), language)
        kept.add(pictures.count)
        with house.changing() as guests:
            guests.leave(Seat(seat))
    assert max(kept) == min(kept)
