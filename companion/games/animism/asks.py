"""What may be answered with the sheets on paper alone, and how each question is laid out (ANIM-11, ANIM-27, ANIM-28)."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.core.actions import begun, said
from companion.core.answers import Answers, Choice, Field, Form, Group, Option, Section, Step, Steps
from companion.core.dues import Due
from companion.core.paper import Mark
from companion.core.state import Seat
from companion.core.words import text
from companion.games.animism import asks_turn
from companion.games.animism.actions import Confirm, Done, Hand, Resources, Sheet
from companion.games.animism.colours import COLOURS, NONE, Colour, Four, by_name, minus
from companion.games.animism.naming import colour, sign
from companion.games.animism.paying import payments, worth
from companion.games.animism.score import MOST, MOST_BONUS, MOST_LEFT
from companion.games.animism.state import Counted, Own, Public, place_of
from companion.games.animism.ways import different, marked, paid, step
from companion.games.animism.work import FLAT

DONE: Final = Option(said(Done()), text("animism.ask.done"))


def _turn(public: Public, own: Own | None, due: Due) -> Answers:
    """ANIM-05."""
    assert own is not None
    assert due.seat is not None
    if public.is_twin:
        return asks_turn.answers(public, own, place_of(public, due.seat))
    return Answers(main=DONE, panel=text("animism.panel.turn"))


# The payment helper


def _hand(public: Public, own: Own | None, due: Due) -> Answers:
    """ANIM-11: what a seat holds, and what each price may cost."""
    assert own is not None
    assert due.seat is not None
    mine = public.colours[place_of(public, due.seat)]
    return Answers(
        forms=(_holding(tuple(c for c in COLOURS if c != mine), own.hand),),
        steps=_prices(own.hand) if any(own.hand) else None,
        fold=text("animism.ask.helper"),
        hint=text("animism.ask.helper_hint"),
        panel=text("animism.panel.helper"),
    )


def _holding(colours: tuple[Colour, ...], hand: Four) -> Form:
    field = Field("resources", min=0, max=MOST, default=0, keys=colours, lies=True)
    labels = tuple((colour(of), sign(of)) for of in colours)
    stands = {str(of): hand[COLOURS.index(of)] for of in colours}
    hold = text("animism.ask.hold")
    return Form(begun(Hand), (field,), hold, labels=labels, stands={"resources": stands}, goes_on=True)


def _prices(hand: Four) -> Steps:
    """A price, then one of the ways to pay it."""
    prices = range(1, min(worth(hand), FLAT) + 1)
    found = [(price, pay) for price in prices for pay in payments(hand, price)]
    ways = different(pay for _, pay in found)
    numbers = tuple(Choice(text("animism.number", n=price)) for price in prices)
    least = {price: marked(payments(hand, price)) for price in prices}
    options = tuple(_paid(hand, pay, (price - 1, ways.index(pay)), pay in least[price]) for price, pay in found)
    price = Step(numbers, 5, text("animism.ask.price"), panel=text("animism.panel.price"))
    return Steps((price, step(ways)), options, tells=True)


def _paid(hand: Four, pay: Four, path: tuple[int, ...], least: bool) -> Option:
    return paid(Hand(by_name(minus(hand, pay))), hand, pay, path, least)


# The end


def _sheet(public: Public, own: Own | None, due: Due) -> Answers:
    """ANIM-28: the owner enters its sheet."""
    assert due.seat is not None
    question, panel = (text(f"animism.{place}.read_off", seat=due.seat) for place in ("ask", "panel"))
    return Answers(forms=(_read_off(public, due.seat),), question=question, panel=panel)


def _confirm(public: Public, own: Own | None, due: Due) -> Answers:
    """ANIM-28: what the other one entered is right, or what is right in its place."""
    owner = public.seats[int(due.id.split("-")[1])]
    reading = public.readings[place_of(public, owner)]
    assert reading is not None
    right = Option(said(Confirm(owner)), text("animism.ask.confirm"))
    form = _read_off(public, owner, reading.counted)
    question, panel = (text(f"animism.{place}.is_right", seat=owner) for place in ("ask", "panel"))
    return Answers(main=right, forms=(form,), question=question, panel=panel)


def _read_off(public: Public, owner: Seat, stands: Counted | None = None) -> Form:
    """A sheet, from what was entered before."""
    fields, parts = [], []
    for name, most in _numbers(public):
        fields.append(Field(name, min=0, max=most, default=0, keys=public.colours, optional=name == "bonus"))
        parts.append(_part(public, name))
    return Form(
        begun(Sheet, owner=owner),
        tuple(fields),
        text("animism.ask.sheet_done"),
        labels=tuple((colour(of), sign(of)) for _ in fields for of in public.colours),
        fold=None if stands is None else text("animism.ask.other"),
        stands={} if stands is None else _stands(public, stands),
        parts=tuple(parts),
    )


def _numbers(public: Public) -> tuple[tuple[str, int], ...]:
    """What is read off, and how much each may be. ANIM-25: a bonus with the advanced rule alone."""
    usual = (("tracks", MOST), ("hexagons", MOST), ("altars", MOST))
    return (*usual, ("bonus", MOST_BONUS)) if public.options.advanced else usual


def _part(public: Public, name: str) -> Section:
    """ANIM-28: tracks as they are printed, where the owner has copied the printed sheet; the sample is none."""
    layout = public.options.layout
    printed = name == "tracks" and not layout.sample
    marks = tuple(Mark(score, mould) for mould, score in layout.track) if printed else ()
    return Section(name, text(f"animism.part.{name}"), text(f"animism.part.{name}_hint"), marks)


def _stands(public: Public, counted: Counted) -> dict[str, dict[str, int]]:
    numbers = {"tracks": counted.tracks, "hexagons": counted.hexagons, "altars": counted.altars}
    numbers["bonus"] = counted.bonus or NONE
    return {name: _by_seat(public, numbers[name]) for name, _ in _numbers(public)}


def _by_seat(public: Public, numbers: Four) -> dict[str, int]:
    return {str(of): numbers[COLOURS.index(of)] for of in public.colours}


def _resources(public: Public, own: Own | None, due: Due) -> Answers:
    """ANIM-22."""
    options = tuple(Option(said(Resources(n)), text("animism.number", n=n)) for n in range(MOST_LEFT + 1))
    question, panel = text("animism.ask.left"), text("animism.panel.left")
    return Answers((Group(options, 5),), question=question, hint=text("animism.ask.left_hint"), panel=panel)


Ask = Callable[[Public, Own | None, Due], Answers]

ASKS: Final[Mapping[str, Ask]] = {
    "turn": _turn,
    "hand": _hand,
    "sheet": _sheet,
    "confirm": _confirm,
    "resources": _resources,
}
