"""Covered phones, dot by dot: for any secret, answer or refusal of a seat, a neighbour sees the same.

The tests compare one seat's phone in two games that differ in its secret, and the phones of two seats in one game.
"""

from collections.abc import Iterable, Iterator
from itertools import chain

import pytest
from playwright.sync_api import Page, expect

from companion.bots import next_answer
from companion.core.moment import Moment
from companion.core.state import Seat
from companion.house.dice import SeededDice
from companion.promises.tapes import Tape, apply, tape_of
from tests.browser.conftest import HIDES, Box, Boxes, Phones, pictures_there, rest, stop_clock, tap, tapped
from tests.browser.drawn import as_json, wired
from tests.browser.fitting import Easel, seen_by
from tests.browser.held import SCRIPT
from tests.browser.test_browser_finger import differ, looks
from tests.promises.settings import SHELF, Setting, settings_of
from tests.promises.twins import Twins, kind_of, secrets, twins
from tests.promises.written import written
from tests.support.houses import start

pytestmark = pytest.mark.browser

USUAL = {"width": 390, "height": 844}
"""The size of a phone on which the seat's name has a bar of its own."""

NAMES = ("Ana", "Ben", "Cho", "Dai", "Eva")
SEEDS = (5, 20, 21, 23)
"""The seeds of games in which secrets are searched. In the first, a player sacrifices at Bali's usual table of two."""
BUILT = (5, 18, 25)
"""The seeds of games of Babel in which every kind of sealed question occurs: one ends without a reversal, two end with
one."""
STEPS = 1
"""The number of answers after the secret that are compared."""
OF_A_KIND = 2
"""The number of moments that are compared for one kind of sealed question."""

LOOKED_AT = [
    setting
    for game in SHELF
    for setting in (settings_of(game)[0], settings_of(game)[-1])
    if game.id != "animism"  # in Animism a seat's own things are open, in front of it
]
"""The smallest table of each game, and the table with all options."""

CARDS = """(place) => [...document.querySelectorAll(".asks .steps[data-closed] .part")]
  .map((row) => row.querySelectorAll(".covered")[place]).filter((card) => card?.checkVisibility())
  .map((card) => card.getBoundingClientRect()).map(({ x, y, width, height }) => [x + width / 2, y + height / 2])"""
"""Returns the middle of the covered card at a place, in every row of covered cards."""

SETTLED = """async () => {
  await (await ours("drawing/art.js")).artThere();
  await brings("turn", { since: 0 });
}"""
"""Waits for the pictures, and makes the turn begin now."""

every_setting = pytest.mark.parametrize("setting", LOOKED_AT, ids=str)


class Film:
    """A page that shows phones one after the other, each drawn from nothing."""

    def __init__(self, box: Box, phone: Phones) -> None:
        self._empty = box.house.snapshot(Seat("Ana"))
        self.page = phone(box, "Ana", clock=True, script=SCRIPT, viewport=USUAL)
        pictures_there(self.page)
        stop_clock(self.page)
        Easel(self.page)

    def shows(self, setting: Setting, moment: Moment, seat: Seat, of: str = "body") -> bytes:
        """Return a picture of a part of this seat's phone at a moment of a game."""
        snapshot = seen_by(seat, setting, moment, self._empty)
        self.page.evaluate("sessionStorage.clear()")  # the page forgets earlier taps, so that none counts as too early
        self.page.evaluate("(parts) => drawAfresh(JSON.parse(parts))", as_json(wired(snapshot)))
        rest(self.page)
        self.page.clock.run_for(100)  # a page fetches its pictures after its first paint
        self.page.evaluate(SETTLED)
        return self.page.locator(of).screenshot()

    def lifts(self, place: int = 0) -> bytes:
        """Lift the covered card at this place in every row. Return a picture of the page after that."""
        for at in self.page.evaluate(CARDS, place):
            self.page.touchscreen.tap(*at)
            rest(self.page)
        return self.page.locator("body").screenshot()


@pytest.fixture
def film(boxes: Boxes, phone: Phones) -> Film:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben")
    return Film(box, phone)


def kinds(setting: Setting) -> set[str]:
    """Return the kinds of secret questions that a setting asks."""
    moments = chain.from_iterable(tape_of(setting, seed).moments for seed in SEEDS)
    return written(setting.game)["own"].keys() & {due.kind for moment in moments for due in moment.history.dues}


def stories(setting: Setting) -> Iterator[tuple[Tape, int, Twins]]:
    """Yield one pair of twins for each kind of secret, with the tape and the secret's place in it."""
    found, wanted = set[str](), kinds(setting)
    for seed in SEEDS:
        tape = tape_of(setting, seed)
        for i in secrets(tape):
            pair = None if kind_of(tape, i) in found else twins(tape, i, SeededDice(seed).pick)
            if pair is not None and any(None in watched for *_, watched in pair.story[i : i + 1]):
                found.add(kind_of(tape, i))
                yield tape, i, pair
        if wanted <= found:
            return


def owners(moment: Moment, watched: Iterable[Seat | None]) -> list[Seat]:
    """Return the seats that may know the secret. Another promise checks that all other seats get the same bytes."""
    return [seat for seat in moment.seqs if seat is not None and seat not in watched]


def are_alike(one: bytes, other: bytes) -> bool:
    """Return whether two pictures are the same to an eye."""
    return not differ(looks(one), looks(other))


@every_setting
def test_a_covered_phone_shows_nothing_of_its_seats_secrets(film: Film, setting: Setting) -> None:
    compared: set[str] = set()
    for tape, at, pair in stories(setting):
        both = tape.at(at), tape.at(at)
        for n, (*ops, watched) in enumerate(pair.story[at : at + STEPS + 1]):
            for table, op in zip(both, ops, strict=True):
                apply(table, op, f"key {n}")
            for seat in owners(both[0].moment, watched) if None in watched else ():
                seen = [(film.shows(setting, table.moment, seat), film.lifts()) for table in both]
                for name, (here, there) in zip(("at rest", "lifted"), zip(*seen, strict=True), strict=True):
                    assert are_alike(here, there), (kind_of(tape, at), str(seat), n, ops, name)
                compared.add(kind_of(tape, at))
    assert compared >= kinds(setting)


# Two seats


def newest(page: Page) -> bytes:
    """Return a picture of the present page, drawn from nothing. The time since the turn began is hidden, because two boxes
    play at different times."""
    page.evaluate("sessionStorage.clear()")  # the page forgets earlier taps, so that none counts as too early
    page.reload()
    expect(page.locator("#now")).to_be_visible()
    page.evaluate(HIDES, ".since")
    return page.screenshot()


def sealed(moment: Moment) -> dict[str, list[Seat]]:
    """Return the seats that are asked together under seal, by the kind of question. The seat with the talk timer is left
    out, because everybody sees it."""
    found: dict[str, list[Seat]] = {}
    for due in moment.history.dues:
        if due.sealed is not None and not due.named and due.seat is not None and not moment.screen(due.seat).view.timer:
            found.setdefault(due.kind, []).append(due.seat)
    return found


@pytest.mark.parametrize("setting", [setting for setting in LOOKED_AT if setting.game.id == "babel"], ids=str)
def test_all_phones_that_are_asked_under_one_seal_are_equal(film: Film, setting: Setting) -> None:
    compared: dict[str, int] = {}
    for moment in chain.from_iterable(tape_of(setting, seed).moments for seed in BUILT):
        for kind, seats in sealed(moment).items():
            if len(seats) > 1 and compared.get(kind, 0) < OF_A_KIND:
                compared[kind] = compared.get(kind, 0) + 1
                first, *others = [film.shows(setting, moment, seat, "main") for seat in seats]
                assert all(are_alike(first, other) for other in others), (kind, seats)
    assert len(compared) >= 4


def main(page: Page) -> bytes:
    """Return a picture of the page without the seat's bar, which covers the now-line of a small phone, and without the time
    since the turn began, because each page counts for itself."""
    pictures_there(page)
    page.evaluate(HIDES, ".me, .since")
    return page.locator("main").screenshot()


@pytest.fixture
def builders(boxes: Boxes, phone: Phones) -> tuple[Page, Page]:
    """Return the phones of Ben, who has a punishment card, and of Cho, who has none. Both must choose cards."""
    box = boxes(*NAMES, seed=6)
    start(box.house, *NAMES, game="babel", hands="phones")
    box.play("Ana", "blueprint", type="blueprint", cells={"B2": 8, "C1": 3})
    box.play("Ana", "master", type="master", seat="Ana")
    box.play("Ana", "appoint", type="appoint", seats=["Ben", "Cho", "Dai"])
    ben, cho = phone(box, "Ben"), phone(box, "Cho")
    for page in (ben, cho):
        expect(page.locator(".asks .covered")).to_have_count(3)
    return ben, cho


def send(page: Page, *cards: int) -> int:
    """Lift these cards and send them. Return the status of the box's reply."""
    for place in cards:
        page.locator(".asks .covered").nth(place).tap()
    with page.expect_response("**/play") as response:
        page.locator("[data-lifted]").tap()
    return response.value.status


def test_two_phones_are_equal_at_rest_with_cards_lifted_and_after_a_yes_and_a_no(builders: tuple[Page, Page]) -> None:
    ben, cho = builders
    assert are_alike(main(ben), main(cho)), "at rest"
    for page in builders:
        page.locator(".asks .covered").nth(1).tap()
        tapped(page)
    assert are_alike(main(ben), main(cho)), "lifted"
    for page in builders:
        newest(page)
    punishment = next(n for n, face in enumerate(faces(ben)) if "punishment" in face)
    other = (punishment + 1) % 3
    assert send(ben, other, punishment) == 409, "a punishment card is never discarded"
    assert send(cho, 0, 1) == 204
    for page in builders:
        expect(page.locator("#now")).to_contain_text("1 of 3 builders is ready")
        expect(page.locator(".asks .chosen")).to_have_count(0)
    assert are_alike(main(ben), main(cho)), "sent and refused"
    hold(ben)
    expect(ben.locator("#panel .refused")).to_be_visible()


def faces(page: Page) -> list[str]:
    return [str(card.text_content()) for card in page.locator(".asks .turned .choice").all()]


def hold(page: Page) -> None:
    page.locator(".cover").hover()
    page.mouse.down()
    expect(page.locator("#panel")).to_be_visible()


def turn(page: Page, place: int) -> dict[str, float]:
    """Hold a covered card until it turns. Return the place of its frame, in dots."""
    page.locator(".asks .covered").nth(place).hover()
    page.mouse.down()
    frame = page.locator(".held-card")
    expect(frame).to_be_visible()
    box = frame.bounding_box()
    assert box is not None
    return dict(box)


def test_a_held_card_turns_alone_in_one_frame_and_is_not_chosen(builders: tuple[Page, Page]) -> None:
    ben, _ = builders
    frames = []
    for place in range(3):
        frames.append(turn(ben, place))
        expect(ben.locator(".held-card .choice")).to_have_text(faces(ben)[place])
        expect(ben.locator(".asks .turned").nth((place + 1) % 3)).to_be_hidden()
        ben.mouse.up()
        expect(ben.locator(".held-card")).to_have_count(0)
    assert frames[0] == frames[1] == frames[2]
    tapped(ben)
    expect(ben.locator(".asks .chosen")).to_have_count(0)


def test_the_frame_of_a_held_card_depends_on_no_secret(builders: tuple[Page, Page]) -> None:
    ben, cho = builders
    assert turn(ben, 0) == turn(cho, 2)


@pytest.mark.parametrize("leaving", ["blur", "visibilitychange", "pagehide"])
def test_leaving_the_page_covers_the_held_card(builders: tuple[Page, Page], leaving: str) -> None:
    ben, _ = builders
    turn(ben, 0)
    ben.evaluate("(kind) => window.dispatchEvent(new Event(kind))", leaving)
    expect(ben.locator(".held-card")).to_have_count(0)


def test_a_finger_that_drifts_off_covers_the_held_card(builders: tuple[Page, Page]) -> None:
    ben, _ = builders
    turn(ben, 0)
    box = ben.locator(".asks .covered").first.bounding_box()
    assert box is not None
    ben.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 - 30)
    expect(ben.locator(".held-card")).to_have_count(0)


def test_a_long_press_on_a_card_brings_up_no_menu(builders: tuple[Page, Page]) -> None:
    ben, _ = builders
    stopped = """() => !document.querySelector(".asks .covered").dispatchEvent(
      new MouseEvent("contextmenu", { bubbles: true, cancelable: true }))"""
    assert ben.evaluate(stopped)


def test_a_phone_that_is_asked_nothing_has_its_seats_cards_covered_and_a_tap_sends_nothing(
    boxes: Boxes, phone: Phones
) -> None:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben", game="bali")
    ben = phone(box, "Ben")
    expect(ben.locator(".asks .covered")).to_have_count(4)
    expect(ben.locator(".asks .turned").first).to_be_hidden()
    entries = box.entries
    ben.locator(".asks .covered").first.tap()
    tapped(ben)
    expect(ben.locator(".asks .chosen")).to_have_count(0)
    assert box.entries == entries
    turn(ben, 3)
    expect(ben.locator(".held-card .words")).to_have_text(str(ben.locator(".asks .covered .words").nth(3).text_content()))


def test_the_button_that_sends_names_the_open_choice(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben", game="buru")
    box.play("Ana", "first", type="first", seat="Ana")
    for place in ("lake", "forest"):
        box.play("Ana", "decree", type="decree", place=place, reward={"fish": 2})
    ana = phone(box, "Ana")
    expect(ana.locator("[data-lifted]")).to_have_text("Place the lifted explorer", use_inner_text=True)
    ana.locator(".asks [data-choice]").nth(1).tap()
    expect(ana.locator("[data-lifted]")).to_have_text("Place the lifted explorer: Shore", use_inner_text=True)


def test_another_finger_lifts_a_card_while_one_holds_the_cover(builders: tuple[Page, Page]) -> None:
    ben, _ = builders
    hold(ben)
    ben.evaluate("""() => {
      const card = document.querySelector('.asks .covered');
      for (const type of ['pointerdown', 'pointerup'])
        card.dispatchEvent(new PointerEvent(type, { pointerId: 7, isPrimary: false, bubbles: true }));
    }""")
    expect(ben.locator(".asks .chosen")).to_have_count(1)
    expect(ben.locator("#panel")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_cards_are_read_in_their_places_and_nothing_is_drawn_over_them(boxes: Boxes, phone: Phones, language: str) -> None:
    box = boxes(*NAMES)
    start(box.house, *NAMES, game="babel")
    ben = phone(box, "Ben", locale=language)
    tap(ben.locator(".ask:has(.covered) summary"))
    before = [card.bounding_box() for card in ben.locator(".asks .covered, .asks [data-lifted], .cover").all()]
    hold(ben)
    after = [card.bounding_box() for card in ben.locator(".asks .covered, .asks [data-lifted], .cover").all()]
    assert after == before
    panel = ben.locator("#panel").bounding_box()
    assert panel is not None
    assert all(one is not None and panel["y"] + panel["height"] <= one["y"] for one in after)


def test_rare_secret_questions_are_asked_on_the_page_with_the_cover_in_reach(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben", game="bali", offer="tracked")
    table, lots = box.house.table, SeededDice(1)
    assert table is not None
    while not any(due.kind == "turn" for due in table.moment.history.dues):
        answer = next_answer(table, table.head.seats, lots.pick)
        assert answer is not None
        box.house.play(*answer, f"key {box.entries}")
    ana = phone(box, "Ana", clock=True)
    expect(ana.locator(".asks .set-by")).to_be_hidden()
    ana.locator("[data-id=more]").tap()
    ana.locator("[data-id='more:scores'] > summary").or_(ana.locator("[data-id=scores] > summary")).tap()
    rest(ana)
    ana.locator("#sheet [data-unfold]").tap()
    expect(ana.locator(".asks .set-by .covered")).to_have_count(4)
    hold(ana)
    expect(ana.locator(".asks .set-by .turned").first).to_be_visible()
