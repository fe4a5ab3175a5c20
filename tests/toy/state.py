"""What is known of a night market: open, to one seat, to the box."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import msgspec

from companion.core.knowledge import Seat, State
from companion.core.words import BadFile

CARDS = tuple(range(101, 113))
"""Numbers that nothing else on a screen can be, so that a leaked one is found by sight."""
TOKENS = (201, 202, 203)
PLACES = ("quay", "hill")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    nights: Literal[2, 1, 3] = 2
    oaths: bool = True

    def __post_init__(self) -> None:
        if self.nights == 3:
            raise BadFile("toy.too_long")


@dataclass(frozen=True, slots=True)
class Bid:
    place: int
    at: str
    token: int | None = None
    """None while it lies face down."""


@dataclass(frozen=True, slots=True)
class Public:
    seats: tuple[Seat, ...]
    options: Options
    coins: tuple[int, ...]
    step: str = "deal"
    night: int = 1
    tries: int = 1
    first: int | None = None
    chosen: tuple[str, ...] = ()
    bids: tuple[Bid, ...] = ()
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


@dataclass(frozen=True, slots=True)
class Own:
    cards: tuple[int, ...] = ()
    used: tuple[int, ...] = ()
    choice: str | None = None
    token: int | None = None
    oath: Seat | None = None


@dataclass(frozen=True, slots=True)
class Box:
    dealt: tuple[int, ...] = ()


ToyState = State[Public, Own, Box]


def lay_out(seats: Sequence[Seat], options: Options) -> ToyState:
    return State(Public(tuple(seats), options, (0,) * len(seats)), dict.fromkeys(seats, Own()), Box())


def now_open(state: ToyState, **changes: Any) -> ToyState:
    return replace(state, public=replace(state.public, **changes))


def pay(state: ToyState, of: str, changes: Sequence[int], **more: Any) -> ToyState:
    """Coins for each seat, for something that is due at that place in the game."""
    coins = tuple(n + change for n, change in zip(state.public.coins, changes, strict=True))
    return now_open(state, coins=coins, paid=(of, tuple(changes)), **more)


def of_seat(state: ToyState, seat: Seat | None, **changes: Any) -> ToyState:
    """The state with some of a seat's secrets changed."""
    assert seat is not None
    return replace(state, own={**state.own, seat: replace(state.own[seat], **changes)})


def showing(state: ToyState) -> ToyState:
    """Old secrets are turned up for the whole table."""
    return replace(state, shown=(*state.shown, None))


def bidder(public: Public) -> int:
    """Whose bid it is: from the first seat clockwise."""
    return ((public.first or 0) + len(public.bids)) % len(public.seats)


def next_place(public: Public) -> str | None:
    """Where tokens still lie face down."""
    return next((at for at in PLACES if any(bid.at == at and bid.token is None for bid in public.bids)), None)
