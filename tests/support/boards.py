"""Blocks with pieces on a table: regions with rows of spaces and marks, seats with a card. Their words are Bali's."""

from companion.core.blocks import Block, Marker, SeatRow, Seats
from companion.core.state import Seat
from companion.core.words import text
from companion.kits.board import Area, Areas, Space, Stake
from tests.support.asked import CIRCLE, KINDS, OFFER, kind, number

ANA, BEN, CHO, RIVAL = map(Seat, ("Ana", "Ben", "Cho", "A"))
HORSE, FISH = Marker(text("bali.label.points"), "point"), Marker(text("bali.label.stones"), "stone")
BLESSING, BENS = Marker(kind("rice"), "card"), Marker(kind("pepper"), "card", BEN)
ROW = tuple(Space(kind("rice"), marks=marks) for marks in ((), (HORSE,), (), (FISH, HORSE), ()))
LYING = Area(kind("rice"), "rice", pieces=(BEN, ANA, RIVAL), marks=(BENS, BLESSING), spaces=ROW)
STAKE = Stake(BEN, (number(4),), 6, active=True, marks=(Marker(text("bali.card_name.priest"), "priest"),))
SHOWN = Area(kind("banana"), "banana", order=(STAKE, Stake(RIVAL, (number(2),), 2)), active=True, spaces=ROW)
FIVE = (*(Area(kind(name), name) for name in KINDS[1:]), Area(text("bali.card_name.shrine"), "shrine", pieces=(CHO,) * 4))
CARDS = Seats(tuple(SeatRow(seat, card=text("bali.card_name.stonemason")) for seat in (ANA, BEN, CHO)))

BOARDS: dict[str, tuple[Block, ...]] = {
    "columns": (OFFER,),
    "ring": (CIRCLE,),
    "regions": (Areas((LYING, *FIVE)),),
    "region": (Areas((SHOWN, *FIVE)),),
    "seats": (CARDS, OFFER),
}
"""The blocks by what they show. No other block shares a screen with them."""
