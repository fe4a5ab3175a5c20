"""What the table agreed on before each game: the options, kept by the house whoever is host and whatever restarts."""

from collections.abc import Mapping
from copy import copy
from typing import Any

import msgspec

from companion.core.words import Refused
from companion.house.lobby import game_options
from companion.house.notes import OPTIONS, read_options
from companion.ports.frame import GameOption
from companion.ports.notes import Notes
from companion.ports.panel import Picked


class Agreed:
    """Options by game and name. Only what differs from usual is kept."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        kept = notes.note(OPTIONS)
        self._said: dict[str, dict[str, Any]] = read_options(kept) if kept else {}

    @property
    def notes(self) -> dict[str, str]:
        """What of this is kept, by the journal's names."""
        return {OPTIONS: msgspec.json.encode(self._said).decode()}

    def as_it_stands(self) -> "Agreed":
        """The same, whatever is agreed on later."""
        return copy(self)  # what was said is replaced whole, never changed

    def options(self, game: str) -> dict[str, Any]:
        """What differs from usual, as a game's head has it."""
        return {
            p.name: p.value
            for p, option in zip(self.picked(game), game_options(game), strict=True)
            if p.value != option.usual
        }

    def picked(self, game: str) -> tuple[Picked, ...]:
        """Every option of this game as it stands."""
        said = self._said.get(game, {})
        return tuple(_picked(option, said.get(option.name, option.usual)) for option in game_options(game))

    def change(self, game: str, said: Mapping[str, Any]) -> None:
        """These options have these values now; on disk when it returns. Raises Refused for what is no option."""
        offered = {option.name: option for option in game_options(game)}
        for name, value in said.items():
            if name not in offered or not _is_among(value, offered[name].values):
                raise Refused("no_such_option")
        later = {**self._said, game: {**self._said.get(game, {}), **said}}
        self._notes.keep_note(OPTIONS, msgspec.json.encode(later).decode())
        self._said = later


def _picked(option: GameOption, value: Any) -> Picked:
    if not _is_among(value, option.values):  # of another version of the game
        value = option.usual
    words = option.said[option.values.index(value)] if option.said else None
    return Picked(option.name, option.words, value, words, value == option.usual)


def _is_among(value: Any, values: tuple[Any, ...]) -> bool:
    """1 is not True here."""
    return any(type(value) is type(known) and value == known for known in values)
