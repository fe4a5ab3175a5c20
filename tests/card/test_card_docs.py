"""The page docs/display.md has an answer to every message of the box, and to no other. docs/card.md has every line of the
owner's file."""

import re
import xml.etree.ElementTree as ET

import pytest

from companion.card.owner_file import CHECKS
from companion.speech.say import catalogue
from tests.support import card_pictures
from tests.support.stubs import ROOT

CARD, DISPLAY = ((ROOT / f"docs/{name}.md").read_text("utf-8") for name in ("card", "display"))
LABELS = {"card.title", "card.title_card", "card.title_games", "card.title_update", "card.line", "card.whole"}
"""Titles and labels of the messages below them."""
BELOW = {
    "display.do_not_unplug",
    "display.kept",
    "display.same_number",
    "display.last_answer",
    "display.again_keeps",
    "display.to_lobby",
}
BELOW |= {
    "display.as_everywhere",
    "display.want_box",
    "display.how_to_look",
    "display.how_to_look_and_back",
    "display.see_it",
    "display.what_more",
    "display.keep.title",
    "display.keep.where",
    "display.wins",
    "display.side_wins",
}
"""Small texts below another message, which the table explains."""
IN_PLAY = {
    "abandon abandon_ask again again_ask and_now answer back bounds box change done enough fingerprint from_to game "
    "get_up give given give_to go_on hand_on hold in is_it_so later lobby mine more next no no_phone "
    "set_up_skip set_up_tick "
    "nth off on one_back one_more onward open options other_game other_one page phoneless read ready reply rows same_again "
    "sat_last seat_does seats sit_down sits_down size sizes stage stage_all stage_begin stage_go stage_hold "
    "stage_on stage_sub stage_wait start "
    "switch_off table take_it the_end to_game to_options up without yes yes_all timer.calm timer.stop timer.start "
    "timer.longer keep.save",
    "hall.title hall.take hall.tables hall.none hall.take_it hall.back hall.heard hall.on hall.silent hall.own hall.moments "
    "hall.minutes hall.refused hall.without hall.compared hall.play hall.digit",
}
"""Texts of buttons, choices, places in a list and pages. They answer a press, so they are no messages."""

OF_THE_HALL = {"trouble.apart", "trouble.apart_both", "trouble.taken"}
"""Messages that the display shows on a page of their own, below `display.hall`."""


ENDS = " .?!…>"
"""The characters that may end a button's words on a screen."""
NOT_OURS = {"", "Ana", "Should work", "Use custom", "Write", "board", "hall", "safe", "stay connected", "store"}
"""Names in italics that are on no screen of ours."""
PAGES = ["accessibility", "build", "card", "display", "hall", "install"]
PAGES += ["play", "privacy", "questions", "results", "room", "trouble"]


def on_a_screen() -> re.Pattern[str]:
    """Return a pattern of every English text that does not begin with a blank, in each of its forms."""
    shared = catalogue("en").values()
    forms = [form for words in shared for form in (words.values() if isinstance(words, dict) else [words])]
    blanks = "|".join(
        ".+".join(map(re.escape, re.split(r"\{[^}]*\}", form.rstrip(ENDS))))
        for form in forms
        if re.match(r"\w{4}|[^{]+$", form)
    )
    return re.compile(blanks, re.IGNORECASE)


ON_SCREENS = on_a_screen()


def rows() -> list[list[str]]:
    """Return the cells of every row about a message: its words, what it means, what to do."""
    tables = re.findall(r"(?m)^\| it says \|.*\n\|[-|]+\n((?:\|.*\n)+)", DISPLAY)
    return [[cell.strip() for cell in line.strip("|").split("|")] for table in tables for line in table.splitlines()]


def messages() -> dict[str, str]:
    """Return the English messages by their keys, in the form for many, with three dots for each blank."""
    english = ((key, words) for key, words in catalogue("en").items() if re.match(r"(card|display)\.", key))
    messages = {key: str(words["other"] if isinstance(words, dict) else words) for key, words in english}
    buttons = {f"display.{name}" for names in IN_PLAY for name in names.split()} - {
        "display.abandon_ask",
        "display.again_ask",
    }
    buttons -= {"display.fingerprint", "display.give_to"}
    no_message = LABELS | BELOW | buttons | {key for key in messages if re.search(r"_(head|safe|do)$", key)}
    return {key: re.sub(r"\{[^}]*\}", "…", words) for key, words in messages.items() if key not in no_message}


def test_the_page_has_every_message_of_the_box_and_no_other() -> None:
    assert {message for message, *_ in rows()} == set(messages().values())


def test_each_message_says_what_it_means_and_what_to_do() -> None:
    assert [cells[0] for cells in rows() if len(cells) != 3 or not all(cells)] == []


def test_the_page_has_each_message_once() -> None:
    listed = [cells[0] for cells in rows()]
    assert sorted(listed) == sorted(set(listed))


def test_every_text_that_is_no_message_is_still_in_the_catalogue() -> None:
    """A removed key in these lists would hide a later message of the same name."""
    buttons = {f"display.{name}" for names in IN_PLAY for name in names.split()}
    assert LABELS | BELOW | buttons <= catalogue("en").keys()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_names_buttons_as_the_screens_do(name: str) -> None:
    """Names in italics are on our buttons or pages. A few exceptions are Imager's own, a phone's own, or explained words."""
    page = re.sub(r"`[^`]*`", "", (ROOT / f"docs/{name}.md").read_text("utf-8"))
    named = {words.rstrip(ENDS) for words in re.findall(r"(?<![*\w])\*([^*\n]+)\*(?!\*)", page)}
    assert {words for words in named - NOT_OURS if not ON_SCREENS.fullmatch(words)} == set()


def test_every_trouble_that_phones_report_has_words_on_the_display() -> None:
    of_disk = (
        {key for key in catalogue("en") if re.fullmatch(r"trouble\.\w+", key)}
        - {
            "trouble.display",
            "trouble.unplayable",
            "trouble.other_rules",
        }
        - OF_THE_HALL
    )
    assert {f"display.{key}" for key in of_disk} <= messages().keys(), (
        "but for a display that is gone, and what shows as Cannot go on"
    )
    halls = {key for key in catalogue("en") if key.startswith("hall.word.")}
    assert {f"display.{key}" for key in halls} <= messages().keys()


def test_the_page_has_every_line_that_an_owner_may_write() -> None:
    own, hall = CARD.split("| line below `[hall]` |")
    listed = [line.split(" =")[0] for line in re.findall(r"(?m)^\| `(\S+ = .*)` \|", own)]
    of_hall = [line.split(" =")[0] for line in re.findall(r"(?m)^\| `(\S+ = .*)` \|", hall)]
    assert {*listed, *(f"hall-{key}" for key in of_hall)} == set(CHECKS)


def test_the_drawings_are_of_what_the_box_shows_now() -> None:
    for file, drawn in (
        (card_pictures.WRITE, card_pictures.draw_write()),
        (card_pictures.SHOWN, card_pictures.draw_shown()),
    ):
        assert file.read_text("utf-8") == drawn, "python -m tests.support.card_pictures"
        ET.fromstring(drawn)
