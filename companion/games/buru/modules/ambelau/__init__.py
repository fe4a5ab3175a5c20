"""Ambelau (BURU-35, BURU-36), round which canoes go. The guides from there have a file of their own beside this folder.

ring.py: the spaces, and where a move ends. rowing.py: what moving a canoe does, and what may follow it.
asks.py: the question on the ring, and what its spaces let one tell. board.py: the ring as people see it.
"""

from collections.abc import Iterator
from dataclasses import replace

from companion.core.answers import Answers, Form, Group
from companion.core.blocks import Block
from companion.core.words import Text, text
from companion.games.buru.actions import Canoe, Space, Tribute, TurnAct, UseTokoh
from companion.games.buru.modules.ambelau import asks, board, rowing
from companion.games.buru.modules.ambelau.ring import START
from companion.games.buru.state import Played, Public


class WithCanoes(Played):
    """A fifth region, and a spirit that is honoured only there."""

    option = "ambelau"
    regions = ("ambelau",)
    spirits = ("ibu",)
    totems = {"ambelau": "ibu"}
    elders = 1

    def laid_out(self, public: Public) -> Public:
        return replace(public, canoes=(START,) * len(public.names))

    def refuses(self, public: Public, action: TurnAct) -> Text | None:
        if isinstance(action, Tribute) and action.spirit == "ibu":
            return rowing.no_tribute(public)
        if public.region != "ambelau":
            return None
        if isinstance(action, Space):
            return text("buru.canoes_here")
        if isinstance(action, Canoe):
            return text("buru.canoe_once") if public.told else None
        return None if public.told or isinstance(action, UseTokoh) else text("buru.canoe_first")

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

    def orders(self, public: Public, rival: int) -> Iterator[Text]:
        """BURU-41: whom its double brings what."""
        if rowing.is_double(public, rival):
            yield text("buru.guide.ambelau_double")
