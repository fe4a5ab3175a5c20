"""Drawn pictures are kept for each seat. If a picture was drawn ahead, exactly that one is sent."""

from itertools import chain
from pathlib import Path

import pytest

from companion.core.game import AnyGame
from companion.core.moment import Moment
from companion.core.state import Seat
from tests.promises.settings import NAMES, SHELF, settings_of
from tests.support.games import answers
from tests.support.houses import ADDRESS, open_house, playing, sit_down, start
from tests.support.phones import parsed
from tests.web.test_web_differences import drawn
from web.drawing.pictures import PLAIN, DrawnSnapshot, Pictures


def test_nothing_is_kept_of_phones_that_left(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    pictures = Pictures(house, None)
    kept = set()
    for n in range(40):
        with house.changing() as guests:
            seat, _ = guests.join(guests.door.code, f"Guest {n}", f"10.0.0.{n}")
        pictures.drawn(house.snapshots, Seat(seat))
        for language in ("en", "fr", "ja"):
            pictures.worded(house.snapshots, Seat(seat), language)
        kept.add(pictures.count)
        with house.changing() as guests:
            guests.leave(Seat(seat))
    assert max(kept) == min(kept)


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_bytes_that_were_drawn_while_the_disk_wrote_are_sent(tmp_path: Path, game: AnyGame) -> None:
    """Games that begin with a draw of the box are tested, too, and so is Zoe, who waits for the next game."""
    house = open_house(tmp_path)
    setting = max(settings_of(game), key=lambda setting: (setting.seats < len(NAMES), len(setting.options)))
    seats = setting.names[: setting.seats]
    sit_down(house, *seats, "Zoe")
    pictures, eyes = Pictures(house, None), (*seats, Seat("Zoe"), None)
    house.store.on_prediction(lambda moment: pictures.prepare(moment, [(seat, None, PLAIN) for seat in eyes]))
    start(house, *seats, game=game.id, **setting.options)
    for _ in chain([None], answers(house, seed=3, most=40)):
        snapshots = pictures.newest()
        for seat in eyes:
            assert parts_sent(pictures.drawn(snapshots, seat)) == parts_sent(drawn(house.snapshot(seat)))
    house.journal.close()


def parts_sent(picture: DrawnSnapshot) -> object:
    return parsed(picture.whole)[1]["parts"]


def test_a_prediction_that_came_true_is_used_once_and_later_changes_show(tmp_path: Path) -> None:
    """A claim is not on disk, and no answer changes with it, so only the time tells this state from the predicted one."""
    house = playing(tmp_path, "Ana", "Ben")
    pictures, host = Pictures(house, None), Seat("Ana")
    house.store.on_prediction(lambda moment: pictures.prepare(moment, [(host, None, PLAIN)]))
    next(answers(house))
    assert b'"claim"' not in pictures.drawn(pictures.newest(), host).whole
    with house.changing() as guests:
        guests.claim(guests.door.code, "Ben", ADDRESS)
    assert b'"claim"' in pictures.drawn(pictures.newest(), host).whole
    house.journal.close()


def test_nobody_sees_a_prediction_before_the_disk_has_the_answer(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    pictures, looked = Pictures(house, None), []

    def coming(moment: Moment) -> None:
        pictures.prepare(moment, [(Seat("Ana"), None, PLAIN)])
        looked.append(pictures.newest().moment)

    assert house.table is not None
    before = house.table.moment
    house.store.on_prediction(coming)
    next(answers(house))
    assert looked == [before]
    assert pictures.newest().moment is house.table.moment
    house.journal.close()
