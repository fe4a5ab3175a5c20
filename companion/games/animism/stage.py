"""The scene on the room's screen: the sheets. At a turn's end their new drawings are a highlight."""

from companion.core.blocks import Highlight
from companion.core.caching import cached_by_identity
from companion.core.words import text
from companion.games.animism.sheets import sheet_title, whose_sheet
from companion.games.animism.state import Deeds, Public, holder
from companion.kits.paper import NewDrawing, SheetScene, UnknownSheet


@cached_by_identity
def scene(public: Public) -> SheetScene | None:
    """Return the sheets until the game is over, as they looked when the turn began (ANIM-05). With sheets on paper alone,
    return which player has which sheet."""
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
