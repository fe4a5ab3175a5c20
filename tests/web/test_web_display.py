"""If the box's display is unplugged, every phone says so, and nothing else changes."""

from pathlib import Path

from companion.house.panel_acts import HouseForPanel
from tests.support import houses
from tests.support.markup import parts_in
from tests.support.phones import Phone, serving
from tests.support.texts import in_words


def test_phones_say_that_the_display_is_gone_and_that_it_is_there_again(tmp_path: Path) -> None:
    house = houses.open_house(tmp_path, panel="gpio")
    tokens = houses.sit_down(house, "Ana", "Ben")
    for_panel = HouseForPanel(house, lambda: None)
    with serving(house) as port, Phone(port, cookies={"seat": tokens["Ben"]}) as ben:
        words = "the box’s display isn’t responding"
        for begin in (lambda: None, lambda: houses.start(house, "Ana", "Ben")):
            begin()
            assert words not in in_words(parts_in(ben.get("/", Accept="text/html").body.decode()))
            with ben.stream("") as stream:
                stream.screen()
                for_panel.display_lost(True)
                assert words in in_words(stream.screen()["changed"])
                assert words in in_words(parts_in(ben.get("/table", Accept="text/html").body.decode()))
                for_panel.display_lost(False)
                assert "notice" in stream.screen()["changed"]
                assert words not in in_words(stream.parts)
    house.journal.close()


def test_the_host_takes_answers_back_while_the_display_is_gone(tmp_path: Path) -> None:
    house = houses.playing(tmp_path, "Ana", "Ben")
    tokens = {"Ana": ""}
    with house.changing() as guests:
        secret, _ = guests.claim(guests.door.code, "Ana", houses.ADDRESS)
        houses.settle(guests, True)
        tokens["Ana"] = guests.collect_claim(secret)[1] or ""
    with serving(house) as port, Phone(port, cookies={"seat": tokens["Ana"]}) as ana:
        assert ana.post("/undo", {}).refused == "only_box"
        house.store.publish(display_lost=True)
        assert ana.post("/undo", {}).refused == "nothing_to_take_back"
    house.journal.close()
