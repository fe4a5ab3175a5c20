"""Pictures of the table: the scene on the room's screen (the sheets), the set-up, and the first minute."""

from collections.abc import Iterator, Sequence

from companion.core.blocks import Highlight
from companion.core.caching import cached_by_identity
from companion.core.set_up import Figure, MinutePage, PieceRow, SetUpStep, coming, row_of, set_up_step
from companion.core.state import Seat
from companion.core.words import text
from companion.games.animism.pieces import colour_name, fourth
from companion.games.animism.sheets import sheet_title, whose_sheet
from companion.games.animism.state import Deeds, Options, Public, colours_of, holder
from companion.kits.paper import NewDrawing, SheetScene, UnknownSheet


@cached_by_identity
def scene(public: Public) -> SheetScene | None:
    """Return the sheets as they looked when the turn began (ANIM-05). With sheets on paper alone, return which player has
    which sheet. Return None once the game is over."""
    if public.stage == "end" or (public.is_twin and public.stage != "turn"):
        return None
    if not public.is_twin:
        return SheetScene(unknown=tuple(_unknown_sheet(public, sheet) for sheet in range(len(public.seats))))
    last = public.past[-1] if public.past else ()
    return SheetScene(drawn=tuple(_drawn(public, i, deeds) for i, deeds in enumerate(last)))


def _unknown_sheet(public: Public, sheet: int) -> UnknownSheet:
    """Return a sheet with the player who has it. After the last turn that is its owner."""
    place = holder(public, sheet) if public.stage == "turn" else sheet
    return UnknownSheet(sheet_title(public, sheet), public.seats[place])


def _drawn(public: Public, place: int, deeds: Deeds) -> NewDrawing:
    board = 0
    for drawn in deeds.drawn:
        board |= drawn.cells
    cells = public.ground.cells(board)
    sheet = whose_sheet(public, deeds.sheet)
    key = "drew" if cells else "nothing"
    words = text(f"animism.scene.{key}", count=len(cells), sheet=sheet)
    return NewDrawing(public.seats[place], deeds.sheet, words, cells)


def highlight(before: Public, public: Public) -> Highlight | None:
    """Return the highlight of the drawings if this answer ended a turn, else None."""
    if len(public.past) == len(before.past) or public.stage != "turn":
        return None
    return Highlight(
        kind="drawn",
        words=text("animism.evening.turn", n=len(public.past)),
        line=text("animism.scene.over", turn=len(public.past)),
    )


# The set-up: the steps, with the places of the pieces (ANIM-03, ANIM-04)


RESOURCES = ("resource_blue", "resource_green", "resource_red", "resource_yellow")


def set_up_steps(seats: Sequence[Seat], options: Options) -> Iterator[SetUpStep]:
    """Yield the steps of the set-up. With sheets on phones there is only one: people need nothing on the table, but may use
    the printed dice. On paper, three players outline altars in the fourth colour (ANIM-23)."""
    key = "animism.set_up."
    if options.sheets == "twin":
        yield set_up_step(key + "phones", "table", row_of("blank", 148, 135, 70), art="blank", small=True, stays=("roll",))
        return
    in_play = colours_of(seats, options)
    colours, nobody = [colour_name(colour) for colour in in_play], fourth(in_play)
    yield set_up_step(key + "pencil", "each", row_of("pencil", 150, 14, 44), art="pencil", blanks=colours)
    yield set_up_step(key + "sheet", "each", row_of("blank", 72, 5, 62), art="blank")
    if nobody is not None:
        corners = tuple(row_of("lone_altar", 76, y, 18, n=2, dx=36) for y in (9, 45))
        yield set_up_step(
            key + "fourth", "each", *corners, art="lone_altar", small=True, after="sheet", n=colour_name(nobody)
        )
    mark = row_of("circle", 30, 24, 26)
    yield set_up_step(key + "mark", "each", mark, art="circle", small=True, after=("sheet", "pencil"), blanks=colours)
    yield set_up_step(
        key + "dice", "one", row_of(("die_black", "die_white"), 148, 150, 34, n=2, dx=38), art=("die_black", "die_white")
    )
    yield set_up_step(key + "resources", "one", row_of(RESOURCES, 130, 190, 26, n=4, dx=28), art=RESOURCES)


# The first minute: a sentence and a picture for each thing that a newcomer must know

THREE = ("resource_blue", "resource_green", "resource_red")


def minute_pages(options: Options) -> Iterator[MinutePage]:
    """Yield the pages: all draw together, buying, edges, passing, rounds, score. The page on passing differs for sheets on
    phones, which move by themselves."""
    sheets = tuple(row_of("sheet", 30 + 175 * (n % 2), 20 + 180 * (n // 2), 150) for n in range(4))
    pencils = tuple(coming(row_of("pencil", 130 + 175 * (n % 2), 10 + 180 * (n // 2), 60), 40, -20) for n in range(4))
    yield MinutePage(text("animism.minute.together"), (*sheets, *pencils))
    bought = (row_of("sheet", 75, 10, 240), coming(row_of("piece", 40, 280, 90), 80, -120))
    yield MinutePage(text("animism.minute.buy"), (*bought, row_of(THREE, 190, 295, 60, n=3, dx=62)))
    edges = row_of("edges", 30, 20, 330, tall=260)
    yield MinutePage(
        text("animism.minute.edges"), (edges, coming(row_of("resource_blue", 105, 290, 80, n=2, dx=100), 0, -120))
    )
    name = "pass_phones" if options.sheets == "twin" else "pass"
    yield MinutePage(text(f"animism.minute.{name}"), (*_passed_sheets(), row_of("pass", 155, 155, 80)))
    boxes = tuple(Figure(f"{n}", 75 + 80 * (n - 1), 80, 56) for n in range(1, 5))
    yield MinutePage(text("animism.minute.rounds"), (coming(row_of("sheet", 90, 140, 210), 0, 120),), boxes)
    yield _scored(options.advanced)


def _scored(has_bonus: bool) -> MinutePage:
    """Return the page on the score: 3 + 2 × 3 = 9, or with a bonus 3 + (2 + 1) × 3 = 12."""
    track, hexagons = row_of("circle", 40, 60, 70), row_of("hexagon", 40, 180, 80, n=2, dx=86)
    three, plus = Figure("3", 150, 95), Figure("+", 75, 156)
    if not has_bonus:
        figures = (three, plus, Figure("×", 244, 222), Figure("= 9", 330, 350))
        return MinutePage(text("animism.minute.score"), (track, hexagons, row_of("altar", 40, 290, 70, n=3, dx=80)), figures)
    pieces = (track, hexagons, row_of("bonus", 246, 184, 72), row_of("altar", 40, 305, 70, n=3, dx=80))
    one, times = Figure("1", 336, 222), Figure("×", 75, 282)
    return MinutePage(
        text("animism.minute.score_bonus"),
        pieces,
        (three, plus, Figure("+", 226, 222), one, times, Figure("= 12", 330, 350)),
    )


def _passed_sheets() -> Iterator[PieceRow]:
    """Yield a sheet on each side of the table. Each comes from the player on the right."""
    sides = ((140, 14), (266, 140), (140, 266), (14, 140))
    for at, (x, y) in enumerate(sides):
        from_x, from_y = sides[at - 1]
        yield coming(row_of("sheet", x, y, 110), from_x - x, from_y - y)
