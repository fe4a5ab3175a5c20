"""Says a Text in a language.

A blank may ask for a form, `{region:in}`: of a message, what stands under `region.lake:in` beside `region.lake`; of a name
or a list, what the language's head says (languages.py); of a number, the message of that name, said with the number as its
`count`, so that one sentence may count several things: `{stones:some.stone}`."""

import string
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from companion.core.words import Text
from companion.speech.languages import ENGLISH, LANGUAGES, Language, Message, language

__all__ = ["LANGUAGES", "Voice", "catalogue", "choose", "has_words", "own_names", "say"]


def say(text: Text, language: str) -> str:
    """The words of `text`; in English what the language cannot say. Raises KeyError for what English lacks, too."""
    return _voice(language).say(text.key, text.values)


def catalogue(code: str) -> dict[str, Message]:
    """Every message of a language by its full key: the shared ones, and those of each game under the game's name."""
    return language(code).messages


def has_words(key: str) -> bool:
    """Whether anything is said under a key."""
    return key in catalogue(ENGLISH)


def own_names() -> dict[str, str]:
    """Each language in its own words, by its code."""
    return {code: language(code).name for code in LANGUAGES}


Filled = Callable[[Mapping[str, Any]], str]
"""A message made ready: its words, once its blanks are known."""


class Voice:
    """One language speaking. A message is taken apart when it is first said."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._ready: dict[str, str | Filled] = {}

    def say(self, key: str, values: Mapping[str, Any]) -> str:
        """The words of a key with its blanks filled. Raises KeyError for what neither this language nor English has."""
        try:
            ready = self._ready.get(key) or self._made(key)
            return ready if isinstance(ready, str) else ready(values)
        except KeyError:
            if self._language.code == ENGLISH:
                raise
            return _voice(ENGLISH).say(key, values)

    def _made(self, key: str) -> str | Filled:
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
            said = ""
            for before, name, form in blanks:
                said += before
                if name is not None:
                    said += self._word(values[name], form)
            return said

        return filled

    def _form(self, key: str, form: str) -> str:
        """A form that is a message, by its full key: the game's own before a shared one."""
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
        return next((said.format(name=name) for seen, said in rules if seen.search(name)), name)

    def _list(self, words: list[str], form: str) -> str:
        between, last = self._language.lists.get(form or "plain", (", ", ", "))
        return last.join((between.join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


@cache
def _voice(code: str) -> Voice:
    """English for a language that is here no more, which a phone may still ask for."""
    return Voice(language(code if code in LANGUAGES else ENGLISH))


def choose(accept: str | None) -> str:
    """The best language for an `Accept-Language` header; English if it names none of ours."""
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
