"""Files that people write by hand: tables in TOML, or in JSON of the same shape."""

import tomllib
from pathlib import PurePath
from typing import Any

from companion.bounds import LONGEST_NUMBER
from companion.core.words import BadFile
from companion.records.record import strict_json


def strict_toml(words: str) -> dict[str, Any]:
    """TOML without endless numbers or bottomless nesting. Raises BadFile with the place."""
    try:
        said = tomllib.loads(words.replace("\r\n", "\n"))
        _check(said)
    except tomllib.TOMLDecodeError as error:
        raise BadFile("file.not_toml", why=" ".join(str(error).split())) from None
    except (ValueError, RecursionError):
        raise BadFile("file.not_toml", why=f"> {LONGEST_NUMBER}") from None
    return said


def tables(words: str, name: str) -> dict[str, Any]:
    """What a file says, which is called so: in JSON if it ends with .json, else in TOML. Raises BadFile."""
    said = strict_json(words) if PurePath(name).suffix == ".json" else strict_toml(words)
    if not isinstance(said, dict):
        raise BadFile("file.no_rows")
    return said


def _check(said: Any) -> None:
    """Raises ValueError for a number that is too long, RecursionError for what is too deep."""
    match said:
        case dict():
            for its in said.values():
                _check(its)
        case list():
            for its in said:
                _check(its)
        case int() if len(str(said)) > LONGEST_NUMBER:
            raise ValueError(said)
