"""The lobby: its games, their options, and the values that were picked."""

from typing import Any, Literal

import msgspec

from companion.core.game import Phones
from companion.core.owner_things import Poster
from companion.core.state import Seat
from companion.core.words import Text


class Draft(msgspec.Struct, frozen=True):
    """An owner's thing that is not complete. Nobody can choose it yet."""

    id: str
    words: Text


class GameOption(msgspec.Struct, frozen=True):
    """An option of a game: a switch, one of several values, or one of the things that the owner keeps. The keys of its words
    are GAME.option.NAME.name and .hint, and GAME.option.NAME.VALUE for a value."""

    name: str
    kind: Literal["switch", "values", "kept"]
    values: tuple[Any, ...]
    """The values to choose from. For an owner's things they are ids."""
    usual: Any
    words: Text
    hint: Text | None = None
    labels: tuple[Text, ...] = msgspec.field(default=(), name="said")
    """The words of each value. It is empty for a switch."""
    of: str = ""
    """The kind of the owner's things, or empty."""
    drafts: tuple[Draft, ...] = ()
    """The owner's things that are not complete yet."""
    only_with: tuple[str, Any] | None = None
    """The name of another option, and the value that it must have so that people can choose here."""


class GameCard(msgspec.Struct, frozen=True):
    """A game on the shelf, as the lobby offers it with the agreed options. The key of its name is GAME.name."""

    id: str
    least: int
    most: int
    """The game is for `least` to `most` players, as every screen says."""
    fits: bool
    """True if the game is for the present number of seats, with any options."""
    phones: Phones = "some"
    """The seats that need a phone (`Phones` in `core/game.py`)."""
    first_begins: bool = True
    """True if the first seat clockwise begins. If not, lots or the table decide who begins."""


class Picked(msgspec.Struct, frozen=True):
    """An option of the picked game, with its value."""

    name: str
    words: Text
    value: Any
    label: Text | None = msgspec.field(default=None, name="said")
    """The value in words, or None for a switch, which is True or False."""
    usual: bool = True
    """True if this is the game's usual value."""


class Lobby(msgspec.Struct, frozen=True):
    """The lobby: the seats, and the games that the table may pick."""

    seats: tuple[Seat, ...]
    """The seats, clockwise."""
    host: Seat | None
    games: tuple[GameCard, ...]
    picked: str
    free_pieces: tuple[int, ...]
    """Wooden pieces of the picked game that nobody has."""
    swaps: bool = False
    """True if a seat that takes another seat's piece gives its own in exchange. The game then has pieces of its own."""
    phoneless: tuple[Seat, ...] = ()
    """Seats without a phone of their own, including those that share another seat's phone."""
    at_box: tuple[Seat, ...] = ()
    """Seats without any phone, not even a shared one. They use the box."""
    lacking: tuple[Seat, ...] = ()
    """Seats without any phone, if the picked game is played only on phones."""
    options: tuple[Picked, ...] = ()
    """The agreed options of the picked game."""
    offered: tuple[GameOption, ...] = ()
    """The options of the picked game, each with all values to choose from."""
    colours: dict[str, list[str]] = {}
    """The option that goes with the seats' pieces, as a record's head has it. Empty: the game has no such option, or the
    option may be left out."""
    poster: Poster | None = None
    """The words about the picked game, if its options decide them."""
    minutes: int = 0
    """The likely minutes of the picked game. 0: nobody knows."""
    lengths: tuple[int, ...] = ()
    """The minutes of the last games of this kind, if the box has timed enough of them."""

    @property
    def game(self) -> GameCard:
        """Return the picked game."""
        return next(game for game in self.games if game.id == self.picked)

    @property
    def ready(self) -> bool:
        """Return whether the game is for this many seats, and no seat lacks a phone that it needs."""
        return self.game.least <= len(self.seats) <= self.game.most and not self.lacking


class PickedGame(msgspec.Struct, frozen=True):
    """The lobby for the panel: the picked game, and the seats clockwise."""

    game: str
    title: Text
    """The name of the game with its options."""
    seats: tuple[Seat, ...]
    sizes: tuple[int, int]
    """The smallest and largest number of seats of this game."""
    ready: bool
    options: tuple[Picked, ...] = ()
    """The options of this game."""
    at_box: int = 0
    """The number of seats without any phone, if this game needs one for each. They play at the box."""
    lacking: tuple[Seat, ...] = ()
    """The seats that cannot play, because this game is only on phones and they have none."""
    colours: dict[str, list[str]] = {}
    """The option that goes with the seats' pieces, as a record's head has it. Empty: the game has no such option, or the
    option may be left out."""
