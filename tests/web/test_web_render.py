"""Pages: what a phone is sent says nothing that it should not, and all that it should."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from companion.core.answers import Answers, Choice, Field, Form, Group, Option, Step, Steps
from companion.core.blocks import Block, Count, Secret
from companion.core.knowledge import Seat
from companion.core.view import Ask
from companion.core.words import text
from companion.house.house import House
from companion.house.stories import story
from companion.ports.frame import Frame
from companion.ports.panel import Claim, Page
from companion.qr import matrix
from companion.speech.i18n import LANGUAGES, catalogue, say
from tests.support.asked import bid, first, gain
from tests.support.games import answers, play
from tests.support.houses import open_house, playing, seats_of, sit_down, start
from web.drawing import fields, render, templating
from web.drawing.svg import QUIET, qr_svg

NAMES = ("Ana", "Ben", "Cho", "Dai")
WEB = Path(render.__file__).parents[1]
VOID = {"meta", "link", "input", "img", "br", "path", "use", "rect"}


@dataclass
class Tag:
    name: str
    attributes: dict[str, str | None]
    inside: list["Tag | str"] = field(default_factory=list)

    def all(self) -> Iterator["Tag"]:
        yield self
        for child in self.inside:
            if isinstance(child, Tag):
                yield from child.all()

    def find(self, **wanted: str | None) -> list["Tag"]:
        return [tag for tag in self.all() if wanted.items() <= tag.attributes.items()]

    def classed(self, name: str) -> list["Tag"]:
        return [tag for tag in self.all() if name in (tag.attributes.get("class") or "").split()]

    @property
    def words(self) -> str:
        return "".join(child if isinstance(child, str) else child.words for child in self.inside)


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Tag("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"an attribute twice: {attrs}"
        made = Tag(tag, dict(attrs))
        self.open[-1].inside.append(made)
        if tag not in VOID:
            self.open.append(made)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].inside.append(Tag(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop().name == tag, f"</{tag}> closes something else"

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def read(html: str) -> Tag:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert [tag.name for tag in reader.open] == [""], "something stays open"
    return reader.open[0]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = playing(tmp_path, *NAMES, oracle=True)
    yield house
    house.journal.close()


def frame(house: House, name: str = "Ana") -> Frame:
    return house.frame(Seat(name))


def asking(house: House, asked: Answers) -> Frame:
    """Ana's screen with this question alone."""
    shown = frame(house)
    assert shown.screen is not None
    ask = Ask("1.test", "test", asked)
    return msgspec.structs.replace(shown, screen=msgspec.structs.replace(shown.screen, asks=(ask,)))


def pages(house: House, language: str) -> list[str]:
    """One of each page that stands now."""
    shown = frame(house)
    assert house.table is not None
    moment = house.table.moment
    return [
        render.page(shown, language),
        render.table_page(house.frame(None), language),
        render.join_page("7KQ2MX", ((Seat("Ben"), 2),), language, text("no_such_code"), True),
        render.join_page("", (), language, None, False),
        render.claim_page(Seat("Ben"), 3, "42", language),
        render.message_page(text("no_seat"), language, 403),
        render.panel_page(Page("phase", ("Bali", "Ana"), ("", "Page", "OK")), language),
        render.story_page(moment.history.game.id, story(moment, ()), moment.fingerprint, language, shown.pieces),
    ]


# Every page


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_of_a_page_is_inline_so_that_a_strict_policy_lets_it_run(house: House, language: str) -> None:
    for html in pages(house, language):
        for tag in read(html).all():
            assert tag.name != "style"
            assert tag.name != "script" or ((tag.attributes["src"] or "").startswith("/static/") and not tag.inside)
            assert not [name for name in tag.attributes if name == "style" or name.startswith("on")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_says_its_language(house: House, language: str) -> None:
    for html in pages(house, language):
        assert [tag.attributes["lang"] for tag in read(html).all() if tag.name == "html"] == [language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_of_a_game_is_whole_and_its_data_can_be_read(tmp_path: Path, language: str) -> None:
    house = open_house(tmp_path)
    sit_down(house, *NAMES)
    read_screens(house, language)
    start(house, *NAMES, oracle=True, demon=True, altar_log=True)
    for n in answers(house, seed=3):
        if n % 7 == 0:
            read_screens(house, language)
    read_screens(house, language)
    house.journal.close()


def read_screens(house: House, language: str) -> None:
    for name in NAMES:
        screen = read(render.whole(frame(house, name), language))
        ids = [tag.attributes["id"] for tag in screen.all() if "id" in tag.attributes]
        assert len(ids) == len(set(ids))
        for tag in screen.all():
            for key in ("data-do", "data-body", "data-path", "data-due"):
                json.loads(tag.attributes.get(key) or "null")
    read(render.table_fragment(house.frame(None), language))


def test_templates_name_only_words_that_there_are() -> None:
    named = {
        key
        for path in (WEB / "templates").glob("*.html")
        for key in re.findall(r"'([a-z_]+\.[a-z_.]+)'(?:\|t\b|, '|\))", path.read_text("utf-8"))
        if not key.endswith(".html")
    }
    assert len(named) > 60
    assert sorted(named - set(catalogue("en"))) == []


def test_every_kind_of_block_has_a_macro_of_its_own(house: House) -> None:
    tags = {kind.__struct_config__.tag for kind in get_args(Block)}
    source = (WEB / "templates" / "blocks.html").read_text("utf-8")
    assert tags <= set(re.findall(r"macro (\w+)\(block, ", source))


def test_a_name_is_never_taken_for_html(tmp_path: Path) -> None:
    name = "<b>'\"&amp;{{7*7}}"
    house = playing(tmp_path, name, "Ben")
    for html in (render.whole(frame(house, name), "en"), render.table_fragment(house.frame(None), "en")):
        assert "<b>'" not in html
        assert name in read(html).words
    house.journal.close()


# Secrets


def secret_parts(html: str) -> tuple[Tag, Tag]:
    """The panel under the cover, and the screen without it."""
    screen = read(html)
    (panel,) = screen.find(id="panel")
    for tag in screen.all():
        tag.inside = [child for child in tag.inside if child is not panel]
    return panel, screen


def test_a_secret_stands_nowhere_but_under_the_cover(house: House) -> None:
    shown = frame(house)
    assert shown.screen is not None
    one = with_secret(shown, Secret(text("bali.secret.cards"), counts=(Count(3, "rice", text("bali.kind.rice")),)))
    other = with_secret(shown, Secret(text("bali.secret.nothing")))
    panels, screens = zip(*(secret_parts(render.whole(f, "en")) for f in (one, other)), strict=True)
    assert panels[0] != panels[1]
    assert screens[0] == screens[1]


def with_secret(shown: Frame, secret: Secret | None) -> Frame:
    assert shown.screen is not None
    blocks = [block for block in shown.screen.view.blocks if not isinstance(block, Secret)]
    view = msgspec.structs.replace(shown.screen.view, blocks=(*blocks, *((secret,) if secret else ())))
    return msgspec.structs.replace(shown, screen=msgspec.structs.replace(shown.screen, view=view))


@pytest.mark.parametrize("secret", [None, Secret(text("bali.secret.cards"), goal=(text("bali.secret.look"),))])
def test_the_panel_has_the_same_rows_whatever_lies_under_it(house: House, secret: Secret | None) -> None:
    full = Secret(text("bali.secret.cards"), (text("bali.secret.look"),) * 3, (text("bali.secret.unknown"),) * 3)
    rows = [
        [(tag.name, tag.attributes) for tag in secret_parts(render.whole(with_secret(frame(house), s), "en"))[0].all()]
        for s in (full, secret)
    ]
    assert rows[0] == rows[1]


def test_the_panel_is_covered_when_it_comes(house: House) -> None:
    assert all("hidden" in secret_parts(render.whole(frame(house, name), "en"))[0].attributes for name in NAMES)


def test_the_cover_says_the_same_to_every_seat(house: House) -> None:
    covers = [read(render.whole(frame(house, name), "en")).classed("cover")[0] for name in NAMES]
    assert all(cover == covers[0] for cover in covers)


def sacrifice(blocked: bool, spoken: bool = False) -> Option:
    why = text("bali.not_held") if blocked else None
    aloud = text("bali.kind.rice") if spoken else None
    return Option({"type": "sacrifice", "kind": "rice"}, text("bali.kind.rice"), sign="rice", why=why, spoken=aloud)


def places(option: Option) -> Iterator[Answers]:
    """A secret question with this answer in each place where one may stand."""
    yield Answers((Group((option,), 2),), secret=True)
    yield Answers((Group((option,), 2, aside=True),), aside=text("more.open"), secret=True)
    yield Answers(main=option, secret=True)
    yield Answers(lots=option, secret=True)
    step = Step((Choice(text("bali.kind.rice")),), 1)
    for one_grid in (True, False):
        yield Answers(steps=Steps((step,), (msgspec.structs.replace(option, path=(0,)),), one_grid=one_grid), secret=True)


@pytest.mark.parametrize("spoken", [False, True])
def test_to_a_secret_question_a_blocked_answer_looks_like_any_other(house: House, spoken: bool) -> None:
    both = zip(places(sacrifice(False, spoken)), places(sacrifice(True, spoken)), strict=True)
    for legal, blocked in both:
        assert render.whole(asking(house, legal), "en") == render.whole(asking(house, blocked), "en")


def test_an_answer_to_a_secret_question_is_marked_so_that_it_is_never_drawn_as_chosen(house: House) -> None:
    (button,) = read(render.whole(asking(house, next(places(sacrifice(False)))), "en")).classed("option")[:1]
    assert "data-secret" in button.attributes


# Questions


def test_a_blocked_answer_is_dashed_and_says_why(house: House) -> None:
    why = text("bali.too_few_stones", need=7, have=2)
    shrine = Option({"type": "play", "card": "shrine"}, text("bali.short.shrine"), why=why)
    (button,) = read(render.whole(asking(house, Answers((Group((shrine,), 4),))), "en")).classed("no")
    assert button.attributes["data-why"] == say(why, "en")
    assert say(why, "en") in (button.attributes["aria-label"] or "")


def test_readers_hear_an_answer_as_a_whole_sentence(house: House) -> None:
    spoken = text("bali.say.play_for", cards=text("bali.farmers.rice", count=2), count=1)
    two = Option({"type": "play"}, text("bali.times", n=2), spoken=spoken)
    screen = read(render.whole(asking(house, Answers((Group((two,), 4),))), "en"))
    assert screen.find(**{"aria-label": say(spoken, "en")})


@pytest.mark.parametrize(
    ("made", "paths"),
    [
        (Field("stones", min=0, max=9), [("stones",)]),
        (Field("altar", min=0, max=9, keys=("rice", "banana")), [("altar", "rice"), ("altar", "banana")]),
        (Field("elders", min=0, max=9, many=2), [("elders", 0), ("elders", 1)]),
        (Field("bids", min=0, max=9, many={"a": 2, "b": 1}), [("bids", "a", 0), ("bids", "a", 1), ("bids", "b", 0)]),
        (Field("seat", of=("Ana", "Ben")), [("seat",)]),
    ],
)
def test_every_number_of_a_form_has_its_place_in_the_answer(made: Field, paths: list[fields.Slot]) -> None:
    assert [one.path for one in fields.inputs(Form({}, (made,), text("bali.ask.count_done")), "en")] == paths


def test_a_form_begins_at_its_least_number_and_leaves_zeros_out_only_by_key() -> None:
    form = Form({}, (Field("n", min=2, max=9), Field("kinds", min=0, max=9, keys=("rice",))), text("bali.ask.count_done"))
    one, keyed = fields.inputs(form, "en")
    assert (one.default, one.sparse) == (2, False)
    assert (keyed.default, keyed.sparse) == (0, True)


# Who sees what


def test_only_the_host_has_what_ends_a_game_for_all(house: House) -> None:
    play(house)
    ends = {
        name: {tag.attributes.get("data-post") for tag in read(render.whole(frame(house, name), "en")).all()}
        for name in NAMES
    }
    assert {"/start", "/lobby", "/host", "/dismiss"} <= ends["Ana"]
    assert not ends["Ben"] & {"/start", "/lobby", "/host", "/dismiss", "/abandon", "/settle"}


def test_the_cover_goes_with_the_game(house: House) -> None:
    play(house)
    assert not read(render.whole(frame(house), "en")).classed("cover")


def test_without_a_panel_the_host_takes_back_for_it(house: House) -> None:
    for panel, buttons in ((True, 0), (False, 1)):
        shown = msgspec.structs.replace(frame(house), panel=panel)
        assert len(read(render.whole(shown, "en")).find(**{"data-take-back": "/undo"})) == buttons


def test_a_claim_stands_in_the_hosts_more_and_never_among_the_questions(house: House) -> None:
    shown = msgspec.structs.replace(frame(house), claim=Claim(Seat("Ben"), "42"))
    screen = read(render.whole(shown, "en"))
    assert "42" in screen.find(id="sheet")[0].words
    assert "42" not in screen.find(id="asks")[0].words


def test_what_changes_with_each_answer_stands_beside_the_sheet_that_copies_it(house: House) -> None:
    for _ in answers(house, most=4):
        shown = frame(house)
        screen = read(render.whole(shown, "en"))
        (print_,) = screen.classed("print")
        assert print_.words == templating.spaced(shown.fingerprint, 4)
        copies = {tag.attributes["data-copy"] for tag in screen.find(id="sheet")[0].all() if "data-copy" in tag.attributes}
        assert {".print", ".phase-card"} <= copies


def test_a_guest_in_the_middle_of_a_game_is_asked_nothing(house: House) -> None:
    sit_down(house, "Eva")
    screen = read(render.whole(frame(house, "Eva"), "en"))
    assert not screen.classed("ask")
    assert not screen.find(id="panel")
    assert say(text("not_playing"), "en") in screen.find(id="now")[0].words


def test_the_rooms_screen_is_never_lit_and_never_asks(house: House) -> None:
    for _ in answers(house, most=12):
        room = read(render.table_fragment(house.frame(None), "en"))
        assert not room.classed("lit")
        assert not [tag for tag in room.all() if tag.name == "button"]


def test_everybody_is_shown_by_colour_and_shape_and_name(house: House) -> None:
    for name in seats_of(house):
        (me,) = read(render.whole(frame(house, name), "en")).classed("me")
        assert me.words == name
        assert me.find(**{"aria-label": say(text(f"piece.{house.frame(None).pieces[name]}"), "en")})


def test_the_way_in_is_there_in_every_language_and_shows_one() -> None:
    screen = read(render.join_page("7KQ2MX", (), "fr", None, False))
    ways = [tag for tag in screen.all() if tag.name == "main"]
    assert {way.attributes["lang"] for way in ways} == set(LANGUAGES)
    assert [way.attributes["lang"] for way in ways if "hidden" not in way.attributes] == ["fr"]


def test_a_qr_code_is_the_matrix_with_a_quiet_zone() -> None:
    url = "HTTP://10.42.0.1/J/7KQ2MX"
    drawn = qr_svg(url, "QR")
    dark = {
        (int(x) + i - QUIET, int(y) - QUIET)
        for x, y, run in re.findall(r"M(\d+) (\d+)\.5h(\d+)", drawn)
        for i in range(int(run))
    }
    assert dark == {(x, y) for y, row in enumerate(matrix(url)) for x, module in enumerate(row) if module}
    side = len(matrix(url)) + 2 * QUIET
    assert f'viewBox="0 0 {side} {side}"' in drawn


# Steps, values in words, lots


def drawn(house: House, asked: Answers) -> Tag:
    """Where this question stands on Ana's phone."""
    return read(render.fragment(asking(house, asked), "en")).find(id="asks")[0]


def test_a_secret_composition_says_nothing_of_what_is_blocked(house: House) -> None:
    one, other = (render.fragment(asking(house, bid(used)), "en") for used in (1, 5))
    assert one == other


def test_only_an_open_step_of_a_secret_question_may_be_drawn_as_chosen(house: House) -> None:
    steps = drawn(house, bid()).classed("steps")[0]
    assert json.loads(steps.attributes["data-said"])["shows"] == [True, False]
    closed = [tag for tag in steps.all() if "data-choice" in tag.attributes and "data-secret" not in tag.attributes]
    assert {tag.attributes["data-at"] for tag in closed} == {"0"}


def test_who_lies_where_is_drawn_and_said(house: House) -> None:
    rice = drawn(house, bid()).find(**{"data-id": "s0.1"})[0]
    assert [tag.attributes["aria-label"] for tag in rice.classed("piece")] == ["Ben, green triangle", "Cho, red square"]


def test_a_form_for_records_is_on_no_screen(house: House) -> None:
    assert [tag.attributes["data-body"] for tag in drawn(house, gain()).classed("compose")] == ['{"type":"gain"}']


def test_values_are_called_by_their_words(house: House) -> None:
    words = [tag.words.strip() for tag in drawn(house, gain()).classed("option")]
    assert words == ["stones", "points", "rice", "banana", "without"]


def test_the_box_is_bidden_draw_by_one_button(house: House) -> None:
    (main,) = [tag for tag in drawn(house, first()).classed("main") if "data-do" in tag.attributes]
    assert json.loads(main.attributes["data-do"]) == {"type": "first"}


# A game that was broken off


def test_in_the_lobby_a_hand_lies_under_the_cover_and_nowhere_else(tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    house.leave_game(unfinished=True)
    ana = read(render.page(house.frame(Seat("Ana")), "en"))
    assert "rice" in ana.classed("panel")[0].words
    assert "Bali was ended early" in ana.classed("blocks")[0].words
    assert "rice" not in ana.classed("blocks")[0].words
    assert not read(render.table_page(house.frame(None), "en")).classed("panel")
    house.journal.close()
