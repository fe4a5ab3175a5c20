"""What may be answered in a turn with the sheets on phones, and how each step is laid out."""

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from companion.core.action import begun, said
from companion.core.answers import Answers, Choice, Field, Form, Group, Option, Step, Steps
from companion.core.words import text
from companion.games.animism import asks_dice, asks_draw, forbids
from companion.games.animism.actions import CELL, Bonus, Buy, Done
from companion.games.animism.colours import COLOURS, Four
from companion.games.animism.papers import MARKS
from companion.games.animism.paying import payments
from companion.games.animism.printed import LEVELS
from companion.games.animism.score import MOST
from companion.games.animism.sheets import printed
from companion.games.animism.state import Own, Phase, Public
from companion.games.animism.stories import piece_name
from companion.games.animism.ways import bought, different, marked, step
from companion.games.animism.work import Work


def answers(public: Public, own: Own, place: int) -> Answers:
    """What a seat may answer at its step."""
    work = Work(public, own, place)
    return _with_bonus(work, msgspec.structs.replace(PHASES[own.phase](work), main=_done(work)))


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


def _buy(work: Work) -> Answers:
    """ANIM-08, ANIM-09: the single cell, or a level, a piece of it, and what is paid."""
    levels = [level for level in LEVELS if _pieces(work, level)]
    first = (Choice(piece_name(CELL), small=text("animism.ask.free")), *map(_level, levels))
    pieces = [id_ for level in levels for id_ in _pieces(work, level)]
    ways = different(pay for id_ in pieces for pay in _ways(work, id_))
    options = [Option(said(Buy(CELL)), piece_name(CELL), path=(0,))]
    for i, id_ in enumerate(pieces):
        options += _options(work, id_, (1 + levels.index(work.shape(id_).level), i), ways)
    steps = (
        Step(first, 2, text("animism.ask.level")),
        Step(tuple(_piece(work, id_) for id_ in pieces), 3, text("animism.ask.piece")),
        step(ways),
    )
    return Answers(
        steps=Steps(tuple(each for each in steps if each.choices), tuple(options)),
        forms=(_told(pieces),),
        question=text("animism.ask.buy"),
    )


def _pieces(work: Work, level: int) -> list[str]:
    return [piece.id for piece in work.ground.layout.pieces if piece.level == level]


def _level(level: int) -> Choice:
    return Choice(text("animism.level", level=level))


def _piece(work: Work, id_: str) -> Choice:
    return Choice(piece_name(id_), small=text("animism.ask.costs", price=work.price(id_)), shape=printed(work.public, id_))


def _ways(work: Work, id_: str) -> tuple[Four, ...]:
    return () if forbids.piece(work, id_) else payments(work.own.hand, work.price(id_))


def _options(work: Work, id_: str, path: tuple[int, int], all_ways: tuple[Four, ...]) -> list[Option]:
    """One for each way to pay; a piece that cannot be bought is there with the reason."""
    why = forbids.piece(work, id_)
    if why is not None:
        return [Option(said(Buy(id_)), piece_name(id_), why=why, path=path)]
    ways = _ways(work, id_)
    least = marked(ways)
    return [bought(id_, work.own.hand, pay, (*path, all_ways.index(pay)), pay in least) for pay in ways]


def _told(pieces: list[str]) -> Form:
    """Any piece for anything, for records and other clients: the rules say why it cannot be."""
    fields = (Field("piece", of=tuple(pieces)), Field("pay", min=1, max=MOST, keys=COLOURS, optional=True))
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
