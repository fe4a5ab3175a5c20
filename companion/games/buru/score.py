"""The score at the end of a game, and of a score sheet."""

from dataclasses import dataclass

import msgspec

from companion.core.game import Number, check_names
from companion.core.score import Score, ScoreLine
from companion.core.state import Seat
from companion.core.words import BadFile
from companion.games.buru.pieces import RIVALS, set_bonus
from companion.games.buru.state import Public

RULE = "BURU-21"
RIVALS_RULE = "BURU-30"
MOST_SEATS = 5
"""The most players of a game, rivals included."""


@dataclass(frozen=True, slots=True)
class Holding:
    """The property of a player at the end. `islanders` is None for a person, whose islanders are worth nothing."""

    seat: Seat
    esteem: int
    tributes: tuple[int, ...]
    elders: tuple[int, ...]
    islanders: tuple[int, ...] | None = None


def lines(holding: Holding) -> tuple[ScoreLine, ...]:
    """Return all lines of a player's score, also those with 0 (BURU-21)."""
    cards = (("tributes", holding.tributes), ("elders", holding.elders))
    found = [ScoreLine("buru.score.track", holding.esteem, RULE, {"n": holding.esteem})]
    found += [ScoreLine(f"buru.score.{name}", sum(worth), RULE, {"n": len(worth)}) for name, worth in cards]
    if holding.islanders is not None:
        bonus = sum(set_bonus(n) for n in holding.islanders)
        found.append(ScoreLine("buru.score.islanders", bonus, RIVALS_RULE, {"n": sum(holding.islanders)}))
    return tuple(found)


def score_of(holdings: tuple[Holding, ...], emissary: int) -> Score:
    """Return the score of holdings, given clockwise. Every tie goes to the Emissary first, then clockwise (BURU-21)."""
    by_seat = {holding.seat: lines(holding) for holding in holdings}
    total = {seat: sum(line.points for line in rows) for seat, rows in by_seat.items()}
    from_emissary = [holding.seat for holding in (*holdings[emissary:], *holdings[:emissary])]
    ranking = sorted(from_emissary, key=total.__getitem__, reverse=True)
    tied = len(ranking) > 1 and total[ranking[0]] == total[ranking[1]]
    return Score(tuple((seat,) for seat in ranking), by_seat, "buru.tie.emissary" if tied else None)


def score_at_the_end(public: Public) -> Score:
    """Return the score of a game that is over: all have entered what their cards are worth (BURU-21)."""
    assert public.final is not None
    holdings = tuple(
        Holding(
            seat=seat,
            esteem=player.esteem,
            tributes=tuple(value for worths in values.tributes for value in worths),
            elders=values.elders,
            islanders=player.islanders if public.is_rival(by) else None,
        )
        for by, (seat, player, values) in enumerate(zip(public.names, public.players, public.final.values, strict=True))
    )
    return score_of(holdings, public.emissary)


class Islanders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number for each type of islander. A type that is left out counts 0."""

    artisan: Number = 0
    gatherer: Number = 0
    noble: Number = 0
    priest: Number = 0
    outlaw: Number = 0

    @property
    def types(self) -> tuple[int, ...]:
        """Return the numbers in the order of the fields."""
        return (self.artisan, self.gatherer, self.noble, self.priest, self.outlaw)


class SeatSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The property of a player at the end, as a score sheet has it. Only a rival's islanders are worth anything."""

    esteem: Number
    tributes: tuple[Number, ...]
    elders: tuple[Number, ...]
    rival: bool = False
    islanders: Islanders = Islanders()

    def holding(self, name: str) -> Holding:
        """Return the property in the form that the score uses, with the player's name."""
        islanders = self.islanders.types if self.rival else None
        return Holding(Seat(name), self.esteem, self.tributes, self.elders, islanders)


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end state as people counted it on the table (docs/records.md). `order` is clockwise."""

    emissary: str
    order: tuple[str, ...]
    seats: dict[str, SeatSheet]


def score_sheet(sheet: Sheet) -> Score:
    """Return the score of a sheet. Its numbers are not checked. Raise BadFile for impossible seats."""
    _seats(sheet)
    holdings = tuple(sheet.seats[name].holding(name) for name in sheet.order)
    return score_of(holdings, sheet.order.index(sheet.emissary))


def _seats(sheet: Sheet) -> None:
    if not 1 <= len(sheet.seats) <= MOST_SEATS:
        raise BadFile("buru.bad_sheet_seats", seats=len(sheet.seats))
    check_names(sheet.seats, "buru.bad_sheet_name")
    if sorted(sheet.order) != sorted(sheet.seats):
        raise BadFile("buru.bad_sheet_order")
    if sheet.emissary not in sheet.seats:
        raise BadFile("buru.bad_sheet_emissary")
    rivals = sum(seat.rival for seat in sheet.seats.values())
    if rivals > len(RIVALS) or rivals == len(sheet.seats):
        raise BadFile("buru.bad_sheet_rivals", rivals=rivals)
