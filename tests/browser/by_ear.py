"""A player who plays by ear and by keys, and knows only the roles, names and announcements of the page."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec
from playwright.sync_api import CDPSession, Page

from companion.bots import awaited_question, next_answer
from companion.core.meanwhile import Happened
from companion.core.moment import HAPPENED
from companion.core.state import Seat
from companion.core.table import Table
from companion.core.view import Question
from companion.core.words import Refused, text
from companion.house.dice import SeededDice
from companion.speech.say import say
from tests.browser.conftest import Box
from tests.browser.fitting import kind_of
from tests.browser.tapping import SCRIPT as TAPPING
from web.drawing.parts import parts_of

SCRIPT = f"""{TAPPING}
(() => {{
  window.spoken = [];
  const LIVE = '[role=log], [role=status], [role=alert]';
  const note = (at) => {{
    if (!at?.isConnected || !at.checkVisibility?.()) return; // a closed sheet is not heard
    const live = at.closest(LIVE) ?? at.querySelector('[role=alert]');
    const words = (live?.matches('[role=log]') ? at : live)?.textContent.trim();
    if (words) spoken.push(words);
  }};
  new MutationObserver((all) => {{
    for (const {{ addedNodes, target, type }} of all)
      if (type === 'characterData') note(target.parentElement);
      else for (const at of addedNodes) note(at.nodeType === 1 ? at : target);
  }}).observe(document, {{ childList: true, characterData: true, subtree: true }});
}})();
"""
"""Notes the announcements that a screen reader gets, in order."""

MOST = 1200
"""The most keys that a player who does not know the game presses for one answer. Buru's last question asks for the values of
all cards, one covered number after the other."""
TURNS = 3000
LAST_TURN = 20
"""The turn after which the deck of a game of Bali is empty."""
ACTS = ("button", "link", "radio", "checkbox", "combobox", "DisclosureTriangle")


@dataclass(frozen=True)
class Stop:
    """The element with the focus, as a screen reader says it."""

    role: str
    name: str
    states: dict[str, Any]


class Ear:
    """A phone that is played by keys. `presses` is the number of keys pressed."""

    def __init__(self, page: Page, language: str, seed: int = 1) -> None:
        self.page, self.language, self.dice = page, language, Random(seed)
        self.presses = 0
        self._tree: CDPSession = page.context.new_cdp_session(page)
        self._tree.send("Accessibility.enable")

    def word(self, key: str, **blanks: Any) -> str:
        return plain(say(text(key, **blanks), self.language))

    def press(self, key: str) -> Stop:
        self.presses += 1
        self.page.keyboard.press(key)
        return self.here()

    def choose(self) -> None:
        """Press Enter, half a second after the last screen. If the page asks whether that was meant, press it again."""
        self.page.clock.fast_forward(500)
        clicks: int = self.page.evaluate("outcome(0)")["clicks"]
        self.press("Enter")
        came = self.page.evaluate("outcome", clicks + 1)
        if came["sure"]:
            self.page.clock.fast_forward(500)
            self.press("Enter")
            self.page.evaluate("outcome", came["clicks"] + 1)

    def here(self) -> Stop:
        """Return the focused element as a screen reader says it."""
        at = self._tree.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]["objectId"]
        node = self._tree.send("Accessibility.getPartialAXTree", {"objectId": at, "fetchRelatives": False})["nodes"][0]
        states = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
        return Stop(node["role"]["value"], node.get("name", {}).get("value", "").strip(), states)

    def to_the_question(self) -> Stop | None:
        """Move the focus to the question, from the line above it or by the first link of the page. Return the question's
        first stop if the focus reached one, otherwise None."""
        if self.here().role == "generic":
            if (first := self.press("Tab")).role == "region":  # the table, which scrolls
                first = self.press("Tab")
            if first.role in ACTS:
                return first
        for _ in range(MOST):
            if self.here().name == self.word("said.answer"):
                return None
            if self.press("Tab").name == self.word("bar.skip"):
                self.page.clock.fast_forward(500)
                self.press("Enter")
        raise AssertionError("no key leads to the question")

    def keys_to_answers(self) -> dict[str, int]:
        """Return the number of keys that each answer takes from the beginning of the question: Tab, arrows and Enter."""
        self.to_the_question()
        found: dict[str, int] = {}
        tabs = 1
        while (at := self.press("Tab")).role in ACTS and self.word("cover.covered") not in at.name:
            self._along_rows(at, tabs, found)
            tabs += 1
        return found

    def _along_rows(self, first: Stop, tabs: int, found: dict[str, int]) -> None:
        """Note the keys to all answers of a group: down to their row, then along the row. Then go back to the first
        answer."""
        down, row = 0, first
        while True:
            at, right = row, 0
            while at.name not in found or found[at.name] > tabs + down + right + 1:
                found[at.name] = tabs + down + right + 1
                before, at, right = at, self.press("ArrowRight"), right + 1
                if at == before:
                    break
            while self.here() != row:
                self.press("ArrowLeft")
            before, row, down = row, self.press("ArrowDown"), down + 1
            if row == before:
                break
        while self.here() != first:
            self.press("ArrowUp")

    def names(self) -> list[str]:
        """Return all names and words of the page, as a screen reader gets them."""
        nodes = self._tree.send("Accessibility.getFullAXTree")["nodes"]
        return [node.get("name", {}).get("value", "") for node in nodes]

    def steps(self, tries: int) -> int:
        """Return how far along its group the next choice is, after this number of tries."""
        return self.dice.randrange(4)

    def dares(self, likes: float) -> bool:
        """Return whether the player presses a button. `likes` is the likelihood, from 0 to 1."""
        return self.dice.random() < likes

    def heard(self) -> list[str]:
        """Return all announcements so far, in order."""
        heard: list[str] = self.page.evaluate("spoken")
        return [plain(one) for one in heard]


class Decided(Ear):
    """A player who knows the keys, and the answer to give."""

    def answer(self, digit: int, card: int) -> None:
        """Give one answer by digits: press the digit of its button, then the digit of the covered card, if there are any."""
        if self.here().role not in ACTS:
            self.to_the_question()
        at = self.press(str(digit))
        while at.role in ACTS and self.card() in at.name:
            at = self.press(str(card))
        if at.role not in ACTS:
            at = self.press("0")
        if at.role not in ACTS:
            return
        self.choose()
        while (now := self.here()).role in ACTS and now.name != at.name:  # the focus moved on to the next part
            at = now
            self.choose()

    def card(self) -> str:
        """Return the words with which the name of a covered card begins."""
        return self.word("cover.card", n="|", of="|").split("|")[0].strip()


def plain(words: str) -> str:
    return words.replace("\u200b", "").strip()


def keys_of_a_round(hearing: Sequence["Evening"]) -> int:
    """Let players by ear play a round of Buru, and return their keys. They place explorers in every region, act once in
    each, and then end their turn."""
    table = hearing[0].table
    first = table.moment.screen(hearing[0].seat).view.round
    keys, answered = 0, Counter[str]()
    for n in range(TURNS):
        if table.moment.screen(hearing[0].seat).view.round != first:
            return keys
        asked = [(one, due) for one in hearing for due in one.asked()[:1]]
        if not asked:
            hearing[0].bot_answers(f"bot {n}")
            continue
        one, due = asked[0]
        turn = one.seat if due.kind == "place" else f"{one.seat} {due.due.rpartition('-')[0]}"
        ends = due.kind == "act" and answered[turn] > 0
        keys += one.answer_by_digits(0 if ends else 1 + answered[turn] if due.kind == "place" else 1)
        answered[turn] += 1
    raise AssertionError("the round does not end")


class Evening:
    """A table with one player who plays by ear. Bots have the other seats. They also answer for this player the questions
    that the player has often answered."""

    def __init__(self, box: Box, ear: Ear, seat: str, names: Sequence[str], seed: int = 1) -> None:
        self.box, self.ear, self.seat, self.names = box, ear, Seat(seat), [Seat(name) for name in names]
        self.lots = SeededDice(seed)
        self.happened: list[Happened] = []
        """All open changes, in order."""
        self._followed = 0
        """The number of the newest open change when the phone last followed. A screen holds only the last six changes."""
        self._answered: set[tuple[Any, ...]] = set()
        """The kinds of questions that the player has answered by ear."""

    @property
    def table(self) -> Table:
        assert self.box.house.table is not None
        return self.box.house.table

    def play(self, every: bool = False) -> None:
        """Play to the end of the game. The player by ear gives every answer, or else answers each kind of question once. A
        bot then answers it later."""
        for n in range(TURNS):
            if self.table.moment.over:
                return self.follow()
            kind = kind_of(self.table.moment.screen(self.seat))
            if self.asked() and (every or kind not in self._answered):
                self.follow()
                self.answer_by_ear()
                self._answered.add(kind)
            else:
                self.bot_answers(f"bot {n}")
        raise AssertionError("the game does not end")

    def asked(self) -> tuple[Question, ...]:
        """Return the questions of this seat, if the game waits for its answer. Nobody waits for a sealed answer to be given
        again."""
        screen = self.table.moment.screen(self.seat)
        return tuple(screen.asks) if awaited_question(self.table, screen) else ()

    def play_bali(self) -> None:
        """Play Bali until somebody has to say that the deck is empty. The player by ear says so, and gives all answers
        before. Another seat confirms it."""
        while self.table.moment.screen(self.seat).view.round <= LAST_TURN or self.asked()[:1] == ():
            if self.asked():
                self.follow()
                self.answer_by_ear()
            else:
                self.bot_answers(f"bot {self.table.moment.entries}")
        self.wait_for_kind("scored")
        (due,) = (ask.due for ask in self.asked())
        self.choose_named(self.ear.word("bali.ask.deck_empty"))
        self.box.house.play(self.names[1], due, {"type": "deck_empty"}, "confirmed")
        self._note()
        self.follow()

    def choose_named(self, name: str) -> None:
        """Go through the question to the button of this name, and press it."""
        at = self.ear.to_the_question() or self.ear.press("Tab")
        while at.name != name:
            assert at.role in ACTS, f"no button has the name {name}"
            at = self.ear.press("Tab")
        self.ear.choose()

    def wait_for_kind(self, kind: str) -> None:
        """Let bots play until the seat is asked a question of this kind."""
        for n in range(TURNS):
            if any(ask.kind == kind for ask in self.table.moment.screen(self.seat).asks):
                return self.follow()
            self.bot_answers(f"bot {n}")
        raise AssertionError(f"nothing of the kind {kind} is asked")

    def follow(self) -> None:
        """Wait until the phone shows the present screen."""
        self._followed = self.happened[-1].number if self.happened else 0
        self.page.evaluate("follows", msgspec.json.encode(parts_of(self.box.house.snapshot(self.seat))).decode())

    @property
    def page(self) -> Page:
        return self.ear.page

    def _note(self) -> None:
        known = self.happened[-1].number if self.happened else 0
        self.happened += [one for one in self.table.moment.happened if one.number > known]

    def bot_answers(self, key: str) -> None:
        answer = next_answer(self.table, self.names, self.lots.pick)
        assert answer is not None
        seat, due, do = answer
        with suppress(Refused):  # a bot may fill in a form wrongly
            if not self.box.house.play(seat, due, do, key):  # the first answer of two that are needed
                self.box.house.play(next(name for name in self.names if name != seat), due, do, f"{key}, too")
        self._note()
        if self.happened and self.happened[-1].number - self._followed > HAPPENED - 3:
            self.follow()

    def answer_by_ear(self) -> None:
        """Go through the question until it is answered: choose something in each group, then press the button that sends."""
        before, ear, tries = self.table.moment.entries, self.ear, 0
        start = ear.presses
        at = ear.to_the_question()
        while self.table.moment.entries == before:
            assert ear.presses - start < MOST, f"no answer by keys; last heard: {ear.heard()[-3:]}"
            at = at or ear.press("Tab")
            if at.role not in ACTS or ear.word("cover.covered") in at.name:
                at = ear.to_the_question()
                tries += 1
            elif at.role != "DisclosureTriangle" or tries:  # folded parts come last
                at = self._choose_in(at, tries)
            else:
                at = None
        self._note()

    def answer_by_digits(self, digit: int) -> int:
        """Answer the present question. If the box refuses the answer, try the next card, then the next digit. Return the
        keys of the last try only: a player who knows the covered cards needs no other try."""
        assert isinstance(self.ear, Decided)
        before, began = self.table.moment.entries, 0
        for tries in range(MOST):
            self.follow()
            if self.table.moment.entries != before:
                self._note()
                return self.ear.presses - began
            began = self.ear.presses
            self.ear.answer((digit + tries // 4) % 5, 1 + tries % 4)
        raise AssertionError("no answer by digits")

    def _choose_in(self, at: Stop, tries: int) -> Stop | None:
        """Choose one thing of the group that begins here, unless one is chosen already or the thing is blocked. If the page
        then leads to the next part of the answer, return that part. Another Tab would leave it out."""
        ear = self.ear
        if at.role == "combobox":
            for _ in range(1 + ear.steps(tries)):
                ear.press("ArrowDown")
            return None
        if at.role in ("button", "link", "radio"):
            for key in ["Home"] * bool(tries) + ["ArrowRight"] * ear.steps(tries):  # a group is entered where the focus was
                at = ear.press(key)
            at = self._possible(at)
        if "true" in (at.states.get("checked"), at.states.get("pressed")) or self._refuses() in at.name:
            return None
        if at.role in ("radio", "checkbox"):
            ear.press("Space")
        elif ear.dares(self._likes(at)):
            ear.choose()
            self.follow()
            now = ear.here()
            return now if now.role in ACTS and now.name != at.name else None
        return None

    def _possible(self, at: Stop) -> Stop:
        """If this answer is blocked, go through its group to one that is not. Without one, stay at the last answer."""
        key = "Home"
        while self._refuses() in at.name:
            now = self.ear.press(key)
            if now == at and key == "ArrowRight":
                break
            at, key = now, "ArrowRight"
        return at

    def _likes(self, at: Stop) -> float:
        """Return the likelihood, from 0 to 1, that the player presses this button. It is low for buttons that lead back,
        begin again or count."""
        word = self.ear.word
        counts = tuple(word(key, what="|").partition("|")[0] for key in ("ask.less", "ask.more"))
        return 0.1 if at.name in (word("lobby.back"), word("ask.again")) or at.name.startswith(counts) else 0.8

    def _refuses(self) -> str:
        """Return the words with which a blocked button says that it is blocked."""
        return self.ear.word("ask.blocked", what="|", why="|").split("|")[1].strip(" .")

    def expected(self) -> list[str]:
        """Return the beginnings of the announcements that this phone must have made: one for each open change with words."""
        return [self._begins(one) for one in self.happened if one.words]

    def _begins(self, one: Happened) -> str:
        words, others = say(one.words[0], self.ear.language), one.seat not in (None, self.seat)
        sentence = self.ear.word("said.of_seat", seat=one.seat, what=plain(words)) if others else plain(words)
        return sentence[:1].upper() + sentence[1:]
