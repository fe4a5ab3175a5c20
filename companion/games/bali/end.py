"""The end: what it reveals, what people count, which count holds. And open tallies set right at any time."""

from collections.abc import Mapping
from dataclasses import replace

from companion.core.actions import Accept, known, otherwise
from companion.core.dues import Event
from companion.core.state import now_open, put, showing
from companion.games.bali.actions import Count, DeckEmpty, SetRight
from companion.games.bali.pieces import KINDS, Kind
from companion.games.bali.state import BaliState, Box, Final, Four, Gain, Paid, Pieces, Public, gained, shrines


def deck_empty(state: BaliState, event: Event[DeckEmpty]) -> BaliState:
    """BALI-21: the table tells that the deck is empty."""
    return over(state)


def over(state: BaliState) -> BaliState:
    """BALI-21: the end, at once; all sacrifice cards and the altar are turned up."""
    public, box = state.public, state.box
    kinds = (*(card.kind for card in box.altar if card.kind), *box.unknown)
    final = Final(
        held=tuple(state.own[seat].held for seat in public.seats),
        altar=tuple(kinds.count(kind) for kind in KINDS),
        pile=_from_the_top(box),
        counted=(None,) * len(public.seats),
    )
    return showing(now_open(state, stage="end", final=final, paid=Paid("end")))


def _from_the_top(box: Box) -> tuple[Kind, ...]:
    """How people turn the altar up. In which order the cards of the set-up lie nobody knows."""
    unknown = iter(box.unknown)
    pile = (next(unknown) if card.kind is None else card.kind for card in box.altar)
    return tuple(pile)[::-1]


def four(numbers: Mapping[Kind, int]) -> Four:
    """Numbers by kind, in order; a kind that is left out counts 0."""
    return tuple(numbers.get(kind, 0) for kind in KINDS)


def count(state: BaliState, event: Event[Count]) -> BaliState:
    """BALI-37: what a seat, or the table at the altar, counted."""
    final, told = final_of(state.public), event.action
    if event.seat is None:
        return now_open(state, final=replace(final, altar_counted=four(known(told.altar))))
    place = state.public.seats.index(event.seat)
    pieces = Pieces(four(known(told.sacrifices)), known(told.points), known(told.shrines), known(told.stones))
    counted = (*final.counted[:place], pieces, *final.counted[place + 1 :])
    return now_open(state, final=replace(final, counted=counted))


def accept(state: BaliState, event: Event[Accept]) -> BaliState:
    """BALI-37: which numbers hold where two differ, the companion's or the counted ones; it may be said again."""
    return now_open(state, final=replace(final_of(state.public), accepted=event.action.of))


def set_right(state: BaliState, event: Event[SetRight]) -> BaliState:
    """The cardboard is the truth: stones and points become what the table says."""
    public, told = state.public, event.action
    place = public.seats.index(known(told.seat))
    stones, points = otherwise(told.stones, public.stones[place]), otherwise(told.points, public.points[place])
    changes = (
        Gain(place, "stone", stones - public.stones[place], now=stones),
        Gain(place, "point", points - public.points[place], now=points),
    )
    state = now_open(
        state,
        stones=put(public.stones, place, changes[0].n),
        points=put(public.points, place, changes[1].n),
    )
    return gained(state, *(change for change in changes if change.n))


def final_of(public: Public) -> Final:
    """Return what the end revealed. The game must be over."""
    assert public.final is not None
    return public.final


def by_companion(public: Public) -> tuple[Pieces, ...]:
    """What each seat has at the end as the companion knows it."""
    assert public.final is not None
    return tuple(
        Pieces(held, public.points[i], shrines(public, i), public.stones[i]) for i, held in enumerate(public.final.held)
    )


def by_count(public: Public) -> tuple[Four, tuple[Pieces, ...]]:
    """Altar and seats as counted; where nobody counted, as the companion knows them."""
    final = public.final
    assert final is not None
    altar = final.altar if final.altar_counted is None else final.altar_counted
    return altar, tuple(told or known for told, known in zip(final.counted, by_companion(public), strict=True))


def standing(public: Public) -> tuple[Four, tuple[Pieces, ...]]:
    """Altar and seats that hold: the companion's, unless the table accepted the count."""
    assert public.final is not None
    if public.final.accepted == "counted":
        return by_count(public)
    return public.final.altar, by_companion(public)
