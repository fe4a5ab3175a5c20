"""Every game's promise for a box that goes around. In two games that differ in one secret, all other players see the same
dots, and the box goes to the same players in the same order, equally often."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from luma.core.device import dummy

from companion.box.running import open_journal
from companion.core.moment import Moment
from companion.core.state import Seat
from companion.house import prompts
from companion.house.house import House
from companion.house.lobby import is_on_phones_only
from companion.house.panel_acts import HouseForPanel
from companion.letters import load
from companion.promises.tapes import Back, Draw, GivenAnswer, Op
from companion.settings import Settings
from companion.snapshot.panel import Button
from hardware.device.display import Display
from hardware.panel import BoxPanel
from tests.promises.settings import SHELF, Setting, settings_of
from tests.promises.twins import due_of
from tests.support.houses import HandClock
from tests.web.test_web_twins import GivenLots, few, stories


class Table:
    """A box that goes around among all players, with the things that others see: its display, and the next player to hold
    it."""

    def __init__(self, stack: ExitStack, folder: Path, setting: Setting) -> None:
        folder.mkdir(parents=True)
        journal = open_journal(folder)
        stack.callback(journal.close)
        settings = Settings(state=str(folder), listen="127.0.0.1:0", frontends=("web",))
        self.clock = HandClock()
        self.house = House(settings, journal, GivenLots(1), self.clock)
        seats = setting.names[: setting.seats]
        with self.house.changing() as guests:
            for piece, seat in enumerate(seats, 1):
                guests.sit_at_box(seat, piece)
        self.house.start({"game": setting.game.id, "seats": list(seats), "options": setting.options})
        self.for_panel = HouseForPanel(self.house, lambda: None)
        self.panel = BoxPanel(self.for_panel, Display(dummy(128, 64, mode="1")), load(), self.clock)
        stack.callback(self.panel.close)
        prompts.skip(self.house, 1)

    @property
    def moment(self) -> Moment:
        assert self.house.table is not None
        return self.house.table.moment

    def shown(self) -> tuple[object, ...]:
        """Return the things that everybody sees: dots, words, and the next player to hold the box."""
        self.clock.pass_(4)
        return self.panel.picture("onlooker"), self.panel.page("onlooker"), self.for_panel.snapshot().hand_to

    def do(self, op: Op, key: str) -> Iterator[tuple[object, ...]]:
        """Do an act with the box alone. Yield the things that everybody sees after each step."""
        if isinstance(op, Draw):
            due = self.moment.history.open_due(op.due, None)
            assert due is not None
            assert self.house.table is not None
            with self.house.changing():
                self.house.table.append_recorded(due, op.do)
        elif op.by is None or (isinstance(op, GivenAnswer) and due_of(self.moment, op).seat is None):
            self._as_table(op, key)
        else:
            yield from self._in_hand(op, op.by, key)
        yield self.shown()

    def _as_table(self, op: GivenAnswer | Back, key: str) -> None:
        if isinstance(op, GivenAnswer):
            self.house.play_at_panel(None if op.due is None else self.moment.full_id(op.due), op.do, key)
        else:
            self.for_panel.take_back(self.moment.fingerprint)

    def _in_hand(self, op: GivenAnswer | Back, by: Seat, key: str) -> Iterator[tuple[object, ...]]:
        """Give the box to this seat, and do the act. On its way the box may pass other players."""
        self.panel.press(Button.BACK, False, "holder")  # after a long time without a press the box has no holder
        while (to := self.for_panel.snapshot().hand_to) is None or to.to != by:
            self.for_panel.turn_hands()
            yield self.shown()
        self.for_panel.take_box(to)
        yield self.shown()
        if isinstance(op, GivenAnswer):
            assert op.due is not None
            self.for_panel.answer(self.moment.full_id(op.due), op.do, key)
        else:
            mine = self.for_panel.snapshot().mine
            assert mine is not None
            self.for_panel.take_own_back(mine)
        yield self.shown()
        self.for_panel.hand_on()


at_the_box = [s for game in SHELF for s in settings_of(game) if few(s) and not is_on_phones_only(s.table().head)]


@pytest.mark.parametrize("setting", at_the_box, ids=str)
def test_two_games_that_differ_in_one_secret_have_equal_dots_and_hand_overs(setting: Setting, tmp_path: Path) -> None:
    compared: dict[str, int] = {}
    for kind, pair in stories(setting):
        compared[kind] = 0
        with ExitStack() as stack:
            one, other = (Table(stack, tmp_path / kind / way, setting) for way in ("one", "other"))
            for n, (op, twin, watched) in enumerate(pair.story):
                steps = list(one.do(op, f"key {n}")), list(other.do(twin, f"key {n}"))
                if None not in watched:
                    break
                assert steps[0] == steps[1], (kind, n, op)
                compared[kind] += op != twin or bool(compared[kind])
    assert compared
    assert any(compared.values()), compared
