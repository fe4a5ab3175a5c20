"""README and CONTRIBUTING tell the truth: their tables are those of the code, their examples run."""

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.__main__ import main
from companion.core.view import Block
from companion.records.record import parse_options
from companion.settings import Settings
from companion.shelf import games
from tests.support.houses import open_house
from web.app import create_app

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def table_under(heading: str) -> list[list[str]]:
    """The cells of the first table under a heading, without its head."""
    part = README.split(f"## {heading}\n", 1)[1]
    rows = [line for line in part.split("\n## ")[0].splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in rows[2:]]
    assert cells, f"no table under {heading}"
    return cells


def fenced(language: str) -> list[str]:
    found = re.findall(rf"```{language}\n(.*?)```", README, re.S)
    assert found
    return found


def test_the_readme_names_every_route_with_who_may_use_it(tmp_path: Path) -> None:
    app = create_app(open_house(tmp_path))
    told = {}
    for route, who, _ in table_under("The HTTP contract"):
        for path in re.findall(r"/[^`)]*", route.replace("`GET ", "`").replace("`POST ", "`")):
            method = "POST" if "POST" in route else "GET"
            told[method, path.strip("` ")] = who
    real = {
        (method, rule.rule): app.view_functions[rule.endpoint].mark  # type: ignore[attr-defined]
        for rule in app.url_map.iter_rules()
        for method in rule.methods & {"GET", "POST"}
    }
    assert told.pop(("GET", "/stream")) == "seat"  # served beside Flask
    assert told == real


def test_the_readme_names_every_command_and_its_options() -> None:
    told = {cells[0].split("`")[1].split()[1]: cells[0] for cells in table_under("Commands")}
    assert told.keys() == main.commands.keys()
    for name, command in main.commands.items():
        options = {option for p in command.params for option in p.opts if option.startswith("--")}
        assert set(re.findall(r"--[a-z]+", told[name])) <= options


def test_the_readme_names_every_setting_with_its_default() -> None:
    told = {cells[0].strip("`"): cells[1].strip("`") for cells in table_under("Settings")}
    defaults = {field.name: getattr(Settings(), field.name) for field in fields(Settings)}
    said = {key: list(value) if isinstance(value, tuple) else value for key, value in defaults.items()}
    assert {key: json.loads(value) for key, value in told.items()} == said


def test_the_readme_names_every_game_with_its_seats() -> None:
    told = {cells[1].strip("`"): cells[2] for cells in table_under("Games")}
    real = {}
    for id_, game in games().items():
        sizes = game.sizes(parse_options(game, {}))
        real[id_] = f"{sizes[0]}–{sizes[-1]}"
    assert told == real


def test_every_command_has_a_help_text() -> None:
    for name in main.commands:
        result = CliRunner().invoke(main, [name, "--help"])
        assert result.exit_code == 0
        assert main.commands[name].help


@pytest.mark.parametrize("record", fenced("jsonl"))
def test_the_readmes_records_replay(record: str, tmp_path: Path) -> None:
    file = tmp_path / "record.jsonl"
    file.write_text(record, "utf-8")
    result = CliRunner().invoke(main, ["replay", str(file), "--json"])
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout).keys() == {"entries", "due", "screen", "score"}


RANKINGS = {"bali": [["Ana"], ["Ben"]], "buru": [["Ana"], ["Ben"], ["A"]], "babel": []}
"""The ranking of each game's sheet, in the README's order."""


@pytest.mark.parametrize(("game", "sheet"), [*zip(RANKINGS, fenced("json"), strict=True)])
def test_the_readmes_score_sheets_score(game: str, sheet: str, tmp_path: Path) -> None:
    file = tmp_path / "sheet.json"
    file.write_text(sheet, "utf-8")
    result = CliRunner().invoke(main, ["score", game, str(file), "--json"])
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout)["ranking"] == RANKINGS[game]


def test_the_make_targets_that_are_named_exist() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    named = set(re.findall(r"`make ([a-z]+)`", README + (ROOT / "CONTRIBUTING.md").read_text("utf-8")))
    assert named
    assert all(re.search(rf"^{target}:", makefile, re.M) for target in named)


def test_every_block_has_its_own_macro() -> None:
    tags = {block.__struct_config__.tag for block in Block.__args__}
    macros = re.findall(r"{% macro (\w+)", (ROOT / "web" / "templates" / "blocks.html").read_text("utf-8"))
    assert tags <= set(macros)


def test_files_and_links_of_the_readme_exist() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists(), target
