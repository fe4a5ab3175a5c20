"""What the box does for a press, act by act, and what the press names of what was shown."""

from collections.abc import Callable, Mapping

from companion.ports.panel import BoxMoment, BoxSide
from hardware.pages.acts import BoxAct
from hardware.pages.timing import MINUTES


def done_by(side: BoxSide, shown: BoxMoment) -> Mapping[BoxAct, Callable[[], None]]:
    """What does each act. It may raise Refused; whatever confirms something does so of the moment that was shown."""
    return {
        BoxAct.GAME_BEFORE: lambda: side.turn_games(-1),
        BoxAct.NEXT_GAME: lambda: side.turn_games(1),
        BoxAct.START: lambda: _start(side, shown),
        BoxAct.AGAIN: lambda: side.again(shown.number),
        BoxAct.LEAVE: lambda: side.leave_game(shown.number),
        BoxAct.TAKE_BACK: lambda: side.take_back(shown.fingerprint),
        BoxAct.YES: lambda: _settle(side, shown, True),
        BoxAct.NO: lambda: _settle(side, shown, False),
        BoxAct.RETRY: lambda: side.retry(shown.trouble.key if shown.trouble else ""),
        BoxAct.SWITCH_OFF: side.switch_off,
        BoxAct.ABANDON: lambda: side.abandon(shown.number),
        BoxAct.TALK: lambda: side.talk(MINUTES),
        BoxAct.TALK_LONGER: side.talk_longer,
        BoxAct.HUSH: lambda: side.talk(None),
        BoxAct.STAGE_ON: lambda: _stage(side, shown, 1),
        BoxAct.STAGE_ALL: lambda: _stage(side, shown, None),
        BoxAct.LAID: lambda: side.lay(shown.number, shown.set_up.step if shown.set_up else 0),
        BoxAct.LAY_NOTHING: lambda: side.lay(shown.number, None),
    }


def named(act: BoxAct, moment: BoxMoment) -> object:
    """What a press of this act would confirm: while that stays equal, the press is for what was shown."""
    match act:
        case BoxAct.YES | BoxAct.NO:
            return moment.claim
        case BoxAct.START:
            return moment.lobby
        case BoxAct.TAKE_BACK:
            return moment.fingerprint, moment.number
        case BoxAct.AGAIN | BoxAct.LEAVE | BoxAct.ABANDON:
            return moment.number
        case BoxAct.STAGE_ON | BoxAct.STAGE_ALL:
            return moment.stage
        case BoxAct.LAID | BoxAct.LAY_NOTHING:
            return moment.number, moment.set_up and moment.set_up.step
        case BoxAct.RETRY:
            return moment.trouble.key if moment.trouble else None
    return None


def _start(side: BoxSide, shown: BoxMoment) -> None:
    assert shown.lobby is not None
    side.start(shown.lobby)


def _stage(side: BoxSide, shown: BoxMoment, by: int | None) -> None:
    assert shown.stage is not None
    side.stage(shown.stage.of, None if by is None else shown.stage.step + by)


def _settle(side: BoxSide, shown: BoxMoment, yes: bool) -> None:
    assert shown.claim is not None
    side.settle_claim(shown.claim, yes)
