"""What the box does for a press, act by act, and what the press names of what was shown."""

from collections.abc import Callable, Mapping
from typing import Final

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
        BoxAct.TAKE_OWN_BACK: lambda: _take_own_back(side, shown),
        BoxAct.YES: lambda: _settle(side, shown, True),
        BoxAct.NO: lambda: _settle(side, shown, False),
        BoxAct.RETRY: lambda: side.retry(shown.trouble.key if shown.trouble else ""),
        BoxAct.HAVE_READ: lambda: _have_read(side, shown),
        BoxAct.SWITCH_OFF: side.switch_off,
        BoxAct.ABANDON: lambda: side.abandon(shown.number),
        BoxAct.TALK: lambda: side.talk(MINUTES),
        BoxAct.TALK_LONGER: side.talk_longer,
        BoxAct.HUSH: lambda: side.talk(None),
        BoxAct.STAGE_ON: lambda: _stage(side, shown, 1),
        BoxAct.STAGE_ALL: lambda: _stage(side, shown, None),
        BoxAct.TAKE: lambda: _take(side, shown),
        BoxAct.HAND_ON: side.hand_on,
        BoxAct.TURN_HANDS: side.turn_hands,
        BoxAct.SEAT_ONE: lambda: _seat_one(side, shown),
        BoxAct.UNSEAT: lambda: _unseat(side, shown),
        BoxAct.LOOK_AROUND: lambda: side.others.look(),
        BoxAct.TAKE_OVER: lambda: _take_over(side, shown),
        BoxAct.LEAVE_HALL: lambda: side.others.leave(),
        BoxAct.LAID: lambda: side.lay(shown.number, shown.set_up.step if shown.set_up else 0),
        BoxAct.LAY_NOTHING: lambda: side.lay(shown.number, None),
    }


def named(act: BoxAct, moment: BoxMoment) -> object:
    """What a press of this act would confirm: while that stays equal, the press is for what was shown."""
    name = _NAMES.get(act)
    return name(moment) if name else None


def _of_game(moment: BoxMoment) -> object:
    return moment.number


def _of_stage(moment: BoxMoment) -> object:
    return moment.stage


def _of_step(moment: BoxMoment) -> object:
    return moment.number, moment.set_up and moment.set_up.step


def _of_regarded(moment: BoxMoment) -> object:
    """Not when its box was heard of: that is shown as exactly as can be, and may change while somebody decides."""
    regarded = moment.spare.regarded if moment.spare is not None else None
    return regarded and (regarded.table, regarded.owner, regarded.silent)


def _of_hands(moment: BoxMoment) -> object:
    return moment.hand_to, moment.mine and moment.mine.seat


_NAMES: Final[Mapping[BoxAct, Callable[[BoxMoment], object]]] = {
    BoxAct.YES: lambda moment: moment.claim,
    BoxAct.NO: lambda moment: moment.claim,
    BoxAct.START: lambda moment: moment.lobby,
    BoxAct.TAKE_BACK: lambda moment: (moment.fingerprint, moment.number),
    BoxAct.TAKE_OWN_BACK: lambda moment: moment.mine and (moment.mine.seat, moment.mine.undo),
    BoxAct.AGAIN: _of_game,
    BoxAct.LEAVE: _of_game,
    BoxAct.ABANDON: _of_game,
    BoxAct.STAGE_ON: _of_stage,
    BoxAct.STAGE_ALL: _of_stage,
    BoxAct.LAID: _of_step,
    BoxAct.LAY_NOTHING: _of_step,
    BoxAct.TAKE: _of_hands,
    BoxAct.HAND_ON: _of_hands,
    BoxAct.SEAT_ONE: lambda moment: moment.newcomer,
    BoxAct.UNSEAT: lambda moment: moment.sat,
    BoxAct.HAVE_READ: lambda moment: moment.told[:1],
    BoxAct.TAKE_OVER: _of_regarded,
    BoxAct.RETRY: lambda moment: moment.trouble.key if moment.trouble else None,
}


def _start(side: BoxSide, shown: BoxMoment) -> None:
    assert shown.lobby is not None
    side.start(shown.lobby)


def _have_read(side: BoxSide, shown: BoxMoment) -> None:
    assert shown.told
    side.have_read(shown.told[0])


def _take(side: BoxSide, shown: BoxMoment) -> None:
    assert shown.hand_to is not None
    side.take(shown.hand_to)


def _take_own_back(side: BoxSide, shown: BoxMoment) -> None:
    assert shown.mine is not None
    side.take_own_back(shown.mine)


def _seat_one(side: BoxSide, shown: BoxMoment) -> None:
    assert shown.newcomer is not None
    side.seat_one(shown.newcomer)


def _unseat(side: BoxSide, shown: BoxMoment) -> None:
    assert shown.sat is not None
    side.unseat(shown.sat)


def _take_over(side: BoxSide, shown: BoxMoment) -> None:
    assert shown.spare is not None
    assert shown.spare.regarded is not None
    side.others.take(shown.spare.regarded)


def _stage(side: BoxSide, shown: BoxMoment, by: int | None) -> None:
    assert shown.stage is not None
    side.stage(shown.stage.of, None if by is None else shown.stage.step + by)


def _settle(side: BoxSide, shown: BoxMoment, yes: bool) -> None:
    assert shown.claim is not None
    side.settle_claim(shown.claim, yes)
