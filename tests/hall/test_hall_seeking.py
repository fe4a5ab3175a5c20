"""A running box takes a table over at its panel. A thread of its own asks the hall, and each refusal is shown in words."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Condition

import pytest

from companion.box.running import HouseForPanel, Shared
from companion.core.journal import encode_entry
from companion.core.state import Seat
from companion.core.words import Refused, text
from companion.hall import layout
from companion.hall.etcd import Put
from companion.hall.keys import SealPlace
from companion.hall.layout import Owner
from companion.hall.member import start as joined
from companion.hall.own_store import Node
from companion.hall.seeking import Seeker
from companion.hall.store import Store
from companion.house import takeover
from companion.letters import load
from companion.snapshot.panel import Button
from hardware.device.display import Display
from hardware.panel import BoxPanel
from tests.hardware.box import BACK, NEXT, OK, CountingDevice
from tests.support.games import play
from tests.support.halls import HALL, Member, Members, Room, Seekers, arrives
from tests.support.houses import HandClock, open_house, settle, sit_down, start
from tests.support.liars import MANNERS, lying
from tests.support.phones import Phone, serving

LONG = 60.0


class TakeOverProgress:
    """A running box with all its threads and its panel, whose clock a test turns."""

    def __init__(self, folder: Path, *stores: str) -> None:
        self.house = open_house(folder, hall=replace(HALL, stores=stores))
        self.clock = HandClock()
        self._changed = Condition()
        self.house.store.subscribe("maintenance", self._hear)
        for_panel = HouseForPanel(self.house, lambda: None)
        self._member = joined(Shared(self.house, for_panel))
        self.panel = BoxPanel(for_panel, Display(CountingDevice()), load(), self.clock)

    @property
    def id(self) -> str:
        return self._member.seeker._ports.id

    @property
    def seeker(self) -> Seeker:
        return self._member.seeker

    def _hear(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def press(self, *buttons: Button) -> tuple[str, ...]:
        """Press these buttons, each after reading its page. Return the lines of the last page."""
        for button in buttons:
            self.panel.tick()
            self.clock.pass_(1.1)
            self.panel.press(button, False)
        return self.panel.page().lines

    def looks(self) -> None:
        """Turn to the page of the hall, and open the list of tables."""
        while self.panel.page().page != "hall":
            self.press(NEXT)
        self.press(OK)

    def until(self, is_so: Callable[[], bool]) -> None:
        with self._changed:
            assert self._changed.wait_for(is_so, LONG), self.panel.page()

    def shows(self, *words: str) -> None:
        """Wait until the display shows all these words."""
        self.until(lambda: all(word in " ".join(self.panel.page().lines) for word in words))

    def close(self) -> None:
        self._member.close()
        self.house.journal.close()


@contextmanager
def spares(folder: Path, *stores: str, names: tuple[str, ...] = ("spare",)) -> Iterator[list[TakeOverProgress]]:
    with ExitStack() as stack:
        made = [TakeOverProgress(folder / name, *stores) for name in names]
        for one in made:
            stack.callback(one.close)
        yield made


def asked(spare: TakeOverProgress) -> None:
    """Choose the first table of another box. The box then asks whether to take it over."""
    spare.looks()
    spare.shows("> ")
    spare.press(OK)
    spare.shows("Bali · turn", "Ana, Ben")
    spare.press(OK)
    spare.shows("Fetch it here?")


def test_the_panel_of_another_box_takes_a_table_over(old: Member, tmp_path: Path, node: Node, store: Store) -> None:
    with spares(tmp_path, node.address) as (spare,):
        asked(spare)
        spare.press(OK)
        spare.until(lambda: spare.house.table is not None)
        assert spare.house.table is not None
        assert old.house.table is not None
        assert spare.house.table.entries == old.house.table.entries
        assert spare.house.guests.book.tokens == old.house.guests.book.tokens
        assert Room(store).owner(old.table) == Owner(spare.id, 2)
        assert spare.panel.page().page not in ("tables", "offer", "take_over")
        play(spare.house, seed=2, most=3)


def test_a_table_of_a_box_that_is_heard_comes_over_whole_with_what_was_not_copied_yet(
    tmp_path: Path, node: Node, store: Store
) -> None:
    with spares(tmp_path, node.address, names=("first", "second")) as (first, second):
        sit_down(first.house, "Ana", "Ben")
        start(first.house, "Ana", "Ben")
        play(first.house, most=12)
        arrives(node, first.house)
        assert first.house.table is not None
        second.looks()
        second.shows("> ")
        second.press(OK)
        second.shows("Ana, Ben")
        second.press(OK)
        second.shows("Fetch it here?")
        play(first.house, seed=2, most=20)
        second.press(OK)
        second.until(lambda: second.house.table is not None)
        assert second.house.table is not None
        assert second.house.table.entries == first.house.table.entries
        assert second.house.snapshots.warning is None
        first.until(lambda: first.house.store.state.elsewhere is not None)
        assert first.house.store.state.elsewhere is not None
        assert first.house.store.state.elsewhere.behind == 0


def test_one_of_two_spares_that_press_together_gets_a_table_and_the_other_names_that_box(
    old: Member, tmp_path: Path, node: Node, store: Store
) -> None:
    with spares(tmp_path, node.address, names=("one", "other")) as both:
        for spare in both:
            asked(spare)
        for spare in both:
            spare.press(OK)
        for spare in both:
            spare.until(lambda spare=spare: spare.seeker.shown.step in ("", "refused"))
        (winner,) = [spare for spare in both if spare.house.table is not None]
        (loser,) = [spare for spare in both if spare.house.table is None]
        assert Room(store).owner(old.table) == Owner(winner.id, 2)
        why = loser.seeker.shown.why
        assert why is not None
        assert why.key == "hall.taken"
        loser.shows("was quicker")


def moved(first: TakeOverProgress, other: Member, node: Node) -> None:
    """Let another box take a game of this box, and play on there."""
    sit_down(first.house, "Ana", "Ben")
    start(first.house, "Ana", "Ben")
    play(first.house, most=9)
    arrives(node, first.house)
    assert first.house.table is not None
    other.copies()
    other.adopts(first.house.table.head.name)
    play(other.house, seed=5, most=4)
    other.copies_all()
    first.until(lambda: first.house.store.state.elsewhere is not None)


def test_the_host_takes_a_table_back_on_the_phone_or_reads_why_not(
    member: Members, tmp_path: Path, node: Node, store: Store
) -> None:
    with spares(tmp_path, node.address) as (first,):
        with pytest.raises(Refused, match="other_shown"):
            takeover.reclaim(first.house, 1)
        moved(first, other := member("other"), node)
        with pytest.raises(Refused, match="other_shown"):
            takeover.reclaim(first.house, 2)
        changed(store, other.table)
        takeover.reclaim(first.house, 1)
        first.until(lambda: first.house.snapshot(Seat("Ana")).notice.hall == text("hall.damaged"))
        assert first.house.store.state.elsewhere is not None
        assert first.house.snapshot(Seat("Ben")).notice.hall is None
        mended(store, other)
        takeover.reclaim(first.house, 1)
        first.until(lambda: first.house.store.state.elsewhere is None)
        assert other.house.table is not None
        assert first.house.table is not None
        assert first.house.table.entries == other.house.table.entries


def test_an_old_box_that_is_back_takes_its_table_back_at_its_panel(member: Members, tmp_path: Path, node: Node) -> None:
    with spares(tmp_path, node.address) as (first,):
        moved(first, other := member("other"), node)
        first.clock.pass_(60)
        first.shows("Other box")
        first.press(BACK)
        first.shows("Bali · turn")
        first.press(OK, OK)
        first.until(lambda: first.house.store.state.elsewhere is None)
        assert other.house.table is not None
        assert first.house.table.entries == other.house.table.entries
        assert first.house.snapshots.warning is not None
        assert first.house.snapshots.warning.key == "trouble.taken"
        play(first.house, seed=6, most=2)
        other.clock.pass_(10)
        other.copies()
        assert [gone.behind for gone in other.fenced] == [0]


def test_the_panel_says_that_the_hall_is_away_and_nothing_else_waits_for_it(tmp_path: Path) -> None:
    with spares(tmp_path, "http://127.0.0.1:1") as (spare,):
        spare.looks()
        spare.shows("doesn’t answer")


@pytest.mark.parametrize("manner", ["hangs", "says no JSON"])
def test_no_store_holds_up_the_house_or_the_panel(manner: str, tmp_path: Path) -> None:
    with lying(MANNERS[manner]) as liar, spares(tmp_path, liar.address) as (spare,):
        spare.looks()
        sit_down(spare.house, "Ana", "Ben")
        start(spare.house, "Ana", "Ben")
        play(spare.house)
        assert spare.house.table is not None
        assert spare.house.table.moment.over


def changed(store: Store, table: str) -> None:
    key = layout.entry_key(table, 3)
    store.commit([], [Put(key, store.read(layout.entry_key(table, 4))[layout.entry_key(table, 4)].value)])


def mended(store: Store, box: Member) -> None:
    assert box.house.table is not None
    entry = box.house.table.entries[2]
    sealed = box.seals.seal(SealPlace(box.table, "entry", 3), encode_entry(entry))
    store.commit([], [Put(layout.entry_key(box.table, 3), sealed)])


def test_an_incomplete_table_is_refused_in_words_and_stays_where_it_was(
    old: Member, tmp_path: Path, node: Node, store: Store
) -> None:
    changed(store, old.table)
    with spares(tmp_path, node.address) as (spare,):
        asked(spare)
        spare.press(OK)
        spare.shows("not complete")
        assert spare.house.table is None
        assert Room(store).owner(old.table) == Owner("old", 1)


def test_a_table_that_was_taken_between_looking_and_pressing_is_not_taken(
    old: Member, member: Members, tmp_path: Path, node: Node, store: Store
) -> None:
    quicker = member("quicker")
    quicker.copies()
    with spares(tmp_path, node.address) as (spare,):
        asked(spare)
        quicker.adopts(old.table)
        spare.press(OK)
        spare.until(lambda: spare.seeker.shown.step == "refused")
        assert Room(store).owner(old.table) == Owner("quicker", 2)
        assert spare.house.table is None


def test_a_table_is_taken_from_the_box_that_was_shown_or_not_at_all(old: Member, member: Members, seekers: Seekers) -> None:
    """The box has looked again since, and seen that another box has the table."""
    spare, quicker = member("spare"), member("quicker")
    quicker.copies()
    seeker = seekers(spare)
    seeker.regard(old.table)
    seeker.do_regard(old.table)
    shown = seeker.shown.regarded
    assert shown is not None
    quicker.adopts(old.table)
    seeker.do_regard(old.table)
    seeker.take_over(shown)
    seeker.do_take_over(shown)
    assert seeker.shown.why == Refused("hall.taken", box="quicker").text
    assert spare.house.table is None


class Untouched(Store):
    """A store that no call may reach."""

    def _ask(self, path: str, of: object, **fields: object) -> object:
        raise AssertionError(path)


def test_a_press_waits_for_no_store(old: Member, member: Members, seekers: Seekers) -> None:
    spare = member("spare")
    spare.store = Untouched(["http://127.0.0.1:1"])
    seeker, shown = seekers(spare), seekers(old)._offered(old.offer(old.table))
    acts = (
        seeker.look,
        lambda: seeker.regard("T"),
        lambda: seeker.take_over(shown),
        lambda: seeker.bring_back("T"),
        seeker.leave,
    )
    for act in acts:
        act()
        spare.house.store.notify()
    assert seeker.shown.step == "taking"


def test_only_tables_that_are_on_elsewhere_are_shown_silent_ones_first(
    old: Member, member: Members, tmp_path: Path, node: Node, store: Store
) -> None:
    silent, over = member("silent"), member("over")
    for box in (silent, over):
        sit_down(box.house, "Cho", "Dai")
        start(box.house, "Cho", "Dai")
    play(over.house)
    for box in (silent, over):
        box.copies_all()
    store.end(store.read(layout.box_key("silent"))[layout.box_key("silent")].lease)
    with spares(tmp_path, node.address) as (spare,):
        spare.looks()
        spare.until(lambda: spare.seeker.shown.step == "found")
        assert [one.table for one in spare.seeker.shown.tables] == [silent.table, old.table]
        assert [one.silent for one in spare.seeker.shown.tables] == [True, False]


def test_if_one_machine_of_the_store_is_dead_the_next_one_is_asked(old: Member, tmp_path: Path, node: Node) -> None:
    with spares(tmp_path, "http://127.0.0.1:1", node.address) as (spare,):
        asked(spare)
        spare.press(OK)
        spare.until(lambda: spare.house.table is not None)


def test_phones_get_their_seats_there_immediately_or_by_name_and_digits(old: Member, tmp_path: Path, node: Node) -> None:
    """Phones are in their seats immediately if the new box has the same name as the old one, because they then send its
    cookies."""
    with spares(tmp_path, node.address) as (spare,):
        asked(spare)
        spare.press(OK)
        spare.until(lambda: spare.house.table is not None)
        with serving(spare.house) as port:
            with Phone(port, cookies={"seat": old.tokens["Ana"]}) as ana:
                assert ana.get("/screen").status == 200
            with Phone(port) as ben:
                asks = {"code": spare.house.guests.door.code, "name": "Ben"}
                assert ben.post("/join", asks).refused == "name_taken"
                assert ben.get("/claim").json["digits"]
                settle(spare.house.guests, yes=True)
                assert ben.get("/claim").json["seat"] == "Ben"
                assert ben.get("/screen").status == 200
