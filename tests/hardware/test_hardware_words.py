"""Every text of the display fits its place, in all languages."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import letters as fonts
from companion.core.words import Text
from companion.drawings import dots, pieces, signs
from companion.letters import Fonts, load
from companion.shelf import games
from companion.speech.languages import LANGUAGES, blanks
from companion.speech.say import catalogue, say
from hardware.drawing import draw
from hardware.drawing.draw import Canvas, _cut, _laid
from hardware.drawing.paint import paint
from hardware.pages import contents
from hardware.pages.layouts import ListRow
from hardware.pages.pages import PagePosition
from tests.hardware.box import (
    NEXT,
    OK,
    Bench,
    asking,
    claiming,
    finished,
    lobby,
    playing,
    returning,
    revealed,
    sealed,
    several,
    talking,
    troubled,
)

F = load()

ROOM = {
    "title": (F.b12, 128),
    "sub": (F.b12, 128),
    "button": (F.b10, 46),
    "large": (F.b24, 128),
    "middle": (F.b16, 128),
    "alarm": (F.b16, 128 - 2 - F.b16.width("! ")),
    "small": (F.b10, 124),
    "corner": (F.b10, 20),
    "line": (F.b12, 110),
    "two": (F.b12, 2 * 126),
    "square": (F.b10, 64),
}

WHERE = {
    "page": "button", "next": "button", "up": "button", "back": "button", "start": "button", "lobby": "button",
    "to_game": "button", "take_it": "button", "answer": "button", "go_on": "button", "yes": "button", "no": "button",
    "again": "button", "hold": "button", "onward": "button", "in": "corner", "game": "title", "seats": "title",
    "sizes": "sub", "size": "sub", "needs": "sub", "needs_just": "sub", "nth": "title", "rows": "title",
    "seat_does": "sub", "sealed": "middle", "fingerprint": "title", "as_everywhere": "sub", "the_end": "title",
    "and_now": "title", "same_again": "line", "other_game": "line", "take_back": "title", "last_answer": "sub",
    "table": "large", "nothing_back": "sub", "new_phone": "title", "same_number": "sub", "keep_holding": "title",
    "all_back": "title", "one_back": "button", "yes_all": "button",
    "switch_off": "middle", "closing": "middle", "to_options": "sub", "options": "title", "change": "button", "on": "corner",
    "off": "corner", "more": "large", "what_more": "sub", "open": "button", "abandon": "line", "abandon_ask": "title",
    "to_lobby": "sub", "bounds": "title", "only": "sub", "one_more": "button", "done": "button", "enough": "line",
    "without": "line", "again_ask": "title", "again_keeps": "sub",
    "noted": "sub", "sure": "sub", "moves": "title", "put_back": "title", "corrected": "title", "heard": "title",
    "show_code": "square", "how_to_look_and_back": "two",
    "keep.title": "title", "keep.games": "line", "keep.where": "sub", "keep.save": "button",
    "timer.title": "title", "timer.calm": "sub", "timer.stop": "button", "timer.start": "button", "timer.longer": "button",
    "timer.up": "sub", "phoneless": "sub", "set_up_step": "title", "set_up": "title", "set_up_done": "title",
    "stage": "title", "stage_begin": "large", "stage_sub": "sub", "stage_wait": "sub", "stage_all": "button",
    "stage_on": "button", "stage_hold": "button", "stage_go": "button",
    "wins": "sub", "side_wins": "sub", "set_up_skip": "button", "read": "button", "set_up_tick": "button", "ready": "button",
    "do_not_unplug": "sub", "kept": "small", "still": "sub", "no_phone": "title", "sat_last": "sub", "sits_down": "sub",
    "get_up": "button", "sit_down": "button", "give_to": "title", "given": "sub", "later": "button", "other_one": "button",
    "mine": "button", "is_it_so": "sub", "too_early": "sub", "from_to": "line", "box": "button",
    "in_hand": "title", "how_to_look": "two", "hand_on": "button", "reply": "button",
    "nothing_hidden": "small", "want_box": "line", "give": "button", "see_it": "sub", "held": "two", "taken_back": "sub",
    "only_table": "two", "phones_only": "sub", "news.new_phone": "title", "news.came": "title", "news.left": "title",
    "news.let_go": "title", "news.host": "title", "claim_denied": "sub",
    "hall.word.all_there": "sub", "hall.word.to_send": "sub", "hall.word.away": "sub", "hall.word.torn": "sub",
    "hall.word.doubled": "sub", "hall.title": "title", "hall.take": "line", "hall.tables": "title", "hall.looking": "middle",
    "hall.taking": "middle", "hall.none": "middle", "hall.take_it": "button", "hall.back": "button", "hall.ask": "title",
    "hall.heard": "title", "hall.on": "title", "hall.silent": "title", "hall.own": "title", "hall.moments": "title",
    "hall.minutes": "title", "hall.refused": "title", "hall.lost": "title",
    "hall.word.apart": "sub", "hall.without": "button", "hall.apart": "title", "hall.apart_who": "sub",
    "hall.news": "title", "hall.round": "title", "hall.few": "two", "hall.up": "middle", "hall.left": "middle",
    "hall.stands": "sub", "hall.play": "button", "hall.number": "title", "hall.digit": "button",
    "hall.together": "two", "hall.last": "title", "hall.compared": "button",
}  # fmt: skip
"""The place of each of the panel's own words."""

BLANKS = {
    "count": 300, "least": 2, "most": 10, "n": 10, "of": 10, "first": 8, "last": 10, "told": 10, "asked": 10,
    "game": "Bali", "seat": "Ana", "who": "Ana", "what": "ok", "turn": 99, "total": 99, "round": 99,
    "rival": "B", "a": "Village", "b": "Village", "points": 199, "number": "12345A",
}  # fmt: skip


def own(language: str) -> Iterator[tuple[str, str]]:
    for key in catalogue(language):
        in_lines = key == "display.safe" or key.startswith(
            ("display.hall.sure.", "display.hall.no.", "display.hall.have_back")
        )
        if key.startswith("display.") and not in_lines:
            yield key.removeprefix("display."), say(Text(key, BLANKS), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_of_the_panel_s_words_fits_its_row(language: str) -> None:
    measured = 0
    for key, words in own(language):
        trouble = "sub" if key.endswith(("_safe", "_do")) else "alarm"
        face, room = ROOM[trouble if key.startswith("trouble.") else WHERE[key]]
        assert face.width(words) <= room, f"{language} {key}: {words!r} is {face.width(words)} dots of {room}"
        measured += 1
    assert measured >= len(WHERE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_safe_to_unplug_takes_two_lines(language: str) -> None:
    assert len(draw.wrap(say(Text("display.safe"), language), 104, F.b16)) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cover_of_the_holder_of_the_box_says_everything(language: str) -> None:
    assert len(draw.wrap(say(Text("display.how_to_look_and_back"), language), 126, F.b12)) <= 2
    back, following, ok = (F.b10.width(say(Text(f"display.{key}"), language)) for key in ("hand_on", "reply", "hold"))
    assert back + 3 <= (128 - following) / 2
    assert (128 + following) / 2 + 3 <= 128 - ok


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_games_fit_on_the_display(language: str) -> None:
    """Other blanks are measured in whole games, with their real values: test_hardware_fits.py."""
    measured = 0
    for game in games():
        for key in catalogue(language):
            room = {f"{game}.display": 128, f"{game}.panel": 110, f"{game}.panel_option": 96}.get(key.rpartition(".")[0])
            if room is not None and blanks(catalogue(language)[key]) <= BLANKS.keys():
                words = say(Text(key, BLANKS), language)
                assert F.b12.width(words) <= room, f"{language} {key}: {words!r}"
                measured += 1
    assert measured, "the games on the shelf say something on the display"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_two_buttons_never_touch(language: str) -> None:
    for bench in rounds(language):
        back, following, ok = (F.b10.width(words) for words in bench.buttons)
        begins = (128 - following) / 2
        assert back + 3 <= begins or not (back and following), bench.buttons
        assert begins + following + 3 <= 128 - ok or not (ok and following), bench.buttons
        assert back + ok + 3 <= 128, bench.buttons


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_title_and_the_words_right_of_it_never_touch(language: str) -> None:
    seen = 0
    for bench in rounds(language):
        title, _, right = bench.lines[0].partition("  ")
        assert F.b12.width(title) + F.b12.width(right) <= 124, bench.lines[0]
        seen += bool(right)
    assert seen > 5


def rounds(language: str) -> Iterator[Bench]:
    """Yield a panel on each page that few presses reach."""
    for snapshot in (lobby, playing, sealed, several, asking, claiming, returning, troubled, finished, revealed, talking):
        bench = Bench(snapshot(language))
        for _ in range(5):
            yield bench
            bench.press(NEXT)
        bench.press(OK)
        yield bench


# Fonts


def test_the_font_s_package_is_there() -> None:
    assert F.complete, f"Japanese needs {fonts.PACKAGE}"


@pytest.fixture
def poor() -> Fonts:
    """Return the fonts of a machine without the package of fonts."""
    return load((Path("/nowhere"),))


def test_without_the_package_ascii_is_still_drawn(poor: Fonts) -> None:
    assert not poor.complete
    for face, height in ((poor.b24, 24), (poor.b16, 16), (poor.b12, 12), (poor.b10, 10)):
        picture = face.dots("Ana")
        assert picture.size == (face.width("Ana"), height)
        assert picture.getbbox() is not None


def test_without_the_package_accents_fall_off_and_nothing_else_is_lost(poor: Fonts) -> None:
    assert poor.b12.dots("Élodie’s cœur").tobytes() == poor.b12.dots("Elodie's coeur").tobytes()
    assert poor.b12.width("あや") == poor.b12.width("??")


def test_every_page_can_be_drawn_without_the_package(poor: Fonts) -> None:
    for snapshot in (lobby("ja"), playing("fr"), sealed("ja"), several("ja"), revealed("ja"), finished("ja", 10)):
        for page in contents.ring(snapshot):
            assert paint(contents.layout(snapshot, PagePosition(), page), poor).getbbox() is not None


@pytest.mark.parametrize("height", ["b24", "b16", "b12", "b10"])
def test_every_letter_of_a_name_is_drawn(height: str) -> None:
    face = getattr(F, height)
    for character in "Aéœ’あ漢😀✕":
        assert face.dots(character).getbbox() is not None, character
    assert face.width("A\u200bB") == face.width("AB")


def test_a_long_name_takes_the_largest_letters_that_fit_and_is_cut_last() -> None:
    faces = (F.b24, F.b16, F.b12)
    assert draw.fit("Ana", 110, *faces) == (F.b24, "Ana")
    assert draw.fit("Éléonore Bis", 110, *faces) == (F.b16, "Éléonore Bis")
    assert draw.fit("Maximilian von Bus", 110, *faces) == (F.b12, "Maximilian von Bus")
    face, words = draw.fit("Maximilian von Busch", 110, *faces)
    assert (face, words[-1]) == (F.b12, "…")
    assert face.width(words) <= 110


def named(*names: str) -> list[list[str]]:
    """Return the lines of names that are drawn for rows with these names."""
    face, lines = _laid([ListRow(name, piece=1) for name in names], F)
    return [list(_cut(line, face)) for line in lines]


def test_names_of_several_who_are_awaited_are_all_drawn_whole_as_long_as_there_is_room() -> None:
    assert named("Ana", "Ben") == [["Ana", "Ben"]]
    assert named("Ana", "Ben", "Cho", "Dai") == [["Ana", "Ben", "Cho", "Dai"]]
    assert named("Béatrice", "Dominique", "Maximilian") == [["Béatrice", "Dominique"], ["Maximilian"]]


def test_names_of_several_that_are_too_long_are_each_cut_and_none_is_left_out() -> None:
    lines = named(*(f"Maximilian von Bus {n}" for n in "ABCD"))
    assert [len(line) for line in lines] == [2, 2]
    assert all(name.startswith("Maximi") and name.endswith("…") for line in lines for name in line)


def test_words_are_wrapped_at_spaces_and_at_zero_width_ones() -> None:
    assert draw.wrap("Safe to unplug", 104, F.b16) == ["Safe to", "unplug"]
    assert draw.wrap("電源を抜いて\u200b大丈夫です", 104, F.b16) == ["電源を抜いて", "大丈夫です"]
    assert draw.wrap("あ" * 11, 120, F.b12) == ["あ" * 10, "あ"]


def test_a_code_too_large_for_two_dots_a_module_is_drawn_with_one() -> None:
    canvas = Canvas()
    canvas.code([[True] * 33] * 33)
    assert sum(canvas.image.convert("L").histogram()[:1]) == 33 * 33 + 64 * 64


@pytest.mark.parametrize("scale", [1, 2])
def test_pieces_and_signs_are_drawn_dot_for_dot(scale: int) -> None:
    """Pieces and signs are each drawn at their place, lit on a dark page and dark on a lit page."""
    drawn = [piece.rows for piece in pieces().values()] + [sign.rows for sign in signs("buru").values()]
    for ink in (1, 0):
        for rows in drawn:
            canvas = Canvas()
            canvas.fill(0, 0, draw.WIDTH, draw.HEIGHT, 1 - ink)
            canvas.glyph(90, 5, rows, scale, ink)
            lit = {(90 + x, 5 + y) for y, row in enumerate(large(dots(rows), scale)) for x, dot in enumerate(row) if dot}
            places = [(x, y) for y in range(draw.HEIGHT) for x in range(draw.WIDTH)]
            assert {at for at in places if bool(canvas.image.getpixel(at)) == bool(ink)} == lit


def large(rows: list[list[bool]], scale: int) -> list[list[bool]]:
    return [[dot for dot in row for _ in range(scale)] for row in rows for _ in range(scale)]


def test_words_that_are_drawn_again_look_as_they_did() -> None:
    first, again = Canvas(), Canvas()
    first.write(0, 0, "Ana", F.b16)
    first.fill(0, 0, 10, 10)
    first.write(0, 20, "Ana", F.b16, ink=0)
    for n in range(300):  # more words than are kept
        again.write(0, 40, str(n), F.b16, ink=0)
    again.write(0, 0, "Ana", F.b16)
    again.fill(0, 0, 10, 10)
    assert first.image.tobytes() == again.image.tobytes()
