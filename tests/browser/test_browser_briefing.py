"""The game in words: everything that a phone shows, as sentences under six headings. Secrets stay under the cover."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from companion.core.blocks import Block, Secret
from companion.core.meanwhile import recent
from companion.core.moment import Moment
from companion.core.state import Seat
from companion.core.view import Parts, merged, screen_groups
from companion.core.words import text
from companion.promises.probes import with_answer
from companion.promises.tapes import Draw, GivenAnswer, tape_of, tapes_of
from companion.speech.say import page_catalogue
from tests.browser.axe import violations
from tests.browser.conftest import Box, Boxes, Phones
from tests.browser.drawn import Drawing
from tests.promises.settings import SHELF, Setting, settings, settings_of
from tests.promises.twins import at_a_glance, due_of, others, secrets
from tests.support.houses import start

pytestmark = pytest.mark.browser

BLOCKS = """async (all) => {
  const names = ["drawing/nodes.js", "drawing/blocks.js", "drawing/spoken.js"];
  const [{ draw }, { block }, { spoken }] = await Promise.all(names.map(ours));
  return JSON.parse(all).map(([game, one]) => {
    const at = document.createElement("div");
    draw(at, block(one, { game, pieces: {}, isRoom: false }, "one"));
    for (const scale of at.querySelectorAll("svg text")) scale.remove();
    const texts = [];
    const walker = document.createTreeWalker(at, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode.data);
    const heard = [...at.querySelectorAll("[aria-label]")].map((found) => found.getAttribute("aria-label"));
    return { kind: one.block, drawn: texts, heard, said: spoken(one) };
  });
}"""
"""Returns for each block the texts that a page draws, the texts for readers alone, and its sentences."""

BRIEFINGS = """async (all) => {
  const { briefing } = await ours("drawing/briefing.js");
  return JSON.parse(all).map(briefing);
}"""

AREA = """async (rows) => {
  const { bandsWords, cellsWith } = await ours("kits/shapes_said.js");
  return bandsWords(cellsWith(JSON.parse(rows), "#"));
}"""

SIGNS = re.compile(r"[\u00ad\u200b]")
LINKS = ("brief.", "map.", "grid.", "region.", "paper.", "undo.", "chart.", "list", "piece.")
"""The beginnings of the keys of words that join facts into sentences."""


def tokens(texts: list[str]) -> set[str]:
    """Return the words and numbers of texts, in small letters, so that a drawing and a sentence can be compared."""
    return set(re.findall(r"[^\W_]+", SIGNS.sub("", " ".join(texts)).lower()))


def letters(texts: list[str]) -> set[str]:
    return {token for token in tokens(texts) if not token.isdigit()}


def links() -> set[str]:
    """Return the words that join facts into sentences."""
    messages = page_catalogue("en").messages
    linked = [message for key, message in messages.items() if key.startswith(LINKS)]
    return letters([words for one in linked for words in ([one] if isinstance(one, str) else one.values())])


def open_blocks(setting: Setting) -> list[Any]:
    """Return the public blocks of the screens of four random games, each once."""
    found: dict[bytes, Block] = {}
    for moment in (moment for tape in tapes_of(setting) for moment in tape.moments[::4]):
        for viewer in moment.seqs:
            for block in moment.screen(viewer).view.blocks:
                if not isinstance(block, Secret):
                    found.setdefault(msgspec.json.encode(block), block)
    return [*found.values()]


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_every_block_is_announced_as_it_is_drawn(drawing: Drawing, game: Any) -> None:
    """Everything drawn is said, and nothing else is said. For a picture, the words for readers count as drawn."""
    drawing.speak("en")
    given = [(game.id, block) for at in (0, -1) for block in open_blocks(settings_of(game)[at])]
    between = links()
    for one in drawing.run(BLOCKS, msgspec.json.encode(given).decode()):
        spoken = tokens(one["said"])
        assert tokens(one["drawn"]) - between <= spoken, (tokens(one["drawn"]) - between - spoken, one)
        if one["kind"] not in PICTURES:
            assert {token for token in spoken if not token.isdigit()} <= letters(one["drawn"] + one["heard"]) | between, one


PICTURES = ("map", "sheet", "frame", "strip", "prices")
"""Kinds of blocks whose sentences describe a picture. Cells, colours and cards are not words on the screen."""


def test_an_area_of_a_map_is_announced_by_its_own_cells_alone(drawing: Drawing) -> None:
    drawing.speak("en")
    cross = ["..#..", "..#..", "##.##", "..#.."]
    said = drawing.run(AREA, msgspec.json.encode(cross).decode())
    assert said == ["rows 1 to 2, column 3", "row 3, columns 1 to 2, columns 4 to 5", "row 4, column 3"]


def parts_of(moment: Moment, seat: Seat, screen: Any = None) -> Parts:
    """Return the parts of a phone, without the news of people and other parts beside the game."""
    screen = screen or moment.screen(seat)
    place = {"seat": seat, "game": screen.game, "pieces": {}}
    news = {"recent": recent(moment.history), "points": dict(moment.history.game.standing(moment.history.state.public))}
    aim = [text(f"{screen.game}.{key}") for key in ("aim", "card.end")]
    return {**merged(*screen_groups(screen)), "place": place, "meanwhile": news, "aim": aim}


def seats_of(moment: Moment) -> list[Seat]:
    return [seat for seat in moment.seqs if seat is not None]


def briefings(drawing: Drawing, all_: list[Parts]) -> list[Any]:
    drawing.speak("en")
    found: list[Any] = drawing.run(BRIEFINGS, msgspec.json.encode(all_).decode())
    return found


every_game = pytest.mark.parametrize("setting", [settings_of(game)[at] for game in SHELF for at in (0, -1)], ids=str)


@every_game
def test_each_heading_has_one_to_five_sentences_at_every_moment(drawing: Drawing, setting: Setting) -> None:
    given = [parts_of(moment, seat) for moment in tape_of(setting, 0).moments[::3] for seat in seats_of(moment)]
    for sections in briefings(drawing, given):
        assert [section["name"] for section in sections] == ["happened", "view", "mine", "may", "leads", "ends"]
        for section in sections:
            assert 1 <= len(section["lines"]) <= 5, section
            assert all(line["words"] for line in section["lines"]), section


@every_game
def test_secrets_under_the_cover_change_no_sentence(drawing: Drawing, setting: Setting) -> None:
    """Compare the sentences of two phones that look alike to a neighbour but hold different secrets. They are the same."""
    pairs = list(twins(setting))
    ones, twos = (briefings(drawing, [pair[at] for pair in pairs]) for at in (0, 1))
    assert ones == twos


@pytest.mark.parametrize(
    ("lead", "first"),
    [
        ("most", "Ana leads with 9 points."),
        ("fewest", "Ben leads with 2 points."),
        ("none", "Nobody can know that before the end."),
    ],
)
def test_the_seat_with_the_points_that_win_leads(drawing: Drawing, lead: str, first: str) -> None:
    moment = tape_of(settings_of(next(game for game in SHELF if game.id == "bali"))[0], 0).moments[3]
    news = {"points": {"Ana": 9, "Ben": 2}, "lead": lead}
    (sections,) = briefings(drawing, [{**parts_of(moment, Seat("Ana")), "meanwhile": news}])
    (leads,) = (section for section in sections if section["name"] == "leads")
    assert leads["lines"][0]["words"] == first


@pytest.mark.parametrize("hides_nothing", [False, True])
def test_secrets_are_named_only_in_a_game_that_has_a_cover(drawing: Drawing, hides_nothing: bool) -> None:
    moment = tape_of(settings_of(next(game for game in SHELF if game.id == "bali"))[0], 0).moments[3]
    parts = parts_of(moment, Seat("Ana"))
    parts["place"]["hides_nothing"] = hides_nothing
    (sections,) = briefings(drawing, [parts])
    said = [line["words"] for section in sections for line in section["lines"]]
    assert ("Your secrets are under the cover below." in said) is not hides_nothing


def twins(setting: Setting) -> Iterator[tuple[Parts, Parts]]:
    """Yield the parts of a phone after either of two answers that differ in a secret. A neighbour sees no difference."""
    for _, one, two, seat in twin_moments(setting):
        yield parts_of(one, seat), parts_of(two, seat)


def twin_moments(setting: Setting) -> Iterator[tuple[Moment, Moment, Moment, Seat]]:
    """Yield a moment, the two moments after answers that differ in a secret, and a seat whose neighbour sees no
    difference."""
    tape = tape_of(setting, 0)
    for at in secrets(tape):
        op, moment = tape.ops[at], tape.moments[at]
        assert isinstance(op, GivenAnswer | Draw)
        due = due_of(moment, op)
        other = next(others(moment, due, op.do, lambda n: n - 1), None)
        if other is None:
            continue
        one, two = with_answer(moment, due, op.do), with_answer(moment, due, other)
        for seat in seats_of(moment):
            screens = [after.screen(seat) for after in (one, two)]
            if at_a_glance(screens[0]) == at_a_glance(screens[1]):
                yield moment, one, two, seat


def test_the_secrets_of_random_games_are_looked_for() -> None:
    """Check that the previous promise compares phones that hold different secrets."""
    pairs = [pair for setting in settings() if setting.game.id == "bali" for pair in twins(setting)]
    assert any(one != two for one, two in pairs)


# The page


@pytest.fixture
def box(boxes: Boxes) -> Box:
    made = boxes("Ana", "Ben")
    start(made.house, "Ana", "Ben")
    return made


def opened(phone: Page) -> Page:
    phone.locator("[data-id=more]").tap()
    phone.locator("[data-id='briefing:open']").tap()
    expect(phone.locator("#briefing")).to_be_visible()
    return phone


def test_the_game_in_words_opens_from_the_menu_with_the_focus_on_its_heading(box: Box, phone: Phones) -> None:
    ana = opened(phone(box, "Ana"))
    expect(ana.locator("#sheet")).to_be_hidden()
    expect(ana.locator("#briefing-title")).to_be_focused()
    expect(ana.get_by_role("heading", level=3)).to_have_count(6)
    expect(ana.locator("#now")).to_be_visible()
    expect(ana.locator(".asks")).to_be_hidden()


def test_the_game_in_words_opens_by_the_second_stop_of_tab_or_by_the_person_s_own_key(box: Box, phone: Phones) -> None:
    ana = phone(box, "Ana")
    ana.locator("#now").wait_for()
    for key in ("Tab", "Tab", "Enter"):
        ana.keyboard.press(key)
    expect(ana.locator("#briefing-title")).to_be_focused()
    ana.keyboard.press("w")
    expect(ana.locator("#briefing")).to_be_visible()
    ana.get_by_role("button", name="More").press("Enter")
    ana.get_by_role("textbox", name="Key for the game in words").press_sequentially("w")
    ana.keyboard.press("Escape")
    for key, is_open in (("w", False), ("Control+w", False), ("W", True)):
        ana.keyboard.press(key)
        expect(ana.locator("#briefing")).to_be_visible(visible=is_open)


@pytest.mark.parametrize("way", ["Escape", "back", "button"])
def test_when_the_game_in_words_closes_the_turn_is_as_before(box: Box, phone: Phones, way: str) -> None:
    ana = opened(phone(box, "Ana"))
    if way == "Escape":
        ana.keyboard.press("Escape")
    elif way == "back":
        ana.go_back()
    else:
        ana.get_by_role("button", name="Close").tap()
    expect(ana.locator("#briefing")).to_be_hidden()
    expect(ana.locator(".asks")).to_be_visible()
    expect(ana.locator("[data-id=more]")).to_be_focused()


def test_the_game_in_words_stays_open_and_says_the_newest_screen(box: Box, phone: Phones) -> None:
    ben = opened(phone(box, "Ben"))
    box.play("Ana", "turn", type="discard")
    expect(ben.locator("[data-about=happened]")).to_contain_text("Ana")
    expect(ben.locator("#briefing-title")).to_be_focused()


def test_only_the_cover_above_the_game_in_words_shows_secrets(box: Box, phone: Phones) -> None:
    ana = opened(phone(box, "Ana"))
    secret = ana.locator("#panel .title")
    expect(secret).to_be_hidden()
    for _ in range(2):
        ana.locator(".cover").tap()
    expect(secret).to_be_visible()
    expect(ana.locator("[data-about=mine]")).to_contain_text("Your secrets are under the cover below.")


@pytest.mark.parametrize(
    ("game", "seats", "language"), [("bali", 2, "en"), ("buru", 3, "fr"), ("animism", 3, "ja"), ("babel", 5, "en")]
)
def test_axe_finds_nothing_in_the_game_in_words_and_it_fits_the_smallest_phone(
    boxes: Boxes, phone: Phones, game: str, seats: int, language: str
) -> None:
    names = ("Ana", "Ben", "Cho", "Dai", "Eva")[:seats]
    made = boxes(*names)
    start(made.house, *names, game=game)
    ana = opened(phone(made, "Ana", locale=language))
    ana.locator("#briefing summary").evaluate_all("all => all.forEach((at) => at.click())")
    assert violations(ana) == []
    assert ana.locator("#briefing .scrolls").evaluate("at => at.scrollWidth <= at.clientWidth")


def test_before_the_end_of_the_set_up_there_is_no_game_in_words(boxes: Boxes, phone: Phones) -> None:
    made = boxes("Ana", "Ben")
    start(made.house, "Ana", "Ben", is_set_up=False)
    ana = phone(made, "Ana")
    ana.locator("[data-id=more]").tap()
    expect(ana.locator("[data-id='more:phase']")).to_be_visible()
    expect(ana.locator("[data-id='briefing:open']")).to_be_hidden()
