"""Words that a table wrote itself are said in each phone's language, as far as the table wrote them."""

import msgspec
import pytest

from companion.commands.terminal import score_lines
from companion.core.score import Score, ScoreLine
from companion.core.state import Seat
from companion.core.words import LONGEST_OWN, Text, has_own, own_words, reread, text
from companion.letters import load
from companion.speech.say import say
from hardware.drawing.paint import paint
from hardware.pages.layouts import NO_KEY, Plain, SoftKey

COINS = own_words({"en": "coins", "fr": "pièces"}, "en")


def test_each_language_has_its_own_words_and_the_plans_where_one_is_missing() -> None:
    assert {code: say(COINS, code) for code in ("en", "fr", "ja")} == {"en": "coins", "fr": "pièces", "ja": "coins"}
    assert say(own_words({"en": "coins", "fr": "pièces"}, "fr"), "ja") == "pièces"


def test_a_phone_that_speaks_a_language_gets_the_words_of_its_countries() -> None:
    assert own_words({"en": "coins", "pt-BR": "moedas"}, "en").values["pt"] == ("moedas",)
    assert own_words({"pt-BR": "moedas", "pt": "coroas"}, "pt").values["pt"] == ("coroas",)


def test_pieces_are_said_one_after_the_other_and_fill_a_blank() -> None:
    took = own_words({"en": ("Ben takes ", 3, " ", COINS), "fr": ("Ben prend ", 3, " ", COINS)}, "en")
    assert say(took, "fr") == "Ben prend 3 pièces"
    assert say(text("file.line", line=7, why=took), "en") == "line 7: Ben takes 3 coins"


def test_words_that_a_table_wrote_are_the_same_after_the_journal() -> None:
    took = own_words({"en": ("Ben takes ", 3, " ", COINS)}, "en")
    assert reread(msgspec.json.decode(msgspec.json.encode(took))) == took


@pytest.mark.parametrize("words", ["a\nb", "a\u2028b", "a\x00b"])
def test_no_character_breaks_a_line(words: str) -> None:
    assert say(own_words({"en": words}, "en"), "en") == "a b"


def test_no_character_turns_the_words_beside_it_round() -> None:
    assert say(own_words({"en": "\u202eab\u2066"}, "en"), "en") == "ab"


def test_a_long_piece_is_cut() -> None:
    words = say(own_words({"en": "x" * 10_000}, "en"), "en")
    assert (len(words), words[-1]) == (LONGEST_OWN, "…")


def test_words_that_a_table_wrote_are_found_inside_other_words() -> None:
    assert has_own(text("list", words=(text("seat", seat="Ana"), COINS)))
    assert not has_own(text("list", words=(text("seat", seat="Ana"), 3)))


def test_a_line_of_a_score_and_a_tie_break_may_be_a_tables_own() -> None:
    line = ScoreLine("coins", 3, "OWN-20", own=COINS)
    lines = {Seat("Ana"): (line,), Seat("Ben"): (line,)}
    score = Score(((Seat("Ana"),), (Seat("Ben"),)), lines, "1", own_tie=own_words({"en": "most cards"}, "en"))
    log_ = score_lines(score)
    assert log_[1].split() == ["3", "coins", "(OWN-20)"]
    assert log_[-1] == "most cards"
    assert score.as_data()["tie_break"] == "1"
    assert ScoreLine("seat", 1, "X-01").words == Text("seat", {})


def test_a_printed_score_explains_the_points_of_a_tables_own_line() -> None:
    how = own_words({"en": ("10 × ", COINS, " (2) = 20")}, "en")
    score = Score(((Seat("Ana"),),), {Seat("Ana"): (ScoreLine("lots", 20, "OWN-20", own=COINS, how=how),)})
    assert score_lines(score)[1].strip() == "20  coins: 10 × coins (2) = 20  (OWN-20)"


def test_a_printed_score_of_a_game_that_nobody_won_numbers_nobody() -> None:
    assert score_lines(Score(((Seat("Ana"), Seat("Ben")),), is_won=False)) == ["Ana", "Ben"]


def test_the_display_keeps_the_words_of_its_keys_apart() -> None:
    """A long word on the right is cut, so the left part of the picture is the same as without it."""
    back = SoftKey("Back")
    alone = paint(Plain(page="p", title="T", main="M", sub="S", buttons=(back, NO_KEY, NO_KEY)), load())
    long = paint(Plain(page="p", title="T", main="M", sub="S", buttons=(back, NO_KEY, SoftKey("word" * 30))), load())
    left = (0, 0, load().b10.width("Back"), 64)
    assert long.crop(left).tobytes() == alone.crop(left).tobytes()
