"""What the lobby offers: the games of the shelf, whether they fit who sits here, and their options."""

from collections.abc import Callable, Mapping
from functools import cache, reduce
from typing import Any, Final

import msgspec

from companion.core.journal import Head
from companion.core.knowledge import Seat
from companion.core.options import Among, FromKept, OnlyWith, only_with, shape
from companion.core.words import BadFile, Refused, Text, text
from companion.house.kept import KeptThings
from companion.house.wooden import chosen, coloured
from companion.ports.frame import Draft, GameCard, GameOption
from companion.ports.panel import Picked
from companion.records.record import parse_options
from companion.shelf import games

NONE: Final = "none"
"""In the place of a kept thing's id: the game is played without one."""


def game_cards(seats: int, options: Callable[[str], Any]) -> tuple[GameCard, ...]:
    """Every game on the shelf with its options as agreed on, and whether it is for so many."""
    return tuple(_card(id_, seats, options(id_)) for id_ in games())


def usual_game(seats: int) -> str:
    """What the lobby begins with: the first game of the shelf that fits who sits here; it changes until somebody picks."""
    return next((id_ for id_ in games() if max(1, seats) in _sizes(id_)), next(iter(games())))


def once_more(head: Head, pieces: Mapping[Seat, int]) -> dict[str, Any]:
    """The same game for everybody who sits here, by their pieces: who played as they sat, then who waited. Raises Refused if
    it is not for so many."""
    seats = [*(seat for seat in head.seats if seat in pieces), *(seat for seat in pieces if seat not in head.seats)]
    game = games()[head.game]
    option = coloured(game)
    options = {name: value for name, value in head.options.items() if option is None or name != option.name}
    sizes = game.sizes(parse_options(game, options))
    if len(seats) not in sizes:
        raise Refused("again_not_for", count=len(seats), least=sizes[0], most=sizes[-1])
    return {"game": head.game, "seats": seats, "options": {**options, **chosen(game, {s: pieces[s] for s in seats})}}


def is_on_phones_only(head: Head) -> bool:
    """Whether nobody can play this at the box that is handed round."""
    game = games()[head.game]
    return game.phones(parse_options(game, head.options)) == "only"


def variant(picked: tuple[Picked, ...]) -> Text:
    """The options that differ from usual, in one line."""
    said = [_agreed(option) for option in picked if not option.usual]
    return reduce(lambda a, b: text("lobby.both", a=a, b=b), said) if said else text("lobby.usual")


def _agreed(option: Picked) -> Text:
    if option.said is not None:
        return text("lobby.value", what=option.words, value=option.said)
    return option.words if option.value else text("lobby.without", what=option.words)


def _card(id_: str, seats: int, options: Any) -> GameCard:
    game = games()[id_]
    sizes = game.sizes(options)
    return GameCard(id_, sizes[0], sizes[-1], seats in _sizes(id_), game.phones(options), _first_begins(id_))


@cache
def _first_begins(id_: str) -> bool:
    """Whether the first seat clockwise begins, by the game's own first question; else lots decide, or the table."""
    game = games()[id_]
    options = parse_options(game, {})
    seats = tuple(Seat(str(n)) for n in range(game.sizes(options)[0]))
    return {due.seat for due in game.due(game.setup(seats, options)) if due.waits} == {seats[0]}


@cache
def _sizes(id_: str) -> tuple[int, ...]:
    """How many can play, with this option or that: a rival may sit where a person is missing."""
    game = games()[id_]
    ways = ({}, *({option.name: value} for option in _plain_options(id_).values() for value in option.values))
    return tuple(sorted({n for options in ways for n in game.sizes(parse_options(game, options))}))


def game_options(id_: str, kept: KeptThings) -> tuple[GameOption, ...]:
    """A game's options as the lobby draws them, in the order of its options type; what leaves no choice is left out, and
    what each seat chooses by its wooden piece."""
    found = []
    for info in msgspec.structs.fields(games()[id_].options):
        asked = shape(info.type)
        if isinstance(asked, FromKept):
            found.append(_kept_option(id_, info.name, asked.kind, kept))
        elif info.name in _plain_options(id_):
            found.append(_plain_options(id_)[info.name])
    return tuple(found)


def _kept_option(id_: str, name: str, kind: str, kept: KeptThings) -> GameOption:
    """An option that is one of the things that the owner keeps, or a sample."""
    words, hint = _called(id_, name)
    whole = [one for one in kept.all(id_, kind) if one.complete]
    drafts = tuple(Draft(one.thing.id, one.words) for one in kept.all(id_, kind) if not one.complete)
    values, said = tuple(one.thing.id for one in whole), tuple(one.words for one in whole)
    usual = _usual(id_, name, kind)
    if usual == NONE:
        values, said = (NONE, *values), (text("lobby.kept_none"), *said)
    return GameOption(name, "kept", values, usual, words, hint, said, kind, drafts)


@cache
def _usual(id_: str, name: str, kind: str) -> str:
    """The sample that an option is made of if nothing is said, or none."""
    game = games()[id_]
    of, usual = next(of for of in game.kept if of.id == kind), getattr(game.options(), name)
    if usual is msgspec.UNSET:
        return NONE
    return next(f"sample{n}" for n, sample in enumerate(of.samples, 1) if of.made(sample, {}) == usual)


@cache
def _plain_options(id_: str) -> dict[str, GameOption]:
    """By name those that are one of a few values."""
    kind = games()[id_].options
    hints = {info.name: info.type for info in msgspec.structs.fields(kind)}
    few = {name: of.values for name, hint in hints.items() if isinstance(of := shape(hint), Among)}
    found = {name: _offer(id_, name, few[name], getattr(kind(), name), only_with(hints[name])) for name in few}
    return {name: option for name, option in found.items() if len(option.values) > 1}


def _offer(id_: str, name: str, named: tuple[Any, ...], usual: Any, needs: OnlyWith | None) -> GameOption:
    words, small = _called(id_, name)
    values = tuple(value for value in named if _can_be_played(id_, {name: value}))
    other = None if needs is None else (needs.name, needs.value)
    if isinstance(usual, bool):
        return GameOption(name, "switch", values, usual, words, small, only_with=other)
    said = tuple(text(f"{id_}.option.{name}.{value}") for value in values)
    return GameOption(name, "values", values, usual, words, small, said, only_with=other)


def _called(id_: str, name: str) -> tuple[Text, Text]:
    return text(f"{id_}.option.{name}.name"), text(f"{id_}.option.{name}.hint")


def _can_be_played(id_: str, options: dict[str, Any]) -> bool:
    """A value that a game names but refuses (it comes later) is not offered."""
    try:
        parse_options(games()[id_], options)
    except BadFile:
        return False
    return True


def lobby_now(host: Seat | None, seat: Seat | None) -> Text:
    """What now, before a game: the host picks, the others wait for it."""
    if host is None:
        return text("lobby.now.nobody")
    return text("lobby.now.host") if seat == host else text("lobby.now.guest", host=host)
