"""The screen of a tracked offer: its columns, the headlines of its stages, and a seat's own hand."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from companion.core.blocks import Block, Count, Marker, Note
from companion.core.caching import cached_by_identity
from companion.core.state import Seat
from companion.core.view import DisplayLines, Now
from companion.core.words import Text, listed, names, text
from companion.games.bali.cards import hand_of, hand_size, short_name
from companion.games.bali.pieces import COLUMN_LENGTH, COLUMNS, HAND, Offer, deck_size, is_last_refill
from companion.games.bali.state import Own, Public
from companion.games.bali.tracked import offer_of
from companion.kits.board import Column, Columns


def deck(public: Public) -> int:
    """Return how many cards the deck still has."""
    return deck_size(offer_of(public), public.options.oracle)


# Blocks


def blocks(public: Public) -> tuple[Block, ...]:
    """Return a note on the last correction, and the offer. Return none if only the table knows the offer."""
    if public.offer is None or public.stage == "end":
        return ()
    return (*_mended(public, public.offer), columns(public))


@cached_by_identity
def columns(public: Public) -> Columns:
    """Return the four columns, with the demon on its column. In each the last card is the next one that a seat takes."""
    numbers = range(1, COLUMNS + 1)
    four = tuple(Column(_name(n), _cards(offer_of(public), n), _demon(public, n)) for n in numbers)
    # In the set-up the deck's number would be wrong: columns are missing, and oracles are not shuffled in yet (BALI-26).
    return Columns(four, COLUMN_LENGTH, title=None if public.stage == "setup" else text("bali.deck", count=deck(public)))


def _name(number: int) -> Text:
    return text("bali.column", column=number)


def _cards(offer: Offer, number: int) -> tuple[Count, ...]:
    return tuple(Count(None, card, short_name(card)) for card in reversed(offer.columns[number - 1]))


def _demon(public: Public, number: int) -> tuple[Marker, ...]:
    return (Marker(text("bali.the_demon"), "demon"),) if number == public.demon else ()


def _mended(public: Public, offer: Offer) -> tuple[Note, ...]:
    """Return the note on the last correction, for every screen. It names no card in a hand."""
    if offer.mended is None:
        return ()
    if offer.mended.column is not None:
        return (Note(text("bali.mended.column", column=offer.mended.column)),)
    assert offer.mended.seat is not None
    return (Note(text("bali.mended.card", seat=public.seats[offer.mended.seat])),)


def in_hand(public: Public, place: int) -> tuple[Count, ...]:
    """Return how many cards a seat holds, which all see. Return nothing without a tracked offer."""
    if public.offer is None:
        return ()
    n = hand_size(public.offer, place)
    return (Count(n, "hand", text("bali.word.hand", count=n)),)


def own_hand(public: Public, own: Own, place: int) -> tuple[Text, ...]:
    """Return the cards that the seat holds, for the space behind the cover."""
    if public.offer is None or public.stage == "end" or not public.offer.hands[place].entered:
        return ()
    cards = hand_of(public.offer, own, place)
    return (text("bali.secret.hand", cards=listed(text(f"bali.card_name.{card}") for card in cards)),)


# The headline


def _setup(public: Public, place: int | None) -> Now:
    """Return what to do in the set-up: seats enter hands and the table enters columns, in any order."""
    offer = offer_of(public)
    is_missing = place is not None and not offer.hands[place].entered
    if is_missing:
        return Now(text("bali.now.setup_hand"), (text("bali.now.setup_hand_small"),), lit=True)
    missing = _hands_missing(public, offer)
    others = text("bali.now.setup_other", seats=names(missing), count=len(missing))
    open_columns = sum(not cards for cards in offer.columns)
    if not open_columns:
        return Now(others)
    how = text("bali.now.setup_small")
    small = (how, others) if missing else (how,)
    return Now(text("bali.now.setup", count=open_columns), small, lit=place is not None)


def _hands_missing(public: Public, offer: Offer) -> tuple[Seat, ...]:
    """Return the seats that have not entered their start farmers."""
    return tuple(seat for seat, hand in zip(public.seats, offer.hands, strict=True) if not hand.entered)


def _take(public: Public, place: int | None) -> Now:
    """Return how many cards the active seat still takes (BALI-12, BALI-14)."""
    count = HAND - hand_size(offer_of(public), public.active)
    moved = _demon_moved(public)
    if place == public.active:
        return Now(text("bali.now.take", count=count), (*moved, text("bali.now.take_small")), lit=True)
    who = public.seats[public.active]
    return Now(text("bali.now.take_other", seat=who, count=count), moved)


def _demon_moved(public: Public) -> tuple[Text, ...]:
    """Return the reminder to move the demon after a priest (BALI-31)."""
    last = public.played[public.active]
    moved = public.demon and last is not None and last.card == "priest"
    return (text("bali.demon_moves", column=public.demon),) if moved else ()


def _refill(public: Public, place: int | None) -> Now:
    """Return which column to fill, and how many cards the deck still has (BALI-13)."""
    number, count = offer_of(public).last, deck(public)
    key = "refill_last" if is_last_refill(offer_of(public), public.options.oracle) else "refill"
    small = (text("bali.now.refill_small", count=count),)
    return Now(text(f"bali.now.{key}", column=number), small, lit=place is not None)


NOW: Final[Mapping[str, Callable[[Public, int | None], Now]]] = {"setup": _setup, "take": _take, "refill": _refill}
"""The headline of each stage that only a tracked offer has. Each takes a seat's place, or None for the room."""


def display_lines(public: Public) -> DisplayLines | None:
    """Return the lines of the display in the stages that only a tracked offer has, else None."""
    if public.stage == "setup":
        return _display_setup(public)
    if public.stage == "take":
        turn = text("bali.display.number", turn=public.turn)
        return DisplayLines(right=turn, seat=public.seats[public.active], sub=text("bali.display.take"))
    if public.stage == "refill":
        cards = text("bali.display.deck", count=deck(public))
        return DisplayLines(
            right=cards, main=text("bali.display.column", column=offer_of(public).last), sub=text("bali.display.refill")
        )
    return None


def with_news(public: Public, lines: DisplayLines) -> DisplayLines:
    """Return the display's lines with the last correction in place of the present action, until a seat takes or plays."""
    mended = public.offer.mended if public.offer else None
    if mended is None:
        return lines
    column = mended.column
    news = text("bali.display.mended_card") if column is None else text("bali.display.mended_column", column=column)
    return replace(lines, sub=news)


def _display_setup(public: Public) -> DisplayLines:
    """Return the display's lines of the set-up: the seats without a hand, or else the columns."""
    offer, right = offer_of(public), text("bali.display.setup")
    missing = _hands_missing(public, offer)
    if missing:
        return DisplayLines(right=right, awaited=missing, sub=text("bali.display.hand"))
    return DisplayLines(right=right, main=text("bali.display.columns"), sub=text("bali.display.lay_out"))
