"""Reads the facts that each screen of a table states. Two screens that state the same fact must agree. A screen may leave
facts out."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from companion.core.blocks import Move, Seats
from companion.core.moment import Moment
from companion.core.state import Seat
from companion.core.words import Text
from companion.house.lobby import is_on_phones_only
from companion.house.panel_acts import HouseForPanel
from companion.house.set_up import Ticks
from companion.house.shared_box import mine_of
from companion.snapshot.panel import PanelSnapshot
from companion.snapshot.phone import PhoneSnapshot
from companion.speech.say import say
from hardware.pages import contents, pages
from hardware.pages.acts import Choose, Explain, Fill, Go, KeyAct, Open, PostAnswer, Tap
from hardware.pages.contents import layout
from hardware.pages.layouts import Awaited, Layout, Listed, ListRow, Plain, Seated
from hardware.pages.pages import PagePosition
from tests.promises.settings import Setting
from tests.support import houses
from web.drawing.parts import parts_of
from web.drawing.pictures import snapshot_json

Facts = Mapping[tuple[str, str], object]
"""The value of each fact, by its kind and its subject. ("turn", "Ana") is True if the game waits for Ana."""

Piece = tuple[str, int, bool]
"""The seat or the place, the number that a person reads there, and whether hands move a piece for it."""


class Room:
    """A table with all its screens, which a test sets to one moment after another. The last seat uses the shared box, the
    others have phones, and there is a TV."""

    def __init__(self, folder: Path, setting: Setting) -> None:
        folder.mkdir(exist_ok=True)
        self.house = houses.open_house(folder, panel="gpio")
        self.seats = setting.names[: setting.seats]
        houses.sit_down(self.house, *self.seats[:-1])
        with self.house.changing() as guests:
            guests.sit_at_box(self.seats[-1], guests.seating.free_pieces[0])
        self.for_panel = HouseForPanel(self.house, lambda: None)
        self._table = setting.table()
        self.house.store.set(table=self._table, ticks=Ticks(self._table.number, ready=True))

    def turn_to(self, moment: Moment) -> None:
        """Show this moment on all screens."""
        self._table.moment = moment
        self.house.store.notify()

    def set_up(self, ticks: Ticks) -> None:
        """Show the set-up with these ticks."""
        self.house.store.publish(ticks=ticks)

    def screens(self) -> dict[str, Facts]:
        """Return the facts of each screen by its name."""
        moment, box, shown = self._table.moment, self.for_panel.snapshot(), dict[str, Facts]()
        for seat in self.seats:
            snapshot = self.house.snapshot(seat)
            if seat != self.seats[-1]:
                shown[f"phone of {seat}"] = of_phone(snapshot, seat, moment)
            shown[f"program of {seat}"] = of_program(snapshot, seat, moment)
            if not is_on_phones_only(self._table.head):
                held = replace(box, mine=mine_of(moment, seat), hand_to=None)
                shown[f"box in the hand of {seat}"] = of_hand(held, seat)
        shown["room"] = of_room(self.house.snapshot(None), self.seats, moment)
        return {**shown, "display": of_display(box)}


def contradictions(screens: Mapping[str, Facts]) -> list[tuple[tuple[str, str], dict[str, object]]]:
    """Return each fact that two screens state differently, with what each of them states."""
    found = []
    for fact in dict.fromkeys(fact for facts in screens.values() for fact in facts):
        shown = {screen: facts[fact] for screen, facts in screens.items() if fact in facts}
        if any(value != next(iter(shown.values())) for value in shown.values()):
            found.append((fact, shown))
    return found


def of_phone(snapshot: PhoneSnapshot, seat: Seat, moment: Moment) -> Facts:
    """Return the facts of a phone. A lit phone says that its own seat is awaited, or that anybody may answer. Any other
    phone names the awaited seats."""
    assert snapshot.screen is not None
    lit = snapshot.screen.view.now.lit
    asked = _asked(parts_of(snapshot)["asks"], seat, moment)
    mine = {("turn", seat): lit} if asked["waited for", seat] or not lit else {}
    others = {} if lit else turn(named(snapshot.screen.view.now.line), snapshot.place.pieces)
    return {**others, **mine, **asked, **_shown(snapshot)}


def of_program(snapshot: PhoneSnapshot, seat: Seat, moment: Moment) -> Facts:
    """Return the facts of the asks in `GET /screen`, which programs read. Its blocks state nothing more than those of a
    phone."""
    assert snapshot.screen is not None
    bare = replace(snapshot.screen, view=replace(snapshot.screen.view, blocks=()))
    shown = snapshot_json(replace(snapshot, screen=bare), "en")
    return _asked([ask["due"] for ask in shown["asks"]], seat, moment)


def _asked(asks: Iterable[str], seat: Seat, moment: Moment) -> dict[tuple[str, str], object]:
    """Return the questions that a seat may answer, its own and the table's, and whether the game waits for one of its
    own."""
    dues = {moment.full_id(due.id): due for due in moment.history.dues}
    own, table = (frozenset(due for due in asks if dues[due].seat == whose) for whose in (seat, None))
    waited_for = any(dues[due].waits for due in own)
    return {("open", "table"): table, ("open", seat): own, ("waited for", seat): waited_for}


def of_hand(moment: PanelSnapshot, seat: Seat) -> Facts:
    """Return the questions that the holder of the box can reach from the cover."""
    reply = layout(moment, PagePosition(page=pages.YOURS), pages.YOURS).buttons[1].act
    return {("open", seat): frozenset(_reached(moment, PagePosition(page=pages.OWN), reply))}


def _reached(moment: PanelSnapshot, turn: PagePosition, act: KeyAct | None) -> Iterator[str]:
    """Yield the questions to which this press leads. A press inside a question leads to that one alone."""
    match act:
        case Fill(filling):
            yield filling.due
        case Go(pages.OWN, _, asked):
            yield from _listed(moment, PagePosition(page=pages.OWN, asked=asked))
        case Open(inside, row):
            yield from _listed(moment, replace(turn, inside=inside, row=row))
        case PostAnswer() | Tap() | Explain():
            ask = pages.own(moment, turn.asked)
            assert ask is not None
            yield ask.due


def _listed(moment: PanelSnapshot, turn: PagePosition) -> Iterator[str]:
    """Yield the questions to which the rows of a list lead."""
    seen: set[int] = set()
    while turn.row not in seen:
        seen.add(turn.row)
        _, following, ok = layout(moment, turn, pages.OWN).buttons
        yield from _reached(moment, turn, ok.act)
        if isinstance(following.act, Choose):
            turn = replace(turn, row=following.act.row)


def of_room(snapshot: PhoneSnapshot, seats: Iterable[Seat], moment: Moment) -> Facts:
    """Return the facts of the room's screen. The game waits for the seats that it names, unless the table is asked."""
    assert snapshot.screen is not None
    rows = (row for block in snapshot.screen.view.blocks if isinstance(block, Seats) for row in block.rows)
    marked = turn((row.seat for row in rows if row.active), seats)
    awaited = turn(named(snapshot.screen.view.now.line), seats)
    assert not (marked and awaited) or marked == awaited, "the room's screen names one seat and marks another"
    is_of_table = any(due.waits and due.seat is None for due in moment.history.dues)
    waiting = () if is_of_table else [seat for (_, seat), is_awaited in awaited.items() if is_awaited]
    waited_for = {("waited for", seat): True for seat in waiting}
    return {**marked, **awaited, **waited_for, **_shown(snapshot)}


def of_display(moment: PanelSnapshot) -> Facts:
    """Return the facts of the display's pages."""
    open_ = frozenset(ask.due for ask in moment.asks)
    read = {("pieces", page): _rows(moment, page) for page in (pages.MOVES, pages.PUT_BACK)}
    awaited = _awaited(layout(moment, PagePosition(), pages.PHASE))
    marked = _marked(layout(moment, PagePosition(), pages.SEATS), moment)
    assert not awaited or marked <= awaited, "two pages of the display name different seats"
    return {("open", "table"): open_, **turn(awaited, moment.pieces), **read}


def turn(awaited: Iterable[Seat], seats: Iterable[Seat]) -> dict[tuple[str, str], object]:
    """Return the fact for each seat whether it is awaited. Empty if no seat is named."""
    named_ = {*awaited}
    return {("turn", seat): seat in named_ for seat in seats} if named_ else {}


def named(words: Text) -> set[Seat]:
    """Return the seats that a sentence names."""
    found: set[Seat] = set()
    for blank, value in words.values.items():
        for one in value if isinstance(value, tuple) else (value,):
            found |= named(one) if isinstance(one, Text) else {one} if blank.startswith("seat") else set()
    return found


def _shown(snapshot: PhoneSnapshot) -> Facts:
    assert snapshot.screen is not None
    blocks = snapshot.screen.view.blocks
    back = snapshot.screen.back if snapshot.screen.back in blocks else None
    moving = {pages.MOVES: snapshot.screen.view.moves, pages.PUT_BACK: back}
    rows = {page: page_facts.rows if page_facts is not None else () for page, page_facts in moving.items()}
    return {("pieces", page): tuple(piece for move in moves for piece in _counts(move)) for page, moves in rows.items()}


def _counts(move: Move) -> Iterator[Piece]:
    for count in move.counts:
        assert count.n is not None
        yield move.seat or say(count.words, "en"), count.n, not move.still


# The display


def _awaited(shown: Layout) -> set[Seat]:
    if isinstance(shown, Awaited):
        return {Seat(row.words) for row in shown.rows}
    return {Seat(shown.main)} if isinstance(shown, Plain) and shown.piece is not None else set()


def _marked(shown: Layout, moment: PanelSnapshot) -> set[Seat]:
    assert isinstance(shown, Seated)
    return set() if shown.active is None else {pages.sitting(moment)[shown.active]}


def _rows(moment: PanelSnapshot, page: str) -> tuple[Piece, ...]:
    """Return all rows of a list, read page by page."""
    found: dict[int, Piece] = {}
    act: KeyAct | None = Go(page) if page in contents.ring(moment) else None
    while isinstance(act, Go) and act.page == page:
        shown = layout(moment, PagePosition(page=page, row=act.row), page)
        assert isinstance(shown, Listed)
        first = int(shown.right.split("\N{EN DASH}")[0]) if shown.right else 1
        rows = (row for row in shown.rows if not row.chosen)  # the chosen row says who gets the box
        found.update((n, _read(row)) for n, row in enumerate(rows, first))
        act = shown.buttons[1].act
    return tuple(found.values())


def _read(row: ListRow) -> Piece:
    number = row.right.removeprefix("= ").removeprefix("+").replace("\N{MINUS SIGN}", "-")
    return row.words, int(number), not row.right.startswith("=")
