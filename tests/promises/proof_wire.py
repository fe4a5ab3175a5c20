"""The HTTP side of `proof`: phones, streams, and filled forms, as docs/http.md says. It uses no names of the box's code."""

import hashlib
import http.client
import json
import random
import re
import socket
from typing import Any

import msgspec

PATIENCE = 20.0
"""Seconds without a reply after which the box has failed."""
VERSION = re.compile(r"\?[^\"]*")
"""The version at the end of the address of a language's words."""


class Phone:
    """A browser: a name, its cookies, one open connection."""

    def __init__(self, listen: str, name: str) -> None:
        self.name = name
        self.cookie = ""
        self._line = http.client.HTTPConnection(listen, timeout=PATIENCE)

    def ask(self, method: str, path: str, fields: object = None, **headers: str) -> tuple[int, bytes]:
        sent = {"Accept": "application/json", "Accept-Language": "en", "Cookie": self.cookie, **headers}
        self._line.request(method, path, None if fields is None else msgspec.json.encode(fields), sent)
        reply = self._line.getresponse()
        for cookie in reply.headers.get_all("Set-Cookie") or []:
            self.cookie = cookie.split(";")[0]
        return reply.status, reply.read()

    def get(self, path: str) -> Any:
        """Return the box's reply at this path, from JSON."""
        return json.loads(self.ask("GET", path)[1])

    def close(self) -> None:
        self._line.close()


class Stream:
    """An open stream: the screen that a page shows after all events, and the other events since somebody looked."""

    def __init__(self, listen: str, phone: Phone, kind: str, room: bool) -> None:
        self.name = f"{'room' if room else phone.name} {kind}"
        self.is_data = kind == "data"
        self.parts: dict[str, bytes] = {}
        """The bytes of each part of a data stream, by name."""
        self.words = b""
        """The bytes of the newest screen of a JSON stream."""
        self.others: list[str] = []
        self._rest = b""
        host, _, port = listen.partition(":")
        self._socket = socket.create_connection((host, int(port)), PATIENCE)
        query = "&".join((["table"] if room else []) + ([] if self.is_data else ["as=json"]))
        language = "en" if self.is_data else kind
        head = f"GET /stream?{query} HTTP/1.1\r\nHost: {listen}\r\nAccept-Language: {language}\r\n"
        self._socket.sendall(f"{head}Cookie: {phone.cookie}\r\n\r\n".encode())
        while b"\r\n\r\n" not in self._rest:
            self._rest += self._socket.recv(65536)
        self._rest = self._rest.partition(b"\r\n\r\n")[2]
        self.ended = False
        self._take_chunks()

    def read(self) -> bool:
        """Read what has come, and wait for the rest of a push that has begun. Return whether anything came."""
        came = False
        while not self.ended:
            self._socket.settimeout(PATIENCE if self._rest else 0.0)
            try:
                part = self._socket.recv(1 << 20)
            except BlockingIOError:
                break
            came, self.ended = True, not part
            self._rest += part
            self._take_chunks()
        return came

    def _take_chunks(self) -> None:
        while (head := self._rest.find(b"\r\n")) >= 0:
            end = head + 2 + int(self._rest[:head], 16)
            if len(self._rest) < end + 2:
                return
            self._take(self._rest[head + 2 : end])
            self._rest = self._rest[end + 2 :]

    def _take(self, push: bytes) -> None:
        """Take one event. Padding is a comment, and the event's id is signed for this phone alone, so both are left out."""
        fields = dict(line.split(b": ", 1) for line in push.split(b"\n") if b": " in line and not line.startswith(b":"))
        name, data = fields.get(b"event", b"").decode(), fields.get(b"data", b"")
        if name != "screen":
            self.others += [f"{name} {VERSION.sub('', data.decode())}"] if name not in ("beat", "") else []
        elif self.is_data:
            decoded = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
            new = {name: bytes(raw) for name, raw in _parts(decoded.get("parts") or decoded["changed"]).items()}
            gone = msgspec.json.decode(decoded["gone"]) if "gone" in decoded else tuple(self.parts)
            if (then := self.parts.get("meanwhile")) is not None and "changed" in decoded and "meanwhile" in new:
                new["meanwhile"] = msgspec.json.encode(with_whole_lists(json.loads(new["meanwhile"]), json.loads(then)))
            kept = {name: raw for name, raw in self.parts.items() if name not in gone}
            self.parts = {**kept, **new, "seq": bytes(decoded["seq"])}
        else:
            self.words = data

    def part(self, name: str) -> Any:
        """Return a part of the screen, or {} if it has none of this name."""
        return json.loads(self.parts.get(name, b"{}"))

    def seen(self) -> dict[str, str]:
        """Return a short hash of each part that is shown, by name."""
        return {name: short(raw) for name, raw in self.parts.items()} if self.is_data else {"": short(self.words)}

    def close(self) -> None:
        self._socket.close()


def with_whole_lists(part: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    """Return a part with whole lists. A number in a list is the place of an item in the list of `before`."""
    return {
        name: [before[name][one] if isinstance(one, int) else one for one in value] if isinstance(value, list) else value
        for name, value in part.items()
    }


def _parts(raw: msgspec.Raw) -> dict[str, msgspec.Raw]:
    return msgspec.json.decode(raw, type=dict[str, msgspec.Raw])


def short(data: bytes | str) -> str:
    """Return the first ten letters of the hash of these bytes."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()[:10]


# Answers


def filled(form: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """Return a form filled in by chance, as docs/http.md describes."""
    fields = [field for field in form["fields"] if not (field.get("optional") and dice.random() < 0.5)]
    return {**form["do"], **{field["name"]: _value(field, dice) for field in fields}}


def _value(field: dict[str, Any], dice: random.Random) -> Any:
    many, keys, of = field.get("many"), field.get("keys"), field.get("of")
    if of is not None:
        return {key: _choice(field, dice) for key in keys} if keys is not None else _choice(field, dice)
    if keys is not None:
        numbers = {key: _number(field, dice) for key in keys}
        return numbers if field.get("min") else {key: n for key, n in numbers.items() if n and dice.random() < 0.4}
    if isinstance(many, dict):
        return {key: [_number(field, dice) for _ in range(n)] for key, n in many.items()}
    return _number(field, dice) if many is None else [_number(field, dice) for _ in range(many)]


def _choice(field: dict[str, Any], dice: random.Random) -> Any:
    of, many = field["of"], field.get("many")
    if many is None:
        return dice.choice(of)
    least, most = (many, many) if isinstance(many, int) else many
    n = dice.randint(least, max(least, min(most, least + 3)))
    return [dice.choice(of) for _ in range(n)] if field.get("again") else dice.sample(of, min(n, len(of)))


def _number(field: dict[str, Any], dice: random.Random) -> int:
    least, most = field.get("min") or 0, field.get("max")
    if field.get("default") is not None and dice.random() < 0.5:
        return int(field["default"])
    return least + dice.randrange((4 if most is None else min(most - least, 4)) + 1)
