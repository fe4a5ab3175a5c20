"""The kit of games without pictures: a scene in words and numbers."""

from companion.core.blocks import Scene
from companion.core.words import Text


class WordsScene(Scene, frozen=True, tag="words"):
    """The open numbers and the last answers in large type, on a pattern made from the name of the table's own game."""

    name: Text
    answers: Text | None = None
    """The number of players who have answered a sealed question, in words."""
