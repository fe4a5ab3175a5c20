"""With any number of workers every test runs once, and each worker gets some of the long ones."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.conftest import LONG, dealt


def items_of(name: str, n: int) -> list[Any]:
    unmarked = {"path": Path(f"{name}.py"), "get_closest_marker": lambda mark: None}
    return [SimpleNamespace(**unmarked, nodeid=f"{name}::{i}", n=(name, i)) for i in range(n)]


@pytest.mark.parametrize("workers", [1, 2, 4, 7])
@pytest.mark.parametrize(("long", "short"), [(9, 50), (50, 9), (0, 5), (5, 0), (1, 1)])
def test_every_test_is_dealt_once(workers: int, long: int, short: int) -> None:
    items = [*items_of(LONG[0], long), *items_of("test_short", short)]
    assert sorted(item.n for item in dealt(items, workers)) == sorted(item.n for item in items)


def test_each_worker_begins_with_some_of_the_long_ones() -> None:
    run = list(dealt([*items_of(LONG[0], 4), *items_of("test_short", 12)], 4))
    assert [item.path.stem for item in run[::4]] == [LONG[0]] * 4


def test_tests_of_the_same_games_run_in_one_process() -> None:
    """The tests alternate between games at first. Their own order puts those of one game together."""
    items = [*items_of(LONG[0], 6), *items_of("test_short", 6)]
    run = list(dealt(items, 3, lambda item: str(item.n[1] // 2)))
    assert [item.n[1] for item in run if item.path.stem == LONG[0]] == [0, 1, 2, 3, 4, 5]
    assert [item.n[1] // 2 for item in run[::4]] == [0, 1, 2]
