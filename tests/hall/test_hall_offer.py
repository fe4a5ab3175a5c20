"""The organiser's round at its tables: one press picks its game, and the game that begins keeps the round's number."""

from pathlib import Path

import msgspec
import pytest

from companion.box.running import HouseForPanel
from companion.core.journal import TableHead
from companion.core.words import Refused
from companion.hall.organising import Organiser
from companion.hall.store import Store
from companion.house.dice import SeededDice
from companion.house.house import House
from companion.house.rounds import play_round
from companion.house.store import ROUNDS
from companion.journals.sqlite import SqliteJournal
from companion.settings import Settings
from companion.snapshot.hall import Organised, RoundHere
from tests.support.games import play
from tests.support.halls import BALI, HALL, Member, Members, Room, again, give, hears
from tests.support.houses import HandClock, open_house, sit_down, start


def test_a_round_is_offered_with_one_press_and_starts_for_the_people_of_its_plan(organiser: Organiser, box: Member) -> None:
    organiser.keep_plan("2", {"12": ("17", "42")})
    organiser.open_round("2")
    hears(box)
    notice = box.house.snapshot(box.house.guests.seating.host).notice
    assert (notice.offer, notice.expected) == (("2", "bali"), ("Ana 17", "Ana 42"))
    for_panel = HouseForPanel(box.house, lambda: None)
    offer = for_panel.snapshot().hall.offer
    assert offer is not None
    for_panel.play_round(offer)
    assert box.house.table is not None
    assert box.house.table.head.options["oracle"] is True
    assert for_panel.snapshot().hall.offer is None


def test_without_everybody_of_the_plan_the_game_is_picked_and_waits(organiser: Organiser, box: Member) -> None:
    organiser.keep_plan("2", {"12": ("17",)})
    organiser.open_round("2")
    hears(box)
    play_round(box.house, "2")
    assert box.house.table is None
    assert box.house.snapshots.lobby.picked == "bali"
    assert box.house.snapshots.round_offer is None
    with pytest.raises(Refused, match="other_shown"):
        play_round(box.house, "2")


def test_a_round_with_options_of_another_version_is_refused_and_changes_nothing(organiser: Organiser, box: Member) -> None:
    organiser.keep_round(msgspec.structs.replace(BALI, options={"oracle": "both"}))
    organiser.open_round("2")
    hears(box)
    box.house.pick("babel")
    with pytest.raises(Refused, match="no_such_option"):
        play_round(box.house, "2")
    assert box.house.snapshots.lobby.picked == "babel"


def test_a_round_is_offered_at_its_tables_alone(organiser: Organiser, store: Store, box: Member) -> None:
    organiser.open_round("2")
    give(store, box1="21")
    hears(box)
    assert box.house.store.organised.round is None


def test_a_result_names_the_round_in_which_the_game_began(organiser: Organiser, box: Member, member: Members) -> None:
    organiser.open_round("2")
    hears(box)
    play_round(box.house, "2")
    box.house.start({"game": "bali", "seats": ["Ana 17", "Ana 42"], "options": {}})
    play(box.house, most=5)
    organiser.end_round("2")
    organiser.keep_round(msgspec.structs.replace(BALI, number="3"))
    organiser.open_round("3")
    box.copies_all()
    box = again(box, member)
    box.copies_all()
    play(box.house, seed=2)
    box.copies_all()
    ended = Room(box.store).ended(box.table)
    assert ended is not None
    assert ended.round == "2"


def test_a_table_that_another_box_takes_over_keeps_its_round(organiser: Organiser, box: Member, member: Members) -> None:
    organiser.open_round("2")
    hears(box)
    box.house.start({"game": "bali", "seats": ["Ana 17", "Ana 42"], "options": {}})
    box.copies_all()
    box.is_silent()
    spare = member("spare")
    spare.adopts(box.table)
    spare.copies_all()
    play(spare.house)
    spare.copies_all()
    ended = Room(box.store).ended(spare.table)
    assert ended is not None
    assert ended.round == "2"


class Noting(SqliteJournal):
    """A journal that remembers which rounds were noted when a table opened."""

    def open_table(self, head: TableHead, code: str) -> int:
        self.noted = self.note(ROUNDS) or ""
        self.name = head.name
        return super().open_table(head, code)


def test_the_round_is_noted_before_the_table_opens_so_that_no_copy_and_no_power_cut_comes_between(tmp_path: Path) -> None:
    journal = Noting(tmp_path / "companion.db")
    house = House(Settings(state=str(tmp_path), listen="127.0.0.1:0", hall=HALL), journal, SeededDice(1), HandClock())
    house.store.show_organised(Organised(round=RoundHere("2", "bali")))
    sit_down(house, "Ana", "Ben")
    start(house, "Ana", "Ben")
    assert msgspec.json.decode(journal.noted) == {journal.name: "2"}
    journal.close()


ANIMISM = "animism", "layout"


def not_copied_whole(house: House) -> None:
    """Agree on a layout of the owner's, and then take a part of it away."""
    sample = house.owner_things.one(*ANIMISM, "sample1").thing.draft
    mine = {**sample, "name": "Ours", "sample": False}
    house.owner_things.write(*ANIMISM, "a" * 32, 0, mine)
    house.agree("animism", {"layout": "a" * 32})
    house.owner_things.write(*ANIMISM, "a" * 32, 1, {**mine, "white": []})


def test_a_round_that_cannot_start_by_itself_is_picked_and_the_lobby_says_what_is_missing(tmp_path: Path) -> None:
    house = open_house(tmp_path, hall=HALL)
    people = tuple(sit_down(house, "Ana", "Ben", "Cho"))
    not_copied_whole(house)
    house.store.show_organised(Organised(round=RoundHere("2", "animism", people=people)))
    play_round(house, "2")
    lobby = house.snapshot(house.guests.seating.host).lobby
    assert lobby is not None
    assert (house.table, lobby.picked, lobby.ready) == (None, "animism", True)
    layout = next(option for option in lobby.options if option.name == "layout")
    (draft,) = next(option for option in lobby.offered if option.name == "layout").drafts
    assert (layout.value, layout.label) == (draft.id, draft.words)
    with pytest.raises(Refused, match=r"kept\.incomplete"):
        house.start({"game": "animism", "seats": list(people)})
