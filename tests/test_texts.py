"""Words: every sentence is there in three languages, and none is in the code."""

import ast
import re
import string
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import pytest

import companion
from companion.core.words import Text
from companion.games.buru.owner_cards import START
from companion.promises.tapes import tapes_of
from companion.shelf import games
from companion.speech.languages import LANGUAGES, Message
from companion.speech.languages import language as tongue
from companion.speech.say import catalogue, say
from tests.promises.settings import SHELF, Setting, settings_of
from tests.promises.shown import inner, shown, texts

ROOT = Path(companion.__file__).parent.parent

OURS = {"animism", "babel", "bali", "buru", "own"}
"""The games that speak every language. A new game may speak one."""


def test_there_are_words():
    assert len(catalogue("en")) > 100


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_language_has_the_same_messages(language):
    assert sorted(keys(language)) == sorted(keys("en"))


def keys(language: str) -> list[str]:
    """Return the keys of the shared texts and of our games. The forms of a message are a language's own."""
    return [key for key in catalogue(language) if ":" not in key and key.partition(".")[0] not in games().keys() - OURS]


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_language_leaves_the_same_blanks(language):
    english, other = catalogue("en"), catalogue(language)
    assert {key: blanks(other[key]) for key in keys("en")} == {key: blanks(english[key]) for key in keys("en")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_those_of_the_language(language):
    forms = {key: set(message) for key, message in catalogue(language).items() if isinstance(message, dict)}
    assert forms
    assert {key: found for key, found in forms.items() if found != tongue(language).forms} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plural_form_leaves_no_blank_that_the_other_lacks(language):
    """Only the number itself may be missing: "one card" need not name it."""
    for key, message in catalogue(language).items():
        if isinstance(message, dict):
            assert len({frozenset(_blanks(form) - {"count"}) for form in message.values()}) == 1, key


NEVER_NONE = {
    "ask.choose",
    "taken_back.several",
    "taken_back.several_still",
    "taken_back.several_alone",
    "bali.now.keep_small",
}
"""Messages whose number is always 1 or more."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plural_form_for_none_and_one_names_the_number(language):
    """French has one form for 0 and 1, so without the number a reader would take 0 for 1."""
    form_of = tongue(language).plural
    if form_of(0) != form_of(1):
        return
    for key, message in catalogue(language).items():
        if isinstance(message, dict) and "{count}" in message["other"] and key not in NEVER_NONE:
            assert "{count}" in message[form_of(0)], key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_is_empty_or_ends_in_a_space(language):
    for key, message in catalogue(language).items():
        for form in message.values() if isinstance(message, dict) else (message,):
            assert form, key
            assert form == form.strip(), key


def blanks(message: Message) -> set[str]:
    """Return the blanks of a message. A message with plural forms also has `count`, which chooses the form."""
    if isinstance(message, str):
        return _blanks(message)
    return {"count"}.union(*map(_blanks, message.values()))


def _blanks(form: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(form) if name is not None}


# Shown texts


every_setting = pytest.mark.parametrize(
    "setting", [setting for game in SHELF for setting in settings_of(game)], ids=str, scope="module"
)


@lru_cache(maxsize=2)
def shown_in(setting: Setting) -> list[Text]:
    """Return each different Text of the games of a setting."""
    return list(texts([list(shown(tape)) for tape in tapes_of(setting)]))


@every_setting
def test_everything_shown_in_random_games_can_be_said_in_every_language(setting):
    for language in LANGUAGES:
        sentence = {say(words, language) for words in shown_in(setting)}
        assert sentence
        assert not [words for words in sentence if "{" in words or not words]


@pytest.mark.parametrize("setting", [one for game in SHELF for one in settings_of(game) if "lawan" in one.options], ids=str)
def test_a_rival_is_never_spoken_of_as_a_person(setting):
    """A and B are the rivals' names. In a sentence they would be read as an article and a letter."""
    sentences = (words for whole in shown_in(setting) for words in inner(whole))
    named = {
        words.values["seat"] for words in sentences if isinstance(words.values.get("seat"), str) and words.key not in LABELS
    }
    assert named >= {seat for tape in tapes_of(setting) for seat in tape.table.head.seats}
    assert named & {"A", "B"} == set()


LABELS = ("buru.told.set",)
"""Texts in which a name is alone before a colon."""


# The code


def sources(*folders: str) -> list[Path]:
    found = [path for folder in folders for path in (ROOT / folder).rglob("*.py") if "tests" not in path.parts]
    assert found
    return sorted(found)


def constants(tree: ast.AST) -> Iterator[ast.Constant]:
    """Yield the strings of a module that are no docstrings."""
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node


@pytest.mark.parametrize("path", sources("companion/core", "companion/games"), ids=lambda path: str(path.relative_to(ROOT)))
def test_rules_and_views_hold_no_words(path):
    """Somebody would read a string with two words in a row. The strings of assertions are only for us."""
    tree = ast.parse(path.read_text("utf-8"))
    ours = {id(part) for node in ast.walk(tree) if isinstance(node, ast.Assert) for part in ast.walk(node)}
    ours |= {id(part) for node in ast.walk(tree) if _is_our_mistake(node) for part in ast.walk(node)}
    spoken = [node.value for node in constants(tree) if id(node) not in ours and _is_spoken(node.value)]
    assert spoken == list(NAMES.get(path.name, ()))


def _is_our_mistake(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.endswith("Error")


def _is_spoken(value: str) -> bool:
    words = value.split()
    return any(one.isalpha() and two.isalpha() for one, two in pairwise(words)) or (
        not value.isascii() and any(letter.isalpha() for letter in value)
    )


CARDS = (words for card in START.values() for words in card["name"].values())
NAMES = {"layout.py": ("Table Companion sample",), "owner_cards.py": tuple(filter(_is_spoken, CARDS))}
"""Names of things that come with a game, by file. An owner's things have such names, too: one for all languages, or one for
each."""


def keys_of(path: Path) -> Iterator[str]:
    """Yield the whole message keys that a module names."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NAMERS and node.args:
            key = node.args[0]
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value


def test_no_code_puts_a_comma_between_words():
    """Each language has its own way to write a list: use `words.listed`, or a tuple in a blank."""
    joined = {
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sources("companion/core", "companion/games", "web", "hardware")
        if path.name != "wiring.py"  # its faults are in English, for the person who connects the pins
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "join" and isinstance(node.value, ast.Constant)
        if node.value.value in COMMAS
    }
    pages = (ROOT / "web" / "templates").glob("*.html")
    written = {page.name for page in pages if re.search(r"\}\}[,、，] *\{\{|join\('[,、，]", page.read_text("utf-8"))}
    scripts = (ROOT / "web" / "static").rglob("*.js")
    between = re.compile(r"join\(\"( ?[,、，:·・] | [,:·])\"\)")
    written |= {script.name for script in scripts if between.search(script.read_text("utf-8"))}
    assert joined | written == set()


COMMAS = (", ", ",", "、", "，", " · ")

NAMERS = ("Refused", "BadFile", "Text", "text")


def test_every_message_that_the_code_names_exists():
    named = {key for path in sources("companion", "web", "hardware") for key in keys_of(path)}
    assert len(named) > 50
    assert sorted(named - set(catalogue("en"))) == []


# Receipts


def test_texts_of_answers_have_one_register_of_japanese():
    answers = {key: words for key, words in catalogue("ja").items() if ".told." in key and isinstance(words, str)}
    assert len(answers) > 60
    assert {key: words for key, words in answers.items() if re.search(r"(ます|ました|です|ません)$", words)} == {}
