"""No file that somebody gives the box needs more memory than the box has. The box can read all our own files."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion import toml
from companion.bounds import TOML_DOTS, TOML_LETTERS, TOML_LINE, TOML_MARKS
from companion.core.words import BadFile
from companion.records.record import strict_toml
from tests.support import hostile, nonsense

MIB = 1 << 20
ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("kind", hostile.READERS)
def test_no_file_of_a_hundred_kilobytes_takes_twenty_megabytes(kind: str) -> None:
    command = [sys.executable, "-m", "tests.support.hostile", kind]
    taken = json.loads(subprocess.run(command, capture_output=True, check=True, cwd=ROOT).stdout)
    assert set(taken) == set(hostile.READERS[kind][1])
    assert {name: most for name, most in taken.items() if most > 20 * MIB} == {}


@pytest.mark.parametrize("name", ["en", "fr", "ja"])
def test_our_own_files_are_read(name: str) -> None:
    for file in ROOT.glob(f"companion/**/texts/{name}.toml"):
        assert toml.read(file.read_text("utf-8"))


def test_all_words_of_the_box_fit_into_one_file_with_every_key_written_out(tmp_path: Path) -> None:
    assert toml.read((nonsense.written(tmp_path) / f"{nonsense.CODE}.toml").read_text("utf-8"))


def refused(words: str) -> int | None:
    """Return the line at which a file is too large, or None for one that is read."""
    try:
        toml.read(words)
    except toml.NotToml as why:
        return why.line or 0
    return None


@pytest.mark.bound("TOML_DOTS")
@pytest.mark.parametrize("line", ["{} = 1", "[{}]", "[[{}]]", "a = {{ {} = 1 }}"])
def test_a_key_may_have_as_many_dots_as_the_bound_and_not_one_more(line: str) -> None:
    parts = ["a"] * (TOML_DOTS + 1)
    assert refused(line.format(".".join(parts))) is None
    assert refused("\n" + line.format(".".join([*parts, "a"]))) == 2


@pytest.mark.bound("TOML_LINE")
def test_a_line_may_have_as_many_letters_as_the_bound_and_not_one_more() -> None:
    line = 'a = "{}"'
    assert refused(line.format("a" * (TOML_LINE - 6))) is None
    assert refused(line.format("a" * (TOML_LINE - 5))) == 1


@pytest.mark.bound("TOML_LETTERS")
def test_a_file_may_have_as_many_letters_as_the_bound_and_not_one_more() -> None:
    comments = "#\n" * (TOML_LETTERS // 2)
    assert refused(comments) is None
    assert refused(f"{comments}#") == TOML_LETTERS // 2 + 1


@pytest.mark.bound("TOML_MARKS")
@pytest.mark.parametrize("mark", ["[a]\n[[a.b]]\n", "a = {}\n", "a.a = 1\n"])
def test_so_much_may_be_nested_in_a_file_and_not_once_more(mark: str) -> None:
    brackets = "a = [\n" + "[],\n" * (TOML_MARKS - 1) + "]\n"
    assert refused(brackets) is None
    assert refused(brackets + mark) == TOML_MARKS + 2


@pytest.mark.parametrize("words", ['"{}"', "'{}'", '"""\n{}\n"""', "'''\n{}\n'''", '"""{}"""""', '"\\"{}"', "1 # {}"])
def test_dots_and_brackets_in_words_and_comments_nest_nothing(words: str) -> None:
    assert refused(f"a = {words.format('.[{' * 100)}\n") is None


def test_a_file_that_is_too_large_is_refused_in_words_with_its_line() -> None:
    with pytest.raises(BadFile) as why:
        strict_toml(f"a = 1\n{hostile.deep(TOML_DOTS + 2)} = 1")
    assert (why.value.text.key, why.value.text.values) == ("file.too_dense", {"line": 2})
