"""One window for all engines: the acts of a person on a phone, and the page's replies."""

from base64 import b64decode
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

from playwright.sync_api import Browser, BrowserContext, Page

from tests.engines.drivers import Driver, Firefox, Refused

ASYNC = """const [arg, done] = arguments;
(async () => { const it = (%s); return typeof it === "function" ? it(arg) : it; })()
  .then((value) => done([value ?? null]), (error) => done([null, `${error} ${error?.stack}`]));"""
"""A script in the form that `Window.evaluate` needs. It returns its value or its error."""
SIZED = "([wide, high]) => until(() => innerWidth === wide && innerHeight === high, 'resize')"
FRAME = """const [wide, high] = arguments, { style } = gBrowser.selectedBrowser;
for (const [name, px] of [["width", wide], ["height", high]]) {
  for (const edge of ["min-", "max-"]) style.setProperty(edge + name, px + "px");
}"""
"""Sets the size of the page in Firefox, whose window is larger."""
COOKIE = {"name": "seat", "path": "/", "httpOnly": True}


class ScriptError(Exception):
    """A script in the page failed."""


class Window(Protocol):
    """A phone, or the room's screen, in one engine."""

    def goto(self, url: str) -> None: ...

    def back(self) -> None: ...

    def sits_down(self, url: str, token: str | None) -> None:
        """Make the browser forget everything of this host, and set the cookie of a seat, or none."""

    def evaluate(self, script: str, arg: Any = None) -> Any:
        """Return the value of an expression. If it is a function, it is called with `arg`. Promises are awaited."""

    def tap(self, x: float, y: float, times: int = 1) -> None: ...

    def press(self, x: float, y: float) -> None:
        """Put a finger down, and keep it there."""

    def move(self, x: float, y: float) -> None:
        """Move the finger that is down."""

    def lift(self) -> None: ...

    def takes_mouse(self) -> None:
        """Use a mouse from now on. Before, a finger does everything, except in WebKit, whose driver has none."""

    def resize(self, wide: int, high: int) -> None: ...

    def behind(self) -> AbstractContextManager[None]:
        """Put another window in front of the page until the block ends, as a phone call does."""

    def hidden(self) -> AbstractContextManager[None]:
        """Put the page in the background until the block ends."""

    def picture(self) -> bytes:
        """Return a picture of the page as PNG."""

    def close(self) -> None: ...


class DrivenWindow:
    """A window of Firefox or WebKit."""

    def __init__(self, driver: Driver) -> None:
        self._driver, self._high = driver, 0
        self._handle = driver.opens()
        self._pointer = "touch" if driver.touches else "mouse"
        self._send("SetTimeouts", script=60_000)

    def goto(self, url: str) -> None:
        self._send("Navigate", url=url)

    def back(self) -> None:
        self._send("Back")

    def sits_down(self, url: str, token: str | None) -> None:
        self.goto(url)
        self._send("DeleteAllCookies")
        self.evaluate("localStorage.clear() ?? sessionStorage.clear()")
        if token:
            self._send("AddCookie", cookie=COOKIE | {"value": token})

    def evaluate(self, script: str, arg: Any = None) -> Any:
        came = self._send("ExecuteAsyncScript", script=ASYNC % script, args=[arg])
        if came is None:
            raise Refused("the page went while it was asked")
        value, *error = came
        if error:
            raise ScriptError(error[0])
        return value

    def tap(self, x: float, y: float, times: int = 1) -> None:
        once = [{"type": "pointerDown", "button": 0}, {"type": "pause", "duration": 30}, {"type": "pointerUp", "button": 0}]
        self._finger(self._to(x, y), *once * times)

    def press(self, x: float, y: float) -> None:
        self._finger(self._to(x, y), {"type": "pointerDown", "button": 0})

    def move(self, x: float, y: float) -> None:
        self._finger(self._to(x, y))

    def lift(self) -> None:
        self._finger({"type": "pointerUp", "button": 0})

    def takes_mouse(self) -> None:
        self._pointer = "mouse"

    def resize(self, wide: int, high: int) -> None:
        if isinstance(self._driver, Firefox):
            self._send("SetWindowRect", x=0, y=0, width=wide + 100, height=high + 300)
            self._driver.in_frame(FRAME, wide, high)
        else:
            self._send("SetWindowRect", x=0, y=0, width=wide, height=high + self._bars)
        self.evaluate(SIZED, [wide, high])

    @property
    def _bars(self) -> int:
        """Return the height of the window's bars, in pixels."""
        if not self._high:
            self._send("SetWindowRect", x=0, y=0, width=700, height=700)
            self._high = 700 - self.evaluate("new Promise((done) => setTimeout(() => done(innerHeight), 300))")
        return self._high

    @contextmanager
    def behind(self) -> Iterator[None]:
        other = self._driver.opens(focus=True)
        try:
            yield
        finally:
            self._driver.send("SwitchToWindow", handle=other)
            self._driver.send("CloseWindow")

    @contextmanager
    def hidden(self) -> Iterator[None]:
        self._send("MinimizeWindow")
        try:
            yield
        finally:
            self._send("SetWindowRect", x=0, y=0, width=700, height=1100)

    def picture(self) -> bytes:
        return b64decode(self._send("TakeScreenshot"))

    def close(self) -> None:
        self._send("CloseWindow")

    def _to(self, x: float, y: float) -> dict[str, Any]:
        return {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)}

    def _finger(self, *moves: dict[str, Any]) -> None:
        how = {"type": "pointer", "id": self._pointer, "parameters": {"pointerType": self._pointer}}
        self._send("PerformActions", actions=[how | {"actions": list(moves)}])

    def _send(self, command: str, **how: Any) -> Any:
        switch = {"handle": self._handle} | ({"focus": False} if isinstance(self._driver, Firefox) else {})
        self._driver.send("SwitchToWindow", **switch)
        return self._driver.send(command, **how)


class ChromiumWindow:
    """A window of Chromium, in the way of the other browser tests."""

    def __init__(self, browser: Browser) -> None:
        self._context: BrowserContext = browser.new_context(has_touch=True, reduced_motion="reduce", locale="en")
        self._page: Page = self._context.new_page()
        self._cdp = self._context.new_cdp_session(self._page)
        self._has_mouse = False

    def goto(self, url: str) -> None:
        self._page.goto(url)

    def back(self) -> None:
        self._page.go_back()

    def sits_down(self, url: str, token: str | None) -> None:
        self.goto(url)
        self._context.clear_cookies()
        self.evaluate("localStorage.clear() ?? sessionStorage.clear()")
        if token:
            self._context.add_cookies([{"name": "seat", "value": token, "url": url}])

    def evaluate(self, script: str, arg: Any = None) -> Any:
        return self._page.evaluate(script, arg)

    def tap(self, x: float, y: float, times: int = 1) -> None:
        for _ in range(times):
            (self._page.mouse.click if self._has_mouse else self._page.touchscreen.tap)(x, y)

    def press(self, x: float, y: float) -> None:
        self._touch("touchStart", {"x": x, "y": y})

    def move(self, x: float, y: float) -> None:
        self._touch("touchMove", {"x": x, "y": y})

    def lift(self) -> None:
        self._touch("touchEnd")

    def takes_mouse(self) -> None:
        self._has_mouse = True

    def _touch(self, kind: str, *points: dict[str, float]) -> None:
        if not self._has_mouse:
            self._cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})
            return
        for point in points:
            self._page.mouse.move(point["x"], point["y"])
        {"touchStart": self._page.mouse.down, "touchMove": lambda: None, "touchEnd": self._page.mouse.up}[kind]()

    def resize(self, wide: int, high: int) -> None:
        self._page.set_viewport_size({"width": wide, "height": high})
        self.evaluate(SIZED, [wide, high])

    @contextmanager
    def behind(self) -> Iterator[None]:
        """Only send the page the events, because Playwright keeps all its pages in front."""
        self.evaluate("dispatchEvent(new Event('blur'))")
        yield
        self.evaluate("dispatchEvent(new Event('focus'))")

    @contextmanager
    def hidden(self) -> Iterator[None]:
        for is_hidden in (True, False):
            self.evaluate(HIDDEN, is_hidden)
            if is_hidden:
                yield

    def picture(self) -> bytes:
        return self._page.screenshot()

    def close(self) -> None:
        self._context.close()


HIDDEN = """(is) => {
  Object.defineProperty(document, "hidden", { value: is, configurable: true });
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}"""
