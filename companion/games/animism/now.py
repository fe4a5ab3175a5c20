"""What the table does now, in one line, and what comes with it in at most two small ones."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.core.view import Now
from companion.core.words import Text, names, text
from companion.games.animism import awaited, papers
from companion.games.animism.naming import resources
from companion.games.animism.result import end_now
from companion.games.animism.sheets import owned
from companion.games.animism.state import Own, Public, Stage, pen, sheet_of, turn_in_round


def now(public: Public, own: Own | None, place: int | None) -> Now:
    """What a seat at this place (None: an onlooker) reads first."""
    return STAGES[public.stage](public, own, place)


# A turn


def _turn(public: Public, own: Own | None, place: int | None) -> Now:
    if own is None or place is None or place in public.done:
        return _others(public)
    sheet = sheet_of(public, place)
    whose = text("animism.sheet_yours") if sheet == place else owned(public, sheet)
    key = own.phase if public.is_twin else "work"
    return Now(text(f"animism.now.{key}", sheet=whose), _beside(public, own, place), lit=True)


def _others(public: Public) -> Now:
    """Nobody has finished, or some have; who is not on any screen before."""
    if not public.done:
        return Now(text("animism.now.all"), (_passed(public),))
    at_work = awaited.seats(public)
    return Now(text("animism.now.waiting", seats=names(at_work), count=len(at_work)), (_passed(public),))


def _passed(public: Public) -> Text:
    """ANIM-05, ANIM-06: as a turn begins the sheets are passed on; later on it is said when they will be. Where phones hold
    them nobody has anything to pass."""
    where = "_phones" if public.is_twin else ""
    if not public.turn or public.done:
        return text(f"animism.now.pass_when_done{where}")
    if turn_in_round(public) == 1:
        return text(f"animism.now.pass_round{where}", round=public.round)
    return text(f"animism.now.pass{where}")


def _beside(public: Public, own: Own, place: int) -> tuple[Text, ...]:
    """Where phones lead through the turn, each thing at its step."""
    if not public.is_twin:
        return (_passed(public), *((text("animism.now.first"),) if public.round == 1 else ()))
    if own.phase in ("choose", "closing"):
        return (text("animism.now.pass_when_done_phones"),)
    if public.round == 1:
        return (text("animism.now.first_twin"),) if own.steps else (_passed(public), text("animism.now.first_twin"))
    return () if own.steps else (_passed(public), *_supplied(public, place))


def _supplied(public: Public, place: int) -> tuple[Text, ...]:
    """ANIM-07."""
    paper = public.papers[sheet_of(public, place)]
    supply = papers.supply(public.ground, paper, pen(public, place))
    return (text("animism.now.supply", resources=resources(supply)),) if any(supply) else ()


# The end


def _sheets(public: Public, own: Own | None, place: int | None) -> Now:
    """ANIM-28: first what one's own sheet says, then the right neighbour's."""
    if place is not None and (sheets := awaited.to_read(public, place)):
        return Now(_to_read(public, sheets[0], place), lit=True)
    at_work = awaited.seats(public)
    return Now(text("animism.now.reading", seats=names(at_work), count=len(at_work)), (text("animism.now.read_how"),))


def _to_read(public: Public, sheet: int, place: int) -> Text:
    reading, owner = public.readings[sheet], public.seats[sheet]
    if reading is None:
        return text("animism.now.read_off")
    if reading.said == 1:
        return text("animism.now.check", seat=owner)
    if sheet == place:
        return text("animism.now.differs_yours")
    return text("animism.now.differs", seat=owner)


def _resources(public: Public, own: Own | None, place: int | None) -> Now:
    at_work = awaited.seats(public)
    small = (text("animism.now.tied"),)
    if place in awaited.awaited(public):
        return Now(text("animism.now.left"), small, lit=True)
    return Now(text("animism.now.left_other", seats=names(at_work), count=len(at_work)), small)


def _end(public: Public, own: Own | None, place: int | None) -> Now:
    return end_now(public, place)


STAGES: Final[Mapping[Stage, Callable[[Public, Own | None, int | None], Now]]] = {
    "turn": _turn,
    "sheets": _sheets,
    "resources": _resources,
    "end": _end,
}
