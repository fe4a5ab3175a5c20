"""What a house shows: read without its lock, from values that never change, so that a slow disk holds up nobody who only
looks."""

from typing import Any

from companion.core.knowledge import Seat
from companion.core.moment import Moment
from companion.core.table import Table
from companion.core.view import Screen, Secret
from companion.core.words import BadFile, Text, text
from companion.house.agreed import Agreed
from companion.house.guests import Guests
from companion.house.lobby import game_cards, usual_game
from companion.house.presence import Presence
from companion.house.second import Word, noted
from companion.ports.addresses import join_url, place
from companion.ports.arrivals import Arrival
from companion.ports.frame import Frame, Hand, Lobby
from companion.ports.panel import Claim, Join, Wifi
from companion.records.record import parse_options
from companion.settings import Settings
from companion.shelf import games


class Looks:
    """The open side of a house: its guests, its table, where it is found, and what is wrong with it."""

    def __init__(self, settings: Settings, guests: Guests, agreed: Agreed, presence: Presence, picked: str | None) -> None:
        self.settings = settings
        self.guests = guests
        self.agreed = agreed
        self.presence = presence
        self.chosen = picked
        """The lobby's game, once somebody picked one."""
        self.before = 0
        """The number of the game that was finished before this one."""
        self.table: Table | None = None
        self.left: Moment | None = None
        """How a game stood when it was broken off, until the next one begins."""
        self.word: Word | None = None
        """What one seat said and another one has to say, too."""
        self.trouble: Text | None = None
        self.display_lost = False
        self.host, self.port = "127.0.0.1", 80
        self.wifi: Wifi | None = None

    @property
    def picked(self) -> str:
        """The lobby's game."""
        return self.chosen or usual_game(len(self.guests.seating.sittings))

    @picked.setter
    def picked(self, game: str) -> None:
        self.chosen = game

    @property
    def has_panel(self) -> bool:
        """Whether the panel can be held: without a display nobody sees what its buttons do."""
        return self.settings.panel != "none" and not self.display_lost

    @property
    def warning(self) -> Text | None:
        """What every phone says is wrong with the box; the disk comes first."""
        return self.trouble or (text("trouble.display") if self.display_lost else None)

    @property
    def join_info(self) -> Join:
        code = self.guests.door.code
        return Join(
            join_url(self.host, self.port, code),
            place(self.host, self.port),
            code,
            len(self.guests.seating.sittings),
            self.wifi,
        )

    @property
    def is_headless(self) -> bool:
        """Nobody can do what is the host's: its phone has been gone for long, and there is no panel to do it at."""
        book = self.guests.book
        host = book.seating.host
        return host is not None and not self.has_panel and self.presence.is_lost(book.tokens.get(host))

    def leads(self, seat: Seat | None) -> bool:
        """Whether this seat may settle claims and say who is host: the host, or a deputy while the host's phone is lost."""
        host = self.guests.seating.host
        return seat is not None and (seat == host or (seat in self.guests.seating.seats and self.is_headless))

    @property
    def moved(self) -> tuple[Seat, ...]:
        """The seats that came on a new phone and have not answered openly since: the table is told for so long."""
        number, moment = (self.table.number, self.table.moment) if self.table else (0, None)
        here = [a for a in self.guests.book.arrivals if a.at.table == number]
        return tuple(dict.fromkeys(a.seat for a in here if moment is None or not _answered(moment, a)))

    def plays(self, seat: Seat | None) -> bool:
        """Whether this seat plays in the game that is on."""
        return self.table is not None and seat in self.table.head.seats

    def may_talk(self, seat: Seat | None) -> bool:
        """Whether this seat (None: the panel) may start the talk timer; where no panel can be held, the host may for it."""
        table = self.table
        if table is None or not (seat is None or self.plays(seat)):
            return False
        for_panel = seat == self.guests.seating.host and not self.has_panel
        return table.moment.screen(None if for_panel else seat).view.timer

    def key(self, seat: Seat | None) -> tuple[object, ...]:
        """What a phone's picture depends on: while it stays equal there is nothing to send."""
        guests, table = self.guests, self.table
        way_in = (guests.door.code, self.host, self.port, self.wifi)
        leads = (seat == guests.seating.host, self.leads(seat), self._claim(seat), self._beside(seat), self._awaited(seat))
        common = (*leads, *way_in, self.warning, self.moved)
        if table is None:
            return (None, guests.book.revision, *common)
        moment, word = table.moment, self.standing_word()
        said = word and (word.seat, word.due)
        return (table.number, said, moment.seqs[seat if self.plays(seat) else None], moment.fingerprint, *common)

    def frame(self, seat: Seat | None) -> Frame:
        """All that one phone shows; `seat` None: the table screen."""
        guests, table = self.guests, self.table
        common: dict[str, Any] = {
            "seat": seat,
            "pieces": guests.seating.pieces,
            "host": seat is not None and seat == guests.seating.host,
            "deputy": self.leads(seat) and seat != guests.seating.host,
            "join": self.join_info,
            "claim": self._claim(seat),
            "before": self.before > 0,
            "moved": self.moved,
            "beside": self._beside(seat),
            "awaited": self._awaited(seat),
            "panel": self.has_panel,
            "trouble": self.warning,
        }
        if table is None:
            return Frame(seq=guests.book.revision, fingerprint="", lobby=self.lobby(), hand=self.hand(seat), **common)
        chair = seat if self.plays(seat) else None
        moment = table.moment
        settling = moment.settling() if chair else None
        return Frame(
            seq=moment.seqs[chair],
            fingerprint=moment.fingerprint,
            game=table.game.id,
            table=table.number,
            screen=self._screen(chair),
            settle=(settling.due, settling.answers) if settling else None,
            waits=seat is not None and chair is None,
            talks=seat is not None and self.may_talk(seat),
            **common,
        )

    def _screen(self, chair: Seat | None) -> Screen:
        assert self.table is not None
        screen, word = self.table.moment.screen(chair), self.standing_word()
        return noted(screen, word, self._said(word)) if word else screen

    def _said(self, word: Word) -> Text:
        """What somebody said, in words."""
        assert self.table is not None
        game, public = self.table.game, self.table.moment.history.state.public
        return game.tell(public, None, game.actions.heard(word.do))

    def standing_word(self) -> Word | None:
        """What one seat said, while its question is open."""
        word = self.word
        return word if word and self.table and word.stands(self.table.moment) else None

    def hand(self, seat: Seat | None) -> Hand | None:
        """What this seat had behind its cover when a game was broken off, so that it can go on with the printed cards."""
        book, moment = self.guests.book, self.left
        then = book.left.seats.get(seat) if book.left and seat is not None else None
        if moment is None or then is None:
            return None
        secrets = (block for block in moment.screen(then).view.blocks if isinstance(block, Secret))
        return next((Hand(moment.history.game.id, secret) for secret in secrets), None)

    def lobby(self) -> Lobby:
        seating = self.guests.seating
        cards = game_cards(len(seating.sittings))
        options = self.agreed.picked(self.picked)
        phoneless = self.guests.book.phoneless
        sizes = self.sizes()[0], self.sizes()[-1]
        return Lobby(seating.seats, seating.host, cards, self.picked, seating.free_pieces, phoneless, options, sizes)

    def options(self) -> Any:
        """The picked game's options as agreed on; as usual if they do not go together: starting says why."""
        game = games()[self.picked]
        try:
            return parse_options(game, self.agreed.options(self.picked))
        except BadFile:
            return parse_options(game, {})

    def sizes(self) -> range:
        """For how many the picked game is with its options."""
        return games()[self.picked].sizes(self.options())

    def _claim(self, seat: Seat | None) -> Claim | None:
        """The claim that waits, for the eyes of who may settle it."""
        claim = self.guests.claims.first()
        return claim if claim is not None and self.leads(seat) else None

    def _beside(self, seat: Seat | None) -> tuple[Seat, ...]:
        return self.guests.book.beside(seat) if seat is not None else ()

    def _awaited(self, seat: Seat | None) -> tuple[Seat, ...]:
        """Who else on this seat's phone is awaited. While it lies before this one nobody else can answer on it, so no
        answer under seal changes what it shows."""
        table = self.table
        if table is None or table.moment.over:
            return ()
        return tuple(s for s in self._beside(seat) if self.plays(s) and table.moment.screen(s).view.now.lit)


def _answered(moment: Moment, arrival: Arrival) -> bool:
    """Whether the seat has answered since, as everybody saw. An answer under seal must not show."""
    steps = (step for step in moment.history.steps if step.entry.n > arrival.at.entries)
    return any(step.event.seat == arrival.seat and step.event.due.open and not step.event.due.sealed for step in steps)
