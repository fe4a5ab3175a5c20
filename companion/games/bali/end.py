"""The end: what it reveals, what people count, which count holds. And open tallies set right at any time."""

from dataclasses import replace

from companion.core.event import Event
from companion.core.knowledge import Data
from companion.games.bali.pieces import KINDS
from companion.games.bali.state import BaliState, Final, Four, Gain, Paid, Pieces, Public, gained, now_open, put, shrines


def deck_empty(state: BaliState, event: Event) -> BaliState:
    """BALI-21: the end, at once; all hands and the altar are turned up."""
    public, box = state.public, state.box
    kinds = (*(card.kind for card in box.altar if card.kind), *box.unknown)
    final = Final(
        held=tuple(state.own[seat].held for seat in public.seats),
        altar=tuple(kinds.count(kind) for kind in KINDS),
        counted=(None,) * len(public.seats),
    )
    return replace(now_open(state, step="end", final=final, paid=Paid("end")), shown=(*state.shown, None))


def four(numbers: Data) -> Four:
    """Numbers by kind, in order; a kind that is left out counts 0."""
    return tuple(numbers.get(kind, 0) for kind in KINDS)


def count(state: BaliState, event: Event) -> BaliState:
    """BALI-37: what a seat, or the table at the altar, counted."""
    final, data = _final(state), event.data
    if event.seat is None:
        return now_open(state, final=replace(final, altar_counted=four(data["altar"])))
    place = state.public.seats.index(event.seat)
    pieces = Pieces(four(data["sacrifices"]), data["points"], data["shrines"], data["stones"])
    counted = (*final.counted[:place], pieces, *final.counted[place + 1 :])
    return now_open(state, final=replace(final, counted=counted))


def accept(state: BaliState, event: Event) -> BaliState:
    return now_open(state, final=replace(_final(state), accepted=event.data["of"]))


def set_right(state: BaliState, event: Event) -> BaliState:
    """The cardboard is the truth: stones and points become what the table says."""
    public, data = state.public, event.data
    place = public.seats.index(data["seat"])

    stones, points = data.get("stones", public.stones[place]), data.get("points", public.points[place])
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


def _final(state: BaliState) -> Final:
    assert state.public.final is not None
    return state.public.final


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
