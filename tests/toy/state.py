"""The state of a night market: its public part, each seat's own part, and the box's part."""

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
"""The cards. No other number on a screen can be one of these, so a test finds a leaked card by its number."""
TOKENS = (201, 202, 203)
GOODS = (301, 302, 303)

Place = Literal["quay", "hill"]
PLACES: Final[tuple[Place, ...]] = ("quay", "hill")

Colour = Literal["pink", "white", "purple", "red"]

Take = Literal["coin", "wait"]
"""The choice of a seat under seal: to take a coin, or to wait."""
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
    """A token on the table: the place of its seat, and where the token is."""

    place: int
    at: Place
    n: int | None = None
    """The number of the token; None while it is face down."""


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
    """The places of the seats that have packed."""
    bags: tuple[tuple[int, ...], ...] = ()
    """The goods in each seat's bag, once all are ready."""
    bids: tuple[Token, ...] = ()
    cards: tuple[tuple[int, ...], ...] = ()
    """The cards of each seat, at the end."""
    past: tuple[tuple[int, ...], ...] = ()
    """The coins of each seat after each night."""
    paid: tuple[str, tuple[int, ...]] = ("", ())
    """The cause of the last payment, and each seat's change."""
    mended: int = 0
    """The number of times that coins were corrected."""
    counted: tuple[tuple[Seat, int], ...] = ()
    """The coins that seats counted after the end."""


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


def first_state(seats: Sequence[Seat], options: Options) -> ToyState:
    return State(Public(tuple(seats), options, (0,) * len(seats)), dict.fromkeys(seats, Own()), Box())


def pay(state: ToyState, of: str, changes: Sequence[int], **more: object) -> ToyState:
    """Change the coins of each seat, and note the cause `of`. `more` are other changes of the public state."""
    coins = tuple(n + change for n, change in zip(state.public.coins, changes, strict=True))
    return with_public(state, coins=coins, paid=(of, tuple(changes)), **more)


def bidder(public: Public) -> int:
    """Return the place of the seat that bids now. Bids go clockwise from the first seat."""
    return ((public.first or 0) + len(public.bids)) % len(public.seats)


def next_place(public: Public) -> Place | None:
    """Return the first place with tokens face down, or None if there is none."""
    return next((at for at in PLACES if any(bid.at == at and bid.n is None for bid in public.bids)), None)


def full(own: Own | None) -> Text | None:
    """Return the reason against packing more. Two things fill a bag."""
    return text("toy.full") if own and len(own.packed) == 2 else None


def used(own: Own | None, token: int) -> Text | None:
    return text("toy.used") if own and token in own.used else None
