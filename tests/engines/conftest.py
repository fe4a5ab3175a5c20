"""Fixtures with boxes and phones in each engine. `make engines` plays the usual games of Bali in WebKit and Firefox. With
`--long` it plays all four games, in Chromium, too."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, sync_playwright

from tests.browser.conftest import CHROMIUM, NAME, Box
from tests.engines.drivers import MINI_BROWSER, Refused, firefox, free_port, webkit
from tests.engines.windows import ChromiumWindow, DrivenWindow, Window
from tests.support.houses import start

NAMES = ("Ana", "Ben", "Cho", "Dai", "Eva")
HOSTS = tuple(f"{name.lower()}.{NAME}" for name in (*NAMES, "guest"))
"""A host name for each phone, because all windows of a browser share their cookies."""
HERE = Path(__file__).parent
SCRIPT = "".join((HERE.parent / "browser" / name).read_text("utf-8") for name in ("phone.js", "fits.js", "tapping.js"))
FAULTS = (HERE / "engines.js").read_text("utf-8")
LEARNS = f"() => {{ {SCRIPT} {FAULTS} }}"
PATIENCE = 30  # seconds

THERE = {
    "webkit": lambda: MINI_BROWSER and shutil.which("WebKitWebDriver") and shutil.which("Xvfb"),
    "firefox": lambda: shutil.which("firefox-esr") or shutil.which("firefox"),
    "chromium": lambda: CHROMIUM,
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="all four games, and Chromium beside WebKit and Firefox")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "engine" in metafunc.fixturenames:
        names = ("webkit", "firefox", *(["chromium"] if metafunc.config.getoption("--long") else []))
        metafunc.parametrize("engine", names, indirect=True, scope="session")


class Engine:
    """One engine for all tests. Its boxes use one port, one after the other."""

    def __init__(self, name: str, port: int, window: Callable[[], Window]) -> None:
        self.name, self.port, self.window = name, port, window


@pytest.fixture(scope="session")
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    name = request.param
    assert THERE[name](), f"there is no {name} on this machine: run tests/machine.sh engines"
    port = free_port()
    with OPEN[name](port) as window:
        yield Engine(name, port, window)


@contextmanager
def _chromium(port: int) -> Iterator[Callable[[], Window]]:
    rules = f"--host-resolver-rules=MAP *.{NAME} 127.0.0.1"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", rules])
        yield lambda: ChromiumWindow(browser)
        browser.close()


@contextmanager
def _firefox(port: int) -> Iterator[Callable[[], Window]]:
    with firefox(HOSTS) as driver:
        yield lambda: DrivenWindow(driver)


@contextmanager
def _webkit(port: int) -> Iterator[Callable[[], Window]]:
    with webkit(port) as driver:
        yield lambda: DrivenWindow(driver)


OPEN = {"chromium": _chromium, "firefox": _firefox, "webkit": _webkit}


class Phone:
    """A phone, or the room's screen, on the box's page."""

    def __init__(self, window: Window, origin: str) -> None:
        self.window, self._origin = window, origin

    def opens(self, path: str = "/") -> None:
        """Load a page of the box, and wait until it is drawn."""
        self.window.goto(self._origin + path)
        self.learns()

    def learns(self) -> None:
        """Wait until a new page is drawn, and load the scripts of the tests into it."""
        self.evaluate(LEARNS)
        self.sees("main, .copy")

    def arrives(self) -> None:
        """Wait until a tap has led to another page."""
        limit = time.monotonic() + PATIENCE
        while not self._is_new():
            assert time.monotonic() < limit, "no other page came"
            time.sleep(0.05)
        self.learns()

    def _is_new(self) -> bool:
        with suppress(Refused, Error):  # the old page may go while it is asked
            return bool(self.evaluate("document.readyState === 'complete' && !('engine' in window)"))
        return False

    def evaluate(self, script: str, arg: Any = None) -> Any:
        return self.window.evaluate(script, arg)

    def place(self, selector: str, words: str = "") -> tuple[float, float]:
        """Return the middle of an element that can be tapped. It is found by its selector and its words."""
        x, y = self.evaluate("(what) => engine.place(what)", {"selector": selector, "words": words})
        return x, y

    def tap(self, selector: str, words: str = "") -> None:
        self.window.tap(*self.place(selector, words))

    def sees(self, selector: str, words: str = "") -> None:
        """Wait until this element is visible."""
        self.evaluate("(what) => engine.sees(what)", {"selector": selector, "words": words})

    def has(self, selector: str) -> None:
        """Wait until the page has this element, visible or not."""
        self.evaluate("(selector) => engine.has(selector)", selector)

    def misses(self, selector: str) -> None:
        """Wait until no such element is visible."""
        self.evaluate("(selector) => engine.misses(selector)", selector)


Phones = Callable[..., Phone]
Boxes = Callable[..., Box]


@pytest.fixture
def boxes(engine: Engine, tmp_path: Path) -> Iterator[Boxes]:
    """Yield a function: `boxes("Ana", "Ben", game="bali")` returns a box on which these two play."""
    with ExitStack() as stack:

        def new(*names: str, game: str | None = None, **options: Any) -> Box:
            box = Box.new(tmp_path, *names, hosts=HOSTS, listen=f"127.0.0.1:{engine.port}")
            stack.callback(box.stop)
            if game:
                start(box.house, *names, game=game, **options)
            return box

        yield new


@pytest.fixture
def phone(engine: Engine) -> Iterator[Phones]:
    """Yield a function: `phone(box, "Ana")` returns Ana's phone, and without a name a phone without a seat. If a script of a
    page fails, the test fails."""
    windows: list[Phone] = []
    with ExitStack() as stack:

        def new(box: Box, name: str | None = None, path: str = "/", size: tuple[int, int] = (320, 568)) -> Phone:
            window = engine.window()
            stack.callback(window.close)
            origin = f"http://{(name or 'guest').lower()}.{NAME}:{engine.port}"
            window.sits_down(f"{origin}/panel", box.tokens[name] if name else None)
            window.goto(origin + path)
            windows.append(Phone(window, origin))
            windows[-1].learns()
            window.resize(*size)
            return windows[-1]

        yield new
        assert [fault for one in windows for fault in one.evaluate("window.engine?.failed ?? []")] == []
