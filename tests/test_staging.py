"""The room's screen shows revealed things one by one, as the host or the box leads it. The game does not depend on it."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.bounds import ROOM_GONE_SECONDS
from companion.core.blocks import Ranking
from companion.core.state import Seat
from companion.core.view import RevealedItem, RevealSteps
from companion.core.words import text
from companion.house import prompts
from companion.house.dice import SeededDice
from companion.house.doors import ROOM
from companion.house.house import House
from companion.house.panel_acts import HouseForPanel
from companion.house.reveals import mixed, staged
from companion.records.record import replay
from companion.snapshot.table import Stage
from tests.promises.settings import NAMES, SHELF, Setting
from tests.support.games import answers, play, waiting
from tests.support.houses import ADDRESS, HandClock, open_house, playing, sit_down, start
from tests.toy import GAME as TOY

WHOLE = [file for game in SHELF for file in sorted((Path("companion/games") / game.id / "playthroughs").glob("*.jsonl"))]


def watched(folder: Path, *names: str, clock: HandClock | None = None, **options: Any) -> House:
    """Return a house with a room's screen."""
    house = open_house(folder, clock=clock)
    house.presence.came(ROOM)
    sit_down(house, *names)
    start(house, *names, **options)
    return house


def stage(house: House) -> Stage:
    found = house.snapshot(None).notice.stage
    assert found is not None
    return found


def test_the_end_is_shown_from_the_beginning_in_a_room_that_watches(tmp_path: Path) -> None:
    house = watched(tmp_path, "Ana", "Ben")
    play(house, seed=8)  # some cards are on the altar
    at, moment = stage(house), house.snapshots.moment
    assert moment is not None
    view = moment.screen(None).view
    assert view.reveal is not None
    assert (at.step, at.steps) == (0, len(view.reveal.rows) + 2), "and each of the two places"


@pytest.mark.parametrize("file", WHOLE, ids=lambda file: f"{file.parts[2]}-{file.stem}")
def test_the_places_of_every_game_are_shown_one_by_one_at_its_end(file: Path) -> None:
    moment = replay(file.read_text("utf-8")).moment
    view = moment.screen(None).view
    ranking = [place for block in view.blocks if isinstance(block, Ranking) for place in block.places]
    sides = {place.place for place in ranking if place.points is None}
    places = 1 if sides else len(ranking)
    turned = len(view.reveal.rows) if view.reveal else 0
    at = staged(moment, None, watch=1)
    assert (at and (at.step, at.steps)) == ((0, turned + places) if moment.over and turned + places else None)


def test_without_a_room_s_screen_nothing_is_held_back(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house)
    assert house.snapshot(None).notice.stage is None


def test_each_step_leads_on_and_none_leads_back(tmp_path: Path) -> None:
    house = watched(tmp_path, "Ana", "Ben")
    play(house)
    of = stage(house).of
    prompts.stage(house, of, 1)
    prompts.stage(house, of, 0)
    assert stage(house).step == 1
    prompts.stage(house, of, None)
    assert house.snapshot(None).notice.stage is None


def test_a_step_of_something_else_does_nothing(tmp_path: Path) -> None:
    house = watched(tmp_path, "Ana", "Ben")
    play(house)
    prompts.stage(house, "7.region", None)
    assert stage(house).step == 0


def test_the_winner_is_alone_at_the_last_step_before_the_table(tmp_path: Path) -> None:
    house = watched(tmp_path, "Ana", "Ben")
    play(house)
    at, moment = stage(house), house.snapshots.moment
    assert moment is not None
    prompts.stage(house, at.of, at.steps)
    room = house.snapshot(None)
    assert (stage(house).step, room.screen is not None) == (at.steps, True)
    assert room.screen.view.now.line == moment.screen(None).view.now.line


def test_after_the_winner_come_the_points_line_by_line_and_then_the_table(tmp_path: Path) -> None:
    house = watched(tmp_path, "Ana", "Ben")
    play(house)
    at = stage(house)
    for step, has_lines in ((at.steps, False), (at.steps + 1, True)):
        prompts.stage(house, at.of, step)
        screen = house.snapshot(None).screen
        assert screen is not None
        (ranking,) = screen.view.blocks
        assert isinstance(ranking, Ranking)
        assert [bool(place.lines) for place in ranking.places] == [has_lines, has_lines]
    prompts.stage(house, at.of, at.steps + 2)
    assert house.snapshot(None).notice.stage is None


def test_only_the_host_is_asked_to_lead_it_on(tmp_path: Path) -> None:
    house = watched(tmp_path, "Ana", "Ben")
    play(house)
    ana, ben = house.guests.seating.seats
    assert house.snapshot(ana).notice.stage == stage(house)
    assert house.snapshot(ben).notice.stage is None


def test_a_program_may_answer_during_a_reveal_although_the_page_waits(tmp_path: Path) -> None:
    house = watched(tmp_path, "Ana", "Ben", "Cho", game="buru")
    next(n for n in answers(house) if house.snapshots.stage is not None)
    asked = waiting(house)
    assert asked is not None
    snapshot = house.snapshot(asked[0])
    assert snapshot.screen is not None
    assert (snapshot.screen.asks, asked[1] in snapshot.held) == ((), True)
    house.play(asked[0], asked[1].due, {"type": "gain", "fish": 1}, "fish")


def test_phones_wait_for_an_end_that_the_room_s_screen_shows(tmp_path: Path) -> None:
    house = watched(tmp_path, "Ana", "Ben")
    with house.changing() as guests:
        guest, _ = guests.join(guests.door.code, "Cho", ADDRESS)
    play(house)
    seats = (*house.guests.seating.seats, guest)
    assert {house.snapshot(seat).notice.curtain for seat in seats} == {stage(house).of}
    assert house.snapshot(None).notice.curtain is None
    prompts.stage(house, stage(house).of, None)
    assert {house.snapshot(seat).notice.curtain for seat in seats} == {None}


def test_phones_wait_for_no_screen_that_was_gone_before(tmp_path: Path) -> None:
    clock = HandClock()
    house = watched(tmp_path, "Ana", "Ben", clock=clock)
    house.presence.went(ROOM)
    clock.pass_(ROOM_GONE_SECONDS)
    play(house)
    assert {house.snapshot(seat).notice.curtain for seat in house.guests.seating.seats} == {None}


def test_phones_wait_for_what_is_turned_up_in_mid_game_too(tmp_path: Path) -> None:
    house = watched(tmp_path, "Ana", "Ben", game="buru")
    next(n for n in answers(house) if house.snapshots.stage is not None)
    assert house.table is not None
    assert not house.table.moment.over
    assert {house.snapshot(seat).notice.curtain for seat in house.guests.seating.seats} == {stage(house).of}


def test_phones_wait_no_longer_than_until_all_is_shown(tmp_path: Path) -> None:
    house = watched(tmp_path, "Ana", "Ben")
    play(house)
    prompts.stage(house, stage(house).of, stage(house).steps)
    assert {house.snapshot(seat).notice.curtain for seat in house.guests.seating.seats} == {None}


def test_show_me_now_shows_it_on_that_phone_alone(tmp_path: Path) -> None:
    house = watched(tmp_path, "Ana", "Ben")
    play(house)
    ana, ben = house.guests.seating.seats
    of, moment = stage(house).of, house.snapshots.moment
    prompts.unveil(house, of, (ben,))
    assert moment is not None
    assert house.snapshot(ben).screen == moment.screen(ben)
    assert (house.snapshot(ana).notice.curtain, stage(house).step) == (of, 0)


def test_a_reveal_that_all_have_seen_on_their_phones_is_over(tmp_path: Path) -> None:
    house = watched(tmp_path, "Ana", "Ben")
    play(house)
    prompts.unveil(house, stage(house).of, house.guests.seating.seats)
    assert house.snapshot(None).notice.stage is None


def test_an_answer_behind_a_reveal_cuts_it_off_for_nobody(tmp_path: Path) -> None:
    house = watched(tmp_path, "Ana", "Ben", "Cho", game="buru")
    next(n for n in answers(house) if house.snapshots.stage is not None)
    at, asked = stage(house), waiting(house)
    assert asked is not None
    others = [seat for seat in house.guests.seating.seats if seat != asked[0]]
    prompts.unveil(house, at.of, (asked[0],))
    house.play(asked[0], asked[1].due, {"type": "gain", "fish": 1}, "fish")
    assert stage(house) == at
    assert {house.snapshot(seat).notice.curtain for seat in others} == {at.of}


def test_a_box_that_was_restarted_goes_on_with_a_reveal(tmp_path: Path) -> None:
    house = watched(tmp_path, "Ana", "Ben")
    play(house)
    ana, ben = house.guests.seating.seats
    prompts.stage(house, stage(house).of, 1)
    prompts.unveil(house, stage(house).of, (ben,))
    at = stage(house)
    house.journal.close()
    again = open_house(tmp_path)
    again.presence.came(ROOM)
    assert stage(again) == at
    assert (again.snapshot(ana).notice.curtain, again.snapshot(ben).notice.curtain) == (at.of, None)


@pytest.mark.bound("ROOM_GONE_SECONDS")
def test_a_room_s_screen_that_is_back_in_time_is_waited_for(tmp_path: Path) -> None:
    clock = HandClock()
    house = watched(tmp_path, "Ana", "Ben", clock=clock)
    play(house)
    at, (ana, _) = stage(house), house.guests.seating.seats
    house.presence.went(ROOM)
    clock.pass_(ROOM_GONE_SECONDS - 1)
    assert house.snapshot(ana).notice.curtain == at.of
    house.presence.came(ROOM)
    assert stage(house) == at


@pytest.mark.bound("ROOM_GONE_SECONDS")
def test_a_room_s_screen_that_comes_back_too_late_shows_what_phones_show(tmp_path: Path) -> None:
    clock = HandClock()
    house = watched(tmp_path, "Ana", "Ben", clock=clock)
    play(house)
    house.presence.went(ROOM)
    clock.pass_(ROOM_GONE_SECONDS)
    assert house.snapshot(house.guests.seating.seats[0]).notice.curtain is None
    house.presence.came(ROOM)
    assert house.snapshot(None).notice.stage is None


@pytest.mark.parametrize("oracle", [False, True])
def test_the_altar_is_turned_up_card_by_card_and_then_what_each_kind_is_worth(tmp_path: Path, oracle: bool) -> None:
    house = watched(tmp_path, "Ana", "Ben", "Cho", oracle=oracle)
    play(house, seed=8)  # some cards are on the altar
    assert house.table is not None
    view = house.table.moment.screen(None).view
    final = house.table.moment.history.state.public.final
    assert view.reveal is not None
    cards = Counter(row.sign for row in view.reveal.rows if row.words.key.startswith("bali.kind."))
    assert cards == Counter(dict(zip(("rice", "peanut", "banana", "pepper"), final.altar, strict=True)))


def test_the_room_s_screen_leaves_what_it_has_shown_once_the_game_has_gone_on(tmp_path: Path) -> None:
    """Nobody led the reveal to its end. The screen must not keep showing it while people play on."""
    house = watched(tmp_path, "Ana", "Ben", game="buru")
    next(n for n in answers(house) if house.snapshots.stage is not None)
    at, asked = stage(house), waiting(house)
    assert asked is not None
    prompts.stage(house, at.of, at.steps)
    house.play(asked[0], asked[1].due, {"type": "gain", "fish": 1}, "fish")
    assert house.snapshot(None).notice.stage is None


def test_the_game_has_not_gone_on_by_what_is_only_set_right(tmp_path: Path) -> None:
    house = watched(tmp_path, "Ana", "Ben", game="buru")
    next(n for n in answers(house) if house.snapshots.stage is not None)
    turned_up = stage(house)
    ana = house.guests.seating.seats[0]
    house.play(ana, None, {"type": "set", "seat": "Ana", "fish": 7}, "right")
    assert stage(house) == turned_up


def test_the_holder_of_the_box_waits_for_the_room_s_screen_too(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    house.presence.came(ROOM)
    sit_down(house, "Ana")
    with house.changing() as guests:
        guests.sit_at_box(Seat("Red"), 6)
    start(house, "Ana", "Red")
    for_panel = HouseForPanel(house, lambda: None)
    play(house)
    shown = for_panel.snapshot()
    assert (shown.mine, shown.hand_to, shown.asks, shown.set_right) == (None, None, (), None)
    prompts.stage(house, stage(house).of, None)
    assert for_panel.snapshot().asks


def test_the_order_of_a_reveal_depends_on_random_bits_that_no_screen_shows() -> None:
    """The same rows come in another order in almost every game, and in the same order after a restart."""
    reveal = RevealSteps(
        "1.seal", text("toy.reveal"), tuple(RevealedItem(text("toy.card"), seat, mixed=True) for seat in NAMES[:4])
    )
    orders = set()
    for seed in range(20):
        table = Setting(TOY, 4).table(SeededDice(seed))
        first_draw, again = (mixed(reveal, table.moment.history) for _ in range(2))
        assert first_draw == again
        assert {row.seat for row in first_draw} == {*NAMES[:4]}
        orders.add(tuple(row.seat for row in first_draw))
    assert len(orders) > 10
