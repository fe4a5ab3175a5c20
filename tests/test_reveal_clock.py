"""The box leads each reveal by its own clock: people watch, and nobody has to press anything."""

from itertools import pairwise
from pathlib import Path

import pytest

from companion.bounds import REVEAL_SECONDS, ROOM_GONE_SECONDS, WINNER_SECONDS
from companion.core.words import Refused
from companion.house import prompts
from companion.house.doors import ROOM
from companion.house.house import House
from companion.house.reveals import kinds_of, seconds, staged
from companion.promises.tapes import tapes_of
from companion.records.record import replay
from companion.snapshot.table import Stage
from tests.promises.settings import SHELF, Setting, settings_of
from tests.support.games import play
from tests.support.houses import HandClock, open_house, sit_down, start

BALI = Path("companion/games/bali/playthroughs")
every_setting = pytest.mark.parametrize(
    "setting", [one for game in SHELF for one in settings_of(game)], ids=str, scope="module"
)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def house(tmp_path: Path, clock: HandClock) -> House:
    """Return a house with a room's screen, just after the end of a game of Bali with cards on the altar."""
    house = open_house(tmp_path, clock=clock)
    house.presence.came(ROOM)
    sit_down(house, "Ana", "Ben", "Cho")
    start(house, "Ana", "Ben", "Cho", oracle=True)
    play(house)
    return house


def stage(house: House) -> Stage:
    found = house.snapshot(None).notice.stage
    assert found is not None
    return found


def led(house: House, clock: HandClock) -> list[tuple[int, float]]:
    """Let the clock lead the reveal to its end. Return each step, with the seconds that it lasted."""
    shown = []
    while house.snapshot(None).notice.stage is not None:
        step, left = stage(house).step, prompts.lead(house)
        assert left is not None
        shown.append((step, left))
        clock.pass_(left)
        assert prompts.lead(house) == 0.0
    return shown


def test_the_clock_leads_a_reveal_from_the_title_to_the_table_step_by_step(house: House, clock: HandClock) -> None:
    at = stage(house)
    assert [step for step, _ in led(house, clock)] == list(range(at.steps + 2))
    assert prompts.lead(house) is None


@pytest.mark.bound("WINNER_SECONDS")
def test_the_winner_is_shown_alone_for_its_full_time(house: House, clock: HandClock) -> None:
    at = stage(house)
    assert dict(led(house, clock))[at.steps] == WINNER_SECONDS


@pytest.mark.bound("REVEAL_SECONDS")
@every_setting
def test_no_reveal_of_any_game_lasts_longer_than_its_bound(setting: Setting) -> None:
    for tape in tapes_of(setting):
        for moment in tape.moments:
            if staged(moment, None, watch=1) is not None:
                assert sum(seconds(moment.screen(None).view)) <= REVEAL_SECONDS + 1e-6


def test_cards_come_faster_and_faster_with_a_pause_before_the_last_one() -> None:
    moment = max((replay(file.read_text("utf-8")).moment for file in BALI.glob("*.jsonl")), key=_cards)
    view = moment.screen(None).view
    kinds, lengths = kinds_of(view), seconds(view)[1:]
    cards = [length for kind, length in zip(kinds, lengths, strict=True) if kind == "card"]
    assert len(cards) > 5
    assert all(before >= after for before, after in pairwise(cards[:-2]))
    assert cards[-2] == max(cards[1:-1])


def _cards(moment: object) -> int:
    return kinds_of(moment.screen(None).view).count("card")  # type: ignore[attr-defined]


def test_a_step_that_somebody_hurries_lasts_its_own_time_from_then_on(house: House, clock: HandClock) -> None:
    prompts.stage(house, stage(house).of, 1)
    first = prompts.lead(house)
    clock.pass_(0.1)
    assert prompts.lead(house) == pytest.approx((first or 0) - 0.1)


def test_next_leads_to_the_end_of_a_row_of_cards(house: House) -> None:
    assert house.snapshots.moment is not None
    kinds = kinds_of(house.snapshots.moment.screen(None).view)
    at = stage(house)
    assert at.then == max(1, kinds.count("card"))
    prompts.stage(house, at.of, kinds.index("place"))
    assert stage(house).then == kinds.index("place") + 1


def test_a_pause_holds_a_reveal_until_somebody_lets_it_go_on(house: House, clock: HandClock) -> None:
    at = stage(house)
    prompts.pause(house, at.of, True)
    clock.pass_(600)
    assert prompts.lead(house) is None
    assert (stage(house).step, stage(house).paused) == (at.step, True)
    prompts.pause(house, at.of, False)
    assert prompts.lead(house) is not None


def test_next_ends_a_pause(house: House) -> None:
    at = stage(house)
    prompts.pause(house, at.of, True)
    prompts.stage(house, at.of, at.then)
    assert not stage(house).paused


def test_a_pause_of_something_else_does_nothing(house: House) -> None:
    prompts.pause(house, "7.region", True)
    assert not stage(house).paused


def test_the_clock_leads_nothing_while_nobody_watches(house: House, clock: HandClock) -> None:
    house.presence.went(ROOM)
    clock.pass_(ROOM_GONE_SECONDS)
    assert prompts.lead(house) is None


def test_a_restarted_box_leads_on_from_the_step_that_was_shown(house: House, clock: HandClock, tmp_path: Path) -> None:
    prompts.stage(house, stage(house).of, 2)
    house.journal.close()
    again = open_house(tmp_path, clock=HandClock())
    again.presence.came(ROOM)
    assert (stage(again).step, prompts.lead(again)) == (2, prompts.lead(house))


def test_a_paused_reveal_is_paused_after_a_restart(house: House, tmp_path: Path) -> None:
    prompts.pause(house, stage(house).of, True)
    house.journal.close()
    again = open_house(tmp_path)
    again.presence.came(ROOM)
    assert stage(again).paused


def test_no_step_changes_what_number_a_screen_has(house: House, clock: HandClock) -> None:
    before = [house.snapshot(seat).seq for seat in (None, *house.guests.seating.seats)]
    led(house, clock)
    assert [house.snapshot(seat).seq for seat in (None, *house.guests.seating.seats)] == before


def test_phones_show_the_result_at_the_step_at_which_the_room_shows_the_winner(house: House) -> None:
    at, ben = stage(house), house.guests.seating.seats[1]
    prompts.stage(house, at.of, at.steps - 1)
    assert house.snapshot(ben).notice.curtain == at.of
    prompts.stage(house, at.of, at.steps)
    assert (house.snapshot(ben).notice.curtain, stage(house).step) == (None, at.steps)


def test_no_phone_looks_ahead_while_the_host_wants_all_to_look_together(house: House, tmp_path: Path) -> None:
    prompts.keep_together(house, True)
    ana, ben, _ = house.guests.seating.seats
    with pytest.raises(Refused, match="look_together"):
        prompts.unveil(house, stage(house).of, (ben,))
    assert [house.snapshot(seat).notice.together for seat in (ana, ben, None)] == [True, True, False]
    house.journal.close()
    assert open_house(tmp_path).store.state.together
