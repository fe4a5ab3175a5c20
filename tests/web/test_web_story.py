"""How a game went, as a page of its own."""

from companion.house.house import House
from tests.support.games import play
from tests.support.markup import parts_in
from tests.support.phones import Phone
from tests.web.conftest import Phones

NAMES = ["Ana", "Ben", "Cho"]


def finished(phone: Phones, house: House, **options: str) -> Phone:
    """The host's phone, after a game of Animism."""
    ana, *_ = [phone(name) for name in NAMES]
    assert ana.post("/start", {"game": "animism", "seats": NAMES, "options": options}).status == 204
    play(house)
    return ana


def test_the_story_shows_how_each_sheet_was_painted_above_what_was_told(phone: Phones, house: House) -> None:
    ana = finished(phone, house, sheets="twin")
    parts = parts_in(ana.get("/story", Accept="text/html").body.decode())
    pictures = [parts[f"block {name}"] for name in parts["blocks"]]
    assert [(strip["block"], strip["title"][1]["seat"]) for strip in pictures] == [("strip", name) for name in NAMES]
    assert parts["lines"]
    assert "before" not in parts


def test_of_the_game_before_all_that_its_last_screen_showed_is_shown(phone: Phones, house: House) -> None:
    ana = finished(phone, house, sheets="twin")
    assert ana.post("/lobby").status == 204
    parts = parts_in(ana.get("/story/before", Accept="text/html").body.decode())
    assert parts["before"]
    assert {"ranking", "sheet", "strip", "timeline"} <= {parts[f"block {name}"]["block"] for name in parts["blocks"]}


def test_a_story_of_sheets_on_paper_has_no_pictures(phone: Phones, house: House) -> None:
    ana = finished(phone, house)
    assert parts_in(ana.get("/story", Accept="text/html").body.decode())["blocks"] == []
