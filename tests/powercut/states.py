"""What is found after a cut at any call of an evening, and whether it is what people were told."""

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
"""Calls that stay together in one part: many a call leaves what the one before it left."""


class State(NamedTuple):
    """A folder after a cut: its files, and how many times people had been told something before it."""

    files: dict[str, bytes]
    told: int
    where: str
    """After which call, and how the power went."""


def told(calls: Sequence[Call]) -> list[Kept]:
    """What people were told in the course of the evening; before anything, nothing."""
    return [Kept(), *(msgspec.json.decode(call.data, type=Kept) for call in calls if tells(call))]


def forgotten(told: Sequence[Kept]) -> Kept | None:
    """What people were told and then something else, in an evening in which nobody leaves and nothing is taken back. A cut
    is judged by what was told last: a box that forgot by itself would be held to less."""
    for before, after in pairwise(told):
        has_table = before.table in (None, after.table)
        has_phones = before.guests.tokens.items() <= after.guests.tokens.items()
        has_things = {(thing.id, thing.revision) for thing in before.things} <= {
            (thing.id, revision) for thing in after.things for revision in range(thing.revision + 1)
        }
        if not (has_table and has_phones and has_things and before.entries == after.entries[: len(before.entries)]):
            return before
    return None


def tells(call: Call) -> bool:
    """A line to whoever reads along; the server's loop wakes itself by a pipe, too."""
    return call.name == "write" and call.path.startswith("pipe:") and call.data.startswith(b"{")


def states(
    calls: Sequence[Call], folder: Path, tries: int, seed: int = 1, since: int = 0, part: tuple[int, int] = (0, 1)
) -> Iterator[State]:
    """Each different state once: after each call, cut in each way, as often as `tries` says where chance has a part.
    `since`: from this call on. `part`: the nth of so many equal parts, each of calls from the whole evening."""
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


def wrong(state: State, told: Sequence[Kept], folder: Path, safety: WriteSafety = CAREFUL) -> str | None:
    """What is wrong with what is left after a cut, if anything."""
    found, damaged = opened(state, folder, safety)
    if damaged:
        return "damaged"
    if not chain_holds(found):
        return "the chain is broken"
    return _lost_or_made_up(found, told[state.told], told[min(state.told + 1, len(told) - 1)])


def opened(state: State, folder: Path, safety: WriteSafety = CAREFUL) -> tuple[Kept, bool]:
    """Open what is left as the box does: what is found, and whether the file was damaged."""
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
    """Without what chance put into it: what is refused and said again has other bits, tokens, codes and numbers, and both
    may be found, as nobody can know whether a disk that failed kept it."""
    guests = replace(kept.guests, tokens=dict.fromkeys(kept.guests.tokens, ""))
    entries = tuple(replace(entry, bits="", hash="") for entry in kept.entries)
    table = (0, kept.table[1]) if kept.table else None
    return Kept(guests, None, table, entries, kept.things)


def lost_after_refusals(state: State, told: Sequence[Kept], folder: Path) -> str | None:
    """As `wrong`, on a disk that also refused things on the way."""
    found, damaged = opened(state, folder)
    # The one damage that is nobody's loss: of a file in which nothing could be kept yet, not even a code. So nobody was ever
    # told by then that anything is, and what is found in it is held to the same as what is found in any other. As soon as
    # one thing was kept the file is whole, and whatever fails and is cut from then on leaves it so.
    if damaged and any(kept != Kept() for kept in told[: state.told + 1]):
        return "damaged"
    if not chain_holds(found):
        return "the chain is broken"
    least = blurred(told[state.told])
    later = (blurred(kept) for kept in told[state.told :])
    return _lost_or_made_up(blurred(found), least, next((kept for kept in later if kept != least), least))


def _lost_or_made_up(found: Kept, least: Kept, most: Kept) -> str | None:
    """Each thing is as people were told last, or as they would have been told next."""
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
    hash_ = head_hash(head.said())
    for entry in found.entries:
        if entry.hash != entry_hash(head.chain, hash_, entry.said(), entry.bits):
            return False
        hash_ = entry.hash
    return True
