"""Flask behind ASGI: a body is read on the loop, so that no slow phone holds a thread; the answer is made on a thread."""

import asyncio
import io
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from web.serving.asgi import AsgiMessage, HeaderLines, Receive, Send, address, headers, reply, whole_body
from web.serving.turns import Left, Turns

Environ = dict[str, Any]
Pages = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]
"""A WSGI application."""
Made = tuple[int, HeaderLines, bytes]
"""Status, header lines and body."""


STUCK_SECONDS: Final = 10.0
"""No page takes so long, on the slowest Raspberry Pi either."""


class Bridge:
    """An ASGI application that asks a WSGI one. Of a longer body than `most` bytes it reads one byte more, for the
    application to refuse. Where threads are busy each address waits for its turn."""

    def __init__(self, pages: Pages, threads: int, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._pages = pages
        self._most = most
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="pages")
        self._turns = Turns(threads, clock)

    @property
    def is_stuck(self) -> bool:
        """Whether pages are wanted and none has been made for STUCK_SECONDS. From any thread."""
        return self._turns.is_stuck(STUCK_SECONDS)

    def close(self) -> None:
        """Make no more pages: what waits for a thread is dropped, what is being made is not waited for."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def __call__(self, scope: AsgiMessage, receive: Receive, send: Send) -> None:
        """Answer one question (ASGI 3.0, HTTP). For an asker who has gone nothing is made."""
        try:
            body = await whole_body(receive, self._most)
            if body is None:
                return
            asked = _environ(scope, body)
            async with self._turns.of(asked["REMOTE_ADDR"], receive):
                status, lines, page = await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, asked)
        except Left:
            return
        except asyncio.CancelledError:  # the box is switched off while a phone still sends, or waits
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


def _environ(scope: AsgiMessage, body: bytes) -> Environ:
    """The request as WSGI (PEP 3333) writes it; the body's length is what was read, whatever the phone says."""
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
