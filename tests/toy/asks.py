"""The answers that each question of a night market allows."""

from companion.core.actions import as_data, form_start
from companion.core.answers import Answers, Choice, Field, Form, Group, Option, Step, Steps
from companion.core.dues import Due
from companion.core.state import Seat
from companion.core.words import text
from tests.toy.actions import Bid, Choose, Count, Deal, First, Oath, Pack, Ready, Reveal, SetRight
from tests.toy.state import CARDS, GOODS, PLACES, TAKES, TOKENS, Own, Place, Public, full, next_place, used


def answers(public: Public, own: Own | None, due: Due) -> Answers:
    return ASKS[due.kind](public, own)


def _deal(public: Public, own: Own | None) -> Answers:
    hands = Field("hands", of=CARDS, keys=public.seats)
    return Answers(forms=(Form(form_start(Deal), (hands,), text("toy.deal"), drawn=False),))


def _first(public: Public, own: Own | None) -> Answers:
    named = [Option(as_data(First(seat)), text("toy.seat", seat=seat)) for seat in public.seats]
    return Answers((Group(tuple(named), 2),), lots=Option(form_start(First), text("toy.draw_first")))


def _choose(public: Public, own: Own | None) -> Answers:
    takes = [Option(as_data(Choose(take)), text(f"toy.{take}")) for take in TAKES]
    return Answers((Group(tuple(takes), 2),), secret=True)


def _pack(public: Public, own: Own | None) -> Answers:
    goods = tuple(Option(as_data(Pack(n)), text("toy.goods", n=n), why=full(own)) for n in GOODS)
    return Answers((Group(goods, 3),), main=Option(as_data(Ready()), text("toy.ready")), secret=True)


def _bid(public: Public, own: Own | None) -> Answers:
    """Return the two steps of a bid: a public place, then a secret token."""
    places = tuple(Choice(text(f"toy.{at}"), pieces=_lying(public, at)) for at in PLACES)
    tokens = tuple(Choice(text("toy.token", n=token)) for token in TOKENS)
    bids = tuple(
        Option(as_data(Bid(at, token)), text(f"toy.{at}", token=token), why=used(own, token), path=(i, j))
        for i, at in enumerate(PLACES)
        for j, token in enumerate(TOKENS)
    )
    return Answers(steps=Steps((Step(places, 2, overt=True), Step(tokens, 3)), bids), secret=True)


def _lying(public: Public, at: Place) -> tuple[Seat, ...]:
    return tuple(public.seats[bid.place] for bid in public.bids if bid.at == at)


def _reveal(public: Public, own: Own | None) -> Answers:
    place = next_place(public)
    shows = [
        Option(as_data(Reveal(at)), text(f"toy.{at}"), why=None if at == place else text("toy.not_there")) for at in PLACES
    ]
    return Answers((Group(tuple(shows), 2),))


def _oath(public: Public, own: Own | None) -> Answers:
    fields = (Field("to", of=(*public.seats, None)),)
    whom = (*(Choice(text("toy.seat", seat=seat), seat=seat) for seat in public.seats), Choice(text("toy.nobody")))
    return Answers(forms=(Form(form_start(Oath), fields, text("toy.oath"), choices={"to": whom}),), secret=True)


def _set(public: Public, own: Own | None) -> Answers:
    fields = (Field("seat", of=public.seats), Field("coins", 0, 99))
    return Answers(forms=(Form(form_start(SetRight), fields, text("toy.set")),))


def _count(public: Public, own: Own | None) -> Answers:
    fields = (Field("coins", 0, 99, 0), Field("found", 1, 9, optional=True))
    return Answers(forms=(Form(form_start(Count), fields, text("toy.count")),))


ASKS = {
    "deal": _deal,
    "first": _first,
    "choose": _choose,
    "pack": _pack,
    "bid": _bid,
    "reveal": _reveal,
    "oath": _oath,
    "set": _set,
    "count": _count,
}
