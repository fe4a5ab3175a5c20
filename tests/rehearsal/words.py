"""The texts that a rehearsal prints. They are for engineers, so in English only."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple


class Line(NamedTuple):
    """A line of WORDS, with the values of its blanks."""

    key: str
    values: Mapping[str, Any]

    def __str__(self) -> str:
        return WORDS[self.key].format(**self.values)


def line(key: str, **values: Any) -> Line:
    """Return the line of this key."""
    return Line(key, values)


WORDS: Final = {
    "stands": "{count} boxes with bots, three machines of a store and a board are up.",
    "begins": "{act}: {what}",
    "holds": "{act}: holds. ({seconds} s)",
    "fails": "{act}: DOES NOT HOLD: {why}",
    "pace": "{answers} answers a second; load {load} on {cores} cores",
    "answer": "an answer at its box: {p50} ms, 99 of 100 within {p99} ms",
    "answer_away": "the same while the store was away: {p50} ms, 99 of 100 within {p99} ms",
    "lag": "from the answer to the store: {p50} ms, 99 of 100 within {p99} ms",
    "behind": "the board behind the store: {p50} ms, 99 of 100 within {p99} ms",
    "copying": "a box's copying: {percent} % of a core, {mib} MiB",
    "board": "the board: {percent} % of a core, {mib} MiB",
    "store": "a machine of the store: {percent} % of a core, {mib} MiB",
    "kept": "the store keeps {mib} MiB on disk",
    "caught_up": "{count} answers were caught up with in {seconds} s",
    "taken": "the spare had the table after {seconds} s",
    "by_quota": "no disk of memory may be made here (that needs root): etcd gets a smaller quota",
    "judged": "{faults} faults, {moves} times a table went on at another box; {acknowledged} answers acknowledged, "
    "{safe} of them safe; lost: {safe_lost} safe, {lost} others; {silent} silently; by two boxes: {doubled}",
    "act.nemesis": "boxes, stores and cables die, stop and come back, while tables change boxes",
    "act.evening": "an evening as people play",
    "act.tenfold": "ten times as fast",
    "act.catch_up": "the store was away, and is told what it missed",
    "act.leader": "the machine that leads the store dies",
    "act.blackout": "all machines of the store die at once",
    "act.full_disk": "the disk of one machine of the store is full",
    "act.cut_there": "one box in ten cannot reach the store",
    "act.cut_back": "the store cannot reach one box in ten",
    "act.reborn": "a box dies while the store is away, and is switched on again before the store is",
    "act.box_dies": "a box dies, and a spare takes its table",
    "act.two_spares": "two spares take the same table at once",
    "wrong.safe_lost": "{n} answers are lost that were acknowledged more than a second before a fault.",
    "wrong.silent": "{n} answers are lost, and no screen says so.",
    "wrong.doubled": "{n} answers were taken by a box whose table another one had.",
    "wrong.went_back": "{n} answers are gone that were given a second or more before the box died.",
    "wrong.silently": "A table may lack answers, and its screens do not say so.",
    "wrong.boxes": "A box took answers for a table that another one has, or may have.",
    "wrong.two": "{table} goes on at {box}, and the store has given it to another box.",
    "wrong.uncopied": "{table} has {here} answers at {box} and {there} in the store.",
    "wrong.board": "The board does not show {table} as its box does.",
    "wrong.lost": "{entry} was acknowledged, and is not there as it was.",
    "wrong.chain": "{table} is not whole in the store: {why}",
    "wrong.secret": "{place} holds in the open what is sealed.",
    "wrong.other": "{table} ends otherwise in the store than at {box}.",
    "wrong.copied": "What was told did not come to the store.",
    "wrong.answered": "Boxes did not play on.",
    "wrong.full": "The disk did not become full.",
    "wrong.cut": "What was cut off was copied.",
    "wrong.taken": "The spare did not have the table within 10 s ({seconds} s; {why}).",
    "wrong.both": "Of two spares not one alone has the table ({first}; {second}).",
    "wrong.away": "The store does not answer: {why}",
}
