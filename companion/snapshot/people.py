"""Who sits at the table, who came and who left."""

import secrets
from collections.abc import Mapping
from typing import Literal

import msgspec

from companion.bounds import ARRIVALS_KEPT, SEATS
from companion.core.caching import cached_by_identity
from companion.core.state import Seat
from companion.core.words import Text, text

Loss = Literal["new_phone", "let_go", "made_room"]


What = Literal["new_phone", "came", "left", "let_go", "host"]
"""What is told of a seat: the table gave it to a new phone, it got a phone where a bot was, its phone left, the host let it
go, it is host now."""


class Progress(msgspec.Struct, frozen=True):
    """How far a table is: its number (0: the lobby), and how many entries it has (of the lobby: how often it changed)."""

    table: int = 0
    entries: int = 0


class PeopleNews(msgspec.Struct, frozen=True):
    """A seat, what the table is told of it, and where the table was then."""

    seat: Seat
    at: Progress
    what: What = "new_phone"


class Ending(msgspec.Struct, frozen=True):
    """Why a phone has lost its seat."""

    seat: Seat
    why: Loss

    @property
    def text(self) -> Text:
        """The reason as that phone is told it."""
        return text(f"gone.{self.why}", seat=self.seat)


def renamed(news: tuple[PeopleNews, ...], seat: Seat, name: Seat) -> tuple[PeopleNews, ...]:
    """The same news, of a seat that has another name now."""
    return tuple(msgspec.structs.replace(one, seat=name) if one.seat == seat else one for one in news)


def ended(endings: dict[str, Ending], token: str, ending: Ending) -> dict[str, Ending]:
    """With one more, by the hash of the phone's token; the oldest are forgotten."""
    return dict([*endings.items(), (token, ending)][-ARRIVALS_KEPT:])


class Sitting(msgspec.Struct, frozen=True):
    """One seat of the lobby."""

    seat: Seat
    piece: int


class Seating(msgspec.Struct, frozen=True):
    """The seats clockwise as they sit, the first begins; and the host. Every change is a new Seating."""

    sittings: tuple[Sitting, ...] = ()
    host: Seat | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The names, clockwise; the first begins."""
        return tuple(sitting.seat for sitting in self.sittings)

    @property
    def pieces(self) -> dict[Seat, int]:
        """The wooden piece of each seat, 1 to 10."""
        return {sitting.seat: sitting.piece for sitting in self.sittings}

    @property
    def free_pieces(self) -> tuple[int, ...]:
        """The pieces that nobody has, in order."""
        taken = set(self.pieces.values())
        return tuple(piece for piece in range(1, SEATS + 1) if piece not in taken)

    def plus(self, seat: Seat) -> "Seating":
        """One more, at the end of the row, with the first free piece; the first of all is host."""
        return Seating((*self.sittings, Sitting(seat, self.free_pieces[0])), self.host or seat)

    def minus(self, seat: Seat) -> "Seating":
        """One less; a host who leaves is followed by the first who stays."""
        left = tuple(sitting for sitting in self.sittings if sitting.seat != seat)
        host = self.host if self.host != seat else (left[0].seat if left else None)
        return Seating(left, host)

    def ordered(self, seats: tuple[Seat, ...]) -> "Seating":
        """The same people clockwise in this order. Raises KeyError for somebody who does not sit here."""
        by_seat = {sitting.seat: sitting for sitting in self.sittings}
        return Seating(tuple(by_seat[seat] for seat in seats), self.host)

    def with_piece(self, seat: Seat, piece: int) -> "Seating":
        """This seat with another wooden piece."""
        return self._changed(seat, Sitting(seat, piece))

    def with_pieces(self, pieces: Mapping[Seat, int]) -> "Seating":
        """The same seats with these wooden pieces."""
        return Seating(tuple(Sitting(seat, pieces[seat]) for seat in self.seats), self.host)

    def renamed(self, seat: Seat, name: Seat) -> "Seating":
        """This seat under another name; it stays host if it is."""
        changed = self._changed(seat, Sitting(name, self.pieces[seat]))
        return Seating(changed.sittings, name if self.host == seat else self.host)

    def with_host(self, seat: Seat) -> "Seating":
        """The same seats with this host."""
        return Seating(self.sittings, seat)

    def _changed(self, seat: Seat, new: Sitting) -> "Seating":
        return Seating(tuple(new if sitting.seat == seat else sitting for sitting in self.sittings), self.host)


class BrokenOffGame(msgspec.Struct, frozen=True):
    """A game that was broken off: its number, and which of its seats each guest had, whatever they are called by now."""

    table: int
    seats: dict[Seat, Seat]

    def renamed(self, seat: Seat, name: Seat) -> "BrokenOffGame":
        """The same game, of a guest who is called otherwise now."""
        return BrokenOffGame(self.table, {name if now == seat else now: then for now, then in self.seats.items()})

    def among(self, seats: tuple[Seat, ...]) -> "BrokenOffGame":
        """Without those who went: whoever takes their name is somebody else."""
        return BrokenOffGame(self.table, {now: then for now, then in self.seats.items() if now in seats})


class GuestBook(msgspec.Struct, frozen=True):
    """What is kept of the guests: the seats, the hash of each one's phone's token, languages chosen, how often the lobby
    has changed, the game that they broke off, of a phone that several share who has it now, what the table is told of
    them, and why phones lost their seats (by the hash of their token)."""

    seating: Seating = Seating()
    tokens: dict[Seat, str] = {}
    languages: dict[Seat, str] = {}
    revision: int = 0
    left: BrokenOffGame | None = None
    in_front: dict[str, Seat] = {}
    news: tuple[PeopleNews, ...] = msgspec.field(default=(), name="arrivals")
    """The oldest first. Files of earlier versions have new phones alone, under the name that is kept here."""
    endings: dict[str, Ending] = {}

    def seat_of(self, token: str) -> Seat | None:
        """Who has the phone whose token has this hash now."""
        known = next((kept for kept in self.tokens.values() if secrets.compare_digest(kept, token)), None)
        return next(iter(self.on_phone(known)), None) if known else None

    def on_phone(self, token: str) -> tuple[Seat, ...]:
        """The seats of the phone whose token has this hash, whoever has it now first."""
        return _phones(self).get(token, ())

    def beside(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats of this one's phone."""
        token = self.tokens.get(seat)
        return tuple(other for other in self.on_phone(token) if other != seat) if token else ()

    @property
    def without_phone(self) -> tuple[Seat, ...]:
        """The seats that no phone has, not even one that is passed round."""
        return tuple(seat for seat in self.seating.seats if seat not in self.tokens)

    @property
    def phoneless(self) -> tuple[Seat, ...]:
        """The seats without a phone, or on that of one who sits before them."""
        phones = [self.tokens.get(seat) for seat in self.seating.seats]
        return tuple(seat for i, seat in enumerate(self.seating.seats) if phones[i] is None or phones[i] in phones[:i])

    def renamed(self, seat: Seat, name: Seat) -> "GuestBook":
        """The next page, on which this seat is called otherwise."""

        def now(known: Seat) -> Seat:
            return name if known == seat else known

        return msgspec.structs.replace(
            self,
            seating=self.seating.renamed(seat, name),
            tokens={now(known): token for known, token in self.tokens.items()},
            languages={now(known): language for known, language in self.languages.items()},
            left=self.left and self.left.renamed(seat, name),
            in_front={token: now(known) for token, known in self.in_front.items()},
            news=renamed(self.news, seat, name),
            revision=self.revision + 1,
        )


@cached_by_identity
def _phones(book: GuestBook) -> dict[str, tuple[Seat, ...]]:
    """What `on_phone` gives: it is asked after every answer, and the book hardly ever changes."""
    found: dict[str, tuple[Seat, ...]] = {}
    for token in book.tokens.values():
        seats = [seat for seat in book.seating.seats if book.tokens.get(seat) == token]
        found[token] = tuple(sorted(seats, key=lambda seat: seat != book.in_front.get(token)))
    return found
