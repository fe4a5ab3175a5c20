"""What a press bids the box do, act by act."""

from collections.abc import Callable, Mapping

from companion.panel import BoxSide
from hardware.leaves import BoxAct
from hardware.timing import MINUTES


def bids(side: BoxSide) -> Mapping[BoxAct, Callable[[], None]]:
    """Each of them may raise Refused."""
    return {
        BoxAct.GAME_BEFORE: lambda: side.turn_games(-1),
        BoxAct.NEXT_GAME: lambda: side.turn_games(1),
        BoxAct.START: side.start,
        BoxAct.LEAVE: side.leave_game,
        BoxAct.TAKE_BACK: side.take_back,
        BoxAct.YES: lambda: side.settle_claim(True),
        BoxAct.NO: lambda: side.settle_claim(False),
        BoxAct.RETRY: side.retry,
        BoxAct.SWITCH_OFF: side.switch_off,
        BoxAct.ABANDON: side.abandon,
        BoxAct.TALK: lambda: side.talk(MINUTES),
        BoxAct.TALK_LONGER: side.talk_longer,
        BoxAct.HUSH: lambda: side.talk(None),
    }
