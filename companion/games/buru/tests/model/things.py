"""The contents of the game boxes, as the rules list them."""

from typing import Any

Do = dict[str, Any]
Goods = dict[str, int]

GOODS = ("fish", "esteem", "clay", "palm", "ebony")
RESOURCES = ("clay", "palm", "ebony")
RIVALS = ("A", "B")
BULLY = "outlaw"

USUAL = {
    "lawan": 0, "ledger": "esteem", "long": False, "fifth": False, "ukum": False, "ambelau": False, "tokoh": False,
    "blessing": False, "liaison": False, "kuda": False, "kuda_start": "forest", "kuda_forest": "five", "box": None,
}  # fmt: skip

TOTEM = {"forest": "gunung", "shore": "banyu", "village": "manuk", "ambelau": "ibu"}
"""The totem of each region except the lake, which has Ukum's, or gives 1 esteem."""

RING: tuple[Goods, ...] = (
    {"fish": 3}, {"fish": 1}, {"clay": 1}, {"palm": 1}, {"palm": 1, "clay": 1, "fish": 1}, {}, {"palm": 1, "clay": 1},
    {"palm": 1, "clay": 1, "ebony": 1}, {"ebony": 1}, {"ebony": 1, "fish": 1}, {"ebony": 1}, {},
)  # fmt: skip
"""BURU-36: the goods that each of the canoe's spaces gives immediately, from the 1st to the 12th."""
RING_GUIDE = (3, 6, 9, 12)
RING_IBU = (4, 7, 10, 12)

SETS = (0, 0, 1, 2, 3, 5)


def power(token: int | str) -> int:
    """BURU-37, BURU-40: return the power of a token."""
    return token if isinstance(token, int) else {"guide": 1, "liaison": 0}[token]
