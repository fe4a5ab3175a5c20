"""What a bot likes: simple whole weights."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.core.answers import Answers, Option
from companion.core.view import View
from companion.games.babel.pieces import INSTRUCTIONS, Card

CARDS: Final = {"lightning": 2, "deliberation": 2, "seal": 2}
"""How readily they are told to have come up; an instruction more so."""
NEEDED: Final = 9
"""A cell that the blueprint still asks for."""
NOBODY: Final = 40
"""Most have no seal to give and are no zealots."""


def weights(view: View, answers: Answers) -> Sequence[int]:
    return [_weight(option) for option in answers.options() if option.why is None]


def _weight(option: Option) -> int:
    do: Mapping[str, Any] = option.do
    kind = do["type"]
    if kind == "reveal":
        return NEEDED if option.small else CARDS.get(do["card"], 1)
    if kind == "storms":
        return (96, 36, 12, 3, 1)[do["count"]]
    if kind == "commit":
        return _building(do["play"]) * (6 - _building(do["discard"]))
    if kind == "declare":
        return 3 if do["seal"] else 1
    if kind in ("seal", "punish"):
        return NOBODY if do["target"] is None else max(0, 3 - int(do.get("cards", 1)))
    return {"show": 1, "role": 5 if do.get("role") == "architect" else 1}.get(kind, 4)


def _building(card: Card | None) -> int:
    """Most build; who does not may as well say so."""
    return 5 if card in INSTRUCTIONS else 1
