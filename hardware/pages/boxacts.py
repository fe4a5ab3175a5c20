"""What the box does for a press, act by act, and what the press names of what was shown."""

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from companion.snapshot.panel import BoxMoment, BoxSide
from companion.snapshot.table import Stage
from hardware.pages.acts import BoxAct
from hardware.pages.playing import MINUTES

Shown = TypeVar("Shown")


def done_by(side: BoxSide, shown: BoxMoment) -> Mapping[BoxAct, Callable[[], None]]:
    """What does each act. It may raise Refused; whatever confirms something does so of the moment that was shown."""
    return {
        BoxAct.NEXT_GAME: lambda: side.turn_games(1),
        BoxAct.START: lambda: side.start(_there(shown.lobby)),
        BoxAct.AGAIN: lambda: side.again(shown.number),
        BoxAct.LEAVE: lambda: side.leave_game(shown.number),
        BoxAct.TAKE_BACK: lambda: side.take_back(shown.fingerprint),
        BoxAct.TAKE_OWN_BACK: lambda: side.take_own_back(_there(shown.mine)),
        BoxAct.YES: lambda: side.settle_claim(_there(shown.claim), True),
        BoxAct.ALL_BACK: lambda: side.settle_claim(_there(shown.claim), True, shown.returning),
        BoxAct.NO: lambda: side.settle_claim(_there(shown.claim), False),
        BoxAct.RETRY: lambda: side.retry(shown.trouble.key if shown.trouble else ""),
        BoxAct.HAVE_READ: lambda: side.have_read(shown.told[0]),
        BoxAct.SWITCH_OFF: side.switch_off,
        BoxAct.ABANDON: lambda: side.abandon(shown.number),
        BoxAct.TALK: lambda: side.talk(MINUTES),
        BoxAct.TALK_LONGER: side.talk_longer,
        BoxAct.HUSH: lambda: side.talk(None),
        BoxAct.STAGE_ON: lambda: _stage(side, _there(shown.stage), 1),
        BoxAct.STAGE_ALL: lambda: _stage(side, _there(shown.stage), None),
        BoxAct.TAKE: lambda: side.take(_there(shown.hand_to)),
        BoxAct.HAND_ON: side.hand_on,
        BoxAct.TURN_HANDS: side.turn_hands,
        BoxAct.SEAT_ONE: lambda: side.seat_one(_there(shown.newcomer)),
        BoxAct.UNSEAT: lambda: side.unseat(_there(shown.sat)),
        BoxAct.LOOK_AROUND: lambda: side.others.look(),
        BoxAct.TAKE_OVER: lambda: side.others.take(_there(_there(shown.spare).regarded)),
        BoxAct.LEAVE_HALL: lambda: side.others.leave(),
        BoxAct.PLAY_APART: lambda: side.play_apart(shown.number),
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
    BoxAct.ALL_BACK: lambda moment: (moment.claim, moment.returning),
    BoxAct.START: lambda moment: moment.lobby,
    BoxAct.TAKE_BACK: lambda moment: (moment.fingerprint, moment.number),
    BoxAct.TAKE_OWN_BACK: lambda moment: moment.mine and (moment.mine.seat, moment.mine.undo),
    BoxAct.AGAIN: _of_game,
    BoxAct.LEAVE: _of_game,
    BoxAct.ABANDON: _of_game,
    BoxAct.PLAY_APART: _of_game,
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


def _there(shown: Shown | None) -> Shown:
    """What the page of this act shows, so it is there."""
    assert shown is not None
    return shown


def _stage(side: BoxSide, shown: Stage, by: int | None) -> None:
    side.stage(shown.of, None if by is None else shown.step + by)
