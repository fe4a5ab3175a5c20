"""An answer in words, for the story and the undo card: as far as the reader may know it."""

from collections.abc import Mapping
from typing import Final

from msgspec import UNSET

from companion.core.actions import Cases, case, known, otherwise
from companion.core.words import Text, listed, names, text
from companion.games.babel.actions import (
    Appoint,
    BabelAct,
    Blueprint,
    Commit,
    Deal,
    Declare,
    Draw,
    Master,
    OwnRole,
    Punish,
    Reveal,
    Seal,
    SetRight,
    Show,
    Storms,
    Swap,
    Zealot,
)
from companion.games.babel.cards import card_words
from companion.games.babel.pieces import CELLS, Cell


def tell(action: BabelAct) -> Text:
    """What was answered; what the reader may not know is UNSET, and not told."""
    return STORIES(action)


def _deal(told: Deal) -> Text:
    found = [seat for seat, role in otherwise(told.roles, {}).items() if role == "messenger"]
    return text("babel.told.deal_messenger", seats=names(found)) if found else text("babel.told.deal")


def _role(told: OwnRole) -> Text:
    if told.role is UNSET:
        return text("babel.told.role")
    return text("babel.told.role_is", role=text(f"babel.role.{told.role}"))


def _blueprint(told: Blueprint) -> Text:
    return text("babel.told.blueprint", cells=_cells(told.cells))


def _cells(numbers: Mapping[Cell, int]) -> Text:
    cells = [text("babel.cell_has", cell=cell, count=n) for cell in CELLS if (n := numbers.get(cell))]
    return listed(cells) if cells else text("babel.none")


def _master(told: Master) -> Text:
    return text("babel.told.master", seat=told.seat)


def _appoint(told: Appoint) -> Text:
    return text("babel.told.appoint", seats=names(told.seats))


def _commit(told: Commit) -> Text:
    if told.card is UNSET:
        return text("babel.told.commit")
    play, discard = card_words(told.card), known(told.discard)
    if discard is None:
        return text("babel.told.commit_only", card=play)
    return text("babel.told.commit_both", card=play, other=card_words(discard))


def _storms(told: Storms) -> Text:
    return text("babel.told.storms" if told.count else "babel.told.no_storm", count=told.count)


def _show(told: Show) -> Text:
    return text(f"babel.told.show_{told.what}")


def _swap(told: Swap) -> Text:
    if told.take is UNSET:
        return text("babel.told.swap")
    return text("babel.told.swap_both", card=card_words(told.take), other=card_words(known(told.give)))


def _reveal(told: Reveal) -> Text:
    card = card_words(told.card)
    if told.cell is not UNSET and told.next is not UNSET:
        return text("babel.told.reveal_both", card=card, one=told.cell, two=told.next)
    if told.cell is not UNSET:
        return text("babel.told.reveal_cell", card=card, cell=told.cell)
    if told.seat is not UNSET:
        return text("babel.told.reveal_seat", card=card, seat=told.seat)
    return text("babel.told.reveal", card=card)


def _draw(told: Draw) -> Text:
    if told.cards is UNSET:
        return text("babel.told.draw")
    return text("babel.told.draw_cards", cards=listed(map(card_words, told.cards)))


def _declare(told: Declare) -> Text:
    if told.seal is UNSET:
        return text("babel.told.declare")
    return text("babel.told.declare_yes" if told.seal else "babel.told.declare_no")


def _seal(told: Seal) -> Text:
    if told.target is UNSET:
        return text("babel.told.seal")
    return text("babel.told.seal_at", seat=told.target) if told.target else text("babel.told.seal_none")


def _punish(told: Punish) -> Text:
    if told.target is UNSET:
        return text("babel.told.punish")
    if told.target is None:
        return text("babel.told.punish_none")
    if told.cards is UNSET:
        return text("babel.told.punish_at", seat=told.target)
    return text("babel.told.punish_cards", seat=told.target, count=told.cards)


def _zealot(told: Zealot) -> Text:
    if told.now is UNSET:
        return text("babel.told.zealot")
    return text("babel.told.zealot_yes" if told.now else "babel.told.zealot_no")


def _set(told: SetRight) -> Text:
    return text("babel.told.set", cells=_cells(told.cells))


STORIES: Final = Cases(
    BabelAct,
    case(Deal, _deal),
    case(OwnRole, _role),
    case(Blueprint, _blueprint),
    case(Master, _master),
    case(Appoint, _appoint),
    case(Commit, _commit),
    case(Storms, _storms),
    case(Show, _show),
    case(Swap, _swap),
    case(Reveal, _reveal),
    case(Draw, _draw),
    case(Declare, _declare),
    case(Seal, _seal),
    case(Punish, _punish),
    case(Zealot, _zealot),
    case(SetRight, _set),
)
