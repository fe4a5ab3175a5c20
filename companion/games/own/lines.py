"""Finds the line of each key and each item of a correct TOML file, so that sentences about faults can name it."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.games.own.plan import Path

_TOKEN: Final = re.compile(
    r'(?P<text>"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\')'
    r"|(?P<aside>#[^\n]*|[ \t\r]+)|(?P<mark>\[\[|\]\]|[\[\]{},=.\n])|(?P<bare>[^\s\[\]{},=.#\"']+)",
    re.DOTALL,
)


@dataclass(slots=True)
class _Frame:
    """An open list or table, or the file itself."""

    kind: str
    path: Path
    keys: list[str] = field(default_factory=list)
    in_value: bool = False
    at: int = 0
    """The place of the present item of a list."""

    @property
    def inner(self) -> Path:
        """Return the path of the present value."""
        return (*self.path, self.at) if self.kind == "[" else (*self.path, *self.keys)


class _Scan:
    def __init__(self) -> None:
        self.found: dict[Path, int] = {}
        self.line = 1
        self.stack = [_Frame("file", ())]
        self.heads: Counter[Path] = Counter()
        self.head: list[str] | None = None

    def take(self, kind: str, token: str) -> None:
        if self.head is not None and token != "\n":
            self._in_head(kind, token)
        elif kind == "mark":
            self._mark(token)
        elif kind in ("bare", "text"):
            self._word(token.strip("\"'") if kind == "text" else token)
        self.line += token.count("\n")

    def _in_head(self, kind: str, token: str) -> None:
        assert self.head is not None
        if kind in ("bare", "text"):
            self.head.append(token.strip("\"'"))
        elif token in ("]", "]]"):
            path: Path = tuple(self.head)
            if token == "]]":
                self.heads[path] += 1
                path = (*path, self.heads[path] - 1)
            self.stack = [_Frame("file", path)]
            self.found.setdefault(path, self.line)
            self.head = None

    def _mark(self, token: str) -> None:
        top = self.stack[-1]
        match token:
            case "[" | "[[" if top.kind == "file" and not top.in_value:
                self.head = []
            case "[" | "[[" | "{":
                for mark in token:
                    self._note()
                    self.stack.append(_Frame(mark, self.stack[-1].inner))
            case "]" | "]]" | "}":
                del self.stack[max(len(self.stack) - len(token), 1) :]
            case "=":
                top.in_value = True
                self._note()
            case ",":
                top.at += 1
                top.keys, top.in_value = [], False
            case "\n" if top.kind == "file":
                top.keys, top.in_value, self.head = [], False, None

    def _word(self, word: str) -> None:
        top = self.stack[-1]
        if top.kind == "[":
            self._note()
        elif not top.in_value:
            top.keys.append(word)

    def _note(self) -> None:
        self.found.setdefault(self.stack[-1].inner, self.line)


def lines(words: str) -> Mapping[Path, int]:
    """Return the line, from 1, of each key and each item of a list, by its path."""
    scan = _Scan()
    for found in _TOKEN.finditer(words):
        scan.take(found.lastgroup or "", found[0])
    return scan.found
