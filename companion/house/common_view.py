"""The common part of all screens of a house at one instant."""

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from msgspec.structs import replace

from companion.bounds import NEWS_ANSWERS
from companion.core.answers import Answers
from companion.core.blocks import Highlight
from companion.core.history import PlayedAnswer
from companion.core.journal import TableHead
from companion.core.meanwhile import recent
from companion.core.moment import Moment
from companion.core.state import Reach, Seat
from companion.core.view import Screen
from companion.core.words import Text, text
from companion.house.confirmation import Confirmation, with_confirmation
from companion.house.doors import Presence
from companion.house.guests import Guests
from companion.house.lobby import AgreedOptions, LobbyLook, round_options
from companion.house.moved import UNSURE, closed
from companion.house.reveals import Reveal, so_far, stage_of, staged
from companion.house.seat_pieces import Pieces, in_game
from companion.house.set_up import next_page, present_set_up
from companion.house.store import HouseState, HouseStore
from companion.settings import Settings
from companion.shelf import games
from companion.snapshot.hall import RoundHere
from companion.snapshot.people import GuestBook, PeopleNews
from companion.snapshot.phone import Meanwhile
from companion.snapshot.table import Claim, Join, SetUp, Stage, way_in


class CommonView:
    """The common part of all screens of a house at one instant. It reads the state once, and works each value out once. So
    do not keep one for long. A `moment` that is given replaces the table's own."""

    def __init__(
        self,
        settings: Settings,
        guests: Guests,
        agreed: AgreedOptions,
        presence: Presence,
        store: HouseStore,
        moment: Moment | None = None,
    ) -> None:
        self.state = store.state
        self.moment = moment or self.state.moment
        self.hall = store.hall_words
        """Words on the copy to the hall. None: the box has no hall."""
        self._organised = store.organised
        self._settings = settings
        self._claims = guests.claims
        self._presence = presence
        self._code = guests.door.code
        self.book = self.state.book
        self.seating = self.state.book.seating
        self._agreed = agreed.as_it_is()

    @cached_property
    def lobby(self) -> LobbyLook:
        """Return the lobby. It exists also while a game is on."""
        return LobbyLook(self.state.picked, self.book, self._agreed, self.state.has_bots, self.state.lengths)

    @cached_property
    def pieces(self) -> Pieces:
        """Return the wooden piece of each seat, as every screen shows it now."""
        table = self.state.table
        if table is None:
            return self.lobby.pieces
        return in_game(table.moment.history.game, table.head.options, table.head.seats, self.seating.pieces)

    def pieces_in(self, head: TableHead) -> Pieces:
        """Return the wooden pieces in a game with this head."""
        return in_game(games()[head.game], head.options, head.seats, self.seating.pieces)

    @cached_property
    def has_panel(self) -> bool:
        """Return whether people can use the panel. Without a display nobody sees what its buttons do."""
        return self._settings.panel != "none" and not self.state.display_lost

    @cached_property
    def warning(self) -> Text | None:
        """Return the trouble that every phone shows. Trouble that stops answers comes first."""
        apart = self.state.apart
        return (
            self.alarm or (text("trouble.display") if self.state.display_lost else None) or (apart.text if apart else None)
        )

    @property
    def alarm(self) -> Text | None:
        """Return why the box accepts no answers, or trouble that people must confirm. None: there is neither."""
        if self.state.elsewhere is not None:
            return self.state.elsewhere.text
        taken = self.state.taken.text if self.state.taken is not None else None
        return UNSURE if self.state.is_unsure else self.state.trouble or taken

    @cached_property
    def closed_for(self) -> Text | None:
        """Return the line that replaces the present situation where nobody may answer. None: people may answer."""
        if self.state.elsewhere is not None:
            return text("elsewhere.now")
        return text("elsewhere.unsure") if self.state.is_unsure else None

    @cached_property
    def join_info(self) -> Join:
        """Return how a guest comes in, as data for the QR code and for words."""
        state, organised, guests = self.state, self._organised, len(self.seating.sittings)
        numbered = bool(organised.people)
        return way_in(state.host, state.port, self._code, guests, state.wifi, organised.table_number, numbered)

    @cached_property
    def round(self) -> RoundHere | None:
        """Return the organiser's round that is open at this table, or None."""
        return self._organised.round

    @cached_property
    def announced(self) -> Text | None:
        """Return the words of the organiser's announcement, or None without an announcement."""
        return self._organised.news.words if self._organised.news is not None else None

    @cached_property
    def round_offer(self) -> RoundHere | None:
        """Return the round whose game and options the lobby does not have yet. None: no round is open, or a game is on."""
        here = self.round
        if here is None or here.game not in games() or (self.moment is not None and not self.moment.over):
            return None
        if self.moment is not None or self.lobby.picked != here.game:
            return here
        now = {option.name: option.value for option in self._agreed.picked(here.game)}
        wanted = {name: value for name, value in round_options(here.game, here.options).items() if name in now}
        return None if wanted.items() <= now.items() else here

    @cached_property
    def is_headless(self) -> bool:
        """Return whether nobody can act as host: the host's phone has been gone for long, and there is no panel."""
        host = self.seating.host
        return host is not None and not self.has_panel and self._presence.is_lost(self.book.tokens.get(host))

    @cached_property
    def set_up(self) -> SetUp | None:
        """Return the set-up, or None once the table is ready or somebody has given an answer of play."""
        table, state = self.state.table, self.state
        if table is None or self.moment is None:
            return None
        bots = [seat for seat in table.head.seats if state.has_bots and seat not in self.book.tokens]
        set_up = present_set_up(self.moment, table.set_up, state.ticks, state.at_box, bots)
        turns = self._presence.watched is not None and next_page(state.minute) < len(table.minute)
        return set_up and replace(set_up, turns=turns)

    @cached_property
    def reveal(self) -> Reveal | None:
        """Return the reveal that the room's screen shows, while somebody watches. It is worked out from the moment. So no
        screen shows a new moment before the house knows what the moment revealed."""
        if self.moment is None:
            return None
        reveal = staged(self.moment, self.state.reveal, self._presence.watched)
        return reveal if reveal is not None and reveal.is_on and reveal.watch == self._presence.watched else None

    @cached_property
    def stage(self) -> Stage | None:
        """Return how far the room's screen is with the reveal."""
        if self.reveal is None or self.moment is None:
            return None
        return stage_of(self.reveal, self.moment.screen(None).view)

    @property
    def highlights(self) -> tuple[Highlight, ...]:
        """Return the highlights for the room's screen and the display. There are none during a reveal, which shows the same
        events first."""
        return self.moment.highlights if self.moment is not None and self.reveal is None else ()

    def waits_for_the_room(self, seat: Seat | None) -> bool:
        """Return whether a seat (None: the box's display) waits for a reveal until the room's screen has shown all of it."""
        return self.reveal is not None and self.reveal.hides and seat not in self.reveal.seen

    @cached_property
    def title(self) -> Text | None:
        """Return the title that the game on this table has of its own."""
        return self.moment.screen(None).view.title if self.moment is not None else None

    @cached_property
    def hides_nothing(self) -> bool:
        """Return whether nobody ever has a secret in the game on this table."""
        return self.moment is not None and self.moment.screen(None).view.hides_nothing

    @cached_property
    def in_public(self) -> Screen | None:
        """Return the public screen, with as much of a reveal as the room's screen has shown. None: no game is on."""
        if self.moment is None:
            return None
        screen = self.moment.screen(None)
        return screen if self.reveal is None else so_far(screen, self.reveal, self.moment.history)

    @cached_property
    def look(self) -> str | None:
        """Return the id of the last deal to everybody. Return None without one, or after open answers of several seats."""
        return None if self.moment is None else last_deal(self.moment)

    @cached_property
    def people(self) -> tuple[PeopleNews, ...]:
        """Return the news about people for everybody. The newest is last."""
        return current(self.book, self.moment)

    @cached_property
    def away(self) -> Seat | None:
        """Return the host whose phone is lost, if any other phone may act as host. None: none may."""
        return self.seating.host if self.is_headless else None

    @cached_property
    def claim(self) -> Claim | None:
        """Return the next claim to answer."""
        return self._claims.first()

    @cached_property
    def returning(self) -> tuple[Claim, ...]:
        """Return the claims that one yes may grant together with `claim`."""
        return self._claims.beside() if self.claim is not None else ()

    def claim_on(self, seats: tuple[Seat, ...]) -> Claim | None:
        """Return the next claim on one of the seats of a phone, which may deny the claim."""
        return self._claims.of(seats) if self.claim is not None else None

    @cached_property
    def claim_left(self) -> float:
        """Return for how many seconds the claims stay as they are, if nobody does anything."""
        return self._claims.left()

    def plays(self, seat: Seat | None) -> bool:
        """Return whether this seat plays in the game that is on."""
        return self.moment is not None and seat is not None and seat in self.moment.seqs

    def may_talk(self, seat: Seat | None) -> bool:
        """Return whether this seat (None: the panel) may start the talk timer. Where there is no panel, the host may do so
        for it."""
        if self.moment is None or seat not in self.moment.seqs:
            return False
        for_panel = seat == self.seating.host and not self.has_panel
        return self.moment.screen(None if for_panel else seat).view.timer

    def came_true(self, state: HouseState) -> bool:
        """Return whether a prediction came true: the state is the same, and its table is at the predicted moment."""
        return self.state is state and self.moment is state.moment

    @cached_property
    def key_for_all(self) -> tuple[object, ...]:
        """Return the part of a key that is the same for every phone."""
        state, moment, confirmation = self.state, self.moment, self._confirmation
        of_hall = (self.round, self.announced)
        beside = (self._code, state.host, state.port, state.wifi, self.warning, self.people, self.away, *of_hall)
        if moment is None:
            return (None, self.book.revision, self._agreed.shown, *beside)
        wants = (state.hides_points, state.quiet)
        led = (self.set_up and (state.ticks, state.at_box), self.look, wants, self.reveal is None)
        return (
            moment.number,
            moment.fingerprint,
            confirmation and (confirmation.seat, confirmation.due, confirmation.denied),
            *led,
            *beside,
        )

    @cached_property
    def points(self) -> Mapping[Seat, int]:
        """Return the points so far of each seat, from open facts alone. It is empty for a game that counts no points before
        its end."""
        return {} if self.moment is None else self.moment.history.game.standing(self.moment.history.state.public)

    @cached_property
    def meanwhile(self) -> Meanwhile | None:
        """Return the news for phones whose seats wait. All phones get the same news, and none during a reveal."""
        if self.moment is None or self.reveal is not None or self.closed_for is not None:
            return None
        happened, game = self.moment.happened, self.moment.history.game.id
        if self.moment.over:
            return Meanwhile(game, happened=happened)
        points = {} if self.state.hides_points else dict(self.points)
        lead = self.moment.history.game.lead(self.moment.history.state.public)
        return Meanwhile(game, recent(self.moment.history), points, lead, happened)

    @cached_property
    def all_learn(self) -> bool:
        """Return whether every seat learns the game."""
        return self.state.learners.issuperset(self.seating.seats)

    @cached_property
    def set_right(self) -> tuple[str, Answers] | None:
        """Return the due that sets a tally right, and its forms. None: nobody may do so now."""
        set_right = self.moment and self.closed_for is None and self.moment.set_right_question()
        return (set_right.due, set_right.answers) if set_right else None

    def screen(self, moment: Moment, seat: Seat | None) -> Screen:
        """Return the screen of a seat, or (None) of an onlooker, as the house shows it now."""
        screen, confirmation = moment.screen(seat), self._confirmation
        if seat is None and self.in_public is not None:
            screen = self.in_public
        if self.closed_for is not None:
            return closed(screen, self.closed_for)
        if confirmation is None:
            return screen
        return with_confirmation(screen, confirmation, confirmation.words(moment), confirmation.agreement(moment))

    @cached_property
    def open_confirmation(self) -> Confirmation | None:
        """Return the answer that waits for a second yes, unless another seat has said no. Else return None."""
        return self._confirmation if self._confirmation and self._confirmation.denied is None else None

    @cached_property
    def _confirmation(self) -> Confirmation | None:
        """Return the answer that waits for a second yes, also after another seat has said no."""
        confirmation = self.state.confirmation
        return (
            confirmation
            if confirmation and not confirmation.is_taken_back and self.moment and confirmation.is_open(self.moment)
            else None
        )

    @cached_property
    def waiting(self) -> tuple[Seat, ...]:
        """Return the guests who join in the next game."""
        if self.moment is None:
            return ()
        return tuple([seat for seat in self.seating.seats if seat not in self.moment.seqs])


LOOKED_UP: Final = 3
"""The number of open answers after which a deal counts as seen by everybody."""


# Deals to look at


def last_deal(moment: Moment) -> str | None:
    """Return the id of the last deal of new cards to everybody. None: LOOKED_UP open answers have followed it, the
    game itself asks whether people have looked, or there was no deal."""
    since = 0
    if any(due.looks for due in moment.history.dues):
        return None
    for answered in moment.history.newest():
        if _is_deal(answered):
            return moment.full_id(answered.event.due.id)
        since += answered.is_bound
        if since >= LOOKED_UP or answered.event.due.looks:
            return None
    return None


def _is_deal(answered: PlayedAnswer) -> bool:
    known_to = answered.event.due.known_to
    is_each = isinstance(known_to, Mapping) and Reach.EACH in known_to.values()
    return is_each and answered.entry.drawn


# News of people


def current(book: GuestBook, moment: Moment | None) -> tuple[PeopleNews, ...]:
    """Return the news for everybody about the game that is on, or (None) about the lobby. The newest is last. Equal news
    about a seat is there only once."""
    number = moment.number if moment else 0
    last: dict[object, PeopleNews] = {}
    for one in book.news:
        if one.at.table == number:
            last.pop((one.seat, one.what), None)
            last[one.seat, one.what] = one
    return tuple(one for one in last.values() if _is_true(book, one) and not _is_old(book, moment, one))


def _is_true(book: GuestBook, news: PeopleNews) -> bool:
    """Return whether the news is still true. A seat that lost its phone stays in a game, but leaves the lobby."""
    if news.what == "host":
        return book.seating.host == news.seat
    if news.what in ("new_phone", "came"):
        return news.seat in book.tokens
    sits = news.seat in book.seating.seats
    return news.seat not in book.tokens and sits == (news.at.table > 0)


def _is_old(book: GuestBook, moment: Moment | None, news: PeopleNews) -> bool:
    """Return whether the news is too old to show. In the lobby a new phone on a seat is never too old, so nobody can hide it
    behind other changes."""
    if moment is None:
        return news.what != "new_phone" and book.revision - news.at.entries > NEWS_ANSWERS
    return is_known(moment, news)


def is_known(moment: Moment, news: PeopleNews) -> bool:
    """Return whether everybody knows the news by now: the seat has answered openly since, or there were NEWS_ANSWERS
    answers. A sealed answer must not show. So only the last answer of a sealed question counts, from any seat."""
    since = [answered for answered in moment.history.newest(than=news.at.entries) if answered.event.announced]
    is_seen = any(a.event.seat == news.seat and not a.event.due.sealed for a in since)
    return (is_seen and news.what != "host") or sum(answered.is_bound for answered in since) >= NEWS_ANSWERS
