"""A language as data, for a page that says its words itself (web/static/say.js)."""

from typing import Final

import msgspec

from companion.speech.languages import ENGLISH, Language, Message, asked, blanks, language

ELSEWHERE: Final = ("check.", "run.")
"""How the keys begin that only the command line says."""


class Catalogue(msgspec.Struct, frozen=True, omit_defaults=True):
    """A language as its file writes it, its messages by their full keys."""

    code: str
    name: str
    """Its name in its own words."""
    plural: dict[str, str]
    """The rule of each form but `other`, in order: the first that holds is a number's."""
    lists: dict[str, tuple[str, str]]
    names: dict[str, tuple[tuple[str, str], ...]]
    messages: dict[str, Message]
    english: "Catalogue | None" = None
    """Where this language cannot say all that English says: English."""


def written(code: str) -> Catalogue:
    """All that a page needs to speak a language. Raises KeyError for one that there is not."""
    spoken, english = language(code), language(ENGLISH)
    return _catalogue(spoken, None if _says_all(spoken, english) else _catalogue(english, None))


def _catalogue(spoken: Language, english: Catalogue | None) -> Catalogue:
    names = {form: tuple((seen.pattern, said) for seen, said in rules) for form, rules in spoken.names.items()}
    return Catalogue(spoken.code, spoken.name, spoken.rules, spoken.lists, names, _on_pages(spoken), english)


def _on_pages(spoken: Language) -> dict[str, Message]:
    return {key: said for key, said in spoken.messages.items() if not key.startswith(ELSEWHERE)}


def _says_all(spoken: Language, english: Language) -> bool:
    """Whether nothing has to be said in English: each message is there, and asks for no blank or form that is not. Which
    forms a message has is each language's own affair."""
    messages = _on_pages(spoken)
    wanted = {key for key in _on_pages(english) if ":" not in key}
    if not wanted <= messages.keys():
        return False
    forms = {*spoken.names, *spoken.lists, *spoken.messages, *(key.partition(":")[2] for key in spoken.messages)}
    return all(
        blanks(said) <= _given(key, english) and all(_is_there(form, key, forms) for form in _forms(said))
        for key, said in messages.items()
    )


def _given(key: str, english: Language) -> set[str]:
    """The blanks that are filled wherever a key is said; one that English has not is said with a number alone."""
    return blanks(english.messages.get(key.partition(":")[0], "{count}"))


def _forms(message: Message) -> set[str]:
    """The forms that its blanks ask for."""
    sentences = (message,) if isinstance(message, str) else message.values()
    return {form for words in sentences for _, form in asked(words) if form}


def _is_there(form: str, key: str, forms: set[str]) -> bool:
    """Whether a form is, as this message asks for it: its game's own, or a shared one."""
    return form in forms or f"{key.partition('.')[0]}.{form}" in forms
