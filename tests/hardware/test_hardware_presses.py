"""From bouncing contacts to presses."""

from hypothesis import given
from hypothesis import strategies as st

from companion.snapshot.panel import Button
from hardware.device.buttons import HOLDS, SHOWN, STEADY, STUCK, Press, Presses

BACK, NEXT, OK = Button

bounces = st.lists(st.integers(min_value=0, max_value=STEADY - 1), max_size=8)
"""The milliseconds between the edges of a contact before it settles."""


def train(presses: Presses, button: Button, down: bool, at: int, gaps: list[int]) -> tuple[list[Press], int]:
    """Close or open a contact with bounces. Return the presses so far, and the time at which the contact settles."""
    got = presses.edge(button, down, at)
    for gap in gaps:
        at += gap
        got += presses.edge(button, not down, at)
        got += presses.edge(button, down, at)
    return got, at


def pressed(button: Button, millis: int, closing: list[int], opening: list[int]) -> list[Press]:
    """Return the presses from one button that is down for `millis` ms after its bounces."""
    presses = Presses()
    got, settled = train(presses, button, True, 1000, closing)
    more, opened = train(presses, button, False, settled + millis, opening)
    return got + more + presses.tick(opened + 10_000)


@given(st.sampled_from(Button), st.integers(STEADY, SHOWN - 1 - 8 * STEADY), bounces, bounces)
def test_a_short_press_counts_once_however_it_bounces(
    button: Button, millis: int, closing: list[int], opening: list[int]
) -> None:
    assert pressed(button, millis, closing, opening) == [Press(button)]


@given(st.sampled_from([BACK, OK]), st.integers(1, 5000), bounces, bounces)
def test_a_hold_counts_once_and_is_no_press_besides(
    button: Button, longer: int, closing: list[int], opening: list[int]
) -> None:
    assert pressed(button, HOLDS[button] + longer, closing, opening) == [Press(button, hold=True)]


@given(st.integers(SHOWN, HOLDS[OK] - 1), bounces)
def test_ok_let_go_before_three_seconds_is_nothing_at_all(millis: int, closing: list[int]) -> None:
    assert pressed(OK, millis, closing, []) == []


@given(st.integers(SHOWN, STUCK - 1 - 8 * STEADY), bounces, bounces)
def test_next_has_no_hold(millis: int, closing: list[int], opening: list[int]) -> None:
    assert pressed(NEXT, millis, closing, opening) == [Press(NEXT)]


@given(st.lists(st.tuples(st.sampled_from(Button), st.booleans(), st.integers(0, 400)), max_size=60))
def test_any_noise_ends_in_a_panel_that_works(noise: list[tuple[Button, bool, int]]) -> None:
    presses, at = Presses(), 0
    downs = 0
    got: list[Press] = []
    for button, down, gap in noise:
        at += gap
        downs += down
        got += presses.edge(button, down, at)
    assert len(got) <= downs, "nothing is pressed that did not go down"
    for button in Button:
        presses.edge(button, False, at)
    presses.tick(at + 10_000)
    presses.edge(NEXT, True, at + 20_000)
    assert presses.edge(NEXT, False, at + 20_100) == []
    assert presses.tick(at + 20_200) == [Press(NEXT)]


@given(st.permutations(list(Button)), st.integers(STEADY, 5000))
def test_two_buttons_together_are_no_press(buttons: list[Button], millis: int) -> None:
    presses = Presses()
    got = presses.edge(buttons[0], True, 0) + presses.edge(buttons[1], True, 100)
    got += presses.edge(buttons[0], False, 100 + millis) + presses.edge(buttons[1], False, 300 + millis)
    assert got + presses.tick(60_000) == []


@given(st.integers(1, STEADY - 1))
def test_a_spike_is_no_press(millis: int) -> None:
    presses = Presses()
    got = presses.edge(OK, True, 0) + presses.edge(OK, False, millis)
    assert got + presses.tick(10_000) == []


def test_a_hold_acts_while_it_is_held() -> None:
    presses = Presses()
    presses.edge(BACK, True, 0)
    assert presses.tick(HOLDS[BACK] - 1) == []
    assert presses.tick(HOLDS[BACK]) == [Press(BACK, hold=True)]
    assert presses.edge(BACK, False, 2000) + presses.tick(3000) == []


def test_the_progress_of_holding_ok_begins_late_and_ends_full() -> None:
    presses = Presses()
    presses.edge(OK, True, 0)
    seen = [(presses.tick(at), presses.progress(at))[1] for at in (20, SHOWN - 1, SHOWN, 1800, HOLDS[OK] - 1)]
    assert seen[:3] == [None, None, 0.0]
    assert seen[3] == 0.5
    assert seen[4] is not None
    assert 0.99 < seen[4] < 1
    presses.edge(OK, False, HOLDS[OK] - 1)
    presses.tick(HOLDS[OK] + 100)
    assert presses.progress(HOLDS[OK] + 100) is None


def test_a_press_made_void_is_forgotten_and_the_next_one_counts() -> None:
    presses = Presses()
    presses.edge(OK, True, 0)
    presses.tick(50)
    presses.void()
    assert presses.edge(OK, False, 100) + presses.tick(200) == []
    presses.edge(OK, True, 300)
    assert presses.edge(OK, False, 400) + presses.tick(500) == [Press(OK)]


def test_the_buttons_say_when_they_must_be_looked_at_next() -> None:
    presses = Presses()
    assert presses.next_at() is None
    presses.edge(OK, True, 100)
    assert presses.next_at() == 100 + STEADY
    presses.tick(100 + STEADY)
    assert presses.next_at() == 100 + HOLDS[OK]


# A button that is stuck, and one that is held at start


def click(presses: Presses, button: Button, at: int) -> list[Press]:
    """Press a button for 100 ms. Return the presses that are complete 100 ms later."""
    return presses.edge(button, True, at) + presses.edge(button, False, at + 100) + presses.tick(at + 200)


others = st.sampled_from(Button).flatmap(
    lambda stuck: st.tuples(st.just(stuck), st.sampled_from([b for b in Button if b is not stuck]))
)


@given(others, st.lists(st.integers(300, 5000), min_size=1, max_size=6))
def test_beside_a_stuck_button_the_other_two_work(buttons: tuple[Button, Button], gaps: list[int]) -> None:
    stuck, other = buttons
    presses, at = Presses(), STUCK + 100
    presses.edge(stuck, True, 0)
    got = presses.tick(at)
    assert got == ([Press(stuck, hold=True)] if stuck in HOLDS else [])
    for gap in gaps:
        at += gap
        assert click(presses, other, at) == [Press(other)]


@given(others, st.integers(0, 30_000), bounces)
def test_a_stuck_button_that_comes_free_is_no_press_and_works_again(
    buttons: tuple[Button, Button], longer: int, opening: list[int]
) -> None:
    stuck, other = buttons
    presses, freed = Presses(), STUCK + 100 + longer
    presses.edge(stuck, True, 0)
    presses.tick(freed)
    got, opened = train(presses, stuck, False, freed, opening)
    assert got + presses.tick(opened + 100) == []
    assert click(presses, stuck, opened + 1000) == [Press(stuck)]
    assert click(presses, other, opened + 2000) == [Press(other)]


@given(others, st.integers(0, 60_000), bounces)
def test_a_button_held_at_start_does_nothing_until_it_was_let_go(
    buttons: tuple[Button, Button], millis: int, opening: list[int]
) -> None:
    held, other = buttons
    presses = Presses()
    presses.begin(held, 0)
    assert presses.tick(millis) == []
    assert presses.progress(millis) is None
    assert click(presses, other, millis + 100) == [Press(other)]
    got, opened = train(presses, held, False, millis + 1000, opening)
    assert got + presses.tick(opened + 100) == []
    assert click(presses, held, opened + 1000) == [Press(held)]


@given(st.permutations(list(Button)), st.integers(STEADY, 5000), st.integers(STEADY, 5000))
def test_two_buttons_together_do_nothing_and_all_buttons_work_afterwards(
    buttons: list[Button], first: int, second: int
) -> None:
    presses = Presses()
    got = [press for i, button in enumerate(buttons) for press in presses.edge(button, True, 20 * i)]
    at = 100 + first
    for button in reversed(buttons):
        got += presses.edge(button, False, at)
        at += second % 700
    assert got + presses.tick(at + 100) == []
    for i, button in enumerate(buttons):
        assert click(presses, button, at + 1000 * (i + 1)) == [Press(button)]


@given(st.lists(st.tuples(st.sampled_from(Button), st.integers(0, STEADY - 1)), max_size=80))
def test_noise_shorter_than_a_steady_contact_is_never_a_press(spikes: list[tuple[Button, int]]) -> None:
    presses, at = Presses(), 0
    got: list[Press] = []
    for button, wide in spikes:
        got += presses.edge(button, True, at) + presses.edge(button, False, at + wide)
        at += wide + STEADY
    assert got + presses.tick(at + 60_000) == []
