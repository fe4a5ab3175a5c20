"""An answer that reveals something for good needs two: one seat gives it, and another seat or the panel confirms it."""

from pathlib import Path

import pytest

from companion.core.blocks import Note
from companion.core.history import History
from companion.core.state import Seat
from companion.core.words import Malformed, Refused
from companion.house.house import House
from companion.house.panel_acts import HouseForPanel
from companion.promises.tapes import tape_of
from companion.records.record import replay
from companion.snapshot.table import HeardAnswer
from tests.promises.settings import Setting, settings
from tests.support.houses import facts, open_house, playing

ANA, BEN, CHO = map(Seat, ("Ana", "Ben", "Cho"))
END = {"type": "deck_empty"}
NO = {"type": "no"}


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Return a house in which Ana has played, and the table is asked which card is scored."""
    house = playing(tmp_path, ANA, BEN, CHO)
    house.play(ANA, due(house), {"type": "play", "card": "priest"}, "play")
    return house


def due(house: House) -> str:
    assert house.table is not None
    return house.table.moment.full_id(house.table.moment.history.dues[0].id)


def over(house: House) -> bool:
    assert house.table is not None
    return house.table.moment.over


def notes(house: House, seat: Seat | None) -> list[str]:
    """Return the words above everything else on a screen."""
    screen = house.snapshot(seat).screen
    assert screen is not None
    return [block.words.key for block in screen.view.blocks if isinstance(block, Note) and block.alert]


def test_one_seat_alone_ends_nothing_and_changes_nothing_that_is_kept(house: House) -> None:
    before = facts(house)
    assert not house.play(ANA, due(house), END, "one")
    assert not house.play(ANA, due(house), END, "another key")
    assert facts(house) == before


@pytest.mark.parametrize("second", [BEN, None])
def test_an_answer_counts_once_another_seat_or_the_panel_confirms_it(house: House, second: Seat | None) -> None:
    asked = due(house)
    house.play(ANA, asked, END, "one")
    if second:
        assert house.play(second, asked, END, "two")
    else:
        house.play_at_panel(asked, END, "two")
    assert over(house)


def test_the_panel_needs_no_second(house: House) -> None:
    house.play_at_panel(due(house), END, "box")
    assert over(house)


def asked(house: House, seat: Seat) -> tuple[str, bool, list[object]]:
    """Return the now-line of a phone, whether it is lit, and the answers that it offers outside of the menu."""
    screen = house.snapshot(seat).screen
    assert screen is not None
    offered = [option.do for ask in screen.asks if not ask.answers.in_menu for option in ask.answers.options()]
    return screen.view.now.line.key, screen.view.now.lit, offered


def test_the_others_are_asked_that_alone_and_the_seat_itself_may_take_it_back(house: House) -> None:
    house.play(ANA, due(house), END, "one")
    assert asked(house, BEN) == asked(house, CHO) == ("bali.agree.question", True, [END, NO])
    assert asked(house, ANA) == ("bali.agree.said", False, [NO])


def test_the_room_s_screen_has_the_question_of_the_phones(house: House) -> None:
    house.play(ANA, due(house), END, "one")
    room, phone = (house.snapshot(seat).screen for seat in (None, BEN))
    assert room is not None
    assert phone is not None
    assert (room.view.now.line, room.view.now.small) == (phone.view.now.line, phone.view.now.small)
    assert notes(house, None) == []


@pytest.mark.parametrize("seat", [ANA, BEN])
def test_one_no_brings_the_question_of_before_back_and_changes_nothing_that_is_kept(house: House, seat: Seat) -> None:
    before, kept = asked(house, CHO), facts(house)
    house.play(ANA, due(house), END, "one")
    assert not house.play(seat, due(house), NO, "two")
    assert not house.play(seat, due(house), NO, "two")
    assert (asked(house, CHO), facts(house)) == (before, kept)


def test_a_no_names_its_seat_until_somebody_answers(house: House) -> None:
    house.play(ANA, due(house), END, "one")
    house.play(BEN, due(house), NO, "two")
    assert [notes(house, seat) for seat in (ANA, BEN, CHO, None)] == [["second.denied"]] * 4
    house.play(BEN, due(house), {"type": "scored", "card": "priest"}, "three")
    assert notes(house, CHO) == []


def test_after_a_no_two_must_say_it_again(house: House) -> None:
    house.play(ANA, due(house), END, "one")
    house.play(BEN, due(house), NO, "two")
    assert not house.play(CHO, due(house), END, "three")
    assert house.play(BEN, due(house), END, "four")
    assert over(house)


def test_another_answer_ends_the_wait_for_a_confirmation(house: House) -> None:
    house.play(ANA, due(house), END, "one")
    assert house.play(BEN, due(house), {"type": "scored", "card": "priest"}, "two")
    assert notes(house, CHO) == []
    house.play(BEN, due(house), {"type": "play", "card": "priest"}, "three")
    assert not house.play(CHO, due(house), END, "four")


def test_the_confirmation_of_an_earlier_question_does_not_count(house: House) -> None:
    house.play(ANA, due(house), END, "one")
    house.play(BEN, due(house), {"type": "scored", "card": "priest"}, "two")
    house.play(BEN, due(house), {"type": "play", "card": "priest"}, "three")
    assert not house.play(BEN, due(house), END, "four")
    assert not over(house)


def test_the_same_post_is_acknowledged_again_even_after_the_end(house: House) -> None:
    asked = due(house)
    house.play(ANA, asked, END, "one")
    house.play(BEN, asked, END, "two")
    assert not house.play(ANA, asked, END, "one")


def test_every_phone_learns_of_it_immediately(house: House) -> None:
    before = {seat: house.snapshots.phone(seat).key for seat in (ANA, BEN, None)}
    house.play(ANA, due(house), END, "one")
    assert all(house.snapshots.phone(seat).key != key for seat, key in before.items())


def test_a_malformed_answer_is_refused_before_anybody_sees_it(house: House) -> None:
    with pytest.raises(Malformed):
        house.play(ANA, due(house), {**END, "sure": True}, "one")
    with pytest.raises(Refused):
        house.play(ANA, "1.scored-9-0", END, "one")
    assert notes(house, BEN) == []


def test_after_a_restart_it_is_asked_again(tmp_path: Path, house: House) -> None:
    house.play(ANA, due(house), END, "one")
    house.journal.close()
    again = open_house(tmp_path)
    assert notes(again, BEN) == []
    assert not again.play(BEN, due(again), END, "two")


def test_a_record_has_one_line_for_a_confirmed_answer() -> None:
    lines = (
        '{"game": "bali", "seats": ["Ana", "Ben"]}',
        '{"seat": "Ana", "do": {"type": "play", "card": "priest"}}',
        '{"seat": null, "do": {"type": "deck_empty"}}',
    )
    assert replay("\n".join(lines)).moment.over


def last_word(setting: Setting, seed: int) -> History:
    """Return a random game up to the step that ended it."""
    steps = tape_of(setting, seed).table.moment.history.so_far()
    return next(history for history in steps if not any(due.waits for due in history.dues))


@pytest.mark.parametrize("setting", settings(), ids=str)
def test_nobody_alone_ends_a_game_that_could_go_on_and_shows_its_secrets(setting: Setting) -> None:
    for seed in range(3):
        after = last_word(setting, seed)
        last, before = after.answered[-1], after.before
        assert before is not None
        due, kind = last.event.due, last.event.kind
        goes_on = {do["type"] for do in before.answers(due).legal()} - {kind}
        alone = due.seat is None and last.reveals and goes_on
        assert not alone or kind in due.needs_confirmation, last.event


def test_the_display_learns_of_it_until_its_question_is_answered(house: House) -> None:
    for_panel = HouseForPanel(house, lambda: None)
    house.play(ANA, due(house), END, "one")
    assert for_panel.snapshot().heard == HeardAnswer(ANA, due(house), END)
    house.play(BEN, due(house), {"type": "scored", "card": "priest"}, "two")
    assert for_panel.snapshot().heard is None
