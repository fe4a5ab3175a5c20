"""Takes out of scripts and styles what a browser does not need: comments, and spaces that divide nothing. All names stay.

Three habits of our sources make this simple. A string or a pattern is on one line. A statement ends with a semicolon or a
brace. No selector has a space after a colon.
"""

import re
from typing import Final

PART: Final = re.compile(
    r"""
    "(?:[^"\\]|\\.)*" | '(?:[^'\\]|\\.)*'                                                   # a string
    | `(?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\})*`                        # a template
    | (?<![\w$)\]}"'`])/(?![/*\s])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\]|\\.)*\])+/\w*                # a pattern
    | (?P<comment>//.*) | (?P<gap>\s+) | [\w$\#]+ | .
    """,
    re.VERBOSE,
)
"""Finds the next part of a script. A pattern never follows a name or a closing bracket."""
BEGINS: Final = frozenset("{([,;:?=+-*&|<>!.")
"""After these signs a line goes on."""
ENDS: Final = frozenset("})],;:?.=&|<>*")
"""Before these signs a line has gone on."""
SHEET_PART: Final = re.compile(
    r"""
    (?P<string>"[^"]*") | /\*.*?\*/\s* | \s*;?\s*(?P<end>\})\s* | \s*(?P<mark>[{;,])\s* | (?P<colon>:)\s+ | (?P<gap>\s+)
    """,
    re.VERBOSE | re.DOTALL,
)
"""Finds the next mark, string, comment or space of a style sheet."""


def short_script(script: str) -> str:
    """Return a script without comments and without spaces that divide nothing."""
    parts = [""]
    gap = ""
    for found in PART.finditer(script):
        if found["gap"]:
            gap = "\n" if "\n" in gap + found[0] else " "
        elif not found["comment"]:
            parts += [gap, found[0]] if gap and _divides(parts[-1], gap, found[0]) else [found[0]]
            gap = ""
    return "".join(parts) + "\n"


def _divides(before: str, gap: str, after: str) -> bool:
    """Return whether the gap between two parts of a script must stay."""
    if gap == "\n":
        return before not in BEGINS and after not in ENDS
    last, first = before[-1:], after[0]
    if _is_in_name(last):
        return _is_in_name(first) or (first == "/" and after != "/")
    return last in "+-" and first in "+-"


def _is_in_name(letter: str) -> bool:
    return letter.isalnum() or letter in "_$#"


def short_sheet(sheet: str) -> str:
    """Return a style sheet without comments and without spaces that divide nothing."""

    def short(found: re.Match[str]) -> str:
        return found["string"] or found["end"] or found["mark"] or found["colon"] or (" " if found["gap"] else "")

    return SHEET_PART.sub(short, sheet).strip()
