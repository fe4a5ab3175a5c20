"""The box's file is replaced by an older one, and the box is started again. Phones that come back report the later state
that they saw."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.house.house import House
from companion.snapshot.panel import Button
from companion.speech.languages import LANGUAGES
from tests.support.games import play
from tests.support.houses import open_house
from tests.support.markup import parts_in
from tests.support.panels import PaperPanel
from tests.support.phones import Phone, Stream, serving
from tests.support.texts import in_words

GAME = {"game": "bali", "seats": ["Ana", "Ben"], "options": {}}
NAMES = ("Ana", "Ben", "Cho")


def remembered(stream: Stream) -> str:
    """Return the id that the last push asks a phone to remember, or ""."""
    lines = stream.pushes[-1].split(b"\n")
    return next((line[4:].decode() for line in lines if line.startswith(b"id: ")), "")


class Evening:
    """A box that has lost its last ten answers, and the ids that its phones remember."""

    def __init__(self, folder: Path) -> None:
        house = open_house(folder)
        with serving(house) as port:
            phones = {name: Phone(port) for name in NAMES}
            for name, phone in phones.items():
                phone.join(house.guests.door.code, name)
            assert phones["Ana"].post("/start", GAME).status == 204
            play(house, most=10)
            house.journal.checkpoint()
            backup = folder.with_name("backup")
            shutil.copytree(folder, backup)
            play(house, seed=2, most=10)
            self.saw = {}
            for name, phone in phones.items():
                with phone.stream() as stream:
                    stream.screen()
                    self.saw[name] = remembered(stream)
                phone.__exit__(None, None, None)
        house.journal.close()
        self.cookies = {name: phone.cookies for name, phone in phones.items()}
        self.house: House = open_house(backup)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path / "state")
    yield evening
    evening.house.journal.close()


@pytest.fixture
def port(evening: Evening) -> Iterator[int]:
    with serving(evening.house) as port:
        yield port


def back(port: int, evening: Evening, name: str, language: str = "en") -> Phone:
    return Phone(port, language, evening.cookies[name])


@pytest.mark.parametrize("way", ["header", "address"])
def test_the_first_phone_back_raises_the_alarm_on_every_screen(evening: Evening, port: int, way: str) -> None:
    saw = evening.saw["Ben"]
    with back(port, evening, "Ana") as ana, back(port, evening, "Ben") as ben:
        with ana.stream() as at_ana, ana.stream("") as drawn, ana.stream("table") as room:
            assert "trouble" not in at_ana.screen()
            calm = [in_words(stream.screen()["parts"]) for stream in (drawn, room)]
            query, headers = ("", {"Last-Event-ID": saw}) if way == "header" else (f"&seen={saw}", {})
            with ben.stream("as=json" + query, **headers) as at_ben:
                words = at_ben.screen()["trouble"]
            assert at_ana.screen()["trouble"] == words
            for stream, before in zip((drawn, room), calm, strict=True):
                assert words in in_words(stream.screen()["changed"])
                assert words not in before
        assert words in in_words(parts_in(ben.get("/", Accept="text/html").body.decode()))
        assert ana.screen()["trouble"] == ben.get("/table").json["trouble"] == words


def test_the_alarm_is_in_the_language_of_each_phone(evening: Evening, port: int) -> None:
    marks = set()
    for language in LANGUAGES:
        with back(port, evening, "Ana", language) as ana, ana.stream(**{"Last-Event-ID": evening.saw["Ana"]}) as stream:
            marks.add(stream.screen()["trouble"])
    assert len(marks) == len(LANGUAGES)


def test_a_guests_phone_also_remembers_what_it_saw(evening: Evening, port: int) -> None:
    with back(port, evening, "Cho") as cho, cho.stream(**{"Last-Event-ID": evening.saw["Cho"]}) as stream:
        assert "trouble" in stream.screen()


def test_the_host_takes_note_and_the_game_goes_on(evening: Evening, port: int) -> None:
    with (
        back(port, evening, "Ana") as ana,
        back(port, evening, "Ben") as ben,
        ana.stream(**{"Last-Event-ID": evening.saw["Ana"]}) as stream,
    ):
        assert "trouble" in stream.screen()
        assert remembered(stream) == ""  # the phone remembers a later state
        assert ben.post("/retry").refused == "not_host"
        assert ana.post("/retry").status == 204
        assert "trouble" not in stream.screen()
        assert remembered(stream) != ""
        with ben.stream(**{"Last-Event-ID": evening.saw["Ben"]}) as late:
            assert "trouble" not in late.screen()
        play(evening.house, seed=3, most=1)
        assert "trouble" not in stream.screen()


def test_a_stranger_raises_no_alarm(evening: Evening, port: int) -> None:
    saw = evening.saw["Ana"]
    with Stream(port, f"as=json&seen={saw}", {"Last-Event-ID": saw}) as stream:
        assert stream.status == 403
    for query in ("table", "table&as=json"):
        with Stream(port, f"{query}&seen={saw}", {"Last-Event-ID": saw}) as stream:
            assert remembered(stream) == "" if stream.screen() else False
    assert evening.house.trouble is None


@pytest.mark.parametrize("mark", ["", "0", "undefined", "0.1.1.x", "%00", "9" * 4000])
def test_an_invented_mark_does_not_count(evening: Evening, port: int, mark: str) -> None:
    with back(port, evening, "Ana") as ana, ana.stream(f"as=json&seen={mark}") as stream:
        assert "trouble" not in stream.screen()
    assert evening.house.trouble is None


def test_phones_of_a_box_that_lost_nothing_raise_no_alarm(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "state")
    evening.house.journal.close()
    whole = open_house(tmp_path / "state")
    with serving(whole) as port:
        for name in NAMES:
            with back(port, evening, name) as phone, phone.stream(**{"Last-Event-ID": evening.saw[name]}) as stream:
                assert "trouble" not in stream.screen()
                assert remembered(stream) == evening.saw[name]
    whole.journal.close()


def test_the_panels_own_stream_remembers_nothing(evening: Evening) -> None:
    panel = PaperPanel()
    with serving(evening.house, panel) as port:
        with Stream(port, f"panel&seen={evening.saw['Ana']}", {"Last-Event-ID": evening.saw["Ana"]}) as stream:
            stream.screen()
        panel.press(Button.OK, False)
    assert evening.house.trouble is None
