"""One thing has one word, and a text can be read once and understood. `glossary/` has the words of each language."""

import re
import tomllib
import unicodedata
from collections.abc import Iterator
from fnmatch import fnmatch
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.shelf import games
from companion.speech.languages import LANGUAGES
from companion.speech.say import catalogue

READ: tuple[str, ...] = ("animism", "babel", "bali", "buru", "core")
"""The catalogues that an editor has read as a whole: "core", or a game's id."""

GLOSSARY = Path(__file__).parent / "glossary"
BREAK = "\u200b"
"""The zero-width space at which a Japanese line may break."""
NARROW = "\u202f"
"""The narrow space before French punctuation of two parts, such as `;`."""

BANNER = {"en": 44, "fr": 44, "ja": 22}
TEXT = {"en": 230, "fr": 230, "ja": 90}
"""The length of the longest text, in letters. A rule card has lines instead."""
LINE = {"en": 18, "fr": 18, "ja": 40}
"""The length of the longest line of a rule card, in words; in Japanese, in letters."""

in_each_language = pytest.mark.parametrize("language", LANGUAGES)


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Yield each text of the catalogues in READ, with its key. A plural has a text for each form."""
    for key, message in catalogue(language).items():
        if catalogue_of(key) in READ:
            for words in message.values() if isinstance(message, dict) else (message,):
                yield key, words


def catalogue_of(key: str) -> str:
    head = key.partition(".")[0]
    return head if head in games() else "core"


def found(language: str, pattern: str) -> dict[str, str]:
    """Return the texts in which a pattern occurs, by key, with breaks as bars."""
    return {key: words.replace(BREAK, "|") for key, words in texts(language) if re.search(pattern, words)}


# The glossary


def glossary(language: str) -> dict[str, Any]:
    """Return the terms of a language.

    A term has its `word`, its meaning in one line, and `never`: patterns of the words that are not used for it. They are
    looked for without Japanese breaks. `of` names the catalogues in which the term holds (without it: all). `allowed` names
    keys in which a forbidden word is right, each with the reason; `*` matches anything.
    """
    return tomllib.loads((GLOSSARY / f"{language}.toml").read_text("utf-8"))


def holds(term: dict[str, Any], key: str) -> bool:
    return catalogue_of(key) in term.get("of", (catalogue_of(key),))


def is_allowed(term: dict[str, Any], key: str) -> bool:
    return any(fnmatch(key, pattern) for pattern in term.get("allowed", ()))


def bare(words: str) -> str:
    """Return a text without breaks and without the names of its blanks, which nobody reads."""
    return re.sub(r"\{\w+", "{", words.replace(BREAK, ""))


@in_each_language
def test_one_thing_has_one_word(language):
    wrong = {
        f"{key}: {term['word']}": words.replace(BREAK, "")
        for term in glossary(language).values()
        for key, words in texts(language)
        if holds(term, key) and not is_allowed(term, key)
        if any(re.search(never, bare(words)) for never in term["never"])
    }
    assert wrong == {}


@in_each_language
def test_a_word_is_allowed_only_where_it_is_needed(language):
    allowed = [(term["never"], pattern) for term in glossary(language).values() for pattern in term.get("allowed", ())]
    needless = {
        pattern
        for never, pattern in allowed
        if catalogue_of(pattern) in READ
        if not any(re.search(one, bare(words)) for key, words in texts(language) if fnmatch(key, pattern) for one in never)
    }
    assert needless == set()


# Letters


@in_each_language
def test_every_apostrophe_is_curled(language):
    assert found(language, "'") == {}


def test_french_has_a_narrow_space_before_punctuation_of_two_parts():
    missing = rf"(?<![{NARROW};:!?])[;!?»]|(?<![{NARROW}\"]):(?=\s|$)|«(?!{NARROW})"
    assert {key: words for key, words in texts("fr") if re.search(missing, re.sub(r"\{\w+(:[\w.]+)?\}", "x", words))} == {}


def test_french_says_whose_with_the_form_that_drops_the_e():
    assert found("fr", r"\b[Dd]e \{(seat|host|by|to|at|target|other|master|holder)\}") == {}


# Where a Japanese line may break

KANJI = r"[\u4e00-\u9fff々]"
COUNTED = r"[0-9０-９}一二三四五六七八九十][^\u200b、。：（）「」]*$"
TIMES = r"([一-十]度|一番|一斉に|全[員部体]|各自|最[初後大小]|以[上下外内]|同時|今|毎[回度])$"
"""The ends of phrases that a kanji may follow: a number with its counter, and words of time or amount."""
NO_START = "[ーぁぃぅぇぉっゃゅょァィゥェォッャュョ、。）」？！]"
COUNTERS = r"(人中|か所|勝利点|[個枚人台点件回番列行つ目色秒分組本倍手マ])"


def test_no_japanese_word_is_parted():
    wrong = {
        f"{key}: {phrase}|{after}"
        for key, words in texts("ja")
        for phrase, after in pairwise(words.split(BREAK))
        if is_parted(phrase, after) or re.match(NO_START, after) or re.search("[（「]$", phrase)
    }
    assert wrong == set()


def is_parted(phrase: str, after: str) -> bool:
    """Return True if a kanji of one phrase and a kanji of the next look like one word."""
    both = re.search(KANJI + "$", phrase) and re.match(KANJI, after)
    return bool(both) and not re.search(COUNTED, phrase) and not re.search(TIMES, phrase)


def test_no_japanese_number_is_parted_from_its_counter():
    assert found("ja", rf"([0-9０-９]|\{{(n|count|of|least|most|asked)\}}){BREAK}{COUNTERS}") == {}


def test_a_short_japanese_request_is_one_phrase():
    """A request of more than seven letters may be parted, because in large letters it is wider than a small phone."""
    parted = {
        f"{key}: {phrase}|{after}"
        for key, words in texts("ja")
        for phrase, after in pairwise(words.split(BREAK))
        if phrase.endswith("て") and after.startswith("ください") and len(phrase + "ください") <= 7
    }
    assert parted == set()
    assert found("ja", f"{BREAK}(です|ます|でした|ました)(?![\u4e00-\u9fff])") == {}


# Lengths

NUMBERS = {"n", "count", "of", "least", "most", "round", "column", "power", "total", "points", "stones", "fish", "asked"}
"""The blanks that a number fills."""
LETTERS = {"rival"}
"""The blanks that one letter fills: the rivals of Buru are A and B."""


@in_each_language
def test_a_banner_is_read_at_a_glance(language):
    """At 320 px a banner has at most two lines, with names of seven letters."""
    banners = {key: width(filled(words), language) for key, words in texts(language) if is_banner(key, words)}
    assert {key: n for key, n in banners.items() if n > BANNER[language]} == {}


def is_banner(key: str, words: str) -> bool:
    """Return whether a text is a headline. A sentence with a full stop is on a small line below it."""
    is_now = re.search(r"(^|\.)now\.|^elsewhere\.now$", key) is not None
    return is_now and "_small" not in key and not words.endswith((".", "。"))


def filled(words: str) -> str:
    short = NUMBERS | LETTERS
    return re.sub(r"\{(\w+)(:\w+)?\}", lambda blank: "2" if blank[1] in short else "Charlie", words.replace(BREAK, ""))


def width(words: str, language: str) -> float:
    """Return the length in letters. In Japanese a Latin letter is half as wide as a Japanese one."""
    if language != "ja":
        return len(words)
    return sum(1 if unicodedata.east_asian_width(letter) in "WF" else 0.5 for letter in words)


@in_each_language
def test_a_rule_card_is_two_to_six_short_lines(language):
    cards = {key: words.split("\n") for key, words in texts(language) if is_card(key)}
    assert len(cards) > 60
    assert {key: lines for key, lines in cards.items() if not 2 <= len(lines) <= 6} == {}
    assert {key: line for key, lines in cards.items() for line in lines if length(line, language) > LINE[language]} == {}


@in_each_language
def test_each_line_of_a_rule_card_has_a_verb(language):
    """A rule card says what to do. `glossary/verbs.toml` has the verbs, and only those that are used."""
    verbs = {
        pattern: verb(pattern, language) for pattern in tomllib.loads((GLOSSARY / "verbs.toml").read_text("utf-8"))[language]
    }
    lines = {line: key for key, words in texts(language) if is_card(key) for line in words.replace(BREAK, "").split("\n")}
    assert {key: line for line, key in lines.items() if not any(one.search(line) for one in verbs.values())} == {}
    assert [pattern for pattern, one in verbs.items() if not any(map(one.search, lines))] == []


def verb(pattern: str, language: str) -> re.Pattern[str]:
    """Return the pattern of a whole word; in Japanese of the end of a sentence, which may have an aside behind it."""
    return re.compile(rf"{pattern}(（.*）)?([。：]|$)" if language == "ja" else rf"(?i)(?<![\w’-])({pattern})(?![\w’])")


def length(line: str, language: str) -> int:
    return len(line.replace(BREAK, "")) if language == "ja" else len(line.split())


@in_each_language
def test_no_text_is_a_wall(language):
    lengths = {key: len(words.replace(BREAK, "")) for key, words in texts(language) if not is_card(key)}
    assert {key: n for key, n in lengths.items() if n > TEXT[language]} == {}


def is_card(key: str) -> bool:
    return re.match(r"\w+\.(card\.\w+|aim)$", key) is not None and catalogue_of(key) != "core"
