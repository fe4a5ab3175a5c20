"""A seat's secret numbers are typed unseen, and a lamp is lit only if there is something to press."""

from collections.abc import Iterator

import pytest

from companion.core.answers import Field
from companion.core.dues import Chance, Due
from companion.core.moment import Moment
from companion.core.state import known_part
from companion.promises.tapes import tapes_of
from tests.promises.settings import Setting, settings

every_setting = pytest.mark.parametrize("setting", settings(), ids=str, scope="module")


def moments(setting: Setting) -> list[Moment]:
    """Return the moments of two games, without those at which the box has still to draw, which nobody sees."""
    return [moment for tape in tapes_of(setting)[:2] for moment in tape.moments if not is_drawing(moment)]


def is_drawing(moment: Moment) -> bool:
    return any(due.chance is Chance.BOX for due in moment.history.dues)


@every_setting
def test_a_secret_number_is_nowhere_in_the_open_while_it_is_typed(setting):
    """Pieces in front of the seat are no secret, because everybody sees them."""
    for moment in moments(setting):
        for due, field in numbers(moment):
            known = known_part({"type": due.kind, field.name: 0}, due.known_to, None)
            assert field.unseen or field.on_table or field.name in known, (due.id, field.name)


def numbers(moment: Moment) -> Iterator[tuple[Due, Field]]:
    """Yield the numbers of the forms that phones draw, each with its due."""
    for due in moment.history.dues:
        for form in moment.history.answers(due).forms:
            yield from ((due, field) for field in form.fields if form.drawn and field.of is None)


@every_setting
def test_no_lamp_is_lit_without_something_to_press(setting):
    for moment in moments(setting):
        for seat in moment.seqs:
            screen = moment.screen(seat)
            assert bool(screen.asks) >= screen.view.now.lit, (seat, screen.view.now)
