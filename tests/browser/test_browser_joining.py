"""Joining with browsers that go back, keep no cookies, or run no script."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.core.state import Seat
from companion.core.words import text
from companion.house import takeover
from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from tests.browser.axe import violations
from tests.browser.conftest import Box, Boxes, Phones, stop_clock
from tests.browser.test_browser_looks import SMALLER
from tests.support.houses import start

pytestmark = pytest.mark.browser

SIT = say(text("join.sit"), "en")


def settle(box: Box, yes: bool) -> None:
    """Let the table decide on the claim that the box shows."""
    claim = box.house.guests.claims.first()
    assert claim is not None
    with box.house.changing() as guests:
        guests.settle_claim(claim, yes)


def way_in(box: Box) -> str:
    return f"/J/{box.house.guests.door.code}"


def piece_in(page: Page, name: str) -> Locator:
    return page.locator(f"main:not([hidden]) .pieces label[data-piece='{name}']")


def test_a_guest_sits_down_under_the_name_and_with_the_piece_that_the_button_shows(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana")
    ben = phone(box, path=way_in(box))
    ben.locator("[name=name]").first.fill("Ben")
    piece_in(ben, "white moon").tap()
    button = ben.get_by_role("button", name="Sit down as Ben")
    expect(button.locator("use")).to_have_attribute("href", "#p7")
    button.tap()
    expect(ben.locator(".me .name")).to_have_text("Ben")
    assert box.house.snapshots.pieces == {"Ana": 1, "Ben": 7}


def test_a_piece_that_somebody_else_takes_is_dashed_and_another_is_chosen(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana")
    late = phone(box, path=way_in(box), clock=True)
    expect(late.locator("main:not([hidden]) [value='2']")).to_be_checked()
    with box.house.changing() as guests:
        guests.join(guests.door.code, "Ben", "127.0.0.1", 2)
    late.clock.fast_forward(3_000)
    expect(piece_in(late, "green triangle")).to_have_class(re.compile(r"\bno\b"))
    expect(piece_in(late, "green triangle")).to_contain_text("Ben")
    expect(late.locator("main:not([hidden]) [value='3']")).to_be_checked()


def test_a_symbol_that_was_only_offered_gives_way_to_the_next_free_one(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana")
    late = phone(box, path=way_in(box), clock=True)
    stop_clock(late)  # the page does not ask again by itself
    with box.house.changing() as guests:
        guests.join(guests.door.code, "Ben", "127.0.0.1", 2)
    late.locator("main:not([hidden]) [name=name]").fill("Cho")
    late.get_by_role("button", name="Sit down").tap()
    late.clock.resume()
    expect(late.locator(".me")).to_have_text("Cho")
    assert box.house.snapshots.pieces == {"Ana": 1, "Ben": 2, "Cho": 3}


def test_a_symbol_that_was_chosen_is_refused_and_the_button_shows_the_next_one(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana")
    late = phone(box, path=way_in(box), clock=True)
    stop_clock(late)
    piece_in(late, "white moon").tap()
    with box.house.changing() as guests:
        guests.join(guests.door.code, "Ben", "127.0.0.1", 7)
    late.locator("main:not([hidden]) [name=name]").fill("Cho")
    late.get_by_role("button", name="Sit down").tap()
    late.clock.resume()
    expect(late.locator("main:not([hidden]) .sit-foot .main .piece use")).to_have_attribute("href", "#p2")
    expect(late.locator(".refusal use")).to_have_attribute("href", "#i-alert")


def test_name_and_piece_stay_when_the_page_changes_its_language(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana")
    ben = phone(box, path=way_in(box))
    ben.locator("[name=name]").first.fill("Ben")
    piece_in(ben, "white moon").tap()
    ben.locator("main:not([hidden]) [data-tongue=fr]").tap()
    expect(ben.get_by_role("button", name="Prendre place : Ben")).to_be_visible()
    expect(ben.locator("main:not([hidden]) [value='7']")).to_be_checked()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_to_sit_down_is_one_screen_of_a_small_phone_and_axe_finds_nothing_in_it(
    boxes: Boxes, phone: Phones, language: str
) -> None:
    box = boxes("Ana", "Ben")
    page = phone(box, path=way_in(box), locale=language)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate(SMALLER) == []
    assert violations(page) == []


def test_back_after_a_claim_leads_to_the_seat(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    new = phone(box, path=f"/J/{box.house.guests.door.code}")
    new.locator("[name=name]").first.fill("Ben")
    new.get_by_role("button", name=SIT).click()
    expect(new.locator(".digits")).to_be_visible()
    settle(box, yes=True)
    expect(new.locator("body.phone")).to_be_visible()
    for away in (box.url + "/claim", box.url + "/claim#again"):
        new.goto(away)
        expect(new.locator("body.phone")).to_be_visible()
    new.goto(box.url + "/table")
    new.go_back()
    expect(new.locator("body.phone")).to_be_visible()
    new.go_back()
    expect(new.locator("body.phone")).to_be_visible()
    assert say(text("claim_denied"), "en") not in new.content()


def test_a_claim_that_was_refused_shows_no_number_any_more_and_leads_back(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    new = phone(box, path=f"/J/{box.house.guests.door.code}")
    new.locator("[name=name]").first.fill("Ben")
    new.get_by_role("button", name=SIT).click()
    expect(new.locator(".digits")).to_be_visible()
    settle(box, yes=False)
    expect(new.locator(".refusal")).to_contain_text(say(text("claim_denied"), "en"))
    expect(new.locator(".digits")).to_be_hidden()
    expect(new.get_by_text(say(text("claim.press"), "en"))).to_be_hidden()
    new.get_by_role("button", name=say(text("lobby.back"), "en")).click()
    expect(new.get_by_role("button", name=SIT)).to_be_visible()


@pytest.mark.parametrize("seat", ["Ana", "Ben"])
def test_a_phone_whose_seat_is_claimed_can_say_no_and_the_table_can_still_say_yes(
    boxes: Boxes, phone: Phones, seat: str
) -> None:
    """Ana is awaited, and her question needs the room on the screen, so a button leads to the news of the claim."""
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben")
    old, new = phone(box, seat), phone(box, path=f"/J/{box.house.guests.door.code}")
    new.get_by_role("button", name=seat).click()
    digits = new.locator(".digits").inner_text()
    if seat == "Ana":
        old.get_by_role("button", name=say(text("asked.title"), "en")).tap()
    expect(old.locator(".news")).to_contain_text(digits)
    old.get_by_role("button", name=say(text("asked.no"), "en")).tap()
    expect(new.get_by_text(say(text("claim.denied"), "en"))).to_be_visible()
    expect(old.locator(".news, .asked")).to_have_count(0)
    settle(box, yes=True)
    expect(new.locator("body.phone")).to_be_visible()


def test_readers_get_news_about_people_once(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben", "Cho")
    start(box.house, "Ana", "Ben", "Cho")
    cho = phone(box, "Cho")
    expect(cho.locator("#now")).to_contain_text("Ana")
    with box.house.changing() as guests:
        guests.leave(Seat("Ben"))
    expect(cho.locator("#live p").last).to_contain_text(say(text("news.left", seat="Ben"), "en"))
    box.play("Ana", "turn", type="play", card="priest")
    expect(cho.locator("#live p").last).to_contain_text("Tap the scored card")
    expect(cho.locator("#live p").last).not_to_contain_text(say(text("news.left", seat="Ben"), "en"))


def test_a_player_on_a_new_phone_in_its_turn_has_its_stones_in_sight(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben")
    new = phone(box, path=f"/J/{box.house.guests.door.code}", locale="fr")
    new.locator("main:not([hidden]) [data-again=Ana]").click()
    expect(new.locator(".digits")).to_be_visible()
    settle(box, yes=True)
    expect(new.locator(".blocks > .tally")).to_be_in_viewport(ratio=1)
    expect(new.locator(".news")).to_have_count(0)


def test_the_active_player_keeps_its_stones_in_sight_when_another_comes_on_a_new_phone(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana", "Ben")
    start(box.house, "Ana", "Ben")
    ana = phone(box, "Ana", locale="fr")
    new = phone(box, path=f"/J/{box.house.guests.door.code}")
    new.locator("main:not([hidden]) [data-again=Ben]").click()
    expect(new.locator(".digits")).to_be_visible()
    settle(box, yes=True)
    expect(ana.locator(".news")).to_be_attached()
    expect(ana.locator(".blocks > .tally")).to_be_in_viewport(ratio=1)


def test_after_a_take_over_each_taps_its_seat_and_one_ok_of_the_host_lets_all_in(boxes: Boxes, phone: Phones) -> None:
    """The table comes from another box. Ana is here already, the others join, and nobody has to type a name."""
    box = boxes("Ana", "Ben", "Cho")
    start(box.house, "Ana", "Ben", "Cho")
    ana, others = phone(box, "Ana"), {name: phone(box, path=f"/J/{box.house.guests.door.code}") for name in ("Ben", "Cho")}
    for name, page in others.items():
        page.locator(f"main:not([hidden]) [data-again={name}]").tap()
        expect(page.locator(".digits")).to_be_visible()
    ana.locator(".dots.claimed").tap()
    for page in others.values():
        expect(ana.locator(".named")).to_contain_text(page.locator(".digits").inner_text())
    ana.get_by_role("button", name=say(text("more.claims_yes", n=2), "en")).tap()
    for name, page in others.items():
        expect(page.locator(".me")).to_have_text(name)


def test_the_page_of_a_box_that_lost_its_table_leads_to_the_seat_at_the_other(boxes: Boxes, phone: Phones) -> None:
    old, spare = boxes("Ana", "Ben"), boxes("Zoe")
    start(old.house, "Ana", "Ben")
    with spare.house.changing() as guests:
        guests.take_over(old.house.guests.book, "7KQ2MX")
    ben = phone(old, "Ben")
    takeover.fence(old.house, 1, "spare", f"127.0.0.1:{spare.server.port}", 0)  # its own name, so that no cookie is sent
    ben.get_by_role("link", name=say(text("elsewhere.go"), "en")).tap()
    expect(ben.locator("main:not([hidden]) [data-again]")).to_have_text("Ben")
    ben.wait_for_load_state()  # the page hears taps only after its scripts have loaded
    ben.get_by_role("button", name="Ben").tap()
    expect(ben.locator(".digits")).to_be_visible()
    settle(spare, yes=True)
    expect(ben.locator(".me")).to_have_text("Ben")


def test_a_browser_without_cookies_gets_a_message_and_leaves_no_seat(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana")
    cookieless = phone(box)
    cookieless.context.new_cdp_session(cookieless).send("Emulation.setDocumentCookieDisabled", {"disabled": True})
    cookieless.goto(f"{box.url}/J/{box.house.guests.door.code}")
    for name in ("Eve", "Ana"):
        cookieless.locator("[name=name]").first.fill(name)
        cookieless.get_by_role("button", name=SIT).click()
        expect(cookieless.locator(".refusal [data-words]")).to_have_text(say(text("join.no_cookies"), "en"))
    assert box.house.guests.seating.seats == ("Ana",)
    assert box.house.guests.claims.first() is None


def test_a_browser_without_scripts_gets_a_message_in_all_languages_and_a_clean_address(boxes: Boxes, phone: Phones) -> None:
    box = boxes("Ana")
    for path in ("/", f"/J/{box.house.guests.door.code}"):
        plain = phone(box, path=path, java_script_enabled=False)
        for language in LANGUAGES:
            expect(plain.locator(f".no-script [lang={language}]")).to_have_text(say(text("no_script"), language))
        form = plain.locator("main:not([hidden]) form")
        form.locator("[name=name]").fill("Eve")
        for code in form.locator("input.code").all():
            code.fill("7KQ2MX")
        form.get_by_role("button", name=SIT).click()
        expect(plain.locator("h1")).to_have_text(say(text("no_script"), "en"))
        assert plain.url == box.url + "/join"
    assert box.house.guests.seating.seats == ("Ana",)


def test_no_form_would_put_what_it_holds_into_an_address() -> None:
    """A browser puts a form into an address if no script runs, or none has loaded yet."""
    written = [
        form for file in sorted(WEB.glob("templates/*.html")) for form in re.findall(r"<form[^>]*>", file.read_text("utf-8"))
    ]
    drawn = [
        form
        for file in sorted(WEB.glob("static/**/*.js"))
        for form in re.findall(r'h\(\s*"form",\s*{[^}]*', file.read_text("utf-8"))
    ]
    assert written
    assert len(drawn) > 2
    assert [form for form in written if 'method="post"' not in form] == []
    assert [form for form in drawn if 'method: "post"' not in form] == []


WEB = Path(__file__).parents[2] / "web"


def test_a_page_without_a_screen_can_be_turned(boxes: Boxes, phone: Phones) -> None:
    """If a script of the page fails, the test fails."""
    lost = phone(boxes("Ana"), path="/nowhere")
    lost.evaluate("dispatchEvent(new Event('resize'))")
    expect(lost.locator(".message")).to_be_visible()
