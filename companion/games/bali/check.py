"""BALI-37: what people counted beside what the companion knows."""

from collections.abc import Iterator
from dataclasses import replace

from companion.core.blocks import Block, Cell, Grid, Note, Row
from companion.core.words import Text, text
from companion.games.bali import end
from companion.games.bali.pieces import EACH, KINDS, PLACE, is_kind
from companion.games.bali.score import total
from companion.games.bali.state import Four, Pieces, Public

Item = tuple[str, int, int]
"""What was counted, how many, and how many the companion knows."""
Compared = tuple[Text, list[Item], int | None]
"""Whose count, item by item, and the seat's place (None: the altar)."""


def check(public: Public) -> tuple[Block, ...]:
    """A note for each difference, then a grid for each count that is in."""
    grids = (_grid(name, items) for name, items, _ in _counted(public))
    return (*(note for _, note in differences(public)), *grids)


def _counted(public: Public) -> Iterator[Compared]:
    """The counts that are in: the companion's numbers show beside them only now."""
    final = end.final_of(public)
    known = end.by_companion(public)
    for i, told in enumerate(final.counted):
        if told is not None:
            yield text("bali.end.of", seat=public.seats[i]), list(_items(told, known[i])), i
    if final.altar_counted is not None:
        yield text("bali.altar"), list(zip(KINDS, final.altar_counted, final.altar, strict=True)), None


def _items(told: Pieces, known: Pieces) -> Iterator[Item]:
    yield from zip(KINDS, told.held, known.held, strict=True)
    yield "stone", told.stones, known.stones
    yield "point", told.points, known.points
    yield "shrine", told.shrines, known.shrines


def _grid(name: Text, items: list[Item]) -> Grid:
    rows = (
        Row(
            _label(item),
            (Cell(_n(told), differs=told != known), Cell(_n(known), differs=told != known, agrees=told == known)),
            sign=item,
        )
        for item, told, known in items
    )
    return Grid((name, text("bali.end.counted"), text("bali.end.companion")), tuple(rows))


def _label(item: str) -> Text:
    return text(f"bali.kind.{item}") if is_kind(item) else text(f"bali.label.{item}s")


def _n(n: int) -> Text:
    return text("bali.number", n=n)


def differences(public: Public) -> Iterator[tuple[Item, Note]]:
    """Each number that was counted otherwise than the companion has it, and what the table reads about it."""
    for name, items, place in _counted(public):
        for item in items:
            if item[1] != item[2]:
                yield item, _difference(public, name, item, place)


def disagree(public: Public) -> bool:
    """Whether anything was counted otherwise than the box has it."""
    return any(True for _ in differences(public))


def agreed(public: Public) -> bool:
    """BALI-37: whether the table said which numbers hold, or all were counted and none is otherwise."""
    final = end.final_of(public)
    return final.accepted is not None or (final.all_counted and not disagree(public))


def _difference(public: Public, name: Text, item: Item, place: int | None) -> Note:
    """What differs, why it cannot be (if it cannot), and what it would change."""
    thing, told, known = item
    words = text("bali.end.differs", of=name, what=_label(thing), told=told, known=known)
    sums: tuple[Text, ...] = ()
    if is_kind(thing):
        words, sums = _sum(public, words, PLACE[thing])
    return Note(words, alert=True, more=(*sums, *_changes(public, item, place)))


def _sum(public: Public, words: Text, kind: int) -> tuple[Text, tuple[Text, ...]]:
    """Every kind must add up to 25 over altar, seats and supply."""
    altar, pieces = end.by_count(public)
    held, supply = sum(p.held[kind] for p in pieces), public.supply[kind]
    found = altar[kind] + held + supply
    if found == EACH:
        return words, ()
    line = text("bali.end.sum", altar=altar[kind], held=held, supply=supply, found=found, most=EACH)
    key = "bali.end.missing" if found < EACH else "bali.end.over"
    return text("bali.end.headline", what=words, off=text(key, count=abs(EACH - found))), (line,)


def _changes(public: Public, item: Item, place: int | None) -> Iterator[Text]:
    """Whose total would change, were this number right and all others the companion's."""
    known, altar = end.by_companion(public), end.final_of(public).altar
    per = public.options.stones_per_point
    pieces, new_altar = _with(known, altar, item, place)
    for seat, before, after in zip(public.seats, known, pieces, strict=True):
        was, would = total(before, altar, per), total(after, new_altar, per)
        if was != would:
            yield text("bali.end.would", n=item[1], seat=seat, would=would, was=was)


def _with(known: tuple[Pieces, ...], altar: Four, item: Item, place: int | None) -> tuple[tuple[Pieces, ...], Four]:
    """Seats and altar with one number as counted."""
    thing, told, _ = item
    if place is None:
        return known, _put(altar, thing, told)
    return (*known[:place], _one(known[place], thing, told), *known[place + 1 :]), altar


def _one(pieces: Pieces, thing: str, told: int) -> Pieces:
    """A seat's pieces with one number as counted."""
    match thing:
        case "stone":
            return replace(pieces, stones=told)
        case "point":
            return replace(pieces, points=told)
        case "shrine":
            return replace(pieces, shrines=told)
        case _:
            return replace(pieces, held=_put(pieces.held, thing, told))


def _put(four: Four, kind: str, n: int) -> Four:
    return tuple(n if k == kind else old for k, old in zip(KINDS, four, strict=True))
