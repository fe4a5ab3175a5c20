"""What a table agrees on before a game: switches, lists, a value for each seat, and a thing that an owner keeps."""

from typing import Annotated, Any, Final, Literal, get_args, get_origin

import msgspec


class EachSeat(msgspec.Struct, frozen=True):
    """Said of an option by `Annotated[tuple[VALUE, ...], EachSeat()] | UnsetType = UNSET`, VALUE a Literal: a value for each
    seat of the game, in the seats' order, no two the same; left out, each seat has the value of its place.

    `pieces` says which wooden piece (1 to 10) goes with each value, in the order of the Literal. If it does, a seat has the
    value of the piece that it took in the lobby, and while that game is picked or on, its seats have these pieces.
    """

    pieces: tuple[int, ...] = ()


EACH_SEAT: Final = EachSeat()
"""Values that no wooden pieces go with."""


class FromKept(msgspec.Struct, frozen=True):
    """Said of an option by `Annotated[TYPE, FromKept("layout")] = SAMPLE`: it is made of a thing that the owner keeps, of
    this kind of `Game.kept`. A record's head has it whole. By `Annotated[TYPE, FromKept("box")] | UnsetType = UNSET` it may
    be left out."""

    kind: str


class OnlyWith(msgspec.Struct, frozen=True):
    """Said of an option by `Annotated[bool, OnlyWith("sheets", "twin")] = False`, together with another of these or alone:
    there is nothing to choose but where that option has that value."""

    name: str
    value: Any


class Among(msgspec.Struct, frozen=True):
    """An option that is one of these: a bool, or a Literal."""

    values: tuple[Any, ...]


class SeatValues(msgspec.Struct, frozen=True):
    """An option that is a value for each seat."""

    values: tuple[Any, ...]
    """Of these, no two the same."""
    pieces: tuple[int, ...]
    """As in `EachSeat`."""


Shape = Among | SeatValues | FromKept
"""How an option is agreed on."""


def shape(hint: Any) -> Shape:
    """How an option of this type is agreed on. Raises TypeError for one that no lobby could ask for."""
    if hint is bool:
        return Among((False, True))
    if get_origin(hint) is Literal:
        return Among(get_args(hint))
    if (said := _annotated(hint)) is not None:
        return _noted(*said)
    raise TypeError(f"an option of {hint} is neither a bool, a Literal, EachSeat nor FromKept")


def only_with(hint: Any) -> OnlyWith | None:
    """Which other option gives this one a meaning, if it needs one."""
    _, *notes = _annotated(hint) or (None,)
    return next((note for note in notes if isinstance(note, OnlyWith)), None)


def _annotated(hint: Any) -> tuple[Any, ...] | None:
    """The type and what is said of it, also where it may be left out."""
    return next((get_args(part) for part in (hint, *get_args(hint)) if get_origin(part) is Annotated), None)


def _noted(of: Any, *notes: Any) -> Shape:
    for note in notes:
        if isinstance(note, FromKept):
            return note
        if isinstance(note, EachSeat) and get_origin(of) is tuple:
            values = shape(get_args(of)[0])
            if isinstance(values, Among) and len(note.pieces) in (0, len(values.values)):
                return SeatValues(values.values, note.pieces)
    if any(isinstance(note, OnlyWith) for note in notes):
        return shape(of)
    raise TypeError(f"an option of {of} is not a tuple of a Literal for each seat, nor of a kept kind")
