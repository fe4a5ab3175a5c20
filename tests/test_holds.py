"""A result holds if the counts of people equal the box's, or if people said which of the two is right. This is true of every
game."""

from typing import Any

import pytest

from companion.core.state import Seat
from companion.core.table import Table
from companion.shelf import games
from tests.support.benched import Plan
from tests.support.counts import bali, buru

NAMES = tuple(map(Seat, ("Ana", "Ben", "Cho", "Dai", "Eve")))
ANA = NAMES[0]


def over(game: str) -> Table:
    """Return a whole game whose end nobody has counted yet."""
    known = games()[game]
    return Plan(game, NAMES[: known.sizes(known.options())[0]], {}).whole_game(1)


def tell(table: Table, seat: Seat | None, do: dict[str, Any]) -> None:
    due = next(due for due in table.moment.history.dues if (due.kind, due.seat) == (do["type"], seat))
    table.answer(seat or ANA, table.moment.full_id(due.id), do, f"{seat} {do}")


def all_count(table: Table, more: int = 0) -> None:
    count = {"bali": bali, "buru": buru}[table.head.game]
    for seat, do in count(table.moment.history.state.public, more):
        tell(table, seat, do)


@pytest.mark.parametrize("game", sorted(games()))
def test_an_end_holds_by_itself_where_there_is_nothing_to_count_and_nowhere_else(game: str) -> None:
    table = over(game)
    assert table.moment.agreed != ("count" in {due.kind for due in table.moment.history.dues})


@pytest.mark.parametrize("game", ["bali", "buru"])
def test_only_counts_on_which_all_agree_with_the_box_hold(game: str) -> None:
    table = over(game)
    all_count(table, 1)
    assert not table.moment.agreed
    all_count(table)
    assert table.moment.agreed


@pytest.mark.parametrize("game", ["bali", "buru"])
def test_no_result_holds_before_everybody_has_counted(game: str) -> None:
    table = over(game)
    *most, _ = (bali if game == "bali" else buru)(table.moment.history.state.public)
    for seat, do in most:
        tell(table, seat, do)
        assert not table.moment.agreed


@pytest.mark.parametrize("of", ["companion", "counted"])
def test_the_count_that_the_table_confirmed_holds(of: str) -> None:
    table = over("bali")
    all_count(table, 1)
    tell(table, None, {"type": "accept", "of": of})
    assert table.moment.agreed
