"""The cost of a long game: each answer is kept once, and played again only after a correction of an earlier one."""

import json
from typing import Any

import msgspec
import pytest

from companion.bounds import MOST_PLAYED_AGAIN
from companion.core.dues import Correction
from companion.core.journal import AnswerEntry, MemoryJournal, TableHead
from companion.core.table import Table
from companion.core.words import Malformed
from companion.house.dice import SeededDice
from companion.records.record import RefusedLine, replay
from tests.promises.settings import NAMES
from tests.support.records import HEAD, text_of
from tests.toy.rules import Toy

HEAD_OF_TOY = TableHead("toy", NAMES[:3], {}, chain=2)
MANY = 40


class Counting(Toy):
    """The toy game, which counts the answers that it plays."""

    def __init__(self) -> None:
        self.played = 0

    def play(self, state: Any, event: Any) -> Any:
        self.played += 1
        return super().play(state, event)


def at_table(journal: MemoryJournal) -> tuple[Table, Counting]:
    game, lots = Counting(), SeededDice(5)
    return Table(game, HEAD_OF_TOY, game.options(), journal, 7, lots.bits, lots.pick), game


def set_right(table: Table, coins: int, key: str) -> None:
    table.answer(NAMES[0], None, {"type": "set", "seat": "Ben", "coins": coins}, key)


@pytest.fixture
def corrected() -> MemoryJournal:
    """Return a journal in which a tally was set right often, and half of that was corrected, from the first on."""
    journal = MemoryJournal()
    table, _ = at_table(journal)
    for n in range(MANY):
        set_right(table, n % 9, f"set {n}")
    first = table.moment.history.answered[0].entry.n + 1
    for n in range(MANY // 2):
        table.correct(Correction(of=(first,), data={"type": "set", "seat": "Ben", "coins": n % 7}, by=None))
    set_right(table, 8, "and on it goes")
    return journal


def test_a_restart_plays_each_valid_answer_once_however_often_it_was_corrected(corrected: MemoryJournal) -> None:
    table, game = at_table(corrected)
    assert game.played == len(table.moment.history.answered)


def test_a_restart_after_a_correction_plays_once_more_what_that_touched(corrected: MemoryJournal) -> None:
    table, _ = at_table(corrected)
    last = table.moment.history.answered[-1].entry.n
    table.correct(Correction(of=(last,), data={"type": "set", "seat": "Ben", "coins": 3}, by=None))
    again, game = at_table(corrected)
    assert game.played == len(again.moment.history.answered) + 1
    assert again.moment.screen(None) == table.moment.screen(None)


def test_an_answer_that_is_impossible_after_a_correction_does_not_come_back_at_a_restart(corrected: MemoryJournal) -> None:
    last = corrected.read(7)[-1]
    assert isinstance(last, AnswerEntry)
    corrected.append(7, last.n, msgspec.structs.replace(last, n=last.n + 1, key="too many", do={**last.do, "coins": 100}))
    with pytest.raises(Malformed):
        at_table(corrected)


def test_a_correction_plays_again_only_from_the_first_answer_on_that_it_touches(corrected: MemoryJournal) -> None:
    table, game = at_table(corrected)
    last = table.moment.history.answered[-1].entry.n
    before = game.played
    table.correct(Correction(of=(last,), data={"type": "set", "seat": "Ben", "coins": 3}, by=None))
    assert game.played == before + 1


def test_an_answer_is_linked_to_those_before_it_and_copies_none(corrected: MemoryJournal) -> None:
    table, _ = at_table(corrected)
    before = table.moment.history
    set_right(table, 5, "one more")
    assert table.moment.history.before is before


def test_the_answer_to_take_back_is_found_without_computing_offers(corrected: MemoryJournal) -> None:
    table, _ = at_table(corrected)
    steps = table.moment.history.answered
    assert list(table.moment.history.newest_undoable()) == [step for step in reversed(steps) if step.event.due.undoable]


def test_a_restart_changes_no_seq_no_fingerprint_and_no_key(corrected: MemoryJournal) -> None:
    one, _ = at_table(corrected)
    set_right(one, 6, "the last")
    again, game = at_table(corrected)
    assert again.moment.history == one.moment.history
    assert (again.moment.seqs, again.moment.open_entries) == (one.moment.seqs, one.moment.open_entries)
    played = game.played
    set_right(again, 6, "the last")
    assert (again.moment.entries, game.played) == (one.moment.entries, played)


def sets(many: int) -> list[dict[str, Any]]:
    return [{"seat": None, "do": {"type": "set", "seat": "Ana", "stones": n % 9}} for n in range(many)]


def correction(of: int, n: int) -> dict[str, Any]:
    return {"correct": [of], "do": {"type": "set", "seat": "Ana", "stones": n % 9}}


def corrected_as_often_as_may_be() -> list[dict[str, Any]]:
    """Return a record with as many corrections of the first answer as fit, and one more that plays the rest again."""
    answers, left = sets(500), MOST_PLAYED_AGAIN
    while left >= len(answers):
        left -= len(answers)
        answers.append(correction(1, len(answers)))
    first = len(answers) + 1
    return [*answers, *sets(left), correction(first, 5)]


@pytest.mark.bound("MOST_PLAYED_AGAIN")
@pytest.mark.long
def test_a_record_that_corrects_itself_for_ever_is_refused_at_the_line_where_it_is_too_much() -> None:
    entries = corrected_as_often_as_may_be()
    assert replay(text_of(*entries, head=HEAD)).moment.entries == len(entries)
    one_more = [*entries, *sets(1), correction(len(entries) + 1, 3)]
    with pytest.raises(RefusedLine, match="corrected_too_often") as why:
        replay(text_of(*one_more, head=HEAD))
    assert why.value.line == 1 + len(one_more)


def test_a_long_game_with_every_third_answer_corrected_is_replayed() -> None:
    lines = []
    for n in range(0, 1000, 2):
        lines += [{"seat": None, "do": {"type": "set", "seat": "Ana", "stones": n % 9}}]
        lines += [{"correct": [n + 1], "do": {"type": "set", "seat": "Ana", "stones": (n + 1) % 9}}]
    assert replay("\n".join(map(json.dumps, [HEAD, *lines]))).moment.entries == 1000
