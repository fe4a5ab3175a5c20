"""The talk timer: the game says who may start it, no journal keeps it, and nothing waits for it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.state import Seat
from companion.core.view import screen_groups
from companion.core.words import Refused
from companion.house import prompts
from companion.house.house import House
from companion.house.panel_acts import HouseForPanel
from companion.snapshot.table import Talking
from tests.support.games import answers, play
from tests.support.houses import HandClock, facts, open_house, playing, sit_down
from tests.support.talks import talkative

ANA, BEN = Seat("Ana"), Seat("Ben")


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def house(tmp_path: Path, clock: HandClock) -> Iterator[House]:
    """Yield a house in which Ana has the turn."""
    house = open_house(tmp_path, clock=clock)
    sit_down(house, "Ana", "Ben")
    talkative(house, "Ana", "Ben")
    yield house
    house.journal.close()


def left(house: House) -> int | None:
    on = house.store.state.talk
    return on.left(house.clock()) if on else None


def test_a_talk_runs_down_to_nothing_and_no_further(house: House, clock: HandClock) -> None:
    prompts.talk(house, 180, ANA)
    assert left(house) == 180
    clock.pass_(20.5)
    assert left(house) == 160
    clock.pass_(1000)
    assert left(house) == 0


def test_the_timer_is_stopped_and_started_again(house: House, clock: HandClock) -> None:
    prompts.talk(house, 180, ANA)
    prompts.talk(house, None, ANA)
    assert left(house) is None
    prompts.talk(house, 180, ANA)
    clock.pass_(100)
    prompts.talk(house, 120, ANA)
    assert left(house) == 120


def test_only_who_the_game_names_may_time_a_talk_and_the_panel(house: House) -> None:
    with pytest.raises(Refused, match="no_timer"):
        prompts.talk(house, 180, BEN)
    assert left(house) is None
    prompts.talk(house, 180)
    assert left(house) == 180


def test_without_a_panel_the_host_may_time_a_talk_in_its_place(house: House) -> None:
    next(None for _ in answers(house) if house.snapshots.may_talk(BEN))
    assert house.snapshots.may_talk(None)
    assert not house.snapshots.may_talk(ANA)
    house.store.publish(display_lost=True)
    assert house.snapshots.may_talk(ANA)


def test_a_game_without_talks_has_no_timer(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    with pytest.raises(Refused, match="no_timer"):
        prompts.talk(house, 180, ANA)
    house.journal.close()


def test_the_panel_gives_a_minute_more_also_when_time_is_up(house: House, clock: HandClock) -> None:
    for_panel = HouseForPanel(house, off=lambda: None)
    for_panel.talk(60)
    clock.pass_(30)
    for_panel.talk_longer()
    assert for_panel.snapshot().talk == Talking(90, 90)
    clock.pass_(500)
    for_panel.talk_longer()
    assert for_panel.snapshot().talk == Talking(60, 90)


def test_a_table_that_goes_on_ends_the_talk(house: House) -> None:
    prompts.talk(house, 180, ANA)
    house.leave_game(unfinished=True)
    assert left(house) is None


def test_nothing_waits_for_it(house: House) -> None:
    prompts.talk(house, 3600, ANA)
    assert play(house, most=2) == 2


def test_no_journal_and_no_screen_has_the_timer(house: House) -> None:
    before, keys = facts(house), [house.snapshots.phone(seat).key for seat in (ANA, BEN, None)]
    prompts.talk(house, 180, ANA)
    assert facts(house) == before
    assert [house.snapshots.phone(seat).key for seat in (ANA, BEN, None)] == keys


def test_a_restart_ends_the_timer(house: House, tmp_path: Path) -> None:
    prompts.talk(house, 180, ANA)
    house.journal.close()
    again = open_house(tmp_path)
    assert again.store.state.talk is None
    again.journal.close()


# The clock of a step


def timed(folder: Path, clock: HandClock) -> House:
    """Return a house in which each turn has 90 seconds."""
    house = open_house(folder, clock=clock)
    sit_down(house, "Ana", "Ben")
    talkative(house, "Ana", "Ben", seconds=90)
    house.store.publish()
    return house


def test_the_clock_of_a_step_begins_with_the_step_and_once(tmp_path: Path, clock: HandClock) -> None:
    house = timed(tmp_path, clock)
    assert left(house) == 90
    clock.pass_(30)
    house.store.publish()
    assert left(house) == 60
    assert house.table is not None
    before = house.table.moment.screen(None).view.clock
    while house.table.moment.screen(None).view.clock in (None, before):
        play(house, most=1, seed=len(house.table.entries))
    assert left(house) == 90
    house.journal.close()


def test_people_stop_the_clock_of_a_step_and_it_stays_stopped(tmp_path: Path, clock: HandClock) -> None:
    house = timed(tmp_path, clock)
    prompts.talk(house, None)
    house.store.publish()
    assert left(house) is None
    house.journal.close()


def test_no_screen_says_anything_about_the_clock(tmp_path: Path, clock: HandClock) -> None:
    house = timed(tmp_path, clock)
    assert house.table is not None
    groups = screen_groups(house.table.moment.screen(None))
    assert "clock" not in {name for group in groups for name in group}
    house.journal.close()
