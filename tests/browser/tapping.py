"""A player who knows nothing of the game, and taps the buttons that pages offer."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from playwright.sync_api import Page

from companion.bots import next_answer
from companion.core.state import Seat
from companion.core.table import Table
from companion.core.view import Question, Screen
from companion.core.words import Refused
from companion.house.dice import SeededDice
from tests.browser.conftest import Box, stop_clock
from tests.browser.fitting import kind_of
from web.drawing.parts import parts_of

SCRIPT = (Path(__file__).parent / "tapping.js").read_text("utf-8")

TWICE = ("lay", "turn", "leaf", "main", "do", "choice", "send", "fold", "close", "pick", "most", "place", "unseen")
"""Kinds of buttons on which a double tap counts once. A number's plus counts each tap."""
OPENS = ("lay", "turn", "leaf", "fold", "close", "pick", "most", "place", "number", "step", "untell")
"""Kinds of buttons that send nothing, however often they are tapped."""
ENOUGH = 2
"""The number of answers that people tap to each kind of question. They use one tap and two, several buttons and several
phones."""
MOST = 3000
"""The most taps and answers of a game. A longer game would never end."""


@dataclass(frozen=True)
class No:
    """A refusal of the box. `doubled`: the button was tapped twice."""

    doubled: bool
    status: int
    kind: str
    secret: bool
    words: str


def blocked(asks: Sequence[Question], do: dict[str, Any] | None) -> bool:
    """Return whether one of these questions has this answer as a blocked one."""
    options = (option for ask in asks for option in ask.answers.options())
    return do is not None and any(option.why is not None and option.do == do for option in options)


class Thumb:
    """A phone, and a person who taps on it, sometimes once and sometimes twice."""

    def __init__(self, box: Box, seat: str, page: Page, seed: int) -> None:
        self.box, self.seat, self.page, self._dice = box, Seat(seat), page, Random(f"{seed} {seat}")
        self.refused: list[No] = []

    def follow(self) -> dict[str, Any]:
        """Wait until the page shows the present screen. Return its offers."""
        snapshot = self.box.house.snapshot(self.seat)
        seen: dict[str, Any] = self.page.evaluate("follows", msgspec.json.encode(parts_of(snapshot)).decode())
        return seen

    def lacks(self, do: dict[str, Any] | None) -> bool:
        """Return whether the seat cannot give this answer, and knows so. In a secret question its button looks like any
        other."""
        return blocked([ask for ask in self.screen.asks if ask.answers.secret], do)

    def wrong(self, seen: dict[str, Any]) -> list[Any]:
        """Return the blocked answers of open questions that the page offers all the same."""
        asks = [ask for ask in self.screen.asks if not ask.answers.secret]
        return [do for _, secret, do in seen["offers"] if not secret and blocked(asks, do)]

    @property
    def screen(self) -> Screen:
        """Return the game's screen on this phone. If an answer takes two people, the question to the second is on it."""
        screen = self.box.house.snapshot(self.seat).screen
        assert screen is not None
        return screen

    def look(self) -> dict[str, Any]:
        """Return the offers of the present page."""
        seen: dict[str, Any] = self.page.evaluate("offers()")
        return seen

    def tap(self, n: int, kind: str, secret: bool) -> None:
        """Tap the nth offer, and wait for its effects."""
        at = self._aim(n)
        assert at["meets"], f"{self.seat} cannot reach {at['what']}"
        twice = kind in TWICE and self._dice.random() < 0.5
        came = self._touch(at, twice)
        if came["sure"]:
            came = self._touch({**self._aim(n), **{name: at[name] for name in "xy"}})
        self.refused += [No(twice, status, kind, secret, body) for status, body in came["refused"]]

    def _aim(self, n: int) -> dict[str, Any]:
        """Look as long as a player does before a tap. Return the place of the button."""
        self.page.clock.fast_forward(500)
        at: dict[str, Any] = self.page.evaluate("aim", n)
        return at

    def _touch(self, at: dict[str, Any], twice: bool = False) -> dict[str, Any]:
        x, y = at["x"], at["y"]
        if twice:  # by the page's clock the second tap follows immediately, even on a busy machine
            stop_clock(self.page)
            self.page.touchscreen.tap(x, y)
            self.page.clock.run_for(100)
        self.page.touchscreen.tap(x, y)
        if twice:
            self.page.clock.resume()
        came: dict[str, Any] = self.page.evaluate("outcome", at["clicks"] + 1 + twice)
        return came


class Players:
    """All phones of a table. Once all awaited seats have answered a kind of question `ENOUGH` times, bots answer it."""

    def __init__(self, box: Box, thumbs: Sequence[Thumb], seed: int) -> None:
        self._box, self._thumbs, self._dice, self._lots = box, thumbs, Random(seed), SeededDice(seed)
        self._seen: dict[Thumb, dict[str, Any]] = {}
        """The offers that were read from each phone. A phone is left out once it hears something or is tapped."""
        self._answered: Counter[tuple[Any, ...]] = Counter()
        """The number of tapped answers to each kind of question."""

    def play(self, most: int = MOST) -> None:
        """Play to the end of the game."""
        for n in range(most):
            if self._table.moment.over:
                return
            lit = [thumb for thumb in self._thumbs if thumb.screen.view.now.lit]
            assert lit, "nobody is awaited, and the game is not over"
            if all(self._answered[kind_of(thumb.screen)] >= ENOUGH for thumb in lit):
                self._bot_answers(f"bot {n}")
            else:
                self._tap_once(lit)
        raise AssertionError("the game does not end")

    @property
    def _table(self) -> Table:
        assert self._box.house.table is not None
        return self._box.house.table

    def _answer_count(self) -> int:
        """Return the number of people's answers. The box's own draws are left out."""
        return sum(not entry.drawn for entry in self._table.entries)

    def _bot_answers(self, key: str) -> None:
        names = [thumb.seat for thumb in self._thumbs]
        answer = next_answer(self._table, names, self._lots.pick)
        assert answer is not None
        seat, due, do = answer
        with suppress(Refused):  # a bot may fill in a form wrongly
            if not self._box.house.play(seat, due, do, key):  # the first answer of two that are needed
                self._box.house.play(next(name for name in names if name != seat), due, do, f"{key}, too")
        self._seen.clear()

    def _tap_once(self, lit: Sequence[Thumb]) -> None:
        for thumb in lit:
            if thumb not in self._seen:
                self._seen[thumb] = thumb.follow()
                assert thumb.wrong(self._seen[thumb]) == []
        dark = [str(thumb.seat) for thumb in lit if not self._seen[thumb]["lit"] or not self._seen[thumb]["offers"]]
        assert not dark, f"{dark} are awaited, and do not see it or have nothing to press"
        thumb = self._dice.choice(lit)
        asked, before, entered = kind_of(thumb.screen), self._box.entries, self._answer_count()
        n, (kind, secret) = self._choice(thumb, thumb.look())  # the offer's number is read off the present page
        thumb.tap(n, kind, secret)
        del self._seen[thumb]
        assert self._answer_count() - entered <= (kind not in OPENS), f"a tap of {thumb.seat} on {kind} sent too much"
        self._answered[asked] += self._answer_count() - entered
        if self._box.entries != before:
            self._seen.clear()

    def _choice(self, thumb: Thumb, seen: dict[str, Any]) -> tuple[int, tuple[str, bool]]:
        """Return the next tap. If a form is open, fill it in and send it, or sometimes close it. Without an open form, an
        answer is likelier than opening one. Answers that the seat knows to be impossible are rare."""
        lacked = [thumb.lacks(do) for _, _, do in seen["offers"]]
        avoids_impossible = not all(lacked) and self._dice.random() < 0.9
        by_kind: dict[str, list[tuple[int, tuple[str, bool]]]] = {}
        for n, (kind, secret, _) in enumerate(seen["offers"]):
            if not (avoids_impossible and lacked[n]):
                by_kind.setdefault(kind, []).append((n, (kind, secret)))
        return self._dice.choice(by_kind[self._kind(by_kind, seen["met"])])

    def _kind(self, by_kind: dict[str, Any], met: bool) -> str:
        if "send" in by_kind and not met:
            return "pick" if "pick" in by_kind else "most"
        weights = {
            "main": 30,
            "do": 12,
            "choice": 12,
            "fold": 2,
            "close": 1,
            "send": 8,
            "pick": 2,
            "unseen": 8,
            "lifted": 16,
            "rather": 2,
            "step": 3,
            "place": 3,
            "number": 4,
            "lay": 12,
            "turn": 1,
            "leaf": 8,
            "tell": 12,
            "untell": 2,
        }
        kinds = [kind for kind in weights if kind in by_kind]
        return self._dice.choices(kinds, [weights[kind] for kind in kinds])[0]
