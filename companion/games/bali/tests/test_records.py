"""Records of a tracked offer, as files have them (BALI-36)."""

import json
from typing import Any

import pytest

from companion.games.bali.tests.playing import COLUMNS
from companion.records.record import RefusedLine, replay

pytestmark = pytest.mark.rule("BALI-36")

Line = dict[str, Any]


def line(by: str | None, type_: str, /, **fields: Any) -> Line:
    """Return a line of a record. The name of a field that is a keyword of Python ends with `_`."""
    return {"seat": by, "do": {"type": type_, **{name.rstrip("_"): value for name, value in fields.items()}}}


def record(*lines: Line, **options: bool) -> str:
    head = {"game": "bali", "seats": ["Ana", "Ben"], "options": {"offer": "tracked", **options}}
    return "\n".join(map(json.dumps, (head, *SETUP, *lines)))


SETUP = (
    line("Ben", "hand", farmers=["banana", "peanut", "rice"]),
    *(line(None, "column", column=number, cards=cards) for number, cards in enumerate(COLUMNS, 1)),
    line("Ana", "hand", farmers=["pepper", "peanut", "banana"]),
)
EMPTIED = [
    line("Ana", "play", card="pepper"),
    line("Ana", "take", column=1),
    line("Ben", "play", card="rice"),
    line("Ben", "take", column=1),
    line("Ana", "play", card="peanut"),
    line("Ana", "take", column=1),
    line("Ben", "play", card="peanut"),
    line("Ben", "take", column=1),
]


def test_a_record_may_list_a_hand_in_any_order_of_its_kinds():
    assert replay(record()).moment.history.dues[0].id == "turn-1"


def test_a_record_goes_on_after_a_column_was_filled():
    table = replay(record(*EMPTIED, line(None, "refill", cards=["priest", "rice", "rice", "shrine"])))
    assert table.moment.history.dues[0].id == "turn-5"


REFUSED: dict[str, tuple[list[Line], str]] = {
    "a card that is not in hand": ([line("Ana", "play", card="rice")], "bali.not_held"),
    "three farmers of which it holds one": (
        [line(None, "set", seat="Ana", stones=9), line("Ana", "play", card="pepper", count=3)],
        "bali.not_held",
    ),
    "a scored card": ([line("Ana", "play", card="pepper"), line(None, "scored", card="rice")], "malformed"),
    "an empty deck": ([line("Ana", "play", card="pepper"), line(None, "deck_empty")], "malformed"),
    "an oracle": ([line("Ana", "play", card="pepper"), line(None, "oracle")], "malformed"),
    "a fourth card": (
        [line("Ana", "play", card="pepper"), line("Ana", "take", column=2), line("Ana", "take", column=2)],
        "",
    ),
    "somebody else who takes": ([line("Ana", "play", card="pepper"), line("Ben", "take", column=2)], ""),
    "a table that takes": ([line("Ana", "play", card="pepper"), line(None, "take", column=2)], "malformed"),
    "a column once more": ([line(None, "column", column=1, cards=COLUMNS[0])], "malformed"),
    "a hand told for another": ([line(None, "hand", farmers=["rice", "peanut", "banana"])], "malformed"),
    "a bid for a draw": ([*EMPTIED, line(None, "refill")], "malformed"),
    "three cards": ([*EMPTIED, line(None, "refill", cards=["rice", "rice", "priest"])], "malformed"),
    "an oracle of no variant": ([*EMPTIED, line(None, "refill", cards=["oracle", "rice", "rice", "priest"])], "malformed"),
    "six rice farmers": ([*EMPTIED, line(None, "refill", cards=["rice"] * 4)], "bali.too_many_out"),
    "a turn before the column is filled": ([*EMPTIED, line("Ana", "play", card="banana")], ""),
    "a card that was not taken": ([line(None, "set", seat="Ana", card="pepper", is_="rice")], ""),
    "a column of another length": ([line(None, "set", column=1, cards=["rice"])], "malformed"),
    "a column that a seat sets": ([line("Ana", "set", column=1, cards=COLUMNS[1])], ""),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_record_is_refused_at_the_line_that_cannot_be(what):
    lines, key = REFUSED[what]
    with pytest.raises(RefusedLine) as refusal:
        replay(record(*lines))
    assert refusal.value.line == 1 + len(SETUP) + len(lines)
    assert key in ("", refusal.value.why.key)


def test_the_demons_column_is_refused_in_a_record_too():
    with pytest.raises(RefusedLine) as refusal:
        replay(record(line("Ana", "play", card="pepper"), line("Ana", "take", column=1), demon=True))
    assert refusal.value.why.key == "bali.demon_there"
