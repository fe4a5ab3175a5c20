"""An answer in words, for the story and the undo card: as far as the reader may know it."""

from typing import Final

from msgspec import UNSET, UnsetType

from companion.core.actions import Cases, case, known, otherwise
from companion.core.words import Text, listed, text
from companion.games.animism.actions import (
    CELL,
    AnimismAct,
    Bonus,
    Buy,
    Confirm,
    Done,
    Draw,
    Hand,
    Reroll,
    Resources,
    Roll,
    Sheet,
)
from companion.games.animism.colours import Colour, four
from companion.games.animism.naming import resources


def tell(action: AnimismAct) -> Text:
    """What was answered; what the reader may not know is UNSET, and not told."""
    return STORIES(action)


def piece_name(piece: str) -> Text:
    """A piece by its ID, or the single cell."""
    return text("animism.cell") if piece == CELL else text("animism.piece", piece=piece)


def _done(told: Done) -> Text:
    return text("animism.told.done")


def _hand(told: Hand) -> Text:
    return text("animism.told.hand")


def _sheet(told: Sheet) -> Text:
    return text("animism.told.sheet", seat=told.owner)


def _confirm(told: Confirm) -> Text:
    return text("animism.told.confirm", seat=told.owner)


def _resources(told: Resources) -> Text:
    return text("animism.told.resources", count=told.left)


def _roll(told: Roll) -> Text:
    shown = [text(f"animism.told.{die}", n=n) for die, n in (("black", told.black), ("white", told.white)) if n is not UNSET]
    return text("animism.told.rolled", dice=listed(shown)) if shown else text("animism.told.roll")


def _buy(told: Buy) -> Text:
    if told.piece is UNSET:
        return text("animism.told.buy")
    if not otherwise(told.pay, {}):
        return text("animism.told.took", piece=piece_name(told.piece))
    return text("animism.told.bought", piece=piece_name(told.piece), resources=_paid(told.pay))


def _draw(told: Draw) -> Text:
    return text("animism.told.draw") if told.cells is UNSET else text("animism.told.drew", count=len(told.cells))


def _reroll(told: Reroll) -> Text:
    if told.die is UNSET:
        return text("animism.told.reroll")
    die = text(f"animism.die.{told.die}")
    return text("animism.told.rerolled", die=die, resources=_paid(told.pay))


def _paid(pay: dict[Colour, int] | UnsetType) -> Text:
    return resources(four(known(pay)))


def _bonus(told: Bonus) -> Text:
    return text("animism.told.bonus") if told.mark is UNSET else text("animism.told.circled", mark=told.mark)


STORIES: Final = Cases(
    AnimismAct,
    case(Done, _done),
    case(Hand, _hand),
    case(Sheet, _sheet),
    case(Confirm, _confirm),
    case(Resources, _resources),
    case(Roll, _roll),
    case(Buy, _buy),
    case(Draw, _draw),
    case(Reroll, _reroll),
    case(Bonus, _bonus),
)
