"""A score sheet: the end of a game as people counted it on the table."""

import unicodedata
from collections.abc import Iterable
from typing import Annotated

import msgspec

from companion.core.action import Act
from companion.core.game import Game, Options, Sheet
from companion.core.knowledge import Box, Own, Public
from companion.core.score import Score
from companion.core.words import BadFile

Number = Annotated[int, msgspec.Meta(ge=0)]
"""How many of something."""

LONGEST_NAME = 20


def score_sheet(game: Game[Public, Own, Box, Options, Act, Sheet], said: object) -> Score:
    """The score of a sheet as it was read from a file. Raises BadFile, GAME.bad_sheet with the place where its shape is
    wrong, and what `Game.sheet` raises."""
    try:
        sheet = msgspec.convert(said, game.sheets)
    except msgspec.ValidationError as error:
        raise BadFile(f"{game.id}.bad_sheet", where=place_in(error)) from None
    return game.sheet(sheet)


def place_in(error: msgspec.ValidationError) -> str:
    """The place in what was read that msgspec names, such as `$.seats[...].points`; `$` is the whole."""
    return str(error).rpartition(" - at `")[2].rstrip("`") if " - at `" in str(error) else "$"


def insist_on_names(names: Iterable[str], why: str) -> None:
    """Raises BadFile with the key `why` unless all are names that people can sit under."""
    if not all(map(_is_name, names)):
        raise BadFile(why)


def _is_name(name: str) -> bool:
    has_control = any(unicodedata.category(letter) == "Cc" for letter in name)
    return 1 <= len(name) <= LONGEST_NAME and name == name.strip() and not has_control
