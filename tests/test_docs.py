"""README, CONTRIBUTING and docs/ tell the truth: their tables are those of the code, their examples run."""

import json
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from types import ModuleType

import click
import pytest
from click.testing import CliRunner

from companion.__main__ import main
from companion.core import blocks
from companion.core.blocks import Block
from companion.kits import board, paper
from companion.records.record import parse_options
from companion.settings import Hall, Settings
from companion.shelf import games
from companion.speech.languages import LANGUAGES
from companion.speech.say import catalogue
from tests.support.houses import open_house
from web.app import create_app
from web.drawing.refusals import STATUS
from web.serving.answers import MOVES

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
README = ROOT / "README.md"
FRONT = [README, ROOT / "README.fr.md", ROOT / "README.ja.md", ROOT / "CONTRIBUTING.md"]
"""The pages that `make docs` does not read."""
PAGES = [*FRONT, *sorted(DOCS.rglob("*.md"))]
ROOMS = ("companion", "web", "hardware", "tests", "systemd", "lock", "docs")


def table_under(heading: str, page: Path) -> list[list[str]]:
    """Return the cells of the first table under a heading, without its head."""
    part = re.split(rf"^#+ {heading}\n", page.read_text("utf-8"), maxsplit=1, flags=re.M)[1]
    rows = [line for line in re.split(r"^#+ ", part, maxsplit=1, flags=re.M)[0].splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in rows[2:]]
    assert cells, f"no table under {heading}"
    return cells


def fenced(language: str) -> list[str]:
    found = re.findall(rf"```{language}\n(.*?)```", (DOCS / "records.md").read_text("utf-8"), re.S)
    assert found
    return found


def test_the_contract_names_every_route_with_who_may_use_it(tmp_path: Path) -> None:
    app = create_app(open_house(tmp_path))
    marks = {}
    for route, who, _ in table_under("Routes", DOCS / "http.md"):
        for path in re.findall(r"/[^`)]*", route.replace("`GET ", "`").replace("`POST ", "`")):
            method = "POST" if "POST" in route else "GET"
            marks[method, path.strip("` ")] = who
    real = {
        (method, rule.rule): app.view_functions[rule.endpoint].mark  # type: ignore[attr-defined]
        for rule in app.url_map.iter_rules()
        for method in rule.methods & {"GET", "POST"}
    }
    real |= {("POST", path): move.mark for path, move in MOVES.items()}  # served beside Flask, as streams are
    assert (marks.pop(("GET", "/stream")), marks.pop(("GET", "/alive"))) == ("seat", "anyone")
    assert marks == real


def test_the_contract_has_the_status_of_each_error_key() -> None:
    documented = {
        int(status): set(re.findall(r"`([a-z_.]+)`", keys)) for status, _, keys in table_under("Errors", DOCS / "http.md")
    }
    real: dict[int, set[str]] = {}
    for key, status in STATUS.items():
        real.setdefault(status, set()).add(key)
    assert {status: keys - {"file", "trouble"} for status, keys in documented.items() if status != 409} == real
    assert {key for key in documented[409] if "." not in key} <= catalogue("en").keys() - STATUS.keys()


def commands(of: click.Group = main, before: str = "companion") -> Iterator[tuple[str, click.Command]]:
    """Yield every command as it is typed, also those of a group."""
    for name, command in of.commands.items():
        if not isinstance(command, click.Group) or command.invoke_without_command:
            yield f"{before} {name}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{before} {name}")


def typed(cell: str) -> str:
    """Return the words of a command, before what is given to it."""
    return re.findall(r"`(companion( [a-z-]+)+)", cell)[0][0]


def test_the_docs_name_every_command_and_its_options() -> None:
    documented = {typed(cells[0]): cells[0] for cells in table_under("Commands", DOCS / "commands.md")}
    real = dict(commands())
    assert documented.keys() == real.keys()
    for name, command in real.items():
        options = {option for p in command.params for option in p.opts if option.startswith("--")}
        assert set(re.findall(r"--[a-z]+", documented[name])) <= options


@pytest.mark.parametrize(("heading", "of"), [("Settings", Settings), ("A box of a hall", Hall)])
def test_the_docs_name_every_setting_with_its_default(heading: str, of: type[Settings] | type[Hall]) -> None:
    documented = {cells[0].strip("`"): cells[1].strip("`") for cells in table_under(heading, DOCS / "settings.md")}
    defaults = {field.name: getattr(of(), field.name) for field in fields(of)}
    expected = {key: list(value) if isinstance(value, tuple) else value for key, value in defaults.items()}
    assert {key: json.loads(value) for key, value in documented.items()} == expected


def test_the_games_that_the_readme_names_are_there_with_as_many_seats() -> None:
    documented = {cells[1].strip("`"): cells[2] for cells in table_under("Games", README)}
    real = {}
    for id_, game in games().items():
        sizes = game.sizes(parse_options(game, {}))
        posters = [kind.poster(draft) for kind in game.owner_things for draft in kind.samples if kind.script]
        real[id_] = f"{min((sizes[0], *(one.least for one in posters)))}–{max((sizes[-1], *(one.most for one in posters)))}"
    assert documented == real, "each game of the shelf has a row in the README's table, with its seats"


def test_the_changelog_begins_with_the_version_that_runs() -> None:
    newest = re.search(r"(?m)^## (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"))
    assert newest
    assert CliRunner().invoke(main, ["--version"]).output == f"Table Companion {newest[1]}\n"


def test_every_command_has_a_help_text() -> None:
    for name, command in commands():
        result = CliRunner().invoke(main, [*name.split()[1:], "--help"])
        assert result.exit_code == 0
        assert command.help


@pytest.mark.parametrize("record", fenced("jsonl"))
def test_the_records_of_the_docs_replay(record: str, tmp_path: Path) -> None:
    file = tmp_path / "record.jsonl"
    file.write_text(record, "utf-8")
    result = CliRunner().invoke(main, ["replay", str(file), "--json"])
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout).keys() == {"entries", "due", "screen", "score"}


RANKINGS = {
    "bali": [["Ana"], ["Ben"]],
    "buru": [["Ana"], ["Ben"], ["A"]],
    "babel": [],
    "animism": [["Ana"], ["Ben"], ["Cho"]],
}
"""The ranking of each game's sheet, in the page's order."""


@pytest.mark.parametrize(("game", "sheet"), [*zip(RANKINGS, fenced("json"), strict=True)])
def test_the_score_sheets_of_the_docs_score(game: str, sheet: str, tmp_path: Path) -> None:
    file = tmp_path / "sheet.json"
    file.write_text(sheet, "utf-8")
    result = CliRunner().invoke(main, ["score", game, str(file), "--json"])
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout)["ranking"] == RANKINGS[game]


def test_the_make_targets_that_are_named_exist() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    named = {target for page in PAGES for target in re.findall(r"`make ([a-z]+)", page.read_text("utf-8"))}
    assert named >= {"check", "docs", "lock", "test"}
    assert all(re.search(rf"^{target}:", makefile, re.M) for target in named), named


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_files_and_folders_that_a_page_names_exist(page: Path) -> None:
    for named in re.findall(rf"`((?:{'|'.join(ROOMS)})/[\w./-]*)`", page.read_text("utf-8")):
        stands_for_any = re.search(r"/[A-Z]+(/|$)", named)
        assert stands_for_any or (ROOT / named).exists(), named


def test_every_block_is_drawn_by_a_function_of_its_own() -> None:
    tags = {name for module in (blocks, board, paper) for name in tags_in(module)}
    drawing = ROOT / "web" / "static" / "drawing"
    (listed,) = re.findall(r"^const kinds = \{(.*?)^\};$", (drawing / "blocks.js").read_text("utf-8"), re.M | re.S)
    files = [*drawing.glob("*.js"), *drawing.with_name("kits").glob("*.js")]
    assert set(re.findall(r"\w+", listed)) == tags - {"secret"}
    assert tags <= {name for file in files for name in functions(file.read_text("utf-8"))}


def tags_in(module: ModuleType) -> set[str]:
    """Return the names of a module's blocks."""
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Block)]
    return {str(kind.__struct_config__.tag) for kind in kinds if kind is not Block}


def functions(script: str) -> set[str]:
    """Return the names of a script's functions."""
    return {one or other for one, other in re.findall(r"\bfunction (\w+)\(|^const (\w+) = \(", script, re.M)}


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page that links may name: its headings as code hosts and Sphinx write them."""
    titles = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", FRONT, ids=lambda page: page.name)
def test_links_lead_to_files_and_to_headings_that_are_there(page: Path) -> None:
    """Those of docs/ are looked at by `make docs`."""
    for target, _, anchor in (link.partition("#") for link in re.findall(r"\]\(([^)]+)\)", page.read_text("utf-8"))):
        assert (ROOT / target).exists(), target
        assert not anchor or anchor in anchors(ROOT / target if target else page), anchor


SOURCES = {".py", ".js", ".css", ".sh", ".toml", ".html"}


def sources() -> Iterator[Path]:
    for room in ("companion", "web", "hardware", "tests", "systemd"):
        yield from (file for file in (ROOT / room).rglob("*") if file.suffix in SOURCES)


NO_PAGES = {"ASGI", "LIMIT", "OLED", "SEGV", "SELECT", "WCAG"}
"""Words that may come before a number and are no page."""


def test_files_that_the_code_cites_are_in_the_project() -> None:
    for file in sources():
        words = file.read_text("utf-8")
        for page in re.findall(r"\bdocs/[\w/-]+\.\w+", words):
            assert (ROOT / page).exists(), f"{file}: {page}"
        assert set(re.findall(r"\b([A-Z]{4,}) [A-Z]?\d", words)) <= NO_PAGES, file


def test_no_page_of_the_docs_shows_a_picture_from_elsewhere() -> None:
    """A box has no internet. A link may lead out, a picture may not."""
    for page in DOCS.rglob("*.md"):
        assert not re.findall(r"!\[[^\]]*\]\((?:https?:)?//[^)]*", page.read_text("utf-8")), page


def in_words(label: str, shown: str) -> bool:
    """Return whether `label` is this text of the screens with its blanks filled. At least half of it must be the text's own
    words."""
    parts = re.split(r"\{[^}]*\}", shown.replace("\u200b", ""))
    fits = re.fullmatch(".+".join(map(re.escape, parts)), label) is not None
    return fits and 2 * len("".join(parts)) >= len(label)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["play", "questions"])
def test_the_buttons_that_a_player_s_page_names_are_on_a_screen(page: str, language: str) -> None:
    file = DOCS / (f"{page}.md" if language == "en" else f"{page}.{language}.md")
    shown = {form for words in catalogue(language).values() for form in forms(words)}
    quoted = "「([^」]+)」" if language == "ja" else r"(?<!\*)\*([^*\n]+)\*(?!\*)"
    named = set(re.findall(quoted, file.read_text("utf-8"))) - {"…"}
    assert named
    assert {label for label in named if not any(in_words(label, one) for one in shown)} == set()


def forms(words: object) -> tuple[str, ...]:
    """Return a text's plural forms, or its only one."""
    return tuple(words.values()) if isinstance(words, dict) else (str(words),)


RIDDLES = r"\b(?:anew|as usual|at once|meanwhile|otherwise|told|whatever)\b|(?:(?<=[.!?] )|^)(?:Who|Of) [a-z]+"
"""Old-fashioned words, and sentences that begin with a clause in place of a noun."""


@pytest.mark.parametrize("page", [page for page in PAGES if "." not in page.stem], ids=lambda page: page.stem)
def test_a_page_says_things_in_plain_english(page: Path) -> None:
    prose = re.sub(r"```.*?```|`[^`]*`|\]\([^)]*\)", "", page.read_text("utf-8"), flags=re.S)
    assert re.findall(RIDDLES, prose, re.M) == []


def names_of_the_code() -> set[str]:
    """Return every class, function and constant of the product."""
    files = (file for room in ("companion", "web", "hardware") for file in (ROOT / room).rglob("*.py"))
    defined = re.compile(r"^ *(?:async )?(?:class|def) (\w+)|^(\w+)(?:: .+)? = ", re.M)
    return {name for file in files for names in defined.findall(file.read_text("utf-8")) for name in names if name}


def test_the_glossary_names_only_what_is_in_the_code() -> None:
    rows = [line.split("|")[3] for line in (DOCS / "glossary.md").read_text("utf-8").splitlines() if line.count("|") == 4]
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert len(named) > 20
    assert named - names_of_the_code() == set()
