"""A turn with the sheets on phones, step by step (ANIM-08 to ANIM-17, ANIM-25)."""

from dataclasses import replace

from msgspec import UNSET

from companion.core.actions import known, otherwise
from companion.core.dues import Event
from companion.core.game import Pick
from companion.core.state import Seat, of_seat
from companion.core.words import Malformed, insist
from companion.games.animism import forbids, papers
from companion.games.animism.actions import CELL, Bonus, Buy, Die, Draw, Mark, Reroll, Roll
from companion.games.animism.colours import NONE, Colour, Four, four, minus, plus
from companion.games.animism.paying import worth
from companion.games.animism.printed import FACES
from companion.games.animism.state import AnimismState, Dice, Drawn
from companion.games.animism.work import DICE, FLAT, Work, work_of


def step(state: AnimismState, seat: Seat, **changes: object) -> AnimismState:
    """The state with one more step of a seat's turn."""
    return of_seat(state, seat, steps=state.own[seat].steps + 1, **changes)


# Dice


def to_roll(work: Work) -> tuple[Die, ...]:
    """The dice that this step takes a roll of: ANIM-10 in the first round, ANIM-17 later."""
    own = work.own
    if own.phase == "die":
        return ("black",)
    if own.phase == "choose":
        return () if work.is_first_round or forbids.both_dice(work) else DICE
    if own.phase != "dice" or own.dice is None:
        return ()
    return work.rolled_again() or ((own.dice.paid,) if own.dice.paid and own.dice.left else ())


def rolled(work: Work, pick: Pick) -> Roll:
    """What the box rolls, where the dice stay in the game's box."""
    dice = {die: pick(FACES) + 1 for die in to_roll(work)}
    return Roll(black=dice.get("black", UNSET), white=dice.get("white", UNSET))


def roll(state: AnimismState, event: Event[Roll]) -> AnimismState:
    """Exactly the dice that are asked for: ANIM-10 in the first round, ANIM-17 later."""
    work, told = work_of(state, event.asked), event.action
    if work.own.phase == "die":
        return _first_die(state, event.asked, work, known(told.black))
    before = work.own.dice
    if before is None:
        insist(forbids.both_dice(work))
        return step(state, event.asked, phase="dice", dice=Dice(known(told.black), known(told.white)))
    dice = replace(before, black=otherwise(told.black, before.black), white=otherwise(told.white, before.white))
    return step(state, event.asked, dice=dice if work.rolled_again() else replace(dice, left=dice.left - 1))


def _first_die(state: AnimismState, seat: Seat, work: Work, number: int) -> AnimismState:
    """ANIM-10: the die's piece, free, or the die once more."""
    piece = work.pieces("black")[number - 1]
    if not work.is_drawable(piece):
        return step(state, seat)
    return _bought(state, seat, work, piece, NONE)


def reroll(state: AnimismState, event: Event[Reroll]) -> AnimismState:
    """ANIM-17: as many rolls of one die as is paid for; those of the payment before are lost."""
    seat, own, pay = event.asked, state.own[event.asked], _paid(known(event.action.pay))
    insist(forbids.reroll(own.hand, pay))
    assert own.dice is not None
    dice = replace(own.dice, paid=known(event.action.die), left=worth(pay))
    return step(state, seat, hand=minus(own.hand, pay), dice=dice)


# A piece


def buy(state: AnimismState, event: Event[Buy]) -> AnimismState:
    """ANIM-08, ANIM-09, or ANIM-17 with the dice: the piece is painted as bought, and to be drawn."""
    seat, work = event.asked, work_of(state, event.asked)
    piece, pay = known(event.action.piece), _paid(otherwise(event.action.pay, {}))
    if work.own.phase == "dice":
        return _bought_with_dice(state, seat, work, piece, pay)
    if piece == CELL:
        return _bought(state, seat, work, piece, NONE)
    insist(forbids.piece(work, piece))
    insist(forbids.payment(work.own.hand, pay, work.price(piece)))
    return _bought(state, seat, work, piece, pay)


def _bought_with_dice(state: AnimismState, seat: Seat, work: Work, piece: str, pay: Four) -> AnimismState:
    insist(forbids.rolled_piece(work, piece))
    insist(forbids.payment(work.own.hand, pay, FLAT))
    return _bought(state, seat, work, piece, pay)


def _bought(state: AnimismState, seat: Seat, work: Work, piece: str, pay: Four) -> AnimismState:
    paper = papers.after_purchase(work.ground, work.paper, work.pen, piece)
    hand = minus(work.own.hand, pay)
    return step(state, seat, phase="draw", piece=piece, paid=pay, hand=hand, paper=paper)


def _paid(pay: dict[Colour, int]) -> Four:
    """Of what is paid each colour is named with 1 or more. Raises Malformed."""
    if not all(n > 0 for n in pay.values()):
        raise Malformed
    return four(pay)


def draw(state: AnimismState, event: Event[Draw]) -> AnimismState:
    """ANIM-12 to ANIM-16: what the edges paint, the level, and the gains."""
    seat, work = event.asked, work_of(state, event.asked)
    cells = [(row, col) for row, col in known(event.action.cells)]
    own, piece = work.own, work.own.piece
    assert piece is not None
    insist(forbids.drawing(work, piece, cells))
    board = work.ground.board(cells)
    done = papers.after_drawing(work.ground, work.paper, work.pen, board)
    drawn = Drawn(piece, board, own.paid, done.gains, done.opened, extra=own.dice is not None)
    return step(
        state,
        seat,
        phase="closing" if work.is_first_round or own.dice else "choose",
        piece=None,
        paid=NONE,
        dice=None,
        paper=done.paper,
        hand=plus(own.hand, done.gains),
        drawn=(*own.drawn, drawn),
    )


# The advanced rule


def bonus(state: AnimismState, event: Event[Bonus]) -> AnimismState:
    """ANIM-25."""
    work = work_of(state, event.asked)
    mark: Mark = known(event.action.mark)
    insist(forbids.bonus(work))
    return step(state, event.asked, bonus=mark, paper=papers.circled(work.paper, mark))
