"""Checks of a game's words: each of its languages has all of them, in the right forms."""

import re
import string
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.core.game import AnyGame, OneOf, SeatValues, option_type
from companion.demands.settings import settings_to_try, values
from companion.speech.languages import LANGUAGES, Message, blanks, language, messages_of

Messages = Mapping[str, Message]

LINES: Final = 6
"""The most lines of a rule card."""
LONGEST_LINE: Final = {"words": 18, "letters": 40}
"""The largest number of words in a line of a rule card. A language without spaces is counted in letters."""
_BREAK: Final = "\u200b"

TO_A_PLAYER: Final = {
    "en": re.compile(r"\byou(?:rs?|rsel(?:f|ves))?\b|\bbar\b|\bbelow\b", re.I),
    "fr": re.compile(r"\b(?:vous|votre|vos|vôtres?|tu|toi|ton|tes|maintenez|maintenue|barre)\b", re.I),
    "ja": re.compile("あなた|(?<![がはも])(?<![がはも]\u200b)自分|長押し|(?<![ァ-ヶー])バー(?![ァ-ヶー])|ここで答え"),
}
"""Words that only a player should read: *your*, and the bar at the bottom, which only a seat's phone has. No public screen
may have them."""


def words(game: AnyGame, folder: Path) -> Iterator[str]:
    """Yield a sentence for each fault of the files of words: missing keys and blanks, wrong plural forms, and French
    typography.

    A game speaks one or more languages. Each of them must have all words.
    """
    found: dict[str, Messages] = {}
    codes = languages_of(folder)
    if not codes:
        yield f"texts/ has none of {', '.join(f'{code}.toml' for code in LANGUAGES)}: a game says everything in one of them."
    for code in codes:
        try:
            mine = messages_of(folder.name, folder / "texts" / f"{code}.toml")
            _check_messages(mine)
            found[code] = mine
        except ValueError as error:
            yield f"texts/{code}.toml cannot be read: {error}."
    if found and len(found) == len(codes):
        yield from _demanded(game, found[codes[0]])
        for code, messages in found.items():
            yield from _alike(code, messages, codes[0], found[codes[0]], folder.name)
            yield from _forms_and_typography(code, messages, folder.name)


def languages_of(folder: Path) -> tuple[str, ...]:
    """Return the codes of the languages for which a game's folder has a file of words, English first."""
    return tuple(code for code in LANGUAGES if (folder / "texts" / f"{code}.toml").is_file())


def _check_messages(messages: Messages) -> None:
    """Raise ValueError for a message that is no sentence, or whose blanks cannot be read."""
    for key, message in messages.items():
        if not isinstance(message, str) and not all(isinstance(form, str) for form in message.values()):
            raise ValueError(f"{key} is no sentence")
        blanks(message)


def _demanded(game: AnyGame, messages: Messages) -> Iterator[str]:
    for key, why in demanded(game).items():
        if f"{game.id}.{key}" not in messages:
            yield f"texts lack {key}: {why}."


def demanded(game: AnyGame) -> dict[str, str]:
    """Return the keys that every game must have, each with its purpose. `card.PHASE`, hints and the key of a tie-break are
    not among them: bots find in play which ones a game needs."""
    keys = {
        "name": "what the game is called",
        "about": "what players are and how they win, in two sentences for the lobby",
        "aim": "how the game is won, in a few lines that can be read at any time",
        "bad_sheet": "why a score sheet has a wrong shape, with the blank where",
    }
    for info in msgspec.structs.fields(game.options):
        key, played = f"option.{info.name}", _played(game, info)
        if isinstance(option_type(info.type), OneOf) and len(played) < 2:
            continue  # the lobby offers no choice
        keys[f"{key}.name"] = "what the lobby calls the option"
        keys[f"{key}.hint"] = "what the option means, in a line"
        named = () if isinstance(info.default, bool) else played
        keys |= {f"{key}.{value}": "what the lobby calls this value" for value in named}
    return keys


def _played(game: AnyGame, info: msgspec.structs.FieldInfo) -> tuple[Any, ...]:
    """Return the values of an option with which the game can be played. For an option of each seat, return the values that a
    seat can have."""
    asked = option_type(info.type)
    if isinstance(asked, SeatValues):
        return asked.values
    chosen = [options for options, _ in settings_to_try(game)]
    return tuple(v for v in values(info.type) if v == info.default or {info.name: v} in chosen)


def _alike(code: str, messages: Messages, first: str, usual: Messages, game: str) -> Iterator[str]:
    """Yield a sentence for each key or blank that differs from the first language. Forms of a message (`lake:in`) may
    differ."""
    here, there = ({key for key in one if ":" not in key} for one in (messages, usual))
    yield from (f"texts/{code}.toml lacks {_short(key, game)}." for key in sorted(there - here))
    yield from (f"texts/{code}.toml has {_short(key, game)}, which {first}.toml lacks." for key in sorted(here - there))
    for key in sorted(here & there):
        if blanks(messages[key]) != blanks(usual[key]):
            mine, theirs = (", ".join(sorted(blanks(one[key]))) or "none" for one in (messages, usual))
            yield f"texts/{code}.toml, {_short(key, game)}: its blanks are {mine}, in {first}.toml {theirs}."


def _forms_and_typography(code: str, messages: Messages, game: str) -> Iterator[str]:
    forms = language(code).forms
    spaced = any(" " in form for message in messages.values() for form in _forms(message))
    for key, message in messages.items():
        where = f"texts/{code}.toml, {_short(key, game)}"
        if isinstance(message, dict) and message.keys() != forms:
            yield f"{where}: its plural forms are {_listed(message)}, this language has {_listed(forms)}."
        for form in _forms(message):
            yield from (f"{where}: {why}" for why in _faults(code, form))
        if _short(key, game).startswith(("card.", "aim")) and isinstance(message, str):
            yield from (f"{where}: a card is read at the table, {why}" for why in _overlong(message.split("\n"), spaced))


def _forms(message: Message) -> tuple[str, ...]:
    return (message,) if isinstance(message, str) else tuple(message.values())


def _listed(forms: object) -> str:
    assert isinstance(forms, dict | frozenset)
    return ", ".join(sorted(forms))


def _faults(code: str, form: str) -> Iterator[str]:
    if not form or form != form.strip():
        yield "it is empty, or has a space at an end."
    if code == "fr" and re.search(r"(?<![\u202f:?!;])[;?!](?=\s|$)|(?<=[^\W\d_}])\s?(?<!\u202f):(?=\s|$)", form):
        yield "French has a narrow no-break space (U+202F) before : ; ? !"
    if any(name == "" for _, name, _, _ in string.Formatter().parse(form)):
        yield "a blank has no name."


def _overlong(lines: list[str], spaced: bool) -> Iterator[str]:
    if len(lines) > LINES:
        yield f"it has {len(lines)} lines and {LINES} at most."
    most = LONGEST_LINE["words" if spaced else "letters"]
    longest = max(len(line.split()) if spaced else len(line.replace(_BREAK, "")) for line in lines)
    if longest > most:
        yield f"a line of it has {longest} words or letters and {most} at most."


def _short(key: str, game: str) -> str:
    """Return a key without the game's name, as the game's own file has it."""
    return key.removeprefix(f"{game}.")
