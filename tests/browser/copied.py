"""A printed board with a part of each sort, on which tests try the editor, and people who copy the board by taps or by
keys."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from playwright.sync_api import Locator, Page, expect

from companion.core.owner_things import Label, MissingPart, OwnerThingKind
from companion.core.state import Data
from companion.core.words import BadFile, Text, text
from companion.house.owner_things import OwnerThings
from companion.kits.paper import Drawn, Faces, Ladder, Look, Paint, Painting, Rung, Shapes, Switch
from tests.browser.conftest import Box, Phones, tapped

HOME = "/kept/market/board"
LOOKS: tuple[tuple[str, str, Look], ...] = (
    (".", "bare", "plain"), ("a", "first area", "area1"), ("b", "second area", "area2"), ("c", "third area", "area3"),
    ("d", "fourth area", "area4"), ("A", "altar of the first", "altar1"), ("B", "altar of the second", "altar2"),
    ("C", "altar of the third", "altar3"), ("D", "altar of the fourth", "altar4"), ("O", "altar", "altar"),
    ("+", "middle", "centre"),
)  # fmt: skip


def words(sentence: str) -> Text:
    """Return words that are the same in every language."""
    return text("list", words=(sentence,))


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished board. It is also the draft of one."""

    name: str = ""
    map: tuple[str, ...] = ("....",) * 4
    pieces: tuple[Drawn, ...] = ()
    die: tuple[str | None, ...] = (None,) * 3
    track: tuple[tuple[str, int | None], ...] = ()
    sample: bool = False


WHOLE = Board(
    "Printed board",
    (".a..", "+aA.", "..b.", "...."),
    (Drawn("1", 1, ("##",)), Drawn("2", 1, ("#", "#")), Drawn("3", 2, ("##", "#."))),
    ("1", "2", "3"),
    (("circle", 1), ("hexagon", 12)),
    True,
)

EMPTY = Board(name="Mine")


class Boards(OwnerThingKind[Board, Board]):
    id = "board"
    title = words("Board")
    parts = (
        Label("name", words("Name"), 20),
        Painting("map", words("Map"), words("As printed."), tuple(Paint(v, words(w), look) for v, w, look in LOOKS), 3, 30),
        Shapes("pieces", words("Pieces"), words("Each as printed."), (1, 2), (2, 4)),
        Faces("die", words("Die"), words("As printed."), "pieces", 3, (1, 2)),
        Ladder("track", words("Track"), words("From the left."),
               (Rung("circle", words("circle"), "circle"), Rung("hexagon", words("hexagon"), "hexagon")), 5, 99),
        Switch("sample", words("Only a sample"), words("Not printed.")),
    )  # fmt: skip
    draft = Board
    file = None
    samples = (WHOLE,)

    def name(self, draft: Board) -> str:
        return draft.name

    def is_sample(self, draft: Board) -> bool:
        return draft.sample

    def lacks(self, draft: Board) -> Sequence[MissingPart]:
        return tuple(_lacks(draft))

    def made(self, draft: Board, options: Data) -> Board:
        for lack in self.lacks(draft):
            raise BadFile(lack.words.key)
        return draft


def _lacks(draft: Board) -> Iterator[MissingPart]:
    if not draft.name:
        yield MissingPart("name", words("It has no name."))
    yield from _of_the_map(draft.map)
    if not draft.pieces:
        yield MissingPart("pieces", words("No piece is drawn."))
    for n, piece in enumerate(draft.pieces):
        if "".join(piece.cells).count("#") < 2:
            yield MissingPart("pieces", words("A piece has two cells or more."), (n,))
    for n, face in enumerate(draft.die):
        if face is None:
            yield MissingPart("die", words(f"Nothing stands on {n + 1}."), (n,))
    for n, (_, number) in enumerate(draft.track):
        if number is None:
            yield MissingPart("track", words(f"Step {n + 1} has no number."), (n,))


def _of_the_map(rows: Sequence[str]) -> Iterator[MissingPart]:
    if not any("+" in row for row in rows):
        yield MissingPart("map", words("The middle is missing."))
    for r, row in enumerate(rows):
        if "D" in row:
            yield MissingPart("map", words(f"Row {r + 1}: no altar of the fourth here."), (r, row.index("D")))


class _Market:
    """A game that has only the parts that the box needs to keep boards."""

    id = "market"
    owner_things = (Boards(),)


def with_boards(box: Box) -> Box:
    """Return the box, with a game on its shelf that has such boards."""
    market: Any = _Market()
    box.house.owner_things = OwnerThings(box.house.journal, {"market": market})
    return box


ID = "a" * 32


def kept(box: Box, draft: Board, id_: str = ID) -> str:
    """Keep this draft at the box. Return the address of its page."""
    with box.house.changing():
        box.house.owner_things.write("market", "board", id_, 0, msgspec.to_builtins(draft))
    return f"{HOME}/{id_}"


def draft_of(box: Box, id_: str = ID) -> dict[str, Any]:
    """Return the draft that the box keeps."""
    return box.house.owner_things.one("market", "board", id_).thing.draft


class Copyist:
    """A person on a page of the editor who uses taps, and the phone's own keyboard only for texts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.acts = 0
        """Taps, strokes and filled fields so far."""
        expect(page.locator(".copy")).to_be_visible()

    def press(self, at: Locator) -> None:
        """Tap an element."""
        self.acts += 1
        at.tap()

    def on(self, at: Locator) -> None:
        """Tap an element. Wait until the tap has become a click, because the page shows no effect before."""
        self.press(at)
        tapped(self.page)

    def goes(self, at: Locator, address: str | Callable[[str], bool]) -> None:
        """Tap an element that leads to another address. Wait for its page."""
        self.press(at)
        self.page.wait_for_url(address)

    def turns(self, at: Locator) -> None:
        """Tap an element that leads to another page of the editor. Wait for that page, which begins at its heading."""
        self.on(at)
        expect(self.page.get_by_role("heading", level=1)).to_be_focused()

    def tap(self, name: str, exact: bool = True) -> None:
        self.on(self.page.get_by_role("button", name=name, exact=exact))

    def begins(self, name: str) -> None:
        """Tap a button that leads to the page of one piece."""
        self.turns(self.page.get_by_role("button", name=name, exact=True))

    def follows(self, link: str) -> None:
        self.turns(self.page.get_by_role("link", name=link))

    def opens(self, part: str) -> None:
        self.turns(self.page.locator(".link-row", has_text=part))
        expect(self.page.get_by_role("heading", level=1)).to_have_text(part)

    def returns(self) -> None:
        self.turns(self.page.locator(".back-to"))

    def leaves(self) -> None:
        """Go from the page of all parts to the list of all things."""
        self.goes(self.page.locator(".back-to"), f"**{HOME}")

    def starts(self, name: str = "Start a new one", home: str = HOME) -> None:
        """Begin a thing by a button of the list of all things."""
        self.goes(self.page.get_by_role("button", name=name), f"**{home}/*")

    def types(self, field: str, words: str) -> None:
        self.acts += 1
        self.page.get_by_role("textbox", name=field).fill(words)

    def draws(self, *cells: tuple[int, int], grid: str = "") -> None:
        """Put a finger down on the first cell, move it to each other cell, and lift it."""
        self.acts += 1
        shown = self.page.locator(f"[data-grid='{grid}']" if grid else "[data-grid]")
        places = [shown.locator(f"[data-cell='{row},{column}']").bounding_box() for row, column in cells]
        points = [(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2) for at in places if at]
        touch = self.page.context.new_cdp_session(self.page)
        now = self.page.evaluate("Date.now() / 1000")
        moves = [("touchStart", now - 3, points[:1]), *(("touchMove", now - 2, [point]) for point in points[1:])]
        # The finger rests before it is lifted. After a quick stroke a browser uses the next tap only to stop the scrolling.
        for kind, at, there in (*moves, ("touchMove", now - 1, points[-1:]), ("touchEnd", now, [])):
            fingers = [{"x": x, "y": y} for x, y in there]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers, "timestamp": at})
        expect(self.page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "false")

    def cell(self, row: int, column: int) -> Locator:
        return self.page.locator(f"[data-cell='{row},{column}']")

    def touches(self, *cells: tuple[int, int]) -> None:
        for cell in cells:
            self.on(self.cell(*cell))

    def paints(self, paint: str, *cells: tuple[int, int]) -> None:
        self.on(self.page.locator(".palette").get_by_role("button", name=paint, exact=True))
        self.touches(*cells)

    def is_saved(self) -> None:
        """Wait until the box has everything."""
        expect(self.page.locator(".saved")).to_have_class("saved saved")


class ByKeys(Copyist):
    """A person who uses only keys: Tab, arrows and Enter."""

    def press(self, at: Locator) -> None:
        for key in ["Tab"] * 99:
            if at.evaluate(NEAR):  # looked up each time, because the page may have drawn the element again
                break
            self.page.keyboard.press(key)
        for key in at.evaluate(ARROWS):
            self.page.keyboard.press(key)
        expect(at).to_be_focused()
        self.page.keyboard.press("Enter")


NEAR = """at => {
  const here = document.activeElement;
  return at === here || Boolean(at.dataset.cell && here.dataset.cell && at.closest("table") === here.closest("table"));
}"""
ARROWS = """at => {
  if (!at.dataset.cell) return [];
  const [from, to] = [document.activeElement, at].map((one) => one.dataset.cell.split(",").map(Number));
  const ways = [["ArrowUp", "ArrowDown"], ["ArrowLeft", "ArrowRight"]];
  return ways.flatMap(([back, on], axis) => Array(Math.abs(to[axis] - from[axis])).fill(to[axis] < from[axis] ? back : on));
}"""


def open_at(box: Box, phone: Phones, draft: Board, place: str = "", **look: Any) -> Copyist:
    """Return Ana's phone on a page of the editor, with this draft."""
    return Copyist(phone(box, "Ana", f"{kept(box, draft)}{place}", **look))


def as_json(draft: Board) -> Any:
    return msgspec.json.decode(msgspec.json.encode(draft))
