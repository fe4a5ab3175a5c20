"""The questions of a seat without a phone: all pages that buttons lead to."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.core.moment import Moment
from companion.core.state import Seat
from companion.house.shared_box import mine_of
from companion.snapshot.panel import PanelSnapshot
from hardware.pages import pages
from hardware.pages.acts import Choose, Explain, Fill, Go, KeyAct, Open, Tap
from hardware.pages.contents import layout
from hardware.pages.layouts import Dial, Layout
from hardware.pages.pages import PagePosition, turned
from tests.hardware.box import JOIN


def in_hand(moment: Moment, seat: Seat, language: str) -> PanelSnapshot:
    """Return the box while this seat holds it."""
    pieces = {seat: n for n, seat in enumerate((seat for seat in moment.seqs if seat is not None), 1)}
    return PanelSnapshot(language, JOIN, pieces, screen=moment.screen(None), mine=mine_of(moment, seat), hands=True)


def asked(snapshot: PanelSnapshot) -> Iterator[Layout]:
    """Yield the cover, the question about taking back, and all lists and forms of the seat, with each row chosen and each
    reason of a refusal."""
    mine = snapshot.mine
    assert mine is not None
    yield layout(snapshot, PagePosition(), pages.YOURS)
    if mine.undo is not None and mine.undo.free:
        yield layout(snapshot, PagePosition(), pages.TAKE_OWN_BACK)
    turns = [PagePosition(page=pages.OWN)] if mine.asks else []
    for turn in turns:
        assert turn.page is not None
        shown = layout(snapshot, turn, turn.page)
        yield shown
        acts = (shown.buttons[2].act, None if isinstance(shown, Dial) else shown.buttons[1].act)
        yield from (replace(shown, message=act.words) for act in acts if isinstance(act, Explain))
        turns += [new for act in acts if (new := _followed(turn, act)) is not None and new not in turns]


def _followed(turn: PagePosition, act: KeyAct | None) -> PagePosition | None:
    """Return the position after a press. Only the first value of a form's list is entered."""
    match act:
        case Choose(row) if row:
            return replace(turn, row=row)
        case Tap() | Open():
            return turned(turn, act, "")
        case Go(page, row, asked) if page is not None:
            return PagePosition(page, row, asked=asked)
        case Fill(filling) if turn.page != pages.FORM or not turn.row:
            return PagePosition(pages.FORM, filling=filling)
    return None
