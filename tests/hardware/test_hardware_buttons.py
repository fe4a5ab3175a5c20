"""From pins to the panel: gpiozero reports the edges, and our own clock and machine make presses of them."""

import os
from pathlib import Path

import pytest
from gpiozero import Device, DigitalInputDevice
from gpiozero.pins.mock import MockFactory
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.settings import BadSettings
from companion.snapshot.panel import Button
from hardware.device.buttons import STEADY, STUCK, Contacts, pin_factory
from hardware.device.wiring import read
from tests.hardware.box import BACK, NEXT, OK, FakeBox, asking, lobby, playing
from tests.hardware.rig import Rig


def test_each_pin_is_its_button() -> None:
    rig = Rig(FakeBox(lobby()))
    rig.press(OK, NEXT, OK, BACK)
    assert rig.box.bidden == [("turn_games", 1), ("start", "bali")]
    assert rig.page == "join"


def test_a_press_acts_when_it_is_let_go() -> None:
    rig = Rig(FakeBox(playing()))
    rig.down(NEXT)
    rig.wait(0.5)
    assert rig.page == "phase"
    rig.up(NEXT)
    rig.wait(0.5)
    assert rig.page == "seats"


def test_holding_ok_fills_the_bar_and_closes_the_box() -> None:
    box = FakeBox(playing())
    rig = Rig(box)
    rig.down(OK)
    pages = []
    for _ in range(17):
        rig.time += 0.2
        rig.settle()
        pages.append(rig.page)
    assert pages == ["phase"] * 2 + ["hold"] * 12 + ["closing"] * 3
    assert box.bidden == [("switch_off",)]


def test_letting_go_of_ok_before_three_seconds_does_nothing() -> None:
    box = FakeBox(asking())
    rig = Rig(box)
    rig.down(OK)
    rig.wait(2.5)
    assert rig.page == "hold"
    rig.up(OK)
    rig.wait(0.5)
    assert rig.page == "question"
    assert box.bidden == []


def test_holding_back_asks_whether_to_take_back() -> None:
    assert Rig(FakeBox(playing())).hold(BACK, 1.0) == "take_back"


@pytest.mark.parametrize("held", Button)
def test_a_button_that_is_down_when_the_box_starts_does_nothing_and_the_others_work(held: Button) -> None:
    box = FakeBox(asking())
    rig = Rig(box, held=[held])
    rig.wait(20)
    assert rig.page == "question"
    assert box.bidden == []
    other = NEXT if held is not NEXT else OK
    rig.press(other)
    assert (rig.lines[0].endswith("2/7")) if other is NEXT else len(box.bidden) == 1
    rig.up(held)
    rig.wait(0.5)
    assert len(box.bidden) == (other is OK), "letting it go is no press"


def test_a_button_that_sticks_leaves_the_other_two_to_play_with() -> None:
    box = FakeBox(asking())
    rig = Rig(box)
    rig.down(BACK)
    rig.wait(STUCK / 1000 + 10)
    assert rig.page == "question"
    rig.press(NEXT, OK)
    assert box.bidden == [("answer", "1.scored", {"type": "scored", "card": "peanut"})]


def test_two_buttons_together_are_no_press() -> None:
    box = FakeBox(asking())
    rig = Rig(box)
    for button in (BACK, OK):
        rig.down(button)
        rig.wait(0.1)
    rig.wait(5)
    for button in (OK, BACK):
        rig.up(button)
        rig.wait(0.1)
    assert box.bidden == []
    assert rig.page == "question"


def test_an_edge_that_the_pin_library_lost_does_not_switch_the_box_off() -> None:
    box = FakeBox(playing())
    rig = Rig(box)
    rig.down(OK)
    rig.wait(0.1)
    pin = rig.pins.pin(rig.wiring.buttons[OK])
    heard, pin.when_changed = pin.when_changed, None
    rig.up(OK)
    pin.when_changed = heard
    rig.wait(10)
    assert box.bidden == []
    assert rig.page == "phase"


trains = st.lists(st.integers(0, STEADY - 1), max_size=10)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(trains, trains, st.integers(2 * STEADY, 400)), min_size=1, max_size=5))
def test_as_many_presses_come_off_a_bouncing_pin_as_fingers_made(made: list[tuple[list[int], list[int], int]]) -> None:
    box = FakeBox(lobby())
    rig = Rig(box)
    rig.press(OK)
    for closing, opening, millis in made:
        for gaps, first, second in ((closing, rig.down, rig.up), (opening, rig.up, rig.down)):
            first(NEXT)
            for gap in gaps:
                rig.time += gap / 1000
                second(NEXT)
                first(NEXT)
            rig.time += millis / 1000
        rig.time += 0.1
        rig.settle()
    assert box.bidden == [("turn_games", 1)] * len(made)


def test_gpiozero_is_left_no_clock_of_its_own() -> None:
    rig = Rig(FakeBox(lobby()))
    for device in rig.panel.fingers._contacts._devices.values():
        assert type(device) is DigitalInputDevice, "no hold thread, so that closing waits for nothing"
    for pin in rig.wiring.buttons.values():
        assert rig.pins.pin(pin).bounce is None
        assert rig.pins.pin(pin).pull == "up"


def test_closing_lets_the_pins_go_also_while_one_is_pressed() -> None:
    rig = Rig(FakeBox(lobby()))
    devices = [*rig.panel.fingers._contacts._devices.values()]
    rig.down(OK)
    rig.panel.close()
    assert all(device.closed for device in devices)
    Contacts(rig.wiring.buttons, rig.pins, lambda: 0.0).close()


def test_a_pin_that_something_else_holds_is_named() -> None:
    pins, wiring = MockFactory(), read(None)
    other = DigitalInputDevice(wiring.buttons[NEXT], pin_factory=pins)
    with pytest.raises(BadSettings, match=rf"buttons\.next: GPIO{wiring.buttons[NEXT]}"):
        Contacts(wiring.buttons, pins, lambda: 0.0)
    other.close()
    Contacts(wiring.buttons, pins, lambda: 0.0).close()


def test_the_machine_s_own_choice_of_pins_is_respected(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.delenv("LG_WD", raising=False)
    assert isinstance(pin_factory(tmp_path), MockFactory)
    assert os.environ["LG_WD"] == str(tmp_path), "lgpio's pipe lies where the box may write"
    monkeypatch.delenv("LG_WD")
    monkeypatch.setattr(Device, "pin_factory", None)
