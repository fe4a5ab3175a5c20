"""A phone's first page in a game is small: with its script, styles and words it is there within a second on a bad Wi-Fi."""

import gzip
import re
from pathlib import Path

import msgspec
import pytest

from companion.core.state import Seat
from companion.shelf import games
from companion.speech.languages import LANGUAGES
from companion.speech.say import Catalogue, page_catalogue
from tests.support.games import play
from tests.support.houses import playing
from tests.support.markup import Tag, read
from web.drawing import files, pages
from web.drawing.files import LATER, PART, PARTED, SHEET_PART, folder, page_file, scripts, short_script, short_sheet, sources

MOST_BYTES = 60 * 1024
MOST_REQUESTS = 12
NAMES = ("Ana", "Ben", "Cho", "Dai", "Eva")


def first_page(game: str, folder: Path, language: str, answers: int, **options: str) -> str:
    """Return a seat's page after so many answers of a usual game."""
    seats = NAMES[: max(4, min(games()[game].sizes(games()[game].options())))]
    house = playing(folder, *seats, game=game, **options)
    play(house, most=answers)
    page = max((pages.screen_page(house.snapshot(Seat(seat)), language) for seat in seats), key=len)
    house.journal.close()
    return page


def asked_by(page: str) -> list[str]:
    """Return the scripts, styles and words that a page names."""
    return [
        str(tag.attributes.get("href") or tag.attributes.get("src"))
        for tag in read(page).all()
        if (tag.name == "link" and tag.attributes["rel"] != "icon") or (tag.name == "script" and "src" in tag.attributes)
    ]


def first_words(page: str) -> Catalogue:
    (at,) = [tag for tag in read(page).all() if tag.attributes.get("id") == "first-words"]
    return msgspec.json.decode(raw(at), type=Catalogue)


def raw(tag: Tag) -> str:
    return "".join(part for part in tag.inside if isinstance(part, str))


@pytest.mark.parametrize("answers", [0, 3, 14])
@pytest.mark.parametrize("game", ["animism", "babel", "bali", "buru"])
def test_the_first_page_of_a_usual_game_is_small(tmp_path: Path, game: str, answers: int) -> None:
    page = first_page(game, tmp_path, "ja", answers)
    named = asked_by(page)
    content = [page_file(path.removeprefix(f"{folder()}/")).content for path in named]
    assert len(named) + 1 <= MOST_REQUESTS
    assert len(gzip.compress(page.encode())) + sum(len(files.packed(one)) for one in content) <= MOST_BYTES


@pytest.mark.parametrize("offer", ["tracked", "cardboard"])
def test_a_page_asks_for_boards_in_its_head_if_it_draws_any(tmp_path: Path, offer: str) -> None:
    named = [path.removeprefix(f"{folder()}/") for path in asked_by(first_page("bali", tmp_path, "en", 3, offer=offer))]
    expected = {"kits/drawn.css", "kits/drawn.js"} if offer == "tracked" else set()
    assert {*named} & {"kits/drawn.css", "kits/drawn.js"} == expected


def test_a_page_knows_each_kind_of_block_that_comes_with_the_boards() -> None:
    """The kinds are the names that the drawing of blocks imports from the kits."""
    late = scripts(sources(), PARTED[0], LATER)["kits/drawn.js"]
    found = re.findall(r'^import \{ (.*) \} from "\.\./(kits/.*)";$', sources()["drawing/blocks.js"], re.MULTILINE)
    kinds = {kind for names, file in found if f'bodies["{file}"]' in late for kind in names.split(", ")}
    assert {kind for kind in kinds if pages.BOARDS.search(f'"block":"{kind}"')} == kinds != set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_that_come_with_a_page_are_words_of_its_language(tmp_path: Path, language: str) -> None:
    few, whole = first_words(first_page("buru", tmp_path, language, 3)), page_catalogue(language)
    assert few.messages.items() < whole.messages.items()
    assert (few.plural, few.lists, few.names) == (whole.plural, whole.lists, whole.names)


@pytest.mark.parametrize("page", PARTED)
def test_each_module_comes_with_one_script(page: str) -> None:
    found = [re.findall(r'^bodies\["([^"]+)"\] =', part, re.MULTILINE) for part in scripts(sources(), page, LATER).values()]
    names = [name for of in found for name in of]
    assert len(names) == len({*names})


def test_an_export_that_is_no_function_cannot_come_later() -> None:
    modules = {"use.js": "", "page.js": 'import { one } from "./a.js";\n', "later.js": 'import "./a.js";\n'}
    with pytest.raises(ValueError, match="one is no function"):
        scripts({**modules, "a.js": "export const one = 1;\n"}, "page.js", ["later.js"])


@pytest.mark.parametrize("page", ["companion.js", "stage/room.js", "editor/editor.js", "hall/hall.js"])
def test_a_short_script_has_all_parts_of_the_long_one(page: str) -> None:
    long = scripts(sources(), page)[page]
    assert parts_of(short_script(long)) == parts_of(long)


def parts_of(script: str) -> list[str]:
    return [found[0] for found in PART.finditer(script) if not (found["gap"] or found["comment"])]


SHORT = {
    "const a = 1; // one": "const a=1;",
    "a + +b - -c": "a+ +b- -c",
    "f(`a  ${b ? `c  d` : ''}`)": "f(`a  ${b?`c  d`:''}`)".replace("b?`c  d`:''", "b ? `c  d` : ''"),
    'x.replace(/a b|[/"]/g, "//  ")': 'x.replace(/a b|[/"]/g,"//  ")',
    "return a / b / c": "return a/b/c",
    "for (const a of b) c in d": "for(const a of b)c in d",
    "a()\nb()": "a()\nb()",
    "a(\n  b,\n)": "a(b,)",
}


@pytest.mark.parametrize("script", SHORT)
def test_a_short_script_keeps_its_strings_and_the_spaces_between_names(script: str) -> None:
    assert short_script(script) == f"{SHORT[script]}\n"


def test_a_short_sheet_keeps_the_spaces_that_have_a_meaning() -> None:
    sheet = '/* one */ .a .b:hover > p { margin: 0 auto; content: "a; b"; }\n@media (width > 1rem) { .c { color: red; } }\n'
    assert short_sheet(sheet) == '.a .b:hover > p{margin:0 auto;content:"a; b"}@media (width > 1rem){.c{color:red}}'


@pytest.mark.parametrize("name", files.SHEETS)
def test_a_short_sheet_has_all_words_of_the_long_one(name: str) -> None:
    long = files.sheet(sources(), name)
    assert words_of(short_sheet(long)) == words_of(long)


def words_of(sheet: str) -> list[str]:
    plain = SHEET_PART.sub(lambda found: " " if found["gap"] or found["colon"] else f" {found['string'] or ''} ", sheet)
    return plain.replace(":", " ").split()
