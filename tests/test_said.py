"""Python says each row of tests/said as the table does. tests/browser/test_browser_words.py checks the same for the page."""

import ast
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import msgspec
import pytest

from companion.speech.languages import LANGUAGES, BadLanguage, add_languages
from companion.speech.say import ONLY_COMMANDS, Catalogue, catalogue, page_catalogue
from tests.support import nonsense
from tests.support.said import CODES, Case, cases, taught, unwired, wired, words

ROOT = Path(__file__).parents[1]
_codes = count(1)


@pytest.fixture(scope="module", autouse=True)
def _spoken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with taught(tmp_path_factory.mktemp("texts")):
        yield


def test_the_table_has_every_language() -> None:
    assert {code for case in cases() for code in case.words} == {*CODES} == {*LANGUAGES}


@pytest.mark.parametrize("case", cases(), ids=str)
def test_every_row_of_the_table_holds(case: Case) -> None:
    assert {code: words(unwired(case.text), code) for code in case.words} == case.words
    assert wired(unwired(case.text)) == case.text


# A language as data


@pytest.mark.parametrize("code", CODES)
def test_a_page_gets_all_texts_of_a_language_but_those_used_elsewhere(code: str) -> None:
    messages = msgspec.json.decode(msgspec.json.encode(page_catalogue(code)), type=Catalogue)
    assert messages.code == code
    assert messages.messages == {key: words for key, words in catalogue(code).items() if not key.startswith(ONLY_COMMANDS)}


def test_english_goes_along_only_where_it_is_needed() -> None:
    assert {code for code in CODES if page_catalogue(code).english} == {"qx", "pl", "lv"}
    assert page_catalogue("qx").english == page_catalogue("en")


@pytest.mark.parametrize(
    ("left_out", "more", "needs"),
    [
        ((), "", False),
        (("run.in_use", "check.line"), "", False),
        (("bar.more",), "", True),
        (("bar.more",), 'bar.more = "{seat}"', True),
        (("bar.more",), 'bar.more = { other = "q" }', True),
        (("lobby.size",), 'lobby.size = "{least:nothing}"', True),
        (("lobby.size",), 'lobby.size = "{least:q.some}"\nq.some = "{count}"', False),
        (("lobby.size",), 'lobby.size = "{least:some}"\nlobby.some = "{least}"', True),
        ((), '"bar.more:q" = "{seat}"', True),
    ],
)
def test_english_is_needed_for_what_is_not_there_or_asks_for_what_is_not_given(
    tmp_path: Path, left_out: tuple[str, ...], more: str, needs: bool, request: pytest.FixtureRequest
) -> None:
    code = f"s{next(_codes)}"
    request.addfinalizer(lambda: LANGUAGES.pop(code, None))
    file = nonsense.written(tmp_path, *left_out) / f"{nonsense.CODE}.toml"
    (tmp_path / f"{code}.toml").write_text(f"{file.read_text('utf-8')}\n{more}\n", "utf-8")
    add_languages(tmp_path)
    assert (page_catalogue(code).english is not None) is needs


OTHERS = ("core", "games", "house", "journals", "records", "snapshot")


def test_no_page_uses_a_text_that_pages_do_not_get() -> None:
    """Only the command line names a key that pages do not get, whole or by its beginning."""
    folders = (ROOT / "web", *(ROOT / "companion" / room for room in OTHERS))
    strings_ = [piece.value for folder in folders for file in folder.rglob("*.py") for piece in strings(file)]
    assert len(strings_) > 5000
    assert [piece for piece in strings_ if piece.startswith(ONLY_COMMANDS)] == []
    for file in (*(ROOT / "web/templates").rglob("*.*"), *(ROOT / "web/static").rglob("*.*")):
        page = file.read_text("utf-8")
        assert not [quote + key for key in ONLY_COMMANDS for quote in "'\"`" if quote + key in page], file


def strings(file: Path) -> Iterator[ast.Constant]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node


# Words that a page would read in another way than Python


@pytest.mark.parametrize(
    "words",
    [
        'language.names.of = [["\\\\w$", "{name}"]]',
        'language.names.of = [["(?i)a", "{name}"]]',
        'language.names.of = [["a*+", "{name}"]]',
        'language.names.of = [["a{2}", "{name}"]]',
        'language.names.of = [["]", "{name}"]]',
        'language.names.of = [["^*", "{name}"]]',
        'language.names.of = [["", "{seat}"]]',
        'language.names.of = [["", "{name:>9}"]]',
        'language.names.of = [["", "{name.upper}"]]',
        'language.plural.one = "n = 1_0"',
        'language.plural.one = "n = １"',
        'seat = "{seat!r}"',
        'seat = "{}"',
        'seat = "{seat[0]}"',
        'seat = "{seat:{form}}"',
    ],
)
def test_a_language_that_a_page_would_read_differently_is_refused(tmp_path: Path, words: str) -> None:
    (tmp_path / "qq.toml").write_text(f'language.name = "Q"\n{words}\n', "utf-8")
    with pytest.raises(BadLanguage, match=r"qq\.toml"):
        add_languages(tmp_path)
    assert "qq" not in LANGUAGES
