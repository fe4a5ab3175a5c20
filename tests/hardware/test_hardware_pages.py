"""The act of each button on each page, and the words of the lowest line."""

from typing import get_args

import pytest
from msgspec.structs import replace

from companion.core.answers import Answers, Group, Option
from companion.core.blocks import Secret
from companion.core.state import Seat
from companion.core.view import Question
from companion.core.words import Refused, text
from companion.snapshot.lobby import Picked
from companion.snapshot.panel import NewSeat, PanelSnapshot
from companion.snapshot.people import PeopleNews, Progress, What
from companion.snapshot.table import Claim
from companion.speech.say import say
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
    bench.press(OK, NEXT, OK)
    assert bench.box.bidden == [("turn_games", 1), ("start", "bali")]
    assert bench.buttons == ("Back", "Next", "Start")


def test_back_leads_from_the_games_to_who_plays_without_a_phone() -> None:
    bench = Bench(replace(lobby(), newcomer=NewSeat(Seat("Blue"), 5)))
    assert bench.press(OK) == "lobby"
    assert bench.press(BACK) == "sit"


def test_the_lobby_says_in_words_why_it_cannot_start() -> None:
    bench = Bench(lobby(ready=False))
    bench.press(OK, OK)
    assert bench.box.bidden == []
    assert bench.lines[-1] == "needs 2–4 players"


def test_the_lobby_of_a_game_for_one_number_of_players_names_that_number_once() -> None:
    snapshot = lobby(ready=False)
    assert snapshot.lobby is not None
    bench = Bench(replace(snapshot, lobby=replace(snapshot.lobby, sizes=(3, 3))))
    bench.press(OK)
    assert "–" not in bench.lines[0]
    bench.press(OK)
    assert bench.lines[-1] == "needs 3 players"


def test_the_lobby_says_how_many_have_no_phone_of_their_own() -> None:
    snapshot = lobby()
    assert snapshot.lobby is not None
    bench = Bench(replace(snapshot, lobby=replace(snapshot.lobby, at_box=2)))
    bench.press(OK)
    assert bench.lines[-1] == "2 without a phone"


def test_the_page_shows_why_a_start_was_refused_until_the_next_press() -> None:
    bench = Bench(lobby())
    bench.box.no = Refused("no_such_seat")
    bench.press(OK, OK)
    assert bench.lines[-1] == "Nobody called that sits here. Check the name."
    bench.box.no = None
    bench.press(NEXT)
    assert "Nobody called that sits here. Check the name." not in bench.lines


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
    bench = Bench(
        playing(display=replace(awaiting(), main=text("babel.display.builders"), sub=text("babel.display.storms")))
    )
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
    bench = Bench(playing(asks=(Question("1.next", "next", Answers((Group((shore,), 1),))),)))
    assert bench.page == "phase"
    assert bench.buttons[2] == "rice farmer >"
    bench.press(OK)
    assert bench.box.bidden == [("answer", "1.next", {"type": "next"})]


# Trouble


def test_trouble_says_what_is_safe_and_what_to_do() -> None:
    bench = Bench(troubled())
    assert bench.lines == ("Disk is full", "The game is safe.", "Free space, then OK")
    assert bench.press(BACK, NEXT) == "error"
    bench.press(OK)
    assert bench.box.bidden == [("retry", "trouble.disk_full")]


def test_trouble_that_lasts_is_shown() -> None:
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
    bench = Bench(playing(undo_words=text("bali.told.discard")))
    bench.hold(BACK)
    assert bench.lines == ("Take back?", "Ana", "Three shrines: returned one to the game box")


@pytest.mark.parametrize("what", get_args(What))
@pytest.mark.parametrize("snapshot", [lobby(), playing()])
def test_the_display_shows_the_newest_news_about_people(snapshot: PanelSnapshot, what: What) -> None:
    bench = Bench(replace(snapshot, people=(PeopleNews(ANA, Progress(), "left"), PeopleNews(BEN, Progress(), what))))
    if snapshot.lobby:
        bench.press(OK)
    assert say(text(f"display.news.{what}", seat=BEN), "en") in " ".join(bench.lines)


def test_a_claim_that_ran_out_goes_from_the_display_though_nobody_does_anything() -> None:
    bench = Bench(replace(playing(), claim=Claim(BEN, "42"), claim_left=10.0))
    bench.box.becomes_unsaid(playing())
    bench.wait(9.9)
    assert bench.panel.page().page == "new_phone"
    bench.wait(0.2)
    assert bench.panel.page().page != "new_phone"


def test_a_claim_that_the_seats_own_phone_denied_is_marked() -> None:
    bench = Bench(replace(playing(), claim=Claim(BEN, "42", denied=True)))
    assert "its phone says no" in bench.lines


def test_the_lobby_names_what_was_agreed_on() -> None:
    snapshot = lobby()
    assert snapshot.lobby is not None
    oracle = Picked("oracle", text("bali.option.oracle.name"), True, usual=False)
    bench = Bench(replace(snapshot, lobby=replace(snapshot.lobby, options=(oracle,))))
    bench.press(OK)
    assert bench.lines[-1] == "Oracle"


def test_the_page_says_what_holding_back_does() -> None:
    options = (Picked("oracle", text("bali.option.oracle.name"), False),)
    snapshot = lobby()
    assert snapshot.lobby is not None
    bench = Bench(replace(snapshot, lobby=replace(snapshot.lobby, options=options)))
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


def pages_of(snapshot: PanelSnapshot) -> str:
    """Return all words that the panel shows while Next turns through its pages."""
    bench = Bench(snapshot)
    shown = list(bench.lines)
    for button in (NEXT, NEXT, NEXT, NEXT):
        bench.press(button)
        shown += bench.lines
    bench.hold(BACK)
    return " ".join([*shown, *bench.lines])


def test_the_panel_never_shows_covered_things() -> None:
    canary = text("bali.secret.look")
    screen = replace(playing().screen, view=view(awaiting(), Secret(canary, (canary,), (canary,))))
    assert "On the altar" not in pages_of(replace(playing(), screen=screen))
    shown = replace(awaiting(), sub=canary)
    assert "On the altar" in pages_of(playing(display=shown)), "the same words are found where they are said"


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_every_page_is_in_the_house_s_language(language: str) -> None:
    for snapshot in (lobby, playing, sealed, asking, claiming, troubled, finished):
        assert pages_of(snapshot(language))
    assert pages_of(playing("en")) != pages_of(playing("fr")) != pages_of(playing("ja"))


def test_a_guest_who_waits_for_the_next_game_is_no_seat_of_this_one() -> None:
    snapshot = playing()
    bench = Bench(replace(snapshot, pieces={**snapshot.pieces, Seat("Zoe"): 9}))
    bench.press(NEXT)
    assert "Zoe" not in bench.lines[1]
    assert ANA in bench.lines[1]


# Several together


def test_everybody_who_is_awaited_at_the_same_time_is_named() -> None:
    bench = Bench(several("en", ANA, BEN))
    assert bench.page == "phase"
    assert bench.lines[1] == "Ana and Ben"


def test_if_several_seats_are_awaited_none_is_underlined() -> None:
    alone, both = Bench(playing()), Bench(several())
    assert alone.press(NEXT) == both.press(NEXT) == "seats"
    assert alone.lines[-1].startswith("Ana")
    assert not both.lines[-1].startswith("Ana")
