"""docs/card.md has an answer to everything that the display can say of a card, or of what the box cannot keep."""

import re

from companion.card.wishes import CHECKS
from companion.speech.i18n import catalogue
from tests.support.stubs import ROOT

PAGE = (ROOT / "docs/card.md").read_text("utf-8")
LABELS = ("card.title", "card.title_card", "card.title_update", "card.line", "card.whole")
"""What only says of what the words below are."""


def rows(heading: str) -> list[list[str]]:
    part = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def messages() -> set[str]:
    """In English, a blank as three dots."""
    of_card = {key for key in catalogue("en") if key.startswith("card.") and not key.endswith("_head")} - set(LABELS)
    troubles = {key for key in catalogue("en") if re.fullmatch(r"oled\.trouble\.[a-z_]+(?<!_safe)(?<!_do)", key)}
    also = {"oled.closing", "oled.safe", "oled.new_phone"}
    return {re.sub(r"\{[^}]*\}", "…", str(catalogue("en")[key])) for key in of_card | troubles | also}


def test_every_message_of_the_box_stands_there_with_what_to_do() -> None:
    told = dict(rows("What the display says, and what to do"))
    assert told.keys() == messages()
    assert all(told.values())


def test_every_line_that_an_owner_may_write_stands_there() -> None:
    own, hall = PAGE.split("| line below `[hall]` |")
    said = [line.split(" =")[0] for line in re.findall(r"(?m)^\| `(\S+ = .*)` \|", own)]
    of_hall = [line.split(" =")[0] for line in re.findall(r"(?m)^\| `(\S+ = .*)` \|", hall)]
    assert {*said, *(f"hall-{key}" for key in of_hall)} == set(CHECKS)
