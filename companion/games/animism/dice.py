"""The dice: free and paid rolls, and the pieces that seats buy after a roll (ANIM-10, ANIM-17)."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Final

from msgspec import UNSET, UnsetType

from companion.core.actions import Action, as_data, form_start, or_default, required
from companion.core.answers import SKIPPED, Answers, Choice, Field, Form, Group, Option, Step, Steps
from companion.core.dues import Event
from companion.core.game import Pick
from companion.core.state import Seat
from companion.core.words import Text, listed, refuse_if, text
from companion.games.animism import buying
from companion.games.animism.buying import Buy, paid_in_words, piece_option, valid_payment, with_piece_bought
from companion.games.animism.layout import FACES
from companion.games.animism.paying import each_once, marked_ways, payment_option, payments, ways_step, worth
from companion.games.animism.pieces import COLOURS, DICE, NONE, Colour, Die, Four, by_name, minus, piece_name
from companion.games.animism.score import MOST
from companion.games.animism.sheets import printed
from companion.games.animism.state import AnimismState, Dice, Public
from companion.games.animism.work import DICE_PRICE, Work, too_dear, with_step, work_of
from companion.kits.paper import Shape


class Roll(Action, frozen=True, tag="roll"):
    """The numbers that the dice show, for exactly the dice that the seat's step asks for (ANIM-10, ANIM-17)."""

    black: int | UnsetType = UNSET
    white: int | UnsetType = UNSET

    def play(self, state: AnimismState, event: Event[Action]) -> AnimismState:
        work = work_of(state, event.asked)
        if work.own.phase == "die":
            return _first_die(state, event.asked, work, required(self.black))
        before = work.own.dice
        if before is None:
            refuse_if(why_not_roll_both(work))
            return with_step(state, event.asked, phase="dice", dice=Dice(required(self.black), required(self.white)))
        dice = replace(before, black=or_default(self.black, before.black), white=or_default(self.white, before.white))
        return with_step(state, event.asked, dice=dice if work.rolled_again() else replace(dice, left=dice.left - 1))

    def words(self, public: Public, seat: Seat | None) -> Text:
        shown = [
            text(f"animism.told.{die}", n=n) for die, n in (("black", self.black), ("white", self.white)) if n is not UNSET
        ]
        return text("animism.told.rolled", dice=listed(shown)) if shown else text("animism.told.roll")


class Reroll(Action, frozen=True, tag="reroll"):
    """A payment to roll one die again: one roll for each point that the payment is worth (ANIM-17). Rolls that are left from
    an earlier payment are lost."""

    die: Die | UnsetType = UNSET
    pay: dict[Colour, int] | UnsetType = UNSET

    def play(self, state: AnimismState, event: Event[Action]) -> AnimismState:
        seat, own, pay = event.asked, state.own[event.asked], valid_payment(required(self.pay))
        refuse_if(why_not_reroll(own.hand, pay))
        assert own.dice is not None
        dice = replace(own.dice, paid=required(self.die), left=worth(pay))
        return with_step(state, seat, hand=minus(own.hand, pay), dice=dice)

    def words(self, public: Public, seat: Seat | None) -> Text:
        if self.die is UNSET:
            return text("animism.told.reroll")
        die = text(f"animism.die.{self.die}")
        return text("animism.told.rerolled", die=die, resources=paid_in_words(self.pay))


def why_not_reroll(hand: Four, pay: Four) -> Text | None:
    """Return the refusal if a payment buys no roll, else None. A payment has at least one resource, and no more than the
    hand has (ANIM-17)."""
    if not any(pay):
        return text("animism.why.pay_something")
    return None if all(n <= held for n, held in zip(pay, hand, strict=True)) else text("animism.why.not_at_hand")


def why_not_roll_both(work: Work) -> Text | None:
    """Return the refusal if a seat cannot pay for the extra action, else None (ANIM-17)."""
    return too_dear(work.own.hand, DICE_PRICE)


def to_roll(work: Work) -> tuple[Die, ...]:
    """Return the dice that this step asks for (ANIM-10 in the first round, ANIM-17 later)."""
    own = work.own
    if own.phase == "die":
        return ("black",)
    if own.phase == "choose":
        return () if work.is_first_round or why_not_roll_both(work) else DICE
    if own.phase != "dice" or own.dice is None:
        return ()
    return work.rolled_again() or ((own.dice.paid,) if own.dice.paid and own.dice.left else ())


def box_roll(work: Work, pick: Pick) -> Roll:
    """Return random numbers for the dice that this step asks for."""
    dice = {die: pick(FACES) + 1 for die in to_roll(work)}
    return Roll(black=dice.get("black", UNSET), white=dice.get("white", UNSET))


def _first_die(state: AnimismState, seat: Seat, work: Work, number: int) -> AnimismState:
    """Return the state in which the seat has the die's piece, which costs nothing. If that piece cannot be drawn, the seat
    rolls again (ANIM-10)."""
    piece = work.pieces("black")[number - 1]
    if not work.is_drawable(piece):
        return with_step(state, seat)
    return with_piece_bought(state, seat, work, piece, NONE)


MOST_ROLLS: Final = 6
"""The most paid rolls that a phone offers in one payment. A record may pay for more."""


def ask_first_roll(work: Work) -> Answers:
    """Ask for the black die (ANIM-10)."""
    return Answers((_one_die(work, "black"),))


def ask_both(work: Work) -> Answers:
    """Ask for both dice (ANIM-17). If the seat cannot pay, no screen shows the question, but the form stays, so that a
    record is refused with the reason."""
    if work.is_first_round:
        return Answers()
    if why_not_roll_both(work):
        fields = tuple(Field(die, min=1, max=FACES) for die in DICE)
        return Answers(forms=(Form(form_start(Roll), fields, text("animism.ask.done"), drawn=False),))
    return Answers(steps=_both_dice(work))


def _both_dice(work: Work) -> Steps:
    faces = range(1, FACES + 1)
    options = tuple(
        Option(
            as_data(Roll(black, white)), text("animism.ask.rolled", black=black, white=white), path=(black - 1, white - 1)
        )
        for black, white in product(faces, faces)
    )
    return Steps(tuple(_die_step(work, die) for die in DICE), options)


def _die_step(work: Work, die: Die) -> Step:
    choices = tuple(_face(work, die, n) for n in range(1, FACES + 1))
    return Step(choices, 3, text(f"animism.ask.roll_{die}"))


def _face(work: Work, die: Die, n: int) -> Choice:
    return Choice(text("animism.number", n=n), small=_piece(work, die, n), shape=_shape(work, die, n))


def _piece(work: Work, die: Die, n: int) -> Text | None:
    """Return the name of the piece that a number of a die shows, or None if its name is that number."""
    name = work.pieces(die)[n - 1]
    return None if name == str(n) else piece_name(name)


def _shape(work: Work, die: Die, n: int) -> Shape:
    return printed(work.public, work.pieces(die)[n - 1])


def _one_die(work: Work, die: Die) -> Group:
    return Group(tuple(_rolled(work, die, n) for n in range(1, FACES + 1)), 3, title=text(f"animism.ask.roll_{die}"))


def _rolled(work: Work, die: Die, n: int) -> Option:
    words = text("animism.number", n=n)
    return Option(_shows(die, n), words, small=_piece(work, die, n), shape=_shape(work, die, n))


def _shows(die: Die, n: int) -> dict[str, object]:
    return as_data(Roll(black=n) if die == "black" else Roll(white=n))


def ask_rolled(work: Work) -> Answers:
    """Ask for the dice that must be rolled again. If there are none, ask which of the shown pieces the seat buys, or for
    which rolls it pays."""
    free = work.rolled_again()
    if len(free) == len(DICE):
        return Answers(steps=_both_dice(work), question=text("animism.ask.roll_both_again"))
    if free:
        return Answers(
            (_one_die(work, free[0]),), question=text("animism.ask.roll_again", die=text(f"animism.die.{free[0]}"))
        )
    dice = work.own.dice
    assert dice is not None
    paid = (_one_die(work, dice.paid),) if dice.paid and dice.left else ()
    return Answers(paid, steps=_extra(work), forms=tuple(_any_payment_forms(work)))


def _extra(work: Work) -> Steps:
    """Return the steps of the extra action: a piece or a die, for a die how often it is rolled, and the payment."""
    hand, faces = work.own.hand, work.faces()
    rolls = range(1, min(worth(hand), MOST_ROLLS) + 1)
    again = [(n, pay) for n in rolls for pay in payments(hand, n) if worth(pay) == n]
    numbers = sorted({n for n, _ in again})
    ways = each_once((*payments(hand, DICE_PRICE), *(pay for _, pay in again)))
    dice = tuple(Choice(text("animism.ask.reroll", die=text(f"animism.die.{die}"))) for die in DICE if again)
    steps = (
        Step((*(_rolled_piece(work, die, piece) for die, piece in faces.items()), *dice), 2, text("animism.ask.dice")),
        Step(tuple(Choice(text("animism.ask.rolls", count=n)) for n in numbers), 3, text("animism.ask.how_often")),
        ways_step(ways),
    )
    options = [option for i, piece in enumerate(faces.values()) for option in _offered(work, piece, i, ways)]
    for i, die in enumerate(DICE, len(faces)):
        options += [_rerolled(hand, die, pay, (i, numbers.index(n), ways.index(pay))) for n, pay in again]
    return Steps(tuple(each for each in steps if each.choices), tuple(options), show_small=True)


def _rolled_piece(work: Work, die: Die, piece: str) -> Choice:
    small = text("animism.ask.rolled_piece", die=text(f"animism.die.{die}"), price=DICE_PRICE)
    return Choice(piece_name(piece), small=small, shape=printed(work.public, piece))


def _offered(work: Work, piece: str, place: int, ways: tuple[Four, ...]) -> list[Option]:
    """Return a tap for each way to pay for a piece that the dice show, or one blocked tap with the reason."""
    why = buying.why_not_buy_rolled(work, piece)
    if why is not None:
        return [Option(as_data(Buy(piece)), piece_name(piece), why=why, path=(place,))]
    hand, found = work.own.hand, payments(work.own.hand, DICE_PRICE)
    least = marked_ways(found)
    return [piece_option(piece, hand, pay, (place, SKIPPED, ways.index(pay)), pay in least) for pay in found]


def _rerolled(hand: Four, die: Die, pay: Four, path: tuple[int, ...]) -> Option:
    """Return the option that pays for rolls. It asks for a second tap if too little would be left to buy a piece
    (ANIM-17)."""
    leaves_too_little = worth(minus(hand, pay)) < DICE_PRICE
    return payment_option(
        Reroll(die, by_name(pay)),
        hand,
        pay,
        path,
        confirm=text("animism.ask.spoils", price=DICE_PRICE) if leaves_too_little else None,
    )


def _any_payment_forms(work: Work) -> Iterator[Form]:
    """Yield forms for any payment, for records and other clients. The rules refuse what is wrong."""
    pay = Field("pay", min=1, max=MOST, keys=COLOURS)
    words = text("animism.ask.done")
    yield Form(form_start(Reroll), (Field("die", of=DICE), pay), words, drawn=False)
    pieces = tuple(piece.id for piece in work.ground.layout.pieces)
    yield Form(form_start(Buy), (Field("piece", of=pieces), pay), words, drawn=False)
