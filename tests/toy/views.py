"""What a chair, or an onlooker, sees of a night market."""

from companion.core.knowledge import Seat
from companion.core.view import Count, Note, Now, Oled, SeatRow, Seats, Secret, View
from companion.core.words import Text, text
from tests.toy.state import Own, Public, bidder


def view(public: Public, own: Own | None, seat: Seat | None) -> View:
    blocks = (_seats(public), *_chosen(public), *_bids(public), *(() if own is None else (_secret(own),)))
    return View(
        where=text("toy.where", night=public.night, step=public.step),
        now=Now(text(f"toy.now.{public.step}"), lit=seat is not None and _awaited(public, seat)),
        phase=public.step,
        rules="toy.rules",
        oled=Oled(right=text("toy.name"), sub=text(f"toy.now.{public.step}")),
        blocks=blocks,
    )


def _awaited(public: Public, seat: Seat) -> bool:
    return public.seats[bidder(public)] == seat if public.step == "bid" else public.step != "end"


def _seats(public: Public) -> Seats:
    return Seats(tuple(_row(public, i, seat) for i, seat in enumerate(public.seats)))


def _row(public: Public, place: int, seat: Seat) -> SeatRow:
    cards = public.cards[place] if public.cards else ()
    coins = Count(public.coins[place], "coin", text("toy.coins"))
    counted = text("toy.counted", n=dict(public.counted).get(seat))
    return SeatRow(seat, (coins, *(_number(card) for card in cards)), active=place == public.first, note=counted)


def _chosen(public: Public) -> tuple[Note, ...]:
    return tuple(Note(text(f"toy.chose_{take}", seat=seat)) for seat, take in zip(public.seats, public.chosen, strict=False))


def _bids(public: Public) -> tuple[Note, ...]:
    return tuple(Note(text(f"toy.{bid.at}", seat=public.seats[bid.place], token=bid.token)) for bid in public.bids)


def _secret(own: Own) -> Secret:
    said: tuple[Text, ...] = (text("toy.oath", to=own.oath), text("toy.choice", take=own.choice))
    numbers = (*own.cards, *(() if own.token is None else (own.token,)))
    return Secret(text("toy.yours"), goal=said, counts=tuple(_number(n) for n in numbers))


def _number(n: int) -> Count:
    return Count(n, "card", text("toy.card"))
