"""The talk timer on the display: it counts down by itself, Back stops it, and OK adds one minute."""

from hardware.device.display import Light
from tests.hardware.box import BACK, NEXT, OK, Bench, playing, talking


def test_a_talk_that_is_timed_takes_the_first_page_and_counts_down_by_itself() -> None:
    bench = Bench(talking(left=160))
    assert (bench.page, bench.lines) == ("timer", ("Talk  turn 12", "2:40"))
    bench.wait(41)
    assert bench.lines[1] == "1:59"
    bench.wait(150)
    assert bench.lines == ("Talk  turn 12", "0:00", "time is up")


def test_back_stops_it_and_ok_gives_one_minute_more() -> None:
    bench = Bench(talking())
    assert bench.buttons == ("Stop", "Page", "+1:00")
    bench.press(OK, BACK)
    assert bench.box.bidden == [("talk_longer",), ("talk", None)]
    assert bench.press(NEXT) == "phase"


def test_the_timer_has_a_page_of_its_own_from_which_it_starts() -> None:
    bench = Bench(talking(left=None))
    assert bench.page == "phase"
    assert bench.press(NEXT) == "timer"
    assert (bench.lines[1], bench.buttons) == ("3:00", ("Back", "Page", "Start"))
    bench.press(OK)
    assert bench.box.bidden == [("talk", 180)]


def test_a_game_without_talks_has_no_such_page() -> None:
    bench = Bench(playing())
    assert "timer" not in {bench.press(NEXT) for _ in range(6)}


def test_the_display_does_not_rest_while_people_talk() -> None:
    bench = Bench(talking(left=600))
    assert (bench.wait(590), bench.device.said[-2:]) == ("timer", [Light.USUAL, "on"])
    assert bench.wait(400) == "resting"
