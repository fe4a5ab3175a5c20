"""What is drawn is kept for those who sit here; what was written ahead is what is sent."""

from pathlib import Path

from companion.core.knowledge import Seat
from tests.support.games import answers
from tests.support.houses import ADDRESS, open_house, playing
from tests.support.phones import parsed
from tests.web.test_web_differences import drawn
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


def test_what_was_written_while_the_disk_was_at_it_is_what_is_sent(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", oracle=True)
    pictures, eyes = Pictures(house, None), (Seat("Ana"), Seat("Ben"), None)
    house.foresee(lambda screens: pictures.prepare(screens, eyes))
    for _ in answers(house, seed=3):
        for seat in eyes:
            parts = parsed(pictures.drawn(seat).whole)[1]["parts"]
            assert parts == parsed(drawn(house.frame(seat)).whole)[1]["parts"]
    house.journal.close()
