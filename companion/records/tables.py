"""Files that people write by hand: tables in TOML, or in JSON of the same shape."""

from pathlib import PurePath
from typing import Any

from companion.bounds import LONGEST_NUMBER
from companion.core.words import BadFile
from companion.records.record import strict_json
from companion.toml import NotToml, read


def strict_toml(words: str) -> dict[str, Any]:
    """Return TOML without endless numbers or bottomless nesting. Raises BadFile with the place."""
    try:
        said = read(words)
        _check(said)
    except NotToml as error:
        if error.line is not None:
            raise BadFile("file.too_dense", line=error.line) from None
        raise BadFile("file.not_toml", why=str(error)) from None
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
