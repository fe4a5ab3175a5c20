"""What a press that only turns pages makes of where the panel was turned to."""

from msgspec.structs import replace

from hardware.pages import acts, pages
from hardware.pages.acts import KeyAct
from hardware.pages.pages import Turn


def turned(turn: Turn, act: KeyAct | None, mark: str) -> Turn:
    """Where the panel is turned to after this act; `mark` is the fingerprint now. The box's own acts turn nothing."""
    turn = replace(turn, sure=None, why="")
    match act:
        case acts.Go(page, row, asked):
            return to(turn, page, row, asked, mark)
        case acts.Choose(row):
            return replace(turn, row=row)
        case acts.Open(inside, row):
            return replace(turn, row=row, inside=inside)
        case acts.Tap(taps):
            return replace(turn, row=0, inside=(), taps=taps)
        case acts.PutAside(due, hand):
            return Turn(aside=(*turn.aside, *([due] if due else [])), later=hand or turn.later)
        case acts.Fill(filling):
            return replace(turn, page=pages.FORM, row=0, inside=(), filling=filling)
        case acts.Deny(words, sure, covered):
            return replace(turn, sure=sure, why=words if covered else "")
    return turn


def to(turn: Turn, page: str | None, row: int = 0, asked: str = "", mark: str = "") -> Turn:
    """Another page (None: the one that comes by itself). Only what was put aside stays."""
    return Turn(page=page, row=row, asked=asked, aside=turn.aside, later=turn.later, mark=mark)
