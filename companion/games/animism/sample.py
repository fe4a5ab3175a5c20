"""A layout of the project's own, to play with before the printed sheet is copied. It is not the printed one (ANIM-02)."""

from typing import Final

from companion.games.animism.layout import Layout
from companion.games.animism.printed import Piece

SAMPLE: Final = Layout(
    name="Table Companion sample",
    sample=True,
    map=(
        "aaaaa.bbbbb",
        "aaAaaObBbbb",
        "aaaaa.bbbBb",
        "aAaaa.bbbbb",
        "aaaa.+.bbbb",
        ".O..+++..O.",
        "cccc.+.dddd",
        "ccccc.dddDd",
        "cCccc.ddddd",
        "cccCcOddDdd",
        "ccccc.ddddd",
    ),
    pieces=(
        Piece("two", 1, ("##",)),
        Piece("three", 1, ("###",)),
        Piece("corner", 1, ("##", "#.")),
        Piece("hook", 1, ("#.", "#.", "##")),
        Piece("tee", 1, ("###", ".#.")),
        Piece("zig", 1, ("##.", ".##")),
        Piece("four", 2, ("####",)),
        Piece("oar", 2, (".#", ".#", "##")),
        Piece("stairs", 3, ("#..", "##.", ".##")),
        Piece("branch", 3, ("####", ".#..")),
        Piece("five", 4, ("#####",)),
        Piece("angle", 4, ("#..", "#..", "###")),
    ),
    black=("two", "three", "corner", "hook", "tee", "zig"),
    white=("four", "oar", "stairs", "branch", "five", "angle"),
    track=(
        ("circle", 1),
        ("hexagon", 2),
        ("circle", 3),
        ("circle", 4),
        ("hexagon", 5),
        ("circle", 6),
        ("circle", 8),
        ("hexagon", 10),
        ("circle", 12),
        ("hexagon", 14),
        ("circle", 17),
        ("hexagon", 20),
    ),
)
