"""A language is one file. Its head says, as data, how it counts, lists and names. English texts replace missing ones."""

import re
import string
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from companion.core.words import Text, joined, listed, names, text
from companion.speech.languages import LANGUAGES, BadLanguage, add_languages, language, plural
from companion.speech.say import catalogue, choose, say
from tests.support.nonsense import CODE, english_in, written
from tests.support.phones import Phone

Learnt = Callable[[str], str]
_codes = count(1)


@pytest.fixture
def learnt(tmp_path: Path) -> Iterator[Learnt]:
    """Yield a function that learns a language from the text of its file, and returns its new code."""
    codes = []

    def new(words: str) -> str:
        codes.append(f"q{next(_codes)}")
        (tmp_path / f"{codes[-1]}.toml").write_text(words, "utf-8")
        add_languages(tmp_path)
        return codes[-1]

    yield new
    for code in codes:
        LANGUAGES.pop(code, None)


# Plurals


POLISH = {"one": "n = 1", "few": "n % 10 = 2..4 and n % 100 != 12..14"}
LATVIAN = {"zero": "n % 10 = 0 or n % 100 = 11..19", "one": "n % 10 = 1 and n % 100 != 11"}


@pytest.mark.parametrize(
    ("rules", "forms"),
    [
        ({}, {0: "other", 1: "other", 7: "other"}),
        ({"one": "i = 0,1"}, {0: "one", 1: "one", -1: "one", 2: "other"}),
        (POLISH, {0: "other", 1: "one", 3: "few", 5: "other", 12: "other", 21: "other", 22: "few", 113: "other"}),
        (LATVIAN, {0: "zero", 1: "one", 11: "zero", 21: "one", 25: "other", 30: "zero"}),
        ({"one": "i = 1 and v = 0"}, {1: "one", 2: "other"}),
        ({"one": "v != 0"}, {1: "other"}),
    ],
)
def test_a_number_has_the_form_that_the_rules_of_its_language_give_it(rules: dict[str, str], forms: dict[int, str]) -> None:
    form_of = plural(rules)
    assert {n: form_of(n) for n in forms} == forms


@pytest.mark.parametrize("rule", ["", "n", "n > 2", "x = 1", "n = one", "n % = 1"])
def test_a_rule_that_cannot_be_read_is_an_error(rule: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        plural({"one": rule})


def test_each_count_of_a_message_has_its_own_form(learnt: Learnt) -> None:
    code = learnt(
        """language = { name = "Q", plural = { one = "n = 1", few = "n = 2..4" } }
        bali.some.stones = { one = "{count} kamień", few = "{count} kamienie", other = "{count} kamieni" }
        some.point = { one = "{count} punkt", few = "{count} punkty", other = "{count} punktów" }
        bali.name = "{seat}: {stones:some.stones}, {points:some.point}"
        """
    )
    words = [say(text("bali.name", seat="Ana", stones=s, points=p), code) for s, p in ((1, 5), (3, 1), (0, 2))]
    assert words == ["Ana: 1 kamień, 5 punktów", "Ana: 3 kamienie, 1 punkt", "Ana: 0 kamieni, 2 punkty"]


# Forms


def test_a_blank_asks_for_a_form_and_takes_the_message_itself_where_there_is_none(learnt: Learnt) -> None:
    code = learnt(
        """language.name = "Q"
        region.lake = "das Ufer"
        "region.lake:in" = "am Ufer"
        region.wood = "der Wald"
        where = "{seat} ist {region:in}."
        """
    )
    words = [say(text("where", seat="Ana", region=Text(f"region.{name}")), code) for name in ("lake", "wood")]
    assert words == ["Ana ist am Ufer.", "Ana ist der Wald."]


def test_a_name_takes_the_form_of_the_first_pattern_found_in_it(learnt: Learnt) -> None:
    code = learnt(
        """language.name = "Q"
        language.names.de = [["^[AEIOUaeiou]", "d’{name}"], ["", "de {name}"]]
        score.of = "La main {seat:de}"
        """
    )
    assert [say(text("score.of", seat=seat), code) for seat in ("Ana", "Ben")] == ["La main d’Ana", "La main de Ben"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Ana", "Anaさん"),
        ("おかあさん", "おかあさん"),
        ("けんくん", "けんくん"),
        ("ゆいちゃん", "ゆいちゃん"),
        ("王様", "王様"),
        ("さんま", "さんまさん"),
    ],
)
def test_nobody_is_called_san_twice(name: str, expected: str) -> None:
    assert say(text("seat", seat=name), "ja").replace("\u200b", "") == expected


@pytest.mark.parametrize("name", ["Ana", "健太郎", "さんま"])
def test_a_name_and_its_san_stay_on_one_line(name: str) -> None:
    assert say(text("seat", seat=name), "ja") == f"{name}さん"


def test_a_name_of_seven_letters_may_leave_its_san_to_the_next_line() -> None:
    assert say(text("seat", seat="Wolfgang"), "ja") == "Wolfgang\u200bさん"


@pytest.mark.parametrize(
    ("name", "expected"), [("Ana", "d’Ana"), ("Ben", "de Ben"), ("Élodie", "d’Élodie"), ("Yann", "de Yann")]
)
def test_french_joins_a_name_to_what_is_its_own(name: str, expected: str) -> None:
    assert say(text("animism.sheet_of", seat=name), "fr") == f"la feuille {expected}"


# Lists


@pytest.mark.parametrize(
    ("seats", "expected"), [(["Ana"], "Ana"), (["Ana", "Ben"], "Ana et Ben"), (["A", "B", "C"], "A, B et C")]
)
def test_lists_of_names_follow_the_language(seats: list[str], expected: str) -> None:
    assert say(names(seats), "fr") == expected


def test_words_in_a_row_are_said_each_in_the_language(learnt: Learnt) -> None:
    code = learnt(
        """language = { name = "Q", lists = { plain = [" / ", " / "], and = [" / ", " & "] } }
        list = "{words}"
        list_and = "{words:and}"
        bali.kind = { rice = "ryż", pepper = "pieprz", peanut = "orzech" }
        """
    )
    kinds = [Text(f"bali.kind.{kind}") for kind in ("rice", "pepper", "peanut")]
    assert say(listed(kinds), code) == "ryż / pieprz / orzech"
    assert say(joined(kinds), code) == "ryż / pieprz & orzech"
    assert say(listed([]), code) == ""


# Missing texts


def test_texts_that_a_language_lacks_are_in_english(learnt: Learnt) -> None:
    code = learnt('language.name = "Q"\nbali.now.turn_other = "{nobody}?"\n"piece.1" = "x"')
    assert say(Text("bali.ask.buy"), code) == say(Text("bali.ask.buy"), "en")
    assert say(text("bali.some.stones", count=1), code) == "1 stone"
    assert say(text("bali.now.turn_other", seat="Ana"), code) == say(text("bali.now.turn_other", seat="Ana"), "en")


def test_a_language_that_is_here_no_more_is_english() -> None:
    assert say(Text("bali.ask.buy"), "q0") == say(Text("bali.ask.buy"), "en")


@pytest.mark.parametrize(
    "words",
    ["", "language = 7", "name = ", 'language = { name = "Q", plural = { one = "n > 1" } }', 'language = { nam = "Q" }',
     'language = { name = "Q", names = { san = [["(", "x"]] } }',
     'language.name = "Q"\nseat = "{seat"', 'language.name = "Q"\nseat = 7'],
)  # fmt: skip
def test_a_file_that_is_no_language_is_an_error_that_names_it(tmp_path: Path, words: str) -> None:
    (tmp_path / "qq.toml").write_text(words, "utf-8")
    with pytest.raises(BadLanguage, match=r"qq\.toml"):
        add_languages(tmp_path)
    assert "qq" not in LANGUAGES


def test_ours_are_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "fr.toml").write_text('language.name = "Q"', "utf-8")
    add_languages(tmp_path)
    assert language("fr").name == "français"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_form_that_a_blank_asks_for_is_there(code: str) -> None:
    messages, known = catalogue(code), language(code)
    forms = {key.rpartition(":")[2] for key in messages if ":" in key} | known.names.keys() | known.lists.keys()
    for key, message in messages.items():
        for words in message.values() if isinstance(message, dict) else (message,):
            assert not {form for form in asked(words) if form not in forms and not named(messages, key, form)}, key


def asked(words: str) -> set[str]:
    return {form for _, _, form, _ in string.Formatter().parse(words) if form}


def named(message: dict[str, Any], key: str, form: str) -> bool:
    return form in message or f"{key.partition('.')[0]}.{form}" in message


# A fourth language


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Yield a box that has been given one file more, and speaks its language."""
    folder = tmp_path_factory.mktemp("box")
    (folder / "texts").mkdir()
    texts = written(folder / "texts", "bar.more")
    settings = folder / "box.toml"
    settings.write_text(f'texts = "{texts}"\nlanguage = "{CODE}"\n', "utf-8")
    options = ["--listen", "127.0.0.1:0", "--state", str(folder), "--settings", str(settings)]
    with subprocess.Popen(
        [sys.executable, "-m", "companion", "run", *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as running:
        assert running.stdout is not None
        yield int(running.stdout.readline().split("/J/")[0].rpartition(":")[2])
        running.terminate()


@pytest.fixture
def phones(box: int) -> Iterator[list[Phone]]:
    with ExitStack() as stack:
        yield [stack.enter_context(Phone(box, CODE)) for _ in SEATS]


SEATS = ("Ω1", "Ω2", "Ω3", "Ω4", "Ω5")


def test_one_file_more_is_one_language_more(box: int) -> None:
    with Phone(box) as phone:
        code = phone.get("/table").json["join"]["code"]
        page = phone.get(f"/J/{code}", Accept="text/html", Accept_Language="de, qx;q=0.5").body.decode()
        assert f'<html lang="{CODE}"' in page
        assert page.count(f'data-tongue="{CODE}"') == len(LANGUAGES) + 1, "it can be chosen, whatever was before"
        assert "‹" in str(phone.get("/panel").json["lines"]), "the panel speaks it"
        phone.join(code, "Ω9")
        assert phone.post("/language", {"language": CODE}).status == 204
        page = phone.get("/", Accept="text/html").body.decode()
        assert f'<html lang="{CODE}"' in page
        (words,) = re.findall(r'data-words="(/words/[^"]+)"', page)
        spoken = phone.get(words).json
        assert spoken["code"] == CODE
        assert "bar.more" not in spoken["messages"]
        assert spoken["english"]["messages"]["bar.more"] == "More", "what it lacks is said in English"
        assert phone.post("/language", {"language": "qy"}).status == 400
        phone.post("/leave")


def test_every_game_is_played_in_it(box: int, phones: list[Phone]) -> None:
    code = phones[0].get("/table").json["join"]["code"]
    for phone, seat in zip(phones, SEATS, strict=True):
        phone.join(code, seat)
    for game in ("bali", "buru", "babel"):
        playing = phones[: 5 if game == "babel" else 2]
        request = {"game": game, "seats": SEATS[: len(playing)], "options": {}}
        assert phones[0].post("/start", request).status == 204
        for screen in answered(playing, game):
            for words in (screen["now"], *(ask.get("question", "") for ask in screen["asks"])):
                assert english_in(words, *SEATS) == ""
        assert phones[0].post("/abandon").status == 204


def answered(phones: list[Phone], game: str) -> Iterator[Any]:
    """Yield the screens of some rounds in which everybody gives the first answer there is."""
    for n in range(12):
        for phone in phones:
            screen = phone.screen()
            yield screen
            do = next(((ask["due"], ask["answers"][0]) for ask in screen["asks"] if ask["answers"]), None)
            if do is not None:
                phone.play(*do, f"{game}-{n}")


def test_a_browser_gets_a_language_that_was_learnt(learnt: Learnt) -> None:
    code = learnt('language.name = "Q"')
    assert choose(f"de, {code};q=0.2") == code
