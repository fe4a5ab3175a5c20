"""An evening on real phones: people join and play, phones are locked and started again, the box loses its power."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from companion.core.state import Seat
from tests.browser.conftest import Box, Boxes, Phones, rest, stop_clock
from tests.support.houses import start
from tests.support.panels import PaperPanel

pytestmark = pytest.mark.browser

NAMES = ("Ana", "Ben", "Cho", "Dai")
TWO_RICE = re.compile("^2 rice: play")


@pytest.fixture
def box(boxes: Boxes) -> Box:
    """Return a box on which four people have just begun a game. Ana has the first turn."""
    box = boxes(*NAMES)
    start(box.house, *NAMES)
    return box


def lit(page: Page) -> None:
    expect(page.locator("#now")).to_have_class(re.compile(r"\blit\b"))


def unlit(page: Page) -> None:
    expect(page.locator("#now")).not_to_have_class(re.compile(r"\blit\b"))


def test_five_people_scan_sit_down_and_play_a_turn(boxes: Boxes, phone: Phones) -> None:
    box = boxes()
    way_in = f"/J/{box.house.guests.door.code}"
    pages = {}
    for name in NAMES:
        pages[name] = phone(box, path=way_in)
        pages[name].get_by_role("textbox").fill(name)
        pages[name].get_by_role("button", name="Sit down").tap()
        expect(pages[name].locator(".me")).to_have_text(name)
    pages["Ana"].get_by_role("button", name="Start Bali with 4").tap()
    expect(pages["Ben"].locator("#now")).to_contain_text("Your part")
    pages["Ana"].get_by_role("button", name="Start without the last ticks").tap()
    lit(pages["Ana"])
    for name in NAMES[1:]:
        expect(pages[name].locator("#now")).to_contain_text("Ana may buy, then plays")
        unlit(pages[name])
    pages["Ana"].get_by_role("button", name=TWO_RICE).tap()
    for page in pages.values():
        lit(page)  # the whole table is asked, so everybody may answer
    pages["Cho"].get_by_role("button", name="priest: the scored card").tap()
    lit(pages["Ben"])
    for name in ("Ana", "Cho", "Dai"):
        unlit(pages[name])
    eva = phone(box, path=f"/J/{box.house.guests.door.code}")
    eva.locator("summary", has_text="I have no seat yet").tap()
    eva.get_by_role("textbox").fill("Eva")
    eva.keyboard.press("Enter")
    expect(eva.locator("#now")).to_contain_text("You join from the next game on.")


def test_a_double_tap_counts_once(box: Box, phone: Phones) -> None:
    ana = phone(box, "Ana")
    ana.get_by_role("button", name=TWO_RICE).evaluate("button => { button.click(); button.click(); }")
    expect(ana.locator(".undo")).to_contain_text("2 rice farmers")
    assert box.entries == 1
    expect(ana.locator(".refusal")).to_have_count(0)


def test_an_answer_can_be_taken_back_and_given_again(box: Box, phone: Phones) -> None:
    ana = phone(box, "Ana")
    for _ in range(2):
        ana.get_by_role("button", name=TWO_RICE).tap()
        ana.get_by_role("button", name="Take back").tap()
        expect(ana.get_by_role("button", name=TWO_RICE)).to_be_visible()
    assert box.entries == 4


def test_a_blocked_answer_says_why_and_sends_nothing(box: Box, phone: Phones) -> None:
    ana = phone(box, "Ana")
    sent: list[str] = []
    ana.on("request", lambda request: sent.append(request.url) if request.url.endswith("/play") else None)
    ana.get_by_role("button", name=re.compile("shrine: play")).tap()
    expect(ana.get_by_role("alert")).to_contain_text("Nothing changed.")
    ana.get_by_role("heading", name="Buy first", level=2).tap()
    expect(ana.get_by_role("alert")).to_have_count(1)
    ana.get_by_role("button", name=re.compile("shrine: play")).tap()
    expect(ana.get_by_role("alert")).to_have_count(1)
    assert sent == []
    ana.get_by_role("button", name=TWO_RICE).tap()
    expect(ana.get_by_role("alert")).to_have_count(0)


def test_after_a_restart_of_the_box_the_same_seat_goes_on(box: Box, phone: Phones) -> None:
    ben = phone(box, "Ben")
    expect(ben.locator("#now")).to_contain_text("Ana may buy")
    box.stop()
    box.restart()
    box.play("Ana", "turn", type="play", card="priest")
    expect(ben.locator("#now")).to_contain_text("Tap the scored card")


def test_an_answer_given_while_the_box_is_away_is_sent_once(box: Box, phone: Phones) -> None:
    ana = phone(box, "Ana")
    expect(ana.locator("#now")).to_contain_text("Your turn")
    box.stop()
    ana.get_by_role("button", name=TWO_RICE).tap()
    expect(ana.locator(".unsent")).to_be_visible()
    expect(ana.get_by_role("button", name=TWO_RICE)).to_have_class(re.compile(r"\bsent\b"))
    box.restart()
    expect(ana.locator(".undo")).to_contain_text("2 rice farmers")
    expect(ana.locator(".unsent")).to_be_hidden()
    assert box.entries == 1


def test_another_tap_changes_an_answer_that_was_not_sent_yet(box: Box, phone: Phones) -> None:
    ana = phone(box, "Ana")
    expect(ana.locator("#now")).to_contain_text("Your turn")
    box.stop()
    ana.get_by_role("button", name=TWO_RICE).tap()
    expect(ana.locator(".unsent")).to_be_visible()
    ana.get_by_role("button", name="priest: play").tap()
    expect(ana.locator(".sent")).to_have_count(1)
    box.restart()
    expect(ana.locator(".undo")).to_contain_text("1 priest")
    assert box.entries == 1


def test_twelve_seconds_without_news_raise_the_alarm_and_the_picture_stays(box: Box, phone: Phones) -> None:
    ben = phone(box, "Ben", clock=True)
    expect(ben.locator("#now")).to_contain_text("Ana may buy")
    ben.context.set_offline(True)
    ben.clock.run_for(20_000)
    alarm = ben.locator(".dashed")
    expect(alarm).to_contain_text("No connection")
    expect(alarm).to_contain_text(re.compile(r"\d\d s"))
    expect(ben.locator(".blocks")).to_contain_text("Altar")
    box.play("Ana", "turn", type="play", card="priest")
    ben.context.set_offline(False)
    expect(ben.locator("#now")).to_contain_text("Tap the scored card")
    expect(alarm).to_have_count(0)


def test_a_phone_that_wakes_up_asks_for_the_true_screen_immediately(box: Box, phone: Phones) -> None:
    ben = phone(box, "Ben", clock=True)
    expect(ben.locator("#now")).to_contain_text("Ana may buy")
    stop_clock(ben, 3600)  # the phone sleeps for an hour, and no timer of the page runs
    with ben.expect_request("**/stream*"):
        ben.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    box.play("Ana", "turn", type="play", card="priest")
    expect(ben.locator("#now")).to_contain_text("Tap the scored card")
    expect(ben.locator(".dashed")).to_have_count(0)


def test_an_answer_whose_receipt_was_lost_is_sent_again_with_the_same_key(box: Box, phone: Phones) -> None:
    ana = phone(box, "Ana")
    keys: list[str] = []

    def lose_the_first(route: Route) -> None:
        request = route.request.post_data_json
        keys.append(request["key"])
        if len(keys) > 1:
            route.continue_()
            return
        box.house.play(
            Seat("Ana"), request["due"], request["do"], request["key"]
        )  # the phone never hears that the box has it
        route.abort()

    ana.route("**/play", lose_the_first)
    with ana.expect_response("**/play"):
        ana.get_by_role("button", name=TWO_RICE).tap()
    assert keys[0] == keys[1]
    expect(ana.locator(".unsent")).to_be_hidden()
    expect(ana.get_by_role("alert")).to_have_count(0)
    assert box.entries == 1


def test_a_screen_that_comes_keeps_what_somebody_was_filling_in(boxes: Boxes, phone: Phones) -> None:
    box = boxes(*NAMES)
    start(box.house, *NAMES)
    box.play("Ana", "turn", type="play", card="priest")
    box.play("Ana", "scored", type="deck_empty")
    box.play("Ben", "scored", type="deck_empty")
    ben = phone(box, "Ben")
    ben.locator("summary", has_text="Count my pieces").tap()
    ben.get_by_role("button", name="One more: peanut cards").tap()
    ben.get_by_role("button", name="One more: stones").tap()
    ben.get_by_role("button", name="One more: stones").tap()
    kinds = ("rice", "peanut", "banana", "pepper")
    box.play("Ana", "count", type="count", sacrifices=dict.fromkeys(kinds, 1), stones=0, points=0, shrines=0)
    expect(ben.locator("#now")).to_contain_text("1 difference")
    expect(ben.locator("output").nth(1)).to_have_text("1")
    expect(ben.locator("output").nth(4)).to_have_text("2")
    ben.get_by_role("button", name="Confirm").tap()
    expect(ben.locator(".blocks")).to_contain_text("Ben")
    expect(ben.get_by_role("button", name="Confirm")).to_be_hidden()
    assert box.house.table is not None
    answer = box.house.table.moment.history.answered[-1].entry.do
    assert (answer["sacrifices"], answer["stones"]) == ({"peanut": 1}, 2)


def test_a_seat_is_given_to_a_new_phone_and_the_old_one_is_out(box: Box, phone: Phones) -> None:
    ana, old = phone(box, "Ana"), phone(box, "Ben")
    new = phone(box, path=f"/J/{box.house.guests.door.code}")
    new.get_by_role("button", name="Ben").tap()
    digits = new.locator(".digits").inner_text()
    ana.get_by_role("button", name="More: somebody is asking for a seat").tap()
    expect(ana.locator(".claim")).to_contain_text(digits)
    ana.locator(".claim").get_by_role("button", name="OK").tap()
    expect(new.locator(".me")).to_have_text("Ben")
    expect(old.get_by_role("textbox").first).to_be_visible()


def test_each_phone_speaks_its_own_language(box: Box, phone: Phones) -> None:
    ana, ben = phone(box, "Ana"), phone(box, "Ben")
    ben.get_by_role("button", name="More").tap()
    ben.get_by_role("button", name="français").tap()
    expect(ben.locator("html")).to_have_attribute("lang", "fr")
    expect(ben.locator("#now")).to_contain_text("Ana peut acheter")
    expect(ana.locator("#now")).to_contain_text("Your turn")


def test_the_host_swaps_two_seats_by_tapping_them(boxes: Boxes, phone: Phones) -> None:
    box = boxes(*NAMES)
    ana = phone(box, "Ana")
    ana.locator("[data-seat=Ben]").tap()
    expect(ana.locator("[data-seat=Ben]")).to_have_attribute("aria-pressed", "true")
    ana.locator("[data-seat=Dai]").tap()
    expect(ana.locator("[data-seat]")).to_have_text([re.compile(name) for name in ("Ana", "Dai", "Cho", "Ben")])
    assert box.house.guests.seating.seats == ("Ana", "Dai", "Cho", "Ben")


def test_options_go_with_the_start(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    ana = phone(box, "Ana")
    ana.get_by_role("button", name="Options: standard").tap()
    ana.get_by_role("switch", name="Demon").tap()
    expect(ana.get_by_role("switch", name="Demon")).to_be_checked()
    ana.get_by_role("button", name="Back").tap()
    ana.get_by_role("button", name="Options: Demon").tap()
    ana.locator("#options").get_by_role("button", name="Start Bali with 2").tap()
    expect(ana.locator("#now")).to_contain_text("Your part")  # in the lobby the now-line is lit, too
    assert box.house.table is not None
    assert box.house.table.head.options["demon"] is True


def test_setting_a_tally_right_starts_from_the_present_number(box: Box, phone: Phones) -> None:
    ben = phone(box, "Ben", clock=True)
    ben.get_by_role("button", name="More").tap()
    ben.locator("summary", has_text="Scores and players").tap()
    ben.locator("summary", has_text=re.compile("^Fix stones$")).tap()
    form = ben.locator("#sheet .sets-right").first
    expect(form.locator(".main")).to_be_hidden()
    rest(ben)
    for name in ("Cho", "Dai"):  # nothing covers them
        form.locator("label", has_text=name).tap()
    expect(form.locator("output")).to_have_text("5")
    expect(form.locator(".step.no")).to_have_count(0)
    rest(ben)
    form.locator(".main").tap()
    expect(ben.locator("#sheet .said")).to_contain_text("Nothing is changed yet.")
    for _ in range(3):
        ben.get_by_role("button", name="One less: stones").first.tap()
    expect(form.locator("[data-change]")).to_have_text("stones: 5 → 2")
    rest(ben)
    form.locator(".main").tap()
    expect(ben.locator(".blocks .seats li", has_text="Dai").locator(".count").first).to_contain_text("2")


def test_the_simulated_panel_is_pressed_and_held_by_key(boxes: Boxes, phone: Phones) -> None:
    panel = PaperPanel()
    box = boxes("Ana", panel=panel)
    page = phone(box, path="/panel", clock=True)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".in-words")).to_contain_text("press 1")
    page.keyboard.down("ArrowLeft")
    page.clock.run_for(1000)
    expect(page.locator(".in-words")).to_contain_text("press 2")
    page.keyboard.up("ArrowLeft")
    page.get_by_role("button", name="OK").tap()
    expect(page.locator(".in-words")).to_contain_text("press 3")
    assert [(button.value, hold) for button, hold in panel.pressed] == [("next", False), ("back", True), ("ok", False)]


def test_the_simulated_panel_is_pressed_by_screen_readers_and_by_the_button_that_has_the_focus(
    boxes: Boxes, phone: Phones
) -> None:
    panel = PaperPanel()
    page = phone(boxes("Ana", panel=panel), path="/panel")
    page.get_by_role("button", name="Next").dispatch_event("click")
    expect(page.locator(".in-words")).to_contain_text("press 1")
    page.get_by_role("button", name="Back").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".in-words")).to_contain_text("press 2")
    assert [button.value for button, _ in panel.pressed] == ["next", "back"]


def test_the_simulated_panel_says_that_it_has_no_connection(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", panel=PaperPanel())
    page = phone(box, path="/panel", clock=True)
    expect(page.locator(".lost")).to_have_count(0)
    box.stop()
    page.clock.run_for(13_000)
    expect(page.locator(".lost")).to_contain_text("No connection")


def test_letting_a_phone_go_asks_once_and_the_phone_gets_the_reason(box: Box, phone: Phones) -> None:
    ana, ben = phone(box, "Ana"), phone(box, "Ben")
    ana.get_by_role("button", name="More").tap()
    ana.locator("summary", has_text="As host").tap()
    ana.locator("summary", has_text="Free the seat").first.tap()
    assert box.house.guests.has_phone(Seat("Ben"))
    ana.get_by_role("button", name="Yes, free Ben’s seat").tap()
    expect(ben.locator(".refusal")).to_contain_text("The host has freed Ben’s seat.")
    assert not box.house.guests.has_phone(Seat("Ben"))


def test_a_guest_who_takes_another_name_leaves_no_claim(box: Box, phone: Phones) -> None:
    new = phone(box, path=f"/J/{box.house.guests.door.code}")
    new.get_by_role("button", name="Cho").tap()
    expect(new.locator(".digits")).to_be_visible()
    new.wait_for_load_state()  # the new page hears taps only after its script has loaded
    assert box.house.guests.claims.first() is not None
    new.get_by_role("button", name="I am somebody else").tap()
    expect(new.get_by_role("heading", name="Which seat is yours?")).to_be_visible()
    assert box.house.guests.claims.first() is None


def test_leaving_asks_once_and_frees_the_phone(box: Box, phone: Phones) -> None:
    dai = phone(box, "Dai", clock=True)
    dai.get_by_role("button", name="More").tap()
    dai.locator("summary", has_text="Leave my seat").tap()
    expect(dai.get_by_role("button", name="Yes, leave")).to_be_visible()
    rest(dai)
    with dai.expect_response("**/leave"):
        dai.get_by_role("button", name="Yes, leave").tap()
    expect(dai.get_by_role("textbox", name="Your name")).to_be_visible()
    assert not box.house.guests.has_phone(Seat("Dai"))


FELT = """() => {
  window.felt = [];
  Object.defineProperty(navigator, "vibrate", { value: (ms) => felt.push(ms) });
}"""


def test_a_phone_that_wants_it_vibrates_for_the_next_player_when_the_turn_before_begins(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben", "Cho", "Dai")
    start(box.house, "Ana", "Ben", "Cho", "Dai")
    cho, dai = phone(box, "Cho"), phone(box, "Dai")
    for page in (cho, dai):
        page.evaluate(FELT)
    cho.locator("[data-id=more]").tap()
    cho.locator("[data-id='more:cues'] > summary").tap()
    cho.get_by_role("switch", name="Just before my turn").check()
    for seat, following in (("Ana", "Ben"), ("Ben", "Your turn")):
        box.play(seat, "turn", type="play", card="rice")
        box.play(seat, "scored", type="scored", card="stonemason")
        expect(cho.locator("#now")).to_contain_text(following)  # a stream sends only the newest screen
    expect(dai.locator("#now")).to_contain_text("Cho")
    for page, before in ((cho, [60]), (dai, [])):
        assert [one for one in page.evaluate("felt") if one == 60] == before
