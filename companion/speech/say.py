"""Functions that say a Text in a language, and that turn a language into data for a page."""

import string
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final

import msgspec

from companion import folders
from companion.core.words import OWN, Text
from companion.speech.languages import ENGLISH, LANGUAGES, Language, Message, asked, blanks, language

__all__ = ["LANGUAGES", "Voice", "catalogue", "choose", "has_words", "own_names", "say"]


def say(text: Text, language: str) -> str:
    """Return the words of `text`, in English if the language lacks them. Raise KeyError if English lacks them, too."""
    return _voice(language).say(text.key, text.values)


def catalogue(code: str) -> dict[str, Message]:
    """Return every message of a language by its full key. Keys of a game begin with the game's name."""
    return language(code).messages


def has_words(key: str) -> bool:
    """Return whether English has words for this key."""
    return key in catalogue(ENGLISH)


def own_names() -> dict[str, str]:
    """Return each language's name in its own words, by its code."""
    return {code: language(code).name for code in LANGUAGES}


Filled = Callable[[Mapping[str, Any]], str]
"""A parsed message: a function that returns its words, from the values of its blanks."""


class Voice:
    """The voice of one language. It parses a message when the message is said for the first time."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._ready: dict[str, str | Filled] = {OWN: self._own}

    def say(self, key: str, values: Mapping[str, Any]) -> str:
        """Return the words of a key with its blanks filled. Words that this language lacks are English. Raise KeyError if
        English lacks them, too."""
        try:
            ready = self._ready.get(key) or self._parsed(key)
            return ready if isinstance(ready, str) else ready(values)
        except KeyError:
            if self._language.code == ENGLISH:
                raise
            return _voice(ENGLISH).say(key, values)

    def _parsed(self, key: str) -> str | Filled:
        self._ready[key] = ready = self._message(key, self._language.messages[key])
        return ready

    def _message(self, key: str, message: Message) -> str | Filled:
        if isinstance(message, str):
            return self._sentence(key, message)
        forms = {form: self._sentence(key, words) for form, words in message.items()}
        form_of, other = self._language.plural, forms["other"]

        def chosen(values: Mapping[str, Any]) -> str:
            ready = forms.get(form_of(values["count"]), other)
            return ready if isinstance(ready, str) else ready(values)

        return chosen

    def _sentence(self, key: str, words: str) -> str | Filled:
        parts = list(string.Formatter().parse(words))
        if all(name is None for _, name, _, _ in parts):
            return "".join(before for before, *_ in parts)
        blanks = [(before, name, self._form(key, form or "")) for before, name, form, _ in parts]

        def filled(values: Mapping[str, Any]) -> str:
            sentence = ""
            for before, name, form in blanks:
                sentence += before
                if name is not None:
                    sentence += self._word(values[name], form)
            return sentence

        return filled

    def _own(self, sentences: Mapping[str, Any]) -> str:
        """Return a table's own words in this language, or else in the first language that they have."""
        code = self._language.code
        pieces = sentences[code if code in sentences else next(iter(sentences), code)]
        return "".join(self._word(piece, "") for piece in pieces)

    def _form(self, key: str, form: str) -> str:
        """Return the full key of a form that is a message: a message of the same game if there is one, else a shared
        message."""
        own = f"{key.partition('.')[0]}.{form}"
        return own if own in self._language.messages else form

    def _word(self, value: Any, form: str) -> str:
        if isinstance(value, str):
            return self._name(value, form) if form else value
        if isinstance(value, Text):
            return self._text(value, form)
        if isinstance(value, tuple | list):
            return self._list([self._word(one, "") for one in value], form)
        return self.say(form, {"count": value}) if form else str(value)

    def _text(self, text: Text, form: str) -> str:
        formed = f"{text.key}:{form}" if form else ""
        return self.say(formed if formed in self._language.messages else text.key, text.values)

    def _name(self, name: str, form: str) -> str:
        rules = self._language.names.get(form, ())
        return next((pattern.format(name=name) for seen, pattern in rules if seen.search(name)), name)

    def _list(self, words: list[str], form: str) -> str:
        between, last = self._language.lists.get(form or "plain", (", ", ", "))
        return last.join((between.join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


@folders.cached
def _voice(code: str) -> Voice:
    """Return the voice of a language. If a language was removed and a phone still asks for it, the voice is English."""
    return Voice(language(code if code in LANGUAGES else ENGLISH))


def choose(accept: str | None) -> str:
    """Return the code of the best language for an `Accept-Language` header, or English if the header names none of ours."""
    wanted: list[tuple[float, int, str]] = []
    for place, part in enumerate((accept or "").split(",")):
        tag, _, weight = part.replace(" ", "").partition(";q=")
        code = tag.split("-")[0].lower()
        if code in LANGUAGES and _weight(weight) > 0:
            wanted.append((-_weight(weight), place, code))
    return min(wanted)[2] if wanted else ENGLISH


def _weight(weight: str) -> float:
    try:
        return float(weight) if weight else 1.0
    except ValueError:
        return 0.0


ONLY_COMMANDS: Final = ("check.", "run.")
"""The beginnings of keys that only commands say."""


class Catalogue(msgspec.Struct, frozen=True, omit_defaults=True):
    """A language as its file writes it, with messages by full key."""

    code: str
    name: str
    """The language's name in its own words."""
    plural: dict[str, str]
    """The rule of each plural form except `other`, in order. The first rule that holds gives the form of a number."""
    lists: dict[str, tuple[str, str]]
    names: dict[str, tuple[tuple[str, str], ...]]
    messages: dict[str, Message]
    english: "Catalogue | None" = None
    """English, if this language lacks some of English's messages."""


OF_EVERY_GAME: Final = frozenset(("name", "short"))
"""The keys of each game that a page says in another game, too."""


def page_catalogue(code: str, without: Collection[str] = ()) -> Catalogue:
    """Return the data with which a page speaks a language. It leaves out the words of the games in `without`, except their
    names. Raise KeyError for an unknown code."""
    spoken, english = language(code), language(ENGLISH)
    whole = _catalogue(spoken, None if _says_all(spoken, english) else _catalogue(english, None))

    def is_said(key: str) -> bool:
        game, _, name = key.partition(".")
        return game not in without or name in OF_EVERY_GAME

    return _only(whole, [*filter(is_said, keys_of(whole))]) if without else whole


def keys_of(whole: Catalogue) -> Iterable[str]:
    """Return the keys of all messages that a page says in this language, or in English."""
    return {**whole.messages, **(whole.english.messages if whole.english else {})}


def few_words(whole: Catalogue, keys: Iterable[str]) -> Catalogue:
    """Return the catalogue with only the messages of these keys, and those that they ask for."""
    asked_by = _asked_by(whole.code)
    found: set[str] = set()
    left = [key for key in keys if key in asked_by]
    while left:
        key = left.pop()
        if key not in found:
            found.add(key)
            left += asked_by[key]
    return _only(whole, sorted(found))


def _only(whole: Catalogue, keys: Iterable[str]) -> Catalogue:
    messages = {key: whole.messages[key] for key in keys if key in whole.messages}
    return msgspec.structs.replace(whole, messages=messages, english=whole.english and _only(whole.english, keys))


@folders.cached
def _asked_by(code: str) -> dict[str, list[str]]:
    """Return for each key the keys that its message may ask for: its own forms, and the messages that its blanks name."""
    english = catalogue(ENGLISH)
    every = {**english, **catalogue(code)}
    found: dict[str, list[str]] = {key: [] for key in every}
    for key, message in every.items():
        plain, _, form = key.partition(":")
        if form and plain in found:
            found[plain].append(key)
        game = key.partition(".")[0]
        forms = _forms(message) | _forms(english.get(key, ""))
        found[key] += [one for name in forms for one in (name, f"{game}.{name}") if one in every]
    return found


def _catalogue(spoken: Language, english: Catalogue | None) -> Catalogue:
    names = {form: tuple((seen.pattern, pattern) for seen, pattern in rules) for form, rules in spoken.names.items()}
    return Catalogue(spoken.code, spoken.name, spoken.rules, spoken.lists, names, _on_pages(spoken), english)


def _on_pages(spoken: Language) -> dict[str, Message]:
    return {key: message for key, message in spoken.messages.items() if not key.startswith(ONLY_COMMANDS)}


def _says_all(spoken: Language, english: Language) -> bool:
    """Return whether this language can say everything, so that nothing is said in English. It must have every message of
    English, and the blanks and forms that its own messages ask for. Each language chooses which messages have forms."""
    messages = _on_pages(spoken)
    wanted = {key for key in _on_pages(english) if ":" not in key}
    if not wanted <= messages.keys():
        return False
    forms = {*spoken.names, *spoken.lists, *spoken.messages, *(key.partition(":")[2] for key in spoken.messages)}
    return all(
        blanks(message) <= _filled_blanks(key, english) and all(_is_there(form, key, forms) for form in _forms(message))
        for key, message in messages.items()
    )


def _filled_blanks(key: str, english: Language) -> set[str]:
    """Return the blanks that are filled wherever a key is said. A key that English lacks is said with only a number."""
    return blanks(english.messages.get(key.partition(":")[0], "{count}"))


def _forms(message: Message) -> set[str]:
    """Return the forms for which a message's blanks ask."""
    sentences = (message,) if isinstance(message, str) else message.values()
    return {form for words in sentences for _, form in asked(words) if form}


def _is_there(form: str, key: str, forms: set[str]) -> bool:
    """Return whether the message's game, or the shared texts, have this form."""
    return form in forms or f"{key.partition('.')[0]}.{form}" in forms
