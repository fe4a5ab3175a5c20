"""Screen readers in whole games: each phone announces each open change once, and no secret. The accessibility trees of each
kind of screen are kept.

`TREES=write` in the environment writes the kept trees instead. Read the difference before you commit it."""

import os
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page

from companion.core.game import AnyGame
from companion.core.meanwhile import Happened
from companion.core.moment import Moment
from companion.core.state import Seat
from companion.core.words import text
from companion.promises.tapes import tape_of
from companion.snapshot.phone import Meanwhile, PhoneSnapshot
from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from tests.browser.conftest import SMALL, Box, phones
from tests.browser.fitting import kind_of, seen_by
from tests.browser.held import SCRIPT, Held
from tests.browser.test_browser_briefing import twin_moments
from tests.promises.settings import SHELF, Setting, settings_of
from tests.support.houses import start
from web.drawing.catalogues import address
from web.drawing.parts import parts_of

pytestmark = pytest.mark.browser

ANA = Seat("Ana")
TREES = Path(__file__).parent / "trees"
UNNAMED = (Path(__file__).parent / "names.js").read_text("utf-8")
SHOW = """async (all) => {
  const [{ show }, { $ }] = await Promise.all(["picture.js", "page.js"].map(ours));
  return JSON.parse(all).map((parts) => {
    $("#live").replaceChildren();
    show({ parts });
    return [...$("#live").children].map((at) => at.textContent).join(" ");
  });
}"""
"""Shows screens one after the other. Returns the announcements of each."""
NAMES = """async ([all, words]) => {
  const [{ show }, { learn }] = await Promise.all(["picture.js", "say.js"].map(ours));
  learn(await (await fetch(words)).json());
  return JSON.parse(all).flatMap((parts) => {
    show({ parts });
    return unnamed(document.body);
  });
}"""
"""Shows screens one after the other, with these words. Returns each control whose name does not begin with its visible
words."""
REACHED = """async (all) => {
  const [{ show }, { $$ }] = await Promise.all(["picture.js", "page.js"].map(ours));
  return JSON.parse(all).flatMap((parts) => {
    show({ parts });
    const isShown = (at) => !at.closest(".in-words") && at.checkVisibility({ visibilityProperty: true });
    const controls = $$(".asks :is(button, summary)").filter(isShown);
    const lost = controls.filter((at) => {
      for (const block of ["center", "center", "center"]) at.scrollIntoView({ block }); // one that sticks moves at first
      const { left, top, right, bottom, width, height } = at.getBoundingClientRect();
      const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
      return !width || left < 0 || right > innerWidth || seen < Math.min(height, 44) || !at.contains(found);
    });
    const isWide = document.documentElement.scrollWidth > innerWidth;
    const isCovered = $$(".cover").every((at) => at.getBoundingClientRect().bottom <= innerHeight);
    return [...lost.map((at) => at.textContent), ...(isWide ? ["too wide"] : []), ...(isCovered ? [] : ["no cover"])];
  });
}"""
"""Shows screens one after the other. Returns the controls of questions that nobody can scroll to."""
ONE_A_LINE = """async (all) => {
  const [{ show }, { $$ }] = await Promise.all(["picture.js", "page.js"].map(ours));
  const isShown = (at) => at.checkVisibility({ visibilityProperty: true }) && at.getBoundingClientRect().width > 1;
  localStorage.setItem("calm", "yes");
  const wrong = JSON.parse(all).flatMap((parts) => {
    show({ parts });
    const grids = $$(".asks .options:not(.cards, .numbers, .places, .pad, .strip-of)");
    const lists = grids.map((at) => $$(".option", at).filter(isShown));
    const isBeside = (at, one) => at.offsetTop < one.offsetTop + one.offsetHeight;
    const beside = lists.flatMap((list) => list.slice(1).filter((at, n) => isBeside(at, list[n])));
    const cut = lists.flat().filter((at) => at.scrollWidth > at.clientWidth || at.scrollHeight > at.clientHeight + 1);
    const small = $$(".hints, .hint, .option .short").filter(isShown);
    const found = { beside, cut, small };
    return Object.entries(found).flatMap(([why, all]) => all.map((at) => [why, at.textContent]));
  });
  localStorage.removeItem("calm");
  return wrong;
}"""
"""Shows screens one after the other with fewer words. Returns answers that are beside another one, cut, or in small
print."""
USUAL = [settings_of(game)[0] for game in SHELF]
every_game = pytest.mark.parametrize("setting", USUAL, ids=str)
SECRETIVE = [settings_of(game)[-1] for game in SHELF if game.id != "animism"]
"""The games with all options. In Animism a seat's own things are open, in front of it."""
every_option = pytest.mark.parametrize("setting", [settings_of(game)[-1] for game in SHELF], ids=str)


@pytest.fixture(scope="module")
def reader(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator["Reader"]:
    box = Box.new(tmp_path_factory.mktemp("readers"), "Ana", "Ben")
    start(box.house, "Ana", "Ben")
    failed: list[str] = []
    with phones(chromium, failed) as new:
        held = Held(new(box, "Ana", clock=True, script=SCRIPT + UNNAMED))  # no screen of the box comes between two of a test
        held.brings("beat")
        yield Reader(held.page, box.house.snapshot(Seat("Ana")))
    box.stop()
    assert failed == []


class Reader:
    """A phone that shows any screen of any game."""

    def __init__(self, page: Page, empty: PhoneSnapshot) -> None:
        self.page, self._empty = page, empty

    def snapshot(self, setting: Setting, moment: Moment, seat: Seat, table: int = 1) -> PhoneSnapshot:
        snapshot = seen_by(seat, setting, moment, self._empty)
        meanwhile = replace(snapshot.meanwhile or Meanwhile(setting.game.id), happened=moment.happened)
        return replace(snapshot, meanwhile=meanwhile, place=replace(snapshot.place, table=table))

    def shows(self, setting: Setting, moment: Moment, seat: Seat) -> None:
        self.hears([self.snapshot(setting, moment, seat)])

    def hears(self, snapshots: list[PhoneSnapshot]) -> list[str]:
        """Return the announcements of screens that come one after the other."""
        encoded = msgspec.json.encode([parts_of(snapshot) for snapshot in snapshots]).decode()
        found: list[Any] = self.page.evaluate(SHOW, encoded)
        return [words.replace("\u200b", "") for words in found]


@every_game
def test_each_open_change_is_announced_once_on_each_phone(reader: Reader, setting: Setting) -> None:
    moments = tape_of(setting, 0).moments
    for table, seat in enumerate([seat for seat in moments[0].seqs if seat is not None][:2], 2):
        heard = reader.hears([reader.snapshot(setting, moment, seat, table) for moment in moments])
        for (before, after), words in zip(pairwise(moments), heard[1:], strict=True):
            news = [one for one in news_of(before, after) if one.words]
            lines = [line_of(one, seat) for one in news]
            for one, line in zip(news, lines, strict=True):
                assert line in words.lower() or (one.seat == seat and DONE in words.lower()), (line, words)
                is_others = one.seat not in (None, seat)
                assert not is_others or words.lower().count(line) == sum(line in other for other in lines), (line, words)


DONE = say(text("said.done"), "en").lower()


def line_of(one: Happened, seat: Seat) -> str:
    """Return the beginning of a phone's announcement of a change, in small letters. It begins with the name of the seat,
    unless the seat is this phone's own."""
    words = in_english(one.words[0])
    return (words if one.seat in (None, seat) else in_english(text("said.of_seat", seat=one.seat, what=words))).lower()


def in_english(words: Any) -> str:
    return say(words, "en").replace("\u200b", "")


BALI, BURU = (next(game for game in SHELF if game.id == name) for name in ("bali", "buru"))


def heard_by_ana(reader: Reader, setting: Setting, table: int) -> list[tuple[Moment, Moment, str]]:
    """Return two moments of a game that follow each other, and what Ana's phone announces at the second one. Then return the
    next two, to the end of the game."""
    moments = tape_of(setting, 0).moments
    heard = reader.hears([reader.snapshot(setting, moment, ANA, table) for moment in moments])
    return [(before, after, words) for (before, after), words in zip(pairwise(moments), heard[1:], strict=True)]


def news_of(before: Moment, after: Moment) -> list[Happened]:
    return [one for one in after.happened if one.number > before.open_entries]


def test_moved_pieces_are_announced_once_though_their_sum_changes(reader: Reader) -> None:
    for before, after, words in heard_by_ana(reader, settings_of(BALI)[-1], 4):
        then, now = (Counter((in_english(one.line), str(one.why)) for one in at.screen(ANA).hands) for at in (before, after))
        if any(one.seat == ANA and not one.unasked for one in news_of(before, after)):
            then.clear()  # after her answer, her phone no longer lists what she moved before
        for line in {line for line, _ in now}:
            new = sum(n for (of, _), n in (now - then).items() if line in of)
            assert words.count(f"{line}.") == new, (words, line)


def test_no_deed_is_announced_twice(reader: Reader) -> None:
    nows = [(after.screen(ANA).view.now, words) for _, after, words in heard_by_ana(reader, settings_of(BALI)[0], 5)]
    assert any(now.repeats for now, _ in nows)
    for now, words in nows:
        below = words.partition(in_english(now.line))[2]
        assert not [line for line in map(in_english, now.small[: now.repeats]) if line in below]


def test_a_long_line_below_a_headline_is_announced_three_times_and_then_no_longer(reader: Reader) -> None:
    nows = [(after.screen(ANA).view.now, words) for _, after, words in heard_by_ana(reader, settings_of(BURU)[-1], 6)]
    long = {line for now, _ in nows for line in map(in_english, now.small[now.repeats :]) if len(line.split()) > 12}
    times = [sum(words.count(line) for _, words in nows) for line in long]
    assert max(times) == 3


@every_game
def test_the_name_of_a_control_begins_with_its_printed_words(reader: Reader, setting: Setting) -> None:
    encoded = one_of_each_kind(reader, setting)
    wrong = {language: reader.page.evaluate(NAMES, [encoded, address(language)]) for language in (*LANGUAGES, "en")}
    assert wrong == {language: [] for language in LANGUAGES}


def one_of_each_kind(reader: Reader, setting: Setting) -> str:
    """Return the parts of screens as JSON, one with each kind of question."""
    snapshots: dict[Any, PhoneSnapshot] = {}
    for moment in tape_of(setting, 0).moments:
        for seat in [seat for seat in moment.seqs if seat is not None]:
            snapshots.setdefault(kind_of(moment.screen(seat)), reader.snapshot(setting, moment, seat))
    return msgspec.json.encode([parts_of(snapshot) for snapshot in snapshots.values()]).decode()


@every_option
def test_with_fewer_words_each_answer_has_a_line_and_none_is_cut(reader: Reader, setting: Setting) -> None:
    assert reader.page.evaluate(ONE_A_LINE, one_of_each_kind(reader, setting)) == []


@every_option
def test_enlarged_to_400_percent_each_answer_can_be_scrolled_to(reader: Reader, setting: Setting) -> None:
    announced = one_of_each_kind(reader, setting)
    reader.page.set_viewport_size({"width": 320, "height": 256})
    lost = reader.page.evaluate(REACHED, announced)
    reader.page.set_viewport_size(SMALL)
    assert lost == []


@pytest.mark.parametrize("setting", SECRETIVE, ids=str)
def test_nothing_hidden_from_neighbours_is_announced_or_in_a_tree(reader: Reader, setting: Setting) -> None:
    """Compare the announcements and the trees of two phones that look alike to a neighbour but hold different secrets. They
    are the same. Each kind of screen is compared twice."""
    compared = Counter[Any]()
    for before, *afters, seat in twin_moments(setting):
        kind = kind_of(afters[0].screen(seat))
        if compared[kind] == 2:
            continue
        one, two = (reader.snapshot(setting, moment, seat) for moment in afters)
        if parts_of(one) == parts_of(two):  # the bytes of a seat that may not know the secret
            continue
        compared[kind] += 1
        phones = []
        for table, now in enumerate(afters, 2):
            heard = reader.hears([reader.snapshot(setting, moment, seat, table) for moment in (before, now)])
            phones.append((heard[1], reader.page.locator("#screen").aria_snapshot()))
        assert phones[0] == phones[1]
    assert compared


@pytest.mark.parametrize("setting", [setting for setting in USUAL if setting.game.id != "own"], ids=str)
def test_the_trees_of_screens_are_as_they_were_kept(reader: Reader, setting: Setting) -> None:
    """Compare the whole trees of a question, of a seat that waits, and of the end. Compare the headline and the question of
    every other kind of screen."""
    moments = tape_of(setting, 0).moments
    seats = [seat for seat in moments[0].seqs if seat is not None]
    middle = moments[len(moments) // 2]
    lit = next((seat for seat in seats if middle.screen(seat).view.now.lit), seats[0])
    waits = next((seat for seat in seats if not middle.screen(seat).view.now.lit), seats[-1])
    trees = []
    for moment, seat in ((middle, lit), (middle, waits), (moments[-1], seats[0])):
        reader.shows(setting, moment, seat)
        trees.append(reader.page.locator("#screen").aria_snapshot())
    for kind, looks in kinds_of(setting.game).items():
        reader.shows(*looks)
        parts = [at.aria_snapshot() for at in reader.page.locator("#now, #asks").all()]
        trees.append("\n".join([f"# {kind}", *parts]))
    kept = TREES / f"{setting.game.id}.yaml"
    now = "\n---\n".join(trees) + "\n"
    if os.environ.get("TREES") == "write":
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(now, "utf-8")
    assert now == kept.read_text("utf-8")


def kinds_of(game: AnyGame) -> dict[str, tuple[Setting, Moment, Seat]]:
    """Return the first screen of each phase with each first question, by their names. They are from the usual game and from
    one with all options."""
    found: dict[str, tuple[Setting, Moment, Seat]] = {}
    for setting in (settings_of(game)[0], settings_of(game)[-1]):
        for moment in tape_of(setting, 0).moments:
            for seat in [seat for seat in moment.seqs if seat is not None]:
                phase, is_lit, kinds = kind_of(moment.screen(seat))
                name = f"{phase}: {kinds[0] if is_lit and kinds else 'waits'}"
                found.setdefault(name, (setting, moment, seat))
    return found
