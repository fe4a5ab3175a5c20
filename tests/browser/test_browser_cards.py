"""Cards that an owner enters once: on a laptop by keys alone, on a phone by taps. They are corrected, saved as a file and
opened again."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.core.owner_things import toml
from companion.games.buru.owner_cards import START
from tests.browser.axe import violations
from tests.browser.conftest import Box, Boxes, Phones, rest, tapped

pytestmark = pytest.mark.browser

HOME = "/kept/buru/box"
ID = "c" * 32
WIDE = {"width": 1280, "height": 800}


@pytest.fixture
def box(boxes: Boxes) -> Box:
    return boxes("Ana", "Ben")


def entered(box: Box, draft: dict[str, Any], part: str = "islander") -> str:
    """Keep a draft. Return the address of the page on which its cards are entered."""
    with box.house.changing():
        box.house.owner_things.write("buru", "box", ID, 0, draft)
    return f"{HOME}/{ID}#{part}"


def draft_of(box: Box, id_: str = ID) -> dict[str, Any]:
    return box.house.owner_things.one("buru", "box", id_).thing.draft


def card_values(box: Box, part: str = "islander") -> list[dict[str, str]]:
    """Return the values of each card of a page."""
    return [row["said"] for row in draft_of(box)[part]]


def is_saved(page: Page) -> None:
    tapped(page)
    expect(page.locator(".saved")).to_have_class("saved saved")


def keys(page: Page, *pressed: str) -> None:
    """Press keys in turn. Words in quotes are typed."""
    for key in pressed:
        if key.startswith('"'):
            page.keyboard.type(key[1:-1])
        else:
            page.keyboard.press(key)


FARMER = {"name.en": "Farmer", "group": "gatherer", "cost": "2", "does": "1 palm"}
WEAVER = {"name.en": "Weaver", "group": "artisan", "does": "2 fish : 2 palm | 1 palm : 2 fish"}


def test_three_cards_are_entered_by_keys_alone(box: Box, phone: Phones) -> None:
    page = phone(box, "Ana", entered(box, {}), viewport=WIDE)
    page.get_by_label("Name").focus()
    keys(page, '"Farmer"', "Tab", '"Gath"', "Tab", '"2"', "Tab", '"1p"', "Enter")
    keys(page, '"Weaver"', "Tab", '"Art"', "Tab", "Tab", '"2 fish:2pa | 1 palm : 2f"', "Enter")
    keys(page, '"Learned Priest"', "Tab", '"Pr"', "Tab", "Tab", "Tab", '"man 1 ebony"', "Tab", '"2"')
    is_saved(page)
    priest = {"name.en": "Learned Priest", "group": "priest", "scroll": "manuk 1 ebony", "copies": "2"}
    assert card_values(box) == [FARMER, WEAVER, priest]
    expect(page.locator(".lacks")).to_have_class("lacks none")
    expect(page.get_by_label("What it does").nth(1)).to_have_value("2 fish : 2 palm | 1 palm : 2 fish")


def test_enter_goes_to_the_next_card_and_begins_no_second_empty_one(box: Box, phone: Phones) -> None:
    page = phone(box, "Ana", entered(box, {"islander": [{"said": FARMER}, {"said": WEAVER}]}), viewport=WIDE)
    page.get_by_label("Fish").first.focus()
    keys(page, "Enter")
    expect(page.get_by_label("Name").nth(1)).to_be_focused()
    keys(page, "Enter", "Enter", "Enter")
    expect(page.get_by_label("Name")).to_have_count(3)
    expect(page.get_by_label("Name").nth(2)).to_be_focused()


@pytest.mark.parametrize(
    ("locale", "why"),
    [("en", "a whole number from 0 to 20"), ("fr", "un nombre entier de 0 à 20"), ("ja", "0から20までの整数")],
)
def test_a_fault_is_named_at_its_field_in_the_pages_language_until_it_is_mended(
    box: Box, phone: Phones, locale: str, why: str
) -> None:
    page = phone(box, "Ana", entered(box, {"islander": [{"said": FARMER}]}), viewport=WIDE, locale=locale)
    cost = page.locator("#cell-0-cost")
    cost.fill("21")
    expect(cost).to_have_attribute("aria-invalid", "true")
    assert page.locator("#cell-0-cost-why").inner_text().replace("\u200b", "") == why
    assert cost.get_attribute("aria-describedby") == "cell-0-cost-why"
    cost.fill("3")
    expect(page.locator(".why")).to_have_count(0)


def test_empty_fields_of_a_card_that_is_being_typed_are_no_faults_yet(box: Box, phone: Phones) -> None:
    page = phone(box, "Ana", entered(box, {}, "forest"), viewport=WIDE)
    page.get_by_label("Name").fill("Wood")
    is_saved(page)
    expect(page.locator(".why")).to_have_count(0)
    page.get_by_role("button", name="Undo").focus()
    expect(page.locator("#cell-0-does-why")).to_have_text("is missing")


def test_a_phrase_is_written_by_taps_and_in_the_pages_words(box: Box, phone: Phones) -> None:
    page = phone(box, "Ana", entered(box, {"islander": [{"said": {"name.en": "Weaver", "group": "artisan"}}]}), locale="fr")
    field = page.locator("#cell-0-does")
    field.tap()
    for words in ("2", "poisson", ":", "1", "palme", "guide"):
        if words.isdigit():
            page.keyboard.type(words)
        else:
            page.locator(".helps").get_by_role("button", name=words, exact=True).tap()
    page.locator("h1").tap()
    is_saved(page)
    assert card_values(box)[0]["does"] == "2 fish : 1 palm guide"
    expect(field).to_have_value("2 poissons : 1 palme guide")
    other = phone(box, "Ana", f"{HOME}/{ID}#islander", locale="ja")
    expect(other.locator("#cell-0-does")).to_have_value("2 魚 : 1 ヤシ ガイド")


def test_a_name_is_each_languages_own(box: Box, phone: Phones) -> None:
    page = phone(box, "Ana", entered(box, {"islander": [{"said": FARMER}]}), locale="ja")
    name = page.locator("#cell-0-name")
    expect(name).to_have_attribute("placeholder", "Farmer")
    name.fill("農夫")
    is_saved(page)
    assert card_values(box) == [{**FARMER, "name.ja": "農夫"}]


def test_a_missing_field_is_one_tap_away(box: Box, phone: Phones) -> None:
    page = phone(box, "Ana", entered(box, {"islander": [{"said": FARMER}, {"said": {**WEAVER, "does": "2 gold"}}]}, ""))
    page.locator(".lacks summary").tap()
    page.get_by_role("link", name="Islanders and outlaws 2, What it does: Example").tap()
    expect(page.locator("#cell-1-does")).to_be_focused()


def test_a_card_that_is_removed_comes_back_by_undo(box: Box, phone: Phones) -> None:
    page = phone(box, "Ana", entered(box, {"islander": [{"said": FARMER}, {"said": WEAVER}]}))
    page.get_by_role("button", name="Card 1: remove").tap()
    is_saved(page)
    assert card_values(box) == [WEAVER]
    page.get_by_role("button", name="Undo").tap()
    is_saved(page)
    assert card_values(box) == [FARMER, WEAVER]


@pytest.mark.parametrize("suffix", ["toml", "json"])
def test_a_file_is_opened_mended_and_saved_again(box: Box, phone: Phones, tmp_path: Path, suffix: str) -> None:
    page = phone(box, "Ana", HOME)
    file = tmp_path / f"cards.{suffix}"
    wrong: Any = {**START, "carver": {**START["carver"], "cost": 99}}
    file.write_text(toml(wrong) if suffix == "toml" else json.dumps(wrong), "utf-8")
    page.locator("[data-take]").set_input_files(file)
    page.wait_for_url(f"**{HOME}/*")
    page.get_by_role("link", name="Islanders and outlaws").first.tap()
    page.locator("#cell-2-cost").fill("2")
    is_saved(page)
    page.locator(".back-to").tap()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as a file").tap()
    assert saved.value.suggested_filename == "buru-box.toml"
    assert tomllib.loads(Path(saved.value.path()).read_text("utf-8")) == START


def test_a_file_of_another_kind_is_refused_with_card_and_field(box: Box, phone: Phones, tmp_path: Path) -> None:
    page = phone(box, "Ana", HOME)
    file = tmp_path / "cards.toml"
    file.write_text('[king]\nkind = "monarch"\n', "utf-8")
    page.locator("[data-take]").set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("king.kind: one of: islander")


def test_axe_finds_nothing_in_a_page_of_cards(box: Box, phone: Phones) -> None:
    draft = {"islander": [{"said": FARMER}, {"said": {**WEAVER, "cost": "99"}}]}
    page = phone(box, "Ana", entered(box, draft))
    page.locator("#cell-1-does").tap()
    expect(page.locator(".why")).to_have_count(1)
    assert violations(page) == []


WOOD = {"said": {"name.en": "Old tree", "does": "2 fish | 1 palm : 3 esteem"}}


def tell(box: Box, by: str, /, **do: Any) -> None:
    """Give an answer as if from another phone."""
    kind = do["type"] if do["type"] in ("first", "decree", "place", "reveal") else "act"
    box.play(by, kind, **do)


def to_the_forest(box: Box) -> None:
    """Play until Ana acts in the forest. The box knows only her cards."""
    tell(box, "Ana", type="first", seat="Ana")
    for place in ("forest", "manuk"):
        tell(box, "Ana", type="decree", place=place)
    for token, region in ((1, "forest"), (2, "shore"), (3, "village"), (4, "lake")):
        for seat in ("Ana", "Ben"):
            tell(box, seat, type="place", token=token, region=region)
    for _ in range(2):
        tell(box, "Ana", type="reveal")


def test_cards_are_chosen_in_the_lobby_and_a_turn_takes_one_tap(box: Box, phone: Phones) -> None:
    entered(box, {"name": "Ours", "forest": [WOOD]})
    page = phone(box, "Ana", clock=True)
    page.locator("[data-id='game:buru']").tap()
    expect(page.locator("#options-title")).to_contain_text("Buru")
    page.locator("[data-open=options]").tap()
    rest(page)
    page.locator("#options .more-row > summary").tap()
    rest(page)
    ours = page.get_by_role("button", name="Ours", exact=True)
    ours.scroll_into_view_if_needed()
    ours.click()  # a browser uses the next touch only to stop a scroll that has just happened
    expect(ours).to_have_attribute("aria-pressed", "true")
    page.locator("dialog .main").tap()
    expect(page.locator(".asks:not([data-scene=lobby])")).to_be_visible()
    assert box.house.table is not None
    assert list(box.house.table.head.options["box"]["cards"]) == ["old_tree"]
    to_the_forest(box)
    page.get_by_role("button", name="Old tree: take: 2 fish", exact=True).tap()
    expect(
        page.get_by_role("button", name="Old tree: take: 2 fish. Not now: Only one space a turn. End the turn.")
    ).to_be_visible()
    assert box.house.table.moment.history.state.public.players[0].fish == 5 + 2
