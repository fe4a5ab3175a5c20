"""Counts from how many places a seat is looked at."""

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from companion.bounds import PLACES

Viewpoint = tuple[str, str]
"""An address, and the browser's name for itself."""

STAYS: Final = 10
"""Heartbeats for which the first place must still look after a second one came. Only then do they count as two. The stream
of a phone that left is open for a shorter time (bounds.GONE_MS)."""
ALARM_BEATS: Final = 60
"""Heartbeats for which a place counts after its last look."""


@dataclass(slots=True)
class _Look:
    first: int
    last: int


class Watchers:
    """The places from which each token was used lately, counted in heartbeats. May be used from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._now = 0
        self._looks: dict[str, dict[Viewpoint, _Look]] = {}

    def looks(self, token: str, place: Viewpoint) -> None:
        """Note that somebody with this token looks from this place."""
        with self._lock:
            self._note(token, place)

    def beat(self, streams: Iterable[tuple[str, Viewpoint]]) -> None:
        """Count one heartbeat, and note that these streams are still open."""
        with self._lock:
            self._now += 1
            for token, place in streams:
                self._note(token, place)
            kept = {token: _since(self._now - ALARM_BEATS, places) for token, places in self._looks.items()}
            self._looks = {token: places for token, places in kept.items() if places}

    def are_two(self, token: str) -> bool:
        """Return whether one place still looked long after another one began to, so that two people may be looking."""
        with self._lock:
            looks = list(self._looks.get(token, {}).values())
        return len(looks) > 1 and any(
            a is not b and a.first <= b.first and a.last >= b.first + STAYS for a in looks for b in looks
        )

    def _note(self, token: str, place: Viewpoint) -> None:
        places = self._looks.setdefault(token, {})
        look = places.get(place)
        if look is None and len(places) >= PLACES:
            return
        if look is None or look.last < self._now - 1:
            places[place] = _Look(self._now, self._now)  # the place did not look for a while, so it counts as new
        else:
            look.last = self._now


def _since(beat: int, places: dict[Viewpoint, _Look]) -> dict[Viewpoint, _Look]:
    return {place: look for place, look in places.items() if look.last >= beat}
