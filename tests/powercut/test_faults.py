"""The disk fails at any call of an evening, once or for good. The box refuses answers in words, and loses no kept one."""

import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.core.state import Seat
from companion.core.words import text
from companion.journals.box_journal import Thing
from companion.snapshot.people import GuestBook
from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from tests.powercut.evening import Kept, kept_by
from tests.powercut.states import State, all_acknowledged, chain_holds, forgotten, lost_after_refusals, states
from tests.powercut.trace import PATIENCE, Call, need_strace
from tests.powercut.traced import MOST_CALLS, unsynced
from tests.support.games import answers, play
from tests.support.houses import open_house, playing

ANSWERS = 3
CALLS = ("fdatasync", "pwrite64")
STEPS = {"EIO": 1, "ENOSPC": 3, "EROFS": 3}
"""The errors of calls, each with its step. Each call fails with the first error. Every third call fails with each of the
others, which differ only in the reason shown."""
AT_A_TIME = 16
PARTS = 2
"""The number of parts that run side by side. In every evening of a part a sync fails."""
QUARTERS = 4
"""The power is cut at a quarter of the calls after a failed sync, in the next evening at another quarter."""
REASONS = {"trouble.disk", "trouble.disk_full", "trouble.read_only"}


class Report(NamedTuple):
    """The messages from a box on a failing disk."""

    injected: bool
    opened: bool
    kept: list[str]
    """The hash after each answer that the box acknowledged."""
    refused: list[str]
    """The reasons of its refusals."""


def run(begun: Path, call: str, error: str, when: str, numbers: Iterable[int]) -> Iterator[tuple[int, Report]]:
    """Play an evening for each number, in a copy of this folder. Evening N's Nth call of this kind fails."""
    log = begun.with_suffix(".trace")
    tracer = [*need_strace(), "-qq", "-o", str(log), f"-etrace={call}", f"-einject={call}:error={error}:when={when}"]
    command = [*tracer, sys.executable, "-m", "tests.powercut.stubborn", str(begun), str(ANSWERS), str(MOST_CALLS)]
    done = subprocess.run([*command, *map(str, numbers)], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    failed = {line.split()[0] for line in log.read_text().splitlines() if "(INJECTED)" in line}
    for content in done.stdout.split("evening ")[1:]:
        (n, pid), *lines = [line.split() for line in content.splitlines()]
        yield (
            int(n),
            Report(
                pid in failed,
                ["open"] in lines,
                [line[2] for line in lines if line[0] == "kept"],
                [line[1] for line in lines if line[0] == "refused" and len(line) > 5],
            ),
        )


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """Return a folder in which a game has begun."""
    house = playing(tmp_path / "begun", "Ana", "Ben")
    play(house, most=2)
    house.journal.close()
    return tmp_path / "begun"


def batches(first: int = 1, step: int = 1) -> Iterator[range]:
    """Yield all numbers that a failing call may have, in batches. A `step` of 2 takes every second number."""
    for begin in range(first, MOST_CALLS, AT_A_TIME * step):
        yield range(begin, min(begin + AT_A_TIME * step, MOST_CALLS), step)


def failing(begun: Path, call: str, error: str, lasts: bool, step: int = 1) -> Iterator[tuple[str, Path, Report]]:
    """Yield the evening with its first call failing, then with the call `step` later, until the evening has no such call."""
    when = f"{MOST_CALLS}{'+' * lasts}"
    for numbers in batches(step=step):
        for n, heard in run(begun, call, error, when, numbers):
            if not heard.injected:
                return
            yield f"{call} {n}: {error}", begun.with_name(f"{begun.name}-{n}"), heard
    raise AssertionError("this evening has no end")


def is_kept(folder: Path, heard: Report, where: str) -> None:
    """Check that a box on a sound disk has all acknowledged answers and one more at most, and that the game goes on."""
    house = open_house(folder)
    assert house.trouble is None, where
    found = kept_by(house.journal)
    assert chain_holds(found), where
    hashes = [entry.hash for entry in found.entries][2:]
    assert hashes[: len(heard.kept)] == heard.kept, where
    assert len(hashes) <= len(heard.kept) + 1, where
    keys = [entry.key for entry in found.entries]
    assert len(set(keys)) == len(keys), f"an answer counts twice: {where}"
    assert list(answers(house, seed=9, most=2)) == [1, 2], where
    house.journal.close()


@pytest.mark.parametrize("error", STEPS)
@pytest.mark.parametrize("call", CALLS)
def test_a_disk_that_fails_once_at_any_call_loses_nothing_and_the_evening_goes_on(
    begun: Path, call: str, error: str
) -> None:
    tried, refused = 0, set[str]()
    for where, folder, heard in failing(begun, call, error, False, STEPS[error]):
        assert len(heard.kept) == ANSWERS, where
        is_kept(folder, heard, where)
        refused |= set(heard.refused)
        tried += 1
    assert tried > 3 * ANSWERS // STEPS[error]
    assert refused
    assert refused <= REASONS


@pytest.mark.parametrize("call", CALLS)
def test_a_disk_that_fails_from_any_call_on_refuses_in_words_and_loses_nothing(begun: Path, call: str) -> None:
    tried = unfinished = 0
    for where, folder, heard in failing(begun, call, "EIO", lasts=True):
        assert set(heard.refused) <= REASONS, where
        if not heard.opened or len(heard.kept) < ANSWERS:
            assert len(heard.refused) >= 3, f"an answer was not kept, and nobody said so: {where}"
            unfinished += 1
        is_kept(folder, heard, where)
        tried += 1
    assert tried > 2 * ANSWERS
    assert unfinished > 2 * ANSWERS


def test_every_reason_has_words_in_every_language() -> None:
    for key in REASONS:
        assert len({say(text(key), language) for language in LANGUAGES}) == len(LANGUAGES)


def test_the_judge_excuses_damage_only_where_nothing_was_ever_kept(memory: Path) -> None:
    torn = {"companion.db": b"half of what was to be a file" * 500}
    code = Kept(code="7KQ2ML")
    verdicts = [
        lost_after_refusals(State(torn, len(acknowledged), "anywhere"), [Kept(), *acknowledged], memory)
        for acknowledged in ([], [Kept()], [code], [Kept(), code], [code, Kept()])
    ]
    assert verdicts == [None, None, "damaged", "damaged", "damaged"]


def test_the_judge_finds_an_answer_that_a_box_acknowledged_and_forgot() -> None:
    seat = Kept(GuestBook(tokens={Seat("Ana"): "hash"}), "7KQ2ML")
    assert forgotten([Kept(), seat, seat]) is None
    assert forgotten([Kept(), seat, Kept(code="7KQ2ML"), seat]) == seat
    once, twice = (Kept(things=(Thing("a" * 16, "animism", "layout", revision, {}),)) for revision in (1, 2))
    assert forgotten([Kept(), once, twice]) is None
    assert forgotten([Kept(), once, twice, once]) == twice


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("times", [1, 4])
def test_answers_after_failed_syncs_outlive_a_power_cut_too(tmp_path: Path, memory: Path, times: int, part: int) -> None:
    """A sync that succeeds after a failed one makes nothing certain, because the system has given those blocks up.

    Each evening has a fault and a cut. The fault is at each sync in turn, once or several times in a row.
    """
    faults = 0
    for n, folder, calls in failing_syncs(tmp_path / "state", times, part):
        acknowledged = all_acknowledged(calls)
        assert len(acknowledged[-1].entries) == 4
        assert forgotten(acknowledged) is None, f"sync {n} failed"
        failed = next(at for at, call in enumerate(calls) if call.fails)
        for state in states(calls, folder, 1, seed=n, since=failed, part=(n // PARTS % QUARTERS, QUARTERS)):
            fault = lost_after_refusals(state, acknowledged, memory)
            assert fault is None, f"sync {n} failed; {fault}: {state.where}"
        faults += 1
    assert faults > 8 // PARTS


def failing_syncs(state: Path, times: int, part: int) -> Iterator[tuple[int, Path, list[Call]]]:
    """Yield one part of these evenings: the first sync of each thread fails, then the second, and so on to the last."""
    for numbers in batches(1 + part, PARTS):
        for n, folder, calls in unsynced(state, 4, times, numbers):
            if not any(call.fails for call in calls):
                return
            yield n, folder, calls
    raise AssertionError("this evening has no end")
