"""Who plays at the boxes of one process: each gives an answer now and then, as people do."""

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
"""Answers that might have been given between a game's end and the next game."""


class Player:
    """Plays at all of them until `close`: `pace` seconds from one answer of a box to its next, half as many or half as many
    again by chance; at a pace of 0 one answer after the other."""

    def __init__(self, boxes: Sequence[Box], pace: float, seed: int) -> None:
        self._boxes = boxes
        self._pace = pace
        self._random = random.Random(seed)
        self._closing = threading.Event()
        self.latencies: Final[deque[float]] = deque()
        """How long each answer took, in seconds."""
        self.busy = 0.0
        """The seconds of a core that playing took."""
        self._thread = threading.Thread(target=self._run, name="player", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Play no more, once the answer that is being given is kept."""
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
            said = hands.next()
            if said is None:
                hands.step(PAUSE)
                return
            table, key = hands.house.table, hands.lots.bits()
            began = time.perf_counter()
            is_kept = hands.house.play(*said, key)
            self.latencies.append(time.perf_counter() - began)
            if is_kept and table is not None:
                box.acknowledged(table, key)
