"""What is known of a night market: open, to one seat, to the box."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from companion.core.game import EachSeat, FromOwnerThing
from companion.core.state import Seat, State, with_public
from companion.core.words import BadFile, Text, text
from tests.toy.stalls import SAMPLE, Stall

CARDS = tuple(range(101, 113))
"""Numbers that nothing else on a screen can be, so that a leaked one is found by sight."""
TOKENS = (201, 202, 203)
GOODS = (301, 302, 303)

Place = Literal["quay", "hill"]
PLACES: Final[tuple[Place, ...]] = ("quay", "hill")

Colour = Literal["pink", "white", "purple", "red"]

Take = Literal["coin", "wait"]
"""What a seat chooses under seal: a coin, or to wait."""
TAKES: Final[tuple[Take, ...]] = ("coin", "wait")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    nights: Literal[2, 1, 3] = 2
    oaths: bool = True
    packing: bool = False
    colours: Annotated[tuple[Colour, ...], EachSeat((9, 7, 5, 3))] | UnsetType = UNSET
    stall: Annotated[Stall, FromOwnerThing("stall")] = SAMPLE

    def __post_init__(self) -> None:
        if self.nights == 3:
            raise BadFile("toy.too_long")


@dataclass(frozen=True, slots=True)
class Token:
    """Whose lies where."""

    place: int
    at: Place
    n: int | None = None
    """None while it lies face down."""


class Public(msgspec.Struct, frozen=True):
    seats: tuple[Seat, ...]
    options: Options
    coins: tuple[int, ...]
    stage: str = "deal"
    night: int = 1
    tries: int = 1
    first: int | None = None
    chosen: tuple[Take, ...] = ()
    ready: tuple[int, ...] = ()
    """Who has packed."""
    bags: tuple[tuple[int, ...], ...] = ()
    """What each seat packed, once all are ready."""
    bids: tuple[Token, ...] = ()
    cards: tuple[tuple[int, ...], ...] = ()
    """Everybody's, at the end."""
    past: tuple[tuple[int, ...], ...] = ()
    """Everybody's coins after each night."""
    paid: tuple[str, tuple[int, ...]] = ("", ())
    """What the coins moved for last, and each seat's change."""
    mended: int = 0
    """How often coins were set right."""
    counted: tuple[tuple[Seat, int], ...] = ()
    """What people counted after the end."""


class Own(msgspec.Struct, frozen=True):
    cards: tuple[int, ...] = ()
    used: tuple[int, ...] = ()
    choice: Take | None = None
    packed: tuple[int, ...] = ()
    token: int | None = None
    oath: Seat | None = None


class Box(msgspec.Struct, frozen=True):
    dealt: tuple[int, ...] = ()


ToyState = State[Public, Own, Box]


def lay_out(seats: Sequence[Seat], options: Options) -> ToyState:
    return State(Public(tuple(seats), options, (0,) * len(seats)), dict.fromkeys(seats, Own()), Box())


def pay(state: ToyState, of: str, changes: Sequence[int], **more: object) -> ToyState:
    """Coins for each seat, for something that is due at that place in the game."""
    coins = tuple(n + change for n, change in zip(state.public.coins, changes, strict=True))
    return with_public(state, coins=coins, paid=(of, tuple(changes)), **more)


def bidder(public: Public) -> int:
    """Whose bid it is: from the first seat clockwise."""
    return ((public.first or 0) + len(public.bids)) % len(public.seats)


def next_place(public: Public) -> Place | None:
    """Where tokens still lie face down."""
    return next((at for at in PLACES if any(bid.at == at and bid.n is None for bid in public.bids)), None)


def full(own: Own | None) -> Text | None:
    """Two things fill a bag."""
    return text("toy.full") if own and len(own.packed) == 2 else None


def used(own: Own | None, token: int) -> Text | None:
    return text("toy.used") if own and token in own.used else None
