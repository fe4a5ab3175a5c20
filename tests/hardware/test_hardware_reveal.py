"""The display, too, shows a simultaneous reveal, and counts sealed answers."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.answers import Answers, Group, Option
from companion.core.blocks import Cell, Count, Grid, Move, Moves, Place, Ranking, Row
from companion.core.view import Question, Screen
from companion.core.words import text
from companion.letters import load
from companion.snapshot.panel import Button, PanelSnapshot
from companion.snapshot.table import Claim, Stage
from hardware.drawing.draw import fit
from tests.hardware.box import ANA, BACK, BEN, NEXT, OK, Bench, awaiting, playing, revealed, scored, sealed, view


def test_a_revealed_region_is_the_first_page_with_its_order_and_totals() -> None:
    bench = Bench(revealed())
    assert bench.page == "reveal"
    assert bench.lines == ("rice  1–3/4", "> 1 Ben  7", "2 Ana  6", "3 Élodie  5")
    assert bench.buttons == ("", "Page", "")


def test_next_turns_the_list_of_a_region_before_the_page() -> None:
    bench = Bench(revealed())
    assert bench.press(NEXT) == "reveal"
    assert bench.lines[1:] == ("2 Ana  6", "3 Élodie  5", "4 A  4")
    assert bench.press(NEXT) == "phase"
    assert bench.press(BACK) == "reveal"


def test_the_acting_seat_of_a_region_is_marked_and_in_sight() -> None:
    assert Bench(revealed(acting=3)).lines[1:] == ("2 Ana  6", "3 Élodie  5", "> 4 A  4")


def test_a_region_whose_tokens_are_face_down_has_no_page() -> None:
    assert Bench(playing()).page == "phase"


def test_the_next_region_is_named_on_ok() -> None:
    shore = Option({"type": "reveal"}, text("bali.kind.banana"), panel=text("bali.name"))
    bench = Bench(replace(revealed(), asks=(Question("1.reveal-2", "reveal", Answers((Group((shore,), 1),))),)))
    assert bench.buttons[2] == "Bali >"
    bench.press(OK)
    assert bench.box.bidden == [("answer", "1.reveal-2", {"type": "reveal"})]


def test_ten_sealed_answers_are_counted_in_a_row_of_boxes() -> None:
    bench = Bench(sealed(entered=9, asked=10))
    assert bench.lines[1] == "9 of 10 in"
    fonts = load()
    assert fit("10 of 10 in", 128, fonts.b24, fonts.b16)[0] is fonts.b16


def test_if_sides_win_the_places_have_no_numbers() -> None:
    places = (Place(1, BEN, None), Place(2, ANA, None))
    over = Screen(None, view(awaiting(None), Ranking(places)), over=True, game="bali")
    bench = Bench(replace(playing(), screen=over))
    assert bench.page == "phase"
    bench.press(NEXT)
    assert bench.lines[1:] == ("1 Ben", "2 Ana")


def moving(*changes: int) -> PanelSnapshot:
    """Return a table at which Ana and Ben take or give this number of stones after the last answer."""
    rows = tuple(Move((Count(n, "stone", text("bali.name")),), seat) for seat, n in zip((ANA, BEN), changes, strict=False))
    moves = Moves(f"scored-{changes}", text("bali.name"), rows) if rows else None
    return replace(playing(), screen=Screen(None, replace(view(awaiting()), moves=moves), game="bali"))


def test_pieces_that_move_take_the_screen_when_they_do_and_then_give_it_back() -> None:
    bench = Bench(moving())
    assert bench.page == "phase"
    bench.box.becomes(moving(2, -1))
    assert bench.page == "moves"
    assert bench.lines[1:] == ("Ana  +2", "Ben  −1")
    assert bench.wait(21) == "phase"
    assert bench.press(NEXT) == "moves"


def test_pieces_that_moved_earlier_take_no_screen_again() -> None:
    bench = Bench(moving(2, -1))
    bench.box.becomes(replace(moving(2, -1), fingerprint="AAAABBBBCCCC"))
    assert bench.page == "phase"


def retitled(snapshot: PanelSnapshot) -> PanelSnapshot:
    """Return a table with the same moves of pieces, under another title and after a newer answer."""
    assert snapshot.screen is not None
    assert snapshot.screen.view.moves is not None
    view_ = replace(snapshot.screen.view, moves=replace(snapshot.screen.view.moves, title=text("bali.altar")))
    return replace(snapshot, screen=replace(snapshot.screen, view=view_), fingerprint="AAAABBBBCCCC")


@pytest.mark.parametrize("between", [(), (moving(),)], ids=["under_another_title", "after_an_answer_was_taken_back"])
def test_a_payout_that_the_display_has_shown_takes_the_screen_no_second_time(between: tuple[PanelSnapshot, ...]) -> None:
    bench = Bench(moving())
    bench.box.becomes(moving(2, -1))
    assert bench.page == "moves"
    bench.wait(21)
    for snapshot in (*between, retitled(moving(2, -1))):
        bench.box.becomes(snapshot)
        assert bench.page == "phase"


def test_a_piece_that_was_put_back_is_shown_when_it_moves_again() -> None:
    bench = Bench(moving())
    bench.box.becomes(moving(2, -1))
    assert bench.page == "moves"
    back = going_back(-2, 1).screen
    bench.box.becomes(replace(moving(), screen=replace(moving().screen, back=back.back)))
    assert bench.page == "put_back"
    bench.box.becomes(moving(2, -1))
    assert bench.page == "moves"


def test_pieces_that_move_do_not_turn_a_page_that_somebody_reads() -> None:
    bench = Bench(moving())
    assert bench.press(NEXT) == "seats"
    bench.box.becomes(moving(2))
    assert bench.page == "seats"


# Taken back


def going_back(*changes: int, **fields: Any) -> PanelSnapshot:
    """Return a table at which Ana and Ben put stones back, while the moves of an older answer are still shown."""
    back = moving(*changes).screen.view.moves
    snapshot = moving(5)
    return replace(snapshot, screen=replace(snapshot.screen, back=back), **fields)


def test_pieces_that_go_back_are_shown_before_moved_pieces_and_the_repeated_question() -> None:
    bench = Bench(moving())
    bench.box.becomes(going_back(-2, 1, asks=(scored(),)))
    assert bench.page == "put_back"
    assert bench.lines == ("Put back", "Ana  −2", "Ben  +1")
    assert bench.press(NEXT) == "moves"
    assert bench.wait(21) == "question"


@pytest.mark.parametrize(("seconds", "buttons"), [(20, ()), (1, (OK,))])
def test_pieces_that_go_back_give_way_to_the_question_after_a_while_or_by_ok(
    seconds: int, buttons: tuple[Button, ...]
) -> None:
    bench = Bench(moving())
    bench.box.becomes(going_back(-2, asks=(scored(),)))
    assert bench.page == "put_back"
    bench.wait(seconds)
    assert bench.press(*buttons) == "question"


def test_a_claim_waits_for_nothing_that_goes_back() -> None:
    bench = Bench(moving())
    bench.box.becomes(going_back(-2))
    assert bench.page == "put_back"
    bench.box.becomes(going_back(-2, claim=Claim(ANA, "42")))
    assert bench.page == "new_phone"


def test_more_pieces_that_go_back_join_the_same_page_until_somebody_answers() -> None:
    bench = Bench(moving())
    bench.box.becomes(going_back(-2))
    bench.box.becomes(going_back(-2, 1))
    assert bench.page == "put_back"
    assert bench.lines[1:] == ("Ana  −2", "Ben  +1")
    bench.box.becomes(moving(5))
    assert bench.page == "phase"


def test_a_board_is_a_page_with_a_row_in_each_row() -> None:
    number = text("bali.display.number", turn=2)
    rows = tuple(Row(text("bali.kind.rice"), (Cell(number, of=4), Cell(number))) for _ in range(3))
    heads = (text("bali.name"), text("bali.kind.rice"), text("bali.kind.banana"))
    tower = Grid(heads, rows, title=text("bali.name"), board=True)
    bench = Bench(replace(playing(), screen=Screen(None, view(awaiting(), tower), game="bali")))
    assert bench.press(NEXT) == "board"
    assert bench.lines == ("rice  banana", *("rice turn 2/4turn 2",) * 3)


def test_the_board_page_is_still_there_after_the_end() -> None:
    cells = (Cell(text("bali.display.number", turn=2), of=4),)
    tower = Grid((text("bali.name"), text("bali.kind.rice")), (Row(text("bali.kind.rice"), cells),), board=True)
    bench = Bench(replace(playing(), screen=Screen(None, view(awaiting(None), tower), over=True, game="bali")))
    assert bench.press(NEXT) == "board"


# Set right


def set_right(title: str = "moves") -> PanelSnapshot:
    """Return a table at which Ben's stones were corrected to 9. The hands have nothing to move."""
    right = Move((Count(9, "stone", text("bali.name"), change=5),), BEN, still=True)
    moves = Moves("set", text("bali.name"), (right,))
    view_ = replace(view(awaiting()), moves=moves if title == "moves" else None)
    return replace(playing(), screen=Screen(None, view_, game="bali", back=moves if title == "put_back" else None))


@pytest.mark.parametrize("page", ["moves", "put_back"])
def test_a_number_that_is_set_right_shows_as_it_is_and_moves_no_piece(page: str) -> None:
    bench = Bench(moving())
    bench.box.becomes(set_right(page))
    assert bench.page == page
    assert bench.lines == ("Corrected", "Ben  = 9")


def test_a_piece_that_moves_beside_a_corrected_number_keeps_its_sign() -> None:
    bench = Bench(moving())
    snapshot = moving(2)
    assert snapshot.screen is not None
    assert snapshot.screen.view.moves is not None
    right = Move((Count(9, "stone", text("bali.name"), change=5),), BEN, still=True)
    both = replace(snapshot.screen.view.moves, rows=(*snapshot.screen.view.moves.rows, right))
    bench.box.becomes(replace(snapshot, screen=replace(snapshot.screen, view=replace(snapshot.screen.view, moves=both))))
    assert bench.lines == ("Pieces move", "Ana  +2", "Ben  = 9")


@pytest.mark.parametrize(("step", "newest"), [(1, ("Ben", "1")), (2, ("Ana", "2"))])
def test_the_display_names_the_place_that_the_room_s_screen_shows(step: int, newest: tuple[str, str]) -> None:
    """The box sends only places that the room's screen has shown. The newest one is first."""
    places = (Place(1, ANA, 2), Place(2, BEN, 1))[2 - step :]
    screen = Screen(None, view(awaiting(), Ranking(places)), game="bali", over=True)
    bench = Bench(replace(playing(stage=Stage("1.end", step, 2)), screen=screen))
    assert bench.page == "stage"
    assert bench.lines[1:] == newest
