"""The wooden pieces of the seats."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from companion.bounds import SEATS
from companion.core.caching import cached_by_type
from companion.core.game import AnyGame, SeatValues, option_type
from companion.core.state import Data, Seat

Pieces = dict[Seat, int]


class PieceOption(NamedTuple):
    """An option of a game in which each seat has the value of its wooden piece. The first value goes with the first
    piece."""

    name: str
    values: tuple[str, ...]
    pieces: tuple[int, ...]


def piece_option(game: AnyGame) -> PieceOption | None:
    """Return the game's option that goes with pieces, or None if it has none."""
    return _coloured(game.options)


@cached_by_type
def _coloured(options: type[Any]) -> PieceOption | None:
    for info in msgspec.structs.fields(options):
        found = option_type(info.type)
        if isinstance(found, SeatValues) and found.pieces:
            return PieceOption(info.name, found.values, found.pieces)
    return None


def in_lobby(game: AnyGame, own: Mapping[Seat, int]) -> Pieces:
    """Return the pieces of the seats while this game is picked. A seat has its own piece if the game has that piece. Other
    seats get free pieces of the game. In a game that is not for this many seats, all keep their own."""
    option = piece_option(game)
    return _dealt(option.pieces, own) if option and len(own) <= len(option.pieces) else dict(own)


def in_game(game: AnyGame, options: Data, seats: Sequence[Seat], own: Mapping[Seat, int]) -> Pieces:
    """Return the pieces of all seats during a game with these options and players. A waiting guest keeps its own piece,
    unless a player has that piece. Then it gets a free one if there is one."""
    option = piece_option(game)
    if option is None:
        return dict(own)
    values = options.get(option.name, option.values[: len(seats)])
    playing = {seat: option.pieces[option.values.index(value)] for seat, value in zip(seats, values, strict=True)}
    waiting = {seat: piece for seat, piece in own.items() if seat not in playing}
    free = iter(piece for piece in range(1, SEATS + 1) if piece not in (*playing.values(), *waiting.values()))
    dealt = {seat: next(free, piece) if piece in playing.values() else piece for seat, piece in waiting.items()}
    return {**own, **dealt, **playing}


def chosen(game: AnyGame, pieces: Mapping[Seat, int]) -> dict[str, list[str]]:
    """Return the value of the option in a head, for seats with these pieces, in their order. It is empty where the head may
    leave the option out."""
    option = piece_option(game)
    if option is None or len(pieces) > len(option.pieces):
        return {}
    values = [option.values[option.pieces.index(piece)] for piece in _dealt(option.pieces, pieces).values()]
    return {} if values == list(option.values[: len(values)]) else {option.name: values}


def swapped(pieces: Mapping[Seat, int], seat: Seat, piece: int) -> Pieces:
    """Return the pieces after a seat took this one. A seat that had it gets the first seat's piece."""
    return {one: piece if one == seat else pieces[seat] if has == piece else has for one, has in pieces.items()}


def _dealt(offered: Sequence[int], wanted: Mapping[Seat, int]) -> Pieces:
    """Return the wanted piece of each seat if it is offered, or else the first free one."""
    left = [piece for piece in offered if piece not in wanted.values()]
    return {seat: piece if piece in offered else left.pop(0) for seat, piece in wanted.items()}
