"""The people at the table: seats, phones, languages, the join code, claims."""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from secrets import compare_digest
from typing import Any

import msgspec

from companion.bounds import ARRIVALS_KEPT, SEATS, SEATS_OF_ONE, SECONDS_A_SIT, SITS_AT_ONCE
from companion.clock import Clock
from companion.core.journal import Occupied
from companion.core.state import Seat
from companion.core.words import Refused
from companion.house.doors import Answer, Claims, JoinCode, Presence, RateLimit, new_code, plain
from companion.house.store import CODE, GUESTS, HouseState, HouseStore, guest_book
from companion.journals.box_journal import Notes
from companion.snapshot.people import (
    BrokenOffGame,
    Ending,
    GuestBook,
    Loss,
    PeopleNews,
    Progress,
    Seating,
    Sitting,
    What,
    ended,
)
from companion.snapshot.table import Claim
from companion.speech.names import alike, spelled


def token_hash(token: str) -> str:
    """Return the hash of a seat's token. The box keeps only this."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def way_back(token: str) -> str:
    """Return the code with which a phone asks for its seat at another box. Both boxes make it from the hash of the token.
    Somebody who reads it on the network can ask for that seat, but learns no token."""
    return token_hash(f"way back {token}")[:32].upper()


class Guests:
    """The people of a house. A caller who changes anything holds the lock."""

    def __init__(self, journal: Notes, clock: Clock, store: HouseStore, presence: Presence) -> None:
        self._notes = journal
        self._store = store
        self._presence = presence
        self._sits = RateLimit(clock, SITS_AT_ONCE, SECONDS_A_SIT)
        self._came_from: dict[str, str] = {}
        """The address from which each phone sat down, by the hash of its token. Phones from before a restart are missing."""
        self.door = JoinCode(clock, _kept_code(journal))
        self.claims = Claims(clock, lambda seat: presence.is_looking(self.book.tokens.get(seat, "")))
        store.set(book=guest_book(journal))

    @property
    def book(self) -> GuestBook:
        """Return the guest book as it is now."""
        return self._store.state.book

    @property
    def notes(self) -> dict[str, str]:
        """Return the notes to keep about the guests, by the journal's names."""
        return {CODE: self.door.code, GUESTS: _written(self.book)}

    @property
    def seating(self) -> Seating:
        """Return the seats clockwise, and the host."""
        return self.book.seating

    def seat_of(self, token: str) -> Seat | None:
        """Return the seat that uses the phone of this token now."""
        return self.book.seat_of(token_hash(token))

    def has_phone(self, seat: Seat) -> bool:
        """Return whether a phone has this seat."""
        return seat in self.book.tokens

    def ending(self, token: str) -> Ending | None:
        """Return why the phone of this token no longer has a seat. None: it never had one."""
        return self.book.endings.get(token_hash(token))

    def join(self, code: str, name: str, address: str, piece: int | None = None) -> tuple[Seat, str]:
        """Seat a guest with this piece. None: the first free one. Return the seat and the token of its phone. Raise Refused
        with one of these reasons: no_such_code, slow_down, bad_name, name_taken, piece_taken, full."""
        self.admit(code, address, self.named(name.strip()))
        taken = self.named(spelled(name))
        if taken is not None:
            if not self._store.state.has_bots or self.has_phone(taken):
                raise Refused("name_taken", seat=taken)
            host = self.seating.host  # a person is the host of a demo, and no bot
            seating = self.seating if host is not None and self.has_phone(host) else self.seating.with_host(taken)
            return taken, self._give_phone(seating, taken, "came")
        seat = Seat(spelled(name))
        if piece is not None and piece not in self.seating.free_pieces:
            raise Refused("piece_taken")
        with self._sits.spent(address):
            self._make_room(address)
            token = self._give_phone(self.seating.plus(seat, piece), seat)
        here = self.book.tokens.values()
        self._came_from = {known: at for known, at in self._came_from.items() if known in here} | {
            token_hash(token): address
        }
        return seat, token

    def sit_beside(self, seat: Seat, name: str) -> Seat:
        """Seat a guest without a phone at the end of the row, on the phone of `seat`. Raise Refused with bad_name,
        name_taken or full."""
        new, book = Seat(spelled(name)), self.book
        if (taken := self.named(new)) is not None:
            raise Refused("name_taken", seat=taken)
        if len(self.seating.sittings) >= SEATS:
            raise Refused("full")
        tokens = {**book.tokens, new: book.tokens[seat]}
        languages = {**book.languages, **({new: book.languages[seat]} if seat in book.languages else {})}
        seating, in_front = self.seating.plus(new), {**book.in_front, book.tokens[seat]: seat}
        self._keep_book(self._next(seating=seating, tokens=tokens, languages=languages, in_front=in_front))
        return new

    def sit_at_box(self, name: str, piece: int) -> None:
        """Seat a guest without a phone at the end of the row, at the box. This guest never becomes the host, who needs a
        phone. Raise Refused with name_taken, piece_taken or full, and during a game."""
        if self.named(name) is not None:
            raise Refused("name_taken", seat=name)
        if len(self.seating.sittings) >= SEATS:
            raise Refused("full")
        if piece not in self.seating.free_pieces:
            raise Refused("piece_taken")
        self._reseat(Seating((*self.seating.sittings, Sitting(Seat(name), piece)), self.seating.host))

    def pass_on(self, seat: Seat, to: Seat) -> None:
        """Pass a phone that several seats share to the seat `to`. Raise Refused if that seat is not on the phone."""
        if to not in self.book.beside(seat):
            raise Refused("no_such_seat")
        in_front = {**self.book.in_front, self.book.tokens[seat]: to}
        self._keep_book(msgspec.structs.replace(self.book, in_front=in_front))

    def seats_of(self, code: str) -> tuple[Seat, ...]:
        """Return the seats of the phone that has this code as its way back (`way_back`)."""
        typed = plain(code).encode("utf-8", "replace")
        return tuple(seat for seat, token in self.book.tokens.items() if compare_digest(way_back(token).encode(), typed))

    def seats_before(self, token: str) -> tuple[Seat, ...]:
        """Return the seat of a phone that got another token for it, as at another box of a hall. Such a phone may ask for
        the seat again."""
        ending = self.ending(token)
        is_there = ending is not None and ending.why == "new_phone" and ending.seat in self.seating.seats
        return (ending.seat,) if ending is not None and is_there else ()

    def admit(self, code: str, address: str, seat: Seat | None = None) -> None:
        """Raise Refused unless this code lets in, or is the way back to `seat`."""
        if not self.door.lets_in(code) and seat not in self.seats_of(code):
            raise Refused("no_such_code" if self.door.spend_guess(address) else "slow_down")

    def claim(self, code: str, name: str, address: str, instead: str = "") -> tuple[str, Claim]:
        """Ask for a seat on a new phone. Return the asking phone's secret, and the claim with two digits that phone and box
        show. `instead` is the secret of an earlier claim of the same phone."""
        seat = self.named(name.strip())
        self.admit(code, address, seat)
        if seat is None:
            raise Refused("no_such_seat")
        return self.claims.ask(seat, address, instead)

    def collect_claim(self, secret: str) -> tuple[Seat, str | None]:
        """Return the claimed seat. After a yes, return also the new token of its phone. Raise Refused if the claim was
        denied or ran out."""
        known = self.claims.answer(secret)
        if known is None or known[0] is Answer.DENIED or known[1].seat not in self.seating.seats:
            self.claims.close(secret)
            raise Refused("claim_denied")
        seat = known[1].seat
        if known[0] is Answer.WAITING:
            return seat, None
        token = self._give_phone(self.seating, seat, "new_phone")
        self.claims.close(secret)
        return seat, token

    def settle_claim(self, shown: Claim, yes: bool, others: Sequence[Claim] = ()) -> None:
        """Answer the claim that box or host showed, and `others` with it. A yes ends the old phones. Raise Refused as
        `Claims.check` does."""
        self.claims.check(shown, others)
        if yes:
            self._keep(self.seating, without=tuple(claim.seat for claim in (shown, *others)), why="new_phone")
        self.claims.settle(shown, yes, others)

    def deny_claim(self, seat: Seat, digits: str) -> None:
        """Say no, on this seat's phone, to a claim on one of the phone's seats. Raise Refused if no such claim waits."""
        self.claims.deny((seat, *self.book.beside(seat)), digits)

    def leave(self, seat: Seat, why: Loss | None = None) -> None:
        """Take a seat's phone away, at the seat's own wish or because of `why`. In the lobby the seat goes, too. In a game
        the seat stays, and somebody can take it again."""
        self._known(seat)
        if seat not in (self._seated or ()):
            self._keep(self.seating.minus(seat), without=(seat,), why=why)
            return
        here = [other for other in self.seating.seats if other != seat and self.has_phone(other)]
        follows = here[0] if here and self.seating.host == seat else self.seating.host
        self._keep(Seating(self.seating.sittings, follows), without=(seat,), why=why)

    def let_go(self, seat: Seat) -> None:
        """Let a seat go at the host's wish. The code changes, so that the phone cannot come back by itself."""
        self.leave(seat, why="let_go")
        self.change_code()

    def rename(self, seat: Seat, name: str) -> None:
        """Give a seat another name, only in the lobby. Raise Refused for a name that nobody can read or that somebody else
        has, and during a game."""
        new = Seat(spelled(name))
        if self.named(new) not in (None, seat):
            raise Refused("name_taken", seat=new)
        self._keep_book(self.book.renamed(seat, new), in_lobby=True)

    def give_piece(self, seat: Seat, piece: int) -> None:
        """Give a seat this wooden piece (1 to 10), only in the lobby. Raise Refused if another seat has it, and during a
        game."""
        if piece not in (*self.seating.free_pieces, self.seating.pieces[seat]):
            raise Refused("piece_taken")
        self._reseat(self.seating.with_piece(seat, piece))

    def give_pieces(self, pieces: Mapping[Seat, int]) -> None:
        """Give each of these seats its piece, only in the lobby. Raise Refused during a game."""
        self._reseat(self.seating.with_pieces(pieces))

    def order(self, seats: tuple[Seat, ...]) -> None:
        """Seat everybody clockwise in this order, only in the lobby. Raise Refused unless these are exactly the seats here,
        and during a game."""
        if sorted(seats) != sorted(self.seating.seats):
            raise Refused("no_such_seat")
        self._reseat(self.seating.ordered(seats))

    def make_host(self, seat: Seat) -> None:
        """Make this seat the host. Raise Refused if nobody with that name sits here."""
        self._known(seat)
        self._keep(self.seating.with_host(seat))

    def speak(self, seat: Seat, language: str) -> None:
        """Keep the language that the phone of a seat chose."""
        languages = {**self.book.languages, seat: language}
        self._keep_book(msgspec.structs.replace(self.book, languages=languages))

    def want(self, seat: Seat, wants: dict[str, str]) -> None:
        """Keep how a seat wants to read its pages, such as large letters."""
        self._keep_book(msgspec.structs.replace(self.book, wants={**self.book.wants, seat: wants}))

    def sit(self, seating: Seating) -> None:
        """Seat a demo's bots: exactly these seats, without phones."""
        self._keep_book(GuestBook(seating=seating, revision=self.book.revision + 1))

    def change_code(self) -> None:
        """Open with a new code from now on. The old one also opens for OLD_CODE_SECONDS."""
        code = new_code()
        self._notes.keep_note(CODE, code)
        self.door.change(code)

    def take_over(self, book: GuestBook, code: str) -> None:
        """Seat the people of a table that came from another box, and open with this code."""
        self._store.set(book=book)
        self.door.change(code)

    def back_in_lobby(self, broken_off: int | None, seats: Sequence[Seat] = ()) -> None:
        """Note that everybody is in the lobby again, after a game. `broken_off` is the game's number, if it was not over.
        `seats` has its players, if the table is not on any more."""
        seats = self._seated or seats
        left = None if broken_off is None else BrokenOffGame(broken_off, dict(zip(seats, seats, strict=True)))
        kept_news = tuple(one for one in self.book.news if one.what == "new_phone" and one.at.table)  # the story has these
        self._keep_book(self._next(left=left, news=kept_news))

    def touch(self) -> None:
        """Count a change of the lobby that is not in the guest book, so that every phone there gets a new screen."""
        self._put(self._next())

    def named(self, name: str) -> Seat | None:
        """Return the seat of this name, however somebody types it, or None. People would confuse two names that look
        alike."""
        return next((seat for seat in self.seating.seats if alike(seat) == alike(name)), None)

    def _make_room(self, address: str) -> None:
        """Free a seat at a full table: the newest one whose phone is away, and whose address has many seats. Raise Refused
        if there is none."""
        if len(self.seating.sittings) < SEATS:
            return
        gone = next((seat for seat in reversed(self.seating.seats) if self._may_go(seat, address)), None)
        if gone is None:
            raise Refused("full")
        self._keep(self.seating.minus(gone), without=(gone,), why="made_room")

    def _may_go(self, seat: Seat, newcomer: str) -> bool:
        """Return whether this seat may make room for a guest from the address `newcomer`. Players and the host stay, and
        phones that look."""
        token = self.book.tokens.get(seat, "")
        place = self._came_from.get(token, newcomer)
        often = sum(self._came_from.get(other) == place for other in self.book.tokens.values())
        is_needed = seat == self.seating.host or seat in (self._seated or ()) or self._presence.is_looking(token)
        return place != newcomer and often > SEATS_OF_ONE and not is_needed

    @property
    def _seated(self) -> tuple[Seat, ...] | None:
        """Return the seats of the game that is on, else None."""
        table = self._store.state.table
        return table.head.seats if table else None

    def _known(self, seat: Seat) -> None:
        if seat not in self.seating.seats:
            raise Refused("no_such_seat")

    def _give_phone(self, seating: Seating, seat: Seat, what: What | None = None) -> str:
        """Return a new token of 128 bits for the seat's phone. The old token ends. `what` is the news to keep about that."""
        token = secrets.token_urlsafe(16)
        tokens = {**self.book.tokens, seat: token_hash(token)}
        news = (self._news(seat, what),) if what is not None else ()
        self._keep_book(self._next(*news, seating=seating, tokens=tokens))
        return token

    def _news(self, seat: Seat, what: What) -> PeopleNews:
        table = self._store.state.table
        at = Progress(table.number, table.moment.entries) if table else Progress(0, self.book.revision)
        return PeopleNews(seat, at, what)

    def _reseat(self, seating: Seating) -> None:
        self._keep_book(self._next(seating=seating), in_lobby=True)

    def _keep(self, seating: Seating, without: Sequence[Seat] = (), why: Loss | None = None) -> None:
        """Keep these seats. The seats of `without` lose their phones, and such a phone can ask for the reason `why`."""
        book = self.book
        tokens = {seat: token for seat, token in book.tokens.items() if seat not in without}
        endings = book.endings
        for seat, gone in book.tokens.items():
            if seat in without and why is not None and gone not in tokens.values():
                endings = ended(endings, gone, Ending(seat, why))
        left: What | None = None if why == "new_phone" else "let_go" if why == "let_go" else "left"
        later = self._next(
            *(self._news(seat, left) for seat in without if left is not None),
            seating=seating,
            tokens=tokens,
            languages={seat: language for seat, language in book.languages.items() if seat in seating.seats},
            wants={seat: wants for seat, wants in book.wants.items() if seat in seating.seats},
            left=book.left and book.left.among(seating.seats),
            in_front={token: seat for token, seat in book.in_front.items() if tokens.get(seat) == token},
            endings=endings,
        )
        self._keep_book(later)

    def _next(self, *news: PeopleNews, **changes: Any) -> GuestBook:
        """Return the guest book with these changes and this news, and the next revision. Once it is kept, every phone in the
        lobby gets a new screen."""
        later = msgspec.structs.replace(self.book, revision=self.book.revision + 1, **changes)
        before, host = self.seating.host, later.seating.host
        if host is not None and before not in (None, host):
            news = (*news, self._news(host, "host"))
        return msgspec.structs.replace(later, news=(*later.news, *news)[-ARRIVALS_KEPT:]) if news else later

    def _keep_book(self, book: GuestBook, in_lobby: bool = False) -> None:
        """Keep this guest book, unless only its revision differs. `in_lobby`: raise Refused during a game."""
        if in_lobby and self._seated is not None:
            raise Refused("game_on")
        if msgspec.structs.replace(book, revision=self.book.revision) != self.book:
            self._put(book)

    def _put(self, book: GuestBook) -> None:
        self._notes.keep_note(GUESTS, _written(book))
        has_new_phones = book.tokens != self.book.tokens
        self._store.set(book=book)
        if has_new_phones:
            _bind_phones(self._store.state)


def _bind_phones(state: HouseState) -> None:
    """Append an entry to a hall's table when phones have changed. A guest list from before that entry is then out of date
    everywhere (docs/hall.md). The guest book is kept already. If the disk takes no entry, the next answer has the same
    effect."""
    table = state.table
    if table is not None and table.head.name and state.elsewhere is None:
        with suppress(Refused, Occupied):
            table.append_blank()


def _written(book: GuestBook) -> str:
    return msgspec.json.encode(book).decode()


def _kept_code(notes: Notes) -> str:
    """Return the code that the box had before it was switched off, or a first code for a new box."""
    kept = notes.note(CODE)
    code = kept or new_code()
    if kept is None and notes.trouble is None:  # during trouble with the disk it is written later
        notes.keep_note(CODE, code)
    return code
