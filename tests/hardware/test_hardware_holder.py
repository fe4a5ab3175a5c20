"""The holder of the box takes their own answers back, and dials and chooses so that nobody else can read it."""

import re
from pathlib import Path
from typing import Any

from companion.core.state import Seat
from companion.core.words import text
from companion.games.own import GAME as OWN
from companion.games.own.kept import sample
from companion.house.panel_acts import HouseForPanel
from companion.promises.settings import Setting
from companion.promises.tapes import tape_of
from companion.snapshot.panel import Button
from hardware.pages.layouts import Listed
from tests.hardware.alone import Alone
from tests.hardware.glass import check
from tests.hardware.own import asked, in_hand
from tests.hardware.rig import Rig
from tests.hardware.test_hardware_alone import begun, holder, until
from tests.support import houses
from tests.support.games import answers

BACK, NEXT, OK = Button


def placed(alone: Alone) -> Rig:
    """Play Buru until the first holder has placed a token and holds the box again."""
    begun(alone, "buru")
    until(alone, "own")
    seat = holder(alone)
    lays(alone.rig)
    assert holder(alone) is None
    wanted(alone, seat)
    return alone.rig


def lays(rig: Rig) -> None:
    """Place the first offered token in the first region."""
    for _ in range(2):
        rig.wait(1.1)
        rig.press(OK)
    rig.wait(1.1)


def answered_kinds(alone: Alone) -> list[Any]:
    return [(answered.event.seat, answered.event.kind) for answered in alone.moment.history.answered]


# Taking back


def test_the_holder_of_the_box_takes_its_own_last_answer_back(alone: Alone) -> None:
    rig = placed(alone)
    seat = holder(alone)
    assert answered_kinds(alone)[-1] == (seat, "place")
    assert rig.hold(BACK, 1.0) == "take_own_back"
    assert rig.lines[:2] == ("Take back?", seat)
    rig.wait(1.1)
    rig.press(OK)
    assert (seat, "place") not in answered_kinds(alone)
    assert rig.page == "yours"
    assert rig.lines[-1] == "Taken back."
    assert holder(alone) == seat, "it goes on in the same hand"
    check(rig)


def test_under_seal_its_own_answer_goes_back_and_no_open_one_before_it(alone: Alone) -> None:
    begun(alone, "babel", 5, hands="phones")
    while not answered_kinds(alone) or answered_kinds(alone)[-1][1] != "commit":
        alone.step()
    rig, (seat, _) = alone.rig, answered_kinds(alone)[-1]
    before = answered_kinds(alone)
    assert holder(alone) is None
    wanted(alone, seat)
    rig.wait(1.1)
    rig.hold(BACK, 1.0)
    rig.wait(1.1)
    rig.press(OK)
    assert answered_kinds(alone) == before[:-1]


def test_the_answer_to_take_back_is_named_without_its_secret(alone: Alone) -> None:
    rig = placed(alone)
    rig.hold(BACK, 1.0)
    shown = {*rig.lines}
    undone = alone.moment.undo_words()
    assert undone is not None
    assert undone.values.get("token") is None
    assert not any(char.isdigit() for line in shown for char in line), shown


def test_the_holder_s_no_takes_nothing_back(alone: Alone) -> None:
    rig = placed(alone)
    before = answered_kinds(alone)
    rig.hold(BACK, 1.0)
    rig.wait(1.1)
    assert rig.press(BACK) == "yours"
    assert answered_kinds(alone) == before


def test_a_seat_that_has_not_answered_takes_nobody_s_answer_back(alone: Alone) -> None:
    """The next player holds the box, and may not take back the previous player's answer."""
    rig = placed(alone)
    before = answered_kinds(alone)
    rig.press(BACK)
    until(alone, "own")
    rig.wait(1.1)
    assert rig.hold(BACK, 1.0) == "own"
    assert rig.lines[-1] == "Nothing to take back"
    assert answered_kinds(alone) == before


def test_an_answer_that_another_followed_is_not_taken_back_in_hand(alone: Alone) -> None:
    """Another player has openly answered a newer question. As on a phone, only the table can take answers back now."""
    rig = placed(alone)
    first = holder(alone)
    rig.press(BACK)
    until(alone, "own")
    lays(rig)
    rig.press(BACK)
    before = answered_kinds(alone)
    assert next(seat for seat, kind in before if kind == "place") == first
    wanted(alone, first)
    rig.wait(1.1)
    rig.hold(BACK, 1.0)
    assert rig.page == "yours"
    assert answered_kinds(alone) == before


def wanted(alone: Alone, seat: Seat | None) -> None:
    """Ask for the box for this seat, and pass it on until the seat has it."""
    for_panel = HouseForPanel(alone.house, lambda: None)
    for _ in range(4):
        for_panel.turn_hands()
        shown = for_panel.snapshot().hand_to
        assert shown is not None
        if shown.to == seat:
            for_panel.take_box(shown)
            alone.rig.wait(1)
            assert holder(alone) == seat
            return
    raise AssertionError(f"nobody gives the box to {seat}")


def test_phones_see_the_same_of_a_take_back_at_the_box_as_on_a_phone(tmp_path: Path) -> None:
    """The other players' screens are the same in two evenings: in one the answer is taken back at the box, in the other on a
    phone."""
    seen = []
    for way in ("box", "phone"):
        alone = Alone(tmp_path / way)
        houses.sit_down(alone.house, "Ana")
        begun(alone, "buru", 2)
        seat = Seat("Red")
        while (seat, "place") not in answered_kinds(alone):
            alone.step()
        if way == "phone":
            alone.house.back(seat, "key")
        else:
            wanted(alone, seat) if holder(alone) != seat else None
            mine = HouseForPanel(alone.house, lambda: None).snapshot().mine
            assert mine is not None
            HouseForPanel(alone.house, lambda: None).take_own_back(mine)
        snapshot = alone.house.snapshot(Seat("Ana"))
        seen.append((snapshot.screen, snapshot.seq))
        alone.close()
    assert seen[0] == seen[1]


# Numbers and choices that are secret


def worth_of_cards(alone: Alone) -> Rig:
    """Play Buru to the end, and stop where a player dials the value of their cards."""
    begun(alone, "buru")
    play = answers(alone.house)
    while not any(ask.kind == "final" for seat in alone.house.guests.seating.seats for ask in alone.moment.asks(seat)):
        next(play)
    for _ in range(400):
        if alone.rig.page == "form" and "•" in alone.rig.lines[1]:
            return alone.rig
        assert not alone.moment.over, "in this evening somebody has such a card"
        alone.step()
    raise AssertionError(alone.rig.lines)


def test_a_secret_number_is_dialled_covered_and_seen_while_ok_is_held(alone: Alone) -> None:
    rig = worth_of_cards(alone)
    rig.wait(1.1)
    covered, page = rig.glass().tobytes(), rig.lines
    rig.press(NEXT)
    assert rig.glass().tobytes() == covered, "no dot says which digit stands there"
    assert rig.lines == page
    rig.down(OK)
    rig.wait(1)
    assert rig.page == "uncovered"
    assert re.search(r" \d\d$", rig.lines[0]), "it begins with drawn digits"
    rig.up(OK)
    rig.wait(1)
    assert rig.lines == page
    assert rig.glass().tobytes() == covered
    check(rig)


def test_a_secret_number_out_of_bounds_is_refused_under_the_cover_alone(alone: Alone) -> None:
    rig = worth_of_cards(alone)
    rig.wait(1.1)
    tens, ones = map(int, seen(rig)[0][-2:])
    rig.press(*[NEXT] * ((2 - tens) % 3), OK, *[NEXT] * ((9 - ones) % 10))
    page, dots = rig.lines, rig.glass().tobytes()
    rig.wait(1.1)
    rig.press(OK)
    assert (rig.page, rig.lines, rig.glass().tobytes()) == ("form", page, dots)
    assert seen(rig)[0] == "Only 0–20."


def seen(rig: Rig) -> tuple[str, ...]:
    """Return the lines that the player sees while OK is held."""
    rig.down(OK)
    rig.wait(1)
    lines = rig.lines
    rig.up(OK)
    rig.wait(1.1)
    return lines


def test_no_row_of_a_secret_list_differs(alone: Alone) -> None:
    rig = placed(alone)
    rig.press(BACK)
    until(alone, "own")
    rig.wait(1.1)
    rig.press(OK)
    marked = [lit(rig, row) for row in range(3)]
    rig.press(NEXT)
    assert [lit(rig, row) for row in range(3)] != marked, "who holds it sees which one it is"
    assert max(*marked, *(lit(rig, row) for row in range(3))) < 13 * 128 // 3


def lit(rig: Rig, row: int) -> int:
    """Return the number of lit dots in a row."""
    return sum(1 for dot in rig.glass().crop((0, 13 + 13 * row, 128, 26 + 13 * row)).getdata() if dot)


# Hidden again when nobody looks


def choosing(alone: Alone) -> Rig:
    """Play Buru until a player must choose a token."""
    begun(alone, "buru")
    until(alone, "own")
    rig = alone.rig
    rig.wait(1.1)
    rig.press(OK, NEXT)
    assert rig.page == "own"
    return rig


def test_an_unfinished_choice_is_covered_and_forgotten(alone: Alone) -> None:
    rig = choosing(alone)
    chosen = rig.glass().tobytes()
    rig.wait(21)
    assert rig.page == "yours"
    rig.press(NEXT, OK)
    assert rig.glass().tobytes() != chosen, "the next look begins at the first row"


def test_before_it_dims_nothing_secret_is_left(alone: Alone) -> None:
    rig = choosing(alone)
    rig.wait(59)
    assert rig.page in ("yours", "hand")


def test_a_claim_takes_the_display_and_the_choice_is_gone(alone: Alone) -> None:
    rig = choosing(alone)
    guests = alone.house.guests
    with alone.house.changing():
        guests.claim(guests.door.code, str(holder(alone)), houses.ADDRESS)
    rig.wait(4)
    assert rig.page == "new_phone"
    with alone.house.changing():
        houses.settle(guests, False)
    rig.wait(1)
    assert rig.page == "yours"


def test_handed_on_nothing_of_a_choice_is_left_for_the_next(alone: Alone) -> None:
    rig = choosing(alone)
    first = holder(alone)
    rig.press(BACK, BACK)
    rig.wait(1.1)
    rig.press(BACK)
    until(alone, "own")
    rig.wait(1.1)
    assert holder(alone) == first, "it is still its turn"
    assert rig.lines[1].startswith("> "), "from the first row of the first step"


def test_trouble_takes_the_display_from_who_holds_it(alone: Alone) -> None:
    rig = choosing(alone)
    alone.house.store.set(trouble=text("trouble.disk_full"))
    alone.house.store.notify()
    rig.wait(4)
    assert rig.page == "error"


def test_the_refusal_of_a_secret_answer_is_only_under_the_cover(alone: Alone) -> None:
    """In Buru, the chosen token has been placed already. Only the player who placed it may read this reason."""
    begun(alone, "buru")
    rig = alone.rig
    while rig.page != "own" or not blocked(alone):
        alone.step()
    rig.wait(1.1)
    rig.press(OK)
    rig.press(*[NEXT] * blocked(alone)[0])
    page, dots = rig.lines, rig.glass().tobytes()
    rig.wait(1.1)
    rig.press(OK)
    assert (rig.page, rig.lines, rig.glass().tobytes()) == ("own", page, dots)
    rig.down(OK)
    rig.wait(1)
    assert rig.page == "uncovered"
    assert rig.lines[0].startswith("Not in your hand"), rig.lines


def blocked(alone: Alone) -> list[int]:
    """Return the numbers of the rows in the covered list that are forbidden to the holder of the box."""
    seat = holder(alone)
    steps = alone.moment.screen(seat).asks[0].answers.steps if seat is not None else None
    whole = steps.onward((0,)) if steps is not None and steps.covered else []
    return [option.path[-1] for option in whole if option.why is not None]


def test_a_group_of_covered_digits_names_all_of_them() -> None:
    setting = Setting(OWN, 3, {"plan": sample("auction")})
    seat = setting.names[0]
    moment = next(one for one in tape_of(setting, 1).moments if any(ask.kind == "pick" for ask in one.screen(seat).asks))
    digits = next(shown for shown in asked(in_hand(moment, seat, "en")) if isinstance(shown, Listed) and shown.rows[0].opens)
    assert [len(row.words.split()) for row in digits.rows] == [4, 4, 2], "a first and a last digit would not say more"
