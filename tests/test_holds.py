"""Whether a result holds: what people counted is as the box has it, or they said which does; of every game."""

from typing import Any

import pytest

from companion.core.knowledge import Seat
from companion.core.table import Table
from companion.games.bali.end import by_companion
from companion.games.bali.pieces import KINDS
from companion.shelf import games
from tests.support.benched import Plan

NAMES = tuple(map(Seat, ("Ana", "Ben", "Cho", "Dai", "Eve")))
ANA = NAMES[0]


def over(game: str) -> Table:
    """A whole game of this, of which nobody has counted the end."""
    known = games()[game]
    return Plan(game, NAMES[: known.sizes(known.options())[0]], {}).whole_game(1)


def tell(table: Table, kind: str, seat: Seat | None, do: dict[str, Any]) -> None:
    due = next(due for due in table.moment.history.dues if (due.kind, due.seat) == (kind, seat))
    table.chair(seat or ANA).play(table.moment.full_id(due.id), {"type": kind, **do}, f"{kind} {seat} {do}")


@pytest.mark.parametrize("game", sorted(games()))
def test_an_end_holds_by_itself_where_there_is_nothing_to_count_and_nowhere_else(game: str) -> None:
    table = over(game)
    assert table.moment.agreed != ("count" in {due.kind for due in table.moment.history.dues})


def bali(table: Table, stones: int = 0) -> None:
    """Everybody counts what the box has, Ana so many stones more; and the altar."""
    public = table.moment.history.state.public
    for seat, known in zip(public.seats, by_companion(public), strict=True):
        more = stones if seat == ANA else 0
        sacrifices = dict(zip(KINDS, known.held, strict=True))
        said = {"stones": known.stones + more, "points": known.points, "shrines": known.shrines}
        tell(table, "count", seat, {"sacrifices": sacrifices, **said})
    tell(table, "count", None, {"altar": dict(zip(KINDS, public.final.altar, strict=True))})


def buru(table: Table, esteem: int = 0) -> None:
    """Everybody counts what the box has, Ana so much esteem more."""
    public = table.moment.history.state.public
    for seat, player in zip(public.names, public.players, strict=True):
        cards = {"tributes": sum(player.tributes), "elders": player.elders}
        tell(table, "count", seat, {"esteem": player.esteem + (esteem if seat == ANA else 0), **cards})


@pytest.mark.parametrize(("game", "count"), [("bali", bali), ("buru", buru)])
def test_what_all_counted_as_the_box_has_it_holds_and_nothing_else(game: str, count: Any) -> None:
    table = over(game)
    count(table, 1)
    assert not table.moment.agreed
    count(table)
    assert table.moment.agreed


def test_a_count_that_one_is_still_to_make_holds_not() -> None:
    table = over("buru")
    player = table.moment.history.state.public.players[0]
    tell(table, "count", ANA, {"esteem": player.esteem, "tributes": sum(player.tributes), "elders": player.elders})
    assert not table.moment.agreed


@pytest.mark.parametrize("of", ["companion", "counted"])
def test_where_the_table_said_which_holds_it_does(of: str) -> None:
    table = over("bali")
    bali(table, 1)
    tell(table, "accept", None, {"of": of})
    assert table.moment.agreed
