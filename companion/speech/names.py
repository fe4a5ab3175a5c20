"""Names of seats: their letters, whether people can read them, and whether two look alike."""

import unicodedata
from itertools import pairwise
from typing import Final

from companion.bounds import NAME_CHARACTERS, NAME_LETTERS, NAME_MARKS
from companion.core.words import Refused

JOINER: Final = "\u200d"
_SELECTORS: Final = ("\ufe0e", "\ufe0f")
"""Variation selectors. They choose whether a sign is drawn as text or in colours."""
_KEYCAP: Final = "\u20e3"

_UNSEEN_KINDS: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_UNSEEN: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Characters that draw nothing, although Unicode counts them among letters, marks and symbols."""

_LOOKS: Final = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb\u051b\u051d"
    "\u043a\u0432\u043c\u043d\u0442\u03b1\u03bf\u03c1\u03bd\u03b9\u03ba\u03c4\u03c5\u03c7",
    "aeopcyxijsdhqwkbmhtaopviktux",
)
"""Cyrillic and Greek letters that look like Latin ones, in lower case."""


def letters(word: str) -> list[str]:
    """Return the letters as people count them. An accent belongs to its letter, and joined signs are one letter."""
    found: list[str] = []
    for character in word:
        if found and _goes_on(found[-1], character):
            found[-1] += character
        else:
            found.append(character)
    return found


def is_name(name: str) -> bool:
    """Return whether this is a name: 1 to 20 visible letters without spaces around them."""
    if name != name.strip() or len(name) > NAME_CHARACTERS:
        return False
    found = letters(name)
    return 1 <= len(found) <= NAME_LETTERS and all(map(_is_seen, found))


def spelled(name: str) -> str:
    """Return the name as the box writes it. Raise Refused if it is no possible name."""
    plain = "".join(" " if unicodedata.category(c) == "Zs" else c for c in unicodedata.normalize("NFC", name).strip())
    name = " ".join(word for word in plain.split(" ") if word)
    if not is_name(name):
        raise Refused("bad_name")
    return name


def alike(name: str) -> str:
    """Return a text that is the same for two names which look alike."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return " ".join("".join(c for c in plain if c not in _SELECTORS).translate(_LOOKS).split())


def _goes_on(letter: str, character: str) -> bool:
    """Return whether this character belongs to the letter before it."""
    if _is_mark(character) or _is_tone(character) or character == JOINER:
        return True
    if letter.endswith(JOINER):
        return _is_sign(character)
    if _is_flag(character):
        return len(letter) == 1 and _is_flag(letter)
    return _is_syllable(letter[-1], character)


def _is_seen(letter: str) -> bool:
    """Return whether the letter is visible and has no invisible parts."""
    base = letter[0]
    if _is_mark(base) or base in _UNSEEN or (base != " " and unicodedata.category(base) in (*_UNSEEN_KINDS, "Zs")):
        return False
    marks = [c for c in letter[1:] if _is_mark(c) and c not in (*_SELECTORS, _KEYCAP)]
    return len(marks) <= NAME_MARKS and all(_belongs(before, c) for before, c in pairwise(letter))


def _belongs(before: str, character: str) -> bool:
    """Return whether this character is drawn together with the one before it."""
    if character == JOINER:
        return _is_sign(before) or before in _SELECTORS or _is_tone(before)
    if character in _SELECTORS:
        return _is_sign(before) or before in "0123456789#*"
    if before == JOINER:
        return _is_sign(character)
    return character not in _UNSEEN and unicodedata.category(character) not in _UNSEEN_KINDS and not _selects(character)


def _selects(character: str) -> bool:
    """Return whether this character selects a variant of a letter. Variants look the same at this size, so two names would
    look alike."""
    return "\ufe00" <= character <= "\ufe0d" or "\U000e0100" <= character <= "\U000e01ef"


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Mc", "Me")


def _is_tone(character: str) -> bool:
    """Return whether this is the skin colour of an emoji."""
    return "\U0001f3fb" <= character <= "\U0001f3ff"


def _is_flag(character: str) -> bool:
    """Return whether this is one of the two letters that make a flag."""
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _is_sign(character: str) -> bool:
    """Return whether this is an emoji or another symbol."""
    return unicodedata.category(character) == "So" or character in "\u2194\u2b05\u27a1"


def _is_syllable(before: str, character: str) -> bool:
    """Return whether this character continues a Korean syllable that is written in parts."""
    lead, vowel, tail = "\u1100" <= before <= "\u115e", "\u1161" <= before <= "\u11a7", "\u11a8" <= character <= "\u11ff"
    return (lead and "\u1161" <= character <= "\u11a7") or ((vowel or "\u11a8" <= before <= "\u11ff") and tail)
