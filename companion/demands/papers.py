"""Checks of a game's files that are no code: RULES.md with its tests, signs, playthroughs, and the score sheet."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from companion import toml
from companion.core.game import AnyGame, score_sheet
from companion.core.words import BadFile, Refused
from companion.drawings import Sign
from companion.records.record import RefusedLine, replay

_ROWS: Final = re.compile(r"[0-9A-Fa-f]{3}( [0-9A-Fa-f]{3}){10}")
_PATH: Final = re.compile(r"[Mm][-+0-9.,eE\sMmLlHhVvCcSsQqTtAaZz]+")
_RULE: Final = re.compile(r"^- \*\*([A-Z]+-\d+)\*\*\s*(.*)", re.MULTILINE)


def papers(game: AnyGame, folder: Path) -> Iterator[str]:
    """Yield a sentence for each fault of RULES.md and its tests, signs.toml, the playthroughs and the score sheet."""
    yield from _rules(folder)
    yield from _signs(folder)
    yield from _playthroughs(game, folder)
    yield from _sheet(game)


def _rules(folder: Path) -> Iterator[str]:
    file = folder / "RULES.md"
    rules = dict(_RULE.findall(file.read_text("utf-8"))) if file.is_file() else {}
    if not rules:
        yield "RULES.md numbers no rule: a line is `- **NAME-01** What the rule says.`"
        return
    if len({number.rpartition("-")[0] for number in rules}) > 1:
        yield "RULES.md: its rules have more than one prefix."
    numbers = [int(number.rpartition("-")[2]) for number in rules]
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"RULES.md: its rules are not numbered from 1 without a gap: {', '.join(rules)}."
    yield from _tests_of_rules(folder, rules)


def _tests_of_rules(folder: Path, rules: dict[str, str]) -> Iterator[str]:
    """Yield a sentence for each rule without a test, and for each rule number that a file or a test cites but RULES.md
    lacks."""
    marked = {number for file in folder.glob("tests/**/test_*.py") for number in _marks(file)}
    for number, words in rules.items():
        if number not in marked and not words.startswith("*(later)*"):
            yield f'{number} has no test: mark one with @pytest.mark.rule("{number}").'
    prefix = next(iter(rules)).rpartition("-")[0]
    files = (*folder.rglob("*.py"), *folder.glob("texts/*.toml"))
    cited = {number for file in files for number in re.findall(rf"\b{prefix}-\d+\b", file.read_text("utf-8"))}
    unknown = sorted((cited | marked) - rules.keys())
    yield from (f"{number} is cited, and RULES.md has no such rule." for number in unknown)


def _marks(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            yield from (arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))


def signs_of(folder: Path) -> set[str]:
    """Return the keys of a game's signs. It is empty if the file cannot be read."""
    try:
        return set(toml.read((folder / "signs.toml").read_text("utf-8")))
    except (OSError, ValueError):
        return set()


def _signs(folder: Path) -> Iterator[str]:
    try:
        raw = toml.read((folder / "signs.toml").read_text("utf-8"))
    except OSError:
        yield "signs.toml is not there: every sign that views name, as an SVG path and 11 rows of 11 dots."
        return
    except ValueError as error:
        yield f"signs.toml cannot be read: {error}."
        return
    for key, fields in raw.items():
        try:
            sign = msgspec.convert(fields, Sign)
        except msgspec.ValidationError as error:
            yield f"signs.toml, {key}: {error}."
            continue
        if not _PATH.fullmatch(sign.path):
            yield f"signs.toml, {key}: its path is no path of SVG."
        if not _ROWS.fullmatch(sign.rows):
            yield f"signs.toml, {key}: its rows are not 11 of three hex digits each."


def _playthroughs(game: AnyGame, folder: Path) -> Iterator[str]:
    records = sorted((folder / "playthroughs").glob("*.jsonl"))
    if not records:
        yield "playthroughs/ has no record (*.jsonl): at least one whole game."
    for file in records:
        if not file.with_suffix(".txt").is_file():
            yield f"playthroughs/{file.name} has no golden beside it: companion check-game --golden writes it."
        try:
            replay(file.read_text("utf-8"), {game.id: game})
        except RefusedLine as why:
            yield f"playthroughs/{file.name}, line {why.line}: refused, {why.why.key}."
        except BadFile as why:
            yield f"playthroughs/{file.name}: {why.text.key} {why.text.values}."
        except Exception as error:
            yield f"playthroughs/{file.name}: it breaks, {type(error).__name__}: {error}."


NO_SHEETS: Final[tuple[object, ...]] = ([], {}, {"nothing": 1})


def _sheet(game: AnyGame) -> Iterator[str]:
    """Yield a sentence for each piece of wrong data on which GAME.sheet breaks, instead of refusing it."""
    for sheet in NO_SHEETS:
        try:
            score_sheet(game, sheet)
        except (BadFile, Refused):
            continue
        except Exception as error:
            yield f"GAME.sheet breaks on {sheet}: {type(error).__name__}: {error}. It raises BadFile or Refused."
