"""Parts that several questions share: options, the taps that lead to them, and forms."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from companion.core.actions import Action, as_data, form_start
from companion.core.answers import Choice, Field, Form, Option, Step, Steps
from companion.core.state import Seat
from companion.core.words import Text, text
from companion.games.babel.cards import card_sign, card_words
from companion.games.babel.pieces import BASE, BLOCKS, COLUMNS, HAND, Card
from companion.games.babel.state import Own, Public


@dataclass(frozen=True, slots=True)
class Tapped:
    """An option, and the choices that lead to it, one tap each."""

    option: Option
    taps: tuple[Choice, ...]


def option(public: Public, action: Action, words: Text, why: Text | None = None) -> Option:
    """Return the option for this answer. `why` is the refusal if the rules forbid it."""
    return Option(as_data(action), words, spoken=action.words(public, None), why=why)


def seat_choice(seat: Seat) -> Choice:
    """Return a tap on a seat."""
    words = text("babel.seat", seat=seat)
    return Choice(words, seat=seat, panel=words)


def on_seat(public: Public, action: Action, seat: Seat, why: Text | None = None) -> Tapped:
    """Return the option for this answer, chosen by one tap on a seat."""
    at = seat_choice(seat)
    return Tapped(option(public, action, at.words, why), (at,))


def on_each(public: Public, action: Callable[[Seat], Action], seats: tuple[Seat, ...]) -> tuple[Tapped, ...]:
    """Return an option for each of these seats, chosen by one tap on the seat. `action` makes the answer from the seat."""
    return tuple(on_seat(public, action(seat), seat) for seat in seats)


def on_nobody(public: Public, action: Action, words: Text, panel: Text | None = None) -> Tapped:
    """Return the option for this answer, chosen by one tap on the words for nobody."""
    return Tapped(option(public, action, words), (Choice(words, panel=panel),))


def columns_for(seats: int) -> int:
    """Return how many columns show all seats on the smallest phone without scrolling."""
    return 2 if seats <= 6 else 3


def others(public: Public, seat: Seat | None) -> tuple[Seat, ...]:
    """Return all seats but this one, clockwise."""
    return tuple(other for other in public.seats if other != seat)


def face(place: int, card: Card) -> Choice:
    """Return the choice of a card behind the cover. The display shows only its number: `place`, counted from 1."""
    return Choice(card_words(card), sign=card_sign(card), panel=text("babel.back", place=place + 1))


def numbered(own: Own) -> tuple[tuple[int, Card], ...]:
    """Return the Master's received cards that are left, each with its place. A card keeps its place while others are shown,
    so that the Master need not look again."""
    left, found = list(own.received), []
    for place, card in enumerate(own.numbered, start=HAND):
        if card in left:
            left.remove(card)
            found.append((place, card))
    return tuple(found)


def steps(
    tapped: Sequence[Tapped], titles: Sequence[Text], columns: Sequence[int], panels: Sequence[Text | None] = ()
) -> Steps:
    """Return the options as steps of one tap each. A step offers every choice that any option needs there, in the order of
    the options. `columns` says how many choices are side by side in each step. `panels` are short titles of the first steps
    for the display."""
    choices: list[list[Choice]] = [[] for _ in titles]
    options = []
    for one in tapped:
        path = tuple(map(_place, one.taps, choices))
        options.append(msgspec.structs.replace(one.option, path=path))
    short = (*panels, *[None] * (len(titles) - len(panels)))
    groups = zip(choices, columns, titles, short, strict=True)
    found = tuple(Step(tuple(offered), n, title, panel=panel) for offered, n, title, panel in groups if offered)
    return Steps(found, tuple(options))


def with_covered_first(choosing: Steps) -> Steps:
    """Return the steps with the first one marked as covered: its choices are the seat's own cards."""
    found = tuple(msgspec.structs.replace(step, covered=at == 0) for at, step in enumerate(choosing.steps))
    return msgspec.structs.replace(choosing, steps=found)


def _place(choice: Choice, among: list[Choice]) -> int:
    """Return the index of a choice. A choice that is not there yet is added at the end."""
    try:
        return among.index(choice)
    except ValueError:
        among.append(choice)
        return len(among) - 1


def record_form(action: type[Action], *fields: Field) -> Form:
    """Return a form for records and other clients. No screen draws it."""
    return Form(form_start(action), fields, text("babel.ask.done"), drawn=False)


def nine_form(action: type[Action], words: Text, collapsed: Text, initial: Mapping[str, int] = {}) -> Form:
    """Return a form with a number for each cell, laid out like the base card. `initial` has the numbers at the start, else
    they are 0."""
    field = Field("cells", min=0, max=BLOCKS, default=0, keys=BASE)
    labels = tuple((text("babel.cell", cell=cell), None) for cell in BASE)
    return Form(
        form_start(action),
        (field,),
        words,
        labels=labels,
        collapsed=collapsed,
        initial={"cells": initial},
        columns=len(COLUMNS),
        tower=True,
    )
