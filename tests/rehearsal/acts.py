"""The faults of a hall in a rehearsal. An act repairs everything in the end. It yields each broken promise.

An act calls `say` with other news for the reader.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

from companion.hall import layout
from companion.hall.etcd import Away
from companion.hall.own_store import Node, until_they_answer
from companion.hall.store import Store
from tests.rehearsal import faults
from tests.rehearsal.cable import Way
from tests.rehearsal.stage import Crew, Stage
from tests.rehearsal.words import Line, line

Say = Callable[[Line], None]
SPARE_BYTES: Final = 32 * 1024
"""The bytes that a machine's store may grow before it is full."""
TAKEN_SECONDS: Final = 10.0
"""Seconds within which a table goes on at the spare."""


def leader(stage: Stage, say: Say) -> Iterator[Line]:
    """The leading machine of the store dies."""
    first = next(node for node in stage.nodes if faults.is_leader(node))
    yield from _die(stage, [first], copies=True)


def blackout(stage: Stage, say: Say) -> Iterator[Line]:
    """All machines of the store die together."""
    yield from _die(stage, stage.nodes, copies=False)


def full_disk(stage: Stage, say: Say) -> Iterator[Line]:
    """The disk of one machine of the store becomes full.

    Without the right to mount such a disk, etcd gets a small quota. Then the whole store takes nothing.
    """
    last = stage.nodes[-1]
    last.close()
    try:
        disk = faults.Disk(stage.folder / "store" / f"node{len(stage.nodes)}")
    except OSError:
        say(line("by_quota"))
        yield from _fill_by_quota(stage, last)
        return
    stage.closing.callback(disk.close)
    stage.closing.callback(last.kill)
    _start([last])
    stage.play()
    disk.fill()
    yield from _missed(stage.until_copied(stage.crews), "copied")
    yield from _missed(stage.until(lambda: last.is_dead), "full")
    yield from _missed(stage.until_copied(stage.crews), "copied")
    disk.empty()
    last.kill()
    _start([last])


def cut_there(stage: Stage, say: Say) -> Iterator[Line]:
    """No byte gets from some boxes to the store."""
    yield from _cut(stage, "there")


def cut_back(stage: Stage, say: Say) -> Iterator[Line]:
    """No byte gets from the store to some boxes. The store does what these boxes ask, but they do not learn of it."""
    yield from _cut(stage, "back")


def box_dies(stage: Stage, say: Say) -> Iterator[Line]:
    """A box dies, a spare takes its table, and the box is switched on again."""
    stage.play()
    yield from _missed(stage.until_copied([stage.doomed]), "copied")
    offer, spare, dead = stage.offer(stage.doomed), stage.spares[0], stage.doomed
    if offer is None:
        yield from _missed(False, "copied")
        return
    entries = {one.table: one.entries for one in dead.worker.ask("reports")}
    yield from _missed(stage.until(lambda: _has(stage.store, entries)), "copied")
    dead.worker.kill()
    spare.worker.ask("rest")  # the next game of its bots would end the warning before `_lacks` looks
    began = time.monotonic()
    why = spare.worker.ask("adopt", spare.ids[0], offer)
    seconds = time.monotonic() - began
    if why is not None or seconds > TAKEN_SECONDS:
        yield line("wrong.taken", seconds=f"{seconds:.2f}", why=why or "-")
    if why is not None:  # then the table goes on where it was, and the checks below do not apply
        stage.switch_on_again(dead)
        return
    say(line("taken", seconds=f"{seconds:.2f}"))
    yield from _lacks(spare, entries, offer.table)
    stage.switch_on_again(dead)
    before = _kept(stage.doomed)
    stage.play()
    yield from _missed(stage.until_answered([spare], each=1), "answered")
    yield from _missed(_kept(stage.doomed).get(offer.table) == before.get(offer.table), "boxes")


def reborn(stage: Stage, say: Say) -> Iterator[Line]:
    """A box dies while the store is away, and is switched on before it. The box takes no answer until the store is back."""
    stage.play()
    yield from _missed(stage.until_copied([stage.doomed]), "copied")
    for node in stage.nodes:
        node.kill()
    yield from _missed(stage.until_answered([stage.doomed]), "answered")
    dead = stage.doomed
    dead.worker.kill()
    stage.switch_on_again(dead)
    before = _kept(stage.doomed)
    stage.play()
    yield from _missed(stage.until_answered(stage.crews), "answered")
    yield from _missed(before.items() <= _kept(stage.doomed).items(), "boxes")
    _start(stage.nodes)
    yield from _missed(stage.until_answered([stage.doomed]), "answered")
    yield from _missed(stage.until_copied([stage.doomed]), "copied")


def _kept(crew: Crew) -> dict[str, int]:
    """Return the number of entries of each table in the journals of these boxes. Later games of a box do not matter here."""
    return {one.table: one.entries for one in reversed(crew.worker.ask("reports"))}


def _has(store: Store, entries: Mapping[str, int]) -> bool:
    """Return whether the store has so many entries of each of these tables."""
    last = [layout.entry_key(table, n) for table, n in entries.items() if n]
    with suppress(Away):
        return store.read(*last).keys() >= {*last}
    return False


def _lacks(spare: Crew, entries: Mapping[str, int], table: str) -> Iterator[Line]:
    """Check that the spare has all of these `entries`, and that its screens say that later answers may be missing."""
    here = max((one.entries for one in spare.worker.ask("reports") if one.table == table), default=0)
    if here < entries.get(table, 0):
        yield line("wrong.went_back", n=entries[table] - here)
    if spare.worker.ask("says", spare.ids[0]) != "trouble.taken":
        yield line("wrong.silently")


def two_spares(stage: Stage, say: Say) -> Iterator[Line]:
    """Two spares take the same table together, from a box that is on."""
    stage.play()
    crew = stage.crews[0]
    yield from _missed(stage.until_copied([crew]), "copied")
    offer = stage.offer(crew)
    if offer is None:
        yield from _missed(False, "copied")
        return
    takers = [(spare.worker, spare.ids[-1]) for spare in stage.spares]
    for worker, id_ in takers:
        worker.begin("adopt", id_, offer)
    answers = [worker.answer() for worker, _ in takers]
    if sorted(answers, key=str) != [None, "hall.taken"]:
        yield line("wrong.both", first=answers[0] or "-", second=answers[1] or "-")
    yield from _missed(
        stage.until_answered([stage.spares[answers.index(None)]] if None in answers else [], each=1), "answered"
    )


def _die(stage: Stage, victims: Sequence[Node], copies: bool) -> Iterator[Line]:
    stage.play()
    yield from _missed(stage.until_copied(stage.playing), "copied")
    for node in victims:
        node.kill()
    goes_on = stage.until_copied if copies else stage.until_answered
    yield from _missed(goes_on(stage.playing), "copied" if copies else "answered")
    _start(victims)
    yield from _missed(stage.until_copied(stage.playing), "copied")


def _cut(stage: Stage, way: Way) -> Iterator[Line]:
    stage.play()
    yield from _missed(stage.until_copied([stage.cut_off]), "copied")
    stage.cables.cut(way)
    yield from _missed(stage.until_answered([stage.cut_off]), "answered")
    before = stage.cut_off.copied  # entries that were on their way at the cut have arrived by now
    yield from _missed(stage.until_answered([stage.cut_off]), "answered")
    yield from _missed(stage.until_copied(stage.crews), "copied")
    yield from _missed(stage.cut_off.copied == before, "cut")
    stage.cables.mend()
    yield from _missed(stage.until_copied([stage.cut_off]), "copied")


def _fill_by_quota(stage: Stage, node: Node) -> Iterator[Line]:
    _start([node], "--quota-backend-bytes", str(faults.size(stage.nodes[0]) + SPARE_BYTES))
    stage.play()
    yield from _missed(stage.until(lambda: faults.is_full(stage.nodes)), "full")
    yield from _missed(stage.until_answered(stage.playing), "answered")
    node.close()
    _start([node])
    faults.make_room(stage.nodes)
    yield from _missed(stage.until_copied(stage.playing), "copied")


def _start(nodes: Sequence[Node], *words: str) -> None:
    for node in nodes:
        node.start(*words)
    until_they_answer(nodes)


def _missed(came: bool, what: str) -> Iterator[Line]:
    """Yield the failure of this name unless `came` is true."""
    if not came:
        yield line(f"wrong.{what}")


ACTS: Final[Mapping[str, Callable[[Stage, Say], Iterator[Line]]]] = {
    "leader": leader,
    "blackout": blackout,
    "full-disk": full_disk,
    "cut-there": cut_there,
    "cut-back": cut_back,
    "reborn": reborn,
    "box-dies": box_dies,
    "two-spares": two_spares,
}
"""The acts by name, in the order in which they are played."""
