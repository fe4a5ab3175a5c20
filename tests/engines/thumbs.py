"""Players who tap the offers of pages, in any engine: the thumbs of `tests/browser/tapping.py`, with the page's real
clock."""

import json
from typing import Any

from tests.browser.conftest import Box
from tests.browser.tapping import Thumb
from tests.engines.conftest import Phone


class EngineThumb(Thumb):
    """A phone, and a person who taps on it."""

    def __init__(self, box: Box, seat: str, phone: Phone, seed: int) -> None:
        super().__init__(box, seat, phone, seed)  # type: ignore[arg-type] # a phone evaluates as a page does
        self._window = phone.window

    def follow(self) -> dict[str, Any]:
        screen = self.screen
        asked = {"lit": screen.view.now.lit, "dues": [json.dumps(ask.due) for ask in screen.asks]}
        seen: dict[str, Any] = self.page.evaluate("(asked) => engine.follows(asked)", asked)
        return seen

    def _aim(self, n: int) -> dict[str, Any]:
        at: dict[str, Any] = self.page.evaluate("(n) => engine.aimed(n)", n)
        return at

    def _touch(self, at: dict[str, Any], twice: bool = False) -> dict[str, Any]:
        """Tap once. On a busy machine two taps could be so far apart that both count, like those of a slow person."""
        self._window.tap(at["x"], at["y"])
        came: dict[str, Any] = self.page.evaluate("(taps) => outcome(taps)", at["clicks"] + 1)
        return came
