"""The only reader of TOML. It checks a file's size before parsing, because the parser takes gigabytes for one key with
thousands of parts. The parser is tomli: Python's own (tomllib), but compiled."""

import re
from typing import Any, Final

import tomli

from companion.bounds import TOML_DOTS, TOML_LETTERS, TOML_LINE, TOML_MARKS

_ASIDE: Final = re.compile(
    r'"""[^"\\]*(?:(?:\\.|"{1,2}(?!"))[^"\\]*)*(?:"{3,5}|\\?\Z)'
    r"|'''[^']*(?:'{1,2}(?!')[^']*)*(?:'{3,5}|\Z)"
    r'|"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*(?:"|\\?(?=\n|\Z))'
    r"|'[^'\n]*'?"
    r"|#[^\n]*",
    re.DOTALL,
)
"""Strings and comments. Dots and brackets inside them nest no values. A string without an end goes on to the end of its line
or file, where every reader stops. So each letter is read only once."""
_MARK: Final = re.compile(r"[.\[{]")
"""Characters that nest values. Each one may cost a kilobyte."""


class NotToml(ValueError):
    """Raised for text that is no TOML, or that is too large."""

    def __init__(self, why: str, line: int | None = None, at: int | None = None) -> None:
        super().__init__(why)
        self.line = line
        """The number of the line that is too long or nests too much, from 1. None: the fault is another one."""
        self.at = at or line
        """The number of the line with the fault, from 1, if it is known."""


def read(words: str) -> dict[str, Any]:
    """Return the content of TOML. Raise NotToml if it is malformed, or larger than `companion/bounds.py` allows."""
    _look(words)
    try:
        return tomli.loads(words.replace("\r\n", "\n"))
    except RecursionError:
        raise NotToml("too many brackets in one another") from None
    except ValueError as error:
        raise NotToml(" ".join(str(error).split()), at=getattr(error, "lineno", None)) from None


def read_ours(words: str) -> dict[str, Any]:
    """Return the content of a TOML file that came with the box. Its size is not checked."""
    return tomli.loads(words)


def _look(words: str) -> None:
    """Raise NotToml for text that would take too much memory or time."""
    if len(words) > TOML_LETTERS:
        raise NotToml(f"longer than {TOML_LETTERS} letters", words.count("\n", 0, TOML_LETTERS) + 1)
    for number, line in enumerate(words.split("\n"), 1):
        if len(line) > TOML_LINE:
            raise NotToml(f"line {number} is longer than {TOML_LINE} letters", number)
    marks = 0
    for number, line in enumerate(_ASIDE.sub(_only_ends, words).split("\n"), 1):
        marks += len(_MARK.findall(line))
        if line.count(".") > TOML_DOTS or marks > TOML_MARKS:
            raise NotToml(f"line {number} nests too much", number)


def _only_ends(aside: re.Match[str]) -> str:
    return "\n" * aside[0].count("\n")
