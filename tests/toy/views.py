"""The screens of a night market, for a seat or for the room."""

from companion.core.blocks import (
    Block,
    Cell,
    Chapter,
    Chart,
    Count,
    Curve,
    Deed,
    Grid,
    Move,
    Moves,
    Note,
    Place,
    Ranking,
    Row,
    SeatRow,
    Seats,
    Secret,
    Timeline,
)
from companion.core.state import Seat
from companion.core.view import DisplayLines, Now, View
from companion.core.words import Text, text
from companion.kits.board import Area, Areas, Stake, Stop, Track
from tests.toy.state import PLACES, Own, Public, bidder, next_place


def view(public: Public, own: Own | None, seat: Seat | None) -> View:
    blocks = (*_night(public), *_past(public), *(() if own is None else (_secret(own),)))
    return View(
        where=text("toy.where", night=public.night, stage=public.stage),
        round=public.night,
        now=Now(text(f"toy.now.{public.stage}"), lit=seat is not None and _awaited(public, seat)),
        phase=public.stage,
        display=_display_lines(public),
        blocks=blocks,
        moves=_moves(public),
        timer=public.stage == "bid" and (seat is None or _awaited(public, seat)),
    )


def _display_lines(public: Public) -> DisplayLines:
    turn = tuple(seat for seat in public.seats if _has_turn(public, seat))
    right, sub = text("toy.name"), text(f"toy.now.{public.stage}")
    return DisplayLines(right=right, sub=sub, awaited=turn) if turn else DisplayLines(right=right, sub=sub, main=sub)


def _has_turn(public: Public, seat: Seat) -> bool:
    return public.stage in ("pack", "bid") and _awaited(public, seat)


def _moves(public: Public) -> Moves | None:
    """Return the last payment, which stays on the screen until the next."""
    of, changes = public.paid
    paid = zip(public.seats, changes, public.coins, strict=False)
    if of.startswith("set"):
        rows = tuple(Move((_coins(now, n),), seat, text("toy.set"), still=True) for seat, n, now in paid if n)
    else:
        rows = tuple(Move((_coins(n),), seat, text("toy.from_the_bank")) for seat, n, _ in paid if n)
    return Moves(of, text("toy.take"), rows) if rows else None


def _coins(n: int, change: int | None = None) -> Count:
    return Count(n, "coin", text("toy.coins"), change)


def _awaited(public: Public, seat: Seat) -> bool:
    if public.stage == "pack":
        return public.seats.index(seat) not in public.ready
    return public.seats[bidder(public)] == seat if public.stage == "bid" else public.stage != "end"


def _seats(public: Public) -> Seats:
    return Seats(tuple(_row(public, i, seat) for i, seat in enumerate(public.seats)))


def _row(public: Public, place: int, seat: Seat) -> SeatRow:
    cards = public.cards[place] if public.cards else ()
    coins = Count(public.coins[place], "coin", text("toy.coins"))
    bag = public.bags[place] if public.bags else ()
    counted = text("toy.counted", n=dict(public.counted).get(seat), ready=place in public.ready)
    return SeatRow(seat, (coins, *(_number(n) for n in (*cards, *bag))), active=_has_turn(public, seat), note=counted)


def _chosen(public: Public) -> tuple[Note, ...]:
    return tuple(Note(text(f"toy.chose_{take}", seat=seat)) for seat, take in zip(public.seats, public.chosen, strict=False))


def _night(public: Public) -> tuple[Block, ...]:
    far = Track(text("toy.night"), public.night, public.options.nights)
    return (_seats(public), *_chosen(public), _places(public), far, *_tonight(public), _stalls(public))


def _places(public: Public) -> Areas:
    return Areas(tuple(_place(public, at) for at in PLACES))


def _place(public: Public, at: str) -> Area:
    """Return a place with its tokens. Revealed tokens are listed with the highest first."""
    here = [bid for bid in public.bids if bid.at == at]
    shown = sorted((bid for bid in here if bid.n is not None), key=lambda bid: -(bid.n or 0))
    order = tuple(_stake(public.seats[bid.place], bid.n or 0, first=bid is shown[0]) for bid in shown)
    return Area(
        name=text(f"toy.{at}"),
        sign="coin",
        pieces=tuple(public.seats[bid.place] for bid in here),
        order=order,
        mark=text("toy.best", seat=order[0].seat) if order else None,
        notes=(text("toy.three_coins"),),
        active=at == _where(public),
    )


def _where(public: Public) -> str | None:
    """Return the place that was revealed last this night, or else the one that is next."""
    shown = [at for at in PLACES if any(bid.at == at and bid.n is not None for bid in public.bids)]
    return shown[-1] if shown else next_place(public)


def _stake(seat: Seat, token: int, first: bool) -> Stake:
    return Stake(seat, (text("toy.token", token=token),), token, note=text("toy.first") if first else None)


def _tonight(public: Public) -> tuple[Track, ...]:
    """Return the table's progress through the stages of the night."""
    stages = ("first", "choose", "bid", "reveal")
    if public.stage not in stages:
        return ()
    stops = tuple(Stop(text(f"toy.now.{stage}"), "coin") for stage in stages)
    return (Track(text("toy.tonight"), stages.index(public.stage) + 1, len(stages), stops=stops),)


def _stalls(public: Public) -> Grid:
    """Return the number of tokens at each place, out of one token a seat."""
    cells = tuple(_stall(public, at) for at in PLACES)
    heads = (text("toy.stalls"), *(text(f"toy.{at}") for at in PLACES))
    return Grid(heads, (Row(text("toy.tokens"), cells),), title=text("toy.stalls"), words=text("toy.night"), board=True)


def _stall(public: Public, at: str) -> Cell:
    n, most = sum(bid.at == at for bid in public.bids), len(public.seats)
    return Cell(text("toy.number", n=n), of=most, matters=n > 0, full=n == most)


def _past(public: Public) -> tuple[Block, ...]:
    """Return the nights that are over: the coins after each, and the winners at the end."""
    if not public.past:
        return ()
    nights = tuple(text("toy.nth", night=i + 1) for i in range(len(public.past)))
    curves = tuple(Curve(seat, tuple(coins[i] for coins in public.past)) for i, seat in enumerate(public.seats))
    chapters = tuple(Chapter(name, _deeds(public, i), note=text("toy.over")) for i, name in enumerate(nights))
    places = tuple(Place(1, seat, None, note=text("toy.all_win")) for seat in public.seats)
    ranking = (Ranking(places),) if public.stage == "end" else ()
    return (*ranking, Chart(text("toy.coins"), nights, curves), Timeline(text("toy.evening"), chapters))


def _deeds(public: Public, night: int) -> tuple[Deed, ...]:
    paid = Deed(text("toy.paid"), sign="coin")
    return (paid, *(Deed(text("toy.has", n=n), seat=s) for s, n in zip(public.seats, public.past[night], strict=True)))


def _secret(own: Own) -> Secret:
    lines: tuple[Text, ...] = (text("toy.oath", to=own.oath), text("toy.choice", take=own.choice))
    numbers = (*own.cards, *own.packed, *(() if own.token is None else (own.token,)))
    return Secret(text("toy.yours"), goal=lines, counts=tuple(_number(n) for n in numbers))


def _number(n: int) -> Count:
    return Count(n, "card", text("toy.card"))
