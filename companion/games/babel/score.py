"""The winners of a game, and of a score sheet."""

import msgspec

from companion.core.game import Number, check_names
from companion.core.score import Score
from companion.core.state import Seat
from companion.core.words import BadFile, Refused, Text, text
from companion.games.babel.pieces import MOST_PUNISHMENTS, MOST_SEALS, SIZES, blocks_missing
from companion.games.babel.reversal import winner_of
from companion.games.babel.state import Final, Public, Side, present_round

Ranking = tuple[tuple[Seat, ...], ...]


def winners(final: Final, seats: int) -> tuple[int, ...]:
    """Return the places of the winners by their roles at the end: the architects, or the Messenger with the zealots
    (BABEL-19)."""
    others = (final.messenger, *final.zealots)
    return tuple(i for i in range(seats) if (i in others) == (final.winner == "messenger"))


def won_by(public: Public) -> Text:
    """Return the reason of the victory in words, with the numbers that decided it."""
    assert public.blueprint is not None
    if public.fallen == "BABEL-11":
        return text(f"babel.end.by_{present_round(public).shown}")
    if public.fallen == "BABEL-13":
        return text("babel.end.by_13", round=public.round, count=blocks_missing(public.heights, public.blueprint))
    final = public.final
    assert final is not None
    how = "none" if not final.seals + final.punishments else final.winner
    messenger = public.seats[final.messenger]
    return text(f"babel.end.by_18_{how}", seat=messenger, seals=final.seals, punishments=final.punishments)


def score_of(public: Public) -> Score | None:
    """Return the winners and the reason, or None while the game goes on."""
    final = public.final
    if final is None:
        return None
    won = winners(final, len(public.seats))
    first = tuple(seat for i, seat in enumerate(public.seats) if i in won)
    last = tuple(seat for seat in public.seats if seat not in first)
    ranking = tuple(place for place in (first, last) if place)
    return _score(ranking, final.winner, final.rule, final.seals, final.punishments)


def _score(ranking: Ranking, winner: Side, rule: str, seals: int, punishments: int) -> Score:
    own = {"winner": winner, "rule": rule, "seals": seals, "punishments": punishments}
    why = text(f"babel.score.{winner}", rule=rule, seals=seals, punishments=punishments)
    return Score(ranking, own=own, why=why)


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The Messenger, and the seals and punishment cards that each seat received. A seat that is left out received none
    (docs/records.md)."""

    messenger: str
    seals: dict[str, Number] = {}
    punishments: dict[str, Number] = {}


def score_sheet(sheet: Sheet) -> Score:
    """Return the score of a sheet. Raise BadFile for impossible seats, Refused for more cards than there are."""
    _check_seats({sheet.messenger, *sheet.seals, *sheet.punishments})
    _check_cards("babel.too_many_seals", sheet.seals, MOST_SEALS)
    _check_cards("babel.too_many_punishments", sheet.punishments, MOST_PUNISHMENTS)
    seals, punishments = sheet.seals.get(sheet.messenger, 0), sheet.punishments.get(sheet.messenger, 0)
    return _score((), winner_of(seals, punishments), "BABEL-18", seals, punishments)


def _check_seats(names: set[str]) -> None:
    if len(names) > SIZES[-1]:
        raise BadFile("babel.bad_sheet_seats", seats=len(names))
    check_names(names, "babel.bad_sheet_name")


def _check_cards(why: str, received: dict[str, int], most: int) -> None:
    """Raise Refused for more cards than the largest table plays with (BABEL-01)."""
    found = sum(received.values())
    if found > most:
        raise Refused(why, found=found, most=most)
