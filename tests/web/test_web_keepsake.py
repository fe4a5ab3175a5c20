"""The one picture of a game that a phone keeps."""

import io
from itertools import groupby, pairwise

import pytest
from PIL import Image, ImageChops

from companion.core.blocks import Chart, Curve
from companion.core.state import Seat
from companion.core.words import text
from companion.records.results import Rank
from web.drawing.keepsake import INK, PAPER, SIZE, Keepsake, png

TEN = tuple(Seat(f"{name}-de-la-Montagne") for name in ("Ana", "Béa", "Cho", "Dai", "Eva", "Flo", "Gus", "Hal", "Ida", "Jo"))


def drawn(
    seats: tuple[Seat, ...], points: int | None = 20, curves: Chart | None = None, now: str = "Ana wins"
) -> Image.Image:
    places = [Rank(seat, n, points, won=n == 1) for n, seat in enumerate(seats, 1)]
    pieces = {seat: n for n, seat in enumerate(seats, 1)}
    return Image.open(
        io.BytesIO(png(Keepsake("Bali", "2026-11-22", now, places, pieces, curves, "Check code", "Companion")))
    )


def paper_around(picture: Image.Image) -> tuple[int, int, int, int]:
    """Return the paper that is left at each edge, in pixels."""
    box = ImageChops.difference(picture, Image.new("RGB", SIZE, PAPER)).getbbox()
    assert box is not None
    left, top, right, foot = box
    return left, top, SIZE[0] - right, SIZE[1] - foot


@pytest.mark.parametrize("seats", [TEN[:2], TEN])
@pytest.mark.parametrize("points", [20, None])
def test_it_has_the_size_that_is_promised_and_a_margin(seats: tuple[Seat, ...], points: int | None) -> None:
    picture = drawn(seats, points)
    assert picture.size == SIZE
    assert min(paper_around(picture)) >= 40


def test_a_long_sentence_stays_on_its_band() -> None:
    assert min(paper_around(drawn(TEN[:2], now="Ana and Ben " * 12))) >= 40


def test_what_one_line_has_no_room_for_is_written_in_two() -> None:
    """Each of letters that are read at arm's length."""
    said = "The tower falls: the Messenger’s side wins"
    band = (72, 168, SIZE[0] - 72, 268)
    picture = drawn(TEN[:2], now=said).crop(band)
    inks = [
        any(picture.getpixel((x, y)) != picture.getpixel((1, 1)) for x in range(picture.width))
        for y in range(picture.height)
    ]
    heights = [sum(1 for _ in run) for is_ink, run in groupby(inks) if is_ink]
    assert len(heights) == 2
    assert min(heights) >= 24


def test_without_lines_ten_seats_have_all_the_room() -> None:
    names = drawn(TEN).crop((212, 330, 650, 1160))
    inked = [
        y for y in range(names.height) if any(names.getpixel((x, y)) != names.getpixel((0, 0)) for x in range(names.width))
    ]
    assert max(inked) > 700


def test_the_lines_of_ten_seats_end_beside_ten_pieces_that_leave_each_other_room() -> None:
    curves = Chart(text("story.curves"), (text("story.tick", n=1),) * 4, tuple(Curve(seat, (0, 0, 0, 0)) for seat in TEN))
    column = drawn(TEN, curves=curves).crop((SIZE[0] - 130, 860, SIZE[0] - 72, 1200))
    inks = [
        any(column.getpixel((x, y)) != column.getpixel((0, 0)) for x in range(column.width)) for y in range(column.height)
    ]
    assert sum(now and not before for before, now in pairwise(inks)) == len(TEN)


def test_a_line_of_who_has_no_piece_ends_beside_its_name() -> None:
    """A rival is an automatic seat."""
    column = (SIZE[0] - 130, 860, SIZE[0] - 72, 1200)
    curves = Chart(text("story.curves"), (text("story.tick", n=1),) * 4, tuple(Curve(Seat(s), (0, 9)) for s in "AB"))
    places = [Rank(Seat(s), n, 20, won=n == 1) for n, s in enumerate("AB", 1)]
    picture = Image.open(io.BytesIO(png(Keepsake("Buru", "", "A wins", places, {}, curves, "", ""))))
    inks = [any(picture.crop(column).getpixel((x, y)) != picture.getpixel((0, 0)) for x in range(58)) for y in range(340)]
    assert sum(now and not before for before, now in pairwise(inks)) == 2


def test_a_game_of_sides_has_no_bars() -> None:
    ink = tuple(int(INK[n : n + 2], 16) for n in (1, 3, 5))
    bars = drawn(TEN[:2], None).crop((700, 330, 890, 860))
    assert ink not in {color for _, color in bars.getcolors(maxcolors=10_000) or ()}
