"""Owner's things in the lobby: a complete one goes into the head of a game whole, so a later change of it changes no
game."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.core.state import Seat
from companion.core.words import Refused
from companion.house.house import House
from companion.house.panel_acts import HouseForPanel
from companion.records.proof import export
from companion.records.record import replay
from companion.speech.say import say
from tests.support.games import play
from tests.support.houses import facts, open_house, sit_down

OF = ("animism", "layout")
MINE, HALF = "a" * 32, "b" * 32
ANA = Seat("Ana")


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Return a lobby of Animism with an owner's own layout, and one that is not complete."""
    house = open_house(tmp_path)
    sit_down(house, "Ana", "Ben", "Cho")
    house.pick("animism")
    house.owner_things.write(*OF, MINE, 0, whole(house))
    house.owner_things.write(*OF, HALF, 0, {"name": "Half"})
    return house


def whole(house: House, name: str = "Ours") -> dict[str, Any]:
    """Return a complete layout: the sample's, as an owner would call it."""
    sample = house.owner_things.one(*OF, "sample1").thing.draft
    return {**sample, "name": name, "sample": False}


def begin(house: House, **options: Any) -> dict[str, Any]:
    """Return the options in the head of the game that they begin."""
    house.start({"game": "animism", "seats": ["Ana", "Ben", "Cho"], **options})
    assert house.table is not None
    return house.table.head.options


def chosen(house: House) -> tuple[Any, bool, str]:
    """Return the choice that the lobby shows: its id, whether it is the default, and the key of its name."""
    lobby = house.snapshot(ANA).lobby
    assert lobby is not None
    layout = next(option for option in lobby.options if option.name == "layout")
    assert layout.label is not None
    return layout.value, layout.usual, layout.label.key


def test_the_lobby_offers_what_is_complete_and_shows_what_is_not(house: House) -> None:
    lobby = house.snapshot(ANA).lobby
    assert lobby is not None
    option = next(option for option in lobby.offered if option.name == "layout")
    assert (option.kind, option.of, option.values, option.usual) == ("kept", "layout", ("sample1", MINE), "sample1")
    assert [(words.key, words.values["name"]) for words in option.labels] == [
        ("kept.sample_named", "Table Companion sample"),
        ("kept.named", "Ours"),
    ]
    assert [(draft.id, draft.words.values["name"]) for draft in option.drafts] == [(HALF, "Half")]


def test_the_samples_of_a_game_differ_from_the_owners_copies(house: House) -> None:
    house.owner_things.write("buru", "box", "c" * 32, 0, house.owner_things.one("buru", "box", "sample1").thing.draft)
    assert [say(one.words, "en") for one in house.owner_things.all("buru", "box")] == [
        "Buru (comes with the game)",
        "Buru (yours)",
    ]


def test_a_thing_that_becomes_complete_is_chosen_if_nothing_else_is(house: House) -> None:
    """People who have copied a sheet, or cards, want to play with them."""
    house.keep_thing(*OF, HALF, 1, whole(house, "Whole now"))
    assert chosen(house) == (HALF, False, "kept.named")
    house.keep_thing(*OF, "d" * 32, 0, whole(house, "Another"))
    assert chosen(house)[0] == HALF


def test_a_change_of_what_was_complete_chooses_nothing(house: House) -> None:
    house.keep_thing(*OF, MINE, 1, whole(house, "Ours, mended"))
    assert chosen(house)[0] == "sample1"


def test_an_incomplete_thing_is_not_chosen(house: House) -> None:
    house.keep_thing(*OF, "d" * 32, 0, {"name": "Begun"})
    assert chosen(house)[0] == "sample1"


def test_the_agreed_thing_is_whole_in_the_head(house: House) -> None:
    house.agree("animism", {"layout": MINE})
    assert chosen(house) == (MINE, False, "kept.named")
    assert begin(house) == {"layout": whole(house)}


def test_the_sample_is_the_default_and_the_head_leaves_it_out(house: House) -> None:
    house.agree("animism", {"layout": MINE})
    house.agree("animism", {"layout": "sample1"})
    assert chosen(house) == ("sample1", True, "kept.sample_named")
    assert begin(house) == {}
    house.leave_game(unfinished=True)
    assert begin(house, options={"layout": "sample1"}) == {}


def test_a_start_may_name_a_kept_thing_or_say_one_whole(house: House) -> None:
    assert begin(house, options={"layout": MINE}) == {"layout": whole(house)}
    house.leave_game(unfinished=True)
    assert begin(house, options={"layout": whole(house, "HttpReply")})["layout"]["name"] == "HttpReply"
    house.leave_game(unfinished=True)
    for id_, why in (("c" * 32, "kept.gone"), (HALF, "kept.incomplete")):
        with pytest.raises(Refused) as refused:
            begin(house, options={"layout": id_})
        assert refused.value.key == why
        assert house.table is None


def test_an_incomplete_thing_cannot_be_agreed_on(house: House) -> None:
    for id_, why in ((HALF, "kept.incomplete"), ("c" * 32, "no_such_option")):
        with pytest.raises(Refused) as refused:
            house.agree("animism", {"layout": id_})
        assert refused.value.key == why
    assert chosen(house) == ("sample1", True, "kept.sample_named")


def test_a_thing_that_is_no_longer_complete_starts_no_game_and_is_shown(house: House) -> None:
    """Nobody who has copied their own sheet should play with the sample."""
    house.agree("animism", {"layout": MINE})
    house.owner_things.write(*OF, MINE, 1, {**whole(house), "white": []})
    assert chosen(house) == (MINE, False, "kept.named")
    with pytest.raises(Refused, match=r"kept\.incomplete"):
        begin(house)
    house.owner_things.write(*OF, MINE, 2, whole(house, "Mended"))
    assert begin(house)["layout"]["name"] == "Mended"


def test_a_deleted_thing_is_no_longer_chosen(house: House) -> None:
    house.agree("animism", {"layout": MINE})
    house.owner_things.drop(*OF, MINE, 1)
    assert chosen(house) == ("sample1", True, "kept.sample_named")
    assert begin(house) == {}


def test_each_game_keeps_the_layout_that_it_began_with(house: House) -> None:
    house.agree("animism", {"layout": MINE})
    begun = begin(house)
    house.owner_things.drop(*OF, MINE, 1)
    play(house)
    assert house.table is not None
    house.again()
    assert house.table.head.options == begun


def test_a_record_has_the_layout_and_is_played_again_where_nobody_keeps_it(house: House) -> None:
    house.agree("animism", {"layout": MINE})
    begin(house)
    play(house)
    assert house.table is not None
    lines = list(export(house.journal, house.table.number))
    assert json.loads(lines[0])["options"] == {"layout": whole(house)}
    assert replay("\n".join(lines)).moment.over


def test_other_phones_see_a_complete_thing_immediately_and_a_running_game_does_not(house: House) -> None:
    before = house.snapshots.phone(Seat("Ben")).key
    house.owner_things.write(*OF, HALF, 1, whole(house, "Done"))
    assert house.snapshots.phone(Seat("Ben")).key != before
    begin(house)
    during = house.snapshots.phone(Seat("Ben")).key
    house.owner_things.write(*OF, HALF, 2, whole(house, "Later"))
    assert house.snapshots.phone(Seat("Ben")).key == during


def test_copying_further_wakes_no_other_phone(house: House) -> None:
    before = house.snapshots.phone(Seat("Ben")).key
    house.owner_things.write(*OF, HALF, 1, {"name": "Half", "black": ["two"] + [None] * 5})
    assert house.snapshots.phone(Seat("Ben")).key == before


def test_the_panel_turns_to_the_next_complete_thing_and_starts_a_game_with_it(house: House) -> None:
    for_panel = HouseForPanel(house, lambda: None)
    for expected in (MINE, "sample1", MINE):
        for_panel.turn_option("layout")
        assert chosen(house)[0] == expected
    shown = for_panel.snapshot().lobby
    assert shown is not None
    for_panel.start(shown)
    assert house.table is not None
    assert house.table.head.options == {"layout": whole(house)}


def test_the_panel_turns_away_from_one_that_is_complete_no_more(house: House) -> None:
    house.agree("animism", {"layout": MINE})
    house.owner_things.write(*OF, MINE, 1, {"name": "Ours"})
    HouseForPanel(house, lambda: None).turn_option("layout")
    assert chosen(house)[0] == "sample1"


def test_an_agreed_thing_outlives_a_restart(house: House, tmp_path: Path) -> None:
    house.agree("animism", {"layout": MINE})
    before, things = facts(house), house.owner_things.things
    house.journal.close()
    again = open_house(tmp_path)
    assert (facts(again), again.owner_things.things) == (before, things)
    assert begin(again) == {"layout": whole(again)}


def test_a_file_that_is_replaced_in_mid_evening_costs_no_kept_thing(house: House, tmp_path: Path) -> None:
    things = house.owner_things.things
    (tmp_path / "companion.db").unlink()
    with pytest.raises(Refused, match=r"trouble\.replaced"), house.changing():
        house.owner_things.write(*OF, MINE, 1, whole(house, "Lost?"))
    with house.changing():
        house.owner_things.write(*OF, HALF, 1, {"name": "Half more"})
    house.journal.close()
    again = open_house(tmp_path)
    assert {thing.id for thing in again.owner_things.things} == {thing.id for thing in things}
    assert again.owner_things.one(*OF, MINE).name == "Ours"
    assert again.owner_things.one(*OF, HALF).name == "Half more"
