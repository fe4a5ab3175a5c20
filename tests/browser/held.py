"""A phone whose stream and box a test controls. The test decides what comes and when. The scripts are the page's own."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from companion.snapshot.phone import PhoneSnapshot
from tests.browser.conftest import stop_clock
from tests.browser.drawn import as_json
from web.drawing.parts import parts_of

SCRIPT = "".join((Path(__file__).parent / name).read_text("utf-8") for name in ("held.js", "easel.js"))

SHOWN = """(parts) => {
  localStorage.clear();
  return drawAfresh(JSON.parse(parts));
}"""
OPENED = """([sheet, folds]) => {
  if (sheet) document.querySelector("#sheet").showModal();
  for (const fold of document.querySelectorAll(`${sheet ? "#sheet" : ".asks"} details`)) fold.open = folds;
}"""
MOVED = """async (said) => {
  const all = JSON.parse(said), moved = [];
  for (const [before, ...after] of all) {
    localStorage.clear();
    await drawAfresh(before);
    const stood = places(".asks"), others = [];
    for (const parts of after) {
      await brings("screen", { parts });
      others.push(...places(".asks").filter((place) => !stood.includes(place)));
      others.push(...stood.filter((place) => !places(".asks").includes(place)));
    }
    moved.push(others);
  }
  return moved;
}"""
"""Sends the second and later screens of each row by the stream. One call sends them all, because calls take longest."""
COMES = """async (said) => {
  const [stood, all] = JSON.parse(said), others = [];
  for (const [kind, what] of all) {
    await (kind === "reply" ? replies(...what) : brings(kind, what));
    others.push(JSON.stringify(places()) !== JSON.stringify(stood));
  }
  return others;
}"""
COME_UNDER = """async (said) => {
  const found = [];
  for (const [before, after] of JSON.parse(said)) {
    localStorage.clear();
    await drawAfresh(before);
    const stood = places(".asks");
    await brings("screen", { parts: after });
    found.push(fresh(stood));
  }
  return found;
}"""
ANSWERED = """() => {
  const before = posts.length;
  document.querySelector(".asks [data-do]:not([data-why], [data-confirm])")?.click();
  return posts.length > before;
}"""


class Held:
    """A phone whose page came with `SCRIPT`. Its clock moves only when a test turns it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        # The page reads its stream once it has drawn its first screen.
        expect(page.locator("main:not([hidden])").first).to_be_visible()
        stop_clock(page)

    def brings(self, kind: str, **fields: Any) -> None:
        """Bring an event by the stream."""
        self.page.evaluate("(all) => brings(...JSON.parse(all))", as_json([kind, fields]))

    def replies(self, status: int, answer: dict[str, str] | None = None) -> None:
        """Let the box reply to the page's posts. `status` 0: the posts never reached the box."""
        self.page.evaluate("([status, said]) => replies(status, said)", [status, answer])

    def accepts_answers(self) -> dict[str, Any]:
        """Let the box take all answers and refuse all other posts. Return the last answer that it got."""
        sent: dict[str, Any] = self.page.evaluate("acceptsAnswers()") or {}
        return {name: sent.get(name) for name in ("due", "do")}

    def shows(self, snapshot: PhoneSnapshot) -> None:
        """Show a screen on a phone that nobody has touched, and wait as a player who looks at it."""
        self.page.evaluate(SHOWN, as_json(parts_of(snapshot)))
        self.waits(1100)

    def moved(self, rows: list[tuple[PhoneSnapshot, ...]]) -> list[list[str]]:
        """Return for each row the buttons of the question that moved between its first screen and a later one."""
        places: list[list[str]] = self.page.evaluate(
            MOVED, as_json([[parts_of(snapshot) for snapshot in row] for row in rows])
        )
        return places

    def come_under(self, rows: list[tuple[PhoneSnapshot, PhoneSnapshot]]) -> list[tuple[float, float] | None]:
        """Return a point for each row where a finger meets a button that came with the second screen. None: no button
        came."""
        places = self.page.evaluate(COME_UNDER, as_json([[parts_of(snapshot) for snapshot in row] for row in rows]))
        return [tuple(place) if place else None for place in places]

    def comes(self, stood: list[str], news: Sequence[tuple[str, Any]]) -> list[bool]:
        """Bring these events one after the other, by the stream or as a "reply" to a post. Return after each whether a
        button moved away from its place in `stood`."""
        moves: list[bool] = self.page.evaluate(COMES, as_json([stood, news]))
        return moves

    def opens(self, sheet: bool, folds: bool) -> None:
        """Open the *more* sheet, or the folds in it or in the questions."""
        self.page.evaluate(OPENED, [sheet, folds])
        self.waits(1100)

    def answers(self) -> bool:
        """Send the first answer that takes one tap. Return False if there is none."""
        sent: bool = self.page.evaluate(ANSWERED)
        return sent

    def waits(self, ms: int) -> None:
        self.page.clock.fast_forward(ms)

    def places(self, root: str = "body") -> list[str]:
        """Return the buttons in `root`, each with its place and whether a finger meets it."""
        found: list[str] = self.page.evaluate("(root) => places(root)", root)
        return found

    def lies(self, place: tuple[float, float]) -> str:
        """Return the name of the button that a finger would meet at this point, or ""."""
        name: str = self.page.evaluate("(place) => lies(...place)", list(place))
        return name

    def press(self) -> dict[str, Any]:
        """Put a finger down on a button, of another kind each time. Return its name, the answer that a tap would send, and
        whether it is a covered card, which a long press shows."""
        aimed: dict[str, Any] = self.page.evaluate("aim()")
        self.page.mouse.move(*aimed["middle"])
        self.page.mouse.down()
        return aimed

    def lift(self) -> bool:
        """Lift the finger. Return whether the button under it was tapped."""
        self.page.mouse.up()
        met: bool = self.page.evaluate("met === aimed")
        self.page.clock.run_for(100)
        return met

    def tap(self, place: tuple[float, float]) -> bool:
        """Tap with the mouse, and return whether the page heard it. A touch could be heard too late for this."""
        self.page.evaluate("met = null")
        self.page.mouse.click(*place)
        self.page.clock.run_for(1)
        return bool(self.page.evaluate("met !== null"))
