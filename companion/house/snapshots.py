"""Everything that a house shows at one instant."""

import re
from functools import cached_property

from msgspec.structs import replace

from companion.core.answers import Answers
from companion.core.blocks import Secret
from companion.core.journal import TableHead
from companion.core.moment import Moment
from companion.core.state import Seat
from companion.core.view import Screen
from companion.core.words import Text, text
from companion.house.doors import Presence
from companion.house.first_time import current, is_begun, last_deal
from companion.house.guests import Guests, way_back
from companion.house.hints import Hint, hints
from companion.house.lobby import AgreedOptions, LobbyLook
from companion.house.moved import UNSURE, closed
from companion.house.reveals import Reveal, so_far, stage_of, staged, waiting
from companion.house.seat_pieces import Pieces, in_game
from companion.house.store import Confirmation, HouseState, Store, with_confirmation
from companion.settings import Settings
from companion.shelf import games
from companion.snapshot.people import PeopleNews
from companion.snapshot.phone import LastHand, Notice, PersonNotice, PhoneSnapshot, Place
from companion.snapshot.table import Claim, Join, SetUp, Stage, way_in


class Snapshots:
    """All that a house shows at one instant. It takes the state once and works each value out once, so keep none for long.
    `moment`: the moment to show in place of the table's own."""

    def __init__(
        self,
        settings: Settings,
        guests: Guests,
        agreed: AgreedOptions,
        presence: Presence,
        store: Store,
        moment: Moment | None = None,
    ) -> None:
        self.state = store.state
        self.moment = moment or self.state.moment
        self.hall = store.hall_words
        """The state of the copy to the hall. None: the box is alone."""
        self._settings = settings
        self._claims = guests.claims
        self._presence = presence
        self._code = guests.door.code
        self._book = self.state.book
        self._seating = self.state.book.seating
        self._agreed = agreed.as_it_stands()
        self._keys: dict[Seat | None, tuple[object, ...]] = {}
        self._own_notices: dict[Seat | None, Notice] = {}
        self._claimed: dict[Seat | None, Claim | None] = {}

    @cached_property
    def lobby(self) -> LobbyLook:
        """Return the lobby, also while a game is on."""
        return LobbyLook(self.state.picked, self._book, self._agreed, self.state.has_bots, self.state.lengths)

    @cached_property
    def pieces(self) -> Pieces:
        """Return the wooden piece of each seat, as every screen shows it now."""
        table = self.state.table
        return self.pieces_in(table.head) if table else self.lobby.pieces

    def pieces_in(self, head: TableHead) -> Pieces:
        """Return the wooden pieces in a game with this head."""
        return in_game(games()[head.game], head.options, head.seats, self._seating.pieces)

    @cached_property
    def has_panel(self) -> bool:
        """Return whether people can use the panel. Without a display nobody sees what its buttons do."""
        return self._settings.panel != "none" and not self.state.display_lost

    @cached_property
    def warning(self) -> Text | None:
        """Return the trouble that every phone shows. Trouble that people cannot mend elsewhere comes first."""
        apart = self.state.apart
        return (
            self.alarm or (text("trouble.display") if self.state.display_lost else None) or (apart.text if apart else None)
        )

    @property
    def alarm(self) -> Text | None:
        """Return why the box accepts no answers, or the trouble that people must have read."""
        if self.state.elsewhere is not None:
            return self.state.elsewhere.text
        taken = self.state.taken.text if self.state.taken is not None else None
        return UNSURE if self.state.is_unsure else self.state.trouble or taken

    @cached_property
    def closed_for(self) -> Text | None:
        """Return the line in place of what now is, where nobody may answer. None: everybody may."""
        if self.state.elsewhere is not None:
            return text("elsewhere.now")
        return text("elsewhere.unsure") if self.state.is_unsure else None

    @cached_property
    def join_info(self) -> Join:
        """Return how a guest comes in, for the QR code and in words."""
        return way_in(self.state.host, self.state.port, self._code, len(self._seating.sittings), self.state.wifi)

    @cached_property
    def is_headless(self) -> bool:
        """Return whether nobody can act as host: the host's phone has been gone for long, and there is no panel."""
        host = self._seating.host
        return host is not None and not self.has_panel and self._presence.is_lost(self._book.tokens.get(host))

    def leads(self, seat: Seat | None) -> bool:
        """Return whether this seat may settle claims and choose the host: as host, or as deputy while the host's phone is
        lost."""
        is_host = seat == self._seating.host
        return seat is not None and (is_host or (seat in self._seating.seats and self.is_headless))

    @cached_property
    def set_up(self) -> SetUp | None:
        """Return the next set-up step, until somebody has answered."""
        table, laid = self.state.table, self.state.laid
        if table is None or laid is None or self.moment is None or is_begun(self.moment):
            return None
        steps = table.to_lay
        return SetUp(laid + 1, len(steps), steps[laid]) if laid < len(steps) else None

    @cached_property
    def reveal(self) -> Reveal | None:
        """Return the reveal that the room's screen shows, while somebody watches. It comes from the moment itself. So no
        screen shows a new moment before the house knows what it revealed."""
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

    def waits_for_the_room(self, seat: Seat | None) -> bool:
        """Return whether a seat (None: the box's display) waits for a reveal that the room's screen has not shown whole."""
        return self.reveal is not None and self.reveal.hides and seat not in self.reveal.seen

    @cached_property
    def in_public(self) -> Screen | None:
        """Return the public screen, with as much of a reveal as the room's screen has shown."""
        if self.moment is None:
            return None
        screen = self.moment.screen(None)
        return screen if self.reveal is None else so_far(screen, self.reveal, self.moment.history)

    @cached_property
    def look(self) -> str | None:
        """Return the id of the last deal to everybody, while few have answered openly since."""
        return None if self.moment is None else last_deal(self.moment)

    @cached_property
    def people(self) -> tuple[PeopleNews, ...]:
        """Return the news about people for everybody. The newest is last."""
        return current(self._book, self.moment)

    @cached_property
    def away(self) -> Seat | None:
        """Return the host whose phone is lost, where any phone may take its place."""
        return self._seating.host if self.is_headless else None

    @cached_property
    def claim_left(self) -> float:
        """Return for how many seconds the claims stay as they are, if nobody does anything."""
        return self._claims.left()

    def plays(self, seat: Seat | None) -> bool:
        """Return whether this seat plays in the game that is on."""
        return self.moment is not None and seat is not None and seat in self.moment.seqs

    def may_talk(self, seat: Seat | None) -> bool:
        """Return whether this seat (None: the panel) may start the talk timer. Without a panel, the host may in its
        place."""
        if self.moment is None or not (seat is None or self.plays(seat)):
            return False
        for_panel = seat == self._seating.host and not self.has_panel
        return self.moment.screen(None if for_panel else seat).view.timer

    def came_true(self, state: HouseState) -> bool:
        """Return whether a prediction came true: the state is the same, and its table is at the predicted moment."""
        return self.state is state and self.moment is state.moment

    def seat_of(self, hash_: str) -> Seat | None:
        """Return the seat of the phone whose token has this hash."""
        return self._book.seat_of(hash_)

    def language(self, seat: Seat | None) -> str | None:
        """Return the language that this seat has chosen."""
        return self._book.languages.get(seat) if seat is not None else None

    def key(self, seat: Seat | None) -> tuple[object, ...]:
        """Return what a phone's screen depends on. While it stays equal, there is nothing to send."""
        if seat not in self._keys:
            self._keys[seat] = self._key(seat)
        return self._keys[seat]

    def _key(self, seat: Seat | None) -> tuple[object, ...]:
        seq = self.moment.seqs[seat if self.plays(seat) else None] if self.moment else 0
        part = (self._hosts(seat), self.leads(seat), seat in self.state.learners, self._hosts(seat) and self._all_learn)
        return (seq, part, self._own_notice(seat), self._key_for_all)

    @cached_property
    def _key_for_all(self) -> tuple[object, ...]:
        """Return the part of a key that is the same for every phone."""
        state, moment, word = self.state, self.moment, self._word
        beside = (self._code, state.host, state.port, state.wifi, self.warning, self.people, self.away)
        if moment is None:
            return (None, self._book.revision, self._agreed.shown, *beside)
        led = (self.set_up and self.set_up.step, self.look)
        return (moment.number, moment.fingerprint, word and (word.seat, word.due, word.denied), *led, *beside)

    def frame(self, seat: Seat | None) -> PhoneSnapshot:
        """Return everything that one phone shows. `seat` None: the room's screen."""
        if self.moment is not None:
            return self._in_game(self.moment, seat)
        return PhoneSnapshot(
            seq=self._book.revision,
            fingerprint="",
            place=self._place(seat),
            notice=self._notice(seat),
            join=self.join_info,
            news=self._news_for(seat),
            lobby=self.lobby.shown(),
            hand=self.hand(seat),
        )

    def _in_game(self, moment: Moment, seat: Seat | None) -> PhoneSnapshot:
        """Return the same while a game is on, or over and not yet left."""
        chair = seat if self.plays(seat) else None
        screen, waits = self._screen(moment, chair), self._own_notice(seat).curtain is not None
        return PhoneSnapshot(
            seq=moment.seqs[chair],
            fingerprint=moment.fingerprint,
            place=self._place(seat),
            notice=self._notice(seat),
            join=self.join_info,
            news=self._news_for(seat),
            screen=waiting(screen) if waits else screen,
            held=screen.asks if waits else (),
            highlights=moment.highlights if seat is None and self.reveal is None else (),
            settle=self._settle if chair and not waits else None,
        )

    def _place(self, seat: Seat | None) -> Place:
        moment, left, hosts = self.moment, self.state.left, self._hosts(seat)
        return Place(
            seat=seat,
            pieces=self.pieces,
            game=moment.history.game.id if moment else None,
            broken_off=left.history.game.id if left and not moment else None,
            table=moment.number if moment else 0,
            host=hosts,
            deputy=self.leads(seat) and not hosts,
            waits=moment is not None and seat is not None and not self.plays(seat),
            before=self.state.before > 0,
            learns=seat in self.state.learners,
            all_learn=hosts and self._all_learn,
            panel=self.has_panel,
            updates=hosts and self.state.takes_updates,
        )

    @cached_property
    def _all_learn(self) -> bool:
        return self.state.learners.issuperset(self._seating.seats)

    def _notice(self, seat: Seat | None) -> Notice:
        moment, own = self.moment, self._own_notice(seat)
        said = replace(own, people=self._people(seat), trouble=self.warning, onward=self._onward(seat))
        if moment is None:
            return said
        new = self._hints(moment, seat) if own.curtain is None else ()
        return replace(
            said,
            talks=seat is not None and self.may_talk(seat),
            undone=self._undone(moment, own.curtain is not None) if self._hosts(seat) and not self.has_panel else None,
            set_up=self.set_up,
            look=self.look if self.plays(seat) else None,
            first=tuple(hint.words for hint in new),
            because=tuple(hint.why for hint in new if hint.why),
        )

    def _hints(self, moment: Moment, seat: Seat | None) -> tuple[Hint, ...]:
        """Return what is new to a seat that learns the game."""
        if seat is None or seat not in self.state.learners or not self.plays(seat):
            return ()
        came = (one.at for one in self._book.news if (one.seat, one.what) == (seat, "came"))
        return hints(moment, seat, max((at.entries for at in came if at.table == moment.number), default=0))

    def _own_notice(self, seat: Seat | None) -> Notice:
        """Return the fields of a notice that change for this seat alone: a stream compares these to see what is new."""
        if seat not in self._own_notices:
            leads, hosts = self.leads(seat), self._hosts(seat)
            waits = seat is not None and self.waits_for_the_room(seat)
            self._own_notices[seat] = Notice(
                claim=self._claims.first() if leads else None,
                returning=self._claims.beside() if leads else (),
                beside=self._beside(seat),
                awaited=self._awaited(seat),
                asked_for=self.asked_for(seat),
                waiting=self._waiting if hosts or seat is None else (),
                hall=self.hall if hosts else None,
                stage=self.stage if leads or seat is None else None,
                curtain=self.reveal.of if waits and self.reveal else None,
                together=self.state.together and (waits or (hosts and self.reveal is not None)),
            )
        return self._own_notices[seat]

    def _people(self, seat: Seat | None) -> tuple[PersonNotice, ...]:
        """Return the news about people as one phone reads it."""
        said = tuple(_in_words(one, seat) for one in self._news_for(seat))
        if self.away is None or self._hosts(seat):
            return said
        small = text("news.away_then") if self.leads(seat) else None
        return (*said, PersonNotice(self.away, text("news.away", seat=self.away), small))

    def _hosts(self, seat: Seat | None) -> bool:
        return seat is not None and seat == self._seating.host

    def _undone(self, moment: Moment, waits: bool) -> Text | None:
        """Return what the box would take back, without a word of sealed answers and of those that are still to be
        revealed."""
        said = None if waits else moment.undo_said()
        return None if moment.undo_of() is None else said or text("more.undo_small")

    @cached_property
    def _settle(self) -> tuple[str, Answers] | None:
        settling = self.moment and self.closed_for is None and self.moment.settling()
        return (settling.due, settling.answers) if settling else None

    def _screen(self, moment: Moment, chair: Seat | None) -> Screen:
        screen, word = moment.screen(chair), self._word
        if chair is None and self.in_public is not None:
            screen = self.in_public
        if self.closed_for is not None:
            return closed(screen, self.closed_for)
        return with_confirmation(screen, word, word.said(moment)) if word else screen

    @cached_property
    def standing_word(self) -> Confirmation | None:
        """Return the answer that waits for a second seat, while its question is open."""
        return self._word if self._word and self._word.denied is None else None

    @cached_property
    def _word(self) -> Confirmation | None:
        """Return the same, also after another seat did not agree."""
        word = self.state.confirmation
        return word if word and not word.is_taken_back and self.moment and word.stands(self.moment) else None

    def hand(self, seat: Seat | None) -> LastHand | None:
        """Return what this seat had behind its cover in a game that was broken off, for going on with the printed cards."""
        book, moment = self._book, self.state.left
        then = book.left.seats.get(seat) if book.left and seat is not None else None
        if moment is None or then is None:
            return None
        secrets = (block for block in moment.screen(then).view.blocks if isinstance(block, Secret))
        return next((LastHand(moment.history.game.id, secret) for secret in secrets), None)

    def asked_for(self, seat: Seat | None) -> Claim | None:
        """Return the claim on a seat of this phone, which may deny it."""
        if seat not in self._claimed:
            self._claimed[seat] = self._claims.of((seat, *self._beside(seat))) if seat is not None else None
        return self._claimed[seat]

    @cached_property
    def _waiting(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self._seating.seats if not self.plays(seat)) if self.moment is not None else ()

    def _news_for(self, seat: Seat | None) -> tuple[PeopleNews, ...]:
        """Return the news for one phone. It needs none of its own seats, except that one of them is host now."""
        own = (seat, *self._beside(seat))
        return tuple(one for one in self.people if one.what == "host" or one.seat not in own)

    def _onward(self, seat: Seat | None) -> str:
        """Return the address where this seat's phone asks for it at the box that has the table. Empty: there is none."""
        away, token = self.state.elsewhere, self._book.tokens.get(seat) if seat is not None else None
        is_place = away is not None and re.fullmatch(r"[\w.:\[\]-]+", away.address, re.ASCII)
        return f"http://{away.address}/J/{way_back(token)}" if away and is_place and token else ""

    def _beside(self, seat: Seat | None) -> tuple[Seat, ...]:
        return self._book.beside(seat) if seat is not None else ()

    def _awaited(self, seat: Seat | None) -> tuple[Seat, ...]:
        """Return the other seats of this phone that the game waits for, without the table's own questions. Nobody else can
        answer on the phone while it lies before this seat. So no sealed answer changes this."""
        moment = self.moment
        if moment is None or moment.over or (seat and self.waits_for_the_room(seat)):
            return ()
        return tuple(s for s in self._beside(seat) if self.plays(s) and moment.awaits(s))


def _in_words(news: PeopleNews, seat: Seat | None) -> PersonNotice:
    key = "news.you_host" if news.what == "host" and news.seat == seat else f"news.{news.what}"
    is_free = news.what in ("left", "let_go") and news.at.table > 0
    return PersonNotice(news.seat, text(key, seat=news.seat), text("news.free_then", seat=news.seat) if is_free else None)
