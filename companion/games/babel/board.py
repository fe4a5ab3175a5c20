"""The blocks that show the table: the tower beside its blueprint (BABEL-23), the seats, and the pieces that moved last."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from companion.core.blocks import Cell, Count, Grid, Move, Moves, Row, SeatRow, Seats
from companion.core.caching import cached_by_identity
from companion.core.state import Seat
from companion.core.words import Text, names, text
from companion.games.babel.cards import card_words, cell_sign
from companion.games.babel.pieces import CELLS, COLUMNS, PLACE, ROWS, blocks_left, blocks_missing, is_instruction
from companion.games.babel.sealed import punishing, sealing
from companion.games.babel.state import Given, Moved, Public, is_building


@cached_by_identity
def tower(public: Public) -> Grid:
    """Return the tower as a grid: the height of each cell, and the height that the blueprint asks for there."""
    heads = (text("babel.tower"), *(text("babel.column", column=column) for column in COLUMNS))
    rows = (Row(text("babel.row", row=row), tuple(_cell(public, place) for place in _places(row))) for row in ROWS)
    return Grid(heads, tuple(rows), title=text("babel.tower"), words=_gap(public), board=True)


def _gap(public: Public) -> Text:
    """Return how many blocks the blueprint still asks for, and how many are left in the supply."""
    left = blocks_left(public.heights)
    if public.blueprint is None:
        return text("babel.blocks", count=left)
    gap = blocks_missing(public.heights, public.blueprint)
    return text("babel.missing", count=gap, left=left) if gap else text("babel.complete", left=left)


def _places(row: str) -> tuple[int, ...]:
    return tuple(place for cell, place in PLACE.items() if cell[1] == row)


def _cell(public: Public, place: int) -> Cell:
    height = public.heights[place]
    asked = public.blueprint[place] if public.blueprint else 0
    words = text("babel.height", n=height)
    return Cell(words, of=asked, matters=True, full=height >= asked) if asked else Cell(words)


# The seats


@cached_by_identity
def seats(public: Public) -> Seats:
    """Return a row for each seat: its job in this round, and the seals and punishment cards that others gave it."""
    given = tallies(public)
    places = enumerate(public.seats)
    return Seats(
        tuple(SeatRow(seat, _counts(given[seat]), _is_master_at_work(public, i), _job(public, i)) for i, seat in places)
    )


def _counts(given: Mapping[str, int]) -> tuple[Count, ...]:
    return tuple(Count(n, sign, text(f"babel.card_name.{sign}")) for sign, n in given.items() if n)


def _is_master_at_work(public: Public, place: int) -> bool:
    return place == public.master and public.round > 0 and public.stage in ("appoint", "storms", "swap", "reveal", "master")


def _job(public: Public, place: int) -> Text | None:
    if public.final is not None or not public.round:
        return None
    if place in sealing(public):
        return text("babel.job.seal")
    if place in punishing(public):
        return text("babel.job.zealot")
    if place == public.master:
        return text("babel.job.master")
    return text("babel.job.builder") if is_building(public, place) else None


def tallies(public: Public) -> Mapping[Seat | None, Mapping[str, int]]:
    """Return the blocks on each cell, and the seals and punishment cards that each seat received."""
    board = {cell_sign(cell): n for cell, n in zip(CELLS, public.heights, strict=True)}
    seals, punishments = _received_by_place(public.seals), _received_by_place(punishments_given(public))
    found: dict[Seat | None, Mapping[str, int]] = {None: board}
    for i, seat in enumerate(public.seats):
        found[seat] = {"seal": seals[i], "punishment": punishments[i]}
    return found


def counted(sign: str, n: int) -> Text:
    """Return `n` pieces of a tally in words. Blocks are named by their cell."""
    cell = next((cell for cell in CELLS if cell_sign(cell) == sign), None)
    return text(f"babel.card_name.{sign}") if cell is None else text("babel.moved.blocks_on", count=n, cell=cell)


def punishments_given(public: Public) -> tuple[Given, ...]:
    """Return the punishment cards that seats gave each other, once the game is over (BABEL-17)."""
    return public.final.given if public.final else ()


def _received_by_place(given: Iterable[Given]) -> Counter[int]:
    found: Counter[int] = Counter()
    for one in given:
        found[one.to] += one.cards
    return found


@cached_by_identity
def moves(public: Public) -> Moves | None:
    """Return the pieces that people now move, and where to (BABEL-12, BABEL-15 to 17), or None if there are none."""
    moved = public.moved
    if moved is None:
        return None
    rows = tuple(_rows(public, moved))
    return Moves(moved.of, _title(moved), rows) if rows else None


def _title(moved: Moved) -> Text:
    if is_instruction(moved.why):
        return text("babel.moved.built", card=card_words(moved.why))
    return text(f"babel.moved.{moved.why}")


def _rows(public: Public, moved: Moved) -> Iterator[Move]:
    if moved.why == "seals":
        return _given_cards(public, public.seals, "seal")
    if moved.why == "punishments":
        return _given_cards(public, punishments_given(public), "punishment")
    return _moved_blocks(moved)


def _moved_blocks(moved: Moved) -> Iterator[Move]:
    for cell, was, now in zip(CELLS, moved.before, moved.after, strict=True):
        if was != now and moved.why == "set":
            right = Count(now, cell_sign(cell), text("babel.moved.blocks", count=now), change=now - was)
            yield Move((right,), None, text("babel.moved.set_now", cell=cell), still=True)
        elif was != now:
            blocks = Count(now - was, cell_sign(cell), text("babel.moved.blocks", count=abs(now - was)))
            yield Move((blocks,), None, text("babel.moved.now", cell=cell, n=now))


def _given_cards(public: Public, given: tuple[Given, ...], sign: str) -> Iterator[Move]:
    """Return a row for each seat that received cards, with the seats that gave them."""
    for seat, cards in sorted(_received_by_place(given).items()):
        givers = names(public.seats[one.by] for one in given if one.to == seat)
        count = Count(cards, sign, text(f"babel.card_name.{sign}"))
        yield Move((count,), public.seats[seat], text("babel.moved.from", seats=givers))
