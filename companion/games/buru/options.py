"""What a table agrees on before it begins."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from companion.core.game import FromOwnerThing, OnlyWith
from companion.games.buru.cards import BoxFile
from companion.games.buru.pieces import LONG_ROUNDS, ROUNDS


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rivals, the ledger, how long, and which modules (BURU-32 to BURU-42)."""

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
    kuda_start: Annotated[Literal["forest", "village"], OnlyWith("kuda", True)] = "forest"
    kuda_forest: Annotated[Literal["five", "players"], OnlyWith("kuda", True)] = "five"
    box: Annotated[BoxFile, FromOwnerThing("box")] | UnsetType = UNSET
    """BURU-01: what is printed on the cards, as far as the owner entered it."""

    @property
    def modules(self) -> tuple[str, ...]:
        """The names of those that the table plays with."""
        chosen = {
            "ukum": self.ukum,
            "ambelau": self.ambelau,
            "tokoh": self.tokoh,
            "blessing": self.blessing,
            "liaison": self.liaison,
            "kuda": self.kuda,
            "box": self.box is not UNSET,
        }
        return tuple(name for name, on in chosen.items() if on)

    @property
    def rounds(self) -> int:
        """BURU-03: how many are played."""
        return LONG_ROUNDS if self.long else ROUNDS

    @property
    def full(self) -> bool:
        """BURU-44: clay, palm and ebony are followed too."""
        return self.ledger == "full"
