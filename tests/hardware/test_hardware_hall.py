"""A table is taken over at the box: the list of tables, the words of confirmation, and every refusal."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.state import Seat
from companion.core.words import Refused, Text, own_words, text
from companion.house.moved import Taken
from companion.snapshot.hall import Announced, HallNote, OfferedTable, Organised, RoundHere, TakeOverProgress
from companion.snapshot.panel import PanelSnapshot
from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from hardware.pages import contents, pages
from hardware.pages.contents import layout
from hardware.pages.pages import PagePosition
from tests.hardware.box import BACK, FOUR, NEXT, OK, Bench, FakeBox, finished, lobby, playing, troubled
from tests.hardware.test_hardware_fits import painted

SILENT = OfferedTable("T7", ("b7", 1), "Table 7", text("bali.where", turn=12), tuple(FOUR), silent=True, age=200)
ALIVE = OfferedTable("T9", ("b9", 3), "Table 9", text("buru.where", round=2, of=9), tuple(FOUR), silent=False, heard=12)
NOES = (
    *(f"hall.{why}" for why in ("taken", "other_version", "damaged", "gone", "away", "doubled")),
    *(f"hall.{why}" for why in ("locked", "word_needed", "wrong_word")),
    "game_on",
    "trouble.disk",
)
WORDS = ("all_there", "to_send", "away", "torn", "doubled", "apart")
TAKEN = Taken("T7", "Table 7", "14:32", Seat("Wolfgang"), text("bali.told.play", cards=text("bali.one.stonemason")))


class FakeOthers:
    """The other boxes of a hall. Calls are noted, and a test sets `shown`."""

    def __init__(self, box: "HallBox") -> None:
        self._box = box

    def look(self) -> None:
        self._box.bidden.append(("look",))
        self._box.shows(TakeOverProgress("looking"))

    def regard(self, table: str) -> None:
        self._box.bidden.append(("regard", table))
        self._box.shows(TakeOverProgress("looking"))

    def take_over(self, shown: OfferedTable, number: str = "") -> None:
        self._box.bidden.append(("take_over", shown.table, *([number] if number else [])))
        self._box.shows(TakeOverProgress("taking", regarded=shown))

    def leave(self) -> None:
        self._box.bidden.append(("leave",))
        self._box.shows(TakeOverProgress())


def in_hall(snapshot: PanelSnapshot, **hall: Any) -> PanelSnapshot:
    """Return the moment with other facts of the hall."""
    return replace(snapshot, hall=replace(snapshot.hall, **hall))


class HallBox(FakeBox):
    """A box of a hall."""

    def play_round(self, shown: RoundHere) -> None:
        self.bidden.append(("play_round", shown.number))

    def have_read_note(self, shown: HallNote) -> None:
        self.bidden.append(("have_read_note", shown.key))

    @property
    def others(self) -> FakeOthers:
        return FakeOthers(self)

    def shows(self, take_over: TakeOverProgress) -> None:
        self.becomes(in_hall(self.snapshot(), take_over=take_over))


def bench(snapshot: PanelSnapshot | None = None, take_over: TakeOverProgress | None = None) -> Any:
    return Bench(in_hall(snapshot or lobby(), take_over=take_over or TakeOverProgress()), HallBox)


def read(box: Any) -> None:
    """Show the page, and wait as long as people read."""
    box.wait(0)
    box.wait(1.1)


def looking() -> Any:
    """Return a box after its owner turned to the hall and pressed OK. The box looks for tables."""
    found = bench()
    found.press(NEXT)
    assert found.page == "hall"
    read(found)
    found.press(OK)
    return found


def asked(table: OfferedTable) -> Any:
    """Return a box that asks whether to take this table over, after people have read the question."""
    box = looking()
    box.box.shows(TakeOverProgress("found", (table,)))
    read(box)
    box.press(OK)
    box.box.shows(TakeOverProgress("found", (table,), table))
    read(box)
    box.press(OK)
    read(box)
    assert box.page == "take_over"
    box.box.bidden.clear()
    return box


ROUND = RoundHere("2", "babel", {}, 42, runs=True, people=("Wolfgang 17", "Bartholomew 42", "Cho 5"))

NEWS = Announced(1, own_words({"en": "Lunch at one o’clock in the lobby. Then round 3 begins"}, "en"))


def test_one_press_takes_the_round_and_another_one_leaves_it_for_later() -> None:
    box = bench(in_hall(lobby(), round=ROUND, offer=ROUND))
    read(box)
    assert (box.page, box.lines[0]) == ("round_offer", "Round 2")
    box.press(BACK)
    assert box.page != "round_offer"
    while box.page != "round":
        read(box)
        box.press(NEXT)
    read(box)
    box.press(OK)
    assert box.box.bidden == [("play_round", "2")]


def test_a_locked_table_is_taken_with_the_organiser_s_number_digit_by_digit() -> None:
    box = looking()
    box.box.becomes(in_hall(box.box.snapshot(), takes="word"))
    box.box.shows(TakeOverProgress("found", (SILENT,)))
    read(box)
    box.press(OK)
    box.box.shows(TakeOverProgress("found", (SILENT,), SILENT))
    read(box)
    box.press(OK)
    read(box)
    box.press(OK)
    read(box)
    for digit in (4, 0, 1, 2):
        box.press(*[NEXT] * digit)
        assert box.lines[1].count("•") < 4
        box.press(OK)
    assert box.box.bidden[-1] == ("take_over", "T7", "4012")


def test_a_note_of_the_hall_stays_until_somebody_has_read_it() -> None:
    (note,) = Organised(news=Announced(1, own_words({"en": "Lunch"}, "en"))).notes
    box = bench(in_hall(playing(), notes=(note,)))
    read(box)
    assert box.lines[:2] == ("Announcement", "Lunch")
    box.press(OK)
    assert box.box.bidden == [("have_read_note", "news 1")]


def test_a_box_without_a_hall_shows_nothing_of_one() -> None:
    alone = Bench(lobby())
    assert [alone.press(NEXT) for _ in range(2)] == ["lobby", "lobby"]
    alone.box.becomes(playing())
    assert "fetch" not in " ".join(layout(playing(), PagePosition(pages.MENU), pages.MENU).lines())
    assert "fetch" not in " ".join(layout(finished(), PagePosition(pages.AND_NOW), pages.AND_NOW).lines())


def test_the_display_lists_the_tables_of_the_hall_and_takes_the_one_that_was_shown() -> None:
    box = looking()
    assert box.lines[1] == "Looking …"
    box.box.shows(TakeOverProgress("found", (SILENT, ALIVE)))
    assert box.lines == ("Games elsewhere", ">  Table 7  silent", "Table 9  12 s ago")
    read(box)
    box.press(OK)
    box.box.shows(TakeOverProgress("found", (SILENT, ALIVE), SILENT))
    assert box.page == "offer"
    assert box.lines == ("Bali · turn 12", "Table 7", "Ana, Ben, Cho, Dea")
    read(box)
    box.press(OK)
    assert box.page == "take_over"
    assert box.lines[1:] == (
        "silent",
        "All answers are here up to 3 min ago. If its box is on, it stops.",
    )
    read(box)
    box.press(OK)
    assert box.lines[1:] == ("Fetching …", "Table 7")
    assert box.box.bidden == [("look",), ("regard", "T7"), ("take_over", "T7")]
    box.box.becomes(in_hall(playing(), take_over=TakeOverProgress()))
    assert box.page == "phase"


def test_the_display_says_when_a_box_was_last_heard_of_and_that_it_stops() -> None:
    shown = layout(
        in_hall(lobby(), take_over=TakeOverProgress("found", regarded=ALIVE)), PagePosition(pages.TAKE_OVER), pages.TAKE_OVER
    ).lines()
    assert shown[1:] == ("12 s ago", "Its box sends the rest first, then stops.")


def test_a_press_that_was_meant_for_another_owner_takes_nothing() -> None:
    box = asked(SILENT)
    box.box.shows(TakeOverProgress("found", (SILENT,), replace(SILENT, owner=("b8", 2), box="Table 8")))
    box.press(OK)
    assert box.box.bidden == []
    read(box)
    box.press(OK)
    assert box.box.bidden == [("take_over", "T7")]


def test_news_of_the_other_box_does_not_void_the_press() -> None:
    box = asked(ALIVE)
    box.box.shows(TakeOverProgress("found", (ALIVE,), replace(ALIVE, heard=1)))
    box.press(OK)
    assert box.box.bidden == [("take_over", "T9")]


def test_tables_that_were_found_late_are_still_shown() -> None:
    box = looking()
    box.wait(17)
    box.box.shows(TakeOverProgress("found", (SILENT,)))
    box.wait(0)
    assert box.wait(19) == "tables"
    assert box.wait(2) == "join"


def test_a_no_that_comes_when_nobody_looks_any_more_comes_up() -> None:
    box = looking()
    box.wait(60)
    assert box.page == "join"
    box.box.shows(TakeOverProgress("refused", regarded=SILENT, why=text("hall.taken", box="Table 12")))
    assert box.lines == ("Not possible", "Table 7", "Table 12 was quicker: the game is there.")


def test_back_leads_home_and_again_looks_once_more() -> None:
    box = looking()
    box.box.shows(TakeOverProgress("away"))
    read(box)
    box.press(OK)
    assert box.box.bidden == [("look",), ("look",)]
    box.box.shows(TakeOverProgress("found"))
    assert box.lines == ("Games elsewhere", "no game")
    read(box)
    box.press(BACK)
    assert box.page == "join"


def test_while_a_game_is_on_it_says_what_to_do_and_asks_nobody() -> None:
    box = bench(playing())
    while box.page != "more":
        box.press(NEXT)
    box.press(OK)
    read(box)
    box.press(NEXT)
    assert ">  fetch a game" in box.lines
    box.press(OK)
    assert box.lines[-1] == "A game is on. End it first."
    assert box.box.bidden == []


def test_after_a_game_the_display_offers_tables_from_elsewhere() -> None:
    box = bench(finished())
    while box.buttons[2] != "Go on >":
        box.press(NEXT)
    box.press(OK)
    read(box)
    box.press(NEXT, NEXT)
    assert ">  fetch a game" in box.lines
    box.press(OK)
    assert box.box.bidden == [("look",)]


def test_a_box_whose_table_is_elsewhere_offers_to_take_it_back() -> None:
    box = bench(replace(troubled(key="trouble.elsewhere"), elsewhere="T7"))
    assert box.page == "error"
    assert box.buttons == ("Fetch", "", "Lobby")
    read(box)
    box.press(BACK)
    assert box.box.bidden == [("regard", "T7")]
    assert box.lines[1] == "Looking …"
    box.box.shows(TakeOverProgress("found", regarded=SILENT))
    assert box.page == "offer"


def test_a_box_that_waits_for_the_hall_shows_that_and_asks_twice_before_it_goes_on_without() -> None:
    box = Bench(troubled(key="trouble.unsure"))
    assert box.lines == ("Please wait", "Nobody can answer.", "Do not check: OK")
    read(box)
    box.press(OK)
    assert (box.page, box.box.bidden) == ("apart", [])
    read(box)
    box.press(BACK)
    assert (box.page, box.box.bidden) == ("error", [])
    read(box)
    box.press(OK)
    read(box)
    box.press(OK)
    assert box.box.bidden == [("play_apart", troubled().number)]


def test_a_game_without_the_hall_has_a_page_that_says_so_to_its_end() -> None:
    assert pages.HALL not in contents.ring(playing())
    for snapshot in (playing(), finished()):
        apart = in_hall(snapshot, words=text("hall.word.apart"))
        assert pages.HALL in contents.ring(apart)
        assert "without backup" in layout(apart, PagePosition(pages.HALL), pages.HALL).lines()


def test_a_game_that_was_taken_over_shows_the_last_answer_and_its_time_until_somebody_has_compared() -> None:
    box = Bench(replace(playing(), trouble=TAKEN.text))
    assert box.page == "error"
    assert box.lines[1] == "14:32"
    assert "Wolfgang" in box.lines[-1]
    read(box)
    box.press(OK)
    assert box.box.bidden == [("retry", "trouble.taken")]


def test_a_box_that_lost_a_table_offers_it_by_itself_but_not_under_a_game() -> None:
    own = replace(SILENT, own=True)
    box = bench(take_over=TakeOverProgress(lost=own))
    assert box.page == "lost"
    assert box.buttons == ("Later", "", "Open")
    read(box)
    box.press(BACK)
    assert (box.page, box.box.bidden) == ("join", [("leave",)])
    assert bench(playing(), TakeOverProgress(lost=own)).page == "phase"


def test_a_hall_that_is_none_any_more_is_a_no_in_words() -> None:
    class Alone(FakeBox):
        @property
        def others(self) -> FakeOthers:
            raise Refused("hall.alone")

    box = Bench(in_hall(lobby(), take_over=TakeOverProgress()), Alone)
    box.press(NEXT)
    read(box)
    box.press(OK)
    assert box.lines[-1] == say(text("hall.alone"), "en")


def snapshots(language: str) -> list[tuple[PanelSnapshot, str]]:
    """Return every page of a hall, each at its fullest."""
    here = lobby(language)
    words = [text(f"hall.word.{word}", count=300) for word in WORDS]
    found = [(in_hall(here, words=word, take_over=TakeOverProgress()), pages.HALL) for word in words]
    own = replace(SILENT, own=True)
    steps = [TakeOverProgress(step) for step in ("looking", "found", "away")] + [TakeOverProgress("taking", regarded=ALIVE)]
    steps += [TakeOverProgress("refused", regarded=SILENT, why=Text(key, {"box": "Table 12"})) for key in NOES]
    steps += [TakeOverProgress("found", (own, SILENT, ALIVE))]
    found += [(in_hall(here, take_over=take_over), pages.TABLES) for take_over in steps]
    for table in (SILENT, ALIVE, own, replace(SILENT, age=0), replace(SILENT, age=60 * 300)):
        seen = in_hall(here, take_over=TakeOverProgress("found", regarded=table))
        found += [(seen, pages.OFFER), (seen, pages.TAKE_OVER)]
    elsewhere = in_hall(replace(troubled(language, "trouble.elsewhere"), elsewhere="T7"), take_over=TakeOverProgress())
    unsure = troubled(language, "trouble.unsure")
    troubles = [elsewhere, unsure, *(replace(unsure, trouble=taken.text) for taken in (TAKEN, replace(TAKEN, words=None)))]
    found += [(trouble, pages.TROUBLE) for trouble in troubles]
    apart = in_hall(playing(language), words=text("hall.word.apart"))
    found += [(in_hall(here, takes="word", take_over=TakeOverProgress("found", regarded=SILENT)), pages.TAKE_WITH)]
    for minutes in (42, 5, 0):
        at = replace(ROUND, minutes=minutes)
        rounds = [at, replace(at, people=()), replace(at, runs=False)]
        found += [(in_hall(here, round=one, offer=one), page) for one in rounds for page in (pages.ROUND, pages.ROUND_OFFER)]
        found += [(in_hall(here, notes=(note,)), pages.HALL_NOTE) for note in Organised(round=at, news=NEWS).notes]
    return [
        *found,
        (in_hall(here, take_over=TakeOverProgress(lost=own)), pages.LOST),
        (unsure, pages.APART),
        (apart, pages.HALL),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_of_these_pages_is_cut_in_any_language(language: str) -> None:
    own_dots = {say(text(f"display.hall.{key}"), language) for key in ("looking", "taking")}
    drawn = [
        words for snapshot, page in snapshots(language) for words in painted(layout(snapshot, PagePosition(page), page))
    ]
    assert len(drawn) > 100
    assert [words for words in drawn if words.endswith("…") and words not in own_dots] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("why", NOES)
def test_every_no_has_words_of_its_own(why: str, language: str) -> None:
    refused = in_hall(lobby(language), take_over=TakeOverProgress("refused", why=Text(why, {"box": "Table 12"})))
    assert layout(refused, PagePosition(pages.TABLES), pages.TABLES).lines()[-1] != say(
        text("display.hall.no.other"), language
    )
