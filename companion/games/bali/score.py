"""The score at the end of a game, and of a score sheet."""

import msgspec

from companion.core.game import Number, check_names
from companion.core.score import Score, ScoreLine, ranked
from companion.core.state import Seat
from companion.core.words import BadFile, Refused, text
from companion.games.bali.pieces import CARDS_PER_KIND, KINDS, SHRINE_WORTH
from companion.games.bali.state import Four, Options, Pieces, Public, shrines

RULE = "BALI-24"


def worths(altar: Four) -> Four:
    """Return the worth of a sacrifice card of each kind. Equal numbers share a worth, and a kind without a card has 0
    (BALI-22, BALI-23)."""
    ranks = sorted({n for n in altar if n}, reverse=True)
    return tuple(3 - ranks.index(n) if n else 0 for n in altar)


def tie_break(ahead: Pieces, behind: Pieces) -> str | None:
    """Return what puts `ahead` above `behind`, which has as many points. Return None if they share the place (BALI-25)."""
    if ahead.shrines != behind.shrines:
        return "bali.tie.shrines"
    return "bali.tie.stones" if ahead.stones != behind.stones else None


def lines(pieces: Pieces, altar: Four, stones_per_point: int) -> tuple[ScoreLine, ...]:
    """Return all lines of a seat's score, also those with 0 (BALI-24)."""
    kinds = tuple(
        ScoreLine(f"bali.score.{kind}", n * worth, RULE, {"n": n, "worth": worth, "altar": on_altar})
        for kind, n, worth, on_altar in zip(KINDS, pieces.held, worths(altar), altar, strict=True)
    )
    shrines = {"n": pieces.shrines, "worth": SHRINE_WORTH}
    stones = {"n": pieces.stones, "per": stones_per_point}
    return (
        ScoreLine("bali.score.points", pieces.points, RULE, {"n": pieces.points}),
        ScoreLine("bali.score.shrines", pieces.shrines * SHRINE_WORTH, RULE, shrines),
        ScoreLine("bali.score.stones", pieces.stones // stones_per_point, RULE, stones),
        *kinds,
    )


def total(pieces: Pieces, altar: Four, stones_per_point: int) -> int:
    """Return a seat's points (BALI-24)."""
    return sum(line.points for line in lines(pieces, altar, stones_per_point))


def score_of(seats: tuple[Seat, ...], pieces: tuple[Pieces, ...], altar: Four, stones_per_point: int) -> Score:
    """Return the score: each seat's lines, the ranking, and what broke a tie for the first place."""
    by_seat = {seat: lines(p, altar, stones_per_point) for seat, p in zip(seats, pieces, strict=True)}
    # BALI-25: points, then shrines, then the number of stones
    rank = {
        seat: (sum(line.points for line in by_seat[seat]), p.shrines, p.stones)
        for seat, p in zip(seats, pieces, strict=True)
    }
    first, second = sorted(seats, key=rank.__getitem__, reverse=True)[:2]
    tied = rank[first][0] == rank[second][0]
    pieces_of = dict(zip(seats, pieces, strict=True))
    return Score(ranked(seats, rank), by_seat, tie_break(pieces_of[first], pieces_of[second]) if tied else None)


def standing(public: Public) -> dict[Seat, int]:
    """Return each seat's points without sacrifice cards (BALI-24), because nobody knows what those are worth before the
    end."""
    per = public.options.stones_per_point
    found: dict[Seat, int] = {}
    for i, seat in enumerate(public.seats):
        found[seat] = public.points[i] + shrines(public, i) * SHRINE_WORTH + public.stones[i] // per
    return found


class ByKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number for each kind. A kind that is left out counts 0."""

    rice: Number = 0
    peanut: Number = 0
    banana: Number = 0
    pepper: Number = 0

    @property
    def four(self) -> Four:
        """The numbers in the order of KINDS."""
        return (self.rice, self.peanut, self.banana, self.pepper)


class SeatSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pieces of one seat at the end: sacrifice cards by kind, point tokens, shrines and stones."""

    sacrifices: ByKind
    points: Number
    shrines: Number
    stones: Number


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end state as people counted it on the table (docs/records.md)."""

    altar: ByKind
    seats: dict[str, SeatSheet]
    options: Options = Options()


def score_sheet(sheet: Sheet) -> Score:
    """Return the score of a sheet. Raise BadFile for impossible seats, and Refused for more cards than there are."""
    _seats(sheet)
    altar = sheet.altar.four
    pieces = tuple(Pieces(s.sacrifices.four, s.points, s.shrines, s.stones) for s in sheet.seats.values())
    _enough_cards(altar, pieces)
    seats = tuple(Seat(name) for name in sheet.seats)
    return score_of(seats, pieces, altar, sheet.options.stones_per_point)


def _seats(sheet: Sheet) -> None:
    if not 2 <= len(sheet.seats) <= 4:
        raise BadFile("bali.bad_sheet_seats", seats=len(sheet.seats))
    check_names(sheet.seats, "bali.bad_sheet_name")


def _enough_cards(altar: Four, pieces: tuple[Pieces, ...]) -> None:
    """Raise Refused for more than 25 cards of a kind (BALI-02)."""
    for i, kind in enumerate(KINDS):
        found = altar[i] + sum(p.held[i] for p in pieces)
        if found > CARDS_PER_KIND:
            raise Refused("bali.too_many_cards", kind=text(f"bali.kind.{kind}"), found=found, most=CARDS_PER_KIND)
