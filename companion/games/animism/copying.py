"""Copying a layout from the printed sheet, part by part. The owner's draft becomes a layout (ANIM-02)."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Final

import msgspec

from companion.core.owner_things import Label, MissingPart, OwnerThingKind, Part
from companion.core.words import BadFile, Text, text
from companion.games.animism import layout
from companion.games.animism.layout import ALTARS, AREAS, CENTRE, LEVELS, LONE, OPEN, SAMPLE, Layout, Piece, TrackCellShape
from companion.kits.paper import Faces, Ladder, Look, Paint, Painting, Rung, Shapes, Switch

EMPTY_MAP: Final = (OPEN * 11,) * 11
"""An empty map, from which a draft begins. Its owner makes it larger or smaller."""
UNKNOWN: Final = (None,) * layout.FACES
"""A die whose pieces the owner has not copied yet."""


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A layout as far as its owner has copied it."""

    name: str = ""
    sample: bool = False
    map: tuple[str, ...] = EMPTY_MAP
    pieces: tuple[Piece, ...] = ()
    black: tuple[str | None, ...] = UNKNOWN
    white: tuple[str | None, ...] = UNKNOWN
    track: tuple[tuple[TrackCellShape, int | None], ...] = ()


def _words(key: str) -> Text:
    return text(f"animism.copy.{key}")


def _ground(key: str, **values: int) -> Text:
    return text(f"animism.ground.{key}", **values)


def _paints() -> tuple[Paint, ...]:
    areas = tuple(Paint(sign, _ground("area", n=n), _look("area", n)) for n, sign in enumerate(AREAS, 1))
    altars = tuple(Paint(sign, _ground("altar_in", n=n), _look("altar", n)) for n, sign in enumerate(ALTARS, 1))
    alone = (Paint(LONE, _ground("altar"), "altar"), Paint(CENTRE, _ground("centre"), "centre"))
    return (Paint(OPEN, _ground("open"), "plain"), *areas, *altars, *alone)


def _look(kind: str, n: int) -> Look:
    looks: tuple[Look, ...] = ("area1", "area2", "area3", "area4", "altar1", "altar2", "altar3", "altar4")
    return next(look for look in looks if look == f"{kind}{n}")


def _parts() -> tuple[Part, ...]:
    cells, kinds = (layout.SMALLEST, layout.LARGEST), (_rung("circle"), _rung("hexagon"))
    return (
        Label("name", _words("name"), layout.LONGEST_NAME),
        Painting("map", _words("map"), _words("map_hint"), _paints(), layout.LEAST_SIDE, layout.MOST_SIDE),
        Shapes("pieces", _words("pieces"), _words("pieces_hint"), LEVELS, cells),
        Faces("black", _words("black"), _words("black_hint"), "pieces", layout.FACES, LEVELS[:1]),
        Faces("white", _words("white"), _words("white_hint"), "pieces", layout.FACES, LEVELS[1:]),
        Ladder("track", _words("track"), _words("track_hint"), kinds, layout.LONGEST_TRACK, layout.TOP_SCORE),
        Switch("sample", _words("sample"), _words("sample_hint")),
    )


def _rung(shape: layout.TrackCellShape) -> Rung:
    return Rung(shape, _words(shape), shape)


class SheetLayout(OwnerThingKind[Draft, Layout]):
    """The layout as an owner's thing, for `Options.layout`."""

    id: Final = "layout"
    title: Final = text("animism.copy.title")
    parts: Final[Sequence[Part]] = _parts()
    draft: Final = Draft
    file: Final = None
    samples: Final[Sequence[Draft]] = (
        Draft(SAMPLE.name, SAMPLE.sample, SAMPLE.map, SAMPLE.pieces, SAMPLE.black, SAMPLE.white, SAMPLE.track),
    )

    def name(self, draft: Draft) -> str:
        """Return the name that the owner gave the layout."""
        return draft.name

    def is_sample(self, draft: Draft) -> bool:
        """Return True if the owner marked the draft as not the printed sheet."""
        return draft.sample

    def lacks(self, draft: Draft) -> tuple[MissingPart, ...]:
        """Return what is wrong or missing in the draft, part after part."""
        return tuple(
            chain(
                layout.name_faults(draft.name),
                layout.map_faults(draft.map),
                layout.piece_faults(draft.pieces),
                layout.die_faults("black", draft.black, draft.pieces),
                layout.die_faults("white", draft.white, draft.pieces),
                layout.track_faults(draft.track),
            )
        )

    def made(self, draft: Draft, options: Mapping[str, object]) -> Layout:
        """Return the layout. `options` do not change it. Raise BadFile with the first fault of the draft."""
        for lack in self.lacks(draft):
            raise BadFile("animism.bad_layout", why=lack.words)
        return Layout(
            name=draft.name,
            sample=draft.sample,
            map=draft.map,
            pieces=draft.pieces,
            black=tuple(piece for piece in draft.black if piece is not None),
            white=tuple(piece for piece in draft.white if piece is not None),
            track=tuple((shape, score) for shape, score in draft.track if score is not None),
        )
