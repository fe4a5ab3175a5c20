"""The clock that leads reveals on the room's screen."""

import threading

from companion.house import prompts
from companion.house.parts import Parts


class RevealClock:
    """A thread that leads each reveal from step to step. Without a reveal it sleeps until something changes."""

    def __init__(self, house: Parts) -> None:
        self._house = house
        self._changed = threading.Event()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="reveal clock", daemon=True)
        house.store.subscribe("reveal clock", self._changed.set)

    def start(self) -> "RevealClock":
        """Start the thread."""
        self._thread.start()
        return self

    def close(self) -> None:
        """Stop the thread, after the step that it is doing."""
        self._closing = True
        self._changed.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while True:
            self._changed.clear()
            if self._closing:  # read after the clearing, so that no close is missed
                return
            self._changed.wait(prompts.lead(self._house))
