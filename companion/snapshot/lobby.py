"""The lobby: its games, their options, and the picked values."""

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
    """An option of a game: a switch, one of several values, or one of the things that the owner keeps. Its words:
    GAME.option.NAME.name and .hint, a value's: GAME.option.NAME.VALUE."""

    name: str
    kind: Literal["switch", "values", "kept"]
    values: tuple[Any, ...]
    """For owner's things, their ids."""
    usual: Any
    words: Text
    hint: Text | None = None
    said: tuple[Text, ...] = ()
    """A Text for each value. It is empty for a switch."""
    of: str = ""
    """The kind of the owner's things."""
    drafts: tuple[Draft, ...] = ()
    """The things that are not complete."""
    only_with: tuple[str, Any] | None = None
    """Another option, and the value without which there is nothing to choose here."""


class GameCard(msgspec.Struct, frozen=True):
    """A game on the shelf, as the lobby offers it with the agreed options. Its name: GAME.name."""

    id: str
    least: int
    most: int
    """For how many it is: what every screen says."""
    fits: bool
    """Whether it is for this many seats with any options."""
    phones: Phones = "some"
    """Whether each seat needs a phone."""
    first_begins: bool = True
    """Whether the first seat clockwise begins. If not, lots decide, or the table."""


class Picked(msgspec.Struct, frozen=True):
    """An option of the picked game, with its value."""

    name: str
    words: Text
    value: Any
    said: Text | None = None
    """The value in words, or None for a switch, which is True or False."""
    usual: bool = True
    """Whether this is the game's usual value."""


class Lobby(msgspec.Struct, frozen=True):
    """The seats and the games before a game."""

    seats: tuple[Seat, ...]
    """Clockwise."""
    host: Seat | None
    games: tuple[GameCard, ...]
    picked: str
    free_pieces: tuple[int, ...]
    """Wooden pieces that nobody has, of those that go with the picked game."""
    swaps: bool = False
    """Whether a seat gives its own piece for another's: the game has no more."""
    phoneless: tuple[Seat, ...] = ()
    """Seats without a phone of their own."""
    at_box: tuple[Seat, ...] = ()
    """The seats that have no phone at all: they use the box. The others share a phone."""
    lacking: tuple[Seat, ...] = ()
    """Seats without any phone, where the picked game is played on phones only."""
    options: tuple[Picked, ...] = ()
    """The agreed options of the picked game."""
    offered: tuple[GameOption, ...] = ()
    """The same options, each with all that it may be."""
    colours: dict[str, list[str]] = {}
    """The option that goes with the seats' pieces, as a head has it. It is empty if it may be left out, or there is none."""
    poster: Poster | None = None
    """The words of the picked game, where its options decide them."""
    minutes: int = 0
    """The likely length of the picked game. 0: nobody knows."""
    lengths: tuple[int, ...] = ()
    """The minutes of its last games, if the box has seen enough of them."""

    @property
    def game(self) -> GameCard:
        """Return the picked game."""
        return next(game for game in self.games if game.id == self.picked)

    @property
    def ready(self) -> bool:
        """Return whether the game is for this many seats, and all have what they need."""
        return self.game.least <= len(self.seats) <= self.game.most and not self.lacking


class PickedGame(msgspec.Struct, frozen=True):
    """The lobby for the panel: the picked game, and the seats clockwise."""

    game: str
    seats: tuple[Seat, ...]
    sizes: tuple[int, int]
    """Least and most seats of this game."""
    ready: bool
    options: tuple[Picked, ...] = ()
    """The options of this game."""
    phoneless: int = 0
    """The number of seats without any phone, where this game needs one for each. They play at the box."""
    lacking: tuple[Seat, ...] = ()
    """The seats that cannot play, as this game is on phones only."""
    colours: dict[str, list[str]] = {}
    """The option that goes with the seats' pieces, as a head has it. It is empty if it may be left out, or there is none."""
