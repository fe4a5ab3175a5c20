"""Names that the display's fonts cannot draw: what stands in their place, on the display alone."""

import unicodedata
from typing import Any, Final

from msgspec.structs import replace

from companion.core.knowledge import Seat
from companion.core.words import text
from companion.letters import Fonts
from companion.ports.panel import BoxMoment
from companion.speech.i18n import say
from hardware.pages.leaves import Leaf, ListRow, SoftKey

_SAID: Final = (Leaf, ListRow, SoftKey)
"""What holds words that are drawn."""


def spelled(leaf: Leaf, moment: BoxMoment, fonts: Fonts) -> Leaf:
    """The page with each name as the fonts can draw it."""
    others = {seat: shown for seat, shown in names(moment, fonts).items() if shown != seat}
    said: Leaf = _with(leaf, dict(sorted(others.items(), key=lambda name: -len(name[0])))) if others else leaf
    return said


def names(moment: BoxMoment, fonts: Fonts) -> dict[Seat, str]:
    """What each seat is called on the display: its name without what cannot be drawn; where letters are lacking, nothing
    would be left, or two would be the same, its wooden piece. Whoever left has none."""
    drawn = {seat: _drawn(seat, fonts) for seat in moment.pieces}
    left = {one.seat: _drawn(one.seat, fonts) or "…" for one in moment.people if one.seat not in drawn}
    return left | {
        seat: shown if shown and list(drawn.values()).count(shown) == 1 else say(text(f"piece.{piece}"), moment.language)
        for (seat, piece), shown in zip(moment.pieces.items(), drawn.values(), strict=True)
    }


def _drawn(name: str, fonts: Fonts) -> str:
    """Signs fall off, as an emoji does; a name that lacks a letter is no name any more, and empty here."""
    kept = ""
    for character in unicodedata.normalize("NFC", name):
        if fonts.draw(character):
            kept += character
        elif unicodedata.category(character)[0] in "LN" or unicodedata.category(character) == "Mc":
            return ""
    return " ".join(kept.split())


def _with(value: Any, others: dict[Seat, str]) -> Any:
    if isinstance(value, str):
        for name, shown in others.items():
            value = value.replace(name, shown)
    elif isinstance(value, tuple):
        value = tuple(_with(part, others) for part in value)
    elif isinstance(value, _SAID):
        fields = (name for name in value.__struct_fields__ if name not in ("act", "hold_back"))
        value = replace(value, **{name: _with(getattr(value, name), others) for name in fields})
    return value
