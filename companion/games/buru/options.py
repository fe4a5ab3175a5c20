"""What a table agrees on before it begins."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from companion.core.options import FromKept
from companion.core.words import BadFile
from companion.games.buru.cards import BoxFile
from companion.games.buru.pieces import LONG_ROUNDS, ROUNDS


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Modules that come later have their names here and are refused."""

    lawan: Literal[0, 1, 2] = 0
    ledger: Literal["esteem", "full"] = "esteem"
    long: bool = False
    fifth: bool = False
    ukum: bool = False
    ambelau: bool = False
    tokoh: bool = False
    blessing: bool = False
    liaison: bool = False
    kuda: bool = False
    kuda_start: Literal["forest", "village"] = "forest"
    kuda_forest: Literal["five", "players"] = "five"
    box: Annotated[BoxFile, FromKept("box")] | UnsetType = UNSET
    """BURU-01: what is printed on the cards, as far as the owner entered it."""

    def __post_init__(self) -> None:
        modules = (self.ukum, self.ambelau, self.tokoh, self.blessing, self.liaison, self.kuda)
        if any(modules) or self.kuda_start != "forest" or self.kuda_forest != "five":  # BURU-33 to 42: later
            raise BadFile("buru.modules_later")

    @property
    def rounds(self) -> int:
        """BURU-03: how many are played."""
        return LONG_ROUNDS if self.long else ROUNDS

    @property
    def full(self) -> bool:
        """BURU-44: clay, palm and ebony are followed too."""
        return self.ledger == "full"
