"""The room's screen shows what was turned up one by one, led on by the host or the box; nothing of the game hangs on it."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.core.blocks import Ranking
from companion.house.house import House
from companion.house.presence import ROOM
from companion.house.staging import staged
from companion.ports.panel import Stage
from companion.records.record import replay
from tests.promises.settings import SHELF
from tests.support.games import answers, play, waiting
from tests.support.houses import ADDRESS, open_house, playing, sit_down, start

WHOLE = [file for game in SHELF for file in sorted((Path("companion/games") / game.id / "playthroughs").glob("*.jsonl"))]


def watched(folder: Path, *names: str, **options: Any) -> House:
    """A house with a room's screen."""
    house = open_house(folder)
    house.presence.came(ROOM)
    sit_down(house, *names)
    start(house, *names, **options)
    return house


def stage(house: House) -> Stage:
    found = house.frame(None).stage
    assert found is not None
    return found


def test_the_end_is_shown_from_the_beginning_in_a_room_that_watches(tmp_path: Path) -> None:
    house = watched(tmp_path, "Ana", "Ben")
    play(house)
    at, turning = stage(house), house.looks.moment
    assert turning is not None
    view = turning.screen(None).view
    assert view.turning is not None
    assert (at.step, at.steps) == (0, len(view.turning.rows) + 2), "and each of the two places"


@pytest.mark.parametrize("file", WHOLE, ids=lambda file: f"{file.parts[2]}-{file.stem}")
def test_the_places_of_every_game_are_shown_one_by_one_at_its_end(file: Path) -> None:
    moment = replay(file.read_text("utf-8")).moment
    view = moment.screen(None).view
    ranking = [place for block in view.blocks if isinstance(block, Ranking) for place in block.places]
    sides = {place.place for place in ranking if place.points is None}
    places = len(sides) or len(ranking)
    turned = len(view.turning.rows) if view.turning else 0
    at = staged(moment, None, is_watched=True)
    assert (at and (at.step, at.steps)) == ((0, turned + places) if moment.over and turned + places else None)


def test_without_a_room_s_screen_nothing_is_held_back(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house)
    assert house.frame(None).stage is None


def test_each_step_leads_on_and_none_leads_back(tmp_path: Path) -> None:
    house = watched(tmp_path, "Ana", "Ben")
    play(house)
    of = stage(house).of
    house.guiding.stage(of, 1)
    house.guiding.stage(of, 0)
    assert stage(house).step == 1
    house.guiding.stage(of, None)
    assert house.frame(None).stage is None


def test_a_step_of_something_else_does_nothing(tmp_path: Path) -> None:
    house = watched(tmp_path, "Ana", "Ben")
    play(house)
    house.guiding.stage("7.region", None)
    assert stage(house).step == 0


def test_only_the_host_is_asked_to_lead_it_on(tmp_path: Path) -> None:
    house = watched(tmp_path, "Ana", "Ben")
    play(house)
    ana, ben = house.guests.seating.seats
    assert house.frame(ana).stage == stage(house)
    assert house.frame(ben).stage is None


def test_no_seat_s_screen_hangs_on_it(tmp_path: Path) -> None:
    house = watched(tmp_path, "Ana", "Ben")
    play(house)
    seats = house.guests.seating.seats
    before = [house.frame(seat).screen for seat in seats]
    house.guiding.stage(stage(house).of, None)
    assert [house.frame(seat).screen for seat in seats] == before
    assert house.table is not None
    assert all(house.table.moment.screen(seat).view.turning is None for seat in seats)


def test_phones_wait_for_an_end_that_the_room_s_screen_shows(tmp_path: Path) -> None:
    house = watched(tmp_path, "Ana", "Ben")
    with house.changing() as guests:
        guest, _ = guests.join(guests.door.code, "Cho", ADDRESS)
    play(house)
    seats = (*house.guests.seating.seats, guest)
    assert {house.frame(seat).curtain for seat in seats} == {stage(house).of}
    assert house.frame(None).curtain is None
    house.guiding.stage(stage(house).of, None)
    assert {house.frame(seat).curtain for seat in seats} == {None}


def test_phones_wait_for_no_screen_that_is_gone(tmp_path: Path) -> None:
    house = watched(tmp_path, "Ana", "Ben")
    play(house)
    house.presence.went(ROOM)
    assert {house.frame(seat).curtain for seat in house.guests.seating.seats} == {None}


def test_what_is_turned_up_while_the_game_goes_on_stands_on_phones_at_once(tmp_path: Path) -> None:
    """Somebody is to act on it."""
    house = watched(tmp_path, "Ana", "Ben", game="buru")
    next(n for n in answers(house) if house.looks.stage is not None)
    assert house.table is not None
    assert not house.table.moment.over
    assert {house.frame(seat).curtain for seat in house.guests.seating.seats} == {None}


def test_a_box_that_was_switched_off_shows_all(tmp_path: Path) -> None:
    house = watched(tmp_path, "Ana", "Ben")
    play(house)
    house.journal.close()
    assert open_house(tmp_path).frame(None).stage is None


@pytest.mark.parametrize("oracle", [False, True])
def test_the_altar_is_turned_up_card_by_card_and_then_what_each_kind_is_worth(tmp_path: Path, oracle: bool) -> None:
    house = watched(tmp_path, "Ana", "Ben", "Cho", oracle=oracle)
    play(house)
    assert house.table is not None
    view = house.table.moment.screen(None).view
    final = house.table.moment.history.state.public.final
    assert view.turning is not None
    cards = Counter(row.sign for row in view.turning.rows if row.words.key.startswith("bali.kind."))
    assert cards == Counter(dict(zip(("rice", "peanut", "banana", "pepper"), final.altar, strict=True)))


def test_what_was_turned_up_is_shown_whole_once_the_game_has_gone_on(tmp_path: Path) -> None:
    """Nobody led the room's screen on; it is not to say "together" while people act already."""
    house = watched(tmp_path, "Ana", "Ben", game="buru")
    next(n for n in answers(house) if house.looks.stage is not None)
    turned_up, asked = stage(house), waiting(house)
    assert asked is not None
    house.play(asked[0], asked[1].due, {"type": "gain", "fish": 1}, "fish")
    assert turned_up.step == 0
    assert house.course.now.stage == Stage(turned_up.of, turned_up.steps, turned_up.steps)


def test_the_game_has_not_gone_on_by_what_is_only_set_right(tmp_path: Path) -> None:
    house = watched(tmp_path, "Ana", "Ben", game="buru")
    next(n for n in answers(house) if house.looks.stage is not None)
    turned_up = stage(house)
    ana = house.guests.seating.seats[0]
    house.play(ana, None, {"type": "set", "seat": "Ana", "fish": 7}, "right")
    assert stage(house) == turned_up
