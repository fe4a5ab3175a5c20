"""Answers composed of taps: options with the choices that lead to them, laid out as steps."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from companion.core.answers import Choice, Option, Step, Steps
from companion.core.words import Text, text
from companion.games.babel.pieces import HAND, Card
from companion.games.babel.state import Own


@dataclass(frozen=True, slots=True)
class Tapped:
    """An option, and the choices that are tapped for it one after the other."""

    option: Option
    taps: tuple[Choice, ...]


def back(place: int) -> Choice:
    """A card's back: its face is behind the cover, in the same place."""
    words = text("babel.back", place=place + 1)
    return Choice(words, spoken=text("babel.say.back", place=place + 1))


def numbered(own: Own) -> tuple[tuple[int, Card], ...]:
    """The received cards that are left, each at the place that it had from the first: who looked once may trust a number."""
    left, found = list(own.received), []
    for place, card in enumerate(own.laid, start=HAND):
        if card in left:
            left.remove(card)
            found.append((place, card))
    return tuple(found)


def steps(
    tapped: Sequence[Tapped], titles: Sequence[Text], columns: Sequence[int], panels: Sequence[Text | None] = ()
) -> Steps:
    """Each step offers what some option needs there, in the order in which the options come. `panels`: the titles in few
    letters, of the first steps or of all."""
    choices: list[list[Choice]] = [[] for _ in titles]
    options = []
    for one in tapped:
        path = tuple(map(_place, one.taps, choices))
        options.append(msgspec.structs.replace(one.option, path=path))
    short = (*panels, *[None] * (len(titles) - len(panels)))
    laid = zip(choices, columns, titles, short, strict=True)
    found = tuple(Step(tuple(named), n, title, panel=few) for named, n, title, few in laid if named)
    return Steps(found, tuple(options))


def _place(choice: Choice, among: list[Choice]) -> int:
    """Where it stands; a new one stands behind the others."""
    try:
        return among.index(choice)
    except ValueError:
        among.append(choice)
        return len(among) - 1
