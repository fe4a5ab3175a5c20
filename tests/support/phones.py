"""Serves a house on a real port, and asks it over HTTP as phones do."""

import http.client
import json
import socket
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from companion.house.house import House
from companion.snapshot.panel import Panel
from tests.promises.proof_wire import with_whole_lists
from web.serving.server import Server

PATIENCE = 20.0
"""Seconds after which a silent socket is a failure. No test waits for them to pass."""


@contextmanager
def serving(house: House, panel: Panel | None = None) -> Iterator[int]:
    """Yield the port on which this house answers."""
    server = Server(house, panel)
    try:
        yield server.port
    finally:
        server.close()


@dataclass
class HttpReply:
    """A reply of the box."""

    status: int
    headers: dict[str, str]
    body: bytes
    cookies: list[str] = field(default_factory=list)

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def refused(self) -> str:
        """The key of the reason, for a reply that must be a refusal."""
        data = self.json
        assert set(data) >= {"refused", "text"}, data
        assert data["text"]
        return str(data["refused"])


class Phone:
    """A browser that knows one box: it keeps its cookies and one open connection."""

    def __init__(self, port: int, language: str = "en", cookies: dict[str, str] | None = None) -> None:
        self.port = port
        self.language = language
        self.cookies = dict(cookies or {})
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)

    def __enter__(self) -> "Phone":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._connection.close()

    def get(self, path: str, **headers: str) -> HttpReply:
        return self.ask("GET", path, None, **headers)

    def post(self, path: str, fields: Any = None, **headers: str) -> HttpReply:
        body = b"" if fields is None else fields if isinstance(fields, bytes) else json.dumps(fields).encode()
        return self.ask("POST", path, body, **headers)

    def ask(self, method: str, path: str, body: bytes | None, **headers: str) -> HttpReply:
        """Send a request. Header names have _ in place of -, and replace the usual headers."""
        usual = {"Accept": "application/json", "Accept-Language": self.language}
        sent = usual | {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookies:
            sent.setdefault("Cookie", "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        self._connection.request(method, path, body, sent)
        response = self._connection.getresponse()
        cookies = response.headers.get_all("Set-Cookie") or []
        for cookie in cookies:
            name, _, value = cookie.split(";")[0].partition("=")
            self.cookies[name] = value
        return HttpReply(response.status, {k.lower(): v for k, v in response.headers.items()}, response.read(), cookies)

    def join(self, code: str, name: str) -> HttpReply:
        reply = self.post("/join", {"code": code, "name": name})
        assert reply.status == 200, reply.body
        return reply

    def screen(self) -> Any:
        reply = self.get("/screen")
        assert reply.status == 200, reply.body
        return reply.json

    def play(self, due: str | None, do: dict[str, Any], key: str) -> HttpReply:
        return self.post("/play", {"due": due, "key": key, "do": do})

    def stream(self, query: str = "as=json", source: str = "127.0.0.1", **headers: str) -> "Stream":
        sent = {"Accept-Language": self.language, **headers}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return Stream(self.port, query, sent, source)


class Stream:
    """One open stream, read as the bytes come."""

    def __init__(
        self, port: int, query: str = "as=json", headers: dict[str, str] | None = None, source: str = "127.0.0.1"
    ) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE, source_address=(source, 0))
        lines = [f"{name}: {value}" for name, value in {"Host": f"127.0.0.1:{port}", **(headers or {})}.items()]
        self._socket.sendall("\r\n".join([f"GET /stream?{query} HTTP/1.1", *lines, "", ""]).encode())
        self._file = self._socket.makefile("rb")
        self.status = int(self._file.readline().split()[1])
        self.headers = dict(self._header_lines())
        is_packed = self.headers.get("content-encoding") == "gzip"
        self._unpacker = zlib.decompressobj(16 + zlib.MAX_WBITS) if is_packed else None
        self.chunks: list[bytes] = []
        """All chunks read so far, as they were sent. A packed stream has its head in the first one."""
        self.pushes: list[bytes] = []
        """The pushes read so far, each with its padding."""
        self.turns: list[bytes] = []
        """The pushes with the time of a turn, which come at any time. All others are in `pushes`."""
        self.parts: dict[str, Any] = {}
        """The parts that a page shows after all pushes of a data stream."""
        self.language: dict[str, str] = {}
        """The language event of a data stream: its language, and the address of its words."""

    def _header_lines(self) -> Iterator[tuple[str, str]]:
        while line := self._file.readline().decode().strip():
            name, _, value = line.partition(": ")
            yield name.lower(), value

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._file.close()
        self._socket.close()

    def push(self) -> bytes | None:
        """Return the next push, without heartbeats and times of a turn. None: the box has ended the stream."""
        while (chunk := self._chunk()) is not None:
            if not chunk:  # the head of a packed stream
                continue
            if chunk.startswith(b"event: turn\n"):
                self.turns.append(chunk)
            elif not chunk.startswith(b"event: beat"):
                self.pushes.append(chunk)
                self._take(*parsed(chunk))
                return chunk
        return None

    def _take(self, name: str, data: Any) -> None:
        if name == "language":
            self.language = data
        elif name == "screen":
            self.parts = taken(self.parts, data)

    def _chunk(self) -> bytes | None:
        size = int(self._file.readline().strip() or b"0", 16)
        chunk = self._file.read(size)
        self._file.readline()
        self.chunks.append(chunk)
        return None if not size else self._unpacker.decompress(chunk) if self._unpacker else chunk

    def event(self) -> tuple[str, Any]:
        """Return the name and data of the next event that does not set the language."""
        name, data = self.any_event()
        while name == "language":
            name, data = self.any_event()
        return name, data

    def any_event(self) -> tuple[str, Any]:
        """Return the next event of any name."""
        push = self.push()
        assert push is not None, "the box has ended this stream"
        return parsed(push)

    def screen(self) -> Any:
        """Return the next screen."""
        name, data = self.event()
        assert name == "screen"
        return data

    def until(self, seq: int) -> Any:
        """Read on to the screen of this number, and return it. Only the newest screen is sent, so numbers may be missing."""
        while (screen := self.screen())["seq"] < seq:
            pass
        return screen

    def rest(self) -> bytes | None:
        """Return the body of a reply that is no stream."""
        return self._file.read(int(self.headers["content-length"])) if "content-length" in self.headers else self._chunk()


def taken(parts: dict[str, Any], pushed: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of a page that showed `parts`, after this push."""
    if "parts" in pushed:
        return dict(pushed["parts"])
    gone, changed = pushed.get("gone", ()), dict(pushed.get("changed", {}))
    if {"meanwhile"} <= parts.keys() & changed.keys():
        changed["meanwhile"] = with_whole_lists(changed["meanwhile"], parts["meanwhile"])
    return {name: part for name, part in {**parts, **changed}.items() if name not in gone}


def parsed(push: bytes) -> tuple[str, Any]:
    """Return an event's name and data. Padding is a comment, and is left out."""
    name, data = "", ""
    for line in push.decode().split("\n"):
        kind, _, value = line.partition(": ")
        if kind == "event":
            name = value
        elif kind == "data":
            data += value
    return name, json.loads(data) if data else None
