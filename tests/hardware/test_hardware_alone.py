"""An evening with the box alone. It goes around, shows secrets only while OK is held, and shows nothing of them between two
players."""

from pathlib import Path
from typing import Any

import pytest

from companion.core.state import Seat
from companion.house.panel_acts import HouseForPanel
from companion.snapshot.panel import Button
from tests.hardware.alone import Alone
from tests.hardware.glass import check
from tests.hardware.rig import Rig
from tests.support import houses

BACK, NEXT, OK = Button
COVERED = ("hand", "yours", "phase", "sealed", "moves", "put_back", "question")


def begun(alone: Alone, game: str, seats: int = 3, **options: Any) -> None:
    alone.sit(seats)
    if options:
        alone.house.agree(game, options)
    alone.begin(game)


def until(alone: Alone, *pages: str) -> str:
    for _ in range(200):
        if alone.rig.page in pages:
            return alone.rig.page
        alone.step()
    raise AssertionError(f"none of {pages}: {alone.rig.lines}")


def holder(alone: Alone) -> Seat | None:
    return alone.house.snapshots.state.shared_box.holder


# The lobby


def test_each_press_seats_one_more_without_a_phone_and_the_last_can_go(alone: Alone) -> None:
    alone.sit(3)
    assert alone.house.guests.seating.seats == ("Blue", "Green", "Red")
    assert alone.rig.lines == ("Without a phone  3 seats", "Yellow", "last: Red")
    alone.rig.press(BACK)
    assert alone.house.guests.seating.seats == ("Blue", "Green")
    check(alone.rig)


def test_a_seat_without_a_phone_is_never_host_and_the_first_phone_is(alone: Alone) -> None:
    alone.sit(2)
    houses.sit_down(alone.house, "Ana")
    assert alone.house.guests.seating.host == "Ana"


# Whole evenings


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [("bali", 3, {}), ("buru", 3, {}), ("babel", 5, {}), ("babel", 5, {"hands": "phones"}), ("animism", 3, {})],
    ids=["bali", "buru", "babel", "babel_all_at_the_box", "animism_on_paper"],
)
def test_a_whole_evening_is_played_with_nothing_but_the_box(
    alone: Alone, game: str, seats: int, options: dict[str, Any]
) -> None:
    begun(alone, game, seats, **options)
    alone.play()
    assert alone.moment.over
    assert set(alone.handed) == set(("Blue", "Green", "Red", "Yellow", "Purple")[:seats])
    check(alone.rig)


@pytest.mark.parametrize("game", ["bali", "buru", "babel"])
def test_at_a_mixed_table_only_those_without_a_phone_are_given_the_box(alone: Alone, game: str) -> None:
    houses.sit_down(alone.house, "Ana", "Ben")
    begun(alone, game, 2 if game != "babel" else 3)
    alone.play()
    assert set(alone.handed) <= {"Red", "Yellow", "Purple"}
    assert {"Red", "Yellow"} <= set(alone.handed)


# The cover


def buru_in_hand(alone: Alone) -> Rig:
    begun(alone, "buru")
    until(alone, "own")
    alone.rig.press(BACK)
    alone.rig.wait(1)
    assert alone.rig.page == "yours"
    return alone.rig


def test_a_seats_own_things_show_only_while_ok_is_held(alone: Alone) -> None:
    rig = buru_in_hand(alone)
    covered = rig.glass().tobytes()
    rig.down(OK)
    rig.wait(1)
    assert rig.page == "uncovered"
    assert any("1, 2, 3, 4, 5" in line for line in rig.lines), rig.lines
    rig.wait(4)
    assert rig.page == "uncovered", "as long as the finger rests, also when a hold is done"
    check(rig)
    rig.up(OK)
    rig.time += 0.05
    rig.settle()
    assert rig.page == "yours"
    assert rig.glass().tobytes() == covered
    assert not alone.off, "it is held to look"
    rig.press(BACK)
    rig.wait(2)
    rig.hold(OK)
    assert alone.off, "nobody has it in hand: it is held to switch off"


def test_a_seat_may_look_while_it_answers_and_holding_ok_answers_nothing(alone: Alone) -> None:
    rig = buru_in_hand(alone)
    rig.press(NEXT)
    before, page = alone.moment.entries, rig.lines
    rig.down(OK)
    rig.wait(1)
    assert rig.page == "uncovered"
    rig.up(OK)
    rig.wait(1)
    assert (alone.moment.entries, rig.lines) == (before, page)


def test_a_box_that_was_put_down_is_covered_and_offered_again(alone: Alone) -> None:
    rig = buru_in_hand(alone)
    rig.wait(58)
    assert holder(alone) is not None
    rig.wait(3)
    assert holder(alone) is None
    assert rig.page == "hand"


def test_a_phone_that_takes_the_seat_takes_the_box_out_of_the_hand(alone: Alone) -> None:
    rig = buru_in_hand(alone)
    guests = alone.house.guests
    with alone.house.changing():
        secret, _ = guests.claim(guests.door.code, str(holder(alone)), houses.ADDRESS)
        houses.settle(guests, True)
        guests.collect_claim(secret)
    rig.wait(4)
    assert rig.page not in ("yours", "own", "uncovered")
    for_panel = HouseForPanel(alone.house, lambda: None)
    assert for_panel.snapshot().mine is None
    with alone.house.changing():
        guests.leave(Seat("Blue"))
    assert for_panel.snapshot().mine is None, "also when the phone is gone again"


def test_after_a_restart_it_begins_covered(alone: Alone, tmp_path: Path) -> None:
    buru_in_hand(alone)
    alone.house.journal.close()
    again = houses.open_house(tmp_path, panel="gpio")
    snapshot = HouseForPanel(again, lambda: None).snapshot()
    assert snapshot.mine is None
    assert snapshot.hand_to is not None
    again.journal.close()


def test_somebody_may_want_the_box_unasked_and_look(alone: Alone) -> None:
    begun(alone, "buru")
    until(alone, "hand")
    alone.rig.press(BACK)
    alone.rig.wait(4)
    alone.rig.turn_to("more")
    alone.rig.press(OK)
    alone.rig.choose("Give me the box")
    first = alone.rig.lines[1]
    alone.rig.wait(1.1)
    alone.rig.press(NEXT)
    assert alone.rig.page == "hand"
    assert alone.rig.lines[1] != first
    alone.rig.wait(1.1)
    assert alone.rig.press(OK) == "yours"
    alone.rig.wait(1.1)
    alone.rig.press(BACK)
    assert holder(alone) is None


# The box changes hands


def test_under_seal_everybody_who_is_asked_gets_it_once_clockwise_whether_it_answers_or_not(alone: Alone) -> None:
    begun(alone, "babel", 5, hands="phones")
    until(alone, "hand")
    while alone.moment.history.state.public.stage != "commit":
        alone.step()
    asked = {due.seat for due in alone.moment.history.dues if due.kind == "commit"}
    given = []
    for n in range(5):
        until(alone, "hand")
        given.append(alone.rig.lines[1])
        alone.rig.wait(1.1)
        assert alone.rig.press(OK) == "yours"
        alone.rig.wait(1.1)
        if n % 2:
            alone.rig.press(NEXT)
            for _ in range(40):
                if alone.rig.page != "own":
                    break
                alone.step()
        alone.rig.wait(1.1)
        alone.rig.press(BACK)
    n = len(asked)
    assert len(set(given[:n])) == n
    assert set(given[:n]) == asked
    order = [seat for seat in houses.seats_of(alone.house) if seat in asked]
    at = order.index(Seat(given[0]))
    assert given[:n] == order[at:] + order[:at]
    assert given[n:] == given[: 5 - n], "and again, as long as somebody has not answered"


class Twin:
    """An evening of Buru in which Blue places this token first, with the covered display after each step."""

    def __init__(self, folder: Path, token: int) -> None:
        alone = Alone(folder)
        begun(alone, "buru")
        rig, self.frames, self.said = alone.rig, list[bytes](), list[str]()
        for _ in range(6):
            until(alone, "own")
            rig.wait(1.1)
            rig.press(BACK)
            self._see(alone)
            rig.press(NEXT, OK)
            rig.wait(1.1)
            for _ in range(token if not self.said[3:] else 2 + len(self.said) // 6):
                rig.press(NEXT)
            rig.press(OK)
            assert holder(alone) is None
            self._see(alone)
        alone.close()

    def _see(self, alone: Alone) -> None:
        assert alone.rig.page in COVERED
        self.frames.append(alone.rig.glass().tobytes())
        self.said.append(" ".join(alone.rig.lines))


def test_between_hands_and_covered_no_frame_depends_on_a_secret(tmp_path: Path) -> None:
    twins = [Twin(tmp_path / str(token), token) for token in (0, 1)]
    assert twins[0].said == twins[1].said
    assert twins[0].frames == twins[1].frames


def test_nothing_secret_reaches_the_panel_between_two_hands(alone: Alone) -> None:
    begun(alone, "babel", 5, hands="phones")
    for_panel, seen = HouseForPanel(alone.house, lambda: None), set()
    for _ in range(120):
        snapshot = for_panel.snapshot()
        in_hand = holder(alone)
        assert (snapshot.mine is None) == (in_hand is None)
        assert snapshot.mine is None or snapshot.mine.seat == in_hand
        seen.add(in_hand)
        alone.step()
    assert len(seen) > 3
