"""The contract of answers: an offered answer counts once and shows on every screen, to a game's end and in the next game."""

from typing import Any

from companion.house.house import House
from tests.support.disks import no_byte_more
from tests.support.games import play
from tests.support.houses import facts
from tests.support.phones import Phone
from tests.web.conftest import GAME


def first_answer(phone: Phone) -> tuple[str, dict[str, Any]]:
    ask = phone.screen()["asks"][0]
    return ask["due"], ask["answers"][0]


# Answers


def test_an_answer_that_is_offered_is_204_and_changes_every_screen(game: tuple[Phone, Phone]) -> None:
    ana, ben = game
    before = [ana.screen(), ben.screen()]
    due, do = first_answer(ana)
    assert ana.play(due, do, "one").status == 204
    after = [ana.screen(), ben.screen()]
    assert [screen["seq"] for screen in after] == [screen["seq"] + 1 for screen in before]
    assert all(new["fingerprint"] != old["fingerprint"] for new, old in zip(after, before, strict=True))


def test_the_same_key_again_is_204_and_counts_once(game: tuple[Phone, Phone], house: House) -> None:
    ana, _ = game
    due, do = first_answer(ana)
    ana.play(due, do, "one")
    before = facts(house)
    assert ana.play(due, do, "one").status == 204
    assert facts(house) == before


def test_the_same_key_with_another_answer_is_409(game: tuple[Phone, Phone]) -> None:
    ana, _ = game
    ask = ana.screen()["asks"][0]
    ana.play(ask["due"], ask["answers"][0], "one")
    reply = ana.play(ask["due"], ask["answers"][1], "one")
    assert (reply.status, reply.refused) == (409, "key_used")


def test_an_answered_question_is_closed(game: tuple[Phone, Phone]) -> None:
    ana, _ = game
    due, do = first_answer(ana)
    ana.play(due, do, "one")
    reply = ana.play(due, do, "two")
    assert (reply.status, reply.refused) == (409, "too_late")


def test_nobody_answers_for_another_seat(game: tuple[Phone, Phone], house: House) -> None:
    ana, ben = game
    due, do = first_answer(ana)
    before = facts(house)
    assert ben.play(due, do, "one").refused == "too_late"
    assert facts(house) == before


def test_a_blocked_answer_is_409_with_the_shown_reason(game: tuple[Phone, Phone], house: House) -> None:
    ana, _ = game
    ask = ana.screen()["asks"][0]
    assert ask["blocked"]
    before = facts(house)
    for n, blocked in enumerate(ask["blocked"]):
        reply = ana.play(ask["due"], blocked["do"], f"key-{n}")
        assert (reply.status, reply.refused) == (409, blocked["why"])
    assert facts(house) == before


def test_a_tally_is_set_right_with_no_due(game: tuple[Phone, Phone], house: House) -> None:
    _, ben = game
    assert ben.play(None, {"type": "set", "seat": "Ana", "stones": 9}, "one").status == 204
    assert ben.play(None, {"type": "discard"}, "two").status == 400
    assert house.table is not None
    assert house.table.moment.history.state.public.stones[0] == 9


def test_the_seats_own_last_answer_is_taken_back_once(game: tuple[Phone, Phone], house: House) -> None:
    ana, ben = game
    due, do = first_answer(ana)
    ana.play(due, do, "one")
    assert ben.post("/back").refused == "nothing_to_take_back"
    assert ana.post("/back", {"key": "b"}).status == 204
    assert ana.post("/back", {"key": "b"}).status == 204
    assert ana.screen()["asks"][0]["due"] == due
    assert ana.post("/back").refused == "nothing_to_take_back"
    assert ana.play(due, do, "two").status == 204


def test_the_panel_takes_answers_back_and_without_a_panel_the_host_does(game: tuple[Phone, Phone]) -> None:
    ana, _ = game
    due, do = first_answer(ana)
    ana.play(due, do, "one")
    assert ana.post("/undo").refused == "only_box"


def test_without_a_game_nobody_plays(ana: Phone) -> None:
    for path, request in (
        ("/play", {"due": "1.turn-1", "key": "k", "do": {"type": "discard"}}),
        ("/back", {}),
        ("/lobby", {}),
    ):
        answer = ana.post(path, request)
        assert (answer.status, answer.refused) == (409, "no_game")


def test_while_the_disk_fails_answers_are_503_and_then_it_goes_on(game: tuple[Phone, Phone], house: House) -> None:
    ana, _ = game
    due, do = first_answer(ana)
    before = facts(house)
    with no_byte_more():
        reply = ana.play(due, do, "one")
    assert (reply.status, reply.refused) == (503, "trouble.disk")
    assert facts(house) == before
    assert ana.play(due, do, "one").status == 204


# The end, and the next game


def test_a_whole_game_of_offered_answers_ends_with_a_score_and_another_game_begins(
    game: tuple[Phone, Phone], house: House
) -> None:
    ana, ben = game
    play(house, most=40)
    seen = 0
    while not house.table.moment.over:  # type: ignore[union-attr]
        seen += 1
        assert seen < 2000
        for one in game:
            for ask in one.screen()["asks"]:
                do = next((do for do in reversed(ask["answers"]) if do["type"] != "oracle"), None)
                if do is not None:
                    assert one.play(ask["due"], do, f"{ask['due']}-{seen}").status in (204, 409)
    assert any(block["block"] == "ranking" for block in ben.screen()["blocks"])
    assert ana.post("/start", {"game": None}).status == 204
    assert house.table is not None
    assert house.table.number == 2
    assert ana.post("/abandon").status == 204
    assert ana.screen()["fingerprint"] == ""


def test_after_the_end_the_host_leads_back_to_the_lobby_and_the_story_can_be_read(
    game: tuple[Phone, Phone], house: House
) -> None:
    ana, ben = game
    assert ben.get("/story").refused == "story_later"
    play(house)
    assert ben.get("/story", Accept="text/html").status == 200
    assert ana.post("/lobby").status == 204
    assert ben.get("/story").status == 302
    assert ana.post("/start", GAME).status == 204
