"""Helpers for all our own ASGI applications, and the bridge to Flask."""

import asyncio
import io
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, Final

from web.entrance.gate import HEADERS, RequestHead

AsgiMessage = MutableMapping[str, Any]
"""A scope or an event of ASGI 3.0."""
Receive = Callable[[], Awaitable[AsgiMessage]]
Send = Callable[[AsgiMessage], Awaitable[None]]
HeaderLines = list[tuple[bytes, bytes]]
OURS: Final[HeaderLines] = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
"""The header lines of every reply that the event loop makes."""


def headers(scope: AsgiMessage) -> dict[str, str]:
    """Return the fields of the head by their names in small letters. A field that came twice has both values. A name with
    `_` is left out, because WSGI would take it for the name with a hyphen."""
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        if b"_" not in name:
            key, words = name.decode("latin-1").lower(), value.decode("latin-1")
            found[key] = f"{found[key]},{words}" if key in found else words
    return found


def address(scope: AsgiMessage) -> str:
    """Return the IP address of the caller. Empty: it is not known."""
    return scope["client"][0] if scope.get("client") else ""


async def whole_body(receive: Receive, most: int) -> bytes | None:
    """Return the body, cut after `most` + 1 bytes. None: the phone has gone."""
    body = b""
    more = True
    while more and len(body) <= most:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body[: most + 1]


async def reply(send: Send, status: int, lines: HeaderLines, body: bytes) -> None:
    """Send a whole reply."""
    await send({"type": "http.response.start", "status": status, "headers": lines})
    await send({"type": "http.response.body", "body": body})


def head_of(scope: AsgiMessage) -> RequestHead:
    """Return the head of a request."""
    sent = headers(scope)
    return RequestHead(
        method=scope["method"],
        host=sent.get("host"),
        origin=sent.get("origin"),
        cookie=sent.get("cookie"),
        accept=sent.get("accept"),
        accept_language=sent.get("accept-language"),
        browser=sent.get("user-agent", ""),
        address=address(scope),
    )


Environ = dict[str, Any]

Made = tuple[int, HeaderLines, bytes]
"""A reply: status, header lines and body."""

Pages = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]
"""A WSGI application."""

STUCK_SECONDS: Final = 10.0
"""Seconds after which a page that is not ready counts as stuck. No page takes so long, even on the slowest Raspberry Pi."""


class FlaskBridge:
    """An ASGI application that calls a WSGI one on threads. It reads at most `most` + 1 bytes of a body, so that the
    application can refuse a longer one. While all threads are busy, addresses take turns."""

    def __init__(self, pages: Pages, threads: int, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._pages = pages
        self._most = most
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="pages")
        self._turns = Turns(threads, clock)

    @property
    def is_stuck(self) -> bool:
        """True if a page is being made and none was finished for STUCK_SECONDS. May be read from any thread."""
        return self._turns.is_stuck(STUCK_SECONDS)

    def close(self) -> None:
        """Make no more pages. Requests that wait for a thread are dropped. This does not wait for a page that is being
        made."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def __call__(self, scope: AsgiMessage, receive: Receive, send: Send) -> None:
        """Answer one request (ASGI 3.0, HTTP). If the phone has gone, do nothing."""
        try:
            body = await whole_body(receive, self._most)
            if body is None:
                return
            asked = _environ(scope, body)
            async with self._turns.place_for(asked["REMOTE_ADDR"], receive):
                status, lines, page = await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, asked)
        except Left:
            return
        except asyncio.CancelledError:  # the box is switched off while a phone still sends or waits
            await reply(send, 503, [], b"")
            return
        if len(body) > self._most:
            lines.append((b"connection", b"close"))  # nobody reads the rest
        await reply(send, status, lines, page)

    def _ask(self, environ: Environ) -> Made:
        head: list[Any] = []
        parts = self._pages(environ, lambda status, headers, error=None: head.extend((status, headers)))
        try:
            page = b"".join(parts)
        finally:
            if (close := getattr(parts, "close", None)) is not None:
                close()
        status, lines = head[-2:]
        return int(status[:3]), [(k.lower().encode("latin-1"), v.encode("latin-1")) for k, v in lines], page


class Left(Exception):
    """The phone has gone before its turn came."""


class Turns:
    """A limited number of places, and the requests that wait for one. Only for the event loop."""

    def __init__(self, places: int, clock: Callable[[], float]) -> None:
        self._places = self._free = places
        self._clock = clock
        self._waiting: dict[str, dict[asyncio.Future[None], None]] = {}
        """The waiting requests by address. The address whose turn was longest ago comes first, and within an address the
        oldest request."""
        self._moved = clock()
        """The last time that a place became free, or was taken while all were free."""

    @asynccontextmanager
    async def place_for(self, address: str, receive: Receive) -> AsyncIterator[None]:
        """Hold a place while the block runs. Raises Left if the phone leaves before it gets one."""
        if self._free:
            self._take()
        else:
            await self._wait(address, receive)
        try:
            yield
        finally:
            self._give_back()

    def is_stuck(self, seconds: float) -> bool:
        """Return whether places are taken, and none became free for so many seconds. May be called from any thread."""
        return self._free < self._places and self._clock() - self._moved >= seconds

    def _take(self) -> None:
        if self._free == self._places:
            self._moved = self._clock()
        self._free -= 1

    async def _wait(self, address: str, receive: Receive) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, {})[turn] = None
        leaving = asyncio.create_task(_left(receive))
        try:
            await asyncio.wait((turn, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not turn.done():
                raise Left
        except BaseException:
            self._leave(address, turn)
            raise
        finally:
            leaving.cancel()

    def _leave(self, address: str, turn: asyncio.Future[None]) -> None:
        if turn.done():  # the request got its place at the same moment
            self._give_back()
            return
        del self._waiting[address][turn]
        if not self._waiting[address]:
            del self._waiting[address]

    def _give_back(self) -> None:
        self._moved = self._clock()
        if not self._waiting:
            self._free += 1
            return
        address = next(iter(self._waiting))
        waiting = self._waiting.pop(address)
        turn = next(iter(waiting))
        del waiting[turn]
        if waiting:
            self._waiting[address] = waiting  # behind all other addresses
        turn.set_result(None)


async def _left(receive: Receive) -> None:
    """Return once the phone has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _environ(scope: AsgiMessage, body: bytes) -> Environ:
    """Return the request as WSGI's dictionary (PEP 3333). The content length is the number of bytes that were read, not the
    one that the phone named."""
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode("utf-8", "replace").decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": scope["server"][0],
        "SERVER_PORT": str(scope["server"][1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": address(scope),
        "companion.refused": scope.get("state", {}).get("refused"),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in headers(scope).items():
        environ["HTTP_" + name.upper().replace("-", "_")] = value
    for framing in ("HTTP_CONTENT_LENGTH", "HTTP_TRANSFER_ENCODING"):
        environ.pop(framing, None)
    environ["CONTENT_TYPE"] = environ.pop("HTTP_CONTENT_TYPE", "")
    environ["CONTENT_LENGTH"] = str(len(body))
    return environ
