"""What may be answered in a turn with the sheets on phones, and how each step is laid out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import msgspec

from companion.core.actions import begun, said
from companion.core.answers import Answers, Choice, Field, Form, Group, Option, Step, Steps
from companion.core.words import Text, text
from companion.games.animism import asks_dice, asks_draw, forbids
from companion.games.animism.actions import CELL, Bonus, Buy, Done, Roll
from companion.games.animism.colours import COLOURS, Four
from companion.games.animism.papers import MARKS
from companion.games.animism.paying import payments
from companion.games.animism.printed import LEVELS
from companion.games.animism.score import MOST
from companion.games.animism.sheets import printed
from companion.games.animism.state import Own, Phase, Public
from companion.games.animism.stories import piece_name
from companion.games.animism.twin_turn import to_roll
from companion.games.animism.ways import bought, different, marked, step
from companion.games.animism.work import Work


def answers(public: Public, own: Own, place: int) -> Answers:
    """What a seat may answer at its step."""
    work = Work(public, own, place)
    lots = Option(begun(Roll), text("animism.ask.box_rolls")) if to_roll(work) else None
    return _with_bonus(work, msgspec.structs.replace(PHASES[own.phase](work), main=_done(work), lots=lots))


def _done(work: Work) -> Option:
    return Option(said(Done()), text("animism.ask.done"), why=forbids.done(work))


def _with_bonus(work: Work, asked: Answers) -> Answers:
    """ANIM-25: at any time, out of sight until it is wanted."""
    if not work.public.options.advanced:
        return asked
    why = forbids.bonus(work)
    marks = tuple(Option(said(Bonus(mark)), text(f"animism.bonus.{mark}"), why=why) for mark in MARKS)
    group = Group(marks, 1, title=text("animism.ask.bonus"), hint=text("animism.ask.bonus_hint"), aside=True)
    groups: tuple[Group, ...] = (*asked.groups, group)
    return msgspec.structs.replace(asked, groups=groups, aside=text("animism.ask.bonus"))


# Buying from the frames


@dataclass(frozen=True, slots=True)
class _Offer:
    """A piece of the frames: why it cannot be bought, or the ways to pay for it."""

    id: str
    level: int
    why: Text | None
    ways: tuple[Four, ...]


def _buy(work: Work) -> Answers:
    """ANIM-08, ANIM-09: the single cell, or a level, a piece of it, and what is paid."""
    offers = _offers(work)
    ways = different(pay for offer in offers for pay in offer.ways)
    first = (Choice(piece_name(CELL), small=text("animism.ask.free")), *map(_level, LEVELS))
    steps = (
        Step(first, 3, text("animism.ask.level")),
        Step(tuple(_piece(work, offer.id) for offer in offers), 3, text("animism.ask.piece")),
        step(ways),
    )
    options = [Option(said(Buy(CELL)), piece_name(CELL), path=(0,))]
    for i, offer in enumerate(offers):
        options += _options(work, offer, i, ways)
    return Answers(
        steps=Steps(tuple(each for each in steps if each.choices), tuple(options), tells=True),
        forms=(_told(offers),),
    )


def _offers(work: Work) -> list[_Offer]:
    """Level after level; what a price may cost is worked out once."""
    pieces = [piece for level in LEVELS for piece in work.ground.layout.pieces if piece.level == level]
    whys = {piece.id: forbids.piece(work, piece.id) for piece in pieces}
    prices = {id_: work.price(id_) for id_, why in whys.items() if why is None}
    costs = {price: payments(work.own.hand, price) for price in set(prices.values())}
    ways = {id_: costs[price] for id_, price in prices.items()}
    return [_Offer(piece.id, piece.level, whys[piece.id], ways.get(piece.id, ())) for piece in pieces]


def _level(level: int) -> Choice:
    return Choice(text("animism.level", level=level))


def _piece(work: Work, id_: str) -> Choice:
    return Choice(piece_name(id_), small=text("animism.ask.costs", price=work.price(id_)), shape=printed(work.public, id_))


def _options(work: Work, offer: _Offer, place: int, ways: tuple[Four, ...]) -> list[Option]:
    """One for each way to pay; a piece that cannot be bought is there with the reason. The single cell is the first of the
    levels."""
    path = (offer.level, place)
    if offer.why is not None:
        return [Option(said(Buy(offer.id)), piece_name(offer.id), why=offer.why, path=path)]
    least = marked(offer.ways)
    return [bought(offer.id, work.own.hand, pay, (*path, ways.index(pay)), pay in least) for pay in offer.ways]


def _told(offers: list[_Offer]) -> Form:
    """Any piece for anything, for records and other clients: the rules say why it cannot be."""
    pieces = tuple(offer.id for offer in offers)
    fields = (Field("piece", of=pieces), Field("pay", min=1, max=MOST, keys=COLOURS, optional=True))
    return Form(begun(Buy), fields, text("animism.ask.done"), drawn=False)


# The rest


def _closing(work: Work) -> Answers:
    return Answers()


PHASES: Final[Mapping[Phase, Callable[[Work], Answers]]] = {
    "die": asks_dice.first,
    "buy": _buy,
    "draw": asks_draw.answers,
    "choose": asks_dice.both,
    "dice": asks_dice.shown,
    "closing": _closing,
}
