"""Ambelau (BURU-35, BURU-36), round which canoes go. The guides from there have a file of their own beside this folder.

ring.py: the spaces, and where a move ends. rowing.py: what moving a canoe does, and what may follow it.
asks.py: the question on the ring, and what its spaces let one tell. board.py: the ring as people see it.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from companion.core.answers import Answers, Form, Group
from companion.core.blocks import Block
from companion.core.state import changed
from companion.core.view import SetupStep, setup_step
from companion.core.words import Text, text
from companion.games.buru.actions import Tribute, TurnAct
from companion.games.buru.modules.ambelau import asks, board, rowing
from companion.games.buru.modules.ambelau.ring import START
from companion.games.buru.pieces import Region, Spirit
from companion.games.buru.state import Played, Public


class WithCanoes(Played):
    """A fifth region, and a spirit that is honoured only there."""

    option = "ambelau"
    mixes = True
    regions = ("ambelau",)
    spirits = ("ibu",)
    totems: ClassVar[Mapping[Region, Spirit]] = {"ambelau": "ibu"}
    elders = 1
    cards: ClassVar[Mapping[str, str]] = {"first": "ambelau_setup"}

    def to_lay(self, public: Public) -> Iterator[SetupStep]:
        yield setup_step("buru.to_lay.ambelau")

    def laid_out(self, public: Public) -> Public:
        return changed(public, canoes=(START,) * len(public.names))

    def refuses(self, public: Public, action: TurnAct) -> Text | None:
        """BURU-36: Ibu's tribute is made where a canoe has just come to it."""
        return rowing.no_tribute(public) if isinstance(action, Tribute) and action.spirit == "ibu" else None

    def spaces(self, public: Public, region: Region) -> int | None:
        return 0 if region == "ambelau" else None

    def turn(self, public: Public, by: int) -> Answers | None:
        return asks.canoe(public, by) if public.region == "ambelau" and not public.told else None

    def usual(self, public: Public, by: int) -> tuple[str, ...] | None:
        return asks.usual(public, by)

    def groups_of(self, public: Public, by: int) -> Iterator[tuple[str, Group]]:
        return asks.groups(public, by)

    def forms(self, public: Public, by: int) -> Iterator[Form]:
        return asks.forms(public, by)

    def blocks(self, public: Public) -> Iterator[Block]:
        yield board.ring(public)

    def orders(self, public: Public) -> Iterator[Text]:
        """BURU-41, BURU-28: before the canoe, and after it; the ring leaves no room for both."""
        if public.region == "ambelau":
            yield text("buru.guide.ambelau.2" if public.told else "buru.guide.ambelau.1")
