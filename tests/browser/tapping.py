"""Somebody who plays by tapping what pages offer, and knows nothing else of a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from playwright.sync_api import Page, Request, Response

from companion.core.knowledge import Seat
from tests.browser.conftest import HEARD, Box, rest
from tests.browser.drawn import wired

OFFERED = """() => {
  const kinds = {
    main: '.asks .ask .main[data-do]:not(.no)', do: '.asks .ask .option[data-do]:not(.no)',
    choice: '.asks button[data-choice]:not(.no)', send: '.asks .compose > .main, .asks .leaf > .main:not([data-leaf])',
    lay: '.asks .board-map', turn: '.asks .turn', leaf: '.asks [data-leaf="1"]',
    fold: '.asks .fold:not([open]) > summary', close: '.asks .fold[open] > summary',
    pick: '.asks .compose .options:not(.places, :has(:checked:not([value=""]))) input:not([value=""])',
    most: '.asks .compose .options[data-unmet] input:not(:checked)', unseen: '.asks [data-unseen]:not([data-unseen=""])',
    place: '.asks :is(.places, .marks) input:not(:checked)', number: '.asks [data-number]', step: '.asks .step:not(.no)',
  };
  window.offered = Object.entries(kinds).flatMap(([kind, found]) => [...document.querySelectorAll(found)]
    .filter((at) => at.checkVisibility() && at.getBoundingClientRect().width).map((at) => ({ kind, at })));
  const told = window.offered.map(({ kind, at }) => [kind, 'secret' in at.dataset || Boolean(at.closest('[data-closed]'))]);
  return { lit: Boolean(document.querySelector('#now.lit')), told, met: ![...document.querySelectorAll('.asks [data-unmet]')]
    .some((at) => at.checkVisibility() && at.querySelectorAll(':checked').length < at.dataset.fewest) };
}"""
"""What this phone offers now, and of which kind; what is dashed is not offered."""

LOOK = f"async () => {{ await ({HEARD})(); return ({OFFERED})(); }}"
"""A fold that opens may fill in what was chosen before: what there is still to hear of comes first."""

AIM = """(n) => {
  const hinted = (board) => {
    const box = board.getBoundingClientRect();
    const dots = [...board.querySelector('.hints').getAttribute('d').matchAll(/M(\\d+) (\\d+)/g)]
      .map(([, x, y]) => new DOMPoint(x, y).matrixTransform(board.firstChild.getScreenCTM()))
      .filter(({ x, y }) => x > box.left && x < box.right && y > box.top && y < box.bottom);
    window.laid = (window.laid ?? 0) + 1;
    const { x, y } = dots[(window.laid * 7) % dots.length];
    return [x, y];
  };
  const { at } = window.offered[n];
  at.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = at.getBoundingClientRect();
  const [x, y] = at.matches('.board-map') ? hinted(at) : [left + width / 2, top + height / 2];
  const found = document.elementFromPoint(x, y);
  return { x, y, meets: at.contains(found) || found?.contains(at), what: at.outerHTML.slice(0, 200) };
}"""

SHOWS = """async (parts) => {
  const here = "/static/drawing";
  const [{ draw }, { phone }] = await Promise.all([import(`${here}/nodes.js`), import(`${here}/screens.js`)]);
  const said = (root) => [...root.querySelectorAll('#now, .blocks > :not(.talk, .talk-start), .ask')]
    .map((at) => at.dataset.due ?? at.textContent).join('|');
  const box = document.createElement('div');
  draw(box, phone(parts));
  return said(box) === said(document.querySelector('#screen'));
}"""
"""Whether the page shows what the box says now."""
POLL = 40
"""Milliseconds between two such looks, each of which draws the whole screen once more; at each frame would be every 16."""

COUNT = """
  window.clicks = 0;
  window.answers = 0;
  addEventListener('click', () => { window.clicks += 1; }, true);
  addEventListener('answered', () => { window.answers += 1; });
"""
TWICE = ("lay", "turn", "leaf", "main", "do", "choice", "send", "fold", "close", "pick", "most", "place", "unseen")
"""What somebody may tap twice who means it once. A number's plus means one more each time."""
OPENS = ("lay", "turn", "leaf", "fold", "close", "pick", "most", "place", "number", "step")
"""What tells nothing yet, however often it is tapped."""


@dataclass(frozen=True)
class No:
    """The box refused something."""

    status: int
    kind: str
    secret: bool
    words: str


class Thumb:
    """One phone, and whoever taps on it."""

    def __init__(self, box: Box, seat: str, page: Page, doubled: bool) -> None:
        self.box, self.seat, self.page, self._doubled = box, Seat(seat), page, doubled
        self.refused: list[No] = []
        self._kind, self._secret, self._open, self._taken = "", False, 0, 0
        page.on("request", self._ask)
        page.on("response", self._hear)
        self.follow()

    def follow(self) -> None:
        """Wait until the page shows what stands."""
        self.page.wait_for_function(SHOWS, arg=wired(self.box.house.frame(self.seat)), polling=POLL)

    def look(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.page.evaluate(LOOK)
        return seen

    def tap(self, n: int, kind: str, secret: bool) -> None:
        """Tap the nth thing that was offered, and wait for what comes of it."""
        self._kind, self._secret = kind, secret
        rest(self.page)
        at = self.page.evaluate(AIM, n)
        assert at["meets"], f"{self.seat} cannot reach {at['what']}"
        self._touch(at["x"], at["y"], twice=self._doubled and kind in TWICE)
        if self.page.locator("[data-sure]").count():
            rest(self.page)
            self._touch(at["x"], at["y"])
        while self._open:
            self.page.evaluate("0")
        self.page.wait_for_function("(n) => window.answers >= n", arg=self._taken)

    def _touch(self, x: float, y: float, twice: bool = False) -> None:
        before = self.page.evaluate("window.clicks")
        if twice:
            self._touch_first(x, y)
        self.page.touchscreen.tap(x, y)
        if twice:
            self.page.clock.resume()
        self.page.wait_for_function("(n) => window.clicks >= n", arg=before + 1 + twice)

    def _touch_first(self, x: float, y: float) -> None:
        """The first of two taps: by the page's own clock the other follows at once, however busy the machine is."""
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 1)
        self.page.touchscreen.tap(x, y)
        self.page.clock.run_for(100)

    def _ask(self, request: Request) -> None:
        self._open += request.url.endswith("/play")

    def _hear(self, response: Response) -> None:
        if response.url.endswith("/play"):
            self._open -= 1
            self._taken += response.status == 204
            if response.status >= 400:
                self.refused.append(No(response.status, self._kind, self._secret, str(response.request.post_data)))


class Players:
    """All the phones of a table."""

    def __init__(self, box: Box, thumbs: Sequence[Thumb], seed: int) -> None:
        self._box, self._thumbs, self._dice = box, thumbs, Random(seed)
        self._seen: dict[Thumb, dict[str, Any]] = {}
        """What phones offer that have heard of nothing since and were not tapped."""

    def play(self, answers: int | None, most: int = 600) -> None:
        """Tap until so many more answers are told, or (None) the game is over."""
        begun = self._told()
        for _ in range(most):
            if self._over() or (answers is not None and self._told() - begun >= answers):
                return
            self._tap_once()
        raise AssertionError("the game does not end")

    def _told(self) -> int:
        """How many answers people gave; what the box draws comes of them."""
        assert self._box.house.table is not None
        return sum(not entry.drawn for entry in self._box.house.table.entries)

    def _over(self) -> bool:
        assert self._box.house.table is not None
        return self._box.house.table.moment.over

    def _tap_once(self) -> None:
        fresh = {thumb: thumb.look() for thumb in self._thumbs if thumb not in self._seen}
        self._seen |= fresh
        lit = [(thumb, self._seen[thumb]) for thumb in self._thumbs if self._seen[thumb]["lit"]]
        assert lit, "nobody is awaited, and the game is not over"
        dark = [str(thumb.seat) for thumb, what in lit if not what["told"]]
        assert not dark, f"{dark} are awaited, and have nothing to press"
        thumb, _ = self._dice.choice(lit)
        what = fresh.get(thumb) or thumb.look()  # where it is tapped is read off the page as it is now
        before, told = self._box.entries, self._told()
        n, (kind, secret) = self._choice(what)
        thumb.tap(n, kind, secret)
        del self._seen[thumb]
        assert self._told() - told <= (kind not in OPENS), f"one tap of {thumb.seat} on {kind} told too much"
        if self._box.entries != before:
            self._seen.clear()
            for one in self._thumbs:
                one.follow()

    def _choice(self, seen: dict[str, Any]) -> tuple[int, tuple[str, bool]]:
        """A form that is open is filled in and sent, or now and then closed; else an answer is likelier than a form."""
        by_kind: dict[str, list[tuple[int, tuple[str, bool]]]] = {}
        for n, (kind, secret) in enumerate(seen["told"]):
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
            "step": 3,
            "place": 3,
            "number": 4,
            "lay": 12,
            "turn": 1,
            "leaf": 8,
        }
        kinds = [kind for kind in weights if kind in by_kind]
        return self._dice.choices(kinds, [weights[kind] for kind in kinds])[0]
