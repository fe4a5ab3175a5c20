"""A stall of the night market, which its owner copies once: a name, and a board of at most four by four."""

from collections.abc import Iterator, Sequence

import msgspec

from companion.core.owner_things import Label, MissingPart, OwnerThingKind
from companion.core.state import Data
from companion.core.words import BadFile, text
from companion.kits.paper import Paint, Painting, Switch

SIZE = range(2, 5)


class Stall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    sample: bool
    board: tuple[str, ...]


class StallDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str = ""
    sample: bool = False
    board: tuple[str, ...] = ()


SAMPLE = Stall("A stall", True, ("..", ".#"))


class Stalls(OwnerThingKind[StallDraft, Stall]):
    id = "stall"
    title = text("toy.stall")
    parts = (
        Label("name", text("toy.stall.name"), 12),
        Switch("sample", text("toy.stall.sample"), text("toy.stall.sample")),
        Painting(
            "board",
            text("toy.stall.board"),
            text("toy.stall.board"),
            (Paint(".", text("toy.bare"), "plain"), Paint("#", text("toy.wares"), "area1")),
            SIZE[0],
            SIZE[-1],
        ),
    )
    draft = StallDraft
    file = None
    samples = (StallDraft(SAMPLE.name, SAMPLE.sample, SAMPLE.board),)

    def name(self, draft: StallDraft) -> str:
        return draft.name

    def is_sample(self, draft: StallDraft) -> bool:
        return draft.sample

    def lacks(self, draft: StallDraft) -> Sequence[MissingPart]:
        return tuple(_lacks(draft))

    def made(self, draft: StallDraft, options: Data) -> Stall:
        for lack in self.lacks(draft):
            raise BadFile(lack.words.key)
        return Stall(draft.name, draft.sample, draft.board)


def _lacks(draft: StallDraft) -> Iterator[MissingPart]:
    if not 1 <= len(draft.name) <= 12:
        yield MissingPart("name", text("toy.no_name"))
    if not all(len(side) in SIZE for side in (draft.board, *draft.board)) or len(set(map(len, draft.board))) > 1:
        yield MissingPart("board", text("toy.no_board"))
    for y, row in enumerate(draft.board):
        for x, cell in enumerate(row):
            if cell not in ".#":
                yield MissingPart("board", text("toy.no_wares"), (y, x))
