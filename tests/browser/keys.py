"""Counts the keys of a turn or a round of each game, for docs/accessibility.md: `python -m tests.browser.keys`."""

import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.browser.by_ear import SCRIPT, Decided, Evening, keys_of_a_round
from tests.browser.conftest import CHROMIUM, NAME, Box, phones
from tests.support.houses import start

NAMES = ("Ana", "Ben", "Cho", "Dai", "Eva")
MOST = 3
"""The most presses of buttons for one answer."""
ELSEWHERE = ("Sort", "Map", "Turn", "Whole")
"""The beginnings of buttons that a player with the list of places passes by."""


def evening(stack: ExitStack, browser: Browser, game: str, seats: int, hearing: int = 1, **options: Any) -> list[Evening]:
    """Return a game on a new box, once for each phone that is played by keys."""
    names = NAMES[:seats]
    box = Box.new(Path(stack.enter_context(tempfile.TemporaryDirectory())), *names)
    stack.callback(box.stop)
    start(box.house, *names, game=game, **options)
    phone = stack.enter_context(phones(browser, []))
    pages = {name: phone(box, name, clock=True, script=SCRIPT) for name in names[:hearing]}
    for page in pages.values():
        page.evaluate("allHere()")
    return [Evening(box, Decided(page, "en"), name, names) for name, page in pages.items()]


def of_bali(one: Evening) -> int:
    """Return the keys to the farthest answer of a turn."""
    one.follow()
    return max(one.ear.keys_to_answers().values())


def answered(one: Evening) -> int:
    """Answer one question in the shortest way, and return the keys. Choose the first three of several, the third place of a
    list, or else the first button."""
    one.follow()
    ear, before, entries = one.ear, one.ear.presses, one.table.moment.entries
    at = ear.here()
    if at.role not in ("button", "checkbox", "radio"):
        at = ear.to_the_question() or ear.press("Tab")
    while at.role == "button" and at.name.startswith(ELSEWHERE):
        at = ear.press("Tab")
    is_list, is_several = at.role == "combobox", at.role == "checkbox"
    for _ in range(3 if is_list or is_several else 0):
        ear.press("ArrowDown" if is_list else "Space")
        at = ear.press("Tab") if is_several else at
    while at.role == "checkbox" or (is_list and not at.name.startswith("Draw")):
        at = ear.press("Tab")
    for _ in range(MOST):
        ear.choose()
        one.follow()
        if one.table.moment.entries > entries:
            return ear.presses - before
    raise AssertionError(f"not answered by {at.name}")


def of_a_round(one: Evening, number: int) -> list[int]:
    """Return the keys of each answer of one round. Bots play all other rounds, and all other seats."""
    keys = []
    for n in range(1000):
        now = one.table.moment.screen(one.seat).view.round
        if now > number:
            break
        if now == number and one.asked():
            keys.append(answered(one))
            one._note()
        else:
            one.bot_answers(f"bot {n}")
    return keys


def main() -> None:
    rules = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
    with sync_playwright() as playwright, ExitStack() as stack:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", rules])
        print("the farthest answer of a turn of Bali:", of_bali(evening(stack, browser, "bali", 2)[0]))
        print("a round of Buru for three people:", keys_of_a_round(evening(stack, browser, "buru", 3, 3)))
        print("a round of Babel Builders, the Master:", of_a_round(evening(stack, browser, "babel", 5)[0], 3))
        print("a turn of Animism:", of_a_round(evening(stack, browser, "animism", 3, sheets="twin")[0], 1))
        browser.close()


if __name__ == "__main__":
    main()
