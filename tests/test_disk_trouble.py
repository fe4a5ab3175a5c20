"""A disk that is full or takes nothing: an answer that cannot be kept is refused and changes nothing. Screens say so until
it is over."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core.state import Seat
from companion.core.words import Refused
from companion.house.guests import Guests
from companion.house.house import House
from tests.support.chains import chain_is_whole
from tests.support.disks import no_byte_more
from tests.support.games import play, waiting
from tests.support.houses import ADDRESS, connection, facts, open_house, playing, settle, sit_down, start


def fill_up(house: House) -> None:
    """Leave no room for another page in the file of this house, until it is opened again."""
    db = connection(house.journal)
    db.execute(f"PRAGMA max_page_count={db.execute('PRAGMA page_count').fetchone()[0]}")


def write_protect(house: House) -> None:
    connection(house.journal).execute("PRAGMA query_only=1")


def answer(house: House, key: str) -> None:
    """Give the first offered answer of the asked seat."""
    found = waiting(house)
    assert found is not None
    seat, ask = found
    house.play(seat, ask.due, ask.answers.legal()[0], key)


def refused_with(house: House, key: str) -> str:
    """Check that an answer is refused for this reason, and that the game stays as it was."""
    before = facts(house)
    with pytest.raises(Refused) as why:
        answer(house, key)
    assert facts(house) == before
    return why.value.key


def test_a_full_disk_halts_the_game_until_there_is_space(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house, most=3)
    fill_up(house)
    # An answer or two may still fit into the last page.
    with pytest.raises(Refused) as why:
        play(house, seed=2)
    assert why.value.key == "trouble.disk_full"
    before = house.journal.read(1)
    answer(house, "again")
    assert house.journal.read(1)[:-1] == before
    assert chain_is_whole(house)


def test_a_write_protected_file_refuses_and_goes_on_afterwards(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house, most=3)
    write_protect(house)
    assert refused_with(house, "one") == "trouble.read_only"
    answer(house, "one")
    assert chain_is_whole(house)


def test_a_disk_that_does_not_write_refuses_for_as_long_as_it_lasts(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house, most=3)
    with no_byte_more():
        assert refused_with(house, "one") == "trouble.disk"
        assert refused_with(house, "one") == "trouble.disk"
        with pytest.raises(Refused):
            house.retry()
    answer(house, "one")
    assert chain_is_whole(house)


def test_trouble_is_on_every_screen_until_something_is_kept_again(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    changes: list[str] = []
    house.store.subscribe("maintenance", lambda: changes.append(house.trouble.key if house.trouble else ""))
    with no_byte_more():
        refused_with(house, "one")
        for seat in (Seat("Ana"), Seat("Ben"), None):
            shown = house.snapshot(seat).notice.trouble
            assert shown is not None
            assert shown.key == "trouble.disk"
    answer(house, "one")
    assert house.snapshot(None).notice.trouble is None
    assert changes == ["trouble.disk", ""]


def test_trouble_ends_when_somebody_presses_retry(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    with no_byte_more():
        refused_with(house, "one")
    house.retry()
    assert house.snapshot(Seat("Ana")).notice.trouble is None


def test_a_disk_that_fails_during_a_checkpoint_costs_no_answer(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    play(house, most=3)
    with no_byte_more(), pytest.raises(Refused) as why:
        house.journal.checkpoint()
    assert why.value.key == "trouble.disk"
    answer(house, "one")
    assert chain_is_whole(house)


def grant_all(house: House, guests: Guests) -> None:
    first = guests.claims.first()
    assert first is not None
    assert guests.claims.beside()
    guests.settle_claim(first, True, guests.claims.beside())


LOBBY_ACTS: dict[str, Callable[[House, Guests], object]] = {
    "join": lambda house, guests: guests.join(guests.door.code, "Dai", ADDRESS),
    "rename": lambda house, guests: guests.rename(Seat("Ana"), "Anna"),
    "order": lambda house, guests: guests.order((Seat("Ben"), Seat("Ana"))),
    "piece": lambda house, guests: guests.give_piece(Seat("Ana"), 7),
    "host": lambda house, guests: guests.make_host(Seat("Ben")),
    "let go": lambda house, guests: guests.let_go(Seat("Ben")),
    "language": lambda house, guests: guests.speak(Seat("Ana"), "ja"),
    "code": lambda house, guests: guests.change_code(),
    "grant": lambda house, guests: settle(guests, True),
    "grant all": grant_all,
}


@pytest.mark.parametrize("act", LOBBY_ACTS)
def test_nothing_of_the_lobby_changes_while_the_disk_fails(tmp_path: Path, act: str) -> None:
    house = open_house(tmp_path)
    sit_down(house, "Ana", "Ben")
    with house.changing() as guests:
        secret, claim = guests.claim(guests.door.code, "Ben", ADDRESS)
        guests.claim(guests.door.code, "Ana", ADDRESS)
    before = facts(house)
    with no_byte_more(), pytest.raises(Refused, match="trouble"), house.changing() as guests:
        LOBBY_ACTS[act](house, guests)
    assert facts(house) == before
    assert house.guests.claims.first() == claim
    assert house.guests.collect_claim(secret) == ("Ben", None)


def test_no_game_begins_or_ends_while_the_disk_fails(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    sit_down(house, "Ana", "Ben")
    before = facts(house)
    with no_byte_more(), pytest.raises(Refused):
        start(house, "Ana", "Ben")
    assert facts(house) == before
    start(house, "Ana", "Ben")
    before = facts(house)
    with no_byte_more(), pytest.raises(Refused):
        house.leave_game(unfinished=True)
    assert facts(house) == before


def test_an_answer_that_was_refused_but_kept_all_the_same_counts_once(tmp_path: Path) -> None:
    """A disk may fail after it has written: the answer that it reported as lost is found there."""
    house, twin = _with_an_unknown_answer(tmp_path)
    answer(house, "unsure")
    assert facts(house) == facts(twin)


def test_another_answer_after_one_that_was_kept_all_the_same_is_too_late(tmp_path: Path) -> None:
    house, twin = _with_an_unknown_answer(tmp_path)
    with pytest.raises(Refused) as why:
        answer(house, "another")
    assert why.value.key == "too_late"
    assert facts(house) == facts(twin)


def _with_an_unknown_answer(folder: Path) -> tuple[House, House]:
    """Return a house whose file holds one answer more than it knows, and a house that knows it."""
    house = playing(folder, "Ana", "Ben")
    twin = open_house(folder)
    answer(twin, "unsure")
    return house, twin
