"""Ambelau's ring: where canoes end, and what spaces give."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.buru.modules.ambelau import RING, START, Landing, landing
from companion.games.buru.pieces import goods

SPACES = st.integers(1, len(RING))
STEPS = st.integers(1, 17)


@pytest.mark.rule("BURU-35")
def test_three_canoes_from_the_start_and_the_last_is_pushed_over_two():
    """The first canoe moves 4 and the second one 3. The third moves 3, and is pushed over both to the fifth space."""
    assert landing(START, (), 4) == Landing(4, passed=0, pushed=0)
    assert landing(START, (4,), 3) == Landing(3, passed=0, pushed=0)
    assert landing(START, (4, 3), 3) == Landing(5, passed=0, pushed=2)


@pytest.mark.rule("BURU-35")
def test_after_the_twelfth_comes_the_first_and_the_start_gives_two_esteem():
    assert landing(11, (), 3) == Landing(2, passed=1, pushed=0)
    assert landing(11, (), 3).esteem == 2


@pytest.mark.rule("BURU-35")
def test_a_push_over_the_start_passes_it_too():
    assert landing(11, (12, 1), 1) == Landing(2, passed=1, pushed=2)


@pytest.mark.rule("BURU-35")
def test_seventeen_steps_can_pass_the_start_twice():
    assert landing(9, (), 17) == Landing(2, passed=2, pushed=0)
    assert landing(9, (), 17).esteem == 4


@pytest.mark.rule("BURU-35")
def test_the_start_is_no_stop_and_holds_nobody_up():
    assert landing(START, (START, START), 1) == Landing(1, passed=0, pushed=0)
    assert landing(12, (START,), 1) == Landing(1, passed=1, pushed=0)


@pytest.mark.rule("BURU-35")
@pytest.mark.parametrize(("lies", "space"), [(12, 1), (1, 2)])
def test_only_a_canoe_that_goes_round_passes_the_start(lies, space):
    assert landing(lies, (), 1).space == space
    assert landing(lies, (), 1).passed == (lies == len(RING))


@pytest.mark.rule("BURU-35")
@given(st.integers(START, len(RING)), st.lists(SPACES, max_size=4, unique=True), STEPS)
def test_a_canoe_goes_space_by_space_and_then_on_to_a_free_one(lies, others, steps):
    """The test counts as a finger does: one step at a time, with the start between the last space and the first."""
    here, passed, gone = lies, 0, 0
    while gone < steps or here in others:
        here, gone = here + 1, gone + 1
        if here > len(RING):
            here, passed = 1, passed + 1
    assert landing(lies, others, steps) == Landing(here, passed, gone - steps)


@pytest.mark.rule("BURU-36")
def test_the_twelve_spaces_bring_what_is_printed_there():
    printed = [
        "3 fish", "1 fish, task", "1 clay, guide", "1 palm, tribute", "1 fish, 1 clay, 1 palm", "guide, task",
        "1 clay, 1 palm, tribute", "1 clay, 1 palm, 1 ebony", "1 ebony, guide", "1 fish, 1 ebony, tribute",
        "1 ebony, task, islander", "guide, tribute, islander",
    ]  # fmt: skip
    assert [_goods(space) for space in RING] == printed


def _goods(space):
    names = ("fish", "esteem", "clay", "palm", "ebony")
    parts = [f"{n} {name}" for name, n in zip(names, space.goods, strict=True) if n]
    return ", ".join((*parts, *(what for what in ("guide", "task", "tribute", "islander") if getattr(space, what))))


@pytest.mark.rule("BURU-36")
def test_four_spaces_have_ibus_tribute_and_four_a_guide():
    assert [n for n, space in enumerate(RING, 1) if space.tribute] == [4, 7, 10, 12]
    assert [n for n, space in enumerate(RING, 1) if space.guide] == [3, 6, 9, 12]
    assert all(space.goods[1] == 0 for space in RING)
    assert RING[0].goods == goods({"fish": 3})
