"""The notes that boxes write while a nemesis hunts them, into files that outlive them; and the judgement at the end."""

import os
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

COPIED_SECONDS: Final = 1.0
"""An answer that was acknowledged longer than this before a fault is in the store."""
HEARS_SECONDS: Final = 45.0
"""So long after a fault a box may not have asked a store again: half a minute of patience, and the calls in between."""
LETS_GO_SECONDS: Final = 5.0
"""So long an ask for a table counts as a fault of its box."""
TAKEN: Final = "trouble.taken"
ELSEWHERE: Final = "trouble.elsewhere"
UNSURE: Final = "trouble.unsure"


class Answer(msgspec.Struct, frozen=True, tag=True):
    """An answer that a box has acknowledged."""

    at: float
    box: str
    table: str
    hash: str
    """The hash of its entry."""
    epoch: int = 1
    """The epoch of its box as the owner of the table; 0: the box knew that another one has it."""
    is_shown: bool = True
    """Whether the room saw it. A secret answer shows in no number of what is missing."""


class Sent(msgspec.Struct, frozen=True, tag=True):
    """Entries that the store has acknowledged to a box: their keys, with the marks of their values in hex."""

    at: float
    box: str
    entries: tuple[tuple[str, str], ...]


class Says(msgspec.Struct, frozen=True, tag=True):
    """All screens of a box say this of its table from now on."""

    at: float
    box: str
    table: str
    alarm: str
    """The key of the text; empty: nothing is wrong."""
    behind: int | None = None
    """If the table goes on elsewhere: how many answers the other box lacks; None: nobody knows."""


class SwitchedOn(msgspec.Struct, frozen=True, tag=True):
    """A box is on from now on."""

    at: float
    box: str


Noted = Answer | Sent | Says | SwitchedOn


class Fault(NamedTuple):
    """One thing that the nemesis did, and for how long."""

    begin: float
    end: float
    box: str = ""
    """Empty: the store."""


class Judgement(NamedTuple):
    """Counts. The last three are to be 0."""

    faults: int
    """Things that the nemesis did."""
    moves: int
    """Tables that went on at another box, each time."""
    acknowledged: int
    safe: int
    """Those that were acknowledged more than COPIED_SECONDS before a fault, by a box that reached the store."""
    lost: int
    """Those that the table lacks now, and that were not safe."""
    safe_lost: int
    silent: int
    """Lost ones of which no screen says so."""
    doubled: int
    """Those that a box took for a table of which it knew, or had to ask, that another box has it."""


class Ledger:
    """A box's file of what it notes. A line is with the system when `note` returns, and outlives the process."""

    def __init__(self, folder: Path) -> None:
        self._file = os.open(folder / "ledger.jsonl", os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)

    def note(self, noted: Noted) -> None:
        """Write one line. From any thread."""
        os.write(self._file, msgspec.json.encode(noted) + b"\n")


def noted(folder: Path) -> Iterator[Noted]:
    """Yield what the box in this folder has noted. A kill may have torn the last line."""
    with suppress(FileNotFoundError):
        for raw in (folder / "ledger.jsonl").read_bytes().splitlines():
            with suppress(msgspec.DecodeError):
                yield msgspec.json.decode(raw, type=Noted)


def judged(notes: Sequence[Noted], faults: Sequence[Fault], chains: Mapping[str, Set[str]]) -> Judgement:
    """Judge all notes by the hashes of the entries that each table has in the end."""
    answers = [one for one in notes if isinstance(one, Answer)]
    lost = [one for one in answers if one.hash not in chains.get(one.table, frozenset())]
    sent: dict[str, list[float]] = defaultdict(list)
    for note in notes:
        if isinstance(note, Sent):
            sent[note.box].append(note.at)
    is_safe = {one.hash for one in answers if _is_safe(one, sorted(sent[one.box]), faults)}
    return Judgement(
        faults=len(faults),
        moves=len({(one.table, one.epoch) for one in answers}) - len({one.table for one in answers}),
        acknowledged=len(answers),
        safe=len(is_safe),
        lost=sum(one.hash not in is_safe for one in lost),
        safe_lost=sum(one.hash in is_safe for one in lost),
        silent=sum(not _is_said(one, notes) for one in lost),
        doubled=sum(_is_doubled(one, answers, notes, faults) for one in lost),
    )


def _is_safe(answer: Answer, sent: Sequence[float], faults: Iterable[Fault]) -> bool:
    """Whether its box reached the store after the last fault, as these times of sending say, and before the next one had
    COPIED_SECONDS."""
    felt = [one for one in faults if one.box in ("", answer.box)]
    if any(one.begin - COPIED_SECONDS <= answer.at <= one.end for one in felt):
        return False
    since = max((one.end for one in felt if one.end < answer.at), default=0.0)
    return bisect_right(sent, answer.at) > bisect_right(sent, since)


def _is_said(answer: Answer, notes: Iterable[Noted]) -> bool:
    """Whether the box that took the answer says that it is lost, or the one that has the table now that it may be."""
    said = [one for one in notes if isinstance(one, Says) and one.table == answer.table and one.alarm != UNSURE]
    own = [one for one in said if one.box == answer.box and one.alarm == ELSEWHERE and one.at > answer.at]
    here = [one for one in said if one.alarm != ELSEWHERE]
    last = max(here, key=lambda one: one.at, default=None)
    return any(one.behind != 0 or not answer.is_shown for one in own) or (last is not None and last.alarm == TAKEN)


def _is_doubled(answer: Answer, answers: Iterable[Answer], notes: Iterable[Noted], faults: Iterable[Fault]) -> bool:
    """Whether another box had the table before, and this one was switched on since, or nothing kept it from the store."""
    since = min((one.at for one in answers if one.table == answer.table and one.epoch > answer.epoch), default=answer.at)
    starts = [one.at for one in notes if isinstance(one, SwitchedOn) and one.box == answer.box]
    felt = [one for one in faults if one.box in ("", answer.box) and one.begin <= answer.at < one.end + HEARS_SECONDS]
    is_free = not felt and since < answer.at - HEARS_SECONDS
    return is_free or any(since < at < answer.at for at in starts)
