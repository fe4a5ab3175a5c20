"""Rounds: the organiser opens one, its tables offer its game with one press, and everybody knows how much time is left."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from companion.box.running import HouseForPanel
from companion.core.words import Refused, own_words
from companion.hall import layout
from companion.hall.access import OPEN
from companion.hall.etcd import Put
from companion.hall.lists import BadList, plan_in
from companion.hall.log import Logged
from companion.hall.organising import WRITTEN_SECONDS, Organiser
from companion.hall.own_store import Node
from companion.hall.people import Person
from companion.hall.room import Programme
from companion.hall.rounds import (
    MOST_OFF_SECONDS,
    Countdown,
    Countdowns,
    Round,
    RoundClock,
    clocks_of,
    overlapping,
    passed,
    rounds_of,
    spans,
)
from companion.hall.store import Store
from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from tests.support.halls import BALI, Member, Members, Unlucky, hears
from tests.support.houses import HandClock


def line(box: Member) -> str:
    """Return what a phone shows of the round."""
    words = box.house.snapshot(None).notice.round
    return "" if words is None else say(words, "en")


# The clock


def test_a_value_that_is_read_late_never_adds_time() -> None:
    clock = HandClock()
    countdown = Countdown(clock)
    countdown.hear(RoundClock("2", 1, 600, True, 0))
    clock.pass_(100)
    countdown.hear(RoundClock("2", 1, 600, True, 0))
    assert countdown.left == 500
    countdown.hear(RoundClock("2", 1, 470, True, 0))
    assert countdown.left == 470


def test_only_the_organiser_adds_time_or_stops_it() -> None:
    clock = HandClock()
    countdown = Countdown(clock)
    countdown.hear(RoundClock("2", 1, 60, True, 0))
    countdown.hear(RoundClock("2", 2, 360, False, 0))
    clock.pass_(100)
    assert (countdown.left, countdown.minutes, countdown.runs) == (360, 6, False)


def test_a_clock_of_a_store_that_cannot_be_right_is_not_believed() -> None:
    clock = RoundClock("2", 1, 600, True, 1000)
    assert [passed(clock, now) for now in (900, 1060, 1000 + 24 * 3600, 5)] == [0, 60, None, None]


def test_a_board_that_starts_again_counts_the_time_since() -> None:
    raw = msgspec.json.encode([RoundClock("2", 1, 600, True, 1000)])
    programme = Programme()
    programme.note(layout.CLOCKS, layout.Name("clocks", ""), raw, 1120)
    assert programme.countdowns.by_round["2"].left == 480


def read_at(now: int, clock: RoundClock) -> Countdown:
    """Return the countdown of a board that starts at this second of the store's clock."""
    programme = Programme()
    programme.note(layout.CLOCKS, layout.Name("clocks", ""), msgspec.json.encode([clock]), now)
    return programme.countdowns.by_round["2"]


def test_after_a_long_absence_of_all_boards_a_clock_is_unsure_until_the_organiser_sets_it() -> None:
    assert not read_at(1000 + MOST_OFF_SECONDS, RoundClock("2", 1, 600, True, 1000)).is_unsure
    late = read_at(1001 + MOST_OFF_SECONDS, RoundClock("2", 1, 600, True, 1000))
    assert (late.is_unsure, late.left) == (True, 600)
    late.hear(RoundClock("2", 1, 600, True, 1000))
    written = late.written(5000)
    assert written is not None
    again = read_at(5001, written)
    assert again.is_unsure, "a second start knows no more"
    again.hear(RoundClock("2", 2, 300, True, 5001))
    assert not again.is_unsure


def test_a_box_counts_on_while_the_store_is_away(organiser: Organiser, box: Member) -> None:
    organiser.open_round("2")
    organiser.set_clock("2", lambda _: 600, True, 0)
    hears(box)
    assert line(box) == "Round 2: 10 min left"
    box.clock.pass_(541)
    box.tries(1)
    assert line(box) == "Round 2: 1 min left"
    box.clock.pass_(60)
    box.tries(1)
    assert line(box) == "Round 2: the time is up"


def test_a_board_writes_the_time_so_that_a_box_that_starts_late_knows_it(
    organiser: Organiser, box: Member, member: Members
) -> None:
    organiser.open_round("2")
    organiser.set_clock("2", lambda _: 600, True, 0)
    (written,) = clocks_of(box.store.read(layout.CLOCKS)[layout.CLOCKS].value)
    organiser.write_clocks([msgspec.structs.replace(written, left=595)])
    assert clocks_of(box.store.read(layout.CLOCKS)[layout.CLOCKS].value) == (written,), "a few seconds are not worth a write"
    organiser.write_clocks([msgspec.structs.replace(written, left=480), msgspec.structs.replace(written, turn=0, left=1)])
    hears(box)
    assert line(box) == "Round 2: 8 min left"


def test_the_store_learns_that_the_time_is_up(organiser: Organiser, store: Store) -> None:
    organiser.open_round("2")
    organiser.set_clock("2", lambda _: 8, True, 0)
    clock = HandClock()
    countdowns = Countdowns(clock)
    countdowns.hear(clocks_of(store.read(layout.CLOCKS)[layout.CLOCKS].value))
    countdown = countdowns.by_round["2"]
    assert not countdown.is_late(WRITTEN_SECONDS)
    clock.pass_(8)
    assert countdown.is_late(WRITTEN_SECONDS)
    written = countdown.written(0)
    assert written is not None
    organiser.write_clocks([written])
    assert [one.left for one in clocks_of(store.read(layout.CLOCKS)[layout.CLOCKS].value)] == [0]


# The organiser's faults


def test_a_plan_stays_if_the_reply_to_its_writing_is_lost(organiser: Organiser, node: Node, store: Store) -> None:
    organiser.keep_plan("2", {"12": ("5", "6")})
    luck = iter(["well", "lost"])
    again = Organiser((node.address, node.address), OPEN, lambda *_: Unlucky(node.address, lambda: next(luck, "well")))
    again.logging(Logged(1000, "plan")).keep_plan("2", {"12": ("17", "42")})
    assert [pair.value for pair in store.all(layout.PLANS).pairs] == [b'["17","42"]']


def test_two_rounds_at_one_table_are_refused_in_a_sentence(organiser: Organiser, store: Store) -> None:
    organiser.keep_round(msgspec.structs.replace(BALI, number="3", tables="20, 30"))
    organiser.open_round("2")
    with pytest.raises(Refused) as why:
        organiser.open_round("3")
    assert all("3" in say(why.value.text, language) for language in LANGUAGES)
    assert [one.step for one in rounds_of(store.read(layout.ROUNDS)[layout.ROUNDS].value)] == ["open", "ready"]


def test_rounds_at_other_tables_are_open_together(organiser: Organiser, store: Store) -> None:
    organiser.keep_round(msgspec.structs.replace(BALI, number="3", tables="21-40"))
    organiser.open_round("2")
    organiser.open_round("3")
    assert [one.step for one in rounds_of(store.read(layout.ROUNDS)[layout.ROUNDS].value)] == ["open", "open"]


def test_an_act_that_does_not_fit_the_step_of_a_round_is_refused_and_changes_nothing(
    organiser: Organiser, store: Store
) -> None:
    acts: dict[str, Callable[[], None]] = {
        "open": lambda: organiser.open_round("2"),
        "drop": lambda: organiser.drop_round("2"),
        "end": lambda: organiser.end_round("2"),
        "set": lambda: organiser.set_clock("2", lambda _: 600, True, 0),
    }
    for step, refused in (("ready", ("end", "set")), ("open", ("open", "drop")), ("over", ("end", "set"))):
        before = store.all(layout.HALL).pairs
        for act in refused:
            with pytest.raises(Refused, match="is_open" if step == "open" else "not_open"):
                acts[act]()
        assert store.all(layout.HALL).pairs == before
        if step != "over":
            acts["open" if step == "ready" else "end"]()
    organiser.keep_plan("2", {"12": ("17",)})
    organiser.drop_round("2")
    assert [store.names(layout.PLANS), rounds_of(store.read(layout.ROUNDS)[layout.ROUNDS].value)] == [(), ()]


def test_minutes_that_are_added_twice_count_twice_and_once_if_a_reply_is_lost(
    organiser: Organiser, node: Node, store: Store
) -> None:
    organiser.open_round("2")
    heard = Countdowns(HandClock())
    heard.hear(clocks_of(store.read(layout.CLOCKS)[layout.CLOCKS].value))
    luck = iter(["well", "lost"])
    acts = Organiser((node.address, node.address), OPEN, lambda *_: Unlucky(node.address, lambda: next(luck, "well")))
    for _ in range(2):
        acts.logging(Logged(1000, "more")).set_clock("2", lambda written: heard.seconds(written) + 300, True, 0)
    assert [clock.left for clock in clocks_of(store.read(layout.CLOCKS)[layout.CLOCKS].value)] == [60 * 60 + 600]


def test_a_round_that_has_begun_is_not_replaced(organiser: Organiser) -> None:
    organiser.open_round("2")
    with pytest.raises(Refused, match="has_begun"):
        organiser.keep_round(BALI)


@pytest.mark.parametrize("written", ["x-y", "1-", "20-1", "1,,2", "1234567", "=1"])
def test_words_that_are_no_list_of_tables_are_refused(written: str) -> None:
    with pytest.raises(ValueError, match=r"^.*$"):
        list(spans(written))


def test_tables_are_counted_and_named() -> None:
    listed = Round("1", "", 60, "1-3, ９; A7、b8")
    assert [table for table in ("1", "3", "4", "9", "A7", "B8", "") if listed.has(table)] == ["1", "3", "9", "A7", "B8"]
    others = [Round("2", "", 60, tables, step="open") for tables in ("4-8", "3-5", "A7", "")]
    assert [overlapping([other], listed) is not None for other in others] == [False, True, True, True]


PEOPLE = {str(n): Person(str(n), f"P{n}") for n in (1, 2, 3, 4)}
PLANS: dict[str, str] = {
    "a person a line": "table,number\n1,1\n1,2\n2,3\n2,4\n",
    "a table a line": "table;player 1;player 2\n1;1;2\n2;3;4\n",
    "names of colours": "Table\tWhite\tBlack\n1\t1\t2\n2\t3\t4\n",
    "no heads": "1,1,2\n2,3,4\n",
}


@pytest.mark.parametrize("raw", PLANS.values(), ids=PLANS)
def test_a_seating_plan_of_any_tool_is_read(raw: str) -> None:
    assert plan_in(raw.encode(), BALI.has, PEOPLE) == {"1": ("1", "2"), "2": ("3", "4")}


FAULTY: dict[str, tuple[str, list[str]]] = {
    "a table of another round": ("30,1\n", ["no_such_table"]),
    "a person twice": ("1,1\n2,1\n", ["twice"]),
    "nobody": ("1,9\n", ["nobody"]),
    "no table": ("=1,1\n", ["no_number"]),
}


@pytest.mark.parametrize(("raw", "keys"), FAULTY.values(), ids=FAULTY)
def test_a_plan_with_a_fault_is_refused_in_a_sentence(raw: str, keys: list[str]) -> None:
    with pytest.raises(BadList) as found:
        plan_in(raw.encode(), BALI.has, PEOPLE)
    assert [fault.key.removeprefix("organise.fault.") for fault in found.value.faults] == keys
    assert all(say(fault, language) for fault in found.value.faults for language in LANGUAGES)


def test_a_bye_takes_no_seat() -> None:
    assert plan_in(b"1,1,2\n2,3,0\n", BALI.has, PEOPLE) == {"1": ("1", "2"), "2": ("3",)}


BROKEN: tuple[Any, ...] = (b"", b"{", b'[{"number": "=1", "game": "", "minutes": 1}]', b"[" * 100_000)


@pytest.mark.parametrize("raw", BROKEN)
def test_values_of_a_store_that_are_no_rounds_are_left_out(raw: bytes) -> None:
    assert rounds_of(raw) == clocks_of(raw) == ()


# Announcements


def test_an_announcement_reaches_phones_display_and_television_until_it_is_taken_off(
    organiser: Organiser, box: Member
) -> None:
    words = {"en": "Lunch", "ja": "昼食"}
    organiser.announce(words)
    hears(box)
    for_panel = HouseForPanel(box.house, lambda: None)
    shown = [box.house.snapshot(seat).notice.announced for seat in (None, "Ana 17")]
    (note,) = for_panel.snapshot().hall.notes
    assert {*map(str, (*shown, note.words))} == {str(own_words(words, "en"))}
    assert [say(note.words, language) for language in ("en", "fr", "ja")] == ["Lunch", "Lunch", "昼食"]
    for_panel.have_read_note(note)
    assert for_panel.snapshot().hall.notes == ()
    organiser.announce({})
    hears(box)
    assert box.house.snapshot(None).notice.announced is None


def test_the_display_says_when_the_time_is_nearly_up_and_when_it_is(organiser: Organiser, box: Member) -> None:
    organiser.open_round("2")
    organiser.set_clock("2", lambda _: 290, True, 0)
    hears(box)
    for_panel = HouseForPanel(box.house, lambda: None)
    (few,) = for_panel.snapshot().hall.notes
    for_panel.have_read_note(few)
    box.clock.pass_(300)
    box.copies()
    assert [say(note.words, "en") for note in (few, *for_panel.snapshot().hall.notes)] == [
        "5 minutes left",
        "The time is up",
    ]


def test_the_display_says_that_the_time_is_nearly_up_again_after_more_minutes(organiser: Organiser, box: Member) -> None:
    organiser.open_round("2")
    for_panel = HouseForPanel(box.house, lambda: None)
    for seconds in (290, 200):
        organiser.set_clock("2", lambda _, left=seconds: left, True, 0)  # type: ignore[misc]
        hears(box)
        (few,) = for_panel.snapshot().hall.notes
        for_panel.have_read_note(few)
        assert for_panel.snapshot().hall.notes == ()


def test_two_announcements_never_have_one_number(organiser: Organiser, node: Node, store: Store) -> None:
    def meanwhile() -> str:
        if store.read(layout.NEWS) == {}:
            organiser.announce({"en": "Lunch"})
        return "well"

    Organiser((node.address,), OPEN, lambda *_: Unlucky(node.address, meanwhile)).announce({"en": "Dinner"})
    assert layout.decode(store.read(layout.NEWS)[layout.NEWS].value, layout.News) == layout.News(2, {"en": "Dinner"})


def test_a_mark_without_its_value_changes_nothing(store: Store, box: Member) -> None:
    store.commit([], [Put(layout.DECIDED, layout.encode(layout.Decided(rounds="x", news="x", people="x")))])
    for key in (layout.ROUNDS, layout.NEWS, layout.CLOCKS):
        store.commit([], [Put(key, b"nothing")])
    hears(box)
    organised = box.house.store.organised
    assert (organised.round, organised.news) == (None, None)
