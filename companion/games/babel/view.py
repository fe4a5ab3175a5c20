"""What each chair, or an onlooker, sees of a game of Babel Builders."""

from typing import Final

from companion.core.blocks import Block, Place, Ranking
from companion.core.caching import once_for_all
from companion.core.state import Seat
from companion.core.view import Oled, View
from companion.core.words import Text, text
from companion.games.babel import sealed
from companion.games.babel.board import seats, tower
from companion.games.babel.cover import secret
from companion.games.babel.evening import evening, role, turning
from companion.games.babel.moving import moves
from companion.games.babel.now import master, now
from companion.games.babel.score import winners
from companion.games.babel.state import Own, Public, present, to_show
from companion.games.babel.to_lay import laid_out

TALKS: Final = ("appoint", "commit", "master", "declare", "seal")
"""When the table talks. Else the Master is at work, or the zealots point without a word."""


def view(public: Public, own: Own | None, seat: Seat | None) -> View:
    """The screen of a seat, or (`seat` and `own` None) of an onlooker."""
    place = None if seat is None else public.seats.index(seat)
    return View(
        where=_where(public),
        round=public.round,
        now=now(public, own, place),
        phase=_phase(public),
        oled=_oled(public),
        blocks=_blocks(public, own, place),
        moves=moves(public),
        turning=turning(public) if place is None else None,
        timer=_may_time(public, place),
    )


def _phase(public: Public) -> str:
    """With the cards in people's hands some steps hold more: what else phones would ask is done at the table."""
    at_the_table = {"seal": "aloud", "master": "refill"}
    return public.stage if public.on_phones else at_the_table.get(public.stage, public.stage)


def _may_time(public: Public, place: int | None) -> bool:
    """BABEL-25: the Master's phone and the panel may."""
    return public.stage in TALKS and place in (public.master, None)


@once_for_all
def _where(public: Public) -> Text:
    if public.final is not None:
        return text("babel.where_end")
    return text("babel.where", round=public.round, last=public.last) if public.round else text("babel.where_setup")


def _blocks(public: Public, own: Own | None, place: int | None) -> tuple[Block, ...]:
    end = () if public.final is None else (_ranking(public),)
    covered = () if own is None or place is None else (secret(public, own, place),)
    return (*end, *laid_out(public), tower(public), seats(public), *evening(public), *covered)


@once_for_all
def _ranking(public: Public) -> Ranking:
    """BABEL-19, BABEL-24: the side that won, then the other, with everybody's role and who turned when."""
    final = public.final
    assert final is not None
    won = winners(final, len(public.seats))
    lost = tuple(i for i in range(len(public.seats)) if i not in won)
    sides = enumerate((won, lost), start=1)
    return Ranking(tuple(Place(n, public.seats[i], None, role(final, i)) for n, side in sides for i in side))


# The display


@once_for_all
def _oled(public: Public) -> Oled:
    if public.final is not None:
        winner = public.final.winner
        return Oled(right=text("babel.oled.end"), main=text(f"babel.oled.{winner}"), sub=text(f"babel.oled.{winner}_win"))
    right = text("babel.oled.round", round=public.round, last=public.last) if public.round else text("babel.oled.begin")
    asked = len(sealed.asked(public))
    if asked:
        told = text("babel.oled.told", told=public.told, asked=asked)
        return Oled(right=right, main=told, sub=_sub(public), told=public.told, asked=asked)
    if public.stage == "storms":
        return Oled(right=right, seat=master(public), main=text("babel.oled.builders"), sub=_sub(public))
    if public.round:
        return Oled(right=right, seat=master(public), sub=_sub(public))
    return Oled(right=right, main=text("babel.oled.begin"), sub=_sub(public))


def _sub(public: Public) -> Text:
    if public.stage == "reveal":
        return text("babel.oled.reveal", n=len(present(public).effects) + 1, of=to_show(public))
    return text(f"babel.oled.{_phase(public)}")
