"""The story of a game, as a page of its own."""

from pathlib import Path
from typing import Any

from companion.core.blocks import Moves
from companion.house.house import House
from companion.house.stories import story
from companion.records.record import replay
from tests.support.games import play
from tests.support.markup import parts_in
from tests.support.phones import Phone
from tests.web.conftest import Phones
from web.drawing.parts import story_parts

NAMES = ["Ana", "Ben", "Cho"]


def finished(phone: Phones, house: House, **options: str) -> Phone:
    """Return the host's phone, after a game of Animism."""
    ana, *_ = [phone(name) for name in NAMES]
    assert ana.post("/start", {"game": "animism", "seats": NAMES, "options": options}).status == 204
    play(house)
    return ana


def story_of(phone: Phone, path: str = "/story") -> dict[str, Any]:
    return parts_in(phone.get(path, Accept="text/html").body.decode())


def test_the_story_shows_who_won_and_all_that_the_room_saw_at_the_end(phone: Phones, house: House) -> None:
    parts = story_of(finished(phone, house, sheets="twin"))
    assert {"ranking", "sheet", "strip", "timeline"} <= {parts[f"block {name}"]["block"] for name in parts["blocks"]}
    assert house.table is not None
    assert parts["now"]["line"][0] == house.table.moment.screen(None).view.now.line.key


def test_the_game_before_has_the_same_story(phone: Phones, house: House) -> None:
    ana = finished(phone, house, sheets="twin")
    lines = story_of(ana)
    assert ana.post("/lobby").status == 204
    assert story_of(ana, "/story/before") == lines
    assert story_of(ana, "/story/1") == lines


def test_a_chapter_ends_with_the_numbers_of_the_seats_whose_numbers_changed(phone: Phones, house: House) -> None:
    ana, *_ = [phone(name) for name in NAMES]
    assert ana.post("/start", {"game": "bali", "seats": NAMES}).status == 204
    play(house)
    chapters = [chapter for act in story_of(ana)["acts"] for chapter in act["chapters"]]
    assert len(chapters) > 3
    assert [total["seat"] for total in chapters[0]["totals"]] == NAMES
    assert all(total["counts"] for chapter in chapters for total in chapter["totals"])


def test_the_last_moves_are_not_repeated_beside_the_open_board() -> None:
    file = Path("companion/games/babel/playthroughs/five_on_cardboard.jsonl")
    moment = replay(file.read_text("utf-8")).moment
    ended = moment.screen(None).view
    assert any(isinstance(block, Moves) for block in ended.blocks)
    parts = story_parts("babel", 1, story(moment, ()), moment.fingerprint, {}, ended)
    assert not any(isinstance(part, Moves) for part in parts.values())
