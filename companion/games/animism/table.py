"""The set-up of Animism's table: its steps, and where the pieces are (ANIM-03, ANIM-04)."""

from collections.abc import Iterator, Sequence

from companion.core.set_up import SetupStep, lying, setup_step
from companion.core.state import Seat
from companion.games.animism.pieces import colour_name
from companion.games.animism.state import Options, colours_of

RESOURCES = ("resource_blue", "resource_green", "resource_red", "resource_yellow")


def setup_steps(seats: Sequence[Seat], options: Options) -> Iterator[SetupStep]:
    """Yield the steps of the set-up. With sheets on phones there is one, as people need nothing. They may use the dice."""
    key = "animism.to_lay."
    if options.sheets == "twin":
        yield setup_step(key + "phones", "table", lying("sheet", 148, 135, 70), art="sheet", small=True, stays=("roll",))
        return
    colours = [colour_name(of) for of in colours_of(seats, options)]
    yield setup_step(key + "pencil", "each", lying("pencil", 150, 14, 44), art="pencil", blanks=colours)
    yield setup_step(key + "sheet", "each", lying("sheet", 72, 5, 62), art="sheet")
    mark = lying("circle", 30, 24, 26)
    yield setup_step(key + "mark", "each", mark, art="circle", small=True, after=("sheet", "pencil"), blanks=colours)
    yield setup_step(
        key + "dice", "one", lying(("die_black", "die_white"), 148, 150, 34, n=2, dx=38), art=("die_black", "die_white")
    )
    yield setup_step(key + "resources", "one", lying(RESOURCES, 130, 190, 26, n=4, dx=28), art=RESOURCES)
