"""Pages: nothing is inline except data that browsers do not run, and each page names its language."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.core.blocks import Count, Secret
from companion.core.state import Seat
from companion.core.words import Text, text
from companion.drawings import matrix
from companion.games.own.reading import data_of
from companion.games.own.tests.playing import at_table, text_of
from companion.house.house import House
from companion.house.stories import story
from companion.records.results import FinishedGame, Rank
from companion.snapshot.lobby import GameCard
from companion.snapshot.panel import PageInWords
from companion.snapshot.phone import PhoneSnapshot
from companion.speech.languages import LANGUAGES
from companion.speech.say import page_catalogue, say
from tests.support.houses import open_house, playing, sit_down, start
from tests.support.markup import Tag, parts_in, read
from web.drawing import pages
from web.drawing.parts import parts_of, results_parts, set_right_parts, story_parts
from web.drawing.svg import QUIET, dark

NAMES = ("Ana", "Ben", "Cho", "Dai")
WEB = Path(pages.__file__).parents[1]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = playing(tmp_path, *NAMES, oracle=True)
    yield house
    house.journal.close()


def snapshot(house: House, name: str = "Ana") -> PhoneSnapshot:
    return house.snapshot(Seat(name))


def drawn_by_themselves(house: House, language: str) -> list[str]:
    """Return the pages that come with their parts inside."""
    assert house.table is not None
    moment = house.table.moment
    pieces = house.snapshot(None).place.pieces
    ended_so = moment.screen(None).view
    tale = story_parts(moment.history.game.id, moment.number, story(moment, ()), moment.fingerprint, pieces, ended_so)
    ended = FinishedGame(1, "bali", None, None, (Rank(Seat("Ana"), 1, 22, won=True),), {}, "f" * 64)
    return [
        pages.screen_page(snapshot(house), language),
        pages.screen_page(house.snapshot(None), language),
        pages.story_page(tale, language),
        pages.results_page(results_parts([ended], {}), language),
    ]


def all_pages(house: House, language: str) -> list[str]:
    """Return one of each kind of page."""
    return [
        *drawn_by_themselves(house, language),
        pages.join_page(joining("7KQ2MX", Seat("Ben")), language, text("no_such_code")),
        pages.join_page(joining(), language),
        pages.claim_page(Seat("Ben"), 3, "42", language),
        pages.message_page(text("no_seat"), language, 403),
        pages.panel_page(PageInWords("phase", ("Bali", "Ana"), ("", "Page", "OK")), language),
    ]


def joining(code: str = "", *seats: Seat) -> pages.Joining:
    """Return the way in to a table with these seats, while Bali is played."""
    return pages.Joining(code, tuple((seat, n) for n, seat in enumerate(seats, 1)), (9, 10), "bali")


def is_data(tag: Tag) -> bool:
    """Return whether a browser treats this script as data, and does not run it."""
    return tag.attributes["type"] == "application/json" and tag.attributes["id"] in ("parts", "first-words")


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_of_a_page_is_inline_so_that_a_strict_policy_lets_it_run(house: House, language: str) -> None:
    for html in all_pages(house, language):
        for tag in read(html).all():
            assert tag.name != "style"
            assert not [name for name in tag.attributes if name == "style" or name.startswith("on")]
            if tag.name == "script" and not is_data(tag):
                assert (tag.attributes["src"] or "").startswith("/static/")
                assert not tag.inside


def test_every_page_has_a_sentence_in_all_languages_for_a_browser_that_is_too_old(house: House) -> None:
    for html in all_pages(house, "en"):
        (old,) = read(html).classed("too-old")
        assert [(tag.attributes["lang"], tag.words) for tag in old.all() if tag.name == "p"] == [
            (language, say(text("too_old"), language)) for language in LANGUAGES
        ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_says_its_language(house: House, language: str) -> None:
    for html in all_pages(house, language):
        assert [tag.attributes["lang"] for tag in read(html).all() if tag.name == "html"] == [language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_that_draws_comes_with_its_parts_and_says_where_its_words_are(house: House, language: str) -> None:
    """The stream brings the parts that only a phone's sheets draw."""
    for seat, words in ((Seat("Ana"), f"/words/{language}/bali.json?"), (None, f"/words/{language}.json?")):
        shown = house.snapshot(seat)
        page = pages.screen_page(shown, language)
        whole = msgspec.json.decode(msgspec.json.encode(parts_of(shown)))
        assert parts_in(page) == {name: part for name, part in whole.items() if not (seat and pages.in_sheets(name))}
        (body,) = [tag for tag in read(page).all() if tag.name == "body"]
        assert (body.attributes["data-words"] or "").startswith(words)


def test_pages_differ_by_their_titles_and_a_phone_s_begins_with_its_seat(house: House) -> None:
    html = [*drawn_by_themselves(house, "en"), all_pages(house, "en")[-1]]
    titles = [re.findall("<title>(.*?)</title>", page)[0] for page in html]
    assert titles[0] == "Ana · Table Companion"
    assert len({*titles}) == len(html)


NASTY = ("</script>", "<!--<script>", "<b>'\"&amp;", "{{7*7}}", "]]>")


@pytest.mark.parametrize("name", NASTY)
def test_no_name_ends_the_data_of_a_page_or_is_taken_for_html(tmp_path: Path, name: str) -> None:
    house = playing(tmp_path, name, "Ben")
    for html in drawn_with(house, name):
        raw = html.partition('id="parts">')[2].partition("</script>")[0]
        assert "<" not in raw
        assert name in json.loads(raw)["place"]["pieces"]
        assert "<b>" not in html
    house.journal.close()


def drawn_with(house: House, name: str) -> list[str]:
    return [pages.screen_page(snapshot(house, name), "en"), pages.screen_page(house.snapshot(None), "en")]


@pytest.mark.parametrize("name", NASTY)
def test_no_name_is_taken_for_html_where_a_page_says_it(name: str) -> None:
    seat = Seat(name)
    for html in (
        pages.claim_page(seat, 3, "42", "en"),
        pages.join_page(joining("7KQ2MX", seat), "en"),
        pages.message_page(text("more.claim", seat=seat), "en", 403),
    ):
        assert name in read(html).words


# Secrets


def test_a_secret_is_in_no_part_but_its_own(house: House) -> None:
    cards = Secret(text("bali.secret.cards"), counts=(Count(3, "rice", text("bali.kind.rice")),))
    one, other = (parts_of(with_secret(snapshot(house), secret)) for secret in (cards, Secret(text("bali.secret.nothing"))))
    assert {name for name in one | other if one.get(name) != other.get(name)} == {"secret"}


def with_secret(shown: PhoneSnapshot, secret: Secret) -> PhoneSnapshot:
    assert shown.screen is not None
    blocks = [block for block in shown.screen.view.blocks if not isinstance(block, Secret)]
    view = msgspec.structs.replace(shown.screen.view, blocks=(*blocks, secret))
    return msgspec.structs.replace(shown, screen=msgspec.structs.replace(shown.screen, view=view))


# Words


def named_by_templates() -> set[str]:
    sources = [path.read_text("utf-8") for path in (WEB / "templates").glob("*.html")]
    keys = {key for source in sources for key in re.findall(r"'([a-z_]+\.[a-z_.]+)'(?:\|t\b|, '|\))", source)}
    return {key for key in keys if not key.endswith(".html")}


def named_by_scripts() -> set[str]:
    """Return all strings in scripts that look like a key of the catalogue."""
    sources = [path.read_text("utf-8") for path in (WEB / "static").rglob("*.js")]
    whole = {key for source in sources for key in re.findall(r'"([a-z_]+(?:\.[a-z_]+)+)"', source)}
    keys = {key for source in sources for key in re.findall(r'\b(?:t|text)\("([^"]+)"', source)}
    return whole | keys


def begun_by_scripts() -> set[str]:
    """Return the beginnings of keys to which scripts add the end: `piece.${n}`."""
    sources = [path.read_text("utf-8") for path in (WEB / "static").rglob("*.js")]
    return {start for source in sources for start in re.findall(r"\b(?:t|text)\(`([a-z_.]+\.)\$\{", source)}


def test_pages_name_only_words_that_every_page_is_sent() -> None:
    sent: dict[str, Any] = page_catalogue("en").messages
    assert len(named_by_templates()) > 15
    assert len(named_by_scripts()) > 100
    assert sorted((named_by_templates() | named_by_scripts()) - sent.keys()) == []


def test_every_beginning_of_a_key_in_a_script_has_texts() -> None:
    sent = page_catalogue("en").messages
    assert begun_by_scripts()
    assert [start for start in begun_by_scripts() if not any(key.startswith(start) for key in sent)] == []


# The way in


def test_the_page_to_join_has_every_language_and_shows_one() -> None:
    screen = read(pages.join_page(joining("7KQ2MX"), "fr"))
    ways = [tag for tag in screen.all() if tag.name == "main"]
    assert {way.attributes["lang"] for way in ways} == set(LANGUAGES)
    assert [way.attributes["lang"] for way in ways if "hidden" not in way.attributes] == ["fr"]


def test_no_space_follows_a_japanese_sentence(house: House) -> None:
    lines = [tag.words for html in all_pages(house, "ja") for tag in read(html).all() if tag.name == "p"]
    assert "".join(lines)
    assert [line for line in lines if re.search("[。！？：] ", line)] == []


def test_the_path_of_a_qr_code_is_its_dark_modules_after_a_quiet_zone() -> None:
    url = "HTTP://10.42.0.1/J/7KQ2MX"
    drawn = {
        (int(x) + i - QUIET, int(y) - QUIET)
        for x, y, run in re.findall(r"M(\d+) (\d+)\.5h(\d+)", dark(url))
        for i in range(int(run))
    }
    assert drawn == {(x, y) for y, row in enumerate(matrix(url)) for x, module in enumerate(row) if module}


@pytest.mark.parametrize(
    ("bounds", "words"), [((4, 4), text("lobby.size", least=4)), ((2, 4), text("lobby.sizes", least=2, most=4))]
)
def test_a_page_names_the_one_number_of_people_that_a_game_takes(
    tmp_path: Path, bounds: tuple[int, int], words: Text
) -> None:
    house = open_house(tmp_path)
    sit_down(house, "Ana")
    shown = snapshot(house)
    assert shown.lobby is not None
    card = GameCard("bali", *bounds, fits=True)
    lobby = replace(shown.lobby, games=(card,), picked="bali")
    parts = parts_of(replace(shown, lobby=lobby))["lobby"]
    assert parts["games"][0]["sizes"] == words
    assert parts["no_fit"].values["sizes"] == words
    house.journal.close()


def test_each_form_that_corrects_a_number_starts_from_that_number() -> None:
    counters = 'counter = [{ id = "discs", name = "discs", start = 4 }, { id = "wins", name = "wins" }]'
    game = at_table(text_of(head=counters))
    starts = set_right_parts(game.answers(game.dues("set")[0]))["starts"]
    assert [form["Ana"] for form in starts] == [{"n": 4}, {"n": 0}]


def test_a_phone_says_how_a_game_is_won_in_the_words_of_its_plan(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    sit_down(house, "Ana", "Ben")
    start(house, "Ana", "Ben", game="own", plan=dict(data_of(text_of(head='aim = "Win twice."'))))
    aim = parts_of(snapshot(house))["aim"]
    assert say(aim[0], "en") == "Win twice."
    assert len(aim) == 2
    house.journal.close()
