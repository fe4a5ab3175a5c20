"""What may be answered at the reversal: who declares, where seals go, whom zealots punish."""

import msgspec

from companion.core.answers import Answers, Choice, Group
from companion.core.caching import once
from companion.core.dues import Due
from companion.core.state import Seat
from companion.core.words import Text, text
from companion.games.babel import forbids
from companion.games.babel.actions import Declare, Punish, Seal
from companion.games.babel.pieces import punishments
from companion.games.babel.state import Own, Public
from companion.games.babel.taps import Tapped, columns_for, on_each, on_nobody, option, others, seat_choice, steps


def declare(public: Public, own: Own | None, due: Due) -> Answers:
    """BABEL-16: whether this seat uses a seal."""
    assert own is not None
    options = tuple(
        option(Declare(has), text(f"babel.ask.declare_{answer}"), forbids.declare(own, has))
        for answer, has in (("yes", True), ("no", False))
    )
    question, panel = text("babel.ask.declare"), text("babel.panel.declare")
    return Answers((Group(options, 2),), question=question, panel=panel, secret=True)


def seal(public: Public, own: Own | None, due: Due) -> Answers:
    """BABEL-16: who is to get the seal."""
    targets = on_each(Seal, others(public, due.seat))
    if not public.on_phones:
        targets = (*targets, on_nobody(Seal(None), text("babel.ask.seal_none"), text("babel.panel.seal_none")))
    laid = steps(targets, (text("babel.ask.seal"),), (columns_for(len(targets)),))
    return Answers(steps=laid, panel=text("babel.panel.seal"), secret=True)


def punish(public: Public, own: Own | None, due: Due) -> Answers:
    """BABEL-17. On cardboard everybody is asked, and who is no zealot points at nobody."""
    assert own is not None
    rest = others(public, due.seat)
    if public.on_phones:
        return Answers(
            steps=steps(on_each(Punish, rest), (text("babel.ask.punish"),), (columns_for(len(rest)),)),
            panel=text("babel.panel.punish"),
            secret=True,
        )
    most = punishments(len(public.seats))
    given = [_unless(forbids.punish(own, seat), one) for seat in rest for one in _giving(seat, most)]
    nobody = on_nobody(Punish(None), text("babel.ask.punish_none"))
    titles = (text("babel.ask.punish"), text("babel.ask.punish_cards"))
    panels = (text("babel.panel.punish"), text("babel.panel.punish_cards"))
    laid = steps((*given, nobody), titles, (columns_for(len(rest)), 4), panels)
    return Answers(steps=laid, panel=panels[0], secret=True)


@once
def _giving(target: Seat, most: int) -> tuple[Tapped, ...]:
    """With one card in the game there is nothing to choose."""
    at = seat_choice(target)
    many = [(n, (Choice(text("babel.cards", count=n)),) if most > 1 else ()) for n in range(1, most + 1)]
    return tuple(Tapped(option(Punish(target, n), at.words), (at, *number)) for n, number in many)


def _unless(why: Text | None, one: Tapped) -> Tapped:
    return one if why is None else Tapped(msgspec.structs.replace(one.option, why=why), one.taps)
