"""A phone that shows a question of a test on the box's own page, with no game behind it."""

import json
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace
from playwright.sync_api import Page, Route, expect

from companion.core.answers import Answers
from companion.core.state import Seat
from companion.core.view import Question
from tests.browser.conftest import Box
from tests.browser.drawn import wired

Phones = Callable[..., Page]
COMES = "async (parts) => (await ours('picture.js')).show({ parts })"
"""The script with which the page's own stream shows a screen."""


class Stage:
    """Ana's phone. `sent` keeps its posts. `silent`: the box does not answer them."""

    def __init__(self, box: Box, phone: Phones, answers: Answers, **look: Any) -> None:
        self._box = box
        self._answers, self._due = answers, "1.asked"
        self.sent: list[dict[str, Any]] = []
        self.silent = self._beats = False
        self.refuses = ""
        """The words with which the box refuses the next posts."""
        self.page = phone(box, "Ana", before=self._listen, **look)
        expect(self.page.locator(".ask")).to_have_attribute("data-due", f'"{self._due}"')
        if look.get("clock"):
            self._shut()

    def asks(self, answers: Answers, due: str) -> None:
        """Bring another screen by the phone's stream, which has ended and opens again. If a test turns the page's clock, use
        `comes` instead."""
        self._answers, self._due = answers, due

    def comes(self, answers: Answers, due: str = "1.next", shown: bool = True) -> None:
        """Show another screen immediately, without the stream."""
        self.asks(answers, due)
        self.page.evaluate(COMES, self._parts())
        if shown:
            expect(self.page.locator(".ask")).to_have_attribute("data-due", f'"{due}"')

    @property
    def dos(self) -> list[dict[str, Any]]:
        return [request["do"] for request in self.sent]

    def _listen(self, page: Page) -> None:
        """Catch the page's posts, and its requests for the stream."""
        page.route(f"{self._box.url}/stream", self._stream)
        page.route(f"{self._box.url}/stream?*", self._stream)
        page.route(f"{self._box.url}/play", self._play)

    def _shut(self) -> None:
        """Let the stream send only beats from now on, so that no screen comes between a test's screen and its check. A
        screen that is on its way ends with the old stream."""
        self._beats = True
        self.page.evaluate("dispatchEvent(new Event('online'))")

    def _parts(self) -> dict[str, Any]:
        snapshot = self._box.house.snapshot(Seat("Ana"))
        assert snapshot.screen is not None
        asks = (Question(self._due, "asked", self._answers),)
        return wired(replace(snapshot, screen=replace(snapshot.screen, asks=asks), set_right=None))

    def _stream(self, route: Route) -> None:
        encoded = "event: beat\ndata: {}" if self._beats else f"event: screen\ndata: {json.dumps({'parts': self._parts()})}"
        route.fulfill(body=f"{encoded}\n\n", content_type="text/event-stream")

    def _play(self, route: Route) -> None:
        if self.silent:
            route.abort()
            return
        if self.refuses:
            route.fulfill(status=409, json={"refused": "not_held", "text": self.refuses})
            return
        self.sent.append(route.request.post_data_json)
        route.fulfill(status=204)
