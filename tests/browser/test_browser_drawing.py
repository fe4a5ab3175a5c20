"""The drawings of pages hold everything that they should, and nothing else."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.core.blocks import Count, Secret
from companion.core.game import AnyGame
from companion.core.moment import Moment
from companion.core.state import Seat
from companion.core.words import Text, text
from companion.drawings import matrix
from companion.house.house import House
from companion.promises.tapes import tape_of
from companion.snapshot.phone import Notice, PersonNotice, PhoneSnapshot, Place
from companion.snapshot.table import Claim, Join, Wifi
from companion.speech.languages import LANGUAGES
from companion.speech.say import say
from tests.browser.drawn import Drawing
from tests.promises.settings import NAMES as PLAYERS
from tests.promises.settings import SHELF, Setting, settings_of
from tests.support.games import answers, play
from tests.support.houses import open_house, playing, seats_of, sit_down, start
from tests.support.markup import Tag, bare, read
from tests.test_onlookers import to_players
from web.drawing.svg import QUIET

pytestmark = pytest.mark.browser

NAMES = ("Ana", "Ben", "Cho", "Dai")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = playing(tmp_path, *NAMES, oracle=True)
    yield house
    house.journal.close()


def snapshot(house: House, name: str = "Ana") -> PhoneSnapshot:
    return house.snapshot(Seat(name))


# Every screen


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_of_a_game_is_whole_and_its_data_can_be_read(drawing: Drawing, tmp_path: Path, language: str) -> None:
    house = open_house(tmp_path)
    sit_down(house, *NAMES)
    read_screens(drawing, house, language)
    start(house, *NAMES, oracle=True, demon=True, altar_log=True)
    for n in answers(house, seed=3):
        if n % 7 == 0:
            read_screens(drawing, house, language)
    read_screens(drawing, house, language)
    house.journal.close()


def read_screens(drawing: Drawing, house: House, language: str) -> None:
    *phones, room = drawing.each([*(snapshot(house, name) for name in NAMES), house.snapshot(None)], language)
    for screen in map(read, phones):
        ids = [tag.attributes["id"] for tag in screen.all() if "id" in tag.attributes]
        assert len(ids) == len(set(ids))
        for tag in screen.all():
            for key in ("data-do", "data-body", "data-path", "data-due"):
                json.loads(tag.attributes.get(key) or "null")
    read(room)


def test_a_name_is_never_taken_for_html(drawing: Drawing, tmp_path: Path) -> None:
    name = "<b>'\"&amp;{{7*7}}"
    house = playing(tmp_path, name, "Ben")
    for html in (drawing.html(snapshot(house, name)), drawing.html(house.snapshot(None))):
        assert "<b>'" not in html
        assert name in read(html).words
    house.journal.close()


# Secrets


def secret_parts(html: str) -> tuple[Tag, Tag]:
    """Return the panel under the cover, and the screen without that panel."""
    screen = read(html)
    (panel,) = screen.find(id="panel")
    for tag in screen.all():
        tag.inside = [child for child in tag.inside if child is not panel]
    return panel, screen


def test_a_secret_is_nowhere_but_under_the_cover(drawing: Drawing, house: House) -> None:
    shown = snapshot(house)
    assert shown.screen is not None
    one = with_secret(shown, Secret(text("bali.secret.cards"), counts=(Count(3, "rice", text("bali.kind.rice")),)))
    other = with_secret(shown, Secret(text("bali.secret.nothing")))
    panels, screens = zip(*(secret_parts(drawing.html(f)) for f in (one, other)), strict=True)
    assert panels[0] != panels[1]
    assert screens[0] == screens[1]


def with_secret(shown: PhoneSnapshot, secret: Secret | None) -> PhoneSnapshot:
    assert shown.screen is not None
    blocks = [block for block in shown.screen.view.blocks if not isinstance(block, Secret)]
    view = replace(shown.screen.view, blocks=(*blocks, *((secret,) if secret else ())))
    return replace(shown, screen=replace(shown.screen, view=view))


@pytest.mark.parametrize("secret", [None, Secret(text("bali.secret.cards"), goal=(text("bali.secret.look"),))])
def test_the_panel_has_the_same_rows_for_every_secret(drawing: Drawing, house: House, secret: Secret | None) -> None:
    full = Secret(text("bali.secret.cards"), (text("bali.secret.look"),) * 3, (text("bali.secret.unknown"),) * 3)
    rows = [
        [(tag.name, tag.attributes) for tag in secret_parts(drawing.html(with_secret(snapshot(house), s)))[0].all()]
        for s in (full, secret)
    ]
    assert rows[0] == rows[1]


def test_the_panel_is_covered_when_it_comes(drawing: Drawing, house: House) -> None:
    assert all("hidden" in secret_parts(drawing.html(snapshot(house, name)))[0].attributes for name in NAMES)


def test_the_cover_says_the_same_to_every_seat(drawing: Drawing, house: House) -> None:
    covers = [read(drawing.html(snapshot(house, name))).classed("cover")[0] for name in NAMES]
    assert all(cover == covers[0] for cover in covers)


# Viewers


def test_only_the_host_has_what_ends_a_game_for_all(drawing: Drawing, house: House) -> None:
    play(house)
    ends = {
        name: {tag.attributes.get("data-post") for tag in read(drawing.html(snapshot(house, name))).all()} for name in NAMES
    }
    assert {"/start", "/lobby", "/host", "/dismiss"} <= ends["Ana"]
    assert not ends["Ben"] & {"/start", "/lobby", "/host", "/dismiss", "/abandon", "/settle"}


def test_the_cover_goes_with_the_game(drawing: Drawing, house: House) -> None:
    play(house)
    assert not read(drawing.html(snapshot(house))).classed("cover")


def test_without_a_panel_the_host_takes_back_for_it_and_reads_what(drawing: Drawing, house: House) -> None:
    for undone, buttons in ((None, 0), (text("bali.now.oracle"), 1)):
        shown = snapshot(house)
        place, notice = replace(shown.place, panel=False), replace(shown.notice, undone=undone)
        shown = replace(shown, place=place, notice=notice)
        assert len(read(drawing.html(shown)).find(**{"data-take-back": "/undo"})) == buttons


def test_a_claim_is_in_the_hosts_more_and_never_among_the_questions(drawing: Drawing, house: House) -> None:
    shown = snapshot(house)
    notice = replace(shown.notice, claim=Claim(Seat("Ben"), "42"))
    screen = read(drawing.html(replace(shown, notice=notice)))
    assert "42" in screen.find(id="sheet")[0].words
    assert "42" not in screen.find(id="asks")[0].words


def test_a_copied_sheet_has_its_changes_beside_it(drawing: Drawing, house: House) -> None:
    for _ in answers(house, most=4):
        shown = snapshot(house)
        screen = read(drawing.html(shown))
        (print_,) = screen.classed("print")
        assert print_.words == " ".join(shown.fingerprint[at : at + 4] for at in range(0, len(shown.fingerprint), 4))
        copies = {tag.attributes["data-copy"] for tag in screen.find(id="sheet")[0].all() if "data-copy" in tag.attributes}
        assert {".print", ".phase-cards"} <= copies


def test_a_rule_card_has_a_line_for_each_thing_to_do(drawing: Drawing, house: House) -> None:
    shown = snapshot(house)
    (card,) = read(drawing.html(shown)).classed("phase-card")
    assert shown.screen is not None
    lines = [tag.words for tag in card.inside if isinstance(tag, Tag)]
    assert lines == say(text(f"bali.card.{shown.screen.view.phase}"), "en").split("\n")


def test_a_guest_in_the_middle_of_a_game_is_asked_nothing(drawing: Drawing, house: House) -> None:
    sit_down(house, "Eva")
    screen = read(drawing.html(snapshot(house, "Eva")))
    assert not screen.classed("ask")
    assert not screen.find(id="panel")
    assert say(text("not_playing"), "en") in screen.find(id="now")[0].words


def test_the_rooms_screen_is_never_lit_and_never_asks(drawing: Drawing, house: House) -> None:
    for _ in answers(house, most=12):
        room = read(drawing.html(house.snapshot(None)))
        assert not room.classed("lit")
        assert not [tag for tag in room.all() if tag.name == "button"]


def test_everybody_is_shown_by_colour_and_shape_and_name(drawing: Drawing, house: House) -> None:
    for name in seats_of(house):
        (me,) = read(drawing.html(snapshot(house, name))).classed("me")
        assert me.words == name
        assert me.find(**{"aria-label": say(text(f"piece.{house.snapshot(None).place.pieces[name]}"), "en")})


# A game that was broken off


def test_a_hand_in_the_lobby_is_under_the_cover_and_nowhere_else(drawing: Drawing, tmp_path: Path) -> None:
    house = playing(tmp_path, "Ana", "Ben")
    house.leave_game(unfinished=True)
    ana = read(drawing.html(house.snapshot(Seat("Ana"))))
    assert "rice" in ana.classed("panel")[0].words
    assert "Bali was ended early" in ana.classed("blocks")[0].words
    assert "rice" not in ana.classed("blocks")[0].words
    assert not read(drawing.html(house.snapshot(None))).classed("panel")
    house.journal.close()


# The room


def in_the_room(moment: Moment, setting: Setting) -> PhoneSnapshot:
    """Return the room's screen while pieces move."""
    pieces = {name: n for n, name in enumerate(setting.names[: setting.seats], 1)}
    place = Place(pieces=pieces, game=setting.game.id, panel=True)
    notice = Notice(people=(PersonNotice(PLAYERS[0], text("news.new_phone", seat=PLAYERS[0])),))
    join = Join("", "", "7KQ2MX", setting.seats)
    return PhoneSnapshot(1, moment.fingerprint, place, notice, join, news=(), screen=moment.screen(None))


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_room_adds_no_words_to_a_player(drawing: Drawing, game: AnyGame, language: str) -> None:
    """The way in, beside the game, is left out, because it speaks to guests."""
    setting = settings_of(game)[-1]
    for drawn in drawing.each((in_the_room(moment, setting) for moment in tape_of(setting, 0).moments), language):
        words = re.findall(r'(?:>|aria-label=")([^<>"]+)', bare(drawn.partition("<aside")[0]))
        assert words
        assert to_players(words, language) == []


# After the end


def at_the_end(game: AnyGame) -> Iterator[PhoneSnapshot]:
    """Yield the host's phone at each moment after the end of a game with the most seats."""
    setting = Setting(game, max(game.sizes(game.options())))
    host, pieces = PLAYERS[0], {name: n for n, name in enumerate(PLAYERS, 1)}
    for moment in tape_of(setting, 1).moments:
        if moment.over:
            place = Place(seat=host, pieces=pieces, host=True, game=game.id, panel=True)
            join = Join("", "", "7KQ2MX", setting.seats)
            yield PhoneSnapshot(1, moment.fingerprint, place, Notice(), join, news=(), screen=moment.screen(host))


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_an_offer_is_never_above_the_buttons_after_the_end(drawing: Drawing, game: AnyGame) -> None:
    """Only the check of the score comes first, answered or not."""
    for snapshot in at_the_end(game):
        assert snapshot.screen is not None
        html = drawing.html(snapshot)
        offers = html.find('class="ask"') % len(html)
        checks = any(ask.checks for ask in snapshot.screen.asks)
        assert (offers < html.index('data-id="again"')) == checks


# The way in


def test_a_qr_code_is_drawn_with_a_quiet_zone_around_it(drawing: Drawing, house: House) -> None:
    shown = house.snapshot(None)
    (code,) = read(drawing.html(shown)).classed("qr")
    side = len(matrix(shown.join.url)) + 2 * QUIET
    assert code.attributes["viewbox"] == f"0 0 {side} {side}"


WIFI = Wifi("TABLE7", "KRWMTXAP")
HELP = ("wifi.no_internet", "wifi.no_internet_why", "wifi.no_internet_stay", "wifi.no_internet_data")


@pytest.mark.parametrize("language", LANGUAGES)
def test_more_shows_the_next_guest_the_wifi_in_the_lobby_and_in_a_game(
    drawing: Drawing, tmp_path: Path, language: str
) -> None:
    for house in (open_house(tmp_path / "a"), playing(tmp_path / "b", "Ana", "Ben")):
        if house.table is None:
            sit_down(house, "Ana")
        before = read(drawing.html(snapshot(house), language))
        house.store.publish(host="10.42.0.1", wifi=WIFI)
        page = read(drawing.html(snapshot(house), language))
        assert "TABLE7 · KRWMTXAP" in page.words
        assert "TABLE7" not in before.words
        for key in HELP:
            assert say(Text(key), language) in page.words
            assert say(Text(key), language) not in before.words
        assert len(page.classed("qr")) == len(before.classed("qr")) + 1
        house.journal.close()
