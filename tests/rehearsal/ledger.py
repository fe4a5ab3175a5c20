"""The notes of hunted boxes, in files that outlive the boxes, and the judgement of these notes at the end."""

import os
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

COPIED_SECONDS: Final = 1.0
"""Seconds. The store has every answer that was acknowledged at least this long before a fault."""
HEARS_SECONDS: Final = 45.0
"""Seconds after a fault in which a box may not have asked the store again.

A box waits half a minute, and its calls take time.
"""
LETS_GO_SECONDS: Final = 5.0
"""Seconds for which a request for a table counts as a fault of its box."""
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
    """The epoch of its box as the owner of the table, or 0 if the box knew of another owner."""
    is_shown: bool = True
    """True if the answer is public. The number of missing answers on a screen leaves secret ones out."""


class Sent(msgspec.Struct, frozen=True, tag=True):
    """Entries that the store has acknowledged to a box: their keys, with the marks of their values in hex."""

    at: float
    box: str
    entries: tuple[tuple[str, str], ...]


class Says(msgspec.Struct, frozen=True, tag=True):
    """A new message about the table, on all screens of a box."""

    at: float
    box: str
    table: str
    alarm: str
    """The key of the text; "" if nothing is wrong."""
    behind: int | None = None
    """The number of answers that the other box lacks, if the table goes on there, or None if that is unknown."""


class SwitchedOn(msgspec.Struct, frozen=True, tag=True):
    """A start of a box."""

    at: float
    box: str


Noted = Answer | Sent | Says | SwitchedOn


class Fault(NamedTuple):
    """One deed of the nemesis, with its begin and its end."""

    begin: float
    end: float
    box: str = ""
    """The id of the box; "" means the store."""


class Judgement(NamedTuple):
    """The counts of a hunt. The last three must be 0."""

    faults: int
    """The number of the nemesis's deeds."""
    moves: int
    """The number of times that a table went on at another box."""
    acknowledged: int
    safe: int
    """Acknowledged answers of a box that reached the store, more than COPIED_SECONDS before a fault."""
    lost: int
    """Acknowledged answers that were not safe, and that the table lacks now."""
    safe_lost: int
    silent: int
    """Lost answers that no screen reports."""
    doubled: int
    """Lost answers of a box that knew that another box had the table, or that should have asked."""


class Ledger:
    """A box's file of notes. When `note` returns, the system has the line, so it outlives the process."""

    def __init__(self, folder: Path) -> None:
        self._file = os.open(folder / "ledger.jsonl", os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)

    def note(self, noted: Noted) -> None:
        """Write one line. Any thread may call this."""
        os.write(self._file, msgspec.json.encode(noted) + b"\n")


def noted(folder: Path) -> Iterator[Noted]:
    """Yield the notes of the box in this folder. A last line that a kill has torn is left out."""
    with suppress(FileNotFoundError):
        for raw in (folder / "ledger.jsonl").read_bytes().splitlines():
            with suppress(msgspec.DecodeError):
                yield msgspec.json.decode(raw, type=Noted)


def judged(notes: Sequence[Noted], faults: Sequence[Fault], chains: Mapping[str, Set[str]]) -> Judgement:
    """Judge all notes by the final chains, which are the hashes of each table's entries."""
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
        silent=sum(not _is_shown(one, notes) for one in lost),
        doubled=sum(_is_doubled(one, answers, notes, faults) for one in lost),
    )


def _is_safe(answer: Answer, sent: Sequence[float], faults: Iterable[Fault]) -> bool:
    """Return whether the answer must be in the store.

    Its box must have reached the store since the last fault, as the times in `sent` show. The next fault must have come
    more than COPIED_SECONDS later.
    """
    felt = [one for one in faults if one.box in ("", answer.box)]
    if any(one.begin - COPIED_SECONDS <= answer.at <= one.end for one in felt):
        return False
    since = max((one.end for one in felt if one.end < answer.at), default=0.0)
    return bisect_right(sent, answer.at) > bisect_right(sent, since)


def _is_shown(answer: Answer, notes: Iterable[Noted]) -> bool:
    """Return whether a screen reports the loss.

    The box that took the answer may say that it is lost, or the table's new box that it may be.
    """
    shown = [one for one in notes if isinstance(one, Says) and one.table == answer.table and one.alarm != UNSURE]
    own = [one for one in shown if one.box == answer.box and one.alarm == ELSEWHERE and one.at > answer.at]
    here = [one for one in shown if one.alarm != ELSEWHERE]
    last = max(here, key=lambda one: one.at, default=None)
    return any(one.behind != 0 or not answer.is_shown for one in own) or (last is not None and last.alarm == TAKEN)


def _is_doubled(answer: Answer, answers: Iterable[Answer], notes: Iterable[Noted], faults: Iterable[Fault]) -> bool:
    """Return whether the box took the answer although it could know of another owner.

    It could know if it was switched on since the other box took the table, or if it reached the store for long enough.
    """
    since = min((one.at for one in answers if one.table == answer.table and one.epoch > answer.epoch), default=answer.at)
    starts = [one.at for one in notes if isinstance(one, SwitchedOn) and one.box == answer.box]
    felt = [one for one in faults if one.box in ("", answer.box) and one.begin <= answer.at < one.end + HEARS_SECONDS]
    is_free = not felt and since < answer.at - HEARS_SECONDS
    return is_free or any(since < at < answer.at for at in starts)
