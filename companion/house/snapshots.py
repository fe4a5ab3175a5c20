"""Everything that a house shows at one instant, and the part of it on each phone."""

import re
from functools import cached_property

from msgspec.structs import replace

from companion.core.blocks import Secret
from companion.core.moment import Moment
from companion.core.state import Seat
from companion.core.view import Question
from companion.core.words import Text, text
from companion.house.common_view import CommonView
from companion.house.guests import way_back
from companion.house.hints import Hint, hints
from companion.house.reveals import waiting
from companion.house.set_up import asked
from companion.snapshot.hall import RoundHere
from companion.snapshot.people import PeopleNews
from companion.snapshot.phone import LastHand, Notice, PersonNotice, PhoneSnapshot, Place
from companion.snapshot.table import Claim


class OnePhone:
    """The screen of one phone at one instant. `seat` None is the room's screen. Each value is worked out once."""

    def __init__(self, common: CommonView, seat: Seat | None) -> None:
        self._common = common
        self._moment = common.moment
        self._seat = seat
        self.plays = self._moment is not None and seat is not None and seat in self._moment.seqs
        self._hosts = seat is not None and seat == common.seating.host
        self._beside = common.book.beside(seat) if seat is not None else ()
        """The other seats that share this phone."""
        self._waits = seat is not None and common.reveal is not None and common.waits_for_the_room(seat)
        self._learns = seat in common.state.learners

    @cached_property
    def leads(self) -> bool:
        """Return whether this seat may settle claims and choose the host. The host may, and every seat may while the host's
        phone is lost and there is no panel."""
        common = self._common
        return self._hosts or (self._seat is not None and self._seat in common.seating.seats and common.is_headless)

    @cached_property
    def key(self) -> tuple[object, ...]:
        """Return values that the screen depends on. While they stay equal, there is nothing to send."""
        common, moment = self._common, self._moment
        seq = moment.seqs[self._seat if self.plays else None] if moment else 0
        part = (self._hosts, self.leads, self._learns, self._hosts and common.all_learn)
        page = common.state.minute if self._seat is None else None
        return (seq, part, page, self._own_notice, common.key_for_all)

    @cached_property
    def snapshot(self) -> PhoneSnapshot:
        """Return everything that the phone shows."""
        common = self._common
        if self._moment is not None:
            return self._in_game(self._moment)
        return PhoneSnapshot(
            seq=common.book.revision,
            fingerprint="",
            place=self._place,
            notice=self._notice,
            join=common.join_info,
            news=self._news,
            lobby=common.lobby.shown(),
            hand=self._hand,
        )

    def _in_game(self, moment: Moment) -> PhoneSnapshot:
        """Return everything that the phone shows during a game, or after its end until people leave it."""
        seat, common = self._seat if self.plays else None, self._common
        screen, waits = common.screen(moment, seat), self._own_notice.curtain is not None
        set_up = common.set_up if seat or self._seat is None else None
        shown = screen if set_up is None else replace(screen, asks=asked(screen.asks, set_up, seat))
        return PhoneSnapshot(
            seq=moment.seqs[seat],
            fingerprint=moment.fingerprint,
            place=self._place,
            notice=self._notice,
            join=common.join_info,
            news=self._news,
            screen=waiting(screen) if waits else shown,
            held=screen.asks if waits else _held(screen.asks, shown.asks) if set_up else (),
            set_up=set_up,
            minute=common.state.table.minute if common.state.table else (),
            minute_at=common.state.minute if self._seat is None and set_up else None,
            highlights=common.highlights if self._seat is None else (),
            meanwhile=common.meanwhile if seat else None,
            set_right=common.set_right if seat and not waits else None,
        )

    @property
    def _place(self) -> Place:
        common, moment, seat, left = self._common, self._moment, self._seat, self._common.state.left
        return Place(
            seat=seat,
            pieces=common.pieces,
            game=moment.history.game.id if moment else None,
            title=common.title,
            hides_nothing=common.hides_nothing,
            broken_off=left.history.game.id if left and not moment else None,
            table=moment.number if moment else 0,
            host=self._hosts,
            deputy=self.leads and not self._hosts,
            waits=moment is not None and seat is not None and not self.plays,
            before=common.state.before > 0,
            learns=self._learns,
            all_learn=self._hosts and common.all_learn,
            counts=bool(common.points),
            hides_points=common.state.hides_points,
            quiet=common.state.quiet and (seat is None or self._hosts),
            panel=common.has_panel,
            updates=self._hosts and common.state.takes_updates,
            wants=common.book.wants.get(seat, {}) if seat is not None else {},
        )

    @property
    def _notice(self) -> Notice:
        common, own = self._common, self._own_notice
        people = self._people if self._news or common.away is not None else ()
        onward = self._onward if common.state.elsewhere is not None else ""
        notice = replace(own, people=people, trouble=common.warning, onward=onward, announced=common.announced)
        if (here := common.round) is not None:
            offer = common.round_offer if self._hosts else None
            expected = here.people if self._moment is None or self._moment.over else ()
            notice = replace(notice, round=here.line, expected=expected, offer=_offer(offer))
        if self._moment is None:
            return notice
        if self._learns and own.curtain is None and (new := self._hints(self._moment)):
            because = tuple([hint.why for hint in new if hint.why])
            notice = replace(notice, first=tuple([hint.words for hint in new]), because=because)
        is_host_alone = self._hosts and not common.has_panel
        return replace(
            notice,
            talks=self.plays and common.may_talk(self._seat),
            undone=_undone(self._moment, own.curtain is not None) if is_host_alone else None,
            look=common.look if self.plays else None,
        )

    def _hints(self, moment: Moment) -> tuple[Hint, ...]:
        """Return the hints on what is new to a seat that learns the game."""
        if self._seat is None or not self.plays:
            return ()
        came = (one.at for one in self._common.book.news if (one.seat, one.what) == (self._seat, "came"))
        return hints(moment, self._seat, max((at.entries for at in came if at.table == moment.number), default=0))

    @cached_property
    def _own_notice(self) -> Notice:
        """Return the fields of a notice that may change for this seat alone. A stream compares them to see whether there is
        something to send."""
        common, leads, waits = self._common, self.leads, self._waits
        is_room = self._seat is None
        return Notice(
            claim=common.claim if leads else None,
            returning=common.returning if leads else (),
            beside=self._beside,
            awaited=self._awaited if self._beside else (),
            asked_for=self.asked_for,
            waiting=common.waiting if self._hosts or is_room else (),
            hall=common.hall if self._hosts else None,
            stage=common.stage if leads or is_room else None,
            curtain=common.reveal.of if waits and common.reveal else None,
            together=common.state.together and (waits or (self._hosts and common.reveal is not None)),
        )

    @property
    def _people(self) -> tuple[PersonNotice, ...]:
        """Return the news about people in words, as this phone reads them."""
        news, away = tuple([_in_words(one, self._seat) for one in self._news]), self._common.away
        if away is None or self._hosts:
            return news
        small = text("news.away_then") if self.leads else None
        return (*news, PersonNotice(away, text("news.away", seat=away), small))

    @property
    def _hand(self) -> LastHand | None:
        """Return what this seat had behind its cover in a game that was broken off. People go on from there with the printed
        cards."""
        book, moment = self._common.book, self._common.state.left
        then = book.left.seats.get(self._seat) if book.left and self._seat is not None else None
        if moment is None or then is None:
            return None
        secrets = (block for block in moment.screen(then).view.blocks if isinstance(block, Secret))
        return next((LastHand(moment.history.game.id, secret) for secret in secrets), None)

    @cached_property
    def asked_for(self) -> Claim | None:
        """Return the next claim on a seat of this phone, which may deny the claim."""
        if self._seat is None or self._common.claim is None:
            return None
        return self._common.claim_on((self._seat, *self._beside))

    @cached_property
    def _news(self) -> tuple[PeopleNews, ...]:
        """Return the news for this phone. News about its own seats is left out, except that one of them is host now."""
        if not self._common.people:
            return ()
        own = (self._seat, *self._beside)
        return tuple([one for one in self._common.people if one.what == "host" or one.seat not in own])

    @property
    def _onward(self) -> str:
        """Return the address at which this seat's phone asks for the seat at the box that now has the table. Empty: there is
        none."""
        away = self._common.state.elsewhere
        token = self._common.book.tokens.get(self._seat) if self._seat is not None else None
        is_place = away is not None and re.fullmatch(r"[\w.:\[\]-]+", away.address, re.ASCII)
        return f"http://{away.address}/J/{way_back(token)}" if away and is_place and token else ""

    @property
    def _awaited(self) -> tuple[Seat, ...]:
        """Return the other seats of this phone that the game waits for. Questions to the table do not count. Only the seat
        in front can answer on the phone, so no sealed answer changes this."""
        moment = self._moment
        if moment is None or moment.over or self._waits:
            return ()
        return tuple(seat for seat in self._beside if self._common.plays(seat) and moment.awaits(seat))


def _offer(here: RoundHere | None) -> tuple[str, str] | None:
    """Return the number and the game of a round that the host may take up, or None."""
    return None if here is None else (here.number, here.game)


def _held(asks: tuple[Question, ...], shown: tuple[Question, ...]) -> tuple[Question, ...]:
    """Return the questions that a set-up holds back."""
    return tuple([ask for ask in asks if ask not in shown])


def _undone(moment: Moment, waits: bool) -> Text | None:
    """Return the answer that the box would take back, in words. A sealed answer, or one that is still to be revealed, is not
    named."""
    words = None if waits else moment.undo_words()
    return None if moment.undo_of() is None else words or text("more.undo_small")


def _in_words(news: PeopleNews, seat: Seat | None) -> PersonNotice:
    key = "news.you_host" if news.what == "host" and news.seat == seat else f"news.{news.what}"
    is_free = news.what in ("left", "let_go") and news.at.table > 0
    return PersonNotice(news.seat, text(key, seat=news.seat), text("news.free_then", seat=news.seat) if is_free else None)


class Snapshots(CommonView):
    """All that a house shows at one instant."""

    @cached_property
    def _phones(self) -> dict[Seat | None, OnePhone]:
        return {}

    def phone(self, seat: Seat | None) -> OnePhone:
        """Return what one phone shows. `seat` None is the room's screen."""
        if seat not in self._phones:
            self._phones[seat] = OnePhone(self, seat)
        return self._phones[seat]
