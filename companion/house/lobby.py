"""What the lobby offers: the games of the shelf, whether they fit who sits here, and their options."""

from functools import cache, reduce
from typing import Any, Literal, get_args, get_origin, get_type_hints

from companion.core.journal import Head
from companion.core.knowledge import Seat
from companion.core.words import BadFile, Refused, Text, text
from companion.ports.frame import GameCard, GameOption
from companion.ports.panel import Picked
from companion.records.record import parse_options
from companion.shelf import games


def game_cards(seats: int) -> tuple[GameCard, ...]:
    """Every game on the shelf, and whether it is for so many."""
    return tuple(_card(id_, seats) for id_ in games())


def usual_game(seats: int) -> str:
    """What the lobby begins with: the first game of the shelf that fits who sits here; it changes until somebody picks."""
    return next((card.id for card in game_cards(max(1, seats)) if card.fits), next(iter(games())))


def once_more(head: Head, here: tuple[Seat, ...]) -> dict[str, Any]:
    """The same game for everybody who sits here: who played as they sat, then who waited. Raises Refused if it is not for so
    many."""
    seats = [*(seat for seat in head.seats if seat in here), *(seat for seat in here if seat not in head.seats)]
    game = games()[head.game]
    sizes = game.sizes(parse_options(game, head.options))
    if len(seats) not in sizes:
        raise Refused("again_not_for", count=len(seats), least=sizes[0], most=sizes[-1])
    return {"game": head.game, "seats": seats, "options": head.options}


def variant(picked: tuple[Picked, ...]) -> Text:
    """The options that differ from usual, in one line."""
    said = [_agreed(option) for option in picked if not option.usual]
    return reduce(lambda a, b: text("lobby.both", a=a, b=b), said) if said else text("lobby.usual")


def _agreed(option: Picked) -> Text:
    if option.said is not None:
        return text("lobby.value", what=option.words, value=option.said)
    return option.words if option.value else text("lobby.without", what=option.words)


def _card(id_: str, seats: int) -> GameCard:
    game, sizes = games()[id_], _sizes(id_)
    phones = game.phones(parse_options(game, {}))
    return GameCard(id_, sizes[0], sizes[-1], seats in sizes, game_options(id_), phones, _first_begins(id_))


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
    ways = ({}, *({option.name: value} for option in game_options(id_) for value in option.values))
    return tuple(sorted({n for options in ways for n in game.sizes(parse_options(game, options))}))


def game_options(id_: str) -> tuple[GameOption, ...]:
    """A game's options as the lobby draws them, in the order of its options type; what leaves no choice is left out."""
    kind = games()[id_].options
    usual = kind()
    found = (_offer(id_, name, hint, getattr(usual, name)) for name, hint in get_type_hints(kind).items())
    return tuple(option for option in found if len(option.values) > 1)


def _offer(id_: str, name: str, hint: Any, usual: Any) -> GameOption:
    key = f"{id_}.option.{name}"
    words, small = text(f"{key}.name"), text(f"{key}.hint")
    assert hint is bool or get_origin(hint) is Literal, f"{key}: an option is a bool or a Literal"
    named = (False, True) if hint is bool else get_args(hint)
    values = tuple(value for value in named if _can_be_played(id_, {name: value}))
    if hint is bool:
        return GameOption(name, "switch", values, usual, words, small)
    return GameOption(name, "values", values, usual, words, small, tuple(text(f"{key}.{value}") for value in values))


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
