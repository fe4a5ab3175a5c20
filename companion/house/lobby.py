"""The lobby: its games and options, and the options that the table agreed on."""

from collections.abc import Callable, Mapping
from copy import copy
from functools import cache, cached_property, reduce
from typing import Any, Final

import msgspec

from companion.bounds import SEATS
from companion.core.answers import is_among
from companion.core.game import FromOwnerThing, OneOf, OnlyWith, only_with, option_type
from companion.core.journal import TableHead
from companion.core.state import Data, Seat
from companion.core.words import BadFile, Refused, Text, text
from companion.house.evenings import LAST, Lengths
from companion.house.owner_things import OwnerThings
from companion.house.seat_pieces import PieceOption, Pieces, chosen, in_lobby, piece_option, swapped
from companion.house.store import OPTIONS, read_options
from companion.journals.box_journal import Notes
from companion.records.record import parse_options
from companion.shelf import games
from companion.snapshot.lobby import Draft, GameCard, GameOption, Lobby, Picked
from companion.snapshot.people import GuestBook


class AgreedOptions:
    """The options that the table agreed on, by game and name. Only values that are not the usual ones are kept."""

    def __init__(self, notes: Notes, things: OwnerThings) -> None:
        self._notes = notes
        self._owner_things = things
        kept_options = notes.note(OPTIONS)
        self._chosen: dict[str, dict[str, Any]] = read_options(kept_options) if kept_options else {}

    @property
    def notes(self) -> dict[str, str]:
        """Return the notes to keep, by the journal's names."""
        return {OPTIONS: msgspec.json.encode(self._chosen).decode()}

    def as_it_is(self) -> "AgreedOptions":
        """Return a copy that no later change touches."""
        same = copy(self)  # the dict is replaced as a whole, never changed
        same._owner_things = self._owner_things.as_it_is()
        return same

    @property
    def shown(self) -> frozenset[tuple[object, ...]]:
        """Return the facts about the owner's things that a lobby shows. Equal values mean an equal lobby."""
        return self._owner_things.shown

    def offered(self, game: str) -> tuple[GameOption, ...]:
        """Return every option of this game that leaves a choice now, with all its values."""
        chosen = self._chosen.get(game, {})
        options = self._every(game)
        now = {option.name: chosen.get(option.name, option.usual) for option in options}
        return tuple(one for one in options if one.only_with is None or now[one.only_with[0]] == one.only_with[1])

    def _every(self, game: str) -> tuple[GameOption, ...]:
        return game_options(game, self._owner_things)

    def options(self, game: str) -> dict[str, Any]:
        """Return the options that differ from the usual game. An owner's thing is named by its id."""
        if not self._chosen.get(game):  # so no plan is read before somebody picks it
            return {}
        return {picked.name: picked.value for picked in self.picked(game) if not picked.usual}

    def whole(self, game: str, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options as a game's head has them, with whole things in place of the ids of an owner's things. Raise
        Refused for a thing that does not exist, or is not complete."""
        things = {option.name: option for option in self._every(game) if option.kind == "kept"} if options else {}
        return {
            name: self._owner_things.made(game, things[name].of, value, options)
            if name in things and isinstance(value, str)
            else value
            for name, value in options.items()
            if name not in things or value != things[name].usual
        }

    def picked(self, game: str) -> tuple[Picked, ...]:
        """Return each offered option with its value."""
        chosen = self._chosen.get(game, {})
        return tuple(_picked(option, chosen.get(option.name, option.usual)) for option in self.offered(game))

    def check(self, game: str, options: Mapping[str, Any]) -> dict[str, GameOption]:
        """Return every option of this game, by name. Raise Refused if `options` has an unknown option or value."""
        offered = {option.name: option for option in self._every(game)}
        for name, value in options.items():
            if name not in offered:
                raise Refused("no_such_option")
            _check_value(offered[name], value)
        return offered

    def change(self, game: str, options: Mapping[str, Any]) -> bool:
        """Set these options to these values, on disk. Return whether the value of one has changed. Raise Refused as `check`
        does."""
        offered = self.check(game, options)
        if all(
            is_among(value, (self._chosen.get(game, {}).get(name, offered[name].usual),)) for name, value in options.items()
        ):
            return False
        later = {**self._chosen, game: {**self._chosen.get(game, {}), **options}}
        self._notes.keep_note(OPTIONS, msgspec.json.encode(later).decode())
        self._chosen = later
        return True

    def take_up(self, game: str, kind: str, id_: str) -> None:
        """Choose a thing of the owner that has just become complete, if its option has the usual value."""
        for option in self._every(game) if game in games() else ():
            chosen = self._chosen.get(game, {}).get(option.name, option.usual)
            if option.of == kind and chosen == option.usual and id_ in option.values:
                self.change(game, {option.name: id_})


def _picked(option: GameOption, value: Any) -> Picked:
    drafts = tuple(draft.id for draft in option.drafts)
    if not is_among(value, (*option.values, *drafts)):  # of another version, or of a thing that is gone
        value = option.usual
    labels = (*option.labels, *(draft.words for draft in option.drafts))
    words = labels[(*option.values, *drafts).index(value)] if labels else None
    return Picked(option.name, option.words, value, words, value == option.usual)


def _check_value(option: GameOption, value: Any) -> None:
    """Raise Refused for a value that the option does not have, or an incomplete thing."""
    if is_among(value, option.values):
        return
    draft = next((draft for draft in option.drafts if draft.id == value), None)
    raise Refused("kept.incomplete", name=draft.words) if draft else Refused("no_such_option")


def to_begin(wanted: Data, agreed: AgreedOptions, pieces: Mapping[Seat, int]) -> Data:
    """Return `wanted` with all options that a head needs. If it has no `options`, take those agreed on, and those that go
    with the `pieces`. Raise Refused for an owner's thing that does not exist, or is not complete."""
    game, options, seats = wanted.get("game"), wanted.get("options", {}), wanted.get("seats")
    if not isinstance(game, str) or game not in games() or not isinstance(options, dict) or not isinstance(seats, list):
        return wanted
    if "options" not in wanted:
        here = [seat for seat in seats if isinstance(seat, str) and seat in pieces]
        options = {**agreed.options(game), **chosen(games()[game], {Seat(seat): pieces[Seat(seat)] for seat in here})}
    return {**wanted, "options": agreed.whole(game, options)}


NONE: Final = "none"
"""A value in place of a kept thing's id: the game is played without one."""


def game_cards(seats: int, options: Callable[[str], Any]) -> tuple[GameCard, ...]:
    """Return a card for every game on the shelf, with its agreed options, and with whether it is for `seats` players."""
    return tuple(_card(id_, seats, options(id_)) for id_ in games())


def usual_game(seats: int) -> str:
    """Return the game that a lobby begins with: the first on the shelf for this many players. It may change until somebody
    picks a game."""
    return next((id_ for id_ in games() if max(1, seats) in _sizes(id_)), next(iter(games())))


def once_more(head: TableHead, pieces: Mapping[Seat, int]) -> dict[str, Any]:
    """Return the head of the same game for everybody who sits here: the players in their order, then the guests who waited.
    Raise Refused if the game is not for this many."""
    seats = [*(seat for seat in head.seats if seat in pieces), *(seat for seat in pieces if seat not in head.seats)]
    game = games()[head.game]
    option = piece_option(game)
    options = {name: value for name, value in head.options.items() if option is None or name != option.name}
    sizes = game.sizes(parse_options(game, options))
    if len(seats) not in sizes:
        raise Refused("again_not_for", count=len(seats), least=sizes[0], most=sizes[-1])
    return {"game": head.game, "seats": seats, "options": {**options, **chosen(game, {s: pieces[s] for s in seats})}}


def is_on_phones_only(head: TableHead) -> bool:
    """Return whether nobody can play this game at the shared box."""
    game = games()[head.game]
    return game.phones(parse_options(game, head.options)) == "only"


def variant(picked: tuple[Picked, ...]) -> Text:
    """Return the options that differ from the usual game, as one line of words."""
    parts = [_agreed(option) for option in picked if not option.usual]
    return reduce(lambda a, b: text("lobby.both", a=a, b=b), parts) if parts else text("lobby.usual")


def _agreed(option: Picked) -> Text:
    if option.label is not None:
        return text("lobby.value", what=option.words, value=option.label)
    return option.words if option.value else text("lobby.without", what=option.words)


def _card(id_: str, seats: int, options: Any) -> GameCard:
    game = games()[id_]
    sizes = game.sizes(options)
    return GameCard(id_, sizes[0], sizes[-1], seats in _sizes(id_), game.phones(options), _first_begins(id_))


@cache
def _first_begins(id_: str) -> bool:
    """Return whether the first seat clockwise begins, according to the game's first question. If not, lots or the table
    decide who begins."""
    game = games()[id_]
    options = parse_options(game, {})
    seats = tuple(Seat(str(n)) for n in range(game.sizes(options)[0]))
    return {due.seat for due in game.due(game.first_state(seats, options)) if due.waits} == {seats[0]}


@cache
def _sizes(id_: str) -> tuple[int, ...]:
    """Return the numbers of seats that the game allows with any option. An automatic rival may replace a missing player."""
    game = games()[id_]
    ways = ({}, *({option.name: value} for option in plain_options(id_).values() for value in option.values))
    return tuple(sorted({n for options in ways for n in game.sizes(parse_options(game, options))}))


def game_options(id_: str, things: OwnerThings) -> tuple[GameOption, ...]:
    """Return a game's options as the lobby draws them, in the order of the options type. Options without a choice are left
    out, and those that a seat chooses with its wooden piece."""
    found = []
    for info in msgspec.structs.fields(games()[id_].options):
        asked = option_type(info.type)
        if isinstance(asked, FromOwnerThing):
            found.append(_kept_option(id_, info.name, asked.kind, things))
        elif info.name in plain_options(id_):
            found.append(plain_options(id_)[info.name])
    return tuple(found)


def round_options(id_: str, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return a value for each option that the organiser of a hall may choose: the `chosen` one, or the usual one."""
    return {name: chosen.get(name, option.usual) for name, option in plain_options(id_).items()}


def _kept_option(id_: str, name: str, kind: str, things: OwnerThings) -> GameOption:
    """Return an option whose value is a thing that the owner keeps, or a sample."""
    words, hint = _called(id_, name)
    whole = [one for one in things.all(id_, kind) if one.complete]
    drafts = tuple(Draft(one.thing.id, one.words) for one in things.all(id_, kind) if not one.complete)
    values, labels = tuple(one.thing.id for one in whole), tuple(one.words for one in whole)
    usual = _usual(id_, name, kind)
    if usual == NONE:
        values, labels = (NONE, *values), (text("lobby.kept_none"), *labels)
    return GameOption(name, "kept", values, usual, words, hint, labels, kind, drafts)


@cache
def _usual(id_: str, name: str, kind: str) -> str:
    """Return the id of the sample that is the default of an option, or NONE if the default is to play without a thing."""
    game = games()[id_]
    of, usual = next(of for of in game.owner_things if of.id == kind), getattr(game.options(), name)
    if usual is msgspec.UNSET:
        return NONE
    return next(f"sample{n}" for n, sample in enumerate(of.samples, 1) if of.made(sample, {}) == usual)


@cache
def plain_options(id_: str) -> dict[str, GameOption]:
    """Return the options that have a few values, by name."""
    kind = games()[id_].options
    hints = {info.name: info.type for info in msgspec.structs.fields(kind)}
    few = {name: of.values for name, hint in hints.items() if isinstance(of := option_type(hint), OneOf)}
    found = {name: _offer(id_, name, few[name], getattr(kind(), name), only_with(hints[name])) for name in few}
    return {name: option for name, option in found.items() if len(option.values) > 1}


def _offer(id_: str, name: str, named: tuple[Any, ...], usual: Any, needs: OnlyWith | None) -> GameOption:
    words, small = _called(id_, name)
    values = tuple(value for value in named if _can_be_played(id_, {name: value}))
    other = None if needs is None else (needs.name, needs.value)
    if isinstance(usual, bool):
        return GameOption(name, "switch", values, usual, words, small, only_with=other)
    labels = tuple(text(f"{id_}.option.{name}.{value}") for value in values)
    return GameOption(name, "values", values, usual, words, small, labels, only_with=other)


def _called(id_: str, name: str) -> tuple[Text, Text]:
    return text(f"{id_}.option.{name}.name"), text(f"{id_}.option.{name}.hint")


def _can_be_played(id_: str, options: dict[str, Any]) -> bool:
    """Return whether the game can be played with these options. A game may not support a value of an option yet."""
    try:
        parse_options(games()[id_], options)
    except BadFile:
        return False
    return True


def lobby_now(host: Seat | None, seat: Seat | None) -> Text:
    """Return the line on the present situation before a game: the host picks, and the others wait."""
    if host is None:
        return text("lobby.now.nobody")
    return text("lobby.now.host") if seat == host else text("lobby.now.guest", host=host)


class LobbyLook:
    """The lobby of one snapshot. `chosen` is the game that somebody picked, or None."""

    def __init__(self, chosen: str | None, book: GuestBook, agreed: AgreedOptions, has_bots: bool, lengths: Lengths) -> None:
        self._chosen = chosen
        self._lengths = lengths
        self._has_bots = has_bots
        self._book = book
        self._seating = book.seating
        self._agreed = agreed

    @property
    def picked(self) -> str:
        """The game that somebody picked, or else the usual one."""
        return self._chosen or usual_game(len(self._seating.sittings))

    @cached_property
    def pieces(self) -> Pieces:
        """The wooden piece that each seat would have if the game began now."""
        return in_lobby(games()[self.picked], self._seating.pieces)

    @property
    def swaps(self) -> bool:
        """Return whether two seats exchange pieces when one takes the other's. They do if the picked game has pieces of its
        own."""
        return self._coloured is not None and len(self._seating.sittings) <= len(self._coloured.pieces)

    @property
    def free_pieces(self) -> tuple[int, ...]:
        """Return the wooden pieces that one more guest may take. They are those of the picked game, if it has one more."""
        of_game = self._coloured.pieces if self._coloured else ()
        offered = of_game if len(self._seating.sittings) < len(of_game) else range(1, SEATS + 1)
        taken = {*self.pieces.values(), *self._seating.pieces.values()}
        return tuple(piece for piece in offered if piece not in taken)

    def with_piece(self, seat: Seat, piece: int) -> Pieces:
        """Return the pieces after a seat took another one. A seat that had it gets this seat's piece. Raise Refused for a
        piece that the picked game does not have."""
        if piece not in self._offered_pieces:
            raise Refused("piece_not_here")
        return swapped(self.pieces, seat, piece)

    @property
    def _coloured(self) -> PieceOption | None:
        return piece_option(games()[self.picked])

    @property
    def _offered_pieces(self) -> tuple[int, ...]:
        return self._coloured.pieces if self._coloured and self.swaps else tuple(range(1, SEATS + 1))

    def shown(self) -> Lobby:
        """Return the lobby as every phone draws it."""
        last = self._last
        return Lobby(
            seats=self._seating.seats,
            host=self._seating.host,
            games=game_cards(len(self._seating.sittings), self.options),
            picked=self.picked,
            free_pieces=tuple(piece for piece in self._offered_pieces if piece not in self.pieces.values()),
            swaps=self.swaps,
            phoneless=self._book.without_own_phone,
            at_box=self._book.at_box,
            lacking=self._lacking(),
            poster=games()[self.picked].poster(self.options(self.picked)),
            options=self._agreed.picked(self.picked),
            offered=self._agreed.offered(self.picked),
            colours=chosen(games()[self.picked], self.pieces),
            minutes=round(sum(last) / len(last)) if last else games()[self.picked].minutes(len(self._seating.sittings)),
            lengths=last,
        )

    @property
    def _last(self) -> tuple[int, ...]:
        """Return the minutes that the last games of this kind took with this many players here. It is empty until there are
        LAST of them."""
        known = self._lengths.get((self.picked, len(self._seating.sittings)), ())
        return known if len(known) == LAST else ()

    def _lacking(self) -> tuple[Seat, ...]:
        """Return the seats that lack a phone, if the game needs one for each. In a demo bots play for these seats."""
        needs = games()[self.picked].phones(self.options(self.picked)) == "only" and not self._has_bots
        return self._book.at_box if needs else ()

    def options(self, id_: str) -> Any:
        """Return a game's options as agreed on. If they do not go together, return the defaults. The start of the game then
        says why."""
        game = games()[id_]
        try:
            return parse_options(game, self._agreed.whole(id_, self._agreed.options(id_)))
        except (BadFile, Refused):
            return parse_options(game, {})
