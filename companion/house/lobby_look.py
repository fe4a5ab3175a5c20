"""The lobby at one instant: the game that is picked, what the table agreed on for it, and the pieces it goes with."""

from functools import cached_property
from typing import Any

from companion.bounds import SEATS
from companion.core.knowledge import Seat
from companion.core.words import BadFile, Refused
from companion.house.agreed import Agreed
from companion.house.lobby import game_cards, usual_game
from companion.house.wooden import Coloured, Pieces, chosen, coloured, in_lobby, swapped
from companion.ports.frame import Lobby
from companion.ports.seating import GuestBook
from companion.records.record import parse_options
from companion.shelf import games


class LobbyLook:
    """A part of one look at a house (`looks.py`), as it is between two games. `chosen`: the game that somebody picked."""

    def __init__(self, chosen: str | None, book: GuestBook, agreed: Agreed, has_bots: bool) -> None:
        self._chosen = chosen
        self._has_bots = has_bots
        self._book = book
        self._seating = book.seating
        self._agreed = agreed

    @property
    def picked(self) -> str:
        """Its game."""
        return self._chosen or usual_game(len(self._seating.sittings))

    @cached_property
    def pieces(self) -> Pieces:
        """The wooden piece of each seat, if this game began now."""
        return in_lobby(games()[self.picked], self._seating.pieces)

    @property
    def swaps(self) -> bool:
        """Whether who takes somebody's piece gives its own for it: the picked game goes with just so many."""
        return self._coloured is not None and len(self._seating.sittings) <= len(self._coloured.pieces)

    def with_piece(self, seat: Seat, piece: int) -> Pieces:
        """The pieces once a seat has taken another; who has that gets this seat's. Raises Refused for one that the picked
        game does not go with."""
        if piece not in self._offered_pieces:
            raise Refused("piece_not_here")
        return swapped(self.pieces, seat, piece)

    @property
    def _coloured(self) -> Coloured | None:
        return coloured(games()[self.picked])

    @property
    def _offered_pieces(self) -> tuple[int, ...]:
        return self._coloured.pieces if self._coloured and self.swaps else tuple(range(1, SEATS + 1))

    def shown(self) -> Lobby:
        """As every phone draws it."""
        return Lobby(
            seats=self._seating.seats,
            host=self._seating.host,
            games=game_cards(len(self._seating.sittings), self.options),
            picked=self.picked,
            free_pieces=tuple(piece for piece in self._offered_pieces if piece not in self.pieces.values()),
            swaps=self.swaps,
            phoneless=self._book.phoneless,
            at_box=self._book.without_phone,
            lacking=self._lacking(),
            options=self._agreed.picked(self.picked),
            offered=self._agreed.offered(self.picked),
            colours=chosen(games()[self.picked], self.pieces),
        )

    def _lacking(self) -> tuple[Seat, ...]:
        """Who has no phone, where nothing else will do; in a demo those are bots."""
        needs = games()[self.picked].phones(self.options(self.picked)) == "only" and not self._has_bots
        return self._book.without_phone if needs else ()

    def options(self, id_: str) -> Any:
        """A game's options as agreed on; as usual if they do not go together: starting says why."""
        game = games()[id_]
        try:
            return parse_options(game, self._agreed.whole(id_, self._agreed.options(id_)))
        except (BadFile, Refused):
            return parse_options(game, {})
