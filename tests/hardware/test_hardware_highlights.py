"""A highlight fills the display for a moment, and never blocks a press."""

import pytest
from msgspec.structs import replace

from companion.core.blocks import Count, Highlight, Place, Ranking
from companion.core.state import Seat
from companion.core.view import Screen
from companion.core.words import text
from companion.letters import Fonts, load
from companion.promises.tapes import tapes_of
from companion.snapshot.panel import HolderView, PanelSnapshot
from companion.snapshot.table import Stage
from companion.speech.languages import LANGUAGES
from hardware.drawing.paint import paint
from hardware.highlights import SECONDS, WINNER_SECONDS
from hardware.pages.layouts import Highlighted
from tests.hardware.box import ANA, BEN, NEXT, Bench, asking, awaiting, finished, playing, revealed, view
from tests.hardware.test_hardware_fits import Listening
from tests.promises.settings import SHELF, Setting, settings_of

BUILT = Highlight(
    kind="built",
    words=text("bali.highlight.built"),
    line=text("bali.name"),
    seat=ANA,
    counts=(Count(2, "shrine", text("bali.name")),),
)


def happened(n: int, kind: str = "built", snapshot: PanelSnapshot | None = None) -> PanelSnapshot:
    return replace(snapshot or playing(), highlights=(replace(BUILT, kind=kind, number=n),))  # type: ignore[arg-type]


def test_a_highlight_fills_the_display_and_leaves_by_itself() -> None:
    bench = Bench(playing())
    bench.box.becomes(happened(7))
    assert bench.page == "highlight"
    assert bench.lines == ("Ana", "builds a shrine")
    assert bench.wait(SECONDS["built"]) == "phase"


def test_no_highlight_lasts_less_than_a_second_and_a_half_or_more_than_three() -> None:
    assert all(1.5 <= seconds <= 3 for seconds in (*SECONDS.values(), WINNER_SECONDS))


def test_the_first_screen_of_a_display_shows_no_highlight() -> None:
    assert Bench(happened(7)).page == "phase"


def test_a_highlight_is_shown_once() -> None:
    bench = Bench(playing())
    bench.box.becomes(happened(7))
    assert bench.page == "highlight"
    assert bench.wait(3) == "phase"
    bench.box.becomes(happened(7, snapshot=playing(undo=(BEN,))))
    assert bench.page == "phase"


def test_a_highlight_that_is_taken_back_goes_and_does_not_come_again() -> None:
    bench = Bench(happened(3))
    bench.box.becomes(happened(7))
    assert bench.page == "highlight"
    bench.box.becomes(happened(3, snapshot=playing(undo=(BEN,))))
    assert bench.page == "phase"


def test_another_game_begins_without_the_highlights_of_the_one_before() -> None:
    bench = Bench(happened(7))
    bench.box.becomes(happened(9, snapshot=playing(number=2)))
    assert bench.page == "phase"


def test_keys_stay_while_a_highlight_shows_and_a_press_does_what_its_key_says() -> None:
    bench = Bench(revealed())
    keys = bench.buttons
    bench.box.becomes(happened(7, snapshot=revealed()))
    assert bench.page == "highlight"
    assert bench.buttons == keys
    assert bench.press(NEXT) == "reveal"
    assert bench.lines[1:] == ("2 Ana  6", "3 Élodie  5", "4 A  4")


def test_a_question_is_never_covered() -> None:
    bench = Bench(playing())
    bench.box.becomes(happened(7, snapshot=asking()))
    assert bench.page == "question"


def test_a_page_that_somebody_reads_is_never_covered() -> None:
    bench = Bench(playing())
    assert bench.press(NEXT) == "seats"
    bench.box.becomes(happened(7))
    assert bench.page == "seats"


def test_a_player_who_holds_the_box_sees_no_highlight() -> None:
    held = HolderView(ANA, None, (), goes_on=True)
    bench = Bench(playing())
    bench.box.becomes(happened(7, snapshot=playing(mine=held)))
    assert bench.page != "highlight"


@pytest.mark.parametrize("kind", ["given", "scored", "drawn"])
def test_a_page_of_its_own_is_no_highlight_on_the_display(kind: str) -> None:
    bench = Bench(playing())
    bench.box.becomes(happened(7, kind))
    assert bench.page == "phase"


# The winner


def test_the_winner_is_shown_before_the_points() -> None:
    bench = Bench(playing())
    bench.box.becomes(finished())
    assert bench.page == "highlight"
    assert bench.lines == ("Élodie", "wins with 31")
    assert bench.wait(WINNER_SECONDS) == "scores"


def test_a_box_that_starts_after_the_end_shows_the_points() -> None:
    assert Bench(finished()).page == "scores"


def test_the_winner_is_not_shown_before_the_room_has_seen_it() -> None:
    bench = Bench(playing())
    bench.box.becomes(replace(finished(), stage=Stage("1.end", 2, 4, 3, False)))
    assert bench.page == "stage"
    bench.box.becomes(replace(finished(), stage=Stage("1.end", 4, 4, 5, False)))
    assert bench.page == "highlight"


def test_several_winners_are_shown_together() -> None:
    places = (Place(1, ANA, None), Place(1, BEN, None), Place(2, Seat("Cho"), None))
    bench = Bench(playing())
    bench.box.becomes(replace(playing(), screen=Screen(None, view(awaiting(None), Ranking(places)), over=True, game="bali")))
    assert bench.lines == ("win the game",)


def test_nobody_is_shown_as_the_winner_of_a_game_that_nobody_won() -> None:
    places = (Place(0, ANA, None), Place(0, BEN, None))
    bench = Bench(playing())
    bench.box.becomes(replace(playing(), screen=Screen(None, view(awaiting(None), Ranking(places)), over=True, game="bali")))
    assert bench.page != "highlight"


# As painted


def cut(shown: Highlighted) -> list[str]:
    """Return the words that are drawn with an ellipsis, or wider than the display."""
    real = load()
    faces = [Listening(face) for face in (real.b24, real.b16, real.b12, real.b10)]
    paint(shown, Fonts(*faces, complete=True))
    return [words for face in faces for words in face.heard if "…" in words or face.width(words) > 128]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("setting", [setting for game in SHELF for setting in settings_of(game)[:1]], ids=str)
def test_no_word_of_a_highlight_is_cut(setting: Setting, language: str) -> None:
    seen = set[tuple[str, ...]]()
    for tape in tapes_of(setting):
        bench = Bench(playing())
        for moment in tape.moments:
            pieces = {seat: n for n, seat in enumerate(setting.names[: setting.seats], 1)}
            snapshot = replace(playing(language), screen=moment.screen(None), pieces=pieces, highlights=moment.highlights)
            bench.box.becomes(snapshot)
            bench.wait(1)
            shown = bench.panel._painted
            if isinstance(shown, Highlighted) and shown.lines() not in seen:
                seen.add(shown.lines())
                assert not cut(shown), shown
    assert seen or setting.game.id == "animism"
