"""What each chair, or an onlooker, sees of a game of Babel Builders."""

from typing import Final

from companion.core.knowledge import Seat
from companion.core.view import Block, Now, Oled, Place, Ranking, View
from companion.core.words import Text, listed, names, text
from companion.games.babel import sealed
from companion.games.babel.board import tower
from companion.games.babel.cover import secret
from companion.games.babel.evening import evening, happened, role
from companion.games.babel.pieces import builders
from companion.games.babel.score import winners
from companion.games.babel.state import Own, Public

SEALED: Final = ("commit", "declare", "seal", "punish")
TALKS: Final = ("appoint", "commit", "master", "declare", "seal")
"""When the table talks. Else the Master is at work, or the zealots point without a word."""


def view(public: Public, own: Own | None, seat: Seat | None) -> View:
    place = None if seat is None else public.seats.index(seat)
    return View(
        where=_where(public),
        now=_now(public, own, place),
        phase=public.step,
        oled=_oled(public),
        blocks=_blocks(public, own, place),
        timer=_may_time(public, place),
    )


def _may_time(public: Public, place: int | None) -> bool:
    """BABEL-25: the Master's phone and the panel may."""
    return public.step in TALKS and place in (public.master, None)


def _where(public: Public) -> Text:
    if public.final is not None:
        return text("babel.where_end")
    return text("babel.where", round=public.round, last=public.last) if public.round else text("babel.where_setup")


def _blocks(public: Public, own: Own | None, place: int | None) -> tuple[Block, ...]:
    end = () if public.final is None else (_ranking(public),)
    covered = () if own is None or place is None else (secret(public, own, place),)
    return (*end, tower(public), *evening(public), *covered)


def _ranking(public: Public) -> Ranking:
    """BABEL-19, BABEL-24: the side that won, then the other, with everybody's role and who turned when."""
    final = public.final
    assert final is not None
    won = winners(final, len(public.seats))
    lost = tuple(i for i in range(len(public.seats)) if i not in won)
    sides = enumerate((won, lost), start=1)
    return Ranking(tuple(Place(n, public.seats[i], None, role(final, i)) for n, side in sides for i in side))


# What now


def _now(public: Public, own: Own | None, place: int | None) -> Now:
    if public.final is not None:
        return Now(text(f"babel.end.{public.final.winner}"), (_reason(public),))
    if public.step == "setup":
        return Now(text("babel.now.setup"), (_still_open(public),), lit=own is not None and _sets_up(public, own))
    if public.step in SEALED:
        return _sealed(public, own, place)
    if public.master == place:
        return Now(text(f"babel.now.{public.step}", count=builders(len(public.seats))), _small(public), lit=True)
    return Now(text(f"babel.now.{public.step}_other", seat=_master(public)), _small(public))


def _small(public: Public) -> tuple[Text, ...]:
    """BABEL-09: with cards in hand the builders play while the Master waits, and no phone asks them."""
    return (text("babel.now.build"),) if public.step == "storms" else happened(public)


def _sets_up(public: Public, own: Own) -> bool:
    """Whether this seat has still something to tell before the first round."""
    has_role = public.has_roles or own.told is not None
    return not has_role or public.blueprint is None or public.master is None


def _still_open(public: Public) -> Text:
    missing = (
        (not public.has_roles, text("babel.now.no_roles", told=public.told, asked=len(public.seats))),
        (public.blueprint is None, text("babel.now.no_blueprint")),
        (public.master is None, text("babel.now.no_master")),
    )
    return text("babel.now.setup_small", what=listed(words for is_missing, words in missing if is_missing))


def _sealed(public: Public, own: Own | None, place: int | None) -> Now:
    """How many are in; who is not is on no screen but its own."""
    asked = sealed.asked(public)
    ready = text(f"babel.ready.{public.step}", count=public.told, asked=len(asked))
    if own is None or place not in asked:
        return Now(text(f"babel.now.{public.step}_other"), (ready, *_just_now(public)))
    if own.told is None:
        return Now(text(f"babel.now.{public.step}"), (ready, *_just_now(public)), lit=True)
    return Now(ready, (text("babel.now.sealed"),))


def _just_now(public: Public) -> tuple[Text, ...]:
    """What completed the tower, where the reversal begins."""
    begins = "declare" if public.on_phones else "seal"
    return happened(public) if public.step == begins else ()


def _reason(public: Public) -> Text:
    final = public.final
    assert final is not None
    seats = names(public.seats[i] for i in winners(final, len(public.seats)))
    key = f"babel.end.by_{final.rule.removeprefix('BABEL-')}"
    return text(key, seats=seats, seals=final.seals, punishments=final.punishments)


def _master(public: Public) -> Seat | None:
    return None if public.master is None else public.seats[public.master]


# The display


def _oled(public: Public) -> Oled:
    if public.final is not None:
        sub = text(f"babel.oled.by_{public.final.rule.removeprefix('BABEL-')}")
        return Oled(right=text("babel.oled.end"), main=text(f"babel.oled.{public.final.winner}"), sub=sub)
    right = text("babel.oled.round", round=public.round, last=public.last) if public.round else text("babel.oled.begin")
    sub = text(f"babel.oled.{public.step}")
    asked = len(sealed.asked(public))
    if asked:
        told = text("babel.oled.told", told=public.told, asked=asked)
        return Oled(right=right, main=told, sub=sub, told=public.told, asked=asked)
    if public.round:
        return Oled(right=right, seat=_master(public), sub=sub)
    return Oled(right=right, main=text("babel.oled.begin"), sub=sub)
