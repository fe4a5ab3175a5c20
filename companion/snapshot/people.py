"""The people at the table: seats, comings and goings."""

import secrets
from collections.abc import Mapping
from functools import cached_property
from typing import Literal

import msgspec

from companion.bounds import ARRIVALS_KEPT, SEATS
from companion.core.state import Seat
from companion.core.words import Text, text

Loss = Literal["new_phone", "let_go", "made_room"]

What = Literal["new_phone", "came", "left", "let_go", "host"]
"""The kinds of news about a seat. `new_phone`: the table gave it to a new phone. `came`: a phone took it from a bot. `left`:
its phone left. `let_go`: the host let it go. `host`: it is host now."""


class Progress(msgspec.Struct, frozen=True):
    """The progress of a table: its number and the number of its entries. Table 0 is the lobby, whose changes are counted."""

    table: int = 0
    entries: int = 0


class PeopleNews(msgspec.Struct, frozen=True):
    """News about a seat, and the progress of the table at that moment."""

    seat: Seat
    at: Progress
    what: What = "new_phone"


class Ending(msgspec.Struct, frozen=True):
    """The reason why a phone has lost its seat."""

    seat: Seat
    why: Loss

    @property
    def text(self) -> Text:
        """Return the reason as that phone shows it."""
        return text(f"gone.{self.why}", seat=self.seat)


def renamed(news: tuple[PeopleNews, ...], seat: Seat, name: Seat) -> tuple[PeopleNews, ...]:
    """Return the same news with the seat's new name."""
    return tuple(msgspec.structs.replace(one, seat=name) if one.seat == seat else one for one in news)


def ended(endings: dict[str, Ending], token: str, ending: Ending) -> dict[str, Ending]:
    """Return the endings with one more, by the hash of the phone's token. Beyond ARRIVALS_KEPT the oldest are forgotten."""
    return dict([*endings.items(), (token, ending)][-ARRIVALS_KEPT:])


class Sitting(msgspec.Struct, frozen=True):
    """One seat of the lobby."""

    seat: Seat
    piece: int


class Seating(msgspec.Struct, frozen=True, dict=True):
    """The seats clockwise as people sit, and the host. The first seat begins. Every change makes a new Seating."""

    sittings: tuple[Sitting, ...] = ()
    host: Seat | None = None

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """Return the names, clockwise."""
        return tuple([sitting.seat for sitting in self.sittings])

    @property
    def pieces(self) -> dict[Seat, int]:
        """Return the wooden piece of each seat, 1 to 10."""
        return {sitting.seat: sitting.piece for sitting in self.sittings}

    @property
    def free_pieces(self) -> tuple[int, ...]:
        """Return the pieces that no seat has, in order."""
        taken = set(self.pieces.values())
        return tuple(piece for piece in range(1, SEATS + 1) if piece not in taken)

    def plus(self, seat: Seat, piece: int | None = None) -> "Seating":
        """Return the seats with one more at the end of the row. The new seat has this piece, or the first free one. It
        becomes host if there is none."""
        return Seating((*self.sittings, Sitting(seat, piece or self.free_pieces[0])), self.host or seat)

    def minus(self, seat: Seat) -> "Seating":
        """Return the seats without this one. If the host leaves, the first seat that stays becomes host."""
        left = tuple(sitting for sitting in self.sittings if sitting.seat != seat)
        host = self.host if self.host != seat else (left[0].seat if left else None)
        return Seating(left, host)

    def ordered(self, seats: tuple[Seat, ...]) -> "Seating":
        """Return the same seats clockwise in this order. Raise KeyError for a seat that is not here."""
        by_seat = {sitting.seat: sitting for sitting in self.sittings}
        return Seating(tuple(by_seat[seat] for seat in seats), self.host)

    def with_piece(self, seat: Seat, piece: int) -> "Seating":
        """Return the seats after one of them took another wooden piece."""
        return self._changed(seat, Sitting(seat, piece))

    def with_pieces(self, pieces: Mapping[Seat, int]) -> "Seating":
        """Return the same seats with these wooden pieces."""
        return Seating(tuple(Sitting(seat, pieces[seat]) for seat in self.seats), self.host)

    def renamed(self, seat: Seat, name: Seat) -> "Seating":
        """Return the seats after one of them took another name. A host stays host."""
        changed = self._changed(seat, Sitting(name, self.pieces[seat]))
        return Seating(changed.sittings, name if self.host == seat else self.host)

    def with_host(self, seat: Seat) -> "Seating":
        """Return the same seats with this host."""
        return Seating(self.sittings, seat)

    def _changed(self, seat: Seat, new: Sitting) -> "Seating":
        return Seating(tuple(new if sitting.seat == seat else sitting for sitting in self.sittings), self.host)


class BrokenOffGame(msgspec.Struct, frozen=True):
    """A game that was broken off. `seats` has, by the present name of each guest, the seat that the guest had in that
    game."""

    table: int
    seats: dict[Seat, Seat]

    def renamed(self, seat: Seat, name: Seat) -> "BrokenOffGame":
        """Return the same game after a guest has changed its name."""
        return BrokenOffGame(self.table, {name if now == seat else now: then for now, then in self.seats.items()})

    def among(self, seats: tuple[Seat, ...]) -> "BrokenOffGame":
        """Return the same game without guests who left. A new guest with such a name is somebody else."""
        return BrokenOffGame(self.table, {now: then for now, then in self.seats.items() if now in seats})


class GuestBook(msgspec.Struct, frozen=True, dict=True):
    """Everything that is kept about the guests. A phone is the hash of its token. `tokens` has the phone of each seat, and
    `languages` its language. `revision` counts the changes of the lobby. `in_front` has, for a shared phone, the seat that
    uses it now. `endings` has the reasons why phones lost their seats."""

    seating: Seating = Seating()
    tokens: dict[Seat, str] = {}
    languages: dict[Seat, str] = {}
    revision: int = 0
    left: BrokenOffGame | None = None
    in_front: dict[str, Seat] = {}
    news: tuple[PeopleNews, ...] = msgspec.field(default=(), name="arrivals")
    """The news about people, the oldest first. Files of earlier versions have only new phones, under the same name."""
    endings: dict[str, Ending] = {}
    wants: dict[Seat, dict[str, str]] = {}
    """Settings of the page by seat: how the seat wants to read it. They move to a new phone."""

    def seat_of(self, token: str) -> Seat | None:
        """Return the seat that uses the phone with this hash now."""
        for known in self.tokens.values():
            if secrets.compare_digest(known, token):
                return next(iter(self._phones.get(known, ())), None)
        return None

    def on_phone(self, token: str) -> tuple[Seat, ...]:
        """Return the seats of the phone with this hash. The seat that uses the phone now is first."""
        return self._phones.get(token, ())

    def beside(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the other seats on the phone of `seat`."""
        all_ = self._phones.get(self.tokens.get(seat, ""), ())
        return tuple(other for other in all_ if other != seat) if len(all_) > 1 else ()

    @cached_property
    def _phones(self) -> dict[str, tuple[Seat, ...]]:
        """Return the seats of each phone. It is cached because every answer asks for it, and the book rarely changes."""
        found: dict[str, tuple[Seat, ...]] = {}
        for token in self.tokens.values():
            seats = [seat for seat in self.seating.seats if self.tokens.get(seat) == token]
            found[token] = tuple(sorted(seats, key=lambda seat: seat != self.in_front.get(token)))
        return found

    @property
    def at_box(self) -> tuple[Seat, ...]:
        """Return the seats without any phone, not even a shared one."""
        return tuple(seat for seat in self.seating.seats if seat not in self.tokens)

    @property
    def without_own_phone(self) -> tuple[Seat, ...]:
        """Return the seats that have no phone, or that share the phone of a seat before them."""
        phones = [self.tokens.get(seat) for seat in self.seating.seats]
        return tuple(seat for i, seat in enumerate(self.seating.seats) if phones[i] is None or phones[i] in phones[:i])

    def renamed(self, seat: Seat, name: Seat) -> "GuestBook":
        """Return the same guest book with a new name for this seat."""

        def now(known: Seat) -> Seat:
            return name if known == seat else known

        return msgspec.structs.replace(
            self,
            seating=self.seating.renamed(seat, name),
            tokens={now(known): token for known, token in self.tokens.items()},
            languages={now(known): language for known, language in self.languages.items()},
            wants={now(known): wants for known, wants in self.wants.items()},
            left=self.left and self.left.renamed(seat, name),
            in_front={token: now(known) for token, known in self.in_front.items()},
            news=renamed(self.news, seat, name),
            revision=self.revision + 1,
        )
