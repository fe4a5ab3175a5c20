"""The pauses of a box between two calls to a store. It tries another store without a pause. After all have failed its pauses
grow, and each box has pauses of its own."""

from hypothesis import given
from hypothesis import strategies as st

from companion.hall.store import FIRST_SECONDS, MOST_SECONDS, Backoff


def pauses(stores: int, failures: int, chance: float = 1.0) -> list[float]:
    patience = Backoff(stores, lambda: chance)
    return [patience.failed() for _ in range(failures)]


def test_the_other_stores_are_asked_immediately_and_all_again_after_a_doubling_pause() -> None:
    assert pauses(3, 9) == [0, 0, 0.5, 0, 0, 1, 0, 0, 2]
    assert pauses(1, 8) == [0.5, 1, 2, 4, 8, 16, 30, 30]


def test_the_pause_starts_again_after_an_answer() -> None:
    patience = Backoff(1, lambda: 1.0)
    for _ in range(5):
        patience.failed()
    assert patience.is_tried
    patience.went_well()
    assert not patience.is_tried
    assert patience.failed() == FIRST_SECONDS


@given(st.integers(1, 5), st.integers(0, 5000), st.floats(0, 1))
def test_a_pause_is_half_to_all_of_its_longest_time_and_half_a_minute_at_most(
    stores: int, failures: int, chance: float
) -> None:
    waits, most = pauses(stores, failures, chance), pauses(stores, failures)
    assert all(longest / 2 <= pause <= longest <= MOST_SECONDS for pause, longest in zip(waits, most, strict=True))
