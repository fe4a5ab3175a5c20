"""The power is cut at any call of a real evening. Everything that people were shown is kept, and nothing is invented."""

from itertools import islice
from pathlib import Path

import pytest

from companion.journals.durability import WriteSafety
from tests.powercut.states import all_acknowledged, forgotten, states, tells, wrong
from tests.powercut.traced import ANSWERS, evening
from tests.support.games import answers
from tests.support.houses import open_house

TRIES = 11
STATES = 5_000
PARTS = 2


@pytest.mark.parametrize("part", range(PARTS))
def test_five_thousand_cuts_lose_no_acknowledged_answer_and_make_nothing_up(tmp_path: Path, memory: Path, part: int) -> None:
    """Each part has half of the cuts, after calls of the whole evening."""
    calls = evening(tmp_path)
    acknowledged = all_acknowledged(calls)
    assert len(acknowledged[-1].entries) == ANSWERS
    assert forgotten(acknowledged) is None
    tried = 0
    for state in states(calls, tmp_path / "state", TRIES, part=(part, PARTS)):
        fault = wrong(state, acknowledged, memory)
        assert fault is None, f"{fault}: {state.where}"
        tried += 1
    assert tried >= STATES // PARTS


@pytest.mark.parametrize(
    "safety",
    [
        WriteSafety(synchronous="NORMAL"),
        WriteSafety(synchronous="OFF"),
        WriteSafety(log="DELETE", trusts_sectors=True),  # the usual settings of SQLite in Python
        WriteSafety(trusts_sectors=True),
    ],
    ids=["synchronous=NORMAL", "synchronous=OFF", "journal_mode=DELETE", "psow=1"],
)
def test_a_file_that_is_written_less_carefully_is_found_out(tmp_path: Path, memory: Path, safety: WriteSafety) -> None:
    calls = evening(tmp_path, safety)
    acknowledged = all_acknowledged(calls)
    assert len(acknowledged[-1].entries) == ANSWERS
    after_each = (state for tries in (1, TRIES) for state in states(calls, tmp_path / "state", tries))
    assert any(wrong(state, acknowledged, memory, safety) for state in after_each)


def test_an_answer_waits_for_one_sync_or_two_when_the_log_starts_over_but_never_for_a_checkpoint(
    tmp_path: Path,
) -> None:
    calls = evening(tmp_path)
    answering = next(call.thread for call in reversed(calls) if tells(call))
    waits, synced = [], 0
    for call in (call for call in calls if call.thread == answering):
        synced += call.name == "sync"
        if tells(call):
            waits, synced = [*waits, synced], 0
    assert waits == [1, *[2] * (ANSWERS - 1)]  # here SQLite checkpoints the log after each answer
    assert synced == 0
    home = {call.thread for call in calls if call.name == "pwrite64" and call.path.endswith(".db")}
    assert home
    assert answering not in home


def test_after_a_cut_the_house_opens_and_the_game_goes_on(tmp_path: Path, memory: Path) -> None:
    calls = evening(tmp_path)
    opened = 0
    for state in islice(states(calls, tmp_path / "state", 1, seed=2), 0, None, 20):
        for old in memory.iterdir():
            old.unlink()
        for name, content in state.files.items():
            (memory / name).write_bytes(content)
        house = open_house(memory)
        assert house.trouble is None, state.where
        if house.table is not None:
            before = house.table.moment.entries
            assert list(answers(house, seed=9, most=2)) == [1, 2], state.where
            assert house.table.moment.entries >= before + 2
            opened += 1
        house.journal.close()
    assert opened
