"""Why something may not be done now: the same words on an answer that is blocked and in a refusal."""

from collections.abc import Collection

from companion.core.words import Text, text
from companion.games.animism import placing
from companion.games.animism.colours import Four
from companion.games.animism.paying import payments, worth
from companion.games.animism.printed import Cell
from companion.games.animism.work import FLAT, Work


def piece(work: Work, id_: str) -> Text | None:
    """ANIM-08, ANIM-12: a piece of the frames."""
    return _drawable(work, id_) or _dear(work.own.hand, work.price(id_))


def rolled_piece(work: Work, id_: str) -> Text | None:
    """ANIM-17: a piece that the dice show."""
    if id_ not in work.faces().values():
        return text("animism.why.not_rolled")
    return _drawable(work, id_) or _dear(work.own.hand, FLAT)


def _drawable(work: Work, id_: str) -> Text | None:
    if work.is_sold_out(id_):
        return text("animism.why.sold_out")
    if not work.is_open(id_):
        return text("animism.why.locked", level=work.shape(id_).level)
    return None if work.fits(id_) else text("animism.why.fits_nowhere")


def _dear(hand: Four, price: int) -> Text | None:
    return None if worth(hand) >= price else text("animism.why.too_dear", price=price, worth=worth(hand))


def payment(hand: Four, pay: Four, price: int) -> Text | None:
    """ANIM-11: enough, and none too many."""
    return None if pay in payments(hand, price) else text("animism.why.other_payment", price=price)


def reroll(hand: Four, pay: Four) -> Text | None:
    """ANIM-17: any resources at hand, at least one."""
    if not any(pay):
        return text("animism.why.pay_something")
    return None if all(n <= held for n, held in zip(pay, hand, strict=True)) else text("animism.why.not_at_hand")


def drawing(work: Work, id_: str, cells: Collection[Cell]) -> Text | None:
    """ANIM-12, ANIM-13."""
    why = placing.hindrance(work.ground, work.paper, work.shape(id_), cells, first=work.is_first_round)
    return None if why is None else hindrance(why)


def hindrance(why: placing.Hindrance) -> Text:
    """What lies there, or lacks."""
    return text(f"animism.hindrance.{why}")


def both_dice(work: Work) -> Text | None:
    """ANIM-17: the extra action."""
    return _dear(work.own.hand, FLAT)


def done(work: Work) -> Text | None:
    """ANIM-05: what is bought must be drawn, and what must be rolled again is rolled."""
    if work.own.phase in ("die", "buy", "draw"):
        return text(f"animism.why.first_{work.own.phase}")
    return text("animism.why.first_roll") if work.rolled_again() else None


def bonus(work: Work) -> Text | None:
    """ANIM-25: once a game for each seat, on a sheet that has no mark."""
    if work.own.bonus or work.public.circled[work.place]:
        return text("animism.why.bonus_used")
    return text("animism.why.sheet_circled") if work.paper.mark else None
