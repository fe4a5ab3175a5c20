"""Draws snapshots of a test with the page's own scripts."""

from collections.abc import Iterable
from typing import Any

import msgspec
from playwright.sync_api import Page, Route

from companion.snapshot.phone import PhoneSnapshot
from companion.speech.say import own_names
from web.drawing import catalogues, files
from web.drawing.files import script
from web.drawing.pages import static
from web.drawing.parts import parts_of

ORIGIN = "http://drawn.test"
PAGE = f"""<!doctype html><html lang='en' data-tongues='{msgspec.json.encode(own_names()).decode()}'>
<script type="module" src="{static("modules.js")}"></script><body class='room'>"""

DRAWN = """async (said) => {
  const [{ draw }, screens] = await Promise.all(["drawing/nodes.js", "drawing/screens.js"].map(ours));
  return JSON.parse(said).map(([kind, parts]) => {
    const at = document.createElement("div");
    draw(at, screens[kind](parts));
    return at.innerHTML;
  });
}"""
"""Draws snapshots. They come as JSON, which is the quickest way into the page."""

LEARNS = """async (words) => {
  const { learn } = await ours("say.js");
  learn(await (await fetch(words)).json());
}"""


def wired(snapshot: PhoneSnapshot) -> dict[str, Any]:
    """Return the parts of a snapshot as a phone gets them."""
    parts: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(parts_of(snapshot)))
    return parts


def as_json(data: Any) -> str:
    """Return data as JSON, which is the quickest way into a page: the driver looks at each value of other data."""
    return msgspec.json.encode(data).decode()


NAMED = 'import "./stage/stage.js";\nimport "./picture.js";\n'
MODULES = files.marked(script({**files.sources(), "modules.js": NAMED}, "modules.js").encode(), "text/javascript")
"""The scripts that draw a phone or the room's screen, without those that listen to a box or ask it."""


class Drawing:
    """A page with the box's scripts that has never got a screen from a box."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._language = ""
        page.route(f"{ORIGIN}/**", _serve)
        page.goto(f"{ORIGIN}/")

    def html(self, snapshot: PhoneSnapshot, language: str = "en") -> str:
        """Return the drawing of one snapshot, as the HTML inside `<div id="screen">`."""
        return self.each([snapshot], language)[0]

    def each(self, snapshots: Iterable[PhoneSnapshot], language: str = "en") -> list[str]:
        """Return the drawings of many snapshots, each drawn from nothing. They take one call of the page, because calls take
        longest."""
        self.speak(language)
        encoded = msgspec.json.encode(
            [("phone" if snapshot.place.seat else "room", parts_of(snapshot)) for snapshot in snapshots]
        )
        drawn: list[str] = self._page.evaluate(DRAWN, encoded.decode())
        return drawn

    def speak(self, language: str) -> None:
        """Use this language from now on."""
        if language != self._language:
            self._page.evaluate(LEARNS, catalogues.address(language))
            self._language = language

    def forget(self) -> None:
        """Load the words again at the next drawing, because a test has loaded others."""
        self._language = ""

    def run(self, script: str, given: Any = None) -> Any:
        """Return the result of a JavaScript function for this value. The function imports the page's modules by `ours`."""
        return self._page.evaluate(script, given)


def _serve(route: Route) -> None:
    path = route.request.url.removeprefix(ORIGIN).partition("?")[0]
    if path == static("modules.js"):
        file = MODULES
    elif path.startswith("/words/"):
        file = catalogues.words(path.removeprefix("/words/").removesuffix(".json"))
    else:
        route.fulfill(body=PAGE, content_type="text/html")
        return
    route.fulfill(body=file.content, content_type=file.kind)
