"""What each button does on each page, and what the lowest line then says."""

import pytest
from msgspec.structs import replace

from companion.core.answers import Answers, Group, Option
from companion.core.blocks import Secret
from companion.core.knowledge import Seat
from companion.core.view import Ask
from companion.core.words import Refused, text
from companion.ports.panel import BoxMoment, Button, Picked
from hardware.turning import READ
from tests.hardware.box import (
    ANA,
    BACK,
    BEN,
    NEXT,
    OK,
    Bench,
    asking,
    awaiting,
    claiming,
    finished,
    lobby,
    playing,
    sealed,
    several,
    troubled,
    view,
)

# Before a game


def test_the_way_in_is_shown_first_and_leads_to_the_lobby() -> None:
    bench = Bench(lobby())
    assert bench.page == "join"
    assert bench.lines == ("10.42.0.1", "7KQ2MX", "4 in")
    assert bench.press(BACK) == "join"
    assert bench.press(NEXT) == "lobby"
    assert Bench(lobby()).press(OK) == "lobby"


def test_the_lobby_turns_games_and_starts_one() -> None:
    bench = Bench(lobby())
    bench.press(OK, BACK, NEXT, OK)
    assert bench.box.bidden == [("turn_games", -1), ("turn_games", 1), ("start", "bali")]
    assert bench.buttons == ("Before", "Next", "Start")


def test_the_lobby_says_in_words_why_it_cannot_start() -> None:
    bench = Bench(lobby(ready=False))
    bench.press(OK, OK)
    assert bench.box.bidden == []
    assert bench.lines[-1] == "needs 2–4 players"


def test_the_lobby_says_how_many_have_no_phone_of_their_own() -> None:
    moment = lobby()
    assert moment.lobby is not None
    bench = Bench(replace(moment, lobby=replace(moment.lobby, phoneless=2)))
    bench.press(OK)
    assert bench.lines[-1] == "2 without a phone"


def test_a_refused_start_is_said_on_the_page_until_the_next_press() -> None:
    bench = Bench(lobby())
    bench.box.no = Refused("no_such_seat")
    bench.press(OK, OK)
    assert bench.lines[-1] == "Nobody of that name sits here."
    bench.box.no = None
    bench.press(NEXT)
    assert "Nobody of that name sits here." not in bench.lines


def test_a_game_that_starts_takes_the_lobby_away() -> None:
    bench = Bench(lobby())
    bench.press(OK)
    bench.box.becomes(playing())
    assert bench.page == "phase"


# Turning pages


def test_next_turns_the_pages_of_a_game_round() -> None:
    bench = Bench(playing())
    assert [bench.press(NEXT) for _ in range(5)] == ["seats", "fingerprint", "join", "more", "phase"]


def test_back_leads_from_the_seats_to_the_first_page_and_from_the_fingerprint_to_the_one_before() -> None:
    bench = Bench(playing())
    assert bench.press(NEXT, BACK) == "phase"
    assert bench.press(NEXT, NEXT, BACK) == "seats"


def test_the_phase_page_says_who_does_what() -> None:
    bench = Bench(playing())
    assert bench.lines == ("Bali  turn 12", "Ana", "may buy, then plays")
    assert bench.buttons == ("", "Page", "")
    assert bench.press(BACK, OK) == "phase"
    assert bench.box.bidden == []


def test_the_way_in_during_a_game_leads_back_to_it() -> None:
    bench = Bench(playing())
    assert bench.press(NEXT, NEXT, NEXT) == "join"
    assert bench.press(OK) == "phase"


def test_the_seats_page_names_the_active_one() -> None:
    bench = Bench(playing())
    bench.press(NEXT)
    assert bench.lines == ("Bali  turn 12", "Ana, Ben, Cho, Dea", "Ana: may buy, then plays")


def test_the_seats_page_names_nobody_for_what_several_do() -> None:
    bench = Bench(playing(oled=replace(awaiting(), main=text("babel.oled.builders"), sub=text("babel.oled.storms"))))
    bench.press(NEXT)
    assert bench.lines[-1] == "play 1, discard 1"


def test_the_fingerprint_is_shown_in_three_groups_of_four() -> None:
    bench = Bench(playing())
    bench.press(NEXT, NEXT)
    assert "K7QF 2MXA 5PW4" in bench.lines


def test_pages_fall_back_twenty_seconds_after_the_last_press() -> None:
    bench = Bench(playing())
    bench.press(NEXT)
    assert bench.wait(19) == "seats"
    bench.press(NEXT)
    assert bench.wait(19.9) == "fingerprint"
    assert bench.wait(0.1) == "phase"


def test_sealed_answers_are_counted_and_nobody_is_named() -> None:
    bench = Bench(sealed())
    assert bench.page == "sealed"
    assert bench.lines[1] == "3 of 4 in"
    assert not any(name in line for line in bench.lines for name in ("Ana", "Ben", "Cho", "Dea"))


def test_a_table_with_one_step_to_take_has_it_named_on_ok() -> None:
    shore = Option({"type": "next"}, text("bali.panel.rice"), panel=text("bali.panel.rice"))
    bench = Bench(playing(asks=(Ask("1.next", "next", Answers((Group((shore,), 1),))),)))
    assert bench.page == "phase"
    assert bench.buttons[2] == "rice farmer >"
    bench.press(OK)
    assert bench.box.bidden == [("tell", "1.next", {"type": "next"})]


# The table's question


def test_a_question_takes_the_screen_by_itself() -> None:
    bench = Bench(playing())
    bench.box.becomes(asking())
    assert bench.page == "question"
    assert bench.lines == ("Which is scored?  1/7", ">  rice farmer", "peanut farmer", "banana farmer")


def test_next_marks_the_next_answer_and_ok_tells_it() -> None:
    bench = Bench(asking())
    bench.press(NEXT, NEXT)
    assert bench.lines[0] == "Which is scored?  3/7"
    bench.press(OK)
    assert bench.box.bidden == [("tell", "1.scored", {"type": "scored", "card": "banana"})]


def test_the_list_goes_round() -> None:
    bench = Bench(asking())
    bench.press(*[NEXT] * 7, OK)
    assert bench.box.bidden == [("tell", "1.scored", {"type": "scored", "card": "rice"})]


def test_each_press_that_tells_has_a_key_of_its_own() -> None:
    bench = Bench(asking())
    bench.press(OK, OK, OK)
    assert len(set(bench.box.keys)) == 3
    assert min(map(len, bench.box.keys)) >= 16


def test_a_refused_answer_is_said_in_words() -> None:
    bench = Bench(asking())
    bench.box.no = Refused("too_late")
    bench.press(OK)
    assert bench.lines[-1] == "That question is closed."


def test_a_question_put_aside_can_be_taken_up_again() -> None:
    bench = Bench(asking())
    assert bench.press(BACK) == "phase"
    assert bench.wait(30) == "phase", "it does not come back by itself"
    assert bench.buttons[2] == "Answer >"
    assert bench.press(OK) == "question"
    bench.press(NEXT)
    assert bench.wait(5) == "question"
    bench.press(OK)
    assert bench.box.bidden == [("tell", "1.scored", {"type": "scored", "card": "peanut"})]


def test_a_new_question_comes_up_though_the_last_one_was_put_aside() -> None:
    bench = Bench(asking())
    bench.press(BACK)
    bench.wait(3)
    bench.box.becomes(asking(due="2.scored"))
    assert bench.page == "question"


def test_a_question_asked_again_after_it_was_taken_back_comes_up_again() -> None:
    bench = Bench(asking())
    bench.press(BACK)
    bench.wait(3)
    bench.box.becomes(playing())
    assert bench.page != "question"  # looking is what brings the panel up to now
    bench.box.becomes(asking())
    assert bench.page == "question"


def test_a_question_waits_for_three_seconds_while_somebody_turns_pages() -> None:
    bench = Bench(playing())
    bench.press(NEXT)
    bench.box.becomes(asking())
    assert bench.page == "seats"
    assert bench.wait(2.9) == "seats"
    assert bench.wait(0.1) == "question"


def test_a_question_that_was_seen_leaves_other_pages_alone() -> None:
    bench = Bench(asking())
    assert bench.hold(BACK) == "take_back"
    assert bench.wait(10) == "take_back"


def test_the_chosen_answer_stays_chosen_while_people_think() -> None:
    bench = Bench(asking())
    bench.press(NEXT)
    bench.wait(45)
    bench.press(OK)
    assert bench.box.bidden == [("tell", "1.scored", {"type": "scored", "card": "peanut"})]


def test_an_answered_question_gives_way_to_the_phase_at_once() -> None:
    bench = Bench(asking())
    bench.press(NEXT)
    bench.box.becomes(playing())
    assert bench.page == "phase"


def test_forms_alone_are_no_question_for_three_buttons() -> None:
    bench = Bench(playing(asks=(Ask("1.count", "count", Answers(panel=text("bali.panel.count_altar"))),)))
    assert bench.page == "phase"


# Taking back


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_holding_back_asks_whose_answer_to_take_back(turns: int) -> None:
    bench = Bench(playing())
    bench.press(*[NEXT] * turns)
    assert bench.hold(BACK) == "take_back"
    assert bench.lines == ("Take back?", "Ana", "the last answer")
    assert bench.press(OK) == "phase"
    assert bench.box.bidden == [("take_back", "K7QF2MXA5PW4")]


def test_no_takes_nothing_back() -> None:
    bench = Bench(playing(undo=(None,)))
    bench.hold(BACK)
    assert bench.lines[1] == "Table"
    assert bench.press(BACK) == "phase"
    assert bench.box.bidden == []


def test_with_nothing_to_take_back_it_says_so() -> None:
    bench = Bench(playing(undo=None))
    assert bench.hold(BACK) == "phase"
    assert bench.lines[-1] == "Nothing to take back"


def test_an_answer_given_meanwhile_ends_the_question_whether_to_take_back() -> None:
    bench = Bench(playing())
    bench.hold(BACK)
    bench.box.becomes(playing(fingerprint="AAAABBBBCCCC"))
    assert bench.page == "phase"
    bench.press(OK)
    assert bench.box.bidden == []


def test_a_refused_taking_back_is_said() -> None:
    bench = Bench(playing())
    bench.box.no = Refused("nothing_to_take_back")
    bench.hold(BACK)
    assert bench.press(OK) == "phase"
    assert bench.lines[-1] == "There is nothing to take back."


# A new phone


def test_a_claim_comes_up_with_its_two_digits() -> None:
    bench = Bench(playing())
    bench.box.becomes(claiming())
    assert bench.page == "new_phone"
    assert bench.lines == ("New phone?", "Ana  42", "same number there?")


@pytest.mark.parametrize(("button", "yes"), [(OK, True), (BACK, False)])
def test_a_claim_is_settled_by_ok_or_back(button: str, yes: bool) -> None:
    bench = Bench(claiming())
    bench.wait(READ)
    bench.press(NEXT, button)
    assert bench.box.bidden == [("settle_claim", claiming().claim, yes)]


@pytest.mark.parametrize("button", [OK, BACK])
def test_a_claim_takes_no_answer_before_anybody_can_have_read_it(button: Button) -> None:
    bench = Bench(asking())
    bench.press(OK)
    bench.box.becomes(claiming())
    assert bench.press(button, button) == "new_phone"
    bench.wait(READ - 0.01)
    bench.press(button)
    assert [what for what, *_ in bench.box.bidden] == ["tell"]


@pytest.mark.parametrize("button", [OK, BACK])
def test_a_press_is_for_the_claim_that_was_shown(button: Button) -> None:
    bench = Bench(claiming(seat=ANA))
    bench.wait(READ)
    bench.box.becomes(claiming(seat=BEN))
    bench.panel.press(button, False)
    assert bench.box.bidden == []
    assert bench.lines[1] == "Ben  42"


CONFIRMED: dict[str, tuple[BoxMoment, BoxMoment, tuple[Button, ...]]] = {
    "start": (lobby(), replace(lobby(), lobby=replace(lobby().lobby, seats=(ANA, BEN))), (OK,)),
    "another game": (lobby(), replace(lobby(), lobby=replace(lobby().lobby, game="buru")), (OK,)),
    "options": (lobby(), replace(lobby(), lobby=replace(lobby().lobby, phoneless=1)), (OK,)),
    "again": (replace(finished(), number=1), replace(finished(), number=2), (OK, OK)),
    "leave": (replace(finished(), number=1), replace(finished(), number=2), (OK, NEXT)),
    "retry": (troubled(), troubled(key="trouble.back_in_time"), ()),
    "abandon": (replace(playing(), number=1), replace(playing(), number=2), (BACK, NEXT, NEXT, NEXT, NEXT, OK, OK)),
}  # fmt: skip
"""What was shown, what has come meanwhile, and the presses that lead to where OK confirms it."""


@pytest.mark.parametrize("what", CONFIRMED)
def test_ok_confirms_what_was_shown_and_nothing_that_came_meanwhile(what: str) -> None:
    before, after, presses = CONFIRMED[what]
    bench = Bench(before)
    bench.press(*presses)
    bench.box.becomes(after)
    bench.panel.press(OK, False)
    assert bench.box.bidden == []
    bench = Bench(before)
    bench.press(*presses, OK)
    assert len(bench.box.bidden) == 1, "where nothing came, the same press does it"


def test_a_claim_does_not_come_up_under_a_finger_that_is_choosing() -> None:
    bench = Bench(lobby())
    bench.press(OK, NEXT)
    bench.box.becomes(replace(lobby(), claim=claiming().claim))
    assert bench.page == "lobby"
    assert bench.press(OK) == "new_phone", "the choice is made"
    assert bench.box.bidden == [("turn_games", 1), ("start", "bali")]


# Trouble


def test_trouble_says_what_is_safe_and_what_to_do() -> None:
    bench = Bench(troubled())
    assert bench.lines == ("Disk is full", "Nothing is lost.", "Free space, then OK")
    assert bench.press(BACK, NEXT) == "error"
    bench.press(OK)
    assert bench.box.bidden == [("retry", "trouble.disk_full")]


def test_trouble_that_lasts_is_said() -> None:
    bench = Bench(troubled())
    bench.box.no = Refused("trouble.disk_full")
    bench.press(OK)
    assert bench.lines[-1] == "Still not possible."


@pytest.mark.parametrize("key", ["disk_full", "read_only", "disk", "damaged", "never_heard_of"])
def test_every_trouble_has_a_page(key: str) -> None:
    assert len(Bench(troubled(key=f"trouble.{key}")).lines) == 3


# The end


def test_the_scores_are_listed_three_at_a_time_before_next_turns_the_page() -> None:
    bench = Bench(finished(seats=5))
    assert bench.lines == ("Bali: the end  1–3/5", "1 Élodie  31", "2 Ana  28", "2 Ken  28")
    assert bench.press(NEXT) == "scores"
    assert bench.lines == ("Bali: the end  3–5/5", "2 Ken  28", "4 あや  9", "5 Élodie1  8")
    assert bench.press(BACK) == "scores"
    assert bench.lines[1] == "1 Élodie  31"
    assert bench.press(NEXT, NEXT) == "fingerprint"


def test_after_the_scores_the_same_game_comes_again_or_another() -> None:
    bench = Bench(finished())
    assert bench.press(OK) == "and_now"
    assert bench.press(OK) == "again", "one press more than was meant begins no game"
    assert bench.lines == ("Play again?", "Bali", "this score stays")
    assert bench.press(BACK) == "and_now"
    bench.press(OK, OK)
    assert bench.press(OK, NEXT, OK) == "and_now"
    assert bench.box.bidden == [("again", 0), ("leave_game", 0)]
    assert bench.press(BACK) == "scores"


def test_taking_back_names_the_answer() -> None:
    bench = Bench(playing(undo_said=text("bali.told.discard")))
    bench.hold(BACK)
    assert bench.lines == ("Take back?", "Ana", "Three shrines: one put into the game’s box")


@pytest.mark.parametrize("moment", [lobby(), playing()])
def test_the_display_says_who_is_on_a_new_phone(moment: BoxMoment) -> None:
    bench = Bench(replace(moment, moved=(BEN,)))
    if moment.lobby:
        bench.press(OK)
    assert "New phone: Ben" in " ".join(bench.lines)


def test_the_lobby_names_what_was_agreed_on() -> None:
    moment = lobby()
    assert moment.lobby is not None
    oracle = Picked("oracle", text("bali.option.oracle.name"), True, usual=False)
    bench = Bench(replace(moment, lobby=replace(moment.lobby, options=(oracle,))))
    bench.press(OK)
    assert bench.lines[-1] == "Oracle"


def test_the_page_says_what_holding_back_does() -> None:
    options = (Picked("oracle", text("bali.option.oracle.name"), False),)
    moment = lobby()
    assert moment.lobby is not None
    bench = Bench(replace(moment, lobby=replace(moment.lobby, options=options)))
    assert bench.panel.page().hold == ""
    bench.press(OK)
    assert bench.panel.page().hold == "options"
    bench.hold(BACK)
    assert bench.panel.page().hold == "back"
    assert Bench(playing()).panel.page().hold == "take_back"


def test_a_game_without_ranking_ends_on_its_last_words_and_can_be_left() -> None:
    last = replace(playing(), screen=replace(playing().screen, over=True))
    bench = Bench(last)
    assert bench.page == "phase"
    assert bench.press(OK) == "and_now"


# Nobody's secrets


def pages_of(moment: BoxMoment) -> str:
    """All that the panel says in a whole round."""
    bench = Bench(moment)
    said = list(bench.lines)
    for button in (NEXT, NEXT, NEXT, NEXT):
        bench.press(button)
        said += bench.lines
    bench.hold(BACK)
    return " ".join([*said, *bench.lines])


def test_the_panel_never_says_what_stands_behind_a_cover() -> None:
    canary = text("bali.secret.look")
    screen = replace(playing().screen, view=view(awaiting(), Secret(canary, (canary,), (canary,))))
    assert "On the altar" not in pages_of(replace(playing(), screen=screen))
    said = replace(awaiting(), sub=canary)
    assert "On the altar" in pages_of(playing(oled=said)), "the same words are found where they are said"


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_every_page_is_said_in_the_house_s_language(language: str) -> None:
    for moment in (lobby, playing, sealed, asking, claiming, troubled, finished):
        assert pages_of(moment(language))
    assert pages_of(playing("en")) != pages_of(playing("fr")) != pages_of(playing("ja"))


def test_a_guest_who_waits_for_the_next_game_is_no_seat_of_this_one() -> None:
    moment = playing()
    bench = Bench(replace(moment, pieces={**moment.pieces, Seat("Zoe"): 9}))
    bench.press(NEXT)
    assert "Zoe" not in bench.lines[1]
    assert ANA in bench.lines[1]


# Several at once


def test_everybody_who_is_awaited_at_the_same_time_is_named() -> None:
    bench = Bench(several("en", ANA, BEN))
    assert bench.page == "phase"
    assert bench.lines[1] == "Ana and Ben"


def test_where_several_are_awaited_nobody_is_underlined() -> None:
    alone, both = Bench(playing()), Bench(several())
    assert alone.press(NEXT) == both.press(NEXT) == "seats"
    assert alone.lines[-1].startswith("Ana")
    assert not both.lines[-1].startswith("Ana")
