"""A phone uses the same words as the box for the same Text, in every language."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from companion.core.words import Text, joined, listed, names, text
from companion.promises.tapes import tape_of
from companion.speech.languages import Message, asked
from companion.speech.say import page_catalogue
from tests.browser.conftest import Boxes, Phones
from tests.promises.settings import SHELF, settings_of
from tests.promises.shown import shown
from tests.support.said import CODES, cases, taught, unwired, wired, words
from web.drawing.catalogues import address

pytestmark = pytest.mark.browser

SAYS = """async ([address, texts]) => {
  const { learn, say, Unsaid } = await ours("say.js");
  learn(await (await fetch(address)).json());
  const said = (text) => {
    try {
      return say(text);
    } catch (error) {
      if (error instanceof Unsaid) return null;
      throw error;
    }
  };
  return JSON.stringify(JSON.parse(texts).map(said));
}"""
"""Returns the words of a page in a language for each Text. Null: the page has none. The Texts come as JSON, which is the
quickest way into the page."""

HELPERS = """async () => {
  const { text, listed, joined, names } = await ours("say.js");
  return [text("seat", { seat: "Ana" }), listed(["a", 1]), joined([text("lobby.small"), "b"]), names(["Ana", "Ben"])];
}"""

BREAKS = """(lines) => {
  const drawn = document.body.appendChild(document.createElement("p"));
  drawn.lang = "ja";
  drawn.style.width = "15em";
  const range = document.createRange();
  const top = (at) => {
    range.setStart(drawn.firstChild, at);
    range.setEnd(drawn.firstChild, at + 1);
    return range.getBoundingClientRect().top;
  };
  return lines.flatMap((line) => {
    drawn.textContent = line;
    const seen = [...line].map((_, at) => at).filter((at) => line[at] !== "\\u200b");
    return seen.slice(1).flatMap((at, i) => (top(at) > top(seen[i]) + 4 ? [line.slice(seen[i], at + 1)] : []));
  });
}"""
"""Returns, for each break of a Japanese line, the letters before and after the break, with the marks between."""
LETTERS = "[\u3041-\u30ff\u4e00-\u9fff0-9々ー]{2}"

NUMBERS = (0, 1, 2, 5, 11, 21, 22, 100, -1)
OTHERS = ("", ("Ana", "Ben"), text("seat", seat="Ana"), names(("Ana", "Ben", "Cho")))


@pytest.fixture(scope="module", autouse=True)
def _spoken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with taught(tmp_path_factory.mktemp("texts")):
        yield


@pytest.fixture
def page(boxes: Boxes, phone: Phones) -> Page:
    """Return a page of a real box, with the box's strict rules for scripts."""
    return phone(boxes("Ana"), "Ana")


def said_by(page: Page, code: str, texts: list[dict[str, Any]]) -> list[str | None]:
    encoded: list[str | None] = json.loads(page.evaluate(SAYS, [address(code), json.dumps(texts)]))
    return encoded


def differences(page: Page, code: str, texts: Iterable[Text]) -> list[tuple[Any, ...]]:
    """Return the differences between page and Python: the Text, the page's words, and Python's."""
    asked_for = list(texts)
    assert asked_for
    spoken = said_by(page, code, [wired(one) for one in asked_for])
    both = zip(asked_for, spoken, [words(one, code) for one in asked_for], strict=True)
    return [(one, there, here) for one, there, here in both if there != here]


@pytest.mark.parametrize("code", CODES)
def test_a_page_says_what_the_table_says(page: Page, code: str) -> None:
    mine = [case for case in cases() if code in case.words]
    spoken = said_by(page, code, [case.text for case in mine])
    assert {str(case): words for case, words in zip(mine, spoken, strict=True)} == {
        str(case): case.words[code] for case in mine
    }


def test_a_page_makes_texts_as_python_does(page: Page) -> None:
    made = (text("seat", seat="Ana"), listed(["a", 1]), joined([Text("lobby.small"), "b"]), names(["Ana", "Ben"]))
    assert [unwired(made_there) for made_there in page.evaluate(HELPERS)] == [*made]


@pytest.mark.parametrize("code", CODES)
def test_a_page_says_every_message_with_any_values_in_its_blanks(page: Page, code: str) -> None:
    catalogue = page_catalogue(code)
    messages = {**(catalogue.english or catalogue).messages, **catalogue.messages}
    filled = [one for key, message in messages.items() for one in fillings(key, message, messages)]
    assert len(filled) > 5000
    assert differences(page, code, filled) == []


def fillings(key: str, message: Message, messages: dict[str, Message]) -> Iterator[Text]:
    """Yield a Text of the message for each number, and, if the message takes other values, with names, lists and Texts."""
    sentences = (message,) if isinstance(message, str) else tuple(message.values())
    blanks = {name: form for words in sentences for name, form in asked(words)}
    counted = {name for name, form in blanks.items() if name == "count" or is_message(key, form, messages)} | {"count"}
    for number, other in (*((number, "Ana") for number in NUMBERS), *((3, other) for other in OTHERS)):
        yield Text(key, {name: number if name in counted else other for name in {*blanks, "count"}})
    yield Text(key)
    yield Text(key, {name: "さん" if form and name not in counted else 7 for name, form in {**blanks, "count": ""}.items()})


def is_message(key: str, form: str, messages: dict[str, Message]) -> bool:
    return form in messages or f"{key.partition('.')[0]}.{form}" in messages


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_a_page_says_all_that_is_shown_in_random_games(page: Page, game: Any) -> None:
    """The texts are those of screens, of questions with their blocked answers, and of stories, in the default game and in
    games with options."""
    found = settings_of(game)
    tapes = [tape_of(setting, 60 + n, restless=n % 2 == 1) for n, setting in enumerate((found[0], *found[-5:]))]
    texts = {msgspec.json.encode(one): one for tape in tapes for one in shown(tape)}
    assert len(texts) > 40  # even a small game has more
    for code in CODES:
        assert differences(page, code, texts.values()) == []


def test_japanese_breaks_between_phrases_only(page: Page) -> None:
    messages = [
        words
        for one in page_catalogue("ja").messages.values()
        for words in ([one] if isinstance(one, str) else one.values())
    ]
    lines = [line for words in messages for line in re.sub(r"\{[^}]*\}", "7", words).split("\n") if line]
    assert [at for at in page.evaluate(BREAKS, lines) if re.fullmatch(LETTERS, at)] == []
