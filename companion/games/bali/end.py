"""The end of a game: the cards that it reveals, the counts that people enter, and the numbers that are valid."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from msgspec import UNSET, UnsetType

from companion.core.actions import HOLDS, Action, as_data, form_start, required
from companion.core.actions import Accept as AnyAccept
from companion.core.answers import Answers, Field, Form, Group, Option
from companion.core.blocks import Block, Cell, Grid, Note, Row
from companion.core.dues import Due, Event
from companion.core.state import Seat, revealed_to, with_public
from companion.core.words import Text, text
from companion.games.bali.pieces import CARDS_PER_KIND, KINDS, PLACE, Kind, is_kind
from companion.games.bali.score import total
from companion.games.bali.state import BaliState, Box, Four, Own, Paid, Pieces, Public, Revealed, shrines


class DeckEmpty(Action, frozen=True, tag="deck_empty"):
    """The report that the deck is empty, so the game ends (BALI-21)."""

    def play(self, state: BaliState, event: Event[Action]) -> BaliState:
        return end_game(state)

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("bali.told.deck_empty")


class Count(Action, frozen=True, tag="count"):
    """A count after the end: each seat counts its own pieces, and the table counts the altar (BALI-37). A kind that is left
    out counts 0."""

    sacrifices: dict[Kind, int] | UnsetType = UNSET
    stones: int | UnsetType = UNSET
    points: int | UnsetType = UNSET
    shrines: int | UnsetType = UNSET
    altar: dict[Kind, int] | UnsetType = UNSET

    def play(self, state: BaliState, event: Event[Action]) -> BaliState:
        final = final_of(state.public)
        if event.seat is None:
            return with_public(state, final=replace(final, altar_counted=by_kind(required(self.altar))))
        place = state.public.seats.index(event.seat)
        pieces = Pieces(
            by_kind(required(self.sacrifices)), required(self.points), required(self.shrines), required(self.stones)
        )
        counted = (*final.counted[:place], pieces, *final.counted[place + 1 :])
        return with_public(state, final=replace(final, counted=counted))

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text("bali.told.count_altar") if seat is None else text("bali.told.count")


class Accept(AnyAccept, frozen=True, tag="accept"):
    """The table's choice of the valid numbers, if people counted others than the box (BALI-37). The table may answer
    again."""

    def play(self, state: BaliState, event: Event[Action]) -> BaliState:
        return with_public(state, final=replace(final_of(state.public), accepted=self.of))

    def words(self, public: Public, seat: Seat | None) -> Text:
        return text(f"bali.told.accept_{self.of}")


def end_game(state: BaliState) -> BaliState:
    """Return the state after the end: all sacrifice cards and the altar are face up (BALI-21)."""
    public, box = state.public, state.box
    kinds = (*(card.kind for card in box.altar if card.kind), *box.unknown)
    final = Revealed(
        held=tuple(state.own[seat].held for seat in public.seats),
        altar=tuple(kinds.count(kind) for kind in KINDS),
        pile=_from_the_top(box),
        counted=(None,) * len(public.seats),
    )
    return revealed_to(with_public(state, stage="end", final=final, paid=Paid("end")))


def _from_the_top(box: Box) -> tuple[Kind, ...]:
    """Return the altar's kinds from the top down. Cards of the set-up are in any order, because nobody knows theirs."""
    unknown = iter(box.unknown)
    pile = (next(unknown) if card.kind is None else card.kind for card in box.altar)
    return tuple(pile)[::-1]


def by_kind(numbers: Mapping[Kind, int]) -> Four:
    """Return numbers by kind, in the order of KINDS. A kind that is left out counts 0."""
    return tuple(numbers.get(kind, 0) for kind in KINDS)


def final_of(public: Public) -> Revealed:
    """Return what the end revealed. The game must be over."""
    assert public.final is not None
    return public.final


def by_companion(public: Public) -> tuple[Pieces, ...]:
    """Return each seat's pieces at the end, as the box knows them."""
    assert public.final is not None
    return tuple(
        Pieces(held, public.points[i], shrines(public, i), public.stones[i]) for i, held in enumerate(public.final.held)
    )


def by_count(public: Public) -> tuple[Four, tuple[Pieces, ...]]:
    """Return the altar and each seat's pieces as people counted them. A count that is missing is the box's."""
    final = public.final
    assert final is not None
    altar = final.altar if final.altar_counted is None else final.altar_counted
    return altar, tuple(counted or known for counted, known in zip(final.counted, by_companion(public), strict=True))


def valid_pieces(public: Public) -> tuple[Four, tuple[Pieces, ...]]:
    """Return the altar and each seat's pieces for the score: the box's numbers, unless the table accepted the counted
    ones."""
    assert public.final is not None
    if public.final.accepted == "counted":
        return by_count(public)
    return public.final.altar, by_companion(public)


Item = tuple[str, int, int]
"""A kind of piece, the number that people counted, and the box's number."""
Compared = tuple[Text, list[Item], int | None]
"""A count: its title, its items, and the place of the seat that counted (None: the table, at the altar)."""


def count_blocks(public: Public) -> tuple[Block, ...]:
    """Return a note for each difference, then a grid for each count that was entered."""
    grids = (_grid(name, items) for name, items, _ in _counted(public))
    return (*(note for _, note in differences(public)), *grids)


def _counted(public: Public) -> Iterator[Compared]:
    """Yield the counts that were entered. Nobody sees the box's numbers of a seat before that seat has counted, so that
    nobody copies them."""
    final = final_of(public)
    known = by_companion(public)
    for i, counted in enumerate(final.counted):
        if counted is not None:
            yield text("bali.end.of", seat=public.seats[i]), list(_items(counted, known[i])), i
    if final.altar_counted is not None:
        yield text("bali.altar"), list(zip(KINDS, final.altar_counted, final.altar, strict=True)), None


def _items(counted: Pieces, known: Pieces) -> Iterator[Item]:
    yield from zip(KINDS, counted.held, known.held, strict=True)
    yield "stone", counted.stones, known.stones
    yield "point", counted.points, known.points
    yield "shrine", counted.shrines, known.shrines


def _grid(name: Text, items: list[Item]) -> Grid:
    rows = (
        Row(
            _label(item),
            (
                Cell(_n(counted), differs=counted != known),
                Cell(_n(known), differs=counted != known, agrees=counted == known),
            ),
            sign=item,
        )
        for item, counted, known in items
    )
    return Grid((name, text("bali.end.counted"), text("bali.end.companion")), tuple(rows))


def _label(item: str) -> Text:
    return text(f"bali.kind.{item}") if is_kind(item) else text(f"bali.label.{item}s")


def _n(n: int) -> Text:
    return text("bali.number", n=n)


def differences(public: Public) -> Iterator[tuple[Item, Note]]:
    """Yield each item of which people counted another number than the box, with the note that the table reads."""
    for name, items, place in _counted(public):
        for item in items:
            if item[1] != item[2]:
                yield item, _difference(public, name, item, place)


def disagree(public: Public) -> bool:
    """Return True if any counted number differs from the box's."""
    return any(True for _ in differences(public))


def agreed(public: Public) -> bool:
    """Return True if nobody has to count or choose any more: the table chose the valid numbers, or all have counted and
    nothing differs (BALI-37)."""
    final = final_of(public)
    return final.accepted is not None or (final.all_counted and not disagree(public))


def _difference(public: Public, name: Text, item: Item, place: int | None) -> Note:
    """Return the note on one difference: both numbers, whether the cards of that kind add up, and the totals that would
    change with the counted number."""
    thing, counted, known = item
    words = text("bali.end.differs", of=name, what=_label(thing), counted=counted, known=known)
    sums: tuple[Text, ...] = ()
    if is_kind(thing):
        words, sums = _sum(public, words, PLACE[thing])
    return Note(words, alert=True, more=(*sums, *_changes(public, item, place)))


def _sum(public: Public, words: Text, kind: int) -> tuple[Text, tuple[Text, ...]]:
    """Return the sentence `words` and no line, or if the sum is wrong, a longer sentence and a line with the parts of the
    sum. Altar, seats and supply must have 25 cards of a kind together (BALI-02)."""
    altar, pieces = by_count(public)
    held, supply = sum(p.held[kind] for p in pieces), public.supply[kind]
    found = altar[kind] + held + supply
    if found == CARDS_PER_KIND:
        return words, ()
    line = text("bali.end.sum", altar=altar[kind], held=held, supply=supply, found=found, most=CARDS_PER_KIND)
    key = "bali.end.missing" if found < CARDS_PER_KIND else "bali.end.over"
    return text("bali.end.headline", what=words, off=text(key, count=abs(CARDS_PER_KIND - found))), (line,)


def _changes(public: Public, item: Item, place: int | None) -> Iterator[Text]:
    """Yield a line for each seat whose total would change if only this counted number were right."""
    known, altar = by_companion(public), final_of(public).altar
    per = public.options.stones_per_point
    pieces, new_altar = _with_item(known, altar, item, place)
    for seat, before, after in zip(public.seats, known, pieces, strict=True):
        was, would = total(before, altar, per), total(after, new_altar, per)
        if was != would:
            yield text("bali.end.would", n=item[1], seat=seat, would=would, was=was)


def _with_item(known: tuple[Pieces, ...], altar: Four, item: Item, place: int | None) -> tuple[tuple[Pieces, ...], Four]:
    """Return the seats' pieces and the altar, with this item as people counted it."""
    thing, counted, _ = item
    if place is None:
        return known, _with_kind(altar, thing, counted)
    return (*known[:place], _with_one_thing(known[place], thing, counted), *known[place + 1 :]), altar


def _with_one_thing(pieces: Pieces, thing: str, counted: int) -> Pieces:
    """Return a seat's pieces with this number as people counted it."""
    match thing:
        case "stone":
            return replace(pieces, stones=counted)
        case "point":
            return replace(pieces, points=counted)
        case "shrine":
            return replace(pieces, shrines=counted)
        case _:
            return replace(pieces, held=_with_kind(pieces.held, thing, counted))


def _with_kind(four: Four, kind: str, n: int) -> Four:
    return tuple(n if k == kind else old for k, old in zip(KINDS, four, strict=True))


MOST: Final = 999
"""The largest number of stones or points that a form accepts. No game reaches it, so no honest count is refused."""
MOST_SHRINES: Final = 12
"""The largest number of shrines that a form accepts. The deck has 9 (BALI-01)."""


def ask_count(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask a seat to count its pieces, or the table to count the altar. All numbers begin at 0, so that nobody copies the
    box's (BALI-37)."""
    cards = tuple((text(f"bali.offerings.{kind}"), kind) for kind in KINDS)
    if due.seat is None:
        altar = (number_field("altar", CARDS_PER_KIND, KINDS),)
        words = text("bali.ask.count_altar")
        form = Form(form_start(Count), altar, text("bali.ask.count_done"), labels=cards, collapsed=words)
        return Answers(forms=(form,), panel=text("bali.panel.count_altar"))
    fields = (
        number_field("sacrifices", CARDS_PER_KIND, KINDS),
        number_field("stones", MOST),
        number_field("points", MOST),
        number_field("shrines", MOST_SHRINES),
    )
    labels = (*cards, *((text(f"bali.label.{tally}s"), tally) for tally in ("stone", "point", "shrine")))
    collapsed = text("bali.ask.count")
    form = Form(form_start(Count), fields, text("bali.ask.count_done"), labels=labels, collapsed=collapsed)
    return Answers(forms=(form,), panel=text("bali.panel.count"))


def number_field(name: str, most: int, keys: tuple[str, ...] | None = None) -> Field:
    """Return a field for a number that begins at 0."""
    return Field(name, min=0, max=most, default=0, keys=keys)


def ask_accept(public: Public, own: Own | None, due: Due) -> Answers:
    """Ask which numbers are valid. If none differ, no screen shows the question, but a record may answer it. After an answer
    the question stays, collapsed, so that the table can change its mind."""
    if not disagree(public):
        field = Field("of", of=HOLDS)
        return Answers(forms=(Form(form_start(Accept), (field,), text("bali.ask.accept"), drawn=False),))
    options = tuple(
        Option(
            do=as_data(Accept(of)),
            words=text(f"bali.ask.accept_{of}"),
            panel=text(f"bali.panel.accept_{of}"),
        )
        for of in HOLDS
    )
    chosen = public.final is not None and public.final.accepted is not None
    question = text("bali.ask.accept")
    return Answers(
        (Group(options, 2),), question=question, collapsed=question if chosen else None, panel=text("bali.panel.accept")
    )
