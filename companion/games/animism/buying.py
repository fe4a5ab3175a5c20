"""Buying a piece or the single cell (ANIM-08, ANIM-09), or a piece that the dice show (ANIM-17)."""

from dataclasses import dataclass

from msgspec import UNSET, UnsetType

from companion.core.actions import Action, as_data, form_start, or_default, required
from companion.core.answers import Answers, Choice, Field, Form, Option, Step, Steps
from companion.core.dues import Event
from companion.core.state import Seat
from companion.core.words import Malformed, Text, refuse_if, text
from companion.games.animism import papers
from companion.games.animism.layout import LEVELS
from companion.games.animism.paying import each_once, marked_ways, payment_option, payments, ways_step
from companion.games.animism.pieces import (
    CELL,
    COLOURS,
    NONE,
    Colour,
    Four,
    by_name,
    four,
    minus,
    piece_name,
    resources_in_words,
)
from companion.games.animism.score import MOST
from companion.games.animism.sheets import printed
from companion.games.animism.state import AnimismState, Public
from companion.games.animism.work import DICE_PRICE, Work, too_dear, why_not_get, with_step, work_of, wrong_payment


class Buy(Action, frozen=True, tag="buy"):
    """A purchase: a piece by its ID, with the payment, or the single cell (ANIM-08, ANIM-09). After a roll of both dice it
    is one of the two pieces that they show (ANIM-17)."""

    piece: str | UnsetType = UNSET
    pay: dict[Colour, int] | UnsetType = UNSET

    def play(self, state: AnimismState, event: Event[Action]) -> AnimismState:
        seat, work = event.asked, work_of(state, event.asked)
        piece, pay = required(self.piece), valid_payment(or_default(self.pay, {}))
        if work.own.phase == "dice":
            return _bought_with_dice(state, seat, work, piece, pay)
        if piece == CELL:
            return with_piece_bought(state, seat, work, piece, NONE)
        refuse_if(why_not_buy(work, piece))
        refuse_if(wrong_payment(work.own.hand, pay, work.price(piece)))
        return with_piece_bought(state, seat, work, piece, pay)

    def words(self, public: Public, seat: Seat | None) -> Text:
        if self.piece is UNSET:
            return text("animism.told.buy")
        if not or_default(self.pay, {}):
            return text("animism.told.took", piece=piece_name(self.piece))
        return text("animism.told.bought", piece=piece_name(self.piece), resources=paid_in_words(self.pay))


def why_not_buy(work: Work, id_: str) -> Text | None:
    """Return the refusal if a seat cannot buy a piece of the frames, else None (ANIM-08, ANIM-12)."""
    return why_not_get(work, id_) or too_dear(work.own.hand, work.price(id_))


def why_not_buy_rolled(work: Work, id_: str) -> Text | None:
    """Return the refusal if a seat cannot buy this piece with its dice, else None (ANIM-17)."""
    if id_ not in work.faces().values():
        return text("animism.why.not_rolled")
    return why_not_get(work, id_) or too_dear(work.own.hand, DICE_PRICE)


def _bought_with_dice(state: AnimismState, seat: Seat, work: Work, piece: str, pay: Four) -> AnimismState:
    refuse_if(why_not_buy_rolled(work, piece))
    refuse_if(wrong_payment(work.own.hand, pay, DICE_PRICE))
    return with_piece_bought(state, seat, work, piece, pay)


def with_piece_bought(state: AnimismState, seat: Seat, work: Work, piece: str, pay: Four) -> AnimismState:
    """Return the state after a seat bought a piece, which it must draw next."""
    paper = papers.after_purchase(work.ground, work.paper, work.pen, piece)
    hand = minus(work.own.hand, pay)
    return with_step(state, seat, phase="draw", piece=piece, paid=pay, hand=hand, paper=paper)


def valid_payment(pay: dict[Colour, int]) -> Four:
    """Return a payment in the order of COLOURS. Raise Malformed if it names a colour with less than 1."""
    if not all(n > 0 for n in pay.values()):
        raise Malformed
    return four(pay)


def paid_in_words(pay: dict[Colour, int] | UnsetType) -> Text:
    """Return a payment in words, such as "2 red, 1 green"."""
    return resources_in_words(four(required(pay)))


def piece_option(piece: str, hand: Four, pay: Four, path: tuple[int, ...] = (), least: bool = False) -> Option:
    """Return the option that buys a piece with the payment `pay` out of `hand`. `least` says that no way to pay has fewer
    resources."""
    return payment_option(Buy(piece, by_name(pay)), hand, pay, path, least)


@dataclass(frozen=True, slots=True)
class _FramePiece:
    """A piece of the purchase frames: the refusal if the seat cannot buy it (`why`), or the ways to pay for it."""

    id: str
    level: int
    why: Text | None
    ways: tuple[Four, ...]


def ask_buy(work: Work) -> Answers:
    """Ask for the single cell, or for a level, a piece of it, and a payment (ANIM-08, ANIM-09)."""
    frame_pieces = _frame_pieces(work)
    ways = each_once(pay for piece in frame_pieces for pay in piece.ways)
    first = (Choice(piece_name(CELL), small=text("animism.ask.free")), *map(_level_choice, LEVELS))
    steps = (
        Step(first, 3, text("animism.ask.level")),
        Step(tuple(_piece_choice(work, piece.id) for piece in frame_pieces), 3, text("animism.ask.piece")),
        ways_step(ways),
    )
    options = [Option(as_data(Buy(CELL)), piece_name(CELL), path=(0,))]
    for i, piece in enumerate(frame_pieces):
        options += _piece_options(work, piece, i, ways)
    return Answers(
        steps=Steps(tuple(each for each in steps if each.choices), tuple(options), show_small=True),
        forms=(_any_piece_form(frame_pieces),),
    )


def _frame_pieces(work: Work) -> list[_FramePiece]:
    """Return all pieces of the frames, level after level. The ways to pay are worked out once for each price."""
    pieces = [piece for level in LEVELS for piece in work.ground.layout.pieces if piece.level == level]
    whys = {piece.id: why_not_buy(work, piece.id) for piece in pieces}
    prices = {id_: work.price(id_) for id_, why in whys.items() if why is None}
    costs = {price: payments(work.own.hand, price) for price in set(prices.values())}
    ways = {id_: costs[price] for id_, price in prices.items()}
    return [_FramePiece(piece.id, piece.level, whys[piece.id], ways.get(piece.id, ())) for piece in pieces]


def _level_choice(level: int) -> Choice:
    return Choice(text("animism.level", level=level))


def _piece_choice(work: Work, id_: str) -> Choice:
    return Choice(piece_name(id_), small=text("animism.ask.costs", price=work.price(id_)), shape=printed(work.public, id_))


def _piece_options(work: Work, piece: _FramePiece, place: int, ways: tuple[Four, ...]) -> list[Option]:
    """Return an option for each way to pay, or one blocked option with the refusal."""
    path = (piece.level, place)
    if piece.why is not None:
        return [Option(as_data(Buy(piece.id)), piece_name(piece.id), why=piece.why, path=path)]
    least = marked_ways(piece.ways)
    return [piece_option(piece.id, work.own.hand, pay, (*path, ways.index(pay)), pay in least) for pay in piece.ways]


def _any_piece_form(frame_pieces: list[_FramePiece]) -> Form:
    """Return a form for any piece and payment, for records and other clients. The rules refuse what is wrong."""
    pieces = tuple(piece.id for piece in frame_pieces)
    fields = (Field("piece", of=pieces), Field("pay", min=1, max=MOST, keys=COLOURS, optional=True))
    return Form(form_start(Buy), fields, text("animism.ask.done"), drawn=False)
