"""What may be answered to each due, and how the question is laid out."""

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from companion.core.action import begun, said
from companion.core.answers import Answers, Choice, Field, Form, Group, Option, Step, Steps
from companion.core.event import Due
from companion.core.knowledge import Seat
from companion.core.once import once
from companion.core.words import Text, text
from companion.games.babel import forbids, reveals
from companion.games.babel.actions import (
    Appoint,
    BabelAct,
    Blueprint,
    Commit,
    Deal,
    Declare,
    Draw,
    Master,
    OwnRole,
    Punish,
    Seal,
    SetRight,
    Show,
    Shown,
    Storms,
    Swap,
    Zealot,
)
from companion.games.babel.pieces import BASE, BLOCKS, CARDS, COLUMNS, HAND, PLACE, ROLES, Card, builders, punishments
from companion.games.babel.pile import drawers
from companion.games.babel.state import Own, Public, present
from companion.games.babel.stories import tell
from companion.games.babel.taps import Tapped, back, numbered, steps

NOTHING: Final = HAND
"""The place after a hand's cards: no discard."""


def _option(action: BabelAct, words: Text, why: Text | None = None) -> Option:
    return Option(said(action), words, spoken=tell(action), why=why)


def _seat(seat: Seat) -> Choice:
    words = text("babel.seat", seat=seat)
    return Choice(words, seat=seat, panel=words)


def _on(action: BabelAct, seat: Seat, why: Text | None = None) -> Tapped:
    """A tap on a seat."""
    at = _seat(seat)
    return Tapped(_option(action, at.words, why), (at,))


def _at(of: Callable[[Seat], BabelAct], seats: tuple[Seat, ...]) -> tuple[Tapped, ...]:
    return tuple(_on(of(seat), seat) for seat in seats)


def _at_nobody(action: BabelAct, words: Text, panel: Text | None = None) -> Tapped:
    return Tapped(_option(action, words), (Choice(words, panel=panel),))


def _columns(seats: int) -> int:
    """So many that all seats are in sight on the smallest phone."""
    return 2 if seats <= 6 else 3


def _but(public: Public, seat: Seat | None) -> tuple[Seat, ...]:
    return tuple(other for other in public.seats if other != seat)


# Before the first round


def _deal(public: Public, own: Own | None, due: Due) -> Answers:
    fields = (Field("roles", of=ROLES, keys=public.seats),)
    if public.on_phones:
        hands = Field("hands", of=CARDS, keys=public.seats, many=HAND, again=True)
        return Answers(forms=(_told(Deal, *fields, hands),))
    lots = Option(begun(Deal), text("babel.ask.deal"), panel=text("babel.panel.deal"))
    question, panel = text("babel.ask.roles"), text("babel.panel.roles")
    return Answers(forms=(_told(Deal, *fields),), question=question, panel=panel, lots=lots)


def _told(of: type[BabelAct], *fields: Field) -> Form:
    """A form for records and other clients, on no screen."""
    return Form(begun(of), fields, text("babel.ask.done"), drawn=False)


def _role(public: Public, own: Own | None, due: Due) -> Answers:
    options = tuple(_option(OwnRole(role), text(f"babel.role.{role}")) for role in ROLES)
    return Answers(
        (Group(options, 2),),
        question=text("babel.ask.role"),
        hint=text("babel.ask.nobody_sees"),
        fold=_again(own) or text("babel.ask.role_offer"),
        panel=text("babel.panel.role"),
        secret=True,
    )


def _again(own: Own | None) -> Text | None:
    """BABEL-21: what lies face down may be changed, but out of sight until somebody wants to."""
    return text("babel.ask.change") if own is not None and own.told is not None else None


def _blueprint(public: Public, own: Own | None, due: Due) -> Answers:
    form = _nine(Blueprint, text("babel.ask.blueprint_done"), text("babel.ask.blueprint"))
    return Answers(forms=(form,), panel=text("babel.panel.blueprint"))


def _nine(of: type[BabelAct], words: Text, fold: Text, stands: Mapping[str, int] = {}) -> Form:
    """A number for each cell, laid out as on the base card."""
    field = Field("cells", min=0, max=BLOCKS, default=0, keys=BASE)
    labels = tuple((text("babel.cell", cell=cell), None) for cell in BASE)
    return Form(begun(of), (field,), words, labels=labels, fold=fold, stands={"cells": stands}, columns=len(COLUMNS))


def _set(public: Public, own: Own | None, due: Due) -> Answers:
    """BABEL-15: from the tower as the companion knows it."""
    stands: dict[str, int] = {cell: public.heights[place] for cell, place in PLACE.items()}
    form = _nine(SetRight, text("babel.ask.set_done"), text("babel.ask.set"), stands)
    return Answers(forms=(form,), panel=text("babel.panel.set"))


def _master(public: Public, own: Own | None, due: Due) -> Answers:
    """BABEL-07, BABEL-14."""
    seats = [_on(Master(seat), seat, forbids.master(due.seat, seat)) for seat in public.seats]
    columns = (_columns(len(seats)),)
    if public.round:
        return Answers(steps=steps(seats, (text("babel.ask.master_next"),), columns), panel=text("babel.panel.master_next"))
    lots = Option(begun(Master), text("babel.ask.draw_lots"), panel=text("babel.panel.draw_lots"))
    laid = steps(seats, (text("babel.ask.master_first"),), columns)
    return Answers(steps=laid, fold=text("babel.ask.master"), panel=text("babel.panel.master"), lots=lots)


# A round


def _appoint(public: Public, own: Own | None, due: Due) -> Answers:
    n = builders(len(public.seats))
    field = Field("seats", of=_but(public, due.seat), many=n)
    return Answers(
        forms=(Form(begun(Appoint), (field,), text("babel.ask.appoint_done")),),
        question=text("babel.ask.appoint", count=n),
        panel=text("babel.panel.appoint", count=n),
    )


def _commit(public: Public, own: Own | None, due: Due) -> Answers:
    """BABEL-09: which card to play, then which to discard, or none: always the same buttons."""
    assert own is not None
    places = range(len(own.hand))
    discards: tuple[int, ...] = (*places, NOTHING)
    options = tuple(_committed(own, play, discard) for play in places for discard in discards if discard != play)
    backs = tuple(map(back, places))
    first = Step(backs, len(backs), text("babel.ask.play"), overt=True)
    then = Step((*backs, Choice(text("babel.ask.discard_none"))), len(backs), text("babel.ask.discard"), overt=True)
    fields = (Field("play", of=CARDS), Field("discard", of=(*CARDS, None)))
    return Answers(
        steps=Steps((first, then), options, one_grid=True),
        forms=(_told(Commit, *fields),),
        question=text("babel.ask.commit"),
        hint=text("babel.ask.face_down"),
        panel=text("babel.panel.commit"),
        fold=_again(own),
        secret=True,
    )


def _committed(own: Own, at: int, other: int) -> Option:
    play, discard = own.hand[at], None if other == NOTHING else own.hand[other]
    return Option(said(Commit(play, discard)), tell(Commit()), why=forbids.commit(own, play, discard), path=(at, other))


def _swap(public: Public, own: Own | None, due: Due) -> Answers:
    """BABEL-11 (c): a received card for one of the hand."""
    assert own is not None
    tapped = tuple(
        Tapped(_swapped(own, take, give), (back(i), back(j))) for i, take in numbered(own) for j, give in enumerate(own.hand)
    )
    fields = (Field("take", of=CARDS), Field("give", of=CARDS))
    titles = (text("babel.ask.take"), text("babel.ask.give"))
    laid = steps(tapped, titles, (4, 3), (text("babel.panel.take"), text("babel.panel.give")))
    return Answers(steps=laid, forms=(_told(Swap, *fields),), secret=True)


def _swapped(own: Own, take: Card, give: Card) -> Option:
    return Option(said(Swap(take, give)), tell(Swap()), why=forbids.swap(own, take, give))


def _storms(public: Public, own: Own | None, due: Due) -> Answers:
    counts = tuple(
        _option(Storms(n), text("babel.number", n=n), forbids.storms(public, n))
        for n in range(len(present(public).builders) + 1)
    )
    groups: tuple[Group, ...] = (Group(counts, len(counts)),)
    # BABEL-11: both take three punishment cards.
    if punishments(len(public.seats)) >= 3:
        groups = (*groups, Group((_show("received"), _show("hand")), 1))
    question, panel = text("babel.ask.storms"), text("babel.panel.storms")
    return Answers(groups, question=question, hint=text("babel.ask.storms_hint"), panel=panel)


def _show(what: Shown) -> Option:
    option = _option(Show(what), text(f"babel.ask.show_{what}"))
    return msgspec.structs.replace(option, confirm=text("babel.ask.show_sure"), panel=text(f"babel.panel.show_{what}"))


def _reveal(public: Public, own: Own | None, due: Due) -> Answers:
    return reveals.answers(public, own)


def _draw(public: Public, own: Own | None, due: Due) -> Answers:
    return Answers(forms=(_told(Draw, Field("cards", of=CARDS, many=len(drawers(public)), again=True)),))


# The reversal


def _declare(public: Public, own: Own | None, due: Due) -> Answers:
    assert own is not None
    options = tuple(
        _option(Declare(has), text(f"babel.ask.declare_{answer}"), forbids.declare(own, has))
        for answer, has in (("yes", True), ("no", False))
    )
    question, panel = text("babel.ask.declare"), text("babel.panel.declare")
    return Answers((Group(options, 2),), question=question, fold=_again(own), panel=panel, secret=True)


def _seal(public: Public, own: Own | None, due: Due) -> Answers:
    targets = _at(Seal, _but(public, due.seat))
    if not public.on_phones:
        targets = (*targets, _at_nobody(Seal(None), text("babel.ask.seal_none"), text("babel.panel.seal_none")))
    laid = steps(targets, (text("babel.ask.seal"),), (_columns(len(targets)),))
    return Answers(steps=laid, fold=_again(own), panel=text("babel.panel.seal"), secret=True)


def _punish(public: Public, own: Own | None, due: Due) -> Answers:
    """BABEL-17. On cardboard everybody is asked, and who is no zealot points at nobody."""
    assert own is not None
    others = _but(public, due.seat)
    if public.on_phones:
        return Answers(
            steps=steps(_at(Punish, others), (text("babel.ask.punish"),), (_columns(len(others)),)),
            fold=_again(own),
            panel=text("babel.panel.punish"),
            secret=True,
        )
    most = punishments(len(public.seats))
    given = [_unless(forbids.punish(own, seat), one) for seat in others for one in _giving(seat, most)]
    nobody = _at_nobody(Punish(None), text("babel.ask.punish_none"))
    titles = (text("babel.ask.punish"), text("babel.ask.punish_cards"))
    panels = (text("babel.panel.punish"), text("babel.panel.punish_cards"))
    laid = steps((*given, nobody), titles, (_columns(len(others)), 4), panels)
    return Answers(steps=laid, fold=_again(own), panel=panels[0], secret=True)


@once
def _giving(target: Seat, most: int) -> tuple[Tapped, ...]:
    """With one card in the game there is nothing to choose."""
    at = _seat(target)
    many = [(n, (Choice(text("babel.cards", count=n)),) if most > 1 else ()) for n in range(1, most + 1)]
    return tuple(Tapped(_option(Punish(target, n), at.words), (at, *number)) for n, number in many)


def _unless(why: Text | None, one: Tapped) -> Tapped:
    return one if why is None else Tapped(msgspec.structs.replace(one.option, why=why), one.taps)


def _zealot(public: Public, own: Own | None, due: Due) -> Answers:
    """BABEL-22: the same offer on every phone at all times."""
    options = tuple(
        _option(Zealot(now), text(f"babel.ask.zealot_{answer}")) for answer, now in (("yes", True), ("no", False))
    )
    return Answers(
        (Group(options, 2),),
        question=text("babel.ask.zealot"),
        hint=text("babel.ask.nobody_sees"),
        fold=text("babel.ask.zealot_offer"),
        secret=True,
    )


Ask = Callable[[Public, Own | None, Due], Answers]

ASKS: Final[Mapping[str, Ask]] = {
    "deal": _deal,
    "role": _role,
    "blueprint": _blueprint,
    "master": _master,
    "appoint": _appoint,
    "commit": _commit,
    "storms": _storms,
    "swap": _swap,
    "reveal": _reveal,
    "draw": _draw,
    "declare": _declare,
    "seal": _seal,
    "punish": _punish,
    "zealot": _zealot,
    "set": _set,
}
