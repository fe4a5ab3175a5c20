"""Patterns that a browser reads as Python does, as phones say names, too (web/static/say.js)."""

import re
from typing import Final

_SYNTAX: Final = r"\\.^$*+?()\[\]{}|"
_ESCAPED: Final = rf"\\[{_SYNTAX}/]"
_SET: Final = rf"\[\^?(?:{_ESCAPED}|[^\\\[\]])+\]"
_LETTER: Final = rf"(?:{_ESCAPED}|{_SET}|[^{_SYNTAX}]|\.|\))"
_ALIKE: Final = re.compile(rf"(?:{_LETTER}(?:[*+?]\??)?|\((?:\?:)?|[\^$|])*")
"""Letters, sets, groups, ends, and how often. Not `\\w` and the like, which mean other letters there."""


def pattern(words: str) -> re.Pattern[str]:
    """The pattern, made ready. Raises ValueError or re.error for one that cannot be read, here or there."""
    if not _ALIKE.fullmatch(words):
        raise ValueError(f"{words!r} is no pattern that phones read, too")
    return re.compile(words)
