"""A table with a name is the same at every box. Only the box's own number of the game differs."""

import msgspec
import pytest

from companion.core.journal import MemoryJournal, TableHead, read_head
from companion.core.table import Table
from companion.house.dice import SeededDice
from companion.records.record import NO_BITS, parse_head
from companion.shelf import games

HEADS = {id_: next(iter(game.sizes(game.options()))) for id_, game in games().items()}


def table(game: str, number: int, name: str) -> Table:
    seats = ["Ana", "Ben", "Cho", "Dai", "Eva", "Fay", "Gil", "Hal", "Ida", "Jo"][: HEADS[game]]
    head, rules, options = parse_head({"game": game, "seats": seats})
    lots = SeededDice(1)
    named = msgspec.structs.replace(head, name=name)
    return Table(rules, named, options, MemoryJournal(), number, lambda: NO_BITS, lots.pick)


@pytest.mark.parametrize("game", HEADS)
def test_a_named_table_shows_the_same_under_every_number(game: str) -> None:
    one, other = table(game, 1, "7Q2K"), table(game, 35, "7Q2K")
    for seat in (None, *one.head.seats):
        assert one.moment.screen(seat) == other.moment.screen(seat)
    assert {one.moment.full_id(due.id) for due in one.moment.history.dues} == {
        other.moment.full_id(due.id) for due in other.moment.history.dues
    }


@pytest.mark.parametrize("game", HEADS)
def test_the_ids_of_two_tables_have_nothing_in_common(game: str) -> None:
    tables = (table(game, 1, ""), table(game, 2, ""), table(game, 1, "7Q2K"), table(game, 1, "X4MN"))
    ids = [{one.moment.full_id(due.id) for due in one.moment.history.dues} for one in tables]
    assert len(set.union(*ids)) == sum(map(len, ids))
    for one, mine in zip(tables, ids, strict=True):
        assert {id_ for other in ids for id_ in other if one.moment.local_id(id_) is not None} == mine


def test_a_name_is_kept_and_on_no_record() -> None:
    head = msgspec.structs.replace(table("bali", 1, "7Q2K").head, chain=2)
    assert read_head(msgspec.json.encode(head)) == head
    assert head.fields() == msgspec.structs.replace(head, name="").fields()
    assert read_head(b'{"game":"bali","seats":["Ana","Ben"],"options":{}}') == TableHead("bali", head.seats, {})
