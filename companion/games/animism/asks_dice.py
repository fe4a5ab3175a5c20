"""Dice: how they are told, rolled again, and what is bought with them (ANIM-10, ANIM-17)."""

from collections.abc import Iterator
from itertools import product
from typing import Final

from companion.core.actions import begun, said
from companion.core.answers import Answers, Choice, Field, Form, Group, Option, Step, Steps
from companion.core.paper import Shape
from companion.core.words import Text, text
from companion.games.animism import forbids
from companion.games.animism.actions import Buy, Die, Reroll, Roll
from companion.games.animism.colours import COLOURS, Four, by_name, minus
from companion.games.animism.paying import payments, worth
from companion.games.animism.printed import FACES
from companion.games.animism.score import MOST
from companion.games.animism.sheets import printed
from companion.games.animism.stories import piece_name
from companion.games.animism.ways import bought, different, marked, paid, step
from companion.games.animism.work import DICE, FLAT, Work

MOST_ROLLS: Final = 6
"""So many re-rolls at once phones offer; who pays for more says so in a record."""


# What they show


def first(work: Work) -> Answers:
    """ANIM-10."""
    return Answers((_one(work, "black"),))


def both(work: Work) -> Answers:
    """ANIM-17: where that is too dear it is not offered."""
    if work.is_first_round:
        return Answers()
    if forbids.both_dice(work):
        fields = tuple(Field(die, min=1, max=FACES) for die in DICE)
        return Answers(forms=(Form(begun(Roll), fields, text("animism.ask.done"), drawn=False),))
    return Answers(steps=_two(work), hint=text("animism.ask.extra_hint"))


def _two(work: Work) -> Steps:
    faces = range(1, FACES + 1)
    options = tuple(
        Option(said(Roll(black, white)), text("animism.ask.rolled", black=black, white=white), path=(black - 1, white - 1))
        for black, white in product(faces, faces)
    )
    return Steps(tuple(_die(work, die) for die in DICE), options)


def _die(work: Work, die: Die) -> Step:
    choices = tuple(_face(work, die, n) for n in range(1, FACES + 1))
    return Step(choices, 3, text(f"animism.ask.roll_{die}"))


def _face(work: Work, die: Die, n: int) -> Choice:
    return Choice(text("animism.number", n=n), small=_piece(work, die, n), shape=_shape(work, die, n))


def _piece(work: Work, die: Die, n: int) -> Text | None:
    """The name of the piece, but where it is the number that stands above it."""
    name = work.pieces(die)[n - 1]
    return None if name == str(n) else piece_name(name)


def _shape(work: Work, die: Die, n: int) -> Shape:
    return printed(work.public, work.pieces(die)[n - 1])


def _one(work: Work, die: Die) -> Group:
    return Group(tuple(_rolled(work, die, n) for n in range(1, FACES + 1)), 3, title=text(f"animism.ask.roll_{die}"))


def _rolled(work: Work, die: Die, n: int) -> Option:
    words = text("animism.number", n=n)
    return Option(_shows(die, n), words, small=_piece(work, die, n), shape=_shape(work, die, n))


def _shows(die: Die, n: int) -> dict[str, object]:
    return said(Roll(black=n) if die == "black" else Roll(white=n))


# What is done with them


def shown(work: Work) -> Answers:
    """Dice that must be rolled again, and else a piece of the two, or another roll for more resources."""
    free = work.rolled_again()
    if len(free) == len(DICE):
        return Answers(steps=_two(work), question=text("animism.ask.roll_both_again"))
    if free:
        return Answers((_one(work, free[0]),), question=text("animism.ask.roll_again", die=text(f"animism.die.{free[0]}")))
    dice = work.own.dice
    assert dice is not None
    paid = (_one(work, dice.paid),) if dice.paid and dice.left else ()
    return Answers(
        (*paid, *_offered(work)),
        steps=_rerolls(work) if any(work.own.hand) else None,
        forms=tuple(_told(work)),
        question=text("animism.ask.dice"),
    )


def _offered(work: Work) -> Iterator[Group]:
    """The pieces that the dice show, in each way to pay for them."""
    hand = work.own.hand
    for die, piece in work.faces().items():
        why = forbids.rolled_piece(work, piece)
        blocked = (Option(said(Buy(piece)), piece_name(piece), why=why),)
        ways = payments(hand, FLAT)
        options = blocked if why else tuple(bought(piece, hand, pay, least=pay in marked(ways)) for pay in ways)
        title = text("animism.ask.rolled_piece", die=text(f"animism.die.{die}"), piece=piece_name(piece))
        yield Group(options, 1, title=title)


def _rerolls(work: Work) -> Steps:
    """Which die, how many rolls, and what for."""
    hand = work.own.hand
    rolls = range(1, min(worth(hand), MOST_ROLLS) + 1)
    found = [(n, pay) for n in rolls for pay in payments(hand, n) if worth(pay) == n]
    numbers, ways = sorted({n for n, _ in found}), different(pay for _, pay in found)
    steps = (
        Step(tuple(Choice(text(f"animism.die.{die}")) for die in DICE), 2, text("animism.ask.reroll")),
        Step(tuple(Choice(text("animism.ask.rolls", count=n)) for n in numbers), 3, text("animism.ask.how_often")),
        step(ways),
    )
    options = tuple(
        _rerolled(hand, die, pay, (i, numbers.index(n), ways.index(pay))) for i, die in enumerate(DICE) for n, pay in found
    )
    return Steps(steps, options, tells=True)


def _rerolled(hand: Four, die: Die, pay: Four, path: tuple[int, ...]) -> Option:
    """ANIM-17: what spoils the purchase is asked once more."""
    spoils = worth(minus(hand, pay)) < FLAT
    return paid(
        Reroll(die, by_name(pay)), hand, pay, path, confirm=text("animism.ask.spoils", price=FLAT) if spoils else None
    )


def _told(work: Work) -> Iterator[Form]:
    """Any payment, for records and other clients: the rules say why it cannot be."""
    pay = Field("pay", min=1, max=MOST, keys=COLOURS)
    words = text("animism.ask.done")
    yield Form(begun(Reroll), (Field("die", of=DICE), pay), words, drawn=False)
    pieces = tuple(piece.id for piece in work.ground.layout.pieces)
    yield Form(begun(Buy), (Field("piece", of=pieces), pay), words, drawn=False)
