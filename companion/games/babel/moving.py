"""What lies open on the table in numbers, and what of it moved last: blocks of the tower, seals and punishments given."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from companion.core.blocks import Count, Move, Moves
from companion.core.caching import once_for_all
from companion.core.state import Seat
from companion.core.words import Text, names, text
from companion.games.babel.names import card_words, cell_sign
from companion.games.babel.pieces import CELLS, is_instruction
from companion.games.babel.state import Given, Moved, Public


def tallies(public: Public) -> Mapping[Seat | None, Mapping[str, int]]:
    """The blocks on each cell; before each seat the seals and punishment cards that others gave it."""
    board = {cell_sign(cell): n for cell, n in zip(CELLS, public.heights, strict=True)}
    seals, punishments = _received(public.seals), _received(punishments_given(public))
    found: dict[Seat | None, Mapping[str, int]] = {None: board}
    for i, seat in enumerate(public.seats):
        found[seat] = {"seal": seals[i], "punishment": punishments[i]}
    return found


def counted(sign: str, n: int) -> Text:
    """What so many pieces of a tally are called, blocks by their cell."""
    cell = next((cell for cell in CELLS if cell_sign(cell) == sign), None)
    return text(f"babel.card_name.{sign}") if cell is None else text("babel.moved.blocks_on", count=n, cell=cell)


def punishments_given(public: Public) -> tuple[Given, ...]:
    """BABEL-17: who gave whom punishment cards, once the game is over."""
    return public.final.given if public.final else ()


def _received(given: Iterable[Given]) -> Counter[int]:
    found: Counter[int] = Counter()
    for one in given:
        found[one.to] += one.cards
    return found


@once_for_all
def moves(public: Public) -> Moves | None:
    """BABEL-12, 15 to 17, in words: what people now put where, and from where it comes."""
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
        return _given(public, public.seals, "seal")
    if moved.why == "punishments":
        return _given(public, punishments_given(public), "punishment")
    return _blocks(moved)


def _blocks(moved: Moved) -> Iterator[Move]:
    for cell, was, now in zip(CELLS, moved.before, moved.after, strict=True):
        if was != now and moved.why == "set":
            right = Count(now, cell_sign(cell), text("babel.moved.blocks", count=now), change=now - was)
            yield Move((right,), None, text("babel.moved.set_now", cell=cell), still=True)
        elif was != now:
            blocks = Count(now - was, cell_sign(cell), text("babel.moved.blocks", count=abs(now - was)))
            yield Move((blocks,), None, text("babel.moved.now", cell=cell, n=now))


def _given(public: Public, given: tuple[Given, ...], sign: str) -> Iterator[Move]:
    """A row for each seat that received some, with who gave them."""
    for seat, cards in sorted(_received(given).items()):
        givers = names(public.seats[one.by] for one in given if one.to == seat)
        count = Count(cards, sign, text(f"babel.card_name.{sign}"))
        yield Move((count,), public.seats[seat], text("babel.moved.from", seats=givers))
