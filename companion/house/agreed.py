"""What the table agreed on before each game: the options, kept by the house whoever is host and whatever restarts."""

from collections.abc import Mapping
from copy import copy
from typing import Any

import msgspec

from companion.core.knowledge import Data, Seat
from companion.core.words import Refused
from companion.house.kept import KeptThings
from companion.house.lobby import game_options
from companion.house.notes import OPTIONS, read_options
from companion.house.wooden import chosen
from companion.ports.frame import GameOption
from companion.ports.notes import Notes
from companion.ports.panel import Picked
from companion.shelf import games


class Agreed:
    """Options by game and name. Only what differs from usual is kept."""

    def __init__(self, notes: Notes, kept: KeptThings) -> None:
        self._notes = notes
        self._kept = kept
        said = notes.note(OPTIONS)
        self._said: dict[str, dict[str, Any]] = read_options(said) if said else {}

    @property
    def notes(self) -> dict[str, str]:
        """What of this is kept, by the journal's names."""
        return {OPTIONS: msgspec.json.encode(self._said).decode()}

    def as_it_stands(self) -> "Agreed":
        """The same, whatever is agreed on later."""
        same = copy(self)  # what was said is replaced whole, never changed
        same._kept = self._kept.as_it_stands()
        return same

    @property
    def shown(self) -> frozenset[tuple[object, ...]]:
        """What a lobby shows of kept things."""
        return self._kept.shown

    def offered(self, game: str) -> tuple[GameOption, ...]:
        """Every option of this game of which there is something to choose as it stands, with all that it may be."""
        said = self._said.get(game, {})
        options = self._every(game)
        now = {option.name: said.get(option.name, option.usual) for option in options}
        return tuple(one for one in options if one.only_with is None or now[one.only_with[0]] == one.only_with[1])

    def _every(self, game: str) -> tuple[GameOption, ...]:
        return game_options(game, self._kept)

    def options(self, game: str) -> dict[str, Any]:
        """What differs from usual, a kept thing by its id."""
        return {picked.name: picked.value for picked in self.picked(game) if not picked.usual}

    def whole(self, game: str, said: Mapping[str, Any]) -> dict[str, Any]:
        """Options as a game's head has them: kept things that are named by their ids, whole. Raises Refused for one that is
        not there, or not complete."""
        kept = {option.name: option for option in self._every(game) if option.kind == "kept"}
        return {
            name: self._kept.made(game, kept[name].of, value, said) if name in kept and isinstance(value, str) else value
            for name, value in said.items()
            if name not in kept or value != kept[name].usual
        }

    def picked(self, game: str) -> tuple[Picked, ...]:
        """Each of these as it stands."""
        said = self._said.get(game, {})
        return tuple(_picked(option, said.get(option.name, option.usual)) for option in self.offered(game))

    def change(self, game: str, said: Mapping[str, Any]) -> bool:
        """Give these options these values; on disk when it returns. Return whether one had another value before. Raises
        Refused for what is no option."""
        offered = {option.name: option for option in self._every(game)}
        for name, value in said.items():
            if name not in offered:
                raise Refused("no_such_option")
            _check_value(offered[name], value)
        if all(_is_among(value, (self._said.get(game, {}).get(name, offered[name].usual),)) for name, value in said.items()):
            return False
        later = {**self._said, game: {**self._said.get(game, {}), **said}}
        self._notes.keep_note(OPTIONS, msgspec.json.encode(later).decode())
        self._said = later
        return True

    def take_up(self, game: str, kind: str, id_: str) -> None:
        """Choose a thing of the owner's that has just become complete, where nothing but the usual was chosen."""
        for option in self._every(game) if game in games() else ():
            said = self._said.get(game, {}).get(option.name, option.usual)
            if option.of == kind and said == option.usual and id_ in option.values:
                self.change(game, {option.name: id_})


def _picked(option: GameOption, value: Any) -> Picked:
    drafts = tuple(draft.id for draft in option.drafts)
    if not _is_among(value, (*option.values, *drafts)):  # of another version of the game, or not kept any more
        value = option.usual
    said = (*option.said, *(draft.words for draft in option.drafts))
    words = said[(*option.values, *drafts).index(value)] if said else None
    return Picked(option.name, option.words, value, words, value == option.usual)


def _check_value(option: GameOption, value: Any) -> None:
    """Raises Refused for what an option cannot be, or cannot be yet."""
    if _is_among(value, option.values):
        return
    draft = next((draft for draft in option.drafts if draft.id == value), None)
    raise Refused("kept.incomplete", name=draft.words) if draft else Refused("no_such_option")


def _is_among(value: Any, values: tuple[Any, ...]) -> bool:
    """1 is not True here."""
    return any(type(value) is type(known) and value == known for known in values)


def to_begin(said: Data, agreed: Agreed, pieces: Mapping[Seat, int]) -> Data:
    """A head as it was said, whole: options that are left out as the table agreed on them, and as its `pieces` say. Raises
    Refused for a kept thing that is not there, or not complete."""
    game, options, seats = said.get("game"), said.get("options", {}), said.get("seats")
    if not isinstance(game, str) or game not in games() or not isinstance(options, dict) or not isinstance(seats, list):
        return said
    if "options" not in said:
        here = [seat for seat in seats if isinstance(seat, str) and seat in pieces]
        options = {**agreed.options(game), **chosen(games()[game], {Seat(seat): pieces[Seat(seat)] for seat in here})}
    return {**said, "options": agreed.whole(game, options)}
