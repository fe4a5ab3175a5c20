"""Each screen in its own language, and nothing that one of them cannot say."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.words import Text, text
from companion.speech.languages import LANGUAGES
from companion.speech.say import catalogue, choose, say

ROOT = Path(__file__).parent.parent


def blanks(message: str | dict[str, str]) -> set[str]:
    forms = message.values() if isinstance(message, dict) else [message]
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name is not None}


def messages(language: str) -> dict[str, str | dict[str, str]]:
    """Return all messages of a language. The forms beside a message are the language's own, and are left out."""
    return {key: message for key, message in catalogue(language).items() if ":" not in key}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_and_blanks(language: str) -> None:
    translated, english = (messages(code) for code in (language, "en"))
    assert len(english) > 100
    assert translated.keys() == english.keys()
    assert {key: blanks(translated[key]) for key in translated} == {key: blanks(english[key]) for key in english}


@pytest.mark.parametrize(("language", "forms"), [("en", {"one", "other"}), ("fr", {"one", "other"}), ("ja", {"other"})])
def test_every_plural_has_the_forms_of_its_language_and_a_count(language: str, forms: set[str]) -> None:
    plurals = {key: message for key, message in catalogue(language).items() if isinstance(message, dict)}
    assert plurals
    assert {key: set(message) for key, message in plurals.items()} == dict.fromkeys(plurals, forms)


def test_french_puts_its_narrow_space_before_double_punctuation() -> None:
    for key, message in catalogue("fr").items():
        for form in message.values() if isinstance(message, dict) else [message]:
            assert not re.search(r"(?<![\u202f:?!;])[;?!](?=\s|$)", form), key


def used_keys() -> Iterator[str]:
    """Yield the keys that code names in full: of texts, and of refusals."""
    files = [file for folder in ("companion", "web", "hardware") for file in (ROOT / folder).rglob("*.py")]
    for file in files:
        if "tests" in file.parts:
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                first = node.args[0]
                if node.func.id in ("text", "Text", "Refused", "BadFile") and isinstance(first, ast.Constant):
                    yield first.value


def test_everything_that_code_says_has_words() -> None:
    keys = set(used_keys())
    assert len(keys) > 60
    assert keys - catalogue("en").keys() == set()


def test_a_plural_is_chosen_by_its_count() -> None:
    key = next(key for key, message in catalogue("en").items() if isinstance(message, dict) and blanks(message) <= {"count"})
    en, fr = catalogue("en")[key], catalogue("fr")[key]
    assert isinstance(en, dict)
    assert isinstance(fr, dict)
    forms = {n: [say(text(key, count=n), language) for language in ("en", "fr")] for n in (0, 1, 2)}
    for n, (english, french) in ((0, ("other", "one")), (1, ("one", "one")), (2, ("other", "other"))):
        assert forms[n] == [en[english].format(count=n), fr[french].format(count=n)]


def test_a_text_may_fill_the_blank_of_another() -> None:
    words = say(text("file.line", line=7, why=Text("file.left_out")), "ja")
    assert "7" in words
    assert say(Text("file.left_out"), "ja") in words


def test_words_that_look_like_blanks_stay_words() -> None:
    assert "{0.__class__}" in say(text("name_taken", seat="{0.__class__}"), "en")


def test_a_key_without_words_is_an_error() -> None:
    with pytest.raises(KeyError):
        say(Text("no.such.key"), "en")
    with pytest.raises(KeyError):
        say(text("name_taken", other=1), "en")


@pytest.mark.parametrize(
    ("accept", "language"),
    [
        (None, "en"), ("", "en"), ("*", "en"), ("de", "en"), ("fr", "fr"), ("fr-CA,en;q=0.5", "fr"), ("ja-JP", "ja"),
        ("de,ja;q=0.3,fr;q=0.7", "fr"), ("en;q=0.1,fr;q=0.2", "fr"), ("FR", "fr"), ("fr;q=x,ja", "ja"), (",,;;q=", "en"),
        ("french", "en"), ("fr;q=0", "en"), ("fr;q=nan,ja;q=0.1", "ja"), ("en-GB;q=0.8, fr ;q=0.9", "fr"),
    ],
)  # fmt: skip
def test_a_browser_gets_the_language_it_likes_best_of_those_there_are(accept: str | None, language: str) -> None:
    assert choose(accept) == language
