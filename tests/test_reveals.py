"""In every game, no screen says what the room's screen has still to show, and the order of a reveal gives nothing away."""

from collections.abc import Iterator
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.bots import next_answer
from companion.core.blocks import Ranking, Secret
from companion.core.moment import Moment
from companion.core.state import Seat
from companion.core.words import text
from companion.house import prompts
from companion.house.dice import SeededDice
from companion.house.doors import ROOM
from companion.house.house import House
from companion.house.panel_acts import HouseForPanel
from companion.house.reveals import Reveal, mixed, staged
from companion.house.snapshots import Snapshots
from companion.promises.tapes import Tape, tapes_of
from companion.snapshot.phone import PhoneSnapshot
from tests.promises.settings import SHELF, Setting, settings_of
from tests.promises.shown import texts
from tests.support.houses import open_house, sit_down, start

GAMES = [setting for game in SHELF for setting in settings_of(game)]
every_setting = pytest.mark.parametrize("setting", GAMES, ids=str, scope="module")

LOOK_THERE = (
    "curtain.look",
    "curtain.small",
    "curtain.last",
    "display.stage_begin",
    "display.stage_wait",
    "stage.places",
    "stage.together",
)

ALWAYS = {msgspec.json.encode(text(key)).decode() for key in LOOK_THERE}


class Before:
    """The moment just before a reveal."""

    def __init__(self, moment: Moment) -> None:
        self._moment = moment
        self._texts: dict[Seat, set[str]] = {}

    def texts(self, seat: Seat) -> set[str]:
        """Return every Text that the seat had then, on its screen or in the forms for setting right."""
        if seat not in self._texts:  # dozens of moments belong to one reveal
            self._texts[seat] = all_texts((self._moment.screen(seat), self._moment.set_right_question()))
        return self._texts[seat]


def reveals(tape: Tape) -> Iterator[tuple[Before, Moment, Reveal]]:
    """Yield each moment that shows a reveal, with the moment just before that reveal, and the reveal at its first step."""
    begun: dict[str, Before] = {}
    for before, moment in pairwise(tape.moments):
        reveal = staged(moment, None, watch=1)
        if reveal is not None:
            if reveal.of not in begun:
                begun[reveal.of] = Before(before)
            yield begun[reveal.of], moment, reveal


def looked_at(house: House, moment: Moment, reveal: Reveal) -> Iterator[tuple[Reveal, Snapshots]]:
    """Yield a reveal at some steps before its last one, each with what the house shows of it. At the first step the house
    has not noticed the reveal yet."""
    for step in sorted({0, reveal.steps // 2, reveal.steps - 1}):
        at = replace(reveal, step=step)
        house.store.set(reveal=at if step else None, learners=frozenset(house.guests.seating.seats))
        yield at, house.predicted(moment)


def all_texts(data: Any) -> set[str]:
    """Return every Text in it."""
    return {msgspec.json.encode(words).decode() for words in texts(data)}


def behind_the_cover(moment: Moment, seat: Seat) -> set[str]:
    """Return every Text behind the cover of a seat's phone."""
    return all_texts(tuple(block for block in moment.screen(seat).view.blocks if isinstance(block, Secret)))


def on_the_page(snapshot: PhoneSnapshot) -> set[str]:
    """Return every Text of a game that a page is sent. Questions that are held back are for programs."""
    return all_texts((snapshot.screen, snapshot.set_right, snapshot.notice.first))


def played(house: House) -> Iterator[None]:
    """Play on to the end, one answer at a time."""
    lots, keys = SeededDice(1), count()
    assert house.table is not None
    while found := next_answer(house.table, house.table.head.seats, lots.pick):
        if not house.play(*found, f"{next(keys)}"):  # it takes two
            seat, *same = found
            house.play(next(other for other in house.table.head.seats if other != seat), *same, f"{next(keys)}")
        yield


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = open_house(tmp_path)
    house.presence.came(ROOM)
    return house


@every_setting
def test_no_phone_says_what_the_room_s_screen_has_not_shown(setting: Setting, house: House) -> None:
    sit_down(house, *setting.names[: setting.seats])
    for tape in tapes_of(setting):
        for before, moment, reveal in reveals(tape):
            own = {seat: behind_the_cover(moment, seat) for seat in moment.seqs if seat is not None}
            for at, snapshots in looked_at(house, moment, reveal):
                room = on_the_page(snapshots.phone(None).snapshot)
                for seat, secrets in own.items():
                    snapshot = snapshots.phone(seat).snapshot
                    assert on_the_page(snapshot) - room - before.texts(seat) - ALWAYS <= secrets, (at, seat)
                    assert snapshot.screen is not None
                    assert (snapshot.screen.asks, snapshot.notice.awaited, snapshot.set_right) == ((), (), None)


@every_setting
def test_the_room_s_screen_says_no_more_than_it_has_shown(setting: Setting, house: House) -> None:
    for tape in tapes_of(setting):
        for _, moment, reveal in reveals(tape):
            whole = moment.screen(None).view
            rows = () if whole.reveal is None else mixed(whole.reveal, moment.history)
            for at, snapshots in looked_at(house, moment, reveal):
                screen = snapshots.phone(None).snapshot.screen
                assert screen is not None
                places = [place for block in screen.view.blocks if isinstance(block, Ranking) for place in block.places]
                shown = all_texts((rows[: at.step], tuple(places)))
                title = all_texts((whole.where, whole.display.right, whole.reveal and whole.reveal.title))
                assert all_texts(screen) <= shown | title | ALWAYS
                assert bool(places) == (at.step > len(rows))


@every_setting
def test_the_order_in_which_seats_are_turned_up_does_not_depend_on_what_they_show(setting: Setting) -> None:
    """Seats come in the seating order, or in a random one. Another secret of a seat would come at the same place."""
    for tape in tapes_of(setting):
        order = {seat: i for i, seat in enumerate(tape.table.head.seats)}
        for _, moment, _ in reveals(tape):
            reveal = moment.screen(None).view.reveal
            rows = () if reveal is None else reveal.rows
            groups: dict[str, list[int]] = {}
            for row in rows:
                if row.seat is not None and not row.mixed:
                    groups.setdefault(row.words.key.rpartition(".")[0], []).append(order.get(row.seat, len(order)))
            assert all(places == sorted(places) for places in groups.values())
            if reveal is not None:
                drawn = [row for row in rows if row.mixed]
                others = iter((*drawn[1:], *drawn[:1]))
                swapped = tuple(replace(row, words=next(others).words) if row.mixed else row for row in rows)
                twin = mixed(replace(reveal, rows=swapped), moment.history)
                assert [row.seat for row in twin] == [row.seat for row in mixed(reveal, moment.history)]


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_the_display_says_no_more_than_the_room_s_screen(game: Any, tmp_path: Path) -> None:
    house = open_house(tmp_path)
    house.presence.came(ROOM)
    names = settings_of(game)[-1].names[: settings_of(game)[0].seats]
    sit_down(house, *names)
    start(house, *names, game=game.id)
    for_panel, found = HouseForPanel(house, lambda: None), 0
    before = all_texts(for_panel.snapshot())
    for _ in played(house):
        shown = for_panel.snapshot()
        if shown.stage is not None and shown.stage.step == 0:
            found += 1
            assert all_texts(shown) <= before | on_the_page(house.snapshot(None)) | ALWAYS
            assert (shown.asks, shown.set_right) == ((), None)
            prompts.stage(house, shown.stage.of, None)
        before = all_texts(for_panel.snapshot())
    assert found
