"""A box that went back in time is found out by what its phones saw. Nobody else can claim that it did."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.house.house import House
from companion.house.panel_acts import HouseForPanel
from companion.house.rollback import SeenMark, read_mark, signed
from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from tests.support.disks import no_byte_more
from tests.support.games import play
from tests.support.houses import open_house, playing, sit_down, start


def copied(folder: Path, to: Path) -> Path:
    """Return the folder as it is now, as a backup or an old card would hold it."""
    return Path(shutil.copytree(folder, to))


def alarm(house: House) -> str:
    return house.trouble.key if house.trouble else ""


@pytest.fixture
def then(tmp_path: Path) -> Iterator[tuple[House, str, str]]:
    """Yield a box as it was ten answers ago. Then a phone's witness of that time, and the newest witness."""
    now = playing(tmp_path / "now", "Ana", "Ben", oracle=True)
    play(now, most=10)
    now.journal.checkpoint()
    before = now.rollback.token()
    copied(tmp_path / "now", tmp_path / "then")
    play(now, seed=2, most=10)
    last = now.rollback.token()
    now.journal.close()
    house = open_house(tmp_path / "then")
    yield house, before, last
    house.journal.close()


def test_a_mark_that_the_box_still_knows_raises_no_alarm(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben", oracle=True)
    seen = [house.rollback.token()]
    for n in range(40):
        play(house, seed=n, most=1)
        seen.append(house.rollback.token())
    house.take_back("panel")
    seen.append(house.rollback.token())
    house.journal.close()
    again = open_house(tmp_path)
    assert again.rollback.token() == seen[-1]
    for mark in seen:
        assert not again.rollback.is_doubted(mark)
        again.rollback.hear(mark)
    assert alarm(again) == ""
    again.journal.close()


def test_more_than_the_box_knows_raises_the_alarm_on_every_screen(then: tuple[House, str, str]) -> None:
    house, before, last = then
    changed: list[str] = []
    house.store.subscribe("maintenance", lambda: changed.append(alarm(house)))
    house.rollback.hear(before)
    assert changed == []
    assert house.rollback.is_doubted(last)
    house.rollback.hear(last)
    assert changed == ["trouble.back_in_time"]
    for seat in (*house.guests.seating.seats, None):
        shown = house.snapshot(seat).notice.trouble
        assert shown is not None
        assert shown.key == "trouble.back_in_time"
    on_the_box = HouseForPanel(house, lambda: None).snapshot().trouble
    assert on_the_box is not None
    for language in LANGUAGES:
        assert say(on_the_box, language) != "trouble.back_in_time"


def test_as_many_answers_but_others_raise_the_alarm(then: tuple[House, str, str]) -> None:
    """Nobody noticed, and the game went on for as many answers. The fingerprints still differ."""
    house, _, last = then
    play(house, seed=3, most=12)
    house.rollback.hear(last)
    assert alarm(house) == "trouble.back_in_time"


def test_a_table_that_the_box_does_not_know_raises_the_alarm(tmp_path: Path) -> None:
    house = playing(tmp_path / "now", "Ana", "Ben")
    house.leave_game(unfinished=True)
    house.journal.checkpoint()
    copied(tmp_path / "now", tmp_path / "then")
    start(house, "Ana", "Ben")
    last = house.rollback.token()
    house.journal.close()
    then = open_house(tmp_path / "then")
    then.rollback.hear(last)
    assert alarm(then) == "trouble.back_in_time"
    then.journal.close()


def test_a_phone_that_slept_through_the_end_of_a_game_raises_no_alarm(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house, most=5)
    seen = house.rollback.token()
    house.leave_game(unfinished=True)
    house.rollback.hear(seen)
    assert alarm(house) == ""
    start(house, "Ana", "Ben")
    house.rollback.hear(seen)
    assert alarm(house) == ""


def test_the_alarm_stays_until_somebody_takes_note(then: tuple[House, str, str]) -> None:
    house, _, last = then
    house.rollback.hear(last)
    play(house, seed=4, most=2)
    assert alarm(house) == "trouble.back_in_time"
    with no_byte_more():
        assert play_refused(house)
        assert alarm(house) == "trouble.disk"
    play(house, seed=5, most=1)
    assert alarm(house) == "trouble.back_in_time"
    house.retry()
    assert alarm(house) == ""


def play_refused(house: House) -> bool:
    try:
        play(house, seed=6, most=1)
    except Exception as why:
        return str(why).startswith("trouble.")
    return False


def test_while_the_alarm_lasts_phones_forget_nothing_of_what_they_saw(then: tuple[House, str, str]) -> None:
    """The alarm is then raised again if the box is switched off before anybody has read it."""
    house, _, last = then
    assert house.rollback.token() != ""
    house.rollback.hear(last)
    assert house.rollback.token() == ""
    house.retry()
    assert house.rollback.token() != ""


def test_a_late_phone_with_a_mark_that_is_already_noted_raises_no_second_alarm(
    then: tuple[House, str, str], tmp_path: Path
) -> None:
    house, before, last = then
    house.rollback.hear(last)
    house.retry()
    play(house, seed=7, most=15)
    newer = house.rollback.token()
    house.journal.close()
    again = open_house(tmp_path / "then")
    for mark in (before, last, newer):
        again.rollback.hear(mark)
    assert alarm(again) == ""
    again.journal.close()


def test_a_box_that_goes_back_twice_is_found_out_twice(then: tuple[House, str, str], tmp_path: Path) -> None:
    house, _, last = then
    copied(tmp_path / "then", tmp_path / "twice")
    house.rollback.hear(last)
    house.retry()
    second = house.rollback.token()
    again = open_house(tmp_path / "twice")
    again.rollback.hear(second)
    assert alarm(again) == "trouble.back_in_time"
    again.retry()
    for mark in (last, second):
        again.rollback.hear(mark)
    assert alarm(again) == ""
    again.journal.close()


SECRET = "0123456789abcdef" * 2
TRUE = signed(SeenMark(0, 1, 999, "ABCDEFGHIJKL"), SECRET)


def test_the_box_knows_its_own_marks_again() -> None:
    assert read_mark(TRUE, SECRET) == SeenMark(0, 1, 999, "ABCDEFGHIJKL")


@pytest.mark.parametrize("made_up", ["0", "1", "999999"])
def test_nobody_can_make_up_a_mark_of_the_box(then: tuple[House, str, str], made_up: str) -> None:
    """Otherwise somebody could confirm a made-up witness, and the box would then ignore every true alarm."""
    house, _, last = then
    seen = last.split(".")
    for mark in (
        [made_up, *seen[1:]],
        [made_up, "1", "999999999", *seen[3:]],
        [made_up, *seen[1:4], "0" * 32],
        [made_up, *seen[1:4]],
    ):
        if mark != seen:
            house.rollback.hear(".".join(mark))
            house.retry()
    house.rollback.hear(last)
    assert alarm(house) == "trouble.back_in_time"


def test_the_mark_of_another_box_does_not_count(tmp_path: Path, then: tuple[House, str, str]) -> None:
    other = playing(tmp_path / "other", "Ana", "Ben")
    _, _, last = then
    other.rollback.hear(last)
    assert alarm(other) == ""


NO_WITNESS = [
    "", "0", "0.1.999", "0.1.999.", "0.1.999.abcdefghijkl", "0.1.999.ABCDEFGHIJK1", "0.1.999.ABCDEFGHIJKLM",
    "-1.1.9.ABCDEFGHIJKL", "0.1.9999999999.ABCDEFGHIJKL", "0.1.999.ABCDEFGHIJKL\n", "٠.1.999.ABCDEFGHIJKL", "x" * 10_000,
    TRUE[:-1], TRUE + "0", TRUE.upper(), TRUE.replace("999", "998"), TRUE.replace("0.1", "1.1"), "0.1.999.ABCDEFGHIJKL",
]  # fmt: skip


@pytest.mark.parametrize("mark", NO_WITNESS)
def test_an_invented_mark_does_not_count(tmp_path: Path, mark: str) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    assert read_mark(mark, SECRET) is None
    house.rollback.hear(mark)
    assert alarm(house) == ""


def test_the_mark_that_a_phone_remembers_says_only_what_everybody_knows(tmp_path: Path) -> None:
    """The witness changes only with open entries. It has their number and the fingerprint of every screen."""
    house = playing(tmp_path, "Ana", "Ben", "Cho", oracle=True)
    assert house.table is not None
    opens = 0
    for n in range(40):
        before, fingerprint = house.rollback.token(), house.table.moment.fingerprint
        play(house, seed=n, most=1)
        moved = house.table.moment.fingerprint != fingerprint
        opens += moved
        assert (house.rollback.token() != before) == moved
        assert house.rollback.token().rpartition(".")[0] == f"0.1.{opens}.{house.table.moment.fingerprint}"
    assert opens


def test_in_the_lobby_there_is_nothing_to_remember(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    sit_down(house, "Ana")
    assert house.rollback.token() == ""
