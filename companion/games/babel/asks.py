"""What may be answered to each due, and how the question is laid out."""

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from companion.core.actions import begun, said
from companion.core.answers import Answers, Field, Form, Group, Option, Step, Steps
from companion.core.dues import Due
from companion.core.words import Text, text
from companion.games.babel import asks_reversal, forbids, reveals
from companion.games.babel.actions import (
    Appoint,
    BabelAct,
    Blueprint,
    Commit,
    Deal,
    Draw,
    Master,
    OwnRole,
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
from companion.games.babel.taps import (
    Tapped,
    columns_for,
    face,
    numbered,
    on_seat,
    option,
    others,
    steps,
)

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
    options = tuple(option(OwnRole(role), text(f"babel.role.{role}")) for role in ROLES)
    return Answers(
        (Group(options, 2),),
        question=text("babel.ask.role"),
        hint=text("babel.ask.nobody_sees"),
        fold=text("babel.ask.role_offer"),
        panel=text("babel.panel.role"),
        secret=True,
    )


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
    seats = [on_seat(Master(seat), seat, forbids.master(due.seat, seat)) for seat in public.seats]
    columns = (columns_for(len(seats)),)
    if public.round:
        return Answers(steps=steps(seats, (text("babel.ask.master_next"),), columns), panel=text("babel.panel.master_next"))
    lots = Option(begun(Master), text("babel.ask.draw_lots"), panel=text("babel.panel.draw_lots"))
    laid = steps(seats, (text("babel.ask.master_first"),), columns)
    return Answers(steps=laid, fold=text("babel.ask.master"), panel=text("babel.panel.master"), lots=lots)


# A round


def _appoint(public: Public, own: Own | None, due: Due) -> Answers:
    n = builders(len(public.seats))
    field = Field("seats", of=others(public, due.seat), many=n)
    return Answers(
        forms=(Form(begun(Appoint), (field,), text("babel.ask.appoint_done")),),
        question=text("babel.ask.appoint", count=n),
        panel=text("babel.panel.appoint", count=n),
    )


def _commit(public: Public, own: Own | None, due: Due) -> Answers:
    """BABEL-09: which card to play, then which to discard: as many cards and the same two taps for every hand."""
    assert own is not None
    places = range(len(own.hand))
    options = tuple(_committed(own, play, discard) for play in places for discard in places if discard != play)
    cards = tuple(face(place, card) for place, card in enumerate(own.hand))
    first = Step(cards, len(cards), text("babel.ask.play"))
    then = Step(cards, len(cards), text("babel.ask.discard"))
    fields = (Field("play", of=CARDS), Field("discard", of=(*CARDS, None)))
    return Answers(
        steps=Steps((first, then), options, one_grid=True),
        forms=(_told(Commit, *fields),),
        question=text("babel.ask.commit"),
        hint=text("babel.ask.face_down"),
        panel=text("babel.panel.commit"),
        secret=True,
    )


def _committed(own: Own, at: int, other: int) -> Option:
    """BABEL-10: a hand of nothing but punishment cards discards none, whatever the second tap is."""
    play, discard = own.hand[at], None if forbids.keeps_all(own) else own.hand[other]
    return Option(said(Commit(play, discard)), tell(Commit()), why=forbids.commit(own, play, discard), path=(at, other))


def _swap(public: Public, own: Own | None, due: Due) -> Answers:
    """BABEL-11 (c): a received card for one of the hand."""
    assert own is not None
    tapped = tuple(
        Tapped(_swapped(own, take, give), (face(i, take), face(j, give)))
        for i, take in numbered(own)
        for j, give in enumerate(own.hand)
    )
    fields = (Field("take", of=CARDS), Field("give", of=CARDS))
    titles = (text("babel.ask.take"), text("babel.ask.give"))
    laid = steps(tapped, titles, (2, 3), (text("babel.panel.take"), text("babel.panel.give")))
    return Answers(steps=laid, forms=(_told(Swap, *fields),), secret=True)


def _swapped(own: Own, take: Card, give: Card) -> Option:
    return Option(said(Swap(take, give)), tell(Swap()), why=forbids.swap(own, take, give))


def _storms(public: Public, own: Own | None, due: Due) -> Answers:
    counts = tuple(
        option(Storms(n), text("babel.number", n=n), forbids.storms(public, n))
        for n in range(len(present(public).builders) + 1)
    )
    groups: tuple[Group, ...] = (Group(counts, len(counts)),)
    # BABEL-11: both take three punishment cards.
    if punishments(len(public.seats)) >= 3:
        groups = (*groups, Group((_show("received"), _show("hand")), 1))
    question, panel = text("babel.ask.storms"), text("babel.panel.storms")
    return Answers(groups, question=question, hint=text("babel.ask.storms_hint"), panel=panel)


def _show(what: Shown) -> Option:
    shown = option(Show(what), text(f"babel.ask.show_{what}"))
    return msgspec.structs.replace(shown, confirm=text("babel.ask.show_sure"), panel=text(f"babel.panel.show_{what}"))


def _reveal(public: Public, own: Own | None, due: Due) -> Answers:
    return reveals.answers(public, own)


def _draw(public: Public, own: Own | None, due: Due) -> Answers:
    return Answers(forms=(_told(Draw, Field("cards", of=CARDS, many=len(drawers(public)), again=True)),))


def _zealot(public: Public, own: Own | None, due: Due) -> Answers:
    """BABEL-22: everybody has a true answer, the Messenger and an architect too."""
    options = tuple(
        option(Zealot(came), text(f"babel.ask.zealot_{answer}")) for answer, came in (("yes", True), ("no", False))
    )
    return Answers(
        (Group(options, 2),),
        question=text("babel.ask.zealot"),
        hint=text("babel.ask.zealot_hint"),
        panel=text("babel.panel.zealot"),
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
    "declare": asks_reversal.declare,
    "seal": asks_reversal.seal,
    "punish": asks_reversal.punish,
    "zealot": _zealot,
    "set": _set,
}
