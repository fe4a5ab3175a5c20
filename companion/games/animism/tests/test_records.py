"""Records: those that are replayed, and those that are refused, with the line and the reason."""

import json
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from companion.core.journal import Entry, MemoryJournal, TableHead
from companion.core.words import BadFile
from companion.games.animism.layout import SAMPLE
from companion.games.animism.tests.playing import Sitting
from companion.records.proof import export, verify
from companion.records.record import RefusedLine, awaited, replay
from tests.promises.settings import NUMBER

SEATS = ["Ana", "Ben", "Cho"]
LAYOUT = json.loads(msgspec.json.encode(SAMPLE))
Line = tuple[str | None, dict[str, Any]]

DONE = {"type": "done"}
TWIN = {"sheets": "twin"}
DRAWN: list[Line] = [
    ("Ana", {"type": "roll", "black": 3}),
    ("Ana", {"type": "draw", "cells": [[3, 5], [3, 6], [2, 5]]}),
    ("Ana", DONE),
]
"""The first turn of a seat, as docs/records.md has it."""
ARMS = ([[3, 4], [3, 5], [3, 6]], [[4, 3], [5, 3], [6, 3]], [[4, 7], [5, 7], [6, 7]])
ROUND: list[Line] = [
    (seat, do)
    for cells in ARMS
    for seat in SEATS
    for do in ({"type": "roll", "black": 2}, {"type": "draw", "cells": cells}, DONE)
]
"""The first round. In each turn pieces are beside another arm of the centre."""


def text(lines: list[Line], options: Any = TWIN, seats: Any = SEATS) -> str:
    head = {"game": "animism", "seats": seats, "options": options}
    return "\n".join([json.dumps(head), *(json.dumps({"seat": seat, "do": do}) for seat, do in lines)])


def refused(lines: list[Line], options: Any = TWIN) -> tuple[int, str]:
    """Return the number of the refused line, counted from 1 after the head, and the reason."""
    with pytest.raises(RefusedLine) as why:
        replay(text(lines, options))
    return why.value.line - 1, why.value.why.key


@pytest.mark.rule("ANIM-29")
def test_the_first_turn_of_a_seat():
    table = replay(text(DRAWN))
    public = table.moment.history.state.public
    assert public.done == (0,)
    assert [due["seat"] for due in awaited(table.moment.history.dues)] == ["Ben", "Cho"]
    assert replay(text([*DRAWN[:1], ("Ana", {**DRAWN[1][1], "cells": DRAWN[1][1]["cells"][::-1]})])).moment.entries == 2


@pytest.mark.rule("ANIM-06")
def test_a_round_of_a_record():
    public = replay(text(ROUND)).moment.history.state.public
    assert (public.round, public.turn) == (2, 3)


AT_ONCE: list[tuple[str, list[Line], str]] = [
    ("a seat that has nothing to do", [("Ana", DONE)], "animism.why.first_die"),
    ("nobody of that name", [("Zoe", DONE)], "no_such_seat"),
    ("the table", [(None, DONE)], "not_due"),
    ("two dice", [("Ana", {"type": "roll", "black": 1, "white": 1})], "malformed"),
    ("the other die", [("Ana", {"type": "roll", "white": 1})], "malformed"),
    ("no die", [("Ana", {"type": "roll"})], "malformed"),
    ("a seven", [("Ana", {"type": "roll", "black": 7})], "malformed"),
    ("a field too many", [("Ana", {"type": "roll", "black": 1, "why": 1})], "malformed"),
    ("a draw before the roll", [("Ana", {"type": "draw", "cells": [[3, 5], [3, 6]]})], "malformed"),
    ("a buy in round 1", [("Ana", {"type": "buy", "piece": "cell"})], "malformed"),
    ("a hand on phones", [("Ana", {"type": "hand", "resources": {}})], "malformed"),
    ("a bonus without the rule", [("Ana", {"type": "bonus", "mark": "I"})], "malformed"),
    ("another piece", [*DRAWN[:1], ("Ana", {"type": "draw", "cells": [[3, 4], [3, 5], [3, 6]]})],
     "animism.hindrance.other_piece"),
    ("too few cells", [*DRAWN[:1], ("Ana", {"type": "draw", "cells": [[3, 5], [3, 6]]})], "malformed"),
    ("a cell twice", [*DRAWN[:1], ("Ana", {"type": "draw", "cells": [[3, 5], [3, 5], [3, 6]]})], "malformed"),
    ("off the map", [*DRAWN[:1], ("Ana", {"type": "draw", "cells": [[-1, 5], [0, 5], [0, 6]]})], "malformed"),
    ("on the centre", [*DRAWN[:1], ("Ana", {"type": "draw", "cells": [[4, 5], [4, 4], [3, 4]]})],
     "animism.hindrance.centre"),
    ("away from the centre", [*DRAWN[:1], ("Ana", {"type": "draw", "cells": [[0, 0], [0, 1], [1, 0]]})],
     "animism.hindrance.apart_centre"),
    ("done twice", [*DRAWN, ("Ana", DONE)], "not_due"),
    ("after the turn", [*DRAWN, ("Ana", {"type": "roll", "black": 1})], "not_due"),
]  # fmt: skip


@pytest.mark.rule("ANIM-29")
@pytest.mark.parametrize(("lines", "why"), [(lines, why) for _, lines, why in AT_ONCE], ids=[name for name, _, _ in AT_ONCE])
def test_a_line_against_the_rules_is_refused_with_the_reason(lines, why):
    assert refused(lines) == (len(lines), why)


LATER: list[tuple[str, list[Line], str]] = [
    ("done without a piece", [("Ana", DONE)], "animism.why.first_buy"),
    ("a piece for nothing", [("Ana", {"type": "buy", "piece": "two"})], "animism.why.too_dear"),
    ("a piece of no frame", [("Ana", {"type": "buy", "piece": "twelve", "pay": {"red": 1}})], "malformed"),
    ("a cell that is paid for", [("Ana", {"type": "buy", "piece": "cell", "pay": {"red": 1}})], "malformed"),
    ("none of a colour", [("Ana", {"type": "buy", "piece": "two", "pay": {"red": 0}})], "malformed"),
    ("a locked level", [("Ana", {"type": "buy", "piece": "five", "pay": {"red": 1}})], "animism.why.locked"),
    ("dice before the piece", [("Ana", {"type": "roll", "black": 1, "white": 1})], "malformed"),
    ("a re-roll without dice", [("Ana", {"type": "reroll", "die": "black", "pay": {"red": 1}})], "malformed"),
    ("dice that are too dear", [("Ana", {"type": "buy", "piece": "cell"}), ("Ana", {"type": "draw", "cells": [[7, 5]]}),
                                ("Ana", {"type": "roll", "black": 1, "white": 1})], "animism.why.too_dear"),
    ("an older drawing", [("Ana", {"type": "buy", "piece": "cell"}), ("Ana", {"type": "draw", "cells": [[3, 5]]})],
     "animism.hindrance.paint"),
]  # fmt: skip


@pytest.mark.rule("ANIM-29")
@pytest.mark.parametrize(("lines", "why"), [(lines, why) for _, lines, why in LATER], ids=[name for name, _, _ in LATER])
def test_a_later_round_replays(lines, why):
    lines = [*ROUND, *lines]
    assert refused(lines) == (len(lines), why)


ON_PAPER: list[tuple[str, list[Line], str]] = [
    ("a drawing", [("Ana", {"type": "roll", "black": 1})], "malformed"),
    ("the own colour", [("Ana", {"type": "hand", "resources": {"blue": 1}})], "malformed"),
    ("a hand without resources", [("Ana", {"type": "hand"})], "malformed"),
    ("a hand after the turn", [("Ana", DONE), ("Ana", {"type": "hand", "resources": {}})], "not_due"),
    ("a sheet before the end", [("Ana", {"type": "sheet", "owner": "Ana", "tracks": {}, "hexagons": {}, "altars": {}})],
     "malformed"),
    ("a confirmation of nothing", [("Ana", {"type": "confirm", "owner": "Ana"})], "malformed"),
    ("to set right", [(None, {"type": "set", "seat": "Ana", "blue": 3})], "not_due"),
]  # fmt: skip


@pytest.mark.rule("ANIM-28")
@pytest.mark.parametrize(
    ("lines", "why"), [(lines, why) for _, lines, why in ON_PAPER], ids=[name for name, _, _ in ON_PAPER]
)
def test_a_game_on_paper_replays(lines, why):
    assert refused(lines, {}) == (len(lines), why)


def changed(**parts: Any) -> dict[str, Any]:
    return {"sheets": "twin", "layout": {**LAYOUT, **parts}}


BAD_HEADS = [
    {"sheets": "paper"},
    {"colours": ["blue", "green"]},
    {"colours": ["blue", "green", "blue"]},
    {"colours": ["blue", "green", "pink"]},
    {"colours": "blue"},
    {"colours": None},
    {"advanced": 1},
    {"strict_levels": "yes"},
    {"sets": 3},
    {"layout": {}},
    {"layout": None},
    {"layout": {**LAYOUT, "author": "me"}},
    changed(name=""),
    changed(sample="yes"),
    changed(map=[*LAYOUT["map"][:-1], "ddddd"]),
    changed(map=[row.replace("O", ".") for row in LAYOUT["map"]]),
    changed(pieces=LAYOUT["pieces"][1:]),
    changed(black=LAYOUT["black"][:5]),
    changed(white=LAYOUT["black"]),
    changed(track=[["circle", 1]]),
    changed(track=[["hexagon", 5], ["circle", 4]]),
    changed(track=[["hexagon", 5, 6]]),
]


@pytest.mark.rule("ANIM-01")
@pytest.mark.rule("ANIM-03")
@pytest.mark.parametrize("options", BAD_HEADS, ids=lambda options: json.dumps(options)[:60])
@pytest.mark.parametrize("sheets", ["score", "twin"])
def test_a_bad_head_is_a_bad_file_in_both_modes(options, sheets):
    with pytest.raises(BadFile) as why:
        replay(text([], {"sheets": sheets, **options}))
    assert why.value.text.values["line"] == 1


@pytest.mark.rule("ANIM-06")
@pytest.mark.parametrize("seats", [["Ana", "Ben"], ["Ana", "Ben", "Cho", "Dai", "Eva"]])
def test_there_are_three_seats_or_four(seats):
    with pytest.raises(BadFile):
        replay(text([], seats=seats))


@pytest.mark.rule("ANIM-28")
def test_on_paper_the_options_of_phones_change_nothing():
    options = {"strict_levels": True, "layout": {**LAYOUT, "name": "mine"}, "colours": ["red", "blue", "green"]}
    table = replay(text([(seat, DONE) for _ in range(12) for seat in SEATS], options))
    assert awaited(table.moment.history.dues) == [{"kind": "sheet", "seat": seat} for seat in SEATS]


class Kept:
    """A game's entries as a box keeps them."""

    def __init__(self, sitting: Sitting, journal: MemoryJournal) -> None:
        self._head, self._journal = sitting.table.head, journal

    def table(self, number: int) -> TableHead | None:
        return self._head

    def read(self, table: int, since: int = 0) -> Sequence[Entry]:
        return self._journal.read(NUMBER, since)


@pytest.mark.rule("ANIM-27")
def test_no_record_has_a_hand_and_all_are_played_again():
    """This also holds after a `done` was taken back, together with the hands that were entered after it."""
    journal = MemoryJournal()
    sitting = Sitting(3, journal).answer("Ben", "hand", resources={"red": 77}).turns(1)
    sitting.answer("Ana", "hand", resources={"red": 88}).back(None).done("Cho").turns(11)
    for i, owner in enumerate(sitting.names):
        sitting.read(owner, owner, tracks={"blue": i}).answer(sitting.names[(i + 1) % 3], "confirm", owner=owner)
    sitting.answer("Ben", "resources", left=1).answer("Cho", "resources", left=2)
    lines = "\n".join(export(Kept(sitting, journal), NUMBER))
    assert "hand" not in lines
    assert replay(lines).moment.score() == sitting.moment.score()
    assert verify(lines).prints[-1] == sitting.moment.fingerprint
    assert verify(lines).left_out == 2
