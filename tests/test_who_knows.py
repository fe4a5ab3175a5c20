"""Who may know what, read from the rules and not from the code: what a game says of an answer (`known_to`) is what every
other promise of secrecy trusts, so it is held against a page of its own, `tests/secrets.toml` in its folder."""

from collections import Counter
from collections.abc import Mapping

import pytest

from companion.core.event import Due
from companion.core.knowledge import Reach, known_part
from companion.core.moment import Moment
from tests.promises.settings import GAMES, settings_of
from tests.promises.walks import walk
from tests.promises.written import written

ALL = "*"
"""Whatever is answered, all of it."""


OWN = {game.id: written(game).get("own", {}) for game in GAMES}
PARTS = {game.id: written(game).get("parts", {}) for game in GAMES}

SEEDS = (10, 11)

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id, scope="module")
"""All promises of a game one after the other, so that each of its games is played once."""


def secret_dues(game) -> list[tuple[Moment, Due]]:
    """Everything that was ever asked in some evenings and that this page calls a secret, while the game went on."""
    found = []
    for evening in (walk(setting, seed) for setting in settings_of(game) for seed in SEEDS):
        for moment in evening.moments:
            asked = (due for due in moment.history.dues if not moment.over and _is_here(game.id, due, moment))
            found += [(moment, due) for due in asked]
    return found


def _is_here(game: str, due: Due, moment: Moment) -> bool:
    if (game, due.kind) == ("bali", "sacrifice"):  # on another's turn it is laid open
        public = moment.history.state.public
        return due.seat == public.seats[public.active]
    return due.kind in OWN.get(game, {}) and due.seat is not None


@pytest.mark.long
@every_game
def test_what_is_a_seat_s_own_may_be_known_to_nobody_else(game):
    met = Counter()
    for moment, due in secret_dues(game):
        for field in OWN[game.id][due.kind]:
            name = "anything" if field == ALL else field
            knowing = [chair for chair in moment.seqs if name in known_part({name: 1}, due.known_to, chair)]
            assert set(knowing) <= {due.seat}, (due, knowing)
        met[due.kind] += 1
    assert set(met) == set(OWN.get(game.id, {}))


@every_game
def test_of_what_is_dealt_each_seat_may_know_its_own_part_alone(game):
    for setting in settings_of(game):
        for moment in walk(setting, SEEDS[0]).moments:
            for due in (due for due in moment.history.dues if due.kind in PARTS.get(game.id, {})):
                assert isinstance(due.known_to, Mapping)
                for field, knowers in due.known_to.items():
                    assert field in PARTS[game.id][due.kind]
                    assert knowers is Reach.EACH or isinstance(knowers, tuple), (due.kind, field)


@every_game
def test_nothing_is_called_a_secret_that_is_not_on_this_page(game):
    for setting in settings_of(game):
        for moment in walk(setting, SEEDS[0]).moments:
            for due in moment.history.dues:
                if due.known_to is not Reach.EVERYONE and due.seat is not None:
                    assert due.kind in OWN.get(game.id, {}), due
