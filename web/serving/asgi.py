"""The parts of ASGI 3.0 (HTTP) that all who answer on the loop share."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from web.entrance.gate import HEADERS, Question

AsgiMessage = MutableMapping[str, Any]
"""A scope or an event, as ASGI 3.0 has them."""
Receive = Callable[[], Awaitable[AsgiMessage]]
Send = Callable[[AsgiMessage], Awaitable[None]]
HeaderLines = list[tuple[bytes, bytes]]
OURS: Final[HeaderLines] = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
"""What every answer from the loop says, too."""


def headers(scope: AsgiMessage) -> dict[str, str]:
    """The head's fields by their names in small letters, also those that came twice. One with a `_` in its name is left
    out: for some it would pass for the one that is written with a hyphen."""
    said: dict[str, str] = {}
    for name, value in scope["headers"]:
        if b"_" not in name:
            key, words = name.decode("latin-1").lower(), value.decode("latin-1")
            said[key] = f"{said[key]},{words}" if key in said else words
    return said


def address(scope: AsgiMessage) -> str:
    """The IP address that a question comes from; empty where that is not known."""
    return scope["client"][0] if scope.get("client") else ""


async def whole_body(receive: Receive, most: int) -> bytes | None:
    """What was sent, up to one byte more than may be; None if the phone has gone."""
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
    """The whole answer."""
    await send({"type": "http.response.start", "status": status, "headers": lines})
    await send({"type": "http.response.body", "body": body})


def question(scope: AsgiMessage) -> Question:
    """What a question says of itself before its body."""
    said = headers(scope)
    return Question(
        method=scope["method"],
        host=said.get("host"),
        origin=said.get("origin"),
        cookie=said.get("cookie"),
        accept=said.get("accept"),
        accept_language=said.get("accept-language"),
        browser=said.get("user-agent", ""),
        address=address(scope),
    )
