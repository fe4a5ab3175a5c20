"""The states of a disk after a cut at any call of an evening, and the judge of what each state has lost."""

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from companion.box.running import open_journal
from companion.core.journal import entry_hash, head_hash
from companion.journals.durability import CAREFUL, WriteSafety
from tests.powercut.disk import CUTS, Disk
from tests.powercut.evening import Kept, kept_by
from tests.powercut.trace import Call

RUN = 8
"""The number of neighbouring calls in one part. Neighbours often leave the same states, which are then tried once."""


class State(NamedTuple):
    """A folder after a cut: its files, and the number of times that people had been shown something before it."""

    files: dict[str, bytes]
    shown: int
    where: str
    """The call before the cut, and the kind of cut."""


def all_acknowledged(calls: Sequence[Call]) -> list[Kept]:
    """Return all that people were shown during the evening, in order. The first is empty."""
    return [Kept(), *(msgspec.json.decode(call.data, type=Kept) for call in calls if tells(call))]


def forgotten(acknowledged: Sequence[Kept]) -> Kept | None:
    """Return the first state that people were shown and that the next one lacks, or None if there is none.

    In these evenings nobody leaves, and nothing is taken back. A cut is judged by the last state that people were shown.
    Without this check a box that forgets by itself would be judged too mildly.
    """
    for before, after in pairwise(acknowledged):
        has_table = before.table in (None, after.table)
        has_phones = before.guests.tokens.items() <= after.guests.tokens.items()
        has_things = {(thing.id, thing.revision) for thing in before.things} <= {
            (thing.id, revision) for thing in after.things for revision in range(thing.revision + 1)
        }
        if not (has_table and has_phones and has_things and before.entries == after.entries[: len(before.entries)]):
            return before
    return None


def tells(call: Call) -> bool:
    """Return whether this call writes a line of the evening. The server's loop writes to a pipe, too, to wake itself."""
    return call.name == "write" and call.path.startswith("pipe:") and call.data.startswith(b"{")


def states(
    calls: Sequence[Call], folder: Path, tries: int, seed: int = 1, since: int = 0, part: tuple[int, int] = (0, 1)
) -> Iterator[State]:
    """Yield each different state once, after each call from number `since` on, for each kind of cut.

    A cut with chance in it is tried `tries` times. `part` is the number of this part, and of all parts. Each part has calls
    from the whole evening.
    """
    disk, dice, seen, times = Disk(str(folder)), random.Random(seed), set[int](), 0
    for n, call in enumerate(calls):
        if tells(call):
            times += 1
        if not (tells(call) or disk.does(call)) or n < since or n // RUN % part[1] != part[0]:
            continue
        for cut in (how for how in CUTS for _ in range(tries if how.chance else 1)):
            files = disk.cut(cut, dice)
            key = hash((times, tuple(sorted(files.items()))))
            if key not in seen:
                seen.add(key)
                yield State(files, times, f"{cut.name} after call {n}: {call.name} of {call.path}")


def wrong(state: State, acknowledged: Sequence[Kept], folder: Path, safety: WriteSafety = CAREFUL) -> str | None:
    """Return the fault of a state after a cut, or None if it has none."""
    found, damaged = opened(state, folder, safety)
    if damaged:
        return "damaged"
    if not chain_holds(found):
        return "the chain is broken"
    return _lost_or_made_up(found, acknowledged[state.shown], acknowledged[min(state.shown + 1, len(acknowledged) - 1)])


def opened(state: State, folder: Path, safety: WriteSafety = CAREFUL) -> tuple[Kept, bool]:
    """Open a state as the box does. Return what it holds, and whether the file was damaged."""
    for old in folder.iterdir():
        old.unlink()
    for name, content in state.files.items():
        (folder / name).write_bytes(content)
    journal = open_journal(folder, safety)
    try:
        return kept_by(journal), journal.salvaged
    finally:
        journal.close()


def blurred(kept: Kept) -> Kept:
    """Return this without everything that depends on chance.

    A refused answer that is sent again gets other bits, tokens, codes and numbers. Either version may be found, because a
    disk that failed may have kept the first.
    """
    guests = replace(kept.guests, tokens=dict.fromkeys(kept.guests.tokens, ""))
    entries = tuple(replace(entry, bits="", hash="") for entry in kept.entries)
    table = (0, kept.table[1]) if kept.table else None
    return Kept(guests, None, table, entries, kept.things)


def lost_after_refusals(state: State, acknowledged: Sequence[Kept], folder: Path) -> str | None:
    """Return the fault of a state, as `wrong` does, after an evening in which the disk also failed."""
    found, damaged = opened(state, folder)
    # A damaged file loses nothing if nothing was ever kept in it, not even a code: then people were shown nothing. Its
    # content is judged as that of any other file. The file is whole from the first thing that is kept, and neither a
    # failure nor a cut may damage it from then on.
    if damaged and any(kept != Kept() for kept in acknowledged[: state.shown + 1]):
        return "damaged"
    if not chain_holds(found):
        return "the chain is broken"
    least = blurred(acknowledged[state.shown])
    later = (blurred(kept) for kept in acknowledged[state.shown :])
    return _lost_or_made_up(blurred(found), least, next((kept for kept in later if kept != least), least))


def _lost_or_made_up(found: Kept, least: Kept, most: Kept) -> str | None:
    """Return the fault if a part is neither as people last saw it, nor as they would have seen it next."""
    for name in ("guests", "code", "table", "things"):
        if getattr(found, name) not in (getattr(least, name), getattr(most, name)):
            return f"{name}: {getattr(found, name)}"
    if len(found.entries) < len(least.entries) and found.table == least.table:
        return f"lost: {len(found.entries)} of {len(least.entries)} answers are there"
    if found.entries != most.entries[: len(found.entries)]:
        return "an answer that nobody gave"
    return None


def chain_holds(found: Kept) -> bool:
    if found.table is None:
        return not found.entries
    head = found.table[1]
    hash_ = head_hash(head.fields())
    for entry in found.entries:
        if entry.hash != entry_hash(head.chain, hash_, entry.fields(), entry.bits):
            return False
        hash_ = entry.hash
    return True
