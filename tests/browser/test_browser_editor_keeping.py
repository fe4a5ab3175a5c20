"""An owner's copies are kept: half done, from two phones, offline, and as a file."""

import io
import json
from typing import Any

import msgspec
import pytest
from PIL import Image
from playwright.sync_api import Request, expect

from companion.bounds import CHANGES_AT_ONCE
from companion.house.guests import token_hash
from tests.browser.conftest import Box, Boxes, Phones
from tests.browser.copied import EMPTY, HOME, ID, WHOLE, Copyist, as_json, draft_of, open_at, with_boards
from tests.support.disks import no_byte_more

pytestmark = pytest.mark.browser


@pytest.fixture
def box(boxes: Boxes) -> Box:
    return with_boards(boxes("Ana", "Ben"))


# Kept with the box


def test_a_draft_continues_on_another_phone(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    ana.paints("first area", (0, 0))
    ana.is_saved()
    other = Copyist(phone(box, "Ana", HOME))
    other.page.locator(".link-row", has_text="Mine").tap()
    other.opens("Map")
    expect(other.cell(0, 0)).to_have_accessible_name("Row 1, column 1: first area")
    other.paints("second area", (0, 1))
    other.is_saved()
    assert draft_of(box)["map"][0] == "ab.."


def test_the_changes_of_two_phones_to_different_parts_are_both_kept(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    other = Copyist(phone(box, "Ana", f"{HOME}/{ID}#name"))
    other.page.get_by_role("textbox").fill("Ours")
    other.is_saved()
    ana.paints("first area", (0, 0))
    expect(ana.page.locator(".news")).to_have_text("Changed on another phone: Name")
    ana.is_saved()
    assert (draft_of(box)["name"], draft_of(box)["map"][0]) == ("Ours", "a...")


@pytest.mark.parametrize(("choice", "stands", "other"), [("Keep mine", "a...", "b..."), ("Take theirs", "b...", "a...")])
def test_if_two_phones_change_one_part_one_wins_and_the_other_is_a_step_back(
    box: Box, phone: Phones, choice: str, stands: str, other: str
) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    second = Copyist(phone(box, "Ana", f"{HOME}/{ID}#map"))
    second.paints("second area", (0, 0))
    second.is_saved()
    ana.paints("first area", (0, 0))
    expect(ana.page.get_by_role("alert")).to_contain_text("Changed here and on another phone: Map")
    assert draft_of(box)["map"][0] == "b..."
    ana.tap(choice)
    ana.is_saved()
    assert draft_of(box)["map"][0] == stands
    ana.tap("Undo")
    ana.is_saved()
    assert draft_of(box)["map"][0] == other


def test_a_change_by_another_phone_is_not_drawn_under_a_finger(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    ana.paints("first area")
    at = ana.cell(0, 0).bounding_box()
    assert at is not None
    ana.page.mouse.move(at["x"] + 9, at["y"] + 9)
    ana.page.mouse.down()
    with box.house.changing():
        box.house.owner_things.write("market", "board", ID, 1, as_json(msgspec.structs.replace(EMPTY, map=("...b",) * 4)))
    with ana.page.expect_response(lambda reply: reply.request.method == "GET"):
        ana.page.evaluate("dispatchEvent(new Event('focus'))")  # the phone wakes, so the page asks for the present state
    ana.page.mouse.up()
    expect(ana.page.get_by_role("alert")).to_contain_text("Changed here and on another phone: Map")
    assert draft_of(box)["map"] == ["...b"] * 4
    ana.tap("Keep mine")
    ana.is_saved()
    assert draft_of(box)["map"] == ["a...", "....", "....", "...."]


def test_a_full_disk_shows_a_message_and_the_phone_keeps_the_draft(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    with no_byte_more():
        ana.paints("first area", (0, 0))
        expect(ana.page.locator(".saved")).to_have_text("Not saved")
        expect(ana.page.get_by_role("alert")).to_contain_text("The game is safe")
    ana.is_saved()
    assert draft_of(box)["map"][0] == "a..."


def test_a_phone_that_saves_too_often_saves_a_little_later_without_a_message(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    for _ in range(CHANGES_AT_ONCE):
        box.house.change_limit.spend(token_hash(box.tokens["Ana"]))
    with ana.page.expect_response(lambda reply: reply.status == 429):
        ana.paints("first area", (0, 0))
    expect(ana.page.locator(".saved")).to_have_text("Saving …")
    expect(ana.page.get_by_role("alert")).to_have_count(0)
    box.house.change_limit.renew()
    ana.is_saved()
    assert draft_of(box)["map"][0] == "a..."


def test_without_a_connection_a_draft_stays_on_the_phone_and_is_saved_later(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    ana.page.context.set_offline(True)
    ana.paints("first area", (0, 0))
    expect(ana.page.locator(".saved")).to_have_text("No connection: kept on this phone")
    assert draft_of(box)["map"] == list(EMPTY.map)
    ana.page.context.set_offline(False)
    ana.is_saved()
    assert draft_of(box)["map"][0] == "a..."


def test_a_page_that_was_closed_before_it_could_save_saves_when_it_is_opened_again(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    again = ana.page.context.new_page()
    # The phone is not offline here, because something that a page sends while it closes may still reach the box.
    ana.page.evaluate("() => { window.fetch = () => Promise.reject(new TypeError()); }")
    ana.paints("first area", (0, 0))
    expect(ana.page.locator(".saved")).to_have_class("saved unsent")
    ana.page.close()
    assert draft_of(box)["map"] == list(EMPTY.map)
    again.goto(f"{box.url}{HOME}/{ID}")
    expect(again.locator(".saved")).to_have_class("saved saved")
    assert draft_of(box)["map"][0] == "a..."


def test_a_thing_deleted_on_another_phone_can_be_kept_as_a_new_one(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    with box.house.changing():
        box.house.owner_things.drop("market", "board", ID, 1)
    ana.paints("first area", (0, 0))
    expect(ana.page.get_by_role("alert")).to_contain_text("It is no longer saved here.")
    ana.goes(ana.page.get_by_role("button", name="Keep mine as a new one"), lambda url: ID not in url)
    (found,) = [one for one in box.house.owner_things.all("market", "board") if one.thing.revision]
    assert found.thing.draft["map"][0] == "a..."


def test_a_thing_is_removed_at_the_second_tap_only(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, clock=True)
    ana.tap("Remove it")
    expect(ana.page.get_by_role("alert")).to_contain_text("Sure? Then tap it again.")
    assert draft_of(box)["name"] == "Mine"
    ana.page.clock.fast_forward(500)
    ana.goes(ana.page.get_by_role("button", name="Remove it"), f"**{HOME}")
    expect(ana.page.locator(".link-row")).to_have_count(0)


def test_the_second_of_a_double_tap_removes_nothing_and_begins_no_second_one(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY)
    remove = ana.page.get_by_role("button", name="Remove it")
    remove.dblclick()
    expect(ana.page.get_by_role("alert")).to_contain_text("Sure? Then tap it again.")
    ana.leaves()
    ana.page.get_by_role("button", name="Start a new one").dblclick()
    ana.page.wait_for_url(f"**{HOME}/*")
    assert [one.name for one in box.house.owner_things.all("market", "board")] == ["Printed board", "", "Mine"]


def test_leaving_right_away_loses_nothing(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    ana.paints("first area", (0, 0))
    ana.page.goto(f"{box.url}/")
    other = Copyist(phone(box, "Ana", f"{HOME}/{ID}#map"))
    expect(other.cell(0, 0)).to_have_accessible_name("Row 1, column 1: first area")


# Files, and the sample


def test_a_file_that_is_saved_and_opened_again_is_the_same_and_no_second_one(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, WHOLE)
    with ana.page.expect_download() as saved:
        ana.page.get_by_role("link", name="Save as a file").tap()
    file = saved.value.path()
    assert json.loads(file.read_text("utf-8")) == as_json(WHOLE)
    ana.leaves()
    ana.page.locator("input[type=file]").set_input_files(file)
    ana.page.wait_for_url(f"**{HOME}/{ID}")
    assert draft_of(box) == as_json(WHOLE)
    assert sum(one.thing.revision > 0 for one in box.house.owner_things.all("market", "board")) == 1


@pytest.mark.parametrize("content", [b"", b"no file of ours", b"[1, 2]", b'{"name": 7}', b"\xff\xfe"])
def test_a_file_of_another_kind_is_refused_in_words_and_nothing_is_kept(box: Box, phone: Phones, content: bytes) -> None:
    ana = Copyist(phone(box, "Ana", HOME))
    file = {"name": "sheet.json", "mimeType": "application/json", "buffer": content}
    ana.page.locator("input[type=file]").set_input_files([file])  # type: ignore[list-item]
    expect(ana.page.get_by_role("alert")).to_contain_text("Nothing changed.")
    assert len(box.house.owner_things.all("market", "board")) == 1


def test_the_sample_and_its_copy_are_marked_in_each_name_until_the_owner_says_that_the_copy_is_real(
    box: Box, phone: Phones
) -> None:
    ana = Copyist(phone(box, "Ana", HOME))
    expect(ana.page.locator(".kept")).to_contain_text("Printed board (sample, not the printed one)")
    ana.starts("Start from this one")
    expect(ana.page.get_by_role("heading", level=1)).to_have_text("Printed board (sample, not the printed one)")
    ana.opens("Only a sample")
    ana.on(ana.page.get_by_role("switch"))
    ana.returns()
    expect(ana.page.get_by_role("heading", level=1)).to_have_text("Printed board")


# A photo to trace


def photo() -> bytes:
    """Return a random picture, whose bytes occur nowhere else."""
    made = io.BytesIO()
    Image.effect_noise((300, 200), 90).convert("RGB").save(made, "JPEG")
    return made.getvalue()


def chooses(ana: Copyist, content: bytes) -> None:
    ana.tap("Photo")
    file: Any = {"name": "sheet.jpg", "mimeType": "image/jpeg", "buffer": content}
    ana.page.locator("[data-photo]").set_input_files(file)


def test_a_photo_behind_the_map_is_kept_on_the_phone_and_no_request_carries_it(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    sent: list[Request] = []
    ana.page.on("request", lambda request: sent.append(request))
    chooses(ana, photo())
    expect(ana.page.locator("canvas.photo")).to_be_visible()
    ana.page.get_by_label("Size").fill("150")
    ana.page.get_by_label("How clear it is").fill("80")
    ana.tap("Done")
    ana.paints("first area", (0, 0))
    ana.is_saved()
    ana.page.reload()
    expect(ana.page.locator("canvas.photo")).to_be_visible()
    ana.tap("Photo")
    expect(ana.page.get_by_label("Size")).to_have_value("150")
    bodies = [request.post_data_buffer or b"" for request in sent]
    assert any(bodies), "what is painted is sent"
    assert max(map(len, bodies)) < 2000 < len(photo())
    assert draft_of(box) == as_json(msgspec.structs.replace(EMPTY, map=("a...", "....", "....", "....")))


def test_a_photo_is_as_large_and_as_clear_as_its_owner_likes_and_leaves_at_a_tap(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    chooses(ana, photo())
    seen = ana.page.locator("canvas.photo")
    usual = seen.bounding_box()
    ana.page.get_by_label("Size").fill("200")
    large = seen.bounding_box()
    assert usual
    assert large
    assert large["width"] == pytest.approx(2 * usual["width"], abs=2)
    ana.page.get_by_label("How clear it is").fill("90")
    expect(ana.cell(0, 0)).to_have_css("opacity", "0.1")
    ana.tap("Remove the photo")
    expect(seen).to_have_count(0)
    ana.page.reload()
    expect(ana.cell(0, 0)).to_have_css("opacity", "1")


def test_a_file_that_is_no_picture_is_refused_in_words(box: Box, phone: Phones) -> None:
    ana = open_at(box, phone, EMPTY, "#map")
    chooses(ana, b"no picture")
    expect(ana.page.get_by_role("alert")).to_contain_text("Choose another one.")
