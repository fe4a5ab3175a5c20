"""A process with boxes of a rehearsal in it. It serves the rehearsal until the rehearsal's end of the pipe closes."""

import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import TypeVar

from companion.box.idle import Memory
from companion.box.machine import raise_file_limit
from companion.core.words import Refused
from companion.hall.etcd import Away
from companion.hall.offers import TableOffer
from tests.rehearsal.box import Box
from tests.rehearsal.messages import Answered, Cast, TableReport
from tests.rehearsal.player import Player
from tests.rehearsal.working import serve

Taken = TypeVar("Taken")


class Crew:
    """The boxes of this process. The rehearsal calls its methods over the pipe."""

    def __init__(self) -> None:
        raise_file_limit()
        self._boxes: list[Box] = []
        self._memory = Memory()
        self._player: Player | None = None
        self._played = 0.0
        self._since = (0.0, 0.0)
        """The core seconds of the whole process, and those of playing, at the last `answered`."""

    def open(self, casts: Sequence[Cast], key: str) -> list[str]:
        """Switch these boxes on, in the hall with this key, and return their ids."""
        new = [Box(cast, key) for cast in casts]
        self._boxes.extend(new)
        self._memory.start()
        return [box.id for box in new]

    def copy(self) -> None:
        """Let all boxes copy from now on."""
        for box in self._boxes:
            box.copy()

    def play(self, pace: float, seed: int) -> None:
        """Play with `pace` seconds from a box's answer to its next."""
        self.rest()
        self._player = Player(self._boxes, pace, seed)

    def rest(self) -> None:
        """Stop playing."""
        if self._player is not None:
            self._player.close()
            self._played += self._player.busy
            self._player.latencies.clear()
            self._player = None
        self._memory.sweep()

    def reports(self) -> list[TableReport]:
        """Return every table of every box."""
        return [report for box in self._boxes for report in box.reports()]

    def answered(self) -> Answered:
        """Return what the boxes have done since the last call."""
        latencies = _taken(self._player.latencies) if self._player is not None else []
        copied = [one for box in self._boxes for one in _taken(box.store.copied)]
        played = self._played + (self._player.busy if self._player is not None else 0.0)
        used = time.process_time() - time.thread_time()
        busy = (used - self._since[0]) - (played - self._since[1])
        self._since = used, played
        return Answered(len(latencies), tuple(latencies), tuple(copied), busy)

    def adopt(self, box: str, offer: TableOffer) -> str | None:
        """Let that box take the table of this offer over. Return None, or the key of the reason if it is refused."""
        spare = next(one for one in self._boxes if one.id == box)
        try:
            spare.adopt(offer)
        except Refused as why:
            return why.key
        except Away as why:
            return str(why)
        return None

    def take(self, table: str) -> None:
        """Let the only box of this process ask for that table."""
        self._boxes[0].take(table)

    def leave(self) -> None:
        """Give up the game at the only box of this process."""
        self._boxes[0].house.leave_game(unfinished=True)

    def on(self) -> tuple[str, str]:
        """Return the table that is on at the only box of this process, and the one that it has lost."""
        return self._boxes[0].on()

    def says(self, box: str) -> str:
        """Return the key of the trouble that every screen of that box shows; "" if none."""
        alarm = next(one for one in self._boxes if one.id == box).house.snapshots.alarm
        return alarm.key if alarm is not None else ""

    def close(self) -> None:
        """Switch all of them off, side by side."""
        self.rest()
        closing = [threading.Thread(target=box.close) for box in self._boxes]
        for thread in closing:
            thread.start()
        for thread in closing:
            thread.join()


def _taken(of: deque[Taken]) -> list[Taken]:
    taken: list[Taken] = []
    with suppress(IndexError):
        while True:
            taken.append(of.popleft())
    return taken


if __name__ == "__main__":
    serve(Crew)
