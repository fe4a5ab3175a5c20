"""Drives Debian's Firefox and WebKit by the commands of W3C's WebDriver. Firefox takes them on a socket of its own
(Marionette), without a driver. WebKitWebDriver takes them over HTTP."""

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final

MINI_BROWSER = next(iter(sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))), None)
SCREEN = "2000x1500x24"
"""The size and depth of the simulated screen, with room for all windows of a test."""
SECONDS = 90
"""The longest time in seconds that one command may take on a busy machine."""

PREFERENCES = {
    "network.dns.localDomains": "",  # the names of the box's phones, which `firefox` sets
    "dom.w3c_touch_events.enabled": 1,
    "ui.primaryPointerCapabilities": 1,  # a coarse pointer, like a phone's
    "ui.allPointerCapabilities": 1,
    "ui.prefersReducedMotion": 1,
    "intl.accept_languages": "en",
    "app.normandy.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
}
"""The settings that make Firefox a phone, and lead all names to this machine. Marionette also switches off Firefox's own
news."""

NARROW = """* { min-width: 0; min-height: 0; margin: 0; border-width: 0; padding: 0; font-size: 1px;
  -gtk-icon-transform: scale(0.01); }"""
"""A style that shrinks the bars of WebKit's small browser, which are wider than a phone."""
GTK = "[Settings]\ngtk-enable-animations=0\n"
"""The setting for people who want no motion. WebKit asks GTK for it."""


class Refused(Exception):
    """The browser refused a command."""


class Driver(ABC):
    """A browser with its windows. A command goes to the window that was chosen last."""

    touches: bool
    """True: a test can touch a page. False: a mouse does the taps."""

    home: str
    """The handle of the first window. It stays open, because a browser without a current window opens no other."""

    def opens(self, **how: Any) -> str:
        """Open another window. Return its handle."""
        self.send("SwitchToWindow", handle=self.home)
        handle: str = self.send("NewWindow", type="window", **how)["handle"]
        return handle

    @abstractmethod
    def send(self, command: str, **how: Any) -> Any:
        """Send a command by its name in `COMMANDS`, and return its value."""


class WebKit(Driver):
    """WebKitGTK. Its driver knows no touches, so a mouse does the taps."""

    touches = False
    COMMANDS: Final = {
        "Navigate": ("POST", "/url"),
        "Back": ("POST", "/back"),
        "AddCookie": ("POST", "/cookie"),
        "DeleteAllCookies": ("DELETE", "/cookie"),
        "ExecuteAsyncScript": ("POST", "/execute/async"),
        "PerformActions": ("POST", "/actions"),
        "SetTimeouts": ("POST", "/timeouts"),
        "SetWindowRect": ("POST", "/window/rect"),
        "MinimizeWindow": ("POST", "/window/minimize"),
        "NewWindow": ("POST", "/window/new"),
        "SwitchToWindow": ("POST", "/window"),
        "CloseWindow": ("DELETE", "/window"),
        "GetWindowHandle": ("GET", "/window"),
        "TakeScreenshot": ("GET", "/screenshot"),
    }

    def __init__(self, port: int, box: int) -> None:
        """Open the first window. `port` is the driver's port. `box` is the box's port, to which all names lead as if it were
        a proxy."""
        self._port, self._session = port, ""
        options = {"binary": str(MINI_BROWSER), "args": ["--automation"]}
        proxy = {"proxyType": "manual", "httpProxy": f"127.0.0.1:{box}"}
        asked = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options, "proxy": proxy}}}
        self._session = f"/session/{self._call('POST', '/session', asked)['sessionId']}"
        self.home = self.send("GetWindowHandle")

    def send(self, command: str, **how: Any) -> Any:
        method, path = self.COMMANDS[command]
        return self._call(method, path, how)

    def close(self) -> None:
        self._call("DELETE", "", {})

    def _call(self, method: str, path: str, how: dict[str, Any]) -> Any:
        wire = HTTPConnection("127.0.0.1", self._port, timeout=SECONDS)
        body = json.dumps(how) if method == "POST" else None
        wire.request(method, self._session + path, body, {"Content-Type": "application/json"})
        reply = wire.getresponse()
        data = json.loads(reply.read())["value"]
        wire.close()
        if reply.status != 200:
            raise Refused(f"{method} {path}: {data}")
        return data


class Firefox(Driver):
    """Firefox without a window on a screen. It can be touched, and shows pages of any size."""

    touches = True

    def __init__(self, port: int) -> None:
        self._wire = connected(port)
        self._wire.settimeout(SECONDS)
        self._file, self._number = self._wire.makefile("rb"), 0
        self._hear()
        self._call("WebDriver:NewSession", capabilities={})
        self.home = self.send("GetWindowHandle")

    def send(self, command: str, **how: Any) -> Any:
        if command == "ExecuteAsyncScript":
            how |= {"sandbox": None, "newSandbox": False}
        return self._call(f"WebDriver:{command}", **how)

    def in_frame(self, script: str, *args: Any) -> Any:
        """Run a script in the window around the page, and return its value."""
        self._call("Marionette:SetContext", value="chrome")
        try:
            return self._call("WebDriver:ExecuteScript", script=script, args=args)
        finally:
            self._call("Marionette:SetContext", value="content")

    def close(self) -> None:
        self._call("Marionette:Quit", flags=["eForceQuit"])
        self._file.close()
        self._wire.close()

    def _call(self, name: str, **how: Any) -> Any:
        self._number += 1
        encoded = json.dumps([0, self._number, name, how]).encode()
        self._wire.sendall(b"%d:%s" % (len(encoded), encoded))
        _, _, error, value = self._hear()
        if error:
            raise Refused(f"{name}: {error['error']}: {error['message']}")
        return value.get("value", value) if isinstance(value, dict) else value

    def _hear(self) -> Any:
        """Return the next message. It comes as its length, a colon, and JSON."""
        length = b""
        while (digit := self._file.read(1)) != b":":
            length += digit
        return json.loads(self._file.read(int(length)))


def connected(port: int) -> socket.socket:
    """Return a connection to a program that has just been started, as soon as it listens."""
    limit = time.monotonic() + SECONDS
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port))
        except OSError:
            if time.monotonic() > limit:
                raise
            time.sleep(0.05)


def free_port() -> int:
    """Return a port that no program uses now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


@contextmanager
def firefox(hosts: tuple[str, ...]) -> Iterator[Firefox]:
    """Yield a Firefox that finds all these hosts on this machine."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        chosen = PREFERENCES | {"marionette.port": port, "network.dns.localDomains": ",".join(hosts)}
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in chosen.items())
        (Path(folder) / "user.js").write_text("\n".join(lines), "utf-8")
        program = shutil.which("firefox-esr") or shutil.which("firefox") or "firefox"
        asked = [program, "--headless", "--no-remote", "--marionette", "--remote-allow-system-access", "--profile", folder]
        with _running(asked, os.environ | {"HOME": folder}):
            driver = Firefox(port)
            yield driver
            driver.close()


@contextmanager
def webkit(box: int) -> Iterator[WebKit]:
    """Yield a WebKit on a screen of its own. All hosts lead to this port, which is its proxy."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder, _screen() as display:
        for version in ("gtk-3.0", "gtk-4.0"):
            (Path(folder) / version).mkdir()
            (Path(folder) / version / "gtk.css").write_text(NARROW, "utf-8")
            (Path(folder) / version / "settings.ini").write_text(GTK, "utf-8")
        with _running(["WebKitWebDriver", f"--port={port}"], os.environ | WEBKIT | _at_home(folder) | {"DISPLAY": display}):
            connected(port).close()
            driver = WebKit(port, box)
            yield driver
            driver.close()


WEBKIT = {
    "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # it needs rights that containers lack, and loads only our pages
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "NO_AT_BRIDGE": "1",  # there is no bus for screen readers
    "GDK_BACKEND": "x11",
    "LC_ALL": "C.UTF-8",
}


def _at_home(folder: str) -> dict[str, str]:
    kinds = ("CONFIG", "CACHE", "DATA")
    return {"HOME": folder, **{f"XDG_{kind}_HOME": folder for kind in kinds}, "XDG_RUNTIME_DIR": folder}


@contextmanager
def _screen() -> Iterator[str]:
    """Yield the name of a simulated screen."""
    hears, tells = os.pipe()
    asked = ["Xvfb", "-displayfd", str(tells), "-screen", "0", SCREEN, "-nolisten", "tcp"]
    with _running(asked, os.environ, tells), os.fdopen(hears) as number:
        os.close(tells)
        yield f":{number.readline().strip()}"


@contextmanager
def _running(asked: list[str], world: Any, *passed: int) -> Iterator[None]:
    """Run a program within this context. It ends with the test, even if the test fails."""
    program = subprocess.Popen(
        asked, env=dict(world), pass_fds=passed, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        yield
    finally:
        program.terminate()
        try:
            program.wait(10)
        except subprocess.TimeoutExpired:
            program.kill()
            program.wait()
