"""What may be answered in a night market."""

from companion.core.answers import Answers, Field, Form, Group, Option
from companion.core.event import Due
from companion.core.words import Text, text
from tests.toy.state import CARDS, PLACES, TOKENS, Own, Public, next_place


def answers(public: Public, own: Own | None, due: Due) -> Answers:
    return ASKS[due.kind](public, own)


def _deal(public: Public, own: Own | None) -> Answers:
    return Answers(
        forms=(Form({"type": "deal"}, (Field("hands", CARDS[0], CARDS[-1], keys=public.seats),), text("toy.deal")),)
    )


def _first(public: Public, own: Own | None) -> Answers:
    return _listed([Option({"type": "first", "seat": seat}, text("toy.seat", seat=seat)) for seat in public.seats])


def _choose(public: Public, own: Own | None) -> Answers:
    return _listed([Option({"type": "choose", "take": take}, text(f"toy.{take}")) for take in ("coin", "wait")], secret=True)


def _bid(public: Public, own: Own | None) -> Answers:
    options = [
        Option({"type": "bid", "at": at, "token": token}, text(f"toy.{at}", token=token), why=used(own, token))
        for token in TOKENS
        for at in PLACES
    ]
    return _listed(options, secret=True)


def used(own: Own | None, token: int) -> Text | None:
    return text("toy.used") if own and token in own.used else None


def _reveal(public: Public, own: Own | None) -> Answers:
    place = next_place(public)
    return _listed(
        [
            Option({"type": "reveal", "at": at}, text(f"toy.{at}"), why=None if at == place else text("toy.not_there"))
            for at in PLACES
        ]
    )


def _oath(public: Public, own: Own | None) -> Answers:
    fields = (Field("to", of=(*public.seats, None)),)
    return Answers(forms=(Form({"type": "oath"}, fields, text("toy.oath")),), secret=True)


def _set(public: Public, own: Own | None) -> Answers:
    fields = (Field("seat", of=public.seats), Field("coins", 0, 99))
    return Answers(forms=(Form({"type": "set"}, fields, text("toy.set")),))


def _count(public: Public, own: Own | None) -> Answers:
    return Answers(forms=(Form({"type": "count"}, (Field("coins", 0, 99, 0),), text("toy.count")),))


def _listed(options: list[Option], secret: bool = False) -> Answers:
    return Answers((Group(tuple(options), 2),), secret=secret)


ASKS = {
    "deal": _deal,
    "first": _first,
    "choose": _choose,
    "bid": _bid,
    "reveal": _reveal,
    "oath": _oath,
    "set": _set,
    "count": _count,
}
