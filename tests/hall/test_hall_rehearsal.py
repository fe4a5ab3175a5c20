"""A rehearsal of a hall before the evening: no fault loses anything, and the rehearsal reports each broken promise."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.hall import layout
from companion.hall.etcd import Act, Drop, Put
from companion.hall.store import Store
from tests.rehearsal import checks
from tests.rehearsal.__main__ import main
from tests.rehearsal.acts import ACTS
from tests.rehearsal.figures import span
from tests.rehearsal.ledger import Answer, Fault, Judgement, Ledger, Noted, Says, Sent, SwitchedOn, judged, noted
from tests.rehearsal.messages import TableReport, mark, marked
from tests.rehearsal.working import ROOT
from tests.support.games import play
from tests.support.halls import Member, Members, Room, owned
from tests.support.houses import sit_down, start
from tests.support.stubs import hears_ctrl_c

SMALL = ("--tables", "4", "--pace", "0.1", "--seconds", "1", "--backlog", "3")
LONG = 60.0


def asked(*acts: str) -> list[str]:
    return [*SMALL, *(word for act in acts for word in ("--act", act))]


def held(capsys: pytest.CaptureFixture[str], *acts: str) -> Any:
    """Play these acts, check that none of them found a fault, and return their measurements."""
    main([*asked(*acts), "--json"])
    played = {act["act"]: act for act in json.loads(capsys.readouterr().out)["acts"]}
    assert played.keys() == {*acts}
    assert {name: act["wrong"] for name, act in played.items()} == {name: [] for name in played}
    return played


@pytest.mark.usefixtures("node")
@pytest.mark.parametrize("part", range(2))
def test_no_accident_of_a_hall_loses_an_answer_or_doubles_a_table(part: int, capsys: pytest.CaptureFixture[str]) -> None:
    held(capsys, *[*ACTS][part::2])


@pytest.mark.usefixtures("node")
def test_an_evening_and_what_a_store_missed_of_one_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    played = held(capsys, "evening", "catch-up")
    assert played["evening"]["figures"]["answers"] > 0
    assert played["evening"]["figures"]["lag"].keys() == {"p50", "p99"}
    assert played["catch-up"]["figures"]["entries"] > 0


@pytest.mark.usefixtures("node")
def test_if_no_small_disk_can_be_made_a_quota_rehearses_the_full_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "etcd").symlink_to(shutil.which("etcd") or "")
    monkeypatch.setenv("PATH", str(tmp_path))  # there is no `mount` in this folder
    main(asked("full-disk"))
    printed = capsys.readouterr().out
    assert "etcd gets a smaller quota" in printed
    assert "full-disk: holds." in printed


@pytest.mark.usefixtures("node")
def test_a_rehearsal_that_is_broken_off_leaves_nothing_running_and_nothing_lying(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.rehearsal", *asked("leader")]
    surroundings = {**os.environ, "TMPDIR": str(tmp_path)}
    pipes = subprocess.PIPE
    with subprocess.Popen(
        command, stdout=pipes, stderr=pipes, env=surroundings, cwd=ROOT, preexec_fn=hears_ctrl_c
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert len(alive(tmp_path)) > 5
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=LONG)
    assert (alive(tmp_path), list(tmp_path.iterdir())) == ([], [])
    assert b"Traceback" not in errors
    assert process.returncode != 0


def alive(temporary: Path) -> list[str]:
    """Return the processes that were started with this folder for temporary files."""
    setting = f"TMPDIR={temporary}\0".encode()
    return [place.parent.name for place in Path("/proc").glob("[0-9]*/environ") if setting in surroundings(place)]


def surroundings(place: Path) -> bytes:
    try:
        return place.read_bytes()
    except OSError:  # the process has ended, or is another user's
        return b""


def test_an_act_that_there_is_not_is_refused_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(asked("flood"))
    printed = capsys.readouterr().err
    assert all(act in printed for act in ("flood", *ACTS))


def test_a_span_is_the_median_and_the_99th_percentile() -> None:
    assert span([]) is None
    assert span([0.001]) == (1.0, 1.0)
    assert span(n / 1000 for n in range(1, 101)) == (51.0, 100.0)


# Checks of a rehearsal after each act


@pytest.fixture
def box(member: Members) -> Member:
    """Return a box with a table that is copied up to its ninth answer."""
    box = member("box1")
    sit_down(box.house, "Ana", "Ben")
    start(box.house, "Ana", "Ben")
    play(box.house, most=9)
    box.copies_all()
    return box


def report(box: Member, at: str = "box1") -> TableReport:
    assert box.house.table is not None
    last = box.house.table.entries[-1]
    return TableReport(at, box.table, last.n, last.hash, b"its screen", True)


def wrong(box: Member, *reports: TableReport, acknowledged: dict[str, bytes] | None = None) -> list[str]:
    """Return the keys of all faults that the checks find, if the board shows the same as the boxes."""
    tables = reports or (report(box),)
    there = checks.kept(box.store)
    shows = {one.table: one.screen for one in tables if one.screen is not None}
    opened, dump = list(checks.opened(tables, there.owners, box.store, box.seals)), checks.dump(box.store)
    return [
        words.key.removeprefix("wrong.")
        for words in (
            *checks.on_two_boxes(tables, there.owners),
            *checks.uncopied(tables, there),
            *checks.unshown(tables, shows),
            *checks.lost(acknowledged or {}, dump),
            *checks.torn(opened),
            *checks.leaked(opened, dump),
        )
    ]


def entries(store: Store) -> dict[str, bytes]:
    return {key: mark(value) for key, value in Room(store).raw.items() if "/entry/" in key}


def test_a_healthy_hall_reports_nothing(box: Member) -> None:
    assert wrong(box, acknowledged=entries(box.store)) == []


DONE: dict[str, tuple[Callable[[str, dict[str, bytes]], Act], list[str]]] = {
    "the last entry lost": (lambda t, raw: Drop(layout.entry_key(t, 9)), ["uncopied", "lost", "chain"]),
    "an entry lost": (lambda t, raw: Drop(layout.entry_key(t, 4)), ["uncopied", "lost", "chain"]),
    "an entry of another place": (
        lambda t, raw: Put(layout.entry_key(t, 4), raw[layout.entry_key(t, 5)]),
        ["lost", "chain"],
    ),
    "guests lost": (lambda t, raw: Drop(layout.table_key(t, "guests")), ["chain"]),
    "the table lost": (lambda t, raw: Drop(layout.TABLES, all=True), ["uncopied"] + ["lost"] * 9),
    "another owner": (lambda t, raw: owned(t, "box2", 2), ["two"]),
}


@pytest.mark.parametrize(("done", "expected"), DONE.values(), ids=DONE)
def test_lost_or_torn_values_of_the_store_are_reported(
    done: Callable[[str, dict[str, bytes]], Act], expected: list[str], box: Member
) -> None:
    known = entries(box.store)
    box.store.commit([], [done(box.table, Room(box.store).raw)])
    assert wrong(box, acknowledged=known) == expected


@pytest.mark.parametrize("secret", ["bits", "hash"])
def test_a_sealed_value_that_is_also_open_is_reported(secret: str, box: Member) -> None:
    assert box.house.table is not None
    hidden: str = getattr(box.house.table.entries[5], secret)
    open_ = layout.table_key(box.table, "open")
    box.store.commit([], [Put(open_, Room(box.store).raw[open_] + hidden.encode())])
    assert wrong(box) == ["secret"]


def test_a_table_that_two_boxes_play_is_said(box: Member) -> None:
    assert wrong(box, report(box), report(box, at="box2")) == ["two"]


def test_a_journal_that_ends_differently_from_the_store_is_reported(box: Member) -> None:
    assert wrong(box, report(box)._replace(hash="0" * 64)) == ["other"]
    assert wrong(box, report(box)._replace(entries=10)) == ["uncopied", "other"]


def test_a_board_that_shows_another_screen_none_or_one_too_many_is_said(box: Member) -> None:
    here = report(box)
    for shows in ({here.table: b"another"}, {}, {here.table: b"its screen", "GONE": b"its screen"}):
        assert [words.key for words in checks.unshown([here], shows)] == ["wrong.board"]


def test_no_two_screens_have_the_same_mark() -> None:
    screens = ({"now": b"1"}, {"now": b"2"}, {"then": b"1"}, {"now": b"1", "then": b"1"}, {})
    assert len({marked(screen) for screen in screens}) == len(screens)


# The judgement over a nemesis


LATE = Answer(10.0, "old", "T", "late")
SENT = Sent(5.0, "old", ())
TAKEN = Says(12.0, "spare", "T", "trouble.taken")
OTHER = Answer(9.0, "spare", "T", "other", epoch=2)
FAR = Fault(0.0, 1.0, "old")


def found(*notes: Noted, faults: Sequence[Fault] = ()) -> Judgement:
    return judged(notes, faults, {"T": {"other"}})


def test_an_answer_that_is_there_is_not_missed() -> None:
    assert judged([SENT, LATE], [], {"T": {"late"}}) == (0, 0, 1, 1, 0, 0, 0, 0)


def test_an_answer_that_was_acknowledged_more_than_a_second_before_a_fault_has_to_be_there() -> None:
    assert found(SENT, LATE, TAKEN, faults=[Fault(11.5, 20.0, "old")]).safe_lost == 1
    assert found(SENT, LATE, TAKEN, faults=[Fault(10.5, 20.0, "old")]).safe_lost == 0
    assert found(SENT, LATE, TAKEN, faults=[Fault(6.0, 7.0)]).safe_lost == 0  # the store was not reached since


NOTED: dict[str, tuple[Says, int]] = {
    "the new box says so": (TAKEN, 0),
    "the old box says so": (Says(12.0, "old", "T", "trouble.elsewhere", 1), 0),
    "the old box cannot count": (Says(12.0, "old", "T", "trouble.elsewhere"), 0),
    "the old box says that nothing is missing": (Says(12.0, "old", "T", "trouble.elsewhere", 0), 1),
    "the old box said so before": (Says(9.0, "old", "T", "trouble.elsewhere", 1), 1),
    "another table's box says so": (Says(12.0, "spare", "U", "trouble.taken"), 1),
    "nothing is wrong, it says": (Says(13.0, "spare", "T", ""), 1),
}


@pytest.mark.parametrize(("says", "silent"), NOTED.values(), ids=NOTED)
def test_an_answer_counts_as_lost_silently_if_no_screen_reports_it(says: Says, silent: int) -> None:
    assert found(LATE, says).silent == silent


def test_a_warning_that_the_next_box_no_longer_shows_does_not_count() -> None:
    assert found(LATE, TAKEN, Says(13.0, "third", "T", "")).silent == 1


def test_a_box_that_was_switched_on_since_another_one_had_its_table_takes_no_answer() -> None:
    assert found(OTHER, SwitchedOn(9.5, "old"), LATE, TAKEN).doubled == 1
    assert found(SwitchedOn(8.0, "old"), OTHER, LATE, TAKEN).doubled == 0


def test_a_box_that_could_know_takes_no_answer_for_a_table_that_another_one_has() -> None:
    much_later = msgspec.structs.replace(LATE, at=60.0)
    assert found(OTHER, much_later, TAKEN, faults=[FAR]).doubled == 1
    assert found(OTHER, much_later, TAKEN, faults=[Fault(20.0, 30.0, "old")]).doubled == 0


def test_a_line_that_a_kill_has_torn_is_no_line(tmp_path: Path) -> None:
    Ledger(tmp_path).note(LATE)
    with (tmp_path / "ledger.jsonl").open("ab") as file:
        file.write(b'{"type":"Answer","at":1')
    assert list(noted(tmp_path)) == [LATE]
