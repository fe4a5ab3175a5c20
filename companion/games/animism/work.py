"""A seat at work on the sheet in front of it. Its answers depend only on what is here, and nothing here is another seat's
secret."""

from dataclasses import dataclass
from typing import Final

from companion.core.state import Seat, changed, with_own
from companion.core.words import Text, text
from companion.games.animism import papers, placing
from companion.games.animism.ground import Geometry, PieceTurns
from companion.games.animism.papers import Paper
from companion.games.animism.paying import payments, worth
from companion.games.animism.pieces import CELL, Die, Four
from companion.games.animism.state import AnimismState, Own, Public, pen, place_of

DICE_PRICE: Final = 10
"""The price of a piece that the dice show (ANIM-17)."""


@dataclass(frozen=True, slots=True)
class Work:
    """The public state, and what one seat alone knows. The sheets must be on phones."""

    public: Public
    own: Own
    place: int

    @property
    def paper(self) -> Paper:
        """The sheet in front of the seat, with all that it has drawn there."""
        assert self.own.paper is not None
        return self.own.paper

    @property
    def ground(self) -> Geometry:
        """The geometry of the sheet."""
        return self.public.ground

    @property
    def pen(self) -> int:
        """The seat's colour, as its index in COLOURS."""
        return pen(self.public, self.place)

    @property
    def is_first_round(self) -> bool:
        """True if the rules of the first round apply (ANIM-10, ANIM-13)."""
        return self.public.round == 1

    def shape(self, piece: str) -> PieceTurns:
        """Return the shape of a piece, in all its turns."""
        return self.ground.shapes[piece]

    def spots(self, piece: str) -> placing.Spots:
        """Return the places where a piece may be drawn (ANIM-12)."""
        return placing.spots(self.ground, self.paper, self.shape(piece), first=self.is_first_round)

    def fits(self, piece: str) -> bool:
        """Return True if a piece may be drawn anywhere."""
        return any(self.spots(piece))

    def is_sold_out(self, piece: str) -> bool:
        """Return True if all cells of a piece in its frame are painted (ANIM-08)."""
        return papers.is_sold_out(self.ground, self.paper, piece)

    def is_open(self, piece: str) -> bool:
        """Return True if the seat may buy pieces of this piece's level (ANIM-08, ANIM-15)."""
        return papers.is_open(self.paper, self.pen, self.shape(piece).level, self.public.options.strict_levels)

    def price(self, piece: str) -> int:
        """Return the present price of a piece (ANIM-08)."""
        return papers.price(self.ground, self.paper, piece)

    def pieces(self, die: Die) -> tuple[str, ...]:
        """Return the pieces that a die's numbers show, from 1 to 6."""
        layout = self.ground.layout
        return layout.black if die == "black" else layout.white

    def is_drawable(self, piece: str) -> bool:
        """Return True if a piece is not sold out and may be drawn somewhere (ANIM-10)."""
        return not self.is_sold_out(piece) and self.fits(piece)

    def faces(self) -> dict[Die, str]:
        """Return the pieces that the dice show (ANIM-17)."""
        dice = self.own.dice
        if dice is None:
            return {}
        return {"black": self.pieces("black")[dice.black - 1], "white": self.pieces("white")[dice.white - 1]}

    def rolled_again(self) -> tuple[Die, ...]:
        """Return the dice that must be rolled again without payment (ANIM-17): the piece that such a die shows is sold out,
        and at least one of its other pieces is not."""
        return tuple(die for die, piece in self.faces().items() if self.is_sold_out(piece) and not self._is_empty(die))

    def _is_empty(self, die: Die) -> bool:
        return all(map(self.is_sold_out, self.pieces(die)))


def work_of(state: AnimismState, seat: Seat) -> Work:
    """Return the work of a seat."""
    return Work(state.public, state.own[seat], place_of(state.public, seat))


def own_at_start(work: Work) -> Own:
    """Return the seat's private state at the start of its turn. In the first round the seat rolls the black die, or draws
    the single cell if no piece of that die can be drawn (ANIM-10). In later rounds it buys. If not even the single cell
    fits, the seat draws nothing."""
    own = work.own
    if not work.fits(CELL):
        return changed(own, phase="closing" if work.is_first_round else "choose")
    if not work.is_first_round:
        return changed(own, phase="buy")
    if any(map(work.is_drawable, work.pieces("black"))):
        return changed(own, phase="die")
    return changed(own, phase="draw", piece=CELL)


def why_not_get(work: Work, id_: str) -> Text | None:
    """Return the refusal if a piece is sold out, its level is closed, or it fits nowhere, else None."""
    if work.is_sold_out(id_):
        return text("animism.why.sold_out")
    if not work.is_open(id_):
        return text("animism.why.locked", level=work.shape(id_).level)
    return None if work.fits(id_) else text("animism.why.fits_nowhere")


def too_dear(hand: Four, price: int) -> Text | None:
    """Return the refusal if a hand cannot pay a price, else None."""
    have = worth(hand)
    return None if have >= price else text("animism.why.too_dear", price=price, worth=have, n=price - have)


def wrong_payment(hand: Four, pay: Four, price: int) -> Text | None:
    """Return the refusal if `pay` is no payment of the price, else None. It must reach the price with no resource too many
    (ANIM-11)."""
    return None if pay in payments(hand, price) else text("animism.why.other_payment", price=price)


def with_step(state: AnimismState, seat: Seat, **changes: object) -> AnimismState:
    """Return the state with these changes of a seat's private state, and its steps counted one higher."""
    return with_own(state, seat, steps=state.own[seat].steps + 1, **changes)
