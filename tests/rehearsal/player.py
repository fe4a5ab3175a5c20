"""The player at the boxes of one process. Each box gives an answer now and then, as people do."""

import random
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from heapq import heapify, heapreplace
from typing import Final

from companion.core.words import Refused
from tests.rehearsal.box import Box

PAUSE: Final = 2
"""The pause between two games, as the number of answers that would take as long."""


class Player:
    """A thread that plays at all of its boxes until `close`.

    Chance picks the seconds from one answer of a box to its next, from half of `pace` to one and a half. At a pace of 0 each
    answer follows the last immediately.
    """

    def __init__(self, boxes: Sequence[Box], pace: float, seed: int) -> None:
        self._boxes = boxes
        self._pace = pace
        self._random = random.Random(seed)
        self._closing = threading.Event()
        self.latencies: Final[deque[float]] = deque()
        """The time of each answer, in seconds."""
        self.busy = 0.0
        """The core seconds that playing took."""
        self._thread = threading.Thread(target=self._run, name="player", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop playing. An answer on its way is kept first."""
        self._closing.set()
        self._thread.join()

    def _run(self) -> None:
        now = time.monotonic()
        next_ = [(now + self._pace * self._random.random(), n) for n in range(len(self._boxes))]
        heapify(next_)
        while next_ and not self._closing.wait(max(0.0, next_[0][0] - time.monotonic())):
            at, n = next_[0]
            self._answer(self._boxes[n])
            heapreplace(next_, (max(at + self._pace * (0.5 + self._random.random()), time.monotonic()), n))
            self.busy = time.thread_time()

    def _answer(self, box: Box) -> None:
        hands = box.hands
        with suppress(Refused):
            answer = hands.next()
            if answer is None:
                hands.step(PAUSE)
                return
            table, key = hands.house.table, hands.dice.bits()
            began = time.perf_counter()
            is_kept = hands.house.play(*answer, key)
            self.latencies.append(time.perf_counter() - began)
            if is_kept and table is not None:
                box.acknowledged(table, key)
