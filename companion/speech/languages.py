"""Languages: their texts, plural rules and patterns."""

import re
import string
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

import msgspec

from companion import folders, regular, toml

Plural = Callable[[int], str]

FORMS: Final = frozenset({"zero", "one", "two", "few", "many", "other"})
"""The names that a plural form may have. A message with forms has at least `other`."""


def plural(rules: Mapping[str, str]) -> Plural:
    """Return a function from a whole number to its plural form. The form is that of the first rule that holds, such as `one
    = "n % 10 = 1 and n != 11"`, else `other`. Raise ValueError for a rule that cannot be read."""
    read = tuple((form, _any(rule)) for form, rule in rules.items() if form != "other")

    @lru_cache(maxsize=256)
    def form_of(number: int) -> str:
        return next((form for form, holds in read if holds(abs(number))), "other")

    return form_of


Condition = Callable[[int], bool]
"""A function that returns whether a number has a plural form. The name is CLDR's."""


def _any(rule: str) -> Condition:
    ways = [_all(way) for way in rule.split(" or ")]
    return lambda number: any(holds(number) for holds in ways)


def _all(rule: str) -> Condition:
    parts = [_relation(part) for part in rule.split(" and ")]
    return lambda number: all(holds(number) for holds in parts)


def _relation(rule: str) -> Condition:
    """Return the condition of one relation, such as `n % 10 = 2..4,7` or `n != 1`."""
    left, equal, right = rule.partition("=")
    is_not = left.endswith("!")
    name, _, divisor = left.rstrip("!").partition("%")
    if not equal or name.strip() not in _WHOLE or not _PLAIN.fullmatch(rule):
        raise ValueError(f"{rule!r} is no rule for a plural")
    is_number, by = _WHOLE[name.strip()], int(divisor or 0)
    among = [_range(part) for part in right.split(",")]

    def holds(number: int) -> bool:
        value = (number if is_number else 0) % by if by else (number if is_number else 0)
        return any(value in one for one in among) is not is_not

    return holds


_PLAIN: Final = re.compile(r"[a-z0-9 %!=.,]+")
"""The characters of a rule. They exclude numbers that `int` reads and a page does not: `1_000`, or digits of other
scripts."""

_WHOLE: Final = {"n": True, "i": True, "v": False, "w": False, "f": False, "t": False, "e": False, "c": False}
"""CLDR's names for parts of a number. True is the number itself, and False its decimals, which are zero for whole
numbers."""


def _range(words: str) -> range:
    least, _, most = words.strip().partition("..")
    return range(int(least), int(most or least) + 1)


_SYNTAX: Final = r"\\.^$*+?()\[\]{}|"
_ESCAPED: Final = rf"\\[{_SYNTAX}/]"
_SET: Final = rf"\[\^?(?:{_ESCAPED}|[^\\\[\]])+\]"
_LETTER: Final = rf"(?:{_ESCAPED}|{_SET}|[^{_SYNTAX}]|\.|\))"
_ALIKE: Final = re.compile(rf"(?:{_LETTER}(?:[*+?]\??)?|\((?:\?:)?|[\^$|])*")
"""Patterns of letters, sets, groups, ends and repetitions. They exclude `\\w` and the like, which mean other letters in a
browser."""


def pattern(words: str) -> re.Pattern[str]:
    """Return the compiled pattern. Raise ValueError or re.error for one that Python or a browser cannot read."""
    if not _ALIKE.fullmatch(words):
        raise ValueError(f"{words!r} is no pattern that phones read, too")
    return re.compile(words)


ENGLISH: Final = "en"
"""The language in which words appear that another language lacks."""

HEAD: Final = "language"
"""The table at the top of a language's file."""

Message = str | dict[str, str]
"""A sentence with named blanks, or its plural forms. The blank `count` chooses the form."""


class BadLanguage(ValueError):
    """Raised for a file that is no language. The message names the file and says why."""


class LanguageHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The facts at the top of a language's file."""

    name: str
    """The language's name in its own words."""
    plural: dict[str, str] = {}
    """The rule of each plural form except `other`."""
    lists: dict[str, tuple[str, str]] = {}
    """The words between the items of a list and before its last item, by the form that a blank asks for. `plain` is for a
    blank without a form."""
    names: dict[str, tuple[tuple[str, str], ...]] = {}
    """Forms of a name (`{seat:san}`): pairs of a pattern, and what `{name}` becomes. The first pattern that fits the name
    wins."""


class Language(msgspec.Struct, frozen=True):
    """A language with its rules and all its messages."""

    code: str
    name: str
    plural: Plural
    rules: dict[str, str]
    """The rules of `plural`, as the file writes them."""
    forms: frozenset[str]
    """The plural forms that the language's messages may have."""
    lists: dict[str, tuple[str, str]]
    names: dict[str, tuple[tuple[re.Pattern[str], str], ...]]
    messages: dict[str, Message]


def _found(folder: Traversable) -> dict[str, Traversable]:
    tongues = (file for file in folder.iterdir() if file.name.endswith(".toml"))
    return {file.name.removesuffix(".toml"): file for file in sorted(tongues, key=lambda file: file.name)}


_OURS: Final = files("companion") / "texts"

LANGUAGES: Final[dict[str, Traversable]] = {ENGLISH: _OURS / f"{ENGLISH}.toml", **_found(_OURS)}
"""The file of every language by its code. English is first, and the others are in the order of their codes."""


_SHIPPED: Final = frozenset(LANGUAGES)
"""The codes of the languages that came with the box."""


def add_languages(folder: Path) -> None:
    """Add a language for every file `xx.toml` of a folder. Raise BadLanguage or OSError."""
    for code, file in _found(folder).items():
        if code not in LANGUAGES:
            _check(_read(code, file), file)
            LANGUAGES[code] = file


def _check(language: Language, file: Traversable) -> None:
    """Raise BadLanguage unless the language's messages can be said, on the box and on a page: every blank is closed and has
    a name."""
    try:
        _check_messages(language.messages)
        for words in (words for rules in language.names.values() for _, words in rules):
            if {*asked(words)} - {("name", "")}:
                raise ValueError(f"{words!r} has another blank than {{name}}")
    except ValueError as error:
        raise BadLanguage(f"{file}: {error}") from None


def _check_messages(messages: Mapping[str, Message]) -> None:
    """Raise ValueError unless every message is a sentence or plural forms of one, and its blanks can be filled."""
    for message in msgspec.convert(messages, dict[str, Message]).values():
        for words in (message,) if isinstance(message, str) else message.values():
            asked(words)


def asked(words: str) -> list[tuple[str, str]]:
    """Return the blanks of a sentence, each with the form that it asks for. Raise ValueError for a blank that is neither
    `{name}` nor `{name:form}`."""
    found = []
    for _, name, form, made in string.Formatter().parse(words):
        if name is not None:
            if made or not name.isidentifier() or "{" in (form or ""):
                raise ValueError(f"{words!r} has a blank that cannot be filled")
            found.append((name, form or ""))
    return found


@folders.cached
def language(code: str) -> Language:
    """Return the language of this code. Its file is read at the first call. Raise KeyError for an unknown code, and
    BadLanguage for a bad file."""
    return _read(code, LANGUAGES[code])


def _read(code: str, file: Traversable) -> Language:
    try:
        raw = (toml.read_ours if code in _SHIPPED else toml.read)(_words(file))
        head = msgspec.convert(raw.pop(HEAD, {}), LanguageHead)
        names = {form: tuple((pattern(seen), ending) for seen, ending in rows) for form, rows in head.names.items()}
        rules = {form: rule for form, rule in head.plural.items() if form != "other"}
        messages = dict(_flat(raw, "")) | _of_games(code)
        return Language(code, head.name, plural(rules), rules, frozenset({*rules, "other"}), head.lists, names, messages)
    except (ValueError, re.error) as error:
        raise BadLanguage(f"{file}: {error}") from None


def _words(file: Traversable) -> str:
    return regular.words(file) if isinstance(file, Path) else file.read_text("utf-8")


def _of_games(code: str) -> dict[str, Message]:
    """Return the messages of all games in a language. For a game without English, English has the game's first language."""
    found: dict[str, Message] = {}
    for name, folder in folders.ours().items():
        found |= _spoken(name, folder, code)
    for name in folders.elsewhere().keys() - folders.ours().keys():
        with suppress(BadLanguage):  # the shelf sets that game aside
            found |= words_elsewhere(name, code)
    return found


def _spoken(game: str, folder: Traversable, code: str) -> dict[str, Message]:
    codes = [one for one in LANGUAGES if (folder / "texts" / f"{one}.toml").is_file()]
    if code not in codes and (code != ENGLISH or not codes):
        return {}
    return messages_of(game, folder / "texts" / f"{code if code in codes else codes[0]}.toml")


def words_elsewhere(game: str, code: str) -> dict[str, Message]:
    """Return the messages of a game that did not come with the box. Raise BadLanguage for messages that cannot be said."""
    folder = folders.elsewhere()[game]
    try:
        found = _spoken(game, folder, code)
        _check_messages(found)
    except (ValueError, OSError) as error:
        raise BadLanguage(f"texts/{code}.toml: {error}") from None
    return found


def languages_of(game: str) -> tuple[str, ...]:
    """Return the codes of the languages that have a game's words, in the game's folder or in a language's own file."""
    texts = folders.of(game) / "texts"
    return tuple(
        code
        for code in LANGUAGES
        if (texts / f"{code}.toml").is_file() or (code != ENGLISH and f"{game}.name" in language(code).messages)
    )


def messages_of(game: str, file: Traversable) -> dict[str, Message]:
    """Return the messages of a game's file, by full key. Raise ValueError for a file that is no TOML."""
    read = toml.read_ours if game in folders.ours() else toml.read
    return dict(_flat(read(file.read_text("utf-8")), f"{game}."))


def blanks(message: Message) -> set[str]:
    """Return the names of the blanks in all forms of a message. A message with plural forms also needs `count`."""
    forms = (message,) if isinstance(message, str) else message.values()
    found = {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name is not None}
    return found if isinstance(message, str) else found | {"count"}


def _flat(table: Mapping[str, Any], prefix: str) -> list[tuple[str, Message]]:
    found: list[tuple[str, Message]] = []
    for key, value in table.items():
        if isinstance(value, dict) and not ("other" in value and value.keys() <= FORMS):
            found += _flat(value, f"{prefix}{key}.")
        else:
            found.append((prefix + key, value))
    return found
