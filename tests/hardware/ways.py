"""Finds the ways through the pages of a box that is passed around at a table without phones. The presses need no display."""

import copy
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from functools import partial
from typing import Any

from companion.core.moment import Moment
from companion.core.state import Data, Seat
from companion.core.table import Table
from companion.house.shared_box import handed_on, mine_of, neighbour, next_to, taken
from companion.house.store import SharedBox
from companion.snapshot.panel import Button, HolderView, NextHolder, PanelSnapshot
from hardware.navigator import PageNavigator, PressGuard
from hardware.pages import pages
from hardware.pages.acts import Choose, Explain, Fill, Open, PostAnswer, Tap
from hardware.pages.contents import layout
from hardware.pages.pages import PagePosition, turned
from tests.hardware.box import JOIN

BACK, NEXT, OK = Button
PRESSES = ((BACK, False), (NEXT, False), (OK, False), (BACK, True))
"""All presses except holding OK, which shows secrets or switches the box off."""
PACE = 1.1
"""The seconds between two presses of a person who reads."""

Key = Hashable


class HandedRound:
    """A BoxForPanel of a table without phones. `is_still`: answers change nothing, so that presses only turn pages."""

    def __init__(self, table: Table, is_still: bool = False) -> None:
        self.table = table
        self.round = SharedBox()
        self.is_still = is_still
        self.answers = 0
        """The number of answers so far."""
        self._listener: Callable[[], None] = lambda: None
        self._written: tuple[Moment, SharedBox, PanelSnapshot] | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.table.head.seats

    def snapshot(self) -> PanelSnapshot:
        now = self.table.moment
        if self._written is None or self._written[0] is not now or self._written[1] is not self.round:
            self._written = now, self.round, self._shown(now)
        return self._written[2]

    def _shown(self, now: Moment) -> PanelSnapshot:
        return PanelSnapshot(
            "en",
            JOIN,
            {seat: n for n, seat in enumerate(self.seats, 1)},
            screen=now.screen(None),
            asks=now.asks(None),
            set_right=now.set_right_question(),
            fingerprint=now.fingerprint,
            number=now.number,
            undo=now.undo_of(),
            undo_words=now.undo_words(),
            timer=True,
            hands=True,
            hand_to=self._hand_to(now),
            mine=mine_of(now, self.round.holder) if self.round.holder is not None else None,
        )

    def _hand_to(self, now: Moment) -> NextHolder | None:
        wanted = self.round.asked_for
        to = None if now.over and wanted is None else next_to(now, self.seats, self.round)
        return NextHolder(to, now.number, to == wanted) if to and self.round.holder is None else None

    def watch(self, listener: Callable[[], None]) -> None:
        """Keep the listener of the panel that was pressed last."""
        self._listener = listener

    # Presses

    def take_box(self, shown: NextHolder) -> None:
        self._turn(taken(self.round, shown.to))

    def hand_on(self) -> None:
        self._turn(handed_on(self.table.moment, self.seats, self.round))

    def _turn(self, now: SharedBox) -> None:
        self.round = now
        self._listener()

    def turn_hands(self) -> None:
        now = self.round
        after = now.asked_for or next_to(self.table.moment, self.seats, now) or now.last
        self._turn(SharedBox(now.holder, now.last, neighbour(self.seats, after), now.had))

    def answer(self, due: str | None, do: Data, key: str) -> None:
        by = self.round.holder if due is not None else None
        self._act(partial(self.table.answer, by, due, do, key))
        self.answers += 1

    def take_back(self, fingerprint: str) -> None:
        self._act(partial(self.table.take_back_last, f"back {self.table.moment.entries} {fingerprint}"))

    def take_own_back(self, shown: HolderView) -> None:
        self._act(partial(self.table.take_back, shown.seat, f"back {self.table.moment.entries}"))

    def _act(self, act: Any) -> None:
        if not self.is_still:
            act()
            self._listener()

    def __getattr__(self, name: str) -> Any:
        """Return a function that does nothing, for acts that leave the game or do not concern it."""
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *args: None


class Step:
    """A page of the box after some presses."""

    def __init__(self, box: HandedRound, turning: PageNavigator, now: float) -> None:
        self.box, self.turning, self.now, self.round = box, turning, now, box.round
        self.leaf = turning.page(now)

    def pressed(self, button: Button, hold: bool) -> "Step":
        """Return the page after one more press. The present page does not change."""
        self.box.round = self.round
        shared = {id(value): value for value in vars(self.turning).values() if not isinstance(value, PressGuard)}
        turning = copy.deepcopy(self.turning, shared)
        return Step(self.box, press(self.box, turning, button, hold, self.now + PACE), self.now + PACE)

    @property
    def key(self) -> Key:
        """Return the facts that make a page different from others: its name, its player, its list and row. The dialled
        number is left out."""
        turn, form = self.turning.position, self.turning.position.filling
        filled = (
            (form.due, form.form, len(form.values), form.at) if form is not None and self.leaf.page == pages.FORM else None
        )
        row = (turn.row, turn.inside, len(turn.taps), turn.asked) if filled is None else ()
        return self.leaf.page, filled, row, turn.postponed, turn.later, self.round.holder, self.round.asked_for

    @property
    def places(self) -> set[str]:
        """Return the places that this page counts as: the page itself, and its question."""
        turn, snapshot = self.turning.position, self.turning.snapshot
        page = pages.PHASE if self.leaf.page == "sealed" else self.leaf.page
        ask = {pages.QUESTION: pages.question(snapshot, turn.postponed), pages.OWN: pages.own(snapshot, turn.asked)}.get(
            page
        )
        due = turn.filling.due if page == pages.FORM and turn.filling is not None else ask.due if ask is not None else None
        return {page} | ({f"asks {due}"} if due is not None else set())


def press(box: HandedRound, turning: PageNavigator, button: Button, hold: bool, now: float) -> PageNavigator:
    """Press a button, and return the panel."""
    box.watch(turning.hear)
    turning.press(button, hold, now, True)
    turning.page(now)
    return turning


class Ways:
    """All pages that presses lead to from a first page while nobody answers, and the distances between them in presses."""

    def __init__(self, first: Step) -> None:
        self._first = first.key
        self.steps = {first.key: first}
        self.onto: dict[Key, set[Key]] = {}
        for step in self._found(first):
            after = [step.pressed(*one) for one in PRESSES]
            self.onto[step.key] = {one.key for one in after}
            for one in after:
                if one.key not in self.steps:
                    self.steps[one.key] = one
                    self._queue.append(one)

    def _found(self, first: Step) -> Iterator[Step]:
        self._queue = deque([first])
        while self._queue:
            yield self._queue.popleft()

    def places(self) -> set[str]:
        return {place for step in self.steps.values() for place in step.places}

    def distance(self, place: str) -> float:
        """Return the fewest presses from the first page to this place. Infinite: no way leads there."""
        return self._far(place).get(self._first, float("inf"))

    def farthest(self, place: str) -> tuple[float, Step | None]:
        """Return the most presses that any page needs to this place, and that page. Infinite: from that page no way leads
        there."""
        far = self._far(place)
        lost = next((step for key, step in self.steps.items() if key not in far), None)
        worst = max(far, key=lambda key: far[key], default=None)
        return (float("inf"), lost) if lost is not None else (far[worst], self.steps[worst])

    def _far(self, place: str) -> dict[Key, int]:
        """Return the fewest presses from each page to this place. Pages without a way are left out."""
        back: dict[Key, set[Key]] = {}
        for key, after in self.onto.items():
            for one in after:
                back.setdefault(one, set()).add(key)
        far = {key: 0 for key, step in self.steps.items() if place in step.places}
        queue = deque(far)
        while queue:
            key = queue.popleft()
            for before in back.get(key, ()):
                if before not in far:
                    far[before] = far[key] + 1
                    queue.append(before)
        return far


def begun(box: HandedRound) -> Step:
    """Return the page that appears without a press."""
    return Step(box, PageNavigator(box, 0.0), 10.0)


def asked_of_all(box: HandedRound) -> set[str]:
    """Return the places of all questions that the table or a seat may answer at the box now."""
    now = box.table.moment
    of_seats = {ask.due for seat in box.seats for ask in mine_of(now, seat).asks}
    of_table = {ask.due for ask in now.asks(None) if pages.drawn(ask) or ask.answers.panel is not None}
    return {f"asks {due}" for due in of_seats | of_table}


def way_to(turning: PageNavigator, do: Data) -> tuple[Button, ...]:
    """Return the fewest presses that give this answer without leaving the question."""
    snapshot, queue = turning.snapshot, deque[tuple[PagePosition, tuple[Button, ...]]]([(turning.position, ())])
    seen = {repr(turning.position)}
    while queue:
        turn, way = queue.popleft()
        shown = layout(snapshot, turn, turn.page or pages.QUESTION)
        for button in Button:
            act = shown.act(button, False)
            if isinstance(act, PostAnswer) and act.do == do:
                return (*way, button)
            after = turned(turn, act, snapshot.fingerprint)
            if isinstance(act, Choose | Open | Tap | Fill | Explain) and repr(after) not in seen:
                seen.add(repr(after))
                queue.append((after, (*way, button)))
    raise AssertionError(f"no way to {do}")
