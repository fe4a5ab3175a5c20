"""Evenings to photograph: a box in this process, browsers as phones and television, and the display's own dots."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from luma.core.device import dummy
from playwright.sync_api import Browser, Page

from companion.bots import next_answer
from companion.core.game import Pick
from companion.core.state import Seat
from companion.core.table import Table
from companion.core.view import Question, Screen
from companion.house import prompts
from companion.house.dice import SeededDice
from companion.house.panel_acts import HouseForPanel
from companion.letters import load
from hardware.device.display import Display
from hardware.panel import BoxPanel
from tests.browser.conftest import Box, phones
from tests.support.houses import HandClock, start

NAMES: Final = ("Ana", "Ben", "Chiyo", "Denis")
SPEAK: Final = {"en": ("en", "fr", "ja", "en"), "fr": ("fr", "en", "ja", "fr"), "ja": ("ja", "en", "fr", "ja")}
"""The language of each phone, for pictures in a language."""
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 360, "height": 640}, "device_scale_factor": 2}
ROOM: Final = {"viewport": {"width": 960, "height": 540}, "device_scale_factor": 1.5}
ADDRESS: Final = "192.168.1.20"
LISTEN: Final = "127.0.0.1:8080"
"""Where the box listens: the code on the display names this port."""
READ: Final = 40.0
"""Seconds after which the display shows where the game is, and not what happened last."""
THOUGHT: Final = 20.0
"""Seconds between two answers."""
LAST: Final = 17
"""The turn of Bali in which its deck is empty here."""


class Evening:
    """People at a box, and what each of them sees."""

    def __init__(self, folder: Path, browser: Browser, language: str, seed: int, listen: str, seated: Sequence[str]) -> None:
        self.language, self._lots, self._clock = language, SeededDice(seed), HandClock()
        self.box = Box.new(folder, *seated, address=ADDRESS, language=language, clock=self._clock, listen=listen)
        self._panel = BoxPanel(
            HouseForPanel(self.box.house, self._stay), Display(dummy(128, 64, mode="1")), load(), self._clock
        )
        self._browser = browser

    def _stay(self) -> None:
        """Switch nothing off."""

    def close(self) -> None:
        """Put the box away."""
        self._panel.close()
        self.box.stop()

    @property
    def table(self) -> Table:
        """The table that is on."""
        assert self.box.house.table is not None
        return self.box.house.table

    # The game

    def begin(self, game: str, **options: Any) -> None:
        """Start a game, its table already set up."""
        start(self.box.house, *NAMES, game=game, **options)

    def step(self) -> None:
        """Let somebody give the next answer. If it needs two people, the second one follows. Raises AssertionError if nobody
        is asked."""
        self._clock.pass_(THOUGHT)
        house, seats = self.box.house, self.table.head.seats
        word = house.snapshots.open_confirmation
        if word is not None:
            house.play(next(seat for seat in seats if seat != word.seat), word.due, word.do, self._lots.bits())
            return
        answer = next_answer(self.table, seats, self._lots.pick)
        assert answer is not None
        seat, due, do = answer
        screen = self.table.moment.screen(seat)
        ask = next(ask for ask in screen.asks if ask.due == due)
        house.play(seat, due, thrifty(screen, ask, do, self._lots.pick), self._lots.bits())

    def asked(self, name: str) -> list[str]:
        """Return the kinds of the questions that a player's phone shows."""
        return [ask.kind for ask in self.table.moment.screen(Seat(name)).asks]

    @property
    def public(self) -> Any:
        """The open part of the game's state."""
        return self.table.moment.history.state.public

    @property
    def steps(self) -> int:
        """The number of steps of the reveal on the television. 0: there is none."""
        reveal = self.box.house.snapshots.reveal
        return reveal.steps if reveal is not None else 0

    def play_to_turn(self, name: str, altar: int) -> None:
        """Play Bali until it is this player's turn and so many cards are on the altar."""
        while "turn" not in self.asked(name) or self.public.altar < altar:
            self.step()

    def lead_on(self, step: int | None) -> None:
        """Show the reveal on the television up to this step. None: all of it."""
        reveal = self.box.house.snapshots.reveal
        if reveal is not None:
            prompts.stage(self.box.house, reveal.of, step)

    # Screens

    def display(self) -> bytes:
        """Return the display as it is after its news were read."""
        for _ in range(4):
            self._clock.pass_(READ / 4)
            self._panel.tick()
        return self._panel.picture()

    @contextmanager
    def screens(self) -> Iterator[Any]:
        """Yield a function that opens the phone of this name, or without a name a phone that has just come."""
        failed: list[str] = []
        with phones(self._browser, failed) as new:

            def look(name: str | None = None, path: str = "/", **how: Any) -> Page:
                spoken = SPEAK[self.language][NAMES.index(name)] if name else self.language
                return new(self.box, name, path=path, **{**PHONE, "locale": spoken, **how})

            yield look
        assert failed == []


def thrifty(screen: Screen, ask: Question, do: dict[str, Any], pick: Pick) -> dict[str, Any]:
    """Return the answer of a player of Bali who saves stones for shrines. To any other question return `do`, the bot's
    answer."""
    legal = ask.answers.legal()
    ends = [option for option in legal if option["type"] == "deck_empty"]
    if ends and (screen.view.round or 0) >= LAST:
        return ends[0]
    legal = [option for option in legal if option["type"] in ("play", "scored") and option.get("count", 1) == 1]
    wanted = "shrine" if ask.kind == "turn" else "stonemason"
    best = [option for option in legal if option.get("card") == wanted]
    if not legal or ask.kind not in ("turn", "scored"):
        return do
    return best[0] if best and (ask.kind == "turn" or pick(2)) else legal[pick(len(legal))]


@contextmanager
def evening(
    browser: Browser, language: str, seed: int = 1, listen: str = LISTEN, seated: Sequence[str] = NAMES
) -> Iterator[Evening]:
    """Open an evening in a folder that is thrown away. `seated` are the players who have sat down."""
    with TemporaryDirectory() as folder:
        opened = Evening(Path(folder), browser, language, seed, listen, seated)
        try:
            yield opened
        finally:
            opened.close()


def shot(page: Page) -> bytes:
    """Return what a page shows, once its letters are there and nothing moves."""
    page.evaluate("() => document.fonts.ready")
    page.wait_for_function(DRAWN)
    page.evaluate("() => Promise.all(document.getAnimations().map((moved) => moved.finished.catch(() => 0)))")
    page.wait_for_timeout(SETTLED)
    return page.screenshot()


DRAWN: Final = """() => [...document.querySelectorAll("main use[href^='#a-']")]
  .every((use) => document.querySelector(use.getAttribute("href")))"""
"""True once all pictures of the game have come."""
SETTLED: Final = 400
"""Milliseconds in which a push comes and is drawn."""
