"""A seat at work on the sheet in front of it: all that its answers rest on, and nothing of another seat's."""

from dataclasses import dataclass
from typing import Final

from companion.core.state import Seat, changed, with_own
from companion.core.words import Text, text
from companion.games.animism import papers, placing
from companion.games.animism.ground import Ground, Shape
from companion.games.animism.papers import Paper
from companion.games.animism.paying import payments, worth
from companion.games.animism.pieces import CELL, Die, Four
from companion.games.animism.state import AnimismState, Own, Public, pen, place_of

FLAT: Final = 10
"""ANIM-17: what a piece costs that the dice show."""


@dataclass(frozen=True, slots=True)
class Work:
    """What lies open, and what the seat has of its own. It rests on the sheet's being known: phones hold the sheets."""

    public: Public
    own: Own
    place: int

    @property
    def paper(self) -> Paper:
        """The sheet, with all that the seat has done there."""
        assert self.own.paper is not None
        return self.own.paper

    @property
    def ground(self) -> Ground:
        """Its layout."""
        return self.public.ground

    @property
    def pen(self) -> int:
        """The seat's colour, by its place in COLOURS."""
        return pen(self.public, self.place)

    @property
    def is_first_round(self) -> bool:
        """ANIM-10, ANIM-13."""
        return self.public.round == 1

    def shape(self, piece: str) -> Shape:
        """A piece in all ways to turn it."""
        return self.ground.shapes[piece]

    def spots(self, piece: str) -> placing.Spots:
        """ANIM-12: where a piece may lie."""
        return placing.spots(self.ground, self.paper, self.shape(piece), first=self.is_first_round)

    def fits(self, piece: str) -> bool:
        """Whether it may lie anywhere."""
        return any(self.spots(piece))

    def is_sold_out(self, piece: str) -> bool:
        """ANIM-08: all its cells are painted."""
        return papers.is_sold_out(self.ground, self.paper, piece)

    def is_open(self, piece: str) -> bool:
        """ANIM-08, ANIM-15: its level is 1, or ticked."""
        return papers.is_open(self.paper, self.pen, self.shape(piece).level, self.public.options.strict_levels)

    def price(self, piece: str) -> int:
        """ANIM-08."""
        return papers.price(self.ground, self.paper, piece)

    def pieces(self, die: Die) -> tuple[str, ...]:
        """What a die's numbers stand for."""
        layout = self.ground.layout
        return layout.black if die == "black" else layout.white

    def is_drawable(self, piece: str) -> bool:
        """ANIM-10: it can be bought and drawn, whatever it costs."""
        return not self.is_sold_out(piece) and self.fits(piece)

    def faces(self) -> dict[Die, str]:
        """ANIM-17: the pieces that the dice show."""
        dice = self.own.dice
        if dice is None:
            return {}
        return {"black": self.pieces("black")[dice.black - 1], "white": self.pieces("white")[dice.white - 1]}

    def rolled_again(self) -> tuple[Die, ...]:
        """ANIM-17: the dice that must be rolled again free: their piece is fully painted, and not all their six are."""
        return tuple(die for die, piece in self.faces().items() if self.is_sold_out(piece) and not self._is_empty(die))

    def _is_empty(self, die: Die) -> bool:
        return all(map(self.is_sold_out, self.pieces(die)))


def work_of(state: AnimismState, seat: Seat) -> Work:
    """A seat's, from the state."""
    return Work(state.public, state.own[seat], place_of(state.public, seat))


def to_begin(work: Work) -> Own:
    """ANIM-10: what a turn begins with. In the first round the black die is rolled if it has a piece that can be drawn; else
    there is the single cell; and where not even that fits, nothing to buy or draw."""
    own = work.own
    if not work.fits(CELL):
        return changed(own, phase="closing" if work.is_first_round else "choose")
    if not work.is_first_round:
        return changed(own, phase="buy")
    if any(map(work.is_drawable, work.pieces("black"))):
        return changed(own, phase="die")
    return changed(own, phase="draw", piece=CELL)


def cannot_get(work: Work, id_: str) -> Text | None:
    """Return why a piece cannot be had at any price: sold out, of a closed level, or too large."""
    if work.is_sold_out(id_):
        return text("animism.why.sold_out")
    if not work.is_open(id_):
        return text("animism.why.locked", level=work.shape(id_).level)
    return None if work.fits(id_) else text("animism.why.fits_nowhere")


def too_dear(hand: Four, price: int) -> Text | None:
    """Return why a hand cannot pay a price, or None."""
    return None if worth(hand) >= price else text("animism.why.too_dear", price=price, worth=worth(hand))


def wrong_payment(hand: Four, pay: Four, price: int) -> Text | None:
    """ANIM-11: enough, and none too many."""
    return None if pay in payments(hand, price) else text("animism.why.other_payment", price=price)


def with_step(state: AnimismState, seat: Seat, **changes: object) -> AnimismState:
    """The state with one more step of a seat's turn."""
    return with_own(state, seat, steps=state.own[seat].steps + 1, **changes)
